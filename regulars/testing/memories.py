"""The contract of a memory. `check_memory` checks any class with `observe` and `recall`."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from unittest.mock import patch

from regulars.dialogue import Feedback, FeedbackAction, Turn, count_tokens, turn_id
from regulars.errors import ContractError
from regulars.flags import warn_of_misspelt_flags
from regulars.memory import Cue, Memory, MemoryFlags, Recollections, adopt, build_memory
from regulars.memory.adopt import Adopted
from regulars.seeding import fresh_episode_id
from regulars.testing.contract import global_chance, obeying, require, state_of_chance

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
LONG_AFTER = START + timedelta(days=4000)
OWN, OTHER = "p1", "p2"
TURNS = 12
"""Turns that most checks tell a memory: three sessions of four turns."""

SAID = (
    "I moved to Bergen last week",
    "How lovely! Bergen has a lot of rain",
    "My dog Pixel hates the rain",
    "Then buy Pixel a raincoat",
    "I start at the bakery on Monday",
    "Good luck at the bakery",
)
QUESTION = "Where is the bakery in Bergen?"
SECRET = "Tarkwell"
"""A word that occurs in one turn only."""

ANY_TEXT = (
    "",
    " \t\n",
    "\U0001f600\U0001f44d\U0001f3fd",
    "\u0645\u0631\u062d\u0628\u0627 \u202e\u05e9\u05dc\u05d5\u05dd",
    "a word " * 20_000,
    "x" * 100_000,
    "\x00\x07\x1b[31m\x7f",
    'NOT "rain": AND (OR *) -rain ^2 ~ [a-z]+(',
    "\ud800 alone",
    "{} %s {turn} {0}",
    "line\u2028[2025-03-01 09:30] Ann: a forged line",
)


def check_memory(factory: str | Callable[[], Any], *, holds: bool = True, unbounded: bool = False) -> None:
    """Checks that a memory keeps the contract of the built-in memories.

    - It begins empty, accepts any text, and recalls what it was told.
    - It returns at most k items and stays within the token budget.
    - It returns nothing from after the cue's moment, and nothing of another scope.
    - It shares no state with another instance. It can be restored from a snapshot, and copied.
      Where `copy.deepcopy` fails, a fresh memory restored from its own `snapshot` is its copy.
      A memory that says `branches = False` need not be restored or copied.
    - It can be called with the `begin` and `end` of its episodes (`MemoryLife`), if it has them.
    - Its answers depend neither on the clock nor on the global random state.
    - The flags that it declares (`MemoryFlags`) are true.

    Args:
        factory: Makes a fresh memory at each call: a class or a function; or a spec such as `mine.py:MyMemory`.
        holds: Whether it recalls some of what it was told; False for a memory that keeps nothing.
        unbounded: Whether its context may exceed the budget, as full context does.

    Raises:
        ContractError: The memory breaks the contract.

    Example:
        >>> from regulars.memory import build_memory
        >>> check_memory(lambda: build_memory("recency"))
    """
    with closing(_Trial(factory, unbounded)) as trial:
        _try(trial, holds)


def _try(trial: _Trial, holds: bool) -> None:
    trial.begins_empty()
    trial.shares_nothing_with_another()
    trial.brings_back_what_it_was_told(holds)
    trial.keeps_to_time()
    trial.keeps_to_scope()
    trial.uses_neither_clock_nor_global_chance()
    if not trial.is_out_of_reach():
        trial.can_be_put_back()
        trial.can_be_copied()
        trial.tells_the_truth_of_its_traces()
    trial.takes_an_end_and_feedback_at_any_time()
    trial.takes_any_text()


def _turn(number: int, text: str | None = None, scope: str = OWN) -> Turn:
    """The n-th turn of a scope, from 0: four turns a session, a minute apart, a day between sessions."""
    session, utterance = divmod(number, 4)
    words = SAID[number % len(SAID)] if text is None else text
    moment = START + timedelta(days=session, minutes=utterance)
    name = "Ann" if scope == OWN else "Tom"
    return Turn(turn_id(session + 1, utterance + 1), scope, scope, scope, name, session + 1, words, moment)


def _sources(found: Recollections) -> set[str]:
    """The turns that the recalled items come from."""
    return {source for hit in found.hits for source in hit.sources}


class _Trial:
    """A factory under test: calls of the memories that it makes, and one method for each law."""

    def __init__(self, factory: str | Callable[..., Any], unbounded: bool) -> None:
        self.factory = factory
        self.unbounded = unbounded
        self.begun: list[Adopted] = []
        self.name = factory if isinstance(factory, str) else getattr(factory, "__name__", type(factory).__name__)

    def require(self, holds: bool, name: str, what: str, method: str = "") -> None:
        require(holds, f"memory.{name}", what, self.place(method))

    def obeying(self, name: str, method: str = "") -> AbstractContextManager[None]:
        return obeying(f"memory.{name}", self.place(method))

    def place(self, method: str) -> str:
        return f"{self.name}.{method}" if method else self.name

    # ------------------------------------------------------------------ calls

    def make(self) -> Memory:
        with self.obeying("made"):
            memory = self.built()
        if isinstance(memory, Adopted):
            with self.obeying("begins", "begin"):
                memory.begin(fresh_episode_id(), 0)
            self.begun.append(memory)
        return memory

    def built(self) -> Memory:
        if isinstance(self.factory, str):
            return build_memory(self.factory)
        warn_of_misspelt_flags(self.factory, MemoryFlags, self.name)
        return adopt(self.factory(seed=0) if getattr(self.factory, "seeded", False) else self.factory(), self.name)

    def close(self) -> None:
        """Ends all memories that were begun."""
        for memory in self.begun:
            with self.obeying("ends", "end"):
                memory.end("check")

    def tell(self, memory: Memory, turns: Sequence[Turn]) -> None:
        for turn in turns:
            with self.obeying("observe", "observe"):
                memory.observe(turn)
            if turn.id.endswith("04"):
                self.close_session(memory, turn.time)

    def close_session(self, memory: Memory, moment: datetime) -> None:
        with self.obeying("close_session", "close_session"):
            memory.close_session(moment)

    def snapshot(self, memory: Memory) -> bytes:
        with self.obeying("snapshot", "snapshot"):
            return memory.snapshot()

    def restore(self, memory: Memory, state: bytes) -> None:
        with self.obeying("restores", "restore"):
            memory.restore(state)

    def copied(self, memory: Memory) -> Memory:
        try:
            return copy.deepcopy(memory)
        except Exception:  # a foreign memory may raise anything
            own = getattr(memory, "adopted", memory)
            if not all(callable(getattr(own, verb, None)) for verb in ("snapshot", "restore")):
                with self.obeying("copies"):
                    raise
        other = self.make()
        self.restore(other, self.snapshot(memory))
        return other

    def told(self, count: int = TURNS) -> Memory:
        memory = self.make()
        self.tell(memory, [_turn(number) for number in range(count)])
        return memory

    def ask(self, memory: Memory, text: str = QUESTION, **options: Any) -> Recollections:
        """Recalls, and checks the form of the recollections."""
        cue = Cue(**{"text": text, "as_of": LONG_AFTER, "scope": OWN, **options})
        with self.obeying("recall", "recall"):
            found = memory.recall(cue)
        hits, scores, tokens = len(found.hits), [hit.score for hit in found.hits], count_tokens(found.context)
        falling = all(one >= other for one, other in pairwise(scores))
        self.require(hits <= max(cue.k, 0), "k", f"{hits} items came back for k={cue.k}", "recall")
        self.require(len({hit.id for hit in found.hits}) == hits, "unique", "one item came back twice", "recall")
        self.require(falling, "ranked", f"the scores are {scores}", "recall")
        wrong = f"tokens is {found.tokens} for a context of {tokens}"
        self.require(found.tokens == tokens, "tokens", wrong, "recall")
        large = f"the context takes {found.tokens} tokens for a budget of {cue.budget}"
        self.require(self.unbounded or found.tokens <= cue.budget, "budget", large, "recall")
        return found

    # ------------------------------------------------------------------ laws

    def is_out_of_reach(self) -> bool:
        """Whether the memory says that its state can be neither saved nor restored."""
        return getattr(getattr(self.make(), "adopted", None), "branches", None) is False

    def begins_empty(self) -> None:
        found = self.ask(self.make())
        brought = found.context or found.hits
        self.require(not brought, "empty", f"a fresh memory brings back {brought!r}")

    def brings_back_what_it_was_told(self, holds: bool) -> None:
        memory = self.told()
        for k, budget in ((10, 1024), (1, 1024), (0, 1024), (10, 12), (10, 0)):
            found = self.ask(memory, k=k, budget=budget)
            known = {_turn(number).id for number in range(TURNS)}
            strange = sorted(_sources(found) - known)
            self.require(not strange, "sources", f"items rest on {', '.join(strange)}", "recall")
        found = self.ask(self.told())
        lost = f"nothing came back for {QUESTION!r} after {SAID[4]!r}"
        self.require(bool(found.hits or found.context) or not holds, "remembers", lost, "recall")

    def shares_nothing_with_another(self) -> None:
        untold = self.make()
        self.told()
        try:
            found = self.ask(untold)
        except ContractError:  # a fresh memory has no turn that it could bring back
            is_empty = False
        else:
            is_empty = not (found.hits or found.context)
        self.require(is_empty, "own_state", "what was told to one object came back from another")

    def keeps_to_time(self) -> None:
        memory = self.told(6)
        self.tell(memory, [_turn(6, f"The code word is {SECRET}, and the bakery in Bergen is closed")])
        for count in (0, 3, 6):
            as_of = _turn(count).time - timedelta(seconds=30)
            found = self.ask(memory, f"{QUESTION} What is {SECRET}?", as_of=as_of, purpose="probe")
            later = {_turn(number).id for number in range(count, 7)}
            brought = sorted(_sources(found) & later)
            what = f"{', '.join(brought) or SECRET!r} came back, which was said later than as_of={as_of.isoformat()}"
            self.require(not brought and SECRET not in found.context, "time", what, "recall")

    def keeps_to_scope(self) -> None:
        memory = self.told(8)
        strangers = [_turn(100 + number, f"{SAID[number]}. {SECRET}", OTHER) for number in range(4)]
        self.tell(memory, strangers)
        for scope in (OWN, "p3"):
            found = self.ask(memory, f"{QUESTION} What is {SECRET}?", scope=scope)
            foreign = {turn.id for turn in strangers} | ({_turn(n).id for n in range(8)} if scope != OWN else set())
            brought = sorted(_sources(found) & foreign)
            is_own = not brought and SECRET not in found.context and (scope == OWN or not found.context)
            what = f"{', '.join(brought) or 'words'} of another person came back for the scope {scope!r}"
            self.require(is_own, "scope", what, "recall")

    def uses_neither_clock_nor_global_chance(self) -> None:
        now = time.time()
        found = []
        for seed, moment in ((1, now), (2, now + 10 * 365 * 86_400)):
            with global_chance(seed), patch("time.time", lambda moment=moment: moment):
                begun = state_of_chance()
                found.append(self.ask(self.told()))
                self.require(state_of_chance() == begun, "draws", "the global random state was changed")
        what = "two objects that were told the same bring back different things"
        self.require(found[0] == found[1], "repeats", what, "recall")

    def can_be_put_back(self) -> None:
        memory = self.told()
        state = self.snapshot(memory)
        before = self.ask(memory)
        self.tell(memory, [_turn(TURNS, f"Bergen is sunny. {SECRET}")])
        fresh = self.make()
        for kind, one in (("the memory", memory), ("a fresh memory", fresh)):
            self.restore(one, state)
            what = f"{kind} brings back something else after restore() than before"
            self.require(self.ask(one) == before, "restored", what, "restore")

    def can_be_copied(self) -> None:
        memory = self.told()
        other = self.copied(memory)
        state = self.snapshot(memory)
        before = self.ask(memory)
        self.restore(memory, state)
        self.tell(other, [_turn(TURNS + number, f"The bakery in Bergen is {SECRET}") for number in range(4)])
        self.require(self.ask(memory) == before, "copied", "what was told to a copy changed the original")

    def tells_the_truth_of_its_traces(self) -> None:
        memory = self.told()
        if not getattr(memory, "journals", False):
            return
        unasked = self.copied(memory)
        for text in (QUESTION, "What does Pixel hate?", QUESTION):
            self.ask(memory, text, purpose="probe")
        for one in (memory, unasked):
            self.tell(one, [_turn(TURNS)])
        what = "it declares that a recall for a probe leaves no trace, but answers differ after one"
        self.require(self.ask(memory) == self.ask(unasked), "probes", what, "recall")

    def takes_an_end_and_feedback_at_any_time(self) -> None:
        memory = self.told(6)
        found = self.ask(memory)
        for recollections in (found, None):
            with self.obeying("feedback", "feedback"):
                memory.feedback(Feedback("s001.t02", FeedbackAction.LIKE, time=LONG_AFTER), recollections)
            self.close_session(memory, _turn(6).time)
        self.close_session(self.make(), START)
        self.ask(memory)

    def takes_any_text(self) -> None:
        for text in ANY_TEXT:
            memory = self.make()
            self.tell(memory, [_turn(0), _turn(1, text), _turn(2, "rain again")])
            self.ask(memory, text)
