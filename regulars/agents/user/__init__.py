"""The user's seat: a scripted person with trust, patience and feedback, or a model that words its lines."""
