"""The state of a simulated user over a life, and the work of one turn."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from regulars.agents.feedback import Outbox
from regulars.agents.user.phrasing import SpokenLine
from regulars.briefing import UserBriefing
from regulars.scenarios.world import Act


@dataclass(slots=True)
class UserState:
    """A user's state: trust and feedback last a life; patience, position and annoyance last a session.

    Attributes:
        trust: 0 to 1.
        patience: The patience left in this session.
        position: The place in the agenda.
        hinted: The act that the last line only hinted at.
        begun: The act that the last line began and did not finish.
        talked: The number of messages of the last exchange of small talk that were said.
        annoyed: Whether a rule was broken in this session.
        questions: The number of questions that the assistant asked in this session.
        announced: The question or request that the person announced vaguely in this session.
        paused: Whether the last line was a reaction alone.
        evaded: What the person was asked about and did not answer fully, over the life: attributes, with the
            time at which a fact began.
        dropped: Attributes whose news the person announced and dropped, since the assistant did not ask. Until it asks,
            such news is not announced again.
        repeated: Facts that the person told again in a reaction or answer. Their next planned repetition is left out.
        outbox: Feedback waiting to be shown.
        said: The words of the last line.
    """

    trust: float = 0.5
    patience: float = 1.0
    position: int = 0
    hinted: Act | None = None
    begun: str = ""
    talked: int = 0
    annoyed: bool = False
    questions: int = 0
    announced: str = ""
    paused: bool = False
    evaded: frozenset[str] = frozenset()
    dropped: frozenset[str] = frozenset()
    repeated: frozenset[str] = frozenset()
    outbox: Outbox = Outbox()  # noqa: RUF009  # frozen, so one default serves all
    said: str = ""


@dataclass(slots=True)
class UserWork:
    """One turn of a user; each node fills in its part.

    Attributes:
        observation: What the seat sees.
        briefing: What the person knows.
        line: What to say, and what it conveys.
        text: The line's words.
        mistyped: Whether the text has typing errors.
        action: The resulting action.
    """

    observation: Any
    briefing: UserBriefing
    line: SpokenLine = field(default_factory=SpokenLine)
    text: str = ""
    mistyped: bool = False
    action: dict[str, Any] = field(default_factory=dict)
