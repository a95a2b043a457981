"""Checks of scenarios, files of scenarios and scenarios written by hand."""
