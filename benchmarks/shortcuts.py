"""What can be won without a memory: constant answers, and answerability guessed from the question alone.

Run: python benchmarks/shortcuts.py [--lives 60]
Each row is a policy that keeps nothing of the conversation; the columns are its accuracy by kind of probe, in lives
that it was not fitted on. The last line is the area under the curve of a bag-of-words classifier that guesses from
the words of a question whether it has an answer; at .5 the wording gives nothing away.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from rich.progress import track

from regulars import Cast, Reply, life_v0
from regulars.dialogue import Phase, VerdictKind
from regulars.envs.outcomes import Outcome
from regulars.scenarios.language import Language

ENGLISH = Language.load("english")
AUC_BAR = 0.55
TRAINING, TEST = 0, 10_000
"""First seeds of the lives that are fitted on, and of those that are measured."""


class Policy:
    """Answers a question by its words, or abstains.

    Args:
        answer: From the attribute asked about to an answer, None for an abstention.
    """

    branches = True

    def __init__(self, answer: Callable[[str], str | None]) -> None:
        self.answer = answer
        self.questions: list[str] = []

    def act(self, observation: dict[str, Any]) -> Reply:
        """The answer to what is asked; nothing else is listened to."""
        if observation["phase"] == Phase.CLOSING:
            return Reply("")
        self.questions.append(observation["message"])
        asked = ENGLISH.asked_attribute(observation["message"])
        value = self.answer(asked[0]) if asked else None
        if asked is None:
            return Reply("I see.")
        return Reply("I don't know that.", answer="-") if value is None else Reply(f"It is {value}.", answer=value)


def live(seed: int, answer: Callable[[str], str | None]) -> tuple[list[Outcome], dict[str, str]]:
    """What became of a life's probes, and the words in which those beside the conversation were asked."""
    env = life_v0.raw_env(sessions=12, probes="fork", reward_to="nobody")
    policy = Policy(answer)
    cast = Cast(env, assistant=policy)
    cast.reset(seed=seed)
    words: dict[str, str] = {}
    while env.ending is None:
        agent = env.agent_selection
        pending = env.life.pending
        action = cast[agent](env.observe(agent))
        if agent == "assistant_0" and pending is not None and pending.probe is not None and pending.attempt == 1:
            words[pending.probe.id] = policy.questions[-1]
        env.step(action)
    first = [o for o in env.life.outcomes if o.attempt == 1 and o.expectation is not None]
    return first, words


def frequent_values(lives: int) -> dict[str, str]:
    """By attribute the answer that was right most often in the lives that are fitted on."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for seed in track(range(TRAINING, TRAINING + lives), "fitting", disable=not sys.stderr.isatty()):
        for outcome in live(seed, lambda _: None)[0]:
            if outcome.expectation is not None and outcome.expectation.answerable:
                counts[outcome.probe.attribute]["|".join(outcome.expectation.gold)] += 1
    return {attribute: count.most_common(1)[0][0] for attribute, count in counts.items()}


def accuracy(lives: int, answer: Callable[[str], str | None]) -> dict[str, float]:
    """By kind: the share of right answers in lives that nothing was fitted on."""
    right: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for seed in range(TEST, TEST + lives):
        for outcome in live(seed, answer)[0]:
            slot = right[str(outcome.probe.kind)]
            slot[0] += outcome.verdict is not None and outcome.verdict.kind is VerdictKind.CORRECT
            slot[1] += 1
    return {kind: hits / asked for kind, (hits, asked) in sorted(right.items())}


def questions(seeds: Iterable[int]) -> tuple[list[set[str]], np.ndarray]:
    """The words of each question, and whether it had an answer."""
    words, answerable = [], []
    for seed in seeds:
        outcomes, asked = live(seed, lambda _: None)
        for outcome in outcomes:
            if outcome.probe.id in asked and outcome.expectation is not None:
                words.append(set(asked[outcome.probe.id].lower().split()))
                answerable.append(float(outcome.expectation.answerable))
    return words, np.array(answerable)


def question_only_auc(lives: int, rounds: int = 400, rate: float = 2.0, shrink: float = 1e-3) -> float:
    """Area under the curve of logistic regression on the words, fitted and measured on other lives."""
    train, labels = questions(range(TRAINING, TRAINING + lives))
    test, truth = questions(range(TEST, TEST + lives))
    places = {word: place for place, word in enumerate(sorted(set().union(*train)))}

    def matrix(bags: list[set[str]]) -> np.ndarray:
        rows = np.zeros((len(bags), len(places)))
        for row, bag in enumerate(bags):
            rows[row, [places[word] for word in bag if word in places]] = 1.0
        return rows

    seen, weights, bias = matrix(train), np.zeros(len(places)), 0.0
    for _ in range(rounds):
        error = 1 / (1 + np.exp(-(seen @ weights + bias))) - labels
        weights -= rate * (seen.T @ error / len(labels) + shrink * weights)
        bias -= rate * error.mean()
    ranks = np.argsort(np.argsort(matrix(test) @ weights))
    positive = truth.sum()
    return float((ranks[truth == 1].sum() - positive * (positive - 1) / 2) / (positive * (len(truth) - positive)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=60)
    given = parser.parse_args()
    frequent = frequent_values(given.lives)
    rows = {
        "always abstains": accuracy(given.lives, lambda _: None),
        "most frequent value": accuracy(given.lives, frequent.get),
    }
    kinds = sorted({kind for row in rows.values() for kind in row})
    print(f"{'':22}" + "".join(f"{kind:>26}" for kind in kinds))
    for name, row in rows.items():
        print(f"{name:22}" + "".join(f"{row.get(kind, float('nan')):26.3f}" for kind in kinds))
    auc = question_only_auc(given.lives)
    met = auc <= AUC_BAR
    print(f"\nanswerability from the question alone: AUC {auc:.3f}   bar {AUC_BAR}: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
