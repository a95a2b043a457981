"""Topics: what is said of one thing is one item, however many sessions it goes through.

The prospective half of RMM (Tan et al., In Prospect and Retrospect, ACL 2025): at the end of a session its topics are
each merged into the memory that is most alike, or stand as new ones. Here a topic is its turns as they were said, and
no summary of them, so that every answer can still be read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.setting_ranges import check_ranges
from regulars.memory.parts.view import MemoryEvent, View

SETTLED = "it begins a topic"


@dataclass(frozen=True, slots=True)
class MergedTopics:
    """The rule that merges each turn of a session that is over into the topic most like it.

    A turn that is like no earlier one begins a topic of its own. What the assistant said stays by itself.

    Attributes:
        retriever: The index.
        least: The cosine from which a turn belongs to a topic, 0 to 1.
        most: Parts of a topic, 1 to 1000; a full one takes in no more.
    """

    retriever: str = "dense"
    least: float = 0.6
    most: int = 20

    def __post_init__(self) -> None:
        check_ranges(self, least=(0.0, 1.0), most=(1, 1000))

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations at the end of a session."""
        if event.kind != "session":
            return
        fresh = []
        for item in reversed(view.items(TURN)):
            if said_by_assistant(item.parts[0]):
                continue
            if len(item.parts) > 1 or any(use.why == SETTLED for use in item.uses):
                break  # whatever is older was settled with it
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
