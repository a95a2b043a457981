"""The parts of memories, a folder for each role.

Each folder uses only those before it: `text`, `segments`, `extraction`, `indexes`, `links`, `admission`,
`consolidation`, `reading`, `learning`, `scoring`, `forgetting`, `guarding`.
"""
