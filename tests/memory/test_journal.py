"""The journal: what each operation does, and which are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from regulars.errors import StateError
from regulars.memory import Draft, Op, compose
from regulars.memory.composition.compose import Composed
from regulars.memory.journal.journal import Journal
from regulars.memory.parts.indexes.bm25 import BM25

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)


def draft(text: str, scope: str = "p", source: str = "s001.t01", minutes: int = 0) -> Draft:
    return Draft(scope, 1, START + timedelta(minutes=minutes), "Ann", text, (source,))


def add(number: int, text: str, scope: str = "p") -> Op:
    return Op(
        "ADD", f"{scope}#{number}", draft(text, scope, f"s001.t{number:02d}"), cause=f"s001.t{number:02d}", time=START
    )


HELD = (add(1, "rain"), add(2, "sun"), add(3, "snow"))


def of(*ops: Op) -> Composed:
    """A memory that is the fold of three items and `ops`."""
    return compose(indexes=(BM25(),)).replayed([*HELD, *ops])


def found(memory: Composed, text: str, make_cue) -> list[str]:
    return [hit.id for hit in memory.recall(make_cue(text, scope="p")).hits]


def test_update_puts_other_words_in_the_same_place(make_cue):
    memory = of(Op("UPDATE", "p#1", draft("hail"), time=START))
    assert found(memory, "rain", make_cue) == []
    assert found(memory, "hail", make_cue) == ["p#1"]
    assert [item.id for item in memory.journal.items("p")] == ["p#1", "p#2", "p#3"]


def test_delete_leaves_nothing_to_find(make_cue):
    memory = of(Op("DELETE", "p#1", why="asked to", time=START))
    assert found(memory, "rain", make_cue) == []
    assert memory.journal.get("p#1") is None
    assert found(memory, "rain sun snow", make_cue) == ["p#2", "p#3"]


def test_ids_are_not_given_twice():
    journal = Journal([*HELD, Op("DELETE", "p#3", time=START)])
    assert journal.next_id("p") == "p#4"


def test_merge_adds_a_draft_or_another_item(make_cue):
    memory = of(Op("MERGE", "p#1", draft("hail", source="s001.t09"), time=START))
    assert memory.journal.get("p#1").sources == ("s001.t01", "s001.t09")
    assert found(memory, "hail", make_cue) == ["p#1"]
    memory = of(Op("MERGE", "p#1", other="p#3", time=START))
    assert memory.journal.get("p#1").sources == ("s001.t01", "s001.t03")
    assert memory.journal.get("p#3") is None
    assert found(memory, "snow", make_cue) == ["p#1"]


def test_quarantine_holds_but_does_not_find(make_cue):
    memory = of(
        Op("QUARANTINE", "p#1", why="not trusted", time=START),
        Op("MERGE", "p#1", draft("hail", source="s001.t09"), time=START),
        Op("QUARANTINE", "p#1", time=START),
    )
    assert found(memory, "rain hail", make_cue) == []
    assert memory.journal.get("p#1").quarantined
    assert [item.id for item in memory.journal.items("p")] == ["p#2", "p#3"]


def test_link_touch_and_pass_leave_a_trace_and_no_other_words(make_cue):
    memory = of(
        Op("LINK", "p#1", other="p#2", time=START),
        Op("TOUCH", "p#1", time=START),
        Op("PASS", "p#1", draft("rain", source="s001.t08"), why="known", time=START),
    )
    item = memory.journal.get("p#1")
    assert (list(item.links), len(item.uses), len(item.parts)) == (["p#2"], 1, 1)
    assert found(memory, "rain", make_cue) == ["p#1"]


@pytest.mark.parametrize(
    "op",
    [
        Op("ADD", "p#9", draft("hail"), time=START),
        Op("ADD", "p#4", time=START),
        Op("ADD", "p#4", draft("hail")),
        Op("ADD", "p#4", draft("hail"), time=START.replace(tzinfo=None)),
        Op("ADD", "p#4", draft("hail"), time=START - timedelta(days=1)),
        Op("UPDATE", "p#7", draft("hail"), time=START),
        Op("UPDATE", "p#1", time=START),
        Op("UPDATE", "p#1", draft("hail", scope="q"), time=START),
        Op("MERGE", "p#1", time=START),
        Op("MERGE", "p#1", other="p#1", time=START),
        Op("LINK", "p#1", other="q#1", time=START),
        Op("LINK", "p#1", time=START),
        Op("DELETE", "p#0", time=START),
        Op("FORGET", "p#1", time=START),  # type: ignore[arg-type]
    ],
)
def test_an_operation_that_does_not_fit_changes_nothing(op):
    journal = Journal([*HELD, add(1, "wind", "q")])
    with pytest.raises(StateError, match="does not fit"):
        journal.append(op)
    assert list(journal) == [*HELD, add(1, "wind", "q")]
    assert journal.next_id("p") == "p#4"
    assert [len(item.parts) for item in journal.items("p")] == [1, 1, 1]


def test_a_copy_goes_its_own_way():
    journal = Journal(HELD)
    replica = journal.copy()
    replica.append(Op("MERGE", "p#1", draft("hail", source="s001.t09"), time=START))
    replica.append(Op("LINK", "p#1", other="p#2", time=START))
    assert len(journal) == 3
    assert journal.get("p#1").sources == ("s001.t01",)
    assert journal.heard(draft("hail", source="s001.t09")) is None
    assert replica.heard(draft("hail", source="s001.t09"))
    assert not journal.get("p#1").links


@pytest.mark.parametrize("op", [*HELD, Op("LINK", "p#1", other="p#2", why="near", time=START), Op("TOUCH", "x")])
def test_operations_survive_json(op):
    assert Op.from_json(json.loads(json.dumps(op.to_json(texts=True)))) == op


def test_turns_that_come_late_are_held_from_then_on(make_turn, make_cue):
    memory = compose(indexes=(BM25(),))
    memory.observe(make_turn(8, "rain"))
    late = make_turn(0, "more rain")
    (op,) = memory.observe(late)
    assert op.time == make_turn(8).time
    assert not memory.recall(make_cue("rain", as_of=make_turn(4).time)).hits
    assert len(memory.recall(make_cue("rain")).hits) == 2
    assert memory.recall(make_cue("rain")).context.splitlines()[0].endswith("more rain")


def test_a_turn_may_be_repeated_but_not_reworded(make_turn):
    memory = compose(indexes=(BM25(),))
    turn = make_turn(0)
    memory.observe(turn)
    assert memory.observe(replace(turn))[0].verb == "PASS"
    assert len(memory.journal.items("p1")) == 1
