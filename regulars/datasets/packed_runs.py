"""Opens runs that `regulars pack` wrote as one zip file: the file stands for the folder of the run.

A packed run is unpacked to a temporary folder, which lasts as long as the process. Nothing but the files of a run is
unpacked.
"""

from __future__ import annotations

import shutil
import zlib
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from threading import Lock
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo, is_zipfile

from regulars.datasets.episode_record import EPISODES
from regulars.errors import RecordError
from regulars.scenarios.content import KEPT

ENVIRONMENT = "environment.json"
SOURCES = "sources"
"""The folder in a packed run with the files that systems come from."""
_FILES = (EPISODES, "config.json", "results.json", ENVIRONMENT)
_FOLDERS = ((KEPT,), (SOURCES,))
_LARGE, _DENSE = 5 * 10**7, 200
"""A file that unpacks to more bytes than the first, and to that many times its size, is refused."""
_MOST = 10_000
"""The largest number of files in a packed run."""

_unpacked: dict[tuple[str, int, int], tuple[TemporaryDirectory[str], Path]] = {}
_unpacking = Lock()


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
    with _unpacking:
        if key not in _unpacked:
            _unpacked[key] = _opened(path)
        return _unpacked[key][1]


def is_unpacked(folder: Path | None) -> bool:
    """Whether this is the temporary folder of a packed run."""
    return any(folder == temporary for _, temporary in list(_unpacked.values()))


def _opened(path: Path) -> tuple[TemporaryDirectory[str], Path]:
    temporary = TemporaryDirectory(prefix="regulars-", ignore_cleanup_errors=True)
    folder = Path(temporary.name) / path.stem
    try:
        folder.mkdir()
        _unpack(path, folder)
    except RecordError:
        temporary.cleanup()
        raise
    except (OSError, EOFError, ValueError, BadZipFile, zlib.error, NotImplementedError, RuntimeError) as error:
        temporary.cleanup()  # the file is damaged, or encrypted
        raise RecordError(
            f"the packed run cannot be unpacked: {str(error) or type(error).__name__}",
            where=str(path),
            remedy="pack the run again",
        ) from error
    except BaseException:
        temporary.cleanup()
        raise
    return temporary, folder


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
        if len(members) > _MOST:
            raise RecordError(
                f"the zip file holds {len(members):,} files", where=str(path), expected=f"at most {_MOST:,}",
                remedy="unpack it yourself",
            )  # fmt: skip
        size = sum(one.file_size for one in members)
        if size > max(_LARGE, _DENSE * path.stat().st_size):
            raise RecordError(f"the zip file unpacks to {size:,} bytes", where=str(path), remedy="unpack it yourself")
        for one in members:
            if one.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
                raise BadZipFile(f"{one.filename} is compressed by another method than deflate")
            target = folder / one.filename
            target.parent.mkdir(parents=True, exist_ok=True)
            with file.open(one) as source, target.open("wb") as copy:
                shutil.copyfileobj(source, copy)


def _belongs(member: ZipInfo) -> bool:
    """Whether a member of a zip file is a file of a run, at a place within its folder."""
    place = PurePosixPath(member.filename)
    plain = not member.is_dir() and "\\" not in member.filename and ":" not in member.filename
    inside = not place.is_absolute() and ".." not in place.parts
    return plain and inside and (member.filename in _FILES or place.parts[:1] in _FOLDERS)
