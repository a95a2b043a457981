"""Readers: what a turn states and what a lesson means, by rules, by the ledger, or by a model."""
