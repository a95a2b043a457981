"""A local endpoint that speaks the OpenAI protocol, driven by scripted policies: rehearses a run without a model."""
