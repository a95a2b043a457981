"""Adoption: makes a whole memory of any object with `observe` and `recall`.

Adoption adds the missing methods and converts what the object returns into `Recollections`. It also guarantees two
things that comparisons rest on: the context fits the budget, and it contains nothing from after the cue's moment. The
object must respect scopes itself. If it brings back other people's turns, this is measured as a leak and not hidden.
"""

from __future__ import annotations

import copy
import pickle
import re
import warnings
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from inspect import iscoroutine
from math import isfinite
from typing import Any

from regulars.dialogue import Feedback, Turn, count_tokens
from regulars.errors import RegularsWarning, SeatError, StateError
from regulars.flags import warn_of_misspelt_flags
from regulars.memory.backends.durable import DurableMemory
from regulars.memory.composition.compose import Composed
from regulars.memory.context_line import context_line
from regulars.memory.journal.operations import Op
from regulars.memory.protocol import Cue, Hit, Memory, MemoryFlags, Recollections
from regulars.outside_state import file_with_turns, outside_state, without_addresses

_HEADER = b"regulars-adopted-memory 1\n"
_OTHER_ID = re.compile(r"(?=.*\d)(?!s\d{3,}\.t)[\w.:#-]{1,64}", re.ASCII)
_LIKE_AN_ID = re.compile(r"s\d{3,}\.t\d{2,}")
LEVELS = ("turn", "session")
"""The possible sizes of a recalled item."""


def adopt(obj: Any, name: str = "") -> Memory:
    """Turns an object with `observe` and `recall` into a full memory.

    `observe(turn)` returns None or a sequence of `Op`. `recall(cue)` returns one of these:

    - `Recollections`;
    - a list of turn ids, of `Turn`s or of strings, best first. A string that equals the text of a turn stands for that
      turn;
    - a string, which is the context;
    - None.

    If several turns have the same text, the first such string stands for the latest turn, the next for the one before.
    Surplus strings are ignored.

    A missing `close_session`, `feedback`, `begin` or `end` does nothing. An object without `snapshot` and `restore` is
    pickled; one that holds a connection, a file, a thread or a socket needs both (`regulars.outside_state`).

    Args:
        obj: The object. Memories of this package are returned unchanged.
        name: Its name in error messages; by default the name of its class.

    Raises:
        SeatError: `observe` or `recall` is missing, or the object is a class.

    Warns:
        RegularsWarning: An attribute is probably a misspelt flag of `MemoryFlags`.

    Example:
        >>> class Parrot:
        ...     def __init__(self): self.turns = []
        ...     def observe(self, turn): self.turns.append(turn)
        ...     def recall(self, cue): return self.turns[-cue.k:]
        >>> memory = adopt(Parrot())
    """
    if isinstance(obj, Composed | DurableMemory | Adopted):
        return obj
    called = name or (obj.__name__ if isinstance(obj, type) else type(obj).__name__)
    if isinstance(obj, type):
        raise SeatError(f"{called} is a class", where="memory", expected="an object", remedy=f"pass {called}()")
    missing = [verb for verb in ("observe", "recall") if not callable(getattr(obj, verb, None))]
    if missing:
        raise SeatError(
            f"{called} has no method {' and no '.join(missing)}",
            where="memory",
            expected="observe(turn) and recall(cue)",
            remedy=f"add {' and '.join(missing)} to {type(obj).__name__}",
        )
    warn_of_misspelt_flags(obj, MemoryFlags, called)
    return Adopted(obj, called)


class Adopted:
    """A foreign object as a whole memory. `adopt` makes it."""

    __slots__ = ("_memory", "_name", "_outside", "_turns", "_words")

    def __init__(self, memory: Any, name: str) -> None:
        self._memory = memory
        self._name = name
        self._outside = ""
        self._turns: dict[str, Turn] = {}
        self._words: dict[tuple[str, str], list[str]] = {}

    def __repr__(self) -> str:
        return f"adopt({self._memory!r})"

    @property
    def adopted(self) -> Any:
        """The foreign object itself."""
        return self._memory

    @property
    def journals(self) -> bool:
        """Whether the memory says, by `traceless = True`, that recalling for a probe changes nothing."""
        return bool(getattr(self._memory, "traceless", False))

    @property
    def teaches(self) -> bool:
        """Whether the memory says, by `teaches = True`, that it may have lessons for any reply."""
        return bool(getattr(self._memory, "teaches", False))

    @property
    def learns(self) -> bool:
        """Whether the object has `feedback`, and so may learn from it."""
        return callable(getattr(self._memory, "feedback", None))

    def begin(self, episode_id: str, seed: int) -> None:
        """Tells the object that an episode begins, if it has `begin`, and searches it for state that lies outside it.

        Raises:
            SeatError: A file that it holds has turns of another episode in it, or `begin` must be awaited.
        """
        self._passed_on("begin", episode_id, seed)
        if (file := file_with_turns(self._memory)) is not None:
            raise SeatError(
                f"the file {file} holds turns of another episode",
                where=self._name,
                expected="an empty memory at the start of an episode",
                remedy="open a file of its own for each episode in begin(episode_id, seed), or empty it there",
            )
        self._outside = "" if self._keeps_state else outside_state(self._memory)

    def end(self, reason: str) -> None:
        """Tells the object that the episode ends, if it has `end`. Raises `SeatError` if `end` must be awaited."""
        self._passed_on("end", reason)

    def observe(self, turn: Turn) -> Sequence[Op]:
        """Passes the turn on. Raises `SeatError` if the object returns anything but None or operations."""
        ops = self._operations("observe", self._memory.observe(turn))
        self._keep(turn)
        return ops

    def close_session(self, time: datetime) -> Sequence[Op]:
        """Passes the end of a session on, if the object has `close_session`."""
        close = getattr(self._memory, "close_session", None)
        return self._operations("close_session", close(time)) if callable(close) else ()

    def recall(self, cue: Cue) -> Recollections:
        """Asks the object and converts its answer. Raises `SeatError` for a type that `adopt` does not list."""
        answer = self._memory.recall(cue)
        if answer is None:
            return Recollections(why=f"{self._name} brought back nothing", ranked=False)
        if isinstance(answer, Recollections):
            return self._checked(answer, cue)
        if isinstance(answer, str):
            return replace(_fitted((), answer.splitlines(), cue), ranked=False)
        if isinstance(answer, list | tuple) and all(isinstance(part, str | Turn) for part in answer):
            return self._wrapped(answer, cue)
        expected = "Recollections, a list of turn ids or strings, a string or None"
        raise self._nonsense("recall", answer, expected)

    def feedback(self, feedback: Feedback, recollections: Recollections | None) -> None:
        """Passes the feedback on, if the object has `feedback`."""
        learn = getattr(self._memory, "feedback", None)
        if callable(learn):
            learn(feedback, recollections)

    def snapshot(self) -> bytes:
        """The object's own snapshot or its pickle, with the turns that it was shown.

        Raises:
            StateError: The object says `branches = False`; or it has no snapshot, and cannot be pickled or holds state
                that a pickle does not take along.
        """
        if getattr(self._memory, "branches", None) is False:
            raise StateError(
                f"{self._name} says branches = False",
                where="Memory.snapshot",
                remedy="give it snapshot() and restore(state) instead",
            )
        if self._outside:
            raise StateError(
                f"{self._name} {self._outside}",
                where="Memory.snapshot",
                expected="a memory whose state can be taken and restored",
                remedy="give it snapshot() and restore(state), or traceless = True if a probe changes nothing in it",
            )
        try:
            own = self._memory.snapshot() if self._keeps_state else None
            return _HEADER + pickle.dumps((own, None if self._keeps_state else self._memory, self._turns))
        except Exception as error:  # a foreign memory may raise anything
            raise StateError(
                without_addresses(f"the state of {self._name} cannot be taken: {type(error).__name__}: {error}"),
                where="Memory.snapshot",
                remedy=f"make {type(self._memory).__name__} picklable, or give it snapshot() and restore()",
            ) from error

    def restore(self, state: bytes) -> None:
        """Restores a snapshot. Raises `StateError` for other bytes or another version."""
        if not state.startswith(_HEADER):
            raise StateError(
                f"the bytes are not a snapshot of {self._name}, or are of another version",
                where="Memory.restore",
                expected="what snapshot() returned",
            )
        try:
            own, memory, turns = pickle.loads(state[len(_HEADER) :])
            if self._keeps_state:
                self._memory.restore(own)
            else:
                self._memory = memory
        except Exception as error:  # a foreign memory may raise anything
            raise StateError(
                f"{self._name} cannot be restored: {type(error).__name__}: {error}", where="Memory.restore"
            ) from error
        self._turns, self._words = {}, {}
        for turn in turns.values():
            self._keep(turn)

    def __deepcopy__(self, memo: dict[int, Any]) -> Adopted:
        try:
            replica = Adopted(copy.deepcopy(self._memory, memo), self._name)
        except Exception as error:  # a foreign memory may raise anything
            raise StateError(
                f"{self._name} cannot be copied: {type(error).__name__}: {error}",
                where="memory",
                remedy=f"make {type(self._memory).__name__} picklable",
            ) from error
        replica._outside = self._outside
        replica._turns = self._turns.copy()
        replica._words = {words: ids.copy() for words, ids in self._words.items()}
        return replica

    @property
    def _keeps_state(self) -> bool:
        return all(callable(getattr(self._memory, verb, None)) for verb in ("snapshot", "restore"))

    def _passed_on(self, verb: str, *arguments: Any) -> None:
        method = getattr(self._memory, verb, None)
        if callable(method) and iscoroutine(result := method(*arguments)):
            result.close()
            raise SeatError(
                f"{verb} is asynchronous, and would never run",
                where=f"{self._name}.{verb}",
                expected="a plain method",
                remedy=f"make {verb} a plain method",
            )

    def _keep(self, turn: Turn) -> None:
        self._turns[turn.id] = turn
        self._words.setdefault((turn.scope, turn.text), []).append(turn.id)

    def _operations(self, verb: str, answer: Any) -> Sequence[Op]:
        if answer is None:
            return ()
        if isinstance(answer, list | tuple) and all(isinstance(op, Op) for op in answer):
            return answer
        raise self._nonsense(verb, answer, "None or a list of Op")

    def _checked(self, answer: Recollections, cue: Cue) -> Recollections:
        sound = (
            isinstance(answer.context, str)
            and isinstance(answer.why, str)
            and answer.level in LEVELS
            and all(isinstance(hit, Hit) and isinstance(hit.sources, tuple) for hit in answer.hits)
        )
        if not sound:
            raise self._nonsense(
                "recall", answer, f"a text as context, the level {' or '.join(LEVELS)}, Hits with tuples of sources"
            )
        hits = tuple(self._plain(hit) for hit in answer.hits[: max(cue.k, 0)])
        later = {source for hit in answer.hits for source in hit.sources if self._is_later(source, cue)}
        if later:
            raise SeatError(
                f"{self._name} brought back {', '.join(sorted(later))} from after the cue's moment",
                where="Memory.recall",
                expected=f"nothing later than {cue.as_of.isoformat()}",
            )
        fitted = _fitted(hits, answer.context.splitlines(), cue)
        why = answer.why or fitted.why
        return replace(fitted, lessons=answer.lessons, why=why, level=answer.level, ranked=answer.ranked)

    def _plain(self, hit: Hit) -> Hit:
        """The hit with plain floats and strings, whatever number types the object uses."""
        try:
            score = float(hit.score)
            retrievers = {str(name): float(value) for name, value in hit.retrievers.items()}
        except (TypeError, ValueError) as error:
            raise self._nonsense("recall", hit, "scores that are numbers") from error
        if not isfinite(score):
            raise self._nonsense("recall", hit, "finite scores")
        return Hit(str(hit.id), score, tuple(str(source) for source in hit.sources), retrievers)

    def _wrapped(self, answer: Sequence[str | Turn], cue: Cue) -> Recollections:
        hits: list[Hit] = []
        lines: list[tuple[datetime, str]] = []
        found: set[str] = set()
        self._warn_of_other_ids(answer, cue)
        for part in answer:
            id = self._meant(part, cue, found)
            if id is None:
                continue
            found.add(id)
            turn = self._turns.get(id)
            if turn is None and _LIKE_AN_ID.fullmatch(id):
                file = file_with_turns(self._memory)
                left = f"; the file {file} holds turns of another episode" if file is not None else ""
                raise SeatError(
                    f"{self._name} brought back {id}, which it was never shown{left}",
                    where="Memory.recall",
                    expected="ids of turns that were observed",
                    remedy="open a file of its own for each episode in begin(episode_id, seed)" if left else "",
                )
            if self._is_later(id, cue):
                continue
            rank = len(hits) + 1
            if turn is None:
                hits.append(Hit(str(rank), 1.0 / rank, ()))
                lines.append((cue.as_of, " ".join(id.split())))
            else:
                hits.append(Hit(id, 1.0 / rank, (id,)))
                lines.append((turn.time, context_line(turn.time, turn.name, turn.text)))
        times = [time for time, _ in lines]
        return _fitted(tuple(hits[: max(cue.k, 0)]), [line for _, line in lines], cue, times)

    def _warn_of_other_ids(self, answer: Sequence[str | Turn], cue: Cue) -> None:
        """Warns if all strings look like the ids of something else, such as the rows of a database."""
        words = [part for part in answer if isinstance(part, str) and _OTHER_ID.fullmatch(part)]
        known = any(word in self._turns or (cue.scope, word) in self._words for word in words)
        if words and len(words) == len(answer) and not known:
            warnings.warn(
                f"{self._name}.recall returned strings that look like ids, but none of them is the id of a turn, which "
                "looks like s001.t03; they are taken as texts, so recall is 0; return turn.id",
                RegularsWarning,
                stacklevel=3,
            )

    def _meant(self, part: str | Turn, cue: Cue, found: set[str]) -> str | None:
        """The id of a turn, or a text of the memory's own; None if all turns with these words are found or later."""
        id = part.id if isinstance(part, Turn) else part
        same = self._words.get((cue.scope, id))
        if id in self._turns or same is None:
            return id
        return next((one for one in reversed(same) if one not in found and not self._is_later(one, cue)), None)

    def _is_later(self, id: str, cue: Cue) -> bool:
        turn = self._turns.get(id)
        return turn is not None and turn.time > cue.as_of

    def _nonsense(self, verb: str, answer: Any, expected: str) -> SeatError:
        held = dict.fromkeys(type(part).__name__ for part in answer) if isinstance(answer, list | tuple) else ()
        of = f" of {' and '.join(held)}" if held else ""
        return SeatError(
            f"{self._name}.{verb} returned {type(answer).__name__}{of}",
            where="memory",
            expected=expected,
            remedy=f"fix {verb} of {type(self._memory).__name__}",
        )


def _fitted(
    hits: Sequence[Hit], lines: Sequence[str], cue: Cue, times: Sequence[datetime] | None = None
) -> Recollections:
    """The first lines that fit the budget, in order of time if the times are known."""
    left = cue.budget
    kept: list[int] = []
    for number, line in enumerate(lines):
        tokens = count_tokens(line)
        if tokens <= left:
            kept.append(number)
            left -= tokens
    if times is not None:
        kept.sort(key=lambda number: times[number])
    context = "\n".join(lines[number] for number in kept)
    if lines and not context:
        why = f"nothing that was brought back fits the budget of {cue.budget} tokens"
    else:
        why = "" if hits or context else "nothing was brought back"
    return Recollections(tuple(hits), context, count_tokens(context), why=why)
