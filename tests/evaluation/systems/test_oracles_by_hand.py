"""What the reference rows look up in a life made by hand, and what they say."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

import pytest

from regulars.agents.readers.oracle import Annotation
from regulars.dialogue import Feedback, FeedbackAction, Phase, Turn
from regulars.envs.ledger import FORGOTTEN, OVER, Disclosure, Ledger
from regulars.envs.life.life import Life
from regulars.evaluation.systems.annotations import LedgerAnnotations
from regulars.evaluation.systems.oracles import (
    GoldEvidence,
    KnowingAssistant,
    LessonOracle,
    OracleRecall,
    shared_rules,
    told,
    true_now,
)
from regulars.memory import Cue
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft
from regulars.rewards.metrics.reward_terms import Weights
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Fact, Person, Probe, Scenario, Session, StandingRule
from regulars.seeding import SeedTree

DAY = datetime(2025, 3, 3, 9, tzinfo=UTC)
ENGLISH = Language.load("english")


def at(days=0, minutes=0):
    return DAY + timedelta(days=days, minutes=minutes)


FACTS = (
    Fact("f1", "p1", "home_city", "Lyon", at(-9), at(2)),
    Fact("f2", "p1", "home_city", "Bergen", at(2)),
    Fact("f3", "p1", "hobby", "archery", at(-9)),
    Fact("f4", "p1", "hobby", "fencing", at(-8)),
    Fact("f5", "p1", "hobby", "archery", at(-7)),
    Fact("f6", "p1", "hobby", "pottery", at(8)),
    Fact("f7", "p1", "races_run", "12", at(-9)),
    Fact("f8", "p1", "races_run", "12", at(-8)),
    Fact("f9", "p1", "races_run", "3", at(8)),
)
SESSIONS = (Session(1, "p1", at()), Session(2, "p1", at(9)))


def lived(*disclosures, now=DAY):
    people = (Person("p1", "Ada", "p1", facts=FACTS), Person("p2", "Ben", "p2"))
    scenario = Scenario("s", ScenarioOrigin.GENERATED, "own", "english", DAY, people, SESSIONS, ())
    life = Life(
        scenario, ENGLISH.ontology, ENGLISH, SeedTree(1), probes="end", feedback="sealed", reactive=True,
        weights=Weights(), reward_to="nobody", horizon="turn",
    )  # fmt: skip
    life.clock.reach(now)
    for number, (attribute, value, how) in enumerate(disclosures, 1):
        life.ledger.enter(Disclosure(f"d{number}", "p1", attribute, value, how, f"s001.t0{number}", 1, at()))
    return life


def probe(attribute, form=Form.VALUE, days=0, kind="knowledge-update"):
    return Probe("q", kind, form, attribute, "p1", "p1", "", at(days))


# ---------------------------------------------------------------- looking up


@pytest.mark.parametrize(
    ("asked", "now", "answer"),
    [
        (probe("home_city"), 0, ("Lyon",)),
        (probe("home_city", days=2), 0, ("Bergen",)),  # asked about a later moment: from its first second on
        (probe("home_city"), 2, ("Bergen",)),  # asked later than planned
        (probe("home_city", days=-20), -20, ()),
        (probe("job"), 0, ()),
        (probe("hobby", Form.SET), 0, ("archery", "fencing")),  # each once, in the order of the life
        (probe("hobby", Form.SET, days=8), 0, ("archery", "fencing", "pottery")),
        (probe("hobby", Form.COUNT), 0, ("2",)),
        (probe("hobby", Form.COUNT, days=8), 0, ("3",)),
        (probe("job", Form.COUNT), 0, ()),
        (probe("races_run", Form.SUM), 0, ("24",)),  # equal values count both
        (probe("races_run", Form.SUM, days=8), 0, ("27",)),
        (probe("job", Form.SUM), 0, ()),
    ],
)
def test_omniscience_reads_what_is_true_at_the_moment_of_the_question(asked, now, answer):
    life = lived(now=max(DAY, at(now))) if now >= 0 else lived()
    if now < 0:
        life.clock.now = at(now)
    assert true_now(life, asked) == answer


def test_the_ideal_listener_knows_what_was_told_and_nothing_else():
    life = lived(("home_city", "Porto", "direct"))
    assert told(life, probe("home_city")) == ("Porto",)
    assert told(life, probe("hobby", Form.SET)) == ()
    assert told(life, replace(probe("home_city"), owner="p2")) == ()
    void = replace(probe("boat_name", Form.CHOICE), target="a1")
    assert told(life, void) == ()


def test_what_only_the_ledger_knows_omniscience_reads_there_as_well():
    life = lived(("home_city", "Porto", "direct"))
    day = at().date().isoformat()
    cue = replace(probe("home_city", kind="episodic-cue"), value=day)
    assert true_now(life, cue) == told(life, cue) == ("Porto",)
    ordered = probe("home_city", Form.ORDER, kind="sequence")
    assert true_now(life, ordered) == told(life, ordered)


# ---------------------------------------------------------------- speaking


def spoken(look_up=told, phase=Phase.TALK, disclosures=(("home_city", "Porto", "direct"),), **pending):
    """The reply of a knowing assistant while a question waits."""
    real = lived(*disclosures)
    asked = {"probe": None, "expectation": None, "options": ()} | pending
    waiting = SimpleNamespace(**asked) if pending else None
    life = SimpleNamespace(
        pending=waiting, ledger=real.ledger, ontology=real.ontology, language=real.language, persons=real.persons,
        now=real.now,
    )  # fmt: skip
    reply = KnowingAssistant(lambda: life, ENGLISH, look_up).act({"phase": phase})
    return reply.text, reply.answer


def gold(*values, **given):
    return Expectation(Form.VALUE, ENGLISH.ontology.domain("home_city"), bool(values), values, **given)


def test_a_knowing_assistant_answers_abstains_chooses_or_acknowledges():
    city = probe("home_city")
    text, answer = spoken(probe=city, expectation=gold("Porto"))
    assert "Porto" in text
    assert answer == "Porto"
    text, answer = spoken(probe=city, expectation=gold("Porto"), look_up=true_now)
    assert "Lyon" in text, "the world says otherwise"
    assert answer == "Lyon"
    assert spoken(probe=probe("job"), expectation=gold())[1] == "-"
    text, answer = spoken(probe=probe("hobby", Form.SET), expectation=gold("archery"), look_up=true_now)
    assert answer == "archery|fencing"
    assert "archery" in text
    assert "fencing" in text
    for phase in (Phase.CLOSING, Phase.LISTEN):
        assert spoken(phase=phase, probe=city, expectation=gold("Porto")) == ("", None)
    assert spoken()[1] is None
    assert spoken()[0]


def test_of_several_options_the_first_that_is_right_is_chosen():
    options = ("Zephyr", "Kittiwake", "Albatross")
    assert "Zephyr" in spoken(options=options)[0]
    allowed = Expectation(Form.ANY, ENGLISH.ontology.domain("boat_name"), True, ("Albatross", "Kittiwake"))
    text, _ = spoken(options=options, expectation=allowed)
    assert "Kittiwake" in text
    assert "Albatross" not in text


def test_what_is_over_is_said_to_be_over_by_the_one_who_reads_the_ledger():
    over = gold(over=True)
    ended = (("home_city", "Lyon", "direct"), ("home_city", "Lyon", OVER))
    assert spoken(probe=probe("home_city"), expectation=over, disclosures=ended)[1] == "none"
    assert spoken(probe=probe("home_city"), expectation=over, disclosures=ended, look_up=true_now)[1] == "Lyon"


# ---------------------------------------------------------------- evidence


@pytest.mark.parametrize(
    ("evidence", "k", "recalled"),
    [
        ((("t1", "t2"), ("t3",)), 10, ["t3"]),  # the smallest set that is enough
        ((("t2", "t1"), ("t3", "t1")), 10, ["t2", "t1"]),  # the first of equal ones, in its own order
        ((("t2", "t1"),), 1, ["t2"]),
        ((("t9",),), 10, ["t9"]),  # a turn that was never observed
        ((), 10, []),
    ],
)
def test_the_ceiling_of_recall_brings_the_smallest_set_of_evidence(evidence, k, recalled):
    life = SimpleNamespace(asked=SimpleNamespace(resolution=SimpleNamespace(evidence=evidence)))
    memory = OracleRecall(lambda: life)
    for number in (3, 2, 1):
        memory.observe(Turn(f"t{number}", "p1", "p1", "p1", "Ada", 1, f"words {number}", at(0, number)))
    found = memory.recall(Cue("?", at(1), "p1", k=k))
    assert [(hit.id, hit.sources, hit.score) for hit in found.hits] == [
        (id, (id,), 1 / rank) for rank, id in enumerate(recalled, 1)
    ]
    words = sorted(id[1] for one in evidence if list(one) == recalled or k == 1 for id in one if id != "t9")
    assert [line[-7:] for line in found.context.splitlines()] == [f"words {number}" for number in words]
    assert bool(found.why) is not bool(evidence)


def test_no_question_has_no_evidence():
    assert OracleRecall(lambda: SimpleNamespace(asked=None)).recall(Cue("?", at(1), "p1")).hits == ()


def test_a_reply_cites_the_items_that_hold_its_evidence():
    cites = GoldEvidence({"s001.t02": frozenset({"s001.t01", "s000.t01"})})

    def item(*sources):
        return Item("i", 1, draft(*sources))

    def draft(*sources):
        return Draft("p1", 1, DAY, "Ada", "words", sources)

    assert cites(draft("s001.t02"), draft("x"), item("s009.t09", "s001.t01")) is True
    assert cites(draft("s001.t02"), draft("x"), item("s001.t02")) is False
    assert cites(draft("s001.t04"), draft("x"), item("s001.t01")) is None


# ---------------------------------------------------------------- annotations


def test_annotations_are_the_disclosures_of_each_turn_in_order():
    life = SimpleNamespace(ledger=Ledger())
    annotations = LedgerAnnotations(lambda: life)

    def enter(attribute, value, how, turn):
        life.ledger.enter(Disclosure("f", "p1", attribute, value, how, turn, 1, DAY, after=("s001.t00",)))

    assert list(annotations.of("s001.t01")) == []
    enter("home_city", "Bergen", "direct", "s001.t01")
    enter("country", "Norway", "implied", "s001.t01")
    enter("salary", "", FORGOTTEN, "s001.t03")
    assert annotations.of("s001.t01") == [Annotation("home_city", "Bergen"), Annotation("country", "Norway")]
    enter("flatmate", "Tobias", OVER, "s001.t03")
    assert annotations.of("s001.t03") == [
        Annotation("salary", "", forgotten=True), Annotation("flatmate", "Tobias", over=True)
    ]  # fmt: skip
    assert list(annotations.of("s001.t00")) == [], "a disclosure in two pieces belongs to the turn that completes it"
    assert len(annotations.of("s001.t01")) == 2, "nothing is annotated twice"
    life.ledger = Ledger()
    enter("job", "baker", "direct", "s001.t01")
    assert annotations.of("s001.t01") == [Annotation("job", "baker")], "another episode has another ledger"


# ---------------------------------------------------------------- rules


def rule(id, kind, setting, domain=""):
    return StandingRule(id, kind, setting, at(-9), domain=domain)


ADA = (rule("r1", "length", "one_sentence"), rule("r2", "procedure", "season papers", "travel"))
BEN = (rule("r3", "length", "at_least_three"), rule("r4", "procedure", "budget", "home"))
CAM = (rule("r5", "address", "by_name"),)


def test_lessons_are_learned_with_the_first_rating_and_strangers_get_what_most_of_their_cohort_want():
    people = {id: Person(id, id, id, rules=rules) for id, rules in (("p1", ADA), ("p2", BEN), ("p3", CAM))}
    life = SimpleNamespace(persons=people, scenario=SimpleNamespace(marks={"cohort": "c1"}))
    oracle = LessonOracle(lambda: life)
    oracle.begin("assistant_0", 0)

    def learn(person):
        oracle._person = person
        oracle.learn(Feedback("s001.t02", FeedbackAction.LIKE))

    def known(person):
        return [one.id for one in oracle.known_rules(people[person])]

    assert [known(person) for person in people] == [[], [], []]
    learn("p1")
    assert [known(person) for person in people] == [["r1", "r2"]] * 3
    learn("p2")
    assert known("p1") == ["r1", "r2"]
    assert known("p2") == ["r3", "r4"]
    assert sorted(known("p3")) == ["r2", "r3", "r4"], "one rule on length, the latest; a procedure for each domain"
    life.scenario.marks = {"cohort": "c2"}
    assert known("p3") == [], "nobody of that cohort was taught"
    life.scenario.marks = {"cohort": "c1"}
    learn("p1")
    assert "r3" in known("p3"), "who was taught before is not taught again"
    people["p1"] = replace(people["p1"], rules=(rule("r9", "length", "short"),))
    learn("p1")
    assert sorted(known("p3")) == ["r4", "r9"], "rules that changed are the latest, and replace the old ones"
    state = oracle.get_state()
    oracle.begin("assistant_0", 0)
    assert known("p1") == []
    oracle.set_state(state)
    assert known("p1") == ["r9"]


def test_a_rule_is_shared_if_at_least_half_of_the_people_want_it():
    assert shared_rules([]) == ()
    assert shared_rules([ADA]) == ADA
    assert [one.id for one in shared_rules([ADA, CAM, CAM])] == ["r2", "r5"], "length: one of three; travel: one of one"
    other = rule("r6", "procedure", "papers season", "travel")
    assert [one.id for one in shared_rules([(other,), ADA, ADA])] == ["r2", "r1"], "two of three for each"
