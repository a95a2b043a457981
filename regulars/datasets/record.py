"""The episode record: one JSON line an episode, the one source of metrics, re-scoring and exports.

What is hashed depends on scenario, seeds and behaviour alone; timings and the number of attempts that it took stand
outside. Lines are appended as episodes end, and put in the order of the run at its end; a torn last line, left by a
kill, is ignored on reading and removed before the next is appended.
"""

from __future__ import annotations

import json
import os
import platform
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from regulars.agents.feedback import feedback_policy, person_node
from regulars.dialogue import ASSISTANT, Verdict, VerdictSource, count_tokens
from regulars.envs.life.clock import stamp
from regulars.envs.life.goals import project_scores
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import ProbeOutcome, statuses
from regulars.errors import RecordError
from regulars.rewards.metrics.retrieval import to_sessions
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.checks.future_leaks import sayable
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Probe
from regulars.seeding import SeedTree, content_hash

KIND = "regulars.episode"
SCHEMA = 1
_NEEDED = (
    "key", "scenario", "config", "ending", "valid", "fault", "score", "level", "transcript", "ledger", "probes",
    "recollections", "hash",
)  # fmt: skip
_PACKAGES = ("regulars", "numpy", "gymnasium", "pettingzoo")


def episode_record(
    life: Life,
    *,
    key: Mapping[str, Any],
    config: Mapping[str, Any],
    recollections: Sequence[Mapping[str, Any]] = (),
    journal: Sequence[Mapping[str, Any]] = (),
    level: str = "turn",
    fault: str = "",
    attempt: int = 1,
    timings: Mapping[str, float] | None = None,
) -> dict[str, Any]:
    """The record of an episode that has ended.

    Args:
        life: The episode.
        key: What names it in its run: scenario, seed, system.
        config: What the environment and the system were made with.
        recollections: What was recalled for each reply and probe, ids only.
        journal: The memory's operations, ids only.
        level: `turn` or `session`: what one recalled item was.
        fault: What went wrong, or which budget was used up; empty if nothing.
        attempt: 1, or more where the infrastructure failed it before; not hashed.
        timings: Seconds, and what calls of models came to; not hashed.
    """
    scenario = life.scenario
    valid = life.ending is None or life.ending.valid
    terms: dict[str, float] = {}
    for note in life.signals.reward_notes:
        if note.seat != "assistant":
            continue
        for name, value in note.terms.items():
            terms[name] = terms.get(name, 0.0) + value
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "kind": KIND,
        "key": dict(key),
        "attempt": attempt,
        "scenario": {
            "id": scenario.id,
            "source": scenario.source.value,
            "suite": scenario.suite,
            "language": scenario.language,
            "persons": [person.id for person in scenario.persons],
            "sessions": len(scenario.sessions),
        },
        "versions": dict(versions()),
        "seeds": {"root": key.get("seed"), "episode": life.seeds.key.hex()},
        "config": dict(config),
        "ending": life.ending.value if life.ending else None,
        "valid": valid,
        "fault": fault,
        "score": round(sum(terms.values()), 9) if valid else None,
        "level": level,
        "steps": life.steps,
        "sittings": [
            {
                "number": sitting.number,
                "person": sitting.person,
                "started": stamp(sitting.started),
                "ended": stamp(sitting.ended),
                "ending": sitting.ending.value if sitting.ending else None,
            }
            for sitting in life.sessions
        ],
        "transcript": [
            {
                "id": turn.id,
                "session": turn.session,
                "person": turn.person,
                **({"scope": turn.scope} if turn.scope != turn.person else {}),
                "speaker": turn.speaker,
                "name": turn.name,
                "time": stamp(turn.time),
                "text": turn.text,
            }
            for turn in life.transcript
        ],
        "ledger": {
            "disclosures": [_plain(disclosure) for disclosure in life.ledger.disclosures],
            "commitments": [_plain(commitment) for commitment in life.ledger.commitments],
            "said": dict(life.ledger.said),
        },
        **_noise(life),
        "probes": _probes(life, level),
        "recollections": list(recollections),
        "journal": list(journal),
        "replies": [_plain(reply) for reply in life.replies],
        "feedback": [_plain(feedback) for feedback in life.signals.feedbacks],
        "feedback_policy": _policy(life),
        "rewards": [{"seat": n.seat, "turn": n.turn, "terms": dict(n.terms)} for n in life.signals.reward_notes],
        "conduct": [_plain(note) for note in life.conduct],
        "rules": [
            {"person": person.id, "id": rule.id, "kind": rule.kind, "setting": rule.setting}
            for person in scenario.persons
            for rule in person.rules
        ],
        "horizon": _horizon(life),
        "caused": [
            {"time": stamp(event.time), "person": event.person, "cause": event.cause} for event in life.choices.caused
        ],
        "projects": [{**_plain(score), "total": score.total} for score in project_scores(life)],
        "unresolved": list(life.unresolved),
        "tokens": {
            "context": sum(int(note["tokens"]) for note in recollections),
            "replies": sum(count_tokens(turn.text) for turn in life.transcript if turn.speaker == ASSISTANT),
        },
    }
    record["hash"] = _hash(record)
    record["timings"] = dict(timings or {})
    return record


def is_unchanged(record: Mapping[str, Any]) -> bool:
    """Whether the hashed part of a record is as it was written."""
    hashed = {name: value for name, value in record.items() if name not in ("hash", "timings")}
    return bool(_hash(hashed) == record["hash"])


def _hash(hashed: Mapping[str, Any]) -> str:
    first = {name: 1 if name == "attempt" else value for name, value in hashed.items()}
    return content_hash(json.dumps(first, ensure_ascii=False, check_circular=False), 32)


@cache
def versions() -> Mapping[str, str]:
    """The versions of what the episode ran with."""
    found = {"python": platform.python_version()}
    for name in _PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


def _noise(life: Life) -> dict[str, Any]:
    """What noise was dialled, and which turns have which, what about; nothing where there was none at all."""
    notes = [{name: value for name, value in _plain(note).items() if value} for note in life.ledger.noise]
    return {"noise": {"spec": life.noise, "touched": bool(notes), "turns": notes}} if life.noise or notes else {}


def _horizon(life: Life) -> list[dict[str, Any]]:
    """Of each session that people acted in: up to when its person knew their life, and what its agenda lets them say.

    And of each person the life itself, so that what was said can be held against it.
    """
    scenario = life.scenario
    if scenario.source is not ScenarioOrigin.GENERATED:
        return []
    sittings = {sitting.number - life.offset for sitting in life.sessions}
    return [
        {
            "person": person.id,
            "life": [[fact.id, fact.attribute, fact.value, stamp(fact.since)] for fact in person.facts],
            "sayable": sorted({project.goal for project in person.projects}),
            "sessions": [
                [session.number + life.offset, stamp(session.start), sorted(set(sayable(session.agenda)))]
                for session in scenario.sessions
                if session.person == person.id and session.number in sittings and session.agenda
            ],
        }
        for person in scenario.persons
    ]


def _probes(life: Life, level: str) -> list[dict[str, Any]]:
    asked: dict[str, list[ProbeOutcome]] = {}
    for outcome in life.outcomes:
        asked.setdefault(outcome.probe.id, []).append(outcome)
    found = statuses(life.scenario, life.outcomes)
    acts = (act for session in life.scenario.sessions for act in session.agenda if act.probe)
    limited = {act.probe for act in acts if act.due is not None or act.within is not None}
    return [
        {
            **_plan(probe),
            **({"limited": True} if probe.id in limited else {}),
            "status": str(found[probe.id]),
            "outcomes": [_outcome(outcome, level, life.ontology) for outcome in asked.get(probe.id, [])],
        }
        for probe in life.scenario.probes
    ]


def _policy(life: Life) -> dict[str, Any]:
    """The feedback policy, and for each person who follows it: their own, and how strict they were in each session."""
    policy = feedback_policy(life.signals.policy)
    sittings = Counter(sitting.person for sitting in life.sessions)
    people = {}
    for person in life.persons:
        own = policy.settle(person_node(SeedTree(life.seeds.seed("seat", person))))
        strictness = [own.strictness(session) for session in range(1, sittings[person] + 1)]
        people[person] = {"spec": own.spec, **({"strictness": strictness} if any(strictness) else {})}
    return {"spec": life.signals.policy, "carries": policy.carries.name.lower(), "people": people}


_SELDOM = ("other", "value", "context", "contrast", "difficulty")
"""What few planned probes have: left out where it is empty."""


def _plan(probe: Probe) -> dict[str, Any]:
    plan = {
        "id": probe.id,
        "kind": str(probe.kind),
        "form": str(probe.form),
        "attribute": probe.attribute,
        "target": probe.target,
        "owner": probe.owner,
        "asker": probe.asker,
        "purpose": probe.purpose,
        "time": stamp(probe.time),
        "session": probe.session,
        "band": str(probe.band),
        "anchor": probe.anchor,
    }
    for name in _SELDOM:
        value = getattr(probe, name)
        if value:
            plan[name] = value
    return plan


def _outcome(outcome: ProbeOutcome, level: str, ontology: Ontology) -> dict[str, Any]:
    recalled = outcome.recalled
    if recalled is not None and level == "session":
        recalled = tuple(to_sessions(recalled))
    return {
        "time": stamp(outcome.time),
        "attempt": outcome.attempt,
        "status": str(outcome.status),
        "expectation": _key(outcome.expectation, ontology),
        "evidence": [list(alternative) for alternative in outcome.evidence],
        "verdict": _verdict(outcome.verdict),
        "turn": outcome.turn,
        "reply": outcome.reply,
        "answer": outcome.answer,
        "recalled": None if recalled is None else list(recalled),
        "used": None if outcome.used is None else list(outcome.used),
        "mark": list(outcome.mark),
        "horizon": outcome.horizon,
        **({"question": outcome.question} if outcome.question else {}),
        **({"noise": list(outcome.noise)} if outcome.noise else {}),
        **({"classes": {name: list(values) for name, values in outcome.classes.items()}} if outcome.classes else {}),
    }


def _key(expectation: Expectation | None, ontology: Ontology) -> dict[str, Any] | None:
    """What a verdict can be had from again; the domain by its attribute, or whole where it is no attribute's."""
    if expectation is None:
        return None
    domain = expectation.domain
    known = domain.name in ontology and ontology.domain(domain.name) is domain
    whole = {"name": domain.name, "type": domain.type.value, "unit": domain.unit, "aliases": dict(domain.aliases)}
    return {
        "domain": domain.name if known else whole,
        **({"options": list(expectation.options)} if expectation.options else {}),
        **({"over": True} if expectation.over else {}),
        "answerable": expectation.answerable,
        "gold": list(expectation.gold),
        "stale": list(expectation.stale),
        "others": list(expectation.others),
        "category": expectation.category,
    }


def _verdict(verdict: Verdict | None) -> dict[str, Any] | None:
    if verdict is None:
        return None
    found = {"kind": verdict.kind.name.lower(), "score": verdict.score}
    if verdict.late:
        return {**found, "late": True}
    if verdict.source is VerdictSource.MATCHER:
        return found
    return {**found, "source": verdict.source.name.lower(), "reason": verdict.reason}


def _plain(value: Any) -> dict[str, Any]:
    """A slotted dataclass as JSON-able data."""
    plain: dict[str, Any] = {}
    for name in value.__dataclass_fields__:
        item = getattr(value, name)
        plain[name] = stamp(item) if isinstance(item, datetime) else item
    return plain


# ---------------------------------------------------------------------- files


def append(path: Path, record: Mapping[str, Any]) -> None:
    """Appends a record as one line, and sees it onto the disk.

    Raises:
        RecordError: The file cannot be written.
    """
    _write(path, "ab", [record])


def rewrite(path: Path, records: Sequence[Mapping[str, Any]]) -> None:
    """Puts these records in the place of those that a file holds, all of them or none.

    Raises:
        RecordError: The file cannot be written.
    """
    temporary = path.with_suffix(".part")
    _write(temporary, "wb", records)
    temporary.replace(path)


def _write(path: Path, mode: str, records: Sequence[Mapping[str, Any]]) -> None:
    lines = [_line(record) for record in records]
    try:
        with path.open(mode) as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise RecordError(f"an episode cannot be written: {error}", where=str(path)) from error


def _line(record: Mapping[str, Any]) -> bytes:
    try:
        return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    except UnicodeEncodeError:  # lone surrogates are legal in a text and not in UTF-8
        return json.dumps(record, separators=(",", ":")).encode() + b"\n"


def mend(path: Path) -> None:
    """Removes a torn last line, so that the next record starts a line of its own."""
    if not path.exists():
        return
    data = path.read_bytes()
    end = data.rfind(b"\n") + 1
    if end < len(data):
        with path.open("r+b") as file:
            file.truncate(end)


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a file, in order; a torn last line is ignored.

    Raises:
        RecordError: The file is missing, or a line is no episode record of this schema.
    """
    try:
        file = path.open("rb")
    except OSError as error:
        raise RecordError(
            f"the episodes cannot be read: {error.strerror}",
            where=str(path),
            remedy="name a folder that evaluate wrote",
        ) from error
    with file:
        for number, line in enumerate(file, start=1):
            if not line.endswith(b"\n"):
                return
            yield _parse(line, path, number)


def _parse(line: bytes, path: Path, number: int) -> dict[str, Any]:
    where = f"{path}, line {number}"
    try:
        record = json.loads(line)
    except ValueError as error:
        raise RecordError("a line is no JSON", where=where, expected="one episode record a line") from error
    if not isinstance(record, dict) or record.get("kind") != KIND:
        raise RecordError("a line is no episode record", where=where, expected=f'"kind": "{KIND}"')
    if record.get("schema") != SCHEMA:
        raise RecordError(
            f"an episode record of schema {record.get('schema')}",
            where=where,
            expected=f"schema {SCHEMA}",
            remedy="read it with the version of regulars that wrote it",
        )
    lacking = [name for name in _NEEDED if name not in record]
    if lacking or set(record["key"]) != {"scenario", "seed", "system"}:
        raise RecordError(
            f"an episode record lacks {', '.join(lacking) or 'its key'}", where=where, remedy="record it anew"
        )
    return record
