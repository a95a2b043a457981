"""What the reading `oracle` understands of a message in a life, and what the fixed reader does with its lines."""

from __future__ import annotations

from dataclasses import replace

import pytest
from small_lives import ANN, ASKS_CITY, BEN, CITY, IN_CITY, LONG_AGO, NOON, begun, say, scenario, session

from regulars.agents.assistant.question_parsing import Question
from regulars.dialogue import Phase
from regulars.envs.probes.gold import AskedProbe
from regulars.envs.probes.questions import question_of
from regulars.envs.probes.resolution import resolve
from regulars.envs.reading.fixed_reader import FixedReader
from regulars.envs.reading.oracle_reading import OracleReading
from regulars.envs.reading.standing import StandingWords, attributes_named, names_attribute
from regulars.memory.context_line import context_line
from regulars.scenarios.kinds import ActKind, Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Act, Fact, Probe, Project

PICK = Act("d-dish", ActKind.DELEGATE, attribute="favourite_dish", options=("goulash", "risotto", "ramen"))
CONSULT = Act("c-trip", ActKind.CONSULT, target="p-trip")
DIET = Fact("f-diet", "p1", "diet", "vegetarian", LONG_AGO)
TRAVELLER = replace(ANN, facts=(*ANN.facts, DIET), projects=(Project("p-trip", "travel", "x", NOON),))
PLANNED = scenario(session(1, ASKS_CITY, PICK, CONSULT), persons=(TRAVELLER,), probes=(IN_CITY,))

TELL = {"message": "I live in Bergen.", "tells": CITY.id}
EATS = {"message": "I am a vegetarian.", "tells": DIET.id}
ASK = {"message": "Which city?", "tells": ASKS_CITY.id}
CHOOSE = {"message": "Choose for me.", "tells": PICK.id}
PLAN = {"message": "Lay it out for me.", "tells": CONSULT.id}


def heard(*lines):
    """A life up to the reply to the last of some lines, and its reading."""
    env = begun(PLANNED)
    for line in lines[:-1]:
        say(env, line, "Noted.", {})
    say(env, lines[-1])
    return env, OracleReading(lambda: env.life)


def context_of(env):
    return "\n".join(context_line(turn.time, turn.name, turn.text) for turn in env.transcript)


def test_an_open_question_choice_or_plan_is_a_request_in_any_words():
    for line, requests in ((ASK, True), (CHOOSE, True), (PLAN, True), ("Nice weather.", False), (TELL, False)):
        _, reading = heard(line)
        assert reading.requests("Nice weather.") is requests
        assert reading.requests("What is my home city?") is True


def test_a_plan_is_wanted_by_its_act_or_by_the_words_and_never_beside_a_question():
    asks_words = "Could you make me a plan for my trip?"
    env, reading = heard(PLAN)
    assert reading.consulted("Nice weather.") == "travel"
    assert env.life.exchange.consulted == CONSULT
    for line in (ASK, CHOOSE):
        assert heard(line)[1].consulted(asks_words) == ""
    assert heard("Nice weather.")[1].consulted("Nice weather.") == ""


def test_an_offer_is_that_of_the_open_choice_and_else_that_of_the_words():
    words = "Can you pick a name for my boat? The shortlist is Narcissa, Zephyr or Kittiwake."
    boat = ("boat_name", ("Narcissa", "Zephyr", "Kittiwake"))
    assert heard(CHOOSE)[1].offered(words) == ("favourite_dish", PICK.options)
    assert heard(ASK)[1].offered(words) is None
    assert heard("Nice weather.")[1].offered(words) == boat
    assert heard("Nice weather.")[1].offered("Nice weather.") is None


def test_options_fit_what_stands_in_the_context_alone():
    env, reading = heard(EATS, CHOOSE)
    offer = ("favourite_dish", PICK.options)
    assert reading.fitting(offer, context_of(env)) == ("risotto", "ramen")
    assert reading.fitting(offer, "") == PICK.options


def test_the_present_value_is_the_last_that_stands():
    env, reading = heard(TELL, ASK)
    assert reading.value("home_city", context_of(env)) == ("Bergen",)
    assert reading.value("home_city", "") == reading.value("car", context_of(env)) == ()


def test_an_open_question_is_answered_from_the_context_and_dated():
    env, reading = heard(TELL, ASK)
    understood = reading.understand(env.observe("assistant_0"), context_of(env))
    assert (understood.asked.attribute, understood.asked.form, understood.due) == ("home_city", "value", "")
    assert (understood.reading.values, understood.reading.told) == (("Bergen",), ("2025-03-04 12:00",))
    nothing = reading.understand(env.observe("assistant_0"), "").reading
    assert (nothing.values, nothing.told, nothing.over) == ((), (), False)


def test_a_choice_and_a_plan_are_no_question():
    for line in (CHOOSE, PLAN):
        env, reading = heard(TELL, line)
        understood = reading.understand(env.observe("assistant_0"), context_of(env))
        assert (understood.asked, understood.reading, understood.due) == (None, None, "")


def test_what_is_not_understood_is_quoted_outside_the_conversation_alone():
    env, reading = heard(TELL, "Bergen is rainy.")
    for phase, quoted in ((Phase.PROBE, True), (Phase.TALK, False), (Phase.OPENING, False)):
        seen = {"message": "Bergen, rainy?", "phase": phase, "speaker": "p1"}
        found = reading.understand(seen, context_of(env)).reading
        assert found.text == "Bergen is rainy." if quoted else found is None, phase


@pytest.mark.parametrize(
    ("date", "turn"),
    [
        ("2025-03-04 11:59", ""),  # before the city was told at all
        ("2025-03-04 12:01", "s001.t01"),
        ("2025-03-04 12:02", "s001.t09"),  # the minute in which it was told again
        ("2025-03-05", "s001.t09"),
        ("", "s001.t09"),
    ],
)
def test_a_quoted_sentence_tells_the_latest_disclosure_up_to_the_date_of_its_line(date, turn):
    env, _ = heard(TELL, "Nice.", "Nice.", "Nice.", TELL)
    again = env.transcript[-1]
    assert (again.id, again.text, f"{again.time:%H:%M}") == ("s001.t09", TELL["message"], "12:02")
    line = f"[{date}] Ann: So. {TELL['message']}" if date else f"Ann: So. {TELL['message']}"
    held = StandingWords(lambda: env.life).of(line, "p1").ledger
    assert [(one.turn, one.value) for one in held.of("p1", "home_city")] == [(turn, "Bergen")] * bool(turn)


def test_options_of_a_recording_are_answered_by_nothing():
    env, reading = heard(TELL, "Bergen is rainy.")
    recorded = replace(IN_CITY, options=("Bergen", "Lyon"), gold="A")
    asked = AskedProbe.put(recorded, resolve(recorded, env.ledger, env.life.ontology, env.life.language))
    assert reading.answer(asked, context_of(env)).values == ()
    plain = AskedProbe.put(IN_CITY, resolve(IN_CITY, env.ledger, env.life.ontology, env.life.language))
    assert reading.answer(plain, context_of(env)).values == ("Bergen",)


# ---------------------------------------------------------------- questions of probes


def question(**changes):
    env, _ = heard(TELL, "Nice.")
    probe = replace(Probe("q", "k", Form.VALUE, "home_city", "p1", "p1", "qa", NOON), **changes)
    resolved = resolve(probe, env.ledger, env.life.ontology, env.life.language)
    return question_of(AskedProbe.put(probe, resolved), env.life.language)


def test_the_question_of_a_probe_has_what_its_words_say():
    assert question() == Question("k", Form.VALUE, "home_city")
    # An assumed value is said in words; the day of an episodic question is said, and its value is not.
    assert question(value="Lyon") == Question("k", Form.VALUE, "home_city", value="Lyon")
    cue = question(kind=ProbeKind.EPISODIC_CUE, value="2025-03-04")
    assert (cue.day, cue.value) == ("2025-03-04", "")
    hops = question(kind=ProbeKind.MULTI_HOP, other="car", value="Bergen")
    assert (hops.attribute, hops.other, hops.value, hops.wanted) == ("home_city", "car", "Bergen", "car")
    passed = question(form=Form.PASS_ON, context="doctor")
    assert (passed.form, passed.context, passed.options) == (Form.PASS_ON, "doctor", ())


def test_the_question_of_a_conclusion_names_both_its_facts():
    env, _ = heard("Hello.")
    name, entry = next(iter(env.life.language.insights.items()))
    found = question(form=Form.OPTION, kind=entry.kind, attribute="job", context=name)
    assert (found.attribute, found.other) == (entry.first.attribute, entry.second.attribute)
    assert question(form=Form.VALUE, attribute="job", context=name).attribute == "job"


# ---------------------------------------------------------------- the fixed reader


def reads(env, lines, sources=()):
    reader = FixedReader(lambda: env.life)
    reader.use_language(env.life.language)
    reader.begin("e", 0)
    return reader.answer(env.observe("assistant_0"), lines, sources)


def test_the_fixed_reader_answers_from_its_lines_and_names_their_turns():
    env, _ = heard(TELL, ASK)
    line = context_of(env).split("\n")[0]
    reply = reads(env, [line], ["s001.t01"])
    assert ("Bergen" in reply.text, reply.recalled) == (True, ("s001.t01",))
    without = reads(env, [], [])
    assert "Bergen" not in without.text
    assert not without.recalled


def test_the_fixed_reader_needs_no_lines_for_what_asks_nothing():
    env, _ = heard(TELL, "Nice weather.")
    reply = reads(env, context_of(env).split("\n"), ["s001.t01"])
    assert ("Bergen" in reply.text, bool(reply.recalled)) == (False, False)


@pytest.mark.parametrize("leaving", [1, 2])
def test_the_fixed_reader_recalls_nothing_at_a_goodbye(leaving):
    env, _ = heard(TELL, {**ASK, "close": leaving})
    assert env.life.phase is Phase.CLOSING
    assert not reads(env, context_of(env).split("\n"), ["s001.t01"]).recalled


def test_a_whole_line_of_a_person_without_a_name_is_not_taken_for_anothers():
    nameless = replace(BEN, name="")
    env = begun(scenario(session(1, person="p2"), persons=(ANN, nameless)))
    say(env, {"message": "I live in Lyon.", "tells": "f-city-2"}, "Noted.")
    words = StandingWords(lambda: env.life)
    for owner, told in (("p1", []), ("p2", ["Lyon"])):
        found = words.of(context_of(env), owner).ledger
        assert [one.value for one in found.of(owner, "home_city")] == told


# ---------------------------------------------------------------- words of attributes


@pytest.mark.parametrize(
    ("text", "named"),
    [("My CAR!", True), ("My car, and more", True), ("car", True), ("The carpet is red.", False), ("A scar.", False),
     ("", False)],
)  # fmt: skip
def test_an_attribute_is_named_by_whole_words(text, named):
    assert names_attribute(text, Language.load("english").ontology.attribute("car")) is named
    assert ("car" in attributes_named(text, Language.load("english").ontology)) is named


def test_in_chinese_words_have_no_boundaries():
    ontology = Language.load("chinese").ontology
    label = ontology.attribute("home_city").label
    assert names_attribute(f"你记得我的{label}吗", ontology.attribute("home_city"))
    assert not names_attribute("你好", ontology.attribute("home_city"))
