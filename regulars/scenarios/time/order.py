"""Order and cool-down: acts that may come only after another act, and the time between the two."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

from regulars.scenarios.world import Act, Scenario, Session


def is_ready(act: Act, done: Mapping[str, datetime], now: datetime) -> bool:
    """Whether the act before this one was done, and long enough ago.

    Args:
        act: The act to do.
        done: By id: when the acts were done that other acts wait for.
        now: The moment.
    """
    if not act.after:
        return True
    before = done.get(act.after)
    return before is not None and now - before >= timedelta(hours=act.rest)


class Order:
    """The acts of one person that other acts wait for, and when they were done.

    Args:
        acts: All acts that the person plans.
    """

    __slots__ = ("_awaited", "_done", "_held", "_names")

    def __init__(self, acts: Iterable[Act]) -> None:
        self._awaited = frozenset(act.after for act in acts if act.after)
        self._done: dict[str, datetime] = {}
        self._names: dict[str, str] = {}
        self._held: Sequence[Act] = ()

    def __bool__(self) -> bool:
        return bool(self._held or self._names)

    def enter(self, session: Session) -> None:
        """Notes that a session of the person begins."""
        self._held = [act for act in session.agenda if act.after]
        named = [act for act in session.agenda if act.id in self._awaited]
        self._names = {name: act.id for act in named for name in (act.id, act.fact) if name}

    def note(self, tells: Iterable[str], now: datetime) -> None:
        """Notes that a line carries acts, or the facts that they tell. The first time counts."""
        for name in tells:
            if name in self._names:
                self._done.setdefault(self._names[name], now)

    def held_back(self, now: datetime) -> frozenset[str]:
        """The acts of the session for which it is too early."""
        return frozenset(act.id for act in self._held if not is_ready(act, self._done, now))


def orders_of(scenario: Scenario) -> dict[str, Order]:
    """The `Order` of each person with an act that waits for another."""
    acts: dict[str, list[Act]] = {}
    for session in scenario.sessions:
        if any(act.after for act in session.agenda):
            acts[session.person] = []
    for session in scenario.sessions:
        if session.person in acts:
            acts[session.person] += session.agenda
    return {person: Order(own) for person, own in acts.items()}
