"""Feedback policies as values: equal if they say the same, never changed, hidden or not."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from regulars.agents.feedback import Carries, FeedbackPolicy, Moment, feedback_policy, load_scale
from regulars.agents.feedback.judged_replies import load_reference
from regulars.agents.feedback.mixed import Mixed
from regulars.agents.feedback.plain import Diagnostic, Evaluative, Instructive, Sealed, Silent
from regulars.agents.feedback.remarks import remark
from regulars.agents.feedback.specs import feedback_policy as opened
from regulars.dialogue import FeedbackAction, Verdict, VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree

ENGLISH = Language.load("english")
WRAPPERS = (
    "sparse",
    "noisy",
    "delayed:turns=1",
    "lenient:by=1",
    "strict:by=1",
    "drifting",
    "flattering",
    "adversarial",
)
SPECS = (
    "evaluative", "diagnostic", "instructive", "silent", "sealed", "placebo:of=diagnostic",
    "mixed:evaluative=2;silent=1", *(f"evaluative+{wrapper}" for wrapper in WRAPPERS),
)  # fmt: skip


@pytest.mark.parametrize("spec", SPECS)
def test_a_policy_cannot_be_changed(spec) -> None:
    policy = feedback_policy(spec)
    for name in ("carried", "of"):
        with pytest.raises(FrozenInstanceError):
            setattr(policy, name, None)


@pytest.mark.parametrize("kind", [Evaluative, Diagnostic, Instructive, Silent, Sealed])
def test_two_plain_policies_of_a_kind_are_equal_and_of_two_kinds_are_not(kind) -> None:
    assert kind() == kind()
    assert hash(kind()) == hash(kind())
    assert repr(kind()) == f"{kind.__name__}()"
    assert kind().spec == kind.__name__.lower()
    assert len({Evaluative(), Diagnostic(), Instructive(), Silent(), Sealed(), kind()}) == 5
    assert kind().strictness(3) == 0.0
    assert kind().settle(SeedTree(1)) is not None


@pytest.mark.parametrize("wrapper", WRAPPERS)
def test_a_wrapped_policy_is_built_again_from_its_spec(wrapper) -> None:
    """Equal if the wrapped policy, the settings and the place are."""
    first = feedback_policy(f"evaluative+{wrapper}")
    opened.cache_clear()
    again = feedback_policy(first.spec)
    assert again is not first
    assert (again, hash(again)) == (first, hash(first))
    assert feedback_policy(f"diagnostic+{wrapper}") != first
    assert feedback_policy(f"evaluative+{wrapper}+sparse:rate=.5") != first


def test_a_population_has_a_weight_and_a_name_for_every_policy() -> None:
    one, two = Evaluative(), Silent()
    assert Mixed((one, two), (1.0, 3.0), ("evaluative", "silent")).spec == "mixed:evaluative=1;silent=3"
    with pytest.raises(ValueError, match="zip"):
        Mixed((one, two), (1.0,), ("evaluative", "silent"))
    with pytest.raises(ValueError, match="zip"):
        _ = Mixed((one, two), (1.0,), ("evaluative",)).carries
    # What it carries and whether it is withheld follow from the policies of a weight above 0.
    assert Mixed((one, two), (0.0, 1.0), ("a", "b")).carries is Carries.NOTHING
    assert Mixed((one, two), (0.0, 1.0), ("a", "b")).withheld is True
    assert Mixed((one, two), (1.0, 1.0), ("a", "b")).carries is Carries.EVALUATIVE
    assert Mixed((one, two), (1.0, 1.0), ("a", "b")).withheld is False
    # Equal apart from the names under which the policies were written.
    assert Mixed((one,), (1.0,), ("a",)) == Mixed((one,), (1.0,), ("b",)) != Mixed((one,), (2.0,), ("a",))


def test_a_policy_of_ones_own_says_what_it_shows() -> None:
    with pytest.raises(TypeError, match="abstract"):
        FeedbackPolicy()  # type: ignore[abstract]


def said(expectation: Expectation, attribute: str = "home_city", kind: VerdictKind = VerdictKind.STALE) -> str:
    moment = Moment(Verdict(kind), ENGLISH, expectation=expectation, attribute=attribute)
    return remark(moment, SeedTree(2), instructive=True)


def gold(*values: str, form: str = Form.VALUE, answerable: bool = True, **fields) -> Expectation:
    return Expectation(form, ENGLISH.ontology.domain("home_city"), answerable, values, **fields)


def test_what_is_over_is_said_of_the_last_value() -> None:
    over = said(gold(over=True, stale=("Ludmilla", "Moritz")), "borrower")
    assert "Moritz" in over
    assert "Ludmilla" not in over
    assert "Moritz" not in said(gold(over=True), "borrower")


@pytest.mark.parametrize(
    ("expectation", "words"),
    [
        (gold("Bergen"), ["Bergen"]),
        (gold("Bergen", "Oslo", form=Form.SET), ["Bergen", "Oslo"]),
        (gold("Bergen", "Oslo", form=Form.ANY), ["Bergen or Oslo"]),
        (gold("Bergen", "Oslo", form=Form.ORDER), ["Bergen and Oslo"]),
        (gold("Bergen", answerable=False), []),
    ],
)
def test_the_right_answer_is_told_in_its_form(expectation, words) -> None:
    found = said(expectation, kind=VerdictKind.WRONG)
    assert all(word in found for word in words)
    assert ("Bergen" in found) is bool(words)
    assert "Bergen" not in said(expectation, attribute="", kind=VerdictKind.WRONG)


def test_a_broken_rule_costs_satisfaction_down_to_0() -> None:
    """Of the answer alone and with a broken rule: `offended` points fewer, and not liked."""
    scale, rule = load_scale(), next(iter(load_reference().rules))
    for kind, satisfaction in scale.satisfaction.items():
        moment = Moment(Verdict(kind), ENGLISH, broken=(rule,), reply="s001.t02")
        shown = Evaluative().show(moment, SeedTree(0))
        disliked = FeedbackAction.DISLIKE if kind in scale.disliked else FeedbackAction.NONE
        assert shown is None or (shown.action, shown.satisfaction, shown.about) == (
            disliked, max(0.0, satisfaction - scale.offended), "s001.t02",
        )  # fmt: skip
