"""Credits feedback to the recalled items that a reply used."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulars.dialogue import Feedback, FeedbackAction
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.learning.citations import IN_REPLY, Cites
from regulars.memory.parts.learning.experiences import exchange
from regulars.memory.parts.view import MemoryEvent, View
from regulars.memory.protocol import Recollections

LIKED, DISLIKED = "liked", "disliked"
"""The reasons of the marks on items that a reply used."""

_MOST = 5


def approval(feedback: Feedback) -> int:
    """1 for a like or a copy, -1 for a dislike, else 0."""
    if feedback.action in (FeedbackAction.LIKE, FeedbackAction.COPY):
        return 1
    return -1 if feedback.action is FeedbackAction.DISLIKE else 0


def used(about: str, recalled: Recollections, cites: Cites, view: View) -> Sequence[Item]:
    """The recalled items that a reply used: those that it cites, or all if it cites none.

    It is also all if the reply or its message is not stored.
    """
    shown = view.present(hit.id for hit in recalled.hits)
    exchanged = exchange(view, about)
    if exchanged is None:
        return shown
    reply, message = exchanged
    return [item for item in shown if cites(reply, message, item)] or shown


@dataclass(frozen=True, slots=True)
class Credited:
    """A rule: marks the items that a liked or disliked reply used.

    Attributes:
        cites: Says which items were used.
    """

    cites: Cites = IN_REPLY

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations on feedback."""
        feedback, recalled = event.feedback, event.recollections
        if event.kind != "feedback" or feedback is None or recalled is None or not approval(feedback):
            return
        why = LIKED if approval(feedback) > 0 else DISLIKED
        for item in used(feedback.about, recalled, self.cites, view):
            yield Op("TOUCH", item.id, why=why)


def credits(item: Item) -> int:
    """Likes minus dislikes of replies that used an item, from -5 to 5."""
    return max(-_MOST, min(_MOST, sum({LIKED: 1, DISLIKED: -1}.get(use.why, 0) for use in item.uses)))
