"""Who sits in the seats: scripted people, assistants and evaluators, and the cast that puts them there."""
