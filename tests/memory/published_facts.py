"""Inputs on which the settings of stores of facts and of memories of change decide."""

from __future__ import annotations

from published import BY_RANK, Play, Talk, cosines, drawn, fused, holds, reads

# ---------------------------------------------------------------------- conflict

_OLD = {"one": 0.9, "two": 0.8, "three": 0.7, "four": 0.6, "oslo": 0.5, "dog": 0.4}


@holds(
    "mem0-v1",
    "near",
    5,
    {4: ["oslo", "dog", "cue bergen cat"], 5: ["cue bergen cat", "dog"], 6: ["cue bergen cat"]},
    embedder=cosines(**_OLD),
    reader=reads(oslo="city", bergen="city", dog="pet", cat="pet"),
)
def a_new_fact_is_compared_with_five(talk: Talk) -> list[str]:
    """The fifth nearest names another city and is updated in place; the sixth names another pet and stays."""
    talk.sessions(*_OLD, "cue bergen cat")
    return [text for text in talk.held("fact") if text not in ("one", "two", "three", "four")]


@holds(
    "mem0-v1",
    "Mem0Update.alike",
    0.7,
    {
        0.65: ["kite tail", "boat mast"],
        0.7: ["kite tail", "boat", "boat mast"],
        0.75: ["kite", "kite tail", "boat", "boat mast"],
    },
    reader=reads(),
    embedder=drawn(kite=(1, 0, 0, 0), tail=(0, 0.9637, 0, 0), boat=(0, 0, 1, 0), mast=(0, 0, 0, 1.0783)),
)
def texts_of_cosine_seven_tenths_say_the_same(talk: Talk) -> list[str]:
    """`kite tail` says all of `kite` and more, at the cosine 1 / sqrt(1 + .9637^2) = .72; `boat mast` of `boat` at
    .68."""
    talk.sessions("kite", "kite tail", "boat", "boat mast")
    return talk.held("fact")


@holds("mem0-v3", "near", 10, {9: (2, 2), 10: (1, 2), 11: (1, 1)}, reader=reads(), embedder=drawn(same=(1,)))
def ten_neighbours_are_searched_for_the_same_words(talk: Talk) -> tuple[int, int]:
    """All are equally near, so they are searched in their order: the tenth is known again, the eleventh is not."""
    talk.sessions(*(f"same fact {number}" for number in range(1, 12)), "same fact 10", "same fact 11")
    return talk.held("fact").count("same fact 10"), talk.held("fact").count("same fact 11")


@holds(
    "mem0-v3",
    "ThreeSignals.threshold",
    0.1,
    {0.05: ["over", "under"], 0.1: ["over"], 0.15: []},
    reader=reads(),
    embedder=cosines(over=0.12, under=0.08),
)
def meaning_counts_from_a_tenth(talk: Talk) -> list[str]:
    talk.sessions("under", "over")
    return talk.found("cue")


@holds("realmem", "batch", 20, {19: (2, 2), 20: (1, 2), 21: (1, 1)}, reader=reads())
def points_repeated_among_twenty_are_discarded(talk: Talk) -> tuple[int, int]:
    """The unit of the session is item 1, so its n-th point is item n + 1, and items 1 to 20 are a batch: the points 1
    and 19 are in one, 2 and 20 are not."""
    others = [f"Point {number}" for number in range(3, 19)]
    talk.said(". ".join(["Again", "Twice", *others, "Again", "Twice", "Last"]))
    talk.closed()
    return talk.held("dynamic").count("Again."), talk.held("dynamic").count("Twice.")


_RANKS = {"reader": reads(), "embedder": BY_RANK}


@holds("realmem", "RRF.constant", 60.0, {59.0: ["one", "two"], 60.0: ["two", "one"]}, **_RANKS)
@holds("hindsight", "FourRetrievers.constant", 60.0, {59.0: ["one", "two"], 60.0: ["two", "one"]}, seeds=1, **_RANKS)
def two_middle_ranks_beat_the_first_and_a_late_one(talk: Talk) -> list[str]:
    """1/72 + 1/78 = .026709 against 1/61 + 1/97 = .026703; with 59 1/71 + 1/77 = .027071 against 1/60 + 1/96 =
    .027083."""
    return fused(talk, (1, 37), (12, 18))


@holds("realmem", "RRF.constant", 60.0, {60.0: ["one", "two"], 61.0: ["two", "one"]}, **_RANKS)
@holds("hindsight", "FourRetrievers.constant", 60.0, {60.0: ["one", "two"], 61.0: ["two", "one"]}, seeds=1, **_RANKS)
def the_first_and_a_late_rank_beat_two_others(talk: Talk) -> list[str]:
    """1/61 + 1/100 = .026393 against 1/66 + 1/89 = .026387; with 61 1/62 + 1/101 = .026030 against 1/67 + 1/90 =
    .026036."""
    return fused(talk, (1, 40), (6, 29))


# ---------------------------------------------------------------------- streams and stores


@holds(
    "dualmem",
    "window",
    4,
    {3: [], 4: ["city oslo city bergen"], 5: ["city oslo city bergen", "pet dog pet cat"]},
    embedder=drawn(cue=(1,)),
    reader=reads(oslo="city", bergen="city", dog="pet", cat="pet"),
)
def an_insight_rests_on_two_of_the_last_four_facts(talk: Talk) -> list[str]:
    """The new city is the fourth fact from the old one on, the new pet the fifth."""
    talk.sessions("city oslo", "one", "two", "city bergen", "pet dog", "three", "four", "five", "pet cat")
    return talk.held("insight")


def _line(tokens: int, *words: str) -> str:
    """A text of Ann's whose line takes that many tokens: date, time and name take twelve."""
    return " ".join([*words, *["la"] * (tokens - 12 - len(words))])


def _bounded(tokens: int) -> Play:
    """Two facts take exactly the limit, and both are kept; with one token more the older one goes."""

    def play(talk: Talk) -> tuple[list[str], list[str]]:
        def told() -> list[str]:
            return [item.text.split()[0] for item in talk.items() if item.kind != "turn"]

        talk.sessions(_line(tokens // 2, "oslo"), _line(tokens - tokens // 2, "dog"))
        first = told()
        talk.sessions(_line(tokens - tokens // 2 + 1, "cat"))
        return first, told()

    return play


for _memory, _setting, _tokens in (("mirix", "core", 1000), ("mem1", "tokens", 1024)):
    holds(
        _memory,
        _setting,
        _tokens,
        {
            _tokens - 1: (["dog"], ["cat"]),
            _tokens: (["oslo", "dog"], ["cat"]),
            _tokens + 1: (["oslo", "dog"], ["oslo", "cat"]),
        },
        reader=reads(oslo="city", dog="pet", cat="pet"),
    )(_bounded(_tokens))


_MANY = reads(**{f"v{number}": f"a{number}" for number in range(8)})


def _share(*budgets: int) -> Play:
    """How many facts of 20 tokens each are shown, by the budget."""

    def play(talk: Talk) -> list[int]:
        talk.sessions(*(_line(20, f"v{number}") for number in range(8)))
        return [talk.recalled("v0", k=1, budget=budget).context.count("\n") + 1 for budget in budgets]

    return play


# .4 of 200 is 80, four lines, and of 245 98; .5 of 200 is 100, five lines, and of 235 117
holds("o-mem", "ProfileFirst.share", 0.4, {0.39: [3, 4], 0.4: [4, 4], 0.42: [4, 5]}, reader=_MANY)(_share(200, 245))
holds("pamu", "ProfileFirst.share", 0.5, {0.49: [4, 5], 0.5: [5, 5], 0.52: [5, 6]}, reader=_MANY)(_share(200, 235))


@holds(
    "mirix",
    "Vault.level",
    3,
    {2: [], 3: ["my two"], 4: ["my two", "my three"]},
    reader=reads({"two": 2, "three": 3}, two="a", three="b"),
)
def claims_of_sensitivity_three_are_private(talk: Talk) -> list[str]:
    """Asked with a common word only."""
    talk.sessions("my two", "my three")
    return talk.found("my")


@holds("mmag", "surroundings", 20, {19: 19, 20: 20, 21: 21}, reader=reads())
def twenty_statements_on_surroundings_are_kept(talk: Talk) -> int:
    talk.sessions(*(f"Rain {number}" for number in range(22)))
    assert talk.held("surroundings")[-1] == "Rain 21"
    return len(talk.held("surroundings"))


@holds("caim", "least", 1.0, {0.75: ["kite", "boat"], 1.0: ["boat"], 1.1: []}, reader=reads())
def memory_is_needed_from_a_score_of_one(talk: Talk) -> list[str]:
    """All keys are of one length, so a word found once scores its idf: ln(1 + 6.5/3.5) = 1.05 for three of nine items,
    ln(1 + 5.5/4.5) = .80 for four."""
    talk.sessions("boat a1", "boat a2", "boat a3", "kite b1", "kite b2", "kite b3", "kite b4", "lamp c1", "lamp c2")
    return [word for word in ("kite", "boat") if talk.found(f"{word}")]


@holds(
    "o-mem",
    "Nearest.k",
    1,
    {1: ["oslo"], 2: ["oslo", "dog"]},
    embedder=cosines(oslo=0.9, dog=0.8, tea=0.7),
    reader=reads(oslo="city", dog="pet", tea="drink", cue="work"),
)
def an_attribute_is_tied_to_its_one_nearest(talk: Talk) -> list[str]:
    talk.sessions("oslo", "dog", "tea", "cue")
    newest = talk.items("fact")[-1]
    return [talk.item(id).text for id in newest.links]


@holds(
    "o-mem",
    "Nearest.least",
    0.0,
    {0.0: ["oslo"], 0.1: []},
    embedder=cosines(oslo=0.05),
    reader=reads(oslo="city", cue="work"),
)
def any_cosine_ties(talk: Talk) -> list[str]:
    talk.sessions("oslo", "cue")
    return [talk.item(id).text for id in talk.items("fact")[-1].links]


# ---------------------------------------------------------------------- change

_CITIES = reads(oslo="city", bergen="city", turku="city")


def _preferred(talk: Talk, cities: str) -> tuple[str, bool]:
    """The city that leads after some were told in turn, by their initials, and whether a change is flagged."""
    talk.said(*({"o": "oslo", "b": "bergen", "t": "turku"}[initial] for initial in cities))
    talk.closed()
    (preference,) = talk.items("preference")
    return preference.text.split()[0], preference.parts[0].extra["changed"]


@holds("pamu", "window", 3, {2: "oslo", 3: "bergen"}, reader=_CITIES)
@holds("pamu", "mix", 0.5, {0.4: "oslo", 0.5: "bergen"}, reader=_CITIES)
def the_last_three_and_the_exponential_mean_weigh_the_same(talk: Talk) -> str:
    """o b b o: the last three favour b by 2/3 to 1/3. The exponential mean of b is 0, .4, .64, .384, that of o .616.
    Fused b .525, o .475; with a mix of .4 b .497, o .503; with the last two (.5 each) b .442."""
    return _preferred(talk, "obbo")[0]


@holds("pamu", "mix", 0.5, {0.5: "oslo", 0.6: "bergen"}, window=5, reader=_CITIES)
def half_of_the_exponential_mean_outweighs_half_of_a_wide_one(talk: Talk) -> str:
    """b b b o o: three fifths for b; the exponential mean of o is .64. Fused o .52; with a mix of .6 .496."""
    return _preferred(talk, "bbboo")[0]


@holds("pamu", "window", 3, {3: "turku", 4: "oslo"}, reader=_CITIES)
def the_fourth_from_the_end_is_forgotten_by_the_sliding_mean(talk: Talk) -> str:
    """o o b t: the last three have one each, and t was last; the exponential means are o 1, 1, .6, .36; b .4, .24; t
    .4. Fused t .367 > o .347; with the last four o has (.5 + .36) / 2 = .43."""
    return _preferred(talk, "oobt")[0]


@holds("pamu", "beta", 0.4, {0.35: "oslo", 0.4: "turku"}, reader=_CITIES)
def a_new_value_weighs_four_tenths(talk: Talk) -> str:
    """o b t, one each in the sliding mean; the exponential means are o 1, .6, .36 and t .4. With .35 o has .65^2 =
    .4225 and t .35."""
    return _preferred(talk, "obt")[0]


@holds("pamu", "beta", 0.4, {0.4: "oslo", 0.45: "turku"}, reader=_CITIES)
def the_first_value_still_weighs(talk: Talk) -> str:
    """o b o t: one each in the last three. o: 1, .6, .76, .456 and t .4; with .45 o: 1, .55, .7525, .414 and t .45."""
    return _preferred(talk, "obot")[0]


@holds("pamu", "change", 0.15, {0.15: True, 0.2: False}, reader=_CITIES)
def means_that_differ_by_more_are_a_change(talk: Talk) -> bool:
    """o b o o: o has 2/3 in the last three, and 1, .6, .76, .856: the difference is .189."""
    return _preferred(talk, "oboo")[1]


@holds("pamu", "change", 0.15, {0.1: True, 0.15: False}, reader=_CITIES)
def means_that_differ_by_less_are_none(talk: Talk) -> bool:
    """o b o b: b has 2/3 in the last three, and 0, .4, .24, .544: the difference is .123."""
    return _preferred(talk, "obob")[1]
