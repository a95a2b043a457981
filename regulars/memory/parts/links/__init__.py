"""Links: what is tied to what."""
