"""Takes fields out of foreign JSON, checked for their types, with errors that name the place and the format."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from reprlib import Repr
from typing import Any

from regulars.errors import DataError

REMEDY = "use the file as its authors published it, unaltered"

_SPACE = 32
"""The code of the first character that is no control character."""

_JSON_NAMES: dict[Any, str] = {
    str: "text", list: "list", dict: "object", int: "whole number", float: "number", bool: "true or false",
}  # fmt: skip
_SHORT = Repr()
_SHORT.maxlevel, _SHORT.maxstring, _SHORT.maxother, _SHORT.maxdict, _SHORT.maxlist = 2, 60, 60, 3, 3


def shown(value: Any) -> str:
    """The value in a few words, however large or deeply nested it is."""
    return _SHORT.repr(value)


@dataclass(frozen=True, slots=True)
class Field:
    """A place in a file, at which fields are taken out of JSON.

    Attributes:
        where: The place, for error messages: `talks.json, conversation 3`.
        expected: What the file should be, for error messages.
    """

    where: str
    expected: str

    def at(self, part: str) -> Field:
        """A place within this one."""
        return Field(f"{self.where}, {part}", self.expected)

    def wrong(self, what: str) -> DataError:
        """The error that something at this place is wrong."""
        return DataError(what, where=self.where, expected=self.expected, remedy=REMEDY)

    def object(self, value: Any) -> dict[str, Any]:
        """The value, which must be an object. Raises `DataError`, as the other methods do."""
        if not isinstance(value, dict):
            raise self.wrong(f"this is a {type(value).__name__}, not an object")
        return value

    def need(self, holder: Any, key: str, kind: type) -> Any:
        """The value of a required key, of a type that JSON has."""
        found = self.object(holder)
        if key not in found:
            raise self.wrong(f"the key {key!r} is missing")
        return self._typed(key, found[key], kind)

    def maybe(self, holder: Any, key: str, kind: type) -> Any:
        """The value of an optional key; None if it is missing or null."""
        value = self.object(holder).get(key)
        return None if value is None else self._typed(key, value, kind)

    def name(self, holder: Any, key: str) -> str:
        """The text of a required key that is shown to people, without control characters and not empty."""
        found: str = self.need(holder, key, str)
        if not found or any(ord(character) < _SPACE for character in found):
            raise self.wrong(f"the key {key!r} holds {shown(found)}, which is not a name")
        return found

    def one_of(self, holder: Any, key: str, known: Collection[str]) -> str:
        """The text of a required key, which must be a known one."""
        value: str = self.need(holder, key, str)
        if value not in known:
            raise self.wrong(f"the key {key!r} holds {shown(value)}, not one of {', '.join(known)}")
        return value

    def texts(self, holder: Any, key: str) -> list[str]:
        """The value of a required key that holds a list of texts."""
        listed: list[Any] = self.need(holder, key, list)
        for one in listed:
            if not isinstance(one, str):
                raise self.wrong(f"the list {key!r} holds {shown(one)}, which is not of type text")
        return listed

    def moment(self, written: str, *patterns: str, such_as: str) -> datetime:
        """Reads a time by patterns of `strptime`, as UTC.

        Args:
            written: The text.
            patterns: The patterns to try in order.
            such_as: A valid time, for the error message.
        """
        for pattern in patterns:
            try:
                return datetime.strptime(written.strip(), pattern).replace(tzinfo=UTC)
            except ValueError:
                continue
        raise DataError(
            f"the time {shown(written)} cannot be read",
            where=self.where,
            expected=f"a time such as {such_as!r}",
            remedy=REMEDY,
        )

    def _typed(self, key: str, value: Any, kind: type) -> Any:
        is_right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
        if not is_right:
            raise self.wrong(f"the key {key!r} holds {shown(value)}, which is not of type {_JSON_NAMES[kind]}")
        return value
