"""A room imports only from lower floors, and from no neighbour.

The table is the rule; the walk reads every import of every module, those inside functions and those for type
checkers included.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import regulars

PACKAGE = Path(regulars.__file__).parent

FLOORS: tuple[tuple[str, ...], ...] = (
    (
        *("calendar_text", "chinese_text", "counted", "data_faults", "dialogue", "errors", "face", "flags"),
        *("number_text", "outside_state", "registry", "relative_dates", "seeding", "speed", "strict_json"),
        "values",
    ),
    ("memory", "rewards", "scenarios"),
    ("briefing",),
    ("agents",),
    ("envs",),
    ("datasets",),
    ("evaluation", "integrations", "testing"),
    ("cli", "viewer"),
)
"""Who lives where. The modules of floor 0 may import each other; rooms of one floor may not."""

FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}

FACE = "regulars"
"""The package's own `__init__`: it opens every room, and none but the top floor leans on it."""

MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(dotted: str) -> str:
    """The room of `regulars.memory.protocol` is `memory`; of `regulars` alone, the face; `__main__` is of `cli`."""
    parts = dotted.split(".")
    if parts[1:] == ["__main__"]:
        return "cli"
    return parts[1] if len(parts) > 1 else FACE


def name_of(path: Path) -> str:
    parts = [FACE, *path.relative_to(PACKAGE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(source: str) -> ast.Module:
    return ast.parse(source)


@cache
def import_statements(source: str) -> list[ast.Import | ast.ImportFrom]:
    """All imports of a source, wherever they stand."""
    return [node for node in ast.walk(tree_of(source)) if isinstance(node, ast.Import | ast.ImportFrom)]


def imported(source: str, module: str, is_package: bool = False) -> list[tuple[int, str]]:
    """Line and dotted name of all that `module` imports from this package."""
    found: list[tuple[int, str]] = []
    for node in import_statements(source):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        else:
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


def faults_of(path: Path) -> list[str]:
    """What a module imports against the table."""
    module = name_of(path)
    room = room_of(module)
    if room != FACE and room not in FLOOR:
        return [f"{module} stands in no room of the table in {Path(__file__).name}"]
    found = []
    for line, name in imported(path.read_text(encoding="utf-8"), module, path.name == "__init__.py"):
        other = room_of(name)
        if other != FACE and other not in FLOOR:
            found.append(f"{path}:{line}: {name} is in no room of the table")
        elif not may_import(room, other):
            found.append(f"{path}:{line}: {room} may not import {name}")
    return found


def test_a_module_imports_only_from_the_floors_below():
    assert len(MODULES) > 100
    assert [fault for path in MODULES for fault in faults_of(path)] == []


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


# ---------------------------------------------------------------------- circles

PLACES = {name_of(path): path for path in MODULES}
PACKAGES = {name for name, path in PLACES.items() if path.name == "__init__.py"}
CROWD = 18
"""Modules that may stand beside each other in one folder."""


def dependencies(sources: dict[str, str], packages: set[str]) -> dict[str, set[str]]:
    """The modules that each module imports anywhere in its text, without the faces of packages."""
    found: dict[str, set[str]] = {}
    for module, source in sources.items():
        if module in packages:
            continue
        names: set[str] = set()
        for node in import_statements(source):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
            elif isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
        found[module] = {name for name in names if name in sources and name not in packages and name != module}
    return found


def folded(graph: dict[str, set[str]], folder: str) -> dict[str, set[str]]:
    """The graph among what stands directly in a folder: its modules, and its subfolders as one each."""
    within = f"{folder}."
    depth = within.count(".") + 1

    def part(name: str) -> str:
        return ".".join(name.split(".")[:depth])

    parts: dict[str, set[str]] = {}
    for name, others in graph.items():
        if name.startswith(within):
            beside = {part(other) for other in others if other.startswith(within)}
            parts.setdefault(part(name), set()).update(beside - {part(name)})
    return parts


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Some circle of the graph, from a node back to itself; empty if there is none."""
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as error:
        return list(error.args[1])
    return []


@cache
def graph_of_the_package() -> dict[str, set[str]]:
    return dependencies({name: path.read_text(encoding="utf-8") for name, path in PLACES.items()}, PACKAGES)


def test_no_files_import_each_other_in_a_circle():
    assert circle(graph_of_the_package()) == []


def test_no_parts_of_a_folder_import_each_other_in_a_circle():
    graph = graph_of_the_package()
    circles = {folder: circle(folded(graph, folder)) for folder in sorted(PACKAGES)}
    assert {folder: found for folder, found in circles.items() if found} == {}


def test_no_folder_is_crowded():
    """Group the modules of a folder that belong together."""
    beside = Counter(name.rpartition(".")[0] for name in PLACES if name not in PACKAGES)
    assert {folder: count for folder, count in beside.items() if count > CROWD} == {}


def test_a_circle_of_files_is_found_wherever_the_import_stands():
    sources = {
        "regulars.a.x": "def f():\n    from regulars.a.y import g",
        "regulars.a.y": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from regulars.a import x",
    }
    assert set(circle(dependencies(sources, set()))) == {"regulars.a.x", "regulars.a.y"}


def test_a_circle_of_folders_is_found_though_no_file_is_in_one():
    sources = {
        "regulars.a.x": "from regulars.b.z import g",
        "regulars.a.y": "",
        "regulars.b.z": "",
        "regulars.b.w": "from regulars.a.y import f",
    }
    graph = dependencies(sources, set())
    assert circle(graph) == []
    assert set(circle(folded(graph, "regulars"))) == {"regulars.a", "regulars.b"}


def test_a_class_name_has_one_meaning():
    defined: dict[str, list[str]] = {}
    for name, path in PLACES.items():
        for node in tree_of(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                defined.setdefault(node.name, []).append(name)
    assert {name: places for name, places in defined.items() if len(places) > 1} == {}


def test_the_picture_of_the_rooms_is_up_to_date():
    script = PACKAGE.parent / "docs" / "draw_rooms.py"
    run = subprocess.run([sys.executable, str(script), "--check"], check=False, timeout=60)
    assert run.returncode == 0, "python docs/draw_rooms.py"
