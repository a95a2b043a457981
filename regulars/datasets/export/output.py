"""Writes exported files: complete or not at all, and one item after the other, so that memory stays flat."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from secrets import token_hex
from typing import Any

from regulars.errors import ConfigurationError, DataError


@dataclass(slots=True)
class ExportCounts:
    """What an export wrote.

    Attributes:
        wrote: The number of things of each sort, such as `{"conversations": 10}`.
        left_out: The number of things that were left out, by the reason.
    """

    wrote: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)


def write_lines(path: Path, items: Iterable[Any]) -> None:
    """Writes JSON lines, one item a line.

    Raises:
        DataError: The file cannot be written.
    """
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        for item in items:
            file.write(json.dumps(item, ensure_ascii=False, separators=(",", ":")) + "\n")


def write_list(path: Path, items: Iterable[Any], indent: int) -> None:
    """Writes a JSON list, formatted as `json.dumps` does it.

    Args:
        path: The file.
        items: The items of the list.
        indent: The number of spaces of each level.

    Raises:
        DataError: The file cannot be written.
    """
    with replacing(path) as part, part.open("w", encoding="utf-8", newline="\n") as file:
        separator = "[\n"
        for item in items:
            file.write(separator + json.dumps([item], indent=indent)[2:-2])
            separator = ",\n"
        file.write("[]" if separator == "[\n" else "\n]")


@contextmanager
def replacing(path: Path, *, folder: bool = False) -> Iterator[Path]:
    """Yields a path to write to, which takes the place of `path` at the end. After an error nothing is left of it.

    Args:
        path: The file or folder to be written. A file is replaced; a folder must be new or empty.
        folder: Whether it is a folder.

    Raises:
        ConfigurationError: `path` is a folder in place of a file, the reverse, or a folder that holds files.
        DataError: It cannot be written.
    """
    if folder and path.exists() and (not path.is_dir() or any(path.iterdir())):
        what = "the folder is not empty" if path.is_dir() else "this is a file"
        raise ConfigurationError(what, where=f"--out {path}", expected="a folder that is new or empty")
    if not folder and path.is_dir():
        raise ConfigurationError("this is a folder", where=f"--out {path}", expected="a file")
    part = path.with_name(f"{path.name}.{token_hex(4)}.part")  # another export may write to the same path
    try:
        _remove(part)
        if folder:
            part.mkdir()
        yield part
        if folder and path.exists():
            path.rmdir()
        part.replace(path)
    except OSError as error:
        reason = error.strerror or str(error)
        raise DataError(
            f"cannot be written: {reason}", where=str(path), expected="a path in a folder that exists, with free space"
        ) from error
    finally:
        _remove(part)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
