"""An assistant as a LangGraph with tools, a checkpointer and a store, compared with a memory of the package.

The model is scripted, so the example runs offline. Put your own chat model in its place.

Run: python examples/langgraph_assistant.py
     regulars evaluate --assistant examples/langgraph_assistant.py:graph --memory bm25-turn --seeds 1
"""

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tools import tool
from langgraph.config import get_store
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.memory import InMemoryStore

import regulars


@tool
def save_line(text: str, config: RunnableConfig) -> str:
    """Keeps a line of the person."""
    place = ("lines", config["configurable"]["user_id"])
    get_store().put(place, config["configurable"]["date"] + text, {"text": text})
    return "saved"


@tool
def search_lines(query: str, config: RunnableConfig) -> str:
    """Finds the line that shares most long words with the query."""
    words = {word for word in query.lower().split() if len(word) > 3}
    kept = get_store().search(("lines", config["configurable"]["user_id"]), limit=1000)
    best = max(kept, key=lambda item: len(words & {*item.value["text"].lower().split()}), default=None)
    return best.value["text"] if best else "nothing"


def scripted_model(messages: list) -> AIMessage:
    """Searches if the person asks, saves if the person tells, and then replies with what it found."""
    last = messages[-1]
    if last.type == "tool":
        return AIMessage(f"You told me: {last.content}" if last.name == "search_lines" else "I will remember that.")
    name, argument = ("search_lines", "query") if "?" in last.text else ("save_line", "text")
    return AIMessage("", tool_calls=[{"name": name, "args": {argument: last.text}, "id": "1"}])


def think(state: MessagesState) -> dict:
    return {"messages": [model.invoke(state["messages"])]}


model = RunnableLambda(scripted_model)
builder = StateGraph(MessagesState)
builder.add_node("think", think)
builder.add_node("tools", ToolNode([save_line, search_lines]))
builder.add_edge(START, "think")
builder.add_conditional_edges("think", tools_condition)
builder.add_edge("tools", "think")
graph = builder.compile(store=InMemoryStore(), name="store and tools")

if __name__ == "__main__":
    run = regulars.evaluate("none,bm25-turn", assistant=graph, seeds=1, references=False)
    for system in run.systems:
        print(f"{system:20} {run.value(system, 'accuracy_anchor'):.3f} of the anchors")
