"""Who is to be credited with what the user let show: what the reply made use of, out of all that was brought back."""

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
"""Why an item is touched that a reply was based on."""

_MOST = 5


def approval(feedback: Feedback) -> int:
    """1 for a like or a copy, -1 for a dislike, else 0."""
    if feedback.action in (FeedbackAction.LIKE, FeedbackAction.COPY):
        return 1
    return -1 if feedback.action is FeedbackAction.DISLIKE else 0


def used(about: str, recalled: Recollections, cites: Cites, view: View) -> Sequence[Item]:
    """What a reply made use of: what it cites of what was brought back, or all of it where it cites nothing.

    So it is as well where the reply, or what it answers, is not held.
    """
    shown = [item for item in (view.get(hit.id) for hit in recalled.hits) if item is not None]
    exchanged = exchange(view, about)
    if exchanged is None:
        return shown
    reply, message = exchanged
    return [item for item in shown if cites(reply, message, item)] or shown


@dataclass(frozen=True, slots=True)
class Credited:
    """The rule that notes on what a reply made use of that the person liked or disliked it.

    Attributes:
        cites: Says what was used.
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
    """Likes less dislikes of replies based on an item, from -5 to 5."""
    return max(-_MOST, min(_MOST, sum({LIKED: 1, DISLIKED: -1}.get(use.why, 0) for use in item.uses)))
