"""Records the train lives of a stream with a reference assistant, for regimes in which memories only observe.

All systems then learn from the same sessions and the same feedback, which they did not influence.
"""

from __future__ import annotations

from dataclasses import replace

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.cast import Cast
from regulars.datasets.readers.episodes import feedback_by_turn
from regulars.dialogue import Feedback
from regulars.envs.aec import LifeAEC
from regulars.envs.life.life import Life
from regulars.envs.reading.oracle_reading import OracleReading
from regulars.scenarios.files import scenario_id
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.streams.blocks import Stream
from regulars.scenarios.world import RecordedFeedback, RecordedTurn, Scenario

REFERENCE = "bm25-turn"
"""The memory of the scripted assistant in the recordings."""


def off_policy_recordings(stream: Stream, seed: int, feedback: str) -> dict[tuple[int, int], Scenario]:
    """Plays the train lives of a stream in order with the reference assistant, and returns the recordings.

    Args:
        stream: The lives.
        seed: The root seed of the episodes.
        feedback: The feedback policy.

    Returns:
        The recordings by block and place, both from 1.
    """
    env = LifeAEC(feedback=feedback, reward_to="nobody")
    cast = Cast(env, assistant=ScriptedAssistant(REFERENCE, reading=OracleReading(lambda: env.life)))
    found: dict[tuple[int, int], Scenario] = {}
    for block in stream.blocks:
        for place, life in enumerate(block.train, 1):
            cast.reset(seed=seed, options={"scenario": life}, keep=("assistant",) if found else ())
            cast.run()
            found[block.number, place] = as_recording(env.life)
    return found


def as_recording(life: Life) -> Scenario:
    """Turns a finished life into a recording with the same sessions and times, but without probes.

    Sessions after the user has left are kept, with zero turns, so that sessions keep their numbers.
    """
    shown = feedback_by_turn(life.transcript, life.signals.feedbacks)
    turns: dict[int, list[RecordedTurn]] = {}
    for turn in life.transcript:
        told = RecordedTurn(turn.id, turn.speaker, turn.text, turn.time, _recorded(shown.get(turn.id)))
        turns.setdefault(turn.session - life.offset, []).append(told)
    scenario = life.scenario
    sessions = tuple(
        replace(session, agenda=(), turns=tuple(turns.get(session.number, ()))) for session in scenario.sessions
    )
    marks = {**scenario.marks, "reference": f"scripted + {REFERENCE}"}
    made = replace(scenario, source=ScenarioOrigin.RECORDED, sessions=sessions, probes=(), marks=marks)
    return replace(made, id=scenario_id(made))


def _recorded(feedback: Feedback | None) -> RecordedFeedback | None:
    if feedback is None:
        return None
    return RecordedFeedback(feedback.about, int(feedback.action), feedback.satisfaction, feedback.text)
