"""The second reading of replies that choose: what it sees, when it decides, and what it makes of a few replies."""

from __future__ import annotations

from dataclasses import replace
from math import log

import pytest

from regulars.dialogue import Verdict, VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.rereading import options as rereading
from regulars.rewards.verdicts.rereading.boosted_trees import BoostedTrees
from regulars.rewards.verdicts.rereading.options import ReadOptions, options_of, reread_choice
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

OPTIONS = ("Your rent was higher at first.", "Your rent is higher now.", "Your rent never changed.")
LETTERS = Domain("letters", aliases={"A": (), "B": (), "C": ()})
HIGHER = Expectation("option", LETTERS, True, ("B",), options=OPTIONS)
FLOORS = Domain("floor", aliases={"slate slabs": (), "marble slabs": (), "wool carpet": (), "cork tiles": ()})
FLOOR = Expectation("any", FLOORS, True, ("slate slabs",))
OFF_TASK = Verdict(VerdictKind.OFF_TASK, reason="names none of the options")
ELSEWHERE = Verdict(VerdictKind.WRONG, ("cork tiles",), reason="says cork tiles, expected slate slabs")
"""What the rules say of a thing that is not on offer, or that is named by a spelling which only they know."""
WRONG = Verdict(VerdictKind.WRONG, ("A",), reason="chooses A, expected B")


def constant(base: float) -> BoostedTrees:
    return BoostedTrees(base, (), ())


def test_a_reply_is_seen_from_an_option():
    read = ReadOptions("It's B, so neither A nor C.", OPTIONS)
    assert read.named() == [0, 1, 2]
    assert read.marked(1) == ["it's", "@this", ",", "so", "neither", "@that", "."]
    assert read.marked(0)[-2] == "@both"
    assert read.signs(1, 2.5)["words"] == 2.5
    assert read.signs(1, 0.0)["first is this"] == 1.0
    assert "first is this" not in read.signs(0, 0.0)
    assert not read.rejects(1)


def test_numbers_are_no_words_of_their_own():
    assert ReadOptions("In 2025 it was B.", OPTIONS).marked(1) == ["in", "@number", "it", "was", "@this", "."]


def test_among_things_those_are_options_of_which_a_word_of_their_own_is_said():
    assert options_of("Slate, surely. Wool gets dirty.", FLOOR) == (("slate slabs", "wool carpet"), (0,))
    assert options_of("Slabs of some sort.", FLOOR) == (("slate slabs",), (0,))  # no word that is only marble's
    assert options_of("I like cork.", FLOOR) == (("slate slabs", "cork tiles"), (0,))
    assert options_of("anything", HIGHER) == (OPTIONS, (1,))


@pytest.mark.parametrize("base", [9.0, log(0.51 / 0.49), log(0.49 / 0.51), -9.0])
def test_a_reply_counts_from_a_chance_on_if_no_other_option_is_nearly_as_likely(monkeypatch, base):
    monkeypatch.setattr(rereading, "learned_trees", lambda: constant(base))
    alone = "It went up, I'd say, so your rent is higher now than it used to be"
    counted = reread_choice("By what you told me in May, B is the one.", OFF_TASK, HIGHER)
    assert counted.kind is (VerdictKind.CORRECT if base > 0 else VerdictKind.OFF_TASK)
    if counted.kind is VerdictKind.CORRECT:
        assert counted.reason.startswith("read again (names none of the options): means B by ")
        assert (counted.asserted, counted.score) == (("B",), 1.0)
    # Both options are equally likely under such trees, so the margin decides.
    assert reread_choice(f"{alone}, and A was true once.", OFF_TASK, HIGHER) is OFF_TASK


def test_what_is_not_read_again(monkeypatch):
    monkeypatch.setattr(rereading, "learned_trees", lambda: constant(9.0))
    text = "By what you told me in May, B is the one."
    right = Verdict(VerdictKind.CORRECT, ("B",), score=1.0, reason="chooses B")
    assert reread_choice(text, right, HIGHER) is right
    assert reread_choice("B is the one, clearly.", OFF_TASK, HIGHER) is OFF_TASK  # five words
    assert reread_choice(text * 80, OFF_TASK, HIGHER) is OFF_TASK
    assert reread_choice("By what you told me in May, C is the one.", OFF_TASK, HIGHER) is OFF_TASK
    assert reread_choice("By what you told me in May, it is not B.", OFF_TASK, HIGHER) is OFF_TASK
    untold = Expectation("option", LETTERS, False, options=OPTIONS)
    assert reread_choice(text, OFF_TASK, untold) is OFF_TASK
    assert reread_choice("I would take the slate ones for a hall, surely.", WRONG, FLOOR) is WRONG
    assert reread_choice(text, WRONG, HIGHER).kind is VerdictKind.CORRECT


@pytest.mark.parametrize(("chance", "kind"), [(0.76, VerdictKind.CORRECT), (0.74, VerdictKind.WRONG)])
def test_more_is_needed_where_the_rules_find_another_option(monkeypatch, chance, kind):
    monkeypatch.setattr(rereading, "learned_trees", lambda: constant(log(chance / (1 - chance))))
    assert reread_choice("By what you told me in May, B is the one.", WRONG, HIGHER).kind is kind


@pytest.mark.parametrize(("chance", "kind"), [(0.11, VerdictKind.CORRECT), (0.09, VerdictKind.UNDETERMINED)])
def test_a_choice_that_is_hardly_meant_is_not_known(monkeypatch, chance, kind):
    monkeypatch.setattr(rereading, "learned_trees", lambda: constant(log(chance / (1 - chance))))
    right = Verdict(VerdictKind.CORRECT, ("B",), score=1.0, reason="chooses B")
    assert reread_choice("By what you told me in May, B is the one.", right, HIGHER).kind is kind


def test_what_was_offered_is_named_by_a_word_that_sets_it_apart():
    offered = replace(FLOOR, offered=("slate slabs", "wool carpet"))
    assert options_of("Slabs of some sort.", offered) == (("slate slabs", "wool carpet"), (0,))
    assert find_verdict("Slabs, no question: wool soaks up every spill, and you hate stains.", None, offered).kind is (
        VerdictKind.CORRECT
    )
    assert reread_choice("The wool one is soft, but I'd go for the slabs, of course.", ELSEWHERE, offered) is ELSEWHERE
    torn = "Slate slabs would last, and a wool carpet would be warm, so let's call it a draw."
    assert find_verdict(torn, None, offered).kind is VerdictKind.UNDETERMINED


@pytest.mark.parametrize(
    ("reply", "expectation"),
    [
        ("slate, since wool with two dogs would be a pain, honestly", FLOOR),
        ("Haven't you had a letter about it? And wasn't the sum higher than before? So doesn't that leave B?", HIGHER),
        ("What was the first sum you told me? 800. And today? 900. Isn't it plain that it's higher now?", HIGHER),
    ],
)  # fmt: skip
def test_choices_in_natural_words_are_found(reply, expectation):
    assert find_verdict(reply, None, expectation).kind is VerdictKind.CORRECT


@pytest.mark.parametrize(
    "reply",
    [
        "I can't decide between A and B, to be honest, both of them could be true.",
        "It could be B, but it could just as well be C, so which one is it?",
        "Whatever it is, it isn't B, I'm quite sure about that much.",
        "Rents are a sad topic these days! Have you thought of looking for another flat?",
        "Both of these apply to you, I'd say: A as well as B.",
    ],
)
def test_no_choice_is_made_up(reply):
    assert find_verdict(reply, None, HIGHER).kind is not VerdictKind.CORRECT


@pytest.mark.parametrize("gold", [("Z",), ("Z", "B")])
def test_a_key_that_is_none_of_the_options_is_no_fault_of_the_reply(monkeypatch, gold):
    monkeypatch.setattr(rereading, "learned_trees", lambda: constant(9.0))
    key = Expectation("option", LETTERS, True, gold, options=OPTIONS)
    found = reread_choice("By what you told me in May, B is the one.", OFF_TASK, key)
    assert found.kind is (VerdictKind.CORRECT if "B" in gold else VerdictKind.OFF_TASK)
    several = Expectation("any", FLOORS, True, ("granite", "slate slabs", "wool carpet"))
    found = reread_choice("Slate or wool would both do for a hall.", OFF_TASK, several)
    assert found.asserted in (("slate slabs",), ("wool carpet",))
    unknown = Expectation("any", FLOORS, True, ("granite",))
    assert reread_choice("Slate or wool would both do for a hall.", OFF_TASK, unknown) is OFF_TASK
