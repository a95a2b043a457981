"""Reads LongMemEval (oracle, S and M) as recorded scenarios: one scenario per question, with its own history.

The ids of sessions and questions tell where the answer lies (`answer_4be1b6b4_2`) and whether there is one (`..._abs`).
So sessions and turns get numbers, and the marks hold session ids in which `answer_` ones look like any other.

Source: Wu et al., "LongMemEval: Benchmarking Chat Assistants on Long-Term Interactive Memory", arXiv 2410.10813.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from regulars.datasets.readers.fields import Field, shown
from regulars.datasets.recording import Recording
from regulars.datasets.source import open_source
from regulars.dialogue import ASSISTANT, turn_id
from regulars.scenarios.world import Scenario
from regulars.seeding import content_hash

TYPES = (
    "single-session-user",
    "single-session-assistant",
    "single-session-preference",
    "multi-session",
    "temporal-reasoning",
    "knowledge-update",
)
"""The question types, as `Probe.kind` holds them."""

LICENCE = "MIT"

SESSION_IDS = "session_ids"
"""The mark with the ids of the sessions, as a JSON list in the order of the scenario."""

_PREFERENCE = "single-session-preference"
_ABSTENTION = "_abs"
_TELLING = "answer_"
_EXPECTED = "LongMemEval's file: a list of questions with question_id, haystack_sessions and haystack_dates"
_TIMES = ("%Y/%m/%d (%a) %H:%M", "%Y/%m/%d %H:%M")
_TIME = "2023/05/30 (Tue) 23:40"


def read(path: str | Path) -> list[Scenario]:
    """Reads the file.

    Args:
        path: `longmemeval_oracle.json`, `longmemeval_s.json` or `longmemeval_m.json`.

    Returns:
        One scenario per question, in the order of the file, with one probe. Its evidence is the turns with
        `has_answer`, or the sessions in `answer_session_ids` where no turn is marked. Sessions are in calendar order,
        which differs from the file's in the oracle set.

    Raises:
        DataError: The file cannot be read or is in another format. The message names the question and the key.
    """
    source = open_source(path)
    place = Field(str(source.path), _EXPECTED)
    content = source.json(_EXPECTED)
    if not isinstance(content, list) or not content:
        what = "an empty list" if isinstance(content, list) else f"a {type(content).__name__}, not a list of questions"
        raise place.wrong(f"the file holds {what}")
    texts: dict[str, str] = {}
    seen: set[str] = set()
    scenarios = []
    for position, entry in enumerate(content, 1):
        where = place.at(f"question {position}")
        name: str = where.need(entry, "question_id", str)
        if name in seen:
            raise where.wrong(f"duplicate question_id {shown(name)}")
        seen.add(name)
        made = Recording(
            f"longmemeval@{source.sha256[:8]}",
            name,
            licence=LICENCE,
            marks={"sample_id": name, "sha256": source.sha256},
        )
        _build(made, where.at(shown(name)), entry, texts)
        scenarios.append(made.scenario())
    return scenarios


def opaque_id(id: str) -> str:
    """An id of a session that does not tell whether the session holds the answer.

    Example:
        >>> opaque_id("ultrachat_122409"), opaque_id("answer_4be1b6b4_2")
        ('ultrachat_122409', '7670711d_2')
    """
    if not id.startswith(_TELLING):
        return id
    _, _, number = id.rpartition("_")
    renamed = content_hash(id, 8)
    return f"{renamed}_{number}" if number.isdecimal() else renamed


def _build(made: Recording, where: Field, entry: Mapping[str, Any], texts: dict[str, str]) -> None:
    """Fills a recording with the history and the question of an entry."""
    ids = where.texts(entry, "haystack_session_ids")
    dates = where.texts(entry, "haystack_dates")
    sessions: list[Any] = where.need(entry, "haystack_sessions", list)
    if not len(ids) == len(dates) == len(sessions):
        counts = f"{len(sessions)} sessions, {len(ids)} ids and {len(dates)} dates"
        raise where.wrong(f"the history has {counts}")
    starts = [
        where.at(f"session {number}").moment(date, *_TIMES, such_as=_TIME) for number, date in enumerate(dates, 1)
    ]
    order = sorted(range(len(sessions)), key=lambda place: starts[place])
    user = made.person("User")
    evidence: list[str] = []
    spoken: list[str] = []
    for place in order:
        part = where.at(f"session {place + 1}")
        if not isinstance(sessions[place], list):
            raise part.wrong(f"this is {shown(sessions[place])}, not a list of turns")
        talk = made.session(starts[place], ids[place], person=user)
        for number, turn in enumerate(sessions[place], 1):
            at = part.at(f"turn {number}")
            speaker = ASSISTANT if at.one_of(turn, "role", ("user", "assistant")) == "assistant" else user
            text: str = at.need(turn, "content", str)
            id = f"{place}/{number}"
            talk.say(speaker, texts.setdefault(text, text), id)
            if at.maybe(turn, "has_answer", bool) and text.strip():
                evidence.append(id)
        if talk.has_words:
            spoken.append(opaque_id(ids[place]))
    made.marks |= {SESSION_IDS: json.dumps(spoken)}
    _ask(made, where, entry, evidence)
    made.extra[""] = json.dumps(_kept(entry, [place for place in order if _has_words(sessions[place])]))


def _kept(entry: Mapping[str, Any], order: list[int]) -> dict[str, Any]:
    """What an export needs beyond the scenario: the file's ids, dates and order, and words and marks of turns.

    `order` has the places of the sessions in the file, in the order of the scenario.
    """
    words: dict[str, str] = {}
    marks: dict[str, bool] = {}
    for number, place in enumerate(order, 1):
        said = [turn for turn in entry["haystack_sessions"][place] if turn["content"].strip()]
        for utterance, turn in enumerate(said, 1):
            id = turn_id(number, utterance)
            if turn["content"] != turn["content"].strip():
                words[id] = turn["content"]
            if turn.get("has_answer") is not None:
                marks[id] = turn["has_answer"]
    names = ("question", "answer", "question_date", "answer_session_ids")
    return {
        "ids": [entry["haystack_session_ids"][place] for place in order],
        "dates": [entry["haystack_dates"][place] for place in order],
        "order": [order.index(place) for place in sorted(order)],
        "words": words,
        "has_answer": marks,
        **{name: entry[name] for name in names if name in entry},
    }


def _has_words(session: list[Any]) -> bool:
    return any(turn["content"].strip() for turn in session)


def _ask(made: Recording, where: Field, entry: Mapping[str, Any], evidence: list[str]) -> None:
    """Adds the question. It comes after the whole history, as in LongMemEval's own evaluation."""
    question: str = where.need(entry, "question", str)
    kind = where.one_of(entry, "question_type", TYPES)
    cited = where.texts(entry, "answer_session_ids")
    answer = entry.get("answer")
    if isinstance(answer, (dict, list, bool)):
        raise where.wrong(f"the key 'answer' holds {shown(answer)}, which is not of type text")
    is_answerable = not made.name.endswith(_ABSTENTION)
    made.ask(
        question,
        *([] if answer is None else [str(answer)]),
        kind=kind,
        evidence=evidence if is_answerable else (),
        sessions=cited if is_answerable and not evidence else (),
        rubric=kind == _PREFERENCE,
        answerable=is_answerable,
        time=where.moment(where.need(entry, "question_date", str), *_TIMES, such_as=_TIME),
        at_end=True,
    )
