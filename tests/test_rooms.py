"""A room imports only from lower floors, and from no neighbour.

The table is the rule; the walk reads every import of every module, those inside functions and those for type
checkers included.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import regulars

PACKAGE = Path(regulars.__file__).parent

FLOORS: tuple[tuple[str, ...], ...] = (
    (
        *("calendar_text", "chinese_text", "data_faults", "dialogue", "errors", "face", "flags", "number_text"),
        *("registry", "relative_dates", "seeding", "values"),
    ),
    ("memory", "rewards", "scenarios"),
    ("agents",),
    ("envs",),
    ("datasets", "integrations"),
    ("evaluation", "testing"),
    ("cli", "viewer", "__main__"),
)
"""Who lives where. The modules of floor 0 may import each other; rooms of one floor may not."""

FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

FACE = "regulars"
"""The package's own `__init__`: it opens every room, and none but the top floor leans on it."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(dotted: str) -> str:
    """The room of `regulars.memory.protocol` is `memory`; of `regulars` alone, the face."""
    parts = dotted.split(".")
    return parts[1] if len(parts) > 1 else FACE


def name_of(path: Path) -> str:
    parts = [FACE, *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(source: str, module: str, is_package: bool = False) -> list[tuple[int, str]]:
    """Line and dotted name of all that `module` imports from this package."""
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            origin = node.module or ""
            if node.level:
                parts = module.split(".")
                here = parts[: len(parts) - node.level + is_package]
                origin = ".".join([*here, *([node.module] if node.module else [])])
            if origin == FACE:
                found += [(node.lineno, _under_face(alias.name)) for alias in node.names]
            else:
                found.append((node.lineno, origin))
    return [(line, name) for line, name in found if name.split(".")[0] == FACE]


def _under_face(name: str) -> str:
    """`from regulars import X`: the room X if it is one, else something of the face."""
    there = (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file() or name in FLOOR
    return f"{FACE}.{name}" if there else FACE


def may_import(room: str, other: str) -> bool:
    if room in (FACE, other):
        return True
    if other == FACE:
        return FLOOR[room] == len(FLOORS) - 1
    if FLOOR[room] == FLOOR[other] == 0:
        return True
    return FLOOR[other] < FLOOR[room]


@pytest.mark.parametrize("path", MODULES, ids=[name_of(path) for path in MODULES])
def test_a_module_imports_only_from_the_floors_below(path):
    module = name_of(path)
    room = room_of(module)
    assert room == FACE or room in FLOOR, f"{module} stands in no room of the table in {Path(__file__).name}"
    source = path.read_text(encoding="utf-8")
    for line, name in imported(source, module, path.name == "__init__.py"):
        other = room_of(name)
        assert other == FACE or other in FLOOR, f"{path}:{line}: {name} is in no room of the table"
        assert may_import(room, other), f"{path}:{line}: {room} may not import {name}"


@pytest.mark.parametrize(
    ("room", "other"),
    [
        ("memory", "scenarios"),
        ("memory", "rewards"),
        ("rewards", "agents"),
        ("rewards", "memory"),
        ("scenarios", "envs"),
        ("agents", "envs"),
        ("envs", "datasets"),
        ("datasets", "integrations"),
        ("evaluation", "cli"),
        ("values", "memory"),
        ("memory", "regulars"),
    ],
)
def test_the_table_forbids(room, other):
    assert not may_import(room, other)


@pytest.mark.parametrize(
    ("statement", "room"),
    [
        ("import regulars.scenarios.world", "scenarios"),
        ("from regulars.scenarios import world", "scenarios"),
        ("from regulars import scenarios", "scenarios"),
        ("from regulars import Cast", FACE),
        ("from ..scenarios import world", "scenarios"),
        ("from .. import scenarios", "scenarios"),
        ("def f():\n    from regulars.scenarios.world import Fact", "scenarios"),
        ("if TYPE_CHECKING:\n    from regulars.scenarios.world import Fact", "scenarios"),
    ],
)
def test_the_walk_sees_every_way_to_import(statement, room):
    ((_, name),) = imported(statement, "regulars.memory.protocol")
    assert room_of(name) == room


def test_the_walk_resolves_relative_imports_in_a_package():
    assert imported("from . import protocol", "regulars.memory", True) == [(1, "regulars.memory")]
    assert imported("from .protocol import Cue", "regulars.memory", True) == [(1, "regulars.memory.protocol")]
    assert imported("import json\nfrom pathlib import Path", "regulars.memory.protocol") == []
