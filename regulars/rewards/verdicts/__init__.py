"""Verdicts: is a reply correct, stale, wrong, leaked, unsupported, or an abstention?"""
