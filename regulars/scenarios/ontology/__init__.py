"""What can be true of a person: attributes as data files, their contexts and their lint."""
