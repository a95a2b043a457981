"""What can be won without a memory: constant answers, lengths of options, frequent values, the question's own words.

Run: python benchmarks/shortcuts.py [--suite core] [--lives 24]
Each row is a policy that keeps nothing, or next to nothing, of the conversation; the columns are its accuracy by kind
of probe, in lives that it was not fitted on. The last row, in brackets, is no shortcut but a memory with one slot for
each attribute. Contrast pairs are scored together: both right or nothing. Multiple choice is held against chance, free
kinds against a tenth. The last line is the area under the curve of a classifier that guesses from the words of a
question whether it has an answer, over all forms of which some have none; at .5 the wording gives nothing away.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from rich.progress import track

from regulars import Cast, Reply, life_v0
from regulars.dialogue import Phase, VerdictKind
from regulars.evaluation.figures.contrast_pairs import both_right
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.options import BASE_KINDS
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario
from regulars.values import find_values

ENGLISH = Language.load("english")
AUC_BAR = 0.55
FREE_BAR = 0.10
CHOICE_MARGIN = 0.05
TRAINING, TEST, FURTHER = 0, 10_000, 20_000
"""First seeds of the lives that are fitted on, of those that are measured, and of more for rarely asked kinds."""

LEAST = 20
"""Probes of a kind below which its figure is shown and not held against a bar."""

OPEN_FORMS = (Form.VALUE, Form.SET, Form.COUNT, Form.SUM, Form.DURATION, Form.ORDER)
"""Forms of which a question may have no answer."""

_OPTIONS = re.compile(r"\b([A-D])\) (.*?)(?=\s[A-D]\) |$)")


@dataclass(slots=True)
class Asked:
    """One probe as a shortcut saw it, and what became of it."""

    id: str
    kind: str
    form: Form
    attribute: str
    contrast: str
    words: str
    answerable: bool
    gold: tuple[str, ...]
    options: tuple[str, ...]
    correct: bool


@dataclass(slots=True)
class Shortcut:
    """A policy of one rule.

    Attributes:
        free: From the attribute asked about to an answer, None for an abstention.
        option: From the texts of the options to a letter's index.
        listens: `slots` keeps the last value of each attribute that anybody named, `last` the last value of all.
    """

    free: Callable[[str], str | None]
    option: Callable[[list[str]], int] = lambda options: 0
    listens: str = ""
    branches: bool = True
    heard: dict[str, str] = field(default_factory=dict)
    questions: list[str] = field(default_factory=list)

    def act(self, observation: dict[str, Any]) -> Reply:
        """The answer to what is asked; most shortcuts listen to nothing else."""
        if observation["phase"] == Phase.CLOSING:
            return Reply("")
        message = observation["message"]
        self.questions.append(message)
        if self.listens and observation["phase"] != Phase.PROBE:
            for attribute in ENGLISH.ontology:
                for mention in find_values(message, attribute.domain):
                    if self.listens == "last":
                        self.heard.clear()
                    self.heard[attribute.name] = mention.value
        offered = _OPTIONS.findall(message)
        if offered:
            letter = offered[self.option([text for _, text in offered])][0]
            return Reply(f"{letter})", answer=letter)
        asked = ENGLISH.asked_attribute(message) or _by_label(message)
        if asked is None:
            return Reply("I see.")
        value = self.heard.get(asked[0]) if self.listens else self.free(asked[0])
        return Reply("I don't know that.", answer="-") if value is None else Reply(f"It is {value}.", answer=value)


def _by_label(message: str) -> tuple[str, str] | None:
    """The attribute whose label a question of a general wording holds, the longest."""
    if "?" not in message:
        return None
    lowered = message.lower()
    found = [a for a in ENGLISH.ontology if f"my {a.label.lower()}" in lowered]
    return (max(found, key=lambda a: len(a.label)).name, "value") if found else None


def live(suite: str, seed: int, shortcut: Shortcut, only: tuple[str, ...] = ()) -> list[Asked]:
    """What became of the probes of the suite's lives of a seed; with `only`, no other kinds of their own are asked."""
    asked: list[Asked] = []
    for scenario in _lives(suite, seed, only):
        shortcut.heard.clear()
        env = life_v0.raw_env(scenario=scenario, probes="fork", reward_to="nobody")
        cast = Cast(env, assistant=shortcut)
        cast.reset(seed=seed)
        words: dict[str, str] = {}
        while env.ending is None:
            agent = env.agent_selection
            pending = env.life.pending
            action = cast[agent](env.observe(agent))
            if agent == "assistant_0" and pending is not None and pending.probe is not None and pending.attempt == 1:
                words[pending.probe.id] = shortcut.questions[-1]
            env.step(action)
        for outcome in env.life.outcomes:
            key, probe = outcome.expectation, outcome.probe
            if outcome.attempt == 1 and key is None and probe.form is Form.CHOICE:
                asked.append(Asked(probe.id, str(probe.kind), probe.form, probe.attribute, "", "", True, (), (), False))
            elif outcome.attempt == 1 and key is not None and probe.id in words:
                right = outcome.verdict is not None and outcome.verdict.kind is VerdictKind.CORRECT
                asked.append(
                    Asked(
                        probe.id,
                        str(probe.kind),
                        probe.form,
                        probe.attribute,
                        probe.contrast,
                        words[probe.id],
                        key.answerable,
                        key.gold,
                        key.options,
                        right,
                    )
                )
    return asked


def _lives(suite: str, seed: int, only: tuple[str, ...]) -> Iterator[Scenario]:
    if not only:
        yield from load_suite(suite).generate(seed)
        return
    base = {str(kind): weight for kind, weight in BASE_KINDS.items()}
    for arguments in load_suite(suite).scenarios(seed):
        yield generate(**{**arguments, "special": 1.0, "kinds": base | dict.fromkeys(only, 1.0)})


def by_kind(asked: list[Asked]) -> dict[str, tuple[float, int]]:
    """Accuracy and number by kind. A contrast pair counts once, and not at all where one of its probes is missing."""
    right = {one.id: one.correct for one in asked}
    pairs = both_right(right, {one.id: one.contrast for one in asked if one.contrast})
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for one in asked:
        scored = pairs[min(one.id, one.contrast), max(one.id, one.contrast)] if one.contrast else one.correct
        if scored is not None:
            slot = counts[one.kind]
            slot[0] += scored
            slot[1] += 1
    return {kind: (hits / number, number) for kind, (hits, number) in sorted(counts.items())}


def question_only_auc(train: list[Asked], test: list[Asked], rounds: int = 400, shrink: float = 1e-3) -> float:
    """Area under the curve of logistic regression on the words, fitted and measured on other lives."""
    train, test = ([one for one in asked if one.form in OPEN_FORMS] for asked in (train, test))
    places = {word: place for place, word in enumerate(sorted({w for one in train for w in _bag(one)}))}

    def matrix(rows: list[Asked]) -> np.ndarray:
        made = np.zeros((len(rows), len(places)))
        for row, one in enumerate(rows):
            made[row, [places[word] for word in _bag(one) if word in places]] = 1.0
        return made

    labels = np.array([float(one.answerable) for one in train])
    truth = np.array([float(one.answerable) for one in test])
    seen, weights, bias = matrix(train), np.zeros(len(places)), 0.0
    for _ in range(rounds):
        error = 1 / (1 + np.exp(-(seen @ weights + bias))) - labels
        weights -= 2.0 * (seen.T @ error / len(labels) + shrink * weights)
        bias -= 2.0 * error.mean()
    ranks = np.argsort(np.argsort(matrix(test) @ weights))
    positive = truth.sum()
    return float((ranks[truth == 1].sum() - positive * (positive - 1) / 2) / (positive * (len(truth) - positive)))


def _bag(one: Asked) -> set[str]:
    return set(re.findall(r"\w+", one.words.lower()))


def frequent(asked: list[Asked]) -> dict[str, str]:
    """By attribute the answer that was right most often."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in asked:
        if one.answerable and one.form is not Form.OPTION and one.gold:
            counts[one.attribute]["|".join(one.gold)] += 1
    return {attribute: count.most_common(1)[0][0] for attribute, count in counts.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="core")
    parser.add_argument("--lives", type=int, default=24, help="seeds of the suite to fit on, and as many to measure on")
    given = parser.parse_args()

    def played(shortcut: Shortcut, first: int, label: str) -> list[Asked]:
        seeds = track(range(first, first + given.lives), label, disable=not sys.stderr.isatty())
        return [one for seed in seeds for one in live(given.suite, seed, shortcut)]

    fitted = played(Shortcut(lambda _: None), TRAINING, "fitting")
    known = frequent(fitted)
    shortcuts = {
        "always abstains, letter A": Shortcut(lambda _: None),
        "frequent value, longest": Shortcut(known.get, _longest),
        "'1', shortest option": Shortcut(lambda _: "1", _shortest),
        "last mention, letter D": Shortcut(lambda _: None, lambda o: len(o) - 1, "last"),
        "(a slot for each)": Shortcut(lambda _: None, lambda o: 1, "slots"),
    }
    rows = {name: played(shortcut, TEST, name) for name, shortcut in shortcuts.items()}
    figures = {name: by_kind(asked) for name, asked in rows.items()}
    planned = load_suite(given.suite).plans[0].get("kinds", {})
    least = {kind: min(row.get(kind, (0.0, 0))[1] for row in figures.values()) for kind in planned}
    rare = tuple(kind for kind, number in least.items() if number < LEAST and kind not in BASE_KINDS)
    if rare:
        for name, shortcut in shortcuts.items():
            seeds = track(range(FURTHER, FURTHER + given.lives), "rare kinds", disable=not sys.stderr.isatty())
            further = by_kind([one for seed in seeds for one in live(given.suite, seed, shortcut, rare)])
            figures[name] |= {kind: further[kind] for kind in rare if kind in further}
    choice = {one.kind: len(one.options) for asked in rows.values() for one in asked if one.form is Form.OPTION}
    missed = 0
    print(f"{'kind':28}{'n':>6}" + "".join(f"{name:>28}" for name in figures) + f"{'bar':>10}")
    for kind in sorted({kind for row in figures.values() for kind in row}):
        number = max(row[kind][1] for row in figures.values() if kind in row)
        choice.setdefault("rule-keeping", 2)
        bar = 1 / choice[kind] + CHOICE_MARGIN if kind in choice else FREE_BAR
        cells = []
        for name, row in figures.items():
            value, count = row.get(kind, (float("nan"), 0))
            held = kind != "abstention" and count >= LEAST
            independent = count if kind in choice else count / 2  # contrast pairs are right together
            spread = (value * (1 - value) / independent) ** 0.5 if count else 0.0
            over = held and value - 1.645 * spread > bar and not name.startswith("(")
            missed += over
            cells.append(f"{value:27.3f}{'!' if over else ' '}")
        print(f"{kind:28}{number:6}" + "".join(cells) + f"{bar:10.2f}")
    auc = question_only_auc(fitted, rows["always abstains, letter A"])
    met = auc <= AUC_BAR and not missed
    print(f"\nanswerability from the question alone: AUC {auc:.3f}, bar {AUC_BAR}")
    print(f"{missed} figures above their bar by more than chance (one-sided, 5 %): {'met' if met else 'MISSED'}")
    return 0 if met else 1


def _longest(options: list[str]) -> int:
    return max(range(len(options)), key=lambda index: len(options[index]))


def _shortest(options: list[str]) -> int:
    return min(range(len(options)), key=lambda index: len(options[index]))


if __name__ == "__main__":
    sys.exit(main())
