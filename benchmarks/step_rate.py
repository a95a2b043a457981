"""How fast the environment steps, resets and saves its state, beside PettingZoo's wrapped tic-tac-toe in the same run.

Run: python benchmarks/step_rate.py [--seconds 4] [--long]
Needs `pip install 'pettingzoo[classic]'` for the peer. Prints steps per second, the ratio to the peer, the bar,
and whether it is met; with --long also session 500 against session 1 and the memory over a million steps. Seconds are
those of the processor, so that a busy machine changes them less.
`replayed` takes the actions of a recorded run, so that only the environment takes time, as in the peer.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
from collections.abc import Iterator
from statistics import median
from time import process_time
from typing import Any

from regulars import Cast, life_v0
from regulars.agents.roster import Acknowledger
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey

STEP_BAR = 1.5
RAW_BAR = 4.0
POOL_BAR = 0.8
"""The rates to the peer's: of the wrapped and the raw environment, and of the wrapped one with resets from a pool."""
POOL_RESET_BAR = 0.001
"""Seconds for a reset from a pool."""
STATE_BAR = 100.0
"""Mean steps in the time of `get_state` and `set_state` at 200 sessions."""
RESET_BAR = 0.030
"""Seconds for a reset."""
RESET_STEPS_BAR = 600.0
"""Wrapped tic-tac-toe's steps in the time of a reset."""
LATE_BAR = 1.2
LIVES = 12
"""The lives of a pool."""


def peer_rate(seconds: float) -> float:
    """Steps per second of wrapped tictactoe_v3 with random legal moves, resets excluded."""
    from random import Random

    from pettingzoo.classic import tictactoe_v3

    env, choose = tictactoe_v3.env(), Random(0)
    steps, spent = 0, 0.0
    while spent < seconds:
        env.reset(seed=1)
        began = process_time()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                action = None
            else:
                mask = observation["action_mask"]
                action = choose.choice([move for move in range(9) if mask[move]])
            env.step(action)
            steps += 1
        spent += process_time() - began
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
        began = process_time()
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else cast[agent](observation))
            steps += 1
        episode_record(env.unwrapped.life, key=EpisodeKey("", seed, ""), config=EpisodeConfig())
        spent += process_time() - began
    return steps / spent


def replayed_rate(seconds: float, *, raw: bool, resets: bool = False) -> float:
    """Steps per second of lives whose actions were recorded before: the time of the environment alone."""
    make = life_v0.raw_env if raw else life_v0.env
    env = make(sessions=12, pool=LIVES)
    recorded = [recorded_actions(env, seed) for seed in range(LIVES)]
    steps, spent = 0, 0.0
    while spent < seconds:
        for seed, actions in enumerate(recorded):
            began = process_time()
            env.reset(seed=seed)
            ready = process_time()
            for action in actions:
                env.last()
                env.step(action)
            spent += process_time() - (began if resets else ready)
            steps += len(actions)
    return steps / spent


def recorded_actions(env: Any, seed: int) -> list[Any]:
    """The actions of a life with scripted seats."""
    cast, actions = Cast(env, assistant=Acknowledger()), []
    cast.reset(seed=seed)
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        actions.append(None if terminated or truncated else cast[agent](observation))
        env.step(actions[-1])
    return actions


def pool_reset_seconds() -> float:
    """The median time of a reset of a 12-session life from a pool."""
    env = life_v0.env(sessions=12, pool=LIVES)
    times = []
    for seed in range(10 * LIVES):
        began = process_time()
        env.reset(seed=seed)
        times.append(process_time() - began)
    return median(times)


def state_steps() -> float:
    """How many mean steps `get_state` and `set_state` take at session 200."""
    env = life_v0.env(sessions=201, pool=1)
    cast = Cast(env, assistant=Acknowledger())
    cast.reset(seed=0)
    steps, began = 0, process_time()
    for agent in env.agent_iter():
        observation, _, terminated, truncated, info = env.last()
        if info["session"] > 200:
            break
        env.step(None if terminated or truncated else cast[agent](observation))
        steps += 1
    step = (process_time() - began) / steps
    times = []
    for _ in range(7):
        began = process_time()
        env.unwrapped.set_state(env.unwrapped.get_state())
        times.append(process_time() - began)
    return median(times) / step


def reset_seconds() -> float:
    """The median time of a reset of a 12-session life with 60 planned probes."""
    env = life_v0.env(sessions=12, probes_per_session=5)
    env.reset(seed=0)
    assert len(env.unwrapped.scenario.probes) == 60
    times = []
    for seed in range(1, 40):
        began = process_time()
        env.reset(seed=seed)
        times.append(process_time() - began)
    return median(times)


def late_ratio() -> float:
    """The median step time of sessions 480 to 500 against that of sessions 2 to 22 in one life."""
    env = life_v0.env(sessions=500, probes_per_session=2)
    cast = Cast(env, assistant=Acknowledger())
    cast.reset(seed=1)
    early, late = [], []
    gc.disable()
    for agent in env.agent_iter():
        began = process_time()
        observation, _, terminated, truncated, info = env.last()
        env.step(None if terminated or truncated else cast[agent](observation))
        taken = process_time() - began
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
    for label, raw_env, resets, least in (
        ("life_v0.env, replayed", False, False, STEP_BAR),
        ("life_v0.raw_env, replayed", True, False, RAW_BAR),
        ("life_v0.env, replayed, pool, resets", False, True, POOL_BAR),
    ):
        pairs = [(replayed_rate(seconds, raw=raw_env, resets=resets), peer_rate(seconds)) for _ in range(rounds)]
        ratio = median(own / peer for own, peer in pairs)
        figure = f"{median(own for own, _ in pairs):,.0f} steps/s, {ratio:.2f} x"
        yield label, figure, f"{least} x", ratio >= least
    taken = pool_reset_seconds()
    yield "reset from a pool, 12 sessions", f"{taken * 1000:.2f} ms", "1 ms", taken <= POOL_RESET_BAR
    steps = state_steps()
    yield "get_state, set_state, 200 sessions", f"{steps:.0f} steps", f"{STATE_BAR:.0f} steps", steps <= STATE_BAR
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
