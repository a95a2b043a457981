"""Pages for a browser: self-contained HTML files that show a run."""
