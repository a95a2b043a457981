"""Lines whose words do not bear out what they declare, and lines that declare nothing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

import pytest

from regulars.envs.ledger import FORGOTTEN, MENDED, OVER, SLIP, Disclosure, Ledger
from regulars.envs.life.grounding import AgendaProgress, UserLine
from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, NoiseKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Act, Fact, Project, Session

ONTOLOGY = load_ontology()
LANGUAGE = Language.load("english")
NOW = datetime(2025, 3, 3, 9, tzinfo=UTC)

CITY = Fact("f-city", "p", "home_city", "Bergen", NOW)
MOVED = Fact("f-moved", "p", "home_city", "Graz", NOW)
CAR = Fact("f-car", "p", "car", "Fiat Panda", NOW)
LEASE = Fact("f-lease", "p", "lease_end", "2025-05-14", NOW)
RENT = Fact("f-rent", "p", "rent", "850", NOW)
FACTS = {fact.id: fact for fact in (CITY, MOVED, CAR, LEASE, RENT)}


class Talk:
    """One session of one person, whose lines are grounded one after the other."""

    def __init__(self, *acts: Act, caused=frozenset(), start=NOW) -> None:
        self.ledger = Ledger()
        self.agenda = AgendaProgress(Session(4, "p", start, agenda=acts), 7, caused)
        self.lines = 0

    def say(self, text, *tells, declared=True, now=NOW):
        """Returns the raised act's id and the ids that the text does not support."""
        self.lines += 1
        turn = f"s007.t{self.lines:02d}"
        line = UserLine(text, turn, now, self.agenda, FACTS, self.ledger, ONTOLOGY, LANGUAGE)
        raised, unresolved = line.ground(tells if declared else None)
        return (raised.id if raised is not None else ""), unresolved

    @property
    def entered(self):
        """What is in the ledger without implications: fact, value, manner, turn."""
        told = self.ledger.disclosures
        return [(one.fact, one.value, one.how, one.turn) for one in told if one.how != "implied"]


# ---------------------------------------------------------------- declared disclosures


@pytest.mark.parametrize(
    ("text", "fact", "value"),
    [
        ("I live in Bergen.", "f-city", "Bergen"),
        ("My lease ends on 14 May 2025.", "f-lease", "2025-05-14"),
        ("My lease ends in May.", "f-lease", "2025-05"),
        ("My lease ends in 2025.", "f-lease", "2025"),
        ("My lease ends on 14 May.", "f-lease", "2025-05-14"),
        ("I pay 850 euros.", "f-rent", "850"),
    ],
)
def test_a_fact_is_entered_as_exactly_as_the_words_give_it(text, fact, value):
    talk = Talk()
    assert talk.say(text, fact) == ("", [])
    assert talk.entered == [(fact, value, "asked", "s007.t01")]
    assert talk.ledger.told == {fact}


def test_a_relative_date_is_read_only_where_the_words_give_no_date_themselves():
    eve = datetime(2025, 5, 13, 9, tzinfo=UTC)
    talk = Talk()
    talk.say("My lease ends in May, and I am busy tomorrow.", "f-lease", now=eve)  # tomorrow is 14 May
    talk.say("My lease ends tomorrow.", "f-lease", now=eve)
    assert [value for _, value, _, _ in talk.entered] == ["2025-05", "2025-05-14"]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I live in Graz.", "f-city"),
        ("I live in Norway.", "f-city"),
        ("My lease ends on 15 May 2024.", "f-lease"),
        ("My lease ends soon.", "f-lease"),
        ("I pay 851 euros.", "f-rent"),
        ("I pay 8500 euros.", "f-rent"),
        ("", "f-city"),
        ("f-city", "f-city"),
    ],
)
def test_a_declared_fact_that_the_words_do_not_name_is_not_entered(text, fact):
    talk = Talk()
    assert talk.say(text, fact) == ("", [f"tells {fact}"])
    assert talk.entered == []
    assert talk.ledger.told == set()


def test_of_two_declared_facts_only_the_named_one_is_entered():
    talk = Talk()
    assert talk.say("I drive a Fiat Panda.", "f-city", "f-car") == ("", ["tells f-city"])
    assert talk.entered == [("f-car", "Fiat Panda", "asked", "s007.t01")]


@pytest.mark.parametrize("id", ["f-unknown", "q-city", "home_city", "Bergen"])
def test_an_id_of_nothing_is_unresolved(id):
    talk = Talk()
    assert talk.say("I live in Bergen.", id) == ("", [f"tells {id}"])
    assert talk.entered == []


def test_a_declared_disclosure_of_nothing_enters_nothing_though_its_words_tell_a_fact():
    talk = Talk()
    assert talk.say("I live in Bergen.") == ("", [])
    assert talk.entered == []


def test_the_whole_entry_of_a_disclosure_and_its_implication():
    planned = Act("a1", ActKind.TELL, "f-city", "home_city", reason="money")
    talk = Talk(planned)
    talk.say("I live in Bergen. It saves me some money.", "f-city")
    told = Disclosure(
        "f-city", "p", "home_city", "Bergen", "direct", "s007.t01", 7, NOW, "a1", (), "money"
    )  # fmt: skip
    assert talk.ledger.disclosures == [told, replace(told, attribute="country", value="Norway", how="implied")]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("I live in Bergen. It saves me some money.", "money"),
        ("I live in Bergen. I wanted to see what it'd be like.", ""),
    ],
)
def test_a_reason_is_entered_only_if_the_words_give_it(text, reason):
    talk = Talk(Act("a1", ActKind.TELL, "f-city", "home_city", reason="money"))
    talk.say(text, "f-city")
    assert {one.reason for one in talk.ledger.disclosures} == {reason}


@pytest.mark.parametrize(
    ("changes", "how"),
    [
        ({}, "direct"),
        ({"phrasing": DisclosurePhrasing.IN_PASSING}, "in_passing"),
        ({"phrasing": DisclosurePhrasing.UNMARKED}, "unmarked"),
        ({"mode": DisclosureMode.TRUSTED}, "direct"),
        ({"mode": DisclosureMode.ASKED, "phrasing": DisclosurePhrasing.ASSUMED}, "asked"),
        ({"noise": NoiseKind.OMISSIONS, "phrasing": DisclosurePhrasing.PIECEMEAL}, "asked"),
    ],
)
def test_how_a_fact_was_told_follows_from_its_act(changes, how):
    talk = Talk(Act("a1", ActKind.TELL, "f-car", "car", **changes))
    talk.say("I drive a Fiat Panda.", "f-car")
    assert talk.entered == [("f-car", "Fiat Panda", how, "s007.t01")]


def test_what_was_told_before_is_told_again_as_a_correction():
    talk = Talk(Act("a1", ActKind.TELL, "f-car", "car"), caused={"f-car"})
    talk.say("I drive a Fiat Panda.", "f-car")
    talk.say("As I said, a Fiat Panda.", "f-car")
    assert [how for _, _, how, _ in talk.entered] == ["outcome", "correction"]


# ---------------------------------------------------------------- declared ends, slips, mendings, wishes


END = Act("a-end", ActKind.END, "f-car", "car")


@pytest.mark.parametrize(
    ("text", "entered"),
    [
        ("I no longer have the Fiat Panda.", [("f-car", "Fiat Panda", OVER, "s007.t01")]),
        ("I no longer have a car.", []),
        ("I no longer have the Toyota Yaris.", []),
        ("That is over.", []),
    ],
)
def test_an_end_counts_only_if_the_words_name_what_ended(text, entered):
    talk = Talk(END)
    assert talk.say(text, "a-end") == ("", [] if entered else ["tells a-end"])
    assert talk.entered == entered


def test_the_end_of_a_fact_that_the_person_does_not_know_is_not_entered():
    talk = Talk(replace(END, fact="f-of-tomorrow"))
    assert talk.say("I no longer have the Fiat Panda.", "a-end") == ("", ["tells a-end"])
    assert talk.entered == []


SLIPS = Act("a-slip", ActKind.SLIP, "f-city", "home_city", slip="Graz", noise=NoiseKind.CONTRADICTIONS)
MENDS = Act("a-mend", ActKind.MEND, "f-city", "home_city", slip="Graz", noise=NoiseKind.CONTRADICTIONS)


@pytest.mark.parametrize("text", ["I live in Bergen.", "I live in Lyon.", "I live in the city."])
def test_a_slip_counts_only_if_the_words_name_the_wrong_value(text):
    talk = Talk(SLIPS)
    assert talk.say(text, "a-slip") == ("", ["tells a-slip"])
    assert talk.entered == []
    assert talk.ledger.slipped == set()
    assert talk.ledger.noise == {}


def test_a_slip_is_entered_as_one_and_its_mending_takes_it_back():
    talk = Talk(SLIPS, MENDS)
    assert talk.say("I live in Graz.", "a-slip") == ("", [])
    assert (talk.ledger.slipped, talk.ledger.told) == ({"f-city"}, set())
    assert [one.value for one in talk.ledger.of("p", "home_city")] == ["Graz"]
    # the words name the slip only: nothing is mended
    assert talk.say("Not Graz, of course.", "a-mend") == ("", ["tells a-mend"])
    assert talk.say("Not Graz, of course: I live in Bergen.", "a-mend") == ("", [])
    assert talk.entered == [("f-city", "Graz", SLIP, "s007.t01"), ("f-city", "Bergen", MENDED, "s007.t03")]
    assert [one.value for one in talk.ledger.of("p", "home_city")] == ["Bergen"]
    assert talk.ledger.slipped == set()
    noted = [(one.kind, one.turn, one.person, one.attribute) for one in talk.ledger.noise]
    assert noted == [
        ("contradictions", "s007.t01", "p", "home_city"),
        ("contradictions", "s007.t03", "p", "home_city"),
    ]


def test_a_mending_without_a_slip_mends_nothing():
    talk = Talk(MENDS)
    assert talk.say("I live in Bergen.", "a-mend") == ("", ["tells a-mend"])
    assert talk.entered == []


def test_a_slip_about_an_unknown_fact_is_not_entered():
    talk = Talk(replace(SLIPS, fact="f-of-tomorrow"))
    assert talk.say("I live in Graz.", "a-slip") == ("", ["tells a-slip"])
    assert talk.entered == []


def test_a_fact_told_after_its_slip_mends_it_and_is_noted_as_noise():
    changed = Act("a1", ActKind.TELL, "f-city", "home_city", noise=NoiseKind.CHANGED_MINDS, slip="Graz")
    talk = Talk(changed)
    assert talk.say("I live in Graz.", "a1") == ("", [])
    assert talk.say("No, in Bergen.", "f-city") == ("", [])
    assert talk.entered == [("f-city", "Graz", SLIP, "s007.t01"), ("f-city", "Bergen", MENDED, "s007.t02")]
    assert [(one.kind, one.turn) for one in talk.ledger.noise] == [
        ("changed-minds", "s007.t01"), ("changed-minds", "s007.t02"),
    ]  # fmt: skip


def test_a_changed_mind_without_a_slip_is_no_noise():
    changed = Act("a1", ActKind.TELL, "f-city", "home_city", noise=NoiseKind.CHANGED_MINDS, slip="Graz")
    talk = Talk(changed)
    talk.say("I live in Bergen.", "f-city")
    assert talk.entered == [("f-city", "Bergen", "direct", "s007.t01")]
    assert talk.ledger.noise == {}


@pytest.mark.parametrize(
    ("text", "noted"), [("My lease ends in May.", ["vague-dates"]), ("My lease ends on 14 May.", [])]
)
def test_a_vague_date_is_noise_only_if_it_is_vague(text, noted):
    talk = Talk(Act("a1", ActKind.TELL, "f-lease", "lease_end", noise=NoiseKind.VAGUE_DATES))
    talk.say(text, "f-lease")
    assert [(one.kind, one.attribute) for one in talk.ledger.noise] == [(kind, "lease_end") for kind in noted]


@pytest.mark.parametrize("text", ["Please forget my car.", "Forget which VEHICLE I have."])
def test_a_wish_to_forget_needs_a_word_for_what_to_forget(text):
    talk = Talk(Act("a-forget", ActKind.FORGET, "f-car", "car"))
    talk.say("I drive a Fiat Panda.", "f-car")
    assert talk.say("Please forget that.", "a-forget") == ("", ["tells a-forget"])
    assert talk.say("Please forget my flat.", "a-forget") == ("", ["tells a-forget"])
    assert [one.value for one in talk.ledger.of("p", "car")] == ["Fiat Panda"]
    assert talk.say(text, "a-forget") == ("", [])
    assert talk.ledger.of("p", "car") == []
    assert talk.ledger.disclosures[-1] == Disclosure(
        "", "p", "car", "", FORGOTTEN, "s007.t04", 7, NOW, "a-forget"
    )  # fmt: skip


def test_a_wish_to_be_reminded_needs_a_word_for_it_and_leaves_its_turn():
    talk = Talk(Act("a-remind", ActKind.REMIND, "f-car", "car"))
    assert talk.say("Remind me of that.", "a-remind") == ("", ["tells a-remind"])
    assert talk.ledger.turn_of("a-remind") is None
    assert talk.say("Remind me of my car.", "a-remind") == ("", [])
    assert talk.ledger.turn_of("a-remind") == "s007.t02"
    assert talk.ledger.disclosures == []


@pytest.mark.parametrize("text", ["Remind me of the expense to cut.", "Remind me what I can Do Without."])
def test_an_attribute_is_named_by_its_label_or_by_a_cue(text):
    talk = Talk(Act("a-remind", ActKind.REMIND, attribute="finance_cut"))
    assert talk.say(text, "a-remind") == ("", [])


@pytest.mark.parametrize("kind", [ActKind.WISH, ActKind.PLAN, ActKind.RELAY])
def test_acts_without_a_value_leave_their_turn_and_no_disclosure(kind):
    talk = Talk(Act("a1", kind, attribute="car", other="Toyota Yaris"))
    assert talk.say("My sister says I drive a Toyota Yaris.", "a1") == ("", [])
    assert talk.ledger.said == {"a1": "s007.t01"}
    assert talk.ledger.disclosures == []


def test_gossip_and_claims_leave_the_values_that_the_text_names_and_no_disclosure():
    talk = Talk(
        Act("g", ActKind.GOSSIP, attribute="home_city", options=("Graz", "Porto", "Lyon")),
        Act("r", ActKind.RELAY, attribute="car", other="Toyota Yaris"),
    )
    assert talk.say("My cousins live in Porto and Graz.", "g") == ("", [])
    assert talk.ledger.mentioned("p", "home_city") == ["Graz", "Porto"]
    # What follows from a mentioned value is mentioned too.
    assert talk.ledger.mentioned("p", "country") == ["Austria", "Portugal"]
    assert talk.say("My sister says I drive a Toyota Yaris.", "r") == ("", [])
    assert talk.ledger.mentioned("p", "car") == ["Toyota Yaris"]
    assert talk.ledger.mentioned("p-other", "car") == []
    assert talk.say("My cousins live somewhere else.", "g") == ("", ["tells g"])
    assert talk.ledger.disclosures == []


@pytest.mark.parametrize("kind", [ActKind.GREET, ActKind.SMALL_TALK, ActKind.CLOSE])
def test_acts_that_carry_nothing_are_unresolved(kind):
    talk = Talk(Act("a1", kind))
    assert talk.say("Hello.", "a1") == ("", ["tells a1"])
    assert talk.ledger.said == {}


def test_an_act_of_another_session_is_unresolved():
    assert Talk(SLIPS).say("I live in Graz.", "a-of-another-session") == ("", ["tells a-of-another-session"])


# ---------------------------------------------------------------- in two pieces


def test_a_piecemeal_disclosure_needs_both_of_its_turns():
    talk = Talk(Act("a1", ActKind.TELL, "f-car", "car", phrasing=DisclosurePhrasing.PIECEMEAL))
    assert talk.say("Our garage has a tenant again.", "a1") == ("", [])
    assert talk.entered == []
    talk.say("We settled for a Fiat Panda.", "f-car")
    (told,) = talk.ledger.disclosures
    assert (told.how, told.after, told.turns) == ("piecemeal", ("s007.t01",), ("s007.t01", "s007.t02"))


def test_an_omitted_second_piece_is_noise_and_no_first_piece():
    left_out = Act("a1", ActKind.TELL, "f-car", "car", noise=NoiseKind.OMISSIONS)
    talk = Talk(left_out)
    assert talk.say("Our garage has a tenant again.", "a1") == ("", [])
    assert [(one.kind, one.turn, one.attribute) for one in talk.ledger.noise] == [("omissions", "s007.t01", "car")]
    talk.say("A Fiat Panda.", "f-car")
    (told,) = talk.ledger.disclosures
    assert (told.how, told.turns) == ("asked", ("s007.t02",))


# ---------------------------------------------------------------- what is asked


@pytest.mark.parametrize(
    ("act", "raised"),
    [
        (Act("a1", ActKind.ASK, attribute="car"), "a1"),
        (Act("a1", ActKind.REQUEST, attribute="car"), "a1"),
        (Act("a1", ActKind.DELEGATE, attribute="car"), "a1"),
        (Act("a1", ActKind.CONSULT, target="p1"), "a1"),
        (Act("a1", ActKind.GREET, probe="q1"), "a1"),
    ],
)
def test_a_declared_question_is_raised_in_any_words(act, raised):
    assert Talk(act).say("Hm?", "a1") == (raised, [])


def test_of_two_declared_questions_the_last_is_raised():
    talk = Talk(Act("a1", ActKind.ASK, attribute="car"), Act("a2", ActKind.ASK, attribute="home_city"))
    assert talk.say("Which car, and where?", "a1", "a2") == ("a2", [])


def test_a_line_may_tell_one_fact_and_ask_for_another():
    talk = Talk(Act("a1", ActKind.ASK, attribute="home_city"))
    assert talk.say("I drive a Fiat Panda. Which city do I live in?", "a1", "f-car") == ("a1", [])
    assert talk.entered == [("f-car", "Fiat Panda", "asked", "s007.t01")]


# ---------------------------------------------------------------- lines that declare nothing


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("I live in Bergen and I drive a Fiat Panda.", {"f-city", "f-car"}),
        ("I live in Bergen.", {"f-city"}),
        ("What lovely weather!", set()),
        ("", set()),
        # asked, denied, past, only guessed, of another person, a value that the person does not have
        ("Do I live in Bergen?", set()),
        ("I don't live in Bergen.", set()),
        ("I used to live in Bergen.", set()),
        ("Perhaps I live in Bergen.", set()),
        ("My sister lives in Bergen.", set()),
        ("I live in Lyon.", set()),
        # of two values the one that holds
        ("I moved from Bergen to Graz.", {"f-moved"}),
        ("My lease ends in May.", {"f-lease"}),
    ],
)
def test_an_undeclared_line_tells_the_facts_that_it_asserts(text, facts):
    talk = Talk()
    assert talk.say(text, declared=False) == ("", [])
    assert {fact for fact, *_ in talk.entered} == facts
    assert talk.ledger.told == facts


def test_an_undeclared_disclosure_carries_its_planned_act():
    talk = Talk(Act("a1", ActKind.TELL, "f-car", "car", phrasing=DisclosurePhrasing.ASSUMED))
    talk.say("It is a Fiat Panda that I drive.", declared=False)
    (told,) = talk.ledger.disclosures
    assert (told.act, told.how) == ("a1", "assumed")


def test_an_undeclared_question_raises_its_act_at_most_twice_and_the_least_raised_first():
    first, second = (Act(id, ActKind.ASK, attribute="car") for id in ("a1", "a2"))
    talk = Talk(first, second)
    asked = []
    for _ in range(5):
        raised, _ = talk.say("Which car do I drive?", declared=False)
        if raised:
            talk.agenda.attempts[raised] = talk.agenda.attempts.get(raised, 0) + 1
        asked.append(raised)
    assert asked == ["a1", "a2", "a1", "a2", ""]
    assert talk.say("Which city do I live in?", declared=False) == ("", [])


def test_of_two_consultations_on_one_project_the_least_raised_comes_first():
    talk = Talk(Act("a1", ActKind.CONSULT, target="p1"), Act("a2", ActKind.CONSULT, target="p1"))
    talk.agenda.projects = (Project("p1", "travel", "a week of hiking", NOW),)
    asked = []
    for _ in range(5):
        raised, _ = talk.say("A week of hiking: where do I start?", declared=False)
        if raised:
            talk.agenda.attempts[raised] = talk.agenda.attempts.get(raised, 0) + 1
        asked.append(raised)
    assert asked == ["a1", "a2", "a1", "a2", ""]


def test_a_relative_day_is_read_on_the_persons_own_calendar():
    # 23:30 UTC on Tuesday is Wednesday in Tokyo, where tomorrow is Thursday the 15th
    tokyo = timezone(timedelta(hours=9))
    late = datetime(2025, 5, 13, 23, 30, tzinfo=UTC)
    here, there = Talk(start=NOW), Talk(start=NOW.astimezone(tokyo))
    for talk in (here, there):
        talk.say("My lease ends tomorrow.", "f-lease", now=late)
    assert [value for _, value, *_ in here.entered] == ["2025-05-14"]
    assert there.entered == []
