"""Lessons by counts: what each person is believed to want, added up over experiences, and what people have in common.

Every lesson, a setting of a style attribute or a procedure, has a Beta posterior over "this person wants it"
(`wish_posterior.py`). Pooled, each other person casts one vote on a lesson: the mean of what is believed of them,
weighed by how much is known of them, `e / (e + 5)` with `e` the counts that were learnt. Votes of n people weigh as
`strength * n` counts beside a person's own, which soon outweigh them: partial pooling of binomial rates in the manner
of empirical Bayes (Efron and Morris 1975). Where people have nothing in common, a lesson wanted by one of many stays
below one half.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import POOL, Op
from regulars.memory.parts.learning.experiences import EXPERIENCE, Experience, experience_of
from regulars.memory.parts.learning.wish_posterior import Prior, WishPosterior
from regulars.memory.parts.setting_ranges import check_ranges
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Lesson

PROCEDURE = "procedure."
"""How a lesson begins on which a whole plan is judged, and by nothing else."""

_FEW = 5.0
_SOURCES = 3


def take_in(posterior: WishPosterior, one: Experience, weight: float = 1.0) -> None:
    """Moves a posterior by an experience: by words where it has some, else by the rating.

    A rated plan speaks of its own steps alone; any other rating of all settings that were broken.

    Args:
        posterior: Is moved.
        one: The experience.
        weight: Of a rating of a plan, in counts.
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
    """What is believed after some experiences, in their order."""
    posterior = WishPosterior(prior)
    for one in found:
        take_in(posterior, one)
    return posterior


def as_lessons(means: Mapping[str, float], floor: float, sources: Mapping[str, Sequence[str]]) -> list[Lesson]:
    """Lessons of what is believed to be wanted, the surest first, then the latest.

    Args:
        means: By lesson: how probable it is that it is wanted. Later ones are of later experiences.
        floor: Lessons below it are left out.
        sources: By lesson: the turns that it rests on.
    """
    sure = [(round(mean, 6), lesson) for lesson, mean in reversed(list(means.items())) if round(mean, 6) >= floor]
    sure.sort(key=lambda pair: -pair[0])
    return [
        Lesson(style_attribute, value, mean, tuple(sources.get(lesson, ())))
        for mean, lesson in sure
        for style_attribute, _, value in [lesson.partition("=")]
    ]


class WishCounts:
    """Adds up what is believed of each person, experience by experience.

    Args:
        prior: Where belief starts from.
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
        """One that knows nobody."""
        return WishCounts(self.prior)

    def follow(self, op: Op, before: Item | None) -> None:
        """Takes in an experience that is added, as the person's whose it is, pooled or not."""
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
        """What is believed of a person; of a stranger, the prior."""
        return self._known.get(person) or WishPosterior(self.prior)

    def sources(self, person: str, lesson: str) -> Sequence[str]:
        """The latest turns on which the person's words rested."""
        return self._spoke.get((person, lesson), ())

    def votes(self, person: str) -> Mapping[str, tuple[float, float]]:
        """By lesson: what all others want and do not want, a vote each, weighed by what is known of them."""
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
class ByCounts:
    """Teaches what a person is believed to want, with or without what others want.

    Attributes:
        pooled: Whether others count.
        strength: What one vote weighs, in counts, 0 to 100.
        floor: The confidence from which a lesson is given, 0 to 1.
    """

    pooled: bool = False
    strength: float = 10.0
    floor: float = 0.3

    def __post_init__(self) -> None:
        check_ranges(self, strength=(0.0, 100.0), floor=(0.0, 1.0))

    def __call__(self, cue: Cue, view: View) -> Sequence[Lesson]:
        """The lessons for a person's reply."""
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
