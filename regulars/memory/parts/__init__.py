"""The parts of memories, a folder for each role.

In the order in which they rest on each other: `text`, `segments`, `extraction`, `indexes`, `links`, `admission`,
`consolidation`, `reading`, `learning`, `scoring`, `forgetting`, `guarding`.
"""
