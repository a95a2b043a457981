"""Lives that go the same way whatever is replied: played once, then stepped through as arrays."""
