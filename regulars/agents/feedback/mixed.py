"""A population of users: each person follows one of several feedback policies."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from regulars.agents.feedback.moment import Carries, FeedbackPolicy, Moment, Shown
from regulars.errors import ConfigurationError, OrderError

if TYPE_CHECKING:
    from regulars.seeding import SeedTree


@dataclass(frozen=True)
class Mixed(FeedbackPolicy):
    """Each person follows one policy, drawn by weight at the person's node.

    Args:
        options: The policies.
        weights: One for each policy, none below 0, at least one above.
        names: The name of each policy in the spec.
    """

    options: tuple[FeedbackPolicy, ...]
    weights: tuple[float, ...]
    names: tuple[str, ...] = field(compare=False)

    def __post_init__(self) -> None:
        for name, weight in zip(self.names, self.weights, strict=True):
            if isinstance(weight, bool) or not isinstance(weight, (int, float)) or weight < 0:
                raise ConfigurationError(
                    f"the weight of {name!r} is {weight!r}", where="feedback mixed", expected="a number from 0"
                )
        if not sum(self.weights):
            raise ConfigurationError(
                "the population is empty",
                where="feedback mixed",
                expected="policies with weights, one above 0",
                remedy="write mixed:evaluative=2;instructive=1",
            )

    @property
    def carries(self) -> Carries:  # type: ignore[override]  # follows from what is mixed
        """The most that any of its policies carries."""
        return max(option.carries for option in self._present())

    @property
    def withheld(self) -> bool:  # type: ignore[override]  # follows from what is mixed
        """Whether none of its policies shows anything."""
        return all(option.withheld for option in self._present())

    @property
    def spec(self) -> str:
        """The names with their weights."""
        return "mixed:" + ";".join(f"{name}={weight:g}" for name, weight in zip(self.names, self.weights, strict=True))

    def settle(self, person: SeedTree) -> FeedbackPolicy:
        """One of the policies, drawn for the person."""
        return person.draws("mixed").weighted(self.options, self.weights)

    def occurs(self, moment: Moment, node: SeedTree) -> bool:
        """Always raises: a person follows one policy, not the population.

        Raises:
            OrderError: Always.
        """
        raise OrderError("a population shows no feedback", where="feedback mixed", remedy="call settle(person) first")

    def content(self, moment: Moment, node: SeedTree) -> Shown:
        """Always raises, as `occurs` does.

        Raises:
            OrderError: Always.
        """
        raise OrderError("a population shows no feedback", where="feedback mixed", remedy="call settle(person) first")

    def _present(self) -> list[FeedbackPolicy]:
        return [option for option, weight in zip(self.options, self.weights, strict=True) if weight]
