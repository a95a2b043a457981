"""The reference row that reads a person's rules keeps them, with any memory."""

from __future__ import annotations

from functools import cache

import pytest

from regulars import Cast
from regulars.dialogue import VerdictKind
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


@pytest.mark.parametrize(
    ("suite", "memory"),
    [
        pytest.param("core", "full-context", marks=pytest.mark.slow),
        ("procedural", "bm25-turn"),
        pytest.param("core", "bm25-turn", marks=pytest.mark.slow),
        pytest.param("procedural", "full-context", marks=pytest.mark.slow),
    ],
)
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
        # the day of what the memory did not bring cannot be cited: that rule counts where the answer is right
        days = {rule.id for person in scenario.persons for rule in person.rules if rule.kind == "date_cited"}
        right = {one.turn for one in env.life.outcomes if one.verdict and one.verdict.kind is VerdictKind.CORRECT}
        kept_and_broken = (
            (note.kept, [id for id in note.broken if id not in days or note.turn in right or memory == "full-context"])
            for note in env.life.conduct
        )
        shares += [one.share for one in compliance(kept_and_broken).values() if one.share is not None]
    assert len(shares) >= 8
    assert sum(shares) / len(shares) >= 0.95
