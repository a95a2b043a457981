"""Commands on scenarios and data sets: export, import, validate, build."""
