"""The built-in roles as compiled graphs: invoked, streamed, drawn, awaited, checkpointed, and inside another graph."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph

from regulars import Cast, life_v0
from regulars.agents import ModelAssistant, ScriptedAssistant, ScriptedChat
from regulars.agents.assistant import scripted as assistant
from regulars.agents.evaluator import scripted as evaluator
from regulars.agents.user import scripted as user
from regulars.dialogue import ASSISTANT
from regulars.errors import SeatError
from regulars.integrations import LifeTalk, assistant_graph, evaluator_graph, memory_graph, user_graph
from regulars.integrations.role_graphs import MemoryManager

TOLD, ASKED = "I work as a radiographer.", "What profession am I working in at the moment?"


def ann(thread: str = "1", user: str = "ann") -> dict[str, Any]:
    settings = {"thread_id": thread, "user_id": user, "user_name": "Ann", "date": "2025-03-01T09:30:00+00:00"}
    return {"configurable": settings}


def say(graph: Any, words: str, config: Any = None) -> str:
    return str(graph.invoke({"messages": [("user", words)]}, config)["messages"][-1].content)


@pytest.mark.parametrize(
    ("graph", "flow"),
    [
        (assistant_graph(), assistant.FLOW),
        (memory_graph(), MemoryManager.flow),
        (evaluator_graph(), evaluator.FLOW),
        (user_graph(), user.FLOW),
    ],
    ids=lambda one: getattr(one, "role", ""),
)
def test_a_role_is_drawn_with_the_nodes_of_its_flow(graph, flow):
    picture = graph.get_graph().draw_mermaid()
    assert all(f"{node}({node})" in picture for node in ("hear", *flow.nodes, "say"))
    assert graph.name == flow.role


def test_an_assistant_remembers_over_threads_and_keeps_people_apart():
    graph = assistant_graph()
    say(graph, TOLD, ann())
    out = graph.invoke({"messages": [("user", ASKED)]}, ann("2"))
    assert "radiographer" in out["messages"][-1].content
    assert out["recalled"][0] == "s001.t01"
    assert "radiographer" not in say(graph, ASKED, ann("3", "bob"))


def test_an_assistant_streams_its_nodes_and_is_awaited():
    graph = assistant_graph()
    nodes = [next(iter(chunk)) for chunk in graph.stream({"messages": [("user", TOLD)]}, stream_mode="updates")]
    assert nodes == ["hear", "recall", "read", "plan", "reply", "remember", "say"]

    async def awaited() -> Any:
        return await graph.ainvoke({"messages": [("user", ASKED)]})

    assert "radiographer" in asyncio.run(awaited())["messages"][-1].content


def test_an_assistant_with_a_model_is_a_graph_too():
    graph = assistant_graph(ModelAssistant(ScriptedChat(["Hello to you."])))
    assert say(graph, ASKED) == "Hello to you."


def test_a_checkpoint_holds_messages_and_ids_only():
    graph = assistant_graph(checkpointer=InMemorySaver())
    say(graph, TOLD, ann())
    say(graph, ASKED, ann())
    kept = graph.get_state(ann()).values
    assert set(kept) == {"messages", "recalled"}
    assert len(kept["messages"]) == 4


def test_an_assistant_is_a_node_of_another_graph():
    graph = StateGraph(MessagesState)
    graph.add_node("assistant", assistant_graph(ScriptedAssistant("recency")))
    graph.add_node("polite", lambda state: {"messages": [("ai", f"{state['messages'][-1].content} Best wishes.")]})
    graph.add_edge(START, "assistant")
    graph.add_edge("assistant", "polite")
    own = graph.compile()
    say(own, TOLD)
    out = own.invoke({"messages": [("user", ASKED)]})["messages"]
    assert [one.type for one in out] == ["human", "ai", "ai"]
    assert "radiographer" in out[1].content
    assert out[2].content == f"{out[1].content} Best wishes."


def test_a_memory_recalls_what_was_said_before_the_last_message():
    graph = memory_graph(checkpointer=InMemorySaver())
    first = graph.invoke(
        {"messages": [("user", "I moved to Bergen."), ("ai", "I see."), ("user", "Bergen is fine.")]}, ann()
    )
    assert first["context"] == "[2025-03-01 09:30] Ann: I moved to Bergen."
    assert first["recalled"] == ["s001.t01"]
    again = graph.invoke({"messages": [("user", "Bergen?")]}, ann())
    assert sorted(again["recalled"]) == ["s001.t01", "s001.t03"]
    assert graph.invoke({"messages": [("ai", "Bergen.")]}, ann())["context"] == ""
    assert graph.invoke({"messages": [("user", "Bergen?")]}, ann("2", "bob"))["context"] == ""


@pytest.mark.parametrize(
    ("reply", "verdict", "score"),
    [
        ("You live in Bergen.", "correct", 1.0),
        ("In Oslo.", "stale", 0.0),
        ("In Turin.", "leaked", 0.0),
        ("I don't know that.", "abstained", 0.0),
    ],
)
def test_an_evaluator_judges_the_last_reply(reply, verdict, score):
    talk = [("user", "Where do I live?"), ("ai", reply)]
    out = evaluator_graph().invoke({"messages": talk, "gold": ["Bergen"], "stale": ["Oslo"], "others": ["Turin"]})
    assert (out["verdict"], out["score"]) == (verdict, score)
    assert out["reason"]


def test_without_gold_abstaining_is_right():
    out = evaluator_graph().invoke({"messages": [("user", ASKED), ("ai", "You have not told me yet.")]})
    assert out["verdict"] == "correct"


def lived(graph: Any, config: Any, reply: str = "I see.") -> dict[str, Any]:
    state = graph.invoke({"messages": []}, config)
    for _ in range(400):
        if state["over"]:
            return dict(state)
        state = graph.invoke({"messages": [("ai", reply)]}, config)
    raise AssertionError("the life does not end")


def test_a_person_says_what_it_says_in_an_episode():
    env = life_v0.env(sessions=1, probes="off")
    cast = Cast(env, assistant=lambda observation: "I see.")
    cast.reset(seed=3)
    cast.run()
    spoken = [turn.text for turn in env.unwrapped.transcript if turn.speaker != ASSISTANT]
    state = lived(user_graph(3, sessions=1, probes="off", checkpointer=InMemorySaver()), ann())
    assert [one.content for one in state["messages"] if one.type == "human"] == spoken
    assert len(spoken) > 5


def test_a_persons_life_is_in_its_state_so_threads_and_branches_are_apart():
    graph = user_graph(3, sessions=1, probes="off")
    first = graph.invoke({"messages": []})

    def lines(*replies: str) -> list[str]:
        state = first
        for reply in replies:
            state = graph.invoke({**state, "messages": [*state["messages"], ("ai", reply)]})
        return [one.content for one in state["messages"] if one.type == "human"]

    seen, asked, again = lines(*["I see."] * 4), lines(*["Do you own a car?"] * 4), lines(*["I see."] * 4)
    assert seen == again != asked


def test_a_person_counts_verdicts_and_asks_the_rest_at_the_end():
    state = lived(user_graph(3, sessions=1, checkpointer=InMemorySaver()), ann())
    assert sum(state["verdicts"].values()) > 0
    assert state["session"] == 1


def test_a_person_and_an_assistant_play_a_life_in_one_graph():
    class Both(LifeTalk, total=False):
        recalled: list[str]

    graph = StateGraph(Both)
    graph.add_node("person", user_graph(3, sessions=1, probes="off"))
    graph.add_node("assistant", assistant_graph())
    graph.add_edge(START, "person")
    graph.add_conditional_edges("person", lambda state: "__end__" if state["over"] else "assistant")
    graph.add_edge("assistant", "person")
    state = graph.compile().invoke({"messages": []}, {"recursion_limit": 200})
    assert state["over"]
    assert [one.type for one in state["messages"][:4]] == ["human", "ai", "human", "ai"]


@pytest.mark.parametrize(
    ("graph", "given", "words"),
    [
        (assistant_graph(), {"messages": []}, "assistant: the messages have none of type 'human'"),
        (evaluator_graph(), {"messages": [("user", "x")]}, "evaluator: the messages have none of type 'ai'"),
        (evaluator_graph(), {"messages": [("user", "x"), ("ai", "y")], "gold": "Bergen"}, "'gold' is 'Bergen'"),
        (user_graph(), {"messages": [("user", "x")], "life": b"x"}, "not a state of a cast"),
    ],
)
def test_wrong_input_is_named(graph, given, words):
    with pytest.raises(Exception, match=words):
        graph.invoke(given)


def test_a_person_waits_for_a_reply():
    graph = user_graph(3, sessions=1)
    first = graph.invoke({"messages": []})
    with pytest.raises(SeatError, match="last message is of type 'human'; expected the assistant's reply"):
        graph.invoke(first)


@pytest.mark.parametrize("options", [{"users": 2}, {"probes": "fork"}])
def test_a_persons_graph_has_one_person_and_no_forks(options):
    with pytest.raises(SeatError, match="expected one person, and probes='end' or 'off'"):
        user_graph(**options)
