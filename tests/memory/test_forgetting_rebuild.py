"""Forgetting turns gives the memory that never heard them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from regulars import registry
from regulars.agents import roster
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, Turn, turn_id
from regulars.memory import Cue, build_memory
from regulars.memory.composition.compose import Composed, compose
from regulars.memory.journal.operations import POOL, Op
from regulars.memory.parts.indexes.bm25 import BM25

assert roster.__name__

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
NEVER = datetime(2999, 1, 1, tzinfo=UTC)
SYSTEMS = [*(entry.name for entry in registry.entries("memory")), "lesson-counts:pool=true", "emma:shared=true"]
LINES = (
    "I live in Bergen.", "How lovely, Bergen has rain.", "My dog Pixel hates the rain.", "I see.",
    "I live in Porto.", "Porto is nice.", "Pixel and I like the bakery.", "Good luck.",
    "I live in Lyon.", "Lyon is warm.", "I start at the bakery on Monday", "Fine.",
    "I live in Bergen.", "I see, Bergen.", "What a rainy day for Pixel", "Indeed.",
)  # fmt: skip
A_SESSION = 4
GONE = ((0,), (4,), (5,), (15,), (4, 5, 6, 7), tuple(range(16)))
HANGS_ON_USE = {"lufy", "memorybank", "rmm", "a-memguard"}
"""In which what was brought back for replies decides on what is held, or is held itself. A memory that never heard some
turns would have brought back others."""

TIED = "emma:shared=true"
"""In which one person's facts are tied to another's: what another's turns brought about is not done anew."""

every = pytest.mark.parametrize("name", SYSTEMS)


def turn(number: int, scope: str) -> Turn:
    session, place = divmod(number, A_SESSION)
    speaker, name = (ASSISTANT, "Assistant") if place % 2 else (scope, "Ann")
    time = START + timedelta(days=session, minutes=place)
    return Turn(turn_id(session + 1, place + 1), scope, scope, speaker, name, session + 1, LINES[number], time)


def life(name: str, unheard: tuple[int, ...] = (), used: bool = False, count: int = len(LINES)) -> Composed:
    """Two people say the same. One of them is heard in full; of the other this memory never heard some."""
    memory = build_memory(name, seed=0)
    assert isinstance(memory, Composed)
    for number in range(count):
        last = number % A_SESSION == A_SESSION - 1
        for scope in ("p2", "p1"):
            if scope == "p1" and number in unheard:
                continue
            said = turn(number, scope)
            memory.observe(said)
            if used and last:
                asked = Cue("Where do Pixel and I live, and what of the bakery?", said.time, scope)
                pleased = number % 8 == 3
                action = FeedbackAction.LIKE if pleased else FeedbackAction.DISLIKE
                shown = Feedback(said.id, action, 9.0 if pleased else 2.0, time=said.time)
                memory.feedback(shown, memory.recall(asked))
        if last:
            memory.close_session(turn(number, "p1").time + timedelta(seconds=30))
    return memory


def journalled(memory: Composed) -> list[list[Op]]:
    return [list(memory.journal.upto((scope,), NEVER)) for scope in ("p1", "p2", POOL)]


def held(memory: Composed, scope: str) -> list[tuple[str, str, tuple[str, ...]]]:
    return sorted((item.kind, item.text, item.sources) for item in memory.journal.items(scope))


def ids(gone: tuple[int, ...]) -> list[str]:
    return [turn(number, "p1").id for number in gone]


@every
def test_forgetting_equals_never_having_heard(name):
    """Operation by operation, whatever the system: summaries, trees and links are made anew as well."""
    for gone in GONE:
        memory = life(name)
        memory.forget("p1", ids(gone))
        never = life(name, gone)
        if name == TIED:
            assert all(held(memory, scope) == held(never, scope) for scope in ("p1", "p2", POOL)), gone
        else:
            assert journalled(memory) == journalled(never), gone
        assert memory.replayed(memory.journal).snapshot() == memory.snapshot()


@every
def test_forgetting_keeps_the_use_and_ratings_of_held_items(name):
    for gone in GONE[1:5]:
        memory, never = life(name, used=True), life(name, gone, used=True)
        others = journalled(memory)[1]
        memory.forget("p1", ids(gone))
        assert journalled(memory)[1] == others, "another's memory is as it was"
        own = [op for op in journalled(memory)[0] if op.draft is not None]
        assert all({*ids(gone)}.isdisjoint((*op.draft.sources, *op.draft.basis)) for op in own)
        if name not in HANGS_ON_USE:
            assert held(memory, "p1") == held(never, "p1"), gone
        assert memory.replayed(memory.journal).snapshot() == memory.snapshot()


@pytest.mark.parametrize("name", ["keep-me-updated", "mem0-v1", "dualmem"])
def test_a_replaced_item_returns_unless_another_replaces_it(name):
    def towns(memory: Composed) -> list[str]:
        said = " ".join(item.text for item in memory.journal.items("p1"))
        return [town for town in ("Bergen", "Lyon", "Porto") if f"live in {town}" in said]

    memory = life(name, count=8)
    before = towns(memory)
    memory.forget("p1", ids((4,)))
    assert "Bergen" in towns(memory)
    assert "Porto" not in towns(memory)
    later = life(name, count=12)
    later.forget("p1", ids((4,)))
    assert towns(later) == towns(life(name, (4,), count=12))
    if name != "dualmem":  # which keeps what changed
        assert before == ["Porto"]
        assert towns(later) == ["Lyon"], "Lyon replaces Bergen where nobody told of Porto"


def test_a_recall_from_before_credits_nothing_that_has_its_number_now():
    """The item after the forgotten one takes its number; a like of the old one is none of it."""
    memory = life("h-mem", count=4)
    found = memory.recall(Cue("Where do I live in Bergen?", turn(3, "p1").time, "p1"))
    memory.forget("p1", ids((0, 1)))
    numbers = {hit.id for hit in found.hits} & {item.id for item in memory.journal.items("p1")}
    assert numbers
    memory.feedback(Feedback(turn(3, "p1").id, FeedbackAction.LIKE), found)
    for item in memory.journal.items("p1"):
        old = next((hit for hit in found.hits if hit.id == item.id), None)
        assert not item.uses or (old is not None and not {*old.sources}.isdisjoint(item.sources))


def test_a_quarantine_goes_with_any_voice_of_the_majority():
    memory = build_memory("a-memguard")
    for number, town in enumerate(("Bergen", "Bergen", "Porto")):
        said = turn(0, "p1")
        memory.observe(Turn(turn_id(1, number + 1), "p1", "p1", "p1", "Ann", 1, f"I live in {town}.", said.time))
    asked = Cue("Where do I live in?", turn(4, "p1").time, "p1")
    assert "Porto" not in memory.recall(asked).context
    memory.forget("p1", [turn_id(1, 2)])
    assert "Porto" in memory.recall(asked).context


def test_a_lesson_outlives_the_first_experience_that_spoke_for_it():
    from regulars.memory.parts.learning.utility import DISTILLED, support_of
    from regulars.scenarios.rules.standing import load_rules

    wish = load_rules()["length"].settings["one_sentence"].stated[0]
    memory = build_memory("reme")
    for number in range(4):
        memory.observe(turn(number, "p1"))
        if number % 2:
            said = Feedback(turn(number, "p1").id, FeedbackAction.DISLIKE, text=wish, time=turn(number, "p1").time)
            memory.feedback(said, None)
    (lesson,) = [item for item in memory.journal.items("p1") if item.kind == DISTILLED]
    assert support_of(lesson)["told"] == 2
    memory.forget("p1", ids((1,)))
    (lesson,) = [item for item in memory.journal.items("p1") if item.kind == DISTILLED]
    assert support_of(lesson)["told"] == 1
    assert lesson.sources == (turn(3, "p1").id,)


def test_forgetting_unknown_ids_changes_nothing():
    memory = compose(indexes=(BM25(),))
    memory.observe(turn(0, "p1"))
    before = memory.snapshot()
    assert memory.forget("p1", ["s009.t09"]) == memory.forget("p2", ids((0,))) == 0
    assert memory.snapshot() == before
