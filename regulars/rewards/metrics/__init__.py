"""Metrics: recall of evidence, token F1, and the reward as a sum of named terms."""
