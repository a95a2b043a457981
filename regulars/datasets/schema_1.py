"""Upgrades episode records of schema 1, which had other field names and kept verdicts of models in prose."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from regulars.datasets.episode_record import SCHEMA
from regulars.seeding import content_hash

_SOURCES = {"judge: unreadable: ": "unreadable", "judge: ": "model"}
"""Prefixes of the reason of a model's verdict, the longer one first."""


def is_unchanged_1(data: Mapping[str, Any]) -> bool:
    """Whether the hashed part is unchanged since it was written."""
    hashed = {name: value for name, value in data.items() if name not in ("hash", "timings")}
    text = json.dumps(hashed | {"attempt": 1}, ensure_ascii=False, check_circular=False)
    return bool(content_hash(text, 32) == data.get("hash"))


def upgrade_1(data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the same record as data of schema 2."""
    ledger = data["ledger"]
    return {name: value for name, value in data.items() if name != "sittings"} | {
        "schema": SCHEMA,
        "seeds": data.get("seeds", {"root": data["key"]["seed"], "episode": ""}),
        "sessions": data.get("sittings", []),
        "transcript": [{"scope": turn["person"], **turn} for turn in data["transcript"]],
        "ledger": {"disclosures": ledger["tellings"], "commitments": ledger["commitments"], "said": ledger.get("said")},
        "probes": [_probe(probe) for probe in data["probes"]],
        "recollections": [
            {**note, "hits": [[id, score, sources] for id, score, *sources in note["hits"]]}
            for note in data["recollections"]
        ],
    }


def _probe(probe: Mapping[str, Any]) -> dict[str, Any]:
    found = {name: value for name, value in probe.items() if name != "twin"}
    found["contrast"] = probe.get("twin", "")
    found["outcomes"] = [
        {
            **outcome,
            "expectation": outcome["expectation"] and {"domain": probe["attribute"], **outcome["expectation"]},
            "verdict": _verdict(outcome["verdict"]),
        }
        for outcome in probe["outcomes"]
    ]
    return found


def _verdict(verdict: Mapping[str, Any] | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    found = {name: value for name, value in verdict.items() if name != "judge"}
    said = str(verdict.get("judge", ""))
    for prefix, source in _SOURCES.items():
        if said.startswith(prefix):
            return {**found, "source": source, "reason": said.removeprefix(prefix)}
    return {**found, "source": "matcher"}
