"""Blocks of lives that share what can be learned."""
