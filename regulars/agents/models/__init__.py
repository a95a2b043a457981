"""Language models as plug-ins: one protocol, the clients that implement it, and wrappers around them.

Nothing here is imported before a model is used.
"""
