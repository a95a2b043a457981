"""Notes that evolve: A-Mem's fields and links, and the published defects that it avoids."""

from __future__ import annotations

import copy

import pytest
from told import item_with, tell

from regulars.memory import build_memory
from regulars.memory.parts.consolidation.notes import NOTE
from regulars.memory.parts.text.terms import stems
from regulars.memory.protocol import Cue


def test_every_note_has_its_fields(make_turn):
    memory = tell(build_memory("a-mem:reader=none"), make_turn, ("I adopted a zebra", "Do you like jazz?", "a b"))
    notes = memory.journal.items("p1")
    assert [item.kind for item in notes] == [NOTE] * 3
    for item in notes:
        fields = item.parts[0].extra
        assert fields["tags"]
        assert fields["context"]
        assert set(fields["keywords"]) <= set(stems(item.text))
    assert notes[0].parts[0].extra["keywords"] == ["adopt", "zebra"]
    assert notes[1].parts[0].extra["tags"] == ["question"]


def test_a_linked_note_comes_back_when_its_partner_is_found(make_turn, make_cue):
    texts = [
        "my zebra Pixel eats carrots",
        "Pixel and my zebra eat carrots near Oslo",
        *[f"soup {n}" for n in range(30)],
    ]
    memory = tell(build_memory("a-mem:reader=none"), make_turn, texts)
    one, two = (item_with(memory, words) for words in ("eats carrots", "near Oslo"))
    assert one.id in two.links
    assert set(two.links) <= {item.id for item in memory.journal.items("p1")}, "links are ids"
    found = memory.recall(make_cue("Oslo", k=2, purpose="probe")).hits
    assert [hit.id for hit in found] == [two.id, one.id]
    assert "link" in found[1].retrievers


def test_evolution_changes_the_neighbours_and_nothing_else(make_turn):
    memory = build_memory("a-mem:reader=none")
    texts = ["cold soup", "windy hills", "zebra carrots", "carrots for the zebra", "more soup"]
    for number, text in enumerate(texts):
        before = {item.id: item.parts[0] for item in memory.journal.items("p1")}
        ops = memory.observe(make_turn(number, text))
        added = [op.id for op in ops if op.verb == "ADD" and op.draft.kind == NOTE]
        linked = {op.other for op in ops if op.verb == "LINK" and op.id in added}
        changed = {op.id for op in ops if op.verb == "UPDATE"}
        assert changed <= linked
        after = {item.id: item.parts[0] for item in memory.journal.items("p1")}
        assert {id for id in before if id in after and after[id] != before[id]} == changed
    memory.close_session(make_turn(9).time)
    evolved = item_with(memory, "zebra carrots").parts[0]
    assert {"zebra", "carrot"} <= set(evolved.extra["tags"])
    assert make_turn(3).id in evolved.basis


def test_a_note_that_changed_is_found_by_what_it_says_now(make_turn, make_cue):
    memory = tell(build_memory("a-mem:reader=none"), make_turn, ("zebra carrots", "carrots for the zebra"))
    item = item_with(memory, "zebra carrots")
    row = memory.derived.index("dense").search(Cue("statement zebra carrot", make_cue().as_of, "p1"))
    expected = memory.replayed(memory.journal).derived.index("dense")
    assert row == expected.search(Cue("statement zebra carrot", make_cue().as_of, "p1"))
    assert "zebra" in item.parts[0].extra["tags"]


def test_a_new_value_marks_the_old_note_as_superseded(make_turn):
    memory = build_memory("a-mem")
    tell(memory, make_turn, ("I live in Porto.", "I live in Graz."))
    old, new = item_with(memory, "Porto"), item_with(memory, "Graz")
    assert old.claims
    assert new.claims
    assert f"superseded by {new.id}" in old.parts[0].extra["context"]
    assert "superseded" not in new.parts[0].extra["context"]


def test_forgetting_a_note_undoes_what_it_changed(make_turn, make_cue):
    memory = tell(build_memory("a-mem:reader=none"), make_turn, ("zebra carrots", "carrots for the zebra", "soup"))
    memory.forget("p1", [make_turn(1).id])
    fields = item_with(memory, "zebra carrots").parts[0].extra
    assert fields["tags"] == ["statement"]
    assert b"for the zebra" not in memory.snapshot()
    assert memory.recall(make_cue("zebra", purpose="probe")).hits[0].sources == (make_turn(0).id,)


@pytest.mark.parametrize("name", ["a-mem", "theanine", "hipporag", "hindsight", "memoryos", "raptor", "memverse"])
def test_two_instances_share_nothing_and_neither_do_their_forks(name, make_turn, make_cue):
    one, two = build_memory(name), build_memory(name)
    tell(one, make_turn, ("a zebra in Oslo", "the zebra again"))
    tell(two, make_turn, ("cold soup", "soup for Bob"))
    before = one.snapshot()
    replica = copy.deepcopy(one)
    tell(replica, make_turn, ("a zebra in Oslo", "the zebra again", "windy hills over Oslo"))
    build_memory(name)
    assert one.snapshot() == before
    assert "zebra" not in two.recall(make_cue("zebra")).context
