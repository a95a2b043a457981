"""Composition: a memory is a handful of parts around a journal.

Writing: turns are stored in units. A finished unit is extracted, and each extracted draft is admitted against the
stored items. Rules link, consolidate and forget items. Indexes and trackers follow the journal.

Reading: the items of the cue's scope are scored and screened, and a reader prints those that fit the budget.

Everything but the journal is derived from it. Replaying the operations gives the same memory, and the same operations
give the same bytes.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from regulars.dialogue import Feedback, Turn
from regulars.errors import DataError, InfrastructureError
from regulars.memory.composition.derived import Derived
from regulars.memory.composition.parts import Parts
from regulars.memory.journal.erase import dependents, rebuild
from regulars.memory.journal.journal import Journal
from regulars.memory.journal.operations import FINISHED, POOL, Draft, Op
from regulars.memory.journal.snapshot import read_snapshot, write_snapshot
from regulars.memory.parts.extraction.extract import turn_of
from regulars.memory.parts.indexes.protocol import Index
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.view import MemoryEvent, Tracker, View
from regulars.memory.protocol import Cue, Hit, Recollections
from regulars.seeding import SeedTree

HELD = "it is already stored"
"""The reason of a `PASS` for a turn that is stored already."""


def compose(**parts: Any) -> Composed:
    """Makes an empty memory from parts.

    Args:
        parts: The fields of `Parts`.

    Raises:
        ConfigurationError: The parts do not fit each other.
        TypeError: A field of `Parts` is unknown.

    Example:
        >>> from regulars.memory.parts.indexes.bm25 import BM25
        >>> from regulars.memory.parts.segments.units import SessionUnits
        >>> memory = compose(indexes=(BM25(b=0.3),), segment=SessionUnits())
    """
    return Composed(Parts(**parts))


class Composed:
    """A memory around a journal. `compose` makes it.

    Attributes:
        journals: True: its journal contains all changes, and a cue with the purpose `probe` adds none.
        made_of: Its parts. The indexes and trackers among them are templates and stay empty.
        seeds: The seeds of parts that draw.
    """

    __slots__ = ("_derived", "_is_behind", "_journal", "_past", "_rules", "_score", "made_of", "seeds")

    journals = True

    def __init__(self, parts: Parts) -> None:
        self.made_of = parts
        self.seeds = SeedTree(parts.seed)
        self._derived = Derived(parts)
        self._is_behind = False
        self._score = parts.score or Single(parts.indexes[0].retriever)
        rules = (parts.link, parts.consolidate, parts.touch, parts.learn, parts.forget)
        self._rules = tuple(rule for rule in rules if rule is not None)
        self._journal = Journal()
        self._past: tuple[str, int, int, Composed] | None = None

    def __repr__(self) -> str:
        return f"compose({', '.join(f'{name}={part}' for name, part in self.parts.items())})"

    @property
    def parts(self) -> dict[str, str]:
        """The parts and their settings as text, for results."""
        return self.made_of.named()

    @property
    def teaches(self) -> bool:
        """Whether it may have lessons for any reply."""
        return self.made_of.teach is not None

    @property
    def learns(self) -> bool:
        """Whether it learns from feedback."""
        return self.made_of.learn is not None

    @property
    def journal(self) -> Journal:
        """The operations so far, and the items that they add up to. Read only."""
        return self._journal

    @property
    def derived(self) -> Derived:
        """The indexes and trackers, to be read only. They are rebuilt where an operation was cut short."""
        if self._is_behind:
            self._take(self._blank(self._journal))
        return self._derived

    @property
    def is_pooling(self) -> bool:
        """Whether it holds anything that serves all people."""
        return bool(self.made_of.pools)

    def index(self, retriever: str) -> Index:
        """The index whose scores have that name. Raises `ConfigurationError` if there is none."""
        return self.derived.index(retriever)

    def tracker(self, name: str) -> Tracker:
        """The tracker of that name. Raises `ConfigurationError` if there is none."""
        return self.derived.tracker(name)

    # ------------------------------------------------------------------ the protocol

    def observe(self, turn: Turn) -> Sequence[Op]:
        """Stores a turn.

        Returns:
            The operations on the memory: `ADD` for a new unit, `MERGE` if the turn continues the open unit, `PASS` if
            it is stored already; then the operations of the parts.

        Raises:
            DataError: The turn's time has no zone, or its id is stored with other words. Nothing has changed.
            InfrastructureError: An index file cannot be written. Nothing has changed, and the call can be repeated.
        """
        if turn.time.tzinfo is None:
            raise DataError(
                f"the turn {turn.id!r} has a time without a zone", where="Memory.observe", expected="a time with zone"
            )
        journal, held = self._journal, len(self._journal)
        try:
            return self._observe(turn)
        except InfrastructureError:
            self._back_to(journal, held)
            raise

    def close_session(self, time: datetime) -> Sequence[Op]:
        """Finishes the open units, consolidates and forgets, in every scope. A second call changes nothing."""
        if self.made_of.extract is None and not self._rules:
            return ()
        journal, held = self._journal, len(self._journal)
        ops: list[Op] = []
        try:
            for scope in self._journal.scopes:
                if scope != POOL:
                    ops += self._close(scope, time)
        except InfrastructureError:
            self._back_to(journal, held)
            raise
        return ops

    def recall(self, cue: Cue) -> Recollections:
        """Brings back what is relevant to the cue.

        If `as_of` lies before the newest operation, the memory as it was then answers.

        Raises:
            DataError: The cue's time has no zone.
        """
        if cue.as_of.tzinfo is None:
            raise DataError("the cue's as_of has no zone", where="Memory.recall", expected="a time with zone")
        latest = self._journal.latest(cue.scope)
        if latest is not None and cue.as_of < latest:
            return self._as_of(cue).recall(replace(cue, purpose="probe"))
        view = View(self, cue.scope, cue.as_of)
        lessons = tuple(self.made_of.teach(cue, view)) if self.made_of.teach is not None else ()
        hits: Sequence[Hit] = self._score(cue, view) if cue.k > 0 else ()
        found, told = bool(hits), cue.purpose != "probe"
        for guard in self.made_of.guards:
            hits, ops = guard.sift(cue, hits, view)
            if told:
                self._apply_all(ops, cue.scope, self._at(cue.scope, cue.as_of), "", "recalled")
        level = self.made_of.segment.level
        if not hits:
            why = "the guards hid all items found" if found else self._silence(cue)
            return Recollections(lessons=lessons, why=why, level=level)
        hits = tuple(hits)
        items = [item for item in map(self._journal.get, [hit.id for hit in hits]) if item is not None]
        context, tokens = self.made_of.read(cue, items, view)
        why = "" if context else f"no item found fits the budget of {cue.budget} tokens"
        if told and self._rules:
            self._obey(cue.scope, self._at(cue.scope, cue.as_of), "", MemoryEvent("recalled", cue=cue, hits=hits))
        return Recollections(hits if self.made_of.ranked else (), context, tokens, lessons, why=why, level=level)

    def feedback(self, feedback: Feedback, recollections: Recollections | None) -> None:
        """Passes feedback to the rules, in the scope of the rated reply.

        A memory without rules learns nothing. Feedback on a reply that was never observed is ignored.
        """
        if not self._rules:
            return
        scope = self._journal.scope_of(feedback.about)
        if scope is None:
            return
        latest = self._journal.latest(scope)
        assert latest is not None
        now = latest if feedback.time is None else self._at(scope, feedback.time)
        event = MemoryEvent(
            "feedback", feedback=feedback, recollections=recollections and self._still_held(recollections)
        )
        self._obey(scope, now, feedback.about, event)

    def forget(self, scope: str, turns: Iterable[str]) -> int:
        """Forgets turns of a scope as if they had never been observed.

        No item, key, link, summary or byte of a snapshot keeps anything of them. The other turns are processed again
        without them, so that items which they had replaced are restored. Later items get new ids.

        Args:
            scope: The scope of the turns.
            turns: The ids of the turns. Unknown ids are ignored.

        Returns:
            The number of operations that contained something of the turns.
        """
        gone = frozenset(turns)
        count = dependents(self._journal, scope, gone)
        if count:
            replica = self._blank(())
            for step in rebuild(self._journal, scope, gone, replica._journal):
                if isinstance(step, Op):
                    replica._apply(step)
                elif isinstance(step, Draft):
                    replica._hold(step, turn_of(step), replica._at(scope, step.time))
                else:
                    replica._close(scope, step)
            self._take(replica)
        return count

    def snapshot(self) -> bytes:
        """The names of the parts and the journal as canonical JSON. Equal operations give equal bytes."""
        return write_snapshot(self.parts, self._journal)

    def restore(self, state: bytes) -> None:
        """Restores a snapshot.

        Raises:
            StateError: The bytes are not a snapshot, or belong to another version or to other parts. Nothing has
                changed.
        """
        self._take(self._blank(read_snapshot(state, self.parts)))

    def replayed(self, ops: Iterable[Op]) -> Composed:
        """A new memory with the same parts and these operations.

        Raises:
            StateError: The operations do not fit each other.
        """
        return self._blank(ops)

    def varied(self, **parts: Any) -> Composed:
        """A new empty memory with some parts replaced, for ablations and guards."""
        return Composed(replace(self.made_of, **parts))

    def __deepcopy__(self, memo: dict[int, Any]) -> Composed:
        replica = self._blank(())
        replica._journal = self._journal.copy()
        replica._derived = pickle.loads(pickle.dumps(self.derived, pickle.HIGHEST_PROTOCOL))
        return replica

    def __getstate__(self) -> tuple[Any, ...]:
        return (self.made_of, self.derived, list(self._journal))

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        made_of, derived, ops = state
        self.__init__(made_of)  # type: ignore[misc]
        self._derived, self._journal = derived, Journal(ops)

    # ------------------------------------------------------------------ writing

    def _back_to(self, journal: Journal, held: int) -> None:
        """Undoes a call in which an index file failed, so that it changes all or nothing."""
        if self._journal is journal and len(journal) > held:
            self._journal, self._past, self._is_behind = Journal(journal.ops[:held]), None, True

    def _observe(self, turn: Turn) -> list[Op]:
        now = self._at(turn.scope, turn.time)
        ops: list[Op] = []
        for draft in self.made_of.hold(turn):
            held = self._hold(draft, turn, now)
            ops += held
            if self.made_of.unwanted is not None and held and held[0].why != HELD:
                self.forget(turn.scope, self.made_of.unwanted(draft, View(self, turn.scope, now)))
        return ops

    def _hold(self, draft: Draft, turn: Turn, now: datetime) -> list[Op]:
        """Adds a turn's words to the open unit, or begins a new one."""
        scope, journal = turn.scope, self._journal
        heard = journal.heard(draft)
        if heard is False:
            raise DataError(
                f"the turn {turn.id!r} is stored with other words",
                where="Memory.observe",
                expected="a unique id for every turn",
                remedy="number sessions across all episodes if one memory lives through several",
            )
        if heard:
            newest = journal.newest(scope)
            again = Op("PASS", newest.id, why=HELD, cause=turn.id) if newest is not None else None
            return list(self._apply_all((again,) if again is not None else (), scope, now, turn.id))
        draft.line()  # computed now, so that a recall need not do it for many items at once
        view = View(self, scope, now)
        apart = next(filter(None, (guard.screen(draft, view) for guard in self.made_of.guards)), "")
        unit = journal.open_unit(scope)
        begins = apart or unit is None or unit.finished or self.made_of.segment.begins(unit, turn)
        ops = self._finish(scope, now, turn.id) if begins and not apart else []
        verb, id = ("ADD", "") if begins or unit is None else ("MERGE", unit.id)
        ops += self._apply_all((Op(verb, id, draft),), scope, now, turn.id)  # type: ignore[arg-type]
        if apart:
            return ops + self._apply_all((Op("QUARANTINE", ops[-1].id, why=apart),), scope, now, turn.id)
        if self._rules:
            ops += self._obey(scope, now, turn.id, MemoryEvent("turn", journal.get(ops[-1].id)))
        return ops

    def _close(self, scope: str, time: datetime) -> list[Op]:
        """Ends the session in one scope."""
        now = self._at(scope, time)
        return self._finish(scope, now, "") + self._obey(scope, now, "", MemoryEvent("session"))

    def _finish(self, scope: str, now: datetime, cause: str) -> list[Op]:
        """Extracts the open unit of a scope, and tells the rules that it is finished."""
        unit = self._journal.open_unit(scope)
        if unit is None or unit.finished or (self.made_of.extract is None and not self._rules):
            return []
        ops = self._apply_all((Op("PASS", unit.id, why=FINISHED),), scope, now, cause)
        if self.made_of.extract is not None:
            view = View(self, scope, now)
            drafts = list(self.made_of.extract(unit, view))
            if not self.made_of.keeps_units:
                gone = Op("DELETE", unit.id, why="what it tells is held by itself")
                ops += self._apply_all((gone,), scope, now, cause)
            for draft in drafts:
                ops += self._admit(draft, view, cause)
        return ops + self._obey(scope, now, cause, MemoryEvent("unit", unit))

    def _admit(self, draft: Draft, view: View, cause: str) -> list[Op]:
        """Admits a draft, and tells the rules what was added."""
        scope, now = view.scope, view.now
        apart = next(filter(None, (guard.screen(draft, view) for guard in self.made_of.guards)), "")
        if apart:
            ops = self._apply_all((Op("ADD", "", draft),), scope, now, cause)
            return ops + self._apply_all((Op("QUARANTINE", ops[-1].id, why=apart),), scope, now, cause)
        ops = self._apply_all(self.made_of.admit(draft, view), scope, now, cause)
        for op in [op for op in ops if op.verb == "ADD"] if self._rules else ():
            ops += self._obey(scope, now, cause, MemoryEvent("added", self._journal.get(op.id)))
        return ops

    def _obey(self, scope: str, now: datetime, cause: str, event: MemoryEvent) -> list[Op]:
        """Applies the operations of all rules on an event."""
        ops: list[Op] = []
        kind = event.kind if event.kind in ("recalled", "feedback") else ""
        for rule in self._rules:
            ops += self._apply_all(rule(View(self, scope, now), event), scope, now, cause, kind)
        return ops

    def _apply_all(self, ops: Iterable[Op], scope: str, now: datetime, cause: str, event: str = "") -> list[Op]:
        """Adds ids, times and causes to operations and applies them one by one."""
        done = []
        for op in ops:
            draft = op.draft
            if op.verb == "ADD" and draft is not None:
                if draft.kind in self.made_of.pools and draft.scope != POOL:
                    draft = replace(draft, scope=POOL, extra={**draft.extra, "of": scope})
                id, scope_of_op = self._journal.next_id(draft.scope), draft.scope
            else:
                item = self._journal.get(op.id)
                id, scope_of_op = op.id, item.scope if item is not None else scope
            time = now if scope_of_op == scope else self._at(scope_of_op, now)
            op = Op(op.verb, id, draft, op.other, op.why, op.cause or cause, op.time or time, event, op.basis)
            self._apply(op)
            done.append(op)
        return done

    def _apply(self, op: Op) -> None:
        """Applies one operation to trackers, indexes and journal. Nothing else changes the memory.

        If an index file fails, the operation is not journalled, and trackers and indexes are rebuilt later.
        """
        self._journal.check(op)
        derived = self.derived
        try:
            derived.follow(op, self._journal)
        except InfrastructureError:
            self._is_behind = not derived.is_one_index
            raise
        self._journal.fold(op)

    # ------------------------------------------------------------------ states

    def _at(self, scope: str, time: datetime) -> datetime:
        """The moment, or the scope's latest if that is later, because time never runs backwards in a scope."""
        latest = self._journal.latest(scope)
        return time if latest is None or time > latest else latest

    def _blank(self, ops: Iterable[Op]) -> Composed:
        replica = Composed(self.made_of)
        for op in ops:
            replica._apply(op)
        return replica

    def _take(self, other: Composed) -> None:
        self._derived, self._journal, self._past = other._derived, other._journal, None
        self._is_behind = False

    def _as_of(self, cue: Cue) -> Composed:
        """The memory of the cue's scope at the cue's moment. The last one is cached."""
        ops = list(self._journal.upto((cue.scope, POOL) if self.made_of.pools else (cue.scope,), cue.as_of))
        asked = (cue.scope, len(ops), len(self._journal))
        if self._past is None or self._past[:3] != asked:
            self._past = (*asked, self._blank(ops))
        return self._past[3]

    def _still_held(self, recalled: Recollections) -> Recollections:
        """The recollections without hits whose ids belong to other items since something was forgotten."""
        held = ((hit, self._journal.get(hit.id)) for hit in recalled.hits)
        hits = [hit for hit, item in held if item is not None and not {*item.sources}.isdisjoint(hit.sources)]
        return replace(recalled, hits=tuple(hits))

    def _silence(self, cue: Cue) -> str:
        """The reason why a search found nothing."""
        if cue.k <= 0:
            return f"no items were asked for (k={cue.k})"
        held = len(View(self, cue.scope, cue.as_of).items())
        if not held:
            return "this scope is empty"
        return f"none of the {held} items in this scope matches the cue"
