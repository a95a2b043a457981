"""Reads tables of a TOML file field by field and collects all faults, each with file and line.

`tomllib` gives no line numbers, so this module looks them up in the text. A fault with its line is easy to find.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from regulars.data_faults import Fault, HostileText, parse_toml
from regulars.errors import did_you_mean

_HEADER = re.compile(r"\s*\[\[?([^\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)\s*=""")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_TOKEN = re.compile(
    r'"""(?:[^\\]|\\.)*?"""|' + r"'''.*?'''|" + r'"(?:[^"\\\n]|\\.)*"|' + r"'[^'\n]*'|#[^\n]*|[\[\]]", re.DOTALL
)
"""A text, a comment, or the beginning or end of a list."""

_INNER = 2
"""Depth of the texts in a list of lists."""


class TomlFile:
    """One TOML file: its content (read-only), the lines of its fields, and its faults.

    Args:
        text: The file's text.
        file: Its name, for messages.
    """

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self._text = text
        self.data, self._lines, wrong = _parsed(text)
        self.faults: list[Fault] = []
        if wrong:
            line = re.search(r"at line (\d+)", wrong)
            self.faults.append(Fault(file, int(line[1]) if line else 0, "", f"is not valid TOML: {wrong}"))

    def line(self, *path: str) -> int:
        """The line of a table or field; of the table if the field is missing."""
        while path:
            if path in self._lines:
                return self._lines[path]
            path = path[:-1]
        return 0

    def entries(self, *path: str) -> tuple[list[int], list[tuple[int, ...]]]:
        """The lines in a list of lists of texts: where each inner list begins, and where each of its texts does."""
        starts: list[int] = []
        texts: list[list[int]] = []
        line, at, depth = self.line(*path), 0, 0
        rest = "".join(self._text.splitlines(keepends=True)[line - 1 :])
        for token in _TOKEN.finditer(rest):
            line += rest.count("\n", at, token.start())
            at = token.start()
            if token[0] == "[":
                depth += 1
                if depth == _INNER:
                    starts.append(line)
                    texts.append([])
            elif token[0] == "]":
                depth -= 1
                if not depth:
                    break
            elif depth == _INNER and token[0][0] != "#":
                texts[-1].append(line)
        return starts, [tuple(lines) for lines in texts]

    def fault(self, path: tuple[str, ...], message: str) -> None:
        """Notes that something at `path` is wrong."""
        self.faults.append(Fault(self.file, self.line(*path), ", ".join(path), message))

    def table(self, *path: str) -> Table:
        """The table at `path`; an empty one, with a fault, if there is none."""
        found: Any = self.data
        for name in path:
            found = found.get(name) if isinstance(found, Mapping) else None
        if not isinstance(found, Mapping):
            self.fault(path, "is not a table")
            found = {}
        return Table(self, path, found)


class Table:
    """One table of a file. Each reading method notes faults and returns something usable.

    Args:
        source: The file.
        path: The place of the table in the file.
        fields: The fields of the table.
    """

    def __init__(self, source: TomlFile, path: tuple[str, ...], fields: Mapping[str, Any]) -> None:
        self.source = source
        self.path = path
        self.fields = fields

    def __contains__(self, field: object) -> bool:
        return field in self.fields

    def fault(self, field: str, message: str) -> None:
        """Notes that a field is wrong; an empty `field` means the table itself."""
        self.source.fault((*self.path, field) if field else self.path, message)

    def only(self, known: Iterable[str]) -> None:
        """Notes every field that is not one of `known`."""
        names = set(known)
        for field in self.fields:
            if field not in names:
                self.fault(field, f"unknown field; {did_you_mean(field, names)}")

    def word(self, field: str, default: str = "") -> str:
        """A non-empty text; `default` if it is missing."""
        value = self.fields.get(field, default)
        if not isinstance(value, str) or not value:
            self.fault(field, "is missing or not a text")
            return default
        return value

    def whole(self, field: str, low: int, high: int, default: int | None = None) -> int:
        """A whole number between `low` and `high`."""
        return int(self._number(field, low, high, default, int))

    def number(self, field: str, low: float, high: float, default: float | None = None) -> float:
        """A number between `low` and `high`."""
        return float(self._number(field, low, high, default, (int, float)))

    def _number(self, field: str, low: float, high: float, default: float | None, kinds: Any) -> float:
        value = self.fields.get(field, default)
        if isinstance(value, bool) or not isinstance(value, kinds):
            self.fault(field, f"is missing or not a number; expected {low} to {high}")
            return low
        if not low <= value <= high:
            self.fault(field, f"is {value}; expected {low} to {high}")
            return low
        return value  # type: ignore[no-any-return]  # of one of `kinds`

    def words(self, field: str, least: int = 1) -> tuple[str, ...]:
        """A list of at least `least` non-empty texts."""
        value = self.fields.get(field, [])
        if not isinstance(value, list) or not all(isinstance(word, str) and word for word in value):
            self.fault(field, "is not a list of texts")
            return ()
        if len(value) < least:
            self.fault(field, f"{len(value)} given; expected at least {least}")
        return tuple(value)

    def one_of(self, field: str, known: Iterable[str], default: str = "") -> str:
        """One of the texts `known`."""
        names = list(known)
        value = self.word(field, default)
        if value and value not in names:
            self.fault(field, f"{value!r} is not one of {', '.join(names)}")
            return default or names[0]
        return value or names[0]


@lru_cache(maxsize=32)
def _parsed(text: str) -> tuple[Mapping[str, Any], Mapping[tuple[str, ...], int], str]:
    """Parses a TOML text. Returns its content, the line of each field, and the error if it is not valid TOML."""
    lines = _lines(text)
    try:
        return parse_toml(text), lines, ""
    except (tomllib.TOMLDecodeError, HostileText) as error:
        return {}, lines, str(error)


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """The line of each table and field. Content nested in one line has that line."""
    found: dict[tuple[str, ...], int] = {}
    table: tuple[str, ...] = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), 1):
        if depth == 0:
            key = _KEY.match(line)
            header = None if key else _HEADER.match(line)
            if key:
                found.setdefault((*table, key[1].strip("\"'")), number)
            elif header:
                table = tuple(part.strip().strip("\"'") for part in header[1].split("."))
                found.setdefault(table, number)
                continue
        bare = _STRING.sub("", line) if "\\" in line else "".join(line.split('"')[::2])
        depth = max(0, depth + bare.count("[") + bare.count("{") - bare.count("]") - bare.count("}"))
    return found
