"""The reference row whose learned ranking gets credit from the evidence."""

from __future__ import annotations

from regulars import Cast
from regulars.envs.aec import LifeAEC
from regulars.evaluation.systems.oracles import CreditOracle, GoldEvidence
from regulars.evaluation.systems.systems import systems
from regulars.memory.parts.learning.citations import RETRIEVAL
from regulars.memory.systems.learning import rmm
from regulars.scenarios.suites import load_suite


def test_the_row_is_marked_as_an_oracle_and_rmm_is_not() -> None:
    marks = {row.name: row.oracle for row in systems(["oracle-credit", "rmm"])}
    assert marks == {"oracle-credit": True, "rmm": False}


def test_its_ranking_is_rewarded_by_the_evidence_and_survives_a_snapshot() -> None:
    scenario = load_suite("smoke").generate(0)[0]
    env = LifeAEC(scenario=scenario, reward_to="nobody")
    seat = CreditOracle(lambda: env.life)
    cast = Cast(env, assistant=seat)
    cast.reset(seed=0)
    cast.run()
    kept = [item.parts[0] for scope in seat.memory.journal.scopes for item in seat.memory.journal.items(scope)
            if item.kind == RETRIEVAL]  # fmt: skip
    assert kept, "something was credited"
    for draft in kept:
        evidence = seat.evidence[draft.sources[0]]
        for id, reward in draft.extra["rewards"].items():
            item = seat.memory.journal.get(id)
            if item is not None and len(item.parts) == 1:
                assert (reward == 1.0) is not evidence.isdisjoint(item.sources)
    contrast = rmm(cites=GoldEvidence({}), credit="citations")
    contrast.restore(seat.memory.snapshot())
    assert contrast.snapshot() == seat.memory.snapshot()
    state = seat.get_state()
    seat.begin("assistant_0", 1)
    assert not seat.evidence
    seat.set_state(state)
    assert seat.get_state() == state
