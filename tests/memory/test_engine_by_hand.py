"""The engine around the parts: operations, views, moments, copies, forgetting, and foreign memories, step by step."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

import numpy as np
import pytest
from by_hand import Notation, Scored, at, claim, cue, draft, happening, holding, ids, looking
from rated import replied

from regulars.dialogue import Feedback, Turn
from regulars.errors import ConfigurationError, DataError, InfrastructureError, SeatError, StateError
from regulars.memory import Cue, Hit, Lesson, Recollections, adopt, compose
from regulars.memory.composition.compose import Composed
from regulars.memory.context_line import ContextLine, context_line, read_context
from regulars.memory.embedders import HashedEmbedder, build_embedder
from regulars.memory.embedders.hashing import murmur_mix
from regulars.memory.embedders.protocol import has_words, rows_of_words, sayable
from regulars.memory.journal.erase import dependents
from regulars.memory.journal.items import Item
from regulars.memory.journal.journal import Journal
from regulars.memory.journal.operations import FINISHED, POOL, Draft, Op
from regulars.memory.journal.snapshot import read_snapshot, write_snapshot
from regulars.memory.parts.admission.conflict import keep_me_updated
from regulars.memory.parts.extraction.claims import slot_keys
from regulars.memory.parts.extraction.extract import nothing_extracted, people_only
from regulars.memory.parts.extraction.statements import Facts
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.keys import no_key
from regulars.memory.parts.indexes.slots import Slots
from regulars.memory.parts.items_by_kind import ItemsByKind, items_of_kinds
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.segments.units import SessionUnits
from regulars.memory.parts.settings import check_settings
from regulars.memory.parts.view import ROW, MemoryEvent, Together, View, add, change, delete, first_row


def said(text: str, hours: float = 0.0, session: int = 1, scope: str = "p1", name: str = "Ann") -> Turn:
    """A turn; its id is named by its hour."""
    return Turn(f"s{session:03d}.t{int(hours * 10):02d}", scope, scope, scope, name, session, text, at(hours))


def verbs(ops: Iterable[Op]) -> list[str]:
    return [f"{op.verb} {op.id}" for op in ops]


# ---------------------------------------------------------------------- lines


@pytest.mark.parametrize(
    ("name", "text", "line"),
    [
        ("Ann", "Hi  there,\nBo ", "[2025-03-03 09:05] Ann: Hi there, Bo"),
        ("", " Hi", "[2025-03-03 09:05] Hi"),
        ("Ann  Lee", "a\u00a0b", "[2025-03-03 09:05] Ann Lee: a b"),
        ("Ann", "Hi ", "[2025-03-03 09:05] Ann: Hi"),
        (" Ann", "", "[2025-03-03 09:05] Ann: "),
    ],
)
def test_a_line_of_a_context_folds_white_space(name, text, line):
    assert context_line(at(5 / 60), name, text) == line


def test_a_context_is_read_line_by_line():
    assert read_context("[2025-03-03 09:05] Ann: Hi: you\n\nfree words\n[x] Bo:") == [
        ContextLine("2025-03-03 09:05", "Ann", "Hi: you"),
        ContextLine("", "", "free words"),
        ContextLine("x", "Bo", ""),
    ]
    assert read_context("[2025-03-03 09:05] Hi you") == [ContextLine("", "", "[2025-03-03 09:05] Hi you")]
    assert read_context(f"[x] {'n' * 81}: a") == [ContextLine("", "", f"[x] {'n' * 81}: a")]
    assert read_context(f"[x] {'n' * 80}: a")[0].name == "n" * 80


# ---------------------------------------------------------------------- operations and items


def test_a_draft_leaves_defaults_out_of_its_json():
    plain = draft("Hi", kind="turn")
    assert plain.to_json() == {
        "scope": "p1", "session": 1, "time": "2025-03-03T09:00:00+00:00", "name": "Ann", "text": "Hi",
        "sources": ["s001.t00"],
    }  # fmt: skip
    full = draft("Hi", "-pet*: cat!2", basis=("s009.t01",), mark=[1])
    data = full.to_json()
    assert (data["kind"], data["claims"], data["basis"], data["extra"]) == (
        "fact",
        [["Ann", "pet", "cat", False, True, 2]],
        ["s009.t01"],
        {"mark": [1]},
    )
    for one in (plain, full):
        read = Draft.from_json(json.loads(json.dumps(one.to_json())))
        assert (read, read.sources, read.claims, read.basis, dict(read.extra)) == (
            one,
            one.sources,
            one.claims,
            one.basis,
            dict(one.extra),
        )
    assert full.line() == ("[2025-03-03 09:00] Ann: Hi", 13)


def test_an_operation_shows_ids_only_or_everything():
    op = Op("MERGE", "p1#1", draft("Hi"), "p1#2", "why", "s001.t05", at(0), "recalled", ("s009.t01",))
    assert op.to_json() == {
        "verb": "MERGE",
        "id": "p1#1",
        "cause": "s001.t05",
        "other": "p1#2",
        "sources": ["s001.t00"],
    }
    data = op.to_json(texts=True)
    assert {name: data[name] for name in ("why", "time", "event", "basis", "other")} == {
        "why": "why", "time": "2025-03-03T09:00:00+00:00", "event": "recalled", "basis": ["s009.t01"], "other": "p1#2",
    }  # fmt: skip
    assert Op.from_json(data) == op
    bare = Op("TOUCH", "p1#1")
    assert bare.to_json(texts=True) == {"verb": "TOUCH", "id": "p1#1", "cause": "", "why": ""}
    assert Op.from_json(bare.to_json(texts=True)) == bare
    with pytest.raises(ValueError, match="unknown verb 'SING'"):
        Op.from_json({**data, "verb": "SING"})


def test_an_item_is_the_sum_of_its_parts():
    item = Item("p1#3", 3, draft("one", "home: A", source=("s1", "s2")))
    item.parts.append(draft("two", "job: B", source=("s2", "s3"), hours=5, session=2, kind="note"))
    assert (item.kind, item.text, item.time, item.session, item.sources) == (
        "fact",
        "one\ntwo",
        at(5),
        2,
        ("s1", "s2", "s3"),
    )
    assert item.claims == (claim("home: A"), claim("job: B"))


def test_a_copy_of_an_item_shares_nothing():
    item = Item("p1#3", 3, draft("one"))
    item.links, item.uses, item.finished, item.quarantined = {"p1#1": "x"}, [Op("TOUCH", "p1#3")], True, True
    replica = item.copy()
    assert (replica.id, replica.order, replica.scope, replica.finished, replica.quarantined) == (
        "p1#3",
        3,
        "p1",
        True,
        True,
    )
    assert (replica.links, replica.uses) == ({"p1#1": "x"}, [Op("TOUCH", "p1#3")])
    replica.parts.append(draft("two"))
    replica.links["p1#2"] = "y"
    replica.uses.clear()
    assert (len(item.parts), item.links, len(item.uses)) == (1, {"p1#1": "x"}, 1)


def journal(*ops) -> Journal:
    return Journal(holding(*ops).journal)


def test_what_a_journal_knows_of_its_scopes():
    ops = [
        draft("a", kind="turn"),
        draft("b", kind="turn", hours=1),
        draft("c", scope="p2", kind="turn", hours=0.5),
        draft("d", hours=2),
    ]
    held = journal(*ops)
    assert (held.scopes, held.next_id("p1"), held.next_id("p2"), held.next_id("p9")) == (
        ["p1", "p2"],
        "p1#4",
        "p2#2",
        "p9#1",
    )
    assert (held.latest("p1"), held.latest("p2"), held.latest("p9")) == (at(2), at(0.5), None)
    assert (held.newest("p1").id, held.newest("p9"), held.open_unit("p1").id, held.open_unit("p9")) == (
        "p1#3",
        None,
        "p1#2",
        None,
    )
    assert (held.scope_of("s001.t10"), held.scope_of("s001.t05"), held.scope_of("s001.t20")) == ("p1", "p2", None)
    assert held.heard(ops[0]) is True
    assert held.heard(replace(ops[0], text="other")) is held.heard(replace(ops[0], name="Bo")) is False
    assert held.heard(replace(ops[0], sources=("s9",))) is held.heard(replace(ops[0], scope="p9")) is None


def test_of_scopes_with_one_turn_the_last_used_counts():
    one, other = draft("a", kind="turn", source="s1"), draft("b", kind="turn", source="s1", scope="p2", hours=1)
    assert journal(one, other).scope_of("s1") == "p2"
    assert journal(one, other, Op("TOUCH", "p1#1", time=at(2))).scope_of("s1") == "p1"


def test_a_journal_is_cut_at_a_moment_including_it():
    held = journal(draft("a"), draft("b", scope="p2", hours=1), draft("c", hours=2), draft("d", scope="p2", hours=3))

    def upto(hours, *scopes):
        return [op.draft.text for op in held.upto(scopes, at(hours))]

    assert upto(2, "p1") == ["a", "c"]
    assert upto(1.9, "p1") == ["a"]
    assert upto(2, "p2", "p1") == ["a", "b", "c"]
    assert upto(9, "p1", "p9") == ["a", "c"]
    assert upto(9, "p9") == []


def test_hidden_units_are_not_open_and_merged_turns_are_known():
    told = draft("a", kind="turn")
    hidden = journal(told, Op("QUARANTINE", "p1#1", time=at(0)))
    assert (hidden.open_unit("p1"), hidden.newest("p1").id, list(hidden.items("p1"))) == (None, "p1#1", [])
    later = draft("b", kind="turn", hours=1)
    assert journal(told, Op("MERGE", "p1#1", later, time=at(1))).heard(later) is True
    assert journal(told, Op("UPDATE", "p1#1", later, time=at(1))).heard(later) is None
    finished = journal(told, Op("PASS", "p1#1", why=FINISHED, time=at(0)), Op("PASS", "p1#1", why="other", time=at(0)))
    assert finished.open_unit("p1").finished
    assert not journal(told, Op("PASS", "p1#1", why="other", time=at(0))).open_unit("p1").finished


def test_links_keep_their_reasons_and_a_swallowed_item_is_gone():
    held = journal(draft("a"), draft("b"), draft("c"), Op("LINK", "p1#1", other="p1#2", why="x", time=at(0)))
    assert held.get("p1#1").links == {"p1#2": "x"}
    assert held.append(Op("DELETE", "p1#3", time=at(0))) is None
    assert held.append(Op("MERGE", "p1#1", draft("d", source="s9"), "p1#2", time=at(0))).text == "a\nd\nb"
    assert [item.id for item in held.items("p1")] == ["p1#1"]


def test_a_copied_journal_is_independent_in_every_part():
    held = journal(draft("a", kind="turn"), draft("b", scope="p2", kind="turn"))
    replica = held.copy()
    replica.append(Op("ADD", "p1#2", draft("c", kind="turn", hours=1), time=at(1)))
    replica.append(Op("QUARANTINE", "p2#1", time=at(1)))
    assert (len(held), held.next_id("p1"), held.latest("p1"), held.open_unit("p1").id) == (2, "p1#2", at(0), "p1#1")
    assert (held.open_unit("p2").id, held.scope_of("s001.t10"), len(held.upto(("p1", "p2"), at(9)))) == (
        "p2#1",
        None,
        2,
    )
    assert (len(replica), replica.get("p2#1").quarantined, replica.items("p2")) == (4, True, [])


def test_snapshots_are_canonical_and_belong_to_their_parts():
    ops = [Op("ADD", "p1#1", draft("é \ud800"), time=at(0))]
    state = write_snapshot({"b": "2", "a": "1"}, ops)
    assert state.startswith(b'{"format":"regulars-memory","ops":[{"cause":"","draft":{"kind":"fact","name":"Ann"')
    assert state.endswith(b'"parts":{"a":"1","b":"2"},"version":2}')
    assert write_snapshot({"a": "1", "b": "2"}, ops) == state
    assert read_snapshot(state, {"a": "1", "b": "2"}) == ops
    for spoilt, said in [
        (state.replace(b'"version":2', b'"version":3'), "version 3"),
        (state.replace(b"regulars-memory", b"other"), "its format is 'other'"),
        (state.replace(b'"verb":"ADD"', b'"verb":"SING"'), "an operation cannot be read"),
        (b"{}", "KeyError"),
        (b"[", "JSONDecodeError"),
    ]:
        with pytest.raises(StateError, match=said):
            read_snapshot(spoilt, {"a": "1", "b": "2"})
    with pytest.raises(StateError, match="other parts"):
        read_snapshot(state, {"a": "1"})


# ---------------------------------------------------------------------- views


POOLED = {"pools": frozenset({"shared"})}


def test_a_view_sees_its_scope_and_then_what_is_pooled():
    ops = [draft("a"), draft("b", kind="note"), draft("x", scope="p2"), draft("s", scope=POOL, kind="shared", of="p2")]
    view = looking(holding(*ops, Op("QUARANTINE", "p1#1", time=at(1)), **POOLED))
    assert [item.id for item in view.items()] == ["p1#2", "*#1"]
    assert [item.id for item in view.items("shared", "fact")] == ["*#1"]
    assert (view.get("p1#2").id, view.get("p1#1"), view.get("p2#1"), view.get("p1#9"), view.get("*#1").id) == (
        "p1#2",
        None,
        None,
        None,
        "*#1",
    )
    assert [item.id for item in view.present(["*#1", "p2#1", "p1#2"])] == ["*#1", "p1#2"]
    assert (view.newest().id, view.newest("fact"), view.newest("note", "fact").id) == ("p1#2", None, "p1#2")
    assert [item.id for item in looking(holding(*ops)).items()] == ["p1#1", "p1#2"]
    assert [item.id for item in looking(holding(*ops, **POOLED), scope=POOL).items()] == ["*#1"]


def test_turns_that_were_told_are_seen_even_if_they_are_deleted():
    ops = [
        draft("a", kind="turn"),
        draft("f"),
        draft("b", kind="turn", hours=2),
        Op("DELETE", "p1#1", time=at(1)),
        draft("n", kind="turn", source=(), hours=2),
    ]
    memory = holding(*ops)
    assert [part.text for part in looking(memory).told()] == ["a", "b"]
    assert [part.text for part in looking(memory, 1).told()] == ["a"]


class Rows(Scored):
    """An index whose items have two rows each."""

    def search(self, asked):
        rows = [
            (row, score)
            for id, score in self.scores.items()
            for row, score in ((id, score), (f"{id}{ROW}1", score - 0.05))
        ]
        return sorted(rows, key=lambda row: -row[1])[: asked.k]

    def blank(self):
        return Rows(self.retriever, **{id.removeprefix("p1#"): score for id, score in self.scores.items()})


def test_a_search_finds_each_item_once_however_many_rows_it_has():
    ops = [draft(text, kind=kind) for text, kind in (("a", "note"), ("b", "note"), ("c", "fact"), ("d", "fact"))]
    view = looking(holding(*ops, indexes=(Rows("rows", n1=0.9, n2=0.8, n3=0.3, n4=0.2),), score=Single("rows")))

    def found(k, *kinds):
        return [(item.id, score) for item, score in view.search("rows", "x", k, kinds)]

    assert found(2) == [("p1#1", 0.9), ("p1#2", 0.8)]
    assert found(1, "fact") == [("p1#3", 0.3)]  # the search widens until it finds one
    assert found(9, "fact") == [("p1#3", 0.3), ("p1#4", 0.2)]
    assert found(0) == found(-1) == found(3, "turn") == []


def test_a_search_merges_pooled_items_by_score():
    class Both(Scored):
        def search(self, asked):
            rows = {"p1": [("p1#1", 0.9), ("p1#2", 0.1)], POOL: [("*#1", 0.5), ("*#2", 0.05)]}
            return rows.get(asked.scope, [])[: asked.k]

        def blank(self):
            return self

    ops = [draft("a"), draft("b"), draft("s", scope=POOL, kind="shared"), draft("t", scope=POOL, kind="shared")]
    view = looking(holding(*ops, indexes=(Both("both"),), **POOLED))
    assert [item.id for item, _ in view.search("both", "x", 9)] == ["p1#1", "*#1", "p1#2", "*#2"]
    assert [item.id for item, _ in view.search("both", "x", 2)] == ["p1#1", "*#1"]
    plain = looking(holding(*ops, indexes=(Both("both"),)))
    assert [item.id for item, _ in plain.search("both", "x", 9)] == ["p1#1", "p1#2"]


def test_rows_and_operations_by_their_makers():
    item = Item("p1#1", 1, draft("a"))
    new = draft("b")
    assert (first_row(f"p1#1{ROW}12"), first_row("p1#1")) == ("p1#1", "p1#1")
    assert add(new, "why") == Op("ADD", "", new, why="why")
    assert change(item, new, "why") == Op("UPDATE", "p1#1", new, why="why")
    assert delete(item, "why") == Op("DELETE", "p1#1", why="why")
    both = Together((lambda view, event: [add(new)], lambda view, event: [delete(item, "")]))
    assert verbs(both(looking(holding()), happening("turn"))) == ["ADD ", "DELETE p1#1"]


def test_draws_of_a_view_are_named_by_scope():
    memory = holding(draft("a"), draft("b", scope="p2"), seed=5)
    one, other = looking(memory), looking(memory, scope="p2")
    assert one.draws("x").uniform() == looking(memory).draws("x").uniform() != other.draws("x").uniform()
    assert one.draws("x").uniform() != looking(holding(draft("a"))).draws("x").uniform()


def test_items_by_kind_follow_additions_and_deletions():
    ops = [
        draft("a", kind="note"),
        draft("b"),
        draft("c", kind="plot"),
        draft("d", kind="note"),
        draft("x", kind="note", scope="p2"),
    ]
    deleted = Op("DELETE", "p1#1", time=at(1))
    memory = holding(*ops, deleted, Op("QUARANTINE", "p1#3", time=at(1)), trackers=(ItemsByKind("note", "plot"),))
    tracker = memory.tracker("items_by_kind")
    assert (tracker.ids("p1", "note"), tracker.ids("p2", "note"), tracker.ids("p1", "fact")) == (["p1#4"], ["p2#1"], [])
    assert [item.id for item in items_of_kinds(looking(memory), "plot", "note")] == ["p1#4"]
    both = looking(holding(*ops, trackers=(ItemsByKind("note", "plot"),)))
    assert [item.id for item in items_of_kinds(both, "plot", "note")] == ["p1#1", "p1#3", "p1#4"]
    assert repr(tracker.blank()) == "ItemsByKind('note', 'plot')"


@dataclass
class Setting:
    whole: object = 1
    share: object = 0.5
    by: object = "age"


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({}, ""),
        ({"whole": 3, "share": 1}, ""),
        ({"whole": 0}, "whole is 0; expected an integer from 1 to 3"),
        ({"whole": 4}, "whole is 4"),
        ({"whole": 1.5}, "whole is 1.5"),
        ({"whole": True}, "whole is True"),
        ({"share": 1.1}, "share is 1.1; expected a number from 0 to 1"),
        ({"share": "1"}, "share is '1'"),
        ({"by": "size"}, "by is 'size'; expected one of age, use"),
    ],
)
def test_settings_are_checked_by_range_and_name(settings, said):
    def checked():
        check_settings(Setting(**settings), whole=(1, 3), share=(0.0, 1.0), by=("age", "use"))

    if not said:
        checked()
        return
    with pytest.raises(ConfigurationError, match=said):
        checked()


# ---------------------------------------------------------------------- the composed memory


def plain(**parts) -> Composed:
    return compose(**{"indexes": (BM25(),), **parts})


def noting(view: View, event: MemoryEvent) -> Iterable[Op]:
    """Adds a note that says what happened."""
    if event.kind in ("turn", "session", "unit", "recalled", "feedback"):
        words = event.item.text if event.item is not None else ""
        yield add(draft(f"{event.kind} {words}".strip(), kind="note", source=(), scope=view.scope))


def test_a_turn_is_added_merged_or_passed():
    memory = plain(segment=SessionUnits())
    assert verbs(memory.observe(said("a"))) == ["ADD p1#1"]
    (op,) = memory.observe(said("b", 1))
    assert (op.verb, op.id, op.cause, op.time) == ("MERGE", "p1#1", "s001.t10", at(1))
    assert verbs(memory.observe(said("c", 24, 2))) == ["ADD p1#2"]
    (op,) = memory.observe(said("a"))
    assert (op.verb, op.id, op.why, op.time) == ("PASS", "p1#2", "it is already stored", at(24))
    with pytest.raises(DataError, match="stored with other words"):
        memory.observe(said("x"))
    with pytest.raises(DataError, match="without a zone"):
        memory.observe(replace(said("y", 30), time=at(30).replace(tzinfo=None)))
    assert len(memory.journal) == 4


def test_rules_hear_of_turns_units_and_sessions_in_this_order():
    memory = plain(segment=SessionUnits(), link=noting, extract=Facts(Notation()))
    assert verbs(memory.observe(said("home: A"))) == ["ADD p1#1", "ADD p1#2"]
    ops = memory.observe(said("job: B", 24, 2))
    assert [(op.verb, op.id, op.draft.text if op.draft else op.why) for op in ops] == [
        ("PASS", "p1#1", FINISHED),
        ("DELETE", "p1#1", "what it tells is held by itself"),
        ("ADD", "p1#3", "home: A"),
        ("ADD", "p1#4", "unit home: A"),
        ("ADD", "p1#5", "job: B"),
        ("ADD", "p1#6", "turn job: B"),
    ]
    assert {op.cause for op in ops} == {"s002.t240"}
    closed = memory.close_session(at(25))
    assert [op.draft.text for op in closed if op.draft] == ["job: B", "unit job: B", "session"]
    assert {(op.cause, op.time) for op in closed} == {("", at(25))}
    assert [op.draft.text for op in memory.close_session(at(26)) if op.draft] == ["session"]


def test_without_rules_and_extraction_the_end_of_a_session_does_nothing():
    memory = plain(segment=SessionUnits())
    memory.observe(said("a"))
    assert memory.close_session(at(1)) == ()
    quiet = plain(segment=SessionUnits(), extract=nothing_extracted)
    quiet.observe(said("a"))
    quiet.observe(said("b", scope="p2"))
    assert verbs(quiet.close_session(at(1))) == ["PASS p1#1", "DELETE p1#1", "PASS p2#1", "DELETE p2#1"]
    assert quiet.close_session(at(2)) == []


def test_a_recall_is_heard_by_rules_unless_it_is_a_probe_or_finds_nothing():
    memory = plain(touch=noting, keys=_turns_only)
    memory.observe(said("rain"))
    before = len(memory.journal)
    memory.recall(cue("rain", purpose="probe"))
    memory.recall(cue("sun"))
    memory.recall(cue("rain", k=0))
    assert len(memory.journal) == before
    assert ids(memory.recall(cue("rain")).hits) == ["p1#1"]
    op = memory.journal.ops[-1]
    assert (op.draft.text, op.event, op.cause, op.time) == ("recalled", "recalled", "", at(1000))


def _turns_only(one):
    return (one.text,) if one.kind == "turn" else ()


def test_a_silent_recall_says_why():
    memory = plain()
    assert memory.recall(cue("rain")).why == "this scope is empty"
    memory.observe(said("sun"))
    memory.observe(said("fog", 1))
    assert memory.recall(cue("rain")).why == "none of the 2 items in this scope matches the cue"
    assert memory.recall(cue("sun", k=0)).why == "no items were asked for (k=0)"
    assert memory.recall(cue("sun", budget=12)).why == "no item found fits the budget of 12 tokens"
    found = memory.recall(cue("sun", budget=13))
    assert (found.context, found.tokens, found.why, found.level) == ("[2025-03-03 09:00] Ann: sun", 13, "", "turn")
    assert len(memory.recall(cue("sun", budget=12)).hits) == 1
    with pytest.raises(DataError, match="as_of has no zone"):
        memory.recall(replace(cue("sun"), as_of=at(0).replace(tzinfo=None)))


def test_an_earlier_moment_is_answered_by_the_memory_as_it_was():
    memory = plain()
    for number, text in enumerate(("rain", "rain rain", "rain")):
        memory.observe(said(text, number))
    memory.journal.append(Op("DELETE", "p1#1", time=at(5))) if False else memory._apply(
        Op("DELETE", "p1#1", time=at(5))
    )
    assert sorted(ids(memory.recall(cue("rain", hours=1)).hits)) == ["p1#1", "p1#2"]
    assert ids(memory.recall(cue("rain", hours=0.99)).hits) == ["p1#1"]
    assert sorted(ids(memory.recall(cue("rain", hours=5)).hits)) == ["p1#2", "p1#3"]
    assert sorted(ids(memory.recall(cue("rain", hours=4.99)).hits)) == ["p1#1", "p1#2", "p1#3"]
    assert memory.recall(cue("rain", hours=-1)).why == "this scope is empty"
    memory.observe(said("rain", 6))
    assert len(memory.recall(cue("rain", hours=5)).hits) == 2


def test_earlier_moments_of_two_people_and_of_a_restored_memory_are_not_mixed_up():
    memory, other = plain(), plain()
    for each, word in ((memory, "rain"), (other, "sun")):
        each.observe(said(word, 0))
        each.observe(said("fog", 5))
    state = other.snapshot()
    for each in (memory, other):
        each.observe(said("sun rain", 1, scope="p2"))
        each.observe(said("fog", 6, scope="p2"))
    assert [len(memory.recall(cue("sun", hours=2, scope=scope)).hits) for scope in ("p1", "p2")] == [0, 1]
    assert [len(memory.recall(cue("rain", hours=2, scope=scope)).hits) for scope in ("p1", "p2", "p1")] == [1, 1, 1]
    whole = other.snapshot()
    memory.restore(whole)
    assert [len(memory.recall(cue(word, hours=2)).hits) for word in ("rain", "sun")] == [0, 1]
    memory.restore(state)
    assert (len(memory.journal), memory.journal.scopes) == (2, ["p1"])


def test_what_is_not_held_changes_nothing(make_turn):
    memory = plain(hold=people_only)
    assert memory.observe(replied(make_turn, 1, "rain")) == []
    assert (len(memory.journal), memory.recall(cue("rain")).why) == (0, "this scope is empty")


def test_a_closed_session_is_not_continued():
    memory = plain(segment=SessionUnits(), link=_deaf)
    memory.observe(said("rain"))
    assert verbs(memory.close_session(at(1))) == ["PASS p1#1"]
    assert verbs(memory.observe(said("sun", 2))) == ["ADD p1#2"]
    assert verbs(memory.observe(said("fog", 3))) == ["MERGE p1#2"]
    assert memory.close_session(at(0))[0].time == at(3)  # time does not run backwards


def test_a_cue_asks_for_ten_items_and_1024_tokens():
    asked = Cue("x", at(0), "p1")
    assert (asked.purpose, asked.k, asked.budget) == ("answer", 10, 1024)
    nothing = Recollections()
    assert (nothing.hits, nothing.context, nothing.tokens, nothing.lessons, nothing.why, nothing.level) == (
        (),
        "",
        0,
        (),
        "",
        "turn",
    )


def test_an_earlier_moment_leaves_no_trace():
    memory = plain(touch=noting, keys=_turns_only)
    memory.observe(said("rain"))
    memory.observe(said("rain", 2))
    before = len(memory.journal)
    assert len(memory.recall(cue("rain", hours=1)).hits) == 1
    assert len(memory.journal) == before


def test_pooled_items_of_later_are_not_in_an_earlier_memory():
    memory = plain(pools=frozenset({"shared"}), link=_sharing)
    memory.observe(said("rain", 0))
    memory.observe(said("rain", 2, scope="p2"))
    memory.observe(said("rain", 4))
    tips = [
        [item.text for item in View(past, "p1", at(9)).items("shared")]
        for past in (memory, memory._as_of(cue("x", hours=3)))
    ]
    assert tips == [["tip p1", "tip p2", "tip p1"], ["tip p1", "tip p2"]]


def _sharing(view, event):
    if event.kind == "turn":
        yield add(draft(f"tip {view.scope}", kind="shared", scope=view.scope, hours=0))


def test_feedback_reaches_the_rules_in_the_scope_of_the_reply(make_turn):
    memory = plain(learn=noting)
    memory.observe(said("rain", 1))
    memory.observe(said("sun", 2, scope="p2"))
    before = len(memory.journal)
    memory.feedback(Feedback("s009.t99"), None)
    assert len(memory.journal) == before
    memory.feedback(Feedback("s001.t10", time=at(3)), None)
    op = memory.journal.ops[-1]
    assert (op.draft.text, op.id, op.event, op.cause, op.time) == ("feedback", "p1#3", "feedback", "s001.t10", at(3))
    memory.feedback(Feedback("s001.t20"), None)
    assert (memory.journal.ops[-1].id, memory.journal.ops[-1].time) == ("p2#3", at(2))
    memory.feedback(Feedback("s001.t10", time=at(0)), None)
    assert memory.journal.ops[-1].time == at(3)  # time does not run backwards


def test_hits_of_items_that_changed_their_id_are_left_out_of_feedback():
    memory = plain(learn=_deaf)
    memory.observe(said("rain", 1))
    memory.observe(said("sun", 2))
    kept = memory._still_held(
        Recollections((Hit("p1#1", 1.0, ("s001.t10",)), Hit("p1#2", 1.0, ("s001.t10",)), Hit("p1#9", 1.0, ())))
    )
    assert [hit.id for hit in kept.hits] == ["p1#1"]


def _deaf(view, event):
    return ()


def test_copies_share_nothing_and_a_restored_memory_is_the_one_of_the_snapshot():
    memory = plain()
    memory.observe(said("rain"))
    state = memory.snapshot()
    replica = copy.deepcopy(memory)
    replica.observe(said("rain", 1))
    assert (len(memory.journal), len(memory.recall(cue("rain")).hits)) == (1, 1)
    memory.observe(said("rain rain", 2))
    assert [len(each.recall(cue("rain")).hits) for each in (memory, replica)] == [2, 2]
    memory.restore(state)
    assert (memory.snapshot(), ids(memory.recall(cue("rain")).hits)) == (state, ["p1#1"])
    with pytest.raises(StateError, match="other parts"):
        plain(segment=SessionUnits()).restore(state)
    assert len(memory.varied().journal) == 0


def test_rules_may_draw_by_the_seed_of_the_memory():
    assert plain(seed=3).seeds == plain(seed=3).varied().seeds != plain(seed=4).seeds


def test_parts_are_shown_by_name():
    assert plain().parts == {"indexes": "(BM25(k1=1.5, b=0.75, tokenizer=alphanumerics))", "segment": "TurnUnits()"}
    shown = plain(
        keys={"bm25": no_key},
        link=noting,
        pools=frozenset({"b", "a"}),
        seed=3,
        extract=Facts(Notation()),
        score=Single("bm25"),
    ).parts
    assert {name: shown[name] for name in ("keys", "link", "pools", "seed", "extract", "score")} == {
        "keys": "{bm25: no_key}",
        "link": "noting",
        "pools": "a, b",
        "seed": "3",
        "extract": "Facts(reader=Notation(), claimed=False)",
        "score": "Single(retriever='bm25', kinds=())",
    }


def test_guards_hold_apart_what_is_extracted_and_the_next_unit_begins_anew():
    memory = plain(segment=SessionUnits(), guards=(NoRain(),))
    assert verbs(memory.observe(said("sun"))) == ["ADD p1#1"]
    assert verbs(memory.observe(said("rain", 1))) == ["ADD p1#2", "QUARANTINE p1#2"]
    assert verbs(memory.observe(said("fog", 2))) == ["ADD p1#3"]
    found = memory.recall(cue("sun rain fog"))
    assert sorted(ids(found.hits)) == ["p1#1", "p1#3"]
    extracting = plain(segment=SessionUnits(), guards=(NoRain(),), extract=Facts(Notation()))
    extracting.observe(said("sky: blue\nweather: clear"))
    extracting.observe(said("sky: grey", 24, 2))
    assert [item.text for item in extracting.journal.items("p1")] == ["sky: blue", "weather: clear", "sky: grey"]


@dataclass(frozen=True)
class NoRain:
    """Screens rain, and hides what was found for `hide`."""

    def screen(self, one, view):
        return "it rains" if "rain" in one.text else ""

    def sift(self, asked, hits, view):
        return ([], ()) if asked.text.startswith("hide") else (hits, ())


def test_a_recall_whose_hits_are_all_hidden_says_so():
    memory = plain(guards=(NoRain(),))
    memory.observe(said("hide and seek"))
    assert memory.recall(cue("hide")).why == "the guards hid all items found"
    assert memory.recall(cue("hidden")).why == "none of the 1 items in this scope matches the cue"


def test_lessons_come_even_where_nothing_is_found():
    memory = plain(teach=_teaching)
    found = memory.recall(cue("rain"))
    assert ([one.value for one in found.lessons], found.hits, memory.teaches, plain().teaches) == (
        ["x"],
        (),
        True,
        False,
    )


def _teaching(asked, view):
    return (Lesson("a", "x", 1.0),)


# ---------------------------------------------------------------------- forgetting


def test_forgetting_counts_what_rests_on_the_turns():
    told = [
        draft("a", kind="turn"),
        draft("b", source="s9", basis=("s001.t00",)),
        draft("c", source="s8"),
        draft("d", source="s001.t00", scope="p2"),
    ]
    pooled = draft("e", source="s001.t00", scope=POOL, of="p1")
    held = journal(*told, pooled)
    assert dependents(held, "p1", {"s001.t00"}) == 3
    assert dependents(held, "p2", {"s001.t00"}) == 1
    assert dependents(held, "p1", {"s7"}) == 0


def test_turns_after_the_forgotten_one_are_taken_in_again():
    memory = plain(segment=SessionUnits())
    for number, (text, session) in enumerate((("rain", 1), ("sun", 1), ("fog", 1), ("sky", 2))):
        memory.observe(said(text, number, session))
    assert memory.forget("p1", ["s001.t10", "s9"]) == 1
    assert [(item.id, item.text) for item in memory.journal.items("p1")] == [("p1#1", "rain\nfog"), ("p1#2", "sky")]
    assert [op.time for op in memory.journal] == [at(0), at(2), at(3)]
    assert memory.forget("p1", ["s001.t10"]) == 0


def test_what_a_forgotten_turn_had_replaced_comes_back():
    memory = compose(
        indexes=(Slots(),), keys=slot_keys, segment=SessionUnits(), extract=Facts(Notation()), admit=keep_me_updated
    )
    for number, text in enumerate(("home: A", "home: B", "job: C"), start=1):
        memory.observe(said(text, 24 * number, number))
        memory.close_session(at(24 * number + 1))
    assert [item.text for item in memory.journal.items("p1")] == ["home: B", "job: C"]
    memory.forget("p1", ["s002.t480"])
    assert [item.text for item in memory.journal.items("p1")] == ["home: A", "job: C"]
    assert [op.time for op in memory.journal if op.verb == "ADD"] == [at(24), at(25), at(72), at(73)]


def test_uses_are_kept_through_forgetting_and_other_scopes_too():
    memory = plain()
    memory.observe(said("rain", 0))
    memory.observe(said("sun", 1))
    memory.observe(said("fog", 2))
    memory.observe(said("sea", 2, scope="p2"))
    memory._apply_all([Op("TOUCH", "p1#3", why="used")], "p1", at(3), "", "recalled")
    memory._apply_all([Op("LINK", "p1#3", other="p1#2", why="x")], "p1", at(3), "", "recalled")
    memory._apply_all([Op("TOUCH", "p1#3", why="owed", basis=("s001.t10",))], "p1", at(3), "", "recalled")
    memory._apply_all([Op("TOUCH", "p2#1", why="hers")], "p2", at(3), "", "recalled")
    memory.forget("p1", ["s001.t10"])
    assert [
        (item.id, item.text, [use.why for use in item.uses], item.links) for item in memory.journal.items("p1")
    ] == [
        ("p1#1", "rain", [], {}),
        ("p1#2", "fog", ["used"], {}),
    ]
    assert [use.why for use in memory.journal.get("p2#1").uses] == ["hers"]


def test_uses_of_what_is_no_longer_held_are_left_out():
    memory = plain(forget=_sun_keeps_rain)
    for hour, text in enumerate(("rain", "sun", "sea", "fog")):
        memory.observe(said(text, hour))
    for op in (Op("TOUCH", "p1#1"), Op("LINK", "p1#4", other="p1#1", why="x"), Op("TOUCH", "p1#3")):
        memory._apply_all([op], "p1", at(5), "", "recalled")
    assert [item.text for item in memory.journal.items("p1")] == ["rain", "sun", "sea", "fog"]
    memory.forget("p1", ["s001.t10"])
    # Without the sun, the fog takes the rain away, and with it what was noted on it later.
    assert [(item.text, len(item.uses), item.links) for item in memory.journal.items("p1")] == [
        ("sea", 1, {}),
        ("fog", 0, {}),
    ]


def _sun_keeps_rain(view, event):
    texts = {item.text: item for item in view.items()}
    return [delete(texts["rain"], "gone")] if "fog" in texts and "rain" in texts and "sun" not in texts else []


def test_a_turn_may_ask_to_forget_itself():
    memory = plain(unwanted=_everything_on_request)
    memory.observe(said("rain"))
    assert memory.journal.items("p1")
    memory.observe(said("forget", 1))
    assert memory.journal.items("p1") == []
    memory.observe(said("forget", 1))
    assert len(memory.journal) == 0


def _everything_on_request(one, view):
    return [source for item in view.items() for source in item.sources] if one.text == "forget" else ()


# ---------------------------------------------------------------------- foreign memories


class Foreign:
    """Answers what it is given."""

    def __init__(self, answer):
        self.answer = answer

    def observe(self, turn): ...

    def recall(self, asked):
        return self.answer


def asked(answer, *turns: Turn, **options) -> Recollections:
    memory = adopt(Foreign(answer))
    for one in turns or (said("rain"), said("sun", 1), said("rain", 2)):
        memory.observe(one)
    return memory.recall(cue("x", **options))


def hits_of(found: Recollections) -> list[tuple[str, float, tuple[str, ...]]]:
    return [(hit.id, round(hit.score, 6), hit.sources) for hit in found.hits]


def test_a_foreign_list_is_ranked_by_reciprocal_places_and_shown_in_time():
    found = asked(["s001.t20", "s001.t00", "own words"])
    assert hits_of(found) == [("s001.t20", 1.0, ("s001.t20",)), ("s001.t00", 0.5, ("s001.t00",)), ("3", 0.333333, ())]
    assert found.context == "[2025-03-03 09:00] Ann: rain\n[2025-03-03 11:00] Ann: rain\nown words"
    assert hits_of(asked(["s001.t20", "s001.t00"], k=1)) == [("s001.t20", 1.0, ("s001.t20",))]
    short_budget = asked(["s001.t20", "s001.t10"], budget=25)
    assert (short_budget.context, short_budget.tokens) == ("[2025-03-03 11:00] Ann: rain", 13)
    assert len(short_budget.hits) == 2
    assert asked(["s001.t20", "s001.t10"], budget=26).tokens == 26


def test_words_of_turns_stand_for_the_latest_one_first_and_later_turns_are_left_out():
    assert [hit.id for hit in asked(["rain", "rain", "rain", "sun"]).hits] == ["s001.t20", "s001.t00", "s001.t10"]
    assert [hit.id for hit in asked(["rain", "rain", "sun"], hours=1).hits] == ["s001.t00", "s001.t10"]
    assert [hit.id for hit in asked(["s001.t20", "s001.t10"], hours=1).hits] == ["s001.t10"]
    assert [hit.id for hit in asked(["rain"], said("rain", scope="p2")).hits] == ["1"]  # another person's words
    with pytest.raises(SeatError, match=r"s009.t99, which it was never shown"):
        asked(["s009.t99"])


def test_foreign_texts_and_nothing():
    found = asked("one\ntwo three\nfour", budget=2)
    assert (found.context, found.tokens, found.hits, found.why) == ("one\nfour", 2, (), "")
    assert asked("one two", budget=1).why == "nothing that was brought back fits the budget of 1 tokens"
    assert asked("").why == asked([]).why == "nothing was brought back"
    assert asked(None).why == "Foreign brought back nothing"


def test_foreign_recollections_are_cut_and_checked():
    hits = (Hit("a", 2, ("s001.t00",), {"x": 1}), Hit("b", 1.0, ("s001.t10",)))
    found = asked(Recollections(hits, "one\ntwo", 99, (), "because", "session"), k=1, budget=1)
    assert (hits_of(found), found.context, found.tokens, found.why, found.level) == (
        [("a", 2.0, ("s001.t00",))],
        "one",
        1,
        "because",
        "session",
    )
    assert dict(found.hits[0].retrievers) == {"x": 1.0}
    with pytest.raises(SeatError, match=r"brought back s001.t10 from after the cue's moment"):
        asked(Recollections(hits), k=1, hours=0.5)
    for wrong in (
        Recollections((Hit("a", float("nan"), ()),)),
        Recollections((Hit("a", "high", ()),)),
        Recollections((Hit("a", 1.0, ["s1"]),)),
        Recollections(context=7),
        Recollections(why=None),
        Recollections(level="life"),
        7,
        ["a", 7],
    ):
        with pytest.raises(SeatError, match=r"Foreign.recall returned"):
            asked(wrong)


def test_a_restored_foreign_memory_knows_its_turns_again():
    memory = adopt(Foreign(["rain"]))
    memory.observe(said("rain"))
    state = memory.snapshot()
    memory.observe(said("rain", 1))
    replica = copy.deepcopy(memory)
    memory.restore(state)
    assert [hit.id for hit in memory.recall(cue("x")).hits] == ["s001.t00"]
    assert [hit.id for hit in replica.recall(cue("x")).hits] == ["s001.t10"]
    replica.observe(said("rain", 2))
    assert [hit.id for hit in memory.recall(cue("x")).hits] == ["s001.t00"]


def test_flags_of_a_foreign_memory():
    class Flagged(Foreign):
        traceless = True
        teaches = True

    flagged, bare = adopt(Flagged(None)), adopt(Foreign(None))
    assert (flagged.journals, flagged.teaches, bare.journals, bare.teaches) == (True, True, False, False)


# ---------------------------------------------------------------------- embedders


def test_hashed_vectors_have_length_one_and_count_each_word_once():
    embedder = HashedEmbedder(64)
    rows = embedder.embed(["Bergen rain", "rain bergen rain", "", "!", "bergen"])
    assert [round(float(row @ row), 5) for row in rows] == [1.0, 1.0, 0.0, 0.0, 1.0]
    assert rows[0].tolist() == rows[1].tolist()
    # Bergen has 15 n-grams between its edges, Bergens 18, of which 12 are the same: 12 / sqrt(15 * 18) / 2.
    known, near, far = HashedEmbedder(65536).embed(["bergen", "bergens", "fjord"])
    assert (float(near @ known), float(far @ known)) == pytest.approx((0.36515, 0.0), abs=1e-4)
    for dims in (7, 65537, True, 8.0):
        with pytest.raises(ConfigurationError, match="dims is"):
            HashedEmbedder(dims)
    assert (HashedEmbedder().dims, HashedEmbedder(8).dims, HashedEmbedder(65536).dims) == (256, 8, 65536)


def test_features_are_spread_by_murmur_and_signed():
    # The published values of the last steps of MurmurHash3 for 1 and for all bits.
    assert (murmur_mix(1), murmur_mix(0xFFFFFFFF), murmur_mix(0)) == (0x514E28B7, 0x81F16F39, 0)
    draws = Random(5)
    rows = HashedEmbedder(8).embed(["".join(draws.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(200)])
    # In eight dimensions unrelated words collide all the time; as their signs differ, their mean cosine is near 0.
    assert float((rows @ rows.T).mean()) == pytest.approx(0.0, abs=0.1)


def test_longer_words_weigh_more_up_to_eight_letters():
    embedder = HashedEmbedder(65536)

    def share(word):
        """The weight of a word beside one of eight letters."""
        alone, other, both = embedder.embed([word, "mnopqrst", f"{word} mnopqrst"])
        return float(alone @ both) / float(other @ both)

    assert share("abcd") == pytest.approx(0.5, abs=1e-3)
    assert share("abcdefg") == pytest.approx(0.875, abs=1e-3)
    assert share("abcdefgh") == share("abcdefghijkl") == pytest.approx(1.0, abs=1e-3)


def test_only_texts_with_words_reach_a_model_and_vectors_are_scaled():
    asked = []

    def model(texts):
        asked.append(texts)
        return np.array([[3.0, 4.0], [0.0, 0.0]])

    rows = rows_of_words(["", "a\ud800", "!", "b"], 2, model, "m")
    assert asked == [["a?", "b"]]
    assert rows.tolist() == [[0, 0], [pytest.approx(0.6), pytest.approx(0.8)], [0, 0], [0, 0]]
    assert rows_of_words(["", "?"], 2, model, "m").tolist() == [[0, 0], [0, 0]]
    assert (has_words("_"), has_words("!?"), sayable("é\ud800")) == (True, False, "é?")


def test_an_embedder_is_an_object_with_embed():
    assert repr(build_embedder("hashed:dims=64")) == "HashedEmbedder(dims=64)"
    for wrong in (HashedEmbedder, 7):
        with pytest.raises(ConfigurationError, match="is not an embedder"):
            build_embedder(wrong)


def test_a_repeated_request_forgets_nothing_again():
    memory = plain(unwanted=_rain_on_request)
    for hour, text in enumerate(("rain", "no rain please", "rain")):
        memory.observe(said(text, hour))
    assert [item.text for item in memory.journal.items("p1")] == ["no rain please", "rain"]
    assert verbs(memory.observe(said("no rain please", 1))) == ["PASS p1#2"]
    assert [item.text for item in memory.journal.items("p1")] == ["no rain please", "rain"]


def _rain_on_request(one, view):
    rain = [source for item in view.items() if item.text == "rain" for source in item.sources]
    return rain if one.text.startswith("no rain") else ()


def test_pooled_items_have_no_session_of_their_own():
    memory = plain(pools=frozenset({"shared"}), consolidate=_noting_sessions)
    memory.observe(said("rain"))
    memory.observe(said("sun", 1, scope="p2"))
    for hour in (2, 3):
        ops = memory.close_session(at(hour))
        assert [op.draft.text for op in ops if op.draft] == ["the session of p1", "the session of p2"]


def _noting_sessions(view, event):
    if event.kind == "session":
        yield add(draft(f"the session of {view.scope}", kind="shared", scope=view.scope))


def test_pooled_items_say_whose_they_are_and_stand_in_the_pools_own_time():
    memory = plain(pools=frozenset({"shared"}), consolidate=_noting_sessions)
    memory.observe(said("rain", 5))
    memory.observe(said("sun", 1, scope="p2"))
    made = [op for op in memory.close_session(at(2)) if op.draft]
    assert [(op.id, op.draft.scope, dict(op.draft.extra), op.time) for op in made] == [
        ("*#1", "*", {"of": "p1"}, at(5)),
        ("*#2", "*", {"of": "p2"}, at(5)),
    ]


def test_operations_keep_a_cause_and_a_time_of_their_own():
    memory = plain()
    memory.observe(said("rain"))
    own = Op("TOUCH", "p1#1", cause="s009.t01", time=at(3))
    ops = memory._apply_all([own, Op("TOUCH", "p1#1")], "p1", at(4), "s001.t00", "recalled")
    assert [(op.cause, op.time, op.event) for op in ops] == [
        ("s009.t01", at(3), "recalled"),
        ("s001.t00", at(4), "recalled"),
    ]


def lessons_of(memory, scope: str = "p1") -> list[tuple[str, str, int]]:
    return [(item.id, item.text, len(item.uses)) for item in memory.journal.items(scope) if item.kind != "turn"]


def test_a_use_follows_the_item_with_most_of_its_turns():
    memory = plain(segment=SessionUnits())
    for hour, (text, session) in enumerate((("rain", 1), ("sun", 1), ("fog", 1), ("sky", 2))):
        memory.observe(said(text, hour, session))
    for id, why in (("p1#1", "first"), ("p1#2", "second")):
        memory._apply_all([Op("TOUCH", id, why=why)], "p1", at(5), "", "recalled")
    memory.forget("p1", ["s001.t00"])
    assert [(item.text, [use.why for use in item.uses]) for item in memory.journal.items("p1")] == [
        ("sun\nfog", ["first"]),
        ("sky", ["second"]),
    ]


def test_of_a_lesson_with_several_supports_the_remaining_ones_stay():
    memory = plain()
    for hour, text in enumerate(("rain", "sun", "fog")):
        memory.observe(said(text, hour))

    def support(text, basis, id=""):
        made = draft(text, kind="lesson", source=(), basis=(basis,), hours=4)
        op = Op("MERGE", id, made) if id else add(made)
        memory._apply_all([op], "p1", at(4), basis, "feedback")

    support("first", "s001.t10")
    support("second", "s001.t20", "p1#4")
    support("other", "s001.t00")
    support("gone", "s001.t10")
    memory._apply_all([Op("TOUCH", "p1#4"), Op("TOUCH", "p1#6"), Op("TOUCH", "p1#5")], "p1", at(5), "", "recalled")
    assert lessons_of(memory) == [("p1#4", "first\nsecond", 1), ("p1#5", "other", 1), ("p1#6", "gone", 1)]
    memory.forget("p1", ["s001.t10"])
    assert lessons_of(memory) == [("p1#3", "second", 1), ("p1#4", "other", 1)]


def test_the_use_of_a_lesson_that_is_gone_does_not_pass_to_another():
    memory = plain()
    for hour, text in enumerate(("rain", "sun")):
        memory.observe(said(text, hour))
    for text, sources in (("both", ("s001.t00", "s001.t10")), ("one", ("s001.t10",))):
        memory._apply_all([add(draft(text, kind="lesson", source=sources, hours=4))], "p1", at(4), "", "feedback")
    memory._apply_all([Op("TOUCH", "p1#3")], "p1", at(5), "", "recalled")
    assert lessons_of(memory) == [("p1#3", "both", 1), ("p1#4", "one", 0)]
    memory.forget("p1", ["s001.t00"])
    assert lessons_of(memory) == [("p1#2", "one", 0)]


def test_feedback_on_a_forgotten_reply_is_undone():
    memory = plain()
    for hour, text in enumerate(("rain", "sun", "fog")):
        memory.observe(said(text, hour))
    for cause, why in (("s001.t00", "first"), ("s001.t20", "second")):
        memory._apply_all([Op("TOUCH", "p1#2", why=why)], "p1", at(5), cause, "feedback")
    memory.forget("p1", ["s001.t00"])
    assert [(item.text, [use.why for use in item.uses]) for item in memory.journal.items("p1")] == [
        ("sun", ["second"]),
        ("fog", []),
    ]


class Full(Scored):
    """An index whose file has no room for the word `sun`."""

    def blank(self) -> Full:
        return Full(self.retriever)

    def put(self, scope: str, id: str, key: object) -> None:
        if "sun" in str(key):
            raise InfrastructureError("the file is full", where="Full.put")


def test_an_operation_that_one_index_cannot_write_leaves_nothing_in_the_others():
    memory = plain(indexes=(BM25(), Full("full")), score=Single("bm25"), trackers=(ItemsByKind("turn"),))
    memory.observe(said("rain"))
    with pytest.raises(InfrastructureError, match="the file is full"):
        memory.observe(said("sun", 1))
    # Words and tracker had taken the turn before the second index failed.
    assert list(memory.index("bm25").search(cue("sun"))) == []
    assert [id for id, _ in memory.index("bm25").search(cue("rain"))] == ["p1#1"]
    assert [item.text for item in items_of_kinds(View(memory, "p1", at(2)), "turn")] == ["rain"]


def test_another_persons_operations_stay_as_they_are():
    memory = plain()
    memory.observe(said("rain", 0))
    memory.observe(said("sea", 1, scope="p2"))
    memory.observe(said("sand", 2, scope="p2"))
    memory._apply_all([Op("LINK", "p2#1", other="p2#2", why="x")], "p2", at(3), "")
    memory._apply_all([Op("MERGE", "p2#2", other="p2#1")], "p2", at(4), "")
    state = memory.journal.ops[1:]
    assert memory.forget("p1", ["s001.t00"]) == 1
    assert list(memory.journal) == list(state)
    assert [item.text for item in memory.journal.items("p2")] == ["sand\nsea"]
    assert memory.forget("p2", ["s001.t20"]) == 1
    assert [(item.text, item.links) for item in memory.journal.items("p2")] == [("sea", {})]


def test_a_search_of_pooled_items_widens_until_both_parts_are_exhausted():
    class Pooled(Scored):
        def search(self, asked):
            return [("*#1", 0.9), ("*#2", 0.8)][: asked.k] if asked.scope == POOL else []

        def blank(self):
            return self

    ops = [draft("a", kind="other", scope=POOL), draft("b", kind="shared", scope=POOL), draft("c")]
    view = looking(holding(*ops, indexes=(Pooled("pooled"),), **POOLED))
    assert [item.id for item, _ in view.search("pooled", "x", 1, ("shared",))] == ["*#2"]


def test_a_session_is_ended_once_when_turns_are_taken_in_again():
    memory = plain(consolidate=noting)
    for hour, text in enumerate(("rain", "sun")):
        memory.observe(said(text, hour))
    memory.close_session(at(2))
    memory.observe(said("fog", 30, 2))
    memory.close_session(at(31))
    memory.forget("p1", ["s001.t00"])
    assert [item.text for item in memory.journal.items("p1")] == [
        "sun", "turn sun", "unit sun", "session", "fog", "turn fog", "unit fog", "session",
    ]  # fmt: skip
