"""A policy's nodes as a compiled LangGraph: the same functions, checkpointed, drawn, and usable in a graph of your own.

What a graph carries from node to node, and what a checkpoint keeps, is ids alone: the turn, the reply, the turns that
were recalled, the nodes that have run. The work itself travels in the run's context and is never written anywhere.

LangGraph is loaded when the first graph is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import add
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from regulars.agents.flow import END, Flow
from regulars.errors import ConfigurationError, SeatError

if TYPE_CHECKING:
    from langgraph.runtime import Runtime

__all__ = ["GraphSeat", "TurnState", "compile_flow", "draw", "run_compiled", "seat_node"]


class TurnState(TypedDict, total=False):
    """What a graph carries, and what its checkpoints keep.

    Attributes:
        turn: The id of the message.
        reply: The id that a reply gets.
        recalled: The turns that were recalled, in rank order.
        nodes: The nodes that have run.
        then: The node that was jumped to, empty where none was.
    """

    turn: str
    reply: str
    recalled: list[str]
    nodes: Annotated[list[str], add]
    then: str


@dataclass(slots=True)
class GraphTurn:
    """What the nodes work on: handed to a run as its context.

    Attributes:
        policy: Whose nodes they are.
        work: Its turn.
    """

    policy: Any
    work: Any


def compile_flow(flow: Flow, *, asynchronous: bool = False, checkpointer: Any = None) -> Any:
    """A flow's nodes as a compiled LangGraph over `TurnState`, to be invoked with `context=GraphTurn(policy, work)`.

    Args:
        flow: The nodes and where each may go.
        asynchronous: Whether nodes that wait are awaited; such a graph is run by `ainvoke`.
        checkpointer: A LangGraph checkpointer, if the states are to be kept.
    """
    from langgraph.graph import END as LAST
    from langgraph.graph import START, StateGraph

    graph = StateGraph(TurnState, context_schema=GraphTurn)
    for name in flow.nodes:
        graph.add_node(name, _waiting(name) if asynchronous else _plain(name))
    graph.add_edge(START, flow.nodes[0])
    for name in flow.nodes:
        following = flow.after[name]
        targets = [following, *flow.jumps.get(name, ())]
        if len(targets) == 1:
            graph.add_edge(name, LAST if following == END else following)
        else:
            graph.add_conditional_edges(
                name, _switch(flow, name), {target: LAST if target == END else target for target in targets}
            )
    return graph.compile(checkpointer=checkpointer, name=flow.role)


def draw(flow: Flow) -> str:
    """The flow as a Mermaid picture."""
    return str(compile_flow(flow).get_graph().draw_mermaid())


def _plain(name: str) -> Callable[..., dict[str, Any]]:
    def node(state: TurnState, runtime: Runtime[GraphTurn]) -> dict[str, Any]:
        turn = runtime.context
        return _note(name, turn, getattr(turn.policy, name)(turn.work))

    node.__annotations__ = _annotations()
    return node


def _waiting(name: str) -> Callable[..., Any]:
    async def node(state: TurnState, runtime: Runtime[GraphTurn]) -> dict[str, Any]:
        turn = runtime.context
        waiting = getattr(turn.policy, f"a{name}", None)
        jump = getattr(turn.policy, name)(turn.work) if waiting is None else await waiting(turn.work)
        return _note(name, turn, jump)

    node.__annotations__ = _annotations()
    return node


def _annotations() -> dict[str, Any]:
    """LangGraph finds what a node takes by the types of its arguments, at run time."""
    from langgraph.runtime import Runtime

    return {"state": TurnState, "runtime": Runtime[GraphTurn]}


def _note(name: str, turn: GraphTurn, jump: str | None) -> dict[str, Any]:
    """What the graph carries on: ids."""
    note: dict[str, Any] = {"nodes": [name], "then": jump or ""}
    recollections = getattr(turn.work, "recollections", None)
    if recollections is not None:
        note["recalled"] = list(dict.fromkeys(source for hit in recollections.hits for source in hit.sources))
    return note


def _switch(flow: Flow, name: str) -> Callable[[TurnState], str]:
    def switch(state: TurnState) -> str:
        return flow.next(name, state.get("then") or None)

    return switch


class GraphSeat:
    """A policy whose turns run as a compiled LangGraph. All else is the policy's own.

    Args:
        policy: A scripted or model policy: an object with a `flow` and its nodes.
        checkpointer: A LangGraph checkpointer, if the states are to be kept; the thread is named by seat and turn.

    Raises:
        ConfigurationError: The object has no flow.

    Example:
        >>> from regulars.agents.evaluator import ScriptedEvaluator
        >>> GraphSeat(ScriptedEvaluator()).policy.flow.role
        'evaluator'
    """

    def __init__(self, policy: Any, checkpointer: Any = None) -> None:
        if not isinstance(getattr(policy, "flow", None), Flow):
            raise ConfigurationError(
                f"{type(policy).__name__} has no nodes to make a graph of",
                where="GraphSeat",
                expected="a policy with a `flow`, such as ScriptedAssistant",
                remedy="a graph of your own can take the seat as it is",
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
        """The policy's next action, awaited."""
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
    """`flow.run` by a compiled LangGraph, for a policy whose work is no turn of a seat, such as a writer's."""
    state: TurnState = {"turn": "", "reply": "", "nodes": [], "then": ""}
    config = {"recursion_limit": policy.flow.limit + 1}
    compile_flow(policy.flow).invoke(state, config, context=GraphTurn(policy, work))


def seat_node(policy: Any, *, observation: str = "observation", action: str = "action") -> Callable[[Any], Any]:
    """A policy as a node of a LangGraph application of your own.

    Args:
        policy: A seat, or a policy with a flow, which then runs as a subgraph.
        observation: The key of the application's state that holds what the seat sees.
        action: The key under which the node leaves what the seat does.

    Returns:
        A function for `add_node`, from the application's state to its update.
    """
    seat = GraphSeat(policy) if isinstance(getattr(policy, "flow", None), Flow) else policy

    def node(state: Any) -> dict[str, Any]:
        if observation not in state:
            raise SeatError(f"the state has no {observation!r}", where="seat_node", expected="an observation")
        return {action: seat.act(state[observation])}

    return node
