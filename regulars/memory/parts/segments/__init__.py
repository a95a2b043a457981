"""Segmenters: what one unit of a memory is."""
