"""How much of a question's words its evidence holds: what search by words alone can live on.

Run: python benchmarks/question_overlap.py [--suite core --suite hard] [--lives 3] [--data locomo10.json]

For each question with evidence: the share of its content words (`regulars.memory.parts.text.words`) that stand in the
evidence turns, in the first alternative if there are several. Printed: mean and quartiles, over all questions, over
those in conversation and those beside it. A suite's lives are played without a memory, so that nothing is repaired.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import track

from regulars.datasets import read_any
from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import RegularsError
from regulars.evaluation.play.episodes import Unit, play
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import systems
from regulars.memory.parts.text.words import content_words
from regulars.scenarios.suites import suite_scenarios
from regulars.scenarios.world import Scenario

SUITES = ("core", "hard")


def overlap(question: str, evidence: Sequence[str]) -> float | None:
    """The share of a question's content words that its evidence holds; None if it has no content word.

    Example:
        >>> overlap("Which gym did I sign up with?", ["I finally signed up at a gym, Thrustlab."])
        0.5
    """
    asked = content_words(question)
    told = frozenset[str]().union(*map(content_words, evidence))
    return len(asked & told) / len(asked) if asked else None


def of_record(record: EpisodeRecord) -> Iterator[tuple[str, float]]:
    """Where each question of a played life was asked, `in conversation` or `beside it`, with its overlap."""
    texts = {turn.id: turn.text for turn in record.transcript}
    before = {turn.id: earlier.text for earlier, turn in zip(record.transcript, record.transcript[1:], strict=False)}
    for probe in record.probes:
        for outcome in probe.outcomes[:1]:
            if outcome.evidence and outcome.evidence[0]:
                question = outcome.question or before.get(outcome.turn, "")
                share = overlap(question, [texts[turn] for turn in outcome.evidence[0] if turn in texts])
                if share is not None:
                    yield "beside it" if outcome.question else "in conversation", share


def of_recorded(scenario: Scenario) -> Iterator[tuple[str, float]]:
    """The same of a conversation that others recorded, whose questions are all beside it."""
    texts = {turn.id: turn.text for session in scenario.sessions for turn in session.turns}
    for probe in scenario.probes:
        if probe.evidence and probe.evidence[0]:
            share = overlap(probe.question, [texts[turn] for turn in probe.evidence[0] if turn in texts])
            if share is not None:
                yield "beside it", share


def figures(shares: Sequence[float]) -> str:
    """Mean and quartiles, as printed."""
    low, middle, high = np.quantile(shares, (0.25, 0.5, 0.75))
    return f"{np.mean(shares):.2f}   {low:.2f} {middle:.2f} {high:.2f}   {len(shares):,} questions"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", action="append", help=f"suite or split; repeatable ({', '.join(SUITES)})")
    parser.add_argument("--lives", type=int, default=3, help="first lives of each suite (3)")
    parser.add_argument("--data", action="append", type=Path, default=[], help="recorded conversations; repeatable")
    given = parser.parse_args(arguments)
    if given.lives < 1:
        parser.error(f"--lives is {given.lives}: it is 1 or more")
    found: dict[str, list[tuple[str, float]]] = {}
    try:
        (system,) = systems(["none"], "scripted")[-1:]
        for name in dict.fromkeys(given.suite or SUITES):
            found[name] = []
            lives = list(suite_scenarios(name, 1))[: given.lives]
            for life, seed, scenario in track(lives, name, transient=True, console=Console(stderr=True)):
                found[name] += of_record(play(Unit(scenario, life, seed, system), Conditions({})))
        for path in given.data:
            found[path.stem] = [one for scenario in read_any(path) for one in of_recorded(scenario)]
    except RegularsError as error:
        print(error, file=sys.stderr)
        return 2
    wide = max(map(len, found))
    print(f"{'':{wide}}  {'asked':15}  mean   quartiles")
    for name, shares in found.items():
        for place in ("all", "in conversation", "beside it"):
            of_place = [share for where, share in shares if place in ("all", where)]
            if of_place and (place == "all" or len(of_place) < len(shares)):
                print(f"{name:{wide}}  {place:15}  {figures(of_place)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
