"""Probes: which of them are due, and their gold at the moment of asking."""
