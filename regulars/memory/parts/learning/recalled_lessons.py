"""Lessons from a few recalled experiences: the most similar or the latest, refined or unchanged.

ExpRAG and ExpRecent (Evo-Memory) put experiences into the context: a situation, an action and its result. Here the
posterior after these experiences (`wish_posterior.py`) gives lessons, since the scripted assistant acts on lessons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.learning.experiences import EXPERIENCE, Experience, experience_of, experiences
from regulars.memory.parts.learning.lesson_counts import as_lessons, believed
from regulars.memory.parts.learning.wish_posterior import Prior
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View, delete
from regulars.memory.protocol import Cue, Lesson

_FLOOR = 0.3
_PRIOR = Prior()


def _taught(found: Sequence[tuple[Item, Experience]]) -> list[Lesson]:
    """The lessons after some experiences, in the order of time."""
    in_time = sorted(found, key=lambda pair: pair[0].order)
    posterior = believed((one for _, one in in_time), _PRIOR)
    sources: dict[str, list[str]] = {}
    for item, one in in_time:
        for told in one.said:
            sources.setdefault(told.lesson, []).extend(item.sources)
    return as_lessons({lesson: posterior.mean(lesson) for lesson in posterior.counts()}, _FLOOR, sources)


def _alike(cue: Cue, view: View, k: int) -> list[tuple[Item, Experience]]:
    near = ((item, experience_of(item.parts[0])) for item, _ in view.search("dense", cue, k, (EXPERIENCE,)))
    return [(item, one) for item, one in near if one is not None]


def contradicted(one: Experience, later: Iterable[Experience]) -> bool:
    """Whether later words contradict all words of an experience: the same lessons were lifted, or wanted again."""
    after = list(later)
    return bool(one.said) and all(
        any(told.lesson == other.lesson and (told.said == "lifted") != (other.said == "lifted")
            for newer in after for other in newer.said)
        for told in one.said
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
@checked(k=(1, 1000))
class _OfSome:
    """Teaches by a number of experiences.

    Attributes:
        k: The number of experiences, 1 to 1000.
    """

    k: int = 20


@dataclass(frozen=True, slots=True)
class OfAlike(_OfSome):
    """Teaches by the k experiences with the situation most similar to the cue (ExpRAG)."""

    def __call__(self, cue: Cue, view: View) -> Sequence[Lesson]:
        """The lessons for a cue."""
        return _taught(_alike(cue, view, self.k))


@dataclass(frozen=True, slots=True)
class OfLast(_OfSome):
    """Teaches by the last k experiences (ExpRecent)."""

    def __call__(self, cue: Cue, view: View) -> Sequence[Lesson]:
        """The lessons for any cue."""
        return _taught(experiences(view)[-self.k :])


@dataclass(frozen=True, slots=True)
class Refined(_OfSome):
    """Think, refine and act by fixed rules (ReMem): recalls more experiences than it uses, and refines them first.

    Think: recall three times as many similar experiences as are used. Refine: drop those whose words were contradicted
    later, and those with a nearly neutral rating (between .4 and .6); put experiences with words before those with only
    a rating. Act: the first k teach.
    """

    def __call__(self, cue: Cue, view: View) -> Sequence[Lesson]:
        """The lessons for a cue."""
        found = _alike(cue, view, 3 * self.k)
        useful = [
            (item, one)
            for item, one in found
            if not contradicted(one, (other for newer, other in found if newer.order > item.order))
            and (one.said or abs(one.reward) > 0.2)
        ]
        useful.sort(key=lambda pair: not pair[1].said)
        return _taught(useful[: self.k])


@dataclass(frozen=True, slots=True)
@checked(most=(1, 10000))
class Pruned:
    """A rule at the end of a session: merges and prunes experiences (ReMem).

    Of experiences with the same words, only the latest is kept. An experience is deleted if its words were contradicted
    later. Of those without words, the oldest above `most` are deleted.

    Attributes:
        most: The most experiences without words, 1 to 10000.
    """

    most: int = 200

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations at the end of a session."""
        if event.kind != "session":
            return
        held = experiences(view)
        last = {one.said: item.id for item, one in held if one.said}
        for place, (item, one) in enumerate(held):
            if one.said and last[one.said] != item.id:
                yield delete(item, "the same was said later")
            elif contradicted(one, (other for _, other in held[place + 1 :])):
                yield delete(item, "the contrary was said later")
        wordless = [item for item, one in held if not one.said]
        for item in wordless[: max(0, len(wordless) - self.most)]:
            yield delete(item, f"the limit is {self.most}")
