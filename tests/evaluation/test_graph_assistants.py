"""Compiled graphs and agents as assistants of an evaluation: from Python, from a file, and with faults."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.config import get_stream_writer
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from typer.testing import CliRunner

import regulars
from regulars.cli.main import app
from regulars.errors import SeatError
from regulars.scenarios import generate


def compiled(node: Any, **options: Any) -> Any:
    graph = StateGraph(MessagesState)
    graph.add_node("reply", node)
    graph.add_edge(START, "reply")
    return graph.compile(**options)


def count(state: MessagesState) -> dict[str, Any]:
    return {"messages": [("ai", f"I have read {len(state['messages'])} messages.")]}


async def acount(state: MessagesState) -> dict[str, Any]:
    return count(state)


def stream(state: MessagesState) -> dict[str, Any]:
    get_stream_writer()({"read": len(state["messages"])})
    words = f"I have read {len(state['messages'])} messages."
    pieces = GenericFakeChatModel(messages=iter([AIMessage(words)])).stream(state["messages"])
    return {"messages": [AIMessage("".join(piece.text for piece in pieces))]}


@tool
def size(number: int) -> str:
    """Words for a number of messages."""
    return f"I have read {number} messages."


def with_tools() -> Any:
    def think(state: MessagesState) -> dict[str, Any]:
        last = state["messages"][-1]
        if last.type == "tool":
            return {"messages": [AIMessage(last.text)]}
        heard = sum(1 for one in state["messages"] if one.type == "human")
        call = {"name": "size", "args": {"number": 2 * heard - 1}, "id": "1"}
        return {"messages": [AIMessage("", tool_calls=[call])]}

    graph = StateGraph(MessagesState)
    graph.add_node("think", think)
    graph.add_node("tools", ToolNode([size]))
    graph.add_edge(START, "think")
    graph.add_conditional_edges("think", tools_condition)
    graph.add_edge("tools", "think")
    return graph.compile()


def replies(folder: Any, assistant: Any) -> list[str]:
    run = regulars.evaluate("none", assistant=assistant, data=[generate(3, sessions=1)], references=False, out=folder)
    assert run.faults == []
    assert run.systems[0] in run.forked
    records = [json.loads(line) for line in (folder / "episodes.jsonl").read_text("utf-8").splitlines()]
    mine = next(record for record in records if record["key"]["system"] == run.systems[0])
    return [turn["text"] for turn in mine["transcript"] if turn["speaker"] == "assistant"]


@pytest.mark.parametrize(
    "graph",
    [
        compiled(count), compiled(count, checkpointer=InMemorySaver()), with_tools(), compiled(acount), compiled(stream)
    ],
    ids=["plain", "checkpointer", "tools", "asynchronous", "streaming"],
)  # fmt: skip
def test_a_graph_is_a_row_that_reads_its_session(graph, tmp_path):
    """One person, one session: the n-th message comes after n - 1 pairs."""
    found = [text for text in replies(tmp_path, graph) if text]
    assert found == [f"I have read {2 * number + 1} messages." for number in range(len(found))]
    assert len(found) > 5


LINES = """
from langgraph.graph import START, MessagesState, StateGraph

builder = StateGraph(MessagesState)
builder.add_node("reply", lambda state: {"messages": [("ai", "I see.")]})
builder.add_edge(START, "reply")
graph = builder.compile()
"""


def test_a_graph_in_a_file_is_named_by_its_path(tmp_path):
    (tmp_path / "lg.py").write_text(LINES, "utf-8")
    found = replies(tmp_path / "run", f"{tmp_path / 'lg.py'}:graph")
    assert set(found) <= {"I see.", ""}
    assert "I see." in found


@pytest.mark.slow
def test_a_graph_in_a_file_is_named_on_the_command_line(tmp_path):
    (tmp_path / "lg.py").write_text(LINES, "utf-8")
    words = ["evaluate", "--assistant", f"{tmp_path / 'lg.py'}:graph", "--memory", "none", "--seeds", "1"]
    done = CliRunner().invoke(app, [*words, "--no-references"])
    assert done.exit_code == 0, done.output
    assert "lg.py" in done.stdout


def test_a_row_of_a_graph_has_the_graphs_name():
    run = regulars.evaluate(
        "none", assistant=compiled(count, name="my graph"), data=[generate(3, sessions=1)], references=False
    )
    assert run.systems == ["my graph", "none"]


def test_a_fault_of_a_graph_ends_its_own_episodes_only():
    def fail(state: MessagesState) -> dict[str, Any]:
        return {"messages": [AIMessage("", tool_calls=[{"name": "lookup", "args": {}, "id": "1"}])]}

    run = regulars.evaluate("none", assistant=compiled(fail), data=[generate(3, sessions=1)], references=False)
    ((key, fault),) = run.faults
    assert key.system == "LangGraph"
    assert "call of the tool 'lookup' that no node ran" in fault


def test_a_graph_without_messages_is_refused_before_anything_is_played():
    graph = StateGraph(dict)
    graph.add_node("reply", lambda state: state)
    graph.add_edge(START, "reply")
    with pytest.raises(SeatError, match="expected 'messages', or 'observation' and 'action'"):
        regulars.evaluate(assistant=graph.compile())
