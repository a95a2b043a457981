"""Memories that return a text or nothing: retrieval is not measured, and lost answers are untraced."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from regulars.datasets.episode_record import EpisodeRecord
from regulars.evaluation.figures.failure_stages import ranking_of
from regulars.evaluation.figures.metrics import observations
from regulars.evaluation.play.episodes import Unit, play
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import systems
from regulars.scenarios import generate

LIFE = generate(2, sessions=8, probes_per_session=4)


class Log:
    def __init__(self) -> None:
        self.turns: list[Any] = []

    def observe(self, turn: Any) -> None:
        self.turns.append(turn)

    def newest(self, cue: Any) -> list[Any]:
        return [turn for turn in reversed(self.turns) if turn.scope == cue.scope][: cue.k]


class Text(Log):
    def recall(self, cue: Any) -> str:
        return "\n".join(turn.text for turn in self.newest(cue))


class Nothing(Log):
    def recall(self, cue: Any) -> None:
        return None


class Ranking(Log):
    def recall(self, cue: Any) -> list[Any]:
        return self.newest(cue)


class SeldomRanking(Log):
    """Returns None, but for the first recall with something to show."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = False

    def recall(self, cue: Any) -> list[Any] | None:
        found = [] if self.shown or cue.purpose == "probe" else self.newest(cue)
        self.shown = self.shown or bool(found)
        return found or None


def lived(memory: type) -> EpisodeRecord:
    (system,) = systems([memory])
    return play(Unit(LIFE, "core-5/1", 4, system), Conditions({"feedback": "evaluative"}))


def means(record: EpisodeRecord) -> dict[str, float]:
    values: dict[str, list[float]] = defaultdict(list)
    for slice_, metric, value in observations(record):
        if slice_ == "all":
            values[metric].append(value)
    return {metric: sum(found) / len(found) for metric, found in values.items()}


@pytest.mark.parametrize("memory", [Text, Nothing])
def test_what_a_text_or_nothing_rests_on_is_unknown(memory):
    record = lived(memory)
    found = means(record)
    assert not any(metric.startswith(("recall", "turn_")) for metric in found)
    assert found["failed_not_written"] == found["failed_not_recalled"] == 0
    assert found["failed_untraced"] > 0.3
    assert all(ranking_of(record, outcome) is None for probe in record.probes for outcome in probe.outcomes)


def test_a_ranking_without_a_journal_is_measured_and_counts_as_holding_all():
    found = means(lived(Ranking))
    assert 0 < found["recall_all@10"] < 1
    assert found["failed_untraced"] == found["failed_not_written"] == 0
    assert found["failed_not_recalled"] > 0


def test_nothing_counts_as_an_empty_ranking_for_a_memory_that_ranks_elsewhere():
    record = lived(SeldomRanking)
    outcomes = [outcome for probe in record.probes for outcome in probe.outcomes if not outcome.turn]
    assert len(outcomes) > 3
    assert {ranking_of(record, outcome) for outcome in outcomes} == {()}
    assert means(record)["recall_all@10"] == 0
