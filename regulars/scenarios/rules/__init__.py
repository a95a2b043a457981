"""Standing wishes on how the assistant replies."""
