"""A memory of one's own in the table: keywords to turns, newest first."""

from __future__ import annotations

import re
from collections import defaultdict

import regulars


class Keywords:
    """Indexes the long words of every turn, and recalls the turns that share most of them with the cue."""

    def __init__(self, shortest: int = 5) -> None:
        self.shortest = shortest
        self.turns: dict[str, object] = {}
        self.index: dict[tuple[str, str], list[str]] = defaultdict(list)

    def words(self, text: str) -> set[str]:
        return {word for word in re.findall(r"\w+", text.lower()) if len(word) >= self.shortest}

    def observe(self, turn) -> None:
        self.turns[turn.id] = turn
        for word in self.words(turn.text):
            self.index[turn.scope, word].append(turn.id)

    def recall(self, cue) -> list[str]:
        counts: dict[str, int] = defaultdict(int)
        for word in self.words(cue.text):
            for id in self.index[cue.scope, word]:
                counts[id] += 1
        return sorted(counts, key=lambda id: (-counts[id], id))[: cue.k]


if __name__ == "__main__":
    run = regulars.evaluate(memory=["none", f"{__file__}:Keywords", "bm25-turn"], seeds=1)
    for system in run.systems:
        print(f"{system.rpartition('/')[2]:40} {run.value(system, 'accuracy_anchor'):.3f}")
