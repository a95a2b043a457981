"""All parts of memories: their settings have the ranges that their docstrings give, and none can be changed later."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from dataclasses import MISSING, fields, is_dataclass, replace

import pytest
from by_hand import Notation

import regulars.memory
from regulars.errors import ConfigurationError
from regulars.memory.embedders import HashedEmbedder
from regulars.memory.parts.consolidation.trees import Runs
from regulars.memory.parts.learning.experiences import Unled
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.scoring.fusion import Cascade

STATES = {"Warm", "Record", "_Waiting", "_ScopeCounts", "_Lost"}
"""What trackers and guards count in; their fields change."""

NEEDED = {
    "reader": Notation(),
    "score": Single("x"),
    "group": Runs(),
    "embedder": HashedEmbedder(),
    "cascade": Cascade("x", "y"),
    "LessonReader": Unled(),
    "str": "x",
    "int": 2,
    "float": 1.0,
}
"""A value for each setting without a default, by its name or its type; tuples are empty."""

WIDE = {"Plots": {"width": 1000}, "KeepShare": {"high": 1.0}}
"""Settings that leave the other one of a pair its whole range."""


def classes() -> list[type]:
    """All dataclasses of the room."""
    found = {}
    for module in pkgutil.walk_packages(regulars.memory.__path__, "regulars.memory."):
        if module.name.split(".")[-1] in ("chroma", "chroma_client"):
            continue  # needs a package that may not be there
        for thing in vars(importlib.import_module(module.name)).values():
            if inspect.isclass(thing) and is_dataclass(thing) and thing.__module__ == module.name:
                found[f"{module.name}.{thing.__qualname__}"] = thing
    return list(found.values())


CLASSES = classes()


def test_values_and_parts_cannot_change_and_have_no_room_for_more():
    assert len(CLASSES) > 120
    thawed = {one.__name__ for one in CLASSES if not one.__dataclass_params__.frozen}
    assert thawed == STATES
    assert [one.__name__ for one in CLASSES if "__slots__" not in vars(one)] == []


def ranges() -> list[tuple[type, str, float | None, float]]:
    """The ranges that docstrings give: class, setting, lowest (None if it is no number) and highest value."""
    found = []
    for one in (one for one in CLASSES if hasattr(one, "__post_init__")):
        listed = inspect.getdoc(one).partition("\nAttributes:\n")[2]
        for name, said in re.findall(r"^    (\w+): (.*(?:\n     .*)*)", listed, re.MULTILINE):
            match = re.search(
                r"(?:([\d.,]+)|`\w+`(?: \+ 1)?)\s+to\s+([\d.,]*\d)|[Ii]n ([\[(])([\d.]+), ([\d.]+)\]", said
            )
            if match is None or {field.name: field.type for field in fields(one)}.get(name) not in ("int", "float"):
                continue
            low, high, bracket, first, last = match.groups()
            lowest = low if bracket is None else first if bracket == "[" else None
            found.append((one, name, lowest and float(lowest.replace(",", "")), float((high or last).replace(",", ""))))
    return found


RANGES = ranges()


def made(one: type) -> object:
    """An object of a part's class with its defaults."""
    given = dict(WIDE.get(one.__name__, {}))
    for field in fields(one):
        if field.init and field.default is MISSING and field.default_factory is MISSING:
            kind = str(field.type)
            given[field.name] = NEEDED[kind] if kind in NEEDED else NEEDED.get(field.name, ())
    return one(**given)


@pytest.mark.parametrize(
    ("one", "name", "low", "high"), RANGES, ids=[f"{one.__name__}.{name}" for one, name, *_ in RANGES]
)
def test_the_documented_range_is_accepted_and_nothing_beyond_it(one, name, low, high):
    whole = {field.name: str(field.type) for field in fields(one)}[name] == "int"
    cast, step = (int, 1) if whole else (float, 1e-9)
    part = made(one)
    for value in (low, high):
        if value is not None:
            assert getattr(replace(part, **{name: cast(value)}), name) == value
    for value in (None if low is None else low - step, high + max(step, high * 1e-9 * (not whole))):
        if value is not None:
            with pytest.raises(ConfigurationError, match=f"{name} is "):
                replace(part, **{name: cast(value)})


def test_most_parts_document_a_range():
    assert len(RANGES) > 110
