"""Reads what a reply says of options in time: which came first, which holds today, which figure was higher."""
