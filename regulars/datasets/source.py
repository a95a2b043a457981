"""Reads a data file from outside: its text, its hash and its JSON, with clear errors if it cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from hashlib import sha256
from pathlib import Path
from typing import Any

from regulars.errors import DataError, did_you_mean
from regulars.strict_json import parse_json


@dataclass(frozen=True, slots=True)
class SourceFile:
    """The content of a file.

    Attributes:
        path: The path of the file.
        sha256: The hash of its bytes, 64 hex digits. It tells altered copies of public data from the original.
        text: The content as text.
    """

    path: Path
    sha256: str
    text: str

    def json(self, expected: str) -> Any:
        """Parses the content as JSON.

        Args:
            expected: What the file should be, for the error message.

        Raises:
            DataError: The content is not JSON, is incomplete, or is refused by `regulars.strict_json`. The message
                names file, line and column.
        """
        return parse_json(self.text, str(self.path), expected)

    def records(self, expected: str) -> Iterator[tuple[str, Any]]:
        """Parses the content as a list of JSON, as JSON lines, or as one JSON value.

        Args:
            expected: What the file should be, for the error message.

        Yields:
            The place of each record for error messages (`talks.jsonl, line 3`), and the record.

        Raises:
            DataError: As for `json`.
        """
        where = str(self.path)
        lines = [(number, line) for number, line in enumerate(self.text.split("\n"), 1) if line.strip()]
        first = lines[0][1].strip()
        if len(lines) > 1 and first[0] == "{" and first[-1] == "}":
            for number, line in lines:
                yield f"{where}, line {number}", parse_json(line, where, expected, line=number)
            return
        content = self.json(expected)
        if isinstance(content, list):
            yield from ((f"{where}, record {number}", record) for number, record in enumerate(content, 1))
        else:
            yield where, content


def open_source(path: str | Path) -> SourceFile:
    """Reads a file as UTF-8.

    Args:
        path: The file; `~` is expanded.

    Raises:
        DataError: The file is missing, not a regular file, unreadable, empty, or not UTF-8.
    """
    place = Path(path).expanduser()
    try:
        if place.is_dir():
            raise DataError("this is a directory", where=str(place), expected="a file", remedy="name a file in it")
        if place.exists() and not place.is_file():
            raise DataError("this is not a regular file", where=str(place), remedy="save the data in a file first")
        content = place.read_bytes()
    except DataError:
        raise
    except FileNotFoundError:
        raise DataError(
            "the file does not exist",
            where=str(place),
            expected="a data file",
            remedy=_near(place),
        ) from None
    except (OSError, ValueError) as error:  # ValueError: a path with a null character
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise DataError(
            f"the file cannot be read ({reason})", where=str(place), remedy="check its permissions"
        ) from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise DataError(
            f"byte {error.start} is not UTF-8",
            where=f"{place}, line {line}",
            expected="text in UTF-8",
            remedy="unpack the file first, or save it as UTF-8",
        ) from error
    if not text.strip():
        raise DataError("the file is empty", where=str(place), remedy="fetch the file again")
    return SourceFile(place, sha256(content).hexdigest(), text)


def _near(place: Path) -> str:
    """The remedy for a path that does not exist: the file or folder beside it whose name is near."""
    folder = place.parent
    try:
        names = {one.name: str(one) for one in folder.iterdir()}
    except OSError:
        names = {}
    close = get_close_matches(place.name, names, n=1)
    if close:
        return did_you_mean(str(place), [names[close[0]]])
    return "check the path; public data sets are not part of this package, fetch them from their authors"
