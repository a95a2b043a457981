"""Plans probes: what can be asked at a moment, and what is asked."""
