"""The ontology: attributes of persons as data files, and contexts in which they may be passed on."""
