"""Your own compiled LangGraph in a seat: one over `messages`, or one over `observation` that leaves an `action`.

A graph over `messages` is given each message as a user message, and what its last message says is the reply. What needs
no reply, recorded turns and a session's last line, is entered into its thread and not answered. Each conversation is a
thread of its own (`thread="session"`), or each person's whole life is one (`thread="person"`); whose it is stands in
`configurable.user_id`, for a graph with a store.

A graph over `observation` sees what a seat sees, and leaves an `action` or a `reply`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from regulars.dialogue import ASSISTANT, Phase
from regulars.errors import OrderError, SeatError

__all__ = ["LangGraphSeat"]

THREADS = ("session", "person")
_NOT_ANSWERED = (Phase.CLOSING, Phase.LISTEN)


class LangGraphSeat:
    """A compiled graph in a seat.

    Args:
        graph: What `StateGraph.compile()` gave, or anything else with `invoke`, `ainvoke` and an input schema.
        thread: How long a thread of a graph with a checkpointer goes on: `session`, or `person`.
        stateless: Whether it is known to keep nothing between calls; only then can questions be put to it beside the
            conversation.
        where: The seat, for messages.

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
            raise SeatError(f"a thread over {thread!r}", where=where, expected=" or ".join(THREADS))
        self.graph = graph
        self.thread = thread
        self.branches = stateless
        keys = _keys(graph)
        self.takes = next((key for key in ("observation", "messages") if key in keys), "")
        if not self.takes:
            raise SeatError(
                f"the graph's state has {', '.join(sorted(keys)) or 'no keys'}",
                where=where,
                expected="'messages', or 'observation' and 'action'",
                remedy="put a node before it that makes its input from the observation",
            )
        self.keeps_threads = bool(getattr(graph, "checkpointer", None))
        self.begin(where, 0)

    def begin(self, seat: str, seed: int) -> None:
        """Threads begin anew.

        Their names are no draw: a checkpointer may hold those of other episodes, also of earlier runs.
        """
        self._life = uuid4().hex

    def get_state(self) -> str:
        """A stateless graph has none but its threads' name. Raises `SeatError` for one that may keep something."""
        if not self.branches:
            raise SeatError(
                "a graph may keep state that nobody can take",
                expected="a graph that is known to keep nothing between calls",
                remedy="pass LangGraphSeat(graph, stateless=True) if it keeps nothing",
            )
        return self._life

    def set_state(self, state: str) -> None:
        """Goes back to a state from `get_state`."""
        self._life = state

    def __deepcopy__(self, memo: dict[int, Any]) -> LangGraphSeat:
        """A seat of its own with the same graph, whose threads tell episodes apart."""
        return LangGraphSeat(self.graph, thread=self.thread, stateless=self.branches)

    def act(self, observation: dict[str, Any]) -> Any:
        """What the graph comes to.

        Raises:
            OrderError: One of its nodes has to be awaited.
            SeatError: It leaves no action.
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
                f"the graph leaves {', '.join(values) or 'nothing'}", where="LangGraphSeat", expected="action or reply"
            )
        messages = values.get("messages") or []
        content = getattr(messages[-1], "content", None) if messages else None
        if isinstance(content, str):
            return content
        if isinstance(content, list):
            blocks = [block if isinstance(block, str) else block.get("text", "") for block in content]
            return "".join(blocks)
        raise SeatError("the graph leaves no message", where="LangGraphSeat", expected="a last message with words")


def _keys(graph: Any) -> set[str]:
    """The keys of a graph's state. A compiled graph has a channel for each; others have a schema of their input."""
    channels = getattr(graph, "channels", None)
    if isinstance(channels, Mapping):
        return {str(name) for name in channels if not str(name).startswith(("__", "branch:"))}
    schema = graph.get_input_jsonschema() if hasattr(graph, "get_input_jsonschema") else {}
    return set(schema.get("properties", {}))
