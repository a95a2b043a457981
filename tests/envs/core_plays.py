"""Lives of `core`, each played once with each of some assistants, for the tests that look at them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache

from regulars import Cast, Reply, life_v0
from regulars.dialogue import Phase, VerdictKind
from regulars.envs.ledger import Ledger
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import ProbeOutcome
from regulars.evaluation.figures.contrast_pairs import both_right
from regulars.evaluation.systems.oracles import KnowingAssistant, told, true_now
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Band, Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import Ontology, load_ontology
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario
from regulars.seeding import SeedTree

PLANS = (0, 1, 2, 4, 5)
LANGUAGE = Language.load("english")
ONTOLOGY = load_ontology()


@lru_cache(maxsize=64)
def core(seed: int, plan: int, phrasing: str = "open", suite: str = "core") -> Scenario:
    """A scenario of the suite, or of one like it."""
    return generate(**{**load_suite(suite).scenarios(seed)[plan], "phrasing": phrasing})


def play(scenario: Scenario, make, seed: int = 0, **options) -> Life:
    """The episode of a scenario with the assistant that `make` makes of the environment."""
    env = life_v0.raw_env(scenario=scenario, probes="fork", reward_to="nobody", **options)
    cast = Cast(env, assistant=make(env))
    cast.reset(seed=seed)
    cast.run()
    return env.life


def listener(env):
    """Knows what was told, and nothing else."""
    return KnowingAssistant(lambda: env.life, LANGUAGE, told)


def omniscient(env):
    """Knows what is true."""
    return KnowingAssistant(lambda: env.life, LANGUAGE, true_now)


class RecitesEverything:
    """Answers whatever is asked beside the conversation, or is to be passed on, with every value that it ever heard."""

    branches = True

    def __init__(self, env) -> None:
        self.env = env
        self.listener = listener(env)

    def act(self, observation):
        pending = self.env.life.pending
        if pending is None or pending.probe is None:
            return self.listener.act(observation)
        if observation["phase"] != Phase.PROBE and pending.probe.form is not Form.PASS_ON:
            return self.listener.act(observation)
        if pending.probe.form is Form.OPTION:
            return Reply("It is A) or B) or C) or D).")
        heard = dict.fromkeys((one.attribute, one.value) for one in self.env.life.ledger.disclosures if one.value)
        return Reply(f"I heard {', '.join(LANGUAGE.value_words(name, value) for name, value in heard)}.")


class ChoosesWhatIsRuledOut:
    """Chooses what was told to be out of the question, and knows everything else."""

    branches = True

    def __init__(self, env) -> None:
        self.env = env
        self.listener = listener(env)

    def act(self, observation):
        pending = self.env.life.pending
        if pending is None or not pending.options or pending.expectation is None:
            return self.listener.act(observation)
        out = [option for option in pending.options if option not in pending.expectation.gold]
        return Reply(f"I would go with {out[0]}.")


@cache
def played(make, seed: int, plan: int) -> Life:
    """A life of a seed with one assistant, which the tests share."""
    return play(core(seed, plan), make, seed)


def plays(make, seeds: int) -> tuple[Life, ...]:
    """Five lives of each of the first seeds with one assistant."""
    return tuple(played(make, seed, plan) for seed in range(seeds) for plan in PLANS)


def scores(lives: Iterable[Life]) -> dict[str, tuple[int, int]]:
    """By kind: right answers and scored questions, at the first time of asking."""
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for life in lives:
        for outcome in life.outcomes:
            if outcome.expectation is not None and outcome.attempt == 1:
                asked[str(outcome.probe.kind)] += 1
                right[str(outcome.probe.kind)] += outcome.verdict.kind is VerdictKind.CORRECT
    return {kind: (right[kind], asked[kind]) for kind in asked}


def paired_scores(lives: Iterable[Life]) -> dict[str, tuple[int, int]]:
    """The same for questions of this answerer's own in which values contend, contrast pairs scored together: both or
    nothing.

    Values contend where others than the right one were heard or are offered, and where a contrast probe has another
    answer.
    """
    right: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for life in lives:
        scored = [one for one in life.outcomes if one.expectation is not None and one.attempt == 1]
        good = {one.probe.id: one.verdict.kind is VerdictKind.CORRECT for one in scored}
        pairs = both_right(good, {one.probe.id: one.probe.contrast for one in scored if one.probe.contrast})
        for outcome in scored:
            probe, key = outcome.probe, outcome.expectation
            ids = sorted((probe.id, probe.contrast))
            credit = pairs[ids[0], ids[1]] if probe.contrast else good[probe.id]
            contended = key.stale or key.others or key.options or probe.contrast
            if contended and credit is not None and (probe.band is Band.OUT or probe.form is Form.PASS_ON):
                asked[str(probe.kind)] += 1
                right[str(probe.kind)] += credit
    return {kind: (right[kind], asked[kind]) for kind in asked}


def until(life: Life, outcome: ProbeOutcome) -> Ledger:
    """The ledger of the episode cut at the moment of asking: of the turns up to the question, and of no later ones."""
    place = {turn.id: number for number, turn in enumerate(life.transcript)}
    if outcome.turn:
        last = place[outcome.turn] - 1
    else:
        last = max((place[turn.id] for turn in life.transcript if turn.time <= outcome.time), default=-1)
    return life.ledger.at(
        (
            sum(place[one.turn] <= last for one in (*life.ledger.disclosures, *life.ledger.hearsay)),
            sum(place[made.turn] <= last for made in life.ledger.commitments),
        )
    )


def with_other_untold_facts(scenario: Scenario, told_ids: set[str], ontology: Ontology = ONTOLOGY) -> Scenario:
    """The scenario with every fact that was never told given another value of its domain."""
    draws = SeedTree(99).draws("other values")
    persons = []
    for person in scenario.persons:
        used = {fact.value for fact in person.facts}
        facts = []
        for fact in person.facts:
            grid = [value for value in ontology.attribute(fact.attribute).grid() if value not in used]
            untold = fact.id not in told_ids and grid
            facts.append(replace(fact, value=draws.choice(grid)) if untold else fact)
        persons.append(replace(person, facts=tuple(facts)))
    return replace(scenario, persons=tuple(persons))
