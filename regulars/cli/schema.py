"""`regulars schema`: prints the JSON Schemas of the files that `evaluate` writes."""

from __future__ import annotations

import json

import msgspec

from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import UnknownNameError, did_you_mean
from regulars.evaluation.runs.finished import Results
from regulars.evaluation.runs.manifest import RunManifest

SCHEMAS: dict[str, type[msgspec.Struct]] = {"record": EpisodeRecord, "config": RunManifest, "results": Results}


def print_schema(name: str) -> None:
    """Prints a JSON Schema.

    Args:
        name: A name from `SCHEMAS`.

    Raises:
        UnknownNameError: The name is unknown.
    """
    if name not in SCHEMAS:
        raise UnknownNameError(
            f"unknown schema {name!r}",
            where="regulars schema",
            expected=", ".join(SCHEMAS),
            remedy=did_you_mean(name, SCHEMAS),
        )
    print(json.dumps(msgspec.json.schema(SCHEMAS[name]), ensure_ascii=False, indent=1))
