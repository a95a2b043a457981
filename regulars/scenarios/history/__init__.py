"""Stretches a scenario to a number of tokens: fillers, places of evidence, screening."""
