"""Puts your own compiled LangGraph in a seat: a graph over `messages`, or over `observation` and `action`.

A graph over `messages` gets each message as a user message; the text of its last message is the reply. Messages that
need no reply, such as recorded turns and a session's last line, are added before the next message. A conversation is
one session (`thread="session"`) or one person's whole life (`thread="person"`): a thread of the graph's checkpointer,
or, without one, the messages that the graph returned so far. `config["configurable"]` has `thread_id`, `user_id`,
`user_name` and `date`.

A graph over `observation` gets the seat's observation and returns an `action` or a `reply`.

The graph is shared by all episodes; its state is each episode's own (`graph_state.py`). A question outside the
conversation is asked in a copy of the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from regulars.agents.seats.conversations import NOT_ANSWERED, Conversations, SeatConversation, caller_of, spoken
from regulars.agents.seats.foreign_faults import infrastructure_error
from regulars.agents.seats.graph_state import GraphState
from regulars.dialogue import Phase
from regulars.errors import ModelOutputError, OrderError, RegularsError, SeatError

STEPS = 50
"""The steps that a graph may take for one reply; a round of model and tools takes two."""

_INTERRUPT = "__interrupt__"
_QUOTED = 200


@dataclass(slots=True)
class GraphCall:
    """One call of a graph.

    Attributes:
        given: The graph's input; None if no reply is due.
        config: Its configuration.
        state: The last state that it returned.
        action: The seat's action, once the call is over.
    """

    given: dict[str, Any] | None
    config: dict[str, Any]
    state: Any = None
    action: Any = ""


class LangGraphSeat:
    """A seat that a compiled LangGraph plays.

    Args:
        graph: The result of `StateGraph.compile()`, or any object with `stream`, `astream` and an input schema.
        thread: How long a conversation lasts: `session` or `person`. By default `person` with a checkpointer, else
            `session`.
        steps: The maximum number of graph steps for one reply.
        branches: Whether all of its state is in its messages, its checkpointer and its store. Only then can it be
            probed outside the conversation. Pass False if a node or tool keeps state elsewhere.
        where: The seat's name, for error messages.

    Raises:
        SeatError: The graph's state has neither `observation` nor `messages`.

    Example:
        >>> from langgraph.graph import START, MessagesState, StateGraph
        >>> graph = StateGraph(MessagesState)
        >>> _ = graph.add_node("reply", lambda state: {"messages": [("ai", "I see.")]})
        >>> _ = graph.add_edge(START, "reply")
        >>> LangGraphSeat(graph.compile()).takes
        'messages'
    """

    def __init__(
        self, graph: Any, *, thread: str = "", steps: int = STEPS, branches: bool = True, where: str = ""
    ) -> None:
        keys = _keys(graph)
        self.takes = next((key for key in ("observation", "messages") if key in keys), "")
        if not self.takes:
            raise SeatError(
                f"the graph's state has the keys {', '.join(sorted(keys)) or '(none)'}",
                where=where,
                expected="'messages', or 'observation' and 'action'",
                remedy="add a first node that builds the graph's input from the observation",
            )
        self.shared = graph
        self.steps = steps
        self.where = where or "LangGraphSeat"
        self.asynchronous = True if _only_awaited(graph) else None
        self._may_branch = branches
        self._state = GraphState(graph)
        self._thread = thread or ("person" if self._state.keeps_threads else "session")
        self._conversations = Conversations(self._thread, where)
        self._life = uuid4().hex

    @property
    def branches(self) -> bool:
        """Whether a question outside the conversation leaves no trace."""
        return self._may_branch and self._state.is_whole

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts with empty threads, and resets the store to its original content."""
        self._state = GraphState(self.shared)
        self._conversations.clear()
        self._life = uuid4().hex

    def get_state(self) -> tuple[Any, ...]:
        """The conversations, checkpoints and stored items. Raises `SeatError` if the graph keeps state elsewhere."""
        if not self.branches:
            raise SeatError(
                "the graph may keep state that cannot be saved",
                where=self.where,
                expected="state in messages, a checkpointer or an InMemoryStore only",
                remedy="leave branches=False out, and use an InMemoryStore",
            )
        return self._life, self._conversations.get_state(), self._state.take()

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        self._life, conversations, kept = state
        self._conversations.set_state(conversations)
        self._state.put_back(kept)

    def __deepcopy__(self, memo: dict[int, Any]) -> LangGraphSeat:
        """A new seat with the same graph and no state."""
        return LangGraphSeat(
            self.shared, thread=self._thread, steps=self.steps, branches=self._may_branch, where=self.where
        )

    def act(self, observation: dict[str, Any]) -> Any:
        """The graph's action.

        Raises:
            OrderError: One of its nodes must be awaited.
            SeatError: It returns no action, stops at an interrupt, or takes more than `steps` steps.
            ModelOutputError: Its last message is a call of a tool that did not run.
            InfrastructureError: An endpoint that it asked failed.
        """
        with self._call(observation) as call:
            if call.given is not None:
                for state in self._state.graph.stream(call.given, call.config, stream_mode="values"):
                    call.state = state
        return call.action

    async def aact(self, observation: dict[str, Any]) -> Any:
        """Asynchronous version of `act`."""
        with self._call(observation) as call:
            if call.given is not None:
                async for state in self._state.graph.astream(call.given, call.config, stream_mode="values"):
                    call.state = state
        return call.action

    @contextmanager
    def _call(self, observation: Mapping[str, Any]) -> Iterator[GraphCall]:
        """Prepares a call and takes in its result; names what went wrong; undoes what a probe did."""
        talk = self._conversations.at(observation)
        if self.takes == "messages" and observation["phase"] in NOT_ANSWERED:
            talk.heard.append(spoken(observation))
            yield GraphCall(None, {})
            return
        before = self._state.take() if self.branches and observation["phase"] == Phase.PROBE else None
        call = GraphCall(self._given(observation, talk), self._config(observation, talk))
        try:
            yield call
            call.action = self._taken(call, talk)
        except RegularsError:
            raise
        except Exception as error:  # a foreign graph may raise anything
            named = self._named(error, call)
            if named is None:
                raise
            raise named from error
        finally:
            if before is not None:
                self._state.put_back(before)

    def _given(self, observation: Mapping[str, Any], talk: SeatConversation) -> dict[str, Any]:
        if self.takes == "observation":
            return {"observation": observation}
        new = [_message(*line) for line in (*talk.heard, spoken(observation))]
        if observation["turn_id"]:
            new[-1]["id"] = observation["turn_id"]
        return {"messages": [*talk.said, *new]}

    def _config(self, observation: Mapping[str, Any], talk: SeatConversation) -> dict[str, Any]:
        return {
            "recursion_limit": self.steps,
            "configurable": {"thread_id": f"{self._life}:{talk.id}", **caller_of(observation, self._life)},
        }

    def _taken(self, call: GraphCall, talk: SeatConversation) -> Any:
        """The action in the final state, after the conversation has taken the messages in."""
        values = call.state if isinstance(call.state, Mapping) else {}
        if _INTERRUPT in values:
            raise SeatError(
                "the graph stopped at an interrupt",
                where=self.where,
                expected="a reply without a person's help",
                remedy="compile it without interrupts",
            )
        if self.takes == "observation":
            found = next((values[key] for key in ("action", "reply") if values.get(key) is not None), None)
            if found is not None:
                return found
            raise SeatError(
                f"the graph returns {', '.join(values) or 'nothing'}", where=self.where, expected="action or reply"
            )
        messages = list(values.get("messages") or ())
        reply = self._reply(messages)
        talk.heard.clear()
        if not self._state.keeps_threads:
            assert call.given is not None
            sent = call.given["messages"]
            talk.said = messages if _has(messages, sent[-1]) else [*sent, *messages]
        return reply

    def _reply(self, messages: list[Any]) -> str:
        last: Any = messages[-1] if messages else None
        kind = getattr(last, "type", "ai")
        self._refuse_calls(last)
        if kind == "tool" and getattr(last, "status", "") == "error":
            raise ModelOutputError(
                f"the graph ends with a failed call of {getattr(last, 'name', '') or 'a tool'}: "
                f"{str(last.content)[:_QUOTED]}",
                where=self.where,
                expected="a last message with text",
            )
        content = getattr(last, "content", None) if kind in ("ai", "AIMessageChunk", "tool") else None
        if isinstance(content, str):
            return content
        if isinstance(content, list):
            blocks = [block if isinstance(block, str) else block.get("text", "") for block in content]
            return "".join(blocks)
        raise SeatError("the graph returns no message", where=self.where, expected="a last message with text")

    def _refuse_calls(self, last: Any) -> None:
        """Raises `ModelOutputError` if the last message calls a tool: then the call did not run."""
        for wrong in getattr(last, "invalid_tool_calls", None) or ():
            error = ModelOutputError(
                f"the model called {wrong.get('name') or 'a tool'!r} with arguments that are not JSON: "
                f"{str(wrong.get('args'))[:_QUOTED]!r}",
                where=self.where,
            )
            error.fault = "not_json"
            raise error
        for unanswered in getattr(last, "tool_calls", None) or ():
            raise ModelOutputError(
                f"the graph ends with a call of the tool {unanswered.get('name')!r} that no node ran",
                where=self.where,
                expected="a last message with text",
                remedy="lead tool calls to a ToolNode that has the tool",
            )

    def _named(self, error: Exception, call: GraphCall) -> Exception | None:
        """The error in this package's terms; None if it has none."""
        if isinstance(error, TypeError) and "synchronous" in str(error):
            return OrderError("the graph has nodes that must be awaited", where=self.where, remedy="await cast.arun()")
        if type(error).__name__ == "GraphRecursionError":
            values = call.state if isinstance(call.state, Mapping) else {}
            messages = values.get("messages") or ()
            called = [one.get("name") for message in messages for one in getattr(message, "tool_calls", ())]
            loop = f"; it last called the tool {called[-1]!r}" if called else ""
            return SeatError(
                f"the graph takes more than {self.steps} steps for one reply{loop}",
                where=self.where,
                expected="a last message with text",
                remedy="end the loop, or pass LangGraphSeat(graph, steps=N)",
            )
        return infrastructure_error(error, self.where)


def _message(role: str, words: str) -> dict[str, str]:
    return {"role": role, "content": words}


def _has(messages: list[Any], sent: Mapping[str, Any]) -> bool:
    """Whether a graph's messages have the one that it was sent; a state without a reducer has only its own."""
    id = sent.get("id")
    return any(one is sent or (id is not None and getattr(one, "id", None) == id) for one in messages)


def _only_awaited(graph: Any) -> bool:
    """Whether a node of the graph, or of a graph within it, has no plain function."""
    nodes = getattr(graph, "nodes", None)
    bound = [getattr(node, "bound", None) for node in nodes.values()] if isinstance(nodes, Mapping) else []
    return any(
        _only_awaited(one) or (getattr(one, "func", "") is None and getattr(one, "afunc", None) is not None)
        for one in bound
    )


def _keys(graph: Any) -> set[str]:
    """The keys of a graph's state: the channels of a compiled graph, else the input schema's fields."""
    channels = getattr(graph, "channels", None)
    if isinstance(channels, Mapping):
        return {str(name) for name in channels if not str(name).startswith(("__", "branch:"))}
    schema = graph.get_input_jsonschema() if hasattr(graph, "get_input_jsonschema") else {}
    return set(schema.get("properties", {}))
