"""The episode viewer: the pages of a run, written to a folder or served while the run goes on."""
