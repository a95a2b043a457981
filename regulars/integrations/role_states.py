"""What goes into the graphs of roles, what they keep, and what comes out."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.channels import UntrackedValue
from langgraph.graph.message import add_messages


class RoleState(TypedDict, total=False):
    """What every role's graph keeps.

    Attributes:
        messages: The conversation.
        recalled: Ids of the turns that memory recalled last, best first.
        turn: The policy and its work; never stored.
        nodes: The node that ran last; never stored.
        then: The node that it jumped to; never stored.
    """

    messages: Annotated[list[AnyMessage], add_messages]
    recalled: list[str]
    turn: Annotated[Any, UntrackedValue]
    nodes: Annotated[list[str], UntrackedValue]
    then: Annotated[str, UntrackedValue]


class Talk(TypedDict, total=False):
    """What goes into a role's graph: `messages`, the conversation."""

    messages: Annotated[list[AnyMessage], add_messages]


class AssistantTalk(Talk, total=False):
    """What comes out of an assistant's graph: the reply as its last message, and the turns `recalled` for it."""

    recalled: list[str]


class MemoryTalk(Talk, total=False):
    """What comes out of a memory's graph: the `context` that it recalls for the last message, and its turns' ids."""

    context: str
    recalled: list[str]


class MemoryState(RoleState, total=False):
    """The state of a memory's graph."""

    context: str


class JudgedTalk(Talk, total=False):
    """What goes into an evaluator's graph, and comes out.

    Attributes:
        messages: The question, and the reply as the last message.
        gold: The right values, each of them right.
        stale: Former values.
        others: Values of other people.
        verdict: The verdict's name, such as `correct`.
        score: In [0, 1].
        reason: One line for people.
    """

    gold: list[str]
    stale: list[str]
    others: list[str]
    verdict: str
    score: float
    reason: str


class JudgeState(RoleState, JudgedTalk, total=False):
    """The state of an evaluator's graph."""


class LifeTalk(Talk, total=False):
    """The input and output of a person's graph.

    Attributes:
        messages: The conversation: the person's lines are user messages, yours are the assistant's.
        life: The state of the life, as bytes; leave it out to begin one. Keep it in your own graph's state.
        session: The number of the session that the last line belongs to.
        over: Whether the life is over; then the person says nothing more.
        verdicts: How many replies got each verdict so far.
    """

    life: bytes
    session: int
    over: bool
    verdicts: dict[str, int]


class LifeTalkState(RoleState, LifeTalk, total=False):
    """The state of a person's graph."""
