"""The planned ledger: the disclosures that one person will make, for the planning of probes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from regulars.scenarios.kinds import DisclosurePhrasing
from regulars.scenarios.ontology.kindred import load_kindred


class PlannedDisclosure(NamedTuple):
    """A planned disclosure: the session's index, the value, the wording, whether its mode is open, and the fact."""

    attribute: str
    session: int
    value: str
    date: str
    granularity: str = ""
    phrasing: DisclosurePhrasing = DisclosurePhrasing.DIRECT
    reason: str = ""
    is_open: bool = True
    fact: str = ""

    @property
    def said(self) -> str:
        """The value as exactly as it is told: a date told by its month is `2025-05`."""
        return self.value[: {"month": 7, "year": 4}.get(self.granularity, len(self.value))]


class Unsaid(NamedTuple):
    """An attribute that is never told: whether its mode would have been open, whether it would be an anchor, and when.

    `sessions` are the indices of the sessions in which it would have been told, and `over` that of the one in which its
    end would have been; None for none.
    """

    attribute: str
    is_open: bool = True
    anchor: bool = False
    sessions: tuple[int, ...] = (0,)
    over: int | None = None

    def at(self, index: Mapping[int, int]) -> Unsaid:
        """The same with other indices of its sessions."""
        over = None if self.over is None else index[self.over]
        return self._replace(sessions=tuple([index[session] for session in self.sessions]), over=over)


@dataclass(frozen=True, slots=True)
class PlannedLedger:
    """The plan of what one person will tell.

    Attributes:
        person: The person's id.
        name: The person's name.
        disclosures: By attribute, in order.
        anchored: Attributes told as anchors.
        choices: Attribute to the session's index and the act that delegates it.
        over: Attribute to the index of the session in which its end is told.
        claimed: Attribute to the index of the session in which another person's claim is passed on, and the claimed
            value.
        forgotten: Attribute to the index of the session in which the assistant is asked to forget it.
        spared: Forgotten attribute to the one of its sort that was as likely to be forgotten.
        renamed: The index of the session from which the person has another name; -1 for never.
        namesake: Whether another person of the scenario has the same name.
        rules: Standing rules, as `kind:setting`.
        spares: Values that no person has, by the name of each told attribute.
        days: The dates of the person's sessions, by index.
        stage: The person's stage of life; empty if it plays no part.
        unsaid: Attributes that could have been told and never are. Unanswerable questions ask for them.
        traits: Shown trait to the index of the session in which it is shown, and the act that shows it.
        gossip: The index of the session, the attribute and the values of each line of gossip.
        floated: Attribute to the indices of the sessions in which the person talks of a plan for it.
        unsettled: Attribute to the indices of the sessions in which a change is told that puts its value in doubt.
        lapsed: Attribute to the index of the session in which the end of another one is told. From then on its value
            stays in doubt.
        refused: Attributes of choices whose options were refused, so that no recommendation is asked of them.
        outcomes: Attribute of a choice to the index of the session in which its outcome is told.
        again: Attribute to the indices of the sessions in which a value that was told is told once more.
        aside: What incidents are about, which other questions leave alone: claimed, forgotten, or paired with that.
            Follows from the other fields.
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
    traits: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    gossip: Sequence[tuple[int, str, Sequence[str]]] = ()
    floated: Mapping[str, Sequence[int]] = field(default_factory=dict)
    unsettled: Mapping[str, Sequence[int]] = field(default_factory=dict)
    lapsed: Mapping[str, int] = field(default_factory=dict)
    refused: frozenset[str] = frozenset()
    spared: Mapping[str, str] = field(default_factory=dict)
    outcomes: Mapping[str, int] = field(default_factory=dict)
    again: Mapping[str, Sequence[int]] = field(default_factory=dict)
    aside: frozenset[str] = field(init=False, repr=False, compare=False)
    _told_in: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    _untold_in: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)
    _untold_over: Mapping[str, tuple[int, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Finds the sessions of each attribute once, since the questions ask for them again and again."""
        told = {name: tuple([one.session for one in some]) for name, some in self.disclosures.items()}
        untold: dict[str, tuple[int, ...]] = {}
        over: dict[str, tuple[int, ...]] = {}
        for one in self.unsaid:
            untold[one.attribute] = (*untold.get(one.attribute, ()), *one.sessions)
            if one.over is not None:
                over[one.attribute] = (*over.get(one.attribute, ()), one.over)
        aside = frozenset((*self.claimed, *self.forgotten, *self.spared.values()))
        found = {"aside": aside, "_told_in": told, "_untold_in": untold, "_untold_over": over}
        for name, value in found.items():
            object.__setattr__(self, name, value)

    def before(self, attribute: str, done: int) -> list[PlannedDisclosure]:
        """The disclosures of an attribute in the first `done` sessions; none once it is to be forgotten."""
        told = self.disclosures.get(attribute, ())
        if not told or told[0].session >= done or self.forgotten.get(attribute, done) < done:
            return []
        return [disclosure for disclosure in told if disclosure.session < done]

    def mentioned(self, attribute: str, done: int) -> set[str]:
        """The values of an attribute that gossip names in the first `done` sessions."""
        return {value for at, name, values in self.gossip if name == attribute and at < done for value in values}

    def has_kin(self, attribute: str, done: float = inf) -> bool:
        """Whether an attribute told in the first `done` sessions can answer a question about this one."""
        kin = load_kindred().get(attribute)
        if kin is None:
            return False
        return any(self.disclosures[name][0].session < done for name in kin if name in self.disclosures)

    def is_floated(self, attribute: str, done: int) -> bool:
        """Whether the person talks of a plan for it in the first `done` sessions."""
        floated = self.floated.get(attribute)
        return floated is not None and any(session < done for session in floated)

    def is_in_doubt(self, attribute: str, done: int) -> bool:
        """Whether a fair reader may dispute its value after the first `done` sessions.

        Something kindred was told as well, or a change or an end that leaves it in doubt. A value that is told in the
        session of such a change may belong to either side of it. What is never told is judged as if it had been
        told when it would have been, so that questions with and without an answer are as frequent.
        """
        return self.has_kin(attribute, done) or self.is_unsettled(attribute, done)

    def is_unsettled(self, attribute: str, done: int) -> bool:
        """Whether a change or an end that is told in the first `done` sessions leaves its value in doubt."""
        if self.lapsed.get(attribute, done) < done:
            return True
        changes = self.unsettled.get(attribute, ())
        if not changes:
            return False
        sessions = self.sessions(attribute)
        if not sessions:
            sessions = self.would_be_told(attribute)
            if not sessions or sessions[0] >= done:
                return True
        told = [session for session in sessions if session < done]
        return bool(told) and any(told[-1] <= session < done for session in changes)

    def doubts(self, attribute: str) -> list[int]:
        """The sessions that may put its value in doubt."""
        kindred = load_kindred()
        if attribute not in kindred and attribute not in self.unsettled and attribute not in self.lapsed:
            return []
        changes = self.unsettled.get(attribute, ())
        kin = (self.sessions(name) for name in kindred.get(attribute, ()))
        untold = self.would_be_told(attribute) if changes else []
        lapsed = [self.lapsed[attribute]] if attribute in self.lapsed else []
        return [*changes, *untold, *lapsed, *(sessions[0] for sessions in kin if sessions)]

    def would_be_told(self, attribute: str) -> list[int]:
        """The sessions in which an attribute that is never told would have been."""
        return list(self._untold_in.get(attribute, ()))

    def would_end(self, attribute: str) -> list[int]:
        """The sessions in which the end of an attribute that is never told would have been told."""
        return list(self._untold_over.get(attribute, ()))

    def would_be_over(self, attribute: str, done: int) -> bool:
        """Whether the end of an attribute that is never told would have been told in the first `done` sessions."""
        over = self._untold_over.get(attribute)
        return over is not None and min(over) < done

    def counts(self, attribute: str, done: int) -> bool:
        """Whether a probe may count the values: only after all were told, and pairs for half of the persons only.

        Otherwise the answer would mostly be two.
        """
        sessions = self.sessions(attribute) or self.would_be_told(attribute)
        told = self.tellings(attribute, done)
        return told == len(sessions) and (told > 2 or int(self.person[-1], 16) % 2 == 0)

    def tellings(self, attribute: str, done: int) -> int:
        """How often an attribute is told in the first `done` sessions, or would have been if it is never told."""
        sessions = self._told_in.get(attribute) or self._untold_in.get(attribute, ())
        return sum([session < done for session in sessions])

    def sessions(self, attribute: str) -> list[int]:
        """The sessions in which an attribute is told."""
        return list(self._told_in.get(attribute, ()))
