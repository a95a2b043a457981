"""Streams as they are played: how often rules are tested, what knowing them is worth, what transfers, what is kept.

The assistants that know rules or procedures are reference rows: they read what the evaluator is told, and are here and
not in the package.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.cast import Cast
from regulars.agents.feedback import load_scale, plain
from regulars.agents.style.apply import apply_style
from regulars.agents.user import scripted as user
from regulars.agents.user.behaviour import load_behaviour
from regulars.dialogue import Feedback, FeedbackAction, Reply
from regulars.envs.aec import LifeAEC
from regulars.envs.ledger import OVER, Disclosure, Ledger
from regulars.envs.life.conduct import in_force
from regulars.envs.life.life import Life
from regulars.envs.seats.briefings import evaluator_briefing
from regulars.rewards.style_checks.compliance import compliance
from regulars.scenarios.generator import generate
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.streams.blocks import Stream, generate_stream
from regulars.scenarios.streams.cohorts import Cohort
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Person, Scenario, StandingRule

LEAST_OPPORTUNITIES = 60
NOW = datetime(2025, 3, 3, 9, tzinfo=UTC)


class Knowing(ScriptedAssistant):
    """Keeps rules, and proceeds by a checklist, that it was given; plain without any."""

    def __init__(self, env: LifeAEC, steps: Any = None, rules: Sequence[tuple[str, str]] | None = None) -> None:
        self.env = env
        self.steps = steps
        self.rules = rules
        super().__init__("none")

    def reply(self, work: AssistantWork) -> str | None:
        goes_on = super().reply(work)
        briefing = evaluator_briefing(self.env.life)
        occasion = briefing.occasion
        if occasion is None:
            return goes_on
        if occasion.consulted and self.steps is not None:
            say = load_domains()[occasion.consulted].steps
            words = " ".join(say[step].say[0] for step in self.steps(occasion.consulted, briefing.rules))
        else:
            words = apply_style(work.reply.text, dict(self.wanted(briefing.rules)), occasion)
        work.reply = Reply(words)
        return goes_on

    def wanted(self, rules: Sequence[StandingRule]) -> Sequence[tuple[str, str]]:
        return self.rules or ()


class Oracle(Knowing):
    """Knows the rules of whomever it talks to."""

    def wanted(self, rules: Sequence[StandingRule]) -> Sequence[tuple[str, str]]:
        return [(rule.kind, rule.setting) for rule in rules if rule.kind != "procedure"]


def own_steps(domain: str, rules: Sequence[StandingRule]) -> list[str]:
    return next(rule.setting.split() for rule in rules if rule.domain == domain)


def all_steps(domain: str, rules: Sequence[StandingRule]) -> list[str]:
    return list(load_domains()[domain].steps)


def run(env: LifeAEC, cast: Cast) -> Life:
    while env.ending is None:
        agent = env.agent_selection
        env.step(cast[agent](env.observe(agent)))
    return env.life


def played(scenario: Scenario, assistant: Callable[[LifeAEC], Any]) -> Life:
    env = LifeAEC(scenario=scenario, reward_to="nobody")
    cast = Cast(env, assistant=assistant(env))
    cast.reset(seed=0)
    return run(env, cast)


def kept(lives: Sequence[Life]) -> tuple[float, float]:
    """Mean compliance with tested rules of manner, and with tested procedures."""
    shares: dict[bool, list[float]] = {True: [], False: []}
    for life in lives:
        procedures = {rule.id for rule in life.scenario.persons[0].rules if rule.kind == "procedure"}
        for id, found in compliance((note.kept, note.broken) for note in life.conduct).items():
            if found.share is not None:
                shares[id in procedures].append(found.share)
    return tuple(sum(some) / len(some) if some else -1.0 for some in (shares[False], shares[True]))  # type: ignore[return-value]


def cohort_of(stream: Stream, scenario: Scenario) -> Cohort:
    block = stream.blocks[int(scenario.marks["block"]) - 1]
    return next(cohort for cohort in block.cohorts if cohort.name == scenario.marks["cohort"])


# ---------------------------------------------------------------------- opportunities


@pytest.mark.parametrize("suite", [pytest.param("stream", marks=pytest.mark.slow), "procedural"])
def test_every_person_gives_at_least_sixty_opportunities(suite: str) -> None:
    counts: Counter[str] = Counter()
    shown: Counter[str] = Counter()
    lives = [played(life, lambda _: ScriptedAssistant()) for b in load_suite(suite).grown(0).blocks for life in b.train]
    for life in lives:
        person = life.scenario.persons[0].id
        counts[person] += len(life.conduct)
        shown[person] += len({one.about for one in life.signals.feedbacks})
    assert min(counts.values()) >= LEAST_OPPORTUNITIES
    assert min(shown.values()) >= LEAST_OPPORTUNITIES
    manners, procedures = kept(lives)
    assert 0.2 <= manners <= 0.8
    assert procedures <= 0.1


# ---------------------------------------------------------------------- reference rows


@pytest.mark.parametrize("suite", ["stream", "procedural"])
def test_an_assistant_that_knows_the_rules_keeps_them(suite: str) -> None:
    train = [life for block in load_suite(suite).grown(0).blocks for life in block.train][::3]
    manners, procedures = kept([played(life, lambda env: Oracle(env, own_steps)) for life in train])
    assert manners >= 0.95
    assert procedures >= 0.95


def test_naming_all_ten_steps_keeps_no_procedure() -> None:
    train = load_suite("procedural").grown(0).blocks[0].train
    _, procedures = kept([played(life, lambda env: Knowing(env, all_steps)) for life in train])
    assert procedures == 0.0


@pytest.mark.parametrize(
    ("rho", "seeds", "sessions"), [(0.0, 4, 10), pytest.param(0.0, 10, 10, marks=pytest.mark.slow), (1.0, 1, 12)]
)
def test_cohort_knowledge_helps_as_far_as_people_follow_the_cohort(rho: float, seeds: int, sessions: int) -> None:
    """With rho = 0 the gain of one stream varies (24 of them: mean -.01, deviation .04), hence so many."""
    plain, knowing = [], []
    for seed in range(seeds):
        stream = generate_stream(seed, blocks=1, people=2, sessions=sessions, rho=rho)
        for life in stream.blocks[0].exam:
            cohort = cohort_of(stream, life)
            steps: Mapping[str, tuple[str, ...]] = cohort.procedures
            plain.append(played(life, Knowing))
            knowing.append(
                played(life, lambda env, c=cohort, s=steps: Knowing(env, lambda domain, _: s[domain], c.rules))  # type: ignore[misc]
            )
    (before, _), (after, procedures) = kept(plain), kept(knowing)
    if rho:
        assert after >= 0.9
        assert procedures >= 0.9
    else:
        assert after <= before + 0.05
        assert 0.0 <= procedures <= 0.1


# ---------------------------------------------------------------------- what moves


def life_of(**settings: Any) -> Scenario:
    return generate_stream(3, blocks=1, people=1, cohorts=1, sessions=6, rho=1.0, **settings).blocks[0].train[0]


def test_broken_rules_cost_trust_and_kept_ones_are_liked() -> None:
    scenario = life_of(procedures=False)
    trust = {}
    for name, make in (("plain", Knowing), ("oracle", Oracle)):
        env = LifeAEC(scenario=scenario, reward_to="nobody")
        cast = Cast(env, assistant=make(env))
        cast.reset(seed=0)
        life = run(env, cast)
        trust[name] = cast.seats["user_0"].state.trust
        if name == "oracle":
            quiet = [f for f in life.signals.feedbacks if f.satisfaction == 9.0 and f.action is FeedbackAction.LIKE]
            assert len(quiet) > 20
            assert not any(note.broken for note in life.conduct)
        assert all(isinstance(one, Feedback) for one in life.signals.feedbacks)
    assert trust["plain"] < trust["oracle"]


def test_a_session_in_which_rules_are_broken_costs_trust_once(monkeypatch: pytest.MonkeyPatch) -> None:
    calm = replace(load_behaviour(), trust={}, asked_again=0.0)
    monkeypatch.setattr(user, "load_behaviour", lambda: calm)
    env = LifeAEC(scenario=life_of(procedures=False), reward_to="nobody")
    cast = Cast(env, assistant=Knowing(env))
    cast.reset(seed=0)
    life = run(env, cast)
    replies = [note.turn for note in life.conduct if note.broken]
    sessions = {turn.partition(".")[0] for turn in replies}
    assert len(replies) > 2 * len(sessions) > 2
    assert cast.seats["user_0"].state.trust == pytest.approx(0.5 - 0.05 * len(sessions))


def test_nothing_changes_for_people_without_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = generate(5, sessions=4)
    before = played(scenario, lambda _: ScriptedAssistant())
    touchy = replace(load_behaviour(), broken_rule=-1.0)
    monkeypatch.setattr(user, "load_behaviour", lambda: touchy)
    scale = replace(load_scale(), offended=5.0, well_done=5.0, ill_done=5.0)
    monkeypatch.setattr(plain, "load_scale", lambda: scale)
    after = played(scenario, lambda _: ScriptedAssistant())
    assert not before.conduct
    assert after.transcript == before.transcript
    assert after.signals.feedbacks == before.signals.feedbacks
    assert {note.terms.get("rules", 0.0) for note in before.signals.reward_notes} == {0.0}


@pytest.mark.parametrize("policy", ["silent", "sealed"])
def test_a_silent_person_shows_nothing_of_conduct(policy: str) -> None:
    env = LifeAEC(scenario=life_of(), feedback=policy, reward_to="nobody")
    cast = Cast(env, assistant=Knowing(env))
    cast.reset(seed=0)
    life = run(env, cast)
    assert life.conduct
    assert not life.signals.feedbacks
    if policy == "sealed":
        assert cast.seats["user_0"].state.trust == 0.5


def test_conduct_is_a_term_of_the_assistants_reward() -> None:
    life = played(life_of(), Knowing)
    terms = {note.turn: note.terms for note in life.signals.reward_notes if note.seat == "assistant"}
    paid = [(note, terms[note.turn]["rules"] if note.turn in terms else 0.0) for note in life.conduct]
    for note, worth in paid:
        # Each rule pays at most its weight, a kept one no less than nothing, a broken one no more.
        assert -0.1 * len(note.broken) - 1e-9 <= worth <= 0.1 * len(note.kept) + 1e-9
    assert sum(worth for _, worth in paid) > 0.0


def test_a_step_that_depends_on_something_personal_is_needed_once_it_was_told() -> None:
    step = next(step for step in load_domains()["home"].steps.values() if step.attribute)
    always = next(name for name, one in load_domains()["home"].steps.items() if not one.attribute)
    rule = StandingRule("r", "procedure", f"{always} {step.name}", NOW, domain="home")
    person = Person("p", "Ann", "p", rules=(rule,))
    ledger = Ledger()

    def needed() -> list[str]:
        return in_force(person, NOW, ledger)[0].setting.split()

    def tell(value: str, how: str = "direct") -> None:
        ledger.enter(Disclosure("f", "p", step.attribute, value, how, "s001.t01", 1, NOW))

    assert needed() == [always]
    tell(step.values[0])
    assert needed() == [always, step.name]
    tell("something else")
    assert needed() == [always]
    tell(step.values[0])
    tell(step.values[0], OVER)
    assert needed() == [always]


def test_a_memory_is_kept_over_a_stream() -> None:
    stream = generate_stream(4, blocks=2, people=1, cohorts=1, sessions=4, language=False)
    env = LifeAEC()
    assistant = ScriptedAssistant("recency")
    cast = Cast(env, assistant=assistant)
    numbers: list[int] = []
    for place, (_, scenario) in enumerate(stream.scenarios()):
        options = {"scenario": scenario}
        cast.reset(seed=0 if place == 0 else None, options=options, keep=("assistant",) if place else ())
        life = run(env, cast)
        numbers += [session.number for session in life.sessions]
    assert numbers == list(range(1, len(numbers) + 1))
