"""The seats of a life: their names, observations and briefings."""
