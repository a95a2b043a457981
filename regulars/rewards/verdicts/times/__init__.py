"""Reads answers in which time decides: what held then, which stage is in force, and what is over."""
