"""Figures of streams: scores by block and training, transfer, and what a half or a fault leaves out."""

from __future__ import annotations

import pytest
from small_records import asked, episode, faulty, figures_of, placed, probe, rows_of

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.people import RuleRecord
from regulars.envs.life.outcomes import ConductNote
from regulars.errors import RecordError
from regulars.evaluation.figures.curves import (
    average_accuracy,
    backward_transfer,
    figures,
    forgetting,
    forward_transfer,
    gain,
)

SCORES = {
    (0, 1): 0.95, (0, 2): 0.2, (0, 3): 0.3,
    (1, 1): 0.9, (1, 2): 0.4, (1, 3): 0.3,
    (2, 1): 0.7, (2, 2): 0.75, (2, 3): 0.5,
    (3, 1): 0.6, (3, 2): 0.8, (3, 3): 1.0,
}  # fmt: skip
"""R[i, j]. Block 1 is best before training, then after block 1; block 2 after the last block, then after block 2."""
FORMULAS = (average_accuracy, backward_transfer, forward_transfer, forgetting, gain)


@pytest.mark.parametrize(
    ("figure", "by_hand"),
    [
        (average_accuracy, (0.6 + 0.8 + 1.0) / 3),
        (backward_transfer, ((0.6 - 0.9) + (0.8 - 0.75)) / 2),
        (forward_transfer, ((0.4 - 0.2) + (0.5 - 0.3)) / 2),
        # The best after one or two blocks: .9 and .75. Neither the score before training nor the last one counts.
        (forgetting, ((0.9 - 0.6) + (0.75 - 0.8)) / 2),
        (gain, ((0.6 - 0.95) + (0.8 - 0.2) + (1.0 - 0.3)) / 3),
    ],
)
def test_transfer_follows_its_formula(figure, by_hand):
    assert figure(SCORES, 3) == pytest.approx(by_hand)


def test_average_accuracy_after_some_blocks():
    assert average_accuracy(SCORES, 3, 0) == pytest.approx((0.95 + 0.2 + 0.3) / 3)
    assert average_accuracy(SCORES, 3, 2) == pytest.approx((0.7 + 0.75 + 0.5) / 3)


NEEDED = {
    average_accuracy: {(3, 1), (3, 2), (3, 3)},
    backward_transfer: {(3, 1), (1, 1), (3, 2), (2, 2)},
    forward_transfer: {(1, 2), (0, 2), (2, 3), (0, 3)},
    forgetting: {(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)},
    gain: {(3, 1), (3, 2), (3, 3), (0, 1), (0, 2), (0, 3)},
}


@pytest.mark.parametrize("figure", FORMULAS)
def test_a_figure_is_missing_if_one_of_its_cells_is(figure):
    for cell in SCORES:
        scores = {other: score for other, score in SCORES.items() if other != cell}
        assert (figure(scores, 3) is None) is (cell in NEEDED[figure])


def test_one_block_has_gain_and_accuracy_and_no_transfer():
    scores = {(0, 1): 0.25, (1, 1): 0.75}
    assert [figure(scores, 1) for figure in FORMULAS] == [0.75, None, None, None, 0.5]


# ---------------------------------------------------------------------- records of a stream


def lived(half: str, block: int, trained: int, *marks: str, anchor: bool = True, **changes: object) -> EpisodeRecord:
    """An episode of a stream with these verdicts."""
    probes = [probe(f"p{number}", asked(mark), anchor=anchor) for number, mark in enumerate(marks)]
    regime = changes.pop("regime", "on-policy")
    return episode(
        *probes, scenario=f"{half}-{block}-{trained}", config=placed(half, block, trained, regime=regime), **changes
    )


def test_a_score_is_the_mean_over_the_answers_of_an_exam():
    exams = [lived("exam", 1, 2, "correct", "wrong", "wrong", "wrong"), lived("exam", 2, 2, "correct")]
    found = rows_of(*exams)
    assert found["exam=1,trained=2", "accuracy_anchor"].value == 0.25
    assert found["all", "accuracy_anchor"].value == 0.4  # over answers: 2 of 5
    assert found["of=accuracy_anchor", "average_accuracy"].value == 0.625  # over exams: .25 and 1


RULES = (("r1", "length"), ("r2", "procedure"), ("r3", "procedure"))


def exam_of_rules(block: int, trained: int, kept: dict[str, int], own: str, anchor: str) -> EpisodeRecord:
    """An exam with two answers and four opportunities for each of three rules, of which so many are kept."""
    notes = tuple(
        ConductNote("ann", "", (rule,) if number < kept[rule] else (), () if number < kept[rule] else (rule,))
        for rule in kept
        for number in range(4)
    )
    return episode(
        probe("own", asked(own)),
        probe("anchor", asked(anchor), anchor=True),
        config=placed("exam", block, trained),
        rules=tuple(RuleRecord(person="ann", id=id, kind=kind, setting="") for id, kind in RULES),
        conduct=notes,
    )


def test_each_measure_has_transfer_of_its_own():
    exams = [
        exam_of_rules(1, 0, {"r1": 0, "r2": 0, "r3": 0}, "wrong", "wrong"),
        exam_of_rules(2, 0, {"r1": 1, "r2": 0, "r3": 0}, "wrong", "correct"),
        exam_of_rules(1, 2, {"r1": 4, "r2": 1, "r3": 0}, "correct", "wrong"),
        exam_of_rules(2, 2, {"r1": 3, "r2": 2, "r3": 0}, "correct", "correct"),
    ]
    by_hand = {
        "compliance": (5 / 12 + 4 / 12) / 2,  # 5 and 5 of 12 after, 0 and 1 of 12 before
        "manners": (4 / 4 + 2 / 4) / 2,  # r1
        "procedures": (1 / 8 + 2 / 8) / 2,  # r2 and r3
        "accuracy_own": (1 + 1) / 2,
        "accuracy_anchor": (0 + 0) / 2,
    }
    found = {slice_: row for (slice_, metric), row in rows_of(*exams).items() if metric == "gain"}
    assert {slice_: row.value for slice_, row in found.items()} == {
        f"of={measure}": pytest.approx(value, abs=1e-6) for measure, value in by_hand.items()
    }
    assert {row.n for row in found.values()} == {1}


def test_a_cell_slice_has_every_metric_but_faults_and_parts():
    record = exam_of_rules(2, 1, {"r1": 4, "r2": 1, "r3": 0}, "correct", "wrong")
    slices = {slice_ for slice_, _ in rows_of(record)}
    assert slices == {"all", "exam=2,trained=1"}  # it is not the last exam, so kinds and parts of rules are left out
    cell = figures_of(record, slice_="exam=2,trained=1")
    assert cell["compliance"] == (pytest.approx(5 / 12, abs=1e-6), 3)
    assert cell["accuracy_own"] == (1, 1)
    assert "faults" not in cell
    assert figures_of(record) == {"faults": (0, 1)}


def test_the_last_exams_have_slices_by_kind_and_by_part_of_the_rules():
    found = rows_of(exam_of_rules(2, 2, {"r1": 4, "r2": 1, "r3": 0}, "correct", "wrong"))
    assert found["kind=update", "accuracy_own"].value == 1
    assert found["rules=manners", "compliance"].value == 1
    assert found["rules=procedures", "compliance"].value == 0.125


def test_heard_lives_give_nothing_but_their_faults():
    heard = lived("heard", 1, 1, "correct", score=5.0)
    assert rows_of(heard).keys() == {("all", "faults")}
    found = figures_of(heard, lived("exam", 1, 2, "wrong"))
    assert found["accuracy_anchor"] == (0, 1)
    assert found["faults"] == (0, 2)
    assert found["reward"] == (0, 1)


def test_under_train_the_figures_are_those_of_the_train_lives():
    lives = [
        lived("train", 1, 1, "correct", regime="train", score=2.0),
        lived("train", 2, 2, "wrong", "wrong", regime="train", score=6.0),
    ]
    assert figures_of(*lives)["accuracy_anchor"] == (pytest.approx(1 / 3, abs=1e-6), 3)
    assert figures_of(*lives)["reward"] == (4, 2)
    assert figures_of(*lives, slice_="train=1")["accuracy_anchor"] == (1, 1)
    assert figures_of(*lives, slice_="train=2")["accuracy_anchor"] == (0, 2)
    assert not any(slice_.startswith("of=") for slice_, _ in rows_of(*lives))


def test_train_lives_count_nowhere_else_in_other_regimes():
    lives = [lived("train", 2, 2, "correct"), lived("exam", 1, 2, "wrong")]
    assert figures_of(*lives)["accuracy_anchor"] == (0, 1)
    assert figures_of(*lives, slice_="train=2")["accuracy_anchor"] == (1, 1)
    # A score of the train life would complete the last row of R, and with it the average accuracy.
    assert not any(slice_.startswith("of=") for slice_, _ in rows_of(*lives))


def test_off_policy_measures_the_whole_training_and_no_transfer_between_blocks():
    cells = {(1, 0): "wrong", (2, 0): "correct", (1, 2): "correct", (2, 2): "correct"}
    exams = [lived("exam", block, trained, mark) for (block, trained), mark in cells.items()]
    found = rows_of(*exams)
    transfer = {metric: row.value for (slice_, metric), row in found.items() if slice_ == "of=accuracy_anchor"}
    assert transfer == {"average_accuracy": 1, "gain": 0.5}
    curve = {slice_: row.value for (slice_, metric), row in found.items() if slice_.startswith("of=accuracy_anchor,")}
    assert curve == {"of=accuracy_anchor,trained=0": 0.5, "of=accuracy_anchor,trained=2": 1}


def test_a_fault_in_an_exam_takes_its_stream_out_of_the_figures_that_need_it():
    def stream(seed: int, first: EpisodeRecord) -> list[EpisodeRecord]:
        cells = {(2, 0): "wrong", (1, 1): "wrong", (2, 1): "correct", (1, 2): "correct", (2, 2): "wrong"}
        return [first, *(lived("exam", b, t, mark, seed=seed) for (b, t), mark in cells.items())]

    broken = faulty(scenario="exam-1-0", seed=1, config=placed("exam", 1, 0))
    records = [*stream(0, lived("exam", 1, 0, "wrong")), *stream(1, broken)]
    found = {metric: row for (slice_, metric), row in rows_of(*records).items() if slice_ == "of=accuracy_anchor"}
    # R[0][1] is needed for gain alone: 1 + 0 - 0 - 0 over two blocks, of the sound stream.
    assert {metric: (row.value, row.n) for metric, row in found.items()} == {
        "average_accuracy": (0.5, 2),
        "backward_transfer": (1, 2),
        "forward_transfer": (1, 2),
        "forgetting": (-1, 2),
        "gain": (0.5, 1),
    }
    assert figures_of(*records)["faults"] == (pytest.approx(1 / 12, abs=1e-6), 12)
    assert "accuracy_anchor" in figures_of(*records, slice_="exam=1,trained=0")


def test_systems_have_streams_of_their_own():
    cells = {(1, 0): "wrong", (2, 0): "wrong", (1, 2): "correct", (2, 2): "correct"}
    exams = [lived("exam", block, trained, mark, system="x") for (block, trained), mark in cells.items()]
    exams += [lived("exam", block, trained, "wrong", system="y") for block, trained in cells]
    for system, value in (("x", 1.0), ("y", 0.0)):
        row = rows_of(*exams, system=system)["of=accuracy_anchor", "gain"]
        assert (row.value, row.n) == (value, 1)


def test_a_stream_has_rows_for_all_its_scenarios_together():
    assert {row.scenario for row in figures([lived("exam", 1, 2, "wrong"), lived("exam", 2, 2, "wrong")])} == {"all"}


def test_a_single_life_among_streams_is_refused():
    with pytest.raises(RecordError, match=r"life/0/x.*own folder"):
        figures([lived("exam", 1, 2, "wrong"), episode()])
