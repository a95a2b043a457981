"""Memories that write by the session: points, schedules, facts, insights, relations, trends and bounds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError
from regulars.memory import Claim, Draft, Op, build_memory
from regulars.memory.composition.compose import compose
from regulars.memory.parts.admission.project_points import DiscardDuplicates
from regulars.memory.parts.consolidation.insights import Insights, Pairing, fact_window, pairings
from regulars.memory.parts.consolidation.preferences import FusedMeans, ema, sliding_mean
from regulars.memory.parts.extraction.kinds import mirix_kind, mmag_kind
from regulars.memory.parts.extraction.project_points import DYNAMIC, SCHEDULE, STATIC
from regulars.memory.parts.forgetting.bounded import Bounded, NewestOnly, tokens_of
from regulars.memory.parts.guarding.sensitivity import Vault
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.links.slot_history import fragment_kind, relation_of
from regulars.memory.parts.view import View

BEFORE = "My boss is Ms Baskerville."
AFTER = "My boss is Ms Arkwright now."


@pytest.fixture
def live(make_turn):
    """Lives sessions with a memory: each a list of lines, those of the assistant behind `A:`."""

    def lived(memory, *sessions):
        begun = max((item.session for item in memory.journal.items("p1")), default=0)
        for number, lines in enumerate(sessions, begun):
            for place, line in enumerate(lines):
                turn = make_turn(number * 4 + place, line.removeprefix("A: "))
                if line.startswith("A: "):
                    turn = replace(turn, speaker=ASSISTANT, name="Assistant")
                memory.observe(turn)
            memory.close_session(make_turn(number * 4 + 3).time)
        return memory

    return lived


def held(memory, *kinds):
    return [item for item in memory.journal.items("p1") if not kinds or item.kind in kinds]


@pytest.mark.parametrize(
    ("reply", "statuses"),
    [
        ("Yes, let us do it", ["Confirmed"]),
        ("My neighbour is loud", ["Draft"]),
        ("No, I hate mountains", []),
    ],
)
def test_a_reply_reaches_back_to_what_was_proposed(reply, statuses, live):
    memory = live(build_memory("realmem"), ["Plan a trip for me", "A: I suggest a week in Wales.", reply])
    points = [item.parts[0] for item in held(memory, DYNAMIC) if item.parts[0].name == "Assistant"]
    assert [point.extra["status"] for point in points] == statuses
    assert all(point.text == "I suggest a week in Wales." for point in points)


def test_what_confirmed_it_is_forgotten_with_it(live, make_turn):
    memory = live(build_memory("realmem"), ["Plan a trip", "A: I suggest a week in Wales.", "Yes, zebra"])
    assert memory.forget("p1", [make_turn(2).id])
    confirmed = [item.text for item in held(memory, DYNAMIC) if item.parts[0].extra.get("status") == "Confirmed"]
    assert "I suggest a week in Wales." not in confirmed
    assert b"zebra" not in memory.snapshot()


def test_a_later_correction_wins(live):
    memory = live(build_memory("realmem"), [BEFORE], [AFTER])
    assert [item.text for item in held(memory, STATIC)] == [AFTER]


def test_duplicates_in_a_batch_are_discarded_and_what_is_further_apart_stays(live):
    memory = live(build_memory("realmem"), ["The garden is wet", "So it is", "the garden is wet."])
    assert [item.text for item in held(memory, DYNAMIC)] == ["So it is", "the garden is wet."]
    assert memory.close_session(held(memory)[-1].time) == []
    apart = live(build_memory("realmem:batch=2"), ["The garden is wet", "So it is"], ["The garden is wet"])
    assert len(held(apart, DYNAMIC)) == 3


def test_past_events_leave_the_schedule_unless_they_recur(live):
    memory = live(
        build_memory("realmem"),
        ["The plumber comes on 3 March 2025.", "The choir meets on 2 March 2025, every week.", "I moved in 2019."],
    )
    assert [item.text for item in held(memory, SCHEDULE)] == [
        "The plumber comes on 3 March 2025.", "The choir meets on 2 March 2025, every week.",
    ]  # fmt: skip
    live(memory, ["Hello"], ["Hello"], ["Hello"])
    assert [item.text for item in held(memory, SCHEDULE)] == ["The choir meets on 2 March 2025, every week."]
    assert "The plumber comes on 3 March 2025." in [item.text for item in held(memory, DYNAMIC)]


def test_an_insight_rests_on_two_facts_and_brings_them(live, make_cue):
    memory = live(build_memory("dualmem"), ["I want to buy shoes for running", "My budget for shoes is at most 50"])
    (insight,) = held(memory, "insight")
    facts = held(memory, "fact")
    assert list(insight.links) == [fact.id for fact in facts]
    assert insight.parts[0].extra == {"type": "decision guidance"}
    assert set(insight.sources) == {source for fact in facts for source in fact.sources}
    found = memory.recall(make_cue("shoes for running with a budget", k=10))
    place = [hit.id for hit in found.hits].index(insight.id)
    assert {fact.id for fact in facts} <= {hit.id for hit in found.hits[: place + 3]}
    assert len(memory.recall(make_cue("shoes", k=2)).hits) == 2


def test_a_contradiction_becomes_an_insight_and_both_facts_stay(live):
    memory = live(build_memory("dualmem"), [BEFORE, "Hello", AFTER])
    assert [item.parts[0].extra["type"] for item in held(memory, "insight")] == ["contradiction revelation"]
    assert len(held(memory, "fact")) == 3


def test_the_writer_sees_a_window(live, make_turn):
    lines = [["I want to buy shoes", "rain", "hail", "sun"], ["My budget for shoes is at most 50"]]
    assert not held(live(build_memory("dualmem"), *lines), "insight")
    wide = live(build_memory("dualmem:window=5"), *lines)
    assert len(held(wide, "insight")) == 1
    view = View(wide, "p1", make_turn(40).time)
    facts, insights = fact_window(view, 5)
    assert (len(facts), len(insights)) == (5, 1)
    assert fact_window(view, 4)[1] == []
    assert fact_window(view, 0) == ([], [])


def test_facts_of_two_people_make_no_insight(make_turn):
    memory = build_memory("dualmem")
    for number, (name, text) in enumerate((("Ann", "I want to buy shoes"), ("Bob", "A budget for shoes of at most 5"))):
        memory.observe(make_turn(number, text, name=name))
    memory.close_session(make_turn(2).time)
    assert not held(memory, "insight")


def test_an_insight_is_forgotten_with_either_of_its_facts(live, make_turn):
    memory = live(build_memory("dualmem"), ["I want to buy shoes for running", "My budget for shoes is at most 50"])
    memory.forget("p1", [make_turn(0).id])
    assert [item.text for item in held(memory)] == ["My budget for shoes is at most 50"]


def test_the_table_names_cues_that_there_are():
    assert {pairing.type for pairing in pairings()} == {
        "contradiction revelation", "decision guidance", "interpretive attribution", "value judgment",
    }  # fmt: skip
    for wrong in ({"by": "chance"}, {"by": "word", "one": "no such cues"}):
        with pytest.raises(ConfigurationError):
            Pairing("decision guidance", **wrong)


@pytest.mark.parametrize(
    ("old", "new", "relation"),
    [
        (Claim("Ann", "home", "Bergen"), Claim("Ann", "home", "Oslo"), "transformation"),
        (Claim("Ann", "home", "Bergen"), Claim("Ann", "home", "old Bergen"), "specification"),
        (Claim("Ann", "pet", "cat", many=True), Claim("Ann", "pet", "dog", many=True), "accumulation"),
        (Claim("Ann", "home", "Bergen"), Claim("Ann", "home", holds=False), "transformation"),
        (Claim("Ann", "home", "Bergen"), Claim("Ann", "home", "bergen"), ""),
        (Claim("Ann", "home", "Bergen"), Claim("Bob", "home", "Oslo"), ""),
    ],
)
def test_how_a_claim_goes_on(old, new, relation):
    assert relation_of(old, new) == relation


def test_a_relation_tells_of_both_sessions(live, make_turn):
    memory = live(build_memory("premem"), [BEFORE], [AFTER])
    (relation,) = held(memory, "relation")
    assert relation.text.index("Baskerville") < relation.text.index("Arkwright")
    assert relation.sources == (make_turn(4).id, make_turn(0).id)
    assert len(relation.links) == 2
    within = [BEFORE, AFTER]
    assert not held(live(build_memory("premem"), within), "relation"), "one session is no history"


def test_the_two_means_are_as_published():
    assert sliding_mean([0.0, 1.0, 1.0, 0.0], 3) == pytest.approx(2 / 3)
    assert ema([1.0, 0.0, 0.0], 0.4) == pytest.approx(0.36)
    value, score, changed = FusedMeans(window=3, beta=0.4, mix=0.5, change=0.15)(["a", "a", "b"])
    assert (value, changed) == ("a", False)
    assert score == pytest.approx(0.5 * 2 / 3 + 0.5 * 0.6)
    assert FusedMeans()(["a", "a", "a", "a", "b", "b", "b"])[0] == "b"
    for empty in (lambda: ema([], 0.5), lambda: sliding_mean([], 1)):
        with pytest.raises(ValueError, match="no values"):
            empty()


@given(st.lists(st.sampled_from("abc"), min_size=1, max_size=12), st.integers(1, 5), st.floats(0.05, 0.95))
def test_a_trend_ends_at_what_goes_on(values, window, beta):
    trend = FusedMeans(window=window, beta=beta)
    assert trend([values[0]] * len(values)) == (values[0], 1.0, False)
    lasting, score, _ = trend([*values, *"d" * 200])
    assert lasting == "d"
    assert score == pytest.approx(1.0, abs=1e-3)
    assert 0.0 <= trend(values)[1] <= 1.0


def test_a_preference_follows_its_slot(live):
    memory = live(build_memory("pamu"), [BEFORE])
    (first,) = held(memory, "preference")
    assert first.text == BEFORE
    live(memory, [AFTER])
    (second,) = held(memory, "preference")
    assert second.id == first.id
    assert len(held(memory, "disclosure")) == 2


def draft_of(turn, *claims):
    return Draft("p1", 1, turn.time, "Ann", turn.text, (turn.id,), "fact", claims)


@pytest.mark.parametrize(
    ("claims", "text", "mirix", "mmag", "fragment"),
    [
        ((Claim("Ann", "boss", "A", sensitivity=3),), "It is A", "vault", "biography", "factual"),
        ((Claim("Ann", "age_name", "A", sensitivity=0),), "It is A", "core", "biography", "factual"),
        ((Claim("Ann", "pet", "A", many=True),), "It is A", "semantic", "biography", "factual"),
        ((), "First boil the water", "procedural", "", "factual"),
        ((), "There is an article on it", "resource", "", "factual"),
        ((), "I went to Rome", "episodic", "event", "experiential"),
        ((), "I love the rain", "semantic", "surroundings", "subjective"),
    ],
)
def test_routers_send_each_statement_to_one_store(claims, text, mirix, mmag, fragment, make_turn):
    draft = draft_of(make_turn(0, text), *claims)
    assert (mirix_kind(draft), mmag_kind(draft), fragment_kind(draft)) == (mirix, mmag, fragment)


@pytest.mark.parametrize("attribute", ["sexual_assault_name", "mortgage_balance", "alcoholism_medication_name", "age"])
def test_what_is_private_is_typed_and_never_guessed_from_a_name(attribute, make_turn, make_cue):
    memory = compose(indexes=(BM25(),), guards=(Vault(3),))
    for number, level in enumerate((3, 2)):
        turn = make_turn(number * 4, "the answer is forty two")
        draft = replace(draft_of(turn, Claim("Ann", attribute, "42", sensitivity=level)), kind="fact")
        memory = memory.replayed([*memory.journal, Op("ADD", f"p1#{number + 1}", draft, time=turn.time)])
    shown = memory.recall(make_cue("What is the weather, Ann?"))
    assert [hit.id for hit in shown.hits] == ["p1#2"]
    for purpose in ("answer", "probe"):
        asked = memory.recall(make_cue(f"What is the {attribute.split('_')[0]}?", purpose=purpose))
        assert [hit.id for hit in asked.hits] == ["p1#1", "p1#2"]


@settings(max_examples=25)
@given(texts=st.lists(st.text("abc .", max_size=60), min_size=1, max_size=15), bound=st.integers(1, 80))
def test_a_state_never_takes_more_than_its_bound(texts, bound, make_turn, make_cue):
    memory = build_memory(f"mem1:tokens={bound}")
    for number, text in enumerate(texts):
        memory.observe(make_turn(number, text))
        assert sum(map(tokens_of, held(memory, "fact"))) <= bound
    memory.close_session(make_turn(len(texts)).time)
    assert not held(memory, "turn")
    assert sum(map(tokens_of, held(memory))) <= bound


def test_what_nothing_was_read_in_goes_first(live):
    memory = live(build_memory("mem1:tokens=50"), [BEFORE, "rain", "hail", "sun"])
    assert BEFORE in [item.text for item in held(memory)]
    assert "rain" not in [item.text for item in held(memory)]


def test_a_store_holds_the_newest(live):
    memory = live(build_memory("mmag:surroundings=2"), ["It is cold", "It is hot", "It is sunny"])
    assert [item.text for item in held(memory, "surroundings")] == ["It is hot", "It is sunny"]


def test_partners_share_a_scope_and_stay_distinct(make_turn, make_cue):
    memory = build_memory("emma")
    for number, (name, text) in enumerate((("Ann", "Pixel is a dog"), ("Bob", "Pixel likes the rain"))):
        memory.observe(make_turn(number * 4, text, name=name))
    memory.close_session(make_turn(9).time)
    first, second = held(memory, "fact")
    assert list(second.links) == [first.id]
    assert "Ann: Pixel is a dog" in memory.recall(make_cue("what does Bob say of the rain", k=2)).context


def test_facts_are_pooled_only_where_it_is_declared(make_turn, make_cue):
    for shared, found in ((False, False), (True, True)):
        memory = build_memory(f"emma:shared={str(shared).lower()}")
        memory.observe(make_turn(0, "Pixel is a zebra", scope="p2"))
        memory.close_session(make_turn(1).time)
        assert ("zebra" in memory.recall(make_cue("who is Pixel?")).context) is found
        assert ("pools" in memory.parts) is shared


@pytest.mark.parametrize(
    "make",
    [
        lambda: FusedMeans(window=0),
        lambda: FusedMeans(beta=1.5),
        lambda: Bounded(0),
        lambda: NewestOnly("fact", 0),
        lambda: Vault(0),
        lambda: Insights(1),
        lambda: DiscardDuplicates(1),
    ],
)
def test_settings_out_of_range_are_refused(make):
    with pytest.raises(ConfigurationError):
        make()
