"""What rules make of a text: terms, cues, affect, how unusual it is, the days that it asks for."""
