"""Checks of a reply's style against standing rules and procedures."""
