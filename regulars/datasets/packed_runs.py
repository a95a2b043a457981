"""Opens runs that `regulars pack` wrote as one zip file: the file stands for the folder of the run.

A packed run is unpacked to a temporary folder, which lasts as long as the process. Nothing but the files of a run is
unpacked.
"""

from __future__ import annotations

import shutil
import zlib
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from zipfile import BadZipFile, ZipFile, ZipInfo, is_zipfile

from regulars.datasets.episode_record import EPISODES
from regulars.errors import RecordError
from regulars.scenarios.content import KEPT

ENVIRONMENT = "environment.json"
SOURCES = "sources"
"""The folder in a packed run with the files that systems come from."""
_FILES = (EPISODES, "config.json", "results.json", ENVIRONMENT)
_FOLDERS = (KEPT, SOURCES)
_LARGE, _DENSE = 10**9, 200
"""A file that unpacks to more bytes than the first, and to that many times its size, is refused."""

_unpacked: dict[tuple[str, int, int], tuple[TemporaryDirectory[str], Path]] = {}


def unpacked(path: Path) -> Path:
    """The folder of a run: a temporary one for a packed run, any other path as it is.

    Args:
        path: A folder, a packed run, or anything else.

    Raises:
        RecordError: It is a zip file that holds no run, is damaged, or cannot be unpacked.
    """
    if not _is_zip(path):
        return path
    found = path.stat()
    key = (str(path.resolve()), found.st_size, found.st_mtime_ns)
    if key not in _unpacked:
        temporary = TemporaryDirectory(prefix="regulars-", ignore_cleanup_errors=True)
        folder = Path(temporary.name) / path.stem
        try:
            folder.mkdir()
            _unpack(path, folder)
        except (OSError, BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:  # damaged, or encrypted
            temporary.cleanup()
            raise RecordError(
                f"the packed run cannot be unpacked: {error}", where=str(path), remedy="pack the run again"
            ) from error
        _unpacked[key] = temporary, folder
    return _unpacked[key][1]


def _is_zip(path: Path) -> bool:
    try:
        return path.is_file() and is_zipfile(path)
    except (OSError, ValueError):
        return False


def _unpack(path: Path, folder: Path) -> None:
    with ZipFile(path) as file:
        members = [one for one in file.infolist() if _belongs(one)]
        if not any(one.filename == EPISODES for one in members):
            raise RecordError(
                "the zip file holds no run", where=str(path), expected=EPISODES, remedy="name one that pack wrote"
            )
        size = sum(one.file_size for one in members)
        if size > max(_LARGE, _DENSE * path.stat().st_size):
            raise RecordError(f"the zip file unpacks to {size:,} bytes", where=str(path), remedy="unpack it yourself")
        for one in members:
            target = folder / one.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            with file.open(one) as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy)


def _belongs(member: ZipInfo) -> bool:
    """Whether a member of a zip file is a file of a run, at a place within its folder."""
    place = PurePosixPath(member.filename)
    plain = not member.is_dir() and "\\" not in member.filename and ":" not in member.filename
    inside = not place.is_absolute() and ".." not in place.parts
    return plain and inside and (member.filename in _FILES or place.parts[0] in _FOLDERS)
