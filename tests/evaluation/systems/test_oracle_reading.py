"""With `reading=oracle` the scripted assistant understands what stands in its context, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from reached import reachable

from regulars.agents.assistant.context_reader import PackReading
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.cast import Cast
from regulars.dialogue import ASSISTANT, Phase, Turn, VerdictKind
from regulars.envs.aec import LifeAEC
from regulars.envs.ledger import FORGOTTEN, OVER, SLIP, Commitment, Disclosure, Ledger
from regulars.envs.life.exchange import ProbeAside
from regulars.envs.life.life import Life
from regulars.envs.probes.gold import AskedProbe
from regulars.envs.probes.resolution import resolve
from regulars.envs.reading.oracle_reading import OracleReading
from regulars.envs.reading.standing import StandingWords
from regulars.errors import ConfigurationError
from regulars.evaluation.systems.systems import systems
from regulars.memory.context_line import context_line
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.kinds import Form, ProbeKind, ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.scenarios.suites import suite_scenarios
from regulars.scenarios.world import Person, Probe, Scenario, Session
from regulars.seeding import SeedTree

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
ENGLISH = Language.load("english")
CITY = ENGLISH.ontology.attribute("home_city")


class Lived:
    """A life in which Ada, a second Ada and Ben say what a test makes them say."""

    def __init__(self) -> None:
        people = (Person("p1", "Ada", "p1"), Person("p2", "Ada", "p2"), Person("p3", "Ben", "p3"))
        scenario = Scenario("s", ScenarioOrigin.GENERATED, "own", "english", DAY, people, (Session(1, "p1", DAY),), ())
        self.life = Life(
            scenario, ENGLISH.ontology, ENGLISH, SeedTree(1), probes="fork", feedback="sealed", reactive=True,
            weights=Weights(), reward_to="nobody", horizon="turn",
        )  # fmt: skip

    def say(self, day: int, text: str, *told: tuple[str, str], person: str = "p1", how: str = "direct", **more) -> str:
        """Adds a turn, at nine on that day, that tells the values; returns its line in a context."""
        speaker = more.pop("speaker", person)
        name = "Assistant" if speaker == ASSISTANT else self.life.persons[person].name
        id = f"s{day:03d}.t{len(self.life.transcript) + 1:02d}"
        time = DAY + timedelta(days=day, minutes=len(self.life.transcript))
        self.life._places[id] = len(self.life.transcript)
        self.life.transcript.append(Turn(id, person, person, speaker, name, day, text, time))
        for attribute, value in told:
            fact = f"{person} {attribute} {value}"
            self.life.ledger.enter(Disclosure(fact, person, attribute, value, how, id, day, time, **more))
        return context_line(time, name, text)

    def answer(self, context: str, attribute: str = "home_city", form: Form = Form.VALUE, **more):
        """What the assistant reads in a context when it is asked about Ada."""
        kind = more.pop("kind", "knowledge-update")
        probe = Probe("q", kind, form, attribute, "p1", "p1", "", DAY + timedelta(days=90), **more)
        self.life.aside = ProbeAside(AskedProbe.put(probe, resolve(probe, self.life.ledger, ENGLISH.ontology, ENGLISH)))
        seen = {"message": "?", "phase": Phase.PROBE, "speaker": "p1"}
        return OracleReading(lambda: self.life).understand(seen, context).reading


@pytest.fixture
def lived() -> Lived:
    return Lived()


def values(reading) -> tuple[str, ...]:
    return reading.values


# ---------------------------------------------------------------- what stands in the context


def test_it_is_right_with_the_evidence_stale_with_the_former_value_and_abstains_with_nothing(lived):
    old = lived.say(1, "Lyon it is, for me.", ("home_city", "Lyon"))
    new = lived.say(5, "Off to Bergen for good!", ("home_city", "Bergen"))
    other = lived.say(6, "What a day.")
    assert values(lived.answer(f"{old}\n{new}")) == ("Bergen",)
    assert values(lived.answer(f"{new}\n{old}")) == ("Bergen",)
    assert values(lived.answer(old)) == ("Lyon",)
    assert values(lived.answer(other)) == values(lived.answer("")) == ()
    assert lived.answer(new).told == ("2025-03-08 09:01",)


def test_a_part_of_a_turn_tells_the_values_in_its_words(lived):
    lived.say(1, "I've had enough of the rain. Lyon is where I sleep now, near my sister.", ("home_city", "Lyon"))
    stamp = "[2025-03-04 09:00] Ada:"
    assert values(lived.answer(f"{stamp} Lyon is where I sleep now")) == ("Lyon",)
    assert values(lived.answer(f"{stamp} LYON is where i sleep now, near my sister")) == ("Lyon",)
    assert values(lived.answer(f"{stamp} I've had enough of the rain.")) == ()
    assert values(lived.answer("(s001.t01) sleeps in Lyon")) == ("Lyon",)
    assert values(lived.answer("Ada said: lyon is where I sleep now - near my sister!!")) == ("Lyon",)
    assert values(lived.answer("[2025-03-04 09:00] Ben: Lyon is where")) == ()  # neither the speaker nor the sentence


def test_words_of_a_memory_need_the_value_and_the_matter(lived):
    lived.say(3, "Lyon it is, for me.", ("home_city", "Lyon"))
    said = f"[2025-03-20 10:00] Ada: Summary. {CITY.label.capitalize()}"
    assert values(lived.answer(f"{said}: Lyon, with some regret.")) == ("Lyon",)
    assert values(lived.answer(f"{said} unknown.")) == ()
    assert values(lived.answer(f"{said} and much else. Then Lyon came up.")) == ()
    assert values(lived.answer("[2025-03-20 10:00] Ada: Spoke of Lyon at length.")) == ()
    assert values(lived.answer(f"[2025-03-05 10:00] Ada: {CITY.label}: Lyon.")) == ()  # a day before it was told
    assert values(lived.answer(f"[2025-03-20 10:00] Ben: {CITY.label}: Lyon.")) == ()  # somebody else's
    assert values(lived.answer(f"the {CITY.label} of Ben is Lyon")) == ()
    assert values(lived.answer(f"{CITY.label}: Lyon")) == ("Lyon",)


def test_a_value_that_a_turn_does_not_tell_is_not_read_in_it(lived):
    lived.say(1, "Lyon it is, for me.", ("home_city", "Lyon"))
    gossip = lived.say(2, f"My neighbour has a new {CITY.label}: Lyon, of all places.")
    reply = lived.say(3, f"Your {CITY.label} is Lyon, then.", speaker=ASSISTANT)
    assert values(lived.answer(gossip)) == values(lived.answer(reply)) == ()
    assert values(lived.answer(f"Assistant: your {CITY.label} is Lyon")) == ()


def test_what_is_quoted_from_another_turn_is_not_the_memorys_own_words(lived):
    lived.say(1, "Lyon it is, for me.", ("home_city", "Lyon"))
    lived.say(2, f"So much for that. My neighbour has a new {CITY.label}, Lyon, of all places.")
    assert values(lived.answer(f"[2025-03-05 09:01] Ada: has a new {CITY.label}, Lyon")) == ()
    assert (
        values(lived.answer(f"[2025-03-20 10:00] Ada: My neighbour has a new {CITY.label}, Lyon, of all places.")) == ()
    )


def test_few_words_are_not_taken_for_a_quotation(lived):
    lived.say(1, "Lyon, mostly.", ("home_city", "Lyon"))
    assert values(lived.answer("[2025-03-04 09:00] Ada: Lyon, mostly")) == ("Lyon",)
    assert values(lived.answer("The sun shines on Lyon, mostly.")) == ()


def test_a_sentence_that_was_said_twice_counts_as_said_last_before_the_line(lived):
    words = "Lyon is where I sleep, mostly."
    first = lived.say(1, words, ("home_city", "Lyon"))
    between = lived.say(5, "Off to Bergen for good!", ("home_city", "Bergen"))
    lived.say(9, words, ("home_city", "Lyon"))
    assert lived.answer(first).told == ("2025-03-04 09:00",)
    assert values(lived.answer(f"{between}\n[2025-03-05 23:00] Ada: Notes: {words}")) == ("Bergen",)
    assert values(lived.answer(f"{between}\n[2025-03-20 23:00] Ada: Notes: {words}")) == ("Lyon",)


def test_the_date_behind_an_answer_is_that_of_its_first_disclosure(lived):
    lines = [lived.say(day, f"Lyon it is, on day {day}.", ("home_city", "Lyon")) for day in (1, 2)]
    assert lived.answer("\n".join(lines)).told == ("2025-03-04 09:00",)


def test_of_two_values_that_contradict_each_other_the_last_one_is_answered(lived):
    told = lived.say(1, "Lyon it is, for me.", ("home_city", "Lyon"))
    slip = lived.say(2, "Bergen is home, as ever.")
    turn = lived.life.transcript[-1]
    lived.life.ledger.enter(Disclosure("p1 home_city Lyon", "p1", "home_city", "Bergen", SLIP, turn.id, 2, turn.time))
    assert values(lived.answer(f"{told}\n{slip}")) == ("Bergen",)
    assert values(lived.answer(told)) == ("Lyon",)


def test_a_reason_stands_only_with_its_words(lived):
    name = ENGLISH.names("reasons")[0]
    given = ENGLISH.lines("reasons", name)[0]
    whole = lived.say(1, f"Lyon is home from now on. {given}", ("home_city", "Lyon"), reason=name)
    part = whole[: whole.index(given)].rstrip()
    reasons = [
        [one.reason for one in StandingWords(lambda: lived.life).of(context, "p1").ledger.disclosures]
        for context in (whole, part, f"{part} {given}!")
    ]
    assert reasons == [[name], [""], [name]]


def test_a_disclosure_in_two_turns_needs_both(lived):
    first = lived.say(1, "Guess which city I'm about to call home!")
    second = lived.say(1, "Bergen, would you believe.", ("home_city", "Bergen"), after=("s001.t01",))
    assert values(lived.answer(f"{first}\n{second}")) == ("Bergen",)
    assert values(lived.answer(second)) == values(lived.answer(first)) == ()


def test_part_of_a_set_is_answered_with_that_part(lived):
    one = lived.say(1, "I took up archery.", ("hobby", "archery"))
    two = lived.say(2, "Fencing too, these days.", ("hobby", "fencing"))
    assert values(lived.answer(f"{one}\n{two}", "hobby", Form.SET)) == ("archery", "fencing")
    assert values(lived.answer(two, "hobby", Form.SET)) == ("fencing",)
    assert values(lived.answer(one, "hobby", Form.COUNT)) == ("1",)


def test_ends_and_wishes_to_forget_count_where_they_stand(lived):
    told = lived.say(1, "Lyon it is, for me.", ("home_city", "Lyon"))
    ended = lived.say(2, "I gave up Lyon.", ("home_city", "Lyon"), how=OVER)
    assert lived.answer(f"{told}\n{ended}").over
    assert not lived.answer(told).over
    forget = lived.say(3, f"Please forget my {CITY.label}.", ("home_city", ""), how=FORGOTTEN)
    assert lived.answer(f"{told}\n{ended}\n{forget}").values == ()
    assert not lived.answer(f"{told}\n{ended}\n{forget}").over


def test_lines_of_a_namesake_are_taken_for_the_persons_own(lived):
    lived.say(1, "Lyon it is, for me.", ("home_city", "Lyon"))
    namesake = lived.say(2, "Bergen is home now.", ("home_city", "Bergen"), person="p2")
    other = lived.say(3, "I sleep in Porto.", ("home_city", "Porto"), person="p3")
    assert values(lived.answer(namesake)) == ("Bergen",)
    assert values(lived.answer(other)) == ()


def test_a_question_about_a_day_needs_a_dated_line(lived):
    line = lived.say(1, "Lyon is where I sleep, for now.", ("home_city", "Lyon"))
    about = {"kind": ProbeKind.EPISODIC_CUE, "value": "2025-03-04"}
    assert values(lived.answer(line, **about)) == ("Lyon",)
    assert values(lived.answer("Lyon is where I sleep, for now.", **about)) == ()


def test_a_choice_stands_in_the_reply_that_made_it(lived):
    reply = lived.say(1, "I'd call her Leviathan.", speaker=ASSISTANT)
    turn = lived.life.transcript[-1]
    lived.life.ledger.commit(Commitment("a1", "p1", "boat_name", "Leviathan", turn.id, 1, turn.time))
    told = lived.say(2, "Leviathan floats!", ("boat_name", "Leviathan"))
    asked = {"attribute": "boat_name", "form": Form.CHOICE, "target": "a1"}
    assert values(lived.answer(reply, **asked)) == values(lived.answer(told, **asked)) == ("Leviathan",)
    assert values(lived.answer("", **asked)) == ()


def test_a_reply_is_found_at_the_moment_at_which_a_memory_hears_it(lived):
    lived.say(1, "What shall I call my boat?")
    lived.say(1, "I'd call her Leviathan.", speaker=ASSISTANT)
    asked, reply = lived.life.transcript
    lived.life.ledger.commit(Commitment("a1", "p1", "boat_name", "Leviathan", reply.id, 1, reply.time))
    heard = context_line(asked.time, reply.name, reply.text)
    assert heard != context_line(reply.time, reply.name, reply.text)
    about = {"attribute": "boat_name", "form": Form.CHOICE, "target": "a1"}
    assert values(lived.answer(heard, **about)) == ("Leviathan",)


def test_a_reminder_is_due_if_the_wish_stands(lived):
    wish = lived.say(1, f"What a day. Next time, bring up my {CITY.label}, please.")
    lived.life.ledger.said["a1"] = lived.life.transcript[-1].id
    probe = Probe("q", ProbeKind.PROACTIVE, Form.MENTION, "home_city", "p1", "p1", "", DAY, target="a1")
    lived.life.aside = ProbeAside(AskedProbe.put(probe, resolve(probe, lived.life.ledger, ENGLISH.ontology)))
    reading = OracleReading(lambda: lived.life)
    found = [
        reading.understand({"message": "Hello.", "phase": Phase.OPENING, "speaker": "p1"}, context).due
        for context in (
            wish,
            f"Notes: next time, bring up my {CITY.label}, please!",
            f"[2025-03-04 09:00] Ada: bring up my {CITY.label}",
            "[2025-03-04 09:00] Ada: What a day.",
            "",
        )
    ]
    assert found == ["home_city", "home_city", "home_city", "", ""]


def test_a_question_outside_the_plan_is_answered_from_the_same_part_of_the_ledger(lived):
    line = lived.say(1, "Lyon it is, for me.", ("home_city", "Lyon"))
    reading = OracleReading(lambda: lived.life)
    asked = {"message": f"What is my {CITY.label}?", "phase": Phase.TALK, "speaker": "p1"}
    assert reading.understand(asked, line).reading.values == ("Lyon",)
    assert reading.understand(asked, "").reading.values == ()
    said = reading.understand({**asked, "message": "Lovely weather."}, line)
    assert (said.asked, said.reading, said.due) == (None, None, "")


# ---------------------------------------------------------------- whole lives


def outcomes(system, suite, assistant="scripted"):
    """What became of the probes of the first life of a suite, and its environment."""
    _, seed, scenario = next(iter(suite_scenarios(suite)))
    (row,) = systems([system], assistant)
    env = LifeAEC(scenario=scenario, probes="fork", language=scenario.language)
    cast = Cast(env, assistant=row.make(lambda: env.life))
    cast.reset(seed=seed)
    cast.run()
    return [one for one in env.life.outcomes if one.verdict is not None and one.attempt == 1]


def right(found):
    return sum(one.verdict.kind is VerdictKind.CORRECT for one in found) / len(found)


@pytest.mark.parametrize("suite", ["core@test", pytest.param("hard", marks=pytest.mark.slow), "chinese"])
def test_whole_contexts_are_understood_in_any_phrasing(suite):
    found = outcomes("full-context", suite)
    assert right([one for one in found if one.probe.anchor]) == 1
    assert right([one for one in found if one.probe.form is not Form.MANNER]) >= 0.98


def test_without_memory_no_anchor_is_answered():
    assert right([one for one in outcomes("none", "chinese") if one.probe.anchor]) == 0


def test_evidence_is_understood_where_the_packs_wordings_are_not():
    packs = outcomes("full-context", "core@test", "scripted:reading=packs")
    assert right(outcomes("oracle-recall", "core@test")) >= 0.98 > 0.8 > right(packs)


# ---------------------------------------------------------------- who has it


def test_only_the_scripted_assistants_of_an_evaluation_are_handed_it(tmp_path):
    own = tmp_path / "own.py"
    own.write_text(
        "from regulars.agents import ScriptedAssistant\n"
        "class Own(ScriptedAssistant):\n"
        "    def __init__(self, memory='none'):\n        super().__init__(memory)\n"
    )
    env = LifeAEC(sessions=1)
    env.reset(seed=1)
    gold = (Ledger, Life, OracleReading)
    for assistant, holds in [
        ("scripted", True), ("bandit", True), ("scripted:reading=oracle", True),
        ("scripted:reading=packs", False), (f"{own}:Own", False),
    ]:  # fmt: skip
        (row,) = systems(["bm25-turn"], assistant)
        seat = row.make(lambda: env.life)
        assert any(isinstance(one, gold) for one in reachable(seat)) is holds
        assert not any(isinstance(one, gold) for one in reachable(seat.memory))


def test_rows_with_another_reading_say_so():
    assert [row.name for row in systems(["recency"], "scripted:reading=packs")] == ["scripted:reading=packs + recency"]
    (row,) = systems(["recency"])
    assert (row.name, row.oracle) == ("recency", False)


def test_outside_an_evaluation_the_packs_are_read():
    assert isinstance(ScriptedAssistant().reader, PackReading)
    with pytest.raises(ConfigurationError, match=r"only `regulars evaluate` provides it"):
        ScriptedAssistant(reading="oracle")
    with pytest.raises(ConfigurationError, match=r"unknown reading 'pack'; did you mean 'packs'|did you mean 'packs'"):
        ScriptedAssistant(reading="pack")
