"""Rows of results: their order, their names, their means and the clusters of their intervals."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import structs
from small_records import asked, episode, faulty, figures_of, placed, probe, rows_of, void

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.people import RuleRecord
from regulars.datasets.record_parts.transcript import NoiseRecord
from regulars.envs.life.outcomes import ConductNote
from regulars.evaluation.figures.curves import figures, pooled
from regulars.evaluation.figures.result_rows import Difference, Pool, Row
from regulars.evaluation.figures.statistics import interval


def answers(right: int, wrong: int, **name: object) -> EpisodeRecord:
    """An episode with so many right and wrong answers."""
    marks = ["correct"] * right + ["wrong"] * wrong
    return episode(*(probe(f"p{number}", asked(mark)) for number, mark in enumerate(marks)), **name)


def test_rows_come_by_system_then_scenario_then_slice_then_metric():
    pool = Pool()
    for record in (
        episode(system="zoe", scenario="b", suite="own"),
        episode(system="amy", scenario="a", suite="core-5"),
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
    pool.enter(episode(system="x", suite="core-5"))
    for cluster, values in {"c": (1.0, 0.0, 0.0, 0.5), "d": (0.5,), "e": (0.0,)}.items():
        for value in values:
            pool.add("x", "all", "all", "goal", cluster, value)
    # 2 over 6 values: .333333; the mean over clusters, (.375 + .5 + 0) / 3, would be .291667.
    assert pool.rows() == [
        Row(system="x", suite="core-5", scenario="all", slice="all", metric="goal", value=0.333333, n=6, ci95=None)
    ]


def test_a_row_names_the_suites_of_its_scenario():
    records = [
        answers(1, 0, scenario="b", suite="smoke-6"),
        answers(1, 0, scenario="a", suite="core-5@test"),
        answers(1, 0, scenario="c", suite="smoke-6"),
    ]
    suites = {row.scenario: row.suite for row in figures(records)}
    assert suites == {"all": "smoke-6, core-5@test", "a": "core-5@test", "b": "smoke-6", "c": "smoke-6"}


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


def test_intervals_are_over_whole_episodes_and_not_over_answers_scenarios_or_seeds():
    # Scenario a is right under even seeds and b under odd ones: half of 16 episodes, with three answers or one.
    parity = {"a": 0, "b": 1}
    records = [
        answers(3, 0, scenario=name, seed=seed) if seed % 2 == odd else answers(0, 1, scenario=name, seed=seed)
        for seed in range(8)
        for name, odd in parity.items()
    ]
    row = rows_of(*records)["all", "accuracy_own"]
    assert (row.value, row.n, row.ci95) == (0.75, 32, interval([3, 0] * 8, [3, 1] * 8, share=True))
    row = rows_of(*records, scenario="a")["all", "accuracy_own"]
    assert (row.value, row.n, row.ci95) == (0.75, 16, interval([3, 0] * 4, [3, 1] * 4, share=True))


def test_plays_of_one_given_scenario_are_one_cluster():
    # Five lives of four answers, each played twice: as wide as five lives of eight answers.
    records = [
        answers(right, 4 - right, scenario=name, seed=seed, life=name)
        for name, right in zip("abcde", (4, 3, 2, 1, 0), strict=True)
        for seed in (0, 1)
    ]
    row = rows_of(*records)["all", "accuracy_own"]
    assert (row.value, row.n, row.ci95) == (0.5, 40, interval([8, 6, 4, 2, 0], [8] * 5, share=True))
    assert rows_of(*records, scenario="b")["all", "accuracy_own"].ci95 is None


def test_intervals_of_streams_are_over_whole_streams():
    # Half of 16 streams are right in both of their exams; 32 exams would give a narrower interval.
    records = [
        answers(1 - seed % 2, seed % 2, scenario=f"exam-{block}", seed=seed, config=placed("exam", block, 2))
        for seed in range(16)
        for block in (1, 2)
    ]
    half = interval([1, 0] * 8, [1] * 16, share=True)
    row = rows_of(*records)["all", "accuracy_own"]
    assert (row.value, row.n, row.ci95) == (0.5, 32, half)
    row = rows_of(*records)["of=accuracy_own", "average_accuracy"]
    assert (row.value, row.n, row.ci95) == (0.5, 16, half)


def test_only_shares_have_intervals_within_0_and_1():
    pool = Pool()
    pool.enter(episode(system="x", suite="core-5"))
    for metric in ("accuracy_own", "reward", "gain"):
        for cluster, value in enumerate((0.0, 0.0, 0.0, 0.0, 1.0)):
            pool.add("x", "all", "all", metric, str(cluster), value)
    bounds = {row.metric: row.ci95 for row in pool.rows()}
    assert bounds["accuracy_own"] == interval([0, 0, 0, 0, 1], [1] * 5, share=True)
    assert bounds["reward"] == bounds["gain"] == interval([0, 0, 0, 0, 1], [1] * 5)
    assert bounds["gain"][0] < 0 < bounds["accuracy_own"][0]


@pytest.mark.parametrize("episodes", [1, 4])
def test_fewer_than_five_episodes_have_no_interval(episodes):
    row = rows_of(*(answers(1, 2, seed=seed) for seed in range(episodes)))["all", "accuracy_own"]
    assert (row.value, row.ci95) == (0.333333, None)


# ---------------------------------------------------------------------- differences


def compared(*records: EpisodeRecord, against: str = "base") -> dict[tuple[str, str, str, str], Difference]:
    """The differences of all systems, by system, scenario, slice and metric."""
    systems = list(dict.fromkeys(record.key.system for record in records))
    found = pooled(records).differences(against, systems)
    return {(one.system, one.scenario, one.slice, one.metric): one for one in found}


def five_lives(system: str, right: Sequence[int], **name: object) -> list[EpisodeRecord]:
    """Five lives with so many right answers of four."""
    return [answers(of, 4 - of, system=system, seed=seed, **name) for seed, of in enumerate(right)]


def test_a_difference_pairs_the_lives_of_two_systems():
    records = [*five_lives("base", [1, 3, 2, 2, 2]), *five_lives("x", [3, 3, 2, 4, 3])]
    found = compared(*records)
    assert "base" not in {key[0] for key in found}
    # As worked out in test_statistics.py; one system beside the base needs no correction.
    assert found["x", "all", "all", "accuracy_own"] == Difference(
        system="x", against="base", scenario="all", slice="all", metric="accuracy_own",
        value=0.25, pairs=5, ci95=(-0.060416, 0.560416), p=0.089009,
    )  # fmt: skip
    assert found["x", "all", "kind=update", "accuracy_own"].value == 0.25


def test_p_values_are_corrected_for_the_systems_of_a_figure():
    records = [
        *five_lives("base", [1, 3, 2, 2, 2]),
        *five_lives("x", [3, 3, 2, 4, 3]),
        *five_lives("y", [1, 3, 2, 2, 2]),
        *five_lives("z", [3, 3, 2, 4, 3]),
    ]
    found = compared(*records)
    ps = [found[system, "all", "all", "accuracy_own"].p for system in "xyz"]
    assert ps == [pytest.approx(3 * 0.089009, abs=1e-6), 1.0, pytest.approx(3 * 0.089009, abs=1e-6)]


def test_lives_that_one_system_lacks_do_not_count():
    base, other = five_lives("base", [1, 3, 2, 2, 2]), five_lives("x", [3, 3, 2, 4, 3])
    found = compared(*base, *other[1:])["x", "all", "all", "accuracy_own"]
    # Seeds 1 to 4: 12 of 16 less 9 of 16.
    assert (found.value, found.pairs, found.ci95, found.p) == (0.1875, 4, None, None)


def test_a_figure_that_one_system_lacks_has_no_difference():
    found = compared(*five_lives("base", [1] * 5, scenario="a"), *five_lives("x", [1] * 5, scenario="b"))
    assert {key for key in found if key[3] == "accuracy_own"} == set()


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
        pooled((note for note in records), tick=lambda told=told: told.append(1))
        assert len(told) == 3


def test_no_records_have_no_rows():
    assert figures([]) == []
