"""The scripted assistant and the evaluator, through the environment."""

from __future__ import annotations

from typing import ClassVar

import pytest

from regulars import Cast, life_v0, registry
from regulars.agents import roster
from regulars.agents.assistant.reading import best_sentence, read_attribute
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.assistant.told import ToldInLines
from regulars.dialogue import Phase, VerdictKind
from regulars.memory.context_line import read_context
from regulars.scenarios.language.packs import Language

assert roster.__name__
ENGLISH = Language.load("english")
CONTEXT = """[2025-01-08 18:24] Felix: I live in Tartu.
[2025-01-08 18:25] Assistant: You live in Oslo.
[2025-02-01 10:00] Felix: I've moved from Tartu to Bergen, boxes everywhere!
[2025-02-02 10:00] Assistant: My choice for your network name is Polaris."""


def test_the_reader_takes_the_latest_disclosure_of_the_person_and_none_of_its_own():
    reading = read_attribute("home_city", "value", ToldInLines(ENGLISH, read_context(CONTEXT)))
    assert reading.values == ("Bergen",)


def test_the_reader_finds_its_own_choice_and_abstains_elsewhere():
    assert read_attribute("network_name", "choice", ToldInLines(ENGLISH, read_context(CONTEXT))).values == ("Polaris",)
    assert read_attribute("dentist", "value", ToldInLines(ENGLISH, read_context(CONTEXT))).values == ()
    assert read_attribute("home_city", "value", ToldInLines(ENGLISH, [])).values == ()


def test_on_recorded_talk_the_best_sentence_is_given_or_none():
    lines = read_context("[2023-05-08 13:56] Ann: It rained. I adopted a parrot called Kiwi last week!\n[x] Bo: Nice.")
    assert "parrot" in best_sentence("What animal did Ann adopt?", lines).text
    assert best_sentence("Which mountain did Bo climb in Peru?", lines).text == ""


def accuracy(seat, seed=6, **options):
    env = life_v0.raw_env(sessions=8, probes="fork", **options)
    cast = Cast(env, assistant=seat)
    cast.reset(seed=seed)
    cast.run()
    verdicts = [o.verdict.kind for o in env.life.outcomes if o.verdict is not None and o.attempt == 1]
    return env, verdicts


def test_full_context_answers_what_was_told_and_abstains_on_what_was_not():
    _, verdicts = accuracy(ScriptedAssistant("full-context"))
    assert verdicts.count(VerdictKind.CORRECT) / len(verdicts) > 0.95


def test_without_memory_it_abstains():
    _, verdicts = accuracy(ScriptedAssistant("none"))
    assert set(verdicts) <= {VerdictKind.CORRECT, VerdictKind.ABSTAINED}
    assert VerdictKind.ABSTAINED in verdicts


class Scopeless:
    """A memory that knows no bounds between people."""

    def __init__(self):
        self.turns = []

    def observe(self, turn):
        self.turns.append(turn)

    def recall(self, cue):
        return self.turns[-400:]


def test_a_memory_that_mixes_people_up_leaks_and_is_found_out():
    leaks = {}
    for memory in (Scopeless, "full-context"):
        leaks[memory] = 0
        for seed in range(3):
            env = life_v0.raw_env(users=2, sessions=10, probes="fork")
            cast = Cast(env, assistant=ScriptedAssistant(memory, budget=100_000))
            cast.reset(seed=seed)
            cast.run()
            leaks[memory] += sum(
                o.verdict is not None and o.verdict.kind is VerdictKind.LEAKED for o in env.life.outcomes
            )
    assert leaks[Scopeless] > 5
    assert leaks["full-context"] == 0


def test_a_leak_follows_the_other_persons_value_when_that_is_swapped():
    """The same reply is a leak while the other person told that value, and merely wrong once they told another."""
    from dataclasses import replace

    from regulars.envs.probes.resolution import resolve
    from regulars.rewards.verdicts.matcher import judge
    from regulars.scenarios.ontology.attributes import load_ontology

    ontology = load_ontology()
    checked = 0
    for seed in range(8):
        env, _ = accuracy(ScriptedAssistant("none"), seed, users=2)
        for outcome in env.life.outcomes:
            key = outcome.expectation
            if key is None or not key.others or not key.answerable or outcome.probe.form != "value":
                continue
            other = key.others[0]
            swapped = replace(key, others=tuple(v for v in key.others if v != other))
            reply = f"That is {ENGLISH.value_words(outcome.probe.attribute, other)}."
            again = resolve(outcome.probe, env.ledger.at(outcome.mark), ontology).expectation
            assert judge(reply, None, again).kind in (
                VerdictKind.LEAKED,
                VerdictKind.UNSUPPORTED,
            )
            assert judge(reply, None, swapped).kind is not VerdictKind.LEAKED
            checked += 1
    assert checked


def test_feedback_reaches_the_memory_with_what_was_recalled():
    class Learner:
        seen: ClassVar = []

        def __init__(self):
            self.turns = []

        def observe(self, turn):
            self.turns.append(turn)

        def recall(self, cue):
            return [turn.id for turn in self.turns[-10:]]

        def feedback(self, feedback, recollections):
            Learner.seen.append((feedback, recollections))

    env = life_v0.raw_env(sessions=6)
    cast = Cast(env, assistant=ScriptedAssistant(Learner))
    cast.reset(seed=1)
    cast.run()
    assert [feedback.about for feedback, _ in Learner.seen] == [
        feedback.about for feedback in env.life.signals.feedbacks
    ]
    assert any(recollections is not None and recollections.hits for _, recollections in Learner.seen)


def test_sessions_are_closed_and_both_sides_are_observed():
    class Watcher:
        log: ClassVar = []

        def observe(self, turn):
            Watcher.log.append((turn.session, turn.speaker == "assistant"))

        def recall(self, cue):
            return []

        def close_session(self, time):
            Watcher.log.append("closed")

    env = life_v0.raw_env(sessions=3)
    cast = Cast(env, assistant=ScriptedAssistant(Watcher))
    cast.reset(seed=1)
    cast.run()
    assert Watcher.log.count("closed") == 3
    observed = [entry for entry in Watcher.log if entry != "closed"]
    assert len(observed) == len(env.transcript)
    assert sum(own for _, own in observed) == sum(turn.speaker == "assistant" for turn in env.transcript)


@pytest.mark.parametrize(
    "stance",
    [
        pytest.param(entry.name, marks=pytest.mark.slow) if entry.name == "ideal-observer" else entry.name
        for entry in registry.entries("assistant")
        if not entry.provider
    ],
)
def test_every_assistant_of_the_roster_lives_a_life(stance):
    env = life_v0.raw_env(users=2, sessions=4, probes="fork")
    cast = Cast(env, assistant=registry.build("assistant", stance))
    cast.reset(seed=1)
    cast.run()
    assert env.ending in ("completed", "abandoned")


def test_the_evaluator_sums_up_at_the_closing():
    from regulars.agents.evaluator.scripted import ScriptedEvaluator
    from regulars.briefing import EvaluatorBriefing
    from regulars.dialogue import Verdict

    verdicts = (Verdict(VerdictKind.CORRECT), Verdict(VerdictKind.WRONG))
    briefing = EvaluatorBriefing(None, "", None, "", Phase.CLOSING, verdicts)
    assert ScriptedEvaluator().act(None, briefing) == {"score": 0.5}
