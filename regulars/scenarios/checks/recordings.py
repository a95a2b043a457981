"""Checks recorded scenarios: probes refer to existing turns, and time never runs backwards."""

from __future__ import annotations

from collections.abc import Iterator

from regulars.dialogue import ASSISTANT, FeedbackAction, session_id
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.world import RecordedTurn, Scenario


def check_recordings(scenario: Scenario) -> Iterator[Problem]:
    """Yields the problems with recorded turns and probes."""
    speakers = {person.id for person in scenario.persons} | {ASSISTANT}
    moments = {}
    replies: set[str] = set()
    earlier = None
    for session in scenario.sessions:
        for turn in session.turns:
            if turn.speaker not in speakers:
                yield Problem("unknown-speaker", turn.id, f"is spoken by {turn.speaker!r}")
            if earlier is not None and turn.time < earlier:
                yield Problem("time-backwards", turn.id, "has an earlier time than the turn before it")
            earlier = turn.time
            moments[turn.id] = moments[session_id(session.number)] = turn.time
            yield from _feedback(turn, replies)
            if turn.speaker == ASSISTANT:
                replies.add(turn.id)
        for act in session.agenda:  # of a recording that is lived again
            moments[act.id] = moments[session_id(session.number)] = session.start
    for probe in scenario.probes:
        if probe.before and probe.before not in moments:
            yield Problem("before-unknown", probe.id, f"is asked before turn {probe.before!r}, which does not exist")
        known = moments.get(probe.before, probe.time)
        for id in dict.fromkeys(id for alternative in probe.evidence for id in alternative):
            if id not in moments:
                yield Problem("evidence-unknown", probe.id, f"rests on turn {id!r}, which does not exist")
            elif moments[id] > known:
                yield Problem("evidence-later", probe.id, f"rests on turn {id!r}, which comes after it")


def _feedback(turn: RecordedTurn, replies: set[str]) -> Iterator[Problem]:
    shown = turn.feedback
    if shown is None:
        return
    if turn.speaker == ASSISTANT or shown.about not in replies:
        message = f"brings feedback about {shown.about!r}, which is not an earlier reply"
        yield Problem("feedback-unknown", turn.id, message)
    rated = shown.satisfaction is None or 0 <= shown.satisfaction <= 10
    if shown.action not in list(FeedbackAction) or not rated:
        message = f"brings the feedback {shown.action}, {shown.satisfaction}; expected 0 to 3, and 0 to 10 or nothing"
        yield Problem("feedback-value", turn.id, message)
