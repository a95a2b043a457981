"""Scenarios that a model writes: pipelines of steps, each kept in a file, whose outcome is a validated `Scenario`."""
