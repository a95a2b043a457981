"""Follows one life of a run and prints it while it happens, for `regulars evaluate --watch`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from regulars.cli.escapes import escaped
from regulars.cli.run_commands.show import heading_of, lines_of
from regulars.evaluation.conversation import passages_so_far

if TYPE_CHECKING:
    from regulars.datasets.episode_record import EpisodeKey
    from regulars.datasets.record_parts.memory import RecallRecord
    from regulars.envs.life.life import Life


class Follower:
    """Prints the first life that it hears of, on standard error, and leaves the others alone.

    A passage is printed as soon as the next one begins, since its verdict and its feedback come later than its words.
    """

    def __init__(self) -> None:
        self._key: EpisodeKey | None = None
        self._printed: set[str] = set()
        self._heading = ""

    def __call__(self, key: EpisodeKey, life: Life, recalls: Sequence[RecallRecord]) -> None:
        """Prints what is new in a life.

        Args:
            key: The name of the episode.
            life: The life, after a step.
            recalls: The recall for each reply and probe so far.
        """
        if self._key is None:
            self._key = key
            self._say(f"watching {key}")
        if key != self._key:
            return
        found = passages_so_far(life, recalls)
        new = [passage for passage in found if passage.id not in self._printed]
        if life.ending is None and new and all(passage.session for passage in new):
            new = new[:-1]  # a question beside the conversation shows that its session is over
        new.sort(key=lambda passage: passage.time)
        for passage in new:
            for line in lines_of([passage], self._heading):
                self._say(line)
            self._heading = heading_of(passage)
            self._printed.add(passage.id)
        if new and life.ending is not None:
            self._say(f"\nthe life ended: {life.ending}; the run goes on")

    def _say(self, line: str) -> None:
        print(escaped(line, lines=True), file=sys.stderr, flush=True)
