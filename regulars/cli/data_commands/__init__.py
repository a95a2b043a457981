"""Commands on scenarios and data sets: generate, new, export, import, validate, build."""
