"""The command line: every command is a thin call of a Python function."""
