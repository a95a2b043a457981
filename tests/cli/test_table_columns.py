"""Each column of the tables shows its own metric, in the form that the page on evaluation describes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from msgspec import structs

from regulars.cli.tables import print_run
from regulars.datasets.episode_record import EpisodeKey
from regulars.evaluation.figures.result_rows import Difference, Row
from regulars.evaluation.runs.finished import Run

Figures = Mapping[str, float]


def row(system: str, metric: str, value: float, *, slice_: str = "all", scenario: str = "all", n: int = 20) -> Row:
    """A row whose interval is a tenth wider than its value to both sides."""
    bounds = (round(value - 0.1, 6), round(value + 0.1, 6))
    return Row(system=system, suite="s", scenario=scenario, slice=slice_, metric=metric, value=value, n=n, ci95=bounds)


def run(*figures: tuple[str, Figures], forked: bool = True, **changes: object) -> Run:
    """A run with these figures of each system, and others of a kind and of a scenario that no table may show."""
    rows = [
        row(system, metric, value + off, slice_=slice_, scenario=scenario)
        for system, by_metric in figures
        for metric, value in by_metric.items()
        for scenario, slice_, off in (("all", "kind=count", 0.3), ("one", "all", 0.4), ("all", "all", 0.0))
    ]
    names = [system for system, _ in figures]
    return Run(rows, names, forked=names if forked else [], **changes)


def printed(found: Run, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    """The lines of the tables, as cells."""
    print_run(found, "title", wide=True, legend=True)
    return [re.split(r"\s{2,}", line) for line in capsys.readouterr().out.splitlines()]


GENERATED = {
    "accuracy_anchor": ("accuracy (anchors)", 0.61, ".610 [.510 .710]"),
    "accuracy_own": ("accuracy", 0.62, ".620 [.520 .720]"),
    "accuracy_contrast_pairs": ("pairs", 0.64, ".640"),
    "recall_all@10": ("recall@10", 0.66, ".660 [.560 .760]"),
    "tokens": ("tokens", 512.6, "513"),
    "accuracy_own_planned": ("planned", 0.63, ".630 [.530 .730]"),
    "coverage": ("coverage", 0.65, ".650"),
    "use": ("use", 0.67, ".670 [.570 .770]"),
    "unaided": ("unaided", 0.68, ".680"),
    "stale": ("stale", 0.0, ".000"),
    "leaked": ("leaked", 1.0, "1.000"),
    "reward": ("reward", -3.456, "-3.46"),
    "undetermined": ("open", 0.05, ".050"),
}
RECORDED = {
    "turn_recall_any@10": ("turn any@10", 0.61, ".610 [.510 .710]"),
    "turn_recall_all@10": ("turn all@10", 0.62, ".620 [.520 .720]"),
    "turn_recall_fraction@10": ("turn fraction@10", 0.63, ".630 [.530 .730]"),
    "turn_ndcg@10": ("turn ndcg@10", 0.64, ".640 [.540 .740]"),
    "turn_mrr@10": ("turn mrr@10", 0.65, ".650 [.550 .750]"),
    "session_recall_all@10": ("session all@10", 0.66, ".660 [.560 .760]"),
    "session_ndcg@10": ("session ndcg@10", 0.67, ".670 [.570 .770]"),
    "session_mrr@10": ("session mrr@10", 0.68, ".680 [.580 .780]"),
    "token_f1": ("token F1", 0.69, ".690 [.590 .790]"),
    "tokens": ("tokens", 99.5, "100"),
}


@pytest.mark.parametrize("columns", [GENERATED, RECORDED], ids=["lives", "recordings"])
def test_each_column_shows_its_metric(columns, capsys):
    found = run(("x", {metric: value for metric, (_, value, _) in columns.items()} | {"faults": 0.15}))
    _, header, cells, *_ = printed(found, capsys)
    assert header == ["system", *(label for label, _, _ in columns.values()), "n", "faults"]
    assert cells == ["x", *(cell for _, _, cell in columns.values()), "20", "3"]  # .15 of 20 episodes


def test_without_an_interval_the_value_stands_alone_and_the_legend_says_why(capsys):
    found = run(("x", {"accuracy_anchor": 0.5}))
    found.rows = [structs.replace(one, ci95=None) for one in found.rows]
    _, _, cells, *rest = printed(found, capsys)
    assert cells == ["x", ".500", "20", "0"]
    assert ["[low high]: 95 % interval over whole lives (or streams); none below 5 of them"] in rest


def test_a_system_without_a_figure_has_a_dash_and_the_n_of_its_first_one(capsys):
    found = run(("x", {"accuracy_anchor": 0.5, "coverage": 0.25}), ("y", {"coverage": 0.75}))
    found.rows.append(row("y", "accuracy_own", 0.5, n=7))
    _, header, first, second, *_ = printed(found, capsys)
    assert header == ["system", "accuracy (anchors)", "accuracy", "coverage", "n", "faults"]
    assert first == ["x", ".500 [.400 .600]", "-", ".250", "20", "0"]
    assert second == ["y", "-", ".500 [.400 .600]", ".750", "7", "0"]


def test_marks_say_what_reads_more_and_whose_accuracy_is_a_lower_bound(capsys):
    found = run(
        ("at the limit", {"undetermined": 0.05}),
        ("above", {"undetermined": 0.051}),
        ("another", {"undetermined": 0.0}),
        unbounded=["another"],
    )
    lines = printed(found, capsys)
    assert [cells[0] for cells in lines[2:5]] == ["at the limit", "above (!)", "another*"]
    assert any(cells[0].startswith("* reads more") for cells in lines)
    assert any(cells[0].startswith("(!) more than 5% of the verdicts") for cells in lines)


def test_without_marks_their_legend_is_left_out(capsys):
    lines = printed(run(("x", {"undetermined": 0.05})), capsys)
    assert not [cells for cells in lines if cells[0].startswith(("*", "(!)", "not comparable"))]


def test_systems_that_cannot_be_forked_stand_apart(capsys):
    found = run(("x", {"coverage": 0.25}), ("y", {"coverage": 0.75}))
    found.forked = ["y"]
    lines = printed(found, capsys)
    assert [cells[0] for cells in lines[:7]] == [
        "title", "system", "y", "",
        "not comparable: these systems cannot be forked, so probes came after the last session", "system", "x",
    ]  # fmt: skip


def test_why_a_system_cannot_be_forked_names_it_once(capsys):
    found = run(("mine.py:Bot", {"coverage": 0.25}), ("x", {"coverage": 0.25}))
    found.forked = []
    found.unforked = {"mine.py:Bot": "mine.py:Bot says branches = False", "x": "a function may keep state"}
    lines = [" ".join(cells).strip() for cells in printed(found, capsys)]
    assert "mine.py:Bot says branches = False" in lines
    assert "x: a function may keep state" in lines


def test_the_best_stand_first_and_floors_and_ceilings_below_a_line(capsys):
    found = run(
        ("none", {"accuracy_anchor": 0.0}),
        ("worse", {"accuracy_anchor": 0.4, "accuracy_own": 0.9}),
        ("ideal-listener", {"accuracy_anchor": 1.0}),
        ("unmeasured", {"accuracy_own": 0.95}),
        ("better:reader=rules", {"accuracy_anchor": 0.6, "accuracy_own": 0.1}),
        ("oracle-rules + bm25-turn", {"accuracy_anchor": 0.5}),
    )
    assert [cells[0] for cells in printed(found, capsys)[1:9]] == [
        "system", "better:reader=rules", "worse", "unmeasured",
        "references: floors and ceilings", "ideal-listener", "oracle-rules + bm25-turn", "none",
    ]  # fmt: skip


def test_floors_alone_are_a_table_like_any_other(capsys):
    found = run(("none", {"accuracy_anchor": 0.0}), ("recency", {"accuracy_anchor": 0.1}))
    assert [cells[0] for cells in printed(found, capsys)[1:5]] == ["system", "recency", "none", ""]


def test_accuracy_over_cut_episodes_is_no_result(capsys):
    # .9 of the questions before the cut; the row stands below an uncut one with .1, and 4 of its 20 episodes were cut
    found = run(
        ("cut", {"accuracy_anchor": 0.9, "accuracy_own": 0.95, "accuracy_own_planned": 0.3, "faults": 0.0}),
        ("whole", {"accuracy_anchor": 0.1, "accuracy_own": 0.2, "accuracy_own_planned": 0.2, "faults": 0.0}),
    )
    found.cut = [EpisodeKey("life", seed, "cut") for seed in range(4)]
    lines = printed(found, capsys)
    assert lines[1] == ["system", "accuracy (anchors)", "accuracy", "planned", "n", "faults", "cut"]
    assert lines[2] == ["whole", ".100 [.000 .200]", ".200 [.100 .300]", ".200 [.100 .300]", "20", "0", "0"]
    assert lines[3] == ["cut", "(.900)", "(.950)", ".300 [.200 .400]", "20", "0", "4"]
    assert ["warning: cut: a budget cut 4 of 20 episodes short; (accuracy) covers only the questions before the cut "
            "and is no result, planned counts the others as wrong"] in lines  # fmt: skip
    assert lines[-1] == ["advice: raise --limits until no episode is cut, then compare"]


@pytest.mark.parametrize(("use", "warns"), [(0.89, True), (0.9, False)])
def test_a_reader_that_misses_what_stands_in_its_context_is_named(use, warns, capsys):
    figures = {"use": use, "accuracy_anchor": 0.5}
    found = run(("scripted:reading=packs + bm25-turn", figures), ("bm25-turn", figures), suites=["core-6@test"])
    warned = [cells[0] for cells in printed(found, capsys) if cells[0].startswith("warning")]
    assert len(warned) == warns
    if warns:
        assert "scripted:reading=packs + bm25-turn: the reader misses 11% of the answers" in warned[0]
        assert "wordings of core-6@test are beyond it" in warned[0]


# ---------------------------------------------------------------------- advice


def told(found: Run, capsys: pytest.CaptureFixture[str]) -> str:
    return printed(found, capsys)[-1][0]


def close(first: float, second: float, **changes: object) -> Run:
    """Two rows whose intervals reach a tenth to both sides."""
    return run(("x", {"accuracy_anchor": first}), ("y", {"accuracy_anchor": second}), **changes)


def test_the_advice_is_the_next_step_that_tells_most(capsys):
    assert "faults first: --out RUN, then regulars explain RUN lists" in told(
        close(0.5, 0.3, faults=[(EpisodeKey("life", 0, "x"), "broke")]), capsys
    )
    few = close(0.5, 0.3)
    few.rows = [structs.replace(one, ci95=None) for one in few.rows]
    assert told(few, capsys) == (
        "advice: fewer than 5 lives give no intervals: play more --seeds of a suite, or add scenarios to the file of "
        "--data"
    )
    few.suites = ["realmem+relived"]
    assert told(few, capsys) == "advice: fewer than 5 lives give no intervals: add conversations to the data"
    # x is .500 [.400 .600]: .400 lies within, .399 below
    assert told(close(0.5, 0.4), capsys) == "advice: the first rows are close: test them with --against x"
    assert "regulars compare RUN --against x" in told(close(0.5, 0.4, out=Path("RUN")), capsys)
    assert told(close(0.5, 0.399, out=Path("RUN")), capsys) == (
        "advice: regulars explain RUN --system x shows where answers were lost"
    )


def test_relived_conversations_without_a_judge_name_the_option(capsys):
    told_so = "answers of relived conversations are not judged here: name a model with --judge"
    figures = {"token_f1": 0.5}
    assert [told_so] in printed(run(("x", figures), suites=["realmem+relived"]), capsys)
    judged = run(("x", {**figures, "judge_accuracy": 0.5}), suites=["realmem+relived"])
    assert [told_so] not in printed(judged, capsys)
    assert [told_so] not in printed(run(("x", figures), suites=["realmem"]), capsys)


# ---------------------------------------------------------------------- failure stages

STAGES = {
    "answered": ("right", 0.11, ".110"),
    "failed_not_told": ("not told", 0.12, ".120"),
    "failed_not_written": ("not written", 0.13, ".130"),
    "failed_changed": ("changed", 0.14, ".140"),
    "failed_forgotten": ("forgotten", 0.15, ".150"),
    "failed_not_recalled": ("not recalled", 0.0, "."),
    "failed_not_used": ("not used", 0.16, ".160"),
    "failed_misused": ("misused", 0.17, ".170"),
    "failed_open": ("open", 0.01, ".010"),
    "failed_untraced": ("untraced", 0.02, ".020"),
}


def failures(found: Run, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    lines = printed(found, capsys)
    at = lines.index(["failure stages"])
    return lines[at + 1 : lines.index([""], at)]


def test_each_stage_has_a_column_and_no_failure_is_a_point(capsys):
    figures = {metric: value for metric, (_, value, _) in STAGES.items()}
    found = run(("x", {**figures, "should_abstain": 1.0}), ("y", figures))
    header, first, second = failures(found, capsys)
    assert header == ["system", *(label for label, _, _ in STAGES.values()), "should abstain", "n"]
    assert first == ["x", *(cell for _, _, cell in STAGES.values()), "1.000", "20"]
    assert second == ["y", *(cell for _, _, cell in STAGES.values()), "-", "20"]


def test_rare_stages_are_shown_if_a_system_has_any(capsys):
    none = dict.fromkeys(STAGES, 0.0)
    header, *_ = failures(run(("x", none), ("y", {**none, "failed_forgotten": 0.5})), capsys)
    always = ["right", "not told", "not written", "forgotten", "not recalled", "not used", "misused"]
    assert header == ["system", *always, "n"]


def test_a_recording_shows_what_was_recalled(capsys):
    none = dict.fromkeys(STAGES, 0.0)
    header, cells = failures(run(("x", {**none, "answered": 1.0, "token_f1": 0.5})), capsys)
    assert header == ["system", "recalled", "not written", "not recalled", "n"]
    assert cells == ["x", "1.000", ".", ".", "20"]


# ---------------------------------------------------------------------- recorded conversations


def retrieval(level: str, k: int, value: float) -> Figures:
    """All figures of retrieval at one level and cut-off, each a hundredth above the one before."""
    names = ("recall_any", "recall_all", "recall_fraction", "ndcg", "mrr")
    return {f"{level}_{name}@{k}": value + place / 100 for place, name in enumerate(names)}


def recordings() -> Run:
    """Memories of turns, of sessions and of everything, on two categories and on unanswerable questions."""
    turns = {**retrieval("turn", 1, 0.1), **retrieval("turn", 20, 0.2), **retrieval("session", 20, 0.3)}
    rows = [row("turns", metric, value, n=9) for metric, value in turns.items()]
    rows += [row("turns", metric, value + 0.4, slice_="category=late", n=5) for metric, value in turns.items()]
    rows += [row("sessions", metric, value, n=9) for metric, value in retrieval("session", 20, 0.5).items()]
    for system, f1 in (("turns", 0.11), ("sessions", 0.12), ("everything", 0.13)):
        rows.append(row(system, "token_f1", f1, n=7))
        rows.append(row(system, "token_f1", f1 + 0.1, slice_="category=late", n=4))
        rows.append(row(system, "token_f1", f1 + 0.2, slice_="category=early", n=3))
        rows.append(row(system, "accuracy_abstention", f1 + 0.3, n=2))
        rows.append(row(system, "accuracy_abstention", f1 + 0.3, slice_="category=none", n=2))
    return Run(rows, ["turns", "sessions", "everything"], forked=["turns", "sessions", "everything"])


def table(title: str, capsys: pytest.CaptureFixture[str]) -> list[list[str]]:
    lines = printed(recordings(), capsys)
    at = lines.index([title])
    return lines[at + 1 : lines.index([""], at)]


def test_recordings_show_the_largest_cutoff_first_and_a_dash_without_a_ranking(capsys):
    _, header, turns, sessions, everything, *_ = printed(recordings(), capsys)
    assert header[:7] == [
        "system", "turn any@20", "turn all@20", "turn fraction@20", "turn ndcg@20", "turn mrr@20", "session all@20",
    ]  # fmt: skip
    assert turns[1] == ".200 [.100 .300]"
    assert sessions[:7] == ["sessions", *["-"] * 5, ".510 [.410 .610]"]
    assert everything == ["everything", *["-"] * 8, ".130 [.030 .230]", "7", "0"]


def test_retrieval_is_shown_by_level_cutoff_and_category(capsys):
    labels = ["any", "all", "fraction", "ndcg", "mrr"]
    assert table("retrieval by turn", capsys) == [
        ["system", "category", *(f"{one}@1" for one in labels), *(f"{one}@20" for one in labels), "n"],
        ["turns", "all", ".100", ".110", ".120", ".130", ".140", ".200", ".210", ".220", ".230", ".240", "9"],
        ["turns", "late", ".500", ".510", ".520", ".530", ".540", ".600", ".610", ".620", ".630", ".640", "5"],
    ]
    assert table("retrieval by session", capsys) == [
        ["system", "category", *(f"{one}@1" for one in labels), *(f"{one}@20" for one in labels), "n"],
        ["turns", "all", *["-"] * 5, ".300", ".310", ".320", ".330", ".340", "9"],
        ["sessions", "all", *["-"] * 5, ".500", ".510", ".520", ".530", ".540", "9"],
        ["turns", "late", *["-"] * 5, ".700", ".710", ".720", ".730", ".740", "5"],
    ]


def test_token_f1_stands_by_category_and_apart_from_abstentions(capsys):
    assert table("token F1 by category", capsys) == [
        ["system", "all (n=7)", "late (n=4)", "early (n=3)", "abstained (n=2)"],
        ["turns", ".110", ".210", ".310", ".410"],
        ["sessions", ".120", ".220", ".320", ".420"],
        ["everything", ".130", ".230", ".330", ".430"],
    ]


def test_recordings_without_scored_answers_show_their_retrieval_alone(capsys):
    figures = retrieval("turn", 20, 0.2).items()
    rows = [
        row("turns", metric, value, slice_=name, n=9) for metric, value in figures for name in ("all", "category=late")
    ]
    lines = printed(Run(rows, ["turns"], forked=["turns"]), capsys)
    assert ["retrieval by turn"] in lines
    assert ["token F1 by category"] not in lines


def test_generated_lives_have_no_tables_of_recordings(capsys):
    lines = printed(run(("x", {"accuracy_anchor": 0.5, **retrieval("turn", 5, 0.1)})), capsys)
    assert not [cells for cells in lines if cells[0].startswith(("retrieval", "token F1"))]


# ---------------------------------------------------------------------- differences


def apart(system: str, metric: str, value: float, p: float | None, *, slice_: str = "all") -> Difference:
    """A difference to `base` whose interval is a tenth wider to both sides; without one for no p-value."""
    bounds = None if p is None else (round(value - 0.1, 6), round(value + 0.1, 6))
    return Difference(
        system=system, against="base", scenario="all", slice=slice_, metric=metric, value=value, pairs=6, ci95=bounds,
        p=p,
    )  # fmt: skip


def test_differences_to_the_named_row_stand_beside_their_p_values(capsys):
    found = run(("base", {"accuracy_anchor": 0.5, "use": 0.5}), ("x", {"accuracy_anchor": 0.5}), ("y", {"use": 0.5}))
    found.differences = [
        apart("x", "accuracy_anchor", 0.05, 0.0321),
        apart("x", "accuracy_anchor", 0.5, 0.5, slice_="kind=count"),
        apart("x", "coverage", 0.5, 0.5),  # a column without intervals
        apart("y", "accuracy_anchor", -0.3, 0.0004),
        apart("y", "use", 0.0, None),
    ]
    lines = printed(found, capsys)
    at = lines.index(["difference to base"])
    assert lines[at + 1 : at + 4] == [
        ["system", "accuracy (anchors)", "p", "use", "p", "pairs"],
        ["x", "+.050 [-.050 +.150]", ".032", "-", "-", "6"],
        ["y", "-.300 [-.400 -.200]", "<.001", "+.000", "-", "6"],
    ]
    assert any(cells[0].startswith("p: p-value of no difference, by Holm's method") for cells in lines)


def test_differences_of_streams_show_transfer_too(capsys):
    found = run(("base", {"accuracy_anchor": 0.5}), ("x", {"accuracy_anchor": 0.5}))
    found.differences = [apart("x", "gain", 0.2, 1.0, slice_="of=compliance")]
    lines = printed(found, capsys)
    at = lines.index(["difference to base"])
    assert lines[at + 1 : at + 3] == [
        ["system", "gain, rules kept", "p", "pairs"],
        ["x", "+.200 [+.100 +.300]", "1.000", "6"],
    ]


def test_without_a_named_row_there_are_no_differences(capsys):
    lines = printed(run(("x", {"accuracy_anchor": 0.5})), capsys)
    assert not [cells for cells in lines if cells[0].startswith(("difference", "p:"))]


# ---------------------------------------------------------------------- streams and noise


def test_curves_show_each_stage_of_training_and_each_figure_of_transfer(capsys):
    rows = [
        row("x", "average_accuracy", 0.31, slice_="of=compliance,trained=10"),
        row("x", "average_accuracy", 0.32, slice_="of=compliance,trained=2"),
        row("x", "average_accuracy", 0.33, slice_="of=accuracy_anchor,trained=2"),
        row("x", "average_accuracy", 0.34, slice_="of=compliance"),
        row("x", "backward_transfer", 0.35, slice_="of=compliance"),
        row("x", "forward_transfer", 0.36, slice_="of=compliance"),
        row("x", "forgetting", 0.1, slice_="of=compliance"),
        row("x", "gain", 0.38, slice_="of=compliance"),
        row("x", "gain", 0.39, slice_="of=accuracy_anchor"),
    ]
    lines = printed(Run(rows, ["x", "y"], forked=["x", "y"], regime="on-policy"), capsys)
    at = lines.index(["rules kept"])
    assert lines[at + 1] == ["system", "after 2", "after 10", "ACC", "BWT", "FWT", "forgetting", "gain"]
    intervals = ["0.340 [0.240 0.440]", "0.350 [0.250 0.450]", "0.360 [0.260 0.460]", "0.100 [0.000 0.200]"]
    assert lines[at + 2] == ["x", "0.320", "0.310", *intervals, "0.380 [0.280 0.480]"]
    assert lines[at + 3] == ["y", *["-"] * 7]
    at = lines.index(["accuracy (anchors)"])
    assert lines[at + 1 : at + 3] == [["system", "after 2", "gain"], ["x", "0.330", "0.390 [0.290 0.490]"]]


def test_without_exams_curves_show_the_train_lives(capsys):
    rows = [row("x", "compliance", 0.3, slice_="train=2"), row("x", "compliance", 0.2, slice_="train=1")]
    lines = printed(Run(rows, ["x"], forked=["x"], regime="train"), capsys)
    at = lines.index(["rules kept"])
    assert lines[at + 1 : at + 3] == [["system", "train 1", "train 2"], ["x", "0.200", "0.300"]]


def test_noise_stands_beside_plain_answers_by_kind(capsys):
    rows = [
        row("x", "accuracy", 0.4, slice_="noise=any", n=4),
        row("x", "accuracy", 0.3, slice_="noise=none", n=3),
        row("x", "accuracy", 0.2, slice_="noise=typos", n=2),
        row("x", "accuracy_own", 0.9, slice_="noise=typos", n=9),
        row("y", "accuracy", 0.1, slice_="noise=none", n=1),
    ]
    lines = printed(Run(rows, ["x", "y"], forked=["x", "y"]), capsys)
    at = lines.index(["accuracy by human noise"])
    assert lines[at + 1 : at + 4] == [
        ["system", "plain", "n", "noisy", "n", "typos", "n"],
        ["x", "0.300", "3", "0.400", "4", "0.200", "2"],
        ["y", "0.100", "1", "-", "0", "-", "0"],
    ]
