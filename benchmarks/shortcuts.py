"""What can be won without a memory, and by listening without remembering who said what.

Run: python benchmarks/shortcuts.py [--suite core --suite hard] [--lives 24]
Each column is a policy; the rows are its accuracy by kind of probe, in lives that it was not fitted on. A listener that
keeps the last value of each domain plays the lives, and every policy answers the same questions beside it. The choices
left to the assistant are made by `favourite`, which prefers the same value in every life and later names it.

Policies without memory see the question alone. Their bar is chance and five points. Three policies listen: `last value`
answers with the last value of the domain that anybody named, `most said` takes the option whose own words were said
most often, `newest` the option whose value came up last for the first time. The bars of the first two are .45 over all,
and chance and ten points.

Contrast pairs are scored together: both right or nothing. The chance of a question with options is the share of right
ones, that of a rule the share of the settings which it could have had that the reply keeps, as in the rewards, and that
of a free answer nothing. A single question without an answer counts as an
abstention, whatever was planned. A figure over its bar is marked `!` if a one-sided test over lives says so, at 5 % for
all figures of a table together. The last lines of a suite are the areas under the curve of classifiers that guess
whether a question has an answer, over all forms of which some have none; at .5 they know nothing. Brackets hold a
95 % bootstrap interval over lives, and a bar within it is said to be so. The first classifier sees the words of the
question (bar .55), the second also its band and the tenth of the sessions in which it is asked (bar .6), the third the
attribute and the form, which no seat is shown (bar .6). The fourth remembers the questions, if nothing else: the band,
and how often the attribute was asked about before (bar .6).
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from rich.progress import track
from shortcut_policies import CHOOSES, LISTENERS, Asked, Earliness, Heard, Policy, memoryless

from regulars import Cast, Reply, life_v0
from regulars.dialogue import Phase, VerdictKind
from regulars.envs.life.conduct import chance_of_keeping, judged_rules
from regulars.envs.life.state import LifeState
from regulars.evaluation.figures.contrast_pairs import both_right
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.verdict import find_verdict
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.options import BASE_KINDS
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Probe, Scenario

CHANCE_MARGIN, LISTENING_MARGIN = 0.05, 0.10
OVERALL_BAR, ANCHOR_BAR = 0.45, 0.02
BARRED_OVERALL = ("core", "hard")
"""Suites of which the last value of the domain must not win more than `OVERALL_BAR`."""

TRAINING, TEST, FURTHER = 0, 10_000, 20_000
"""First seeds of the lives that are fitted on, of those that are measured, and of more for rarely asked kinds."""

LEAST, ENOUGH = 40, 200
"""Probes of a kind below which its figure is not held against a bar, and below which it is asked in further lives."""

MOST_BEFORE = 6
"""Larger numbers of earlier questions about an attribute count as this one."""

LEVEL = 0.05
"""Level of the one-sided tests of a table together (Bonferroni)."""

RESAMPLES = 400
"""Number of bootstrap samples of lives."""

OPEN_FORMS = (Form.VALUE, Form.SET, Form.COUNT, Form.SUM, Form.DURATION, Form.ORDER)
"""Forms of which a question may have no answer."""


# ---------------------------------------------------------------- lives


@dataclass(slots=True)
class Outcome:
    """One probe: what it was, and which policies were right."""

    id: str
    life: str
    kind: str
    form: Form
    attribute: str
    contrast: str
    anchor: bool
    words: str
    when: str
    before: str
    answerable: bool
    gold: tuple[str, ...]
    chance: float
    right: dict[str, bool]


@dataclass(slots=True)
class Player:
    """Plays the assistant by the last value of each domain, while all policies answer beside it."""

    policies: Mapping[str, Policy]
    language: Language
    heard: Heard = field(default_factory=Heard)
    asked: Asked | None = None
    replies: dict[str, Reply] = field(default_factory=dict)
    branches: bool = True

    def act(self, observation: dict[str, Any]) -> Reply:
        """The reply of the listener; an own choice is heard like any other value."""
        message = observation["message"]
        if observation["phase"] == Phase.CLOSING:
            self.heard.listen(self.language, message)
            return Reply("")
        self.asked = asked = Asked.read(self.language, message)
        self.replies = {name: policy(asked, self.heard) for name, policy in self.policies.items()}
        if observation["phase"] != Phase.PROBE:
            self.heard.listen(self.language, message)
            if asked.options and asked.attribute:
                chosen = self.replies.get(CHOOSES, self.replies["last value"])
                self.heard.values[asked.attribute].append(str(chosen.answer))
                return chosen
        if asked.options or asked.attribute:
            return self.replies["last value"]
        return Reply("I see.")


def live(scenario: Scenario, seed: int, policies: Mapping[str, Policy]) -> list[Outcome]:
    """What became of the probes of a life under every policy."""
    player = Player({**policies, **LISTENERS}, Language.load(scenario.language))
    cast = Cast(life_v0.raw_env(scenario=scenario, probes="fork", reward_to="nobody"), assistant=player)
    env = cast.env
    cast.reset(seed=seed)
    found: dict[str, Outcome] = {}
    before = Counter[tuple[str, str]]()
    while env.ending is None:
        agent = env.agent_selection
        pending = env.life.pending
        action = cast[agent](env.observe(agent))
        if agent == "assistant_0" and pending is not None and pending.probe is not None and pending.attempt == 1:
            key, probe = pending.expectation, pending.probe
            if key is not None and player.asked is not None:
                verdicts = {reply: _is_right(reply, key) for reply in set(player.replies.values())}
                right = {name: verdicts[reply] for name, reply in player.replies.items()}
                found[probe.id] = Outcome(
                    probe.id, scenario.id, str(probe.kind), Form(probe.form), probe.attribute, probe.contrast,
                    probe.anchor, player.asked.message, _when(probe, scenario),
                    f"{probe.band} {min(MOST_BEFORE, before[probe.owner, probe.attribute])}", key.answerable, key.gold,
                    _chance(key, player.asked, env.life, probe, action), right,
                )  # fmt: skip
            before[probe.owner, probe.attribute] += 1
        env.step(action)
    for outcome in env.life.outcomes:
        if outcome.probe.form is Form.MANNER and outcome.probe.id in found and outcome.verdict is not None:
            kept = outcome.verdict.kind is VerdictKind.CORRECT
            found[outcome.probe.id].right = dict.fromkeys(player.policies, kept)
    return list(found.values())


def _when(probe: Probe, scenario: Scenario) -> str:
    """Whether a question is asked in the conversation, and in which tenth of the sessions."""
    past = sum(session.start <= probe.time for session in scenario.sessions)
    return f"{probe.band} {10 * past // (len(scenario.sessions) + 1)}"


def _is_right(reply: Reply, key: Expectation) -> bool:
    if key.form == Form.MANNER:
        return False
    return find_verdict(reply.text, reply.answer, key).kind is VerdictKind.CORRECT


def _chance(key: Expectation, asked: Asked, life: LifeState, probe: Probe, reply: Reply) -> float:
    """The chance of a guess; of a rule, the chance that the listener's reply keeps it."""
    if key.form == Form.MANNER:
        person, (_, around) = life.persons[probe.owner], judged_rules(life)
        rule = next(one for one in person.rules if f"{one.kind}:{one.setting}" == key.category)
        return chance_of_keeping(person, rule, reply.text, around or Occasion())
    if key.form == Form.OPTION:
        return len(key.gold) / len(key.options)
    return len(key.gold) / len(asked.options) if key.form == Form.ANY and asked.options else 0.0


def lives(suite: str, seed: int, only: tuple[str, ...] = ()) -> Iterator[Scenario]:
    """The suite's lives of a seed; with `only`, no other kinds of their own are asked."""
    if not only:
        yield from load_suite(suite).generate(seed)
        return
    base = {str(kind): weight for kind, weight in BASE_KINDS.items()}
    for arguments in load_suite(suite).scenarios(seed):
        yield generate(**{**arguments, "special": 1.0, "kinds": base | dict.fromkeys(only, 1.0)})


# ---------------------------------------------------------------- figures


Scores = list[tuple[str, bool]]
"""Whether each probe of a kind was answered right, with its life."""


def by_kind(outcomes: Sequence[Outcome], policy: str) -> dict[str, Scores]:
    """What a policy got right by kind.

    A contrast pair counts once for each probe, unless one of the two is missing. A single question without an answer
    counts as an abstention, whatever was planned.
    """
    right = {one.id: one.right[policy] for one in outcomes}
    pairs = both_right(right, {one.id: one.contrast for one in outcomes if one.contrast})
    found: dict[str, Scores] = defaultdict(list)
    for one in outcomes:
        kind, scored = one.kind, right[one.id]
        if one.contrast:
            both = pairs[min(one.id, one.contrast), max(one.id, one.contrast)]
            if both is None:
                continue
            scored = both
        elif not one.answerable:
            kind = "abstention"
        found[kind].append((one.life, scored))
    return found


def share(scores: Scores) -> float:
    """The share of right ones."""
    return sum(right for _, right in scores) / len(scores) if scores else float("nan")


def over_bar(scores: Scores, bar: float, tests: int) -> bool:
    """Whether a share is above its bar by more than chance, as one of so many tests.

    The standard error is over lives, since the questions of a life rest on the same values and rules.
    """
    if len(scores) < LEAST:
        return False
    mean, deviations = share(scores), defaultdict[str, float](float)
    for life, right in scores:
        deviations[life] += right - mean
    error = sum(one * one for one in deviations.values()) ** 0.5 / len(scores)
    return mean - NormalDist().inv_cdf(1 - LEVEL / tests) * error > bar


class Area(NamedTuple):
    """An area under the curve and its 95 % interval."""

    mean: float
    low: float
    high: float


def question_only_auc(
    train: list[Outcome],
    test: list[Outcome],
    marks: Callable[[Outcome], set[str]],
    rounds: int = 400,
    shrink: float = 1e-3,
) -> Area:
    """Area under the curve of logistic regression on marks of a question, fitted and measured on other lives."""
    train, test = ([one for one in some if one.form in OPEN_FORMS] for some in (train, test))
    places = {word: place for place, word in enumerate(sorted({w for one in train for w in marks(one)}))}

    def matrix(rows: list[Outcome]) -> np.ndarray:
        made = np.zeros((len(rows), len(places)))
        for row, one in enumerate(rows):
            made[row, [places[word] for word in marks(one) if word in places]] = 1.0
        return made

    labels = np.array([float(one.answerable) for one in train])
    truth = np.array([float(one.answerable) for one in test])
    seen, weights, bias = matrix(train), np.zeros(len(places)), 0.0
    for _ in range(rounds):
        error = 1 / (1 + np.exp(-(seen @ weights + bias))) - labels
        weights -= 2.0 * (seen.T @ error / len(labels) + shrink * weights)
        bias -= 2.0 * error.mean()
    return _area(matrix(test) @ weights, truth, [one.life for one in test])


def _area(scores: np.ndarray, truth: np.ndarray, lives: Sequence[str]) -> Area:
    """The area under the curve, with its bootstrap interval over lives."""
    of_life: dict[str, list[int]] = defaultdict(list)
    for place, life in enumerate(lives):
        of_life[life].append(place)
    rows, generator = list(map(np.array, of_life.values())), np.random.default_rng(0)
    areas = [_area_of(scores, truth)]
    for _ in range(RESAMPLES):
        drawn = np.concatenate([rows[at] for at in generator.integers(len(rows), size=len(rows))])
        areas.append(_area_of(scores[drawn], truth[drawn]))
    low, high = np.nanpercentile(areas[1:], (2.5, 97.5))
    return Area(areas[0], float(low), float(high))


def _area_of(scores: np.ndarray, truth: np.ndarray) -> float:
    """The area under the curve; a tie counts one half."""
    _, places, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[places]
    positive = truth.sum()
    pairs = positive * (len(truth) - positive)
    return float((ranks[truth == 1].sum() - positive * (positive + 1) / 2) / pairs) if pairs else float("nan")


def _bag(one: Outcome) -> set[str]:
    return set(re.findall(r"\w+", one.words.lower()))


def _dated_bag(one: Outcome) -> set[str]:
    return {*_bag(one), one.when}


def _subject(one: Outcome) -> set[str]:
    return {f"{one.attribute} {one.form.value}", one.form.value}


def _before(one: Outcome) -> set[str]:
    return {one.before}


CLUES: Mapping[str, tuple[Callable[[Outcome], set[str]], float]] = {
    "its words": (_bag, 0.55),
    "its words and when it is asked": (_dated_bag, 0.6),
    "its attribute and form": (_subject, 0.6),
    "its band and how often it was asked about before": (_before, 0.6),
}
"""What a classifier sees of a question, how it is marked, and the most that its area under the curve may be."""


def frequent(outcomes: Sequence[Outcome]) -> dict[str, str]:
    """By attribute the answer that was right most often."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one in outcomes:
        if one.answerable and one.form is not Form.OPTION and one.gold:
            counts[one.attribute]["|".join(one.gold)] += 1
    return {attribute: count.most_common(1)[0][0] for attribute, count in counts.items()}


# ---------------------------------------------------------------- the table


def report(
    suite: str,
    outcomes: list[Outcome],
    further: list[Outcome],
    rare: Collection[str],
    areas: Mapping[str, Area],
    policies: Sequence[str],
) -> int:
    """Prints a suite's table and returns the number of figures above their bars."""
    names = [*policies, *LISTENERS]
    figures = {name: by_kind(outcomes, name) for name in names}
    for name in names:
        for kind, found in by_kind([one for one in further if one.kind in rare], name).items():
            figures[name].setdefault(kind, []).extend(found)
    tests, missed = len(names) * len(figures[names[0]]), 0
    print(f"\n{suite}\n{'kind':27}{'n':>6}{'chance':>8}" + "".join(f"{name:>12}" for name in names))
    for kind in sorted(figures[names[0]]):
        chances = [one.chance for one in (*outcomes, *further) if one.kind == kind]
        chance = float(np.mean(chances)) if chances else 0.0
        cells = []
        for name in names:
            found = figures[name][kind]
            bar = chance + (CHANCE_MARGIN if name in policies else LISTENING_MARGIN)
            held = kind != "abstention" and (name in policies or (name == "most said" and chance > 0))
            over = held and over_bar(found, bar, tests)
            missed += over
            cells.append(f"{share(found):11.3f}{'!' if over else ' '}")
        print(f"{kind:27}{len(figures[names[0]][kind]):6}{chance:8.2f}" + "".join(cells))
    anchors = [one for one in outcomes if one.anchor]
    total = {name: [one for found in by_kind(outcomes, name).values() for one in found] for name in names}
    anchored = {name: [("", one.right[name]) for one in anchors] for name in names}
    bars = {"over all": ("last value", OVERALL_BAR if suite in BARRED_OVERALL else 1.0)}
    bars["anchors"] = (names[0], ANCHOR_BAR)
    for label, scores in (("over all", total), ("anchors", anchored)):
        barred, bar = bars[label]
        over = share(scores[barred]) > bar
        missed += over
        cells = [f"{share(scores[name]):11.3f}{'!' if over and name == barred else ' '}" for name in names]
        print(f"{label:27}{len(scores[barred]):6}{'':8}" + "".join(cells))
    for clue, area in areas.items():
        bar = CLUES[clue][1]
        over = area.mean > bar
        missed += over
        print(
            f"whether a question has an answer, from {clue}: AUC {area.mean:.3f} [{area.low:.3f}, {area.high:.3f}], "
            f"bar {bar}{'!' if over else ''}{' (within the interval)' if area.low <= bar <= area.high else ''}"
        )
    return missed


def measured(suite: str, number: int) -> int:
    """Fits and measures the policies on a suite."""
    earliness = Earliness()

    def played(policies: Mapping[str, Policy], first: int, label: str, only: tuple[str, ...] = ()) -> list[Outcome]:
        seeds = track(range(first, first + number), f"{suite}: {label}", disable=not sys.stderr.isatty())
        return [one for seed in seeds for life in lives(suite, seed, only) for one in live(life, seed, policies)]

    for seed in range(TRAINING, TRAINING + number):
        for scenario in lives(suite, seed):
            earliness.fit(scenario)
    fitted = played({}, TRAINING, "fitting")
    policies = memoryless(frequent(fitted), earliness)
    outcomes = played(policies, TEST, "measuring")
    plans = load_suite(suite).plans
    planned = plans[0].get("kinds", {}) if plans else {}
    counts = Counter(one.kind for one in outcomes)
    rare = tuple(str(kind) for kind in planned if counts[str(kind)] < ENOUGH and kind not in BASE_KINDS)
    further = played(policies, FURTHER, "rare kinds", rare) if rare else []
    areas = {clue: question_only_auc(fitted, outcomes, marks) for clue, (marks, _) in CLUES.items()}
    return report(suite, outcomes, further, rare, areas, list(policies))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", action="append", help="a suite, as often as wanted; core by default")
    parser.add_argument("--lives", type=int, default=24, help="seeds of the suite to fit on, and as many to measure on")
    given = parser.parse_args()
    missed = sum(measured(suite, given.lives) for suite in given.suite or ["core"])
    print(f"\n{missed} figures above their bars: {'met' if not missed else 'MISSED'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
