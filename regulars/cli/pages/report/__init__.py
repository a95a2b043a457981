"""`regulars report`: one HTML file that shows the figures of a run as charts, tables and transcripts."""
