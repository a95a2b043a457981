"""Extractors and what they read statements with: what is taken out of a finished unit."""
