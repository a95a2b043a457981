"""Writes groups of comparable rollouts with their rewards, for group-relative policy optimisation (GRPO).

The advantage of a rollout is its reward minus the mean of its group, divided by the group's standard deviation
(DeepSeekMath, arXiv 2402.03300, section 4.1.1, with the population's deviation); 0 if all rewards are equal.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from pathlib import Path
from statistics import fmean, pstdev
from typing import Any, ClassVar

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.export.output import ExportCounts, write_lines
from regulars.datasets.export.replies import message_of, replies_of
from regulars.datasets.export.source import ExportSource
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError, DataError, did_you_mean

LEVELS = ("episode", "reply")
DIGITS = 9


@dataclass(frozen=True, slots=True)
class GroupExport:
    """The format `groups`: one group a line.

    Attributes:
        level: `episode` groups whole episodes of the same life, one for each system; `reply` groups the replies of
            systems to the same line after the same session so far, where one of them was rewarded.
    """

    level: str = "episode"

    drops: ClassVar[tuple[str, ...]] = (
        "out-of-band questions",
        "gold answers and evidence",
        "verdicts",
        "feedback",
        "operations of the memory",
        "the ledger",
        "standing rules",
        "clock times of turns",
    )

    def __post_init__(self) -> None:
        if self.level not in LEVELS:
            raise ConfigurationError(
                f"unknown level {self.level!r}", where="groups", remedy=did_you_mean(self.level, LEVELS)
            )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes the groups of a run as JSON lines.

        Raises:
            DataError: The source is no run, or no two of its rollouts can be compared.
        """
        written = ExportCounts()
        write_lines(out, self._rows(source, written))
        return written

    def _rows(self, source: ExportSource, written: ExportCounts) -> Iterator[dict[str, Any]]:
        for records in source.groups():
            rows = _of_replies(records) if self.level == "reply" else _of_episodes(records)
            for row in rows:
                if len(row["rewards"]) < 2:
                    written.left_out["rollouts without another to compare with"] += 1
                    continue
                written.wrote["groups"] += 1
                written.wrote["rollouts"] += len(row["rewards"])
                yield row
        if not written.wrote:
            raise DataError(
                "no two rollouts can be compared",
                where=str(source.path),
                expected="a run with two or more systems in the same lives",
                remedy="evaluate several systems in one run: --memory A,B",
            )


def _of_episodes(records: Sequence[EpisodeRecord]) -> Iterator[dict[str, Any]]:
    terms = [_summed([note.terms for note in record.rewards if note.seat == ASSISTANT]) for record in records]
    yield {
        "scenario": records[0].key.scenario,
        "seed": records[0].key.seed,
        "systems": [record.key.system for record in records],
        "rollouts": [_rollout(record) for record in records],
        **_rewarded(terms),
    }


def _rollout(record: EpisodeRecord) -> list[dict[str, Any]]:
    """The sessions of an episode: messages, masks, and the terms of each reply's reward."""
    terms = {note.turn: dict(note.terms) for note in record.rewards if note.seat == ASSISTANT}
    return [
        {
            "session": session.number,
            "messages": [message_of(turn.speaker, turn.text) for turn in turns],
            "mask": [int(turn.speaker == ASSISTANT) for turn in turns],
            "terms": [terms.get(turn.id, {}) for turn in turns],
        }
        for session in record.sessions
        if (turns := [turn for turn in record.transcript if turn.session == session.number])
    ]


def _of_replies(records: Sequence[EpisodeRecord]) -> Iterator[dict[str, Any]]:
    groups: dict[str, list[tuple[str, Any]]] = {}
    for record in records:
        for reply in replies_of(record):
            key = json.dumps([reply.session, reply.person, reply.said])
            groups.setdefault(key, []).append((record.key.system, reply))
    for members in groups.values():
        replies = [reply for _, reply in members]
        if not any(reply.terms for reply in replies):
            continue  # nothing was asked; a wrong answer beside a right one has no terms, and counts as 0
        yield {
            "scenario": records[0].key.scenario,
            "seed": records[0].key.seed,
            "prompt": list(replies[0].said),
            "systems": [system for system, _ in members],
            "memories": [reply.memory["content"] if reply.memory else "" for reply in replies],
            "completions": [[{"role": "assistant", "content": reply.text}] for reply in replies],
            **_rewarded([dict(reply.terms or {}) for reply in replies]),
        }


def _summed(notes: Sequence[Any]) -> dict[str, float]:
    names = dict.fromkeys(name for terms in notes for name in terms)
    return {name: round(fsum(terms.get(name, 0.0) for terms in notes), DIGITS) for name in names}


def _rewarded(terms: Sequence[dict[str, float]]) -> dict[str, Any]:
    rewards = [round(fsum(one.values()), DIGITS) for one in terms]
    mean, deviation = fmean(rewards), pstdev(rewards)
    advantages = [round((reward - mean) / deviation, DIGITS) if deviation else 0.0 for reward in rewards]
    return {"terms": list(terms), "rewards": rewards, "advantages": advantages}
