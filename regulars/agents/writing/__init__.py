"""Pipelines in which a model writes scenarios, step by step; the result is a validated `Scenario`."""
