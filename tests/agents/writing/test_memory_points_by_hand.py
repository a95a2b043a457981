"""Which memory points a writer recalls, compares and keeps, and when a conversation is over."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from regulars.agents.writing.progress import is_over, phase
from regulars.agents.writing.remembering import BATCH, RECALLED, KeptPoint, WrittenMemory, category, mark_problems


def point(
    text: str, session: int = 1, turn: int = 1, project: int = 0, kind: str = "dynamic", **more: Any
) -> KeptPoint:
    return KeptPoint(kind, more.pop("status", "confirmed"), text, session, turn, project, **more)


def entry(what: str, recurring: bool = True) -> Any:
    return SimpleNamespace(what=what, recurring=recurring)


def texts(points: list[KeptPoint]) -> list[str]:
    return [one.text for one in points]


def test_points_of_the_project_come_first_then_the_most_alike_then_the_latest() -> None:
    memory = WrittenMemory([
        point("hedge", 1), point("pond", 2), point("hedge of stone", 1, 3), point("hedge of stone", 1, 2),
        point("hedge of stone, tall", 9, project=1), point("hedge by the pond", 1, kind="static"),
    ])  # fmt: skip
    found = memory.recalled("A hedge of stone", 0)
    assert [(one.text, one.turn) for one in found] == [
        ("hedge of stone", 3), ("hedge of stone", 2),  # the later turn stands before what it corrects
        ("hedge", 1), ("pond", 1), ("hedge of stone, tall", 1), ("hedge by the pond", 1),
    ]  # fmt: skip


def test_drafts_and_duplicates_are_never_recalled() -> None:
    memory = WrittenMemory([point("a", status="draft"), point("b", discard=True), point("c")])
    assert texts(memory.recalled("a b c", 0)) == ["c"]


def test_twelve_dynamic_and_four_static_points_are_recalled() -> None:
    points = [point(f"{kind} {number}", number, kind=kind) for kind in ("static", "dynamic") for number in range(20)]
    found = texts(WrittenMemory(points).recalled("x", 0))
    assert RECALLED == {"dynamic": 12, "static": 4}
    assert found == [f"dynamic {number}" for number in range(19, 7, -1)] + [
        f"static {number}" for number in range(19, 15, -1)
    ]


def test_new_points_are_compared_with_the_earlier_ones_most_like_them() -> None:
    old = [point("the pond is deep"), point("a hedge", 1, 2), point("the roof", 1, 3, discard=True)]
    memory = WrittenMemory([*old, point("the hedge is tall", 2), point("later", 3)])
    (batch,) = memory.batches(2)
    assert texts(batch) == ["the pond is deep", "a hedge", "the hedge is tall"]
    assert list(memory.batches(9)) == []
    assert list(WrittenMemory([point("alone")]).batches(1)) == []  # nothing to compare


def test_half_of_a_batch_is_new_and_the_nearest_earlier_ones_fill_it() -> None:
    half = BATCH // 2
    old = [point("blue door" if number % 4 else "grey wall", 1, number) for number in range(4 * half)]
    new = [point("grey", 2, number) for number in range(half + 1)]
    first, second = WrittenMemory([*old, *new]).batches(2)
    assert first[-half:] == new[:half]
    assert len(first) == BATCH
    assert texts(first[:-half]) == ["grey wall"] * half
    assert second[-1] == new[-1]
    assert len(second) == BATCH
    assert texts(second[:-1]) == ["grey wall"] * half + ["grey"] * (half - 1)  # new points before it are earlier ones
    assert second[half] == new[0]


def test_recurring_entries_stay_unless_the_new_schedule_has_them() -> None:
    memory = WrittenMemory(entries=[entry("Choir"), entry("Dentist", False), entry("Swimming")])
    memory.settle([entry("choir!"), entry("Market", False)])
    assert [one.what for one in memory.entries] == ["Swimming", "choir!", "Market"]


def marks(*given: tuple[int, bool]) -> Any:
    return SimpleNamespace(points=[SimpleNamespace(number=number, discard=discard) for number, discard in given])


@pytest.mark.parametrize(
    ("given", "problems"),
    [
        ([(1, False), (2, True)], []),
        ([(2, True), (1, False)], []),
        ([(1, True), (2, True)], ["all points are discarded"]),
        ([(1, False)], ["the numbers are [1], and the points are 1 to 2, each once"]),
        ([(1, False), (1, True)], ["the numbers are [1, 1], and the points are 1 to 2, each once"]),
        ([(0, False), (1, True)], ["the numbers are [0, 1], and the points are 1 to 2, each once"]),
        ([(1, False), (2, True), (3, True)], ["the numbers are [1, 2, 3], and the points are 1 to 2, each once"]),
    ],
)
def test_each_point_of_a_batch_is_marked_once_and_one_stays(given, problems) -> None:
    assert mark_problems(marks(*given), 2) == problems


@pytest.mark.parametrize(
    ("points", "name"),
    [
        ([], "dynamic-incremental"),
        ([point("a")], "dynamic-incremental"),
        ([point("a"), point("b", changes=True)], "dynamic-updating"),
        ([point("b", changes=True), point("c", kind="static")], "implicit-preference"),
    ],
)
def test_the_category_of_a_query_follows_from_the_points_that_its_reply_used(points, name) -> None:
    assert category(points) == name


@pytest.mark.parametrize(
    ("turns", "name"),
    [(0, "OPENING"), (1, "EXPLORATION"), (2, "EXPLORATION"), (3, "SOLUTION"), (4, "SOLUTION"), (5, "CONFIRMATION"),
     (6, "CONFIRMATION"), (7, "CLOSURE")],
)  # fmt: skip
def test_phases_of_a_conversation(turns, name) -> None:
    assert phase(turns) == name


@pytest.mark.parametrize(
    ("turns", "score", "ends"),
    [(5, 100, False), (6, 80, True), (6, 79, False), (23, 79, False), (23, 80, True), (24, 0, True), (25, 0, True)],
)
def test_a_conversation_ends_with_its_goal_or_after_24_turns(turns, score, ends) -> None:
    assert is_over(turns, score) is ends
