"""Runs a policy's nodes as a compiled LangGraph, which can be checkpointed, drawn and used in your own graph.

The graph and its checkpoints carry only ids: of the turn, the reply, the recalled turns and the nodes that have run.
The work object travels in the run's context and is never stored.

LangGraph is imported when the first graph is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import add
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from regulars.agents.seats.flow import END, Flow
from regulars.errors import ConfigurationError, SeatError

if TYPE_CHECKING:
    from langgraph.runtime import Runtime


class TurnState(TypedDict, total=False):
    """The state of a graph and its checkpoints.

    Attributes:
        turn: The id of the message.
        reply: The id of the reply.
        recalled: The recalled turns, in rank order.
        nodes: The nodes that have run.
        then: The node that was jumped to; empty if none.
    """

    turn: str
    reply: str
    recalled: list[str]
    nodes: Annotated[list[str], add]
    then: str


@dataclass(slots=True)
class GraphTurn:
    """The context of a run: the policy and its work.

    Attributes:
        policy: The policy whose nodes run.
        work: The turn's work object.
    """

    policy: Any
    work: Any


def compile_flow(flow: Flow, *, asynchronous: bool = False, checkpointer: Any = None) -> Any:
    """Compiles a flow's nodes to a LangGraph over `TurnState`; invoke it with `context=GraphTurn(policy, work)`.

    Args:
        flow: The nodes and their jumps.
        asynchronous: Whether nodes that wait are awaited; run such a graph with `ainvoke`.
        checkpointer: A LangGraph checkpointer, to store the states.
    """
    from langgraph.graph import END as LAST
    from langgraph.graph import START, StateGraph

    graph = StateGraph(TurnState, context_schema=GraphTurn)
    graph.add_edge(START, flow.nodes[0])
    add_flow(graph, flow, _waiting if asynchronous else _plain, LAST)
    return graph.compile(checkpointer=checkpointer, name=flow.role)


def add_flow(graph: Any, flow: Flow, node_of: Callable[[str], Any], last: str) -> None:
    """Adds the nodes and edges of a flow to a graph.

    Args:
        graph: A `StateGraph` whose state has the keys `nodes`, `then` and `recalled` of `TurnState`.
        flow: The nodes and their jumps.
        node_of: Makes the node of that name; it returns `note_of` what it did.
        last: The node that follows the end of the flow.
    """
    for name in flow.nodes:
        graph.add_node(name, node_of(name))
    for name in flow.nodes:
        following = flow.after[name]
        targets = [following, *flow.jumps.get(name, ())]
        if len(targets) == 1:
            graph.add_edge(name, last if following == END else following)
        else:
            graph.add_conditional_edges(
                name, _switch(flow, name), {target: last if target == END else target for target in targets}
            )


def note_of(name: str, work: Any, jump: str | None) -> dict[str, Any]:
    """The update of a graph's state by a node: ids only.

    Args:
        name: The node.
        work: The turn's work object.
        jump: Where the node jumps; None to go on.
    """
    note: dict[str, Any] = {"nodes": [name], "then": jump or ""}
    recollections = getattr(work, "recollections", None)
    if recollections is not None:
        note["recalled"] = list(dict.fromkeys(source for hit in recollections.hits for source in hit.sources))
    return note


def draw(flow: Flow) -> str:
    """The flow as a Mermaid diagram."""
    return str(compile_flow(flow).get_graph().draw_mermaid())


def _plain(name: str) -> Callable[..., dict[str, Any]]:
    def node(state: TurnState, runtime: Runtime[GraphTurn]) -> dict[str, Any]:
        turn = runtime.context
        return note_of(name, turn.work, getattr(turn.policy, name)(turn.work))

    node.__annotations__ = _annotations()
    return node


def _waiting(name: str) -> Callable[..., Any]:
    async def node(state: TurnState, runtime: Runtime[GraphTurn]) -> dict[str, Any]:
        turn = runtime.context
        waiting = getattr(turn.policy, f"a{name}", None)
        jump = getattr(turn.policy, name)(turn.work) if waiting is None else await waiting(turn.work)
        return note_of(name, turn.work, jump)

    node.__annotations__ = _annotations()
    return node


def _annotations() -> dict[str, Any]:
    """The types of a node's arguments, which LangGraph inspects at run time."""
    from langgraph.runtime import Runtime

    return {"state": TurnState, "runtime": Runtime[GraphTurn]}


def _switch(flow: Flow, name: str) -> Callable[[Any], str]:
    def switch(state: Any) -> str:
        return flow.next(name, state.get("then") or None)

    return switch


class GraphSeat:
    """A policy whose turns run as a compiled LangGraph. Everything else is delegated to the policy.

    Args:
        policy: A scripted or model policy: an object with a `flow` and its nodes.
        checkpointer: A LangGraph checkpointer, to store the states; threads are named by seat and turn.

    Raises:
        ConfigurationError: The object has no flow.

    Example:
        >>> from regulars.agents.evaluator.scripted import ScriptedEvaluator
        >>> GraphSeat(ScriptedEvaluator()).policy.flow.role
        'evaluator'
    """

    def __init__(self, policy: Any, checkpointer: Any = None) -> None:
        if not isinstance(getattr(policy, "flow", None), Flow):
            raise ConfigurationError(
                f"{type(policy).__name__} has no nodes to compile",
                where="GraphSeat",
                expected="a policy with a `flow`, such as ScriptedAssistant",
                remedy="use the object as a node of your own graph with seat_node",
            )
        self.policy = policy
        self._checkpointer = checkpointer
        self._graphs: dict[bool, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name in ("policy", "_graphs", "_checkpointer"):
            raise AttributeError(name)
        return getattr(self.policy, name)

    def __getstate__(self) -> dict[str, Any]:
        return {"policy": self.policy, "_checkpointer": self._checkpointer, "_graphs": {}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def act(self, observation: Any, *briefing: Any) -> Any:
        """The policy's next action."""
        work = self.policy.work(observation, *briefing)
        state, config = self._start(observation)
        self._graph(False).invoke(state, config, context=GraphTurn(self.policy, work))
        return self.policy.outcome(work)

    async def aact(self, observation: Any, *briefing: Any) -> Any:
        """Asynchronous version of `act`."""
        work = self.policy.work(observation, *briefing)
        state, config = self._start(observation)
        await self._graph(True).ainvoke(state, config, context=GraphTurn(self.policy, work))
        return self.policy.outcome(work)

    def _graph(self, asynchronous: bool) -> Any:
        if asynchronous not in self._graphs:
            made = compile_flow(self.policy.flow, asynchronous=asynchronous, checkpointer=self._checkpointer)
            self._graphs[asynchronous] = made
        return self._graphs[asynchronous]

    def _start(self, observation: Any) -> tuple[TurnState, dict[str, Any]]:
        turn, reply = str(observation["turn_id"]), str(observation["reply_id"])
        config: dict[str, Any] = {"recursion_limit": self.policy.flow.limit + 1}
        if self._checkpointer is not None:
            config["configurable"] = {"thread_id": f"{self.policy.flow.role}:{turn or reply}"}
        return {"turn": turn, "reply": reply, "nodes": [], "then": ""}, config


def run_compiled(policy: Any, work: Any) -> None:
    """`flow.run` by a compiled LangGraph, for a policy that is not a seat's, such as a writer."""
    state: TurnState = {"turn": "", "reply": "", "nodes": [], "then": ""}
    config = {"recursion_limit": policy.flow.limit + 1}
    compile_flow(policy.flow).invoke(state, config, context=GraphTurn(policy, work))


def seat_node(policy: Any, *, observation: str = "observation", action: str = "action") -> Callable[[Any], Any]:
    """A policy as a node of your own LangGraph application.

    Args:
        policy: A seat, or a policy with a flow, which then runs as a subgraph.
        observation: The key of the application's state that holds the observation.
        action: The key under which the node stores the action.

    Returns:
        A function for `add_node`, from the application's state to its update.
    """
    seat = GraphSeat(policy) if isinstance(getattr(policy, "flow", None), Flow) else policy

    def node(state: Any) -> dict[str, Any]:
        if observation not in state:
            raise SeatError(f"the state has no {observation!r}", where="seat_node", expected="an observation")
        return {action: seat.act(state[observation])}

    return node
