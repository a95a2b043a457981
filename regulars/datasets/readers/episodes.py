"""Reads the episodes of a run as recorded scenarios, so that other memories can be measured on the same conversations.

Each valid episode becomes a recording: its transcript as recorded turns with the shown feedback, and each question that
was asked as a recorded question with its gold answer and evidence. Questions without a reference in words are left out
and noted: those about the manner of a reply, messages to other people, and reminders.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

from regulars.datasets.episode_record import EPISODES, EpisodeRecord
from regulars.datasets.record_files import read_records
from regulars.datasets.record_parts.probes import ExpectationRecord, OutcomeRecord, ProbeRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.datasets.recording import Recording
from regulars.dialogue import ASSISTANT, Feedback, Turn, is_session_id
from regulars.errors import RecordError
from regulars.rewards.verdicts.expectation import RUBRIC
from regulars.scenarios.kept import KeptScenarios
from regulars.scenarios.kinds import Form
from regulars.scenarios.world import Scenario

LICENCE = "that of the run's scenarios"

_ONE = (Form.VALUE, Form.CHOICE, Form.COUNT, Form.SUM, Form.DURATION, Form.ANY, Form.OPTION, Form.TEXT)
"""Forms with one right answer, or several of which each is right."""
_ALL = (Form.SET, Form.ORDER)
"""Forms whose answer holds all gold values."""


def read(path: str | Path) -> KeptScenarios:
    """Reads the episodes of a run, and holds one of them in memory at a time.

    Args:
        path: The folder of the run, or its `episodes.jsonl`.

    Returns:
        A sequence of one scenario for each episode that did not end by a fault, in the order of the run.
        `marks["sample_id"]` is the episode's name, and `marks["left_out"]` the number of episodes that ended by a
        fault.

    Raises:
        RecordError: The file is missing, a line is no episode record, or no episode is valid.
    """
    place = Path(path).expanduser()
    place = place / EPISODES if place.is_dir() else place
    faults = sum(not _is_readable(record) for record in read_records(place))
    found = KeptScenarios(_scenario(record, faults) for record in read_records(place) if _is_readable(record))
    if not found:
        raise RecordError(
            f"the run has no episode to read ({faults} ended by a fault)",
            where=str(place),
            expected="an episode with a transcript",
            remedy="complete the run with --resume",
        )
    return found


def _is_readable(record: EpisodeRecord) -> bool:
    return record.valid and bool(record.transcript)


def _scenario(record: EpisodeRecord, faults: int) -> Scenario:
    recording = recording_of(record)
    recording.marks |= {"left_out": str(faults)} if faults else {}
    return recording.scenario()


def recording_of(record: EpisodeRecord) -> Recording:
    """Returns an episode as a recording under construction."""
    name = str(record.key)
    made = Recording(
        f"{record.scenario.suite or record.key.scenario}+run",
        name,
        licence=LICENCE,
        language=record.scenario.language,
        marks={"sample_id": name, "scenario": record.scenario.id, "hash": record.hash},
    )
    persons = _persons(record, made)
    shown = feedback_by_turn(record.transcript, record.feedback)
    talk, number = None, None
    starts = {session.number: session.started for session in record.sessions}
    for turn in record.transcript:
        if talk is None or turn.session != number:
            number = turn.session
            start = min(starts.get(number, turn.time), turn.time)
            talk = made.session(start, f"s{number:03d}", person=persons[turn.person])
        speaker = persons.get(turn.speaker, turn.speaker)
        given = shown.get(turn.id)
        if given is None:
            talk.say(speaker, turn.text, turn.id, turn.time)
        else:
            talk.say(
                *(speaker, turn.text, turn.id, turn.time),
                action=given.action, satisfaction=given.satisfaction, remark=given.text, about=given.about,
            )  # fmt: skip
    for probe in record.probes:
        for outcome in probe.outcomes[:1]:
            _ask(made, record.transcript, probe, outcome, persons)
    return made


def feedback_by_turn(transcript: Sequence[Turn | TurnRecord], feedback: Iterable[Feedback]) -> dict[str, Feedback]:
    """Feedback by the id of the turn that carries it: the person's first turn after the feedback is due."""
    places = {turn.id: place for place, turn in enumerate(transcript)}
    found: dict[str, Feedback] = {}
    for one in feedback:
        for turn in transcript[places[one.about] + 1 :]:
            is_due = one.time is None or turn.time >= one.time
            if turn.speaker != ASSISTANT and is_due and turn.id not in found:
                found[turn.id] = one
                break
    return found


def _persons(record: EpisodeRecord, made: Recording) -> dict[str, str]:
    """The persons of the recording by their ids in the record."""
    said = {turn.speaker: turn for turn in reversed(record.transcript)}
    heard = {turn.person: turn for turn in reversed(record.transcript)}
    persons = {}
    for number, id in enumerate(record.scenario.persons, 1):
        turn = said.get(id) or heard.get(id)
        name = turn.name if turn is not None and turn.speaker == id else f"Person {number}"
        persons[id] = made.person(name, scope=turn.scope if turn is not None else id)
    return persons


def _ask(
    made: Recording,
    transcript: Sequence[TurnRecord],
    probe: ProbeRecord,
    outcome: OutcomeRecord,
    persons: Mapping[str, str],
) -> None:
    """Adds the question of an outcome, if it has words and a reference."""
    key = outcome.expectation
    words, before = _asked(transcript, outcome)
    golds = _golds(key, probe.form) if key is not None else None
    if key is None or golds is None or not words or not {probe.owner, probe.asker} <= persons.keys():
        reason = "was never answerable or void" if key is None else "has no reference in words"
        made.note("question left out", f"question {probe.id} ({probe.kind}, {probe.form}) {reason}")
        return
    by_session = [ids for ids in outcome.evidence if any(map(is_session_id, ids))]
    made.ask(
        words,
        *golds,
        kind=probe.kind,
        sessions=by_session[0] if by_session else (),
        alternatives=[ids for ids in outcome.evidence if ids not in by_session],
        options=key.options,
        rubric=key.category == RUBRIC,
        answerable=key.answerable,
        before=before,
        time=outcome.time,
        about=persons[probe.owner],
        asker=persons[probe.asker],
    )


def _asked(transcript: Sequence[TurnRecord], outcome: OutcomeRecord) -> tuple[str, str]:
    """The words of a question, and the turn before which it is asked; empty for between sessions."""
    places = {turn.id: place for place, turn in enumerate(transcript)}
    if outcome.turn in places:  # in the conversation: the line before the reply
        place = places[outcome.turn]
        line = transcript[place - 1] if place else None
        return ("", "") if line is None or line.speaker == ASSISTANT else (line.text, outcome.turn)
    return outcome.question, _within(transcript, outcome.time)


def _within(transcript: Sequence[TurnRecord], time: datetime) -> str:
    """The turn of a session under way at a time before which a question was asked; empty between sessions."""
    last = None
    for turn in transcript:
        if turn.time >= time:
            is_within = last is not None and last.session == turn.session
            return turn.id if is_within or turn.time == time else ""
        last = turn
    return ""


def _golds(key: ExpectationRecord, form: Form) -> tuple[str, ...] | None:
    """The reference answers; None for a form without one."""
    if not key.answerable:
        return key.gold
    if form in _ALL:
        return (", ".join(key.gold),) if key.gold else None
    return key.gold if form in _ONE and key.gold else None
