"""The current exchange: a line to the assistant, the reply, and the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from regulars.briefing import Pending
from regulars.dialogue import Verdict
from regulars.envs.life.outcomes import ReplyNote
from regulars.envs.probes.gold import AskedProbe
from regulars.rewards.metrics.reward_terms import JudgedQuestion
from regulars.scenarios.world import Act


class RoundStage(IntEnum):
    """The role that acts next."""

    USER = 0
    ASSISTANT = 1
    EVALUATOR = 2
    LISTENER = 3
    PROBED = 4
    PROBE_EVALUATOR = 5
    OVER = 6


ASIDE = (RoundStage.PROBED, RoundStage.PROBE_EVALUATOR)
"""Stages of an out-of-band probe. Their steps take no time and do not count."""


@dataclass(slots=True)
class Exchange:
    """A line, the reply and the verdict, so far.

    Until the assistant replies, `reply` and `verdict` belong to the previous exchange, because seats still see them.

    Attributes:
        message: The line's words.
        message_id: The line's turn id; empty before a session's first line.
        speaker: The id of the line's speaker.
        reply: The last reply's words.
        reply_id: The reply's turn id; empty before a session's first reply.
        verdict: The verdict on the last reply; None if nothing was judged.
        judged: The question that the last reply answered; None for none.
        pending: The question for the coming reply, until it is judged; None for none.
        asked: The pending probe; None for a choice, or if nothing is pending.
        consulted: The act by which the line asks for a plan; None for none.
        note: What the assistant declared with the reply; None before the reply, and for an empty closing reply.
        commitment: The option that the reply chose; empty for none.
    """

    message: str = ""
    message_id: str = ""
    speaker: str = ""
    reply: str = ""
    reply_id: str = ""
    verdict: Verdict | None = None
    judged: Pending | None = None
    pending: Pending | None = None
    asked: AskedProbe | None = None
    consulted: Act | None = None
    note: ReplyNote | None = None
    commitment: str = ""

    def followed_by(self, message: str, message_id: str, speaker: str) -> Exchange:
        """The next exchange, with its line."""
        return Exchange(message, message_id, speaker, self.reply, self.reply_id, self.verdict, self.judged)

    def ask(self, asked: AskedProbe) -> None:
        """Makes a probe pending."""
        self.asked, self.pending = asked, asked.pending

    def settle(self, verdict: Verdict | None) -> None:
        """Takes the verdict and clears what is pending."""
        self.verdict, self.judged = verdict, self.pending
        self.pending = self.asked = None


def judged_question(pending: Pending) -> JudgedQuestion:
    """What the reward needs to know about a question. A choice without a gold answer is free: every option is right."""
    expectation = pending.expectation
    if expectation is None:
        return JudgedQuestion(pending.attempt, True, len(pending.options), len(pending.options))
    offered = len(pending.options or expectation.options)
    return JudgedQuestion(pending.attempt, expectation.answerable, offered, len(expectation.gold) if offered else 0)


@dataclass(slots=True)
class ProbeAside:
    """An out-of-band probe and its answer.

    Attributes:
        asked: The probe with its gold.
        reply: The answer's words.
        note: What the assistant declared with it; None before the answer.
    """

    asked: AskedProbe
    reply: str = ""
    note: ReplyNote | None = None
