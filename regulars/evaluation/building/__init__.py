"""Builds data sets: lives and played episodes of a suite in three splits, with a card and checksums."""
