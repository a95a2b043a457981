"""Rows of results: their order, their names, their means and the clusters of their intervals."""

from __future__ import annotations

import pytest
from msgspec import structs
from small_records import asked, episode, faulty, figures_of, placed, probe, rows_of, void

from regulars.datasets.episode_record import EpisodeRecord, NoiseRecord, RuleRecord
from regulars.envs.life.outcomes import ConductNote
from regulars.evaluation.figures.curves import figures
from regulars.evaluation.figures.result_rows import Pool, Row


def answers(right: int, wrong: int, **name: object) -> EpisodeRecord:
    """An episode with so many right and wrong answers."""
    marks = ["correct"] * right + ["wrong"] * wrong
    return episode(*(probe(f"p{number}", asked(mark)) for number, mark in enumerate(marks)), **name)


def test_rows_come_by_system_then_scenario_then_slice_then_metric():
    pool = Pool()
    for record in (
        episode(system="zoe", scenario="b", suite="own"),
        episode(system="amy", scenario="a", suite="core-3"),
    ):
        pool.enter(record)
    for system in ("amy", "zoe"):
        for scenario in ("b", "a", "all"):
            for slice_ in ("kind=a", "all", "aaa"):
                for metric in ("use", "stale"):
                    pool.add(system, scenario, slice_, metric, "c", 1.0)
    assert [(row.system, row.scenario, row.slice, row.metric) for row in pool.rows()] == [
        (system, scenario, slice_, metric)
        for system in ("zoe", "amy")  # as their records came
        for scenario in ("all", "a", "b")
        for slice_ in ("all", "aaa", "kind=a")
        for metric in ("stale", "use")
    ]


def test_a_row_is_the_mean_over_values_with_six_decimals():
    pool = Pool()
    pool.enter(episode(system="x", suite="core-3"))
    for cluster, values in {"c": (1.0, 0.0, 0.0, 0.5), "d": (0.5,), "e": (0.0,)}.items():
        for value in values:
            pool.add("x", "all", "all", "goal", cluster, value)
    # 2 over 6 values: .333333; the mean over clusters, (.375 + .5 + 0) / 3, would be .291667.
    assert pool.rows() == [
        Row(
            system="x", suite="core-3", scenario="all", slice="all", metric="goal", value=0.333333, n=6, ci95=(0.0, 0.5)
        )
    ]


def test_a_row_names_the_suites_of_its_scenario():
    records = [
        answers(1, 0, scenario="b", suite="smoke-4"),
        answers(1, 0, scenario="a", suite="core-3@test"),
        answers(1, 0, scenario="c", suite="smoke-4"),
    ]
    suites = {row.scenario: row.suite for row in figures(records)}
    assert suites == {"all": "smoke-4, core-3@test", "a": "core-3@test", "b": "smoke-4", "c": "smoke-4"}


def test_a_scenario_has_rows_over_its_seeds_for_the_slice_all_only():
    records = [answers(1, 0, scenario="a"), answers(0, 1, scenario="a", seed=1), answers(1, 0, scenario="b")]
    alone = rows_of(*records, scenario="a")
    assert {slice_ for slice_, _ in alone} == {"all"}
    assert (alone["all", "accuracy_own"].value, alone["all", "accuracy_own"].n) == (0.5, 2)
    assert (rows_of(*records)["kind=update", "accuracy_own"].value, len(records)) == (0.666667, 3)


def test_systems_have_figures_of_their_own():
    records = [answers(1, 0, system="x"), answers(1, 3, system="y")]
    both = [rows_of(*records, system=system)["all", "accuracy_own"] for system in ("x", "y")]
    assert [(row.value, row.n) for row in both] == [(1.0, 1), (0.25, 4)]


def test_intervals_draw_whole_episodes_and_not_answers_scenarios_or_seeds():
    # Scenario a is right under even seeds and b under odd ones: half of 16 episodes, with three answers or one.
    # 4 to 12 of 16 draws are right (see test_statistics.py): 12 of 24 answers to 36 of 40.
    parity = {"a": 0, "b": 1}
    records = [
        answers(3, 0, scenario=name, seed=seed) if seed % 2 == odd else answers(0, 1, scenario=name, seed=seed)
        for seed in range(8)
        for name, odd in parity.items()
    ]
    row = rows_of(*records)["all", "accuracy_own"]
    assert (row.value, row.n, row.ci95) == (0.75, 32, (0.5, 0.9))
    # Half of the 8 episodes of a. Of 8 draws X are right, P(X = 0) = .0039, P(X <= 1) = .0352: 3 of 10 to 21 of 22.
    row = rows_of(*records, scenario="a")["all", "accuracy_own"]
    assert (row.value, row.n, row.ci95) == (0.75, 16, (0.3, 0.954545))


def test_intervals_of_streams_draw_whole_streams():
    # Half of 16 streams are right in both of their exams: 4 to 12 of 16 draws. Of 32 exams 11 to 21 would be.
    records = [
        answers(1 - seed % 2, seed % 2, scenario=f"exam-{block}", seed=seed, config=placed("exam", block, 2))
        for seed in range(16)
        for block in (1, 2)
    ]
    row = rows_of(*records)["all", "accuracy_own"]
    assert (row.value, row.n, row.ci95) == (0.5, 32, (0.25, 0.75))
    row = rows_of(*records)["of=accuracy_own", "average_accuracy"]
    assert (row.value, row.n, row.ci95) == (0.5, 16, (0.25, 0.75))


def test_a_single_episode_has_an_interval_without_width():
    row = rows_of(answers(1, 2))["all", "accuracy_own"]
    assert (row.value, row.ci95) == (0.333333, (0.333333, 0.333333))


def test_a_fault_counts_in_its_scenario_and_over_all():
    records = [faulty(scenario="a"), answers(1, 0, scenario="b")]
    for scenario, value, n in (("all", 0.5, 2), ("a", 1.0, 1), ("b", 0.0, 1)):
        row = rows_of(*records, scenario=scenario)["all", "faults"]
        assert (row.value, row.n) == (value, n)
    assert set(rows_of(*records, scenario="a")) == {("all", "faults")}


@pytest.mark.parametrize("changes", [{"valid": False, "score": 4.0}, {"valid": True, "score": None}])
def test_an_episode_counts_only_if_it_is_valid_and_has_a_score(changes):
    found = rows_of(structs.replace(answers(1, 0), **changes))
    assert {name: row.value for name, row in found.items()} == {("all", "faults"): float(not changes["valid"])}


def test_an_episode_without_rules_has_neither_compliance_nor_opportunities():
    notes = tuple(ConductNote("ann", "", ("r1",), ()) for _ in range(3))
    assert not figures_of(episode(conduct=notes)).keys() & {"compliance", "opportunities"}


def test_rules_of_people_without_an_opportunity_have_no_compliance():
    rules = (RuleRecord(person="ann", id="r1", kind="length", setting=""),)
    found = figures_of(episode(rules=rules))
    assert found["opportunities"] == (0, 1)
    assert "compliance" not in found


def test_a_repeat_without_a_right_answer_is_no_repair():
    repeat = structs.replace(void(), attempt=2)
    assert "accuracy_repair" not in figures_of(episode(probe("p", asked("wrong"), repeat)))


def test_noise_that_touched_nothing_leaves_every_answer_plain():
    untouched = NoiseRecord(spec="typos:.1", touched=False, turns=())
    slices = {
        slice_ for slice_, metric in rows_of(structs.replace(answers(1, 1), noise=untouched)) if metric == "accuracy"
    }
    assert slices == {"noise=none"}
    assert not any(slice_.startswith("noise=") for slice_, _ in rows_of(answers(1, 1)))


def test_progress_is_told_after_each_record():
    for config in (None, placed("exam", 1, 0)):
        told: list[int] = []
        records = [answers(1, 0, seed=seed, **({"config": config} if config else {})) for seed in range(3)]
        figures((note for note in records), tick=lambda told=told: told.append(1))
        assert len(told) == 3


def test_no_records_have_no_rows():
    assert figures([]) == []
