"""Verdicts and rewards: what a reply asserts, whether it is right, what that is worth, what was recalled."""
