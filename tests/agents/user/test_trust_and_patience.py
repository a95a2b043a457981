"""Trust and patience: each number of the tables in docs/simulated_user.md, by one reply each."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import accumulate

import pytest
from briefed import (
    ASK,
    BEFORE,
    CITY,
    CITY_PROBE,
    DELEGATE,
    ENGLISH,
    REQUEST,
    TALK,
    briefed,
    found,
    pending,
    person,
    right,
    says,
    user,
)
from page_tables import DOCS, numbers_in, page_table

from regulars.agents.user.behaviour import load_behaviour
from regulars.briefing import Pending
from regulars.dialogue import Phase, VerdictKind
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.world import Act, Fact

PAGE = "simulated_user.md"
MOVES = {name: (trust, patience) for name, trust, patience in page_table(PAGE, "verdict", "trust", "patience")}
LIMITS = dict(page_table(PAGE, "condition", "effect"))
BROKEN, QUESTION, KNOWN = "a standing rule broken", "a question", "a question after what was told"
VERDICTS = [
    (VerdictKind.OFF_TASK if name == "late" else VerdictKind[name.upper().replace(" ", "_")], name == "late", *moves)
    for names, moves in MOVES.items()
    if names not in (BROKEN, QUESTION, KNOWN)
    for name in names.removesuffix(" where it was told").split(", ")
]
EMPLOYER_ASKED = "What is your employer?"
CITY_ASKED = "What is your home city?"
START_TRUST, START_PATIENCE = 0.5, 0.9


def first(cell: str) -> float:
    """The number that a cell begins with; 0 for an empty cell."""
    return numbers_in(cell)[0] if cell else 0.0


def felt(one) -> tuple[float, float]:
    return one.state.trust, one.state.patience


def fresh(**state):
    return user(trust=START_TRUST, patience=START_PATIENCE, **state)


# ---------------------------------------------------------------------- verdicts


def test_the_page_has_every_verdict_that_can_be_felt() -> None:
    assert {kind for kind, *_ in VERDICTS} == {*VerdictKind} - {VerdictKind.NONE, VerdictKind.UNDETERMINED}


@pytest.mark.parametrize(("kind", "late", "trust", "patience"), VERDICTS)
@pytest.mark.parametrize("attempt", [1, 2])
def test_a_verdict_moves_trust_and_patience_by_its_row(kind, late, trust, patience, attempt) -> None:
    """What was told and is asked again counts at every time of asking."""
    one = fresh()
    one.act(None, briefed(verdict=found(kind, late=late), pending=pending(attempt)))
    assert felt(one) == pytest.approx((START_TRUST + first(trust), START_PATIENCE + first(patience)))


@pytest.mark.parametrize("kind", [VerdictKind.NONE, VerdictKind.UNDETERMINED])
def test_a_reply_without_a_verdict_moves_nothing(kind) -> None:
    one = fresh()
    one.act(None, briefed(verdict=found(kind), pending=pending()))
    assert felt(one) == (START_TRUST, START_PATIENCE)


@pytest.mark.parametrize(
    ("attempt", "trust", "patience"),
    [(1, START_TRUST - 0.15, START_PATIENCE - 0.20), (2, START_TRUST - 0.15, START_PATIENCE)],
)
def test_what_was_never_told_costs_patience_at_the_first_asking_only(attempt, trust, patience) -> None:
    one = fresh()
    question = pending(attempt, REQUEST, expectation=right(answerable=False))
    one.act(None, briefed(verdict=found(VerdictKind.UNSUPPORTED), pending=question))
    assert felt(one) == pytest.approx((trust, patience))


def test_a_question_is_asked_for_the_first_time_unless_it_says_otherwise() -> None:
    one = fresh()
    question = Pending(REQUEST, CITY_PROBE, right(answerable=False))
    one.act(None, briefed(verdict=found(VerdictKind.UNSUPPORTED), pending=question))
    assert felt(one) == pytest.approx((START_TRUST - 0.15, START_PATIENCE - 0.20))


def test_a_void_question_costs_patience_at_every_asking() -> None:
    """It has no gold answer, and so no answer that was never told."""
    one = fresh()
    one.act(None, briefed(verdict=found(VerdictKind.OFF_TASK), pending=pending(2, expectation=None)))
    assert one.state.patience == pytest.approx(START_PATIENCE - 0.20)


def test_a_free_choice_moves_no_trust_and_does_move_patience() -> None:
    one = fresh()
    choice = pending(1, DELEGATE, None, expectation=None, options=DELEGATE.options)
    one.act(None, briefed(verdict=found(VerdictKind.OFF_TASK), pending=choice, agenda=(DELEGATE, TALK)))
    assert felt(one) == pytest.approx((START_TRUST, START_PATIENCE - 0.20))


def test_a_verdict_without_a_question_moves_nothing() -> None:
    one = fresh()
    one.act(None, briefed(verdict=found(VerdictKind.WRONG), pending=None))
    assert felt(one) == (START_TRUST, START_PATIENCE)


def test_people_who_do_not_react_feel_nothing() -> None:
    one = fresh()
    verdict = found(VerdictKind.WRONG, broken=("r1",))
    one.act(None, briefed(verdict=verdict, pending=pending(), reply=CITY_ASKED, reactive=False))
    assert felt(one) == (START_TRUST, START_PATIENCE)
    assert one.state.questions == 0


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (VerdictKind.CORRECT, 0.95, 1.0),  # .95 + .10 is cut off at 1
        (VerdictKind.CORRECT, 0.9, 1.0),
        (VerdictKind.LEAKED, 0.3, 0.0),  # .30 - .40 is cut off at 0
        (VerdictKind.LEAKED, 0.45, 0.05),
    ],
)
def test_trust_stays_between_0_and_1(kind, before, after) -> None:
    one = user(trust=before)
    one.act(None, briefed(verdict=found(kind), pending=pending()))
    assert one.state.trust == pytest.approx(after)


def test_patience_falls_below_0() -> None:
    one = user(patience=0.1)
    one.act(None, briefed(verdict=found(VerdictKind.LEAKED), pending=pending()))
    assert one.state.patience == pytest.approx(-0.4)  # .1 - .5


# ---------------------------------------------------------------------- broken rules


def test_a_broken_rule_costs_trust_once_a_session_and_again_in_the_next() -> None:
    trust, patience = MOVES[BROKEN]
    assert (trust.endswith("once a session"), patience) == (True, "")
    cost, one = first(trust), fresh()
    verdict = found(VerdictKind.NONE, broken=("r1",))
    steps = []
    for phase in (Phase.TALK, Phase.TALK, Phase.OPENING, Phase.TALK):
        one.act(None, briefed(phase=phase, verdict=None if phase is Phase.OPENING else verdict, agenda=(TALK, TALK)))
        steps.append(one.state.trust)
    assert steps == pytest.approx([0.5 + cost, 0.5 + cost, 0.5 + cost, 0.5 + 2 * cost])
    assert one.state.patience == 1.0


def test_a_kept_rule_costs_nothing() -> None:
    one = fresh()
    one.act(None, briefed(verdict=found(VerdictKind.NONE, kept=("r1",))))
    assert (felt(one), one.state.annoyed) == ((START_TRUST, START_PATIENCE), False)


def test_a_wrong_answer_that_breaks_a_rule_costs_both() -> None:
    one = fresh()
    one.act(None, briefed(verdict=found(VerdictKind.WRONG, broken=("r1", "r2")), pending=pending()))
    assert felt(one) == pytest.approx((0.5 - 0.15 - 0.05, 0.9 - 0.20))


# ---------------------------------------------------------------------- questions


def test_each_question_of_a_session_costs_by_its_number() -> None:
    """The page: -.04 each, and from the fifth on .03 more for each than for the one before."""
    trust, patience = MOVES[QUESTION]
    assert (trust, "from the fifth" in patience) == ("", True)
    plain, growth = numbers_in(patience)
    costs = [plain] * 4 + [plain - growth, plain - 2 * growth, plain - 3 * growth]
    one, steps = user(trust=0.5, patience=5.0), []
    for _ in costs:
        one.act(None, briefed(reply=EMPLOYER_ASKED, agenda=()))
        steps.append(one.state.patience)
    assert steps == pytest.approx(list(accumulate(costs, initial=5.0))[1:])
    assert steps[-1] == pytest.approx(5.0 - 0.16 - 0.07 - 0.10 - 0.13)
    assert one.state.trust == 0.5
    one.act(None, briefed(phase=Phase.OPENING, person=person(3.0)))
    one.act(None, briefed(reply=EMPLOYER_ASKED, person=person(3.0)))
    assert one.state.patience == pytest.approx(3.0 + plain)


def test_a_question_after_what_was_told_costs_trust_and_more_patience() -> None:
    trust, patience = MOVES[KNOWN]
    besides, question = first(patience), numbers_in(MOVES[QUESTION][1])[0]
    one = fresh()
    action = one.act(None, briefed(reply=CITY_ASKED))
    assert felt(one) == pytest.approx((START_TRUST + first(trust), START_PATIENCE + question + besides))
    assert says(action["message"], "already_told")
    assert action["tells"].split()[0] == CITY.id


@pytest.mark.parametrize(
    ("changes", "kind", "cost"),
    [
        ({"reply": EMPLOYER_ASKED}, "deflection", 0.04),  # known to the person, never told
        ({"reply": CITY_ASKED, "told": frozenset()}, "deflection", 0.04),
        ({"reply": "Your home city is a fine one."}, None, 0.0),  # no question
        ({"reply": "Would it rain?"}, None, 0.0),  # about nothing of the person's
        ({"reply": CITY_ASKED, "phase": Phase.OPENING}, None, 0.0),  # the reply is of an earlier session
        ({"reply": CITY_ASKED, "phase": Phase.CLOSING}, "already_told", 0.20),
    ],
)
def test_only_a_question_about_the_person_costs_patience(changes, kind, cost) -> None:
    one = user(patience=1.0)
    line = one.act(None, briefed(**changes))["message"]
    assert one.state.patience == pytest.approx(1.0 - cost)
    assert [name for name in ("deflection", "already_told") if says(line, name)] == ([kind] if kind else [])


def test_a_date_is_never_said_again_when_asked() -> None:
    day = Fact("f-day", "p", "race_day", "2025-09-05", BEFORE)
    one = user(patience=1.0)
    line = one.act(None, briefed(facts=(CITY, day), told={day.id}, reply="When is your race's date?"))["message"]
    assert says(line, "deflection")
    assert (one.state.trust, one.state.patience) == pytest.approx((0.5, 0.96))


def test_the_last_told_value_is_said_again() -> None:
    cities = tuple(
        Fact(f"f{number}", "p", "home_city", city, BEFORE) for number, city in enumerate(("Lyon", "Graz", "Porto"))
    )
    action = user().act(None, briefed(facts=cities, told={"f0", "f1"}, reply=CITY_ASKED))
    assert ENGLISH.told_in("home_city", action["message"]) == ["Graz"]
    assert action["tells"].split()[0] == "f1"


def test_the_sealed_answer_questions_without_a_cost() -> None:
    for reply, kind in ((CITY_ASKED, "already_told"), (EMPLOYER_ASKED, "deflection")):
        one = fresh()
        line = one.act(None, briefed(reply=reply, feedback="sealed"))["message"]
        assert says(line, kind)
        assert (felt(one), one.state.questions) == ((START_TRUST, START_PATIENCE), 0)


@pytest.mark.parametrize(("feedback", "patience"), [("silent", 0.86), ("sealed", 0.9)])
def test_telling_on_request_costs_a_question_unless_sealed(feedback, patience) -> None:
    """Nobody has told the employer: the offer of an earlier session is taken up."""
    offer = Act("a-offer", ActKind.TELL, "f-employer", "employer", DisclosureMode.ASKED)
    one = fresh()
    action = one.act(None, briefed(reply=EMPLOYER_ASKED, offered=(offer,), feedback=feedback))
    assert ENGLISH.told_in("employer", action["message"]) == ["Drumlock"]
    assert felt(one) == pytest.approx((0.5, patience))


# ---------------------------------------------------------------------- limits


def limit(effect: str) -> tuple[str, str, float]:
    """What the condition with that effect compares: the name, the sign, the number."""
    condition = next(key for key, value in LIMITS.items() if effect in value)
    match = re.fullmatch(r"`([tp]) (<=?) ([.\d]+)`", condition)
    assert match is not None
    return match[1], match[2], float(match[3])


def test_a_person_leaves_when_patience_is_at_its_end_and_not_before() -> None:
    assert limit("the person leaves") == ("p", "<=", 0.0)
    for patience, left in ((-0.01, True), (0.0, True), (0.01, False)):
        action = user(patience=patience).act(None, briefed())
        assert (action.get("close") == 2, says(action["message"], "leaving")) == (left, left)


def test_a_person_says_so_before_asking_again_when_patience_is_short() -> None:
    """A wrong answer takes .20: what is left after it decides."""
    name, sign, bound = limit("says so before asking again")
    assert (name, sign) == ("p", "<")
    for left, impatient in ((bound - 0.01, True), (bound, False), (bound + 0.01, False)):
        one = user(patience=left + 0.20)
        line = one.act(None, briefed(verdict=found(VerdictKind.WRONG), pending=pending()))["message"]
        assert one.state.patience == pytest.approx(left)
        assert says(line, "impatience") is impatient
        assert any(line.endswith(question) for question in ENGLISH.ontology.attribute("home_city").phrases["ask"])


def test_an_impatient_person_says_nothing_of_it_while_nothing_is_asked_again() -> None:
    assert not says(user(patience=0.1).act(None, briefed(agenda=(TALK,)))["message"], "impatience")


def test_requests_need_some_trust_and_questions_need_none() -> None:
    name, sign, bound = limit("makes no requests")
    assert (name, sign) == ("t", "<")
    requests = ENGLISH.ontology.attribute("home_city").phrases["request"]
    asks = ENGLISH.ontology.attribute("home_city").phrases["ask"]
    for trust, made in ((bound - 0.01, False), (bound, True)):
        line = user(trust=trust).act(None, briefed(agenda=(REQUEST, ASK)))["message"]
        assert (line in requests, line in asks) == (made, not made)


# ---------------------------------------------------------------------- over sessions and lives


def test_patience_starts_fresh_in_each_session_and_trust_lasts_for_the_life() -> None:
    one = user(trust=0.3, patience=0.1, position=7, begun="a", talked=2, annoyed=True, questions=6, hinted=ASK)
    one.act(None, briefed(phase=Phase.OPENING, person=person(0.7), agenda=(ASK,)))
    state = one.state
    assert (state.trust, state.patience, state.position) == (0.3, 0.7, 1)
    assert (state.begun, state.talked, state.annoyed, state.questions, state.hinted) == ("", 0, False, 0, None)
    one.begin("user_0", 0)
    assert one.state.trust == START_TRUST


def test_small_steps_of_trust_and_patience_are_kept_to_six_digits() -> None:
    rules = replace(load_behaviour(), broken_rule=-0.000_004, question=-0.000_004)
    one = user(rules, trust=0.5, patience=0.9)
    one.act(None, briefed(verdict=found(VerdictKind.NONE, broken=("r1",)), reply=EMPLOYER_ASKED))
    assert felt(one) == (0.499_996, 0.899_996)


def test_a_life_starts_with_the_trust_of_the_rules() -> None:
    one = user(replace(load_behaviour(), start_trust=0.7))
    assert one.state.trust == 0.7


def test_the_disclosure_threshold_is_that_of_the_page() -> None:
    """t >= .4 + .1 s - .4 (c - .5), for attributes of each sensitivity and people of three candours."""
    mode = "when `t >= .4 + .1 s - .4 (c - .5)`, for sensitivity `s` of 0 to 3 and the persona's candour `c`"
    assert f"| `trusted` | {mode} |" in (DOCS / PAGE).read_text(encoding="utf-8")
    names = {0: "hobby", 1: "employer", 2: "partner_name", 3: "safe_place"}
    values = {0: "archery", 1: "Drumlock", 2: "Ines", 3: ""}
    values |= {s: ENGLISH.ontology.attribute(name).grid()[0] for s, name in names.items()}
    table = {
        (0, 0.5): 0.4, (1, 0.5): 0.5, (2, 0.5): 0.6, (3, 0.5): 0.7,
        (0, 0.9): 0.24, (3, 0.9): 0.54, (1, 0.1): 0.66, (3, 0.1): 0.86,
    }  # fmt: skip
    for (sensitivity, candour), needed in table.items():
        name = names[sensitivity]
        fact = Fact("f", "p", name, values[sensitivity], BEFORE)
        act = Act("a", ActKind.TELL, "f", name, DisclosureMode.TRUSTED)
        given = {"facts": (fact,), "told": frozenset(), "agenda": (act, TALK), "person": person(candour=candour)}
        for trust, told in ((needed, True), (round(needed - 0.01, 6), False)):
            assert ("f" in user(trust=trust).act(None, briefed(**given))["tells"].split()) is told
        assert "f" in user(trust=0.0).act(None, briefed(**given, reactive=False))["tells"].split()
