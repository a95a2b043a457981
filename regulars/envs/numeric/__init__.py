"""Numeric environments over the same life: spaces of numbers for policies that read no text."""
