"""Inputs on which the settings of memories that search decide: BM25, fusion, spans of days, distances."""

from __future__ import annotations

from published import DAY, Talk, cosines, holds, reads

from regulars.memory import Cue


def _words(count: int, *first: str) -> str:
    """A text of that many tokens with its speaker's name."""
    return " ".join([*first, *["la"] * (count - 1 - len(first))])


def _by_words(talk: Talk, text: str) -> list[str]:
    """The first words of items in the order of the memory's BM25."""
    rows = talk.memory.index("bm25").search(Cue(text, talk.time, "p1", k=10))
    return [talk.item(id).text.split()[0] for id, _ in rows]


SATURATION = {1.4: ["d", "c", "b", "a"], 1.5: ["c", "d", "b", "a"], 1.6: ["c", "d", "a", "b"]}
"""Texts of one length, so that b does not matter, which all have two words of one idf. A word that occurs t times
weighs t / (t + k1), so many of one word count more with a higher k1. With 1.5, 3 and 14 have .6667 + .9032 = 1.5699, 4
and 8 have .7273 + .8421 = 1.5694; 2 and 4 have .5714 + .7273 = 1.2987, 1 and 13 have .4 + .8966 = 1.2966. The first
pair is equal at 1.464, the second one at 1.529."""


def saturation(talk: Talk) -> list[str]:
    counts = {"a": (1, 13), "b": (2, 4), "c": (3, 14), "d": (4, 8)}
    talk.sessions(*(_words(20, name, *["boat"] * boats, *["hill"] * hills) for name, (boats, hills) in counts.items()))
    return _by_words(talk, "boat hill")


SHORT = {0.72: ["middle", "long", "once"], 0.75: ["middle", "once", "long"], 0.78: ["once", "middle", "long"]}
"""With lengths x as multiples of the mean, a text with the word once beats one with it twice if
`1 - b + b x2 > 2 (1 - b + b x1)`, that is from b = 1 / (1 + x2 - 2 x1) on, whatever k1. The mean of 6, 18, 19, 28 and
29 tokens is 20: b = 1 / (1 + 18/20 - 12/20) = .769 for the text of 18 tokens, 1 / (1 + 19/20 - 12/20) = .741 for that
of 19."""


def lengths(talk: Talk) -> list[str]:
    talk.sessions(
        _words(6, "once", "boat"),
        _words(18, "middle", "boat", "boat"),
        _words(19, "long", "boat", "boat"),
        _words(28, "other"),
        _words(29, "others"),
    )
    return _by_words(talk, "boat")


LONG = {0.28: ["middle", "long", "boat"], 0.3: ["middle", "boat", "long"], 0.32: ["boat", "middle", "long"]}
"""As above, for short turns of chat: the mean of 2, 48, 53 and five texts of 57 tokens together is 20. From b =
1 / (1 + 48/20 - 4/20) = .3125 on the text with the word once beats that of 48 tokens, from 1 / (1 + 53/20 - 4/20) =
.290 on that of 53."""


def chat_lengths(talk: Talk) -> list[str]:
    talk.sessions(
        "boat",
        _words(48, "middle", "boat", "boat"),
        _words(53, "long", "boat", "boat"),
        *(_words(11, f"other{number}") for number in range(4)),
        _words(13, "last"),
    )
    return _by_words(talk, "boat")


OVER_TURNS = (
    "longmemeval",
    "moom",
    "bounded",
    "on-request",
    "lesson-counts",
    "rememberer",
    "reme",
    "exprag",
    "exprecent",
    "remem",
    "a-memguard",
    "guarded",
)
OVER_FACTS = ("keep-me-updated", "mem0-v3", "realmem", "mirix", "mmag", "mem1", "hindsight", "pamu")

for _name in ("bm25-turn", "bm25-session", "hybrid"):
    holds(_name, "k1", 1.5, SATURATION)(saturation)
    holds(_name, "b", 0.75, SHORT)(lengths)
for _name in OVER_TURNS:
    _others = {"longmemeval": {"join": "value"}, "moom": {"turns": 1}}.get(_name, {})
    holds(_name, "BM25.k1", 1.5, SATURATION, **_others)(saturation)
    holds(_name, "BM25.b", 0.75, SHORT, **_others)(lengths)
for _name in OVER_FACTS:
    holds(_name, "BM25.k1", 1.5, SATURATION, reader=reads())(saturation)
    holds(_name, "BM25.b", 0.3, LONG, reader=reads())(chat_lengths)


def tags(talk: Talk) -> list[str]:
    """Keys of CAIM have each word once. One with both words beats one with one of them if `2 (1 + k1 L1) > 1 + k1 L2`,
    with `L = 1 - b + b x`, so if `k1 (b (1 + x2 - 2 x1) - 1) < 1`. The mean of 2, 47, 53, 6, twelve keys of 6 and four
    of 5 words is 10: x is .2 for the short key, 4.7 and 5.3 for the long ones. With b = .3 the limits of k1 are
    1 / (.3 * 5.3 - 1) = 1.69 and 1 / (.3 * 5.9 - 1) = 1.30; with k1 = 1.5 those of b are (1 + 1 / 1.5) / 5.3 = .314 and
    .282."""

    def key(name: str, count: int, *words: str) -> str:
        return " ".join([*words, *(f"{name}{number}" for number in range(count - 1 - len(words)))])

    texts = [key("m", 47, "boat", "hill"), key("n", 53, "boat", "hill"), "boat", key("h", 6, "hill")]
    others = [key(f"o{place}x", 6 if place < 12 else 5) for place in range(16)]
    talk.sessions(*texts, *others)
    names = {2: "short", 47: "middle", 53: "long"}
    rows = talk.memory.index("bm25").search(Cue("boat hill", talk.time, "p1", k=4))
    return [names[size] for id, _ in rows if (size := len(talk.item(id).text.split()) + 1) in names]


holds(
    "caim",
    "BM25.k1",
    1.5,
    {
        1.2: ["middle", "long", "short"],
        1.5: ["middle", "short", "long"],
        1.8: ["short", "middle", "long"],
    },
    reader=reads(),
)(tags)
holds(
    "caim",
    "BM25.b",
    0.3,
    {
        0.27: ["middle", "long", "short"],
        0.3: ["middle", "short", "long"],
        0.33: ["short", "middle", "long"],
    },
    reader=reads(),
)(tags)


_FUSED = cosines(near=0.9, nearer=0.95, decoy=0.5)


def _fused(talk: Talk, nearer: bool) -> str:
    """The better of two turns: one first by words and not among the vectors' first 16, and one sixteenth by words and
    first by vectors, or second behind a nearer one. k = 4 lets the first 16 of both count."""
    talk.said("boat first")
    talk.said(*(_words(3 + place, "boat", f"b{place}") for place in range(2, 16)))
    talk.said(_words(30, "boat", "near"))
    talk.said(*(["nearer"] if nearer else []), *(f"decoy {number}" for number in range(15 - nearer)))
    hits = [text.split()[1] for text in talk.found("cue boat", k=4) if "boat" in text]
    return next(word for word in hits if word in ("first", "near"))


def _first_by_vectors(talk: Talk) -> str:
    """Sixteenth by words and first by vectors: 1/(60+16) + .2/61 = .01644 beats 1/61 = .01639; with a constant of 58
    it does not (.01691 + .00339 - ...: 15/(c+16) < .2 from c = 59 on), and with a weight of .19 neither (.01627)."""
    return _fused(talk, nearer=False)


def _second_by_vectors(talk: Talk) -> str:
    """Sixteenth by words and second by vectors: 1/76 + .2/62 = .01638 does not reach 1/61 = .01639; it does with a
    constant of 61 (1/77 + .2/63 = .016162 > 1/62 = .016129) and with a weight of .21 (.01655)."""
    return _fused(talk, nearer=True)


holds("hybrid", "constant", 60.0, {58.0: "first", 60.0: "near"}, embedder=_FUSED)(_first_by_vectors)
holds("hybrid", "constant", 60.0, {60.0: "first", 61.0: "near"}, embedder=_FUSED)(_second_by_vectors)
holds("hybrid", "weight", 0.2, {0.19: "first", 0.2: "near"}, embedder=_FUSED)(_first_by_vectors)
holds("hybrid", "weight", 0.2, {0.2: "first", 0.21: "near"}, embedder=_FUSED)(_second_by_vectors)


_TWO = cosines(near=0.9, decoy=0.5)


@holds("hybrid", "RRF.weights[0]", 1.0, {0.8: "vectors", 1.0: "words"}, weight=0.9, embedder=_TWO)
@holds("hybrid", "RRF.weights[0]", 1.0, {1.0: "vectors", 1.2: "words"}, weight=1.1, embedder=_TWO)
def words_weigh_one(talk: Talk) -> str:
    """First by words and second by vectors, or the reverse: the heavier ranking decides."""
    talk.said("near boat la la", "decoy boat boat")
    return "words" if "decoy" in talk.found("cue boat")[0] else "vectors"


@holds(
    "realmem",
    "RRF.fan",
    4,
    {3: ["b1", "k1"], 4: ["near", "k1"], 5: ["near", "nearer"]},
    embedder=cosines(near=0.8, nearer=0.9, decoy=0.5),
    reader=reads(),
)
@holds(
    "hybrid",
    "RRF.fan",
    4,
    {3: ["b1", "k1"], 4: ["near", "k1"], 5: ["near", "nearer"]},
    embedder=cosines(near=0.8, nearer=0.9, decoy=0.5),
)
def each_ranking_gives_four_times_k(talk: Talk) -> list[str]:
    """For one hit, the first four by words count: the fourth, which is near by vectors, wins with 1/64 + .2/62 >
    1/61. A fifth that is even nearer only has its .2/61, or 1/61 as
    well where both rankings weigh the same. Decoys keep the first by words from the vectors' places."""
    talk.said(*(_words(3 + place, f"b{place}", "boat") for place in range(1, 4)), _words(7, "near", "boat"))
    talk.said(*(_words(3 + place, f"k{place}", "kite") for place in range(1, 5)), _words(8, "nearer", "kite"))
    talk.said("decoy 1", "decoy 2", "decoy 3")
    talk.closed()
    return [talk.found(f"cue {word}", k=1)[0].split()[0] for word in ("boat", "kite")]


@holds("longmemeval", "TimeAware.slack", 3, {2: [], 3: ["three"], 4: ["three", "four"]})
def reports_of_three_days_later_count(talk: Talk) -> list[str]:
    """Asked about 3 March: what was said on 6 March counts, what was said on 7 March does not."""
    talk.session, talk.time = 1, talk.time + 5 * DAY
    talk.rounds("three boat")
    talk.closed()
    talk.rounds("four boat")
    hits = talk.recalled("When was the boat on 3 March 2025?").hits
    return [talk.item(hit.id).text.split()[0] for hit in hits if "time" in hit.retrievers]


@holds("longmemeval", "TimeAware.fan", 10, {9: (False, False), 10: (True, False), 11: (True, True)})
def ten_times_k_are_ranked_before_the_days_count(talk: Talk) -> tuple[bool, ...]:
    """The tenth by words is from 10 March, the eleventh from 20 March: only the tenth is lifted to the first place."""
    for place in range(1, 13):
        talk.time = talk.time.replace(day={10: 10, 11: 20}.get(place, 1 if place < 10 else 28))
        talk.rounds(_words(3 + place, "boat", f"b{place}"))
        talk.closed(after=DAY * 0)
    return tuple(
        f"b{place}" in talk.found(f"Where was the boat on {day} March 2025?", k=1)[0]
        for place, day in ((10, 10), (11, 20))
    )


@holds(
    "emotional-rag",
    "Cascade.wide",
    2,
    {1: "plain", 2: "sad", 3: "happy"},
    strategy="S-C",
    embedder=cosines(plain=0.9, sad=0.8, happy=0.7),
)
def twice_as_many_candidates_as_results(talk: Talk) -> str:
    """For one result, two candidates by words: of those without and with the opposite mood, the mood decides."""
    talk.said("plain", "sad but glad", "happy")
    return talk.found("cue delighted", k=1)[0].split()[0]
