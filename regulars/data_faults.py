"""Reads YAML and JSON files and reports every fault in them with file and line."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from regulars.errors import DataError

Place = tuple[str | int, ...]
"""A place in a file: field names and entry numbers, from the top."""

_DEPTH = 5

DEEPEST = 100
"""How deep a data file may be nested."""
MOST_ENTRIES = 1_000_000
"""How many entries a YAML file may have once its aliases are written out."""
LONGEST_NUMBER = 400
"""How many characters a number may have. The largest float has 309 digits."""
_NUMBER = re.compile(r"[+-]?[0-9][0-9_.eExXoOa-fA-F:+-]*")


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One fault in a data file.

    Attributes:
        file: The file's name.
        line: From 1; 0 if the line is unknown.
        where: Table and field.
        message: What is wrong and what is expected.
    """

    file: str
    line: int
    where: str
    message: str

    def __str__(self) -> str:
        at = f"{self.file}:{self.line}" if self.line else self.file
        return f"{at}: {self.where}: {self.message}" if self.where else f"{at}: {self.message}"


def raise_faults(faults: Iterable[Fault], what: str) -> None:
    """Raises one `DataError` that lists all faults, one per line; does nothing if there are none."""
    listed = sorted(set(faults))
    if listed:
        lines = "".join(f"\n  {fault}" for fault in listed)
        raise DataError(f"{what} cannot be used, {len(listed)} fault{'s' * (len(listed) > 1)}:{lines}")


class HostileText(ValueError):
    """A text that no data file holds: nested too deeply, or with a number that is too long.

    Args:
        what: What is wrong.
        line: From 1; 0 if the line is unknown.
    """

    def __init__(self, what: str, line: int = 0) -> None:
        self.line = line
        super().__init__(what)


def parse_json(text: str) -> Any:
    """Parses JSON from outside.

    Raises:
        HostileText: It is nested too deeply, or holds a number that is too long.
        json.JSONDecodeError: It is not JSON.
    """
    return _parsed(json.loads, text, json.JSONDecodeError)


def parse_toml(text: str) -> dict[str, Any]:
    """Parses TOML from outside.

    Raises:
        HostileText: It is nested too deeply, or holds a number that is too long.
        tomllib.TOMLDecodeError: It is not TOML.
    """
    tables: dict[str, Any] = _parsed(tomllib.loads, text, tomllib.TOMLDecodeError)
    return tables


def _parsed(loads: Callable[[str], Any], text: str, fault: type[ValueError]) -> Any:
    """What `loads` makes of a text; its `fault` passes, and what else it raises becomes a `HostileText`."""
    try:
        return loads(text)
    except RecursionError:
        raise HostileText(f"is nested deeper than {DEEPEST} levels") from None
    except ValueError as error:
        if isinstance(error, fault):
            raise
        raise _long_number(text) from None


def _long_number(text: str) -> HostileText:
    """The error about the first number that is too long."""
    for number, line in enumerate(text.splitlines(), 1):
        for found in _NUMBER.finditer(line):
            if len(found[0]) > LONGEST_NUMBER:
                return HostileText(_TOO_LONG.format(len(found[0])), number)
    return HostileText("holds a number that cannot be read")


_TOO_LONG = f"holds a number of {{}} characters; expected at most {LONGEST_NUMBER}"


class LinedFile:
    """One YAML or JSON file: its data, the line of each entry, and the faults found in it.

    Args:
        file: Its name, for messages.
        text: Its content; None if a subclass reads it.
        is_json: Whether it is JSON.
        depth: How deep lines are recorded; deeper entries get the line of the entry that contains them.

    Attributes:
        data: The parsed value; None if the file cannot be parsed.
        lines: The line of each place, from 1.
        faults: The faults found so far.
    """

    def __init__(self, file: str, text: str | None = None, *, is_json: bool = False, depth: int = _DEPTH) -> None:
        self.file = file
        self.faults: list[Fault] = []
        self.lines: dict[Place, int] = {}
        self.data: Any = None
        self._depth = depth
        if text is None:
            return
        try:
            self._read_yaml(text, is_json)
        except json.JSONDecodeError as error:
            self.faults.append(Fault(file, error.lineno, "", f"invalid JSON: {error.msg}"))
        except HostileText as error:
            self.faults.append(Fault(file, error.line, "", str(error)))

    def _read_yaml(self, text: str, is_json: bool) -> None:
        import yaml

        self.data = parse_json(text) if is_json else None
        try:
            root = _composed(text.replace("\t", " ") if is_json else text)
            if not is_json and root is not None:
                _keep_impossible_dates(root)
                self.data = yaml.constructor.SafeConstructor().construct_document(root)
        except HostileText:
            self.data = None
            raise
        except (yaml.YAMLError, ValueError) as error:
            if not is_json:
                mark = getattr(error, "problem_mark", None)
                problem = getattr(error, "problem", None) or str(error)
                self.faults.append(Fault(self.file, mark.line + 1 if mark else 0, "", f"invalid YAML: {problem}"))
            return
        self._walk(root, ())

    def _walk(self, node: Any, path: Place) -> None:
        """Records the line of each entry, and reports fields that are given twice."""
        if node is None or len(path) > self._depth:
            return
        self.lines.setdefault(path, node.start_mark.line + 1)
        if node.id == "sequence":
            for index, item in enumerate(node.value):
                self._walk(item, (*path, index))
        elif node.id == "mapping":
            for key, value in node.value:
                name = str(key.value)
                if (*path, name) in self.lines and name != "<<":
                    self.faults.append(Fault(self.file, key.start_mark.line + 1, _where((*path, name)), "stands twice"))
                self.lines[(*path, name)] = key.start_mark.line + 1
                self._walk(value, (*path, name))

    def fault(self, path: Place, message: str) -> None:
        """Reports a fault at `path`."""
        at = path
        while at and at not in self.lines:
            at = at[:-1]
        self.faults.append(Fault(self.file, self.lines.get(at, 0), _where(path), message))


def _where(path: Place) -> str:
    return ", ".join(f"{part + 1}" if isinstance(part, int) else part for part in path)


def _composed(text: str) -> Any:
    """The tree of a YAML text; None if it is empty.

    Raises:
        HostileText: It is nested too deeply, has too many entries, contains itself, or holds a number that is too long.
        yaml.YAMLError: It is not YAML.
    """
    import yaml

    class Composer(yaml.SafeLoader):
        """Stops at the first level that is too deep."""

        depth = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            self.depth += 1
            if self.depth > DEEPEST:
                line = self.peek_event().start_mark.line + 1  # type: ignore[no-untyped-call]
                raise HostileText(f"is nested deeper than {DEEPEST} levels", line)
            node = super().compose_node(parent, index)
            self.depth -= 1
            return node

        def fetch_flow_collection_start(self, token: Any) -> None:
            """The scanner reads far ahead of the composer, at a cost that grows with the level."""
            if self.flow_level > DEEPEST:
                raise HostileText(f"is nested deeper than {DEEPEST} levels", self.line + 1)
            super().fetch_flow_collection_start(token)

    loader = Composer(text)
    try:
        root = loader.get_single_node()
    finally:
        loader.dispose()
    if root is not None:
        _count(root, {})
    return root


def _count(node: Any, counted: dict[int, int]) -> int:
    """The number of entries of a tree with its aliases written out; each node is visited once.

    Raises:
        HostileText: They are too many, a node contains itself, or a number is too long.
    """
    line = node.start_mark.line + 1
    if node.id == "scalar":
        if len(node.value) > LONGEST_NUMBER and node.tag in ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float"):
            raise HostileText(_TOO_LONG.format(len(node.value)), line)
        return 1
    if id(node) in counted:
        if counted[id(node)] == 0:
            raise HostileText("contains itself by an alias", line)
        return counted[id(node)]
    counted[id(node)] = 0
    parts: Sequence[Any] = node.value if node.id == "sequence" else [part for pair in node.value for part in pair]
    size = 1
    for part in parts:
        size += _count(part, counted)
        if size > MOST_ENTRIES:
            raise HostileText(f"has more than {MOST_ENTRIES} entries with its aliases written out", line)
    counted[id(node)] = size
    return size


def _keep_impossible_dates(root: Any) -> None:
    """Keeps impossible calendar dates as text, so that they are reported at their place with all other faults."""
    import yaml

    waiting, seen = [root], set()
    while waiting:
        node = waiting.pop()
        if id(node) in seen:  # an alias may refer to the node that contains it
            continue
        seen.add(id(node))
        if node.id == "scalar" and node.tag == "tag:yaml.org,2002:timestamp":
            try:
                yaml.constructor.SafeConstructor().construct_object(node)
            except ValueError:
                node.tag = "tag:yaml.org,2002:str"
        elif node.id == "sequence":
            waiting += node.value
        elif node.id == "mapping":
            waiting += [part for pair in node.value for part in pair]
