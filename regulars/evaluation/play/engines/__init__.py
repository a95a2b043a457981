"""The engines that play a run's episodes: one at a time, many at once, or in worker processes.

All engines take the same jobs and return the same records. The order in which episodes finish changes no record.
"""
