"""Scoring: from a cue to ranked items."""
