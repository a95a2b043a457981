"""What is read in a text: words, stems, entities, cues, affect, surprisal and days, with expected values."""

from __future__ import annotations

from datetime import date

import pytest
from by_hand import draft, holding, looking

from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Op
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.text.affect import Affect, affect, lexicon, mood
from regulars.memory.parts.text.cues import cue_names, has_cue, opens_with
from regulars.memory.parts.text.entities import entities_in
from regulars.memory.parts.text.intervals import Days, asked_days
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.text.surprisal import Unigrams
from regulars.memory.parts.text.terms import WordCounts, central, jaccard, keywords, stems
from regulars.memory.parts.text.words import content_tokens, content_words, normalised


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two!  Three? Four", ["One.", "Two!", "Three?", "Four"]),
        ("At 3.5 km\nline two\n\n ", ["At 3.5 km", "line two"]),
        ("你好。再见！好吗？", ["你好。", "再见！", "好吗？"]),
        (" ", []),
    ],
)
def test_sentences_end_at_marks_and_lines(text, parts):
    assert sentences(text) == parts


def test_content_words_drop_common_words_and_single_letters_but_keep_digits():
    assert content_tokens("The cat b_7 saw CAT's Q 9 naps") == ("cat", "7", "saw", "cat", "9", "naps")
    assert content_words("cat Cat dog") == frozenset({"cat", "dog"})
    assert content_tokens("我爱猫 tea") == ("tea", "我爱", "爱猫")
    assert normalised("It's  GREAT,\nok_2") == "it s great ok_2"


def test_long_texts_are_read_like_short_ones():
    """Up to 1,000 characters are cached; both sides of that limit give the same words."""
    assert content_tokens("cat " * 250) == ("cat",) * 250
    assert content_tokens("cat " * 251) == ("cat",) * 251


def test_stems_cut_long_words_at_forty_letters():
    assert stems("x" * 45) == ("x" * 40,)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Ann likes Bob.", ("ann", "bob")),
        ("Skiing is fun.", ()),  # -ing at the start of a sentence is no name
        ("Oslo rains a lot.", ()),  # "rains" is no verb of a person
        ("Ann’s cat naps.", ("ann",)),  # an owner
        ("Ann, likes", ()),  # the comma parts the verb from its subject
        ("we met Ann Lee, Bob and C", ("ann lee", "bob")),  # a single letter is no name
        ("we met Ann. Lee naps.", ("ann",)),
        ("we met Ann The Bob", ("ann", "bob")),  # a common word parts two names
        ("we met Ann Ann's Bob; we met Ann", ("ann ann's bob", "ann")),
        ('she read "my Song" and «Sea»', ("my song", "sea", "song")),
        ("Isn't it? Ann doesn't know.", ("ann",)),
    ],
)
def test_entities_are_runs_of_capitals_and_quoted_titles(text, names):
    assert entities_in(text) == names


def test_only_the_first_ten_thousand_characters_name_entities():
    assert entities_in("a " * 4997 + "we Ann") == ("ann",)  # 9994 + 6 characters
    assert entities_in("a " * 4998 + "we Ann") == ()  # 9996 + "we A": a single letter is left


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("happening", "I WENT out", True),
        ("happening", "he undertook it", False),  # "took" is only a part of a word
        ("proposal", "planet", False),
        ("proposal", "how about tea", True),
        ("negation", "我不去", True),  # Chinese has no word boundaries
        ("recurring", "on Mondays", True),
    ],
)
def test_cues_are_whole_words_in_any_case(name, text, found):
    assert has_cue(name, text) is found


def test_a_cue_opens_a_text_after_quotation_marks_only():
    assert opens_with("confirmation", ' "Yes, please')
    assert not opens_with("confirmation", "Well, yes")
    assert opens_with("rejection", "no")
    assert not opens_with("rejection", "not yet")
    assert "taste" in cue_names()
    with pytest.raises(ConfigurationError, match="no cues 'tastes'"):
        has_cue("tastes", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The table says happy .8/.5, sad -.7/.3, great .7/.4, angry -.7/.9, laugh .7/.6, calm .5/0.
        ("I am happy", (0.8, 0.5, 1)),
        ("happy and sad", (0.05, 0.4, 2)),  # (.8 - .7) / 2, (.5 + .3) / 2
        ("laughing", (0.7, 0.6, 1)),  # by its stem
        ("not happy", (-0.8, 0.5, 1)),
        ("not a bit happy", (-0.8, 0.5, 1)),  # three words after the negation
        ("not a tiny bit happy", (0.8, 0.5, 1)),  # four words after it
        ("happy not", (0.8, 0.5, 1)),
        ("isn’t happy", (-0.8, 0.5, 1)),
        ("the table", (0.0, 0.0, 0)),
    ],
)
def test_affect_is_the_mean_of_the_listed_words_and_a_negation_reverses_three_words(text, expected):
    found = affect(text)
    assert (round(found.valence, 9), round(found.arousal, 9), found.words) == expected


def test_a_mood_is_the_share_of_eight_directions():
    # great is at x = .7, y = 2 * .4 - 1 = -.2. Its projections: 0 deg .7, 45 deg .5 / sqrt 2, 270 deg .2,
    # 315 deg .9 / sqrt 2, the others negative; the length of these four is sqrt(.49 + .125 + .04 + .405).
    assert mood("great") == pytest.approx([0.67990, 0.34340, 0, 0, 0, 0, 0.19426, 0.61812], abs=1e-5)
    assert not mood("the table").any()
    assert affect("the table") == Affect()
    assert lexicon()["great"] == (0.7, 0.4)


def turns(*texts: str) -> list:
    return [draft(text, kind="turn", hours=number) for number, text in enumerate(texts)]


def counted(*ops) -> tuple:
    """A memory with both counters of words, and a view of it."""
    memory = holding(*ops, indexes=(Recent(),), trackers=(WordCounts(), Unigrams()))
    return memory.tracker("word-counts"), memory.tracker("unigrams"), looking(memory)


def test_rarity_counts_turns_and_each_stem_once_a_turn():
    words, _, _ = counted(*turns("rain rain", "raining sun", "snow"))
    # 3 turns; "rain" is in 2, "sun" in 1: ln(4/3) + 1, ln(4/2) + 1, ln(4/1) + 1.
    assert words.rarity("p1", "rain") == pytest.approx(1.2876821)
    assert words.rarity("p1", "sun") == pytest.approx(1.6931472)
    assert words.rarity("p1", "fog") == pytest.approx(2.3862944)
    assert words.rarity("p2", "rain") == 1.0  # another person has 0 turns: ln(1/1) + 1


def test_surprisal_is_in_bits_with_one_count_for_all_unknown_words():
    _, unigrams, _ = counted(*turns("rain rain", "sun"))
    # N = 3 and V = 2: the denominator is 6. rain 3/6, sun 2/6, fog 1/6.
    assert unigrams.surprisal("p1", "rain") == pytest.approx(1.0)
    assert unigrams.surprisal("p1", "Sun") == pytest.approx(1.5849625)
    assert unigrams.surprisal("p1", "fog rain rain") == pytest.approx((2.5849625 + 1 + 1) / 3)
    assert unigrams.perplexity("p1", "fog") == pytest.approx(6.0)
    assert (unigrams.surprisal("p1", "!"), unigrams.perplexity("p1", "!")) == (0.0, 1.0)
    assert unigrams.surprisal("p2", "rain") == 0.0  # 1 / (0 + 0 + 1)


def test_only_turns_are_counted_added_or_merged_and_deleted_ones_stay_counted():
    ops = [
        *turns("rain"),
        draft("rain", kind="fact"),
        Op("MERGE", "p1#1", draft("rain sun", kind="turn", hours=1), time=draft("", hours=1).time),
        Op("UPDATE", "p1#1", draft("rain fog", kind="turn", hours=2), time=draft("", hours=2).time),
        Op("DELETE", "p1#1", time=draft("", hours=3).time),
    ]
    words, unigrams, _ = counted(*ops)
    # Two turns: "rain" and "rain sun". N = 3, V = 2.
    assert words.rarity("p1", "rain") == pytest.approx(1.0)  # ln(3/3) + 1
    assert words.rarity("p1", "fog") == pytest.approx(2.0986123)  # ln(3/1) + 1
    assert unigrams.surprisal("p1", "rain") == pytest.approx(1.0)


def test_keywords_weigh_counts_by_rarity_and_stand_in_the_order_of_the_text():
    _, _, view = counted(*turns("rain", "rain", "sun"))
    # rarity: rain ln(4/3) + 1 = 1.288, sun ln 2 + 1 = 1.693, fog and elk ln 4 + 1 = 2.386.
    # "rain rain fog elk sun": rain 2.575, fog and elk 2.386, sun 1.693.
    assert keywords("rain rain fog elk sun", view, 9) == ["rain", "fog", "elk", "sun"]
    assert keywords("sun fog rain", view, 2) == ["fog", "sun"]


def test_jaccard_counts_sets():
    assert jaccard(["a", "b", "b", "c"], ["b", "c", "d", "e"]) == 0.4


def test_the_central_sentence_is_weighed_by_the_root_of_its_length():
    _, _, view = counted()
    parts = [
        draft("Red apple pie recipe. Green pear tart juice.", hours=1),
        draft("Red apple tart.", hours=2),
        draft("Red apple.", hours=3),
    ]
    # All rarities are 1, so stems count red 3, appl 3, tart 2, the rest 1. The weights are
    # (3 + 3 + 1 + 1) / 2 = 4, (1 + 1 + 2 + 1) / 2 = 2.5, (3 + 3 + 2) / sqrt 3 = 4.62, and (3 + 3) / sqrt 2 = 4.24,
    # which has fewer than three stems. Without the root the first two of the red ones would be equal.
    assert [one.text for one in central(parts, view, 1)] == ["Red apple tart."]
    chosen = central(parts, view, 2)
    assert [(one.text, one.time) for one in chosen] == [
        ("Red apple pie recipe.", parts[0].time),
        ("Red apple tart.", parts[1].time),
    ]
    assert [one.text for one in central(parts, view, 2, least=2)] == ["Red apple tart.", "Red apple."]
    assert [one.text for one in central(parts[2:], view, 2)] == ["Red apple."]  # none is long enough


WEDNESDAY = date(2025, 5, 14)


def days(first: str | None, last: str | None) -> Days:
    return Days(*(date.fromisoformat(day) if day else None for day in (first, last)))


@pytest.mark.parametrize(
    ("question", "span"),
    [
        ("What did I cook last week?", days("2025-05-05", "2025-05-11")),  # Monday to Sunday
        ("And this week?", days("2025-05-12", "2025-05-18")),
        ("And last weekend?", days("2025-05-10", "2025-05-11")),
        ("And this weekend?", None),  # it begins on Saturday, after the question
        ("In the past 3 days?", days("2025-05-11", "2025-05-14")),
        ("over the last two weeks", days("2025-04-30", "2025-05-14")),
        ("within the last 2 months", days("2025-03-15", "2025-05-14")),  # 60 days
        ("the last 1 year", days("2024-05-14", "2025-05-14")),  # 365 days
        ("the last 0 days", None),
        ("the last three days", days("2025-05-11", "2025-05-14")),
        ("the last four days", days("2025-05-10", "2025-05-14")),
        ("the past five days", days("2025-05-09", "2025-05-14")),
        ("the past six days", days("2025-05-08", "2025-05-14")),
        ("the past a few days", None),
        ("the last day", None),
        ("in the past 2 days or last week", None),  # two spans
        ("last week, I mean last week", days("2025-05-05", "2025-05-11")),  # the same span twice
        ("since 3 March", days("2025-03-03", None)),
        ("after the 3 March", days("2025-03-03", None)),
        ("before 3 March", days(None, "2025-03-03")),
        ("until 3 March", days(None, "2025-03-03")),
        ("on 3 March", days("2025-03-03", "2025-03-03")),
        ("on 14 May", days("2025-05-14", "2025-05-14")),  # it has begun today
        ("on 15 May", days("2024-05-15", "2024-05-15")),  # the latest that has begun is last year's
        ("in June", days("2024-06-01", "2024-06-30")),
        ("in February 2024", days("2024-02-01", "2024-02-29")),
        ("in 2023", days("2023-01-01", "2023-12-31")),
        ("on 30 February", None),
        ("between 3 March and 4 April", days("2025-03-03", "2025-04-04")),
        ("from 3 March until 4 April", days("2025-03-03", "2025-04-04")),
        ("between 4 April and 3 March", None),  # backwards
        ("on 3 March and 4 April", None),  # two dates without "between"
        ("between 3 March or 4 April", None),
        ("on 3 March, 4 April and 5 April", None),
        ("on 3 March 2026", None),  # in the future
        ("three days ago", days("2025-05-11", "2025-05-11")),
        ("Who am I?", None),
    ],
)
def test_the_days_that_a_question_names(question, span):
    assert asked_days(question, WEDNESDAY) == span


def test_on_a_saturday_this_weekend_has_begun():
    assert asked_days("this weekend", date(2025, 5, 17)) == days("2025-05-17", "2025-05-18")


def test_both_ends_of_a_span_are_included():
    span = days("2025-05-05", "2025-05-11")
    held = [span.hold(date(2025, 5, day)) for day in (4, 5, 11, 12)]
    assert held == [False, True, True, False]
    assert days(None, "2025-05-11").hold(date(1990, 1, 1))
    assert days("2025-05-05", None).hold(date(2090, 1, 1))
