"""Rounds that are said word by word, and the candidates after them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from small_lives import ANN, IN_CITY, LONG_AGO, begun, scenario, session

from regulars.envs.aec import LifeAEC
from regulars.envs.numeric.candidates import CandidateKind, CandidateReply, candidates
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.world import Act, Fact
from regulars.seeding import SeedTree

MOVED = Fact("f-city-later", "p1", "home_city", "Lyon", LONG_AGO)
ANN_WHO_MOVED = replace(ANN, facts=(*ANN.facts, MOVED))
ASKS = Act("a-city", ActKind.ASK, attribute="home_city", probe="q-city")

BERGEN = {"message": "I live in Bergen.", "tells": "f-city"}
LYON = {"message": "I live in Lyon.", "tells": "f-city-later"}
WHERE = {"message": "Where do I live?", "tells": "a-city"}


def life(*facts: Fact) -> LifeAEC:
    """One session of Ann, whose question for her city is on the agenda."""
    ann = replace(ANN_WHO_MOVED, facts=facts) if facts else ANN_WHO_MOVED
    return begun(scenario(session(0, ASKS), persons=(ann,), probes=(IN_CITY,)))


def say(env: LifeAEC, *lines: Any) -> None:
    """Says all lines but the last with their rounds, and leaves the last one to be answered."""
    for line in lines[:-1]:
        env.step(line)
        env.step("Noted.")
        env.step({})
    env.step(lines[-1])


def told_in(env: LifeAEC) -> ToldSoFar:
    """What was told in an environment so far."""
    told = ToldSoFar(env.life.language)
    told.take(env.life)
    return told


def candidates_in(env: LifeAEC, seed: int = 0, k: int = 8) -> tuple[CandidateReply, ...]:
    """The candidates for the line that waits for a reply."""
    return candidates(env.observe("assistant_0"), told_in(env), k=k, seeds=SeedTree(seed))


def single_values(found: tuple[CandidateReply, ...]) -> set[str]:
    """The values of the candidates that state one."""
    return {one.values[0] for one in found if one.kind is CandidateKind.VALUE and len(one.values) == 1}
