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
from regulars.agents.feedback.wrappers import Adversarial, Delayed, Drifting, Flattering, Lenient, Noisy, Sparse, Strict
from regulars.dialogue import FeedbackAction, Verdict, VerdictKind
from regulars.errors import ConfigurationError
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


def test_a_policy_cannot_be_changed() -> None:
    for spec in SPECS:
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


@pytest.mark.parametrize(
    ("kind", "setting", "good", "bad"),
    [
        (Sparse, "rate", (0, 1, 0.5), (-0.01, 1.01, True, "1", None)),
        (Noisy, "rate", (0, 1, 0.5), (-0.01, 1.01, False, "1", None)),
        (Delayed, "turns", (1, 10_000), (0, -1, 10_001, 1.5, True)),
        (Delayed, "sessions", (1, 10_000), (0, -1, 10_001, 1.5, True)),
        (Lenient, "by", (0, 10, 0.5), (-0.01, 10.01, True)),
        (Strict, "by", (0, 10, 0.5), (-0.01, 10.01, True)),
        (Drifting, "first", (-10, 10, 0.5), (-10.01, 10.01, True)),
        (Drifting, "last", (-10, 10, 0.5), (-10.01, 10.01, True)),
        (Drifting, "over", (1, 10_000), (0, 10_001, 1.5, True)),
    ],
)
def test_settings_of_wrappers_at_and_beyond_their_bounds(kind, setting, good, bad) -> None:
    for value in good:
        assert getattr(kind(Evaluative(), 1, **{setting: value}), setting) == value
    for value in bad:
        with pytest.raises(ConfigurationError, match=r"^feedback: "):
            kind(Evaluative(), 1, **{setting: value})


@pytest.mark.parametrize("kind", [Sparse, Noisy, Lenient, Strict, Drifting, Flattering, Adversarial])
def test_a_wrapper_stands_around_a_policy_at_a_place(kind) -> None:
    """With its published settings: a third shown about, one in twenty wrong, one point, from -1 to 2 over ten."""
    own = kind(Evaluative(), 2)
    defaults = {"sparse": {"rate": 0.3}, "noisy": {"rate": 0.05}, "lenient": {"by": 1.0}, "strict": {"by": 1.0},
                "drifting": {"first": -1.0, "last": 2.0, "over": 10}}  # fmt: skip
    assert (own.name, own.of, own.place) == (kind.__name__.lower(), Evaluative(), 2)
    assert {name: getattr(own, name) for name in defaults.get(own.name, {})} == defaults.get(own.name, {})
    for of, place in (("evaluative", 1), (Evaluative(), "1"), (None, 1), (Evaluative(), None)):
        with pytest.raises(ConfigurationError) as caught:
            kind(of, place)
        assert str(caught.value) == (
            f"feedback: {own.name!r} takes no argument 'of' or 'place'; "
            f"write the wrapped policy before it: evaluative+{own.name}."
        )


@pytest.mark.parametrize(
    ("spec", "points"),
    [
        # By session 1, 2, 6, 11 and 30. From -1 to 2 over ten sessions: .3 more in each.
        ("evaluative+drifting", (-1.0, -0.7, 0.5, 2.0, 2.0)),
        ("evaluative+drifting:first=2;last=0;over=1", (2.0, 0.0, 0.0, 0.0, 0.0)),
        ("evaluative+strict:by=2+drifting", (1.0, 1.3, 2.5, 4.0, 4.0)),
        ("evaluative+lenient:by=2+strict:by=.5", (-1.5,) * 5),
        ("placebo:of=evaluative+strict:by=2", (2.0,) * 5),
        ("evaluative+sparse+noisy", (0.0,) * 5),
    ],
)
def test_strictness_adds_up_over_wrappers(spec, points) -> None:
    policy = feedback_policy(spec)
    assert tuple(round(policy.strictness(session), 6) for session in (1, 2, 6, 11, 30)) == points
    assert policy.strictness(0) == points[0]


def test_delays_add_up_and_what_is_shown_names_its_reply() -> None:
    moment = Moment(Verdict(VerdictKind.CORRECT), ENGLISH, reply="s001.t02")
    shown = feedback_policy("evaluative+delayed:turns=2;sessions=1+delayed:turns=3").show(moment, SeedTree(0))
    assert shown is not None
    assert (shown.due.turns, shown.due.sessions, shown.about) == (5, 1, "s001.t02")
    liked = feedback_policy("diagnostic+flattering").show(
        Moment(Verdict(VerdictKind.WRONG), ENGLISH, reply="s001.t04"), SeedTree(0)
    )
    assert liked is not None
    assert (liked.action, liked.satisfaction, liked.remark, liked.about) == (
        FeedbackAction.LIKE, 10.0, "", "s001.t04",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "kept", "broken", "judged"),
    [
        (VerdictKind.NONE, False, False, False), (VerdictKind.NONE, True, False, True),
        (VerdictKind.NONE, False, True, True), (VerdictKind.UNDETERMINED, True, True, False),
        (VerdictKind.ABSTAINED, False, False, True), (VerdictKind.CORRECT, False, False, True),
    ],
)  # fmt: skip
def test_a_moment_is_judged_by_an_answer_or_a_rule(kind, kept, broken, judged) -> None:
    rules = tuple(load_reference().rules)[:1]
    moment = Moment(Verdict(kind), ENGLISH, kept=rules * kept, broken=rules * broken)
    assert moment.is_judged is judged
    assert (Evaluative().show(moment, SeedTree(0)) is not None) is judged
    assert Silent().show(moment, SeedTree(0)) is None
    assert (moment.session, moment.turn, moment.reply, moment.attribute) == (1, 1, "", "")


def test_a_delay_stands_around_a_policy_too() -> None:
    assert (Delayed(Evaluative(), 2, sessions=1).turns, Delayed(Evaluative(), 2, turns=1).sessions) == (0, 0)
    for of, place in (("evaluative", 1), (Evaluative(), "1")):
        with pytest.raises(ConfigurationError, match="'delayed' takes no argument 'of' or 'place'"):
            Delayed(of, place, turns=1)
