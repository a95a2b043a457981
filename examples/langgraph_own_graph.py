"""A simulated person, a memory and an evaluator as parts of a LangGraph of one's own.

The reply comes from a node of yours between them. Here it repeats what the memory recalled.

Run: python examples/langgraph_own_graph.py
"""

from __future__ import annotations

from langgraph.graph import END, START, StateGraph

from regulars.integrations import LifeTalk, evaluator_graph, memory_graph, user_graph


class State(LifeTalk, total=False):
    context: str


def reply(state: State) -> dict:
    """Your model goes here; it gets `messages` and `context`."""
    lines = [line for line in state["context"].splitlines() if "Assistant:" not in line]
    asked = "?" in state["messages"][-1].text
    words = lines[0].partition(": ")[2] if lines else "I don't know."
    return {"messages": [("ai", f"You said: {words}" if asked else "I see.")]}


builder = StateGraph(State)
builder.add_node("person", user_graph(seed=4, sessions=2))
builder.add_node("memory", memory_graph("bm25-turn", k=3))
builder.add_node("reply", reply)
builder.add_edge(START, "person")
builder.add_conditional_edges("person", lambda state: END if state["over"] else "memory")
builder.add_edge("memory", "reply")
builder.add_edge("reply", "person")
graph = builder.compile()

if __name__ == "__main__":
    state: dict = {"messages": []}
    for state in graph.stream({"messages": []}, {"recursion_limit": 1000}, stream_mode="values"):  # noqa: B007 - the last state counts
        pass
    for message in state["messages"][:8]:
        print(f"{'person' if message.type == 'human' else 'reply':6} | {message.text[:100]}")
    print(f"{len(state['messages'])} messages; verdicts: {state['verdicts']}")
    judged = evaluator_graph().invoke(
        {"messages": [("user", "Where do I live?"), ("ai", "In Bergen.")], "gold": ["Oslo"], "stale": ["Bergen"]}
    )
    print(f"judged alone: {judged['verdict']}, {judged['reason']}")
