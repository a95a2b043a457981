"""The commands that read finished runs: replay, compare, gate, show, explain."""
