"""What a right answer to a pending probe is: the matcher's input, made by the environment."""

from __future__ import annotations

from dataclasses import dataclass

from regulars.speed import filled_directly
from regulars.values import Domain

RUBRIC = "rubric"
"""The category of a recorded question whose gold describes a good answer, for a judge."""

CALCULATED = ("count", "sum", "duration")
"""Forms of questions whose answer is calculated from several things that were told."""

EARLIER_KINDS = frozenset({"episodic-cue", "multi-hop"})
"""Kinds of probes that ask what was told on a day or held at a moment, not what holds now."""


@dataclass(frozen=True, slots=True)
class Content:
    """What was told about one attribute, as far as a message must hold it or must not.

    Attributes:
        attribute: The attribute's name.
        domain: The values that the attribute may take.
        values: The canonical values that were told.
        needed: Whether the message needs them; if not, they are private there.
        person: The id of the other person who told them; empty for the owner of the message.
    """

    attribute: str
    domain: Domain
    values: tuple[str, ...]
    needed: bool = False
    person: str = ""


@filled_directly
@dataclass(frozen=True, slots=True)
class Expectation:
    """The gold answer of one probe at the moment it is asked.

    Attributes:
        form: `value`, `set`, `count`, `sum`, `duration`, `choice`, `any`, `order`, `option`, `pass_on`, `mention`,
            `manner` or `text`.
        domain: The values that the matcher searches for.
        answerable: Whether the answer was disclosed (or committed). If not, abstaining is right.
        gold: Canonical values: one for `value`, `count`, `sum`, `duration` and `choice`; all values for `set`, in order
            for `order`; the allowed ones for `any`; those that the message needs for `pass_on`; the reference text for
            `text`. `value` has several, each of them right, if a person contradicted themselves unknowingly. A date may
            be coarser than a day (`2025-05`), as it was disclosed.
        stale: Values that were disclosed and whose successor was disclosed too; for `mention`, former values of the
            reminder's attribute.
        others: Values that only other persons disclosed, and for `pass_on` also the private ones; asserting one is a
            leak. For `mention`: all other attributes, each as its label and its cues, with `|` between them.
        category: For `text`: the data's own category, which decides how it is scored, or `RUBRIC` where the gold
            describes a good answer; for `manner`: the rule, as `kind:setting`.
        options: For `option`: the options, in the order of the letters A, B, ...; gold is a letter.
        over: The person said that the value no longer holds, and told no new one: saying so is right, naming any value
            is not.
        contents: For `pass_on`: everything told that the message needs, and everything told that it must keep private.
            The domain then holds their terms.
        earlier: The question is about an earlier time: the value of that time is right, even in the past tense, and the
            current value is not.
        offered: For `any`: the values that the question offers to choose from.
        asks_untold: For `option`: whether the question asks which option does not apply to the person, or was never
            told.
        compared: For `option`: the names of the two things that the question compares, in its order.
        asked_day: The ISO date of the conversation that the question asks about, if it names one.
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
    contents: tuple[Content, ...] = ()
    earlier: bool = False
    offered: tuple[str, ...] = ()
    asks_untold: bool = False
    compared: tuple[str, ...] = ()
    asked_day: str = ""

    @property
    def letters(self) -> tuple[str, ...]:
        """For `option`: the letters of the options, in their order."""
        return tuple(self.domain.aliases)[: len(self.options)]
