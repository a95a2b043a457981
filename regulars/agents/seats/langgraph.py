"""Puts your own compiled LangGraph in a seat: a graph over `messages`, or over `observation` and `action`.

A graph over `messages` gets each message as a user message; the text of its last message is the reply. Messages that
need no reply, such as recorded turns and a session's last line, are added to its thread without an answer. A thread is
one session (`thread="session"`) or one person's whole life (`thread="person"`). `configurable.user_id` names the
person, for a graph with a store.

A graph over `observation` gets the seat's observation and returns an `action` or a `reply`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from regulars.dialogue import ASSISTANT, Phase
from regulars.errors import OrderError, SeatError

THREADS = ("session", "person")
_NOT_ANSWERED = (Phase.CLOSING, Phase.LISTEN)


class LangGraphSeat:
    """A compiled graph as a seat.

    Args:
        graph: The result of `StateGraph.compile()`, or any object with `invoke`, `ainvoke` and an input schema.
        thread: How long one thread of a graph with a checkpointer lasts: `session` or `person`.
        stateless: Whether it keeps nothing between calls; only then can it be probed outside the conversation.
        where: The seat's name, for messages.

    Raises:
        SeatError: Its state has neither `observation` nor `messages`.

    Example:
        >>> from langgraph.graph import START, MessagesState, StateGraph
        >>> graph = StateGraph(MessagesState)
        >>> _ = graph.add_node("reply", lambda state: {"messages": [("ai", "I see.")]})
        >>> _ = graph.add_edge(START, "reply")
        >>> LangGraphSeat(graph.compile()).takes
        'messages'
    """

    def __init__(self, graph: Any, *, thread: str = "session", stateless: bool = False, where: str = "") -> None:
        if thread not in THREADS:
            raise SeatError(f"unknown thread length {thread!r}", where=where, expected=" or ".join(THREADS))
        self.graph = graph
        self.thread = thread
        self.branches = stateless
        keys = _keys(graph)
        self.takes = next((key for key in ("observation", "messages") if key in keys), "")
        if not self.takes:
            raise SeatError(
                f"the graph's state has the keys {', '.join(sorted(keys)) or '(none)'}",
                where=where,
                expected="'messages', or 'observation' and 'action'",
                remedy="add a first node that builds the graph's input from the observation",
            )
        self.keeps_threads = bool(getattr(graph, "checkpointer", None))
        self.begin(where, 0)

    def begin(self, seat: str, seed: int) -> None:
        """Starts new threads.

        Thread names are not seeded: a checkpointer may hold threads of other episodes and of earlier runs.
        """
        self._life = uuid4().hex

    def get_state(self) -> str:
        """The name of a stateless graph's threads. Raises `SeatError` for a graph that may keep state."""
        if not self.branches:
            raise SeatError(
                "the graph may keep state that cannot be saved",
                where="LangGraphSeat",
                expected="a graph that is known to keep nothing between calls",
                remedy="pass LangGraphSeat(graph, stateless=True) if it keeps nothing",
            )
        return self._life

    def set_state(self, state: str) -> None:
        """Restores a state from `get_state`."""
        self._life = state

    def __deepcopy__(self, memo: dict[int, Any]) -> LangGraphSeat:
        """A new seat with the same graph; its threads keep episodes apart."""
        return LangGraphSeat(self.graph, thread=self.thread, stateless=self.branches)

    def act(self, observation: dict[str, Any]) -> Any:
        """The graph's action.

        Raises:
            OrderError: One of its nodes must be awaited.
            SeatError: It returns no action.
        """
        config = self._config(observation)
        if self._is_only_heard(observation):
            if self.keeps_threads:
                self.graph.update_state(config, self._given(observation), as_node="__start__")
            return ""
        try:
            return self._action(self.graph.invoke(self._given(observation), config))
        except TypeError as error:
            if "synchronous" not in str(error):
                raise
            raise OrderError(
                "the graph has nodes that must be awaited", where="LangGraphSeat", remedy="await cast.arun()"
            ) from error

    async def aact(self, observation: dict[str, Any]) -> Any:
        """`act`, awaited."""
        config = self._config(observation)
        if self._is_only_heard(observation):
            if self.keeps_threads:
                await self.graph.aupdate_state(config, self._given(observation), as_node="__start__")
            return ""
        return self._action(await self.graph.ainvoke(self._given(observation), config))

    def _is_only_heard(self, observation: Mapping[str, Any]) -> bool:
        return self.takes == "messages" and observation["phase"] in _NOT_ANSWERED

    def _given(self, observation: dict[str, Any]) -> dict[str, Any]:
        if self.takes == "observation":
            return {"observation": observation}
        role = "assistant" if observation["speaker"] == ASSISTANT else "user"
        return {"messages": [{"role": role, "content": observation["message"]}]}

    def _config(self, observation: Mapping[str, Any]) -> dict[str, Any]:
        scope = str(observation["scope"])
        part = f":{int(observation['session'])}" if self.thread == "session" else ""
        return {"configurable": {"thread_id": f"{self._life}:{scope}{part}", "user_id": f"{self._life}:{scope}"}}

    def _action(self, state: Any) -> Any:
        values = state if isinstance(state, Mapping) else {}
        if self.takes == "observation":
            found = next((values[key] for key in ("action", "reply") if values.get(key) is not None), None)
            if found is not None:
                return found
            raise SeatError(
                f"the graph returns {', '.join(values) or 'nothing'}", where="LangGraphSeat", expected="action or reply"
            )
        messages = values.get("messages") or []
        content = getattr(messages[-1], "content", None) if messages else None
        if isinstance(content, str):
            return content
        if isinstance(content, list):
            blocks = [block if isinstance(block, str) else block.get("text", "") for block in content]
            return "".join(blocks)
        raise SeatError("the graph returns no message", where="LangGraphSeat", expected="a last message with text")


def _keys(graph: Any) -> set[str]:
    """The keys of a graph's state: the channels of a compiled graph, else the input schema's fields."""
    channels = getattr(graph, "channels", None)
    if isinstance(channels, Mapping):
        return {str(name) for name in channels if not str(name).startswith(("__", "branch:"))}
    schema = graph.get_input_jsonschema() if hasattr(graph, "get_input_jsonschema") else {}
    return set(schema.get("properties", {}))
