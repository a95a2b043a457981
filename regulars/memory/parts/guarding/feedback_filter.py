"""A filter that learns from feedback: it hides claims that misled replies.

A-MemGuard has a second memory with lessons, which it consults before it uses the first. Here a lesson records the
claims that a reply used and whether the reply pleased. A claim that displeased `least` times more often than it pleased
is not recalled again, even if others repeat it, and has no vote.

Source: the dual memory of A-MemGuard (repository TangciuYueng/AMemGuard 52af44b). Its lessons come only from the
consensus; lessons from the user's feedback are ours.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Claim, Draft, Op
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.learning.citations import IN_REPLY, Cites
from regulars.memory.parts.learning.credit import approval
from regulars.memory.parts.learning.experiences import exchange
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View, add
from regulars.memory.protocol import Cue, Hit

RATED_CLAIMS = "rated-claims"
"""The kind of a lesson: the feedback on a reply that used some claims."""


def claims_read(part: Draft, reader: StatementReader) -> list[Claim]:
    """The claims of a part on single-valued attributes."""
    read = part.claims or [claim for said in reader.statements(part) for claim in said.claims]
    return [claim for claim in read if claim.attribute and not claim.many]


def keep_lesson(lesson: Draft, why: str, view: View) -> Iterable[Op]:
    """Adds a lesson of a guard, and quarantines it so that it is never recalled."""
    yield add(lesson, why)
    yield Op("QUARANTINE", view.just_added(lesson.kind).id, why="lessons are never recalled")


@dataclass(frozen=True, slots=True)
class Remembered:
    """A rule: keeps a lesson for each like and dislike of a reply that used claims.

    Attributes:
        reader: Reads claims.
        cites: Says which items a reply used.
    """

    reader: StatementReader
    cites: Cites = IN_REPLY

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """Adds the lesson on feedback, and quarantines it so that it is never recalled."""
        feedback, recalled = event.feedback, event.recollections
        if event.kind != "feedback" or feedback is None or recalled is None or not approval(feedback):
            return
        exchanged = exchange(view, feedback.about)
        if exchanged is None:
            return
        reply, message = exchanged
        shown = view.present(hit.id for hit in recalled.hits)
        cited = [item for item in shown if self.cites(reply, message, item)]
        parts = [part for item in cited for part in item.parts]
        claims = dict.fromkeys(claim for part in parts for claim in claims_read(part, self.reader))
        if not claims:
            return
        basis = dict.fromkeys((*message.sources, *(source for part in parts for source in part.sources)))
        lesson = replace(
            reply, time=view.now, name="", text="", kind=RATED_CLAIMS, claims=tuple(claims), basis=tuple(basis)
        )
        yield from keep_lesson(replace(lesson, extra={"approval": approval(feedback)}), "the feedback on a reply", view)


class ClaimRatings(NoSettings):
    """Counts how often claims displeased, minus how often they pleased."""

    name = "claim-ratings"

    __slots__ = ("_times",)

    def __init__(self) -> None:
        self._times: dict[tuple[str, str, str, str], int] = {}

    def follow(self, op: Op, before: Item | None) -> None:
        """Follows new lessons."""
        draft = op.draft
        if op.verb == "ADD" and draft is not None and draft.kind == RATED_CLAIMS:
            for key in {_key(draft.scope, claim) for claim in draft.claims}:
                self._times[key] = self._times.get(key, 0) - int(draft.extra["approval"])

    def times(self, scope: str, claim: Claim) -> int:
        """How often a claim displeased, minus how often it pleased."""
        return self._times.get(_key(scope, claim), 0)


@dataclass(frozen=True, slots=True)
@checked(least=(1, 1000))
class FeedbackFilter:
    """The guard: hides items whose claims all displeased.

    Attributes:
        reader: Reads claims.
        least: The lowest number of dislikes minus likes that hides a claim, 1 to 1000.
    """

    reader: StatementReader
    least: int = 3

    def screen(self, draft: Draft, view: View) -> str:
        """Accepts everything: a claim that displeased may become true."""
        return ""

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits, without items whose claims all displeased."""
        return [hit for hit in hits if not self._is_filtered(view.get(hit.id), view)], ()

    def _is_filtered(self, item: Item | None, view: View) -> bool:
        lessons: ClaimRatings = view.tracker(ClaimRatings.name)
        claims = [claim for part in item.parts for claim in claims_read(part, self.reader)] if item is not None else []
        return bool(claims) and all(lessons.times(view.scope, claim) >= self.least for claim in claims)


def _key(scope: str, claim: Claim) -> tuple[str, str, str, str]:
    return scope, claim.person, claim.attribute, claim.value.casefold() if claim.holds else ""
