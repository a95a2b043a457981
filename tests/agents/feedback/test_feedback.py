"""Feedback policies: what each shows of a verdict, what wrappers do to it, that a placebo holds nothing."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars import registry
from regulars.agents.feedback import Carries, Due, FeedbackPolicy, Moment, Shown, bits_per_event, feedback_policy
from regulars.agents.feedback.judged_replies import load_reference
from regulars.agents.feedback.remarks import MISSED
from regulars.dialogue import FeedbackAction, Verdict, VerdictKind
from regulars.errors import ConfigurationError, OrderError, UnknownNameError
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import StandingRule
from regulars.seeding import SeedTree

NOW = datetime(2025, 3, 3, tzinfo=UTC)
ENGLISH = Language.load("english")
SHORT = StandingRule("r-length", "length", "one_sentence", NOW)
STEPS = StandingRule("r-plan", "procedure", "set_budget compare_offers", NOW, domain="travel")
CITY = Expectation(Form.VALUE, load_ontology().domain("home_city"), True, ("Bergen",), ("Oslo",))
SPECS = (
    "evaluative",
    "diagnostic",
    "instructive",
    "silent",
    "sealed",
    "placebo",
    "evaluative+sparse:rate=.3",
    "instructive+noisy:rate=.25",
    "diagnostic+delayed:turns=2",
    "evaluative+delayed:sessions=1",
    "diagnostic+lenient",
    "diagnostic+strict:by=2",
    "instructive+flattering",
    "instructive+adversarial",
    "evaluative+drifting:first=0;last=3;over=4",
    "mixed:evaluative=2;strict=1;silent=.5",
    "placebo:of=instructive+noisy:rate=.1+sparse:rate=.5+delayed:turns=1",
    "instructive+sparse:rate=.9+noisy+noisy:rate=.5+lenient:by=.5",
)
KINDS = [kind for kind in VerdictKind if kind is not VerdictKind.UNDETERMINED]


def moment(kind: VerdictKind, *, broken: bool = False, kept: bool = False, **fields: object) -> Moment:
    """A reply of which this was found; the right answer is Bergen."""
    asked = kind is not VerdictKind.NONE
    return Moment(
        Verdict(kind),
        ENGLISH,
        (SHORT,) if kept else (),
        (SHORT,) if broken else (),
        (SHORT,),
        CITY if asked else None,
        "home_city" if asked else "",
        reply="s001.t02",
        **fields,  # type: ignore[arg-type]
    )


def act(number: int = 0) -> SeedTree:
    return SeedTree(number).child("react", "act", 1)


def shown(spec: str, of: Moment, number: int = 0) -> Shown | None:
    policy = feedback_policy(spec).settle(SeedTree(number).child("person"))
    return policy.show(of, act(number))


# ---------------------------------------------------------------------- specs


@pytest.mark.parametrize("spec", SPECS)
def test_a_spec_comes_back_from_the_policy_that_it_makes(spec: str) -> None:
    policy = feedback_policy(spec)
    assert feedback_policy(policy.spec) == policy
    assert pickle.loads(pickle.dumps(policy)) == policy


@pytest.mark.parametrize(
    ("spec", "remedy"),
    [
        ("loud", "evaluative"),
        ("noisy:rate=.1", "evaluative+noisy"),
        ("evaluative+nosy", "noisy"),
        ("evaluative+noisy:rat=.1", "'rate'"),
        ("evaluative+noisy:rate=2", "0 to 1"),
        ("evaluative+noisy:rate=often", "0 to 1"),
        ("evaluative+noisy:of=silent", "evaluative+noisy"),
        ("evaluative+delayed", "delayed:turns=2"),
        ("evaluative+delayed:turns=1.5", "whole number"),
        ("evaluative+diagnostic", "after the plus"),
        ("silent+noisy", "wrap evaluative"),
        ("sealed+sparse", "wrap evaluative"),
        ("placebo+noisy", "placebo:of=evaluative+noisy"),
        ("placebo:off=evaluative", "placebo:of="),
        ("placebo:of=sealed", "sealed alone"),
        ("placebo:of=loud", "evaluative"),
        ("mixed", "mixed:evaluative=2"),
        ("mixed:sealed=1", "known are"),
        ("mixed:evaluative=-1", "from 0"),
        ("mixed:evaluative=0", "mixed:evaluative=2"),
        ("collections:Counter", "FeedbackPolicy"),
        ("", "write a name"),
    ],
)
def test_a_spec_that_cannot_be_had_is_refused_with_a_remedy(spec: str, remedy: str) -> None:
    with pytest.raises(ConfigurationError) as caught:
        feedback_policy(spec)
    assert remedy in str(caught.value)
    if "loud" in spec:
        assert isinstance(caught.value, UnknownNameError)


def test_a_policy_of_ones_own_is_named_by_its_file_and_can_be_bent(tmp_path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from regulars.agents.feedback import FeedbackPolicy, Shown\n"
        "from regulars.dialogue import FeedbackAction\n\n"
        "class Mine(FeedbackPolicy):\n"
        "    def content(self, moment, node):\n"
        "        return Shown(FeedbackAction.COPY, 7.0, 'Mine.')\n"
    )
    found = shown(f"{path}:Mine+lenient:by=2", moment(VerdictKind.WRONG))
    assert found == Shown(FeedbackAction.LIKE, 9.0, "Mine.", "s001.t02")


def test_everything_registered_says_what_it_carries() -> None:
    listed = registry.entries("feedback")
    assert len(listed) == 15
    assert all(entry.marks["carries"] and entry.summary for entry in listed)


# ---------------------------------------------------------------------- what is shown


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("broken", [False, True])
def test_all_that_carry_agree_on_action_and_satisfaction(kind: VerdictKind, broken: bool) -> None:
    of = moment(kind, broken=broken, kept=True)
    ratings = {
        (s.action, s.satisfaction) for name in ("evaluative", "diagnostic", "instructive") if (s := shown(name, of))
    }
    assert len(ratings) == 1


@pytest.mark.parametrize("kind", MISSED)
def test_a_diagnosis_names_the_error_and_an_instruction_adds_the_right_value(kind: VerdictKind) -> None:
    of = moment(kind)
    diagnosis, instruction = shown("diagnostic", of), shown("instructive", of)
    assert diagnosis is not None
    assert instruction is not None
    assert diagnosis.remark
    assert "Bergen" not in diagnosis.remark
    assert instruction.remark.startswith(diagnosis.remark)
    assert "Bergen" in ENGLISH.told_in("home_city", instruction.remark)


def test_different_errors_get_different_remarks() -> None:
    said = {kind: {shown("diagnostic", moment(kind), number).remark for number in range(30)} for kind in MISSED}
    assert sum(map(len, said.values())) == len(set().union(*said.values()))


def test_a_broken_rule_is_complained_of_or_stated() -> None:
    setting = load_rules()["length"].settings["one_sentence"]
    of = moment(VerdictKind.NONE, broken=True)
    assert shown("diagnostic", of).remark in setting.complaint
    assert shown("instructive", of).remark in setting.stated
    plan = replace(of, broken=(STEPS,))
    assert "in this order: set budget and compare offers." in shown("instructive", plan).remark
    assert "budget" not in shown("diagnostic", plan).remark


def test_nothing_is_remarked_on_what_was_right_and_nothing_given_that_was_never_told() -> None:
    assert shown("instructive", moment(VerdictKind.CORRECT, kept=True)).remark == ""
    untold = replace(moment(VerdictKind.UNSUPPORTED), expectation=replace(CITY, answerable=False, gold=("Bergen",)))
    assert "Bergen" not in shown("instructive", untold).remark


def test_a_remark_says_that_an_ended_fact_is_over() -> None:
    over = replace(moment(VerdictKind.STALE), expectation=replace(CITY, gold=(), over=True), attribute="scholarship")
    ended = replace(over, expectation=replace(over.expectation, stale=("Copernicus",)))
    assert ENGLISH.ended_in("scholarship", shown("instructive", ended).remark)


@pytest.mark.parametrize("spec", SPECS)
def test_nothing_is_shown_where_nothing_was_judged(spec: str) -> None:
    assert shown(spec, moment(VerdictKind.NONE)) is None
    assert shown(spec, moment(VerdictKind.UNDETERMINED, broken=True)) is None


# ---------------------------------------------------------------------- wrappers


def test_a_sparse_person_shows_that_share_of_the_same() -> None:
    of = moment(VerdictKind.WRONG)
    thinned = [shown("instructive+sparse:rate=.3", of, number) for number in range(600)]
    assert 0.25 < sum(one is not None for one in thinned) / 600 < 0.35
    assert all(one in (None, shown("instructive", of, number)) for number, one in enumerate(thinned))


def test_noise_flips_at_its_rate_to_what_is_shown_in_earnest_too() -> None:
    of = moment(VerdictKind.WRONG)
    found = Counter(
        (one.action, one.satisfaction) for n in range(800) if (one := shown("evaluative+noisy:rate=.2", of, n))
    )
    assert set(found) == {(FeedbackAction.DISLIKE, 2.0), (FeedbackAction.LIKE, 9.0)}
    assert 0.16 < found[FeedbackAction.LIKE, 9.0] / 800 < 0.24


def test_a_noisy_rating_is_one_that_the_policy_can_show() -> None:
    """A mark that only errors bear would give them away."""
    everything = [moment(kind, broken=broken, kept=True) for kind in KINDS for broken in (False, True)]
    earnest = {
        (one.action, one.satisfaction) for of in everything for n in range(30) if (one := shown("evaluative", of, n))
    }
    noisy = {
        (one.action, one.satisfaction)
        for of in everything
        for number in range(60)
        if (one := shown("evaluative+noisy:rate=1", of, number))
    }
    assert noisy <= earnest
    assert all(shown("evaluative+noisy:rate=1", of) != shown("evaluative", of) for of in everything)


def test_noise_names_another_rule_at_its_rate() -> None:
    of = moment(VerdictKind.NONE, broken=True)
    own = load_rules()["length"].settings["one_sentence"].complaint
    said = [shown("diagnostic+noisy:rate=.2", of, number).remark for number in range(800)]
    others = {phrase for kind in load_rules().values() for one in kind.settings.values() for phrase in one.complaint}
    assert set(said) <= others
    assert 0.16 < sum(remark not in own for remark in said) / 800 < 0.24


def test_without_a_rate_noise_changes_nothing() -> None:
    for number in range(50):
        of = moment(KINDS[number % len(KINDS)], broken=number % 2 == 0, kept=True)
        assert shown("instructive+noisy:rate=0", of, number) == shown("instructive", of, number)


def test_two_layers_of_noise_do_not_share_their_luck() -> None:
    of = moment(VerdictKind.WRONG)
    twice = [shown("evaluative+noisy:rate=.5+noisy:rate=.5", of, number).action for number in range(200)]
    assert len(set(twice)) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_the_lenient_are_never_less_pleased_and_the_strict_never_more(kind: VerdictKind) -> None:
    of = moment(kind, kept=True)
    plain = shown("evaluative", of).satisfaction
    assert shown("evaluative+lenient:by=2", of).satisfaction == min(10.0, plain + 2)
    assert shown("evaluative+strict:by=2", of).satisfaction == max(0.0, plain - 2)


def test_the_action_follows_where_satisfaction_gets_to_another_band() -> None:
    assert shown("evaluative+lenient", moment(VerdictKind.WRONG)).action is FeedbackAction.NONE
    assert shown("evaluative+strict", moment(VerdictKind.OFF_TASK)).action is FeedbackAction.DISLIKE
    assert shown("evaluative+strict:by=4", moment(VerdictKind.CORRECT)).action is FeedbackAction.NONE
    assert shown("evaluative+lenient", moment(VerdictKind.LEAKED)).action is FeedbackAction.DISLIKE


def test_a_flatterer_shows_the_same_of_everything() -> None:
    found = {
        shown("instructive+flattering", moment(kind, broken=broken, kept=True)) for kind in KINDS for broken in (0, 1)
    }
    assert found == {Shown(FeedbackAction.LIKE, 10.0, "", "s001.t02")}


def test_an_adversary_shows_the_contrary_and_never_the_right_value() -> None:
    right, wrong = moment(VerdictKind.CORRECT, kept=True), moment(VerdictKind.WRONG, broken=True)
    for number in range(40):
        disliked, liked = (
            shown("instructive+adversarial", right, number),
            shown("instructive+adversarial", wrong, number),
        )
        assert disliked.action is FeedbackAction.DISLIKE
        assert liked.action in (FeedbackAction.LIKE, FeedbackAction.COPY)
        assert "Bergen" not in disliked.remark
        assert any(phrase in disliked.remark for phrase in load_rules()["length"].settings["one_sentence"].stated)
        assert liked.remark == ""


def test_drifting_people_become_stricter_with_each_session() -> None:
    policy = feedback_policy("evaluative+drifting:first=-1;last=3;over=4")
    assert [policy.strictness(session) for session in (1, 2, 3, 5, 9)] == [-1.0, 0.0, 1.0, 3.0, 3.0]
    pleased = [policy.show(moment(VerdictKind.CORRECT, session=s), act()).satisfaction for s in (1, 2, 3, 5, 9)]
    assert pleased == [10.0, 9.0, 8.0, 6.0, 6.0]
    assert feedback_policy("evaluative+strict:by=2+lenient:by=.5").strictness(3) == 1.5


def test_delays_add_up_and_change_nothing_else() -> None:
    of = moment(VerdictKind.WRONG, broken=True)
    late = shown("instructive+delayed:turns=2+delayed:turns=1;sessions=1", of)
    assert late.due == Due(3, 1)
    assert replace(late, due=Due()) == shown("instructive", of)


def test_a_population_has_its_shares_and_each_person_one_policy() -> None:
    policy = feedback_policy("mixed:evaluative=3;silent=1;strict=0")
    settled = Counter(policy.settle(SeedTree(number).child("person")).spec for number in range(800))
    assert set(settled) == {"evaluative", "silent"}
    assert 0.2 < settled["silent"] / 800 < 0.3
    assert policy.settle(SeedTree(3).child("person")) is policy.settle(SeedTree(3).child("person"))
    with pytest.raises(OrderError):
        policy.show(moment(VerdictKind.WRONG), act())


# ---------------------------------------------------------------------- nothing in it


@settings(max_examples=60)
@given(
    st.sampled_from(
        ["evaluative", "instructive", "diagnostic+noisy:rate=.3+lenient", "instructive+adversarial+drifting"]
    ),
    st.integers(0, 10_000),
    st.tuples(st.sampled_from(KINDS), st.booleans()),
    st.tuples(st.sampled_from(KINDS), st.booleans()),
)
def test_a_placebo_is_the_same_bytes_whatever_was_found(spec: str, number: int, one: tuple, other: tuple) -> None:
    """Given that something is shown, neither the verdict nor the person's rules make a difference."""
    first = moment(one[0], broken=one[1], kept=not one[1])
    second = replace(moment(other[0], broken=other[1], kept=not other[1]), rules=(STEPS,))
    second = replace(second, broken=(STEPS,) if other[1] else (), kept=() if other[1] else (STEPS,))
    assert repr(shown(f"placebo:of={spec}", first, number)) == repr(shown(f"placebo:of={spec}", second, number))


@pytest.mark.parametrize("spec", ["evaluative+sparse:rate=.4", "instructive+delayed:turns=2", "silent"])
def test_a_placebo_occurs_exactly_when_the_other_does(spec: str) -> None:
    for number in range(60):
        of = moment(KINDS[number % len(KINDS)], broken=number % 3 == 0)
        real, placebo = shown(spec, of, number), shown(f"placebo:of={spec}", of, number)
        assert (real is None) is (placebo is None)
        if real is not None and placebo is not None:
            assert (placebo.about, placebo.due) == (real.about, real.due)


def test_a_placebo_has_the_distribution_of_what_it_stands_for() -> None:
    bare = moment(VerdictKind.NONE, kept=True)
    placebo = [shown("placebo:of=instructive", bare, number) for number in range(1500)]
    draws = [load_reference().draw(SeedTree(9).draws(number)).put_into(bare) for number in range(1500)]
    real = [shown("instructive", of, number) for number, of in enumerate(draws)]
    for trait in (
        lambda s: s.action,
        lambda s: s.satisfaction,
        lambda s: bool(s.remark),
        lambda s: len(s.remark) // 40,
    ):
        one, other = (Counter(map(trait, them)) for them in (placebo, real))
        assert max(abs(one[key] - other[key]) for key in one | other) < 0.06 * 1500


def small():
    """A reference of a few verdicts, so that counting is quick."""
    whole = load_reference()
    return replace(whole, rules=dict(list(whole.rules.items())[:3]), values=2)


def bits(spec: str, draws: int = 12) -> float:
    return bits_per_event(feedback_policy(spec), reference=small(), draws=draws)


@pytest.mark.parametrize("spec", ["silent", "sealed", "instructive+flattering", "placebo:of=instructive+noisy:rate=.5"])
def test_uninformative_feedback_offers_exactly_zero_bits(spec: str) -> None:
    assert feedback_policy(spec).carries is Carries.NOTHING
    assert bits(spec) == 0.0


def test_richer_feedback_offers_more_bits_and_noise_removes_some() -> None:
    evaluative, diagnostic, instructive = (bits(name) for name in ("evaluative", "diagnostic", "instructive"))
    assert 1.0 < evaluative < diagnostic < instructive
    assert bits("instructive+noisy:rate=.3", 40) < instructive - 0.3
    assert bits("evaluative+sparse:rate=.5", 300) == pytest.approx(bits("evaluative", 300), abs=0.02)
    assert bits("evaluative+delayed:turns=3") == pytest.approx(evaluative)
    assert 0 < bits("mixed:evaluative=1;flattering=1", 40) < evaluative


class RatesByCorrectness(FeedbackPolicy):
    """Shows one of two things, by whether the answer was right."""

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        return Shown(FeedbackAction.NONE, 10.0 if moment.verdict.kind is VerdictKind.CORRECT else 0.0)


def test_bits_are_those_of_a_case_that_can_be_counted_by_hand() -> None:
    even = replace(small(), kinds={VerdictKind.CORRECT: 0.5, VerdictKind.WRONG: 0.5})
    assert bits_per_event(RatesByCorrectness(), reference=even, draws=3) == pytest.approx(1.0)
    uneven = replace(even, kinds={VerdictKind.CORRECT: 0.25, VerdictKind.WRONG: 0.75})
    assert bits_per_event(RatesByCorrectness(), reference=uneven, draws=3) == pytest.approx(0.8112781)
