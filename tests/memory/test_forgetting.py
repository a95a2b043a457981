"""Ways of forgetting: curves, limits, shares, salience, competition, and on request."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from math import exp

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError
from regulars.memory import Claim, Draft, build_memory
from regulars.memory.composition.compose import compose
from regulars.memory.parts.extraction.statements import Statement, Unread
from regulars.memory.parts.forgetting.competition import Competition, Inhibited
from regulars.memory.parts.forgetting.curves import Ebbinghaus, retention
from regulars.memory.parts.forgetting.limits import Capacity, TimeToLive, TokenBudget
from regulars.memory.parts.forgetting.on_request import OnRequest, says
from regulars.memory.parts.forgetting.salience import Salience
from regulars.memory.parts.forgetting.share import KeepShare
from regulars.memory.parts.forgetting.touch import INHIBITED, Touched, last_use, recalls
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.items_by_kind import ItemsByKind
from regulars.memory.parts.reading.lines import held_tokens
from regulars.memory.parts.scope_statistics import SCOPE_STATISTICS, AtSessionEnd, ScopeStatistics
from regulars.memory.parts.scoring.by_index import Single
from regulars.memory.parts.scoring.fusion import Cascade
from regulars.memory.parts.text.affect import affect
from regulars.memory.parts.text.surprisal import Unigrams
from regulars.memory.parts.view import View

FORGETFUL = [
    "memorybank:scale=1000", "lufy:low=1.0;high=1.0", "hema", "moom", "ld-agent", "emotional-rag",
    "bounded:forgets=true", "on-request:over=bm25-session", "on-request:over=hybrid",
]  # fmt: skip


def texts(memory, *kinds, scope="p1"):
    return [item.text for item in memory.journal.items(scope) if not kinds or item.kind in kinds]


def view_of(memory, time, scope="p1"):
    return View(memory, scope, time)


@pytest.fixture
def tell(make_turn):
    """Tells a memory so many turns, each with a word of its own, and closes each session of four."""

    def told(memory, count, start=0, scope="p1"):
        for number in range(start, start + count):
            memory.observe(make_turn(number, f"word{number} rain", scope=scope))
            if number % 4 == 3:
                memory.close_session(make_turn(number).time)
        return memory

    return told


# ---------------------------------------------------------------- curves


@given(st.floats(0, 50), st.floats(0, 50), st.integers(1, 20), st.integers(1, 20), st.sampled_from([1.0, 5.0]))
def test_retention_falls_with_time_and_rises_with_strength(days, more, strength, stronger, scale):
    one = retention(days, strength, scale)
    assert 0 < one <= 1
    assert retention(days + more, strength, scale) <= one <= retention(days, strength + stronger, scale)


def test_items_recalled_more_often_fade_no_sooner():
    assert [round(retention(3, strength, 5), 3) for strength in (1, 2, 5)] == [0.549, 0.741, 0.887]


def test_survivors_are_those_of_the_seed_whatever_else_is_drawn(tell):
    def survivors(seed, others=False):
        memory = compose(indexes=(BM25(),), forget=Ebbinghaus(2.0), trackers=(ScopeStatistics(),), seed=seed)
        if others:
            random.seed(seed + 17)
            tell(memory, 12, scope="p0")
        return texts(tell(memory, 41))

    assert survivors(1) == survivors(1) == survivors(1, others=True)
    assert survivors(1) != survivors(2)
    assert 1 < len(survivors(1)) < 41


def test_as_many_are_kept_as_the_curve_says(make_turn):
    memory = compose(indexes=(BM25(),), forget=Ebbinghaus(2.0), trackers=(ScopeStatistics(),))
    for number in range(1000):
        memory.observe(replace(make_turn(0), id=f"s001.t{number}", text=f"rain {number}"))
    memory.observe(make_turn(4, "sun"))
    assert len(texts(memory)) == pytest.approx(1 + 1000 * exp(-0.5), abs=50)


def test_by_a_threshold_all_that_is_used_stays_and_the_rest_goes(make_turn, make_cue):
    memory = compose(
        indexes=(BM25(),), forget=Ebbinghaus(1.0, threshold=0.3), touch=Touched(), trackers=(ScopeStatistics(),)
    )
    for number, text in ((0, "zebra"), (1, "rain")):
        memory.observe(make_turn(number, text))
    memory.recall(make_cue("zebra", as_of=make_turn(2).time))
    memory.observe(make_turn(8, "sun"))
    assert texts(memory) == ["zebra", "sun"], "after two days exp(-2/2) is above .3, exp(-2/1) is not"


# ---------------------------------------------------------------- use


def test_ranks_are_marked_and_probes_mark_nothing(make_turn, make_cue):
    memory = compose(indexes=(BM25(),), touch=Touched(2))
    for number, text in enumerate(("rain rain", "rain and wind", "rain, wind and sun")):
        memory.observe(make_turn(number, text))
    memory.recall(make_cue("rain", purpose="probe"))
    first, second, third = memory.journal.items("p1")
    assert not any(item.uses for item in (first, second, third))
    memory.recall(make_cue("rain"))
    assert [len(recalls(item)) for item in (first, second, third)] == [1, 1, 0]
    assert [len(recalls(item, 2)) for item in (first, second)] == [0, 1]
    assert last_use(first) == make_cue().as_of
    assert last_use(second, 1) == second.time == last_use(second, 1)


def test_the_end_of_a_session_is_settled_once(tell, make_turn):
    memory = compose(
        indexes=(BM25(),), forget=AtSessionEnd((KeepShare(Unread(), low=0.0, high=0.5),)),
        trackers=(ScopeStatistics(), Unigrams()),
    )  # fmt: skip
    tell(memory, 8)
    held = texts(memory)
    for _ in range(3):
        assert memory.close_session(make_turn(30).time) == []
    assert texts(memory) == held
    statistics = memory.derived.tracker(SCOPE_STATISTICS)
    assert (statistics.turns("p1"), statistics.sessions("p1"), statistics.new("p1")) == (8, 2, ())
    assert statistics.sessions_after("p1", make_turn(3).time) == 1
    assert statistics.turns_after("p1", make_turn(5).time) == 2


# ---------------------------------------------------------------- limits


@settings(max_examples=40)
@given(
    steps=st.lists(st.sampled_from(["tell", "close", "ask"]), max_size=40),
    most=st.integers(1, 6), tokens=st.integers(1, 60), by=st.sampled_from(["fifo", "lfu"]),
)  # fmt: skip
def test_limits_are_never_exceeded(steps, most, tokens, by, make_turn, make_cue):
    counted = compose(indexes=(BM25(),), forget=Capacity(most, by), touch=Touched())
    weighed = compose(indexes=(BM25(),), forget=TokenBudget(tokens, by), touch=Touched())
    for number, step in enumerate(steps):
        for memory in (counted, weighed):
            if step == "tell":
                memory.observe(make_turn(number, f"rain {number}"))
            elif step == "close":
                memory.close_session(make_turn(number).time)
            else:
                memory.recall(make_cue("rain", as_of=make_turn(number).time))
        held = counted.journal.items("p1")
        assert len(held) == min(most, sum(s == "tell" for s in steps[: number + 1]))
        if step == "tell":
            assert held[-1].text == f"rain {number}", "what came last stays"
        assert sum(map(held_tokens, weighed.journal.items("p1"))) <= tokens


def test_the_oldest_or_the_least_used_goes(tell, make_turn, make_cue):
    def left(by):
        memory = compose(indexes=(BM25(),), forget=Capacity(3, by), touch=Touched())
        tell(memory, 3)
        memory.recall(make_cue("word0", as_of=make_turn(2).time))
        return texts(tell(memory, 2, start=3))

    assert left("fifo") == ["word2 rain", "word3 rain", "word4 rain"]
    assert left("lfu") == ["word0 rain", "word3 rain", "word4 rain"]


def test_items_that_are_too_old_are_dropped_when_a_session_begins(tell):
    memory = compose(indexes=(BM25(),), forget=TimeToLive(2.0), trackers=(ScopeStatistics(),))
    tell(memory, 17)
    newest = memory.journal.newest("p1").time
    assert {newest - item.time <= timedelta(days=2) for item in memory.journal.items("p1")} == {True}
    assert len(texts(memory)) == 9


# ---------------------------------------------------------------- shares, salience, competition


def test_strength_is_as_published(make_turn, make_cue):
    rule = KeepShare(Unread(), weights=(1.0, 1.0, 1.0, 1.0, 1.0), scales=(27.5, 400.0, 15.0))
    memory = compose(indexes=(BM25(),), touch=Touched(2), trackers=(ScopeStatistics(), Unigrams()))
    memory.observe(make_turn(0, "Met Ada Byron 3 times: terrible"))
    memory.observe(make_turn(1, "Met somebody"))
    view = view_of(memory, make_turn(2).time)
    first, second = view.items()
    perplexity = memory.derived.tracker("unigrams").perplexity("p1", first.text)
    plain = 2.1297 * 2 / 27.5 + 2.87098 * perplexity / 400 + 1.50123 * affect(first.text).arousal / 15
    assert rule.strength(first, view) == pytest.approx(plain, abs=1e-4)
    memory.recall(make_cue("Ada met", as_of=make_turn(2).time))
    assert rule.strength(first, view) == pytest.approx(plain + 0.62885, abs=1e-4)
    assert recalls(second, 2)
    assert rule.strength(second, view) == 0.1, "what came second is weakened, down to the floor"
    assert rule.retained(first, view) == pytest.approx(exp(-1 / (0.33 * (plain + 0.62885))), abs=1e-4)


def test_a_tenth_to_a_seventh_is_kept_and_one_more_for_each_session(make_turn):
    memory = build_memory("lufy:reader=none")
    held = 0
    for session in range(4):
        for number in range(40):
            memory.observe(replace(make_turn(session * 4), id=f"s{session}.t{number}", text=f"rain {session} {number}"))
        memory.close_session(make_turn(session * 4).time)
        before, held = held + 40, len(texts(memory))
        assert 0.10 * before + session <= held <= 0.15 * before + session + 1


def test_what_is_stirring_outlives_what_is_not(tell, make_turn):
    memory = build_memory("lufy:reader=none")
    for number in range(20):
        text = "I was terrified, a violent attack!" if number == 13 else "the road is long and grey today"
        memory.observe(replace(make_turn(0), id=f"s1.t{number}", text=text))
    memory.close_session(make_turn(0).time)
    assert "I was terrified, a violent attack!" in texts(memory)


def test_the_least_salient_goes_from_time_to_time(tell, make_turn, make_cue):
    rule = Salience(freshness=2.0, use=1.0, fading=0.1, every=10, share=0.05)
    memory = compose(indexes=(BM25(),), forget=rule, touch=Touched(), trackers=(ScopeStatistics(),))
    tell(memory, 9)
    memory.recall(make_cue("word0", as_of=make_turn(8).time))
    view = view_of(memory, make_turn(8).time)
    first, second = view.items()[:2]
    assert rule.weight(first, view) == pytest.approx(2 * exp(-0.8) + 1)
    assert rule.weight(second, view) == pytest.approx(2 * exp(-0.7))
    assert len(texts(memory)) == 9
    tell(memory, 1, start=9)
    assert "word0 rain" in texts(memory)
    assert "word1 rain" not in texts(memory), "the oldest that was not used"
    assert len(texts(memory)) == 9, "a twentieth of ten, rounded upwards"


def competing(**options):
    cascade = Cascade("dense", "bm25")
    return compose(
        indexes=(Dense(), BM25(), *options.pop("more", ())), score=cascade, touch=Inhibited(cascade), **options
    )


def test_the_grade_is_as_published(tell, make_turn):
    rule = Competition(("turn",), least=0.5)
    memory = compose(indexes=(BM25(),), touch=Touched(), trackers=(ScopeStatistics(), ItemsByKind("turn")))
    tell(memory, 4)
    view = view_of(memory, make_turn(3).time)
    item = view.items()[0]
    assert rule.grade(item, view) == pytest.approx(0.1 / 0.5)
    from regulars.memory.protocol import Cue

    memory.recall(Cue("word0", make_turn(3).time, "p1"))
    assert rule.grade(item, view) == pytest.approx(0.1 / 0.5 + 0.9 / 0.5)
    tell(memory, 8, start=4)
    assert rule.grade(item, view) == pytest.approx(0.1 / (exp(2) - 0.5) + 0.9 / 2.5)


def test_candidates_that_lose_are_graded_half_in_their_round(tell, make_turn, make_cue):
    rule = Competition(("turn",))
    memory = competing(trackers=(ScopeStatistics(), ItemsByKind("turn")))
    tell(memory, 4)
    view = view_of(memory, make_turn(3).time)
    before = [rule.grade(item, view) for item in view.items()]
    memory.recall(make_cue("word0 rain", k=1, as_of=make_turn(3).time))
    inhibited = [item for item in view.items() if any(use.why == INHIBITED for use in item.uses)]
    assert len(inhibited) == 1, "of two candidates one came back"
    for item, grade in zip(view.items(), before, strict=True):
        assert rule.grade(item, view) == pytest.approx(grade / 2 if item in inhibited else grade)
    tell(memory, 1, start=4)
    assert rule.grade(inhibited[0], view) == pytest.approx(0.1 / (exp(1) - 0.99)), "in the next round it is as before"


def test_only_the_best_graded_are_kept(tell, make_turn, make_cue):
    memory = compose(
        indexes=(BM25(),), touch=Touched(1), forget=AtSessionEnd((Competition(("turn",), 2),)),
        trackers=(ScopeStatistics(), ItemsByKind("turn")),
    )  # fmt: skip
    for number in range(4):
        memory.observe(make_turn(number, f"word{number} rain"))
    memory.recall(make_cue("word1", as_of=make_turn(3).time))
    memory.close_session(make_turn(3).time)
    assert texts(memory) == ["word1 rain", "word3 rain"]
    for number in range(4, 7):
        memory.observe(make_turn(number, f"word{number} rain"))
    memory.recall(make_cue("word1", as_of=make_turn(6).time))
    memory.close_session(make_turn(6).time)
    assert texts(memory) == ["word1 rain", "word6 rain"], "what is used every session outlives what is newer"


# ---------------------------------------------------------------- on request


@dataclass(frozen=True)
class Told:
    """Reads `attribute=value`, and `forget attribute`."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        pairs = [word.split("=") for word in part.text.split() if "=" in word]
        return (Statement(part.text, tuple(Claim(part.name, name, value) for name, value in pairs)),) if pairs else ()

    def unwanted(self, part: Draft) -> Sequence[str]:
        words = part.text.split()
        return words[1:] if words[:1] == ["forget"] else ()


def test_forgetting_removes_a_turn_and_its_repeats_only(make_turn):
    memory = compose(indexes=(BM25(),), unwanted=OnRequest(Told()))
    said = [
        ("Ann", "boss=Zeno today"), (ASSISTANT, "I will remember Zeno!"), ("Bob", "boss=Zeno too"),
        ("Ann", "Zeno was a philosopher"), (ASSISTANT, "Zenobia was a queen"), ("Ann", "pet=Rex"),
        ("Ann", "forget boss"),
    ]  # fmt: skip
    for number, (who, text) in enumerate(said):
        memory.observe(replace(make_turn(number, text, name=who), speaker=who))
    left = ["boss=Zeno too", "Zeno was a philosopher", "Zenobia was a queen", "pet=Rex"]
    assert texts(memory) == left, "and the wish, which says what there was"
    memory.observe(make_turn(len(said), "forget pet and home=Oslo"))
    assert texts(memory) == [*left[:-1], "forget pet and home=Oslo"], "something else is told in it"


def test_dropped_items_leave_the_journal_too(make_turn):
    memory = compose(indexes=(BM25(),), forget=Capacity(1), unwanted=OnRequest(Told()))
    for number, text in enumerate(("boss=Zeno", "rain", "forget boss")):
        memory.observe(make_turn(number, text))
    assert texts(memory) == ["rain"], "there is room again: the wish, for which it went, was never heard"
    assert b"Zeno" not in memory.snapshot()


@pytest.mark.parametrize(
    ("text", "value", "said"),
    [
        ("You live in Bergen.", "Bergen", True),
        ("You live in BERGEN!", "bergen", True),
        ("The Bergensbanen is a railway", "Bergen", False),
        ("It was 14 May 2025", "2025-05-14", True),
        ("It was 15 May 2025", "2025-05-14", False),
        ("anything", "", False),
    ],
)
def test_a_value_is_said_by_its_words(text, value, said):
    assert says(text, value) is said


@pytest.mark.parametrize("name", FORGETFUL)
def test_no_system_that_forgets_on_request_keeps_a_trace(name, make_turn, make_cue):
    memory = build_memory(name)
    said = [
        ("Ann", "I live in Bergen."), (ASSISTANT, "Bergen, how lovely and calm!"),
        ("Ann", "My train was late, terrible rain."), (ASSISTANT, "I hope the rain stops."),
        ("Ann", "The bakery opens at nine."), (ASSISTANT, "Enjoy your bread."), ("Ann", "I bake bread too."),
        (ASSISTANT, "Great bread, I am sure."),
    ]  # fmt: skip
    for number, (who, text) in enumerate(said):
        turn = make_turn(number, text, name=who)
        memory.observe(replace(turn, speaker=who))
        memory.recall(make_cue("Where do I live, in Bergen?", as_of=turn.time))
        if number % 4 == 3:
            memory.close_session(turn.time)
    assert b"Bergen" in memory.snapshot()
    wish = make_turn(8, "Please forget what I told you about my home.")
    memory.observe(wish)
    memory.close_session(wish.time)
    for gone in (b"Bergen", b"bergen", make_turn(0).id.encode(), make_turn(1).id.encode()):
        assert gone not in memory.snapshot()
        assert gone not in pickle.dumps(memory.derived)
    items = memory.journal.items("p1")
    assert all(link in {item.id for item in items} for item in items for link in item.links)
    found = memory.recall(make_cue("Is there bread at the bakery in Bergen?"))
    assert "ergen" not in found.context
    assert "bread" in memory.snapshot().decode()
    assert memory.replayed(memory.journal).snapshot() == memory.snapshot()


def test_a_system_that_was_told_not_to_forget_on_request_does_not(make_turn):
    memory = build_memory("hema:forgets=false")
    memory.observe(make_turn(0, "I live in Bergen."))
    memory.observe(make_turn(1, "Please forget what I told you about my home city."))
    assert b"Bergen" in memory.snapshot()


@pytest.mark.parametrize(
    "make",
    [
        lambda: Ebbinghaus(0.0),
        lambda: Ebbinghaus(threshold=2.0),
        lambda: Capacity(0),
        lambda: Capacity(3, "lru"),
        lambda: TokenBudget(0),
        lambda: TimeToLive(-1),
        lambda: KeepShare(Unread(), low=0.5, high=0.4),
        lambda: Salience(share=2.0),
        lambda: Competition(("plot",), 0),
        lambda: Touched(-1),
        lambda: build_memory("memorybank:summary=best"),
        lambda: build_memory("emotional-rag:strategy=X"),
        lambda: build_memory("on-request:over=nobody"),
    ],
)
def test_settings_out_of_range_are_refused(make):
    with pytest.raises(ConfigurationError):
        make()


def test_a_rare_word_is_more_surprising_and_all_words_add_up_to_one(make_turn):
    memory = compose(indexes=(BM25(),), score=Single("bm25"), trackers=(Unigrams(),))
    for number, text in enumerate(("rain rain sun", "rain hail")):
        memory.observe(make_turn(number, text))
    words = memory.derived.tracker("unigrams")
    bits = {word: words.surprisal("p1", word) for word in ("rain", "sun", "hail", "zebra")}
    assert bits["rain"] < bits["sun"] == bits["hail"] < bits["zebra"]
    assert sum(2**-value for value in bits.values()) == pytest.approx(1.0)
    assert words.surprisal("p1", "rain sun") == pytest.approx((bits["rain"] + bits["sun"]) / 2)
    assert words.surprisal("p2", "rain") == words.surprisal("p1", "...") == 0.0
