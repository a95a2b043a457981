"""A plan follows a procedure if it covers the needed steps, in order, and little else."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from regulars.rewards.style_checks.procedures import (
    SPARE_STEPS,
    chance_of_following,
    first_named,
    follows,
    is_followed,
)

STEPS = {
    "papers": ("passport", "visa"),
    "fares": ("tickets", "fares"),
    "luggage": ("luggage",),
    "cover": ("insurance",),
    "pets": ("kennel",),
    "keys": ("neighbour",),
    "cash": ("currency",),
}
NEEDED = ("papers", "luggage", "cover")


def plan(*steps: str) -> str:
    return " ".join(f"Think of the {STEPS[step][0]}." for step in steps)


@pytest.mark.parametrize(
    ("steps", "kept"),
    [
        (NEEDED, True),
        (("papers", "fares", "luggage", "cover"), True),
        (("fares", "pets", *NEEDED), True),
        (("papers", "luggage"), False),
        (("cover", "luggage", "papers"), False),
        (("luggage", "papers", "cover"), False),
        (tuple(STEPS), False),
        ((), False),
    ],
)
def test_all_needed_steps_in_order_and_two_others_at_most(steps: tuple[str, ...], kept: bool) -> None:
    assert is_followed(plan(*steps), NEEDED, STEPS) is kept


def test_naming_more_than_two_others_is_no_plan() -> None:
    others = [step for step in STEPS if step not in NEEDED]
    assert is_followed(plan(*NEEDED, *others[:SPARE_STEPS]), NEEDED, STEPS) is True
    assert is_followed(plan(*NEEDED, *others[: SPARE_STEPS + 1]), NEEDED, STEPS) is False


def test_disclosure_the_list_over_in_every_order_wins_nothing() -> None:
    assert is_followed(f"{plan('cover', 'luggage', 'papers')} {plan(*NEEDED)}", NEEDED, STEPS) is False


def test_nothing_needed_is_no_opportunity() -> None:
    assert is_followed(plan(*NEEDED), (), STEPS) is None


def test_steps_covered_in_order_are_counted() -> None:
    wanted = [STEPS[step] for step in NEEDED]
    assert follows(plan(*NEEDED), wanted) == (3, 3)
    assert follows(plan("papers", "cover"), wanted) == (2, 3)
    assert follows(plan("cover", "papers", "luggage"), wanted) == (2, 3)
    assert follows("", wanted) == (0, 3)
    assert follows(plan(*NEEDED), []) == (0, 0)


def test_a_keyword_stands_at_the_beginning_of_a_word_in_any_case() -> None:
    assert first_named("the passports".casefold(), ["passport"]) == 4
    assert first_named("a trespassport".casefold(), ["passport"]) == -1
    assert is_followed("PASSPORT, luggage, INSURANCE!", NEEDED, STEPS) is True


@pytest.mark.parametrize(
    ("steps", "covered"),
    [
        # The longest run in order counts, wherever it begins and whatever stands between.
        (("luggage", "cover", "papers"), 2),
        (("papers", "cover", "luggage"), 2),
        (("cover", "papers"), 1),
        (("luggage",), 1),
        (("papers", "fares", "luggage", "pets", "cover"), 3),
    ],
)
def test_the_longest_run_in_order_counts(steps: tuple[str, ...], covered: int) -> None:
    assert follows(plan(*steps), [STEPS[step] for step in NEEDED]) == (covered, 3)


def test_a_step_stands_where_the_first_of_its_keywords_does() -> None:
    # The visa comes before the luggage, although the passport comes after it.
    assert follows("visa, luggage, passport, insurance", [STEPS[step] for step in NEEDED]) == (3, 3)
    assert first_named("visa and passport", ["passport", "visa"]) == 0
    assert first_named("", ["passport"]) == -1


def test_two_steps_in_one_word_are_not_in_order() -> None:
    assert follows("passport", [("passport",), ("pass",)]) == (1, 2)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("passport, luggage, insurance", True),
        ("passport, luggage, insurance, tickets, kennel", True),
        ("tickets, passport, kennel, luggage, fares, insurance", True),
        ("passport, luggage, insurance, tickets, kennel, neighbour", False),
        ("passport, luggage, tickets", False),
    ],
)
def test_two_spare_steps_are_allowed_and_a_third_is_not(text: str, kept: bool) -> None:
    assert is_followed(text, NEEDED, STEPS) is kept


@pytest.mark.parametrize("length", [1, 3, 5])
def test_the_chance_of_following_is_the_share_of_procedures_that_a_plan_follows(length: int) -> None:
    every = list(combinations(STEPS, length))
    plans = [plan(*steps) for size in range(8) for steps in list(permutations(STEPS, size))[:: 1 + 40 * (size > 3)]]
    for text in plans:
        share = sum(bool(is_followed(text, needed, STEPS)) for needed in every) / len(every)
        assert chance_of_following(text, length, STEPS) == pytest.approx(share)
