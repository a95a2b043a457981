"""The environment: one AEC truth, and thin views of it that hold no rules."""
