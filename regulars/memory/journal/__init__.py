"""The journal: operations, the items that they add up to, snapshots, and forgetting on request."""
