"""Interpretations that follow from two facts and a trait of a person, as data with their checks."""
