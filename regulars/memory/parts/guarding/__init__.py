"""Guards: what screens what goes into a memory and what comes out of it."""
