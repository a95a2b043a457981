"""Constraints of time. Each is data in the world model, and code enforces it. A prompt does not enforce anything.

`constraints.py` holds horizons, windows, deadlines and limits. `order.py` holds which act comes after which, and how
long after. `recurrence.py` holds recurring engagements.
"""
