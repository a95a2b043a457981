"""Models as plug-ins: one protocol, the clients that fulfil it, and what is put around them.

Nothing here is loaded before a model is used.
"""
