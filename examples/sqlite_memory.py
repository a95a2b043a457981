"""A memory in a database: turns in SQLite, found by their vectors.

`begin` opens a file of its own for each episode, `snapshot` and `restore` put the database back after a probe, and
`end` removes the file.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import numpy as np

import regulars
from regulars.memory import build_embedder

TABLE = "CREATE TABLE turns (id TEXT, scope TEXT, time REAL, vector BLOB)"


class SqliteMemory:
    """Recalls the turns whose vectors are most similar to the cue's.

    Args:
        embedder: The spec of the embedder; see `regulars list embedders`.
        folder: Where the databases are kept while their episodes run.
    """

    def __init__(self, embedder: str = "hashed:dims=256", folder: str = tempfile.gettempdir()) -> None:
        self.embedder = build_embedder(embedder)
        self.folder = Path(folder)

    def begin(self, episode_id: str, seed: int) -> None:
        self.file = self.folder / f"{episode_id}.sqlite"
        self.open()
        self.database.execute(TABLE)

    def open(self) -> None:
        # with --step-timeout an episode has a thread of its own, and end() is called in another
        self.database = sqlite3.connect(self.file, isolation_level=None, check_same_thread=False)

    def observe(self, turn) -> None:
        vector = self.embedder.embed([turn.text])[0].tobytes()
        row = (turn.id, turn.scope, turn.time.timestamp(), vector)
        self.database.execute("INSERT INTO turns VALUES (?, ?, ?, ?)", row)

    def recall(self, cue) -> list[str]:
        rows = self.database.execute(
            "SELECT id, vector FROM turns WHERE scope = ? AND time <= ? ORDER BY time, id",
            (cue.scope, cue.as_of.timestamp()),
        ).fetchall()
        if not rows:
            return []
        asked = self.embedder.embed([cue.text])[0]
        similarities = np.stack([np.frombuffer(vector, np.float32) for _, vector in rows]) @ asked
        return [rows[place][0] for place in np.argsort(-similarities, kind="stable")[: cue.k]]

    def snapshot(self) -> bytes:
        return self.database.serialize()

    def restore(self, state: bytes) -> None:
        with closing(sqlite3.connect(":memory:")) as saved:
            saved.deserialize(state)
            saved.backup(self.database)

    def end(self, reason: str) -> None:
        self.database.close()
        self.file.unlink()


if __name__ == "__main__":
    run = regulars.evaluate(memory=["none", f"{__file__}:SqliteMemory", "dense-turn"], seeds=1, references=False)
    for system in run.systems:
        print(f"{system.rpartition('/')[2]:40} {run.value(system, 'accuracy_anchor'):.3f}")
