"""What a run compares: memories, assistants and oracles as rows, and who plays the people and the judge."""
