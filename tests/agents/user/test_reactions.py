"""What a person says of a reply: every row of the reactions in docs/simulated_user.md, and its exceptions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from briefed import (
    ASK,
    BEFORE,
    CITY,
    CITY_PROBE,
    DELEGATE,
    ENGLISH,
    OLD_CITY,
    REQUEST,
    briefed,
    facts,
    found,
    pending,
    right,
    says,
    user,
)

from regulars.agents.user.behaviour import load_behaviour
from regulars.dialogue import FeedbackAction, Phase, VerdictKind
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.slots import contradicts
from regulars.scenarios.world import Fact, Probe
from regulars.seeding import SeedTree

KINDS = (
    "thanks", "thanks_unknown", "leaked", "never_mind", "follow_up", "half_answer", "never_told", "reaction_wrong",
    "reaction_abstained",
)  # fmt: skip
PHRASES = ENGLISH.ontology.attribute("home_city").phrases
CORRECTIONS = [line.replace("{value}", "Bergen") for line in PHRASES["correct"]]
UNTOLD = right(answerable=False)


def reaction(kind: VerdictKind, waiting=None, *, seed: int = 0, late: bool = False, **changes):
    """The kinds of phrases, the declared ids, and whether the question is asked again."""
    waiting = waiting or pending()
    given = {"verdict": found(kind, late=late), "pending": waiting, "agenda": (waiting.act,)} | changes
    action = user(seed=seed, patience=1.0, position=1).act(None, briefed(**given))
    line = action["message"]
    again = any(line.endswith(words) for words in (*PHRASES["ask"], *PHRASES["request"]))
    return [one for one in KINDS if says(line, one)], action["tells"].split(), again


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        # Every correction of a home city says itself that the answer was wrong.
        (VerdictKind.STALE, []),
        (VerdictKind.WRONG, []),
        (VerdictKind.UNSUPPORTED, []),
        (VerdictKind.LEAKED, ["leaked"]),
        (VerdictKind.ABSTAINED, ["reaction_abstained"]),
        (VerdictKind.OFF_TASK, []),
    ],
)
def test_what_was_told_is_said_again_and_asked_once_more(kind, said) -> None:
    assert reaction(kind) == (said, [CITY.id, ASK.id], True)
    assert reaction(kind, pending(2)) == (["leaked"] * (kind is VerdictKind.LEAKED) + ["never_mind"], ["-"], False)


@pytest.mark.parametrize("kind", [VerdictKind.ABSTAINED, VerdictKind.OFF_TASK])
def test_an_answer_without_a_mistake_is_not_contradicted(kind) -> None:
    """No correction of a home city is mild, so its two shortest tellings that are no news tell it again."""
    city = ENGLISH.ontology.attribute("home_city")
    assert all(map(contradicts, city.phrases["correct"]))
    line = user().act(None, briefed(verdict=found(kind), pending=pending()))["message"]
    short = ("I live in {value}.", "I'm based in {value}, so most of the big tours skip me.")
    assert all(any(line.startswith(words) for line in city.phrases["tell"]) for words in short)
    assert any(words.replace("{value}", "Bergen") in line for words in short)
    assert not any(words in line for words in CORRECTIONS)


def test_a_correction_says_the_value_in_words_that_tell_it() -> None:
    line = user().act(None, briefed(verdict=found(VerdictKind.WRONG), pending=pending()))["message"]
    assert any(words in line for words in CORRECTIONS)


@pytest.mark.parametrize(
    ("kind", "act", "expected"),
    [
        (VerdictKind.UNSUPPORTED, ASK, (["never_told"], ["-"], False)),
        (VerdictKind.UNSUPPORTED, REQUEST, (["never_told"], ["-"], False)),
        (VerdictKind.LEAKED, ASK, (["leaked"], ["-"], False)),
        (VerdictKind.WRONG, ASK, ([], ["-"], False)),
        (VerdictKind.OFF_TASK, ASK, ([], ["-"], False)),
        (VerdictKind.OFF_TASK, REQUEST, (["follow_up"], [REQUEST.id], True)),
    ],
)
def test_what_was_never_told_is_not_told_in_a_correction(kind, act, expected) -> None:
    assert reaction(kind, pending(act=act, expectation=UNTOLD)) == expected


def test_a_late_answer_is_let_be_and_an_early_one_is_not() -> None:
    assert reaction(VerdictKind.OFF_TASK, late=True) == (["never_mind"], ["-"], False)
    assert reaction(VerdictKind.OFF_TASK, late=False) == ([], [CITY.id, ASK.id], True)


def test_the_rest_of_half_an_answer_is_asked_for_without_telling_it() -> None:
    assert reaction(VerdictKind.PARTIAL) == (["half_answer"], [ASK.id], True)
    assert reaction(VerdictKind.PARTIAL, pending(expectation=UNTOLD)) == (["half_answer"], [ASK.id], True)
    assert reaction(VerdictKind.PARTIAL, pending(2)) == (["never_mind"], ["-"], False)


@pytest.mark.parametrize("form", [Form.MENTION, Form.PASS_ON])
def test_what_had_its_occasion_is_not_asked_again(form) -> None:
    assert reaction(VerdictKind.PARTIAL, pending(expectation=right(form=form))) == ([], ["-"], False)
    assert reaction(VerdictKind.WRONG, pending(expectation=right(form=form))) == ([], ["-"], False)


def test_a_void_question_is_not_asked_again() -> None:
    assert reaction(VerdictKind.PARTIAL, replace(pending(), expectation=None)) == ([], ["-"], False)


@pytest.mark.parametrize("kind", [VerdictKind.UNDETERMINED])
def test_without_a_verdict_there_is_no_reaction(kind) -> None:
    assert reaction(kind) == reaction(kind, pending(2)) == ([], ["-"], False)


def test_a_choice_is_asked_for_again_without_being_told() -> None:
    """The assistant made it: the person has not told it, and so waits for the answer."""
    probe = replace(CITY_PROBE, form=Form.CHOICE)
    assert reaction(VerdictKind.WRONG, pending(probe=probe)) == (["follow_up"], [ASK.id], True)
    assert reaction(VerdictKind.WRONG, pending(probe=probe, expectation=UNTOLD)) == ([], ["-"], False)


@pytest.mark.parametrize(
    ("kind", "said", "again"),
    [
        (VerdictKind.WRONG, [], False),  # the choice is made, and taken
        (VerdictKind.OFF_TASK, ["follow_up"], True),
        (VerdictKind.ABSTAINED, ["follow_up"], True),
    ],
)
def test_a_choice_among_options_is_waited_for_unless_it_was_made(kind, said, again) -> None:
    waiting = pending(act=DELEGATE, options=DELEGATE.options)
    kinds, tells, _ = reaction(kind, waiting)
    assert (kinds, tells) == (said, [DELEGATE.id] if again else ["-"])


def test_what_is_over_is_said_to_be_over() -> None:
    """The last value that was told has ended; nothing is told as current."""
    grant = Fact("f-grant", "p", "scholarship", "Copernicus", BEFORE)
    act, probe = replace(ASK, attribute="scholarship"), replace(CITY_PROBE, attribute="scholarship")
    gone = replace(right(), gold=(), stale=("Erasmus", "Copernicus"))
    for over in (True, False):
        waiting = pending(act=act, probe=probe, expectation=replace(gone, over=over))
        known = {"facts": (grant,), "told": {grant.id}, "agenda": (act,)}
        line = user(position=1).act(None, briefed(**known, verdict=found(VerdictKind.STALE), pending=waiting))[
            "message"
        ]
        assert ENGLISH.ended_in("scholarship", line) is over
        assert ("Copernicus" in line, "Erasmus" in line) == (over, False)


def test_whoever_asks_for_something_about_what_is_over_has_forgotten_that() -> None:
    """The request spoke of it as if it went on, so it is dropped, and nobody is blamed."""
    grant = Fact("f-grant", "p", "scholarship", "Copernicus", BEFORE)
    act, probe = replace(REQUEST, attribute="scholarship"), replace(CITY_PROBE, attribute="scholarship")
    gone = replace(right(), gold=(), stale=("Copernicus",), over=True)
    known = {"facts": (grant,), "told": {grant.id}, "agenda": (act,)}
    waiting = pending(act=act, probe=probe, expectation=gone)
    for seed in range(20):
        given = briefed(**known, verdict=found(VerdictKind.ABSTAINED), pending=waiting)
        line = user(seed=seed, position=1).act(None, given)["message"]
        assert says(line, "slipped")
        assert not says(line, "reaction_accusing")
        assert ENGLISH.ended_in("scholarship", line)


@pytest.mark.parametrize(("values", "listed"), [(("Oslo", "Graz"), 0), (("Oslo", "Graz", "Porto"), 2)])
def test_of_many_values_the_first_has_a_sentence_and_the_others_are_listed(values, listed) -> None:
    facts = tuple(Fact(f"f-{value}", "p", "trip", value, BEFORE) for value in values)
    act, probe = replace(ASK, attribute="trip"), replace(CITY_PROBE, attribute="trip", form=Form.SET)
    expectation = replace(right(form=Form.SET), domain=ENGLISH.ontology.domain("trip"), gold=values)
    known = {"facts": facts, "told": {fact.id for fact in facts}, "agenda": (act,)}
    waiting = pending(act=act, probe=probe, expectation=expectation)
    action = user(position=1).act(None, briefed(**known, verdict=found(VerdictKind.ABSTAINED), pending=waiting))
    rest = ENGLISH.listed(values[1:])
    lists = [one.replace("{values}", rest) for one in ENGLISH.lines("phrases", "the_rest")]
    assert all(value in action["message"] for value in values)
    assert {fact.id for fact in facts} <= set(action["tells"].split())
    assert any(one in action["message"] for one in lists) is bool(listed)


# ---------------------------------------------------------------------- which facts are said again


def told_again(attribute: str, known_facts, told, gold, form=Form.VALUE):
    """The ids and values of the facts that a correction tells."""
    probe = Probe("q", "k", form, attribute, "p", "p", "test", BEFORE)
    waiting = pending(act=replace(ASK, attribute=attribute), probe=probe, expectation=right(*gold, form=form))
    known = {"facts": known_facts, "told": told, "agenda": (waiting.act,)}
    action = user(position=1).act(None, briefed(**known, verdict=found(VerdictKind.WRONG), pending=waiting))
    return action["tells"].split()[:-1], action["message"]


def test_only_the_right_value_is_said_again() -> None:
    ids, line = told_again("home_city", (OLD_CITY, CITY), {OLD_CITY.id, CITY.id}, ("Bergen",))
    assert ids == [CITY.id]
    assert "Lyon" not in line


def test_a_wrong_value_that_was_told_later_is_not_said() -> None:
    assert told_again("home_city", facts("home_city", "Bergen", "Graz"), {"f0", "f1"}, ("Bergen",))[0] == ["f0"]


def test_a_fact_that_was_not_told_is_not_said() -> None:
    assert told_again("home_city", (CITY,), set(), ("Bergen",))[0] == []


def test_of_two_facts_with_the_right_value_the_last_is_said() -> None:
    again = replace(CITY, id="f-again")
    assert told_again("home_city", (CITY, again), {CITY.id, again.id}, ("Bergen",))[0] == ["f-again"]


def test_a_set_is_said_again_value_by_value() -> None:
    hobbies = tuple(
        Fact(f"f-{value}", "p", "hobby", value, BEFORE) for value in ENGLISH.ontology.attribute("hobby").grid()[:3]
    )
    values = [fact.value for fact in hobbies]
    ids, _ = told_again("hobby", hobbies, {fact.id for fact in hobbies}, values[:2], Form.SET)
    assert ids == [fact.id for fact in hobbies[:2]]


def test_after_a_count_everything_told_is_said_again() -> None:
    """The gold is a number, which no fact has."""
    trips = tuple(
        Fact(f"f{n}", "p", "trip", value, BEFORE)
        for n, value in enumerate(ENGLISH.ontology.attribute("trip").grid()[:3])
    )
    ids, _ = told_again("trip", trips, {"f0", "f2"}, ("2",), Form.COUNT)
    assert ids == ["f0", "f2"]


def test_a_date_is_said_as_exactly_as_it_was_told() -> None:
    day = Fact("f-day", "p", "race_day", "2025-09-05", BEFORE)
    ids, line = told_again("race_day", (day,), {day.id}, ("2025-09",))
    assert ids == [day.id]
    assert "September 2025" in line
    assert "5 September" not in line


def test_an_answer_that_follows_from_a_fact_is_said_by_that_fact() -> None:
    """The country follows from the city: of two cities in Norway's place only the one told last, and right, is said."""
    elsewhere = replace(OLD_CITY, value="Lyon")
    ids, line = told_again("country", (elsewhere, CITY), {elsewhere.id, CITY.id}, ("Norway",))
    assert ids == [CITY.id]
    assert "Bergen" in line
    assert told_again("country", (elsewhere, CITY), {elsewhere.id}, ("Norway",))[0] == []


# ---------------------------------------------------------------------- thanks and ratings


def test_a_right_answer_is_thanked_for_at_its_rate() -> None:
    """The first draw at the act decides: thanks below .35, and never for a choice among options."""
    rate = load_behaviour().thanked
    assert rate == 0.35
    thanked = []
    for seed in range(40):
        luck = SeedTree(seed).child("react", ASK.id, 1).draws().uniform() < rate
        assert reaction(VerdictKind.CORRECT, seed=seed) == (["thanks"] * luck, ["-"], False)
        untold = reaction(VerdictKind.CORRECT, pending(expectation=UNTOLD), seed=seed)
        assert untold == (["thanks_unknown"] * luck, ["-"], False)
        waiting = pending(act=DELEGATE, probe=None, options=DELEGATE.options)
        assert reaction(VerdictKind.CORRECT, waiting, seed=seed)[0] == []
        thanked.append(luck)
    assert {*thanked} == {True, False}


def test_people_who_do_not_react_correct_nothing() -> None:
    assert reaction(VerdictKind.WRONG, reactive=False) == ([], ["-"], False)


@pytest.mark.parametrize(
    ("verdict", "waiting", "rated"),
    [
        (found(VerdictKind.WRONG), pending(), (FeedbackAction.DISLIKE, 2.0)),
        (found(VerdictKind.NONE, kept=("r1",)), None, (FeedbackAction.LIKE, 9.0)),
        (found(VerdictKind.NONE, broken=("r1",)), None, (FeedbackAction.DISLIKE, 2.0)),
        (found(VerdictKind.NONE), None, None),
        (None, None, None),
    ],
)
@pytest.mark.parametrize("reactive", [True, False])
def test_a_reply_is_rated_if_it_was_judged_even_by_people_who_do_not_react(verdict, waiting, rated, reactive) -> None:
    action = user(patience=1.0).act(
        None, briefed(verdict=verdict, pending=waiting, feedback="evaluative", reactive=reactive)
    )
    shown = (action["rating"], action["satisfaction"]) if "rating" in action else None
    assert shown == rated
    if rated:
        assert action["about"] == "s001.t02"
    assert "remark" not in action


def test_a_remark_is_sent_with_the_rating() -> None:
    action = user().act(None, briefed(verdict=found(VerdictKind.WRONG), pending=pending(), feedback="instructive"))
    assert "Bergen" in action["remark"]


# ---------------------------------------------------------------------- after the reaction


def test_at_the_close_nothing_is_asked_again() -> None:
    action = user().act(
        None, briefed(verdict=found(VerdictKind.WRONG), pending=pending(), phase=Phase.CLOSING, agenda=(ASK,))
    )
    assert action["tells"] == CITY.id
    assert says(action["message"], "closing")
    assert "close" not in action


def test_who_leaves_asks_nothing_again() -> None:
    one = user(patience=0.2)
    action = one.act(None, briefed(verdict=found(VerdictKind.WRONG), pending=pending()))
    assert (action["close"], action["tells"]) == (2, CITY.id)


def test_asking_again_leaves_the_agenda_where_it_was() -> None:
    one = user(position=1, patience=1.0)
    one.act(None, briefed(verdict=found(VerdictKind.WRONG), pending=pending()))
    assert one.state.position == 1
