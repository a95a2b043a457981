"""Inputs on which the settings of memories with links and graphs decide."""

from __future__ import annotations

from dataclasses import replace

from published import DAY, HOUR, Drawn, Talk, cosines, drawn, holds, reads

from regulars.memory.composition.compose import Composed

# ---------------------------------------------------------------------- a-mem


def _linked(talk: Talk) -> list[str]:
    """The words of what the newest item links to."""
    newest = talk.items()[-1]
    return [talk.item(id).text for id in newest.links]


@holds(
    "a-mem",
    "near",
    0.55,
    {0.5: ["over", "under"], 0.55: ["over"], 0.6: []},
    embedder=cosines(over=0.57, under=0.53),
    reader=reads(),
)
def notes_link_from_a_cosine_of_55(talk: Talk) -> list[str]:
    talk.sessions("over", "under", "cue")
    return _linked(talk)


@holds("a-mem", "Nearest.k", 5, {4: 4, 5: 5, 6: 6}, embedder=drawn(cue=(1,)), reader=reads())
def a_note_links_to_five_neighbours(talk: Talk) -> int:
    talk.sessions(*(f"cue {number}" for number in range(7)), "cue last")
    return len(_linked(talk))


@holds(
    "a-mem",
    "SameSlot.k",
    5,
    {4: 4, 5: 5, 6: 6},
    near=1.0,
    reader=reads(oslo="city", bergen="city"),
    embedder=cosines(**{f"n{number}": 0.9 - number / 10 for number in range(7)}),
)
def five_neighbours_are_compared_by_their_claims(talk: Talk) -> int:
    talk.sessions(*(f"n{number} oslo" for number in range(7)), "cue bergen")
    return len(_linked(talk))


@holds("a-mem", "Notes.words", 6, {5: 5, 6: 6, 7: 7}, reader=reads())
def a_note_has_six_keywords(talk: Talk) -> int:
    talk.sessions("boat kite lamp tree door fish moon")
    return len(talk.items("note")[0].parts[0].extra["keywords"])


_SHARED = {"near": 1.0, "reader": reads(oslo="city", bergen="city")}


@holds(
    "a-mem",
    "share",
    0.5,
    {
        0.25: ["one oslo", "far bergen", "two", "three"],
        0.5: ["one oslo", "two", "far bergen", "three"],
        0.75: ["one oslo", "two", "three", "far bergen"],
    },
    embedder=cosines(one=0.9, far=0.1, two=0.8, three=0.79),
    **_SHARED,
)
def half_of_the_hits_come_from_the_index(talk: Talk) -> list[str]:
    """Of four hits the first two by cosine (.9, .8), then what is linked with the first: min(.9 * .9, .8) = .8. The
    note that both share a claim with the first is far from the cue."""
    talk.sessions("one oslo", "two", "three", "far bergen")
    return talk.found("cue", k=4)


@holds(
    "a-mem",
    "Expand.fade",
    0.9,
    {
        0.85: ["one oslo", "two", "over", "under", "far bergen"],
        0.9: ["one oslo", "two", "over", "far bergen", "under"],
        0.95: ["one oslo", "two", "far bergen", "over", "under"],
    },
    share=0.4,
    embedder=cosines(one=0.9, far=0.1, two=0.87, over=0.83, under=0.79),
    **_SHARED,
)
def a_linked_note_has_nine_tenths_of_the_score(talk: Talk) -> list[str]:
    """.9 * .9 = .81, between .83 and .79; .85 * .9 = .765; .95 * .9 = .855, below the second with .87."""
    talk.sessions("one oslo", "two", "over", "under", "far bergen")
    return talk.found("cue", k=5)


# ---------------------------------------------------------------------- theanine

_EVENTS = {"reader": reads()}


@holds("theanine", "events", 10, {9: 9, 10: 10, 11: 11}, reader=reads(**{f"v{number}": "a" for number in range(12)}))
def a_session_has_ten_events(talk: Talk) -> int:
    """Its first claims, in their order."""
    talk.said(*(f"v{number}" for number in range(12)))
    talk.closed()
    events = talk.held("event")
    assert events == [f"v{number}" for number in range(len(events))]
    return len(events)


_LINES = {"past3": 0.1, "three": 0.7, "past4": 0.09, "four": 0.6, "one": 0.9, "two": 0.8, "five": 0.61}


def _timelines(talk: Talk) -> list[str]:
    """Two timelines of two events each: the late ones are third and fifth by cosine, the early ones last. Each early
    one shares a word with its late one alone."""
    talk.sessions("kite past4", "kite four", "boat past3", "boat three", "one", "two", "five")
    return [text.split()[-1] for text in talk.found("cue", k=7)]


@holds(
    "theanine",
    "seeds",
    3,
    {
        2: ["one", "two", "three", "five", "four", "past3", "past4"],
        3: ["one", "two", "three", "past3", "five", "four", "past4"],
    },
    embedder=cosines(**_LINES),
    **_EVENTS,
)
def timelines_start_from_three_events(talk: Talk) -> list[str]:
    """The timeline through the third brings its first event, at .9 * .7 = .63 before the fourth hit of .61."""
    return _timelines(talk)


@holds(
    "theanine",
    "seeds",
    3,
    {3: ["four", "last", "past4"], 4: ["four", "past4", "last"]},
    embedder=cosines(past4=0.09, four=0.6, one=0.9, two=0.8, three=0.7, last=0.5),
    **_EVENTS,
)
def the_timeline_through_the_fourth_is_left_out(talk: Talk) -> list[str]:
    """Its first event would come before the last hit, at .9 * .6 = .54 against .5."""
    talk.sessions("kite past4", "kite four", "one", "two", "three", "last")
    return [text.split()[-1] for text in talk.found("cue", k=6)][3:]


@holds(
    "theanine",
    "Timelines.fade",
    0.9,
    {
        0.85: ["five", "four", "past3"],
        0.9: ["five", "past3", "four"],
        0.95: ["past3", "five", "four"],
    },
    embedder=cosines(**{**_LINES, "five": 0.64, "four": 0.61}),
    **_EVENTS,
)
def a_member_of_a_timeline_has_nine_tenths_of_the_score(talk: Talk) -> list[str]:
    """.9 * .7 = .63, between hits of .64 and .61; .85 * .7 = .595, .95 * .7 = .665."""
    return _timelines(talk)[3:6]


@holds(
    "theanine",
    "walks",
    1,
    {1: 1, 8: 2},
    seeds=1,
    embedder=cosines(start=0.9, left=0.1, right=0.09, other=0.5),
    **_EVENTS,
)
def one_timeline_is_sampled_for_an_event(talk: Talk) -> int:
    """The event forks into two, and a walk takes one of both ways; eight walks take both (but for one time in 128)."""
    talk.sessions("kite boat start", "boat left", "kite right", "other")
    hits = [text.split()[-1] for text in talk.found("cue", k=4)]
    return hits.index("other") - 1


@holds(
    "theanine",
    "Latest.nearest",
    3,
    {2: [], 3: ["boat third"], 4: ["boat third", "kite fourth"]},
    embedder=cosines(first=0.9, second=0.8, third=0.7, fourth=0.6),
    **_EVENTS,
)
def three_nearest_events_are_associated(talk: Talk) -> list[str]:
    """The third nearest shares a word with the new event, and so does the fourth, in a component of its own."""
    talk.sessions("first", "second", "boat third", "kite fourth", "boat kite cue")
    events = talk.items("event")
    return [item.text for item in events if events[-1].id in item.links]


# ---------------------------------------------------------------------- hipporag


def _by_one_fact(talk: Talk, **changed: float) -> None:
    """Lets only the best fact count, and only phrases start walks; speakers differ, since their names are phrases."""
    score = talk.memory.made_of.score
    talk.memory = talk.memory.varied(score=replace(score, **{"count": 1, **changed}))


@holds(
    "hipporag",
    "alike",
    0.8,
    {0.75: ["cue", "sail", "mast"], 0.8: ["cue", "sail"], 0.85: ["cue"]},
    reader=reads(),
    embedder=cosines(sail=0.82, mast=0.78),
)
@holds(
    "memverse",
    "PhraseGraph.alike",
    0.8,
    {0.75: ["cue", "sail", "mast"], 0.8: ["cue", "sail"], 0.85: ["cue"]},
    reader=reads(),
    embedder=cosines(sail=0.82, mast=0.78),
)
def phrases_are_synonyms_from_a_cosine_of_eight_tenths(talk: Talk) -> list[str]:
    """A walk from the phrase `cue` reaches `sail`, at .82, and not `mast`, at .78."""
    _by_one_fact(talk, passages=0.0)
    for name, word in (("Ann", "cue"), ("Bob", "sail"), ("Cyd", "mast")):
        talk.said(word, by=name)
    return talk.found("cue")


_FACTS = cosines(**{f"n{number}": 0.9 - number / 10 for number in range(8)})


@holds("hipporag", "PageRank.count", 5, {4: 4, 5: 5, 6: 6}, reader=reads(), embedder=_FACTS)
@holds("memverse", "PageRank.count", 5, {4: 4, 5: 5, 6: 6}, reader=reads(), embedder=_FACTS)
def five_facts_start_the_walks(talk: Talk) -> int:
    """Of seven facts without a phrase in common."""
    score = talk.memory.made_of.score
    talk.memory = talk.memory.varied(score=replace(score, passages=0.0))
    for number in range(7):
        talk.said(f"n{number}", by=f"Name{number}")
    return len(talk.found("cue"))


def _of_fact(score: float) -> Drawn:
    """A fact of that cosine, and a turn that is near as a whole, with two facts of .06 each."""
    rest = (1 - score * score) ** 0.5
    return drawn(cue=(1, 0, 0), kite=(score, rest, 0), lamp=(0.06, 0, 0.9982), tree=(0.06, 0, -0.9982))


_PUBLISHED = {"reader": reads(), "embedder": _of_fact(0.07)}


@holds("hipporag", "damping", 0.5, {0.5: ["near", "fact"], 0.55: ["fact", "near"]}, **_PUBLISHED)
@holds("memverse", "damping", 0.5, {0.5: ["near", "fact"], 0.55: ["fact", "near"]}, **_PUBLISHED)
@holds("hipporag", "PageRank.passages", 0.05, {0.045: ["fact", "near"], 0.05: ["near", "fact"]}, **_PUBLISHED)
@holds("memverse", "PageRank.passages", 0.05, {0.045: ["fact", "near"], 0.05: ["near", "fact"]}, **_PUBLISHED)
def a_near_turn_beats_a_weak_fact(talk: Talk) -> list[str]:
    """The graph of the turn with the fact is a triangle of its two phrases, weight .07 each, and itself. A start at a
    phrase gives the turn d / (2 + d) = .2 of its weight: .4 * .07 = .028. The other turn starts with .05 and has an
    edge to each of its three phrases, and one of them to the other two: with x its share, y that of this phrase and l
    that of the others, l = (x + y) / 6, y = x / 6 + l / 2 and x = .5 + y / 6 + l / 2, so x = 33 / 56 = .589, times
    .05: .0295. A damping of .55 gives .14 * .55 / 2.55 = .0302 against less than .028; passages of .045 give .0265."""
    return _two_turns(talk)


_STRONGER = {"reader": reads(), "embedder": _of_fact(0.08)}


@holds("hipporag", "damping", 0.5, {0.45: ["near", "fact"], 0.5: ["fact", "near"]}, **_STRONGER)
@holds("memverse", "damping", 0.5, {0.45: ["near", "fact"], 0.5: ["fact", "near"]}, **_STRONGER)
@holds("hipporag", "PageRank.passages", 0.05, {0.05: ["fact", "near"], 0.055: ["near", "fact"]}, **_STRONGER)
@holds("memverse", "PageRank.passages", 0.05, {0.05: ["fact", "near"], 0.055: ["near", "fact"]}, **_STRONGER)
def a_stronger_fact_beats_a_near_turn(talk: Talk) -> list[str]:
    """.4 * .08 = .032 against .0295; with passages of .055 .0324."""
    return _two_turns(talk)


def _two_turns(talk: Talk) -> list[str]:
    _by_one_fact(talk)
    talk.said("kite")
    talk.said("lamp. tree", by="Bob")
    return ["fact" if text == "kite" else "near" for text in talk.found("cue")]


# ---------------------------------------------------------------------- hindsight


def without(memory: Composed, tie: str) -> Composed:
    """The same memory without one of its ties."""
    links = memory.made_of.link
    return memory.varied(link=replace(links, ties=tuple(pair for pair in links.ties if pair[0] != tie)))


_NETWORKS = {"reader": reads()}


@holds(
    "hindsight",
    "alpha",
    0.1,
    {0.05: [0.55, 0.45, 0.4], 0.1: [0.6, 0.4, 0.3], 0.15: [0.65, 0.35, 0.2]},
    embedder=drawn(tea=(1, 0, 0), fish=(0, 1, 0), rain=(0, 0, 1)),
    **_NETWORKS,
)
@holds(
    "hindsight",
    "Networks.start",
    0.5,
    {0.4: [0.5, 0.3, 0.2], 0.5: [0.6, 0.4, 0.3], 0.6: [0.7, 0.5, 0.4]},
    embedder=drawn(tea=(1, 0, 0), fish=(0, 1, 0), rain=(0, 0, 1)),
    **_NETWORKS,
)
def beliefs_move_by_steps(talk: Talk) -> list[float]:
    """An opinion starts at .5. It is reinforced by .1, weakened by .1, or contradicted, which takes .2."""
    talk.sessions("I love tea", "I love fish", "I love rain", "Tea is fine", "Fish is fine, maybe", "Rain is not fine")
    return [item.parts[0].extra["confidence"] for item in talk.items("opinion")]


@holds(
    "hindsight",
    "near",
    0.5,
    {0.45: [0.6, 0.6], 0.5: [0.6, 0.5], 0.55: [0.5, 0.5]},
    embedder=drawn(tea=(1, 0, 0, 0), leaf=(0.52, 0.8542, 0, 0), fish=(0, 0, 1, 0), pond=(0, 0, 0.48, 0.8773)),
    **_NETWORKS,
)
def statements_change_opinions_from_a_cosine_of_a_half(talk: Talk) -> list[float]:
    """A leaf is at .52 from tea, a pond at .48 from fish."""
    talk.sessions("I love tea", "I love fish", "A leaf fell", "A pond froze")
    return [item.parts[0].extra["confidence"] for item in talk.items("opinion")]


@holds(
    "hindsight",
    "cap",
    50,
    {49: 49, 50: 50, 51: 51},
    embedder=cosines(**{f"n{number}": 0.4 for number in range(52)}),
    **_NETWORKS,
)
def a_retriever_returns_fifty_items(talk: Talk) -> int:
    """Of 52 that are near the cue and far from each other (.16), said on different days, so without a link."""
    talk.sessions(*(f"n{number}" for number in range(52)), after=2 * DAY)
    return len(talk.found("cue", k=60))


@holds(
    "hindsight",
    "seeds",
    20,
    {19: 19, 20: 20, 21: 21},
    embedder=cosines(**{f"n{number}": 0.9 - number / 50 for number in range(22)}),
    **_NETWORKS,
)
def links_are_followed_from_twenty_items(talk: Talk) -> int:
    """22 items by cosine; each names somebody whom one other item, found in no other way, names too."""
    talk.memory = without(talk.memory, "semantic")
    names = [f"Q{chr(97 + number)}" for number in range(22)]
    for number, name in enumerate(names):
        talk.sessions(f"the n{number} and {name}", f"so {name} left", after=2 * DAY)
    return sum("left" in text for text in talk.found("cue", k=60))


@holds(
    "hindsight",
    "Nearest.least",
    0.7,
    {0.65: ["over", "under"], 0.7: ["over"], 0.75: []},
    embedder=cosines(over=0.72, under=0.68),
    **_NETWORKS,
)
def facts_link_from_a_cosine_of_seven_tenths(talk: Talk) -> list[str]:
    talk.sessions("over", "under", "cue", after=2 * DAY)
    return _linked(talk)


@holds("hindsight", "Nearest.k", 5, {4: 4, 5: 5, 6: 6}, embedder=drawn(cue=(1,)), **_NETWORKS)
def a_fact_links_to_five_neighbours(talk: Talk) -> int:
    talk.sessions(*(f"cue {number}" for number in range(8)), after=2 * DAY)
    return len(_linked(talk))


@holds("hindsight", "Temporal.most", 5, {4: 4, 5: 5, 6: 6}, **_NETWORKS)
def a_fact_links_to_the_five_before_it(talk: Talk) -> int:
    talk.sessions(*(f"fact{number}" for number in range(8)), after=HOUR)
    return len(_linked(talk))


@holds("hindsight", "SharedEntities.most", 5, {4: 4, 5: 5, 6: 6}, **_NETWORKS)
def a_fact_links_to_five_that_name_the_same(talk: Talk) -> int:
    talk.memory = without(talk.memory, "semantic")
    talk.sessions(*(f"fact{number} on Oslo" for number in range(8)), after=2 * DAY)
    return sum("entity" in why for why in talk.items("world")[-1].links.values())


@holds(
    "hindsight",
    "FourRetrievers.least",
    0.3,
    {0.25: ["over", "under"], 0.3: ["over"], 0.35: []},
    embedder=cosines(over=0.32, under=0.28),
    **_NETWORKS,
)
def meaning_counts_from_three_tenths(talk: Talk) -> list[str]:
    talk.sessions("over", "under", after=2 * DAY)
    return talk.found("cue")


@holds(
    "hindsight",
    "FourRetrievers.window",
    7.0,
    {6.0: ["day8", "day3"], 7.0: ["day8", "day3", "day2"], 8.0: ["day8", "day3", "day2", "day1"]},
    embedder=drawn(cue=(1,)),
    **_NETWORKS,
)
def a_week_around_the_day_asked_about_counts(talk: Talk) -> list[str]:
    """Asked about 8 March: at seven days the nearness is 0, so 2 March counts, six days before, and 1 March does
    not."""
    for day in (1, 2, 3, 8):
        talk.time = talk.time.replace(day=day)
        talk.sessions(f"day{day}", after=DAY)
    return talk.found("What was on 8 March 2025?")


@holds("hindsight", "Observe.least", 3, {2: ["bergen", "oslo"], 3: ["oslo"], 4: []}, **_NETWORKS)
def three_facts_make_an_observation(talk: Talk) -> list[str]:
    talk.said("fact1 on Oslo", "fact2 on Oslo", "fact3 on Oslo", "fact4 on Bergen", "fact5 on Bergen")
    talk.closed()
    return sorted(item.parts[0].extra["entity"] for item in talk.items("observation"))


@holds("hindsight", "Observe.most", 20, {19: 19, 20: 20, 21: 21}, **_NETWORKS)
def the_latest_twenty_facts_prove_it(talk: Talk) -> int:
    talk.said(*(f"fact{number} on Oslo" for number in range(22)))
    talk.closed()
    return talk.items("observation")[0].parts[0].extra["proof"]


@holds("hindsight", "SameWords.near", 3, {2: (2, 2), 3: (1, 2), 4: (1, 1)}, embedder=drawn(same=(1,)), **_NETWORKS)
@holds(
    "memverse",
    "SameWords.near",
    3,
    {2: (2, 2), 3: (1, 2), 4: (1, 1)},
    embedder=drawn(same=(1,)),
    reader=reads(one="a", two="b", three="c", four="d"),
)
def three_neighbours_of_a_session_are_searched_for_the_same_words(talk: Talk) -> tuple[int, int]:
    """All are equally near, so they are searched in their order: the third is known again, the fourth is not."""
    talk.said("same one", "same two", "same three", "same four", "same three", "same four")
    talk.closed()
    facts = talk.held("world", "fact")
    return facts.count("same three"), facts.count("same four")


# ---------------------------------------------------------------------- memverse


@holds("memverse", "recent", 5, {4: 4, 5: 5, 6: 6}, core=0, reader=reads(), embedder=drawn(cue=(1,)))
def five_turns_are_always_shown(talk: Talk) -> int:
    """Beside the one hit."""
    talk.sessions("cue", *(f"turn{number}" for number in range(8)))
    return talk.recalled("cue", k=1).context.count("turn")


@holds(
    "memverse",
    "core",
    10,
    {9: 9, 10: 10, 11: 11},
    recent=0,
    embedder=drawn(cue=(1,)),
    reader=reads(**{f"v{number}": f"a{number}" for number in range(12)}),
)
def ten_facts_are_always_shown(talk: Talk) -> int:
    talk.sessions("cue", *(f"v{number}" for number in range(12)))
    return talk.recalled("cue", k=1).context.count(": v")


# ---------------------------------------------------------------------- memoria


def _lives(talk: Talk, *used: str) -> int:
    """After how many sessions the first turn is gone; others, each short of life as well, follow it."""
    talk.sessions("cue first")
    for _ in used:
        talk.recalled("cue", k=1, probe=False)
    while "cue first" in talk.held():
        talk.sessions("other")
    return talk.session - 1


@holds("memoria", "start", 30, {29: 30, 30: 31, 31: 32}, embedder=drawn(cue=(1,)))
def an_unused_turn_lives_for_thirty_sessions_after_its_own(talk: Talk) -> int:
    return _lives(talk)


@holds("memoria", "gain", 5.0, {4.0: 7, 5.0: 8, 5.5: 9}, start=2, embedder=drawn(cue=(1,)))
def a_use_of_the_only_hit_adds_five_sessions(talk: Talk) -> int:
    """2 - 7 + 5 = 0 at the end of the eighth session; with 5.5 half a session is left then."""
    return _lives(talk, "once")


@holds("memoria", "used", 5, {4: 3, 5: 4, 6: 5}, embedder=drawn(cue=(1,)))
def five_hits_are_used_together(talk: Talk) -> int:
    """The first of seven equal ones is linked with the next four."""
    talk.said(*(f"cue {number}" for number in range(7)))
    talk.recalled("cue", probe=False)
    return len(talk.items()[0].links)


_CHAIN = {"used": 2, "embedder": drawn(cue=(1, 0, 0, 0), two=(0, 1, 0, 0), three=(0, 0, 1, 0), four=(0, 0, 0, 1))}


@holds(
    "memoria", "depth", 2, {1: ["cue", "two"], 2: ["cue", "two", "three"], 3: ["cue", "two", "three", "four"]}, **_CHAIN
)
def ties_are_followed_for_two_steps(talk: Talk) -> list[str]:
    """Each was used together with the next one."""
    talk.said("cue", "two", "three", "four")
    for both in ("cue two", "two three", "three four"):
        talk.recalled(both, k=2, probe=False)
    return [talk.item(hit.id).text for hit in talk.recalled("cue", k=4).hits if hit.score > 0]


@holds(
    "memoria",
    "fade",
    0.5,
    {0.4: ["cue", "over", "under", "two"], 0.5: ["cue", "over", "two", "under"], 0.6: ["cue", "two", "over", "under"]},
    used=2,
    depth=1,
    embedder=drawn(cue=(1, 0, 0, 0), two=(0, 1, 0, 0), over=(0.55, 0, 0.8352, 0), under=(0.45, 0, 0, 0.893)),
)
def a_tie_has_half_of_the_score(talk: Talk) -> list[str]:
    """1 * .5 for the one that was always used with the first, between .55 and .45."""
    talk.said("cue", "two", "over", "under")
    talk.recalled("cue two", k=2, probe=False)
    return talk.found("cue", k=4)
