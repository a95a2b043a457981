"""Composition: a whole memory made of parts, in Python or from a YAML file."""
