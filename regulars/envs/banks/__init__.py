"""Memory banks that a policy writes as text: their format and operations, their judge, and `regulars:Writer-v0`."""
