"""Upgrades episode records that earlier versions wrote, so that the codec reads them as records of today.

Schema 1 had other field names and kept verdicts of models in prose. The first lines of schema 2 were longer than those
of today, with the same content: each turn had its scope, empty fields of probes were written, and hearsay had names.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from regulars.datasets.episode_record import SCHEMA
from regulars.datasets.record_parts.probes import ExpectationRecord, OutcomeRecord, ProbeRecord
from regulars.datasets.record_parts.transcript import HearsayRecord
from regulars.seeding import content_hash

_SOURCES = {"judge: unreadable: ": "unreadable", "judge: ": "model"}
"""Prefixes of the reason of a model's verdict, the longer one first."""
_HEARSAY = HearsayRecord.__struct_fields__


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


def shorten(data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the data of a long line of schema 2 as the data of a short one, and data of other forms as they are."""
    found = dict(data)
    if isinstance(turns := data.get("transcript"), list):
        found["transcript"] = [_short_turn(turn) for turn in turns]
    if isinstance(ledger := data.get("ledger"), dict) and isinstance(heard := ledger.get("hearsay"), list):
        found["ledger"] = {**ledger, "hearsay": [_short_hearsay(one) for one in heard]}
    return found


def _short_turn(turn: Any) -> Any:
    if isinstance(turn, dict) and turn.get("scope") == turn.get("person"):
        return {name: value for name, value in turn.items() if name != "scope"}
    return turn


def _short_hearsay(one: Any) -> Any:
    return [one[name] for name in _HEARSAY] if isinstance(one, dict) and one.keys() >= {*_HEARSAY} else one


def lengthen(data: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the data of a short line of schema 2 as those of a long one, with all fields in their order."""
    found = dict(data)
    found["transcript"] = [
        {"id": turn["id"], "scope": turn.get("scope", turn["person"]), **turn} for turn in data["transcript"]
    ]
    found["probes"] = [_long_probe(probe) for probe in data["probes"]]
    if heard := data["ledger"].get("hearsay"):
        found["ledger"] = data["ledger"] | {"hearsay": [dict(zip(_HEARSAY, one, strict=True)) for one in heard]}
    return found


def _long_probe(probe: Mapping[str, Any]) -> dict[str, Any]:
    return {**_full(ProbeRecord, probe, "target", ""), "outcomes": [_long_outcome(one) for one in probe["outcomes"]]}


def _long_outcome(outcome: Mapping[str, Any]) -> dict[str, Any]:
    key = outcome["expectation"]
    return {
        **_full(OutcomeRecord, outcome, "used", None),
        "expectation": key and _full(ExpectationRecord, key, "category", ""),
    }


def _full(kind: type[Struct], data: Mapping[str, Any], name: str, empty: str | None) -> dict[str, Any]:
    """The data of a record with one more field if it is missing, in the order of the fields."""
    found = {name: empty, **data}
    return {one: found[one] for one in kind.__struct_fields__ if one in found}
