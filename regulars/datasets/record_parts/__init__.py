"""The types that an episode record consists of, by what they record."""
