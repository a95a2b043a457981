"""What a person may want of replies, as Beta posteriors: how likes, dislikes and words move them.

A person has a few wishes among many that are possible, and is displeased by a reply that breaks any of them: a like
says that nothing the reply broke is wanted, a dislike that something it broke is. For every setting of every style
attribute there is a Beta posterior over "this person wants it". A like counts against each setting that the reply
broke. A dislike counts for them, in the shares in which they are to blame: by Bayes' rule for a noisy disjunction, each
by its posterior mean (the credit assignment of a noisy-or; Pearl 1988, section 4.3.2).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import prod

WORDS: Mapping[str, tuple[float, float]] = {"stated": (20.0, 0.0), "complaint": (8.0, 0.0), "lifted": (0.0, 20.0)}
"""What words count for a wish and against it: that state it, that name it as broken, that lift it."""


@dataclass(frozen=True, slots=True)
class Prior:
    """Where learning starts from.

    Attributes:
        wanted: First parameter of the Beta of a setting.
        unwanted: Second parameter.
        neutral: Parameters of the Beta against which the settings of a style attribute are drawn: the neutral arm; None
            where a style attribute has none, and one of its settings has to be taken.
        noise: Share of ratings that are taken to say the opposite.
        blame: What one dislike counts.
        clear: What one like counts.
    """

    wanted: float = 0.5
    unwanted: float = 3.0
    neutral: tuple[float, float] | None = (1.0, 9.0)
    noise: float = 0.05
    blame: float = 2.0
    clear: float = 2.0


class WishPosterior:
    """What is believed of one person: for every setting, the parameters of its Beta.

    Args:
        prior: Where it starts from.
    """

    def __init__(self, prior: Prior, counts: Mapping[str, tuple[float, float]] | None = None) -> None:
        self.prior = prior
        self._counts: dict[str, tuple[float, float]] = dict(counts or {})

    def counts(self) -> dict[str, tuple[float, float]]:
        """By setting: the parameters, where something was learnt."""
        return dict(self._counts)

    def beta(self, setting: str) -> tuple[float, float]:
        """The parameters of a setting's Beta."""
        return self._counts.get(setting, (self.prior.wanted, self.prior.unwanted))

    def mean(self, setting: str) -> float:
        """How probable it is that the setting is wanted."""
        wanted, unwanted = self.beta(setting)
        return wanted / (wanted + unwanted)

    def learn(self, broken: Collection[str], displeased: float) -> None:
        """Takes in what a person made of a reply.

        Args:
            broken: The settings that the reply broke.
            displeased: How sure it is that the person was displeased with its manner, 0 for a like, 1 for a dislike.
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
        """Takes in direct evidence on one setting, as so many counts for it and against it."""
        before = self.beta(setting)
        self._counts[setting] = (before[0] + wanted, before[1] + unwanted)

    def hear(self, setting: str, said: str) -> None:
        """Takes in words about one setting, of a kind that `WORDS` names."""
        self.be_told(setting, *WORDS[said])
