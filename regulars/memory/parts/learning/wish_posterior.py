"""Beta posteriors over a person's wishes on replies, updated by likes, dislikes and words.

A person has a few of many possible wishes, and is displeased by a reply that breaks any of them. A like says that none
of the broken settings is wanted; a dislike says that at least one is. Each setting of each style attribute has a Beta
posterior over "this person wants it". A like counts against each setting that the reply broke. A dislike counts for
them, in proportion to their share of the blame. Bayes' rule for a noisy disjunction gives the shares from the posterior
means (the credit assignment of a noisy-or; Pearl 1988, section 4.3.2).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import prod

WORDS: Mapping[str, tuple[float, float]] = {"stated": (20.0, 0.0), "complaint": (8.0, 0.0), "lifted": (0.0, 20.0)}
"""The counts for and against a wish, from words that state it, that complain of it, or that lift it."""


@dataclass(frozen=True, slots=True)
class Prior:
    """The prior of a wish and the weights of ratings.

    Attributes:
        wanted: The first parameter of a setting's Beta.
        unwanted: The second parameter.
        neutral: The parameters of the neutral arm's Beta, which competes with the settings of a style attribute. None
            if the style attribute has no neutral arm, so that one of its settings must be chosen.
        noise: The assumed share of reversed ratings.
        blame: The counts of one dislike.
        clear: The counts of one like.
    """

    wanted: float = 0.5
    unwanted: float = 3.0
    neutral: tuple[float, float] | None = (1.0, 9.0)
    noise: float = 0.05
    blame: float = 2.0
    clear: float = 2.0


class WishPosterior:
    """The posterior of one person: the Beta parameters of every setting.

    Args:
        prior: The prior.
    """

    def __init__(self, prior: Prior, counts: Mapping[str, tuple[float, float]] | None = None) -> None:
        self.prior = prior
        self._counts: dict[str, tuple[float, float]] = dict(counts or {})

    def counts(self) -> dict[str, tuple[float, float]]:
        """The parameters of each setting with evidence."""
        return dict(self._counts)

    def beta(self, setting: str) -> tuple[float, float]:
        """The parameters of a setting's Beta."""
        return self._counts.get(setting, (self.prior.wanted, self.prior.unwanted))

    def mean(self, setting: str) -> float:
        """The probability that the setting is wanted."""
        wanted, unwanted = self.beta(setting)
        return wanted / (wanted + unwanted)

    def learn(self, broken: Collection[str], displeased: float) -> None:
        """Updates the posterior by a rating of a reply.

        Args:
            broken: The settings that the reply broke.
            displeased: The probability that the style displeased the person: 0 for a like, 1 for a dislike.
        """
        if not broken:
            return
        prior = self.prior
        means = {setting: self.mean(setting) for setting in broken}
        harmless = prod(1 - mean for mean in means.values())
        disliked = (1 - prior.noise) * (1 - harmless) + prior.noise * harmless
        for setting, mean in means.items():
            wanted, unwanted = self.beta(setting)
            guilt = mean * (1 - prior.noise) / disliked
            self._counts[setting] = (
                wanted + displeased * prior.blame * guilt,
                unwanted + (1 - displeased) * prior.clear,
            )

    def be_told(self, setting: str, wanted: float, unwanted: float = 0.0) -> None:
        """Adds direct evidence on one setting, as counts for and against it."""
        before = self.beta(setting)
        self._counts[setting] = (before[0] + wanted, before[1] + unwanted)

    def hear(self, setting: str, said: str) -> None:
        """Adds words about one setting, of a kind in `WORDS`."""
        self.be_told(setting, *WORDS[said])
