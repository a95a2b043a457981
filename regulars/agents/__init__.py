"""The policies in the seats: scripted users, assistants and evaluators, models, and the cast that seats them."""
