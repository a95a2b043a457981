"""Writes pairs of replies to the same line, of which people liked one better, for preference optimisation.

Only feedback that people showed counts; verdicts stay hidden. Pairs come from two places:

- `repair`: a person asked again after a reply, and rated the second answer better. It counts where the first prompt
  holds the evidence of the answer, so that nothing is learned that the prompt cannot tell;
- `systems`: two systems answered the same line after the same session so far in the same life.

The prompt of a pair is that of the rejected reply for `repair`, and that of the chosen one for `systems`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any, ClassVar

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.export.output import ExportCounts, write_lines
from regulars.datasets.export.replies import ReplyInContext, replies_of
from regulars.datasets.export.source import ExportSource
from regulars.dialogue import Feedback, FeedbackAction
from regulars.errors import ConfigurationError, DataError

_SIGNS = {FeedbackAction.LIKE: 1, FeedbackAction.COPY: 1, FeedbackAction.NONE: 0, FeedbackAction.DISLIKE: -1}


@dataclass(frozen=True, slots=True)
class PreferenceExport:
    """The format `preferences`: one pair a line, with `prompt`, `chosen` and `rejected` as messages.

    Attributes:
        margin: The least difference of satisfaction between replies with the same action, 0 to 10.
    """

    margin: float = 2.0

    drops: ClassVar[tuple[str, ...]] = (
        "out-of-band questions",
        "gold answers and evidence",
        "verdicts",
        "rewards",
        "operations of the memory",
        "the ledger",
        "standing rules",
        "clock times of turns",
    )

    def __post_init__(self) -> None:
        if not 0 <= self.margin <= 10:
            raise ConfigurationError(f"margin is {self.margin}", where="preferences", expected="a number from 0 to 10")

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes the pairs of a run as JSON lines.

        Raises:
            DataError: The source is no run, or its feedback prefers no reply to another.
        """
        written = ExportCounts()
        write_lines(out, self._rows(source, written))
        return written

    def _rows(self, source: ExportSource, written: ExportCounts) -> Iterator[dict[str, Any]]:
        for records in source.groups():
            rated = [[reply for reply in replies_of(record) if reply.feedback is not None] for record in records]
            for record, replies in zip(records, rated, strict=True):
                for first, second in _repeated(replies):
                    if self._prefers(second.feedback, first.feedback) and not first.grounded:
                        written.left_out["repairs whose prompt lacks the evidence"] += 1
                    elif self._prefers(second.feedback, first.feedback):
                        written.wrote["pairs from repairs"] += 1
                        yield _pair("repair", first.prompt, (record, second), (record, first))
            for chosen, rejected in self._between(records, rated):
                written.wrote["pairs of systems"] += 1
                yield _pair("systems", chosen[1].prompt, chosen, rejected)
        if not written.wrote:
            shown = source.held["feedback"]
            raise DataError(
                "no reply is liked better than another to the same line" if shown else "the run holds no feedback",
                where=str(source.path),
                expected="a run in which people show feedback, with repairs or several systems",
                remedy="lower margin" if shown else "play it with --feedback evaluative",
            )

    def _between(
        self, records: Sequence[EpisodeRecord], rated: Sequence[Sequence[ReplyInContext]]
    ) -> Iterator[tuple[tuple[EpisodeRecord, ReplyInContext], tuple[EpisodeRecord, ReplyInContext]]]:
        """Yields the chosen and the rejected reply of different systems to the same line."""
        heard: dict[str, list[tuple[EpisodeRecord, ReplyInContext]]] = {}
        for record, replies in zip(records, rated, strict=True):
            for reply in replies:
                key = json.dumps([reply.session, reply.person, reply.said])
                heard.setdefault(key, []).append((record, reply))
        for same in heard.values():
            for one, other in combinations(same, 2):
                for chosen, rejected in ((one, other), (other, one)):
                    if self._prefers(chosen[1].feedback, rejected[1].feedback) and one[1].text != other[1].text:
                        yield chosen, rejected

    def _prefers(self, one: Feedback | None, other: Feedback | None) -> bool:
        """Whether feedback prefers `one`: by the action, else by satisfaction if both show it."""
        if one is None or other is None:
            return False
        if _SIGNS[one.action] != _SIGNS[other.action]:
            return _SIGNS[one.action] > _SIGNS[other.action]
        if one.satisfaction is None or other.satisfaction is None:
            return False
        gained = one.satisfaction - other.satisfaction
        return gained > 0 and gained >= self.margin


def _repeated(replies: Sequence[ReplyInContext]) -> Iterator[tuple[ReplyInContext, ReplyInContext]]:
    """Pairs the first answer to a probe with the answer after the correction."""
    first: dict[str, ReplyInContext] = {}
    for reply in replies:
        if reply.answers is not None:
            probe, attempt = reply.answers
            if attempt == 1:
                first[probe] = reply
            elif probe in first and first[probe].text != reply.text:
                yield first[probe], reply


def _pair(
    origin: str,
    prompt: list[dict[str, str]],
    chosen: tuple[EpisodeRecord, ReplyInContext],
    rejected: tuple[EpisodeRecord, ReplyInContext],
) -> dict[str, Any]:
    return {
        "origin": origin,
        "prompt": prompt,
        "chosen": [{"role": "assistant", "content": chosen[1].text}],
        "rejected": [{"role": "assistant", "content": rejected[1].text}],
        "chosen_by": _by(*chosen),
        "rejected_by": _by(*rejected),
    }


def _by(record: EpisodeRecord, reply: ReplyInContext) -> dict[str, Any]:
    feedback = reply.feedback
    assert feedback is not None
    return {
        "episode": str(record.key),
        "reply": reply.id,
        "action": feedback.action.name.lower(),
        "satisfaction": feedback.satisfaction,
        "remark": feedback.text,
    }
