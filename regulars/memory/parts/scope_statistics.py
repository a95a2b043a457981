"""Statistics of a scope: the number and times of turns and sessions. Rules use them to compute ages without a clock.

Rules on the end of a session also need them. `close_session` may be called repeatedly, and only the first call after
a new turn has anything to do.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import TURN, Op
from regulars.memory.parts.no_settings import NoSettings
from regulars.memory.parts.view import MemoryEvent, View

SCOPE_STATISTICS = "scope_statistics"
"""The tracker's name in views."""

SETTLED = "the session is settled"
"""The reason of a `PASS` after which session rules ignore the turns so far."""

SessionRule: TypeAlias = Callable[[View, Sequence[Item]], Iterable[Op]]
"""From a view and the units since the last settled session to operations."""


@dataclass(slots=True)
class _ScopeCounts:
    """The turns and sessions of one scope."""

    turns: list[datetime] = field(default_factory=list)
    sessions: list[datetime] = field(default_factory=list)
    session: int | None = None
    said: int = 0
    new: dict[str, None] = field(default_factory=dict)


class ScopeStatistics(NoSettings):
    """Counts the turns and the sessions of each scope.

    A turn that is forgotten on request is not counted, as if it had never been said.

    Attributes:
        name: The tracker's name in views.
    """

    __slots__ = ("_scopes",)

    name = SCOPE_STATISTICS

    def __init__(self) -> None:
        self._scopes: dict[str, _ScopeCounts] = {}

    def follow(self, op: Op, before: Item | None) -> None:
        """Counts a stored turn, and notes a settled session."""
        draft = op.draft
        if draft is not None and draft.kind == TURN and op.verb in ("ADD", "MERGE"):
            assert op.time is not None
            counts = self._scopes.setdefault(draft.scope, _ScopeCounts())
            counts.turns.append(op.time)
            if draft.session != counts.session:
                counts.session, counts.said = draft.session, 0
                counts.sessions.append(op.time)
            counts.said += 1
            counts.new[op.id] = None
        elif op.why == SETTLED and op.verb == "PASS" and before is not None and before.scope in self._scopes:
            self._scopes[before.scope].new.clear()

    def turns(self, scope: str) -> int:
        """The number of turns."""
        return len(self._counts_of(scope).turns)

    def turns_after(self, scope: str, time: datetime) -> int:
        """The number of turns after a moment."""
        turns = self._counts_of(scope).turns
        return len(turns) - bisect_right(turns, time)

    def sessions(self, scope: str) -> int:
        """The number of sessions begun."""
        return len(self._counts_of(scope).sessions)

    def sessions_after(self, scope: str, time: datetime) -> int:
        """The number of sessions begun after a moment."""
        sessions = self._counts_of(scope).sessions
        return len(sessions) - bisect_right(sessions, time)

    def opens(self, scope: str) -> bool:
        """Whether the newest turn is the first of its session."""
        return self._counts_of(scope).said == 1

    def new(self, scope: str) -> Sequence[str]:
        """The ids of the units that began or grew since the last settled session."""
        return tuple(self._counts_of(scope).new)

    def _counts_of(self, scope: str) -> _ScopeCounts:
        return self._scopes.get(scope) or _ScopeCounts()


def statistics_of(view: View) -> ScopeStatistics:
    """The statistics of a memory that keeps them."""
    held: ScopeStatistics = view.tracker(SCOPE_STATISTICS)
    return held


@dataclass(frozen=True, slots=True)
class AtSessionEnd:
    """A rule that asks session rules once per session, and not again before a new turn.

    Attributes:
        rules: Rules on the end of a session, asked in this order.
    """

    rules: tuple[SessionRule, ...]

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations of the session rules."""
        if event.kind != "session":
            return
        new = statistics_of(view).new(view.scope)
        last = view.newest()
        if not new or last is None:
            return
        yield Op("PASS", last.id, why=SETTLED)
        units = view.present(new)
        for rule in self.rules:
            yield from rule(view, units)
