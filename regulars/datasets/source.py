"""A file of somebody else's data: its bytes, its hash, its JSON, and plain words where it cannot be read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from regulars.errors import DataError


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read whole.

    Attributes:
        path: Where it stands.
        sha256: 64 hex digits over its bytes: altered copies of public data circulate under the same name.
        text: Its contents.
    """

    path: Path
    sha256: str
    text: str

    def json(self, expected: str) -> Any:
        """The contents, parsed.

        Args:
            expected: What the file should be, for the message.

        Raises:
            DataError: It is not JSON, breaks off, or is nested without end.
        """
        try:
            return json.loads(self.text)
        except json.JSONDecodeError as error:
            torn = not self.text[error.pos :].strip() or error.msg.startswith("Unterminated")
            raise DataError(
                "the file breaks off in the middle" if torn else f"the file is not JSON ({error.msg})",
                where=f"{self.path}, line {error.lineno}, column {error.colno}",
                expected=expected,
                remedy="fetch the file again" if torn else "check that this is the file you mean",
            ) from error
        except (RecursionError, ValueError) as error:
            raise DataError(
                f"the file holds what no data set holds ({error})", where=str(self.path), expected=expected
            ) from error


def open_source(path: str | Path) -> SourceFile:
    """Reads a file as UTF-8.

    Args:
        path: The file; `~` is expanded.

    Raises:
        DataError: It is missing, a directory, unreadable, empty, or not UTF-8.
    """
    place = Path(path).expanduser()
    if place.is_dir():
        raise DataError("this is a directory", where=str(place), expected="a file", remedy="name a file in it")
    try:
        content = place.read_bytes()
    except FileNotFoundError:
        raise DataError(
            "there is no such file",
            where=str(place),
            expected="a data file",
            remedy="check the path; data sets by others are not shipped, fetch them from their authors",
        ) from None
    except OSError as error:
        raise DataError(
            f"the file cannot be read ({error.strerror})", where=str(place), remedy="check its permissions"
        ) from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(
            f"byte {error.start} is not UTF-8",
            where=str(place),
            expected="text",
            remedy="unpack the file first",
        ) from error
    if not text.strip():
        raise DataError("the file is empty", where=str(place), remedy="fetch the file again")
    return SourceFile(place, sha256(content).hexdigest(), text)
