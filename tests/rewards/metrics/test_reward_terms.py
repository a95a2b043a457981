"""Rewards are sums of named terms, and no constant strategy pays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from regulars.dialogue import Feedback, FeedbackAction, Verdict, VerdictKind, count_tokens
from regulars.errors import ConfigurationError
from regulars.rewards.choices.choice import chosen
from regulars.rewards.metrics.reward_terms import (
    JudgedQuestion,
    Weights,
    assistant_terms,
    evaluator_terms,
    feedback_reward,
    user_terms,
)
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.values import Domain

CITIES = ("Bergen", "Oslo", "Graz", "Porto", "Lyon", "Quito", "Turin", "Leeds")
DOMAIN = Domain("city", aliases=dict.fromkeys(CITIES, ()))


DEFAULTS = Weights()
RECALL = JudgedQuestion()
ABSTENTION = JudgedQuestion(answerable=False)
NAMES = ("recall", "repair", "abstention", "choice", "cost", "rules")
SKEWED = Weights(recall=2.0, repair=0.2, abstention=0.3, choice=0.6)
"""Other weights than the defaults, no two of them equal."""


def answer_terms(verdict: Verdict, question: JudgedQuestion, weights: Weights = DEFAULTS) -> dict[str, float]:
    """The terms of a short answer that are not 0."""
    return {name: pay for name, pay in assistant_terms(verdict, 0, weights, question).items() if pay}


def test_terms_have_constant_names() -> None:
    assert Weights.terms("assistant") == NAMES
    assert Weights.terms("user") == ("served",)
    assert Weights.terms("evaluator") == ()
    for kind in VerdictKind:
        for question in (None, RECALL, ABSTENTION, JudgedQuestion(2), JudgedQuestion(1, True, 3, 1)):
            assert tuple(assistant_terms(Verdict(kind), 10, Weights(), question)) == NAMES
        assert tuple(user_terms(Verdict(kind), Weights())) == ("served",)
        assert tuple(evaluator_terms(Verdict(kind), Weights())) == ()


@pytest.mark.parametrize(
    ("question", "term"),
    [
        (JudgedQuestion(1, True), "recall"),
        (JudgedQuestion(1, False), "abstention"),
        (JudgedQuestion(1, True, 4, 1), "choice"),
        (JudgedQuestion(1, False, 2, 1), "choice"),
        (JudgedQuestion(2, True), "repair"),
        (JudgedQuestion(2, False), "repair"),
        (JudgedQuestion(2, True, 3, 3), "repair"),
    ],
)
def test_an_answer_belongs_to_one_term(question: JudgedQuestion, term: str) -> None:
    assert question.term == term
    assert set(answer_terms(Verdict(VerdictKind.LEAKED), question)) == {term}


@pytest.mark.parametrize(
    ("kind", "score", "recalled", "served"),
    [
        (VerdictKind.NONE, 1.0, 0.0, 0.0),
        (VerdictKind.CORRECT, 1.0, 1.0, 1.0),
        (VerdictKind.CORRECT, 0.25, 1.0, 1.0),
        (VerdictKind.PARTIAL, 0.25, 0.25, 0.25),
        (VerdictKind.PARTIAL, 0.0, 0.0, 0.0),
        (VerdictKind.STALE, 0.25, -0.5, -0.5),
        (VerdictKind.WRONG, 0.25, -0.5, -0.5),
        (VerdictKind.UNSUPPORTED, 0.25, -0.5, -0.5),
        (VerdictKind.LEAKED, 0.25, -1.0, -1.0),
        (VerdictKind.ABSTAINED, 1.0, 0.0, 0.0),
        (VerdictKind.OFF_TASK, 0.25, -0.1, -0.1),
        (VerdictKind.UNDETERMINED, 0.5, 0.0, 0.0),
    ],
)
def test_the_default_worth_of_a_verdict_to_both_seats(
    kind: VerdictKind, score: float, recalled: float, served: float
) -> None:
    # Of all scores only that of a partial verdict counts.
    verdict = Verdict(kind, score=score)
    assert assistant_terms(verdict, 0, Weights(), RECALL)["recall"] == recalled
    assert user_terms(verdict, Weights())["served"] == served


@pytest.mark.parametrize(
    ("question", "verdict", "term", "pay"),
    [
        # recall 2 x 1; its repair keeps .2 of that, and a loss keeps all
        (JudgedQuestion(), Verdict(VerdictKind.CORRECT), "recall", 2.0),
        (JudgedQuestion(2), Verdict(VerdictKind.CORRECT), "repair", 0.4),
        (JudgedQuestion(), Verdict(VerdictKind.PARTIAL, score=0.75), "recall", 1.5),
        (JudgedQuestion(2), Verdict(VerdictKind.PARTIAL, score=0.75), "repair", 0.3),
        (JudgedQuestion(), Verdict(VerdictKind.STALE), "recall", -0.5),
        (JudgedQuestion(2), Verdict(VerdictKind.STALE), "repair", -0.5),
        # abstention .3 x 1; what is made up costs .5 in full, and silence .1
        (ABSTENTION, Verdict(VerdictKind.CORRECT), "abstention", 0.3),
        (ABSTENTION, Verdict(VerdictKind.UNSUPPORTED), "abstention", -0.5),
        (ABSTENTION, Verdict(VerdictKind.OFF_TASK), "abstention", -0.1),
        (JudgedQuestion(2, False), Verdict(VerdictKind.CORRECT), "repair", 0.06),
        # one of three options is right, by chance 1/3: .6 x 2/3 and .6 x -1/3
        (JudgedQuestion(1, True, 3, 1), Verdict(VerdictKind.CORRECT), "choice", 0.4),
        (JudgedQuestion(1, True, 3, 1), Verdict(VerdictKind.WRONG), "choice", -0.2),
        (JudgedQuestion(1, True, 3, 1), Verdict(VerdictKind.OFF_TASK), "choice", -0.1),
        (JudgedQuestion(1, True, 3, 1), Verdict(VerdictKind.ABSTAINED), "choice", 0.0),
        # on the second attempt a gain is worth a fifth: .08, and a loss is the same
        (JudgedQuestion(2, True, 3, 1), Verdict(VerdictKind.CORRECT), "repair", 0.08),
        (JudgedQuestion(2, True, 3, 1), Verdict(VerdictKind.WRONG), "repair", -0.2),
        # a free choice cannot be wrong, so it earns nothing
        (JudgedQuestion(1, True, 3, 3), Verdict(VerdictKind.CORRECT), "choice", 0.0),
    ],
)
def test_what_each_term_pays(question: JudgedQuestion, verdict: Verdict, term: str, pay: float) -> None:
    assert assistant_terms(verdict, 0, SKEWED, question)[term] == pytest.approx(pay)
    assert set(answer_terms(verdict, question, SKEWED)) <= {term}


@pytest.mark.parametrize(("options", "fitting"), [(2, 1), (4, 1), (3, 2), (3, 3)])
def test_a_random_choice_earns_nothing_on_average(options: int, fitting: int) -> None:
    question = JudgedQuestion(1, True, options, fitting)
    right, wrong = (Weights().pay(Verdict(kind), question) for kind in (VerdictKind.CORRECT, VerdictKind.WRONG))
    assert fitting * right + (options - fitting) * wrong == pytest.approx(0.0)
    # .5 of .5, .75 of .25, .33 of .67, 0 of 1
    assert right == pytest.approx((options - fitting) / options)


def test_repair_is_worth_at_most_a_quarter_of_recall() -> None:
    weights = Weights()
    for score in (0.2, 0.5, 1.0):
        verdict = Verdict(VerdictKind.PARTIAL, score=score)
        first, second = (answer_terms(verdict, JudgedQuestion(attempt)) for attempt in (1, 2))
        assert second["repair"] <= 0.25 * first["recall"]
    assert weights.pay(Verdict(VerdictKind.CORRECT), JudgedQuestion(2)) == 0.25


def test_every_verdict_has_a_weight_of_its_own() -> None:
    names = ("correct", "partial", "stale", "wrong", "unsupported", "leaked", "abstained", "off_task", "undetermined")
    weights = Weights(**{name: float(number) for number, name in enumerate(names, 1)})
    found = {name: weights.worth(Verdict(VerdictKind[name.upper()], score=0.5)) for name in names}
    assert found == {
        "correct": 1, "partial": 2 * 0.5, "stale": 3, "wrong": 4, "unsupported": 5, "leaked": 6, "abstained": 7,
        "off_task": 8, "undetermined": 9,
    }  # fmt: skip


def test_all_terms_of_one_reply() -> None:
    # Partial 2 x .75; 13 tokens beyond 7 at .01; rules .5 x (.5 + .75 + 0 - .5 - .4). The user: .4 of 1.5 alone.
    weights = Weights(partial=2.0, token=0.01, free_tokens=7, rules=0.5, served=0.4)
    chances = {"a": 0.5, "b": 0.25, "c": 1.0, "d": 0.5, "e": 0.4}
    verdict = Verdict(VerdictKind.PARTIAL, score=0.75, kept=("a", "b", "c"), broken=("d", "e"))
    rest = {"repair": 0.0, "abstention": 0.0, "choice": 0.0, "cost": -0.13, "rules": 0.175}
    assert assistant_terms(verdict, 20, weights, RECALL, chances=chances) == pytest.approx({"recall": 1.5, **rest})
    # Nothing was asked: no verdict pays, and length and rules still count.
    assert assistant_terms(verdict, 20, weights, chances=chances) == pytest.approx({"recall": 0.0, **rest})
    assert user_terms(verdict, weights) == pytest.approx({"served": 0.6})
    assert evaluator_terms(verdict, weights) == {}


@pytest.mark.parametrize(("tokens", "cost"), [(0, 0.0), (59, 0.0), (60, 0.0), (61, -0.0005), (160, -0.05)])
def test_only_tokens_beyond_the_free_ones_cost(tokens: int, cost: float) -> None:
    assert assistant_terms(Verdict(VerdictKind.NONE), tokens, Weights())["cost"] == pytest.approx(cost)


def test_silence_costs_besides_what_its_verdict_costs() -> None:
    terms = assistant_terms(Verdict(VerdictKind.OFF_TASK), 0, Weights(silence=0.3), RECALL, silent=True)
    assert (terms["recall"], terms["cost"]) == (-0.1, -0.3)
    assert assistant_terms(Verdict(VerdictKind.NONE), 0, Weights(), silent=True)["cost"] == -0.1


def test_each_standing_rule_counts_as_far_as_it_was_not_kept_or_broken_by_chance() -> None:
    verdict = Verdict(VerdictKind.NONE, kept=("r1", "r2"), broken=("r3",))
    chances = {"r1": 0.5, "r2": 0.2, "r3": 0.3}
    assert assistant_terms(verdict, 10, Weights(), chances=chances)["rules"] == pytest.approx(0.1 * (0.5 + 0.8 - 0.3))
    assert assistant_terms(verdict, 10, Weights(rules=0.0), chances=chances)["rules"] == 0.0
    # A rule that could not be set otherwise pays nothing, and neither does one that the person does not have.
    assert assistant_terms(verdict, 10, Weights(), chances={"r1": 1.0})["rules"] == 0.0
    assert assistant_terms(Verdict(VerdictKind.CORRECT), 10, Weights(), chances=chances)["rules"] == 0.0


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
        verdict = find_verdict(text, answer, expectation, spoken=True)
        question = JudgedQuestion(1, expectation.answerable)
        total += sum(assistant_terms(verdict, count_tokens(text), DEFAULTS, question).values())
    return total / len(contrasts())


def both_right(reply: Callable[[Expectation], tuple[str, str | None]]) -> int:
    found = (find_verdict(*reply(expectation), expectation, spoken=True) for expectation in contrasts())
    kinds = [verdict.kind is VerdictKind.CORRECT for verdict in found]
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
    "silence that abstains in the structured answer": lambda _: ("", "-"),
    "silence with the right structured answer": lambda e: ("", e.gold[0] if e.answerable else "-"),
}


@pytest.mark.parametrize("name", sorted(CONSTANT))
def test_a_constant_strategy_is_not_paid(name: str) -> None:
    assert mean_reward(CONSTANT[name]) <= 0.0
    assert both_right(CONSTANT[name]) == 0


def test_always_abstaining_solves_no_contrast_pair_and_earns_a_third_of_the_ideal() -> None:
    def abstaining(_: Expectation) -> tuple[str, str | None]:
        return "I don't know.", "-"

    def ideal(expectation: Expectation) -> tuple[str, str | None]:
        return (f"You live in {expectation.gold[0]}.", None) if expectation.answerable else ("I don't know.", None)

    assert both_right(abstaining) == 0
    # Half of the questions have no answer: .5 x .5 for abstaining there, and .5 x 1 more for the other half.
    assert mean_reward(abstaining) == 0.25
    assert mean_reward(ideal) == 0.75
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
