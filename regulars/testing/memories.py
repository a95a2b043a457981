"""The contract of a memory: what `check_memory` holds any class with `observe` and `recall` to."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from unittest.mock import patch

from regulars.dialogue import Feedback, FeedbackAction, Turn, count_tokens, turn_id
from regulars.errors import ContractError
from regulars.flags import warn_of_misspelt_flags
from regulars.memory import Cue, Memory, MemoryFlags, Recollections, adopt, build_memory
from regulars.testing.contract import global_chance, obeying, require, state_of_chance

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
LONG_AFTER = START + timedelta(days=4000)
OWN, OTHER = "p1", "p2"
TURNS = 12
"""Turns that a memory is told in most checks: three sessions of four."""

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
"""A word that only one turn says."""

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
    """Holds a memory to the contract that the built-in memories keep.

    It begins empty, brings back what it was told, stays within k and within the budget, returns nothing from after the
    cue's moment and nothing of another scope, shares no state with another instance, gives the same answers whatever
    the clock and the global random state are, can be copied and put back, and survives any text. What it says about
    itself by `MemoryFlags` is true.

    Args:
        factory: Makes a fresh memory at each call: a class or a function. Or the spec of one, `mine.py:MyMemory`.
        holds: Whether it brings something back of what it was told; False for one that remembers nothing.
        unbounded: Whether its context may exceed the budget, as that of the whole history does.

    Raises:
        ContractError: It breaks the contract.

    Example:
        >>> from regulars.memory import build_memory
        >>> check_memory(lambda: build_memory("recency"))
    """
    trial = _Trial(factory, unbounded)
    trial.begins_empty()
    trial.shares_nothing_with_another()
    trial.brings_back_what_it_was_told(holds)
    trial.keeps_to_time()
    trial.keeps_to_scope()
    trial.uses_neither_clock_nor_global_chance()
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


class _Trial:
    """A factory under test, with the calls on what it makes."""

    def __init__(self, factory: str | Callable[..., Any], unbounded: bool) -> None:
        self.factory = factory
        self.unbounded = unbounded
        self.name = factory if isinstance(factory, str) else getattr(factory, "__name__", type(factory).__name__)

    # ------------------------------------------------------------------ calls

    def make(self) -> Memory:
        with obeying(self.name, "a memory with observe(turn) and recall(cue)", "pass a class, a function or a spec"):
            if isinstance(self.factory, str):
                return build_memory(self.factory)
            warn_of_misspelt_flags(self.factory, MemoryFlags, self.name)
            return adopt(self.factory(seed=0) if getattr(self.factory, "seeded", False) else self.factory(), self.name)

    def tell(self, memory: Memory, turns: Sequence[Turn]) -> None:
        for turn in turns:
            with obeying(f"{self.name}.observe", "any turn is taken in", "treat Turn.text as data of any kind"):
                memory.observe(turn)
            if turn.id.endswith("04"):
                self.close(memory, turn.time)

    def close(self, memory: Memory, moment: datetime) -> None:
        with obeying(f"{self.name}.close_session", "a session may end at any time", "let it do nothing then"):
            memory.close_session(moment)

    def told(self, count: int = TURNS) -> Memory:
        memory = self.make()
        self.tell(memory, [_turn(number) for number in range(count)])
        return memory

    def ask(self, memory: Memory, text: str = QUESTION, **options: Any) -> Recollections:
        """Recalls, and holds what comes back to its shape."""
        cue = Cue(**{"text": text, "as_of": LONG_AFTER, "scope": OWN, **options})
        where = f"{self.name}.recall"
        with obeying(where, "Recollections, ids of turns, turns, a text, or None", "treat Cue.text as any data"):
            found = memory.recall(cue)
        self._is_sound(found, cue, where)
        return found

    def _is_sound(self, found: Recollections, cue: Cue, where: str) -> None:
        require(
            len(found.hits) <= max(cue.k, 0),
            f"{len(found.hits)} items came back for k={cue.k}",
            where=where,
            expected="at most cue.k",
            remedy="cut the ranked list at cue.k",
        )
        require(
            len({hit.id for hit in found.hits}) == len(found.hits),
            "one item came back twice",
            where=where,
            expected="every item once",
            remedy="drop repeated ids and keep the first",
        )
        require(
            all(one.score >= other.score for one, other in pairwise(found.hits)),
            f"the scores are {[hit.score for hit in found.hits]}",
            where=where,
            expected="the best item first",
            remedy="sort the hits by falling score",
        )
        require(
            found.tokens == count_tokens(found.context),
            f"tokens is {found.tokens} for a context of {count_tokens(found.context)}",
            where=where,
            expected="regulars.count_tokens(context)",
            remedy="count with regulars.count_tokens",
        )
        require(
            self.unbounded or found.tokens <= cue.budget,
            f"the context takes {found.tokens} tokens for a budget of {cue.budget}",
            where=where,
            expected="at most cue.budget",
            remedy="cut the context, or pass unbounded=True for a memory that shows everything",
        )

    # ------------------------------------------------------------------ laws

    def begins_empty(self) -> None:
        found = self.ask(self.make())
        require(
            (found.hits, found.context) == ((), ""),
            f"a fresh memory brings back {found.context or found.hits!r}",
            where=self.name,
            expected="nothing before the first turn",
            remedy="begin each object empty: set its state in __init__, not on the class or in a default argument",
        )

    def brings_back_what_it_was_told(self, holds: bool) -> None:
        memory = self.told()
        for k, budget in ((10, 1024), (1, 1024), (0, 1024), (10, 12), (10, 0)):
            found = self.ask(memory, k=k, budget=budget)
            known = {_turn(number).id for number in range(TURNS)}
            strange = sorted({source for hit in found.hits for source in hit.sources} - known)
            require(
                not strange,
                f"items rest on {', '.join(strange)}",
                where=f"{self.name}.recall",
                expected="ids of turns that were observed",
                remedy="take `sources` from Turn.id",
            )
        found = self.ask(self.told())
        require(
            bool(found.hits or found.context) or not holds,
            f"nothing came back for {QUESTION!r} after {SAID[4]!r}",
            where=f"{self.name}.recall",
            expected="something of what was told",
            remedy="check what observe keeps, or pass holds=False for a memory that keeps nothing",
        )

    def shares_nothing_with_another(self) -> None:
        untold = self.make()
        self.told()
        try:
            found = self.ask(untold)
        except ContractError:  # it was shown no turn that it could bring back
            is_empty = False
        else:
            is_empty = (found.hits, found.context) == ((), "")
        require(
            is_empty,
            "what was told to one object came back from another",
            where=self.name,
            expected="objects that share nothing",
            remedy="keep state on the object, and none on the class, in the module or in a default argument",
        )

    def keeps_to_time(self) -> None:
        memory = self.told(6)
        self.tell(memory, [_turn(6, f"The code word is {SECRET}, and the bakery in Bergen is closed")])
        for count in (0, 3, 6):
            as_of = _turn(count).time - timedelta(seconds=30)
            found = self.ask(memory, f"{QUESTION} What is {SECRET}?", as_of=as_of, purpose="probe")
            later = {_turn(number).id for number in range(count, 7)}
            brought = sorted({source for hit in found.hits for source in hit.sources} & later)
            require(
                not brought and SECRET not in found.context,
                f"{', '.join(brought) or SECRET!r} came back, which was said later",
                where=f"{self.name}.recall",
                expected=f"nothing after the cue's moment, as_of={as_of.isoformat()}",
                remedy="keep Turn.time, and leave out what is later than cue.as_of",
            )

    def keeps_to_scope(self) -> None:
        memory = self.told(8)
        strangers = [_turn(100 + number, f"{SAID[number]}. {SECRET}", OTHER) for number in range(4)]
        self.tell(memory, strangers)
        for scope in (OWN, "p3"):
            found = self.ask(memory, f"{QUESTION} What is {SECRET}?", scope=scope)
            foreign = {turn.id for turn in strangers} | ({_turn(n).id for n in range(8)} if scope != OWN else set())
            brought = sorted({source for hit in found.hits for source in hit.sources} & foreign)
            require(
                not brought and SECRET not in found.context and (scope == OWN or not found.context),
                f"{', '.join(brought) or 'words'} of another person came back for the scope {scope!r}",
                where=f"{self.name}.recall",
                expected="nothing of another scope",
                remedy="keep Turn.scope, and leave out what is not of cue.scope",
            )

    def uses_neither_clock_nor_global_chance(self) -> None:
        now = time.time()
        found = []
        for seed, moment in ((1, now), (2, now + 10 * 365 * 86_400)):
            with global_chance(seed), patch("time.time", lambda moment=moment: moment):
                begun = state_of_chance()
                found.append(self.ask(self.told()))
                require(
                    state_of_chance() == begun,
                    "the global random state was changed",
                    where=self.name,
                    expected="draws from a generator of its own",
                    remedy="use random.Random(seed) or numpy.random.default_rng(seed)",
                )
        require(
            found[0] == found[1],
            "two objects that were told the same bring back different things",
            where=f"{self.name}.recall",
            expected="the same, whatever the clock and the global random state are",
            remedy="take times from Turn.time and Cue.as_of, and draws from a generator with a seed of its own",
        )

    def can_be_put_back(self) -> None:
        memory = self.told()
        state = self._snapshot(memory)
        before = self.ask(memory)
        self.tell(memory, [_turn(TURNS, f"Bergen is sunny. {SECRET}")])
        fresh = self.make()
        for kind, one in (("the memory", memory), ("a fresh memory", fresh)):
            with obeying(f"{self.name}.restore", "what snapshot() returned is taken", "read what snapshot() wrote"):
                one.restore(state)
            require(
                self.ask(one) == before,
                f"{kind} that was put back brings back something else than before",
                where=f"{self.name}.restore",
                expected="the whole state in the snapshot",
                remedy="write all state in snapshot() and read it in restore(), or leave both out and be pickled",
            )

    def _snapshot(self, memory: Memory) -> bytes:
        with obeying(f"{self.name}.snapshot", "bytes", "make the memory picklable, or give it snapshot and restore"):
            state = memory.snapshot()
        return state

    def can_be_copied(self) -> None:
        memory = self.told()
        with obeying(self.name, "an object that can be copied", "make the memory picklable"):
            contrast = copy.deepcopy(memory)
        state = self._snapshot(memory)
        before = self.ask(memory)
        with obeying(f"{self.name}.restore", "what snapshot() returned is taken", "read what snapshot() wrote"):
            memory.restore(state)
        self.tell(contrast, [_turn(TURNS + number, f"The bakery in Bergen is {SECRET}") for number in range(4)])
        require(
            self.ask(memory) == before,
            "what was told to a copy changed the original",
            where=self.name,
            expected="copies that share nothing",
            remedy="copy all state: no shared lists, files or connections",
        )

    def tells_the_truth_of_its_traces(self) -> None:
        memory = self.told()
        if not getattr(memory, "journals", False):
            return
        with obeying(self.name, "an object that can be copied", "make the memory picklable"):
            unasked = copy.deepcopy(memory)
        for text in (QUESTION, "What does Pixel hate?", QUESTION):
            self.ask(memory, text, purpose="probe")
        for one in (memory, unasked):
            self.tell(one, [_turn(TURNS)])
        require(
            self.ask(memory) == self.ask(unasked),
            "it says that a recall for a probe leaves no trace, and later answers differ after one",
            where=f"{self.name}.recall",
            expected="no change of state where cue.purpose is 'probe'",
            remedy="change nothing for a probe, or do not say `traceless = True`",
        )

    def takes_an_end_and_feedback_at_any_time(self) -> None:
        memory = self.told(6)
        found = self.ask(memory)
        for recollections in (found, None):
            with obeying(f"{self.name}.feedback", "recollections or None", "let it do nothing where there are none"):
                memory.feedback(Feedback("s001.t02", FeedbackAction.LIKE, time=LONG_AFTER), recollections)
            self.close(memory, _turn(6).time)
        self.close(self.make(), START)
        self.ask(memory)

    def takes_any_text(self) -> None:
        for text in ANY_TEXT:
            memory = self.make()
            self.tell(memory, [_turn(0), _turn(1, text), _turn(2, "rain again")])
            self.ask(memory, text)
