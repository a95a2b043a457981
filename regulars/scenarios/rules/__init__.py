"""Standing rules on how the assistant replies."""
