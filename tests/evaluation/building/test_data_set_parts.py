"""The plan of a data set, its counts, its charts and its checksums, on small inputs worked out by hand."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from hashlib import sha256

import pytest

from regulars.errors import ConfigurationError, DataError
from regulars.evaluation.building.bar_charts import Bar, bar_chart, histogram
from regulars.evaluation.building.checksums import CHECKSUMS, checksum_text, checksums, differing, read_checksums
from regulars.evaluation.building.contents import quantile
from regulars.evaluation.building.plan import DataSetPlan
from regulars.scenarios.suite import Suite
from regulars.scenarios.suites import load_suite


def suite(*sizes):
    """A suite whose lives have these numbers of people."""
    return Suite("own", 1, "", tuple({"users": size} for size in sizes))


@pytest.mark.parametrize(
    ("users", "people"),
    [(3, (1, 1, 1)), (13, (11, 1, 1)), (14, (10, 2, 2)), (40, (28, 6, 6)), (100, (70, 15, 15))],
)
def test_fifteen_percent_of_the_people_are_in_validation_and_in_test(users, people):
    """15 % are rounded down, and at least one: of 13 people 1.95, of 14 people 2.1."""
    assert tuple(DataSetPlan(suite=suite(1), users=users).people.values()) == people


@pytest.mark.parametrize(
    ("sizes", "users", "seed", "train", "test"),
    [
        ((1, 1, 2), 14, 0, [0, 1, 2, 3, 4, 5, 6, 7], [0, 1]),  # 1+1+2 +1+1+2 +1+1 = 10
        ((1, 2), 13, 0, [0, 1, 2, 3, 4, 5, 6, 8], [0]),  # 1+2 three times = 9, then 1; 1 more: life 7 is too large
        ((1, 2), 3, 2, [4], [4]),  # the third seed begins with life 4
        ((3, 4), 14, 0, [0, 1, 2], []),  # 3+4+3 = 10; 2 people in test are too few for any life
    ],
)
def test_lives_are_taken_in_order_until_the_people_suffice(sizes, users, seed, train, test):
    plan = DataSetPlan(suite=suite(*sizes), users=users, seed=seed)
    assert plan.lives("train") == train
    assert plan.lives("test") == test


def test_each_split_is_a_split_of_the_suite():
    plan = DataSetPlan(suite=load_suite("smoke"), users=3)
    assert [plan.part(split).label.partition("@")[2] for split in ("train", "validation", "test")] == [
        "train", "validation", "test",
    ]  # fmt: skip
    ids = [plan.part(split).life(0).persons[0].id for split in ("train", "validation", "test")]
    assert len(set(ids)) == 3


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"users": 2}, "users is 2; expected a whole number from 3"),
        ({"users": 4.0}, "users is 4.0"),
        ({"seed": -1}, "seed is -1"),
        ({"name": "a\nb"}, "has a control character"),
        ({"suite": load_suite("stream")}, "is a suite of streams"),
        ({"suite": load_suite("core@test")}, "is the split 'test' of a suite"),
    ],
)
def test_impossible_plans_are_refused(fields, said):
    with pytest.raises(ConfigurationError, match=said):
        DataSetPlan(**{"suite": load_suite("smoke"), "users": 5, **fields})


@pytest.mark.parametrize(("share", "value"), [(0, 1), (0.25, 1), (0.26, 2), (0.5, 2), (0.9, 4), (1, 4)])
def test_quantiles_are_values_of_the_data(share, value):
    assert quantile([4, 1, 3, 2], share) == value


def test_a_bar_is_as_long_as_its_share_of_the_longest():
    """The bars have 760 - 220 - 90 = 450 pixels: half of the longest value is 225, and 0.25 lies at 220 + 112.5."""
    drawn = ET.fromstring(bar_chart("A & B", [Bar("x<y", 1, "1.0"), Bar("z", 0.5, "0.5", (0.25, 1))], longest=1))
    space = "{http://www.w3.org/2000/svg}"
    assert drawn.get("aria-label") == "A & B"
    assert [bar.get("width") for bar in drawn.iter(f"{space}rect")] == ["450.0", "225.0"]
    assert [text.text for text in drawn.iter(f"{space}text")] == ["A & B", "x<y", "1.0", "z", "0.5"]
    (line,) = drawn.iter(f"{space}path")
    assert line.get("d") == "M332.5 75.0 H670.0"


def test_a_value_at_a_bound_belongs_to_the_class_above():
    drawn = histogram("Days", [0, 1, 1.5, 7, 90], (1, 7), "days")
    words = [text.text for text in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert words[1:] == ["under 1 days", "1", "1 to under 7 days", "2", "7 days or more", "2"]


def test_checksums_are_those_of_sha256sum(tmp_path):
    (tmp_path / "sub").mkdir()
    for name in ("b.txt", "sub/a.txt", CHECKSUMS, ".hidden"):
        (tmp_path / name).write_text(name, "utf-8")
    sums = checksums(tmp_path)
    assert sums == {name: sha256(name.encode()).hexdigest() for name in ("b.txt", "sub/a.txt")}
    (tmp_path / CHECKSUMS).write_text(checksum_text(sums), "utf-8")
    assert read_checksums(tmp_path / CHECKSUMS) == sums
    (tmp_path / "b.txt").write_text("changed", "utf-8")
    assert differing(checksums(tmp_path), sums) == ["b.txt has another content"]


@pytest.mark.parametrize("text", ["", "abc  name\n", f"{'a' * 64} name\n", f"{'g' * 64}  name\n", f"{'a' * 64}  \n"])
def test_a_file_that_holds_no_checksums_is_refused(tmp_path, text):
    (tmp_path / "sums").write_text(text, "utf-8")
    with pytest.raises(DataError, match="checksum"):
        read_checksums(tmp_path / "sums")
