"""The planned ledger: what one person will tell, for the planning of probes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from regulars.scenarios.kinds import DisclosurePhrasing


class PlannedDisclosure(NamedTuple):
    """A planned disclosure: the session's index, the value, the wording, and whether it is open."""

    attribute: str
    session: int
    value: str
    date: str
    granularity: str = ""
    phrasing: DisclosurePhrasing = DisclosurePhrasing.DIRECT
    reason: str = ""
    is_open: bool = True


class Unsaid(NamedTuple):
    """An attribute that is never told: whether it would have been open, and whether an anchor."""

    attribute: str
    is_open: bool = True
    anchor: bool = False


@dataclass(frozen=True, slots=True)
class PlannedLedger:
    """What one person will tell.

    Attributes:
        person: The person's id.
        name: What the person is called.
        disclosures: In order; by attribute.
        anchored: Attributes told as anchors.
        choices: Attribute to the session's index and the act of its delegation.
        over: Attribute to the session's index in which it is told to be over.
        claimed: Attribute to the session's index in which somebody else's claim is passed on, and the claimed value.
        forgotten: Attribute to the session's index in which it is to be forgotten.
        renamed: The session's index from which the person goes by another name; -1 for never.
        namesake: Whether another person of the scenario has the same name.
        rules: Standing rules, as `kind:setting`.
        spares: Values that nobody has, by attribute.
        days: The dates of the person's sessions, by index.
        stage: The person's stage of life; empty where it plays no part.
        unsaid: What could as well have been told and never is: questions without an answer are asked of it.
    """

    person: str
    name: str
    disclosures: Mapping[str, Sequence[PlannedDisclosure]]
    anchored: frozenset[str]
    choices: Mapping[str, tuple[int, str]]
    over: Mapping[str, int] = field(default_factory=dict)
    claimed: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    forgotten: Mapping[str, int] = field(default_factory=dict)
    renamed: int = -1
    namesake: bool = False
    rules: tuple[str, ...] = ()
    spares: Mapping[str, str] = field(default_factory=dict)
    days: Mapping[int, str] = field(default_factory=dict)
    stage: str = ""
    unsaid: Sequence[Unsaid] = ()

    def before(self, attribute: str, done: int) -> list[PlannedDisclosure]:
        """The disclosures of an attribute in the first `done` sessions; none once they are to be forgotten."""
        if self.forgotten.get(attribute, done) < done:
            return []
        return [disclosure for disclosure in self.disclosures.get(attribute, ()) if disclosure.session < done]

    def counts(self, attribute: str, done: int) -> bool:
        """Whether a probe may count the values: once all were told, and of pairs for half the persons only.

        Asked sooner, and of all pairs, the answer would mostly be two.
        """
        told = self.before(attribute, done)
        return len(told) == len(self.sessions(attribute)) and (len(told) > 2 or int(self.person[-1], 16) % 2 == 0)

    def sessions(self, attribute: str) -> list[int]:
        """The sessions in which an attribute is told."""
        return [disclosure.session for disclosure in self.disclosures.get(attribute, ())]
