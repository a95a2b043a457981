"""What is taken out of a unit, and what happens when it meets stored items: tables of expected facts and operations."""

from __future__ import annotations

import pytest
from by_hand import Notation, Scored, claim, draft, happening, holding, looking, short
from rated import replied

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.admission.append import append
from regulars.memory.parts.admission.conflict import decide, keep_me_updated, settled
from regulars.memory.parts.admission.duplicates import SameWords, near_dedup
from regulars.memory.parts.admission.mem0 import Mem0Update
from regulars.memory.parts.admission.merged_topics import MergedTopics
from regulars.memory.parts.admission.project_points import DiscardDuplicates, later_wins
from regulars.memory.parts.extraction.claims import same_claim, sensitivity, slot_keys, slot_of, words_key
from regulars.memory.parts.extraction.extract import nothing, people_only, turn_of, verbatim
from regulars.memory.parts.extraction.kinds import mirix_kind, mmag_kind
from regulars.memory.parts.extraction.project_points import Points
from regulars.memory.parts.extraction.stated import Stated, proposals
from regulars.memory.parts.extraction.statements import Facts, Unread
from regulars.memory.parts.indexes.slots import Slots
from regulars.memory.parts.scoring.by_index import Single


def test_a_slot_is_a_person_in_any_capitals_and_an_attribute():
    assert slot_of(claim("home: A", "ANN")) == slot_of(claim("home: B", "ann")) == "ann\x1ehome"
    assert slot_of(claim(": A")) == ""
    assert slot_keys(draft("x", "home: A", "job: B", "home: C")) == ["ann\x1ehome", "ann\x1ejob"]
    assert slot_keys(draft("It  RAINS.", ": A")) == [words_key(draft("it rains"))] == ["ann\x1e\x1eit rains"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("home: New York", "home: new  york.", True),
        ("home: A", "home: B", False),
        ("home: A", "-home: A", False),
        ("home: A", "job: A", False),
        (": A", ": A", False),
        ("pet: A", "pet*: A", True),
    ],
)
def test_equal_claims_agree_in_slot_value_and_polarity(one, other, same):
    assert same_claim(claim(one), claim(other)) is same
    assert not same_claim(claim(one, "Bo"), claim(one, "Ann"))


def test_the_highest_sensitivity_counts():
    assert sensitivity([claim("a: x!1"), claim("b: x!3"), claim("c: x!2")]) == 3
    assert sensitivity([]) == 0


@pytest.mark.parametrize(
    ("old", "new", "single", "several"),
    [
        # The eight rows of the table in `decide`, for an attribute with one value and for one with several.
        ("{}: A", "{}: a", "PASS", "PASS"),
        ("{}: A", "{}: B", "REPLACE", "APPEND"),
        ("{}: A", "-{}: A", "DELETE", "DELETE"),
        ("{}: A", "-{}:", "DELETE", "DELETE"),
        ("{}: A", "-{}: B", "APPEND", "APPEND"),
        ("-{}: A", "-{}: A", "PASS", "PASS"),
        ("-{}: A", "-{}: B", "APPEND", "APPEND"),
        ("-{}: A", "{}: A", "REPLACE", "REPLACE"),
        ("-{}:", "{}: A", "REPLACE", "REPLACE"),
        ("-{}: A", "{}: B", "REPLACE", "APPEND"),
    ],
)
def test_decisions_on_an_old_and_a_new_claim(old, new, single, several):
    assert decide(claim(old.format("pet")), claim(new.format("pet"))) == single
    for one, other in (("pet*", "pet*"), ("pet*", "pet"), ("pet", "pet*")):
        assert decide(claim(old.format(one)), claim(new.format(other))) == several


def test_claims_of_others_and_claims_without_an_attribute_stand_beside_each_other():
    assert decide(claim("home: A", "Ann"), claim("home: B", "Bo")) == "APPEND"
    assert decide(claim("home: A"), claim("job: B")) == "APPEND"
    assert decide(claim(": A"), claim(": A")) == "APPEND"


def slotted(*drafts, **parts):
    """A memory whose items are found by their slots, and its view."""
    return looking(holding(*drafts, indexes=(Slots(),), keys=slot_keys, **parts))


def admitted(rule, new, *held) -> list[tuple[str, ...]]:
    return short(rule(new, slotted(*held)))


def test_the_plain_admission_adds_everything():
    assert admitted(append, draft("home: A", "home: A"), draft("home: A", "home: A")) == [("ADD", "", "home: A")]


def test_a_new_value_replaces_the_old_one_and_leaves_others():
    held = [draft("A", "home: A"), draft("B", "job: B"), draft("C", "home: C", name="Bo")]
    assert admitted(keep_me_updated, draft("D", "home: D", hours=1), *held) == [
        ("DELETE", "p1#1", ""),
        ("ADD", "", "D"),
    ]
    assert admitted(keep_me_updated, draft("A again", "home: A", hours=1), *held) == [("PASS", "p1#1", "")]
    assert admitted(keep_me_updated, draft("no A", "-home: A", hours=1), *held) == [("DELETE", "p1#1", "")]
    assert admitted(keep_me_updated, draft("no X", "-home: X", hours=1), *held) == [("ADD", "", "no X")]
    assert admitted(keep_me_updated, draft("pet", "pet*: cat", hours=1), *held) == [("ADD", "", "pet")]


def test_other_kinds_are_no_rivals():
    assert admitted(keep_me_updated, draft("D", "home: D"), draft("A", "home: A", kind="note")) == [("ADD", "", "D")]


def test_a_text_without_claims_is_stored_once_by_one_speaker():
    held = [draft("It rains.")]
    assert admitted(keep_me_updated, draft("it  rains"), *held) == [("PASS", "p1#1", "")]
    assert admitted(keep_me_updated, draft("it rains", name="Bo"), *held) == [("ADD", "", "it rains")]
    assert admitted(keep_me_updated, draft("it rained"), *held) == [("ADD", "", "it rained")]


def test_an_item_keeps_the_claims_that_still_hold():
    view = slotted(draft("A and cook", "home: A", "job: cook", basis=("s009.t01",)))
    change, added = keep_me_updated(draft("B", "home: B", hours=1), view)
    assert short([change, added]) == [("UPDATE", "p1#1", "A and cook"), ("ADD", "", "B")]
    assert change.draft.claims == (claim("job: cook"),)
    assert change.draft.basis == ("s009.t01", "s001.t10")
    assert change.draft.sources == ("s001.t00",)


def test_a_draft_enters_with_the_claims_that_are_new():
    view = slotted(draft("A", "home: A"), draft("cook", "job: cook"))
    (added,) = keep_me_updated(draft("A and tea", "home: A", "drink: tea", hours=1), view)
    assert (added.verb, added.draft.claims) == ("ADD", (claim("drink: tea"),))
    deleted, added = keep_me_updated(draft("no A but tea", "-home: A", "drink: tea", hours=1), view)
    assert (deleted.verb, deleted.id, deleted.why, added.draft.claims) == (
        "DELETE",
        "p1#1",
        "over",
        (claim("drink: tea"),),
    )


def test_a_replaced_item_takes_the_draft_under_its_id_where_that_is_asked():
    view = slotted(draft("A", "home: A"), draft("B", "home: B", hours=1))
    rivals = view.items()
    new = draft("C", "home: C", hours=2)
    assert short(settled(new, rivals, in_place=True)) == [("UPDATE", "p1#1", "C"), ("DELETE", "p1#2", "")]
    assert short(settled(new, rivals)) == [("DELETE", "p1#1", ""), ("DELETE", "p1#2", ""), ("ADD", "", "C")]
    over = draft("no A", "-home: A", hours=2)
    assert short(settled(over, rivals, in_place=True)) == [("DELETE", "p1#1", "")]
    assert [op.why for op in settled(new, rivals)] == ["replaced", "replaced", ""]


@pytest.mark.parametrize(
    ("new", "verb"),
    [
        ("home: A", "ADD"),  # B was told since, so A is no repetition
        ("home: B", "PASS"),
        ("-home: B", "ADD"),
        ("home: C", "ADD"),
        ("pet*: cat", "PASS"),  # the last claim on cats, though dogs came later
        ("pet*: dog", "ADD"),  # it was denied last
        ("-pet*: dog", "PASS"),
        ("pet*: owl", "ADD"),
        ("job: cook", "ADD"),
    ],
)
def test_only_the_latest_claim_makes_a_new_one_a_repetition(new, verb):
    held = [draft(one, one, hours=hour) for hour, one in enumerate(("home: A", "home: B", "pet*: cat", "pet*: dog"))]
    held.append(draft("-pet*: dog", "-pet*: dog", hours=5))
    assert admitted(near_dedup, draft("new", new, hours=9), *held)[0][0] == verb


def test_a_statement_is_a_repetition_only_if_all_its_claims_are():
    held = [draft("A", "home: A"), draft("cook", "job: cook", hours=1)]
    both = draft("both", "home: A", "job: cook", hours=2)
    assert admitted(near_dedup, both, *held) == [("PASS", "p1#1", "")]
    assert admitted(near_dedup, draft("one", "home: A", "job: smith", hours=2), *held) == [("ADD", "", "one")]
    over = [*held, draft("no pets", "-pet*:", hours=2)]
    assert admitted(near_dedup, draft("cat", "-pet*: cat", hours=3), *over) == [("ADD", "", "cat")]
    assert admitted(near_dedup, draft("It rains"), draft("it rains!")) == [("PASS", "p1#1", "")]


def near(rule, new, *held, **scores) -> list[tuple[str, ...]]:
    return short(rule(new, looking(holding(*held, indexes=(Scored("dense", **scores),)))))


def test_the_same_words_are_stored_once_among_the_near_neighbours():
    held = [draft("It rains", session=1), draft("it  RAINS", session=2, name="Bo"), draft("sun", session=2)]
    scores = {"n3": 0.9, "n1": 0.8, "n2": 0.7}
    assert near(SameWords(), draft("it rains"), *held, **scores) == [("PASS", "p1#1", "")]
    assert near(SameWords(), draft("it rains", name="Bo"), *held, **scores) == [("PASS", "p1#2", "")]
    assert near(SameWords(), draft("it rains."), *held, **scores) == [("ADD", "", "it rains.")]
    assert near(SameWords(near=1), draft("it rains"), *held, **scores) == [("ADD", "", "it rains")]
    assert near(SameWords(near=2), draft("it rains"), *held, **scores) == [("PASS", "p1#1", "")]
    assert near(SameWords(session=True), draft("it rains", session=2), *held, **scores) == [("ADD", "", "it rains")]
    assert near(SameWords(session=True), draft("it rains", session=1), *held, **scores) == [("PASS", "p1#1", "")]
    assert near(SameWords(), draft("it rains", kind="note"), *held, **scores) == [("ADD", "", "it rains")]
    assert SameWords().near == 10


def test_mem0_updates_under_the_neighbours_id_and_sees_only_neighbours():
    held = [draft("A", "home: A"), draft("B", "home: B", hours=1)]
    new = draft("C", "home: C", hours=2)
    assert near(Mem0Update(), new, *held, n1=0.1) == [("UPDATE", "p1#1", "C")]
    assert near(Mem0Update(), new, *held, n1=0.1, n2=0.2) == [("UPDATE", "p1#1", "C"), ("DELETE", "p1#2", "")]
    assert near(Mem0Update(near=1), new, *held, n1=0.1, n2=0.2) == [("UPDATE", "p1#2", "C")]
    assert near(Mem0Update(), draft("no A", "-home: A"), *held, n1=0.1) == [("DELETE", "p1#1", "")]
    assert near(Mem0Update(), draft("A", "home: A"), *held, n1=0.1) == [("PASS", "p1#1", "")]
    assert near(Mem0Update(), draft("cat", "pet*: cat"), *held, n1=0.1) == [("ADD", "", "cat")]
    assert Mem0Update().near == 5


@pytest.mark.parametrize(
    ("old", "new", "score", "verb"),
    [
        ("red apple pie", "apple pie", 0.7, "PASS"),  # it says no more
        ("red apple pie", "pie apple red", 0.7, "PASS"),
        ("apple pie", "red apple pie", 0.7, "UPDATE"),  # all of it and more
        ("apple pie", "red apple pie", 0.69, "ADD"),
        ("apple pie", "red apple tart", 0.9, "ADD"),
        ("apple pie 3", "apple pie", 0.9, "ADD"),  # other numbers
        ("apple pie 3", "red apple pie 3", 0.9, "UPDATE"),
        ("apple pie", "not apple pie", 0.9, "ADD"),  # a negation in one
        ("not apple pie", "never apple pie", 0.9, "UPDATE"),
        ("so it is", "and so", 0.9, "ADD"),  # no content words
        ("so it is", "So it is!", 0.9, "PASS"),
    ],
)
def test_mem0_compares_texts_without_claims_by_their_words(old, new, score, verb):
    assert near(Mem0Update(), draft(new), draft(old), n1=score)[0][0] == verb


def test_mem0_compares_only_texts_of_one_speaker_without_claims():
    new = draft("red apple pie")
    assert near(Mem0Update(), new, draft("apple pie", name="Bo"), n1=0.9)[0][0] == "ADD"
    assert near(Mem0Update(), new, draft("apple pie", "food: pie"), n1=0.9)[0][0] == "ADD"
    second = [draft("apple pie", name="Bo"), draft("apple pie")]
    assert near(Mem0Update(), new, *second, n1=0.9, n2=0.8) == [("UPDATE", "p1#2", "red apple pie")]


def topics(rule, *held, **scores) -> list[tuple[str, ...]]:
    memory = holding(*held, indexes=(Scored("dense", **scores),))
    return short(rule(looking(memory), happening("session")))


def test_turns_of_a_session_join_the_most_similar_older_topic():
    turns = [draft(text, kind="turn", hours=hour) for hour, text in enumerate("abc")]
    begins = Op("TOUCH", "p1#1", why="it begins a topic", time=turns[2].time)
    scores = {"n1": 0.6, "n2": 0.7, "n3": 0.9}
    # The second turn joins the first at .6; to the third the second is nearest (.7).
    assert topics(MergedTopics(), *turns, begins, **scores) == [
        ("MERGE", "p1#1", "p1#2"),
        ("MERGE", "p1#2", "p1#3"),
    ]
    assert topics(MergedTopics(least=0.61), *turns[:2], begins_at(turns[1]), **scores) == [("TOUCH", "p1#2", "")]
    assert topics(MergedTopics(most=1), *turns[:2], begins_at(turns[1]), **scores) == [("TOUCH", "p1#2", "")]
    said = [draft("d", kind="turn", hours=3, by="assistant")]
    assert topics(MergedTopics(), *turns[:1], begins_at(turns[0]), *said, **scores) == []
    assert (MergedTopics().least, MergedTopics().most) == (0.6, 20)
    memory = holding(*turns, indexes=(Scored("dense", **scores),))
    assert list(MergedTopics()(looking(memory), happening("turn"))) == []


def begins_at(turn) -> Op:
    return Op("TOUCH", "p1#1", why="it begins a topic", time=turn.time)


def test_static_points_are_corrected_and_others_added():
    assert admitted(later_wins, draft("B", "home: B", kind="static"), draft("A", "home: A", kind="static")) == [
        ("DELETE", "p1#1", ""),
        ("ADD", "", "B"),
    ]
    assert admitted(later_wins, draft("A", "home: A", kind="dynamic"), draft("A", "home: A", kind="dynamic")) == [
        ("ADD", "", "A")
    ]


def discarded(rule, *held) -> list[str]:
    ops = rule(looking(holding(*held)), happening("session"))
    return [op.id for op in ops]


def test_of_equal_points_in_a_batch_the_last_is_kept():
    points = [
        draft("It rains", kind="dynamic"),
        draft("home", "home: A", kind="static"),
        draft("it rains!", kind="dynamic"),
        draft("It rains", kind="dynamic", name="Bo"),
        draft("it rains", kind="schedule"),
        draft("lives", "home: A", "job: cook", kind="static"),  # it says all of the second and more
    ]
    assert discarded(DiscardDuplicates(), *points) == ["p1#1", "p1#2"]
    assert discarded(DiscardDuplicates(size=2), *points) == []  # pairs 1-2, 3-4, 5-6
    assert discarded(DiscardDuplicates(size=3), *points) == ["p1#1"]  # 1-3, 4-6
    assert discarded(DiscardDuplicates(kinds=("static",)), *points) == ["p1#2"]
    swapped = [points[5], points[1]]
    assert discarded(DiscardDuplicates(), *swapped) == []  # the earlier one says more
    assert DiscardDuplicates().size == 20


def test_only_batches_with_points_of_the_session_are_checked():
    same = [draft("a", kind="dynamic"), draft("a", kind="dynamic")]
    later = [draft("b", kind="dynamic", session=2, hours=24), draft("b", kind="dynamic", session=2, hours=24)]
    assert discarded(DiscardDuplicates(size=2), *same, *later) == ["p1#3"]
    assert discarded(DiscardDuplicates(size=2), *same) == ["p1#1"]
    assert list(DiscardDuplicates()(looking(holding(*same)), happening("added"))) == []


# ---------------------------------------------------------------------- what is extracted


def unit(*parts) -> Item:
    made = Item("p1#1", 1, parts[0])
    made.parts = list(parts)
    return made


VIEW = looking(holding())
"""The extractors below read nothing but the unit."""


def test_a_turn_is_held_in_its_words_and_rebuilt_from_them(make_turn):
    turn = make_turn(5, "Hello")
    (held,) = verbatim(turn)
    assert (held.text, held.name, held.sources, held.kind, held.session, dict(held.extra)) == (
        "Hello",
        "Ann",
        ("s002.t02",),
        "turn",
        2,
        {},
    )
    assert turn_of(held) == turn
    assert people_only(turn) == (held,)
    assert nothing(turn) == ()


def test_the_assistants_turn_is_marked(make_turn):
    turn = replied(make_turn, 5, "Hello")
    (held,) = verbatim(turn)
    assert dict(held.extra) == {"by": "assistant"}
    assert (turn_of(held).speaker, people_only(turn)) == ("assistant", ())


def test_every_sentence_but_questions_is_a_statement_without_a_reader():
    read = Unread().statements(draft("It rains. Does it? 下雨吗？ I am in"))
    assert [one.text for one in read] == ["It rains.", "I am in"]
    assert [one.claims for one in read] == [(), ()]
    assert Unread().statements(draft("It rains.", by="assistant")) == ()
    assert Unread().unwanted(draft("forget home")) == ()


def test_facts_are_statements_with_their_own_words_and_claims():
    told = unit(draft("home: A\nit rains", mark=1), draft("job: cook", hours=1))
    facts = list(Facts(Notation())(told, VIEW))
    assert [(one.text, one.claims, one.kind, one.sources, dict(one.extra)) for one in facts] == [
        ("home: A", (claim("home: A"),), "fact", ("s001.t00",), {}),
        ("it rains", (), "fact", ("s001.t00",), {}),
        ("job: cook", (claim("job: cook"),), "fact", ("s001.t10",), {}),
    ]
    assert [one.text for one in Facts(Notation(), claimed=True)(told, VIEW)] == ["home: A", "job: cook"]


def test_proposals_are_the_assistants_and_no_questions():
    said = draft("I suggest tea. How about tea? It rains. My choice is tea", by="assistant")
    assert list(proposals(said)) == ["I suggest tea.", "My choice is tea"]
    assert list(proposals(draft("I suggest tea."))) == []


def test_a_router_chooses_the_store_and_may_drop_a_statement():
    told = unit(draft("home: A\nit rains"), draft("I suggest tea.", hours=1, by="assistant"))
    kinds = [(one.kind, one.text) for one in Stated(Notation(), router=mmag_kind)(told, VIEW)]
    assert kinds == [("biography", "home: A")]
    kinds = [(one.kind, one.text, dict(one.extra)) for one in Stated(Notation(), assistant=True)(told, VIEW)]
    assert kinds == [("fact", "home: A", {}), ("fact", "it rains", {}), ("fact", "I suggest tea.", {})]


@pytest.mark.parametrize(
    ("text", "claims", "mirix", "mmag"),
    [
        ("x", ("home: A!3",), "vault", "biography"),
        ("x", ("home: A!2",), "core", "biography"),
        ("x", ("pet*: A", "food*: B"), "semantic", "biography"),
        ("x", ("pet*: A", "home: B"), "core", "biography"),
        ("x", (": A",), "semantic", ""),
        ("I suggest the first step", (), "episodic", ""),
        ("the first step in a book, today", (), "procedural", "event"),
        ("a book, today", (), "resource", "event"),
        ("I went out", (), "episodic", "event"),
        ("it is cold today", (), "episodic", "surroundings"),
        ("tea is fine", (), "semantic", ""),
    ],
)
def test_routers_choose_stores(text, claims, mirix, mmag):
    assert (mirix_kind(draft(text, *claims)), mmag_kind(draft(text, *claims))) == (mirix, mmag)


def points(*parts) -> list[tuple[str, str, dict]]:
    return [(one.kind, one.text, dict(one.extra)) for one in Points(Notation())(unit(*parts), VIEW)]


def test_points_of_a_session_are_static_dynamic_or_scheduled():
    # Told on Monday, 3 March 2025.
    assert points(draft("home: A\nit rains")) == [
        ("static", "home: A", {}),
        ("dynamic", "it rains", {"status": "Confirmed"}),
    ]
    assert points(draft("due on 3 March")) == [
        ("dynamic", "due on 3 March", {"status": "Confirmed"}),
        ("schedule", "due on 3 March", {"due": "2025-03-03", "recurs": False}),
    ]
    assert points(draft("due on 2 March 2025"))[1:] == []
    assert points(draft("from 2 March 2025 to 9 March 2025"))[1][2]["due"] == "2025-03-09"  # the last date
    assert points(draft("due on 2 March"))[1][2] == {"due": "2026-03-02", "recurs": False}  # the next such day
    assert points(draft("due in April"))[1][2]["due"] == "2025-04-30"
    assert points(draft("due in 2025"))[1][2]["due"] == "2025-12-31"
    assert points(draft("due tomorrow"))[1][2]["due"] == "2025-03-04"
    assert points(draft("every day"))[1][2] == {"due": "", "recurs": True}
    assert points(draft("every 2 March 2024"))[1][2] == {"due": "2024-03-02", "recurs": True}
    assert points(draft("on 30 February"))[1:] == []
    scheduled = list(Points(Notation())(unit(draft("home: A on 9 March")), VIEW))[1]
    assert (scheduled.kind, scheduled.claims) == ("schedule", ())


@pytest.mark.parametrize(
    ("replies", "expected"),
    [
        ([], [("dynamic", "I suggest tea.", {"status": "Draft"})]),
        ([("well", {})], [("dynamic", "I suggest tea.", {"status": "Draft"})]),
        ([("Yes please", {})], [("dynamic", "I suggest tea.", {"status": "Confirmed"})]),
        ([("No thanks", {})], []),
        ([("It is late", {"by": "assistant"}), ("No", {}), ("Yes", {})], []),  # the person's next turn decides
    ],
)
def test_a_proposal_is_confirmed_or_rejected_by_the_persons_next_turn(replies, expected):
    said = [draft("I suggest tea.", by="assistant")]
    said += [draft(text, hours=number, **extra) for number, (text, extra) in enumerate(replies, start=1)]
    assert [one for one in points(*said) if one[1] == "I suggest tea."] == expected


def test_a_confirmed_proposal_rests_on_the_reply():
    said = unit(draft("I suggest tea.", by="assistant"), draft("Yes", hours=1))
    point = next(iter(Points(Notation())(said, VIEW)))
    assert (point.sources, point.basis) == (("s001.t00",), ("s001.t10",))


def test_same_words_needs_a_positive_number_of_neighbours():
    with pytest.raises(ConfigurationError, match="near is 0"):
        SameWords(near=0)


def test_operations_of_admission_say_why():
    def whys(rule, new, *held, **scores):
        indexes = (Slots(), Scored("dense", **scores))
        view = looking(holding(*held, indexes=indexes, keys={"slot": slot_keys}, score=Single("dense")))
        return [op.why for op in rule(new, view)]

    same, pie = draft("A", "home: A"), draft("apple pie")
    assert whys(keep_me_updated, same, same) == whys(keep_me_updated, pie, pie) == ["it is already stored"]
    assert whys(near_dedup, same, same) == ["the same claims are already stored"]
    assert whys(SameWords(), pie, pie, n1=0.9) == ["the same words are already stored"]
    assert whys(Mem0Update(), draft("pie"), pie, n1=0.9) == ["a neighbour already says this"]
    assert whys(Mem0Update(), draft("red apple pie"), pie, n1=0.9) == ["a neighbour says less"]
    both = draft("A and cook", "home: A", "job: cook")
    assert whys(keep_me_updated, draft("B", "home: B"), both) == ["a part of it is replaced", ""]
    turns = [draft("a", kind="turn"), begins_at(draft("a")), draft("b", kind="turn", hours=1)]
    view = looking(holding(*turns, indexes=(Scored("dense", n1=0.9),)))
    assert [op.why for op in MergedTopics()(view, happening("session"))] == ["it is of the same topic"]
    assert [op.why for op in MergedTopics(least=0.95)(view, happening("session"))] == ["it begins a topic"]


def test_points_and_stores_take_no_further_data_along():
    told = draft("home: A\nit rains every day", mark=1)
    assert points(told) == [
        ("static", "home: A", {}),
        ("dynamic", "it rains every day", {"status": "Confirmed"}),
        ("schedule", "it rains every day", {"due": "", "recurs": True}),
    ]
    assert [dict(one.extra) for one in Stated(Notation())(unit(told), VIEW)] == [{}, {}]
    said = [draft("I suggest tea.", "x: y", mark=1, by="assistant")]
    assert points(*said) == [("dynamic", "I suggest tea.", {"status": "Draft"})]
    assert next(iter(Points(Notation())(unit(*said), VIEW))).claims == ()


def test_a_draft_that_only_ends_something_and_repeats_something_leaves_one_deletion():
    held = [draft("A", "home: A"), draft("cook", "job: cook")]
    both = draft("still A, cook no more", "home: A", "-job: cook", hours=1)
    assert admitted(keep_me_updated, both, *held) == [("DELETE", "p1#2", "")]
