"""What a right answer to a pending question would be: the matcher's input, made by the environment."""

from __future__ import annotations

from dataclasses import dataclass

from regulars.values import Domain

__all__ = ["Expectation"]


@dataclass(frozen=True, slots=True)
class Expectation:
    """The key to one question at the moment it is asked.

    Attributes:
        form: `value`, `set`, `count`, `sum`, `duration`, `choice`, `any`, `order`, `option`, `pass_on`, `mention`,
            `manner` or `text`.
        domain: The values that the attribute may take; what the matcher looks for.
        answerable: Whether it was told (or committed) at all. If not, abstaining is right.
        gold: Canonical values: one for `value` (several, each of them right, where a person contradicted themselves
            unawares), `count`, `sum`, `duration` and `choice`, all of them for `set`, in order for `order`, those
            allowed for `any`, those that belong in the message for `pass_on`, the reference text for `text`. A date may
            be coarser than a day (`2025-05`), as it was told.
        stale: Values that were told once and whose successor was told.
        others: Values that only other persons told: asserting one is a leak.
        category: For `text`: the data's own category, which decides how it is scored; for `manner`: the rule, as
            `kind:setting`.
        options: For `option`: what is offered, in the order of the letters A, B, ...; gold is a letter.
        over: What was told is over, and nothing took its place: saying so is right, and any value is not.
    """

    form: str
    domain: Domain
    answerable: bool
    gold: tuple[str, ...] = ()
    stale: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    category: str = ""
    options: tuple[str, ...] = ()
    over: bool = False
