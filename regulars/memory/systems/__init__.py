"""The built-in systems, one family a module: each is a composition of parts and fits on a screen."""
