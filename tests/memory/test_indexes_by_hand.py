"""Indexes and segmenters on a few items, with ranks and scores worked out by hand."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from by_hand import Notation, Vectors, cue, draft, holding, looking

from regulars.dialogue import Turn
from regulars.errors import ConfigurationError, DimensionError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.indexes.bm25 import BM25, alphanumerics
from regulars.memory.parts.indexes.dense import Dense, products
from regulars.memory.parts.indexes.entity_postings import EntityPostings
from regulars.memory.parts.indexes.entity_vectors import EntityVectors
from regulars.memory.parts.indexes.fact_keys import ValueAndFacts
from regulars.memory.parts.indexes.keys import KindsOnly, entity_keys, name_and_text, no_key, spoken
from regulars.memory.parts.indexes.moods import Moods
from regulars.memory.parts.indexes.named import Named
from regulars.memory.parts.indexes.rare_words import RareWords
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.indexes.shuffled import Shuffled
from regulars.memory.parts.indexes.slots import Slots, held_in
from regulars.memory.parts.indexes.times import Times, day_key
from regulars.memory.parts.segments.pauses import Pause, Stretches
from regulars.memory.parts.segments.pieces import Chunks, Topics
from regulars.memory.parts.segments.units import ExtractedSessions, Rounds, SessionUnits, TurnUnits
from regulars.memory.parts.text.intervals import Days
from regulars.memory.parts.view import ROW


def filled(index, *keys, scope: str = "p1"):
    for number, key in enumerate(keys, start=1):
        index.put(scope, str(number), key)
    return index


def found(index, text: str = "", k: int = 10, **options) -> list[tuple[str, float]]:
    return [(id, round(score, 6)) for id, score in index.search(cue(text, k, **options))]


def test_bm25_on_three_lines():
    index = filled(BM25(), "red apple", "red red pear tree", "blue")
    # N = 3, lengths 2, 4, 1, mean 7/3, k1 = 1.5, b = .75.
    # red: df 2, idf ln(1 + 1.5/2.5) = .470004; blue: df 1, idf ln(1 + 2.5/1.5) = .980829.
    # 1: .470004 * 2.5 / (1 + 1.5 (.25 + .75 * 2 * 3/7)) = 1.175009 / 2.339286 = .502294
    # 2: .470004 * 2 * 2.5 / (2 + 1.5 (.25 + .75 * 4 * 3/7)) = 2.350018 / 4.303571 = .546062
    # 3: .980829 * 2.5 / (1 + 1.5 (.25 + .75 * 3/7)) = 2.452073 / 1.857143 = 1.320347
    assert found(index, "red") == [("2", 0.546062), ("1", 0.502294)]
    assert found(index, "RED red, blue") == [("3", 1.320347), ("2", 1.092125), ("1", 1.004588)]
    assert found(index, "red", k=1) == [("2", 0.546062)]
    assert found(index, "red", k=0) == found(index, "plum") == found(index, "red", scope="p2") == []


def test_bm25_settings_that_turn_parts_of_the_formula_off():
    # b = 0: lengths do not matter; k1 = 0: nor do counts, and each word weighs its idf.
    assert found(filled(BM25(b=0.0), "red", "red pear plum"), "red") == [("1", 0.182322), ("2", 0.182322)]  # ln 1.2
    assert found(filled(BM25(k1=0.0), "red red", "red"), "red") == [("1", 0.182322), ("2", 0.182322)]
    assert BM25().blank().k1 == 1.5
    assert repr(BM25(2, 1).blank()) == "BM25(k1=2.0, b=1.0, tokenizer=alphanumerics)"


@pytest.mark.parametrize(
    "settings", [{"k1": -0.1}, {"b": 1.01}, {"b": -0.1}, {"k1": float("inf")}, {"b": True}, {"k1": "1"}]
)
def test_bm25_rejects_settings_out_of_range(settings):
    with pytest.raises(ConfigurationError, match=f"BM25: {next(iter(settings))} is"):
        BM25(**settings)


@pytest.mark.parametrize("settings", [{"k1": 0}, {"b": 0}, {"b": 1}])
def test_bm25_accepts_the_ends_of_the_ranges(settings):
    assert BM25(**settings).blank() is not None


def test_bm25_words_are_runs_of_letters_and_digits():
    assert alphanumerics("Don't A_b 3x") == ["don", "t", "a", "b", "3x"]
    assert alphanumerics("茶很好") == ["茶很", "很好"]


def test_bm25_counts_again_after_replacing_extending_and_dropping():
    index = filled(BM25(), "red", "red blue", "green")
    index.put("p1", "1", "blue blue")
    index.extend("p1", "3", "red")
    index.drop("p1", "2")
    same = BM25()
    same.put("p1", "1", "blue blue")
    same.put("p1", "3", "green red")
    # N = 2, lengths 2 and 2, both words in one item: idf ln(1 + 1.5/1.5) = .693147; the length norm is 1.5.
    # red: .693147 * 2.5 / 2.5; blue: .693147 * 2 * 2.5 / 3.5 = .990210.
    assert found(index, "red") == found(same, "red") == [("3", 0.693147)]
    assert found(index, "blue") == found(same, "blue") == [("1", 0.99021)]


ALONG = Vectors({"east": (1, 0), "north": (0, 1), "north east": (0.6, 0.8), "west": (-1, 0), "east north": (0.8, 0.6)})


def test_dense_scores_are_cosines_and_ties_stay_in_order():
    index = filled(Dense(ALONG), "north", "west", "north east", "east", "east")
    expected = [("4", 1.0), ("5", 1.0), ("3", 0.6), ("1", 0.0), ("2", -1.0)]
    assert found(index, "east") == expected
    assert found(index, "east", k=2) == expected[:2]
    assert found(index, "unknown") == found(index, "east", k=0) == found(index, "east", scope="p2") == []


def test_dense_embeds_a_longer_key_again_and_forgets_dropped_items():
    index = filled(Dense(ALONG), "north", "west")
    assert found(index, "east") == [("1", 0.0), ("2", -1.0)]
    index.extend("p1", "1", "east")
    index.put("p1", "2", "east")
    assert found(index, "east") == [("2", 1.0), ("1", 0.6)]
    index.drop("p1", "2")
    assert found(index, "east") == [("1", 0.6)]
    assert found(index.blank(), "east") == []


def test_cosines_are_equal_from_the_fifth_decimal_on():
    near = Vectors({"q": (1, 0), "a": (0.500001, 0.8), "b": (0.500004, 0.8), "c": (0.50002, 0.8)})
    assert [id for id, _ in found(filled(Dense(near), "a", "b", "c"), "q")] == ["3", "1", "2"]


def test_dense_rejects_vectors_of_another_length():
    with pytest.raises(DimensionError, match=r"1 texts were embedded as an array of shape \(1, 2\)"):
        filled(Dense(_Wrong()), "east").search(cue("east"))


class _Wrong:
    dims = 3

    def embed(self, texts):
        return np.zeros((len(texts), 2), dtype=np.float32)


@pytest.mark.parametrize("query", [(1.0, 2.0, 0.0), (1.0, 0.0, 0.0), (1.0, 2.0, 3.0)])
def test_products_are_those_of_every_column(query):
    columns = np.array([[1, 0, 2, 4], [0, 1, 2, 5], [1, 1, 0, 6]], dtype=np.float32)
    wanted = np.array(query, dtype=np.float32)
    expected = [sum(q * c for q, c in zip(query, column, strict=True)) for column in columns.T]
    assert products(columns, wanted).tolist() == expected
    assert products(columns[:, 3:], wanted).tolist() == expected[3:]


def test_entities_by_postings_weigh_rare_names_more():
    index = filled(EntityPostings(), "bergen", "bergen", "oslo", "bergen")
    # 4 items name something: bergen ln(1 + 4/3) = .847298, oslo ln(1 + 4/1) = 1.609438.
    assert found(index, "in Bergen") == [("1", 0.847298), ("2", 0.847298), ("4", 0.847298)]
    index.extend("p1", "2", "oslo")
    # Now oslo ln(1 + 4/2) = 1.098612; item 2 has both, 1.945910.
    assert found(index, "bergen, oslo?") == [("2", 1.94591), ("3", 1.098612), ("1", 0.847298), ("4", 0.847298)]
    assert found(index, "bergen, oslo?", k=1) == [("2", 1.94591)]
    assert found(index, "bergen", k=0) == found(index, "rome") == found(index, "bergen", scope="p2") == []


def test_rows_of_one_item_count_once_and_names_go_with_their_row():
    index = EntityPostings()
    for row, name in (("1", "ann"), (f"1{ROW}1", "ann"), (f"1{ROW}2", "bo"), ("2", "ann"), ("3", "cy")):
        index.put("p1", row, name)
    assert index.of("p1", "1") == ("ann", "bo")
    assert index.naming("p1", "ann", 5) == ["2", "1"]  # newest first, each item once
    assert index.naming("p1", "ann", 1) == ["2"]
    assert index.naming("p1", "ann", 0) == index.naming("p1", "zoe", 5) == index.naming("p2", "ann", 5) == []
    assert found(index, "ann") == [("1", 0.916291), ("2", 0.916291)]  # ln(1 + 3/2)
    index.put("p1", f"1{ROW}2", "di")
    assert index.of("p1", "1") == ("ann", "di")
    index.drop("p1", "3")
    assert found(index, "ann") == [("1", 0.693147), ("2", 0.693147)]  # ln(1 + 2/2)
    assert (index.of("p1", "3"), index.known("p1", "cy and di")) == ((), ["di"])


def test_a_name_of_up_to_four_words_is_known_in_any_capitals():
    index = filled(EntityPostings(), "a b c d", "a b c d e")
    assert index.known("p1", "A B, C d e") == ["a b c d"]
    assert index.known("p2", "a b c d") == ()


NAMES = Vectors(
    {
        "Bo": (1, 0),
        "bo": (1, 0),
        "boo": (0.95, 0.3122),
        "boa": (0.94, 0.3412),
        "box": (0.5, 0.866),
        "bat": (0.49, -0.8717),
    }
)


def test_entities_by_vectors_join_near_names_and_score_half_the_cosine():
    index = filled(EntityVectors(NAMES), "Bo", "boo", "boa", "box", "bat")
    # boo has a cosine of .95 with bo and is the same entity, boa with .94 is not; box has .5 with bo, bat .49.
    # bo: 2 items, 1 * .5 / (1 + .001 * 1) = .4995; boa .94 * .5 = .47; box .25.
    assert index.linked("p1", "BO") == index.linked("p1", "boo") == ("1", "2")
    assert index.linked("p1", "boa") == ("3",)
    assert index.linked("p1", "zoe") == index.linked("p2", "bo") == ()
    assert found(index, "we saw Bo") == [("1", 0.4995), ("2", 0.4995), ("3", 0.47), ("4", 0.25)]
    assert found(index, "we saw Bo", k=2) == [("1", 0.4995), ("2", 0.4995)]
    assert found(index, "we saw") == found(index, "we saw Bo", k=0) == found(index, "we saw Bo", scope="p2") == []
    index.drop("p1", "1")
    assert found(index, "we saw Bo", k=1) == [("2", 0.5)]  # one item is left


def test_an_entity_of_many_items_counts_less():
    index = filled(EntityVectors(NAMES), *["bo"] * 11)
    # .5 / (1 + .001 * 10 ** 2) = .454545, rounded to five decimals.
    assert found(index, "we saw Bo", k=1) == [("1", 0.45455)]


def test_a_row_that_is_put_again_leaves_its_old_entity():
    index = filled(EntityVectors(NAMES), "bo", "bat")
    index.extend("p1", "1", "box")
    assert index.linked("p1", "box") == ("1",)
    index.put("p1", "1", "bat")
    assert (index.linked("p1", "bo"), index.linked("p1", "box"), index.linked("p1", "bat")) == ((), (), ("2", "1"))


def test_moods_are_compared_by_their_cosine():
    index = filled(Moods(), "angry", "the table", "great", "happy")
    # happy is on the axis of pleasure, (.70711, .5, 0, 0, 0, 0, 0, .5). With great (.67990, .34340, .., .61812):
    # .48076 + .17170 + .30906 = .96152. Angry is at (-.7, .8): its shares at 0, 45 and 315 degrees are 0, .07071, 0,
    # those at 90, 135, 180, 225 are .8, 1.06066, .7, 0 (-.07): the length is sqrt 2.26, the product .5 * .04704.
    assert found(index, "happy") == [("4", 1.0), ("3", 0.96152), ("1", 0.02352)]
    assert found(index, "happy", k=1) == [("4", 1.0)]
    assert found(index, "table") == found(index, "happy", scope="p2") == []
    index.extend("p1", "2", "happy")
    index.drop("p1", "4")
    assert found(index, "happy", k=1) == [("2", 1.0)]
    index.put("p1", "2", "table")
    assert found(index, "happy", k=1) == [("3", 0.96152)]


def test_rare_words_find_the_newest_items_with_the_rarest_word_of_the_cue():
    index = filled(RareWords(), "rain fog", "rain", "rain sun", "fog")
    # rain 3, fog 2, sun 1. Five items arrived when the last search is made; the score is the place / arrivals.
    assert found(index, "rain and fog") == [("4", 1.0), ("1", 0.25)]
    assert found(index, "rain and sun") == [("3", 0.75)]
    assert found(index, "rain", k=2) == [("3", 0.75), ("2", 0.5)]
    assert found(index, "snow") == found(index, "rain", k=0) == found(index, "rain", scope="p2") == []
    index.drop("p1", "4")
    index.put("p1", "1", "elk")
    index.put("p1", "5", "fog rain")
    index.extend("p1", "2", "elk")
    assert found(index, "elk") == [("2", 0.4), ("1", 0.2)]  # item 1 keeps its place
    assert found(index, "fog elk rain") == [("5", 1.0)]  # fog is only in item 5 now


def test_of_equally_rare_words_the_first_in_the_alphabet_counts():
    assert found(filled(RareWords(), "zebra", "ant"), "zebra ant") == [("2", 1.0)]


def test_recent_items_come_newest_first_by_their_first_arrival():
    index = filled(Recent(), "a", "b", "c")
    index.put("p1", "1", "again")
    assert found(index) == [("3", 3.0), ("2", 2.0), ("1", 1.0)]
    index.drop("p1", "3")
    index.put("p1", "4", "d")
    index.put("p2", "1", "another person's first")
    assert found(index, k=2) == [("4", 4.0), ("2", 2.0)]
    assert found(index, scope="p2") == [("1", 1.0)]
    assert found(index, k=0) == found(index, k=-1) == []


def test_a_random_order_has_every_item_once_and_scores_by_rank():
    index = filled(Shuffled(3), *"abcdef")
    ranks = found(index, "x", k=10)
    assert sorted(id for id, _ in ranks) == list("123456")
    assert [score for _, score in ranks] == [1.0, 0.5, 0.333333, 0.25, 0.2, 0.166667]
    assert found(index, "x", k=2) == ranks[:2]
    assert found(index, "x", k=0) == []
    orders = {tuple(id for id, _ in found(index, f"q{number}")) for number in range(40)}
    assert len({order[0] for order in orders}) == len({order[-1] for order in orders}) == 6  # any may be first or last
    index.drop("p1", "2")
    assert "2" not in [id for id, _ in found(index, "x")]
    with pytest.raises(ConfigurationError, match="the seed is True"):
        Shuffled(True)


def test_times_find_the_days_of_the_cue_newest_first():
    index = filled(Times(), "2025-03-03", "2025-03-05", "2025-03-03", "2025-03-04")
    asked = {"hours": 24 * 10}  # Thursday 13 March
    assert found(index, "on 3 March", **asked) == [("3", 1.0), ("1", 1.0)]
    assert found(index, "between 3 March and 4 March", **asked) == [("4", 1.0), ("3", 1.0), ("1", 1.0)]
    assert found(index, "between 3 March and 4 March", k=2, **asked) == [("4", 1.0), ("3", 1.0)]
    assert found(index, "since 4 March", **asked) == [("2", 1.0), ("4", 1.0)]
    assert found(index, "before 4 March", **asked) == [("4", 1.0), ("3", 1.0), ("1", 1.0)]
    assert found(index, "ever", **asked) == found(index, "on 3 March", k=0, **asked) == []
    index.put("p1", "1", "2025-03-05")
    index.extend("p1", "4", "2025-03-05")
    index.drop("p1", "3")
    index.put("p1", "5", "2025-03-05")
    assert index.between("p1", Days(None, None)) == ["4", "1", "2", "5"]  # on one day by their first arrival
    assert index.between("p2", Days(None, None)) == []
    assert day_key(draft("x", hours=15.0)) == ["2025-03-04"]  # 9:00 and 15 hours


def test_slots_hold_rows_by_exact_name():
    index = filled(Slots(), "home", "job", "home")
    assert found(index, "home") == [("1", 1.0), ("3", 1.0)]
    assert found(index, "home", k=1) == [("1", 1.0)]
    assert found(index, "Home") == found(index, "home", k=0) == found(index, "home", scope="p2") == []
    index.extend("p1", "2", "home")
    assert index.held("p1", "home") == ("1", "3", "2")
    index.put("p1", "1", "job")
    index.drop("p1", "3")
    assert (index.held("p1", "home"), index.held("p1", "job")) == (("2",), ("2", "1"))


def test_items_of_a_slot_come_in_their_order_and_pooled_ones_only_from_this_scope():
    slot = "ann\x1ehome"
    pooled = {"scope": "*", "kind": "shared"}
    memory = holding(
        draft("home: A", "home: A"),
        draft("home: B", "home: B", of="p2", **pooled),
        draft("home: C", "home: C", of="p1", **pooled),
        draft("home: D", "home: D", kind="note"),
        indexes=(Slots(),),
        keys=_slot_of_the_first,
        pools=frozenset({"shared"}),
    )
    view = looking(memory)
    assert [item.text for item in held_in(view, slot)] == ["home: A", "home: D", "home: C"]
    assert [item.text for item in held_in(view, slot, "fact", "shared")] == ["home: A", "home: C"]


def _slot_of_the_first(one):
    return [f"{one.claims[0].person.casefold()}\x1e{one.claims[0].attribute}"]


def test_an_index_under_another_name_is_a_fresh_copy():
    inner = filled(Recent(), "a")
    named = filled(Named("newest", inner), "x", "y")
    assert (named.retriever, found(named), found(inner)) == ("newest", [("2", 2.0), ("1", 1.0)], [("1", 1.0)])
    assert found(named.blank()) == []
    assert named.blank().retriever == "newest"
    named.drop("p1", "2")
    assert found(named) == [("1", 1.0)]


def test_keys_of_drafts():
    told = draft("Bo likes Oslo", "pet: Rex", "job:")
    assert spoken(told) == "Ann Bo likes Oslo"
    assert spoken(replace(told, name="")) == "Bo likes Oslo"
    assert name_and_text(told) == ("Ann Bo likes Oslo",)
    assert entity_keys(told) == ("rex", "bo", "oslo")
    assert no_key(told) == ()
    assert KindsOnly(("fact",))(told) == ("Ann Bo likes Oslo",)
    assert KindsOnly(("note", "turn"))(told) == ()


@pytest.mark.parametrize(
    ("join", "keys"),
    [
        ("merge", ("Ann home town A Ann home_town: A\njob: B", "Ann job B Ann home_town: A\njob: B")),
        ("separate", ("Ann home_town: A\njob: B", "Ann home town A", "Ann job B")),
        ("replace", ("Ann home town A", "Ann job B")),
        ("value", ("Ann home_town: A\njob: B",)),
    ],
)
def test_keys_join_the_value_and_its_facts_in_four_ways(join, keys):
    assert tuple(ValueAndFacts(Notation(), join)(draft("home_town: A\njob: B"))) == keys


def test_without_claims_the_statements_are_the_facts_and_without_those_the_value():
    assert ValueAndFacts(Notation(), "replace")(draft("it rains")) == ("Ann it rains",)
    assert ValueAndFacts(Notation(), "replace")(draft("does it?")) == ("Ann does it?",)
    assert ValueAndFacts(Notation())(draft("home: A", by="assistant")) == ()
    with pytest.raises(ConfigurationError, match="join is 'both'"):
        ValueAndFacts(Notation(), "both")


def turn(text: str, hours: float = 0.0, session: int = 1, name: str = "Ann") -> Turn:
    return Turn("s001.t09", "p1", "p1", "p1", name, session, text, draft("", hours=hours).time)


def unit(*parts) -> Item:
    made = Item("p1#1", 1, parts[0])
    made.parts = list(parts)
    return made


PAIR = unit(draft("a"), draft("b", hours=1, name="Bo", session=1))


@pytest.mark.parametrize(
    ("segment", "held", "said", "begins"),
    [
        (TurnUnits(), PAIR, turn("x"), True),
        (SessionUnits(), PAIR, turn("x"), False),
        (SessionUnits(), PAIR, turn("x", session=2), True),
        (SessionUnits(), unit(draft("a", session=1), draft("b", session=2)), turn("x", session=2), False),
        (Rounds(), PAIR, turn("x", name="Ann"), True),  # the first speaker after another
        (Rounds(), PAIR, turn("x", name="Bo"), False),
        (Rounds(), PAIR, turn("x", name="Cy"), False),
        (Rounds(), unit(draft("a"), draft("b")), turn("x", name="Ann"), False),  # nobody else has spoken
        (Rounds(), PAIR, turn("x", name="Bo", session=2), True),
        (Chunks(2), PAIR, turn("x", session=2), True),
        (Chunks(3), PAIR, turn("x", session=2), False),
        (Pause(hours=1.0), PAIR, turn("x", hours=2.0), False),  # an hour after the last part, not longer
        (Pause(hours=1.0), PAIR, turn("x", hours=2.001), True),
        (Pause(hours=1.0), PAIR, turn("x", hours=1.0, session=2), True),
        (Pause(most=2), PAIR, turn("x", hours=1.0), True),
        (Pause(most=3), PAIR, turn("x", hours=1.0), False),
        (Stretches(), unit(*[draft("a")] * 12), turn("x"), True),
        (Stretches(), unit(*[draft("a")] * 11), turn("x"), False),
    ],
)
def test_where_units_begin(segment, held, said, begins):
    assert segment.begins(held, said) is begins


@pytest.mark.parametrize(
    ("segment", "texts", "said", "begins"),
    [
        # {rain, fog} and {fog, sun, elk, ant} share 1 of 5: .2.
        (Topics(least=0.2), ["rain fog"], "fog sun elk ant", False),
        (Topics(least=0.21), ["rain fog"], "fog sun elk ant", True),
        (Topics(least=1.0), ["rain fog"], "and so?", False),  # nothing to compare
        (Topics(least=1.0), ["and so?"], "rain", False),
        (Topics(least=0.5, window=1), ["rain", "fog"], "rain", True),
        (Topics(least=0.5, window=2), ["rain", "fog"], "rain", False),  # 1 of 2
        (Topics(most=2), ["rain", "rain"], "rain", True),
        (Topics(most=3), ["rain", "rain"], "rain", False),
    ],
)
def test_a_topic_ends_where_too_few_stems_are_shared(segment, texts, said, begins):
    assert segment.begins(unit(*map(draft, texts)), turn(said)) is begins


def test_a_topic_ends_with_its_session():
    assert Topics().begins(unit(draft("rain")), turn("rain", session=2))


def test_published_sizes_of_units():
    assert (Pause().hours, Pause().most, Stretches().most, Chunks().turns) == (1.0, 100_000, 12, 8)
    assert (Topics().least, Topics().window, Topics().most) == (0.02, 4, 20)
    assert [one.level for one in (TurnUnits, SessionUnits, Rounds, ExtractedSessions, Pause, Stretches, Chunks)] == [
        "turn",
        "session",
        "turn",
        "turn",
        "session",
        "turn",
        "turn",
    ]


def test_a_merged_part_extends_the_first_row_and_adds_rows_behind():
    memory = holding(
        draft("a", "pet: Rex"),
        Op("MERGE", "p1#1", draft("b", "pet: Tom", "job: cook", hours=1), time=draft("", hours=1).time),
        indexes=(Slots(),),
        keys=entity_keys,
    )
    index = memory.index("slot")
    assert [index.held("p1", key) for key in ("rex", "tom", "cook")] == [("p1#1",), ("p1#1",), (f"p1#1{ROW}1",)]
    memory = memory.replayed(
        [*memory.journal, Op("UPDATE", "p1#1", draft("c", "pet: Ed"), time=draft("", hours=2).time)]
    )
    index = memory.index("slot")
    assert [index.held("p1", key) for key in ("rex", "tom", "cook", "ed")] == [(), (), (), ("p1#1",)]


def test_a_deleted_a_hidden_and_a_swallowed_item_leave_the_index():
    ops = [
        draft("one"),
        draft("two"),
        draft("three"),
        draft("four"),
        Op("DELETE", "p1#1", time=draft("").time),
        Op("QUARANTINE", "p1#2", time=draft("").time),
        Op("MERGE", "p1#3", other="p1#4", time=draft("").time + timedelta(minutes=1)),
    ]
    memory = holding(*ops, indexes=(BM25(),))
    hits = {word: [id for id, _ in memory.index("bm25").search(cue(word))] for word in ("one", "two", "three", "four")}
    assert hits == {"one": [], "two": [], "three": ["p1#3"], "four": ["p1#3"]}


def test_all_rows_of_an_item_go_with_it():
    ops = [
        draft("a", "pet: Rex", "job: cook"),
        Op("MERGE", "p1#1", draft("b", "pet: Tom", hours=1), time=draft("", hours=1).time),
    ]
    held = holding(*ops, indexes=(Slots(),), keys=entity_keys).index("slot")
    assert [held.held("p1", key) for key in ("rex", "tom", "cook")] == [("p1#1",), ("p1#1",), (f"p1#1{ROW}1",)]
    gone = holding(*ops, Op("DELETE", "p1#1", time=draft("", hours=2).time), indexes=(Slots(),), keys=entity_keys)
    assert [gone.index("slot").held("p1", key) for key in ("rex", "tom", "cook")] == [(), (), ()]


def test_two_rows_of_one_item_are_one_item_of_an_entity():
    index = EntityVectors(NAMES)
    for row in ("1", f"1{ROW}1", "2"):
        index.put("p1", row, "bo")
    assert found(index, "we saw Bo", k=1) == [("1", 0.4995)]  # .5 / (1 + .001 * (2 - 1) ** 2)
