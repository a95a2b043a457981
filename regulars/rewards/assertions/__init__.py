"""Which values a reply asserts: as current, as past, or not at all."""
