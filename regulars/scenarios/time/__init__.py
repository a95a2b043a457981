"""Constraints of time: each is data in the world model, and code here decides it. A prompt is no enforcement.

`constraints.py` holds horizons, windows, deadlines and limits, `order.py` what comes after what and how long after,
`recurrence.py` what comes round again.
"""
