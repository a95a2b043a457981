"""The server of the example."""
