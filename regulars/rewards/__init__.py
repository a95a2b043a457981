"""Verdicts and rewards: what a reply asserts, whether it is right, what it is worth, and what was recalled."""
