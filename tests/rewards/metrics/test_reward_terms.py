"""Rewards are sums of named terms, and no constant strategy pays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from regulars.dialogue import Feedback, FeedbackAction, Verdict, VerdictKind, count_tokens
from regulars.errors import ConfigurationError
from regulars.rewards.assertions.choice import chosen
from regulars.rewards.metrics.reward_terms import Weights, assistant_terms, evaluator_terms, feedback_reward, user_terms
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.matcher import judge
from regulars.values import Domain

CITIES = ("Bergen", "Oslo", "Graz", "Porto", "Lyon", "Quito", "Turin", "Leeds")
DOMAIN = Domain("city", aliases=dict.fromkeys(CITIES, ()))


def test_terms_have_constant_names() -> None:
    weights = Weights()
    for kind in VerdictKind:
        assert (
            tuple(assistant_terms(Verdict(kind), 10, weights))
            == weights.terms("assistant")
            == ("answer", "cost", "rules")
        )
        assert tuple(user_terms(Verdict(kind), weights)) == weights.terms("user") == ("served",)
        assert tuple(evaluator_terms(Verdict(kind), weights)) == weights.terms("evaluator") == ()


def test_the_worth_of_each_verdict() -> None:
    weights = Weights()
    worth = {kind: assistant_terms(Verdict(kind, score=0.5), 0, weights)["answer"] for kind in VerdictKind}
    assert worth[VerdictKind.NONE] == 0.0
    assert worth[VerdictKind.CORRECT] == 1.0
    assert worth[VerdictKind.PARTIAL] == 0.5
    assert worth[VerdictKind.LEAKED] == -1.0
    assert worth[VerdictKind.LEAKED] < worth[VerdictKind.STALE] < worth[VerdictKind.OFF_TASK] < 0
    assert worth[VerdictKind.ABSTAINED] == worth[VerdictKind.UNDETERMINED] == 0.0


def test_only_tokens_beyond_the_free_ones_cost() -> None:
    assert assistant_terms(Verdict(VerdictKind.NONE), 60, Weights())["cost"] == 0.0
    assert assistant_terms(Verdict(VerdictKind.NONE), 160, Weights())["cost"] == pytest.approx(-0.05)


def test_each_standing_rule_kept_or_broken_counts() -> None:
    verdict = Verdict(VerdictKind.NONE, kept=("r1", "r2"), broken=("r3",))
    assert assistant_terms(verdict, 10, Weights())["rules"] == pytest.approx(2 * 0.05 - 0.1)
    assert assistant_terms(verdict, 10, Weights(kept=0.0, broken=1.0))["rules"] == -1.0
    assert assistant_terms(Verdict(VerdictKind.CORRECT), 10, Weights())["rules"] == 0.0


def test_weights_are_read_by_name() -> None:
    assert Weights.read({"stale": -2, "token": 0.1}) == Weights(stale=-2, token=0.1)
    with pytest.raises(ConfigurationError, match="did you mean 'stale'"):
        Weights.read({"stail": 1})
    for wrong in ("much", float("nan"), True, None):
        with pytest.raises(ConfigurationError, match="expected a number"):
            Weights.read({"stale": wrong})
    with pytest.raises(ConfigurationError):
        Weights.read("stale")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("feedback", "reward"),
    [
        (None, 0.0),
        (Feedback("t"), 0.0),
        (Feedback("t", FeedbackAction.LIKE), 1.0),
        (Feedback("t", FeedbackAction.COPY), 1.0),
        (Feedback("t", FeedbackAction.DISLIKE), -1.0),
        (Feedback("t", satisfaction=10.0), 1.0),
        (Feedback("t", satisfaction=0.0), -1.0),
        (Feedback("t", satisfaction=5.0), 0.0),
        (Feedback("t", FeedbackAction.LIKE, 5.0), 0.5),
    ],
)
def test_feedback_reward_maps_what_was_shown(feedback: Feedback | None, reward: float) -> None:
    assert feedback_reward(feedback) == reward


def contrasts() -> list[Expectation]:
    """Each question twice: told, and not told; half of them with a stale and another person's value."""
    made = []
    for index, city in enumerate(CITIES):
        stale, other = CITIES[index - 1], CITIES[index - 2]
        rich = index % 2 == 0
        made.append(Expectation("value", DOMAIN, True, (city,), (stale,) if rich else (), (other,) if rich else ()))
        made.append(Expectation("value", DOMAIN, False, others=(other,) if rich else ()))
    return made


def mean_reward(reply: Callable[[Expectation], tuple[str, str | None]]) -> float:
    total = 0.0
    for expectation in contrasts():
        text, answer = reply(expectation)
        total += sum(assistant_terms(judge(text, answer, expectation), count_tokens(text), Weights()).values())
    return total / len(contrasts())


def both_right(reply: Callable[[Expectation], tuple[str, str | None]]) -> int:
    kinds = [judge(*reply(expectation), expectation).kind is VerdictKind.CORRECT for expectation in contrasts()]
    return sum(told and untold for told, untold in zip(kinds[::2], kinds[1::2], strict=True))


EVERY = ", ".join(CITIES)
CONSTANT = {
    "hedging with all values": lambda _: (f"Maybe {', or '.join(CITIES)}.", None),
    "one of them": lambda _: (f"You live in {' or '.join(CITIES)}.", None),
    "asserting all values": lambda _: (f"You live in {EVERY}.", None),
    "dumping the memory": lambda _: (". ".join(f"You live in {city}" for city in CITIES), None),
    "dumping into the answer": lambda _: ("Here.", "|".join(CITIES)),
    "always the same value": lambda _: ("You live in Bergen.", None),
    "always asking back": lambda _: ("Which city do you live in?", None),
    "asking for every value": lambda _: (" ".join(f"Is it {city}?" for city in CITIES), None),
    "flattering": lambda _: ("What a wonderful question, you have such good taste!", None),
    "silence": lambda _: ("", None),
}


@pytest.mark.parametrize("name", sorted(CONSTANT))
def test_a_constant_strategy_is_not_paid(name: str) -> None:
    assert mean_reward(CONSTANT[name]) <= 0.0
    assert both_right(CONSTANT[name]) == 0


def test_always_abstaining_solves_no_contrast_pair_and_earns_at_most_half() -> None:
    def abstaining(_: Expectation) -> tuple[str, str | None]:
        return "I don't know.", "-"

    def ideal(expectation: Expectation) -> tuple[str, str | None]:
        return (f"You live in {expectation.gold[0]}.", None) if expectation.answerable else ("I don't know.", None)

    assert both_right(abstaining) == 0
    assert mean_reward(abstaining) <= 0.5 * mean_reward(ideal)
    assert mean_reward(ideal) == 1.0
    assert both_right(ideal) == len(CITIES)


def test_the_option_chosen_is_the_one_asserted() -> None:
    options = ("Bergen", "Oslo", "Graz")
    assert chosen("Let's take Bergen.", None, options, DOMAIN) == "Bergen"
    assert chosen("Not Oslo, Bergen.", None, options, DOMAIN) == "Bergen"
    assert chosen("Bergen or Oslo?", None, options, DOMAIN) == ""
    assert chosen("As you like.", "oslo", options, DOMAIN) == "Oslo"
    assert chosen("Porto.", None, options, DOMAIN) == ""
