"""How a policy runs its turn: named nodes over one typed work object, and the plain executor that calls them in order.

A policy is an object with a `flow` and one method per node. A node takes the work object and writes into it. It returns
None to go on to the next node, or the name of the node to jump to. `compiled_graph.py` runs the same nodes as a
compiled LangGraph.

A node that waits for something, such as a model, has a second method named `a` plus the node's name, which is awaited.
`arun` uses it if it exists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from regulars.errors import SeatError

END = "end"
"""The name to jump to in order to end the turn."""


@dataclass(frozen=True)
class Flow:
    """The nodes of a role, in order.

    Args:
        role: `user`, `assistant` or `evaluator`.
        nodes: Their names, in the order in which they run.
        jumps: For each node, where it may jump instead of going on to the next.
        limit: The maximum number of nodes in one turn.
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
        """The node that follows. Raises `SeatError` if a node jumps where it may not."""
        if jump is None:
            return self.after[node]
        if jump not in self.jumps.get(node, ()):
            raise SeatError(
                f"the node {node!r} jumps to {jump!r}",
                where=self.role,
                expected=", ".join((self.after[node], *self.jumps.get(node, ()))),
            )
        return jump


class FlowPolicy(Protocol):
    """A policy that runs its turn by nodes."""

    flow: Flow


def run(policy: FlowPolicy, work: Any) -> None:
    """Runs a turn's nodes in order.

    Raises:
        SeatError: The turn takes more nodes than its flow allows, or a node jumps where it may not.
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
    """`run` for policies with nodes that wait: awaits `afirst(work)` instead of calling `first(work)` if it exists."""
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
    """The error for a turn that does not end."""
    return SeatError(
        f"a turn takes more than {flow.limit} nodes", where=flow.role, remedy="find the node that jumps back"
    )
