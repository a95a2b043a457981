"""Indexes and their keys: how an item is found."""
