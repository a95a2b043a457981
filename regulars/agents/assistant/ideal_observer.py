"""The ideal observer: keeps the exact posterior over a person's wishes, given the feedback seen so far.

The space is finite: sets of a few settings of different style attributes without conflicts. The prior of a set is the
product of its settings' weights, by which people's rules are drawn. The feedback policy gives the likelihood of a
rating for a reply that breaks, keeps or does not test the set. Words that name a wish count as almost certain. The
reply keeps the settings that are most probably wanted, as far as the evidence supports them; for a stranger it is
neutral.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulars.agents.assistant.conduct_evidence import rating_odds
from regulars.agents.assistant.context_reader import PACKS, ContextReader
from regulars.agents.assistant.learners import MOST_SETTINGS, LearningAssistant, Tried
from regulars.agents.style.rules import default_book
from regulars.dialogue import Feedback, FeedbackAction, PlanAct
from regulars.errors import ConfigurationError
from regulars.scenarios.language.wishes import Wish, wishes_of

MOST_RULES = 4
"""The maximum number of wishes of a person: the space of five is forty million sets."""

UNTESTED = 1e-3
"""The likelihood of a rating on the style of a note if the reply tested nothing."""

MISNAMED = 1e-3
"""The likelihood of words that name a wish which the person does not have."""

NEGLIGIBLE = 1e-7
"""Sets less probable than this, relative to the most probable one, are dropped."""

NOTICEABLE = 0.01
"""How much more probable than for a stranger a setting must be before a reply keeps it."""

Evidence = tuple[Tried, Feedback, tuple[Wish, ...]]


class WishSets:
    """The posterior over sets of wishes of one person. Immutable.

    Args:
        members: One array for each place in a set, with the numbers of the settings there, in the order of the sets.
        odds: The probabilities of the sets.
    """

    def __init__(self, members: Sequence[NDArray[np.intp]], odds: NDArray[np.float64]) -> None:
        self.members = members
        self.odds = odds

    @staticmethod
    def everybody(rules: int) -> WishSets:
        """The prior: only the number of wishes is known."""
        return _everybody(rules)

    def seen(self, reply: Tried, feedback: Feedback) -> WishSets:
        """The posterior after a rating of a reply."""
        if_broken, if_kept = rating_odds(feedback, reply.act)
        if_untested = UNTESTED if reply.act is PlanAct.ACKNOWLEDGE else if_kept
        breaks, keeps = self._hold_any(reply.broken), self._hold_any(reply.kept)
        return self._weighed(np.where(breaks, if_broken, np.where(keeps, if_kept, if_untested)))

    def told(self, wish: Wish) -> WishSets:
        """The posterior after words that name a wish."""
        has = self._hold_any([f"{wish.style_attribute}.{wish.setting}"])
        if wish.said == "lifted":
            has = ~has
        return self._weighed(np.where(has, 1.0, MISNAMED))

    def _hold_any(self, settings: Iterable[str]) -> NDArray[np.bool_]:
        """Which of the sets contain one of some settings."""
        numbers = _numbers()
        meant = np.zeros(len(numbers), dtype=bool)
        meant[[numbers[setting] for setting in settings]] = True
        held = meant[self.members[0]]
        for member in self.members[1:]:
            held |= meant[member]
        return held

    def _weighed(self, likelihood: NDArray[np.float64]) -> WishSets:
        odds = self.odds * likelihood
        left = np.flatnonzero(odds > NEGLIGIBLE * odds.max())
        odds = odds[left]
        return WishSets([member[left] for member in self.members], odds / odds.sum())

    @cached_property
    def wanted(self) -> tuple[tuple[str, float], ...]:
        """The probability that each setting is wanted, highest first."""
        names = list(_numbers())
        shares = np.zeros(len(names))
        for member in self.members:
            shares += np.bincount(member, self.odds, minlength=len(names))
        return tuple((names[place], float(shares[place])) for place in np.argsort(-shares, kind="stable"))


class IdealObserver(LearningAssistant):
    """Replies by the exact posterior of the person's wishes.

    Args:
        memory: As for the scripted assistant.
        k: As there.
        budget: As there.
        most: The maximum number of settings that one reply is made to keep.
        rules: The number of wishes of each person, 1 to 4.
        reading: As for the scripted assistant.

    Raises:
        ConfigurationError: `rules` is out of range.
    """

    def __init__(
        self,
        memory: str | Callable[[], Any] = "bm25-turn",
        *,
        k: int = 10,
        budget: int = 1024,
        most: int = MOST_SETTINGS,
        rules: int = MOST_RULES,
        reading: str | ContextReader = PACKS,
    ) -> None:
        if not 1 <= rules <= MOST_RULES:
            raise ConfigurationError(
                f"{rules} wishes for each person", where="ideal-observer", expected=f"rules from 1 to {MOST_RULES}"
            )
        self.rules = rules
        super().__init__(memory, k=k, budget=budget, most=most, reading=reading)

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts without knowledge of any person."""
        super().begin(episode_id, seed)
        self._evidence: dict[str, tuple[Evidence, ...]] = {}
        self._posteriors: dict[str, tuple[tuple[Evidence, ...], WishSets]] = {}

    def get_state(self) -> tuple[Any, ...]:
        """The learner's state and the evidence, from which the posteriors follow."""
        return (super().get_state(), dict(self._evidence))

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        own, evidence = state
        super().set_state(own)
        self._evidence = dict(evidence)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_posteriors": {}}

    def credit(self, reply: Tried, feedback: Feedback) -> None:
        """Stores the feedback as evidence about the person."""
        wishes = tuple(wishes_of(self.language).named_in(feedback.text)) if feedback.text else ()
        self._evidence[reply.person] = (*self._evidence.get(reply.person, ()), (reply, feedback, wishes))

    def posterior(self, person: str) -> WishSets:
        """The posterior from the evidence about a person."""
        evidence = self._evidence.get(person, ())
        before, sets = self._posteriors.get(person, ((), WishSets.everybody(self.rules)))
        if evidence[: len(before)] != before:
            before, sets = (), WishSets.everybody(self.rules)
        for reply, feedback, wishes in evidence[len(before) :]:
            for wish in wishes:
                sets = sets.told(wish)
            if feedback.action is not FeedbackAction.NONE or feedback.satisfaction is not None:
                sets = sets.seen(reply, feedback)
        self._posteriors[person] = (evidence, sets)
        return sets

    def preferred(self, person: str, reply: str) -> Iterable[tuple[str, str]]:
        """The most probably wanted settings among those that are more probable than for a stranger."""
        of_strangers = dict(WishSets.everybody(self.rules).wanted)
        for setting, share in self.posterior(person).wanted:
            if share > of_strangers[setting] * (1 + NOTICEABLE):
                style_attribute, _, name = setting.partition(".")
                yield style_attribute, name


@cache
def _numbers() -> dict[str, int]:
    """A number for each setting."""
    settings = [setting.id for kind in default_book().rules.values() for setting in kind.settings.values()]
    return {setting: number for number, setting in enumerate(settings)}


@cache
def _everybody(rules: int) -> WishSets:
    settings = [setting for kind in default_book().rules.values() for setting in kind.settings.values()]
    numbers = _numbers()
    weights = np.array([setting.weight for setting in settings])
    barred = np.zeros((len(settings), len(settings)), dtype=bool)
    for setting in settings:
        for other in settings:
            if other.style_attribute == setting.style_attribute or other.id in setting.conflicts:
                barred[numbers[setting.id], numbers[other.id]] = True
    sets = np.arange(len(settings), dtype=np.intp)[:, None]
    for _ in range(rules - 1):
        sets = np.concatenate([_grown(sets, last, barred) for last in range(len(settings))])
    odds = weights[sets].prod(axis=1)
    left = np.flatnonzero(odds)
    return WishSets([np.ascontiguousarray(member) for member in sets[left].T], odds[left] / odds.sum())


def _grown(sets: NDArray[np.intp], last: int, barred: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The sets to which a setting can be added that comes after all of theirs."""
    fits = sets[(sets[:, -1] < last) & ~barred[last][sets].any(axis=1)]
    return np.column_stack([fits, np.full(len(fits), last, dtype=np.intp)])
