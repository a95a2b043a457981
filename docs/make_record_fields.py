"""Writes docs/record_fields.md from the types of the files that a run consists of, and from the table of metrics.

Run: python docs/make_record_fields.py [--check]
"""

from __future__ import annotations

import argparse
import dataclasses
import inspect
import re
import sys
import typing
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import Enum
from pathlib import Path

import msgspec

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import ContentRecord, DomainRecord, ExpectationRecord, ProbeRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import Turn
from regulars.evaluation.figures.metric_names import METRICS
from regulars.evaluation.runs.finished import Results
from regulars.evaluation.runs.manifest import RunManifest
from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.scenarios.world import Probe
from regulars.values import Domain

PAGE = Path(__file__).resolve().parent / "record_fields.md"
FILES = (
    ("episodes.jsonl", EpisodeRecord, "One line of JSON for each episode, in the order of the run."),
    ("results.json", Results, "The figures of a run."),
    ("config.json", RunManifest, "The manifest: a run is resumed only with an equal one, or one with more episodes."),
)
DESCRIBED_BY: dict[type, tuple[type, ...]] = {
    TurnRecord: (Turn,),
    ProbeRecord: (Probe,),
    ExpectationRecord: (Expectation,),
    DomainRecord: (Domain,),
    ContentRecord: (Content,),
}
"""The types that describe the fields of a record which repeats them."""
HEAD = """# Fields of a run's files

`python docs/make_record_fields.py` writes this page from the types. A run has three files:
[`episodes.jsonl`](#episodesjsonl), [`results.json`](#resultsjson) and [`config.json`](#configjson). The command
`regulars schema` with `record`, `results` or `config` prints the JSON Schema of each. A field that may be missing has a
default.

"""
_PLAIN: dict[type, str] = {
    str: "text", int: "whole number", float: "number", bool: "true or false", type(None): "null", datetime: "ISO time",
}  # fmt: skip
_ATTRIBUTES = re.compile(r"^Attributes:\n((?:    .*\n?|\n)+)", re.MULTILINE)
_ENTRY = re.compile(r"^    (\w+): (.+(?:\n     +.+)*)", re.MULTILINE)


def page() -> str:
    """The whole page."""
    parts = []
    shown: dict[type, None] = {}
    for name, top, what in FILES:
        parts.append(f"## {name}\n\n{what}")
        for found in _types(top):
            if found not in shown:
                shown[found] = None
                parts.append(_section(found))
    lines = [f"| `{name}` | {meaning} |" for name, meaning in sorted(METRICS.items())]
    parts.append(
        "## Metrics\n\nThe names in the field `metric` of a row. Metrics of retrieval have a cut-off behind an `@`: "
        "`turn_recall_all@5`.\n\n| metric | mean over answers, replies or episodes of |\n|---|---|\n" + "\n".join(lines)
    )
    return HEAD + "\n\n".join(parts) + "\n"


def _types(top: type) -> Iterator[type]:
    """A type and the types of its fields, each once, in the order in which a reader meets them."""
    waiting, seen = [top], {top}
    while waiting:
        found = waiting.pop(0)
        yield found
        for kind in typing.get_type_hints(found).values():
            for inner in _inside(kind):
                if inner not in seen:
                    seen.add(inner)
                    waiting.append(inner)


def _inside(kind: object) -> Iterator[type]:
    """The records within a type such as `tuple[Turn, ...]`."""
    for argument in typing.get_args(kind):
        yield from _inside(argument)
    if isinstance(kind, type) and _fields(kind):
        yield kind


def _fields(kind: type) -> list[tuple[str, str, bool]]:
    """The fields by name and name in the file, and whether each has a default; empty for a type that is no record."""
    if issubclass(kind, msgspec.Struct):
        return [(field.name, field.encode_name, not field.required) for field in msgspec.structs.fields(kind)]
    if dataclasses.is_dataclass(kind):
        missing = dataclasses.MISSING
        return [
            (field.name, field.name, field.default is not missing or field.default_factory is not missing)
            for field in dataclasses.fields(kind)
        ]
    return []


def _section(kind: type) -> str:
    doc = inspect.cleandoc(kind.__doc__ or "")
    meanings = _meanings(kind)
    hints = typing.get_type_hints(kind)
    lines = ["| field | type | meaning |", "|---|---|---|"]
    for name, written, has_default in _fields(kind):
        optional = ", may be missing" if has_default else ""
        lines.append(f"| `{written}` | {_cell(_named(hints[name]))}{optional} | {_cell(meanings.get(name, ''))} |")
    array = "\n\nIn the file it is a list of its values, in this order." if _is_array(kind) else ""
    first = " ".join(doc.partition("\n\n")[0].split())
    return f"### `{kind.__name__}`\n\n{first}{array}\n\n" + "\n".join(lines)


def _meanings(kind: type) -> dict[str, str]:
    """The meaning of each field, from the docstrings of the type and its bases."""
    found: dict[str, str] = {}
    for one in (*DESCRIBED_BY.get(kind, ()), *reversed(kind.__mro__)):
        section = _ATTRIBUTES.search(inspect.cleandoc(one.__doc__ or "") + "\n")
        if section is not None:
            found |= {name: " ".join(text.split()) for name, text in _ENTRY.findall(section[1])}
    return found


def _is_array(kind: type) -> bool:
    return issubclass(kind, msgspec.Struct) and kind.__struct_config__.array_like


def _named(kind: object) -> str:
    """A type in words: `list of Turn`, `text or null`."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return " or ".join(f"`{value}`" for value in arguments)
    if origin is tuple:
        inner = [one for one in arguments if one is not Ellipsis]
        return f"list of {_named(inner[0])}" if Ellipsis in arguments else f"[{', '.join(map(_named, inner))}]"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return f"object of {_named(arguments[1])}"
    if arguments:
        return " or ".join(_named(one) for one in arguments if one is not msgspec.UnsetType)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return "one of " + ", ".join(f"`{member.value}`" for member in kind)
    if isinstance(kind, type) and _fields(kind):
        return f"[`{kind.__name__}`](#{kind.__name__.lower()})"
    return _PLAIN[kind] if isinstance(kind, type) and kind in _PLAIN else str(kind)


def _cell(text: str) -> str:
    return text.replace("|", r"\|")


def main() -> int:
    """Writes the page, or checks it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where the page is out of date")
    given = parser.parse_args()
    text = page()
    if given.check:
        return int(not PAGE.is_file() or PAGE.read_text("utf-8") != text)
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
