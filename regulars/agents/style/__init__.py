"""Style attributes of a reply: the standing rules about them, and the edits that make a reply keep them."""
