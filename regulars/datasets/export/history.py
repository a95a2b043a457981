"""What a recorded conversation had said before a question, and its lines as chat messages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from regulars.dialogue import ASSISTANT
from regulars.memory.context_line import ASSISTANT_NAME, context_line
from regulars.rewards.choices.options import LETTERS
from regulars.scenarios.world import Probe, RecordedTurn, Scenario, Session

LANGUAGES = {"english": "en", "chinese": "zh"}
"""Codes of languages by the name of their language pack."""


def extra_of(scenario: Scenario, format: str) -> dict[str, dict[str, Any]]:
    """What a scenario that was read from a format holds beyond its fields, by place; nothing for another format."""
    if scenario.suite.partition("@")[0] != format:
        return {}
    return {place: json.loads(text) for place, text in scenario.extra.items()}


def heard_before(scenario: Scenario, probe: Probe) -> list[Session]:
    """The sessions that an assistant has heard when a question is asked; the last one perhaps in part."""
    if not probe.before:
        return [session for session in scenario.sessions if session.start <= probe.time]
    heard: list[Session] = []
    for session in scenario.sessions:
        ids = [turn.id for turn in session.turns]
        if probe.before in ids:
            said = session.turns[: ids.index(probe.before)]
            return [*heard, replace(session, turns=said)] if said else heard
        heard.append(session)
    return heard


def has_several_people(scenario: Scenario) -> bool:
    """Whether more than one person speaks."""
    return len({turn.speaker for session in scenario.sessions for turn in session.turns} - {ASSISTANT}) > 1


def as_messages(scenario: Scenario, turns: Sequence[RecordedTurn]) -> list[dict[str, str]]:
    """Turns as messages with `role` and `content`. Where several people speak, names stand before their words."""
    named = has_several_people(scenario)
    names = {person.id: person.name for person in scenario.persons}
    return [
        {
            "role": "assistant" if turn.speaker == ASSISTANT else "user",
            "content": f"{names[turn.speaker]}: {turn.text}" if named and turn.speaker != ASSISTANT else turn.text,
        }
        for turn in turns
    ]


def as_lines(scenario: Scenario, turns: Sequence[RecordedTurn]) -> list[str]:
    """Turns as dated lines with names, as memories show them."""
    names = {person.id: person.name for person in scenario.persons} | {ASSISTANT: ASSISTANT_NAME}
    return [context_line(turn.time, names[turn.speaker], turn.text) for turn in turns]


def bare_question(probe: Probe) -> str:
    """The words of a question without the options, which a recording lists behind it."""
    listed = " ".join(f"{letter}) {text}" for letter, text in zip(LETTERS.upper(), probe.options, strict=False))
    return probe.question.removesuffix(listed).strip() or probe.question
