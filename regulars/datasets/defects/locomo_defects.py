"""Finds the defects of a LoCoMo file: joined, misspelt and dangling evidence, questions without evidence, dates.

It expects a file that `regulars.datasets.locomo` can read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from regulars.data_faults import Place
from regulars.datasets.defects.defect import REMOVE, Defect, DefectClass, Edit, control_characters, repeated
from regulars.datasets.defects.support import is_supported
from regulars.datasets.locomo import CATEGORIES, read_moment
from regulars.datasets.locomo_evidence import named_turns, read_turn_id

_SESSION = re.compile(r"session_([1-9]\d*)(_date_time)?")
_PLAIN = "single-hop"
"""The category whose answers stand in the evidence. Others may have to be inferred."""

_UNANSWERED = "adversarial"


def is_locomo(content: Any) -> bool:
    """Whether a file's content is a list of LoCoMo conversations."""
    return isinstance(content, list) and all(
        isinstance(one, dict) and {"sample_id", "conversation", "qa"} <= one.keys() for one in content[:1]
    ) and bool(content)  # fmt: skip


def locomo_defects(content: Sequence[Mapping[str, Any]]) -> Iterator[Defect]:
    """Yields the defects of a file in order."""
    for place in repeated([talk["sample_id"] for talk in content]):
        message = f"a second conversation has the sample_id {content[place]['sample_id']!r}"
        yield Defect(DefectClass.DUPLICATE_ID, (place, "sample_id"), message)
    for number, talk in enumerate(content):
        told = talk["conversation"]
        yield from control_characters(talk["sample_id"], (number, "sample_id"), "sample_id")
        for seat in ("speaker_a", "speaker_b"):
            yield from control_characters(told[seat], (number, "conversation", seat), "name")
        yield from _sessions(told, (number, "conversation"))
        turns = {turn["dia_id"]: _words(turn) for _, lines in _said(told) for turn in lines}
        for place, question in enumerate(talk["qa"]):
            yield from _question(question, (number, "qa", place), turns)


def _said(told: Mapping[str, Any]) -> Iterator[tuple[int, Sequence[Mapping[str, Any]]]]:
    """The sessions that have turns, by number."""
    numbers = sorted({int(match[1]) for key in told if (match := _SESSION.fullmatch(key))})
    return ((number, told[f"session_{number}"]) for number in numbers if told.get(f"session_{number}"))


def _words(turn: Mapping[str, Any]) -> str:
    return f"{turn['speaker']} {turn['text']} {turn.get('blip_caption') or ''}"


def _sessions(told: Mapping[str, Any], place: Place) -> Iterator[Defect]:
    """Yields sessions without turns, dates that run backwards, and ids that occur twice."""
    there = dict(_said(told))
    for key in told:
        match = _SESSION.fullmatch(key)
        if match and int(match[1]) not in there:
            yield Defect(
                DefectClass.EMPTY, (*place, key), f"session {match[1]} has no turns", (Edit((*place, key), REMOVE),)
            )
    latest = None
    for number, lines in there.items():
        key = f"session_{number}_date_time"
        moment = read_moment(told[key], key)
        if latest is not None and moment < latest:
            message = f"session {number} is dated {told[key]!r}, before a session ahead of it"
            yield Defect(DefectClass.TIME_BACKWARDS, (*place, key), message)
        latest = moment if latest is None else max(latest, moment)
        for turn in repeated([line["dia_id"] for line in lines]):
            where = (*place, f"session_{number}", turn, "dia_id")
            yield Defect(DefectClass.DUPLICATE_ID, where, f"{lines[turn]['dia_id']!r} is the id of an earlier turn")


def _question(question: Mapping[str, Any], place: Place, turns: Mapping[str, str]) -> Iterator[Defect]:
    """Yields the defects of a question. The first one about its evidence has the edit that repairs all of it."""
    category = CATEGORIES[question["category"]]
    answer = question.get("answer")
    if answer is None and category != _UNANSWERED:
        yield Defect(DefectClass.NO_GOLD, place, "the question has no answer")
    found, read = _evidence(question["evidence"], (*place, "evidence"), turns)
    if found and read and read != question["evidence"]:
        repair = Edit((*place, "evidence"), read)
        found[0] = Defect(found[0].kind, found[0].place, found[0].message, (repair,))
    yield from found
    if not question["evidence"]:
        yield Defect(DefectClass.NO_TARGET, (*place, "evidence"), "the question names no evidence")
    told = " ".join(turns[id] for id in read if id in turns)
    if category == _PLAIN and told and answer is not None and not is_supported(str(answer), told):
        message = f"no word of the answer {str(answer)!r:.80} stands in {', '.join(read)}"
        yield Defect(DefectClass.GOLD_UNSUPPORTED, (*place, "evidence"), message)


def _evidence(
    written: Sequence[Any], place: Place, turns: Mapping[str, str]
) -> tuple[list[Defect], list[str]]:  # fmt: skip
    """The defects of a question's evidence, and the ids of the existing turns that it means, each once."""
    found: list[Defect] = []
    read: dict[str, None] = {}
    for number, entry in enumerate(written):
        text, where = str(entry), (*place, number)
        meant = [f"D{session}:{turn}" for session, turn in named_turns(text)]
        there = [id for id in meant if id in turns]
        lost = [id for id in meant if id not in turns]
        if read_turn_id(text) is None:
            said = f"read as {', '.join(meant)}" if meant else "names no turn"
            found.append(Defect(DefectClass.MALFORMED_ID, where, f"{text!r} is no id of a turn; {said}"))
        elif text not in turns and there:
            found.append(Defect(DefectClass.EVIDENCE_UNKNOWN, where, f"{text!r} is no turn; read as {there[0]}"))
        if lost:
            message = f"{', '.join(lost)} is no turn of the conversation"
            found.append(Defect(DefectClass.EVIDENCE_UNKNOWN, where, message))
        if text in read:
            found.append(Defect(DefectClass.EVIDENCE_REPEATED, where, f"{text} is named twice"))
        read.update(dict.fromkeys(there))
    return found, list(read)
