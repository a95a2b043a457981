"""Consolidation: what is made of what is held."""
