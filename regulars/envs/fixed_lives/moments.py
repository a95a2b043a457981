"""Lets the fixed reader read a fixed life as it stood at a step.

The reader reads a `Life`: what was said, what was told, and what is open. A fixed life was played before, so all but
the assistant's own words is known. `EpisodeReader` holds a life in which those of an episode stand, and brings it to
the step at which the reader is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from regulars.dialogue import Phase, Reply, Turn
from regulars.envs.ledger import Disclosure, Ledger
from regulars.envs.life.clock import Clock
from regulars.envs.life.exchange import Exchange, ProbeAside, RoundStage
from regulars.envs.life.life import Life
from regulars.envs.life.sessions import RunningSession
from regulars.envs.reading.fixed_reader import FixedReader


@dataclass(frozen=True, slots=True)
class LifeMoment:
    """What of a life is true at one step.

    Attributes:
        stage: Who acts next.
        phase: The phase of the session.
        exchange: The line to the assistant, and what it asks.
        aside: The question outside the conversation; None for none.
        running: The session; None between sessions.
        clock: The time.
        told: The number of disclosures so far.
        said: The turns of acts without a value so far, by act.
    """

    stage: RoundStage
    phase: Phase
    exchange: Exchange
    aside: ProbeAside | None
    running: RunningSession | None
    clock: Clock
    told: int
    said: dict[str, str]

    @classmethod
    def of(cls, life: Life, before: LifeMoment | None) -> LifeMoment:
        """The present moment of a life.

        Args:
            life: The life.
            before: The moment before, with which it shares what is the same; None for none.
        """
        said = before.said if before is not None and before.said == life.ledger.said else dict(life.ledger.said)
        return cls(
            life.stage, life.phase, copy(life.exchange), copy(life.aside), life.running, copy(life.clock),
            len(life.ledger.disclosures), said,
        )  # fmt: skip


class EpisodeReader:
    """The fixed reader in episodes of fixed lives."""

    def __init__(self) -> None:
        self._reader = FixedReader(lambda: self._life)
        self._life: Life
        self._told: list[Disclosure] = []

    def begin(self, played: Life, seed: int, transcript: list[Turn]) -> None:
        """Starts an episode.

        Args:
            played: The life at its end, with other words of the assistant.
            seed: The seed of the assistant's seat.
            transcript: The turns of the episode, which the caller goes on with.
        """
        life = self._life = copy(played)
        life.equip(played.ontology, played.language)
        life.transcript, life.ledger = transcript, Ledger()
        self._told = played.ledger.disclosures
        self._reader.use_language(life.language)
        self._reader.begin(life.episode_id, seed)

    def answer(self, moment: LifeMoment, seen: dict[str, Any], lines: Sequence[str], sources: Sequence[str]) -> Reply:
        """What the reader replies at a moment. Moments follow each other. See `FixedReader.answer`."""
        life, ledger = self._life, self._life.ledger
        life.stage, life.phase, life.clock = moment.stage, moment.phase, moment.clock
        life.exchange, life.aside, life.running = moment.exchange, moment.aside, moment.running
        for disclosure in self._told[len(ledger.disclosures) : moment.told]:
            ledger.enter(disclosure)
        ledger.said = moment.said
        return self._reader.answer(seen, lines, sources)

    def rests_on(self) -> frozenset[str] | None:
        """The lines on which the last answer rests. See `FixedReader.rests_on`."""
        return self._reader.rests_on()
