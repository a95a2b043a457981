"""Readers: what of the ranked items is shown under a budget of tokens."""
