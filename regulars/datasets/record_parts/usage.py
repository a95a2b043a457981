"""The part of an episode record about tokens, models, time and price."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class TokenCounts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tokens of an episode.

    Attributes:
        context: The tokens of all contexts.
        replies: The tokens of all replies.
    """

    context: int
    replies: int


class ModelRecord(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a model answered in one role.

    Attributes:
        role: The role that called it: `assistant`, `user`, `evaluator`, or another name.
        model: The model's name in the spec.
        served: Answers by the model's name as the endpoint gave it.
        finish: Answers by the reason for which the model stopped, such as `stop` or `length`.
        reasoning_tokens: Tokens of thoughts, as the endpoint counts them.
        tools: Calls of tools by name; those of unknown tools under `unknown`.
        tool_faults: Calls of tools that could not be carried out, by reason.
        lines: A person's lines by how they came about: `drafted` (said without a call of the model), worded at the
            `first` attempt or `again`, or `failed`.
        feedback: Feedback that the model decided, by what the scripted rule shows and what the model shows, such as
            `like/none`; a copy counts as a like.
    """

    role: str
    model: str
    served: Mapping[str, int]
    finish: Mapping[str, int]
    reasoning_tokens: int = 0
    tools: Mapping[str, int] = {}
    tool_faults: Mapping[str, int] = {}
    lines: Mapping[str, int] = {}
    feedback: Mapping[str, int] = {}


class SpentNote(Struct, frozen=True, array_like=True):
    """What the assistant spent on a reply, on an out-of-band question, or on listening in a session.

    Attributes:
        session: The number of the session; of an out-of-band question, the latest session that had begun.
        turn: The id of the reply; empty for listening.
        probe: The id of the out-of-band question that the reply answers, else empty.
        seconds: The time that the assistant took, its memory and its models included.
        calls: Its calls of models.
        tokens: The tokens of these calls, sent and received.
        cost: Their price; None if a call has no price.
    """

    session: int
    turn: str
    probe: str
    seconds: float
    calls: int
    tokens: int
    cost: float | None
