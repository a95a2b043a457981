"""Reads LoCoMo's `locomo10.json` as recorded scenarios.

Each conversation becomes a scenario. Its two people share a memory scope. Sessions and turns keep their numbers, so
`D3:12` in the file is the turn `s003.t12`. Each question becomes an out-of-band probe after the end. The package does
not ship the file, whose licence is CC BY-NC 4.0; users name their copy.

What the file holds besides, such as links to pictures and summaries, is kept in `Scenario.extra` for an export.

Source: Maharana et al., "Evaluating Very Long-Term Conversational Memory of LLM Agents", arXiv 2402.17753.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from regulars.calendar_text import find_dates
from regulars.datasets.locomo_evidence import read_evidence, read_turn_id
from regulars.datasets.readers.fields import REMEDY, Field
from regulars.datasets.source import open_source
from regulars.dialogue import turn_id
from regulars.errors import DataError
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin
from regulars.scenarios.world import Person, Probe, RecordedTurn, Scenario, Session
from regulars.seeding import content_hash

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path


CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
"""Names of the file's category codes, as `Probe.kind` holds them."""

LICENCE = "CC BY-NC 4.0"

PACE = timedelta(seconds=30)
"""The assumed time between turns. The file gives only the start of each session."""

RELEASED_SHA256 = "79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4"
"""The hash of the file as published. `Scenario.marks["copy"]` tells whether a copy was altered."""

_FORMAT = "LoCoMo's locomo10.json: a list of conversations with sample_id, conversation and qa"
_SESSION = re.compile(r"session_([1-9]\d*)(?:_date_time)?")
_DATE = re.compile(r"(\d{1,2}):(\d{2}) ?([ap])m on (.+)", re.IGNORECASE)


def read(path: str | Path) -> list[Scenario]:
    """Reads the file.

    Args:
        path: The path of `locomo10.json`.

    Returns:
        One scenario per conversation, in the order of the file. `issues` lists repaired and dropped evidence by
        question.

    Raises:
        DataError: The file is missing, a directory, incomplete, or in another format. The message names the
            conversation and the key.
    """
    source = open_source(path)
    content = source.json(_FORMAT)
    place = str(source.path)
    if not isinstance(content, list) or not content:
        raise _foreign(place, f"the file holds a {type(content).__name__}, not a list of conversations")
    seen: set[str] = set()
    scenarios = []
    for position, entry in enumerate(content, 1):
        reader = _Conversation(place, position, entry, source.sha256)
        if reader.sample_id in seen:
            raise _foreign(reader.where, f"duplicate sample_id {reader.sample_id!r}")
        seen.add(reader.sample_id)
        scenarios.append(reader.scenario())
    return scenarios


class _Conversation:
    """Reads one entry of the file and collects its issues."""

    def __init__(self, place: str, position: int, entry: Any, sha256: str) -> None:
        self.where = f"{place}, conversation {position}"
        self.sample_id = Field(self.where, _FORMAT).name(entry, "sample_id")
        self.where += f" ({self.sample_id})"
        named = Field(self.where, _FORMAT)
        self.content: Mapping[str, Any] = named.need(entry, "conversation", dict)
        self.questions: Sequence[Any] = named.need(entry, "qa", list)
        self.sha256 = sha256
        self.issues: list[str] = []
        self.extra: dict[str, str] = {}
        self._keep("", {key: value for key, value in entry.items() if key not in ("sample_id", "conversation", "qa")})
        scope = "c" + content_hash(f"locomo {self.sample_id}", 8)
        self.persons = tuple(
            Person("p" + content_hash(f"locomo {self.sample_id} {seat}", 8), name, scope)
            for seat, name in enumerate(named.name(self.content, key) for key in ("speaker_a", "speaker_b"))
        )
        self.ids = {person.name: person.id for person in self.persons}
        if len(self.ids) < len(self.persons):
            raise _foreign(self.where, f"both speakers are called {self.persons[0].name!r}")

    def scenario(self) -> Scenario:
        sessions = self._sessions()
        asked = sessions[-1].turns[-1].time + timedelta(days=1)
        turns = {turn.id for session in sessions for turn in session.turns}
        probes = tuple(self._probe(number, question, asked, turns) for number, question in enumerate(self.questions, 1))
        nameless = Scenario(
            id="",
            source=ScenarioOrigin.RECORDED,
            suite=f"locomo@{self.sha256[:8]}",
            language="english",
            start=sessions[0].start,
            persons=self.persons,
            sessions=sessions,
            probes=probes,
            marks={
                "sample_id": self.sample_id,
                "licence": LICENCE,
                "sha256": self.sha256,
                "copy": "as released" if self.sha256 == RELEASED_SHA256 else "not the released file",
            },
            issues=tuple(self.issues),
            extra=self.extra,
        )
        return replace(nameless, id=scenario_id(nameless))

    def _keep(self, place: str, held: Mapping[str, Any]) -> None:
        """Keeps what the scenario has no field for."""
        if held:
            self.extra[place] = json.dumps(held, ensure_ascii=False)

    def _sessions(self) -> tuple[Session, ...]:
        numbers = sorted({int(match[1]) for key in self.content if (match := _SESSION.fullmatch(key))})
        sessions: list[Session] = []
        silent: list[int] = []
        for number in numbers:
            if self.content.get(f"session_{number}", []) == []:
                silent.append(number)
            else:
                sessions.append(self._session(number, sessions[-1].turns[-1].time if sessions else None))
        if not sessions:
            raise _foreign(self.where, "none of session_1, session_2, ... has a turn")
        if silent:
            left = {key: self.content[key] for number in silent for key in self._keys(number)}
            self._keep("", json.loads(self.extra.get("", "{}")) | {"conversation": left})
            self._note(f"sessions {', '.join(map(str, silent))} have no turns; left out")
        return tuple(sessions)

    def _keys(self, number: int) -> list[str]:
        return [key for key in self.content if (match := _SESSION.fullmatch(key)) and int(match[1]) == number]

    def _session(self, number: int, last: datetime | None) -> Session:
        key = f"session_{number}"
        where = f"{self.where}, {key}"
        place = Field(self.where, _FORMAT)
        lines = place.need(self.content, key, list)
        start = read_moment(place.need(self.content, f"{key}_date_time", str), f"{where}_date_time")
        if last is not None and start <= last:
            self._note(f"session {number} begins {start:%Y-%m-%d %H:%M}, before the last one ends; moved behind it")
            start = last + PACE
        turns = tuple(
            self._turn(number, line, start + PACE * place, f"{where}, turn {place + 1}")
            for place, line in enumerate(lines)
        )
        if len({turn.id for turn in turns}) < len(turns):
            raise _foreign(where, "two turns have the same dia_id")
        return Session(
            number=number,
            person=self.persons[0].id,
            start=start,
            budget=PACE * (len(turns) + 1),
            rounds=len(turns),
            purpose="conversation",
            turns=turns,
        )

    def _turn(self, session: int, line: Any, time: datetime, where: str) -> RecordedTurn:
        place = Field(where, _FORMAT)
        dia_id = place.need(line, "dia_id", str)
        name = read_turn_id(dia_id)
        if name is None or name[0] != session:
            raise _foreign(where, f"the dia_id {dia_id!r} is not one of session {session}")
        speaker = place.need(line, "speaker", str)
        if speaker not in self.ids:
            raise _foreign(where, f"the speaker {speaker!r} is neither {' nor '.join(self.ids)}")
        written = place.need(line, "text", str)
        text, id = joined(line), turn_id(*name)
        known = ("speaker", "dia_id", "text") if text == written else ("speaker", "dia_id")
        self._keep(id, {key: value for key, value in line.items() if key not in known})
        return RecordedTurn(id, self.ids[speaker], text, time)

    def _probe(self, number: int, question: Any, time: datetime, turns: set[str]) -> Probe:
        where = f"{self.where}, question {number}"
        place = Field(where, _FORMAT)
        words = place.need(question, "question", str).strip()
        category = question.get("category")
        if type(category) is not int or category not in CATEGORIES:
            raise _foreign(where, f"the category is {category!r}, not one of {', '.join(map(str, CATEGORIES))}")
        written = place.need(question, "evidence", list)
        evidence, notes = read_evidence(written, turns)
        if not written:
            notes.append("no evidence is named; kept without")
        answer = question.get("answer")
        if answer is None and CATEGORIES[category] != "adversarial":
            notes.append("no answer is given; kept as unanswerable")
        for note in notes:
            self._note(f"question {number} ({words!r}): {note}")
        asker = self.persons[0]
        id = "q" + content_hash(f"locomo {self.sample_id} {number} {words}")
        gold = "" if answer is None else str(answer).strip()
        same = {"question": words, "answer": gold, "evidence": written, "category": category}
        self._keep(id, {key: value for key, value in question.items() if key not in same or same[key] != value})
        return Probe(
            id=id,
            kind=CATEGORIES[category],
            form=Form.TEXT,
            attribute="",
            owner=self._owner(words).id,
            asker=asker.id,
            purpose="question",
            time=time,
            band=Band.OUT,
            question=words,
            gold=gold,
            evidence=(evidence,) if evidence else (),
            answerable=answer is not None,
        )

    def _owner(self, words: str) -> Person:
        """The person whom a question is about: the second if it names only the second, else the first."""
        first, second = (re.search(rf"\b{re.escape(person.name)}\b", words) for person in self.persons)
        return self.persons[1] if second and not first else self.persons[0]

    def _note(self, text: str) -> None:
        self.issues.append(f"{self.sample_id}: {text}")


def joined(line: Mapping[str, Any]) -> str:
    """The words of a turn: its text and the caption of its picture.

    Example:
        >>> joined({"text": "Look! ", "blip_caption": "a twig"})
        'Look! a twig'
    """
    parts = (str(line["text"]), str(line.get("blip_caption") or ""))
    return " ".join(part for part in map(str.strip, parts) if part)


def _foreign(where: str, what: str) -> DataError:
    return Field(where, _FORMAT).wrong(what)


def read_moment(written: str, where: str) -> datetime:
    """Reads a time such as `1:56 pm on 8 May, 2023`, as UTC, since the file names no zone."""
    match = _DATE.fullmatch(written.strip())
    days = find_dates(match[4]) if match else []
    try:
        if match is None or len(days) != 1 or not 1 <= int(match[1]) <= 12:
            raise ValueError
        hour = int(match[1]) % 12 + (12 if match[3].lower() == "p" else 0)
        return datetime.fromisoformat(days[0].value).replace(hour=hour, minute=int(match[2]), tzinfo=UTC)
    except ValueError:
        raise DataError(
            f"the time {written!r} cannot be read",
            where=where,
            expected="a time such as '1:56 pm on 8 May, 2023'",
            remedy=REMEDY,
        ) from None
