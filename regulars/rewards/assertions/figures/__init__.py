"""Readings of numbers and dates: what stands beside an answer, and the ways in which an answer may be given."""
