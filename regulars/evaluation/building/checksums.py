"""SHA-256 sums of a data set's files, in the format of `sha256sum`: checks that a copy or a rebuild is the same."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import file_digest
from pathlib import Path

from regulars.errors import DataError

CHECKSUMS = "SHA256SUMS"
_DIGITS = 64


def checksums(folder: Path) -> dict[str, str]:
    """The sums of all files below a folder but `SHA256SUMS` and hidden ones, by relative path, sorted."""
    files = sorted(
        (path.relative_to(folder).as_posix(), path)
        for path in folder.rglob("*")
        if path.is_file() and path.name != CHECKSUMS and not path.relative_to(folder).as_posix().startswith(".")
    )
    return {name: _sum(path) for name, path in files}


def checksums_of(folder: Path, names: Iterable[str]) -> dict[str, str]:
    """The sums of named files below a folder, as `sha256sum -c` checks them. Missing files are left out."""
    return {name: _sum(folder / name) for name in names if (folder / name).is_file()}


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        return file_digest(file, "sha256").hexdigest()


def checksum_text(sums: Mapping[str, str]) -> str:
    r"""The sums as text, one file per line.

    Example:
        >>> checksum_text({"README.md": "ab"})
        'ab  README.md\n'
    """
    return "".join(f"{digest}  {name}\n" for name, digest in sums.items())


def read_checksums(path: Path) -> dict[str, str]:
    """Reads a file of sums.

    Raises:
        DataError: The file is missing, or a line is not a sum and a path.
    """
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"the checksums cannot be read: {error}", where=str(path)) from error
    sums: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        digest, gap, name = line.partition("  ")
        if not gap or not name or len(digest) != _DIGITS or set(digest) - set("0123456789abcdef"):
            raise DataError(
                f"{line!r:.80} is not a checksum",
                where=f"{path}, line {number}",
                expected="64 hexadecimal digits, two spaces and a path, as sha256sum prints them",
            )
        sums[name] = digest
    if not sums:
        raise DataError("the file holds no checksums", where=str(path))
    return sums


def differing(found: Mapping[str, str], expected: Mapping[str, str]) -> list[str]:
    """The files that differ from what is expected, in words; empty if all are the same.

    Example:
        >>> differing({"a": "1", "b": "2"}, {"a": "1", "b": "3", "c": "4"})
        ['b has another content', 'c is missing']
    """
    said = []
    for name in sorted({*found, *expected}):
        if name not in found:
            said.append(f"{name} is missing")
        elif name not in expected:
            said.append(f"{name} is not expected")
        elif found[name] != expected[name]:
            said.append(f"{name} has another content")
    return said
