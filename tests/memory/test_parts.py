"""What the engine of a composed memory promises its parts: when it calls them, and what they see and may do."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from regulars.dialogue import Feedback
from regulars.errors import ConfigurationError
from regulars.memory.composition.compose import compose
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import POOL, Claim, Draft, Op
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.keys import KindsOnly, name_and_text, no_key
from regulars.memory.parts.scoring.by_index import RRF, Single
from regulars.memory.parts.segments.units import SessionUnits
from regulars.memory.parts.view import MemoryEvent, Together, View, add, change, delete
from regulars.memory.protocol import Cue, Hit, Lesson


def sentences(unit: Item, view: View) -> Iterable[Draft]:
    """Each sentence of a unit."""
    for part in unit.parts:
        for text in filter(None, part.text.split(". ")):
            yield replace(part, text=text, kind="fact", claims=(Claim(part.name, "said", text),))


def gist(view: View, event: MemoryEvent) -> Iterable[Op]:
    """A summary of the scope: how a session began, for all sessions."""
    if event.kind != "session":
        return
    for item in view.items("fact"):
        held = view.newest("summary")
        draft = replace(item.parts[0], kind="summary", name="", text=item.text.split()[0])
        if held is None:
            yield add(draft, "the first")
        elif set(draft.sources).isdisjoint(held.sources):
            yield change(
                held, replace(draft, text=f"{held.text} {draft.text}", sources=held.sources + draft.sources), "longer"
            )


def used(view: View, event: MemoryEvent) -> Iterable[Op]:
    """Touches what was brought back."""
    for hit in event.hits:
        yield Op("TOUCH", hit.id, why="recalled")


def only_two(view: View, event: MemoryEvent) -> Iterable[Op]:
    """Keeps two facts."""
    if event.kind == "added":
        for item in view.items("fact")[:-2]:
            yield delete(item, "there is room for two")


def neighbours(view: View, event: MemoryEvent) -> Iterable[Op]:
    """Ties what is added to what it is most like."""
    if event.kind == "added" and event.item is not None:
        for other, _ in view.search("bm25", event.item.text, 3):
            if other is not event.item:
                yield Op("LINK", event.item.id, other=other.id, why="alike")


def keep_score(view: View, event: MemoryEvent) -> Iterable[Op]:
    """Holds what the user let show."""
    if event.kind == "feedback" and event.feedback is not None:
        held = view.newest()
        assert held is not None
        yield add(Draft(view.scope, held.session, view.now, "", event.feedback.text, (event.feedback.about,), "lesson"))


def what_was_shown(cue: Cue, view: View) -> Sequence[Lesson]:
    """A lesson for each."""
    return [Lesson("length", item.text, 1.0, item.sources) for item in view.items("lesson")]


@dataclass(frozen=True)
class ScreensHailAndRain:
    """Holds hail apart, and shows no rain."""

    def screen(self, draft: Draft, view: View) -> str:
        return "it hails" if "hail" in draft.text else ""

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        wet = [hit for hit in hits if "rain" in view.get(hit.id).text]
        return [hit for hit in hits if hit not in wet], [Op("QUARANTINE", hit.id, why="it rains") for hit in wet]


def texts(memory, scope="p1", *kinds):
    return [item.text for item in memory.journal.items(scope) if not kinds or item.kind in kinds]


@pytest.fixture
def facts():
    """Makes a memory of sentences, found by their words."""

    def make(**parts):
        return compose(**{"indexes": (BM25(),), "segment": SessionUnits(), "extract": sentences, **parts})

    return make


def test_a_unit_is_held_as_it_is_until_it_is_finished_and_then_as_what_it_tells(facts, make_turn, make_cue):
    memory = facts()
    for number in range(3):
        memory.observe(make_turn(number, f"rain {number}. sun {number}"))
    assert texts(memory) == ["rain 0. sun 0\nrain 1. sun 1\nrain 2. sun 2"]
    assert memory.recall(make_cue("rain")).hits, "the open unit can be found"
    ops = memory.close_session(make_turn(2).time)
    assert [op.verb for op in ops] == ["PASS", "DELETE", *["ADD"] * 6]
    assert texts(memory) == [f"{word} {number}" for number in range(3) for word in ("rain", "sun")]
    assert memory.recall(make_cue("rain 1")).hits[0].sources == (make_turn(1).id,)
    assert memory.close_session(make_turn(2).time) == []


def test_the_next_unit_finishes_the_last_one(facts, make_turn):
    memory = facts()
    for number in (0, 1, 4):
        memory.observe(make_turn(number, f"rain {number}"))
    assert texts(memory) == ["rain 0", "rain 1", "rain 4"]
    assert [item.kind for item in memory.journal.items("p1")] == ["fact", "fact", "turn"]
    assert memory.observe(make_turn(0, "rain 0"))[0].verb == "PASS", "a turn is known though its unit is gone"


def test_units_are_kept_where_it_is_wished(facts, make_turn):
    memory = facts(keeps_units=True)
    memory.observe(make_turn(0, "rain. sun"))
    memory.close_session(make_turn(0).time)
    assert texts(memory) == ["rain. sun", "rain", "sun"]
    assert memory.close_session(make_turn(0).time) == []


def test_rules_are_asked_in_order_and_see_what_they_did(facts, make_turn):
    memory = facts(consolidate=gist, forget=only_two, link=neighbours)
    memory.observe(make_turn(0, "rain a. rain b. rain c"))
    memory.close_session(make_turn(0).time)
    assert texts(memory) == ["rain b", "rain c", "rain"]
    assert memory.journal.get("p1#4").links == {"p1#2": "alike", "p1#3": "alike"}
    memory.observe(make_turn(4, "sun"))
    memory.close_session(make_turn(4).time)
    assert texts(memory, "p1", "summary") == ["rain sun"]


def test_used_items_are_touched_except_by_probes(facts, make_turn, make_cue):
    memory = facts(touch=used)
    memory.observe(make_turn(0, "rain"))
    memory.close_session(make_turn(0).time)
    before = memory.snapshot()
    memory.recall(make_cue("rain", purpose="probe"))
    assert memory.snapshot() == before
    found = memory.recall(make_cue("rain"))
    (item,) = memory.journal.items("p1")
    assert [use.time for use in item.uses] == [make_cue().as_of]
    again = memory.replayed(memory.journal)
    assert again.snapshot() == memory.snapshot()
    assert again.recall(make_cue("rain")) == found


def test_a_guard_holds_apart_and_sifts(facts, make_turn, make_cue):
    memory = facts(guards=(ScreensHailAndRain(),), extract=None, keys=name_and_text)
    for number, text in enumerate(("rain today", "hail today", "sun today")):
        memory.observe(make_turn(number * 4, text))
    assert texts(memory) == ["rain today", "sun today"]
    before = memory.snapshot()
    probe = memory.recall(make_cue("today", purpose="probe"))
    assert probe.context.endswith("sun today")
    assert len(probe.hits) == 1
    assert memory.snapshot() == before
    assert memory.recall(make_cue("today")).hits == probe.hits
    assert texts(memory) == ["sun today"]
    assert memory.recall(make_cue("rain")).why


def test_one_item_may_be_found_by_several_keys(make_turn, make_cue):
    memory = compose(indexes=(BM25(),), keys=words_apart)
    memory.observe(make_turn(0, "rain hail"))
    memory.observe(make_turn(1, "rain"))
    found = memory.recall(make_cue("hail rain"))
    assert [hit.sources[0] for hit in found.hits] == [make_turn(0).id, make_turn(1).id]
    replica = memory.replayed(
        [
            *memory.journal,
            Op("UPDATE", "p1#1", replace(memory.journal.get("p1#1").parts[0], text="snow"), time=now(memory)),
        ]
    )
    assert [hit.id for hit in replica.recall(make_cue("hail snow")).hits] == ["p1#1"]
    assert not replica.recall(make_cue("hail")).hits


def words_apart(draft: Draft) -> Sequence[str]:
    """Each word by itself."""
    return draft.text.split()


def now(memory):
    return memory.journal.latest("p1")


def test_several_indexes_are_fused_and_each_arm_says_its_score(make_turn, make_cue):
    memory = compose(indexes=(BM25(), Dense()), score=RRF(("bm25", "dense")))
    for number, text in enumerate(("rain in Bergen", "a sunny day", "raining")):
        memory.observe(make_turn(number, text))
    found = memory.recall(make_cue("rain"))
    assert set(found.hits[0].retrievers) == {"bm25", "dense"}
    assert found.hits[0].score == pytest.approx(2 / 61)
    assert len(memory.recall(make_cue("rain", k=1)).hits) == 1


def test_pooled_items_serve_all_scopes_and_quote_none(make_turn, make_cue):
    memory = compose(
        indexes=(BM25(),),
        keys=KindsOnly(("turn",)),
        learn=keep_score,
        teach=what_was_shown,
        pools=frozenset({"lesson"}),
    )
    memory.observe(make_turn(0, "rain", scope="ann"))
    memory.observe(make_turn(1, "sun", scope="bob"))
    memory.feedback(Feedback(make_turn(0).id, text="short"), None)
    for scope in ("ann", "bob"):
        found = memory.recall(make_cue("rain sun", scope=scope))
        assert [lesson.value for lesson in found.lessons] == ["short"]
        assert len(found.hits) == 1
    assert memory.teaches
    assert memory.journal.items(POOL)[0].parts[0].extra == {"of": "ann"}
    assert memory.replayed(memory.journal).snapshot() == memory.snapshot()
    memory.forget("bob", [make_turn(0).id])
    assert memory.recall(make_cue(scope="bob")).lessons
    memory.forget("ann", [make_turn(0).id])
    assert not memory.recall(make_cue(scope="bob")).lessons


def test_feedback_on_an_unknown_turn_is_ignored(make_turn):
    memory = compose(indexes=(BM25(),), learn=keep_score)
    memory.observe(make_turn(0))
    memory.feedback(Feedback("s009.t09", text="short"), None)
    assert len(memory.journal) == 1


@pytest.mark.parametrize("segment", [{}, {"segment": SessionUnits()}])
def test_what_is_forgotten_leaves_no_trace(segment, make_turn, make_cue):
    parts = {"indexes": (BM25(), Dense()), "score": RRF(("bm25", "dense")), "extract": sentences, "consolidate": gist,
             "link": neighbours, "keeps_units": True, "touch": used, **segment}  # fmt: skip
    memory, never = compose(**parts), compose(**parts)
    for number, text in enumerate(("rain today. sun today", "zebra today. zebra again", "sun tomorrow", "wind")):
        memory.observe(make_turn(number, text))
        memory.recall(make_cue("zebra today", as_of=make_turn(number).time))
        if number != 1:
            never.observe(make_turn(number, text))
    for each in (memory, never):
        each.close_session(make_turn(4).time)
    assert memory.forget("p1", [make_turn(1).id])
    assert b"zebra" not in memory.snapshot()
    assert make_turn(1).id.encode() not in memory.snapshot()
    assert all("zebra" not in item.text for item in memory.journal.items("p1"))
    assert "zebra" not in pickle.dumps(memory).decode("latin-1")
    assert not memory.recall(make_cue("zebra")).context.count("zebra")
    assert texts(memory, "p1", "fact") == texts(never, "p1", "fact")
    assert memory.forget("p1", [make_turn(1).id]) == 0
    assert memory.replayed(memory.journal).snapshot() == memory.snapshot()
    memory.observe(make_turn(1, "zebra once more"))
    assert memory.recall(make_cue("zebra")).hits


def test_what_owes_something_to_what_is_forgotten_is_not_changed_by_it(make_turn):
    memory = compose(indexes=(BM25(),), link=tags)
    memory.observe(make_turn(0, "rain"))
    memory.observe(make_turn(1, "zebra"))
    assert memory.journal.get("p1#1").parts[0].extra == {"tags": "zebra"}
    memory.forget("p1", [make_turn(1).id])
    assert memory.journal.get("p1#1").parts[0].extra == {}
    assert b"zebra" not in memory.snapshot()


def tags(view: View, event: MemoryEvent) -> Iterable[Op]:
    """The newest item's word becomes a tag of the first."""
    first = view.items()[0]
    if event.kind == "turn" and event.item is not None and event.item is not first:
        part = first.parts[0]
        yield change(first, replace(part, extra={"tags": event.item.text}, basis=event.item.sources), "a tag")


@pytest.mark.parametrize("fork", [copy.deepcopy, lambda memory: pickle.loads(pickle.dumps(memory))])
def test_forks_of_memories_with_all_parts(fork, facts, make_turn, make_cue):
    memory = facts(consolidate=gist, link=neighbours, touch=used, forget=only_two)
    memory.observe(make_turn(0, "rain a. rain b. rain c"))
    replica = fork(memory)
    for each in (memory, replica):
        each.close_session(make_turn(1).time)
        each.recall(make_cue("rain"))
    assert replica.snapshot() == memory.snapshot()


def test_an_earlier_moment_is_asked_without_rules_and_facts_of_later(facts, make_turn, make_cue):
    memory = facts(consolidate=gist, touch=used)
    for number in range(0, 12, 4):
        memory.observe(make_turn(number, f"rain {number}"))
        memory.close_session(make_turn(number).time + timedelta(minutes=1))
    before = memory.snapshot()
    found = memory.recall(make_cue("rain", as_of=make_turn(4).time))
    assert {source for hit in found.hits for source in hit.sources} == {make_turn(0).id, make_turn(4).id}
    assert memory.snapshot() == before


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"indexes": ()}, "at least one index"),
        ({"indexes": (BM25(), BM25())}, "own retriever"),
        ({"indexes": (BM25(), Dense())}, "no score combines"),
        ({"indexes": (BM25(),), "keys": {"dense": no_key}}, "keys for dense"),
        ({"indexes": (BM25(),), "score": lambda cue, view: ()}, "module-level function"),
        ({"indexes": (BM25(),), "link": Together((object(),))}, "module-level function"),
    ],
)
def test_parts_that_do_not_fit_are_refused(parts, message):
    with pytest.raises(ConfigurationError, match=message):
        compose(**parts)


def test_an_arm_that_there_is_not_is_named(make_turn, make_cue):
    memory = compose(indexes=(BM25(),), score=Single("dense"))
    memory.observe(make_turn(0))
    with pytest.raises(ConfigurationError, match="dense"):
        memory.recall(make_cue())


def test_a_part_can_be_exchanged():
    memory = compose(indexes=(BM25(),), segment=SessionUnits())
    other = memory.varied(touch=used)
    assert other.parts == {**memory.parts, "touch": "used"}
    assert memory.varied().parts == memory.parts


def everything_before(draft: Draft, view: View) -> Iterable[str]:
    """All turns so far, where that is asked for."""
    if draft.text == "forget it":
        return [source for item in view.items() for source in item.sources]
    return ()


def test_a_turn_can_ask_for_turns_to_be_forgotten(make_turn, make_cue):
    memory = compose(indexes=(BM25(),), unwanted=everything_before)
    for number, text in enumerate(("a zebra", "forget it", "rain")):
        ops = memory.observe(make_turn(number, text))
        assert ops[0].verb == "ADD"
    assert b"zebra" not in memory.snapshot()
    assert [item.text for item in memory.journal.items("p1")] == ["rain"]
