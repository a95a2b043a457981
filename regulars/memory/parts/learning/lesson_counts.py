"""Lessons by counts: estimates what each person wants, and what people have in common.

Every lesson, a setting of a style attribute or a procedure, has a Beta posterior over "this person wants it"
(`wish_posterior.py`). With pooling, each other person casts one vote on a lesson: the mean of that person's belief,
weighted by `e / (e + 5)` with `e` the learned counts. The votes of n people weigh as `strength * n` counts beside a
person's own counts, which soon outweigh them. This is partial pooling of binomial rates as in empirical Bayes (Efron
and Morris 1975). If people have nothing in common, a lesson that one of many wants stays below one half.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import POOL, Op
from regulars.memory.parts.learning.experiences import EXPERIENCE, Experience, experience_of
from regulars.memory.parts.learning.wish_posterior import Prior, WishPosterior
from regulars.memory.parts.settings import checked
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Lesson

PROCEDURE = "procedure."
"""The prefix of a lesson on a whole plan, which only ratings of plans concern."""

_FEW = 5.0
_SOURCES = 3


def take_in(posterior: WishPosterior, one: Experience, weight: float = 1.0) -> None:
    """Updates a posterior by an experience: by its words if it has some, else by its rating.

    The rating of a plan concerns only its steps; any other rating concerns all broken settings.

    Args:
        posterior: The posterior to update.
        one: The experience.
        weight: The weight of a plan's rating, in counts.
    """
    for told in one.said:
        posterior.hear(told.lesson, told.said)
    if one.said or one.displeased is None:
        return
    for lesson in one.kept:
        if lesson.startswith(PROCEDURE):
            count = weight * posterior.prior.clear
            posterior.be_told(lesson, count * (1 - one.displeased), count * one.displeased)
    posterior.learn(one.broken, one.displeased)


def believed(found: Iterable[Experience], prior: Prior) -> WishPosterior:
    """The posterior after some experiences, in their order."""
    posterior = WishPosterior(prior)
    for one in found:
        take_in(posterior, one)
    return posterior


def as_lessons(means: Mapping[str, float], floor: float, sources: Mapping[str, Sequence[str]]) -> list[Lesson]:
    """Lessons from believed wishes, the most confident first, then the latest.

    Args:
        means: The probability that a lesson is wanted, by lesson. Later entries come from later experiences.
        floor: Lessons with a lower probability are left out.
        sources: The turns that a lesson rests on, by lesson.
    """
    sure = [(round(mean, 6), lesson) for lesson, mean in reversed(list(means.items())) if round(mean, 6) >= floor]
    sure.sort(key=lambda pair: -pair[0])
    return [
        Lesson(style_attribute, value, mean, tuple(sources.get(lesson, ())))
        for mean, lesson in sure
        for style_attribute, _, value in [lesson.partition("=")]
    ]


class WishCounts:
    """A tracker of each person's posterior, updated by each experience.

    Args:
        prior: The prior of each person.
    """

    name = "wishes"

    __slots__ = ("_known", "_spoke", "prior")

    def __init__(self, prior: Prior | None = None) -> None:
        self.prior = prior if prior is not None else Prior()
        self._known: dict[str, WishPosterior] = {}
        self._spoke: dict[tuple[str, str], list[str]] = {}

    def __repr__(self) -> str:
        return f"WishCounts({self.prior!r})"

    def blank(self) -> WishCounts:
        """A tracker without experiences."""
        return WishCounts(self.prior)

    def follow(self, op: Op, before: Item | None) -> None:
        """Takes in a new experience for its person, pooled or not."""
        draft = op.draft
        if op.verb != "ADD" or draft is None or draft.kind != EXPERIENCE:
            return
        one = experience_of(draft)
        if one is None:
            return
        person = draft.extra.get("of", "") if draft.scope == POOL else draft.scope
        take_in(self._known.setdefault(person, WishPosterior(self.prior)), one)
        for told in one.said:
            self._spoke[person, told.lesson] = [*self._spoke.get((person, told.lesson), ()), *draft.sources][-_SOURCES:]

    def of(self, person: str) -> WishPosterior:
        """The posterior of a person; the prior for an unknown person."""
        return self._known.get(person) or WishPosterior(self.prior)

    def sources(self, person: str, lesson: str) -> Sequence[str]:
        """The latest turns of the person's words on a lesson."""
        return self._spoke.get((person, lesson), ())

    def votes(self, person: str) -> Mapping[str, tuple[float, float]]:
        """The weighted votes of all other people for and against each lesson."""
        nothing = self.prior.wanted + self.prior.unwanted
        found: dict[str, tuple[float, float]] = {}
        for other, posterior in self._known.items():
            if other == person:
                continue
            for lesson, (wanted, unwanted) in posterior.counts().items():
                learnt = wanted + unwanted - nothing
                vote = learnt / (learnt + _FEW)
                mean = wanted / (wanted + unwanted)
                before = found.get(lesson, (0.0, 0.0))
                found[lesson] = (before[0] + vote * mean, before[1] + vote * (1 - mean))
        return found


@dataclass(frozen=True, slots=True)
@checked(strength=(0.0, 100.0), floor=(0.0, 1.0))
class ByCounts:
    """Teaches the believed wishes of a person, with or without the votes of others.

    Attributes:
        pooled: Whether the votes of others count.
        strength: The weight of one vote, in counts, 0 to 100.
        floor: The lowest confidence of a lesson, 0 to 1.
    """

    pooled: bool = False
    strength: float = 10.0
    floor: float = 0.3

    def __call__(self, cue: Cue, view: View) -> Sequence[Lesson]:
        """The lessons for a reply to the person."""
        counts: WishCounts = view.tracker(WishCounts.name)
        own = counts.of(view.scope)
        votes = counts.votes(view.scope) if self.pooled else {}
        means: dict[str, float] = {}
        for lesson in dict.fromkeys((*votes, *own.counts())):
            wanted, unwanted = own.beta(lesson)
            for_it, against = votes.get(lesson, (0.0, 0.0))
            wanted, unwanted = wanted + self.strength * for_it, unwanted + self.strength * against
            means[lesson] = wanted / (wanted + unwanted)
        return as_lessons(means, self.floor, {lesson: counts.sources(view.scope, lesson) for lesson in means})
