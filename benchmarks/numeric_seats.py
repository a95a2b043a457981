"""How fast the numeric environments step, and what their replies are worth.

Run: python benchmarks/numeric_seats.py [--part rate|candidates|style] [--lives 20] [--suites smoke,core,hard]
`rate` prints steps per second of `regulars:Choice-v0` and `regulars:Style-v0` beside `regulars:Life-v0` in the same
run, with a pool, resets excluded; and of a vector of 256 Choice-v0 beside Gymnasium's, resets included. The seeds 0 to
11 come again and again, so that all words have been met before; `new seeds` are others in each round, as in training,
where people say the same things in other words. The resets of the vector draw new words too. `fixed` are fixed lives
(`fixed=True`), after each was played once. `candidates`
prints for each form of answer the share of questions with a right reply among the candidates, out-of-band questions
included, and what simple policies earn for each life of `smoke`, and of `core` on messages to other people. `style`
prints what people of `procedural` show of replies that keep their wishes, plain ones and random ones. Checked: the bars
of 20,000 steps per second for one environment and 100,000 for the vector; a right candidate for 99 % of the questions;
no shortcut above abstaining.
Seconds are those of the processor.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import gymnasium
import numpy as np

import regulars

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples" / "learning"))
from choice_baselines import BASELINES, of_kind, right_ones

assert regulars.__version__

STEP_BAR = 20_000
NEW_SEEDS = "  Choice-v0, new seeds"
FIXED = "  Choice-v0, fixed"
VECTOR, VECTOR_BAR = 256, 100_000
SHARE_BAR = 0.99

Choose = Callable[[Any, dict[str, Any], int], Any]


def steps(env: Any, choose: Choose, seeds: range, seconds: float = 0.0) -> tuple[int, float]:
    """The number of steps through lives, and the time without resets; at least `seconds` of it."""
    done, spent = 0, 0.0
    while True:
        for seed in seeds:
            _, info = env.reset(seed=seed)
            began, over = process_time(), False
            while not over:
                _, _, terminated, truncated, info = env.step(choose(env, info, done))
                over, done = terminated or truncated, done + 1
            spent += process_time() - began
        if spent >= seconds:
            return done, spent


def notes(env: Any, info: dict[str, Any], step: int) -> int:
    """Takes note of everything."""
    return of_kind(env, "ACKNOWLEDGE")


def report_rate(seconds: float, rounds: int) -> bool:
    """Prints steps per second. Returns whether the bar is met."""
    made: dict[str, tuple[Any, Choose]] = {
        "regulars:Life-v0": (gymnasium.make("regulars:Life-v0", pool=12).unwrapped, lambda *_: "Noted."),
        "regulars:Choice-v0": (gymnasium.make("regulars:Choice-v0", pool=12).unwrapped, notes),
        FIXED: (gymnasium.make("regulars:Choice-v0", pool=12, fixed=True).unwrapped, lambda *_: 0),
        "regulars:Style-v0": (gymnasium.make("regulars:Style-v0", pool=12).unwrapped, lambda *_: [0, 0, 0, 0]),
    }
    rates: dict[str, list[float]] = {name: [] for name in (*made, NEW_SEEDS)}
    for env, choose in made.values():
        steps(env, choose, range(12))  # patterns are compiled and texts turned into numbers when they are first used
    for number in range(rounds):
        for name, (env, choose) in made.items():
            done, spent = steps(env, choose, range(12), seconds)
            rates[name].append(done / spent)
        first = 12 * (number + 1)
        done, spent = steps(*made["regulars:Choice-v0"], range(first, first + 12))
        rates[NEW_SEEDS].append(done / spent)
    life = median(rates["regulars:Life-v0"])
    for name, found in rates.items():
        print(f"{name:22} {median(found):>10,.0f} steps/s   {median(found) / life:.2f} x Life-v0")
    met = {name: median(rates[name]) >= STEP_BAR for name in ("regulars:Choice-v0", FIXED)}
    for name, good in met.items():
        print(f"bar for {name.strip()}: {STEP_BAR:,} steps/s  {'met' if good else 'MISSED'}")
    return all(met.values()) & report_vector(seconds, rounds)


def report_vector(seconds: float, rounds: int) -> bool:
    """Prints steps per second of vectors, resets included. Returns whether the bar is met."""
    settings = {"num_envs": VECTOR, "pool": 12, "texts": False}
    made = {
        "vector": gymnasium.make_vec("regulars:Choice-v0", **settings),
        "vector, fixed": gymnasium.make_vec("regulars:Choice-v0", fixed=True, **settings),
        "Gymnasium's SyncVectorEnv": gymnasium.make_vec("regulars:Choice-v0", vectorization_mode="sync", **settings),
    }
    rates: dict[str, list[float]] = {name: [] for name in made}
    actions = np.zeros(VECTOR, dtype=np.int64)
    for envs in made.values():
        envs.reset(seed=0)
        envs.step(actions)
    for _ in range(rounds):
        for name, envs in made.items():
            done, began = 0, process_time()
            while process_time() - began < seconds:
                envs.step(actions)
                done += VECTOR
            rates[name].append(done / (process_time() - began))
    for name, found in rates.items():
        print(f"{VECTOR} Choice-v0, {name:26} {median(found):>10,.0f} steps/s")
    met = {name: median(rates[name]) >= VECTOR_BAR for name in ("vector", "vector, fixed")}
    for name, good in met.items():
        print(f"bar for the {name}: {VECTOR_BAR:,} steps/s  {'met' if good else 'MISSED'}")
    return all(met.values())


# ---------------------------------------------------------------------- candidates


def baseline(name: str) -> Choose:
    """A policy of `examples/learning/choice_baselines.py`."""
    return lambda env, info, step: BASELINES[name](env, np.random.default_rng(step))


def kind(name: str) -> Choose:
    """Chooses the first candidate of a kind, or the first of all."""
    return lambda env, info, step: of_kind(env, name)


def on_messages(worth: Callable[[str, str], int]) -> Choose:
    """Abstains, but of messages to other people chooses the one of greatest worth for its text and its request."""

    def choose(env: Any, info: dict[str, Any], step: int) -> int:
        messages = [at for at, one in enumerate(env.candidates) if one.form == "pass_on"]
        if env.aec.life.pending is None or not messages:
            return int(baseline("abstain")(env, info, step))
        return max(messages, key=lambda at: worth(info["candidates"][at], info["message"]))

    return choose


def shared(text: str, request: str) -> int:
    """The number of words that a text shares with a request."""
    return len({*re.findall(r"\w+", text.lower())} & {*re.findall(r"\w+", request.lower())})


MESSAGES: dict[str, Choose] = {
    "most words shared": on_messages(shared),
    "fewest words shared": on_messages(lambda text, request: -shared(text, request)),
    "shortest message": on_messages(lambda text, request: -len(text)),
    "longest message": on_messages(lambda text, request: len(text)),
}
"""Policies for messages to other people, which `smoke` does not ask for."""

POLICIES: dict[str, Choose] = {
    **{name: baseline(name) for name in BASELINES},
    "first option": lambda env, info, step: 0,
    "in turn": lambda env, info, step: step % env.k,
    "hedging": lambda env, info, step: max(range(env.k), key=lambda at: len(env.candidates[at].values)),
    "dumping": lambda env, info, step: max(range(env.k), key=lambda at: len(info["candidates"][at])),
    "flattering": kind("ACKNOWLEDGE"),
    "waiting": kind("ASK"),
    "denying": kind("OVER"),
}
BEATS_ABSTAINING = ("oracle", "most recent mention", "abstain")


def lives(env: Any, count: int) -> Iterator[tuple[Any, dict[str, Any]]]:
    """The first observation of each life."""
    for seed in range(count):
        yield env.reset(seed=seed)


def report_candidates(suites: list[str], count: int) -> bool:
    """Prints shares of questions with a right candidate. Returns whether the bars are met."""
    good = True
    for suite in suites:
        env = gymnasium.make("regulars:Choice-v0", suite=suite, probes="end").unwrapped
        asked: Counter[str] = Counter()
        held: Counter[str] = Counter()
        for _, info in lives(env, count):
            over, step = False, 0
            while not over:
                found = right_ones(env)
                if found is not None:
                    key = env.aec.life.pending.expectation
                    form = str(key.form) if key is not None and not env.aec.life.pending.options else "offer"
                    name = f"{form}{'' if key is None or key.answerable else ', untold'}"
                    asked[name] += 1
                    held[name] += bool(found)
                _, _, terminated, truncated, info = env.step(baseline("oracle")(env, info, step))
                over, step = terminated or truncated, step + 1
        share = sum(held.values()) / sum(asked.values())
        good &= share >= SHARE_BAR
        print(f"\n{suite}: {sum(asked.values())} questions, {share:.1%} with a right candidate")
        print("  " + ", ".join(f"{name} {held[name]}/{asked[name]}" for name in sorted(asked)))
    return good & report_shortcuts(count)


def report_shortcuts(count: int) -> bool:
    """Prints what policies earn for each life. Returns whether no shortcut earns more than abstaining."""
    abstains = {"abstain": POLICIES["abstain"]}
    good = True
    for suite, policies, first in (("smoke", POLICIES, 0), ("core@train", {**abstains, **MESSAGES}, 3000)):
        env = gymnasium.make("regulars:Choice-v0", suite=suite).unwrapped
        earned: dict[str, float] = {}
        for name, choose in policies.items():
            total = 0.0
            for seed in range(first, first + count):
                _, info = env.reset(seed=seed)
                over, step = False, 0
                while not over:
                    _, reward, terminated, truncated, info = env.step(choose(env, info, step))
                    total, over, step = total + reward, terminated or truncated, step + 1
            earned[name] = total / count
        print(f"\nreward for each life of {suite}, {count} lives")
        for name, reward in earned.items():
            print(f"  {name:20} {reward:7.2f}")
        good &= all(reward <= earned["abstain"] for name, reward in earned.items() if name not in BEATS_ABSTAINING)
    return good


# ---------------------------------------------------------------------- style


def keeping(env: Any, info: dict[str, Any], step: int) -> list[int]:
    """The settings that people of the life wish for, as many as there are slots."""
    slots = env.action_space.shape[0]
    rules = [f"{rule.kind}.{rule.setting}" for person in env.aec.scenario.persons for rule in person.rules]
    wished = [env.settings.index(rule) + 1 for rule in rules if rule in env.settings][:slots]
    return wished + [0] * (slots - len(wished))


def guessing(env: Any, info: dict[str, Any], step: int) -> list[int]:
    """Random settings."""
    draws = random.Random(step)
    return [draws.randrange(len(env.settings) + 1) for _ in range(env.action_space.shape[0])]


STYLES: dict[str, Choose] = {
    "keep people's wishes": keeping,
    "plain": lambda env, info, step: [0] * env.action_space.shape[0],
    "random settings": guessing,
}


def report_style(count: int) -> bool:
    """Prints what people show of styles. Returns whether keeping their wishes pleases them most."""
    env = gymnasium.make("regulars:Style-v0").unwrapped
    shown: dict[str, float] = {}
    for name, choose in STYLES.items():
        total = 0.0
        for _, info in lives(env, count):
            over, step = False, 0
            while not over:
                _, reward, terminated, truncated, info = env.step(choose(env, info, step))
                total, over, step = total + reward, terminated or truncated, step + 1
        shown[name] = total / count
    print(f"\nfeedback for each life of procedural, {count} lives")
    for name, reward in shown.items():
        print(f"  {name:20} {reward:7.2f}")
    return max(shown, key=lambda name: shown[name]) == "keep people's wishes"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="how long each rate is measured")
    parser.add_argument("--rounds", type=int, default=3, help="how often the environments are measured in turn")
    parser.add_argument("--lives", type=int, default=20, help="lives of each suite")
    parser.add_argument("--suites", default="smoke,core,hard", help="suites whose questions are counted")
    parser.add_argument("--part", choices=("rate", "candidates", "style"), help="only one part")
    given = parser.parse_args()
    good = True
    if given.part in (None, "rate"):
        good &= report_rate(given.seconds, given.rounds)
    if given.part in (None, "candidates"):
        good &= report_candidates(given.suites.split(","), given.lives)
    if given.part in (None, "style"):
        good &= report_style(given.lives)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
