"""Project domains: goals over sessions, as data files."""
