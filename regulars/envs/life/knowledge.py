"""What people know of their own lives at a moment: the facts that have begun, and what they offered to tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from regulars.briefing import Effect
from regulars.scenarios.kinds import DisclosureMode, NoiseKind
from regulars.scenarios.time.constraints import has_begun
from regulars.scenarios.world import Act, Fact, Person, Session


class Knowledge:
    """One person's. It grows with the calendar, at a cost that does not grow with it.

    Args:
        person: With the whole life; later facts are never handed out.
    """

    __slots__ = ("_coming", "_facts", "_life", "_next", "_offered", "bare", "effects")

    def __init__(self, person: Person) -> None:
        self._life = sorted(person.facts, key=lambda fact: fact.since)
        self._facts: dict[str, Fact] = {}
        self._offered: list[Act] = []
        self._next = 0
        self._coming: list[Fact] = []
        self.effects: dict[str, Effect] = {}
        self.bare = replace(person, facts=(), events=())

    @property
    def facts(self) -> Mapping[str, Fact]:
        """By id: the facts that have begun by the last session's start."""
        return self._facts

    @property
    def offered(self) -> Sequence[Act]:
        """Acts that offered something on request, oldest first."""
        return self._offered

    def apply_effect(self, act: str, effect: Effect) -> None:
        """Something happens because of the assistant; the person knows it from the next session on."""
        self._coming.append(effect.fact)
        self.effects[act] = effect

    def enter(self, session: Session) -> None:
        """Lives on to the start of a session of this person's."""
        life = self._life
        while self._next < len(life) and has_begun(life[self._next], session.start):
            fact = life[self._next]
            self._facts[fact.id] = fact
            self._next += 1
        for fact in [fact for fact in self._coming if has_begun(fact, session.start)]:
            self._facts[fact.id] = fact
            self._coming.remove(fact)
        if self.bare.renamed_at is not None and self.bare.renamed_at <= session.start:
            self.bare = replace(self.bare, name=self.bare.renamed)
        self._offered.extend(
            act for act in session.agenda if act.mode is DisclosureMode.ASKED or act.noise is NoiseKind.OMISSIONS
        )
