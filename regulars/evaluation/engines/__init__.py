"""How the episodes of a run are played: one after the other, many at once, or in processes of their own.

Each engine takes the same jobs and gives the same records; the order in which they are finished changes none of them.
"""
