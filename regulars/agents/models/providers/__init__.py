"""Models of further providers, each through its own client, which is loaded when it is used."""
