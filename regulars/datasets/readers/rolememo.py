"""Reads RoleMemo's files as recorded scenarios: questions that need two facts, and memory banks.

A file of samples has insights, two fragments each, and a question that needs both. Where dialogues have been written,
they are the sessions; before that, each fragment is a session of one line. A bank is a list of facts, told one a line,
whose insights become memory points that refer to facts.

Source: RoleMemo / DualMem.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from regulars.agents.writing.persona_file import TYPES, describe_persona, typed_insight
from regulars.datasets.readers.fields import Field, shown
from regulars.datasets.recording import Recording
from regulars.datasets.source import SourceFile, open_source
from regulars.dialogue import ASSISTANT, turn_id
from regulars.errors import DataError
from regulars.scenarios.memory_points import MARK, MemoryPoint, to_mark
from regulars.scenarios.world import Scenario
from regulars.values import normalise

LICENCE = "not stated"

FIRST = datetime(2024, 1, 1, 9, tzinfo=UTC)
"""The start of the first session; each further one begins a day later. The data names no times."""

SAME = 0.5
"""The share of a fragment's words from which a line tells it, as in RoleMemo's difficulty check (above one half)."""

FEWEST_REFS = 2
"""On how many facts an insight rests at least."""

_EXPECTED = "RoleMemo's file: an object with persona and samples, or a bank with facts and insights"
_SPEAKERS = {"user": "user", "assistant": ASSISTANT, "npc": ASSISTANT}


def read(path: str | Path) -> list[Scenario]:
    """Reads a file of samples or a bank.

    Args:
        path: A file of the stages `fact_query` or `dialogues`, or a memory bank.

    Returns:
        A list of one scenario. The reference of a question is its insight, as a rubric; its evidence is the turns that
        tell the two fragments.

    Raises:
        DataError: The file cannot be read, is in another format, or holds insights without samples.
    """
    source = open_source(path)
    place = Field(str(source.path), _EXPECTED)
    content = place.object(source.json(_EXPECTED))
    if "samples" in content:
        return [_samples(source, place, content)]
    if "facts" in content:
        return [_bank(source, place, content)]
    if "insights" in content:
        raise DataError(
            "the file holds a persona with insights, and no conversation",
            where=str(source.path),
            expected=_EXPECTED,
            remedy="let a model write the conversations: regulars write --pipeline rolememo --persona FILE",
        )
    raise place.wrong("the keys 'samples' and 'facts' are missing")


def _samples(source: SourceFile, place: Field, content: Mapping[str, Any]) -> Scenario:
    persona = content.get("persona")
    about: Mapping[str, Any] = persona if isinstance(persona, dict) else {}
    samples: list[Any] = place.need(content, "samples", list)
    made = Recording(
        f"rolememo@{source.sha256[:8]}",
        source.sha256[:12],
        licence=LICENCE,
        marks={"sha256": source.sha256, "times": "not in the data", "role": describe_persona(about)},
    )
    user = made.person("User", notes=str(about.get("user_description") or ""))
    for number, sample in enumerate(samples, 1):
        _sample(made, place.at(f"sample {number}"), number, sample, user)
    return made.scenario()


def _sample(made: Recording, where: Field, number: int, sample: Any, user: str) -> None:
    """Adds the sessions and the question of a sample."""
    insight: str = where.need(sample, "insight", str)
    fragments = where.texts(sample, "fragments")
    if len(fragments) != FEWEST_REFS:
        made.note("field unreadable", f"sample {number} has {len(fragments)} fragments instead of two")
    asked = sample.get("test_question")
    question: str = asked if isinstance(asked, str) else where.need(asked, "text", str)
    kind = "" if isinstance(asked, str) else TYPES.get(str(asked.get("type", "")).strip().lower(), "")
    named, words = typed_insight(insight)
    if not (kind or named):
        made.note("field unreadable", f"sample {number} has no known type; read as question")
    lines = _lines(where, sample)
    start = FIRST + timedelta(days=2 * number - 2)
    evidence: list[str] = []
    if lines:
        talk = made.session(start, f"{number}", person=user)
        for place, (speaker, text) in enumerate(lines, 1):
            talk.say(user if speaker != ASSISTANT else ASSISTANT, text, f"{number}/{place}")
        for part, fragment in enumerate(fragments, 1):
            told = _telling(lines, fragment)
            if told:
                evidence.append(f"{number}/{told}")
            else:
                made.note("evidence unknown", f"no line of sample {number} tells fragment {part}; dropped")
    else:
        for part, fragment in enumerate(fragments, 1):
            talk = made.session(start + timedelta(days=part - 1), f"{number}.{part}", person=user)
            talk.say(user, fragment, f"{number}.{part}")
            if fragment.strip():
                evidence.append(f"{number}.{part}")
    made.ask(question, words, kind=kind or named or "question", evidence=dict.fromkeys(evidence), rubric=True)


def _lines(where: Field, sample: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The dialogue of a sample, as speakers and words; empty if none has been written."""
    held = sample.get("dialogue")
    listed = held.get("dialogue") if isinstance(held, dict) else held
    if listed is None:
        return []
    if not isinstance(listed, list):
        raise where.wrong(f"the key 'dialogue' holds {shown(listed)}, which is not a list of turns")
    lines = []
    for place, turn in enumerate(listed, 1):
        at = where.at(f"turn {place}")
        role: str = at.need(turn, "role", str)
        if role.lower() not in _SPEAKERS:
            raise at.wrong(f"the key 'role' holds {shown(role)}, not one of {', '.join(_SPEAKERS)}")
        lines.append((_SPEAKERS[role.lower()], at.need(turn, "content", str)))
    return lines


def _telling(lines: Sequence[tuple[str, str]], fragment: str) -> int:
    """The number of the user's line that tells a fragment, from 1: the one with most of its words; 0 for none."""
    wanted = set(normalise(fragment).split())
    shares = [
        (len(wanted & set(normalise(text).split())) / max(len(wanted), 1), -place)
        for place, (speaker, text) in enumerate(lines, 1)
        if speaker != ASSISTANT
    ]
    share, place = max(shares, default=(0.0, 0))
    return -place if share > SAME else 0


def _bank(source: SourceFile, place: Field, content: Mapping[str, Any]) -> Scenario:
    """A memory bank as one session in which the user tells the facts."""
    facts: list[Any] = place.need(content, "facts", list)
    insights: list[Any] = place.maybe(content, "insights", list) or []
    made = Recording(
        f"rolememo@{source.sha256[:8]}",
        source.sha256[:12],
        licence=LICENCE,
        marks={"sha256": source.sha256, "times": "not in the data"},
    )
    user = made.person("User")
    talk = made.session(FIRST, "bank", person=user)
    turns: dict[str, str] = {}
    points: list[MemoryPoint] = []
    for number, fact in enumerate(facts, 1):
        at = place.at(f"fact {number}")
        id, text = _id(at, fact), at.need(fact, "text", str)
        talk.say(user, text, f"{number}")
        if not text.strip():
            continue
        if id in turns:
            made.note("id repeated", f"two facts are called {shown(id)}; the first one is cited")
        turn = turn_id(1, len(points) + 1)
        turns.setdefault(id, turn)
        points.append(MemoryPoint(id, "fact", text.strip(), 1, turn))
    for number, insight in enumerate(insights, 1):
        at = place.at(f"insight {number}")
        listed: list[Any] = at.need(insight, "refs", list)
        refs = [str(one) for one in listed if type(one) in (int, str)]
        for ref in refs:
            if ref not in turns:
                made.note("evidence unknown", f"insight {number} refers to {shown(ref)}, which is no fact; dropped")
        known = tuple(dict.fromkeys(turns[ref] for ref in refs if ref in turns))
        if len(known) < FEWEST_REFS:
            made.note("evidence missing", f"insight {number} rests on {len(known)} facts; kept")
        points.append(MemoryPoint(_id(at, insight), "insight", at.need(insight, "text", str), 1, refs=known))
    made.marks |= {MARK: to_mark(points)}
    return made.scenario()


def _id(where: Field, holder: Any) -> str:
    id = where.object(holder).get("id")
    if type(id) not in (int, str):
        raise where.wrong(f"the key 'id' holds {shown(id)}, which is not an id")
    return str(id)
