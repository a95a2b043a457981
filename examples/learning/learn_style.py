"""A learner finds out in `regulars:Style-v0` how a person wants replies to be, from feedback alone.

Run: python examples/learning/learn_style.py [--lives 24] [--sessions 34] [--plot docs/learn_style.svg]

Each life has one person with four hidden wishes about six style attributes, and halfway through the life two of the
wishes turn into their opposite. The learner chooses a setting of each attribute for every reply, by Thompson sampling
from its belief about the person (Thompson 1933). It starts over with each person and is told nothing but the feedback:
a rating of the whole reply, and under `diagnostic` and `instructive` words that name an attribute. The ideal observer
has the exact posterior over all sets of four wishes. The example prints compliance, the share of tested wishes that
replies keep, by the number of judged replies, with 95 % intervals over lives, and draws it. Each judged reply gets
feedback, except under `sealed`. It fails if a bar is missed. Seeds are fixed; a quiet core takes about a minute.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any, Protocol

import gymnasium
import numpy as np
from learning_figures import Figure, Stage, curves, difference, over_lives, shown
from numpy.typing import NDArray

from regulars.scenarios import Scenario, generate

ATTRIBUTES = {
    "emoji": ("none", "wanted"),
    "exclamation": ("none", "wanted"),
    "length": ("one_sentence", "at_least_three"),
    "offers": ("none", "wanted"),
    "praise": ("none", "wanted"),
    "sign_off": ("none", "wanted"),
}
"""The attributes and the two settings of each that wishes are about. Every reply keeps one of the two."""

NAMES = {
    "emoji": ("emoji",),
    "exclamation": ("exclamation",),
    "length": ("sentence",),
    "offers": ("offer", "help", "let me know", "ask for more"),
    "praise": ("praise", "encourage", "cheer", "great"),
    "sign_off": ("sign off", "signed off", "kind regards"),
}
"""Words by which a remark names an attribute."""

WISHES, TURNED = 4, 2
"""The number of a person's wishes, and how many of them turn halfway."""

FEEDBACK = ("sealed", "placebo:of=instructive", "evaluative", "diagnostic", "instructive")
INFORMATIVE = FEEDBACK[2:]
IDEAL = "ideal, {}"

FIRST_SEED = 1000
"""The constants below were not chosen on these lives."""

BAND = 10
"""The number of judged replies of one point of the curve."""

NOISE, CHANGE = 0.05, 0.01
"""The assumed share of misleading ratings, and the assumed probability before each reply that the wishes changed."""

PRIOR, RATING, REMARK, DISCOUNT = (2.0, 1.0), 2.0, 4.0, 0.95
"""The Thompson learner's counts for and against a setting at first, what a rating and a remark add, and the factor on
earlier feedback at each feedback."""

STEADY, SURE = 0.9, 0.8
"""Bars: compliance before the wishes turn and at the end, with words and with ratings alone."""

Array = NDArray[np.float64]
PLACES = np.arange(len(ATTRIBUTES))


class Learner(Protocol):
    """Chooses settings for one person."""

    def choose(self, draws: np.random.Generator) -> NDArray[np.intp]:
        """For each attribute 0 or 1, the place of a setting in `ATTRIBUTES`."""

    def learn(self, chosen: NDArray[np.intp], pleased: bool, named: list[int]) -> None:
        """Takes in feedback: on which settings, whether it pleased, and which attributes its words named."""


class ThompsonLearner:
    """A Beta belief for each setting that the person puts up with it.

    A reply pleases if the person puts up with all of its settings. After displeasure, each setting gets its share of
    the blame: the probability that the person minds it, given that at least one was minded (the noisy disjunction;
    Pearl 1988, section 4.3.2). Earlier evidence is discounted, so that the learner follows a change.
    """

    def __init__(self) -> None:
        self.counts = np.zeros((2, len(ATTRIBUTES), 2))  # for and against, attribute, setting

    def choose(self, draws: np.random.Generator) -> NDArray[np.intp]:
        """Draws from the belief, and takes the better setting of each attribute."""
        return draws.beta(PRIOR[0] + self.counts[0], PRIOR[1] + self.counts[1]).argmax(axis=1)

    def learn(self, chosen: NDArray[np.intp], pleased: bool, named: list[int]) -> None:
        """Words count for the attributes that they name, and a rating without words for all."""
        self.counts *= DISCOUNT
        if named:
            self.counts[0, named, 1 - chosen[named]] += REMARK
            self.counts[1, named, chosen[named]] += REMARK
        elif pleased:
            self.counts[0, PLACES, chosen] += RATING
        else:
            good, bad = self.counts[:, PLACES, chosen] + np.array(PRIOR)[:, None]
            minded = bad / (good + bad)
            some = 1.0 - np.prod(1.0 - minded)
            blame = minded * (1 - NOISE) / ((1 - NOISE) * some + NOISE * (1 - some))
            self.counts[1, PLACES, chosen] += RATING * blame


class IdealObserver:
    """The exact posterior over all sets of wishes, which are equally likely at first and after a change."""

    def __init__(self) -> None:
        self.sets = np.array(
            [
                [dict(zip(places, wanted, strict=True)).get(place, -1) for place in PLACES]
                for places in combinations(PLACES, WISHES)
                for wanted in product((0, 1), repeat=WISHES)
            ]
        )
        self.odds = np.full(len(self.sets), 1.0 / len(self.sets))

    def choose(self, draws: np.random.Generator) -> NDArray[np.intp]:
        """The settings of the most probable set, one of them if several are; other attributes are drawn."""
        best = self.sets[int(np.argmax(self.odds * (1.0 + 1e-9 * draws.random(len(self.odds)))))]
        return np.where(best < 0, draws.integers(2, size=len(best)), best)

    def learn(self, chosen: NDArray[np.intp], pleased: bool, named: list[int]) -> None:
        """Bayes' rule; first, the wishes may have changed."""
        odds = (1 - CHANGE) * self.odds + CHANGE / len(self.sets)
        keeps = ((self.sets == chosen) | (self.sets < 0)).all(axis=1)
        odds = odds * np.where(keeps == pleased, 1 - NOISE, NOISE)
        for place in named:
            odds = odds * np.where(self.sets[:, place] == 1 - chosen[place], 1 - NOISE, NOISE)
        self.odds = odds / odds.sum()


# ---------------------------------------------------------------------- lives


def person_of(seed: int, sessions: int) -> Scenario:
    """A life whose person has four wishes that are never told, two of which turn at the middle session."""
    draws = np.random.default_rng(seed)
    plain = generate(seed, sessions=sessions, probes_per_session=2, rules=1, phrasing="held_out", attributes="test")
    start, middle = (plain.sessions[number].start for number in (0, sessions // 2))
    model = replace(plain.persons[0].rules[0], since=start, until=None)
    never = type(model.shown)("never")
    rules = []
    for number, place in enumerate(draws.choice(len(ATTRIBUTES), WISHES, replace=False)):
        name = list(ATTRIBUTES)[place]
        settings = draws.permutation(ATTRIBUTES[name])
        rule = replace(model, id=f"wish{number}", kind=name, setting=str(settings[0]), shown=never)
        rules += [rule] if number >= TURNED else [
            replace(rule, until=middle), replace(rule, id=f"turned{number}", setting=str(settings[1]), since=middle)
        ]  # fmt: skip
    person = replace(plain.persons[0], rules=tuple(rules))
    unsaid = [replace(one, agenda=tuple(act for act in one.agenda if act.kind != "wish")) for one in plain.sessions]
    return replace(plain, persons=(person,), sessions=tuple(unsaid))


def named_in(remark: str) -> list[int]:
    """The places of the attributes that a remark names."""
    return [place for place, name in enumerate(ATTRIBUTES) if any(word in remark.lower() for word in NAMES[name])]


def lived(scenario: Scenario, feedback: str, learner: Learner, seed: int) -> tuple[list[float], list[float]]:
    """Plays a life. Returns the compliance of each judged reply, before and after the wishes turn."""
    made = gymnasium.make(
        "regulars:Style-v0", slots=len(ATTRIBUTES), attributes=tuple(ATTRIBUTES), scenario=scenario, feedback=feedback
    )
    env: Any = made.unwrapped
    places = np.array([[1 + env.settings.index(f"{name}.{one}") for one in two] for name, two in ATTRIBUTES.items()])
    draws = np.random.default_rng(seed)
    given: dict[str, NDArray[np.intp]] = {}
    env.reset(seed=seed)
    over = False
    while not over:
        chosen = learner.choose(draws)
        given[env.aec.observe("assistant_0")["reply_id"]] = chosen
        _, reward, terminated, truncated, _ = env.step(places[PLACES, chosen])
        seen, over = env.aec.observe("assistant_0"), terminated or truncated
        if seen["rated"] and reward and seen["about"] in given:
            learner.learn(given[seen["about"]], reward > 0.0, named_in(seen["remark"]))
    found: tuple[list[float], list[float]] = ([], [])
    middle = len(scenario.sessions) // 2 + 1
    for note in env.aec.life.conduct:
        session = int(note.turn[1 : note.turn.index(".")])
        found[session >= middle].append(len(note.kept) / (len(note.kept) + len(note.broken)))
    return found


def curve(lives: list[tuple[list[float], list[float]]]) -> tuple[list[Stage], list[list[float]]]:
    """Compliance by judged replies, those after the turn counted on from it; and of each life at the four ends.

    The ends are the first and the last band before the turn, and the first and the last band after it.
    """
    sizes = [min(len(life[half]) for life in lives) // BAND for half in (0, 1)]
    stages, ends = [], []
    for half, bands in enumerate(sizes):
        for band in range(bands):
            columns = [float(np.mean(life[half][band * BAND : (band + 1) * BAND])) for life in lives]
            stages.append(((half * sizes[0] + band + 0.5) * BAND, over_lives(columns)))
            if band in (0, bands - 1):
                ends.append(columns)
    return stages, ends


def report(feedback: str, ends: list[list[float]]) -> None:
    """Prints a line of the table."""
    print(f"{feedback:32}" + "".join(f"{shown(over_lives(end)):>20}" for end in ends), flush=True)


def missed(found: dict[str, list[list[float]]]) -> list[str]:
    """The bars that are missed."""
    bars = []
    for feedback, ends in found.items():
        gained: Figure = difference(ends[1], ends[0])
        regained: Figure = difference(ends[3], ends[2])
        if feedback in FEEDBACK and feedback not in INFORMATIVE:
            flat = gained[1] <= 0.0 <= gained[2]
            bars += [] if flat else [f"{feedback}: compliance changes by {shown(gained)}"]
            continue
        bar = SURE if "evaluative" in feedback else STEADY
        reached = min(float(np.mean(ends[at])) for at in (1, 3))
        bars += [f"{feedback}: reaches {reached:.2f}, bar {bar}"] if reached < bar else []
        bars += [f"{feedback}: gains {shown(one)}" for one in (gained, regained) if one[1] <= 0.0]
    return bars


def main() -> int:
    """Plays, prints and draws. Returns 0 if the bars are met."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=24, help="the number of people")
    parser.add_argument("--sessions", type=int, default=34, help="the sessions of each")
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first seed")
    parser.add_argument("--plot", type=Path, help="the SVG file to write")
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.lives)
    people = [person_of(seed, given.sessions) for seed in seeds]
    rows = [(name, name, ThompsonLearner) for name in FEEDBACK]
    rows += [(IDEAL.format(name), name, IdealObserver) for name in INFORMATIVE]
    titles = ("first 10 replies", "last 10 before", "first 10 after", "last 10")
    print(f"{'compliance':32}" + "".join(f"{title:>20}" for title in titles))
    lines: dict[str, list[Stage]] = {}
    found: dict[str, list[list[float]]] = {}
    for name, feedback, learner in rows:
        lives = [lived(person, feedback, learner(), seed) for person, seed in zip(people, seeds, strict=True)]
        lines[name], found[name] = curve(lives)
        turn = min(len(before) for before, _ in lives) // BAND * BAND
        report(name, found[name])
    bars = missed(found)
    print("\n".join(f"MISSED: {bar}" for bar in bars) or "bars met")
    if given.plot is not None:
        words = ("Learning a person's wishes from feedback", "judged replies, with feedback on each", "compliance")
        given.plot.write_text(curves(*words, lines, mark=(turn, "two wishes turn")), "utf-8")
    return 1 if bars else 0


if __name__ == "__main__":
    sys.exit(main())
