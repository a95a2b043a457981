"""Goals over sessions: domains as data files, and their plans in a life."""
