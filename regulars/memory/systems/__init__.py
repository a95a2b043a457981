"""The built-in systems, one family per module. Each system is a composition of parts."""
