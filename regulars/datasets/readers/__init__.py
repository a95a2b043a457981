"""Readers of public formats: each turns a file into recorded scenarios by `regulars.datasets.recording`."""
