"""Thin views of the AEC environment: Gymnasium, parallel, calls in order, registration by name."""
