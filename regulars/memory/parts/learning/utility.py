"""Distilled lessons, kept by their usefulness: the procedural memory of ReMe.

Lessons are distilled from failures, successes and comparisons, and taught once they are validated. The memory counts
how often a lesson was taught and how often it helped. It deletes a lesson that was used often and helped seldom: `f >=
alpha` and `u / f <= beta`, with `f` the uses and `u` those that helped. Source: the utility-based deletion of ReMe
(agentscope-ai/ReMe) and its three ways of distilling, with rules in place of a model.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.learning.experiences import Experience, experiences
from regulars.memory.parts.learning.lesson_counts import as_lessons
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import MemoryEvent, View, add, delete
from regulars.memory.protocol import Cue, Lesson

DISTILLED = "lesson"
"""The kind of a distilled lesson."""

HELPED, DID_NOT = "it was taught and the reply pleased", "it was taught and the reply did not please"
"""The reasons of the marks on a lesson."""

_PLEASED = 0.5
_FEW = 3


def _lesson_of(item: Item) -> str:
    """The lesson in a distilled item."""
    return str(item.parts[0].extra["lesson"])


def support_of(item: Item) -> Counter[str]:
    """How often each kind of evidence supported a lesson, once for each part."""
    return Counter(part.extra["how"] for part in item.parts)


def uses_of(item: Item) -> tuple[int, int]:
    """How often a lesson was taught, and how often it helped."""
    return len(item.uses), sum(use.why == HELPED for use in item.uses)


def distilled(one: Experience, earlier: Sequence[Experience]) -> dict[str, str]:
    """The evidence of an experience for each lesson.

    `told`: words stated the lesson or complained about it. `comparison`: a reply that kept it pleased, a reply on the
    same task that broke it displeased, and the two differ in at most three lessons. `success`: the lesson is a plan
    that pleased.
    """
    found = {told.lesson: "told" for told in one.said if told.said != "lifted"}
    if one.said or one.displeased is None:
        return found
    if one.displeased < _PLEASED:
        found.update({lesson: "success" for lesson in one.kept if not one.broken})
    for other in earlier:
        found.update({lesson: "comparison" for lesson in contrasted(one, other) if lesson not in found})
    return found


def contrasted(one: Experience, other: Experience) -> Sequence[str]:
    """The lessons that the comparison of two experiences supports; none if they are not comparable."""
    if other.task != one.task or one.displeased is None or other.displeased is None or one.said or other.said:
        return ()
    if (one.displeased < _PLEASED) == (other.displeased < _PLEASED):
        return ()
    good, bad = (one, other) if one.displeased < _PLEASED else (other, one)
    differ = [lesson for lesson in good.kept if lesson in set(bad.broken)]
    return differ if len(differ) <= _FEW else ()


@dataclass(frozen=True, slots=True)
@checked(window=(0, 1000), sure=(0.0, 1.0))
class Distil:
    """A rule: distils lessons from feedback, and counts the uses of taught lessons.

    A lesson has a part for each supporting experience, so it outlives any one of them.

    Attributes:
        window: How many earlier experiences a new one is compared with, 0 to 1000.
        sure: The lowest confidence at which a taught lesson counts as used, 0 to 1, as in the assistant.
    """

    window: int = 20
    sure: float = 0.5

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations after an experience was added for feedback."""
        feedback = event.feedback
        if event.kind != "feedback" or feedback is None:
            return
        held = experiences(view)
        if not held or feedback.about not in held[-1][0].sources:
            return
        item, one = held[-1]
        lessons = {_lesson_of(held): held for held in view.items(DISTILLED)}
        for told in event.recollections.lessons if event.recollections is not None else ():
            used = lessons.get(f"{told.style_attribute}={told.value}")
            if used is not None and told.confidence >= self.sure and f"{told.style_attribute}={told.value}" in one.kept:
                helped = one.displeased is not None and one.displeased < _PLEASED
                yield Op("TOUCH", used.id, why=HELPED if helped else DID_NOT)
        for said in one.said:
            if said.said == "lifted" and said.lesson in lessons:
                yield delete(lessons.pop(said.lesson), "it was lifted")
        recent = held[:-1][-self.window :] if self.window else []
        for lesson, how in distilled(one, [other for _, other in recent]).items():
            basis = dict.fromkeys(item.parts[0].basis)
            if how == "comparison":
                against = (other.parts[0] for other, tried in recent if lesson in contrasted(one, tried))
                basis.update(dict.fromkeys(turn for part in against for turn in (*part.sources, *part.basis)))
            yield self._kept(lesson, how, lessons.get(lesson), replace(item.parts[0], basis=tuple(basis)))

    def _kept(self, lesson: str, how: str, known: Item | None, of: Draft) -> Op:
        """Adds a lesson, or new support for a stored one."""
        draft = replace(of, text="", kind=DISTILLED, extra={"lesson": lesson, "how": how})
        if known is None:
            return add(draft, "distilled")
        return Op("MERGE", known.id, draft, why="supported again")


@dataclass(frozen=True, slots=True)
@checked(validated=(1, 100))
class ByUse:
    """Teaches validated lessons: told in words, or supported often enough.

    The confidence is `(s + u + 1) / (s + f + 2)`, the mean of a Beta posterior over "it helps". `s` is the support,
    with words counted three times.

    Attributes:
        validated: How many comparisons or successes must support a lesson that was not told in words, 1 to 100.
    """

    validated: int = 3

    def __call__(self, cue: Cue, view: View) -> Sequence[Lesson]:
        """The lessons for any cue."""
        means: dict[str, float] = {}
        sources: dict[str, Sequence[str]] = {}
        for item in view.items(DISTILLED):
            found = support_of(item)
            if "told" not in found and sum(found.values()) < self.validated:
                continue
            support = sum(count * (3 if how == "told" else 1) for how, count in found.items())
            taught, helped = uses_of(item)
            means[_lesson_of(item)] = (support + helped + 1) / (support + taught + 2)
            sources[_lesson_of(item)] = item.parts[-1].sources
        return as_lessons(means, 0.0, sources)


@dataclass(frozen=True, slots=True)
@checked(alpha=(1, 1000), beta=(0.0, 1.0))
class UselessGone:
    """A rule: deletes a lesson with `f >= alpha` uses if only a share `u / f <= beta` helped.

    Attributes:
        alpha: The number of uses, 1 to 1000.
        beta: The share that helped, 0 to 1.
    """

    alpha: int = 5
    beta: float = 0.3

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations after feedback."""
        if event.kind != "feedback":
            return
        for item in view.items(DISTILLED):
            taught, helped = uses_of(item)
            if taught >= self.alpha and helped / taught <= self.beta:
                owed = tuple(dict.fromkeys(use.cause for use in item.uses))
                yield Op("DELETE", item.id, why="used often, but seldom helpful", basis=owed)
