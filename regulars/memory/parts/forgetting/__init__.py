"""Forgetting: what goes, when, and what keeps it."""
