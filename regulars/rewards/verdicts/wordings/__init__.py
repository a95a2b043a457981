"""Other words for values: by which words people name `loud chewing` without saying so."""
