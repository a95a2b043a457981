"""Real compiled graphs in the assistant's seat: what they see, what they keep, how they branch, and their faults."""

from __future__ import annotations

import asyncio
import json
import operator
import pickle
from copy import deepcopy
from typing import Annotated, Any, TypedDict

import openai
import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_store, get_stream_writer
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.memory import InMemoryStore
from langgraph.types import interrupt

from regulars import Cast, life_v0
from regulars.agents import LangGraphSeat
from regulars.agents.seats.adapt import as_seat, can_branch, restore_seat, seat_state
from regulars.dialogue import ASSISTANT, Phase, Reply
from regulars.errors import InfrastructureError, ModelOutputError, SeatError


def observed(message: str = "Hello.", phase: Phase = Phase.TALK, **changes: Any) -> dict[str, Any]:
    probe = phase is Phase.PROBE
    return {
        "message": message, "speaker": "p", "name": "Anna", "scope": "s", "phase": int(phase), "session": 1,
        "turn_id": "" if probe else f"s001.{message}", "reply_id": "" if probe else "s001.t02",
        "date": "2025-03-01T09:30:00+00:00",
    } | changes  # fmt: skip


def compiled(*nodes: Any, state: Any = MessagesState, **options: Any) -> Any:
    """A graph of nodes in a row."""
    graph = StateGraph(state)
    graph.add_sequence([(f"node{number}", node) for number, node in enumerate(nodes)])
    graph.add_edge(START, "node0")
    return graph.compile(**options)


def repeat(state: Any) -> dict[str, Any]:
    """Replies with the words of all messages."""
    return {"messages": [("ai", " ".join(message.content for message in state["messages"]))]}


async def arepeat(state: Any) -> dict[str, Any]:
    await asyncio.sleep(0)
    return repeat(state)


def said(seat: LangGraphSeat, *lines: dict[str, Any]) -> list[str]:
    return [seat.act(line) for line in lines]


# ---------------------------------------------------------------------- what a graph sees


@pytest.mark.parametrize("saver", [None, InMemorySaver()])
def test_a_graph_sees_the_conversation_so_far_with_its_own_replies(saver):
    seat = LangGraphSeat(compiled(repeat, checkpointer=saver), thread="session")
    assert said(seat, observed("One."), observed("Two.")) == ["One.", "One. One. Two."]


@pytest.mark.parametrize("saver", [None, InMemorySaver()])
def test_what_needs_no_reply_comes_before_the_next_message(saver):
    seat = LangGraphSeat(compiled(repeat, checkpointer=saver), thread="person")
    lines = (
        observed("Bye.", Phase.CLOSING),
        observed("Recorded.", Phase.LISTEN),
        observed("Heard.", Phase.LISTEN, speaker=ASSISTANT),
        observed("Again."),
        observed("On."),
    )
    assert said(seat, *lines) == [
        "", "", "", "Bye. Recorded. Heard. Again.",
        "Bye. Recorded. Heard. Again. Bye. Recorded. Heard. Again. On.",
    ]  # fmt: skip


def test_lines_of_a_recording_keep_their_roles():
    seen: list[str] = []

    def note(state):
        seen.extend(message.type for message in state["messages"])
        return {"messages": [("ai", "x")]}

    said(LangGraphSeat(compiled(note)), observed("A.", Phase.LISTEN, speaker=ASSISTANT), observed("B."))
    assert seen == ["ai", "human"]


@pytest.mark.parametrize(
    ("saver", "thread", "second"),
    [
        (None, "", "Two."),
        (InMemorySaver(), "", "One. One. Two."),
        (InMemorySaver(), "session", "Two."),
        (None, "person", "One. One. Two."),
    ],
)
def test_a_conversation_lasts_a_session_or_a_life_with_a_checkpointer(saver, thread, second):
    seat = LangGraphSeat(compiled(repeat, checkpointer=saver), thread=thread)
    assert said(seat, observed("One."), observed("Two.", session=2))[1] == second


def test_people_of_one_episode_have_conversations_of_their_own():
    seat = LangGraphSeat(compiled(repeat, checkpointer=InMemorySaver()))
    assert said(seat, observed("One."), observed("Two.", scope="t"), observed("Three."))[1:] == [
        "Two.", "One. One. Three.",
    ]  # fmt: skip


def test_a_state_without_a_reducer_still_gets_the_whole_conversation():
    class Bare(TypedDict):
        messages: list[Any]

    def count(state):
        return {"messages": [AIMessage(f"{len(state['messages'])}")]}

    assert said(LangGraphSeat(compiled(count, state=Bare)), observed("a"), observed("b")) == ["1", "3"]


def test_a_graph_may_shorten_its_own_conversation():
    """What a graph removes from its messages, it does not get again, as with a checkpointer."""
    from langchain_core.messages import RemoveMessage
    from langgraph.graph.message import REMOVE_ALL_MESSAGES

    def keep_last(state):
        kept = [RemoveMessage(REMOVE_ALL_MESSAGES), state["messages"][-1]]
        return {"messages": [*kept, AIMessage(f"{len(state['messages'])}")]}

    assert said(LangGraphSeat(compiled(keep_last)), *map(observed, "abc")) == ["1", "3", "3"]


def test_nodes_learn_who_speaks_and_when_from_the_configuration():
    found: list[dict[str, Any]] = []

    def note(state, config: RunnableConfig):
        found.append(dict(config["configurable"]))
        return {"messages": [("ai", "x")]}

    note.__annotations__ = {"config": RunnableConfig}
    seat = LangGraphSeat(compiled(note))
    said(seat, observed(), observed(scope="t"))
    first, second = found
    assert (first["user_name"], first["date"]) == ("Anna", "2025-03-01T09:30:00+00:00")
    assert first["user_id"].endswith(":s")
    assert second["user_id"].endswith(":t")
    assert first["thread_id"] != second["thread_id"]


# ---------------------------------------------------------------------- replies


class Seen(TypedDict, total=False):
    observation: dict[str, Any]
    action: Any
    reply: str


@pytest.mark.parametrize(
    ("update", "action"),
    [({"action": Reply("x"), "reply": "y"}, Reply("x")), ({"action": None, "reply": "y"}, "y"), ({"reply": ""}, "")],
)
def test_an_action_comes_before_a_reply(update, action):
    seat = LangGraphSeat(compiled(lambda state: update, state=Seen))
    assert seat.act(observed(phase=Phase.CLOSING)) == action
    assert asyncio.run(seat.aact(observed(phase=Phase.LISTEN))) == action


def test_a_reply_in_blocks_is_put_together():
    blocks = ["I ", {"type": "text", "text": "see."}, {"type": "image", "url": "x"}]
    assert said(LangGraphSeat(compiled(lambda state: {"messages": [AIMessage(blocks)]})), observed()) == ["I see."]


def test_a_tool_that_answers_itself_gives_the_reply():
    graph = compiled(lambda state: {"messages": [ToolMessage("At noon.", tool_call_id="1", name="ask")]})
    assert said(LangGraphSeat(graph), observed()) == ["At noon."]


# ---------------------------------------------------------------------- tools, waiting, streams


@tool
def weekday(date: str) -> str:
    """The weekday of a date."""
    return "Saturday" if date == "2025-03-01" else "unknown"


class Scripted(GenericFakeChatModel):
    """A chat model with scripted answers that takes tools."""

    def bind_tools(self, tools: Any, **options: Any) -> Any:
        return self


def call_of(name: str, arguments: dict[str, Any], id: str = "1") -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": arguments, "id": id}])


def with_tools(answers: Any, asynchronous: bool = False, **options: Any) -> Any:
    model = Scripted(messages=iter(answers)).bind_tools([weekday])

    def think(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.invoke(state["messages"])]}

    async def athink(state: MessagesState) -> dict[str, Any]:
        return {"messages": [await model.ainvoke(state["messages"])]}

    graph = StateGraph(MessagesState)
    graph.add_node("think", athink if asynchronous else think)
    graph.add_node("tools", ToolNode([weekday]))
    graph.add_edge(START, "think")
    graph.add_conditional_edges("think", tools_condition)
    graph.add_edge("tools", "think")
    return graph.compile(**options)


def test_a_graph_with_tools_replies_after_its_calls():
    graph = with_tools([call_of("weekday", {"date": "2025-03-01"}), AIMessage("It is a Saturday.")])
    assert said(LangGraphSeat(graph), observed()) == ["It is a Saturday."]


def test_a_graph_whose_nodes_wait_is_awaited():
    seat = LangGraphSeat(compiled(arepeat))
    assert seat.asynchronous
    assert asyncio.run(seat.aact(observed("One."))) == "One."
    assert LangGraphSeat(compiled(repeat)).asynchronous is None
    assert LangGraphSeat(compiled(compiled(arepeat))).asynchronous


def test_a_graph_that_streams_replies_with_all_of_its_pieces():
    model = GenericFakeChatModel(messages=iter([AIMessage("It is a Saturday.")]))

    def think(state):
        get_stream_writer()({"progress": 1})
        whole = AIMessageChunk("")
        for piece in model.stream(state["messages"]):
            whole += piece
        return {"messages": [whole]}

    assert said(LangGraphSeat(compiled(think)), observed()) == ["It is a Saturday."]


# ---------------------------------------------------------------------- faults


def test_a_call_of_an_unknown_tool_is_the_models_to_mend():
    """ToolNode tells the model; a graph that ends there has no reply."""
    graph = with_tools([call_of("weakday", {}), AIMessage("I cannot say.")])
    assert said(LangGraphSeat(graph), observed()) == ["I cannot say."]
    alone = compiled(lambda state: {"messages": [call_of("weakday", {})]}, ToolNode([weekday]))
    with pytest.raises(
        ModelOutputError, match="ends with a failed call of weakday: Error: weakday is not a valid tool"
    ):
        said(LangGraphSeat(alone), observed())


def test_a_call_that_no_node_runs_is_named():
    graph = compiled(lambda state: {"messages": [call_of("weekday", {})]})
    with pytest.raises(ModelOutputError, match="ends with a call of the tool 'weekday' that no node ran"):
        said(LangGraphSeat(graph), observed())


def test_arguments_that_are_no_json_are_named():
    wrong = {"name": "weekday", "args": "{date: ", "id": "1", "error": "x", "type": "invalid_tool_call"}
    graph = with_tools([AIMessage("", invalid_tool_calls=[wrong])])
    with pytest.raises(ModelOutputError, match=r"'weekday' with arguments that are not JSON: '\{date: '") as raised:
        said(LangGraphSeat(graph), observed())
    assert raised.value.fault == "not_json"


def test_a_tool_loop_is_bounded_and_names_the_tool():
    def endless():
        number = 0
        while True:
            number += 1
            yield call_of("weekday", {"date": "x"}, str(number))

    with pytest.raises(SeatError, match="more than 8 steps for one reply; it last called the tool 'weekday'"):
        said(LangGraphSeat(with_tools(endless()), steps=8), observed())
    with pytest.raises(SeatError, match="more than 50 steps"):
        asyncio.run(LangGraphSeat(with_tools(endless(), asynchronous=True)).aact(observed()))


def test_an_interrupt_is_named():
    def wait(state):
        interrupt("May I?")

    with pytest.raises(SeatError, match="stopped at an interrupt"):
        said(LangGraphSeat(compiled(wait, checkpointer=InMemorySaver())), observed())


@pytest.mark.parametrize(
    "messages", [[], [HumanMessage("me")], [AIMessage("x"), HumanMessage("me")]], ids=["none", "human", "human last"]
)
def test_a_graph_that_does_not_answer_is_at_fault(messages):
    graph = compiled(lambda state: {"messages": messages})
    with pytest.raises(SeatError, match="the graph returns no message"):
        said(LangGraphSeat(graph), observed())


def test_a_failing_endpoint_is_infrastructure_and_an_error_of_a_node_is_not():
    def lose(state):
        raise openai.APIConnectionError(request=None)  # type: ignore[arg-type]

    def wrap(state):
        try:
            lose(state)
        except openai.APIConnectionError as error:
            raise RuntimeError("the model is away") from error

    def break_down(state):
        raise ValueError("the node broke")

    for node in (lose, wrap):
        with pytest.raises(InfrastructureError, match="connection was lost"):
            said(LangGraphSeat(compiled(node)), observed())
    with pytest.raises(ValueError, match="the node broke"):
        said(LangGraphSeat(compiled(break_down)), observed())


def test_a_graph_without_messages_is_refused_with_its_keys():
    class Other(TypedDict):
        question: str
        answer: str

    with pytest.raises(
        SeatError, match="assistant_0: the graph's state has the keys answer, question; expected 'messages'"
    ):
        LangGraphSeat(compiled(lambda state: {"answer": "x"}, state=Other), where="assistant_0")


@pytest.mark.parametrize("length", ["life", "sesion"])
def test_an_unknown_thread_length_is_refused(length):
    with pytest.raises(SeatError, match="expected session or person"):
        LangGraphSeat(compiled(repeat), thread=length)


def test_an_object_of_another_framework_is_refused_with_a_way_out():
    class Crew:
        def kickoff(self) -> str:
            return "done"

    with pytest.raises(SeatError, match=r"type Crew cannot take a seat.*wrap it in a function"):
        as_seat(Crew(), "assistant_0")
    with pytest.raises(SeatError, match="compile the graph first"):
        as_seat(StateGraph(MessagesState), "assistant_0")


# ---------------------------------------------------------------------- episodes, probes and branches


class Tally(MessagesState):
    count: Annotated[int, operator.add]


def tally(state: Any) -> dict[str, Any]:
    """Counts its calls in its state and in its store."""
    store = get_store()
    item = store.get(("calls",), "all")
    kept = (item.value["n"] if item else 0) + 1
    store.put(("calls",), "all", {"n": kept})
    return {"count": 1, "messages": [("ai", f"{state['count'] + 1} {kept}")]}


def inner(state: Any) -> dict[str, Any]:
    return {"messages": [("ai", str(len(state["messages"])))]}


def over_subgraph(**options: Any) -> Any:
    """A graph that calls a graph with a thread of its own, and replies with that thread's length."""
    part = compiled(inner, checkpointer=True)

    def outer(state):
        out = part.invoke({"messages": [("user", "x")]})
        return {"messages": [("ai", out["messages"][-1].content)]}

    return compiled(outer, **options)


def counting() -> LangGraphSeat:
    return LangGraphSeat(compiled(tally, state=Tally, checkpointer=InMemorySaver(), store=InMemoryStore()))


def test_a_probe_sees_the_conversation_and_leaves_no_trace():
    seat = counting()
    assert can_branch(seat)
    probe = observed("Probe?", Phase.PROBE)
    assert said(seat, observed("a"), probe, probe, observed("b")) == ["1 1", "2 2", "2 2", "2 2"]


@pytest.mark.parametrize("saver", [None, InMemorySaver()])
def test_a_probe_is_not_part_of_the_conversation(saver):
    seat = LangGraphSeat(compiled(repeat, checkpointer=saver), thread="person")
    probe = observed("P?", Phase.PROBE)
    assert said(seat, observed("a"), observed("bye", Phase.CLOSING), probe, observed("b")) == [
        "a", "", "a a bye P?", "a a bye b",
    ]  # fmt: skip


def test_a_probe_that_fails_leaves_no_trace_either():
    def fail_on_probe(state):
        if state["messages"][-1].content == "P?":
            raise ValueError("no")
        return tally(state)

    seat = LangGraphSeat(compiled(fail_on_probe, state=Tally, checkpointer=InMemorySaver(), store=InMemoryStore()))
    said(seat, observed("a"))
    with pytest.raises(ValueError, match="no"):
        said(seat, observed("P?", Phase.PROBE))
    assert said(seat, observed("b")) == ["2 2"]


def test_threads_of_graphs_within_a_graph_are_branched_with_it():
    """The inner thread gets a message and a reply per call: 1, 3, 5."""
    seat = LangGraphSeat(over_subgraph(checkpointer=InMemorySaver()))
    assert said(seat, observed("a"), observed("P?", Phase.PROBE), observed("b"), observed("c")) == ["1", "3", "3", "5"]


def test_episodes_share_a_graph_and_nothing_else():
    saver, store = InMemorySaver(), InMemoryStore()
    store.put(("facts",), "one", {"text": "kept"})
    graph = compiled(tally, state=Tally, checkpointer=saver, store=store)
    one, other = LangGraphSeat(graph), LangGraphSeat(graph)
    assert said(one, observed("a"), observed("b")) == ["1 1", "2 2"]
    assert said(other, observed("a")) == ["1 1"]
    one.begin("assistant_0", 0)
    assert said(one, observed("a")) == ["1 1"]
    assert list(saver.list(None)) == []
    assert [item.key for item in store.search(())] == ["one"]


def test_a_store_begins_with_the_items_that_the_graph_came_with():
    store = InMemoryStore()
    store.put(("calls",), "all", {"n": 7})
    graph = compiled(tally, state=Tally, checkpointer=InMemorySaver(), store=store)
    assert said(LangGraphSeat(graph), observed("a")) == ["1 8"]


def test_a_state_goes_through_bytes_to_another_seat_and_back():
    seat, other = counting(), counting()
    said(seat, observed("a"), observed("heard", Phase.CLOSING))
    state = seat_state(seat, "assistant_0")
    assert said(seat, observed("b")) == ["2 2"]
    restore_seat(other, state)
    assert said(other, observed("b"), observed("c")) == ["2 2", "3 3"]
    restore_seat(seat, state)
    assert said(seat, observed("b")) == ["2 2"]


def test_a_plain_graphs_conversation_is_its_state():
    seat = LangGraphSeat(compiled(repeat))
    said(seat, observed("a"))
    state = pickle.loads(pickle.dumps(seat.get_state()))
    said(seat, observed("b"))
    seat.set_state(state)
    assert said(seat, observed("c")) == ["a a c"]


def test_a_copy_has_the_same_graph_and_begins_anew():
    seat = LangGraphSeat(compiled(repeat), thread="person", steps=9, branches=False)
    said(seat, observed("a"))
    copy = deepcopy(seat)
    assert copy.shared is seat.shared
    assert (copy.steps, copy.branches) == (9, False)
    assert said(copy, observed("b"), observed("c", session=2))[1] == "b b c"


def test_a_graph_that_keeps_something_elsewhere_says_so_and_is_not_branched():
    class Elsewhere(InMemoryStore):
        pass

    from langgraph.store.base import BaseStore

    class Remote(BaseStore):
        def batch(self, ops):
            return []

        async def abatch(self, ops):
            return []

    assert can_branch(LangGraphSeat(compiled(repeat, store=Elsewhere())))
    for seat in (LangGraphSeat(compiled(repeat), branches=False), LangGraphSeat(compiled(repeat, store=Remote()))):
        assert not can_branch(seat)
        with pytest.raises(SeatError, match="may keep state that cannot be saved"):
            seat.get_state()


def played(assistant: Any, **options: Any) -> list[str]:
    env = life_v0.env(sessions=2, **options)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=5)
    asyncio.run(cast.arun())
    return [turn.text for turn in env.unwrapped.transcript]


@pytest.mark.parametrize("node", [repeat, arepeat])
@pytest.mark.parametrize("saver", [None, InMemorySaver()])
def test_a_life_with_forked_probes_has_the_words_of_one_without(node, saver):
    graph = compiled(node, checkpointer=saver)
    assert played(graph, probes="fork") == played(graph, probes="off")


def test_a_cast_with_a_graph_forks():
    env = life_v0.env(sessions=1)
    cast = Cast(env, assistant=compiled(repeat, checkpointer=InMemorySaver()))
    cast.reset(seed=5)
    for _ in range(6):
        agent = env.agent_selection
        env.step(cast[agent](env.observe(agent)))
    forks = cast.fork(2)
    for one in (cast, *forks):
        one.run()
    texts = [json.dumps([turn.text for turn in one.env.unwrapped.transcript]) for one in (cast, *forks)]
    assert texts[0] == texts[1] == texts[2]
