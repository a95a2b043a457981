"""The assistant's seat: scripted replies over any memory, reference learners, or a model."""
