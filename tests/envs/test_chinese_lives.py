"""Chinese lives obey the laws of the ledger."""

from __future__ import annotations

from functools import lru_cache

import pytest
from core_plays import core, listener, play, until, with_other_untold_facts

from regulars import Cast, life_v0
from regulars.chinese_text import is_chinese
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey
from regulars.datasets.validate import validate_record
from regulars.envs.life.life import Life
from regulars.envs.probes.resolution import resolve
from regulars.evaluation.figures.metrics import rejudge
from regulars.scenarios.language.packs import Language, ontology_of

CHINESE = Language.load("chinese")
SEEDS = range(3)
PLANS = (0, 4)


@lru_cache(maxsize=8)
def heard(seed: int, plan: int) -> Life:
    return play(core(seed, plan, suite="chinese"), listener, seed)


def keys(life: Life) -> list[tuple[object, ...]]:
    return [(o.probe.id, o.status, o.expectation, o.evidence, o.verdict, o.attempt) for o in life.outcomes]


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("seed", SEEDS)
def test_untold_facts_change_nothing(seed: int, plan: int) -> None:
    first = heard(seed, plan)
    told_ids = {disclosure.fact for disclosure in first.ledger.disclosures}
    other = with_other_untold_facts(first.scenario, told_ids, CHINESE.ontology)
    assert other != first.scenario
    second = play(other, listener, seed)
    assert keys(second) == keys(first)
    assert second.transcript == first.transcript


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_key_is_a_function_of_what_was_said_before_the_question(seed: int, plan: int) -> None:
    life = heard(seed, plan)
    assert life.outcomes
    for outcome in life.outcomes:
        cut = resolve(outcome.probe, until(life, outcome), CHINESE.ontology, CHINESE)
        assert (cut.status, cut.expectation, cut.evidence) == (outcome.status, outcome.expectation, outcome.evidence)


def test_everybody_speaks_chinese() -> None:
    life = heard(0, 0)
    assert life.language.name == "chinese"
    assert all(is_chinese(turn.text) for turn in life.transcript if turn.text)


def test_an_environment_is_asked_for_chinese() -> None:
    env = life_v0.raw_env(sessions=3, language="chinese", probes="fork")
    cast = Cast(env)
    cast.reset(seed=3)
    cast.run()
    assert env.life.scenario.language == "chinese"
    said = [turn.text for turn in env.life.transcript if turn.text]
    assert said
    assert all(map(is_chinese, said))


def test_a_record_is_checked_and_judged_again_in_its_language() -> None:
    life = heard(1, 0)
    record = episode_record(life, key=EpisodeKey("", 1, ""), config=EpisodeConfig())
    assert validate_record(record, ontology_of("chinese")) == []
    again = rejudge(ontology_of)
    judged = [
        (outcome.verdict.found, again(record, probe, outcome).kind)
        for probe in record.probes
        for outcome in probe.outcomes
        if outcome.verdict is not None
    ]
    assert len(judged) > 40
    assert all(before == after for before, after in judged)
