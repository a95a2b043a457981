"""The same seeds give the same lives, verdicts and rewards as when the hashes beside this file were written.

    python tests/test_same_lives.py

rewrites `same_lives.json`. Do so only after a change that is meant to change lives, and say so in the changelog.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from regulars.envs.life.life import Life
from regulars.evaluation.play.curricula import EXAM, Curriculum, StreamUnit
from regulars.evaluation.play.episodes import Unit, play
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.play.streams import StreamPlayer
from regulars.evaluation.systems.systems import System, systems
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario
from regulars.seeding import content_hash

HASHES = Path(__file__).with_name("same_lives.json")
SYSTEMS = ("bm25-turn", "mem0-v3", "recency", "full-context")
LATE = ("recency", "full-context")
"""Systems whose few lives are played by the slow tests alone."""
SUITES = ("smoke", "core", "multi-user", "stream")
SEEDS = (0, 1)
FEEDBACK = "evaluative"

FEW: Mapping[str, tuple[str, ...]] = {
    "smoke": ("smoke-23/1", "smoke-23/4"),
    "core": ("core-22/2",),
    "multi-user": ("multi-user-22/1",),
    "stream": ("after-0/b1-exam-1", "b1-train-1"),
}
"""The episodes of each suite that every run of the tests plays."""

Wanted = Callable[[str], bool]


def hash_of(life: Life) -> str:
    """The hash of what was said, of the verdicts and of the rewards in an episode."""
    said = [(turn.time.isoformat(), turn.speaker, turn.text) for turn in life.transcript]
    judged = [
        (outcome.time.isoformat(), outcome.reply, verdict and (verdict.kind.name, verdict.score))
        for outcome in life.outcomes
        for verdict in (outcome.verdict,)
    ]
    rewards = [(note.seat, note.turn, list(note.terms.values())) for note in life.signals.reward_notes]
    return content_hash(json.dumps([said, judged, rewards]), 16)


def watched(name: str) -> tuple[System, list[Callable[[], Life]]]:
    """A system, and a list that gets a view of the running life for each assistant that the system makes."""
    plain = systems([name])[0]
    views: list[Callable[[], Life]] = []

    def make(life: Callable[[], Life]) -> Any:
        views.append(life)
        return plain.make(life)

    return replace(plain, make=make), views


@cache
def scenarios(suite: str, seed: int) -> list[tuple[str, Scenario]]:
    """The lives of a suite of single lives, with their names."""
    return load_suite(suite).named(seed)


@cache
def curriculum_of(suite: str, seed: int) -> Curriculum:
    """The episodes of a stream."""
    return Curriculum(load_suite(suite).grown(seed), seed, "on-policy", FEEDBACK)


def hashes_of(suite: str, seed: int, name: str, wanted: Wanted) -> dict[str, str]:
    """Plays the wanted episodes of a suite with one system. Gives a hash for each name of an episode."""
    system, views = watched(name)
    found = {}
    if not load_suite(suite).stream:
        for title, scenario in scenarios(suite, seed):
            if wanted(title):
                play(Unit(scenario, title, seed, system), Conditions({"feedback": FEEDBACK}))
                found[title] = hash_of(views[-1]())
        return found
    curriculum = curriculum_of(suite, seed)
    with TemporaryDirectory() as folder, closing(StreamPlayer(Conditions({"feedback": FEEDBACK}), Path(folder))) as one:
        for place, episode in enumerate(curriculum.episodes):
            if wanted(episode.name):
                one.play(StreamUnit(curriculum, place, load_suite(suite).label, system))
                # an exam is lived by a fork, in the environment that was made last
                found[episode.name] = hash_of(views[-1 if episode.half == EXAM else 0]())
    return found


def few(suite: str, seed: int, name: str) -> dict[str, str]:
    """A hash of each of the few episodes, with one system."""
    return hashes_of(suite, seed, name, lambda title: title in FEW[suite])


def whole(suite: str, seed: int) -> dict[str, str]:
    """One hash of all episodes, by system."""
    every = {name: hashes_of(suite, seed, name, lambda _: True) for name in SYSTEMS}
    return {name: content_hash(json.dumps(found), 16) for name, found in every.items()}


def _label(suite: str, seed: int) -> str:
    return f"{suite}, seed {seed}"


def _recorded(part: str, label: str) -> Any:
    return json.loads(HASHES.read_text(encoding="utf-8"))[part][label]


EVERY = [(suite, seed) for suite in SUITES for seed in SEEDS]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in LATE else name for name in SYSTEMS]
)
@pytest.mark.parametrize(("suite", "seed"), EVERY[:: len(SEEDS)])
def test_a_few_lives_of_a_suite_have_not_changed(suite, seed, name):
    assert few(suite, seed, name) == _recorded("few", _label(suite, seed))[name]


@pytest.mark.slow
@pytest.mark.parametrize(("suite", "seed"), EVERY)
def test_all_lives_of_a_suite_have_not_changed(suite, seed):
    assert whole(suite, seed) == _recorded("whole", _label(suite, seed))


def main() -> None:
    """Writes the hashes of this version."""
    hashes = {
        "few": {_label(*one): {name: few(*one, name) for name in SYSTEMS} for one in EVERY},
        "whole": {_label(*one): whole(*one) for one in EVERY},
    }
    HASHES.write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
