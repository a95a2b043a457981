"""Readers decide how recalled items are shown."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from regulars.dialogue import count_tokens
from regulars.memory import build_memory
from regulars.memory.composition.compose import compose
from regulars.memory.context_line import ContextLine, context_line, read_context
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.view import add

LINE = count_tokens("[2025-03-01 09:30] Ann: word word")


def test_a_line_says_when_who_and_what():
    time = datetime(2025, 3, 1, 9, 30, 59, tzinfo=UTC)
    assert context_line(time, "Ann", "Hello  there\nyou") == "[2025-03-01 09:30] Ann: Hello there you"
    assert context_line(time, "", "a fact") == "[2025-03-01 09:30] a fact"


def test_a_line_that_does_not_fit_makes_room_for_a_worse_one_that_does(make_turn, make_cue):
    memory = build_memory("bm25-turn")
    memory.observe(make_turn(0, "rain rain rain " + "and so on " * 20))
    memory.observe(make_turn(1, "some rain"))
    memory.observe(make_turn(2, "no more rain today then"))
    found = memory.recall(make_cue("rain", budget=LINE))
    assert len(found.hits) == 3
    assert found.context == "[2025-03-01 09:31] Ann: some rain"
    assert found.tokens == LINE


def test_where_nothing_fits_the_reason_is_given(make_turn, make_cue):
    memory = build_memory("bm25-turn")
    memory.observe(make_turn(0, "rain"))
    found = memory.recall(make_cue("rain", budget=3))
    assert found.hits
    assert (found.context, found.tokens) == ("", 0)
    assert "budget of 3 tokens" in found.why


def test_pooled_items_do_not_hide_own_items(make_turn, make_cue):
    def gist(view, event):
        part = event.item.parts[-1] if event.kind == "turn" else None
        if part is not None and part.scope == "p2":
            yield add(Draft(view.scope, part.session, part.time, "", "rain is common", part.sources, "gist"))

    memory = compose(indexes=(BM25(),), consolidate=gist, pools=frozenset({"gist"}))
    memory.observe(make_turn(0, "rain", scope="p2"))
    memory.observe(make_turn(1, "no rain"))
    assert [memory.journal.get(hit.id).order for hit in memory.recall(make_cue("rain")).hits] == [1, 1]
    assert memory.recall(make_cue("rain")).context.splitlines() == [
        "[2025-03-01 09:30] rain is common",
        "[2025-03-01 09:31] Ann: no rain",
    ]


@pytest.mark.parametrize(
    "text", ["a\u00a0b", "a\tb", " a b", "a b ", "a  b", "a\u3000 b", "a\x85b", "a b", "a\u200bb", ""]
)
def test_white_space_of_any_kind_is_folded(text):
    assert context_line(datetime(2025, 3, 1, tzinfo=UTC), "", text) == f"[2025-03-01 00:00] {' '.join(text.split())}"


@pytest.fixture
def sessions(make_turn):
    """Five sessions of four equal lines, of which the later ones say `rain` more often."""
    memory = build_memory("bm25-session")
    for number in range(20):
        memory.observe(make_turn(number, "rain word" if number % 4 <= number // 4 - 1 else "word word"))
    return memory


def test_a_session_found_has_all_its_turns_in_order(sessions, make_turn, make_cue):
    found = sessions.recall(make_cue("rain"))
    assert found.level == "session"
    assert found.hits[0].sources == tuple(make_turn(number).id for number in range(16, 20))
    assert [hit.sources[0][:4] for hit in found.hits] == ["s005", "s004", "s003", "s002"]


def test_the_budget_is_shared_among_sessions_and_the_better_get_more(sessions, make_cue):
    found = sessions.recall(make_cue("rain", budget=7 * LINE))
    days = [line[:11] for line in found.context.splitlines()]
    assert found.tokens == 7 * LINE
    assert [days.count(f"[2025-03-0{day}") for day in (5, 4, 3, 2)] == [4, 2, 1, 0]
    assert found.context.splitlines()[-1].startswith("[2025-03-05 09:33]")


def test_what_one_session_leaves_goes_to_the_others(sessions, make_cue):
    found = sessions.recall(make_cue("rain", budget=10_000))
    assert len(found.context.splitlines()) == 16
    assert found.tokens == 16 * LINE


def test_the_open_session_is_found_from_its_first_turn(make_turn, make_cue):
    memory = build_memory("bm25-session")
    for number in range(3):
        memory.observe(make_turn(number))
        (hit,) = memory.recall(make_cue(make_turn(number).text)).hits
        assert hit.sources == tuple(make_turn(earlier).id for earlier in range(number + 1))


def test_full_context_holds_everything_whatever_the_budget(make_turn, make_cue):
    memory = build_memory("full-context")
    for number in range(40):
        memory.observe(make_turn(number))
    found = memory.recall(make_cue(budget=10))
    assert len(found.context.splitlines()) == 40
    assert found.hits == ()


def test_recency_brings_the_newest_first(make_turn, make_cue):
    memory = build_memory("recency")
    for number in range(20):
        memory.observe(make_turn(number))
    assert [hit.sources[0] for hit in memory.recall(make_cue(k=3)).hits] == [
        make_turn(number).id for number in (19, 18, 17)
    ]


def test_random_is_drawn_by_seed_and_cue_and_not_by_the_order_of_asking(make_turn, make_cue):
    def drawn(seed: int, *cues: str) -> list[tuple[str, ...]]:
        memory = build_memory("random", seed)
        for number in range(40):
            memory.observe(make_turn(number))
        return [tuple(hit.id for hit in memory.recall(make_cue(cue)).hits) for cue in cues]

    first, second = drawn(1, "one", "two")
    assert drawn(1, "two", "one") == [second, first]
    assert first != second
    assert drawn(2, "one") != [first]
    assert drawn(1, *map(str, range(300))) != drawn(2, *map(str, range(300)))
    counts = [sum("p1#7" in draw for draw in drawn(3, *map(str, range(400))))]
    assert 70 < counts[0] < 130


def test_a_line_is_read_as_it_was_written():
    time = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
    context = f"{context_line(time, 'Ann', 'one: two')}\n\n{context_line(time, '', 'a fact')}\nsomething else"
    assert read_context(context) == [
        ContextLine("2025-03-01 09:30", "Ann", "one: two"),
        ContextLine("", "", "[2025-03-01 09:30] a fact"),
        ContextLine("", "", "something else"),
    ]
