"""Reads AMemGym's people as recorded scenarios: states that change over periods, and questions asked at each of them.

A person has a state: a value for each type of information. Sessions let out parts of it. Every question has one answer
for each combination of two values, and is asked after every period, so the right choice changes with the state. Before
the data is lived, a session has only the user's first line; lived sessions are read from the data or beside it.

Source: AMemGym, ICLR 2026.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from regulars.datasets.readers.fields import Field, shown
from regulars.datasets.recording import Recording
from regulars.datasets.source import open_source
from regulars.dialogue import ASSISTANT, turn_id
from regulars.rewards.choices.options import LETTERS
from regulars.scenarios.memory_points import MARK, MemoryPoint, to_mark
from regulars.scenarios.world import Scenario

LICENCE = "MIT"

INITIAL, UPDATED = "initial", "updated"
"""The kinds of questions: whether the right answer is that of the first period, or has changed since."""

STATE = "state"
"""The kind of the questions that ask for one value, which `diagnosis` adds."""

CHANCE = "chance"
"""The mark with the share of choices whose state is right: the accuracy of a random choice."""

QUESTIONS = "questions"
"""The mark with period and number of each question, as a JSON list."""

_EXPECTED = "AMemGym's file: a list of people with id, state_schema, periods and qas"
_TIMES = ("%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S", "%Y-%m-%d")
_CURRENT = re.compile(r"^\s*\[Current Time:[^\]]*\]\s*")
_NAME = re.compile(r"\bname['\"]?\s*[:=]\s*['\"]?([^\n\r,;'\"]{1,80})", re.IGNORECASE)
_ROLES = ("user", "assistant", "system")
_SPACE = 32


def read(path: str | Path, interactions: str = "", diagnosis: bool = False) -> list[Scenario]:
    """Reads the file.

    Args:
        path: `data.json`.
        interactions: The folder of lived sessions: `period_00.json` and so on, for several people in a folder for each
            id. Empty for those in the file.
        diagnosis: Whether to ask for each value of the state as well, after every period (kind `state`).

    Returns:
        One scenario for each person, in the order of the file.

    Raises:
        DataError: A file cannot be read or is in another format. The message names the person, the period and the key.
    """
    source = open_source(path)
    place = Field(str(source.path), _EXPECTED)
    content = source.json(_EXPECTED)
    people = content if isinstance(content, list) else [content]
    if not people:
        raise place.wrong("the file holds an empty list")
    scenarios = []
    for number, person in enumerate(people, 1):
        where = place.at(f"person {number}")
        id: str = where.need(person, "id", str)
        where = where.at(shown(id))
        lived = _lived(Path(interactions).expanduser(), id, len(people)) if interactions else {}
        made = Recording(
            f"amemgym@{source.sha256[:8]}", id, licence=LICENCE, marks={"sample_id": id, "sha256": source.sha256}
        )
        _Person(made, where, person, lived).fill(diagnosis)
        scenarios.append(made.scenario())
    return scenarios


def _lived(folder: Path, id: str, people: int) -> dict[int, list[Any]]:
    """The lived sessions of a person by period, from 0."""
    places = [folder / id / "interactions", folder / id, *([folder / "interactions", folder] if people == 1 else [])]
    found = next((sorted(place.glob("period_*.json")) for place in places if any(place.glob("period_*.json"))), [])
    lived = {}
    for file in found:
        number = file.stem.removeprefix("period_")
        content = open_source(file).json("a list of sessions")
        if not number.isdecimal() or not isinstance(content, list):
            raise Field(str(file), "a list of sessions, each a list of messages").wrong("this is no lived period")
        lived[int(number)] = content
    if not lived:
        raise Field(str(folder), _EXPECTED).wrong(f"there are no lived sessions of {shown(id)} (period_00.json, ...)")
    return lived


@dataclass(frozen=True, slots=True)
class _Period:
    """One period, read.

    Attributes:
        number: From 0.
        state: The values at its end.
        first: The id of its first turn with words; empty if it has none.
    """

    number: int
    state: Mapping[str, str]
    first: str


class _Person:
    """Fills the recording of one person."""

    def __init__(self, made: Recording, where: Field, person: Any, lived: Mapping[int, list[Any]]) -> None:
        self.made = made
        self.where = where
        self.data = where.object(person)
        self.lived = lived
        profile = where.maybe(self.data, "user_profile", dict) or {}
        notes = profile.get("formatted_str")
        self.user = made.person(_name_of(profile), notes=notes if isinstance(notes, str) else "")
        schema = where.need(self.data, "state_schema", dict)
        self.schema = {key: where.at("state_schema").texts(schema, key) for key in schema}
        self.exposed: dict[str, list[tuple[int, str, str]]] = {}
        """For each type of information: the period, the value and the turn of each session that lets it out."""
        self.points: list[MemoryPoint] = []
        self.spoken = 0
        self.chances: list[float] = []
        self.kept: list[dict[str, int]] = []

    def fill(self, diagnosis: bool) -> None:
        """Adds sessions and questions."""
        periods = [self._period(number, one) for number, one in enumerate(self._listed("periods"))]
        qas = self._listed("qas")
        for place, period in enumerate(periods):
            following = next((later.first for later in periods[place + 1 :] if later.first), "")
            for number, qa in enumerate(qas, 1):
                self._ask(self.where.at(f"question {number}"), number, qa, period, following)
            for key in self.schema if diagnosis else ():
                self._diagnose(key, period, following)
        self._note_choices(qas)
        chance = sum(self.chances) / len(self.chances) if self.chances else 0.0
        held = {MARK: to_mark(self.points), CHANCE: f"{chance:.3f}", QUESTIONS: json.dumps(self.kept)}
        self.made.marks |= held

    def _listed(self, key: str) -> list[Any]:
        listed: list[Any] = self.where.need(self.data, key, list)
        return listed

    # ------------------------------------------------------------------ periods

    def _period(self, number: int, period: Any) -> _Period:
        where = self.where.at(f"period {number}")
        given = where.need(period, "state", dict)
        state = {key: where.at("state").need(given, key, str) for key in given}
        for key, value in state.items():
            if value not in self.schema.get(key, [value]):
                self.made.note("field unreadable", f"period {number}: {key} is {shown(value)}, no choice of the schema")
        first = ""
        sessions: list[Any] = where.need(period, "sessions", list)
        lived = self.lived.get(number, [])
        if lived and len(lived) != len(sessions):
            count = f"period {number} has {len(sessions)} sessions, and {len(lived)} lived ones"
            self.made.note("field unreadable", f"{count}; those without a counterpart have one line")
        for place, session in enumerate(sessions):
            messages = lived[place] if place < len(lived) else None
            turn = self._session(where.at(f"session {place + 1}"), number, place + 1, session, messages)
            first = first or turn
        return _Period(number, state, first)

    def _session(self, where: Field, period: int, place: int, session: Any, lived: Any) -> str:
        """Adds a session, and returns the id of its first turn with words."""
        written: str = where.need(session, "session_time", str)
        talk = self.made.session(where.moment(written, *_TIMES, such_as="2025-03-01 18:00:00"), f"{period}/{place}")
        query: str = where.need(session, "query", str)
        messages: list[Any] = where.maybe(session, "messages", list) or [] if lived is None else lived
        if not isinstance(messages, list):
            raise where.wrong(f"the lived session is {shown(messages)}, not a list of messages")
        lines = [self._line(where.at(f"message {number}"), one) for number, one in enumerate(messages, 1)]
        lines = [line for line in lines if line[1].strip()]
        if not any(speaker != ASSISTANT for speaker, _ in lines):
            lines = [(self.user, query)]
        for number, (speaker, text) in enumerate(lines, 1):
            talk.say(speaker, text, f"{period}/{place}/{number}")
        if not talk.has_words:
            return ""
        self.spoken += 1
        at = next(number for number, (speaker, _) in enumerate(lines, 1) if speaker != ASSISTANT)
        turn = f"{period}/{place}/{at}"
        exposed = where.maybe(session, "exposed_states", dict) or {}
        for key in exposed:
            value = where.at("exposed_states").need(exposed, key, str)
            self.exposed.setdefault(key, []).append((period, value, turn))
            id = f"{period}/{place}/{key}"
            said = turn_id(self.spoken, at)
            self.points.append(MemoryPoint(id, STATE, f"{key}: {value}", self.spoken, said))
        return f"{period}/{place}/1"

    def _line(self, where: Field, message: Any) -> tuple[str, str]:
        role = where.one_of(message, "role", _ROLES)
        text: str = where.need(message, "content", str)
        if role == "system":
            return self.user, ""
        return (ASSISTANT, text) if role == "assistant" else (self.user, _CURRENT.sub("", text))

    # ------------------------------------------------------------------ questions

    def _ask(self, where: Field, number: int, qa: Any, period: _Period, following: str) -> None:
        """Asks a question after a period. Its right answer is the choice for the values of that period."""
        required = where.texts(qa, "required_info")
        lacking = [key for key in required if key not in period.state]
        wanted = [period.state.get(key, "") for key in required]
        choices: list[Any] = where.need(qa, "answer_choices", list)
        states = [where.at(f"choice {place}").texts(one, "state") for place, one in enumerate(choices, 1)]
        answers = [where.at(f"choice {place}").need(one, "answer", str) for place, one in enumerate(choices, 1)]
        right = [place for place, state in enumerate(states) if state == wanted]
        if lacking or not right or not 1 < len(choices) <= len(LETTERS):
            what = f"lacks {', '.join(lacking)}" if lacking else f"{len(right)} of {len(choices)} choices fit the state"
            self.made.note("question left out", f"question {number} after period {period.number}: {what}")
            return
        evidence = self._evidence(required, wanted, period.number, number)
        kind = INITIAL if wanted == self._first(required) else UPDATED
        query: str = where.need(qa, "query", str)
        self._put(query, right[0], kind, evidence, answers, following)
        self.chances.append(len(right) / len(choices))
        self.kept.append({"period": period.number, "question": number})

    def _put(self, query: str, right: int, kind: str, evidence: Sequence[str], options: list[str], before: str) -> None:
        letter = LETTERS[right].upper()
        self.made.ask(query, letter, kind=kind, evidence=evidence, options=options, before=before, about=self.user)

    def _first(self, required: Sequence[str]) -> list[Any]:
        """The values of the first period."""
        state = self._listed("periods")[0]["state"]
        return [state.get(key) for key in required]

    def _evidence(self, required: Sequence[str], wanted: Sequence[str], period: int, number: int) -> list[str]:
        """The turns that let out the values last."""
        found = []
        for key, value in zip(required, wanted, strict=True):
            said = [turn for at, told, turn in self.exposed.get(key, []) if at <= period and told == value]
            if said:
                found.append(said[-1])
            else:
                what = f"question {number} after period {period}: no session lets out {key} as {shown(value)}"
                self.made.note("evidence missing", what)
        return found if len(found) == len(required) else []

    def _diagnose(self, key: str, period: _Period, following: str) -> None:
        """Asks for one value of the state."""
        choices, value = self.schema[key], period.state.get(key)
        if value not in choices or not 1 < len(choices) <= len(LETTERS):
            self.made.note("question left out", f"the state {key} after period {period.number} is no choice")
            return
        query = f"What is the user's {key.replace('_', ' ')} now?"
        evidence = self._evidence([key], [value], period.number, 0)
        self._put(query, choices.index(value), STATE, evidence, choices, following)
        self.kept.append({"period": period.number, "question": 0})

    def _note_choices(self, qas: Sequence[Mapping[str, Any]]) -> None:
        """Notes questions of which two choices stand for the same state."""
        for number, qa in enumerate(qas, 1):
            states = [tuple(one["state"]) for one in qa["answer_choices"]]
            if len(set(states)) < len(states):
                self.made.note("id repeated", f"question {number} has two choices for one state; the first one counts")


def _name_of(profile: Mapping[str, Any]) -> str:
    """The name in a profile, by its key or in its words; `User` if there is none."""
    given = profile.get("name")
    if not isinstance(given, str) or not given.strip():
        found = _NAME.search(str(profile.get("formatted_str") or ""))
        given = found[1] if found else ""
    return "".join(letter for letter in given if ord(letter) >= _SPACE).strip()[:80] or "User"
