"""The scripted user: trust, patience, disclosure and reactions."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from regulars import Cast, Reply, life_v0, registry
from regulars.agents import roster
from regulars.agents.user.behaviour import load_behaviour
from regulars.dialogue import Phase, VerdictKind
from regulars.evaluation.systems.oracles import KnowingAssistant, told
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Change
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Act

assert roster.__name__
START_TRUST = load_behaviour().start_trust
ENGLISH = Language.load("english")


def live(assistant, seed=0, *, sessions=8, **options):
    """An episode with `assistant`, which may need the environment, and the user's trust after each round."""
    env = life_v0.raw_env(**({"sessions": sessions} | options))
    seat = assistant(env) if getattr(assistant, "needs_env", False) else assistant
    cast = Cast(env, assistant=seat)
    cast.reset(seed=seed)
    trust = []
    while env.ending is None:
        agent = env.agent_selection
        env.step(cast[agent](env.observe(agent)))
        trust.append(cast.seats["user_0"].state.trust)
    return env, trust


def honest(env):
    return KnowingAssistant(lambda: env.life, ENGLISH, told)


honest.needs_env = True


class AlwaysWrong:
    """Answers every question with something that is never right."""

    branches = True

    def __init__(self, env):
        self.env = env

    def act(self, observation):
        pending = self.env.life.pending
        if pending is None or pending.expectation is None:
            return "I see."
        return Reply("It is this.", answer="nothing that anybody would say")


def modes_of(env):
    """What is planned to be told, by fact; what the assistant brings about has no fact before it does."""
    acts = [act for session in env.scenario.sessions for act in session.agenda]
    return {act.fact: act.mode for act in acts if act.kind is ActKind.TELL and act.fact}


def test_trust_rises_with_right_answers_and_falls_with_wrong_ones():
    env, trust = live(honest)
    right = sum(o.verdict is not None and o.verdict.kind is VerdictKind.CORRECT for o in env.life.outcomes)
    assert right
    assert trust[-1] == pytest.approx(min(1.0, START_TRUST + 0.10 * right))
    env = life_v0.raw_env(sessions=8)
    cast = Cast(env, assistant=AlwaysWrong(env))
    cast.reset(seed=0)
    cast.run()
    assert cast.seats["user_0"].state.trust < START_TRUST


def test_open_facts_are_told_to_a_mere_listener_and_asked_ones_are_not():
    for seed in range(10):
        env, _ = live(registry.build("assistant", "acknowledger"), seed)
        modes = modes_of(env)
        heard = {modes[fact] for fact in env.ledger.told}
        assert DisclosureMode.OPEN in heard
        assert DisclosureMode.ASKED not in heard


def test_hinted_facts_are_told_when_asked():
    heard = offered = 0
    for seed in range(10):
        env, _ = live(registry.build("assistant", "asker", memory="full-context"), seed)
        asked = {fact for fact, mode in modes_of(env).items() if mode is DisclosureMode.ASKED}
        heard += len(asked & env.ledger.told)
        offered += len(asked)
    assert heard / offered > 0.9


def test_a_wrong_answer_is_corrected_once_and_the_question_asked_again():
    found = over = 0
    for seed in (*range(12), 21, 28, 55):  # in the last three, something is asked about that is over
        env = life_v0.raw_env(sessions=16)
        cast = Cast(env, assistant=AlwaysWrong(env))
        cast.reset(seed=seed)
        cast.run()
        attempts = {}
        for outcome in env.life.outcomes:
            attempts.setdefault(outcome.probe.id, []).append(outcome)
        for asked in attempts.values():
            assert len(asked) <= 2
            first, *rest = asked
            if first.probe.form != "value":
                continue
            if first.expectation.over and first.expectation.stale:
                settled = _said_to_be_over(env, first)
                assert not (settled and rest)  # nothing is left to ask
                over += settled
            elif rest:
                second = rest[0]
                assert [o.attempt for o in asked] == [1, 2]
                assert second.expectation.gold == first.expectation.gold
                assert not second.expectation.over
                corrections = {
                    disclosure.turn for disclosure in env.ledger.disclosures if disclosure.how == "correction"
                }
                again = {disclosure.value for disclosure in env.ledger.disclosures if disclosure.turn in corrections}
                assert second.expectation.gold[0] in again
                found += 1
    assert found >= 20
    assert over


def _said_to_be_over(env, outcome):
    """Whether the person's next line says that what the question is about is over."""
    attribute = load_ontology().attribute(outcome.probe.attribute)
    after = [t.text for t in env.transcript if t.id > outcome.turn and t.speaker == outcome.probe.owner]
    return ENGLISH.ended_in(attribute.name, after[0])


def test_talkative_people_never_repeat_themselves_in_a_session():
    scenario = generate(2, sessions=1, probes_per_session=0)
    (session,) = scenario.sessions
    talks = [Act(f"talk{number}", ActKind.SMALL_TALK) for number in range(20)]
    session = replace(session, agenda=(session.agenda[0], *talks, session.agenda[-1]), rounds=70)
    env, _ = live(lambda observation: "I see.", scenario=replace(scenario, sessions=(session,), probes=()))
    said = [
        one.id
        for turn in env.transcript
        for one in ENGLISH.small_talk.values()
        if turn.speaker != "assistant" and one.messages[0] in turn.text
    ]
    assert len(said) == len(set(said)) == 20


@pytest.mark.parametrize(
    ("limit", "said", "ending"),
    [
        ({"rounds": 2}, [True, True, False], "turn_limit"),
        ({"budget": timedelta(seconds=1)}, [True, False, False], "out_of_time"),
        ({}, [True, True, True], "closed"),
    ],
)
def test_a_session_that_ends_within_an_exchange_leaves_the_rest_unsaid(limit, said, ending):
    scenario = generate(2, sessions=2, probes_per_session=0)
    first, second = scenario.sessions
    chat = Act("chat", ActKind.SMALL_TALK, other="home-10")
    first = replace(first, agenda=(first.agenda[0], chat, first.agenda[-1]), **limit)
    env, _ = live(lambda observation: "I see.", scenario=replace(scenario, sessions=(first, second), probes=()))
    lines = [turn.text for turn in env.transcript if turn.speaker != "assistant"]
    messages = ENGLISH.small_talk["home-10"].messages
    assert [any(message in line for line in lines) for message in messages] == said
    assert [session.ending for session in env.life.sessions] == [ending, "closed"]


def test_a_pest_is_left():
    left = sum(
        session.ending == "left"
        for seed in range(6)
        for session in live(registry.build("assistant", "interrogator"), seed)[0].life.sessions
    )
    assert left >= 6


def test_people_do_not_react_under_scripted_disclosure():
    stories = []
    for stance in ("acknowledger", "fabricator", "interrogator"):
        env, _ = live(registry.build("assistant", stance), 5, disclosure="scripted")
        assert set(modes_of(env).values()) == {DisclosureMode.OPEN}
        stories.append([turn.text for turn in env.transcript if turn.speaker != "assistant"])
        assert all(session.ending in ("closed", "satisfied") for session in env.life.sessions)
    assert stories[0] == stories[1] == stories[2]


def test_no_user_mentions_what_has_not_happened_yet():
    for seed in range(10):
        env, _ = live(registry.build("assistant", "asker", memory="none"), seed, users=2)
        since = {fact.id: fact.since for person in env.scenario.persons for fact in person.facts}
        for knowledge in env.life.knowledge.values():
            since |= {one.fact.id: one.fact.since for one in knowledge.effects.values()}
        for disclosure in env.ledger.disclosures:
            assert since[disclosure.fact] <= disclosure.time


def _last_words(line):
    """The last sentence without a word that joins it to a reaction."""
    leads = "|".join(map(re.escape, ENGLISH.lines("phrases", "onward")))
    return re.sub(rf"^(?:{leads}) ", "", re.split(r"(?<=[.!?]) ", line)[-1]).lower()


def test_every_act_that_two_runs_reach_is_worded_alike():
    """Except that news of a change, or of one more value, is told as such only to whoever knew what came before."""
    compared, ontology = 0, load_ontology()
    for seed in range(6):
        first, _ = live(registry.build("assistant", "acknowledger"), seed)
        other, _ = live(honest, seed)
        ended = {(fact.attribute, fact.until) for person in first.scenario.persons for fact in person.facts}
        facts = {fact.id: fact for person in first.scenario.persons for fact in person.facts}

        def wordings(env):
            texts = {turn.id: turn.text for turn in env.transcript}
            return {t.fact: texts[t.turn] for t in env.ledger.disclosures if t.how == "direct"}

        one, two = wordings(first), wordings(other)
        for fact in one.keys() & two.keys():
            joins = ontology.attribute(facts[fact].attribute).change is Change.ACCUMULATES
            if (facts[fact].attribute, facts[fact].since) not in ended and not joins:
                assert _last_words(one[fact]) == _last_words(two[fact])
                compared += 1
    assert compared > 30


def test_a_person_in_the_users_seat_needs_to_declare_nothing():
    env = life_v0.raw_env(sessions=2, played=("evaluator",))
    heard = []

    def person(observation):
        facts = env.briefing("user_0")
        act = next((a for a in facts.session.agenda if a.kind is ActKind.TELL and a.fact in facts.facts), None)
        if observation["phase"] == Phase.OPENING and act is not None:
            return f"Hello! Here is something about me: it is {facts.facts[act.fact].value}."
        return {"message": "That is all.", "close": 1}

    cast = Cast(env, user=person, assistant=lambda o: heard.append(o["message"]) or "I see.")
    cast.reset(seed=2)
    cast.run()
    assert env.ledger.disclosures
    texts = {turn.id: turn.text for turn in env.transcript}
    terms = [t for t in env.ledger.disclosures if t.how != "implied" and "-" not in t.value]
    assert all(disclosure.value in texts[disclosure.turn] for disclosure in terms)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("I'm based in {city}.", True),
        ("Did I ever tell you whether it is {city}?", False),
        ("I do not live in {city}.", False),
        ("I live in a place far from here.", False),
    ],
)
def test_an_undeclared_line_tells_what_it_asserts_and_nothing_else(line, told):
    env = life_v0.raw_env(sessions=4, played=("evaluator",))
    for seed in range(20):
        env.reset(seed=seed)
        city = next((f for f in env.briefing("user_0").facts.values() if f.attribute == "home_city"), None)
        if city is not None:
            break
    env.step(line.format(city=city.value))
    assert ([t.value for t in env.ledger.of(city.person, "home_city")] == [city.value]) is told


def test_a_person_may_ask_again_without_declaring_it():
    asked = 0
    for seed in range(6):
        env = life_v0.raw_env(sessions=6)
        cast = Cast(env, assistant=lambda o: "No idea at all.", evaluator=lambda o: {"verdict": 4})
        cast.reset(seed=seed)
        user = cast.seats["user_0"]
        while env.ending is None:
            agent = env.agent_selection
            if agent == "user_0":
                action = user.act(None, env.briefing(agent))
                env.step({key: value for key, value in action.items() if key != "tells"})
                pending = env.life.pending
                asked += pending is not None and pending.attempt == 2
            else:
                env.step(cast[agent](env.observe(agent)))
    assert asked


def test_a_declared_fact_missing_from_the_text_is_not_told():
    env = life_v0.raw_env(sessions=1, played=("evaluator",))
    env.reset(seed=2)
    fact = next(iter(env.briefing("user_0").facts))
    env.step({"message": "Nothing to see here.", "tells": f"{fact} nonsense"})
    assert env.ledger.disclosures == []
    assert env.life.unresolved == [f"tells {fact}", "tells nonsense"]
