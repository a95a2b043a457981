"""The command line. Each command calls one Python function and prints its result."""
