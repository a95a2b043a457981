"""The seats of a life: their names, what they see, what they know."""
