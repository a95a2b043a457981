"""Which systems, lives and metrics of two runs are compared, what is said of the rest, and every refusal in full."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from played_runs import at, faulty, life, question, run_of

from regulars.datasets.episode_record import EpisodeConfig
from regulars.datasets.record_files import append
from regulars.envs.life.sessions import LivedSession
from regulars.errors import ConfigurationError, RecordError, UnknownNameError
from regulars.evaluation.compare import compare
from regulars.evaluation.runs.manifest import SCHEMA, RunManifest
from regulars.evaluation.whole_files import write_json

ALL, HALF, NONE = [True, True], [True, False], [False, False]
SAME_NAME = "play both versions under one name, with --label NAME=SPEC"


def parts_of(error: Any) -> tuple[str, str, str, str]:
    return error.what, error.where, error.expected, error.remedy


def paired(found: Any) -> list[tuple[str, str]]:
    return list(dict.fromkeys((row.system, row.against) for row in found.rows))


# ---------------------------------------------------------------------- which systems


@pytest.mark.parametrize(
    ("mine", "theirs", "pairs"),
    [
        (["x"], ["x"], [("x", "x")]),
        (["x", "y"], ["y", "x"], [("x", "x"), ("y", "y")]),  # in the order of the run
        (["x", "none"], ["x", "none"], [("x", "x")]),
        (["none", "random"], ["random", "none"], [("none", "none"), ("random", "random")]),  # nothing but floors
        (["new", "none"], ["old", "none"], [("new", "old")]),  # the only ones, beside the floors
        (["new", "none"], ["none"], [("none", "none")]),
        (["new", "x"], ["x"], [("x", "x")]),  # a name in common comes before being the only one
        (["x"], ["x", "old"], [("x", "x")]),
    ],
)
def test_each_system_meets_the_one_of_its_name_or_else_the_only_one(tmp_path, mine, theirs, pairs):
    run = run_of(tmp_path / "run", {name: [HALF] for name in mine})
    base = run_of(tmp_path / "base", {name: [HALF] for name in theirs})
    assert paired(compare(run, base)) == pairs


@pytest.mark.parametrize(("mine", "theirs"), [(["new"], ["old", "older"]), (["new", "newer"], ["old"])])
def test_several_systems_of_other_names_cannot_be_paired(tmp_path, mine, theirs):
    run = run_of(tmp_path / "run", {name: [HALF] for name in mine})
    base = run_of(tmp_path / "base", {name: [HALF] for name in theirs})
    with pytest.raises(ConfigurationError) as caught:
        compare(run, base)
    assert parts_of(caught.value) == (
        f"no system is in both runs: {', '.join(mine)} against {', '.join(theirs)}", f"{run}, {base}",
        "systems of the same name, or one system in each run", "play both runs with the same --memory or --assistant",
    )  # fmt: skip


def test_systems_are_paired_only_if_both_were_forked_or_both_were_not(tmp_path):
    end = EpisodeConfig(probes="end")
    run, base = run_of(tmp_path / "run", {"x": [HALF], "y": [HALF]}), run_of(tmp_path / "base", {"y": [HALF]})
    append(base / "episodes.jsonl", life(0, "x", HALF, config=end))
    assert paired(compare(run, base)) == [("y", "y")]
    assert paired(compare(base, run)) == [("y", "y")]
    both = run_of(tmp_path / "both", {"x": [HALF], "y": [HALF]}, config=end)
    assert paired(compare(both, both)) == [("x", "x"), ("y", "y")]
    with pytest.raises(UnknownNameError, match="no row 'x' to compare") as caught:
        compare(run, base, systems=["x"])  # both runs have it
    assert caught.value.where == str(run)
    # One life that was asked at its end is enough for a system to count as not forked, whichever comes first.
    for name, configs in (
        ("last", (EpisodeConfig(probes="fork"), end)),
        ("first", (end, EpisodeConfig(probes="fork"))),
    ):
        mixed = tmp_path / name
        mixed.mkdir()
        for seed, config in enumerate(configs):
            append(mixed / "episodes.jsonl", life(seed, "y", HALF, config=config))
        with pytest.raises(ConfigurationError, match="no system is in both runs"):
            compare(mixed, base)


def test_the_floors_of_a_run_are_compared_where_it_has_nothing_else_or_where_they_are_named(tmp_path):
    floors = run_of(tmp_path / "floors", {"none": [NONE], "random": [HALF], "recency": [ALL]})
    assert paired(compare(floors, against="none")) == [("random", "none"), ("recency", "none")]
    run = run_of(tmp_path / "run", {"x": [ALL], "y": [HALF], "none": [NONE]})
    assert paired(compare(run, against="none")) == [("x", "none"), ("y", "none")]
    assert paired(compare(run, against="y")) == [("x", "y")]
    assert paired(compare(run, against="y", systems=["none", "x"])) == [("none", "y"), ("x", "y")]  # as they are named
    alone = run_of(tmp_path / "alone", {"x": [ALL], "none": [NONE]})
    assert paired(compare(alone, against="x")) == [("none", "x")]


@pytest.mark.parametrize(
    ("arguments", "error", "told"),
    [
        (
            {},
            ConfigurationError,
            ("compare needs another run, or the name of a row", "compare", "one of the two",
             "name a second folder, or --against bm25-turn"),
        ),
        (
            {"other": "RUN", "against": "x"},
            ConfigurationError,
            ("compare needs another run, or the name of a row, and not both", "compare", "one of the two",
             f"leave one out; {SAME_NAME}"),
        ),
        (
            {"against": "x", "by": "sesion"},
            ConfigurationError,
            ("unknown part 'sesion'", "compare", "", "did you mean 'session'?"),
        ),
        (
            {"against": "x", "systems": ["yy"]},
            UnknownNameError,
            ("no row 'yy' to compare", "RUN", "", "did you mean 'y'?"),
        ),
        (
            {"against": "x", "metrics": ["accuracy_anker"]},
            UnknownNameError,
            ("no figures for the metric 'accuracy_anker'", "RUN", "", "did you mean 'accuracy_anchor'?"),
        ),
    ],
)  # fmt: skip
def test_refusals_say_what_where_and_what_helps(tmp_path, arguments, error, told):
    run = run_of(tmp_path / "run", {"x": [ALL], "y": [HALF]})
    given = {name: str(run) if value == "RUN" else value for name, value in arguments.items()}
    with pytest.raises(error) as caught:
        compare(run, **given)
    what, where, expected, remedy = told
    assert parts_of(caught.value) == (what, str(run) if where == "RUN" else where, expected, remedy)


# ---------------------------------------------------------------------- which metrics and parts


def own(id: str, *, right: bool):
    return question(id, right=right, anchor=False)


def test_the_first_ranking_figure_counts_that_both_sides_of_a_pair_have(tmp_path):
    """x has anchors alone, y has both, z has none: y is the only side that x shares anchors with."""
    lives = {"x": [ALL], "y": [[question("q1", right=True), own("q3", right=False)]], "z": [[own("q3", right=True)]]}
    run = run_of(tmp_path / "run", lives)
    assert compare(run, against="x", systems=["y"]).metrics == ("accuracy_anchor",)
    assert compare(run, against="z", systems=["y"]).metrics == ("accuracy_own",)
    assert compare(run, against="y", systems=["z"]).metrics == ("accuracy_own",)
    assert compare(run, against="y", systems=["x", "z"]).metrics == ("accuracy_anchor",)
    assert compare(run, against="z", systems=["x"]).metrics == ("turn_recall_all@10",)  # no accuracy in common
    nothing = run_of(tmp_path / "nothing", {"x": [[]], "y": [[]]})
    with pytest.raises(RecordError) as caught:
        compare(nothing, against="y")
    assert parts_of(caught.value) == ("the runs share no figure that ranks", "compare", "", "name one with --metric")


def test_a_metric_that_no_pair_shares_is_refused(tmp_path):
    run = run_of(tmp_path / "run", {"x": [ALL], "z": [[own("q3", right=True)]]})
    with pytest.raises(RecordError) as caught:
        compare(run, against="z", metrics=["accuracy_anchor", "accuracy_own"])
    assert parts_of(caught.value) == (
        "no life has figures of both sides for accuracy_anchor, accuracy_own", f"{run}, {run}", "",
        "look for faults with regulars explain, or name a --metric",
    )  # fmt: skip


def test_rows_come_by_metric_then_system_then_all_then_part(tmp_path):
    asked = [question("a", right=True, kind="update"), question("b", right=False, kind="count"), own("c", right=True)]
    run = run_of(tmp_path / "run", {"z": [asked], "x": [asked], "y": [asked]})
    found = compare(run, against="y", metrics=["accuracy_own", "accuracy_anchor"])
    assert [(row.metric, row.system, row.slice) for row in found.rows] == [
        ("accuracy_own", "z", "all"), ("accuracy_own", "z", "kind=update"),
        ("accuracy_own", "x", "all"), ("accuracy_own", "x", "kind=update"),
        ("accuracy_anchor", "z", "all"), ("accuracy_anchor", "z", "kind=count"),
        ("accuracy_anchor", "z", "kind=update"),
        ("accuracy_anchor", "x", "all"), ("accuracy_anchor", "x", "kind=count"),
        ("accuracy_anchor", "x", "kind=update"),
    ]  # fmt: skip
    assert found.metrics == ("accuracy_own", "accuracy_anchor")
    assert (found.first, found.second) == (str(run), str(run))


@pytest.mark.parametrize(
    ("by", "slices"),
    [
        ("session", ["all", "session=2", "session=10"]),
        ("distance", ["all", "distance=51-100", "distance=401-800", "distance=801-"]),
        ("kind", ["all", "kind=update"]),
    ],
)
def test_parts_with_numbers_are_ordered_by_them(tmp_path, by, slices):
    sessions = (LivedSession(2, "ann", at(0), at(3)), LivedSession(10, "ann", at(90), at(93)))
    asked = [question(f"q{horizon}", right=True, horizon=horizon) for horizon in (801, 800, 51)]
    (outcome,) = asked[0].outcomes
    asked[0] = replace(asked[0], outcomes=(replace(outcome, time=at(120)),))
    run = run_of(tmp_path / "run", {"x": [asked], "y": [asked]}, sessions=sessions)
    assert [row.slice for row in compare(run, against="y", by=by).rows] == slices


# ---------------------------------------------------------------------- what is said of the rest


@pytest.mark.parametrize(
    ("count", "named"),
    [
        (1, "1 life (core/0)"),
        (6, "6 lives (core/0, core/1, core/2, core/3, core/4, core/5)"),
        (7, "7 lives (core/0, core/1, core/2, core/3, core/4, core/5 and 1 more)"),
    ],
)
def test_other_lives_are_named_up_to_six_and_lives_of_no_suite_are_data(tmp_path, count, named):
    run = run_of(tmp_path / "run", {"x": [ALL] * count}, suite="")
    base = run_of(tmp_path / "base", {"x": [ALL] * 2}, id="another life")
    with pytest.raises(RecordError) as caught:
        compare(run, base)
    assert parts_of(caught.value) == (
        f"the runs play other lives under the same names: data with {named}, against core-6 with 2 lives "
        "(core/0, core/1)",
        f"{run}, {base}", "the same scenarios and seeds in both runs",
        f"play the baseline again with the suite or data, and the seeds, of {run}",
    )  # fmt: skip


def test_one_other_life_under_the_same_name_is_enough_to_refuse(tmp_path):
    run, base = run_of(tmp_path / "run", {"x": [ALL] * 2}), run_of(tmp_path / "base", {"x": [ALL]})
    append(base / "episodes.jsonl", life(1, "x", ALL, id="another life"))
    with pytest.raises(RecordError, match="the runs play other lives under the same names"):
        compare(run, base)


def test_lives_that_systems_lack_are_told_for_each_system_or_once_if_all_lack_as_many(tmp_path):
    run = run_of(tmp_path / "run", {"x": [ALL] * 3, "y": [ALL] * 3, "z": [ALL] * 2})
    base = run_of(tmp_path / "base", {"x": [ALL] * 2, "y": [ALL] * 2, "z": [ALL] * 3})
    rest = "all figures are over those that both have: 2"
    assert compare(run, base).notes == (f"x, y, lives: 3 against 2; {rest}", f"z, lives: 2 against 3; {rest}")
    assert compare(run, base, systems=["x", "y"]).notes == (f"lives: 3 against 2; {rest}",)
    assert compare(run, run).notes == ()
    same = run_of(tmp_path / "same", {"x": [ALL] * 2, "y": [ALL] * 3, "z": [ALL] * 2})
    assert compare(run, same).notes == (f"x, lives: 3 against 2; {rest}",)


def test_a_life_that_ended_with_a_fault_is_not_lived(tmp_path):
    run, base = run_of(tmp_path / "run", {"x": [ALL]}), run_of(tmp_path / "base", {"x": [HALF] * 2})
    append(run / "episodes.jsonl", faulty(1, "x"))
    found = compare(run, base)
    assert (found.rows[0].pairs, found.faults) == (1, (1, 0))
    assert found.notes == ("lives: 1 against 2; all figures are over those that both have: 1",)
    assert compare(base, run).faults == (0, 1)


def test_faults_are_counted_for_the_system_on_either_side_under_its_own_name(tmp_path):
    run, base = run_of(tmp_path / "run", {"new": [ALL]}), run_of(tmp_path / "base", {"old": [HALF], "none": [NONE]})
    for seed in (1, 2):
        append(base / "episodes.jsonl", faulty(seed, "old"))
    append(base / "episodes.jsonl", faulty(1, "none"))
    assert compare(run, base).faults == (0, 2)


def manifest(**changes: Any) -> RunManifest:
    fields = {"schema": SCHEMA, "version": "1", "systems": ("x",), "feedback": "silent", "k": 10, "budget": 1024}
    units = tuple(("core", seed, "x") for seed in range(1))
    return RunManifest(**{**fields, "units": units, **changes})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"feedback": "evaluative"}, "feedback: 'silent' against 'evaluative'"),
        ({"noise": "typos:0.2"}, "noise: '' against 'typos:0.2'"),
        ({"k": 5}, "k: 10 against 5"),
        ({"budget": 99}, "budget: 1024 against 99"),
        ({"user": "openai:u"}, "user: 'scripted' against 'openai:u'"),
        ({"judge": "openai:j"}, "judge: 'scripted' against 'openai:j'"),
        ({"limits": {"calls": 3.0}}, "limits: {} against {'calls': 3.0}"),
        ({"regime": "train"}, "regime: '' against 'train'"),
        ({"labels": {"x": "recency"}}, ""),  # what is compared is in the names of the rows
        ({}, ""),
    ],
)
def test_each_setting_in_which_runs_differ_is_told(tmp_path, changes, said):
    run, base = run_of(tmp_path / "run", {"x": [ALL]}), run_of(tmp_path / "base", {"x": [ALL]})
    write_json(run / "config.json", manifest())
    without = compare(run, base).notes  # one run says nothing of its settings
    write_json(base / "config.json", manifest(**changes))
    assert without == ()
    assert compare(run, base).notes == ((f"the runs differ in {said}",) if said else ())
