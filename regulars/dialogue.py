"""The types that rooms exchange: turns, reply plans, replies, feedback and verdicts.

They know nothing of worlds, gold answers or memories. A `Turn` says who said what, without annotation.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from regulars.chinese_text import HAN
from regulars.speed import filled_directly

if TYPE_CHECKING:
    from collections.abc import Mapping


ASSISTANT = "assistant"
"""The speaker of an assistant's turns."""

_WORD = frozenset(string.ascii_letters + string.digits + "_")
_WORDS = bytes(ord("w" if chr(code) in _WORD else " ") for code in range(256))
_NO_MARK = bytes(code for code in range(128) if chr(code) in _WORD or chr(code).isspace())
_TOKEN = re.compile(rf"[{HAN}]|[^\W{HAN}]+|[^\w\s]")


def count_tokens(text: str) -> int:
    """Counts the words and punctuation marks in `text`. All token budgets and counts use this unit.

    Each Chinese character counts as one.
    """
    if not text.isascii():
        return len(_TOKEN.findall(text))
    plain = text.encode()
    words = plain.translate(_WORDS)
    return words.count(b" w") + words.startswith(b"w") + len(plain.translate(None, _NO_MARK))


@lru_cache(maxsize=4096)
def turn_id(session: int, utterance: int) -> str:
    """The id of an utterance; sessions and utterances are numbered from 1.

    Example:
        >>> turn_id(12, 3)
        's012.t03'
    """
    return f"s{session:03d}.t{utterance:02d}"


def session_id(session: int) -> str:
    """The id of a session as evidence: all of its turns together.

    Example:
        >>> session_id(12)
        's012'
    """
    return f"s{session:03d}"


def is_session_id(id: str) -> bool:
    """Whether evidence names a whole session, not a turn.

    Example:
        >>> is_session_id("s012"), is_session_id("s012.t03")
        (True, False)
    """
    return id[:1] == "s" and id[1:].isdigit()


class Phase(IntEnum):
    """The part of a session in which a seat is asked to act."""

    OPENING = 0
    """The session's first round."""
    TALK = 1
    """Any later round."""
    CLOSING = 2
    """The last round: the user reacts to the last reply, the assistant sees the reaction, nothing is judged."""
    PROBE = 3
    """A probe outside the conversation: it takes no time and leaves no trace."""
    LISTEN = 4
    """A recorded turn reaches the assistant; its action is ignored."""


@filled_directly
@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance, as a memory sees it.

    Attributes:
        id: `s012.t03`, unique in an episode.
        scope: Whose memory it belongs to; by default the person's.
        person: The person in whose session it was said.
        speaker: The id of the speaker: a person's id, or `ASSISTANT`.
        name: The speaker's display name.
        session: The session's number, from 1.
        text: The text, including image captions.
        time: When it was said, with time zone.
    """

    id: str
    scope: str
    person: str
    speaker: str
    name: str
    session: int
    text: str
    time: datetime


class PlanAct(StrEnum):
    """The dialogue act of a reply."""

    ANSWER = "answer"
    ABSTAIN = "abstain"
    ASK = "ask"
    ADVISE = "advise"
    REMIND = "remind"
    ACKNOWLEDGE = "acknowledge"
    CONFIRM = "confirm"


@dataclass(frozen=True, slots=True)
class ReplyPlan:
    """What a scripted assistant is going to say, before it is put into words.

    Attributes:
        act: What the reply does.
        content: Values or steps; for `ask` the attribute to ask about.
        settings: Settings of style attributes (length, format, address, units) and what the act needs. A missing style
            attribute stays neutral.
    """

    act: PlanAct
    content: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reply:
    """An assistant's action. A plain string is a `Reply` of that text.

    Attributes:
        text: The text of the reply.
        answer: Structured answer: a value, a `|`-separated set, `-` for abstention; None if not declared.
        recalled: Turn ids in rank order; None if not declared, empty if nothing was recalled.
        evidence: The recalled turns that were used; None if not declared.
        elapsed: Declared time that the reply took, in seconds; None if not declared.
        tokens: Declared number of model tokens used for the reply; None if not declared. They count toward the
            assistant's usage and any token limit.
        cost: Declared cost of the reply, in the currency of the run's prices; None if not declared.
    """

    text: str
    answer: str | None = None
    recalled: tuple[str, ...] | list[str] | None = None
    evidence: tuple[str, ...] | list[str] | None = None
    elapsed: float | None = None
    tokens: int | None = None
    cost: float | None = None


class FeedbackAction(IntEnum):
    """What the user did with a reply, in MemoryBench's terms."""

    NONE = 0
    LIKE = 1
    DISLIKE = 2
    COPY = 3


@filled_directly
@dataclass(frozen=True, slots=True)
class Feedback:
    """What the user shows the assistant about a reply; the verdict itself stays hidden.

    Attributes:
        about: The id of the reply.
        action: Like, dislike, copy or none.
        satisfaction: 0 to 10, or None if not shown.
        text: Words, if any.
        time: When it arrived.
    """

    about: str
    action: FeedbackAction = FeedbackAction.NONE
    satisfaction: float | None = None
    text: str = ""
    time: datetime | None = None


def feedback_in(observation: Mapping[str, Any]) -> Feedback | None:
    """The feedback in an observation, in the form for memory and record; None if there is none.

    Args:
        observation: What the assistant sees.
    """
    if not observation["rated"]:
        return None
    satisfaction = float(observation["satisfaction"])
    return Feedback(
        observation["about"],
        FeedbackAction(int(observation["rating"])),
        satisfaction if satisfaction >= 0 else None,
        observation["remark"],
        datetime.fromisoformat(observation["date"]),
    )


class VerdictKind(IntEnum):
    """The evaluator's verdict on a reply. `NONE` if nothing was asked."""

    NONE = 0
    CORRECT = 1
    PARTIAL = 2
    STALE = 3
    WRONG = 4
    UNSUPPORTED = 5
    LEAKED = 6
    ABSTAINED = 7
    OFF_TASK = 8
    UNDETERMINED = 9


class VerdictSource(IntEnum):
    """Where a verdict comes from."""

    MATCHER = 0
    """A rule: the matcher, or the environment's clock."""
    MODEL = 1
    """A model in the evaluator's seat."""
    UNREADABLE = 2
    """A model whose answer could not be read; the verdict is then undetermined."""


@filled_directly
@dataclass(frozen=True, slots=True)
class Verdict:
    """The evaluator's verdict on one reply.

    Attributes:
        kind: The kind of verdict.
        asserted: Values that the reply asserts as current.
        kept: Standing rules that the reply keeps.
        broken: Standing rules that the reply breaks.
        score: In [0, 1]: 1 for correct, a fraction for partial, else 0.
        reason: A one-line explanation for human readers. No code reads it.
        late: Whether the reply missed its time limit. Only the environment sets it.
        source: Whether the verdict comes from a rule or from a model.
    """

    kind: VerdictKind
    asserted: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    broken: tuple[str, ...] = ()
    score: float = 0.0
    reason: str = ""
    late: bool = False
    source: VerdictSource = VerdictSource.MATCHER
