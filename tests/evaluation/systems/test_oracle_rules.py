"""The reference row that reads a person's rules keeps them, with any memory."""

from __future__ import annotations

from functools import cache

import pytest

from regulars import Cast
from regulars.envs.aec import LifeAEC
from regulars.evaluation.systems.systems import systems
from regulars.rewards.style_checks.compliance import compliance
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario


@cache
def lives(suite: str) -> list[Scenario]:
    if suite == "procedural":
        return [life for block in load_suite(suite).grown(0).blocks for life in block.train][:3]
    return [scenario for scenario in load_suite(suite).generate(0) if any(p.rules for p in scenario.persons)][:4]


@pytest.mark.parametrize("memory", ["full-context", "bm25-turn"])
@pytest.mark.parametrize("suite", ["core", "procedural"])
def test_the_row_that_reads_the_rules_keeps_them(suite: str, memory: str) -> None:
    (row,) = systems([memory], "oracle-rules")
    assert row.oracle
    assert row.name == f"oracle-rules + {memory}"
    shares = []
    for scenario in lives(suite):
        env = LifeAEC(scenario=scenario, reward_to="nobody", probes="fork")
        cast = Cast(env, assistant=row.make(lambda env=env: env.life))
        cast.reset(seed=0)
        cast.run()
        found = compliance((note.kept, note.broken) for note in env.life.conduct)
        kinds = {rule.id: rule.kind for person in scenario.persons for rule in person.rules}
        shares += [
            one.share
            for id, one in found.items()
            # which day to cite is a matter of what the memory recalls, not of reading the rule
            if one.share is not None and (memory == "full-context" or kinds.get(id) != "date_cited")
        ]
    assert len(shares) >= 8
    assert sum(shares) / len(shares) >= 0.95
