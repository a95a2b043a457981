"""Reads what was never told: replies that say so in their own way, and those that go on to answer."""
