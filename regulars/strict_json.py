"""Parses JSON from outside, and refuses content that Python's parser lets pass or that no data file means.

Refused with a line and a column: incomplete or malformed JSON, a key that stands twice in an object, NaN, infinity and
numbers that overflow, integers of thousands of digits, halves of surrogate pairs, and nesting without end. Parsing
takes time in proportion to the length of the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from math import isfinite
from typing import Any, NoReturn

from regulars.errors import DataError

_ESCAPED = re.compile(r"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
"""An escape of a surrogate, which may be half of a pair; or an escaped backslash before such letters."""

_LONG_INTEGER = re.compile(r"\d{4301,}")
"""More digits than Python converts (`sys.int_info.default_max_str_digits`)."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]')

_DEPTH = 500
"""The depth at which the place of endless nesting is reported."""

_BACKSLASHES = 64
"""How many backslashes in a row are counted before an escape."""

_LOW = 0xDC00
"""The first low surrogate; a high one must stand before it."""


class _RefusedValue(ValueError):
    """A value that is valid for Python's parser."""

    def __init__(self, what: str, written: str) -> None:
        super().__init__(what)
        self.written = written


def parse_json(text: str, where: str, expected: str, *, line: int = 1) -> Any:
    """Parses a text that holds one JSON value.

    Args:
        text: The text.
        where: The name of the file, for error messages.
        expected: What the file should be, for error messages.
        line: The line of the file on which the text begins; 0 for a text of one line that `where` names.

    Raises:
        DataError: The text is not JSON, or holds something that the module's docstring lists.
    """
    try:
        value = strict_loads(text)
    except json.JSONDecodeError as error:
        torn = not text[error.pos :].strip() or error.msg.startswith("Unterminated")
        _refuse(
            "the file is incomplete" if torn else f"the file is not JSON ({error.msg})",
            *(text, error.pos, where, expected, line),
            "fetch the file again" if torn else "check that this is the file you mean",
        )
    except _DuplicateKey as error:
        what = f"the key {error.written!r:.60} stands twice in one object"
        _refuse(what, text, _second(text), where, expected, line, "keep one of the two")
    except _RefusedValue as error:
        _refuse(str(error), text, max(0, text.find(error.written)), where, expected, line, "write a finite number")
    except RecursionError:
        what = "the JSON is not that of a data set: it is nested too deeply"
        _refuse(what, text, _depth_exceeded(text), where, expected, line)
    except ValueError as error:  # an integer that Python refuses to convert
        digits = _LONG_INTEGER.search(text)
        what = "the JSON is not that of a data set: a number has thousands of digits"
        if digits is None:
            raise DataError(f"the JSON cannot be read: {error}", where=where, expected=expected) from error
        _refuse(what, text, digits.start(), where, expected, line)
    half = _half_of_a_pair(text)
    if half is not None:
        what = f"the escape {text[half : half + 6]} is half of a character"
        _refuse(what, text, half, where, expected, line, "write both halves, or the character itself")
    return value


def strict_loads(text: str) -> Any:
    """Parses JSON, and refuses duplicate keys and numbers that are not finite.

    Raises:
        ValueError: The text is not JSON, or is refused; `parse_json` says where and why.
        RecursionError: It is nested too deeply.
    """
    return _DECODER.decode(text)


def place_in(text: str, position: int, line: int = 1) -> str:
    """The line and the column of a position in a text whose first line has the number `line`; 0 gives no line."""
    if not line:
        return f"column {position + 1}"
    before = text.count("\n", 0, position)
    return f"line {line + before}, column {position - text.rfind(chr(10), 0, position)}"


def _refuse(what: str, text: str, position: int, where: str, expected: str, line: int, remedy: str = "") -> NoReturn:
    place = f"{where}, {place_in(text, position, line)}"
    raise DataError(what, where=place, expected=expected, remedy=remedy) from None


class _DuplicateKey(_RefusedValue):
    pass


def _unique(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise _DuplicateKey("a key stands twice", key)
            seen.add(key)
    return found


def _constant(written: str) -> NoReturn:
    raise _RefusedValue(f"{written} is not a number of JSON", written)


def _finite(written: str) -> float:
    number = float(written)
    if not isfinite(number):
        raise _RefusedValue(f"the number {written:.40} is too large", written)
    return number


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_constant, parse_float=_finite)


def _second(text: str) -> int:
    """The position of the first key that stands twice in its object."""
    keys: list[set[str] | None] = []
    last, start = "", 0
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in "{[":
            keys.append(set() if mark == "{" else None)
        elif mark in "}]":
            keys.pop()
        elif mark == ":" and keys and (known := keys[-1]) is not None:
            key = json.loads(last)
            if key in known:
                return start
            known.add(key)
        elif mark[0] == '"':
            last, start = mark, token.start()
    return 0


def _depth_exceeded(text: str) -> int:
    """The position at which nesting reaches `_DEPTH`."""
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += (token[0] in "{[") - (token[0] in "}]")
        if depth == _DEPTH:
            return token.start()
    return 0


def _half_of_a_pair(text: str) -> int | None:
    """The position of an escaped surrogate without its other half; None if there is none."""
    high = -1
    for match in _ESCAPED.finditer(text):
        at = match.start()
        before = text[max(0, at - _BACKSLASHES) : at]
        if (len(before) - len(before.rstrip("\\"))) % 2:
            continue  # the backslash is itself escaped
        is_high = int(text[at + 2 : at + 6], 16) < _LOW
        if high >= 0 and (is_high or at != high + 6):
            return high
        if high < 0 and not is_high:
            return at
        high = at if is_high else -1
    return high if high >= 0 else None
