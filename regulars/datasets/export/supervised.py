"""Writes replies as messages with masks, for supervised fine-tuning. Lines of people are never trained on.

Each line of the file is one reply in its context: `messages` ends with the reply, and `mask` is 1 for it and 0 for all
other messages. The key `weight` says the same in OpenAI's format for fine-tuning, which knows it for assistants only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from regulars.datasets.export.output import ExportCounts, write_lines
from regulars.datasets.export.replies import ReplyInContext, recorded_replies, replies_of
from regulars.datasets.export.source import ExportSource
from regulars.dialogue import FeedbackAction, VerdictKind
from regulars.errors import ConfigurationError, DataError, did_you_mean

CHOICES = ("all", "liked", "right")
"""Which replies are written: all; those that the person liked or copied; those without a verdict, or judged correct."""


@dataclass(frozen=True, slots=True)
class SupervisedExport:
    """The format `supervised`: one reply in its context a line, as messages with masks.

    Attributes:
        replies: One of `CHOICES`.
    """

    replies: str = "all"

    drops: ClassVar[tuple[str, ...]] = (
        "out-of-band questions",
        "gold answers and evidence",
        "verdicts",
        "feedback",
        "rewards",
        "operations of the memory",
        "the ledger",
        "standing rules",
        "clock times of turns",
    )

    def __post_init__(self) -> None:
        if self.replies not in CHOICES:
            raise ConfigurationError(
                f"unknown choice of replies {self.replies!r}",
                where="supervised",
                remedy=did_you_mean(self.replies, CHOICES),
            )

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes the replies of a run, or of recorded conversations with an assistant, as JSON lines.

        Raises:
            DataError: No reply is left.
        """
        written = ExportCounts()
        write_lines(out, self._rows(source, written))
        return written

    def _rows(self, source: ExportSource, written: ExportCounts) -> Iterator[dict[str, Any]]:
        for name, replies in _conversations(source):
            for reply in replies:
                if not self._wants(reply):
                    written.left_out[f"replies that are not {self.replies}"] += 1
                    continue
                written.wrote["replies"] += 1
                yield _row(name, reply)
        if not written.wrote:
            raise DataError(
                "there is no reply of an assistant to train on",
                where=str(source.path),
                expected="a run, or conversations with an assistant",
                remedy="choose replies=all" if written.left_out else "",
            )

    def _wants(self, reply: ReplyInContext) -> bool:
        if self.replies == "liked":
            return reply.feedback is not None and reply.feedback.action in (FeedbackAction.LIKE, FeedbackAction.COPY)
        return self.replies == "all" or reply.verdict in (None, VerdictKind.CORRECT)


def _conversations(source: ExportSource) -> Iterator[tuple[str, Iterator[ReplyInContext]]]:
    if source.is_run:
        for record in source.episodes():
            yield str(record.key), replies_of(record)
    else:
        for scenario in source.conversations():
            yield scenario.id, recorded_replies(scenario)


def _row(conversation: str, reply: ReplyInContext) -> dict[str, Any]:
    messages: list[dict[str, Any]] = []
    for message in reply.prompt:
        weight = {"weight": 0} if message["role"] == "assistant" else {}
        messages.append({**message, **weight})
    messages.append({"role": "assistant", "content": reply.text, "weight": 1})
    return {
        "conversation": conversation,
        "reply": reply.id,
        "messages": messages,
        "mask": [0] * (len(messages) - 1) + [1],
    }
