"""Choices: which of several options does a reply pick?"""
