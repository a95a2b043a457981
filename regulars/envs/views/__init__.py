"""Thin views of the AEC environment: Gymnasium, parallel, checks of the order of calls, and registration."""
