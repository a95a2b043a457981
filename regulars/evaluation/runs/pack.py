"""Packs a run into one zip file, with the code of its systems and the environment, to hand it to other people."""

from __future__ import annotations

import json
import platform
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import distributions
from pathlib import Path
from shutil import copyfileobj
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from regulars.datasets.packed_runs import ENVIRONMENT, SOURCES
from regulars.errors import ConfigurationError
from regulars.evaluation.runs.folder import CONFIG, EPISODES, RESULTS
from regulars.evaluation.runs.recorded import RecordedRun, open_run
from regulars.scenarios.content import KEPT
from regulars.seeding import content_hash

_READABLE = 0o644 << 16
"""The permissions of a packed file."""


@dataclass(frozen=True, slots=True)
class PackedRun:
    """A run that was packed.

    Attributes:
        path: The zip file.
        files: The files in it.
        left_out: Files that systems come from and that are missing from it, with the reason.
    """

    path: Path
    files: tuple[str, ...]
    left_out: Mapping[str, str]


def pack(run: str | Path, out: str | Path) -> PackedRun:
    """Packs a run: its records, figures and options, its own content, the files of its systems, and the environment.

    The same run on the same machine gives the same bytes.

    Args:
        run: The folder of the run.
        out: The file to write, which must not exist.

    Raises:
        ConfigurationError: The run is packed already, or the file exists or cannot be written.
        RecordError: The folder holds no sound run.
    """
    recorded, path = open_run(run), Path(out)
    if recorded.folder != recorded.named:
        raise ConfigurationError(f"{run} is packed already", where="pack", remedy="copy the file")
    if path.exists():
        raise ConfigurationError(f"{path} exists", where="pack", expected="a new file", remedy="name another one")
    sources, left_out = _sources(recorded)
    part = path.with_name(f"{path.name}.part")
    try:
        with ZipFile(part, "w", ZIP_DEFLATED) as file:
            for name, source in sorted({**dict(_files(recorded.folder)), **sources}.items()):
                with source.open("rb") as text, file.open(_member(name), "w", force_zip64=True) as copy:
                    copyfileobj(text, copy)
            file.writestr(_member(ENVIRONMENT), json.dumps(_environment(recorded), indent=1) + "\n")
            names = tuple(file.namelist())
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise ConfigurationError(
            f"{path} cannot be written: {error.strerror}", where="pack", remedy="name a file in a folder of yours"
        ) from error
    return PackedRun(path, names, left_out)


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The files of a run by their names in the zip file."""
    for name in (CONFIG, EPISODES, RESULTS):
        if (folder / name).is_file():
            yield name, folder / name
    for path in sorted((folder / KEPT).rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path


def _sources(recorded: RecordedRun) -> tuple[dict[str, Path], dict[str, str]]:
    """The files that systems come from, by their names in the zip file, and why others are left out."""
    found: dict[str, Path] = {}
    left_out: dict[str, str] = {}
    for number, (written, digest) in enumerate((recorded.manifest.sources if recorded.manifest else {}).items()):
        path = Path(written).expanduser()
        if not path.is_file():
            left_out[written] = "it is no longer there"
        elif content_hash(path.read_text("utf-8", "replace"), 16) != digest:
            left_out[written] = "it has changed since the run"
        else:
            name = f"{SOURCES}/{path.name}"
            found[name if name not in found else f"{SOURCES}/{number}/{path.name}"] = path
    return found, left_out


def _environment(recorded: RecordedRun) -> dict[str, object]:
    """The versions with which the run was played, and those of the machine on which it is packed."""
    packages = {one.name: one.version for one in distributions() if one.name}
    return {
        "played_with": dict(recorded.records[0].versions),
        "packed_with": {"python": platform.python_version(), "platform": platform.platform()},
        "packages": dict(sorted(packages.items(), key=lambda one: one[0].casefold())),
    }


def _member(name: str) -> ZipInfo:
    """A member without the time and the rights of its file, so that packing twice gives the same bytes."""
    member = ZipInfo(name)
    member.compress_type, member.external_attr = ZIP_DEFLATED, _READABLE
    return member
