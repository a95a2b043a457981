"""Lessons of a few experiences that are brought back: the most alike, or the last ones, as they are or refined.

ExpRAG and ExpRecent (Evo-Memory) put experiences, a situation, what was done and what came of it, into the context;
here what is believed after the few (`wish_posterior.py`) is given as lessons, since the scripted assistant acts on
those.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.learning.experiences import EXPERIENCE, Experience, experience_of, experiences
from regulars.memory.parts.learning.lesson_counts import as_lessons, believed
from regulars.memory.parts.learning.wish_posterior import Prior
from regulars.memory.parts.setting_ranges import check_ranges
from regulars.memory.parts.view import MemoryEvent, View, delete
from regulars.memory.protocol import Cue, Lesson

_FLOOR = 0.3
_PRIOR = Prior()


def _taught(found: Sequence[tuple[Item, Experience]]) -> list[Lesson]:
    """What is believed after experiences, taken in the order of time."""
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
    """Whether all that an experience's words say was said otherwise later: the same lesson lifted, or wanted again."""
    after = list(later)
    return bool(one.said) and all(
        any(told.lesson == other.lesson and (told.said == "lifted") != (other.said == "lifted")
            for newer in after for other in newer.said)
        for told in one.said
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _OfSome:
    """Teaches by some experiences.

    Attributes:
        k: How many, 1 to 1000.
    """

    k: int = 20

    def __post_init__(self) -> None:
        check_ranges(self, k=(1, 1000))


@dataclass(frozen=True, slots=True)
class OfAlike(_OfSome):
    """Teaches by the k experiences whose situation is most like the cue (ExpRAG)."""

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
    """Think, act, refine by fixed rules (ReMem): brings back more than is used, and refines that before it acts.

    Think: the experiences alike are brought back, three times as many as are used. Refine: those go whose words were
    contradicted later, and those whose rating said next to nothing (between .4 and .6); what was told in words comes
    before what was only rated. Act: the first k teach.
    """

    def __call__(self, cue: Cue, view: View) -> Sequence[Lesson]:
        """The lessons for a cue."""
        found = _alike(cue, view, 3 * self.k)
        disclosure = [
            (item, one)
            for item, one in found
            if not contradicted(one, (other for newer, other in found if newer.order > item.order))
            and (one.said or abs(one.reward) > 0.2)
        ]
        disclosure.sort(key=lambda pair: not pair[1].said)
        return _taught(disclosure[: self.k])


@dataclass(frozen=True, slots=True)
class Pruned:
    """The rule that merges and prunes experiences at the end of a session (ReMem).

    Of experiences that said the same in words the latest is kept; one whose words were contradicted later is dropped.
    Of those without words the oldest go where there are more than `most`.

    Attributes:
        most: Experiences without words that are held, 1 to 10000.
    """

    most: int = 200

    def __post_init__(self) -> None:
        check_ranges(self, most=(1, 10000))

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
            yield delete(item, "there is room for so many")
