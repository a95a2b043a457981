"""How a policy goes through a turn: named nodes over one typed piece of work, and the executor that runs them plainly.

A policy is an object with a `flow` and a method for each of its nodes. A node takes the work, writes into it, and returns
nothing to go on to the next node, or the name of the node that comes instead. `agents/graphs.py` runs the same nodes
as a compiled LangGraph.

A node whose work waits for somebody else, such as a model, has a second method, `a` and its name, that awaits; `arun`
takes it where there is one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from regulars.errors import SeatError

__all__ = ["END", "Flow", "FlowPolicy", "arun", "run"]

END = "end"
"""The name to which a node jumps that is the last."""


@dataclass(frozen=True)
class Flow:
    """The nodes of a role, in order.

    Args:
        role: `user`, `assistant` or `evaluator`.
        nodes: Their names, in the order in which they follow each other.
        jumps: Where a node may go instead of the next one, by its name.
        limit: Nodes that one turn may take.
    """

    role: str
    nodes: tuple[str, ...]
    jumps: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    limit: int = 24

    def __post_init__(self) -> None:
        after = dict(zip(self.nodes, (*self.nodes[1:], END), strict=True))
        object.__setattr__(self, "after", after)

    after: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def next(self, node: str, jump: str | None) -> str:
        """The node that follows. Raises `SeatError` where a node jumps to where it may not."""
        if jump is None:
            return self.after[node]
        if jump not in self.jumps.get(node, ()):
            raise SeatError(
                f"the node {node!r} goes on with {jump!r}",
                where=self.role,
                expected=", ".join((self.after[node], *self.jumps.get(node, ()))),
            )
        return jump


class FlowPolicy(Protocol):
    """What sits in a seat and goes through its turn by nodes."""

    flow: Flow


def run(policy: FlowPolicy, work: Any) -> None:
    """Runs a turn's nodes one after the other.

    Raises:
        SeatError: The turn takes more nodes than its flow allows, or a node jumps to where it may not.
    """
    flow = policy.flow
    after, node = flow.after, flow.nodes[0]
    for _ in range(flow.limit):
        jump = getattr(policy, node)(work)
        node = after[node] if jump is None else flow.next(node, jump)
        if node == END:
            return
    raise too_long(flow)


async def arun(policy: FlowPolicy, work: Any) -> None:
    """`run` for policies with nodes that wait: `afirst(work)` is awaited in place of `first(work)` where there is one."""
    flow = policy.flow
    node, left = flow.nodes[0], flow.limit
    while node != END:
        if not left:
            raise too_long(flow)
        left -= 1
        waiting = getattr(policy, f"a{node}", None)
        jump = getattr(policy, node)(work) if waiting is None else await waiting(work)
        node = flow.next(node, jump)


def too_long(flow: Flow) -> SeatError:
    """What is raised where a turn does not come to its end."""
    return SeatError(
        f"a turn takes more than {flow.limit} nodes", where=flow.role, remedy="look which node sends it back"
    )
