"""Reads a data file from outside: its text, its hash and its JSON, with clear errors if it cannot be read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from regulars.data_faults import HostileText, parse_json
from regulars.errors import DataError


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
            DataError: The content is not JSON, is incomplete, or is nested too deeply.
        """
        try:
            return parse_json(self.text)
        except json.JSONDecodeError as error:
            torn = not self.text[error.pos :].strip() or error.msg.startswith("Unterminated")
            raise DataError(
                "the file is incomplete" if torn else f"the file is not JSON ({error.msg})",
                where=f"{self.path}, line {error.lineno}, column {error.colno}",
                expected=expected,
                remedy="fetch the file again" if torn else "check that this is the file you mean",
            ) from error
        except HostileText as error:
            raise DataError(
                f"the JSON is not that of a data set: it {error}", where=str(self.path), expected=expected
            ) from error


def open_source(path: str | Path) -> SourceFile:
    """Reads a file as UTF-8.

    Args:
        path: The file; `~` is expanded.

    Raises:
        DataError: The file is missing, a directory, unreadable, empty, or not UTF-8.
    """
    place = Path(path).expanduser()
    if place.is_dir():
        raise DataError("this is a directory", where=str(place), expected="a file", remedy="name a file in it")
    try:
        content = place.read_bytes()
    except FileNotFoundError:
        raise DataError(
            "the file does not exist",
            where=str(place),
            expected="a data file",
            remedy="check the path; public data sets are not part of this package, fetch them from their authors",
        ) from None
    except OSError as error:
        raise DataError(
            f"the file cannot be read ({error.strerror})", where=str(place), remedy="check its permissions"
        ) from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            f"byte {error.start} is not UTF-8", where=str(place), expected="text", remedy="unpack the file first"
        ) from error
    if not text.strip():
        raise DataError("the file is empty", where=str(place), remedy="fetch the file again")
    return SourceFile(place, sha256(content).hexdigest(), text)
