"""Adapters: turn a function, an object, an OpenAI client or a LangGraph graph into the policy of a seat."""
