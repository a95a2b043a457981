"""Terms: stems, names, keywords, central sentences."""

from __future__ import annotations

from told import view_of

from regulars.memory.composition.compose import compose
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.text.entities import entities_in
from regulars.memory.parts.text.terms import WordCounts, central, jaccard, keywords, stems
from regulars.memory.parts.text.words import content_tokens, content_words


def test_stems_leave_out_what_every_text_says_and_join_inflections():
    assert stems("I was baking the cakes; he bakes a cake") == ("bake", "cake", "bake", "cake")
    assert stems("") == ()
    assert stems("\ud800 x") == ()
    assert stems("我喜欢爵士乐")


def test_a_name_is_found_inside_a_sentence_and_a_first_word_is_none():
    assert entities_in("Thanks, I met Anna Lee in Bergen. Running helps.") == ("anna lee", "bergen")
    assert entities_in("New York is big") == ("new york",)
    assert entities_in("nothing here") == entities_in("What is it? Don't!") == ()


def test_what_stands_in_quotes_is_named_and_common_words_and_commas_part_names():
    assert entities_in('The Ann I know read "On Rain" in Bergen') == ("on rain", "ann", "rain", "bergen")
    assert entities_in("We saw Anna, Bob and Mr Lee") == ("anna", "bob", "mr lee")
    assert entities_in("Zoltan\u2019s dog knows Zoltan's cat") == ("zoltan",)
    assert entities_in("Pixel likes rain. Keep it. Cool! Running is fun. Ann didn't.") == ("pixel", "ann")
    assert entities_in("Ella, as Ella says, met Ahmed") == ("ella", "ahmed")


def test_content_words_are_those_of_stems_and_of_terms():
    text = "I wasn't at the 3 caf\u00e9s, we've got 12 dogs"
    assert content_tokens(text) == ("3", "caf\u00e9s", "12", "dogs")
    assert content_words(text) == frozenset(content_tokens(text))
    assert stems(text) == ("3", "caf\u00e9", "12", "dog")
    chinese = "\u6211\u559c\u6b22\u7235\u58eb\u4e50"
    assert content_words(chinese) == frozenset(stems(chinese)) != frozenset()


def test_jaccard_is_the_share_of_both():
    assert jaccard("abc", "bcd") == 0.5
    assert jaccard("", "") == 0.0


def test_keywords_are_the_rare_words_of_a_text(make_turn):
    memory = compose(indexes=(BM25(),), trackers=(WordCounts(),))
    for number, text in enumerate(("rain today", "rain again", "rain and a zebra")):
        memory.observe(make_turn(number, text))
    assert keywords("rain zebra", view_of(memory), 1) == ["zebra"]
    assert keywords("", view_of(memory), 3) == []


def test_the_central_sentence_says_what_the_others_say(make_turn):
    memory = compose(indexes=(BM25(),), trackers=(WordCounts(),))
    texts = (
        "The garden needs water. My aunt called yesterday",
        "Water for the garden roses",
        "The roses need a garden",
    )
    for number, text in enumerate(texts):
        memory.observe(make_turn(number, text))
    parts = [item.parts[0] for item in memory.journal.items("p1")]
    chosen = central(parts, view_of(memory), 2)
    assert len(chosen) == 2
    assert all("garden" in draft.text for draft in chosen)
    assert all(any(draft.text in text for text in texts) for draft in chosen)
    assert [draft.time for draft in chosen] == sorted(draft.time for draft in chosen)
    assert central([], view_of(memory), 2) == []
