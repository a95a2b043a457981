"""The evaluator's seat: the scripted matcher, a model behind it, and published judges."""
