"""A scenario stretched to a number of tokens: fillers, where evidence stands, what must not be said."""
