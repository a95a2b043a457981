"""Summaries of a conversation: moods, gists, plots, portraits and topics, and what is shown of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from math import exp

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from regulars.dialogue import ASSISTANT, count_tokens
from regulars.memory import Claim, Draft, build_memory
from regulars.memory.composition.compose import compose
from regulars.memory.parts.consolidation.plots import PLOT, Plots, scale_of
from regulars.memory.parts.consolidation.portrait import PROFILE, TRAIT, Portrait, Traits
from regulars.memory.parts.consolidation.running_gist import ERAS, GIST, RunningGist
from regulars.memory.parts.consolidation.summaries import SUMMARY, SessionSummary
from regulars.memory.parts.consolidation.topics import OverlapDecay, overlap, topic_nouns
from regulars.memory.parts.extraction.extract import nothing_extracted
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.keys import KindsOnly
from regulars.memory.parts.indexes.moods import Moods
from regulars.memory.parts.items_by_kind import ItemsByKind
from regulars.memory.parts.reading.profile_hits import ProfileAndHits
from regulars.memory.parts.scope_statistics import AtSessionEnd, ScopeStatistics
from regulars.memory.parts.scoring.fusion import Cascade, Distances
from regulars.memory.parts.segments.pauses import Pause
from regulars.memory.parts.text.affect import affect, lexicon, mood
from regulars.memory.parts.text.terms import WordCounts


def texts(memory, *kinds):
    return [item.text for item in memory.journal.items("p1") if not kinds or item.kind in kinds]


@dataclass(frozen=True)
class Told:
    """Reads `attribute=value`, `attribute+=value` where there are several, `attribute!` where it is over."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        claims = []
        for word in part.text.split():
            name, _, value = word.partition("=")
            if value or word.endswith("!"):
                claims.append(Claim(part.name, name.rstrip("+!"), value, bool(value), name.endswith("+")))
        return (Statement(part.text, tuple(claims)),)

    def unwanted(self, part: Draft) -> Sequence[str]:
        return ()


# ---------------------------------------------------------------- moods


def test_the_list_of_words_is_in_range_and_says_both_kinds_of_things():
    words = lexicon()
    assert len(words) >= 140
    assert all(-1 <= valence <= 1 and 0 <= arousal <= 1 for valence, arousal in words.values())
    assert sum(valence > 0 for valence, _ in words.values()) > 50
    assert sum(valence < 0 for valence, _ in words.values()) > 50


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("What a wonderful day", 1), ("That is terrible news", -1), ("I am not happy", -1), ("It isn't terrible", 1),
        ("We are celebrating!", 1), ("The parcel came at nine", 0), ("", 0),
    ],
)  # fmt: skip
def test_valence_by_words_stems_and_negations(text, sign):
    felt = affect(text)
    assert np.sign(felt.valence) == sign
    assert 0 <= felt.arousal <= 1
    assert (felt.words > 0) == (sign != 0)


def test_arousal_tells_rage_from_calm():
    assert affect("I was furious").arousal > affect("I was sad").arousal > affect("so peaceful").arousal


@given(st.text(max_size=80))
def test_a_mood_has_length_one_or_none(text):
    vector = mood(text)
    assert vector.shape == (8,)
    assert (vector >= 0).all()
    assert np.linalg.norm(vector) == pytest.approx(1.0, abs=1e-5) or not vector.any()


SAID = ("the road to the harbour", "I am furious about the road", "so happy about the harbour", "scared and in panic")


@pytest.fixture
def moody(make_turn):
    """A memory of four turns of different moods, ranked as asked for."""

    def make(score):
        memory = compose(indexes=(Dense(), Moods()), score=score)
        for number, text in enumerate(SAID):
            memory.observe(make_turn(number, text))
        return memory

    return make


def test_distances_are_those_of_texts_and_moods(moody, make_cue):
    cue = make_cue("I am angry at the harbour", k=4)
    for how in ("sum", "product"):
        memory = moody(Distances(how=how))
        found = memory.recall(cue)
        for hit in found.hits:
            item = memory.journal.get(hit.id)
            apart = np.sqrt(2 - 2 * hit.retrievers["dense"])
            other = 1 - float(mood(f"Ann {item.text}") @ mood(cue.text))
            assert -hit.score == pytest.approx(apart + other if how == "sum" else apart * other, abs=1e-4)
        assert [hit.score for hit in found.hits] == sorted((hit.score for hit in found.hits), reverse=True)
        assert {memory.journal.get(hit.id).text for hit in found.hits[:2]} == {SAID[1], SAID[3]}, "stirred as it is"


def test_a_question_without_a_mood_is_ranked_by_its_words(moody, make_cue):
    cue = make_cue("the harbour road", k=4)
    plain = [hit.id for hit in compose_plain(moody).recall(cue).hits]
    for score in (Distances(), Distances(how="product"), Cascade("dense", "mood"), Cascade("mood", "dense")):
        assert [hit.id for hit in moody(score).recall(cue).hits] == plain


def compose_plain(moody):
    from regulars.memory.parts.scoring.by_index import Single

    return moody(Single("dense"))


def test_a_cascade_ranks_the_candidates_of_its_first_stage(moody, make_cue):
    cue = make_cue("I am angry at the harbour", k=1)
    by_words = [hit.id for hit in compose_plain(moody).recall(replace(cue, k=2)).hits]
    found = moody(Cascade("dense", "mood")).recall(cue).hits
    assert found[0].id in by_words
    (stirred,) = moody(Cascade("mood", "dense")).recall(cue).hits
    assert stirred.id in {"p1#2", "p1#4"}


def test_all_strategies_are_rows_of_their_own(make_turn, make_cue):
    ranked = set()
    for strategy in ("C-A", "C-M", "S-C", "S-S"):
        memory = build_memory(f"emotional-rag:strategy={strategy}")
        for number, text in enumerate(SAID):
            memory.observe(make_turn(number, text))
        ranked.add(tuple(hit.id for hit in memory.recall(make_cue("angry at the harbour", k=2)).hits))
    assert len(ranked) > 1


# ---------------------------------------------------------------- summaries and gists


def session(memory, make_turn, *said, start=0, close=True):
    for number, text in enumerate(said, start):
        memory.observe(make_turn(number, text))
    if close:
        memory.close_session(make_turn(start + len(said) - 1).time)


@pytest.mark.parametrize("how", ["central", "lead"])
def test_a_summary_is_made_of_sentences_as_said_and_made_once(how, make_turn):
    memory = compose(
        indexes=(BM25(),), keys=KindsOnly(("turn",)), consolidate=AtSessionEnd((SessionSummary(2, how),)),
        trackers=(ScopeStatistics(), WordCounts()),
    )  # fmt: skip
    said = ("The harbour opens in June. See you.", "The harbour needs a new crane", "A crane for the harbour. Bye.")
    session(memory, make_turn, *said)
    (item,) = [item for item in memory.journal.items("p1") if item.kind == SUMMARY]
    assert len(item.parts) == 2
    for part in item.parts:
        (source,) = part.sources
        assert any(part.text in text for text in said)
        assert source in {make_turn(n).id for n in range(3)}
    if how == "lead":
        assert item.text == "The harbour opens in June.\nSee you."
    memory.close_session(make_turn(9).time)
    assert len(texts(memory, SUMMARY)) == 1
    first = item.parts[0].sources[0]
    memory.forget("p1", [first])
    left = [
        part.text for item in memory.journal.items("p1") if item.kind == SUMMARY for part in item.parts if part.text
    ]
    assert first not in {s for item in memory.journal.items("p1") for s in item.sources}
    assert len(left) == (2 if how == "lead" else 1), "it is made anew of what is left"


def test_a_gist_never_exceeds_its_size_and_passes_upwards(make_turn):
    memory = compose(
        indexes=(BM25(),), keys=KindsOnly(("turn",)), consolidate=RunningGist(20, 10, 30),
        trackers=(ScopeStatistics(), ItemsByKind(GIST, ERAS), WordCounts()),
    )  # fmt: skip
    for number in range(35):
        memory.observe(make_turn(number, f"The harbour has ship number{number} today. Fine."))
        assert sum(map(count_tokens, texts(memory, GIST))) <= 20
        assert sum(map(count_tokens, texts(memory, ERAS))) <= 30
        assert len(set(texts(memory, GIST))) == len(texts(memory, GIST))
        if number == 8:
            assert texts(memory, GIST)
            assert not texts(memory, ERAS)
        if number == 9:
            assert not texts(memory, GIST)
            assert texts(memory, ERAS)
    memory.forget("p1", [make_turn(34).id])
    assert not any("number34" in text for text in texts(memory))


def test_the_most_central_lines_of_a_plot_are_lifted(make_turn):
    memory = compose(
        indexes=(BM25(),), segment=Pause(most=2), extract=nothing_extracted, consolidate=Plots(1, 3, 2),
        trackers=(ItemsByKind(PLOT), WordCounts()),
    )  # fmt: skip
    said = ["harbour crane ship arrived", "yes"] * 2 + ["harbour crane ship left again", "no", "a quiet evening", "ok"]
    session(memory, make_turn, *said)
    lifted = [item.text for item in memory.journal.items("p1") if scale_of(item) == 2]
    assert len(lifted) == 1
    assert lifted[0].startswith("harbour crane ship")
    assert all(item.kind == PLOT for item in memory.journal.items("p1")), "turns are held no more"
    assert len(memory.journal.items("p1")) == 4


def test_a_portrait_is_the_last_word_on_each_attribute(make_turn):
    memory = compose(indexes=(BM25(),), consolidate=Portrait(Told()), trackers=(ItemsByKind(PROFILE),))
    session(memory, make_turn, "boss=Ada", "pet+=Rex", "boss=Eve", "pet+=Tom", "pet+=Rex again")
    assert texts(memory, PROFILE) == ["boss=Eve", "pet+=Rex again", "pet+=Tom"]
    session(memory, make_turn, "boss!", "rain", start=8)
    assert texts(memory, PROFILE) == ["pet+=Rex again", "pet+=Tom"]


def test_traits_are_the_last_of_either_side(make_turn):
    memory = compose(indexes=(BM25(),), consolidate=Traits(2), trackers=(ItemsByKind(TRAIT),))
    for number, text in enumerate(("I sing. Do I?", "I run", "Rain.", "My cat sleeps")):
        memory.observe(make_turn(number, text))
    for number, text in enumerate(("I am here to help.", "It rains."), 4):
        memory.observe(replace(make_turn(number, text, name="Assistant"), speaker=ASSISTANT))
    assert texts(memory, TRAIT) == ["I run", "My cat sleeps", "I am here to help."]


# ---------------------------------------------------------------- pauses and topics


def test_a_pause_ends_a_unit(make_turn):
    memory = compose(indexes=(BM25(),), segment=Pause(1.0))
    first = make_turn(0, "rain")
    memory.observe(first)
    for minutes, id in ((59, "s001.t02"), (118, "s001.t03"), (179, "s001.t04")):
        memory.observe(replace(first, id=id, text=id, time=first.time + timedelta(minutes=minutes)))
    assert texts(memory) == ["rain\ns001.t02\ns001.t03", "s001.t04"]


def test_the_last_session_is_found_right_after_its_end(make_turn, make_cue):
    memory = build_memory("ld-agent")
    session(memory, make_turn, "The harbour opens in June", "A crane is needed there", "Bring the ropes and a lantern")
    (item,) = [item for item in memory.journal.items("p1") if item.kind == SUMMARY]
    found = memory.recall(make_cue("Is there a lantern at the harbour?", as_of=make_turn(2).time))
    assert found.hits[0].id == item.id
    assert "harbour" in found.context or "crane" in found.context
    assert memory.close_session(make_turn(2).time) == []


def test_overlap_falls_with_age(make_turn, make_cue):
    memory = build_memory("ld-agent:lines=1")
    session(memory, make_turn, "The harbour has a crane")
    session(memory, make_turn, "The harbour has a crane", start=8)
    cue = make_cue("Which crane is at the harbour?", as_of=make_turn(8).time)
    newer, older = memory.recall(cue).hits
    shared = overlap(topic_nouns(cue.text), topic_nouns("The harbour has a crane"))
    assert newer.score == pytest.approx(shared)
    assert older.score == pytest.approx(shared * exp(-1e-7 * 2 * 86400))
    assert not memory.recall(make_cue("Any ropes?")).hits
    assert memory.recall(replace(cue, k=1)).hits == (newer,)


def test_overlap_is_the_mean_of_both_shares():
    assert overlap(frozenset("ab"), frozenset("bcde")) == pytest.approx(0.5 * (1 / 2 + 1 / 4))
    assert overlap(frozenset("ab"), frozenset("cd")) == overlap(frozenset(), frozenset("a")) == 0.0


def test_nouns_are_no_verbs_behind_a_pronoun_and_no_words_that_say_little():
    nouns = topic_nouns("I paint the old bridges, and they really charge tourists for parking")
    assert {"bridg", "tourist"} <= nouns
    assert nouns.isdisjoint({"paint", "charg", "realli", "park", "and"})


def test_a_decay_out_of_range_is_refused():
    from regulars.errors import ConfigurationError

    with pytest.raises(ConfigurationError):
        OverlapDecay(-1.0)


# ---------------------------------------------------------------- what is shown


def test_the_profile_comes_first_and_the_lowest_hits_are_trimmed(make_turn, make_cue):
    memory = compose(
        indexes=(BM25(),), keys=KindsOnly(("turn",)), consolidate=Portrait(Told()), trackers=(ItemsByKind(PROFILE),),
        read=ProfileAndHits((PROFILE,), share=0.5, tail=1),
    )  # fmt: skip
    session(memory, make_turn, "boss=Ada and more", "rain rain", "rain and sun and wind", "nothing else")
    lines = memory.recall(make_cue("rain", budget=200)).context.splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        "boss=Ada and more", "rain rain", "rain and sun and wind", "nothing else",
    ]  # fmt: skip
    size = sum(count_tokens(line) for line in (lines[0], lines[1], lines[3]))
    short = memory.recall(make_cue("rain", budget=size)).context.splitlines()
    assert short == [lines[0], lines[1], lines[3]]
    none_of_it = memory.recall(make_cue("rain", budget=count_tokens(lines[0]))).context
    assert "boss" not in none_of_it, "it may take half of the budget"
    said_again = memory.recall(make_cue("boss Ada", budget=200)).context
    assert said_again.count("boss=Ada") == 1, "no words twice"
