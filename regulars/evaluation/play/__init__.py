"""Plays the episodes of a run: single lives and streams, with their faults, on one of several engines."""
