"""Puts this folder on the path, so that the tests of every part find `page_tables`."""
