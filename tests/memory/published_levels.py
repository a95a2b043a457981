"""Inputs on which the settings of memories of several levels decide: pages and segments, taxonomies, chunks, trees."""

from __future__ import annotations

from dataclasses import replace

from published import HOUR, START, Drawn, Play, Talk, angles, cosines, drawn, holds, reads

from regulars.dialogue import Feedback, FeedbackAction
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.consolidation.paging import KNOWLEDGE, PAGES, SEGMENT

# ---------------------------------------------------------------------- memoryos


def _segments(talk: Talk) -> list[int]:
    """How many pages each segment has."""
    return [len(item.links) for item in talk.items(SEGMENT)]


@holds("memoryos", "queue", 10, {9: 9, 10: 10, 11: 11}, reader=reads())
def ten_pages_wait(talk: Talk) -> int:
    """Of twelve finished rounds."""
    talk.rounds(*(f"page{number}" for number in range(13)))
    return len(talk.memory.tracker(PAGES).waiting("p1"))


def _moved(talk: Talk, *texts: str) -> None:
    """Rounds that all leave a queue of one page: one more waits, and one is open."""
    talk.rounds(*texts, "waiting", "open")


def _segments(talk: Talk) -> list[int]:
    """How many pages each segment has."""
    return [len(item.links) for item in talk.items(SEGMENT)]


@holds(
    "memoryos",
    "join",
    0.6,
    {0.55: [2, 2], 0.6: [2, 1, 1], 0.65: [1, 1, 1, 1]},
    queue=1,
    reader=reads(),
    embedder=drawn(kite=(1, 0, 0, 0), sail=(0.62, 0.7846, 0, 0), boat=(0, 0, 1, 0), mast=(0, 0, 0.58, 0.8146)),
)
def pages_join_from_six_tenths(talk: Talk) -> list[int]:
    """Pages without a common keyword, at cosines of .62 and .58."""
    _moved(talk, "kite", "sail", "boat", "mast")
    return _segments(talk)


_ONE_SEGMENT = {"queue": 1, "join": 0.0, "reader": reads(), "embedder": drawn(cue=(1,))}


@holds("memoryos", "hot", 5.0, {4.0: [3], 5.0: [4], 5.05: [5]}, **_ONE_SEGMENT)
def four_new_pages_are_hot(talk: Talk) -> list[int]:
    """The fourth page makes the heat of a segment 4 + 1 at the moment at which it joins."""
    talk.rounds("cue")
    while not talk.held(KNOWLEDGE):
        talk.rounds("cue")
    return _segments(talk)


@holds(
    "memoryos",
    "hot",
    5.0,
    {4.95: ["cue 1", "cue 2", "cue 3"], 5.0: []},
    queue=1,
    reader=reads(),
    embedder=drawn(cue=(1, 0), other=(0, 1)),
)
def three_pages_and_a_visit_of_an_hour_ago_are_not_hot(talk: Talk) -> list[str]:
    """3 + 1 + exp(-1 / 24) = 4.96 when the next page moves to another segment."""
    talk.rounds("cue 1", "cue 2", "cue 3", "other 1", "other 2")
    talk.recalled("cue", k=1, probe=False, after=0 * HOUR)
    talk.said("other 3", after=HOUR)
    return talk.held(KNOWLEDGE)


@holds(
    "memoryos",
    "segments",
    2000,
    {1999: [1999, 1999], 2000: [2000, 2000], 2001: [2000, 2001]},
    queue=1,
    join=2.0,
    reader=reads(),
)
def two_thousand_segments_are_kept(talk: Talk) -> list[int]:
    """There are 1,999 already when two more pages start one."""
    held = [
        Op("ADD", f"p1#{number}", Draft("p1", 1, START, "Ann", f"old{number}", (f"t{number}",), SEGMENT), time=START)
        for number in range(1, 2000)
    ]
    talk.memory = talk.memory.replayed(held)
    counts = []
    _moved(talk, "first")
    counts.append(len(_segments(talk)))
    talk.rounds("next")
    return [*counts, len(_segments(talk))]


_HOT = {"queue": 1, "hot": 0.0, "reader": reads()}


@holds(
    "memoryos",
    "knowledge",
    100,
    {99: ["fact3", "fact101"], 100: ["fact2", "fact101"], 101: ["fact1", "fact101"]},
    join=0.0,
    **_HOT,
)
def a_hundred_statements_are_known(talk: Talk) -> list[str]:
    """The oldest of 101 goes; each page of a hot segment is known at once."""
    _moved(talk, *(f"fact{number}" for number in range(1, 102)))
    known = talk.held(KNOWLEDGE)
    return [known[0], known[-1]]


_OWN = {"queue": 1, "join": 2.0, "reader": reads()}
_FALLING = cosines(**{f"n{number}": 0.9 - number / 50 for number in range(24)})


@holds("memoryos", "PagedSearch.segments", 5, {4: 4, 5: 5, 6: 6}, embedder=_FALLING, **_OWN)
def five_segments_are_searched(talk: Talk) -> int:
    """Of seven with a page each. The pages that wait or are open are found as well."""
    _moved(talk, *(f"n{number}" for number in range(7)))
    return len(talk.found("cue")) - len(["waiting", "open"])


@holds(
    "memoryos",
    "PagedSearch.pages",
    7,
    {6: 6, 7: 7, 8: 8},
    embedder=_FALLING,
    queue=1,
    join=0.0,
    hot=99.0,
    reader=reads(),
)
def seven_pages_of_them_are_hits(talk: Talk) -> int:
    """Of nine in one segment."""
    _moved(talk, *(f"n{number}" for number in range(9)))
    return len(talk.found("cue", k=20)) - len(["waiting", "open"])


@holds(
    "memoryos",
    "PagedSearch.least",
    0.1,
    {0.05: ["over", "under"], 0.1: ["over"], 0.15: []},
    embedder=cosines(over=0.12, under=0.08),
    **_OWN,
)
def segments_and_pages_count_from_a_tenth(talk: Talk) -> list[str]:
    _moved(talk, "under", "over")
    return [text.split()[0] for text in talk.found("cue") if "er" in text]


def _known(talk: Talk) -> list[str]:
    """The knowledge among the hits."""
    hits = [talk.item(hit.id) for hit in talk.recalled("cue", k=100).hits]
    return [item.text for item in hits if item.kind == KNOWLEDGE]


@holds("memoryos", "PagedSearch.knowledge", 20, {19: 19, 20: 20, 21: 21}, embedder=_FALLING, join=0.0, **_HOT)
def twenty_statements_are_hits(talk: Talk) -> int:
    _moved(talk, *(f"n{number}" for number in range(22)))
    return len(_known(talk))


@holds(
    "memoryos",
    "PagedSearch.known",
    0.01,
    {0.005: ["over", "under"], 0.01: ["over"], 0.015: []},
    embedder=cosines(over=0.012, under=0.008),
    join=0.0,
    **_HOT,
)
def statements_count_from_a_hundredth(talk: Talk) -> list[str]:
    _moved(talk, "under", "over")
    return _known(talk)


def _twin(others: int) -> Play:
    """A page with the keywords of one segment, which as many others are nearer to: .25 and two of four keywords."""

    def play(talk: Talk) -> int:
        _moved(talk, *(f"n{number}" for number in range(others)), "twin apple grape", "cue apple grape")
        return max(_segments(talk))

    return play


_NEARER = cosines(twin=0.25, **{f"n{number}": 0.3 for number in range(20)})
holds("memoryos", "Pager.nearest", 20, {19: 1, 20: 2}, embedder=_NEARER, queue=1, reader=reads())(_twin(19))
holds("memoryos", "Pager.nearest", 20, {20: 1, 21: 2}, embedder=_NEARER, queue=1, reader=reads())(_twin(20))


@holds("memoryos", "Pager.words", 10, {9: 9, 10: 10, 11: 11}, queue=1, reader=reads())
def a_page_has_ten_keywords(talk: Talk) -> int:
    _moved(talk, " ".join(f"word{number}" for number in range(12)))
    return len(talk.items(SEGMENT)[0].parts[0].extra["keywords"])


# ---------------------------------------------------------------------- h-mem


def _apart(count: int) -> Drawn:
    """Words at right angles, each nearer to the cue than the next."""
    rows = {f"n{number}": [float(at == number) for at in range(count)] for number in range(count)}
    return drawn(cue=[1 - number / 20 for number in range(count)], **rows)


@holds("h-mem", "width", 5, {4: 4, 5: 5, 6: 6}, embedder=_apart(7))
def five_nodes_of_a_level_are_opened(talk: Talk) -> int:
    """Of seven domains with a turn each."""
    talk.said(*(f"n{number}" for number in range(7)))
    return len(talk.found("cue"))


@holds(
    "h-mem",
    "credits",
    0.1,
    {0.09: ["high", "low", "liked"], 0.1: ["high", "liked", "low"], 0.11: ["liked", "high", "low"]},
    embedder=cosines(high=0.553, low=0.547, liked=0.5),
)
def a_like_adds_a_tenth(talk: Talk) -> list[str]:
    """.5 * 1.1 = .55, between .553 and .547."""
    talk.said("high", "low", "liked", "cue?")
    recalled = talk.recalled("cue")
    talk.said("Oh", by="Assistant")
    hits = tuple(hit for hit in recalled.hits if talk.item(hit.id).text == "liked")
    talk.memory.feedback(Feedback(talk.ids[-1], FeedbackAction.LIKE, time=talk.time), replace(recalled, hits=hits))
    return talk.found("cue", k=4)[1:]


# ---------------------------------------------------------------------- hcam


@holds("hcam", "turns", 8, {7: [7, 7, 3], 8: [8, 8, 1], 9: [9, 8]})
def a_chunk_has_eight_turns(talk: Talk) -> list[int]:
    talk.said(*(f"turn {number}" for number in range(17)))
    return [len(item.parts) for item in talk.items()]


@holds("hcam", "chunks", 8, {7: 7, 8: 8, 9: 9}, turns=1, embedder=drawn(cue=(1,)))
def eight_chunks_are_opened(talk: Talk) -> int:
    talk.said(*(f"cue {number}" for number in range(10)))
    return len(talk.found("cue", k=10))


@holds(
    "hcam",
    "sharpness",
    20.0,
    {18.0: ["first", "second"], 20.0: ["even", "first"], 22.0: ["even", "even"]},
    turns=2,
    embedder=cosines(even=0.6, first=0.999, far1=0.135, second=0.998, far2=0.129),
)
def chunks_and_their_turns_are_weighed_by_a_sharpness_of_twenty(talk: Talk) -> list[str]:
    """The logarithm of a line's weight is 20 times the mean of its chunk, less ln 2 if two turns share the chunk
    evenly: 20 * .6 - .693 = 11.307. The first other chunk has a mean of .567 and one turn with all of its weight,
    11.34; the second one .5635, 11.27. Two lines fit. At 18 it is 10.107 against 10.206 and 10.143, at 22 12.507
    against 12.474."""
    talk.said("even", "even", "first", "far1", "second", "far2")
    lines = talk.recalled("cue", budget=26).context.split("\n")
    return [line.rpartition(" ")[2] for line in lines]


# ---------------------------------------------------------------------- trees


def _parents(talk: Talk) -> list[int]:
    """How many children each summary has."""
    return [len(item.links) for item in talk.items("summary")]


@holds("raptor", "size", 6, {5: (2, 2), 6: (1, 2), 7: (1, 1)}, embedder=_apart(13))
def clusters_have_six_members_on_average(talk: Talk) -> tuple[int, ...]:
    """Six turns are one cluster, seven are two."""
    counts = []
    for texts in (range(6), range(6, 13)):
        talk.said(*(f"n{number}" for number in texts))
        talk.closed()
        counts.append(len(_parents(talk)) - sum(counts))
    return tuple(counts)


_THREE = ("boat kite lamp", "tree door fish", "moon star rain")


@holds("raptor", "sentences", 2, {1: 1, 2: 2, 3: 3}, embedder=drawn(boat=(1,)))
def a_summary_has_two_sentences(talk: Talk) -> int:
    talk.said(*_THREE)
    talk.closed()
    return len(talk.items("summary")[0].parts)


@holds(
    "raptor",
    "Soft.least",
    0.1,
    {0.09: (2, 2), 0.1: (2, 1), 0.12: (1, 1)},
    size=21,
    embedder=angles(east=0, north=90, over=36.5, under=54.5),
)
def a_turn_is_in_each_cluster_of_a_tenth(talk: Talk) -> tuple[int, ...]:
    """Twenty turns at 0 and at 90 degrees, and one more in each cluster, which moves its centre to 1.6 and 88.4. One
    lies at 36.5: its cosines differ by cos 34.9 - cos 51.9 = .204, so the other cluster has 1 / (1 + e^2.04) = .115.
    The other one lies 35.5 from its own: cos 33.9 - cos 52.9 = .227, so .093."""
    talk.said(*["east"] * 20, "over", "under", *["north"] * 20)
    talk.closed()
    found = [item for item in talk.items("turn") if item.text in ("over", "under")]
    return tuple(len(talk.memory.tracker("backlinks").to(item.id)) for item in found)


def _deepest(talk: Talk) -> int:
    talk.closed()
    return max(item.parts[0].extra["level"] for item in talk.items("summary"))


@holds("raptor", "Tree.levels", 5, {4: 4, 5: 5, 6: 6}, size=2, embedder=_apart(128))
def soft_trees_have_five_levels(talk: Talk) -> int:
    """128 turns, at right angles: each level has half as many nodes, and the sixth would have two."""
    talk.said(*(f"n{number}" for number in range(128)))
    return _deepest(talk)


@holds("memwalker", "Tree.levels", 5, {4: 4, 5: 5, 6: 6}, fan=2)
def trees_of_runs_have_five_levels(talk: Talk) -> int:
    """64 turns: each level has half as many nodes, and the sixth would have one."""
    talk.said(*(f"turn {number}" for number in range(64)))
    return _deepest(talk)


@holds("memwalker", "fan", 8, {7: [7, 7], 8: [8, 8], 9: [9]})
def a_node_has_eight_children(talk: Talk) -> list[int]:
    talk.said(*(f"turn {number}" for number in range(17)))
    talk.closed()
    return _parents(talk)


@holds("memwalker", "steps", 12, {11: 80, 12: 88, 13: 96}, embedder=drawn(turn=(1,)))
def a_walk_opens_twelve_nodes(talk: Talk) -> int:
    """104 turns in 13 nodes of eight; eight of these have a node above them. It takes one step, the others eleven."""
    talk.said(*(f"turn {number}" for number in range(104)))
    talk.closed()
    return len(talk.found("turn", k=200))


@holds("memwalker", "sentences", 1, {1: 8, 2: 16}, embedder=drawn(boat=(1,)))
def a_node_has_a_sentence_of_each_child(talk: Talk) -> int:
    talk.said(*[f"{_THREE[0]}. {_THREE[1]}."] * 8)
    talk.closed()
    return len(talk.items("summary")[0].parts)
