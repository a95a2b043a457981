"""The tables of a run below its first one: recorded conversations, differences, failure stages, streams and noise."""
