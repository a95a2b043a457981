"""Reads YAML and JSON files and reports every fault in them with file and line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from regulars.errors import DataError

Place = tuple[str | int, ...]
"""A place in a file: field names and entry numbers, from the top."""

_DEPTH = 5

_DEEPEST = 100
"""The greatest depth of brackets and braces in YAML. Its parser takes quadratic time in the depth."""

_REPEATED = 10_000
"""The number of values that aliases may add to a file by repeating parts of it."""

_BRACKET = re.compile(r"[\[\]{}]")


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

    def _read_yaml(self, text: str, is_json: bool) -> None:
        import yaml

        if not is_json and (line := _line_too_deep(text)):
            self.faults.append(Fault(self.file, line, "", f"is nested more than {_DEEPEST} deep"))
            return
        self.data = json.loads(text) if is_json else None
        try:
            root = yaml.compose(text.replace("\t", " ") if is_json else text, Loader=yaml.SafeLoader)
            if not is_json and root is not None and (line := _line_of_bomb(root)):
                self.faults.append(Fault(self.file, line, "", "aliases repeat parts without end; write them out"))
                return
            if not is_json and root is not None:
                _keep_impossible_dates(root)
                self.data = yaml.constructor.SafeConstructor().construct_document(root)
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


def _line_too_deep(text: str) -> int:
    """The line at which brackets and braces are nested too deeply; 0 if they never are."""
    depth = 0
    for match in _BRACKET.finditer(text):
        depth = depth + 1 if match[0] in "[{" else max(0, depth - 1)
        if depth > _DEEPEST:
            return text.count("\n", 0, match.start()) + 1
    return 0


def _line_of_bomb(root: Any) -> int:
    """The line of a part whose aliases repeat far more than the file holds, or refer to the part itself; 0 for none."""
    sizes: dict[int, int] = {}
    open_nodes: set[int] = set()
    waiting = [(root, False)]
    while waiting:
        node, is_done = waiting.pop()
        key = id(node)
        if node.id == "scalar":
            sizes[key] = 1
            continue
        parts = node.value if node.id == "sequence" else [part for pair in node.value for part in pair]
        if is_done:
            sizes[key] = 1 + sum(sizes[id(part)] for part in parts)
            if sizes[key] > len(sizes) + _REPEATED:
                return int(node.start_mark.line) + 1
            open_nodes.discard(key)
        elif key not in sizes:
            if key in open_nodes:
                return int(node.start_mark.line) + 1
            open_nodes.add(key)
            waiting.append((node, True))
            waiting += [(part, False) for part in parts]
    return 0


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
