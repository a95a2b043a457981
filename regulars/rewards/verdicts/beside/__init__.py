"""Reads what a reply says beside its answer: values set aside, members that are over, answers of its own."""
