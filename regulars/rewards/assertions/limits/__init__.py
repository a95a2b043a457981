"""Readings of limits: things that a person avoids, and faults that they have."""
