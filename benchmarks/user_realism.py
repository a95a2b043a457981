"""How much a simulated user is a person: consistent, recognisable, unlike others, and touched by what is done.

Run: python benchmarks/user_realism.py [--people 40] [--lives 8]
Printed, start value of the bars in brackets:
- consistency: disclosures that are true of the person's life when they are made [100%], sessions within its hours
  [100%];
- identifiability: traits told from a person's lines by the nearest centroid of plain features, leaving one out, with a
  95% bootstrap interval [above chance]. People differ in one trait at a time, with the two values
  in equal shares, so that chance is one half;
- diversity: distinct pairs of words, and pairs shared by halves of one person's lines against lines of two people;
- reaction: what assistants of different worth get to hear, trust at the end, sessions that people left [nobody hears
  more or is trusted more than the ideal listener, the fabricator is trusted least, the interrogator is left most];
- faults: episodes that failed, and how many of them by the simulator's fault [none].
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
from rich.progress import track

from regulars import Cast, life_v0, registry
from regulars.agents import roster
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.dialogue import ASSISTANT
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import Ending
from regulars.evaluation.systems.oracles import KnowingAssistant, told
from regulars.scenarios.generator import generate
from regulars.scenarios.language.packs import Language
from regulars.scenarios.time.constraints import is_free
from regulars.scenarios.world import Persona, Style
from regulars.seeding import SeedTree

assert roster.__name__
ENGLISH = Language.load("english")
SESSIONS = 6
TRAITS: dict[str, tuple[Callable[[Persona], Persona], Callable[[Persona], Persona]]] = {
    "patience": (lambda p: replace(p, patience=0.5), lambda p: replace(p, patience=1.8)),
    "candour": (lambda p: replace(p, candour=0.1), lambda p: replace(p, candour=0.9)),
    "style: length": (lambda p: replace(p, style=Style(length="short")), lambda p: replace(p, style=Style("long"))),
    "style: formality": (
        lambda p: replace(p, style=Style("long", "casual")),
        lambda p: replace(p, style=Style("long", "formal")),
    ),
}
"""Each trait with its two values."""

SEATS = ("ideal-listener", "scripted", "fabricator", "interrogator")


def live(seed: int, seat: str = "scripted", scenario: Any = None) -> tuple[Life, float]:
    """A life with one assistant, and its first person's trust at the end."""
    env = life_v0.raw_env(scenario=scenario or generate(seed, sessions=SESSIONS, personas=True), reward_to="nobody")
    made: dict[str, Callable[[], Any]] = {
        "ideal-listener": lambda: KnowingAssistant(lambda: env.life, ENGLISH, told),
        "scripted": lambda: ScriptedAssistant("bm25-turn"),
    }
    assistant = made[seat]() if seat in made else registry.build("assistant", seat)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=seed)
    cast.run()
    return env.life, cast.seats["user_0"].state.trust


def lines(life: Life) -> list[str]:
    return [turn.text for turn in life.transcript if turn.speaker != ASSISTANT]


def features(life: Life) -> list[float]:
    """Plain figures of what a person said and did."""
    said = lines(life)
    words = [word.strip(".,!?").lower() for line in said for word in line.split()]
    sentences = sum(line.count(".") + line.count("!") + line.count("?") for line in said)
    sessions = len(life.sessions)
    return [
        len(words) / len(said),
        sentences / len(said),
        len(said) / sessions,
        sum(s.ending == "left" for s in life.sessions) / sessions,
        len({t.fact for t in life.ledger.disclosures if t.how != "implied"}) / sessions,
        sum("'" in word for word in words) / len(words),
        sum(len(word) for word in words) / len(words),
        sum(line.endswith("!") for line in said) / len(said),
        sum(phrase in line for line in said for phrase in ENGLISH.lines("phrases", "impatience")) / len(said),
    ]


def identified(rows: Sequence[Sequence[float]], labels: Sequence[int]) -> list[bool]:
    """For each row whether the nearest centroid of all others is its label's, in units of their spread."""
    table, sides = np.asarray(rows), np.asarray(labels)
    found = []
    for place in range(len(table)):
        rest = np.arange(len(table)) != place
        spread = table[rest].std(axis=0)
        spread[spread == 0] = 1.0
        near = [np.abs((table[place] - table[rest & (sides == side)].mean(axis=0)) / spread).sum() for side in (0, 1)]
        found.append(bool(int(np.argmin(near)) == sides[place]))
    return found


def interval(hits: Sequence[bool]) -> tuple[float, float]:
    """Of a mean, by 2,000 bootstrap draws."""
    draws = np.random.Generator(np.random.PCG64(SeedTree(0).seed("interval") & 0xFFFFFFFF))
    means = draws.choice(np.asarray(hits, dtype=float), (2000, len(hits))).mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def recognise(trait: str, people: int) -> list[bool]:
    """For each of so many people: whether the first or second value of their trait is recognised.

    Patience is measured with an assistant that asks about everything.
    """
    rows, labels = [], []
    for seed in range(people):
        side = seed % 2
        base = replace(Persona(), patience=1.0)
        person = (f"P{seed}", TRAITS[trait][side](base))
        scenario = generate(seed, sessions=SESSIONS, people=[person])
        rows.append(features(live(seed, "interrogator" if trait == "patience" else "scripted", scenario)[0]))
        labels.append(side)
    return identified(rows, labels)


def pairs(said: Sequence[str]) -> list[tuple[str, str]]:
    words = [word.strip(".,!?").lower() for line in said for word in line.split()]
    return list(pairwise(words))


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Share of the pairs of words of either that both have."""
    ours, theirs = set(pairs(one)), set(pairs(other))
    return len(ours & theirs) / len(ours | theirs)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--lives", type=int, default=8)
    given = parser.parse_args()
    quiet = not sys.stderr.isatty()
    met: list[bool] = []

    def row(name: str, value: str, good: bool | None = None) -> None:
        if good is not None:
            met.append(good)
        print(f"{name:<58}{value:>22}   {'' if good is None else 'met' if good else 'NOT MET'}", flush=True)

    by_seat = {s: [live(seed, s) for seed in range(given.lives)] for s in track(SEATS, "seats", disable=quiet)}
    lived = [life for found in by_seat.values() for life, _ in found]
    true, disclosures, fits, sessions = 0, 0, 0, 0
    for life in lived:
        facts = {f.id: f for person in life.scenario.persons for f in person.facts}
        caused = {c.fact.id: c.fact for known in life.knowledge.values() for c in known.effects.values()}
        for disclosure in life.ledger.disclosures:
            fact = (facts | caused).get(disclosure.fact)
            if disclosure.fact and disclosure.how != "implied":
                disclosures += 1
                true += fact is not None and fact.since <= disclosure.time and fact.value.startswith(disclosure.value)
        for session in life.scenario.sessions:
            sessions += 1
            fits += is_free(life.scenario.person(session.person).persona, session.start, session.budget)
    row("disclosures true of the life [100%]", f"{true} of {disclosures}", true == disclosures)
    row("sessions within the person's hours [100%]", f"{fits} of {sessions}", fits == sessions)
    for trait in track(TRAITS, "traits", disable=quiet):
        hits = recognise(trait, given.people)
        low, high = interval(hits)
        row(f"{trait} told from lines [above .50]", f"{sum(hits) / len(hits):.2f} ({low:.2f}-{high:.2f})", low > 0.5)
    scripted = [lines(life) for life, _ in by_seat["scripted"]]
    every = [pair for said in scripted for pair in pairs(said)]
    own = float(np.mean([overlap(said[::2], said[1::2]) for said in scripted]))
    across = float(
        np.mean([overlap(a[::2], b[1::2]) for i, a in enumerate(scripted) for j, b in enumerate(scripted) if i != j])
    )
    row("distinct pairs of words", f"{len(set(every)) / len(every):.2f}")
    row("pairs shared within a person", f"{own:.3f}")
    row("pairs shared between persons [fewer]", f"{across:.3f}", across < own)
    heard, trust, left = {}, {}, {}
    for seat, found in by_seat.items():
        heard[seat] = float(np.mean([len(life.ledger.told) for life, _ in found]))
        trust[seat] = float(np.mean([end for _, end in found]))
        left[seat] = float(np.mean([sum(s.ending == "left" for s in life.sessions) for life, _ in found]))
        row(f"{seat}: facts heard, trust, sessions left", f"{heard[seat]:.1f}, {trust[seat]:.2f}, {left[seat]:.1f}")
    row("nobody is trusted more than the ideal listener", "", trust["ideal-listener"] == max(trust.values()))
    row("nobody hears more than the ideal listener", "", heard["ideal-listener"] == max(heard.values()))
    row("the fabricator is trusted least", "", min(trust, key=lambda seat: trust[seat]) == "fabricator")
    row("the interrogator is left most", "", max(left, key=lambda seat: left[seat]) == "interrogator")
    failed = [life for life in lived if life.ending is None or not life.ending.valid]
    ours = [life for life in failed if life.ending in (Ending.USER_ERROR, Ending.EVALUATOR_ERROR)]
    row("failed episodes, by the simulator's fault [0]", f"{len(failed)} of {len(lived)}, {len(ours)}", not ours)
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main())
