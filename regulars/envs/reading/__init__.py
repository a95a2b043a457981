"""The reading `oracle`: what of a ledger stands in a context, and the answer that it gives."""
