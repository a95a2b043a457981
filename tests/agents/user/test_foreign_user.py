"""A function of the user's own plays a person. The text decides what its lines tell."""

from __future__ import annotations

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.scenarios import generate, load_ontology
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree

ENGLISH = Language.load("english")


def user_of(env):
    """A person who says one act of the agenda a line, in words of the pack, and nothing of what the line means."""
    place = {"session": 0, "act": 0}

    def user(observation):
        briefing = env.briefing("user_0")
        if briefing.session.number != place["session"]:
            place.update(session=briefing.session.number, act=0)
        agenda = [
            a
            for a in briefing.session.agenda
            if a.kind in (ActKind.TELL, ActKind.ASK) and a.mode is DisclosureMode.OPEN
        ]
        while place["act"] < len(agenda):
            act = agenda[place["act"]]
            place["act"] += 1
            draws = SeedTree(0).draws(act.id)
            if act.kind is ActKind.ASK:
                return ENGLISH.raise_probe(act, draws)
            if act.fact in briefing.facts:
                return ENGLISH.tell(
                    act.attribute, briefing.facts[act.fact].value, act.granularity, draws, "", act.phrasing
                )
        return {"message": "Bye.", "close": 1}

    return user


def test_lines_of_a_foreign_user_reach_the_ledger_and_are_judged():
    env = life_v0.raw_env(scenario=generate(3, sessions=12), reward_to="nobody")
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"), user=user_of(env))
    cast.reset(seed=3)
    cast.run()
    life = env.life
    planned = {
        act.fact
        for session in life.scenario.sessions
        for act in session.agenda
        if act.kind is ActKind.TELL and act.mode is DisclosureMode.OPEN and act.fact
    }
    assert str(life.ending) == "completed"
    assert len(planned) >= 4
    assert len(planned & life.ledger.told) / len(planned) >= 0.9
    assert any(outcome.turn and outcome.verdict is not None for outcome in life.outcomes)
    ontology = load_ontology()
    assert all(disclosure.attribute in ontology for disclosure in life.ledger.disclosures)
