"""Systems against scenarios: running, measuring, comparing. Rows that read the ledger or the world are built here."""
