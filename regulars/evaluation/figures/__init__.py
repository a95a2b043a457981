"""Figures from episode records: metrics, confidence intervals, curves of streams, contrast pairs, failure stages."""
