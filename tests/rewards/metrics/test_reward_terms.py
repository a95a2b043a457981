"""Rewards are sums of named terms, and no constant strategy pays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from regulars.dialogue import Feedback, FeedbackAction, Verdict, VerdictKind, count_tokens
from regulars.errors import ConfigurationError
from regulars.rewards.choices.choice import chosen
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


@pytest.mark.parametrize(
    ("kind", "score", "answer"),
    [
        (VerdictKind.NONE, 1.0, 0.0),
        (VerdictKind.CORRECT, 1.0, 1.0),
        (VerdictKind.CORRECT, 0.25, 1.0),
        (VerdictKind.PARTIAL, 0.25, 0.25),
        (VerdictKind.PARTIAL, 0.0, 0.0),
        (VerdictKind.STALE, 0.25, -0.5),
        (VerdictKind.WRONG, 0.25, -0.5),
        (VerdictKind.UNSUPPORTED, 0.25, -0.5),
        (VerdictKind.LEAKED, 0.25, -1.0),
        (VerdictKind.ABSTAINED, 1.0, 0.0),
        (VerdictKind.OFF_TASK, 0.25, -0.1),
        (VerdictKind.UNDETERMINED, 0.5, 0.0),
    ],
)
def test_the_default_worth_of_a_verdict_to_both_seats(kind: VerdictKind, score: float, answer: float) -> None:
    # Of all scores only that of a partial verdict counts.
    assert assistant_terms(Verdict(kind, score=score), 0, Weights())["answer"] == answer
    assert user_terms(Verdict(kind, score=score), Weights())["served"] == answer


def test_every_verdict_has_a_weight_of_its_own() -> None:
    names = ("correct", "partial", "stale", "wrong", "unsupported", "leaked", "abstained", "off_task", "undetermined")
    weights = Weights(**{name: float(number) for number, name in enumerate(names, 1)})
    found = {name: weights.worth(Verdict(VerdictKind[name.upper()], score=0.5)) for name in names}
    assert found == {
        "correct": 1, "partial": 2 * 0.5, "stale": 3, "wrong": 4, "unsupported": 5, "leaked": 6, "abstained": 7,
        "off_task": 8, "undetermined": 9,
    }  # fmt: skip


def test_the_three_terms_of_the_assistant_and_the_one_of_the_user() -> None:
    # Partial 2 x .75; 13 tokens beyond 7 at .01; three rules kept at .5, two broken at .2. The user: .4 of 1.5 alone.
    weights = Weights(partial=2.0, token=0.01, free_tokens=7, kept=0.5, broken=0.2, served=0.4)
    verdict = Verdict(VerdictKind.PARTIAL, score=0.75, kept=("a", "b", "c"), broken=("d", "e"))
    assert assistant_terms(verdict, 20, weights) == pytest.approx({"answer": 1.5, "cost": -0.13, "rules": 1.1})
    assert user_terms(verdict, weights) == pytest.approx({"served": 0.6})
    assert evaluator_terms(verdict, weights) == {}


@pytest.mark.parametrize(("tokens", "cost"), [(0, 0.0), (59, 0.0), (60, 0.0), (61, -0.0005), (160, -0.05)])
def test_only_tokens_beyond_the_free_ones_cost(tokens: int, cost: float) -> None:
    assert assistant_terms(Verdict(VerdictKind.NONE), tokens, Weights())["cost"] == pytest.approx(cost)


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
        (Feedback("t", FeedbackAction.COPY, 7.5), 0.75),
        (Feedback("t", FeedbackAction.DISLIKE, 7.5), -0.25),
        (Feedback("t", FeedbackAction.NONE, 7.5), 0.5),
        (Feedback("t", satisfaction=2.0), -0.6),
        (Feedback("t", satisfaction=12.0), 1.0),
        (Feedback("t", satisfaction=-3.0), -1.0),
        (Feedback("t", FeedbackAction.DISLIKE, 10.0, "No."), 0.0),
        (Feedback("t", text="Fine."), 0.0),
    ],
)
def test_feedback_reward_maps_what_was_shown(feedback: Feedback | None, reward: float) -> None:
    assert feedback_reward(feedback) == pytest.approx(reward)


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


@pytest.mark.parametrize(
    ("text", "answer", "option"),
    [
        ("I would go with Oslo. Oslo it is.", None, "Oslo"),
        ("Oslo and Graz.", None, ""),
        ("Perhaps Oslo.", None, ""),
        ("Oslo, and Porto another time.", None, "Oslo"),
        ("Oslo.", "Graz", "Graz"),
        ("Oslo.", "Graz or Bergen", ""),
        ("Oslo.", "Porto", ""),
        ("Oslo.", "", "Oslo"),
        ("", None, ""),
    ],
)
def test_a_choice_is_one_option_and_the_structured_answer_decides(text: str, answer: str | None, option: str) -> None:
    assert chosen(text, answer, ("Bergen", "Oslo", "Graz"), DOMAIN) == option
