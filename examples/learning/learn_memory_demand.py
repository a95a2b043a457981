"""How much memory the answers in `regulars:Choice-v0` need: accuracy by the distance between telling and asking.

Run: pip install -c constraints-rl.txt -e '.[rl]'
     python examples/learning/learn_memory_demand.py [--lives 900] [--tests 240] [--plot docs/learn_memory_demand.svg]

Three policies learn which of the offered contents answers a question. They differ in what they see beside the
candidates: the feed-forward one sees the message; the recurrent one also a state that it carries from turn to turn; the
one with a memory also the earlier lines that the environment recalls. None sees the figures about what was told.

The world is small, so that the three can be told apart within minutes: one person, 16 sessions, questions about one
fact each, all facts told unasked, and a choice among contents alone, because whether to abstain is another matter.
Lives of the training split are recorded with random answers, and each policy learns the reward of an answer from them.
It is tested on lives of the split `test`, whose wordings and attributes training does not have. The example prints
accuracy by the number of lines since the answer was last told, with 95 % intervals over lives, and draws it. It fails
if a bar is missed. Seeds are fixed; two quiet cores take about three minutes.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from choice_baselines import of_kind, right_ones
from learning_figures import Stage, curves, over_lives, share, shown
from torch import Tensor, nn

from regulars.scenarios import generate, load_suite

SUITE, SESSIONS = "smoke", 16
KIND = "single-session-user"
CONTENTS = ("VALUE", "CONFIRM")
"""The kinds of candidates that say a value, or choose one of the options that a person offers."""

RECALLED, WIDTH, SITUATION = 3, 64, 12
STATES, HIDDEN = 4, 64
EPOCHS, BATCH, RATE, DECAY = 15, 16, 3e-3, 1e-3

RANGES = ((0, 10), (11, 20), (21, 40), (41, 60), (61, 999))
"""Lines between the last telling and the question."""

SEES = {"feed-forward": 0, "recurrent": STATES, "memory": RECALLED}
"""Each policy, and the number of vectors that it sees beside the message's words."""

CHANCE, NEAR_CHANCE = 1 / 3, 0.08
"""One of three single values is right; how far the feed-forward policy may lie from that."""


class Questions(NamedTuple):
    """A life: its turns, and the questions in it.

    Attributes:
        turns: The words of each message and the situation, shape (turns, WIDTH + SITUATION).
        at: The turn of each question, shape (questions,).
        context: The situation and the form that is asked for, shape (questions, figures).
        recalled: The words of the recalled lines, shape (questions, RECALLED, WIDTH).
        recalled_figures: Their scores, ages and speakers, shape (questions, figures).
        words: The words of the candidates, shape (questions, K, WIDTH).
        own: Each candidate's kind, size, length and similarity to the message, shape (questions, K, figures).
        contents: Which candidates are contents, shape (questions, K).
        chosen: The recorded answer, shape (questions,).
        reward: What it earned, shape (questions,).
        right: Which candidates are right, for tests alone, shape (questions, K).
        distance: Lines since the answer was last told, shape (questions,); -1 for questions that are not counted.
    """

    turns: Tensor
    at: Tensor
    context: Tensor
    recalled: Tensor
    recalled_figures: Tensor
    words: Tensor
    own: Tensor
    contents: Tensor
    chosen: Tensor
    reward: Tensor
    right: Tensor
    distance: Tensor


# ---------------------------------------------------------------------- lives


def recorded(seed: int, split: str, sessions: int = SESSIONS) -> Questions | None:
    """Plays a life with random contents as answers. Returns None if nothing was asked."""
    plan = load_suite(f"{SUITE}@{split}").scenarios(seed)[0]
    small = {"sessions": sessions, "kinds": {KIND: 1.0}, "disclosure": "scripted"}
    made = gymnasium.make("regulars:Choice-v0", scenario=generate(**{**plan, **small}), texts=False, width=WIDTH)
    env: Any = made.unwrapped
    draws = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    turns: list[Any] = []
    asked: list[tuple[Any, ...]] = []
    over = False
    while not over:
        part = {name: observation["features"][a:b].reshape(shape) for name, ((a, b), shape) in env.layout.items()}
        turns.append(np.concatenate([part["message"], part["situation"]]))
        contents = np.zeros(env.k, dtype=bool)
        contents[: len(env.candidates)] = [one.kind.name in CONTENTS for one in env.candidates]
        asks = part["message_figures"][0] == 0.0 and contents.any()  # the first figure: no form is asked for
        chosen = int(draws.choice(np.flatnonzero(contents))) if asks else of_kind(env, "ACKNOWLEDGE")
        right, distance = answers(env)
        observation, reward, terminated, truncated, _ = env.step(chosen)
        over = terminated or truncated
        if asks:
            asked.append((len(turns) - 1, *shown_to_policies(part), contents, chosen, reward, right, distance))
    if not asked:
        return None
    columns = [torch.as_tensor(np.array(column)) for column in zip(*asked, strict=True)]
    return Questions(torch.as_tensor(np.array(turns)), *columns)


def shown_to_policies(part: dict[str, Any]) -> tuple[Any, ...]:
    """The parts of an observation that policies see: all but the figures about what was told."""
    figures = part["candidate_figures"]
    own = np.concatenate(
        [figures[:, :9], figures[:, -3:-1]], axis=1
    )  # kind and size; length and nearness to the message
    context = np.concatenate([part["situation"], part["message_figures"][:-5]])  # the last five: what was told
    return context, part["recollections"], part["recollection_figures"].ravel(), part["candidates"], own


def answers(env: Any) -> tuple[Any, int]:
    """Which candidates are right, and the lines since the answer was last told; -1 if the question is not counted.

    Counted are first attempts at questions whose answer had been told.
    """
    right = np.zeros(env.k, dtype=bool)
    asked, pending, places = env.aec.life.asked, env.aec.life.pending, env.told.places
    if asked is None or pending is None or pending.attempt > 1 or not asked.resolution.evidence:
        return right, -1
    right[right_ones(env) or []] = True
    told = max(max(places[turn] for turn in turns) for turns in asked.resolution.evidence)
    return right, len(places) - 1 - told if right.any() and pending.expectation.answerable else -1


# ---------------------------------------------------------------------- policies


class Policy(nn.Module):
    """The expected reward of each content, from how near its words are to the words in view.

    Args:
        name: One of `SEES`.
        like: A life, for the sizes.
    """

    def __init__(self, name: str, like: Questions) -> None:
        super().__init__()
        self.name = name
        own = like.own.shape[2] + 1 + SEES[name]
        context = like.context.shape[1] + (like.recalled_figures.shape[1] if name == "memory" else 0)
        self.score = nn.Sequential(
            nn.Linear(2 * own + context, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, HIDDEN), nn.ReLU(), nn.Linear(HIDDEN, 1)
        )
        if name == "recurrent":
            self.gates = nn.Linear(WIDTH + SITUATION, 2 * STATES)
            with torch.no_grad():  # from a short memory to a long one
                self.gates.bias[:STATES] = torch.arange(2.0, 2.0 + STATES)

    def states(self, turns: Tensor) -> Tensor:
        """The state before each turn, shape (lives, turns, STATES, WIDTH).

        Each of the vectors forgets and takes in the words of a turn as far as its gates say, which are computed from
        the turn: the cell of an LSTM (Gers et al. 2000) with words as its input.
        """
        keep, put = torch.sigmoid(self.gates(turns)).chunk(2, dim=2)
        state = torch.zeros(len(turns), STATES, WIDTH)
        found = []
        for turn in range(turns.shape[1]):
            found.append(state)
            state = keep[:, turn, :, None] * state + put[:, turn, :, None] * turns[:, turn, None, :WIDTH]
        return torch.stack(found, 1)

    def forward(self, lives: Sequence[Questions]) -> Tensor:
        """The expected reward of each candidate at all questions of some lives, shape (questions, K)."""
        turns = nn.utils.rnn.pad_sequence([life.turns for life in lives], batch_first=True)
        at = torch.cat([life.at for life in lives])
        whose = torch.repeat_interleave(torch.tensor([len(life.at) for life in lives]))
        view, context = [turns[whose, at, None, :WIDTH]], [torch.cat([life.context for life in lives])]
        if self.name == "recurrent":
            view.append(self.states(turns)[whose, at])
        if self.name == "memory":
            view.append(torch.cat([life.recalled for life in lives]))
            context.append(torch.cat([life.recalled_figures for life in lives]))
        near = torch.cat([life.words for life in lives]) @ torch.cat(view, 1).transpose(1, 2)
        own = torch.cat([torch.cat([life.own for life in lives]), near], 2)
        contents = torch.cat([life.contents for life in lives])[:, :, None].float()
        mean = (own * contents).sum(1, keepdim=True) / contents.sum(1, keepdim=True)
        shared = torch.cat(context, 1)[:, None].expand(-1, own.shape[1], -1)
        score: Tensor = self.score(torch.cat([own, STATES * (own - mean), shared], 2))
        return score.squeeze(2)


def trained(name: str, lives: Sequence[Questions], seed: int, epochs: int) -> Policy:
    """Learns the reward of the recorded answers, by least squares."""
    torch.manual_seed(seed)
    policy = Policy(name, lives[0])
    optimiser = torch.optim.AdamW(policy.parameters(), RATE, weight_decay=DECAY)
    steps = epochs * -(-len(lives) // BATCH)
    schedule = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 0.01, steps)
    for _ in range(epochs):
        for places in torch.randperm(len(lives)).split(BATCH):
            batch = [lives[place] for place in places.tolist()]
            chosen = torch.cat([life.chosen for life in batch])[:, None]
            reward = torch.cat([life.reward for life in batch]).float()
            loss = nn.functional.mse_loss(policy(batch).gather(1, chosen).squeeze(1), reward)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
            optimiser.step()
            schedule.step()
    return policy


def tested(policy: Policy, lives: Sequence[Questions]) -> np.ndarray[Any, Any]:
    """The number of right answers in each life at each distance, shape (lives, ranges)."""
    found = []
    with torch.no_grad():
        for life in lives:
            best = policy([life]).masked_fill(~life.contents, -torch.inf).argmax(1)
            right = life.right[torch.arange(len(best)), best]
            found.append([float((right & within(life, each)).sum()) for each in RANGES])
    return np.array(found)


def within(life: Questions, lines: tuple[int, int]) -> Tensor:
    """Which questions of a life are asked at a distance."""
    return (life.distance >= lines[0]) & (life.distance <= lines[1])


# ---------------------------------------------------------------------- the comparison


def accuracy_between(right: np.ndarray[Any, Any], count: np.ndarray[Any, Any], near: slice, far: slice) -> Any:
    """How far accuracy at some distances lies above accuracy at others, with its interval."""
    columns = [one[:, some].sum(axis=1) for some in (near, far) for one in (right, count)]
    return over_lives(*columns, of=lambda a, b, c, d: float(a.sum() / b.sum() - c.sum() / d.sum()))


def missed(found: dict[str, np.ndarray[Any, Any]], count: np.ndarray[Any, Any]) -> list[str]:
    """The bars that are missed."""
    overall = found["feed-forward"].sum() / count.sum()
    falls = accuracy_between(found["recurrent"], count, slice(0, 3), slice(-1, None))
    stays = accuracy_between(found["memory"], count, slice(-1, None), slice(0, 3))
    ahead = over_lives(
        *(one[:, -1] for one in (found["memory"], found["recurrent"], count)),
        of=lambda a, b, c: float((a - b).sum() / c.sum()),
    )
    print(f"recurrent, up to 40 lines above the last range: {shown(falls)}")
    print(f"memory, last range above up to 40 lines:        {shown(stays)}")
    print(f"memory above recurrent in the last range:       {shown(ahead)}")
    bars = {
        f"feed-forward is at {overall:.2f}, not at chance": abs(overall - CHANCE) <= NEAR_CHANCE,
        "recurrent does not fall with the distance": falls[1] > 0.0,
        "memory falls with the distance": stays[2] >= 0.0,
        "memory is not ahead at the greatest distance": ahead[1] > 0.0,
    }
    return [bar for bar, met in bars.items() if not met]


def main() -> int:
    """Records, trains, tests, prints and draws. Returns 0 if the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=900, help="training lives")
    parser.add_argument("--tests", type=int, default=240, help="test lives")
    parser.add_argument("--epochs", type=int, default=EPOCHS, help="how often training goes through the lives")
    parser.add_argument("--seeds", type=int, default=2, help="training seeds; their accuracy is averaged")
    parser.add_argument("--plot", type=Path, help="the SVG file to write")
    given = parser.parse_args()
    torch.set_num_threads(1)
    with ProcessPoolExecutor(max_workers=2, mp_context=get_context("spawn")) as pool:
        lives, tests = (
            [life for life in pool.map(partial(recorded, split=split), range(number), chunksize=10) if life is not None]
            for split, number in (("train", given.lives), ("test", given.tests))
        )
    count = np.array([[float(within(life, each).sum()) for each in RANGES] for life in tests])
    names = [f"{low} to {high}" if high < 999 else f"from {low}" for low, high in RANGES]
    print(f"{'accuracy by lines since':16}" + "".join(f"{name:>20}" for name in names))
    print(f"{'questions':23}" + "".join(f"{number:>20.0f}" for number in count.sum(axis=0)))
    found: dict[str, np.ndarray[Any, Any]] = {}
    lines: dict[str, list[Stage]] = {}
    distance = np.concatenate([life.distance.numpy() for life in tests])
    middles = [float(np.median(distance[(distance >= low) & (distance <= high)])) for low, high in RANGES]
    for name in SEES:
        runs = [tested(trained(name, lives, seed, given.epochs), tests) for seed in range(given.seeds)]
        found[name] = np.mean(runs, axis=0)
        reached = [share(found[name][:, each], count[:, each]) for each in range(len(RANGES))]
        lines[name] = list(zip(middles, reached, strict=True))
        print(f"{name:23}" + "".join(f"{shown(one):>20}" for one in reached), flush=True)
    bars = missed(found, count)
    print("\n".join(f"MISSED: {bar}" for bar in bars) or "bars met")
    if given.plot is not None:
        words = ("Accuracy by distance: lives with held-out wordings", "lines since the answer was told", "accuracy")
        given.plot.write_text(curves(*words, lines), "utf-8")
    return 1 if bars else 0


if __name__ == "__main__":
    sys.exit(main())
