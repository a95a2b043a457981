"""Feedback, number by number: the tables of docs/simulated_user.md, wrappers, delivery and bits, worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from math import log2

import pytest
from page_tables import numbers_in, page_table

from regulars import registry
from regulars.agents.feedback import Carries, Due, FeedbackPolicy, Moment, Outbox, Shown, feedback_policy, load_scale
from regulars.agents.feedback.bits import bits_per_event
from regulars.agents.feedback.judged_replies import JudgedReply, inverted, load_reference, mistaken
from regulars.agents.feedback.remarks import MISSED
from regulars.agents.feedback.scale import flipped, moved
from regulars.briefing import Pending, UserBriefing
from regulars.dialogue import FeedbackAction, Phase, Verdict, VerdictKind
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import ActKind, Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.world import Act, Conduct, Person, Persona, Probe, StandingRule
from regulars.seeding import SeedTree

PAGE = "simulated_user.md"
NOW = datetime(2025, 3, 3, tzinfo=UTC)
ENGLISH = Language.load("english")
CITY = Expectation(Form.VALUE, ENGLISH.ontology.domain("home_city"), True, ("Bergen",), ("Lyon",))
SHORT = StandingRule("r1", "length", "one_sentence", NOW)
PLAIN = StandingRule("r2", "emoji", "wanted", NOW)
NONE, LIKE, DISLIKE, COPY = FeedbackAction
ACTIONS = {"none": NONE, "like": LIKE, "dislike": DISLIKE}

SCALE = {
    (VerdictKind.NONE if name == "nothing was asked, rules kept" else VerdictKind[name.upper().replace(" ", "_")]): row
    for names, *row in page_table(PAGE, "verdict on an answer", "satisfaction", "action", "with a broken rule")
    for name in ([names] if "asked" in names else names.split(", "))
}


def moment(kind: VerdictKind, *, kept=(), broken=(), **fields) -> Moment:
    """A reply that was judged so; the home city was asked for unless nothing was."""
    asked = kind is not VerdictKind.NONE
    given = {"expectation": CITY if asked else None, "attribute": "home_city" if asked else "", "reply": "s001.t02"}
    return Moment(Verdict(kind), ENGLISH, kept, broken, (SHORT, PLAIN), **(given | fields))


def node(number: int = 0) -> SeedTree:
    return SeedTree(number).child("act")


def shown(spec: str, of: Moment, number: int = 0) -> Shown | None:
    return feedback_policy(spec).show(of, node(number))


def rated(spec: str, of: Moment, number: int = 0) -> tuple[FeedbackAction, float | None]:
    found = shown(spec, of, number)
    assert found is not None
    return found.action, found.satisfaction


# ---------------------------------------------------------------------- the scale


def test_the_page_has_a_row_for_every_verdict_that_is_shown() -> None:
    assert {*SCALE} == {*VerdictKind} - {VerdictKind.UNDETERMINED}


@pytest.mark.parametrize(("kind", "row"), SCALE.items())
@pytest.mark.parametrize("spec", ["evaluative", "diagnostic", "instructive"])
def test_satisfaction_and_action_are_those_of_the_row(spec, kind, row) -> None:
    satisfaction, action, offended = row
    with_rule, _, with_rule_action = offended.partition(", ")
    kept = (SHORT,) if kind is VerdictKind.NONE else ()
    seen = {rated(spec, moment(kind, kept=kept), number) for number in range(30)}
    expected = {(ACTIONS[action.partition(";")[0]], float(satisfaction))}
    assert seen == (expected | {(COPY, float(satisfaction))} if "copy" in action else expected)
    broken = {rated(spec, moment(kind, kept=(PLAIN,), broken=(SHORT,)), number) for number in range(30)}
    assert broken == {(ACTIONS[with_rule_action], float(with_rule))}


def test_a_right_answer_is_copied_in_one_case_of_five() -> None:
    """The draw `copy` at the act decides."""
    assert "copy in one case of five" in SCALE[VerdictKind.CORRECT][1]
    for number in range(30):
        copied = node(number).draws("copy").uniform() < 1 / 5
        assert rated("evaluative", moment(VerdictKind.CORRECT), number)[0] is (COPY if copied else LIKE)


@pytest.mark.parametrize(
    ("satisfaction", "action"),
    [(0.0, DISLIKE), (2.0, DISLIKE), (2.5, NONE), (7.5, NONE), (8.0, LIKE), (10.0, LIKE)],
)
def test_the_bands_of_a_moved_satisfaction(satisfaction, action) -> None:
    """The page: at most 2 is a dislike and at least 8 a like."""
    assert load_scale().band(satisfaction) is action


def test_the_levels_between_like_and_dislike() -> None:
    """6, 4 and 3 of partial, abstained and off-task answers; 9, 6, 4 and 3 less 3 with a broken rule."""
    assert load_scale().lukewarm == (0.0, 1.0, 3.0, 4.0, 6.0)


@pytest.mark.parametrize(
    ("before", "by", "after"),
    [
        ((NONE, 6.0), 2.0, (LIKE, 8.0)),
        ((NONE, 6.0), 1.0, (NONE, 7.0)),
        ((NONE, 3.0), -1.0, (DISLIKE, 2.0)),
        ((COPY, 9.0), 1.0, (COPY, 10.0)),  # the band stays, and so does the action
        ((COPY, 9.0), -1.5, (NONE, 7.5)),
        ((LIKE, 9.0), 5.0, (LIKE, 10.0)),  # cut off at 10
        ((DISLIKE, 2.0), -5.0, (DISLIKE, 0.0)),  # and at 0
        ((NONE, 6.0), 0.000_004, (NONE, 6.000_004)),
        ((NONE, 1.0), 0.0, (NONE, 1.0)),
        ((NONE, 1.0), 0.5, (NONE, 1.5)),  # an abstention with a broken rule, 1 and no dislike, stays in its band
        ((LIKE, None), -5.0, (LIKE, None)),
    ],
)
def test_moved_satisfaction_changes_the_action_where_it_changes_band(before, by, after) -> None:
    found = moved(Shown(*before, "Words.", "s001.t02"), by)
    assert found == Shown(*after, "Words.", "s001.t02")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((LIKE, 9.0), (DISLIKE, 2.0)),
        ((COPY, 9.0), (DISLIKE, 2.0)),
        ((DISLIKE, 0.0), (LIKE, 9.0)),
        ((LIKE, None), (DISLIKE, None)),
        ((DISLIKE, None), (LIKE, None)),
    ],
)
def test_a_flipped_rating_is_the_opposite(before, after) -> None:
    found = flipped(Shown(*before, "Words."), node().draws("flip"))
    assert found == Shown(*after, "Words.")


def test_a_flip_of_neither_takes_another_level_of_neither() -> None:
    found = {flipped(Shown(NONE, 4.0), node(number).draws("flip")).satisfaction for number in range(60)}
    assert found == {0.0, 1.0, 3.0, 6.0}


@pytest.mark.parametrize(
    ("kind", "kept", "broken", "judged"),
    [
        (VerdictKind.NONE, (), (), False),
        (VerdictKind.NONE, (SHORT,), (), True),
        (VerdictKind.NONE, (), (SHORT,), True),
        (VerdictKind.CORRECT, (), (), True),
        (VerdictKind.UNDETERMINED, (SHORT,), (PLAIN,), False),
    ],
)
def test_a_reply_is_judged_by_its_answer_or_its_rules(kind, kept, broken, judged) -> None:
    assert moment(kind, kept=kept, broken=broken).is_judged is judged
    assert (shown("evaluative", moment(kind, kept=kept, broken=broken)) is not None) is judged


# ---------------------------------------------------------------------- remarks


def remark(spec: str, of: Moment, number: int = 0) -> str:
    found = shown(spec, of, number)
    assert found is not None
    return found.remark


CORRECTIONS = [
    words.replace("{value}", "Bergen") for words in ENGLISH.ontology.attribute("home_city").phrases["correct"]
]
COMPLAINTS = load_rules()["length"].settings["one_sentence"].complaint
STATED = load_rules()["length"].settings["one_sentence"].stated
WRONG = ["No, that's wrong.", "That's not right.", "Nope, that's not it.", "That's not what I told you."]


def test_what_each_policy_shows_of_a_wrong_answer_that_broke_a_rule() -> None:
    """The page: the rating; with what was wrong and a complaint; with the right answer and the wish."""
    of = moment(VerdictKind.WRONG, broken=(SHORT,))
    assert shown("sealed", of) is None
    assert shown("silent", of) is None
    assert shown("evaluative", of) == Shown(DISLIKE, 0.0, "", "s001.t02")
    assert remark("diagnostic", of) in [f"{wrong} {rule}" for wrong in WRONG for rule in COMPLAINTS]
    told = [f"{wrong} {value} {rule}" for wrong in WRONG for value in CORRECTIONS for rule in STATED]
    assert remark("instructive", of) in told


def test_a_remark_names_no_fault_that_there_was_not() -> None:
    assert remark("instructive", moment(VerdictKind.CORRECT, kept=(SHORT,))) == ""
    assert remark("diagnostic", moment(VerdictKind.CORRECT, broken=(SHORT,))) in COMPLAINTS
    assert remark("diagnostic", moment(VerdictKind.WRONG, kept=(SHORT,))) in WRONG


def test_of_several_broken_rules_one_is_named() -> None:
    of = moment(VerdictKind.NONE, broken=(SHORT, PLAIN))
    others = load_rules()["emoji"].settings["wanted"].complaint
    said = {remark("diagnostic", of, number) for number in range(40)}
    assert said <= {*COMPLAINTS, *others}
    assert said & {*COMPLAINTS}
    assert said & {*others}


@pytest.mark.parametrize(
    ("changes", "right"),
    [
        ({"form": Form.ANY, "gold": ("Bergen", "Oslo")}, "Bergen or Oslo"),
        ({"form": Form.ORDER, "gold": ("Lyon", "Bergen", "Oslo")}, "Lyon, Bergen and Oslo"),
        ({"form": Form.CHOICE, "gold": ("Bergen",)}, "Bergen"),
    ],
)
def test_the_right_answer_of_other_forms_is_listed(changes, right) -> None:
    of = moment(VerdictKind.WRONG, expectation=replace(CITY, **changes))
    ways = (f"It should have been {right}.", f"The right answer was {right}.", f"You should have said {right}.")
    assert remark("instructive", of) in [f"{wrong} {way}" for wrong in WRONG for way in ways]


def test_a_choice_of_the_assistants_has_no_words_for_telling_it_again() -> None:
    gift = Expectation(Form.VALUE, ENGLISH.ontology.domain("retirement_gift"), True, ("sundial",))
    of = moment(VerdictKind.WRONG, expectation=gift, attribute="retirement_gift")
    ways = ("It should have been sundial.", "The right answer was sundial.", "You should have said sundial.")
    assert remark("instructive", of) in [f"{wrong} {way}" for wrong in WRONG for way in ways]


def test_every_value_of_a_set_is_said_again() -> None:
    of = moment(VerdictKind.WRONG, expectation=replace(CITY, form=Form.SET, gold=("Bergen", "Graz")))
    assert ENGLISH.told_in("home_city", remark("instructive", of)) == ["Bergen", "Graz"]


@pytest.mark.parametrize(
    "changes",
    [
        {"expectation": None},
        {"attribute": ""},
        {"expectation": replace(CITY, answerable=False)},
        {"expectation": replace(CITY, gold=())},
    ],
)
def test_without_a_right_answer_none_is_given(changes) -> None:
    assert remark("instructive", moment(VerdictKind.WRONG, **changes)) in WRONG


def test_a_value_of_another_domain_keeps_its_own_words() -> None:
    """Asked was the race's date, and the answer is a number of days."""
    days = Expectation(Form.DURATION, ENGLISH.ontology.domain("commute"), True, ("40",))
    own = replace(days, form=Form.COUNT, domain=ENGLISH.ontology.domain("commute"))
    assert " 40." in remark("instructive", moment(VerdictKind.WRONG, expectation=days, attribute="race_day"))
    unit = ENGLISH.value_words("commute", "40")
    assert unit != "40"
    assert unit in remark("instructive", moment(VerdictKind.WRONG, expectation=own, attribute="commute"))


# ---------------------------------------------------------------------- wrappers

DEFAULTS = {
    name.strip("`").partition(":")[0]: (name.strip("`"), effect)
    for names, effect in page_table(PAGE, "wrapper", "effect")
    for name in names.split(", ")
}


def test_the_wrappers_default_to_the_numbers_of_the_page() -> None:
    assert numbers_in(DEFAULTS["sparse"][0]) == [0.3]
    assert feedback_policy("evaluative+sparse").spec == "evaluative+sparse:rate=0.3"
    assert feedback_policy("evaluative+noisy").spec == "evaluative+noisy:rate=0.05"
    assert feedback_policy("evaluative+lenient").spec == "evaluative+lenient:by=1"
    assert feedback_policy("evaluative+strict").spec == "evaluative+strict:by=1"
    assert feedback_policy("evaluative+drifting").spec == "evaluative+drifting:first=-1;last=2;over=10"
    assert feedback_policy("evaluative+delayed:turns=2").spec == "evaluative+delayed:turns=2;sessions=0"
    assert feedback_policy("placebo").spec == "placebo:of=evaluative"


def test_sparse_shows_what_is_drawn_below_its_rate() -> None:
    of, hits = moment(VerdictKind.WRONG), set()
    for number in range(30):
        hit = node(number).draws("sparse", 1).uniform() < 0.3
        assert (shown("evaluative+sparse", of, number) is not None) is hit
        hits.add(hit)
    assert hits == {True, False}
    assert shown("evaluative+sparse:rate=1", moment(VerdictKind.NONE)) is None


def test_noise_draws_first_whether_to_flip_and_then_whether_to_err() -> None:
    of, met = moment(VerdictKind.WRONG), set()
    for number in range(40):
        draws = node(number).draws("noisy", 1)
        flips, errs = draws.uniform() < 0.5, draws.uniform() < 0.5
        found = shown("diagnostic+noisy:rate=.5", of, number)
        assert (found.action, found.satisfaction) == ((LIKE, 9.0) if flips else (DISLIKE, 2.0))
        assert (found.remark not in WRONG) is errs
        met.add((flips, errs))
    assert len(met) == 4


def test_wrappers_draw_by_their_place_in_the_stack() -> None:
    of, met = moment(VerdictKind.WRONG), set()
    for number in range(30):
        hits = [node(number).draws("sparse", place).uniform() < 0.5 for place in (1, 2)]
        assert (shown("evaluative+sparse:rate=.5+sparse:rate=.5", of, number) is not None) is all(hits)
        met.add(tuple(hits))
    assert len(met) == 4


def test_a_mistaken_remark_names_another_error_rule_and_value() -> None:
    of = moment(VerdictKind.WRONG, broken=(SHORT,), kept=(PLAIN,))
    kinds = set()
    for number in range(60):
        found = mistaken(of, node(number))
        (rule,) = found.broken
        assert (rule.kind, rule.setting) != (SHORT.kind, SHORT.setting)
        (value,) = found.expectation.gold
        assert value in ENGLISH.ontology.attribute("home_city").grid()
        assert value != "Bergen"
        assert (found.expectation.stale, found.kept) == ((), (PLAIN,))
        kinds.add(found.verdict.kind)
    assert kinds == {*MISSED} - {VerdictKind.WRONG}
    right = mistaken(moment(VerdictKind.CORRECT), node())
    assert (right.verdict.kind, right.broken) == (VerdictKind.CORRECT, ())


@pytest.mark.parametrize(
    ("kind", "opposite"),
    [
        (VerdictKind.NONE, VerdictKind.NONE),
        (VerdictKind.CORRECT, VerdictKind.WRONG),
        (VerdictKind.PARTIAL, VerdictKind.OFF_TASK),
        (VerdictKind.STALE, VerdictKind.CORRECT),
        (VerdictKind.WRONG, VerdictKind.CORRECT),
        (VerdictKind.UNSUPPORTED, VerdictKind.CORRECT),
        (VerdictKind.LEAKED, VerdictKind.CORRECT),
        (VerdictKind.ABSTAINED, VerdictKind.CORRECT),
        (VerdictKind.OFF_TASK, VerdictKind.CORRECT),
    ],
)
def test_an_adversary_turns_every_verdict_round(kind, opposite) -> None:
    found = inverted(moment(kind, kept=(PLAIN,), broken=(SHORT,)), node())
    assert (found.verdict.kind, found.kept, found.broken) == (opposite, (SHORT,), (PLAIN,))
    if kind is not VerdictKind.NONE:
        assert "Bergen" not in found.expectation.gold
        assert found.expectation.stale == ()


@pytest.mark.parametrize(
    ("kind", "kept", "broken", "rating"),
    [
        (VerdictKind.CORRECT, (), (), (DISLIKE, 2.0)),  # as wrong
        (VerdictKind.CORRECT, (SHORT,), (), (DISLIKE, 0.0)),  # as wrong with a broken rule
        (VerdictKind.PARTIAL, (), (), (NONE, 3.0)),  # as off task
        (VerdictKind.NONE, (SHORT,), (), (DISLIKE, 2.0)),
        (VerdictKind.NONE, (), (SHORT,), (LIKE, 9.0)),
        (VerdictKind.LEAKED, (SHORT,), (), (NONE, 6.0)),  # as correct with a broken rule
    ],
)
def test_an_adversarys_rating_is_that_of_the_opposite_verdict(kind, kept, broken, rating) -> None:
    assert rated("evaluative+adversarial", moment(kind, kept=kept, broken=broken)) == rating


def test_values_that_cannot_be_listed_are_left_out_of_a_wrong_remark() -> None:
    day = Expectation(Form.VALUE, ENGLISH.ontology.domain("race_day"), True, ("2025-09-05",))
    assert inverted(moment(VerdictKind.WRONG, expectation=day, attribute="race_day"), node()).expectation.gold == ()
    other = replace(CITY, domain=ENGLISH.ontology.domain("commute"), gold=("40",))
    assert inverted(moment(VerdictKind.WRONG, expectation=other), node()).expectation.gold == ()
    untold = replace(CITY, answerable=False, gold=())
    assert inverted(moment(VerdictKind.WRONG, expectation=untold), node()).expectation == untold


@pytest.mark.parametrize(
    ("session", "points"),
    [(0, -1.0), (1, -1.0), (2, -0.7), (6, 0.5), (10, 1.7), (11, 2.0), (30, 2.0)],
)
def test_drift_goes_from_the_first_to_the_last_in_equal_steps(session, points) -> None:
    """-1 + 3 (session - 1) / 10, from the first session to the eleventh."""
    policy = feedback_policy("evaluative+drifting")
    assert policy.strictness(session) == pytest.approx(points)
    found = policy.show(moment(VerdictKind.PARTIAL, session=session), node())
    assert found.satisfaction == pytest.approx(6.0 - points)


def test_strictness_adds_up_over_the_stack_and_through_a_placebo() -> None:
    stack = "evaluative+strict:by=2+lenient:by=.5+drifting:first=1;last=4;over=3+sparse+noisy+delayed:turns=1"
    assert feedback_policy(stack).strictness(2) == pytest.approx(2 - 0.5 + 2)
    assert feedback_policy(f"placebo:of={stack}").strictness(2) == pytest.approx(3.5)
    assert feedback_policy("evaluative").strictness(2) == 0.0


def test_a_flatterer_keeps_the_delay() -> None:
    found = shown("instructive+delayed:turns=2+flattering", moment(VerdictKind.WRONG))
    assert found == Shown(LIKE, 10.0, "", "s001.t02", Due(2, 0))


def test_what_a_policy_carries_is_ranked() -> None:
    assert [(level.name, level.value) for level in Carries] == [
        ("NOTHING", 0), ("EVALUATIVE", 1), ("DIAGNOSTIC", 2), ("INSTRUCTIVE", 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("spec", "carries", "withheld"),
    [
        ("sealed", Carries.NOTHING, True),
        ("silent", Carries.NOTHING, True),
        ("evaluative", Carries.EVALUATIVE, False),
        ("diagnostic+noisy", Carries.DIAGNOSTIC, False),
        ("instructive+sparse+delayed:turns=1", Carries.INSTRUCTIVE, False),
        ("instructive+flattering", Carries.NOTHING, False),
        ("placebo:of=instructive", Carries.NOTHING, False),
        ("placebo:of=silent", Carries.NOTHING, True),
        ("mixed:evaluative=1;diagnostic=.5;silent=3;instructive=0", Carries.DIAGNOSTIC, False),
        ("mixed:silent=1;evaluative=0", Carries.NOTHING, True),
        ("mixed:strict=1;silent=1", Carries.EVALUATIVE, False),
    ],
)
def test_what_a_policy_carries_and_whether_it_shows_anything(spec, carries, withheld) -> None:
    policy = feedback_policy(spec)
    assert (policy.carries, policy.withheld) == (carries, withheld)


def test_a_person_of_a_population_follows_the_policy_drawn_for_them() -> None:
    """At the person's node, with the weights given; wrappers and placebos wrap what was drawn."""
    spec = "mixed:evaluative=3;silent=1;strict=2"
    options, found = ("evaluative", "silent", "evaluative+strict:by=1"), set()
    for number in range(30):
        person = SeedTree(number).child("person")
        drawn = person.draws("mixed").weighted(options, (3.0, 1.0, 2.0))
        assert feedback_policy(spec).settle(person).spec == drawn
        assert feedback_policy(f"{spec}+noisy").settle(person).spec == f"{drawn}+noisy:rate=0.05"
        assert feedback_policy(f"placebo:of={spec}").settle(person).spec == f"placebo:of={drawn}"
        found.add(drawn)
    assert found == {*options}


# ---------------------------------------------------------------------- delivery


class Echo(FeedbackPolicy):
    """Says what it sees of the moment."""

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        seen = (
            moment.verdict.kind.name, *(rule.id for rule in moment.kept), "|",
            *(rule.id for rule in moment.broken), "|", *(rule.id for rule in moment.rules), "|",
            moment.attribute, moment.session, moment.turn, moment.expectation.gold if moment.expectation else None,
        )  # fmt: skip
        return Shown(NONE, None, " ".join(map(str, seen)), "elsewhere")


def noted(outbox: Outbox, verdict: Verdict, waiting: Pending | None, feedback="test_feedback_tables:Echo") -> Outbox:
    person = Person("p", "Anna", "p", rules=(SHORT, PLAIN))
    known = UserBriefing(
        person, {}, None, Phase.TALK, NOW, feedback, True, "", verdict, waiting, set(), (), reply_id="s002.t04"
    )
    return outbox.noted(known, ENGLISH, SeedTree(0), node())


def said(outbox: Outbox) -> str:
    found, left = outbox.taken()
    assert found is not None
    assert left == replace(outbox, waiting=outbox.waiting[1:])
    assert found.about == "s002.t04"
    return found.remark


def test_a_policy_sees_the_verdict_the_rules_and_what_was_asked() -> None:
    outbox = Outbox(lines=7, sessions=2)
    verdict = Verdict(VerdictKind.WRONG, kept=("r2",), broken=("r1",))
    probe = Probe("q", "k", Form.VALUE, "home_city", "p", "p", "test", NOW)
    act = Act("a", ActKind.ASK, attribute="country")
    gold = ("Bergen",)
    asked = f"WRONG r2 | r1 | r1 r2 | home_city 2 7 {gold}"
    assert said(noted(outbox, verdict, Pending(act, probe, CITY))) == asked
    assert said(noted(outbox, verdict, Pending(None, probe, CITY))) == asked
    chosen = said(noted(outbox, verdict, Pending(act, None, None)))
    assert chosen == "WRONG r2 | r1 | r1 r2 | country 2 7 None"
    unasked = said(noted(outbox, Verdict(VerdictKind.NONE, kept=("r1",)), None))
    assert unasked == "NONE r1 | | r1 r2 |  2 7 None"


def test_lines_and_sessions_are_counted_over_the_life() -> None:
    box = Outbox().turned(opening=True).turned(opening=False).turned(opening=True)
    assert (box.lines, box.sessions) == (3, 2)


@pytest.mark.parametrize(
    ("delay", "line", "session", "due"),
    [
        ("turns=2", 11, 3, False), ("turns=2", 12, 3, True), ("turns=2", 13, 5, True),
        ("sessions=1", 15, 3, False), ("sessions=1", 15, 4, True),
        ("turns=5;sessions=1", 14, 4, False), ("turns=5;sessions=1", 15, 3, False), ("turns=5;sessions=1", 15, 4, True),
    ],
)  # fmt: skip
def test_feedback_is_due_at_its_line_and_session(delay, line, session, due) -> None:
    """Noted on line 10 of the person, in the third session."""
    verdict = Verdict(VerdictKind.NONE, broken=("r1",))
    box = noted(Outbox(10, 3), verdict, None, f"evaluative+delayed:{delay}")
    found, left = replace(box, lines=line, sessions=session).taken()
    assert (found is not None, len(left.waiting)) == (due, 0 if due else 1)


def test_a_line_carries_one_item_and_the_oldest_that_is_due() -> None:
    verdict = Verdict(VerdictKind.NONE, broken=("r1",))
    box = noted(Outbox(1, 1), verdict, None, "evaluative+delayed:turns=5")
    box = noted(box, verdict, None, "evaluative+strict")
    box = noted(box, verdict, None, "evaluative+lenient")
    satisfactions = []
    for _ in range(3):
        found, box = box.taken()
        satisfactions.append(found.satisfaction if found else None)
    assert satisfactions == [1.0, 3.0, None]
    found, box = replace(box, lines=6).taken()
    assert (found.satisfaction, box.waiting) == (2.0, ())


def test_what_is_not_judged_is_not_noted() -> None:
    assert noted(Outbox(1, 1), Verdict(VerdictKind.NONE), None, "evaluative") == Outbox(1, 1)


def test_a_population_is_drawn_for_the_person_and_the_rest_at_the_act() -> None:
    """The person's node is named by the feedback, the act's by it too."""
    policy = feedback_policy("mixed:silent=1;evaluative=1").settle(SeedTree(0).child("feedback"))
    verdict = Verdict(VerdictKind.NONE, broken=("r1",))
    box = noted(Outbox(1, 1), verdict, None, "mixed:silent=1;evaluative=1")
    assert bool(box.waiting) is (policy.spec == "evaluative")
    sparse = noted(Outbox(1, 1), verdict, None, "evaluative+sparse:rate=.5")
    assert bool(sparse.waiting) is (node().child("feedback").draws("sparse", 1).uniform() < 0.5)


# ---------------------------------------------------------------------- the reference distribution and bits


def test_the_reference_is_the_one_that_its_file_states() -> None:
    reference = load_reference()
    kinds = {
        VerdictKind.NONE: 0.54, VerdictKind.CORRECT: 0.30, VerdictKind.ABSTAINED: 0.06, VerdictKind.WRONG: 0.03,
        VerdictKind.OFF_TASK: 0.03, VerdictKind.PARTIAL: 0.01, VerdictKind.STALE: 0.01, VerdictKind.UNSUPPORTED: 0.01,
        VerdictKind.LEAKED: 0.01,
    }  # fmt: skip
    assert reference.kinds == kinds
    assert (reference.broken, reference.attribute, reference.values, reference.possible) == (0.6, "home_city", 4, 16)


def test_the_reference_lists_every_verdict_once_with_its_share() -> None:
    """6 missed kinds with 4 right values each, 3 others with one; each without a broken rule and with each of 16."""
    rows = list(load_reference().enumerate())
    assert len(rows) == (6 * 4 + 3) * 17
    assert sum(share for share, _ in rows) == pytest.approx(1.0)

    def shares(kind: VerdictKind, broken: bool) -> list[float]:
        return [share for share, one in rows if one.kind is kind and one.broken is broken]

    assert shares(VerdictKind.NONE, False) == pytest.approx([0.54 * 0.4])
    assert shares(VerdictKind.UNSUPPORTED, False) == pytest.approx([0.01 * 0.4])
    assert shares(VerdictKind.WRONG, False) == pytest.approx([0.03 * 0.4 / 4] * 4)
    assert sum(shares(VerdictKind.WRONG, True)) == pytest.approx(0.03 * 0.6)
    cities = ENGLISH.ontology.attribute("home_city").grid()
    assert [one.value for _, one in rows if one.kind is VerdictKind.WRONG and not one.broken] == [*cities[:4]]


def test_rules_of_the_reference_weigh_as_they_are_common() -> None:
    reference = load_reference()
    common = sorted(reference.rules.values(), reverse=True)[:16]
    rows = [share for share, one in reference.enumerate() if one.kind is VerdictKind.NONE and one.broken]
    assert rows == pytest.approx([0.54 * 0.6 * weight / sum(common) for weight in common])


def test_a_judged_reply_replaces_what_was_found() -> None:
    of = moment(VerdictKind.CORRECT, kept=(PLAIN,))
    wrong = JudgedReply(VerdictKind.WRONG, SHORT, True, "home_city", "Graz").put_into(of)
    assert (wrong.verdict, wrong.kept, wrong.broken, wrong.rules) == (
        Verdict(VerdictKind.WRONG),
        (),
        (SHORT,),
        (SHORT,),
    )
    assert wrong.expectation == Expectation(Form.VALUE, CITY.domain, True, ("Graz",))
    untold = JudgedReply(VerdictKind.UNSUPPORTED, SHORT, False, "home_city", "Graz").put_into(of)
    assert (untold.kept, untold.broken) == ((SHORT,), ())
    assert (untold.expectation.answerable, untold.expectation.gold) == (False, ())
    assert JudgedReply(VerdictKind.NONE, SHORT, False, "home_city", "Graz").put_into(of).expectation is None


class Unsure(FeedbackPolicy):
    """Shows whether the answer was right, at half of the acts, and the same of everything at the others."""

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        right = moment.verdict.kind is VerdictKind.CORRECT
        return Shown(LIKE if right or node.draws("half").uniform() < 0.5 else DISLIKE, None)


def test_bits_are_the_mutual_information_of_verdict_and_rating() -> None:
    """Right half of the time: P(like | right) = 1, P(like | wrong) = q, so I = H((1 + q) / 2) - H(q) / 2."""
    draws = 40
    q = sum(SeedTree(number).child("act").draws("half").uniform() < 0.5 for number in range(draws)) / draws
    assert 0 < q < 1

    def entropy(p: float) -> float:
        return -p * log2(p) - (1 - p) * log2(1 - p)

    even = replace(load_reference(), kinds={VerdictKind.CORRECT: 1.0, VerdictKind.WRONG: 1.0}, values=1, possible=1)
    expected = entropy((1 + q) / 2) - entropy(q) / 2
    assert bits_per_event(Unsure(), reference=even, draws=draws) == pytest.approx(expected)


def test_the_bits_of_a_rating_are_those_of_the_reference_and_the_scale() -> None:
    """The shares of what is shown, less the chance of a copy, which tells nothing.

    A note breaks a rule in .6 of .54: a dislike of 2, as are .4 of the .05 that are stale, wrong or unsupported. And so
    on; of the .3 right answers .4 break no rule, and a share `c` of these is copied at the 64 acts.
    """
    c = sum(SeedTree(number).child("act").draws("copy").uniform() < 0.2 for number in range(64)) / 64
    shown_as = {
        "dislike 2": 0.54 * 0.6 + 0.05 * 0.4, "like 9": 0.54 * 0.4 + 0.3 * 0.4 * (1 - c), "copy 9": 0.3 * 0.4 * c,
        "none 6": 0.3 * 0.6 + 0.01 * 0.4, "none 4": 0.06 * 0.4, "none 1": 0.06 * 0.6, "dislike 0": 0.05 * 0.6 + 0.01,
        "none 3": 0.03 * 0.4 + 0.01 * 0.6, "none 0": 0.03 * 0.6,
    }  # fmt: skip
    assert sum(shown_as.values()) == pytest.approx(1.0)
    chance = 0.3 * 0.4 * (-c * log2(c) - (1 - c) * log2(1 - c))
    expected = -sum(share * log2(share) for share in shown_as.values()) - chance
    assert bits_per_event(feedback_policy("evaluative")) == pytest.approx(expected)
    (row,) = (row for row in page_table(PAGE, "policy", "carries", "events a reply", "bits an event", "bits a session")
              if row[0] == "`evaluative`")  # fmt: skip
    assert float(row[3]) == pytest.approx(expected, abs=0.02)  # at 100 acts


def test_what_is_registered_says_what_it_carries_and_whether_it_wraps() -> None:
    marks = {
        entry.name: (entry.marks["carries"], bool(entry.marks.get("wraps"))) for entry in registry.entries("feedback")
    }
    inner = "what it wraps"
    assert marks == {
        "evaluative": ("evaluative", False), "diagnostic": ("diagnostic", False), "instructive": ("instructive", False),
        "silent": ("nothing", False), "sealed": ("nothing", False), "placebo": ("nothing", False),
        "mixed": ("what it mixes", False), "sparse": (inner, True), "noisy": (inner, True), "delayed": (inner, True),
        "lenient": (inner, True), "strict": (inner, True), "drifting": (inner, True), "flattering": ("nothing", True),
        "adversarial": ("the opposite of what it wraps", True),
    }  # fmt: skip


def test_bits_are_counted_given_that_something_is_shown() -> None:
    """A policy that is silent on right answers says nothing by what it shows: it always shows the same."""

    class OnlyWrong(FeedbackPolicy):
        def occurs(self, moment: Moment, node: SeedTree) -> bool:
            return moment.verdict.kind is not VerdictKind.CORRECT

        def content(self, moment: Moment, node: SeedTree) -> Shown:
            return Shown(DISLIKE if moment.verdict.kind is VerdictKind.WRONG else NONE, None)

    kinds = {VerdictKind.CORRECT: 0.5, VerdictKind.WRONG: 0.25, VerdictKind.STALE: 0.25}
    thirds = replace(load_reference(), kinds=kinds, values=1, possible=1)
    assert bits_per_event(OnlyWrong(), reference=thirds, draws=3) == pytest.approx(1.0)


def test_a_policy_that_drifts_is_measured_in_the_given_session() -> None:
    """By 10 points everything is satisfaction 0 or 10 at the ends of the scale: nothing is left to tell."""
    policy = feedback_policy("evaluative+drifting:first=0;last=10;over=1+flattering")
    assert bits_per_event(policy, draws=2, session=2) == 0.0
    strict = feedback_policy("evaluative+drifting:first=0;last=10;over=1")
    assert bits_per_event(strict, draws=2, session=2) < bits_per_event(strict, draws=2, session=1)


# ---------------------------------------------------------------------- kindness


@pytest.mark.parametrize(
    ("kind", "harsh", "even", "kindly"),
    [
        (VerdictKind.CORRECT, (NONE, 7.0), (LIKE, 9.0), (LIKE, 10.0)),  # a like from 8 on
        (VerdictKind.PARTIAL, (NONE, 4.0), (NONE, 6.0), (NONE, 7.0)),
        (VerdictKind.ABSTAINED, (DISLIKE, 2.0), (NONE, 4.0), (NONE, 5.0)),  # a dislike up to 2
        (VerdictKind.WRONG, (DISLIKE, 0.0), (DISLIKE, 2.0), (NONE, 3.0)),
        (VerdictKind.LEAKED, (DISLIKE, 0.0), (DISLIKE, 0.0), (DISLIKE, 1.0)),
    ],
)
def test_harsh_and_kind_people_rate_the_same_reply_otherwise(kind, harsh, even, kindly) -> None:
    """Two points lower and one point higher; the action follows where it reaches another band."""
    at = next(number for number in range(50) if rated("evaluative", moment(VerdictKind.CORRECT), number)[0] is LIKE)
    for points, expected in ((-2.0, harsh), (0.0, even), (1.0, kindly)):
        assert rated("evaluative", moment(kind, kindness=points), at) == expected


def test_kindness_does_not_show_in_praise_for_everything_and_stays_behind_errors() -> None:
    assert rated("evaluative+flattering", moment(VerdictKind.WRONG, kindness=-2.0)) == (LIKE, 10.0)
    flipped_right = rated("evaluative+noisy:rate=1", moment(VerdictKind.CORRECT, kindness=-2.0))
    assert flipped_right == rated("evaluative", moment(VerdictKind.NONE, broken=(SHORT,), kindness=-2.0))


def test_the_outbox_rates_with_the_kindness_of_the_person() -> None:
    persona = Persona(conduct=Conduct(kindness=-2.0))
    found = {}
    for person in (Person("p", "Anna", "p"), Person("p", "Anna", "p", persona)):
        briefing = UserBriefing(
            person, {}, None, Phase.TALK, NOW, "evaluative", True, "", Verdict(VerdictKind.ABSTAINED),
            Pending(Act("a", ActKind.ASK, attribute="home_city"), None, CITY), set(), (),
        )  # fmt: skip
        box = Outbox(1, 1).noted(briefing, ENGLISH, SeedTree(0), node())
        found[person.persona.conduct.kindness] = (box.waiting[0].shown.action, box.waiting[0].shown.satisfaction)
    assert found == {0.0: (NONE, 4.0), -2.0: (DISLIKE, 2.0)}
