"""How fast the environment steps and resets, beside PettingZoo's wrapped tic-tac-toe in the same run.

Run: python benchmarks/step_rate.py [--seconds 4] [--long]
Needs `pip install 'pettingzoo[classic]'` for the peer. Prints steps per second, the ratio to the peer, the bar,
and whether it is met; with --long also session 500 against session 1 and the memory over a million steps.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
from collections.abc import Iterator
from statistics import median
from time import perf_counter

from regulars import Cast, life_v0
from regulars.agents.roster import Acknowledger
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey

STEP_BAR = 1.0
RESET_BAR = 0.030
"""Seconds for a reset."""
RESET_STEPS_BAR = 600.0
"""Wrapped tic-tac-toe's steps in the time of a reset."""
LATE_BAR = 1.2


def peer_rate(seconds: float) -> float:
    """Steps per second of wrapped tictactoe_v3 with random legal moves, resets excluded."""
    from random import Random

    from pettingzoo.classic import tictactoe_v3

    env, choose = tictactoe_v3.env(), Random(0)
    steps, spent = 0, 0.0
    while spent < seconds:
        env.reset(seed=1)
        began = perf_counter()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                action = None
            else:
                mask = observation["action_mask"]
                action = choose.choice([move for move in range(9) if mask[move]])
            env.step(action)
            steps += 1
        spent += perf_counter() - began
    return steps / spent


def own_rate(seconds: float, *, raw: bool) -> float:
    """Steps per second with scripted user and evaluator and an assistant that only acknowledges, recorded."""
    env = life_v0.raw_env(sessions=12) if raw else life_v0.env(sessions=12)
    cast = Cast(env, assistant=Acknowledger())
    for seed in range(20):  # patterns are compiled when they are first used
        cast.reset(seed=seed)
        cast.run()
    steps, spent = 0, 0.0
    while spent < seconds:
        cast.reset(seed=seed)
        seed += 1
        began = perf_counter()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else cast[agent](observation))
            steps += 1
        episode_record(env.unwrapped.life, key=EpisodeKey("", seed, ""), config=EpisodeConfig())
        spent += perf_counter() - began
    return steps / spent


def reset_seconds() -> float:
    """The median time of a reset of a 12-session life with 60 planned probes."""
    env = life_v0.env(sessions=12, probes_per_session=5)
    env.reset(seed=0)
    assert len(env.unwrapped.scenario.probes) == 60
    times = []
    for seed in range(1, 40):
        began = perf_counter()
        env.reset(seed=seed)
        times.append(perf_counter() - began)
    return median(times)


def late_ratio() -> float:
    """The median step time of sessions 480 to 500 against that of sessions 2 to 22 in one life."""
    env = life_v0.env(sessions=500, probes_per_session=2)
    cast = Cast(env, assistant=Acknowledger())
    cast.reset(seed=1)
    early, late = [], []
    gc.disable()
    for agent in env.agent_iter():
        began = perf_counter()
        observation, _, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else cast[agent](observation))
        taken = perf_counter() - began
        if 2 <= info["session"] < 22:
            early.append(taken)
        elif info["session"] >= 480:
            late.append(taken)
    gc.enable()
    return median(late) / median(early)


def memory_growth(steps: int) -> tuple[float, float]:
    """Peak MiB after a tenth of `steps` and after all of them, over consecutive recorded episodes."""
    env = life_v0.env(sessions=12)
    cast = Cast(env, assistant=Acknowledger())
    done, seed, early = 0, 0, 0.0
    while done < steps:
        cast.reset(seed=seed)
        seed += 1
        cast.run()
        done += env.unwrapped.life.steps
        episode_record(env.unwrapped.life, key=EpisodeKey("", seed, ""), config=EpisodeConfig())
        if not early and done >= steps // 10:
            early = _peak()
    return early, _peak()


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each rate is measured")
    parser.add_argument("--rounds", type=int, default=3, help="how often peer and own are measured in turn")
    parser.add_argument("--long", action="store_true", help="session 500, and a million steps (minutes)")
    given = parser.parse_args()
    checks = list(measure(given.seconds, given.rounds))
    if given.long:
        checks += measure_long()
    for label, figure, bar, met in checks:
        print(f"{label:36} {figure:>24}   {bar:16} {('met' if met else 'MISSED') if bar else ''}".rstrip())
    return 0 if all(met for *_, met in checks) else 1


def measure(seconds: float, rounds: int) -> Iterator[tuple[str, str, str, bool]]:
    """Rates and the reset: label, figure, bar, whether it is met."""
    trios = [(peer_rate(seconds), own_rate(seconds, raw=False), own_rate(seconds, raw=True)) for _ in range(rounds)]
    ratio = median(own / peer for peer, own, _ in trios)
    raw_ratio = median(raw / peer for peer, _, raw in trios)
    peer, own, raw = (median(column) for column in zip(*trios, strict=True))
    yield "wrapped tictactoe_v3", f"{peer:,.0f} steps/s", "", True
    yield "life_v0.env, record included", f"{own:,.0f} steps/s, {ratio:.2f} x", f"{STEP_BAR} x", ratio >= STEP_BAR
    yield "life_v0.raw_env, record included", f"{raw:,.0f} steps/s, {raw_ratio:.2f} x", "", True
    taken = reset_seconds()
    figure, bar = f"{taken * 1000:.2f} ms, {taken * peer:.0f} steps", f"{RESET_STEPS_BAR:.0f} steps"
    yield "reset, 12 sessions, 60 probes", figure, bar, taken * peer <= RESET_STEPS_BAR and taken <= RESET_BAR


def measure_long() -> Iterator[tuple[str, str, str, bool]]:
    """Session 500 and a million steps."""
    late = late_ratio()
    yield "step in session 500 / session 1", f"{late:.2f} x", f"{LATE_BAR} x", late <= LATE_BAR
    early, end = memory_growth(1_000_000)
    yield "peak memory, 100k and 1M steps", f"{early:.0f} and {end:.0f} MiB", "flat", end <= early * 1.05


if __name__ == "__main__":
    sys.exit(main())
