"""Cases of hand-worked figures: records, and what a reader finds with a pencil."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from regulars.datasets.episode_record import EpisodeRecord
from regulars.evaluation.figures.failure_stages import STAGES, metric_of

Figures = Mapping[str, tuple[float, int]]


class Case(NamedTuple):
    """Records, and by slice the value and the number of values of each figure.

    Attributes:
        records: The records.
        expected: The figures by slice.
        whole: Whether the slices have no other figures.
        slices: The parts of a life by which they are measured.
    """

    records: tuple[EpisodeRecord, ...]
    expected: Mapping[str, Figures]
    whole: bool = True
    slices: tuple[str, ...] = ()


def stages(**counts: int) -> dict[str, tuple[float, int]]:
    """The share of each failure stage, from the number of questions with it."""
    total = sum(counts.values())
    return {metric: (counts.get(metric, 0) / total, total) for metric in map(metric_of, STAGES)}


EPISODE = {"faults": (0, 1), "reward": (0, 1)}
"""The figures of one sound episode with reward 0 and nothing else."""


def plain(right: int, answers: int, **others: tuple[float, int]) -> dict[str, tuple[float, int]]:
    """The figures of told questions outside anchors that are right or wrong, and nothing else."""
    share = (right / answers, answers)
    none = (0, answers)
    return {
        **dict.fromkeys(("accuracy_own", "accuracy_own_planned", "accuracy_own_upper"), share),
        **dict.fromkeys(("undetermined", "structured", "stale", "leaked", "unsupported", "abstained"), none),
        **dict.fromkeys(("unreached", "void"), none),
        "coverage": (1, answers),
        **others,
    }
