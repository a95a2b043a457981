"""A second reading of replies that the rules do not count: trees learned from labelled replies."""
