"""Probes: which are due, and what their gold is at the moment of asking."""
