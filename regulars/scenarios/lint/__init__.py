"""Lints ontologies against the language packs that speak of them."""
