"""GRPO's groups in `regulars:Writer-v0`: a policy gradient in NumPy learns which lines of a conversation to write down.

Run: python examples/learning/learn_writer.py [--lives 32] [--plot docs/learn_writer.svg] [--groups groups.jsonl]

The policy writes each line of a chunk into the bank with a probability that depends on the line's words. For each chunk
of a life of `smoke@train`, eight actions are sampled from one state (`groups`), and each line's log-probability moves
with its member's advantage. Then the life goes on with another sample. Tests are lives of `smoke@test`, whose wordings
training does not have; there a line is written if its probability is above one half. `--groups` writes the same groups
as training data: one JSON object for each member, with prompt, response, reward and advantage. Seeds are fixed; a quiet
core takes about three minutes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from learning_figures import Stage, held_against, over_lives, plot, shown
from line_features import LINE_FEATURES, line_features
from numpy.typing import NDArray

import regulars

assert regulars.__version__  # importing it registers the environments

TRAIN, TEST = "smoke@train", "smoke@test"
MEMBERS, RATE, DECAY = 8, 0.15, 1e-3
STAGE = 4
"""The number of training lives between two tests."""

FACTS, LETTERS = 64, 240
"""The bank's capacity, and the most letters of a fact."""

FEATURES = ("always", "assistant", *LINE_FEATURES)

Observation = dict[str, str]
Chosen = NDArray[np.bool_]
Choose = Callable[[list[str], Any], Chosen]


def numbers(line: str) -> list[float]:
    """The features of a line, `[2025-01-10 16:56] Ann: I live in Bergen.`."""
    speaker, _, said = line.partition("] ")[2].partition(": ")
    return [1.0, float(speaker == "Assistant"), *line_features(said)]


def probabilities(weights: NDArray[np.float64], lines: list[str]) -> NDArray[np.float64]:
    """The probability that a line is written, for each line."""
    seen = np.array([numbers(line) for line in lines])
    result: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-seen @ weights))
    return result


def lines_of(observation: Observation) -> list[str]:
    """The lines of a chunk."""
    return observation["conversation"].split("\n")


def action(observation: Observation, chosen: Chosen) -> str:
    """Writes the chosen lines; for a full bank, over the facts that it has held longest."""
    lines = [line[:LETTERS] for line, taken in zip(lines_of(observation), chosen, strict=True) if taken][:FACTS]
    held = [fact["id"] for fact in json.loads(observation["bank"])["facts"]]
    over = held[: max(0, len(held) + len(lines) - FACTS)]
    operations = [{"op": "delete_fact", "id": id} for id in over]
    return json.dumps([*operations, *({"op": "add_fact", "text": line} for line in lines)])


class Learner:
    """A logistic policy over lines, and its gradient steps.

    Args:
        seed: Of its samples.
    """

    def __init__(self, seed: int) -> None:
        self.weights = np.zeros(len(FEATURES))
        self._draws = np.random.default_rng(seed)

    def sample(self, observation: Observation) -> Chosen:
        """Which lines are written, drawn."""
        likely = probabilities(self.weights, lines_of(observation))
        chosen: Chosen = self._draws.random(likely.size) < likely
        return chosen

    def step(self, env: Any, observation: Observation) -> list[dict[str, Any]]:
        """Learns from one group of the present state. Returns it as training data."""
        taken: list[Chosen] = []

        def write(seen: Observation, member: int) -> str:
            taken.append(self.sample(seen))
            return action(seen, taken[-1])

        members = env.groups(MEMBERS, write)
        seen = np.array([numbers(line) for line in lines_of(observation)])
        likely = probabilities(self.weights, lines_of(observation))
        gradient = np.zeros_like(self.weights)
        for member, chosen in zip(members, taken, strict=True):
            gradient += member.advantage * (chosen - likely) @ seen / len(members)  # of the log-probability
        self.weights += RATE * gradient - DECAY * self.weights
        group = f"{env.aec.scenario.id} {env.observe()[1]['session']:.0f}"
        return [record for member in members for record in member.records(group=group)]

    def live(self, env: Any, seed: int) -> list[dict[str, Any]]:
        """Learns from all chunks of a life. Returns its groups."""
        observation, _ = env.reset(seed=seed)
        found, over = [], False
        while not over:
            found += self.step(env, observation)
            observation, _, terminated, truncated, _ = env.step(action(observation, self.sample(observation)))
            over = terminated or truncated
        return found


# ---------------------------------------------------------------------- without learning


def told(lines: list[str], env: Any) -> Chosen:
    """Reads the ledger: the lines that told something. The ceiling for writing whole lines."""
    telling = {turn for one in env.aec.life.ledger.disclosures for turn in one.turns}
    said = {turn.text for turn in env.aec.life.transcript if turn.id in telling}
    return np.array([line.partition("] ")[2].partition(": ")[2] in said for line in lines])


OTHERS: dict[str, Choose] = {
    "what told (oracle)": told,
    "every line": lambda lines, env: np.ones(len(lines), dtype=bool),
    "people's lines": lambda lines, env: np.array(["] Assistant: " not in line for line in lines]),
    "random half": lambda lines, env: np.random.default_rng(len("".join(lines))).random(len(lines)) < 0.5,
    "nothing": lambda lines, env: np.zeros(len(lines), dtype=bool),
}


def play(env: Any, choose: Choose, seed: int) -> float:
    """The mean reward of a life's chunks."""
    observation, _ = env.reset(seed=seed)
    rewards, over = [], False
    while not over:
        chosen = choose(lines_of(observation), env)
        observation, reward, terminated, truncated, _ = env.step(action(observation, chosen))
        rewards.append(reward)
        over = terminated or truncated
    return float(np.mean(rewards))


def main() -> int:
    """Trains, tests, prints, draws and writes the groups. Returns 0 if the learner beats all but the oracle."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=32, help="training lives")
    parser.add_argument("--tests", type=int, default=30, help="test lives")
    parser.add_argument("--plot", type=Path, help="the SVG file to write")
    parser.add_argument("--groups", type=Path, help="the JSON Lines file to write")
    given = parser.parse_args()
    env, tests = (gymnasium.make("regulars:Writer-v0", suite=suite).unwrapped for suite in (TRAIN, TEST))
    learner = Learner(0)

    def earned(choose: Choose) -> list[float]:
        return [play(tests, choose, seed) for seed in range(given.tests)]

    def now() -> list[float]:
        return earned(lambda lines, env: probabilities(learner.weights, lines) > 0.5)

    others = {name: earned(choose) for name, choose in OTHERS.items()}
    reached = now()
    curve: list[Stage] = [(0, over_lives(reached))]
    data: list[dict[str, Any]] = []
    for life in range(given.lives):
        data += learner.live(env, life)
        if (life + 1) % STAGE == 0 or life + 1 == given.lives:
            reached = now()
            curve.append((life + 1, over_lives(reached)))
            print(f"after {life + 1:3} lives {shown(curve[-1][1])}", flush=True)
    print("\nweights: " + ", ".join(f"{name} {one:+.1f}" for name, one in zip(FEATURES, learner.weights, strict=True)))
    print(f"\nmean reward of a chunk in lives of {TEST}\n  {'GRPO':20} {shown(curve[-1][1]):>24}   learner above it")
    met, bars = held_against(reached, others, oracle="what told (oracle)")
    if given.groups is not None:
        given.groups.write_text("".join(json.dumps(one) + "\n" for one in data), "utf-8")
    if given.plot is not None:
        axes = ("training lives", "mean reward of a chunk")
        drawn = plot("Writing a memory, in lives with held-out wordings", *axes, "GRPO", curve, bars)
        given.plot.write_text(drawn, "utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
