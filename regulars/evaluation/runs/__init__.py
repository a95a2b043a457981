"""Runs on disk: their options, folder, lock, manifest, index and figures, and how a run is opened and packed again."""
