"""Checks scenarios, recorded conversations and finished episodes, and says everything that is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from regulars.datasets.formats import read_any
from regulars.datasets.record import is_unchanged, read_records
from regulars.envs.ledger import Commitment, Ledger, Telling
from regulars.envs.resolution import resolve
from regulars.errors import RecordError
from regulars.scenarios.attributes import Ontology, load_ontology
from regulars.scenarios.validate import Problem, validate_scenario
from regulars.scenarios.world import Band, Form, Probe

__all__ = ["Report", "check_sound", "validate", "validate_record"]

EPISODES = "episodes.jsonl"


@dataclass(slots=True)
class Report:
    """What a check found.

    Attributes:
        checked: What was checked, in words.
        problems: What is wrong.
        repaired: What was wrong in recorded data and what was done about it.
    """

    checked: str
    problems: list[Problem] = field(default_factory=list)
    repaired: list[str] = field(default_factory=list)


def validate(path: str | Path) -> Report:
    """Checks a scenario file, a conversation file, or the episodes of a run's folder.

    Raises:
        DataError: The file cannot be read at all.
    """
    place = Path(path)
    ontology = load_ontology()
    if place.is_dir():
        records = list(read_records(place / EPISODES))
        found = [problem for record in records for problem in validate_record(record, ontology)]
        found += _repeated("episode", [" / ".join(map(str, record["key"].values())) for record in records])
        faults = sum(not record["valid"] for record in records)
        return Report(f"{len(records)} episodes, {faults} of them ended by a fault", found)
    scenarios = read_any(place)
    problems = [problem for scenario in scenarios for problem in validate_scenario(scenario, ontology)]
    problems += _repeated("scenario", [scenario.id for scenario in scenarios])
    issues = [issue for scenario in scenarios for issue in scenario.issues]
    return Report(f"{len(scenarios)} scenarios", problems, issues)


def _repeated(kind: str, names: Sequence[str]) -> list[Problem]:
    return [
        Problem(f"duplicate-{kind}", name, f"stands {count} times")
        for name, count in Counter(names).items()
        if count > 1
    ]


def validate_record(record: Mapping[str, Any], ontology: Ontology) -> list[Problem]:
    """Checks a finished episode: its hash, its order in time, and that every key is the ledger's.

    A faulty episode is only checked for its hash.
    """
    where = f"{record['key']['system']} in {record['key']['scenario']}, seed {record['key']['seed']}"
    found = list(_hash(record, where))
    if record["valid"]:
        found += _order(record, where)
        found += _evidence(record, where)
        if record["scenario"]["source"] == "generated":
            found += _gold(record, ontology, where)
    return found


def check_sound(record: Mapping[str, Any], ontology: Ontology) -> None:
    """Raises `RecordError` if a finished episode contradicts itself, so that it is never written or scored."""
    problems = validate_record(record, ontology)
    if problems:
        raise RecordError(
            f"a finished episode does not validate: {problems[0]}",
            where="evaluate",
            remedy="report it with the seed: this is a fault of the environment",
        )


def _hash(record: Mapping[str, Any], where: str) -> Iterable[Problem]:
    if not is_unchanged(record):
        yield Problem("record-hash", where, "the record was changed after it was written")


def _order(record: Mapping[str, Any], where: str) -> Iterable[Problem]:
    seen: set[str] = set()
    last = ""
    for turn in record["transcript"]:
        if turn["id"] in seen:
            yield Problem("duplicate-turn", f"{where}, {turn['id']}", "two turns have one id")
        seen.add(turn["id"])
        if last and datetime.fromisoformat(turn["time"]) < datetime.fromisoformat(last):
            yield Problem("clock-backwards", f"{where}, {turn['id']}", "a turn is earlier than the one before it")
        last = turn["time"]


def _evidence(record: Mapping[str, Any], where: str) -> Iterable[Problem]:
    times = {turn["id"]: datetime.fromisoformat(turn["time"]) for turn in record["transcript"]}
    recorded = record["scenario"]["source"] == "recorded"
    for probe in record["probes"]:
        for outcome in probe["outcomes"]:
            asked = datetime.fromisoformat(outcome["time"])
            for turn in {turn for alternative in outcome["evidence"] for turn in alternative}:
                if turn not in times:
                    if not recorded:
                        yield Problem("dangling-evidence", f"{where}, probe {probe['id']}", f"there is no turn {turn}")
                elif times[turn] > asked:
                    yield Problem("evidence-after-question", f"{where}, probe {probe['id']}", f"{turn} comes later")


def _gold(record: Mapping[str, Any], ontology: Ontology, where: str) -> Iterable[Problem]:
    """Resolves every probe anew from the recorded ledger as it stood when the probe was asked."""
    whole = _ledger(record)
    for probe in record["probes"]:
        for outcome in probe["outcomes"]:
            resolution = resolve(_probe(probe), whole.at((outcome["mark"][0], outcome["mark"][1])), ontology)
            key = resolution.expectation
            written = outcome["expectation"]
            same = (key is None and written is None) or (
                (key is not None and written is not None)
                and (key.answerable, list(key.gold), list(key.stale))
                == (written["answerable"], written["gold"], written["stale"])
            )
            if not same or resolution.status.value != outcome["status"]:
                yield Problem("gold-not-of-ledger", f"{where}, probe {probe['id']}", "the key is not the ledger's")


def _ledger(record: Mapping[str, Any]) -> Ledger:
    ledger = Ledger()
    for telling in record["ledger"]["tellings"]:
        ledger.enter(Telling(**{**telling, "time": datetime.fromisoformat(telling["time"])}))
    for made in record["ledger"]["commitments"]:
        ledger.commit(Commitment(**{**made, "time": datetime.fromisoformat(made["time"])}))
    return ledger


def _probe(plan: Mapping[str, Any]) -> Probe:
    return Probe(
        plan["id"],
        plan["kind"],
        Form(plan["form"]),
        plan["attribute"],
        plan["owner"],
        plan["asker"],
        plan["purpose"],
        datetime.fromisoformat(plan["time"]),
        plan["session"],
        Band(plan["band"]),
        plan["anchor"],
        plan["target"],
    )
