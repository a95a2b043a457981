"""Learning: what is taken from feedback, and what it teaches."""
