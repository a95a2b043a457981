"""Merges turns about one topic into one item, across sessions.

This is the prospective half of RMM (Tan et al., In Prospect and Retrospect, ACL 2025). At the end of a session, each of
its topics is merged into the most similar memory, or becomes a new one. Here a topic consists of its turns in their
original words, without a summary, so every answer can still be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View

SETTLED = "it begins a topic"


@dataclass(frozen=True, slots=True)
@checked(least=(0.0, 1.0), most=(1, 1000))
class MergedTopics:
    """A rule at the end of a session: merges each of its turns into the most similar topic.

    A turn without a similar topic begins a new one. Turns of the assistant are left alone.

    Attributes:
        retriever: The index.
        least: The lowest cosine at which a turn joins a topic, 0 to 1.
        most: The most parts of a topic, 1 to 1000.
    """

    retriever: str = "dense"
    least: float = 0.6
    most: int = 20

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations at the end of a session."""
        if event.kind != "session":
            return
        fresh = []
        for item in reversed(view.items(TURN)):
            if said_by_assistant(item.parts[0]):
                continue
            if len(item.parts) > 1 or any(use.why == SETTLED for use in item.uses):
                break  # older turns were settled earlier
            fresh.append(item)
        for item in reversed(fresh):
            near = view.search(self.retriever, item.text, 4, (TURN,))
            fits = (
                topic
                for topic, score in near
                if score >= self.least and topic.order < item.order and len(topic.parts) < self.most
            )
            topic = next(fits, None)
            if topic is None:
                yield Op("TOUCH", item.id, why=SETTLED)
            else:
                yield Op("MERGE", topic.id, other=item.id, why="it is of the same topic")
