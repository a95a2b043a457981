"""What people know of their own lives at a moment: the facts so far, what they offered to tell and what comes again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from regulars.briefing import Effect
from regulars.scenarios.kinds import DisclosureMode, DisclosurePhrasing, NoiseKind
from regulars.scenarios.language.wordings import said_alike
from regulars.scenarios.time.constraints import has_begun
from regulars.scenarios.world import Act, Fact, Person, Session


class Knowledge:
    """What one person knows. A session adds to it in a time that does not grow with the life.

    Args:
        person: The person with the whole life. Facts of the future are never returned.

    Attributes:
        bare: The person without facts and events.
        effects: The effects of the assistant's choices, by the act that asked for the choice.
        wordings: As in `UserBriefing`.
    """

    __slots__ = (
        "_coming",
        "_facts",
        "_life",
        "_next",
        "_offered",
        "_replaced",
        "_said_alike",
        "bare",
        "effects",
        "wordings",
    )

    def __init__(self, person: Person) -> None:
        self._life = sorted(person.facts, key=lambda fact: fact.since)
        self._facts: dict[str, Fact] = {}
        self._offered: list[Act] = []
        self._next = 0
        self._coming: list[Fact] = []
        self.effects: dict[str, Effect] = {}
        self._replaced = {(fact.attribute, fact.until) for fact in self._life if fact.until is not None}
        self._said_alike = Counter[tuple[str, ...]]()
        self.wordings: dict[str, int] = {}
        self.bare = replace(person, facts=(), events=())

    @property
    def facts(self) -> Mapping[str, Fact]:
        """The facts that began before the last session's start, by id."""
        return self._facts

    @property
    def offered(self) -> Sequence[Act]:
        """Acts that offered to tell something on request, oldest first."""
        return self._offered

    def apply_effect(self, act: str, effect: Effect) -> None:
        """Takes an effect of a choice. The person knows it from the next session on."""
        self._coming.append(effect.fact)
        self.effects[act] = effect

    def enter(self, session: Session) -> None:
        """Advances to the start of a session of this person."""
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
        self._number(session.agenda)

    def _number(self, agenda: Sequence[Act]) -> None:
        """Numbers the acts that take their words from the same list, through all sessions of the person."""
        for act in agenda:
            alike = said_alike(act)
            if alike:
                key = (*alike, "update") if self._updates(act) else alike
                self.wordings[act.id] = self._said_alike[key]
                self._said_alike[key] += 1

    def _updates(self, act: Act) -> bool:
        """Whether an act tells that a value has replaced another one. Such updates have wordings of their own."""
        fact = self._facts.get(act.fact)
        return (
            fact is not None
            and act.phrasing is DisclosurePhrasing.DIRECT
            and (fact.attribute, fact.since) in self._replaced
        )
