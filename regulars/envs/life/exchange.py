"""The exchange under way: a line that reaches the assistant, the reply, the verdict on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from regulars.briefing import Pending
from regulars.dialogue import Verdict
from regulars.envs.life.outcomes import ReplyNote
from regulars.envs.probes.gold import AskedProbe
from regulars.scenarios.world import Act


class RoundStage(IntEnum):
    """Who acts next."""

    USER = 0
    ASSISTANT = 1
    EVALUATOR = 2
    LISTENER = 3
    PROBED = 4
    PROBE_EVALUATOR = 5
    OVER = 6


ASIDE = (RoundStage.PROBED, RoundStage.PROBE_EVALUATOR)
"""Beside the conversation: steps that take no time and are not counted."""


@dataclass(slots=True)
class Exchange:
    """A line, the reply and the verdict, as far as they have come.

    Until the assistant replies, `reply` and `verdict` are those of the exchange before: seats still see them.

    Attributes:
        message: The line's words.
        message_id: Its turn id; empty before a session's first line.
        speaker: The id of who said it.
        reply: The last reply's words.
        reply_id: Its turn id; empty before a session's first reply.
        verdict: The verdict on the last reply; None if nothing was judged.
        judged: What that reply was to answer; None if nothing.
        pending: What the coming reply is to answer, until it is judged; None if nothing.
        asked: The probe that is pending; None for a choice, or if nothing is pending.
        consulted: The act by which the line asks for a plan; None if it does not.
        note: What the assistant declared with the reply; None before it, and for an empty reply at the closing.
        commitment: The option that the reply chose; empty if none.
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
        """The exchange that the next line opens."""
        return Exchange(message, message_id, speaker, self.reply, self.reply_id, self.verdict, self.judged)

    def ask(self, asked: AskedProbe) -> None:
        """Makes a probe pending."""
        self.asked, self.pending = asked, asked.pending

    def settle(self, verdict: Verdict | None) -> None:
        """Takes the verdict; nothing is pending any more."""
        self.verdict, self.judged = verdict, self.pending
        self.pending = self.asked = None


@dataclass(slots=True)
class ProbeAside:
    """A probe that is asked beside the conversation, and the answer to it.

    Attributes:
        asked: The probe with its gold.
        reply: The answer's words.
        note: What the assistant declared with it; None before the answer.
    """

    asked: AskedProbe
    reply: str = ""
    note: ReplyNote | None = None
