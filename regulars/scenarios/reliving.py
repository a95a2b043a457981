"""Makes a recorded conversation on-policy: the person says the same, and the assistant of the episode replies.

Every reply of the recording is left open. An open reply is a recorded turn of the assistant without words; at its place
the assistant acts (`envs/life/life.py`). So a memory meets its own replies, while goals, facts and dates stay those of
the data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from regulars.dialogue import ASSISTANT, turn_id
from regulars.errors import DataError
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.memory_points import MARK, memory_points, to_mark
from regulars.scenarios.world import Probe, RecordedTurn, Scenario, Session

SUFFIX = "+relived"
"""The end of the suite of a conversation that is lived again."""


def relived_recording(scenario: Scenario) -> Scenario:
    """Returns a recording with open replies.

    A reply follows each line of a person that another one, or the end of the session, does not interrupt. Questions
    that rest on words of the recorded assistant are left out and noted; feedback on its replies is dropped.

    Args:
        scenario: A recorded conversation of one person with an assistant.

    Raises:
        DataError: The scenario is generated, or people talk with each other in it.
    """
    where = f"scenario {scenario.marks.get('sample_id', scenario.id)}"
    if scenario.source is not ScenarioOrigin.RECORDED:
        raise DataError("this is no recording", where=where, remedy="play it as it is, without reliving it")
    speakers = {turn.speaker for session in scenario.sessions for turn in session.turns} - {ASSISTANT}
    if len(speakers) != 1:
        raise DataError(
            f"{len(speakers)} people speak",
            where=where,
            expected="a conversation of one person with an assistant",
            remedy="play it as a recording, without reliving it",
        )
    renamed: dict[str, str] = {}
    sessions: list[Session] = []
    for session in scenario.sessions:
        if any(turn.speaker != ASSISTANT for turn in session.turns):
            sessions.append(_opened(session, len(sessions) + 1, renamed))
    said = {turn.id for session in scenario.sessions for turn in session.turns if turn.speaker == ASSISTANT}
    probes, issues = [], list(scenario.issues)
    for probe in scenario.probes:
        if any(id in said for ids in probe.evidence for id in ids):
            issues.append(f"question left out: {where}: {probe.id} rests on words of the recorded assistant")
            continue
        probes.append(_moved(probe, renamed))
    nameless = replace(
        scenario,
        id="",
        suite=scenario.suite + SUFFIX,
        sessions=tuple(sessions),
        probes=tuple(probes),
        issues=tuple(issues),
        marks={**scenario.marks, **_points(scenario, renamed)},
        extra={},
    )
    return replace(nameless, id=scenario_id(nameless))


def _opened(session: Session, number: int, renamed: dict[str, str]) -> Session:
    """A session with open replies. Adds the new ids of its turns, and its own."""
    turns: list[RecordedTurn] = []
    renamed[f"s{session.number:03d}"] = f"s{number:03d}"
    for place, turn in enumerate(session.turns):
        if turn.speaker == ASSISTANT:
            if turns:  # a question before a reply comes before the line that it answers
                renamed[turn.id] = turns[-2 if is_open(turns[-1]) else -1].id
            continue
        id = renamed[turn.id] = turn_id(number, len(turns) + 1)
        turns.append(replace(turn, id=id, feedback=None))
        following = session.turns[place + 1] if place + 1 < len(session.turns) else None
        if following is None or following.speaker == ASSISTANT:
            moment = turn.time if following is None else following.time
            turns.append(RecordedTurn(turn_id(number, len(turns) + 1), ASSISTANT, "", moment))
    for turn in session.turns:
        renamed.setdefault(turn.id, turns[0].id)  # said before the person's first line
    return replace(session, number=number, rounds=len(turns), turns=tuple(turns))


def _moved(probe: Probe, renamed: Mapping[str, str]) -> Probe:
    evidence = tuple(tuple(renamed[id] for id in ids if id in renamed) for ids in probe.evidence)
    return replace(probe, before=renamed.get(probe.before, ""), evidence=tuple(filter(None, evidence)))


def _points(scenario: Scenario, renamed: Mapping[str, str]) -> dict[str, str]:
    """The memory points under the new ids."""
    if MARK not in scenario.marks:
        return {}
    moved = [
        replace(
            point,
            session=int(renamed.get(f"s{point.session:03d}", "s000")[1:]),
            turn=renamed.get(point.turn, ""),
            refs=tuple(renamed[id] for id in point.refs if id in renamed),
        )
        for point in memory_points(scenario)
    ]
    return {MARK: to_mark(moved)}


def is_open(turn: RecordedTurn) -> bool:
    """Whether a recorded turn is a reply that the assistant of the episode gives."""
    return turn.speaker == ASSISTANT and not turn.text
