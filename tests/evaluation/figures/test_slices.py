"""Figures by session and by distance, worked out by hand."""

from __future__ import annotations

import pytest
from msgspec import structs
from small_records import START, TOLD, asked, at, episode, probe, recall

from regulars.dialogue import ASSISTANT, Feedback
from regulars.envs.life.outcomes import ConductNote, RewardNote
from regulars.envs.life.sessions import LivedSession
from regulars.errors import ConfigurationError
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.figures.metric_names import METRICS, is_metric
from regulars.evaluation.figures.slices import SLICES, check_slices, distance_range, is_slice

SESSIONS = (LivedSession(1, "ann", START, at(30)), LivedSession(2, "ann", at(1440), at(1470)))

LIFE = episode(
    probe("a", asked("correct", turn="s001.t04", horizon=3), anchor=True),
    probe("b", asked("wrong", turn="s002.t02", time=at(1441), horizon=50)),
    probe("c", asked("correct", time=at(2000), horizon=51)),  # beside the conversation, after session 2
    probe("d", asked("correct", time=at(60), horizon=801)),  # after session 1
    probe("e"),  # unreached: in no slice
    sessions=SESSIONS,
    recollections=(
        structs.replace(recall(*TOLD, tokens=10), turn="s001.t04"),
        structs.replace(recall(tokens=30), turn="s002.t06"),
        structs.replace(recall(*TOLD, tokens=80), turn="s002.t09", probe="c"),
    ),
    feedback=(Feedback("s001.t04", satisfaction=9.0), Feedback("s002.t02", satisfaction=2.0)),
    rewards=(
        RewardNote(ASSISTANT, "s001.t04", {"recall": 1.0, "cost": -0.25}),
        RewardNote("user", "s001.t04", {"served": 5.0}),
        RewardNote(ASSISTANT, "s002.t02", {"recall": -1.0}),
    ),
    conduct=(ConductNote("ann", "s001.t04", ("r1",), ()), *[ConductNote("ann", "s001.t06", ("r1",), ())] * 2,
             *[ConductNote("ann", "s002.t02", (), ("r1",))] * 3),
    score=-0.25,
)  # fmt: skip


def found(*slices: str) -> dict[str, dict[str, tuple[float, int]]]:
    rows = [row for row in pooled([LIFE], slices=slices).rows() if row.scenario == "all"]
    return {
        name: {row.metric: (row.value, row.n) for row in rows if row.slice == name}
        for name in dict.fromkeys(row.slice for row in rows)
    }


def test_figures_by_session():
    by = found("session")
    assert {name for name in by if not name.startswith("kind=")} == {"all", "session=1", "session=2"}
    first, second = by["session=1"], by["session=2"]
    assert first["accuracy_anchor"] == (1, 1)  # a
    assert first["accuracy_own"] == (1, 1)  # d, asked before session 2
    assert second["accuracy_own"] == (1 / 2, 2)  # b and c
    assert first["tokens"] == (10, 1)
    assert second["tokens"] == ((30 + 80) / 2, 2)
    assert (first["satisfaction"], second["satisfaction"]) == ((9, 1), (2, 1))
    assert (first["reward"], second["reward"]) == ((0.75, 1), (-1, 1))
    assert (first["compliance"], second["compliance"]) == ((1, 1), (0, 1))
    assert "unreached" not in first or first["unreached"] == (0, 2)


def test_figures_by_distance():
    by = found("distance")
    names = {name for name in by if name.startswith("distance=")}
    assert names == {"distance=0-50", "distance=51-100", "distance=801-"}
    assert by["distance=0-50"]["accuracy_own"] == (0, 1)  # b, at the end of the range
    assert by["distance=0-50"]["accuracy_anchor"] == (1, 1)
    assert by["distance=0-50"]["satisfaction"] == ((9 + 2) / 2, 2)  # about the replies to a and b
    assert by["distance=51-100"]["tokens"] == (80, 1)
    assert by["distance=801-"]["accuracy_own"] == (1, 1)
    assert by["distance=0-50"]["answered"] == (1 / 2, 2)


def test_slices_are_measured_on_request_alone():
    assert {name for name in found() if not name.startswith("kind=")} == {"all"}
    check_slices(SLICES)
    with pytest.raises(ConfigurationError, match="unknown slice 'sesion'"):
        check_slices(["sesion"])


@pytest.mark.parametrize(
    ("distance", "name"),
    [(0, "0-50"), (50, "0-50"), (51, "51-100"), (100, "51-100"), (101, "101-200"), (800, "401-800"), (801, "801-")],
)
def test_ranges_of_distance_meet_without_a_gap(distance, name):
    assert distance_range(distance) == name


def test_metrics_are_known_by_name():
    assert is_metric("accuracy_anchor")
    assert is_metric("turn_recall_all@3")
    assert not is_metric("accuracy_anker")
    assert not is_metric("turn_recal_all@3")
    assert all(METRICS.values())


def test_a_slice_may_be_missing_if_the_run_has_others_of_its_part():
    measured = {"all", "kind=temporal", "session=1", "distance=0-50"}
    for name in ("kind=abstention", "session=7", "distance=801-", "distance=51-100"):
        assert is_slice(name, measured)
        assert not is_slice(name, {"all"})
    for name in ("kind=abstentoin", "session=x", "distance=0-51", "sessions=1", "all"):
        assert not is_slice(name, measured)
