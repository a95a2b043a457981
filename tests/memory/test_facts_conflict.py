"""What a new fact does to the old ones: the table of conflicts, admissions, duplicates, slots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.errors import ConfigurationError
from regulars.memory import Claim, Draft
from regulars.memory.composition.compose import compose
from regulars.memory.parts.admission.conflict import decide, keep_me_updated
from regulars.memory.parts.admission.duplicates import SameWords, near_dedup
from regulars.memory.parts.admission.mem0 import Mem0Update
from regulars.memory.parts.extraction.claims import same_claim, slot_keys, slot_of
from regulars.memory.parts.extraction.extract import verbatim
from regulars.memory.parts.extraction.stated import Stated, proposals
from regulars.memory.parts.extraction.statements import FACT, Statement
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.slots import Slots, held_in
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.view import View


@dataclass(frozen=True)
class Told:
    """Reads `attribute=value`, `attribute+=value` where there are several, `attribute!` where it is over."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        claims = []
        for word in part.text.split():
            if word.endswith("!"):
                claims.append(Claim(part.name, word[:-1], holds=False))
            elif "=" in word:
                attribute, _, value = word.partition("=")
                claims.append(Claim(part.name, attribute.rstrip("+"), value, many=attribute.endswith("+")))
        return (Statement(part.text, tuple(claims)),)

    def unwanted(self, part: Draft) -> Sequence[str]:
        return ()


def memory_of(admit, **parts):
    return compose(
        indexes=(Dense(), BM25(), Slots()), keys={"slot": slot_keys}, score=Single("bm25"), extract=Stated(Told()),
        admit=admit, **parts,
    )  # fmt: skip


@pytest.fixture
def tell(make_turn):
    """Tells a memory some texts, a turn each, and closes the session."""

    def told(memory, *texts, name="Ann"):
        start = sum(op.verb == "ADD" and op.draft.kind == "turn" for op in memory.journal)
        for number, text in enumerate(texts, start):
            memory.observe(make_turn(number, text, name=name))
        memory.close_session(make_turn(start + len(texts)).time)
        return [item.text for item in memory.journal.items("p1")]

    return told


CLAIM = Claim("Ann", "home", "Bergen")


@pytest.mark.parametrize(
    ("old", "new", "one", "several"),
    [
        ((True, "x"), (True, "x"), "PASS", "PASS"),
        ((True, "x"), (True, "y"), "REPLACE", "APPEND"),
        ((True, "x"), (False, "x"), "DELETE", "DELETE"),
        ((True, "x"), (False, ""), "DELETE", "DELETE"),
        ((True, "x"), (False, "y"), "APPEND", "APPEND"),
        ((False, "x"), (False, "x"), "PASS", "PASS"),
        ((False, "x"), (False, "y"), "APPEND", "APPEND"),
        ((False, "x"), (True, "x"), "REPLACE", "REPLACE"),
        ((False, ""), (True, "y"), "REPLACE", "REPLACE"),
        ((False, "x"), (True, "y"), "REPLACE", "APPEND"),
    ],
)
def test_the_table_of_conflicts(old, new, one, several):
    for many, expected in ((False, one), (True, several)):
        before, after = (Claim("Ann", "home", value, holds, many) for holds, value in (old, new))
        assert decide(before, after) == expected
        assert decide(before, replace(after, person="Bob")) == "APPEND"
        assert decide(before, replace(after, attribute="pet")) == "APPEND"
        assert decide(replace(before, attribute=""), replace(after, attribute="")) == "APPEND"


values = st.sampled_from(["", "x", "X ", "y"])
claims = st.builds(Claim, st.sampled_from(["Ann", "Bob"]), st.sampled_from(["", "home"]), values, st.booleans())


@given(claims, claims)
def test_nothing_is_replaced_by_what_says_the_same_or_is_of_another_slot(old, new):
    decision = decide(old, new)
    if same_claim(old, new):
        assert decision == "PASS"
    if slot_of(old) != slot_of(new):
        assert decision == "APPEND"
    if decision == "DELETE":
        assert old.holds
        assert not new.holds


def test_a_session_is_settled_with_what_is_held(tell):
    memory = memory_of(keep_me_updated)
    assert tell(memory, "boss=A", "concert+=one", "hello") == ["boss=A", "concert+=one", "hello"]
    assert tell(memory, "boss=A indeed", "concert+=two", "Hello.") == [
        "boss=A", "concert+=one", "hello", "concert+=two",
    ]  # fmt: skip
    assert tell(memory, "boss=B", "concert!") == ["hello", "boss=B"]
    assert tell(memory, "boss=A") == ["hello", "boss=A"]
    assert tell(memory, "boss=B", name="Bob") == ["hello", "boss=A", "boss=B"], "another person's boss"


def test_something_of_two_claims_goes_when_none_stands(tell):
    memory = memory_of(keep_me_updated)
    tell(memory, "boss=A home=X")
    assert tell(memory, "boss=B") == ["boss=A home=X", "boss=B"]
    (kept, _) = memory.journal.items("p1")
    assert [claim.attribute for claim in kept.claims] == ["home"]
    assert tell(memory, "home=Y") == ["boss=B", "home=Y"]


@settings(max_examples=60)
@given(texts=st.lists(st.sampled_from(["boss=A", "boss=B", "boss!", "pet+=x", "pet+=y", "pet!", "rain"]), max_size=12))
def test_a_slot_with_one_value_never_holds_two_and_ends_with_the_last(texts, make_turn):
    memory = memory_of(keep_me_updated)
    for number, text in enumerate(texts):
        memory.observe(make_turn(number * 4, text))
    memory.close_session(make_turn(200).time)
    held = [claim for item in memory.journal.items("p1") for claim in item.claims]
    for attribute in ("boss", "pet"):
        said = [text for text in texts if text.startswith(attribute)]
        mine = [claim for claim in held if claim.attribute == attribute]
        assert len({(claim.value, claim.holds) for claim in mine}) == len(mine)
        if attribute == "boss":
            assert len(mine) <= 1
        if said and said[-1] == f"{attribute}!":
            assert not [claim for claim in mine if claim.holds]
        elif said:
            assert mine[-1].holds or len(mine) > 1


def test_an_update_keeps_its_id_and_what_is_over_is_deleted(tell):
    memory = memory_of(Mem0Update())
    tell(memory, "boss=A")
    (first,) = memory.journal.items("p1")
    tell(memory, "boss=B now")
    (second,) = memory.journal.items("p1")
    assert (second.id, second.text) == (first.id, "boss=B now")
    assert tell(memory, "boss=B now it is") == ["boss=B now"]
    assert tell(memory, "boss!") == []


@pytest.mark.parametrize(
    ("old", "new", "held"),
    [
        ("She plays cricket", "She plays cricket with friends", ["She plays cricket with friends"]),
        ("She plays cricket with friends", "She plays cricket", ["She plays cricket with friends"]),
        ("She plays cricket", "she plays, cricket.", ["She plays cricket"]),
        ("She is allergic to nuts", "She is not allergic to nuts", None),
        ("The meeting is on Monday", "The meeting is on Sunday", None),
        ("A budget of 5000 for the trip", "A budget of 7000 for the trip", None),
        ("A budget for the trip", "A budget of 7000 for the trip", None),
    ],
)
def test_unread_facts_are_one_only_where_one_says_all_of_the_other(old, new, held, tell):
    assert tell(memory_of(Mem0Update(alike=0.5)), old, new) == (held or [old, new])


def test_a_conflicting_but_dissimilar_fact_stays(tell):
    memory = memory_of(Mem0Update(near=1))
    tell(memory, "boss=A is the boss", "the weather in March was fine and sunny")
    held = tell(memory, "boss=B and the weather in March was fine and sunny")
    assert "boss=A is the boss" in held


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("budget=5000 it is", "budget=7000 it is"),
        ("lives in city=Berlin", "lives in city=Dublin"),
        ("on day=Monday", "on day=Sunday"),
        ("is nuts+=allergic", "is not nuts!"),
    ],
)
def test_updates_and_negations_are_never_merged_away(old, new, tell):
    assert tell(memory_of(near_dedup), old, new) == [old, new]
    assert tell(memory_of(SameWords()), old, new) == [old, new]


def test_a_paraphrase_of_the_same_claim_is_held_once(tell):
    assert tell(memory_of(near_dedup), "works as job=baker", "is employed as a job=Baker") == ["works as job=baker"]
    assert tell(memory_of(near_dedup), "rain again", "Rain, again.") == ["rain again"]
    assert len(tell(memory_of(SameWords()), "job=baker", "is a job=baker", "job=baker")) == 2


def test_a_value_that_comes_back_is_no_duplicate(tell):
    assert tell(memory_of(near_dedup), "boss=A", "boss=B", "boss=A") == ["boss=A", "boss=B", "boss=A"]
    assert tell(memory_of(near_dedup), "boss=A", "boss!", "boss=A") == ["boss=A", "boss!", "boss=A"]
    assert tell(memory_of(near_dedup), "pet+=x", "pet+=y", "pet+=x") == ["pet+=x", "pet+=y"]
    assert tell(memory_of(near_dedup), "pet+=x", "pet!", "pet+=x") == ["pet+=x", "pet!", "pet+=x"]


@settings(max_examples=60)
@given(texts=st.lists(st.sampled_from(["boss=A", "boss=B", "boss!", "pet+=x", "pet+=y", "pet!"]), max_size=10))
def test_deduplication_changes_no_latest_word(texts, make_turn):
    """Whatever is turned away, the last claim held on an attribute with one value is the last that was told."""
    memory = memory_of(near_dedup)
    for number, text in enumerate(texts):
        memory.observe(make_turn(number * 4, text))
    memory.close_session(make_turn(200).time)
    told = [claim for text in texts for claim in Told().statements(draft(text))[0].claims if claim.attribute == "boss"]
    held = [claim for item in memory.journal.items("p1") for claim in item.claims if claim.attribute == "boss"]
    assert (held[-1:] and (held[-1].value, held[-1].holds)) == (told[-1:] and (told[-1].value, told[-1].holds))


def draft(text: str) -> Draft:
    """A fact of Ann's."""
    return Draft("p1", 1, datetime(2025, 3, 1, tzinfo=UTC), "Ann", text, ("s001.t01",), FACT)


def test_slots_follow_what_is_held(tell, make_turn):
    memory = memory_of(keep_me_updated)
    tell(memory, "boss=A", "home=X", "pet+=x", "pet+=y")
    view = View(memory, "p1", make_turn(9).time)
    of = {name: slot_of(Claim("ann", name)) for name in ("boss", "home", "pet")}
    assert [item.text for item in held_in(view, of["pet"])] == ["pet+=x", "pet+=y"]
    tell(memory, "boss=B", "pet!")
    assert [item.text for item in held_in(view, of["boss"])] == ["boss=B"]
    assert held_in(view, of["pet"]) == []
    assert held_in(view, of["home"], "summary") == []
    assert held_in(View(memory, "p2", make_turn(9).time), of["home"]) == []


def test_what_an_assistant_chooses_can_be_held(make_turn):
    turn = make_turn(0, "Noted. I would go with Leviathan. Shall we plan it?", name="Assistant")
    (part,) = verbatim(replace(turn, speaker="assistant"))
    assert list(proposals(part)) == ["I would go with Leviathan."]
    assert not list(proposals(verbatim(turn)[0]))


@pytest.mark.parametrize("make", [lambda: Mem0Update(near=0), lambda: Mem0Update(alike=2), lambda: SameWords(near=0)])
def test_settings_out_of_range_are_refused(make):
    with pytest.raises(ConfigurationError):
        make()
