"""Which format a file is in, found by looking at its first record.

A format is an entry of kind `dataset` whose mark `shape` maps the keys that a record of it has to the value
they must have, or to None where any will do. A user's own scenario is known by its ending, `.yaml` or `.yml`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from regulars import registry
from regulars.datasets.source import open_source
from regulars.errors import DataError

if TYPE_CHECKING:
    from pathlib import Path

    from regulars.scenarios.world import Scenario

__all__ = ["read_any"]


def read_any(path: str | Path) -> list[Scenario]:
    """Reads the scenarios of a file in any registered format.

    Args:
        path: A JSON or JSON-lines file, or a scenario of the user's own in YAML.

    Raises:
        DataError: The file is missing, torn, or in no format that is known.
    """
    from regulars.scenarios.own import ENDINGS, read_own

    source = open_source(path)
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
            remedy="check that this is the file you mean, and that it is whole",
        ) from error
    keys = first if isinstance(first, dict) else {}
    for entry in registry.entries("dataset"):
        shape = entry.marks.get("shape")
        if shape and all(key in keys and value in (None, keys[key]) for key, value in shape.items()):
            scenarios: list[Scenario] = entry.load()(source.path)
            return scenarios
    found = ", ".join(map(repr, list(keys)[:6])) if keys else f"a {type(first).__name__}"
    raise DataError(
        f"the format is not known; its first record has {found}" if keys else f"the first record is {found}",
        where=str(source.path),
        expected=f"a file in one of the formats {_names()}",
        remedy="convert it first, or register a reader for it",
    )


def _names() -> str:
    return ", ".join(sorted(entry.name for entry in registry.entries("dataset"))) or "none"
