"""Admission: what happens when something new meets what is held."""
