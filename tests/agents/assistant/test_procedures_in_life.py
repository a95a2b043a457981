"""Procedures and feedback on conduct: what a reply keeps and breaks, and how the person reacts."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from regulars.agents.feedback import Moment, feedback_policy
from regulars.agents.style.rules import RuleBook
from regulars.dialogue import FeedbackAction, Verdict, VerdictKind
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.language.packs import Language
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.world import StandingRule
from regulars.seeding import SeedTree

NOW = datetime(2025, 3, 3, tzinfo=UTC)
DOMAIN = load_domains()["travel"]
STEPS = [name for name, step in DOMAIN.steps.items() if not step.attribute][:3]
PROCEDURE = StandingRule("r-plan", "procedure", " ".join(STEPS), NOW, domain="travel")
LENGTH = StandingRule("r-length", "length", "one_sentence", NOW)
BOOK = RuleBook()


def plan(*steps: str) -> str:
    return " ".join(DOMAIN.steps[step].say[0] for step in steps)


def rating(verdict: Verdict) -> object:
    """What an evaluative person shows of a reply: action and satisfaction, None for nothing."""
    kept, broken = ((LENGTH,) * len(ids) for ids in (verdict.kept, verdict.broken))
    moment = Moment(verdict, Language.load("english"), kept, broken)
    shown = feedback_policy("evaluative").show(moment, SeedTree(3).child("react"))
    return None if shown is None else (shown.action, shown.satisfaction)


def test_a_procedure_is_judged_on_a_plan_for_its_domain_and_nothing_else_is() -> None:
    asked = Occasion("How do I go about it?", asked=True, consulted="travel")
    assert BOOK.judge(plan(*STEPS), asked, [PROCEDURE, LENGTH]) == (("r-plan",), ())
    assert BOOK.judge(plan(*reversed(STEPS)), asked, [PROCEDURE, LENGTH]) == ((), ("r-plan",))
    assert BOOK.judge("", asked, [PROCEDURE]) == ((), ())


def test_elsewhere_the_other_rules_are() -> None:
    talk = Occasion("I was out today.")
    other = Occasion("How do I go about it?", asked=True, consulted="home")
    for occasion in (talk, other):
        assert BOOK.judge("Good to know.", occasion, [PROCEDURE, LENGTH]) == (("r-length",), ())


@pytest.mark.parametrize("domain", sorted(load_domains()))
def test_every_step_is_recognised_by_each_of_its_sentences_and_by_no_others(domain: str) -> None:
    steps = load_domains()[domain].steps
    asked = Occasion("How do I go about it?", asked=True, consulted=domain)
    for name, step in steps.items():
        for sentence in step.say:
            for other in steps:
                rule = StandingRule("r", "procedure", other, NOW, domain=domain)
                kept, _ = BOOK.judge(sentence, asked, [rule])
                assert bool(kept) is (other == name), (sentence, other)


@pytest.mark.parametrize(
    ("verdict", "shown"),
    [
        (Verdict(VerdictKind.NONE), None),
        (Verdict(VerdictKind.NONE, kept=("r",)), (FeedbackAction.LIKE, 9.0)),
        (Verdict(VerdictKind.NONE, kept=("r",), broken=("q",)), (FeedbackAction.DISLIKE, 2.0)),
        (Verdict(VerdictKind.CORRECT, broken=("q",)), (FeedbackAction.NONE, 6.0)),
        (Verdict(VerdictKind.WRONG, broken=("q",)), (FeedbackAction.DISLIKE, 0.0)),
        (Verdict(VerdictKind.UNDETERMINED, broken=("q",)), None),
    ],
)
def test_conduct_is_rated_beside_what_was_asked(verdict: Verdict, shown: object) -> None:
    assert rating(verdict) == shown


def test_keeping_rules_does_not_change_the_rating_of_an_answer() -> None:
    for kind in (VerdictKind.CORRECT, VerdictKind.PARTIAL, VerdictKind.STALE, VerdictKind.ABSTAINED):
        assert rating(Verdict(kind, kept=("r",))) == rating(Verdict(kind))
