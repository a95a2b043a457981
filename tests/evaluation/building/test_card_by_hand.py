"""The card, the pictures and the counts of a data set, from counts and rows made by hand."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from played_runs import at, life, question, turn

from regulars.datasets.record_parts.memory import RecallRecord
from regulars.datasets.record_parts.probes import ExpectationRecord
from regulars.dialogue import ASSISTANT
from regulars.envs.life.sessions import LivedSession
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import ConfigurationError, DataError, RecordError
from regulars.evaluation.building.bar_charts import Bar, bar_chart, histogram
from regulars.evaluation.building.build import BuiltDataSet, check, lasting
from regulars.evaluation.building.card import card, plots
from regulars.evaluation.building.checksums import checksums, checksums_of, differing, read_checksums
from regulars.evaluation.building.contents import SplitContents, quantile
from regulars.evaluation.building.plan import DataSetPlan
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.runs.finished import Run
from regulars.scenarios.suite import Suite
from regulars.scenarios.suites import load_suite

SPLITS = ("train", "validation", "test")
SVG = "{http://www.w3.org/2000/svg}"


def suite(*plans: dict[str, Any], **fields: Any) -> Suite:
    return Suite("own", 1, "", plans or ({"users": 1},), **fields)


def contents(**train: Any) -> dict[str, SplitContents]:
    return {"train": SplitContents(**train), "validation": SplitContents(), "test": SplitContents()}


def row(system: str, metric: str, value: float, ci95: tuple[float, float] | None = None, **fields: Any) -> Row:
    given = {"suite": "own-1", "scenario": "all", "slice": "all", "n": 4, **fields}
    return Row(system=system, metric=metric, value=value, ci95=ci95, **given)


def written(found: dict[str, SplitContents] | None = None, run: Run | None = None, **plan: Any) -> str:
    fields = {"suite": suite(), "users": 10, "name": "mine", **plan}
    return card(DataSetPlan(**fields), found or contents(), run or Run([], []), "bm25-turn", "9.8.7")


# ---------------------------------------------------------------------- the card


def test_the_head_is_read_by_the_hub():
    text = written(name="it's | mine")
    assert text.startswith(
        "---\npretty_name: 'it''s | mine'\nlicense: mit\nlanguage:\n- en\ntask_categories:\n- question-answering\n"
        "size_categories:\n- n<1K\nconfigs:\n"
        "- config_name: scenarios\n  data_files:\n  - split: train\n    path: train/scenarios.jsonl\n"
        "  - split: validation\n    path: validation/scenarios.jsonl\n  - split: test\n    path: test/scenarios.jsonl\n"
        "- config_name: episodes\n  data_files:\n  - split: train\n    path: train/episodes.jsonl\n"
        "  - split: validation\n    path: validation/episodes.jsonl\n  - split: test\n    path: test/episodes.jsonl\n"
        "---\n\n# it's | mine\n\n"
    )


@pytest.mark.parametrize(
    ("lives", "size"),
    [
        (999, "n<1K"), (1_000, "1K<n<10K"), (9_999, "1K<n<10K"), (10_000, "10K<n<100K"), (99_999, "10K<n<100K"),
        (100_000, "100K<n<1M"), (999_999, "100K<n<1M"), (1_000_000, "n>1M"),
    ],
)  # fmt: skip
def test_the_size_is_the_class_of_all_lives_together(lives, size):
    found = contents(lives=lives - 5)
    found["validation"].lives, found["test"].lives = 2, 3
    assert f"\nsize_categories:\n- {size}\nconfigs:\n" in written(found)


@pytest.mark.parametrize(
    ("plans", "codes"),
    [
        (({},), "- en\n"),
        (({"language": "chinese"},), "- zh\n"),
        (({"language": "chinese"}, {}, {"language": "english"}), "- zh\n- en\n"),
        (({"language": "english+3f2a9c81d0"},), "- en\n"),
        (({"language": "klingon"},), "- klingon\n"),
    ],
)
def test_languages_have_their_codes_each_once(plans, codes):
    assert f"\nlanguage:\n{codes}task_categories:" in written(suite=suite(*plans))


def test_the_card_says_what_it_holds_and_how_to_build_it_again():
    found = contents(people=7)
    found["validation"].people, found["test"].people = 2, 1
    text = written(found, users=10, seed=3, options="--config own.toml")
    assert "the suite `own-1` of regulars 9.8.7, 10 people." in text
    assert "the memory `bm25-turn`: transcript" in text
    assert (
        "regulars build --config own.toml --users 10 --seed 3 --name 'mine' --out AGAIN --checksums SHA256SUMS" in text
    )
    assert "own people" not in text
    assert "regulars build --suite own --users 10 --seed 0 --name 'own-1-10-users' --out" in written(name="")
    assert "\nMIT, see `LICENSE`." in text


def test_own_people_are_named_by_split():
    people = tuple((name, None) for name in ("Ann", "Bob", "Cid", "Dee"))
    text = written(suite=suite({"users": 1}, personas=people))
    assert (
        "before all others.\n\nThe author's own people take turns in the lives of their split: Ann, Bob in `train`; "
        "Cid in `validation`; Dee in `test`.\n"
    ) in text


def table(text: str, first: str) -> list[list[str]]:
    """The cells of the table that has this cell in its first column."""
    blocks = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    (found,) = (lines for lines in blocks if any(line.startswith(f"| {first} |") for line in lines))
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in found]


def test_the_table_of_contents_has_every_count_of_its_own_split():
    found = contents(
        people=11, lives=12, sessions=13, turns=Counter(user=14, assistant=15), tokens=Counter(user=16, assistant=17),
        lengths=[3, 9, 5, 7], kinds=Counter(a=18, b=2),
        statuses=Counter(unanswerable=21, void=22, unreached=23, asked=24),
    )  # fmt: skip
    found["test"].people = 99
    assert table(written(found), "people") == [
        ["", "train", "validation", "test"],
        ["---", "---", "---", "---"],
        ["people", "11", "0", "99"],
        ["lives", "12", "0", "0"],
        ["sessions", "13", "0", "0"],
        ["turns of people", "14", "0", "0"],
        ["turns of the assistant", "15", "0", "0"],
        ["tokens of people", "16", "0", "0"],
        ["tokens of the assistant", "17", "0", "0"],
        ["tokens of a conversation: least, median, greatest", "3, 5, 9", "0, 0, 0", "0, 0, 0"],
        ["questions asked", "20", "0", "0"],
        ["of which abstaining is right", "21", "0", "0"],
        ["planned questions without a subject", "22", "0", "0"],
        ["planned questions never asked", "23", "0", "0"],
    ]


def test_the_other_tables_have_kinds_distances_and_what_is_reserved():
    """Kinds by their sum over all splits: b 5, a 3, c 3. Distances: median, 90 % and greatest of ten and of two."""
    found = contents(
        kinds=Counter(a=3, b=1), turns_back=list(range(10, 0, -1)), tokens_back=[40, 20], days_back=[0.4, 2.6],
        wordings={"open", "held_out"}, told=Counter(home=4, age=2, pet=1), reserved={"home", "pet"},
    )  # fmt: skip
    found["validation"].kinds, found["test"].kinds = Counter(b=4), Counter(c=3)
    text = written(found)
    assert table(text, "b") == [
        ["kind", "train", "validation", "test"], ["---"] * 4, ["b", "1", "4", "0"], ["a", "3", "0", "0"],
        ["c", "0", "0", "3"],
    ]  # fmt: skip
    assert table(text, "turns") == [
        ["median, 90 % and greatest", "train", "validation", "test"], ["---"] * 4,
        ["turns", "5, 9, 10", "0, 0, 0", "0, 0, 0"], ["tokens", "20, 40, 40", "0, 0, 0", "0, 0, 0"],
        ["days", "0, 3, 3", "0, 0, 0", "0, 0, 0"],
    ]  # fmt: skip
    assert [line[1] for line in table(text, "wordings")[2:]] == ["held_out, open", "3", "2", "7", "5"]
    assert [line[0] for line in table(text, "wordings")[2:]] == [
        "wordings", "attributes told", "of which reserved for tests", "facts told", "of which of a reserved attribute"
    ]  # fmt: skip


RUN = Run(
    [
        row("none", "accuracy_anchor", 0.9, scenario="own/0"),
        row("none", "accuracy_anchor", 0.8, slice="kind=a"),
        row("none", "accuracy_anchor", 0.125, (0.1, 0.2)),
        row("none", "accuracy_own_planned", 0.25),
        row("all|of it", "accuracy_own_planned", 0.5, (0.4, 0.625)),
        row("all|of it", "recall_all@10", 1.0),
        row("all|of it", "coverage", 0.75),
        row("all|of it", "accuracy_contrast_pairs", 0.3125),
    ],
    ["none", "all|of it", "silent"],
    unbounded=["all|of it"],
)


def test_the_table_of_reference_rows_has_intervals_and_marks_those_without_a_budget():
    lines = [
        line for line in written(run=RUN).splitlines() if line.startswith(("| row", "| none", "| all", "| silent"))
    ]
    assert lines == [
        "| row | accuracy (anchors) | accuracy (planned) | contrast pairs | recall@10 | coverage |",
        "| none | 0.125 [0.100, 0.200] | 0.250 | - | - | - |",
        "| all\\|of it * | - | 0.500 [0.400, 0.625] | 0.312 | 1.000 | 0.750 |",
        "| silent | - | - | - | - | - |",
    ]


# ---------------------------------------------------------------------- pictures


def words(drawn: str) -> list[str | None]:
    return [text.text for text in ET.fromstring(drawn).iter(f"{SVG}text")]


def test_the_pictures_hold_all_splits():
    found = contents(kinds=Counter(a=1, b=2), days_back=[0.5, 1.0, 90.0], lengths=[1_999, 2_000, 32_000])
    found["validation"].kinds, found["test"].kinds = Counter(a=4), Counter(c=2)
    found["validation"].days_back, found["test"].lengths = [29.9], [31_999]
    drawn = plots(found, RUN)
    assert list(drawn) == [
        "plots/kinds.svg", "plots/evidence_distance.svg", "plots/tokens.svg", "plots/floors_and_ceilings.svg",
    ]  # fmt: skip
    assert words(drawn["plots/kinds.svg"]) == ["Questions by kind, all splits", "a", "5", "b", "2", "c", "2"]
    assert words(drawn["plots/evidence_distance.svg"]) == [
        "Questions by days since their evidence", "under 1 days", "1", "1 to under 3 days", "1",
        "3 to under 7 days", "0",
        "7 to under 14 days", "0", "14 to under 30 days", "1", "30 to under 60 days", "0", "60 to under 90 days", "0",
        "90 days or more", "1",
    ]  # fmt: skip
    assert words(drawn["plots/tokens.svg"]) == [
        "Conversations by length", "under 2000 tokens", "1", "2000 to under 4000 tokens", "1",
        "4000 to under 8000 tokens", "0", "8000 to under 12000 tokens", "0", "12000 to under 16000 tokens", "0",
        "16000 to under 24000 tokens", "0", "24000 to under 32000 tokens", "1", "32000 tokens or more", "1",
    ]  # fmt: skip
    rows = ET.fromstring(drawn["plots/floors_and_ceilings.svg"])
    assert words(drawn["plots/floors_and_ceilings.svg"]) == [
        "Accuracy on planned questions, test, with 95 % intervals", "none", "0.250", "all|of it", "0.500",
    ]  # fmt: skip
    # 450 pixels are an accuracy of 1, whatever the greatest value is.
    assert [bar.get("width") for bar in rows.iter(f"{SVG}rect")] == ["112.5", "225.0"]
    assert [line.get("d") for line in rows.iter(f"{SVG}path")] == ["M400.0 75.0 H501.2"]


def test_a_run_without_rows_has_a_picture_that_says_so():
    drawn = plots(contents(kinds=Counter(a=1)), Run([], ["none"]))["plots/floors_and_ceilings.svg"]
    assert words(drawn)[1:] == ["none", "-"]


def test_a_chart_word_for_word():
    """Two bars of 24 pixels below a head of 44, and 12 below: 104. The greatest bound is 5: 450 / 5 = 90 for each 1."""
    drawn = bar_chart("A & B", [Bar("x", 2, "two"), Bar("y<", 4, "<4", (1, 5))])
    assert drawn == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 104" role="img" aria-label="A &amp; B">\n'
        "<style>text{font:13px Helvetica,Arial,sans-serif;fill:#222} .title{font-weight:bold} rect{fill:#4a6fa5} "
        "path{stroke:#222;stroke-width:2}</style>\n"
        '<text x="12" y="24" class="title">A &amp; B</text>\n'
        '<text x="212" y="55" text-anchor="end">x</text>\n'
        '<rect x="220" y="44" width="180.0" height="14"/>\n'
        '<text x="678" y="55">two</text>\n'
        '<text x="212" y="79" text-anchor="end">y&lt;</text>\n'
        '<rect x="220" y="68" width="360.0" height="14"/>\n'
        '<path d="M310.0 75.0 H670.0"/>\n'
        '<text x="678" y="79">&lt;4</text>\n'
        "</svg>\n"
    )


@pytest.mark.parametrize(
    ("bars", "longest", "widths"),
    [
        ([Bar("a", 0, "0"), Bar("b", 0, "0")], None, ["0.0", "0.0"]),
        (
            [Bar("a", 3, "3"), Bar("b", 1, "1", (0, 2))],
            None,
            ["450.0", "150.0"],
        ),  # the greatest value, above all bounds
        ([Bar("a", 3, "3"), Bar("b", 1, "1", (0, 6))], None, ["225.0", "75.0"]),
        ([Bar("a", 3, "3")], 9.0, ["150.0"]),
        ([Bar("a", 0.5, "")], None, ["450.0"]),
    ],
)
def test_bars_are_as_long_as_their_share_of_the_longest_value_or_bound(bars, longest, widths):
    drawn = ET.fromstring(bar_chart("t", bars, longest=longest))
    assert [bar.get("width") for bar in drawn.iter(f"{SVG}rect")] == widths


@pytest.mark.parametrize(("value", "place"), [(0, 0), (0.99, 0), (1, 1), (6.9, 1), (7, 2), (100, 2)])
def test_a_class_begins_with_its_lower_bound(value, place):
    counts = ["0", "0", "0"]
    counts[place] = "2"
    assert words(histogram("t", [value, value], (1, 7), "days"))[2::2] == counts


# ---------------------------------------------------------------------- counts


@pytest.mark.parametrize(
    ("values", "share", "value"),
    [
        ([], 0.5, 0),
        ([7], 0, 7),
        ([7], 1, 7),
        ([2, 1], 0.5, 1),
        ([2, 1], 0.51, 2),
        ([3, 2, 1], 0.5, 2),
        ([5, 5, 1], 1, 5),
    ],
)
def test_a_quantile_is_the_least_value_that_enough_values_do_not_exceed(values, share, value):
    assert quantile(values, share) == value


SAID = (
    turn("s001.t01", 0, "one two three"),
    turn("s001.t02", 1, "one", speaker=ASSISTANT),
    turn("s001.t03", 2, "one two"),
    turn("s001.t04", 3, "one two three four five", speaker=ASSISTANT),
    turn("s001.t05", 1440, "one two three four"),
)


def counted(*probes: Any) -> SplitContents:
    found = SplitContents()
    sessions = (LivedSession(1, "ann", at(0), at(3)), LivedSession(2, "ann", at(9), at(10)))
    found.count_episode(life(0, "x", probes, transcript=SAID, sessions=sessions))
    return found


def asked(id: str, **changes: Any) -> Any:
    plan = question(id, right=True, kind=changes.pop("kind", "update"))
    return replace(plan, outcomes=(replace(plan.outcomes[0], **changes),))


UNTOLD = ExpectationRecord(domain="employer", answerable=False, gold=(), stale=(), others=(), category="")


def test_turns_and_tokens_are_counted_by_who_speaks():
    found = counted()
    assert (found.sessions, dict(found.turns), dict(found.tokens)) == (
        2, {"user": 3, "assistant": 2}, {"user": 9, "assistant": 6},
    )  # fmt: skip
    found.count_episode(life(0, "x", [], transcript=SAID[:2]))
    assert (found.sessions, list(found.lengths), found.turns["user"]) == (3, [15, 4], 4)


@pytest.mark.parametrize(
    ("evidence", "horizon", "tokens", "start"),
    [
        ((("s001.t01",),), 5, 15, 0),
        ((("s001.t01",),), 4, 11, 0),
        ((("s001.t03", "s001.t02"),), 3, 8, 1),  # the earliest turn of a set
        ((("s001.t01",), ("s001.t04", "s001.t03")), 2, 7, 2),  # the nearest set
        ((("s009.t09", "s001.t04"),), 1, 5, 3),  # turns that the record lacks are no help
        ((("s001.t05",),), 0, 0, 4),
    ],
)
def test_a_distance_goes_from_the_earliest_turn_of_the_nearest_evidence_to_the_question(
    evidence, horizon, tokens, start
):
    found = counted(asked("q", evidence=evidence, horizon=horizon, time=at(1440 + SAID[start].time.minute)))
    days = 0.0 if start == 4 else 1.0
    assert (list(found.turns_back), list(found.tokens_back)) == ([horizon], [tokens])
    assert list(found.days_back) == [days]


def test_questions_count_by_status_and_once_by_kind_and_only_answerable_ones_have_a_distance():
    void = asked("v", expectation=None)
    found = counted(
        asked("a", horizon=4), asked("b", kind="count", horizon=-1), asked("c", kind="count", evidence=()),
        asked("d", expectation=UNTOLD), replace(void, status=ProbeStatus.VOID),
        replace(asked("e"), status=ProbeStatus.UNREACHED, outcomes=()), asked("f", horizon=5),
    )  # fmt: skip
    assert dict(found.kinds) == {"update": 3, "count": 2}
    assert dict(found.statuses) == {"asked": 5, "void": 1, "unreached": 1}
    assert list(found.turns_back) == [4, 5]


def test_only_the_first_outcome_of_a_question_counts():
    plan = asked("a", horizon=4)
    again = replace(plan.outcomes[0], attempt=2, horizon=5)
    assert list(counted(replace(plan, outcomes=(*plan.outcomes, again))).turns_back) == [4]


# ---------------------------------------------------------------------- what lasts of a record


def test_a_record_keeps_nothing_of_one_machine_or_one_memory():
    recall = RecallRecord(turn="", probe="q1", level="turn", tokens=1, hits=(), why="")
    record = life(0, "x", [True], attempt=3, versions={"python": "3"}, timings={"a": 1.0}, recollections=(recall,))
    kept = lasting(record)
    assert (kept.attempt, list(kept.versions), kept.timings) == (1, ["regulars"], {})
    assert (kept.recollections, kept.journal, kept.replies, kept.rewards, kept.conduct) == ((), (), (), (), ())
    assert (kept.tokens, kept.probes[0].outcomes[0].recalled) == (None, None)
    assert (kept.transcript, kept.feedback, kept.key) == (record.transcript, record.feedback, record.key)
    assert replace(kept.probes[0].outcomes[0], recalled=("s001.t01",)) == record.probes[0].outcomes[0]


def test_a_record_that_ended_by_a_fault_is_refused():
    with pytest.raises(RecordError) as caught:
        lasting(life(4, "x", [], valid=False, fault="it broke", score=None, ending="assistant_error"))
    error = caught.value
    assert (error.what, error.where) == ("an episode ended by a fault: it broke", str(life(4, "x", []).key))
    assert error.remedy == "report this error of the environment with the seed"


# ---------------------------------------------------------------------- plans


def parts_of(error: Any) -> tuple[str, str, str, str]:
    return error.what, error.where, error.expected, error.remedy


PEOPLE = tuple((name, None) for name in ("Ann", "Bob", "Cid", "Dee"))


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"users": 2}, ("users is 2", "build", "a whole number from 3", "")),
        ({"users": True}, ("users is True", "build", "a whole number from 3", "")),
        ({"users": 3.0}, ("users is 3.0", "build", "a whole number from 3", "")),
        ({"seed": -1}, ("seed is -1", "build", "a whole number from 0", "")),
        ({"seed": 1.0}, ("seed is 1.0", "build", "a whole number from 0", "")),
        ({"name": "a\x07"}, ("the name 'a\\x07' has a control character", "build", "printable characters", "")),
        (
            {"suite": load_suite("stream")},
            ("is a suite of streams", "build, suite stream", "a whole suite of single lives, such as core", ""),
        ),
        (
            {"suite": load_suite("smoke@train")},
            (
                "is the split 'train' of a suite", "build, suite smoke",
                "a whole suite of single lives, such as core", "",
            ),
        ),
        (
            {"suite": suite({"users": 2}, personas=PEOPLE)},
            ("of 4 people, 1 are for validation", "build, --personas",
             "2 or more in each split, since no person is in two of them", "add people to the file"),
        ),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_says_what_where_and_what_is_expected(fields, told):
    with pytest.raises(ConfigurationError) as caught:
        DataSetPlan(**{"suite": load_suite("smoke"), "users": 5, **fields})
    assert parts_of(caught.value) == told


def test_plans_at_the_limit_are_possible():
    assert DataSetPlan(suite=suite(), users=3, seed=0).lives("train") == [0]
    plan = DataSetPlan(suite=suite(personas=PEOPLE[:3]), users=3)
    assert plan.own_people == {"train": ["Ann"], "validation": ["Bob"], "test": ["Cid"]}
    assert (plan.name, plan.options) == ("own-1-3-users", "--suite own")
    assert DataSetPlan(suite=suite(), users=3).own_people == {}
    assert [plan.part(split).personas for split in SPLITS] == [PEOPLE[:1], PEOPLE[1:2], PEOPLE[2:3]]
    assert [plan.part(split).split for split in SPLITS] == list(SPLITS)


@pytest.mark.parametrize(
    ("sizes", "people", "split"),
    [
        ((1, 2), 4, "validation"),  # 2, 1 and 1: the second life needs two people
        ((2, 1), 4, "validation"),  # in any order of the lives
        ((1, 2), 3, "train"),  # 1, 1 and 1: the first split with too few is named
        ((1, 2), 13, "validation"),  # 15 % are 1.95
        ((1, 2), 14, None),  # 15 % are 2.1, so the largest life has just enough
        ((1, 1), 3, None),
    ],
)
def test_each_split_needs_own_people_for_the_largest_life(sizes, people, split):
    own = tuple((f"P{number}", None) for number in range(people))
    lives = suite(*({"users": size} for size in sizes), personas=own)
    if split is None:
        assert DataSetPlan(suite=lives, users=4).suite == lives
        return
    with pytest.raises(ConfigurationError) as caught:
        DataSetPlan(suite=lives, users=4)
    assert parts_of(caught.value) == (
        f"of {people} people, 1 are for {split}", "build, --personas",
        "2 or more in each split, since no person is in two of them", "add people to the file",
    )  # fmt: skip


# ---------------------------------------------------------------------- checksums


SUM = "0123456789abcdef" * 4


@pytest.mark.parametrize(
    ("text", "number", "line"),
    [
        (f"{SUM} name\n", 1, f"{SUM} name"),
        (f"{SUM}  a\n{SUM}  \n", 2, f"{SUM}  "),
        (f"{SUM}  a\n\n", 2, ""),
        (f"{SUM[1:]}  a\n", 1, f"{SUM[1:]}  a"),
        (f"{SUM}0  a\n", 1, f"{SUM}0  a"),
        (f"{SUM.upper()}  a\n", 1, f"{SUM.upper()}  a"),
        (f"{'g' * 64}  a\n", 1, f"{'g' * 64}  a"),
    ],
)
def test_a_line_that_is_no_checksum_is_named(tmp_path, text, number, line):
    path = tmp_path / "sums"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError) as caught:
        read_checksums(path)
    assert parts_of(caught.value) == (
        f"{line!r:.80} is not a checksum", f"{path}, line {number}",
        "64 hexadecimal digits, two spaces and a path, as sha256sum prints them", "",
    )  # fmt: skip


def test_checksums_are_read_with_the_spaces_of_their_paths(tmp_path):
    path = tmp_path / "sums"
    path.write_text(f"{SUM}  a  b.txt\n{SUM}   c\n", "utf-8")
    assert read_checksums(path) == {"a  b.txt": SUM, " c": SUM}


@pytest.mark.parametrize("content", [None, b"", b"\xff\xfe"])
def test_a_file_without_checksums_is_named(tmp_path, content):
    path = tmp_path / "sums"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_checksums(path)
    assert caught.value.where == str(path)
    assert caught.value.what.startswith(
        "the file holds no checksums" if content == b"" else "the checksums cannot be read: "
    )


def test_sums_are_those_of_visible_files_sorted_and_those_named_that_are_there(tmp_path):
    for name in ("b", "a/z", ".hidden/x", "a/.dot", "a/SHA256SUMS", "SHA256SUMS"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"")
    empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # SHA-256 of nothing (FIPS 180-4)
    assert list(checksums(tmp_path).items()) == [("a/.dot", empty), ("a/z", empty), ("b", empty)]
    assert checksums_of(tmp_path, ["b", "a", "none", ".hidden/x"]) == {"b": empty, ".hidden/x": empty}


def test_files_that_differ_are_told_by_name(tmp_path):
    found, expected = {"same": "1", "c": "2", "a": "3"}, {"same": "1", "c": "9", "b": "4"}
    said = ["a is not expected", "b is missing", "c has another content"]
    assert differing(found, expected) == said
    assert differing(found, found) == []
    sums = {"a": SUM, "b": SUM}
    (tmp_path / "sums").write_text(f"{SUM}  a\n", "utf-8")
    assert check(BuiltDataSet(tmp_path, 0, sums), str(tmp_path / "sums")) == ["b is not expected"]
    assert BuiltDataSet(tmp_path, 0, sums).resumed is False
