"""Reads scenarios from a file in any known format, which it detects by the first record.

A format is a registered entry of kind `dataset`. Its mark `shape` maps the keys of a record to required values, or to
None for any value. The endings `.yaml` and `.yml` mark a scenario written by hand.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regulars import registry
from regulars.datasets.source import open_source
from regulars.errors import DataError

if TYPE_CHECKING:
    from regulars.scenarios.world import Scenario


def read_any(path: str | Path) -> list[Scenario]:
    """Reads the scenarios of a file in any registered format, or of all `scenario_files` of a folder.

    Args:
        path: A JSON or JSON-lines file, a scenario in YAML, or a folder, such as `regulars generate` writes.

    Raises:
        DataError: The file is missing, incomplete or in an unknown format, or the folder holds no scenarios.
    """
    from regulars.datasets.episode_record import KIND as EPISODE
    from regulars.scenarios.own import ENDINGS, read_own

    place = Path(path).expanduser()
    if place.is_dir():
        files = scenario_files(place)
        if not files:
            raise DataError(
                "this folder holds no scenarios",
                where=str(place),
                expected=f"files ending in {' or '.join(('.jsonl', *ENDINGS))}",
                remedy="name a file, or the folder that generate wrote",
            )
        return [scenario for file in files for scenario in read_any(file)]
    source = open_source(place)
    if source.path.suffix.lower() in ENDINGS:
        return read_own(source.path)
    start = len(source.text) - len(source.text.lstrip().lstrip("[").lstrip())
    try:
        first: Any = json.JSONDecoder().raw_decode(source.text, start)[0]
    except json.JSONDecodeError as error:
        raise DataError(
            f"the first record cannot be read ({error.msg})",
            where=f"{source.path}, line {error.lineno}, column {error.colno}",
            expected=f"a file in one of the formats {_names()}",
            remedy="check that this is the right file, and that it is complete",
        ) from error
    except (RecursionError, ValueError) as error:
        raise DataError(
            "the first record is nested too deeply, or holds a number that is too long",
            where=str(source.path),
            expected=f"a file in one of the formats {_names()}",
            remedy="check that this is the right file",
        ) from error
    keys = first if isinstance(first, dict) else {}
    if keys.get("kind") == EPISODE:
        raise DataError(
            "these are the episodes of a run, not scenarios",
            where=str(source.path),
            expected=f"a file in one of the formats {_names()}",
            remedy="use regulars replay or regulars explain for a run, or name the data of the run",
        )
    for entry in registry.entries("dataset"):
        shape = entry.marks.get("shape")
        if shape and all(key in keys and value in (None, keys[key]) for key, value in shape.items()):
            scenarios: list[Scenario] = entry.load()(source.path)
            return scenarios
    found = ", ".join(map(repr, list(keys)[:6])) if keys else f"a {type(first).__name__}"
    raise DataError(
        f"unknown format: its first record has {found}" if keys else f"the first record is {found}",
        where=str(source.path),
        expected=f"a file in one of the formats {_names()}",
        remedy="convert it first, or register a reader for it",
    )


def scenario_files(folder: Path) -> list[Path]:
    """The files of a folder whose endings mark scenarios, sorted by name."""
    from regulars.scenarios.own import ENDINGS

    return sorted(file for file in folder.iterdir() if file.suffix.lower() in (".jsonl", *ENDINGS))


def _names() -> str:
    return ", ".join(sorted(entry.name for entry in registry.entries("dataset"))) or "none"
