"""The rules of a life: sessions, exchanges, disclosures and effects."""
