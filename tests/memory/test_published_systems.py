"""What a memory does because of how it is composed: its levels, shares, kinds and choices, on tiny conversations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from published import DAY, MINUTE, START, Reads, Talk, built, cosines, drawn, reads

from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.consolidation.running_gist import ERAS, GIST


def talk_with(name: str, **settings: object) -> Talk:
    return Talk(built(name, **settings))


# ---------------------------------------------------------------------- levels and shares


def test_h_mem_asks_more_of_each_level():
    """Pairs of turns at right angles to all others: two share a domain from .2 on, a category from .3, a trace from
    .4. Of six pairs all but the last share a domain, the first three a category, the first one a trace."""
    pairs = (0.42, 0.38, 0.32, 0.28, 0.22, 0.18)
    vectors = {}
    for place, cosine in enumerate(pairs):
        first, second = [0.0] * 12, [0.0] * 12
        first[2 * place] = 1.0
        second[2 * place], second[2 * place + 1] = cosine, (1 - cosine**2) ** 0.5
        vectors[f"a{place}"], vectors[f"b{place}"] = first, second
    talk = talk_with("h-mem", embedder=drawn(**vectors))
    talk.said(*vectors)
    assert [len(talk.items(level)) for level in ("domain", "category", "trace")] == [7, 9, 11]


def test_h_mem_names_nodes_by_eight_keywords():
    talk = talk_with("h-mem")
    talk.said(" ".join(f"word{number}" for number in range(10)))
    nodes = talk.items("domain", "category", "trace")
    assert [len(node.text.split()) for node in nodes] == [8, 8, 8]


def test_mirix_gives_each_store_its_share_of_the_context():
    """Five lines of 20 tokens in each store and a budget of 200: .3 of it is three lines, .2 two and .1 one."""
    kinds = ("core", "episodic", "semantic", "procedural", "resource", "vault")
    text = " ".join(["{kind}", "word", "n{number}", *["la"] * 5])
    held = [
        Op("ADD", f"p1#{number + 5 * place + 1}", Draft(
            "p1", 1, START, "Ann", text.format(kind=kind, number=number), (f"x{place}{number}",), kind), time=START)
        for place, kind in enumerate(kinds)
        for number in range(5)
    ]  # fmt: skip
    talk = talk_with("mirix")
    talk.memory = talk.memory.replayed(held)
    shown = talk.recalled("word", k=40, budget=200).context
    assert Counter(line.split(": ")[1].split()[0] for line in shown.split("\n")) == {
        "core": 3, "episodic": 2, "semantic": 2, "procedural": 1, "resource": 1, "vault": 1,
    }  # fmt: skip


# ---------------------------------------------------------------------- what is chosen by default


@dataclass(frozen=True)
class Forgets(Reads):
    """Reads a wish to forget a city."""

    def unwanted(self, part: Draft) -> Sequence[str]:
        return ("city",) if "forget" in part.text.split() else ()


@pytest.mark.parametrize("name", ["memorybank", "lufy", "hema", "moom", "ld-agent", "emotional-rag", "bounded"])
@pytest.mark.parametrize("asked", [None, True, False])
def test_all_that_forget_do_so_on_request_but_the_bounded_one(name, asked):
    reader = Forgets((("oslo", "city"),))
    settings = {"low": 1.0, "high": 1.0} if name == "lufy" else {}
    talk = talk_with(name, reader=reader, **settings, **({} if asked is None else {"forgets": asked}))
    talk.said("I live in oslo", "please forget it", "boat kite lamp")
    talk.closed()
    held = " ".join(talk.held())
    assert ("oslo" not in held) is (asked if asked is not None else name != "bounded")
    assert "kite" in held


CENTRAL = ("boat kite lamp", "desk lens rope", "moon star rain", "boat kite tree", "tree boat fish")
"""The first, the fourth and the fifth share words with others."""


@pytest.mark.parametrize(
    ("settings", "chosen"),
    [({}, [0, 3, 4]), ({"summary": "central"}, [0, 3, 4]), ({"summary": "lead"}, [0, 1, 2])],
)
def test_memorybank_sums_up_by_the_most_central_sentences(settings, chosen):
    talk = talk_with("memorybank", reader=reads(), **settings)
    talk.said(*CENTRAL)
    talk.closed()
    assert [part.text for part in talk.items("summary")[0].parts] == [CENTRAL[place] for place in chosen]


@pytest.mark.parametrize(("settings", "chosen"), [({}, [0, 3]), ({"summary": "lead"}, [0, 1])])
def test_ld_agent_sums_up_by_the_most_central_sentences(settings, chosen):
    talk = talk_with("ld-agent", reader=reads(), **settings)
    talk.said(*CENTRAL)
    talk.closed()
    assert [part.text for part in talk.items("summary")[0].parts if part.text] == [CENTRAL[place] for place in chosen]


def test_hema_keeps_twice_as_much_of_the_past_as_of_the_present():
    """A gist of two lines of ten tokens, and above it four lines."""
    talk = talk_with("hema", reader=reads(), tokens=20, every=3)
    talk.said(*(" ".join(f"{letter}{number}" for letter in "abcdefghij") for number in range(12)))
    assert (len(talk.items(GIST)), len(talk.items(ERAS))) == (0, 4)


@pytest.mark.parametrize(("settings", "left"), [({}, ["two", "three"]), ({"by": "lfu"}, ["one", "three"])])
def test_bounded_deletes_the_oldest_first(settings, left):
    """The oldest was used once."""
    talk = talk_with("bounded", most=2, **settings)
    talk.said("one", "two")
    talk.recalled("one", k=1, probe=False)
    talk.said("three")
    assert talk.held() == left


def test_bounded_takes_several_limits_at_once():
    """Two turns at most, and 28 tokens: a long turn leaves no room for another."""
    talk = talk_with("bounded", most=2, tokens=28)
    talk.said("turn one", "turn two", "turn three")
    assert talk.held() == ["turn two", "turn three"]
    talk.said("turn " + "la " * 15)
    assert len(talk.held()) == 1


@pytest.mark.parametrize(
    ("settings", "first"), [({}, "plain"), ({"strategy": "C-A"}, "plain"), ({"strategy": "C-M"}, "excited")]
)
def test_emotional_rag_adds_the_distances(settings, first):
    """Words at sqrt(2 - 2 * .955) = .3 and no mood, 1: the sum is 1.3, the product .3. Words at sqrt(2 - 2 * .06) =
    1.37 and nearly the mood of the cue, .01: more by the sum, less by the product."""
    talk = talk_with("emotional-rag", embedder=cosines(plain=0.955, excited=0.06), **settings)
    talk.said("plain", "excited")
    assert talk.found("cue thrilled")[0] == first


# ---------------------------------------------------------------------- when something is held, and how often

KNOWN = reads(kite="toy", oslo="city", bergen="city")
FACTS = ["fact", "disclosure", "biography", "core", "static"]

ENTERS = {
    "keep-me-updated": (0, 0, 2), "realmem": (0, 0, 2), "caim": (0, 0, 2), "emma": (0, 0, 2),
    "mem0-v1": (0, 1, 2), "mem0-v3": (0, 1, 2), "dualmem": (0, 1, 2),
    "mirix": (1, 1, 2), "mmag": (1, 1, 2), "o-mem": (1, 1, 2), "pamu": (1, 1, 2), "mem1": (1, 1, 2),
}  # fmt: skip
"""How many statements are held after a message and its reply, after the next message, and after the session: with
each session, with each round, or with each turn."""


@pytest.mark.parametrize(("name", "held"), ENTERS.items())
def test_statements_enter_by_session_round_or_turn(name, held):
    talk, counts = talk_with(name, reader=KNOWN), []
    talk.rounds("my kite")
    counts.append(len(talk.items(*FACTS)))
    talk.said("my oslo")
    counts.append(len(talk.items(*FACTS)))
    talk.closed()
    assert (*counts, len(talk.items(*FACTS))) == held


MOVES = {
    "keep-me-updated": (["bergen"], 1), "realmem": (["bergen"], 1), "mirix": (["bergen"], 1), "mmag": (["bergen"], 1),
    "o-mem": (["bergen"], 1), "mem1": (["bergen"], 1), "emma": (["bergen"], 1), "mem0-v1": (["bergen"], 1),
    "mem0-v3": (["oslo", "bergen"], 2), "pamu": (["oslo", "bergen"], 2),
    "dualmem": (["oslo", "bergen"], 1), "caim": (["oslo", "bergen"], 1),
}  # fmt: skip
"""What is held after a move, and how often a fact is held that was told twice in other words: conflicts are settled,
everything is added, or only repetitions are skipped."""


@pytest.mark.parametrize(("name", "cities", "again"), [(name, *row) for name, row in MOVES.items()])
def test_a_new_value_replaces_the_old_one_or_joins_it(name, cities, again):
    talk = talk_with(name, reader=KNOWN)
    talk.sessions("my oslo", "my bergen")
    assert [claim.value for item in talk.items(*FACTS) for claim in item.claims] == cities
    talk = talk_with(name, reader=KNOWN)
    talk.sessions("my kite", "the kite flies")
    assert len(talk.items(*FACTS)) == again


SHOWS = {
    "keep-me-updated": 3, "mem1": 3, "o-mem": 3, "memoryos": 3, "mem0-v1": 1, "mem0-v3": 1, "realmem": 1,
    "dualmem": 1, "mirix": 1, "emma": 1, "premem": 1,
}  # fmt: skip
"""How many of three statements are shown when one is recalled: memories of one state and profiles show more."""


@pytest.mark.parametrize(("name", "lines"), SHOWS.items())
def test_one_hit_shows_one_line_or_the_whole_memory(name, lines):
    reader = reads(kite="toy", oslo="city", boat="trip")
    talk = talk_with(name, reader=reader)
    for text in ("my kite", "my oslo", "my boat"):
        talk.said(text)
        talk.closed()
    shown = talk.recalled("my kite", k=1).context
    assert sum(word in shown for word in ("kite", "oslo", "boat")) == lines


@pytest.mark.parametrize(
    ("name", "found"), [("mem0-v3", True), ("mirix", True), ("mem0-v1", False), ("dualmem", False)]
)
def test_what_the_assistant_proposes_is_stored_or_not(name, found):
    talk = talk_with(name, reader=KNOWN)
    talk.said("my kite")
    talk.said("I suggest the boat tour", by="Assistant")
    talk.closed()
    stored = [item for item in talk.items() if item.kind != "turn"]
    assert any("boat" in item.text for item in stored) is found


@pytest.mark.parametrize("name", ["bm25-session", "dense-session"])
def test_a_session_is_an_item_and_shares_its_lines_of_the_context(name):
    """Two sessions of four lines of 14 tokens, and a budget of 56: two lines of the better one by its share of two
    thirds (37 tokens), one of the other by its third (18), and one more of the first by the rest."""
    talk = talk_with(name)
    talk.said(*["kite one"] * 4)
    talk.closed()
    talk.said(*["kite boat"] * 4)
    hits = talk.recalled("kite boat", k=5, budget=56)
    assert [len(talk.item(hit.id).parts) for hit in hits.hits] == [4, 4]
    assert hits.level == "session"
    assert [hits.context.count("boat"), hits.context.count("one")] == [3, 1]


@pytest.mark.parametrize("name", ["hindsight", "memverse"])
def test_a_repetition_in_another_session_is_stored_again(name):
    talk = talk_with(name, reader=KNOWN)
    talk.said("my kite", "my kite")
    talk.closed()
    assert talk.held("world", "fact") == ["my kite"]
    talk.sessions("my kite")
    assert talk.held("world", "fact") == ["my kite"] * 2


def test_hindsight_ties_a_reason_to_what_was_said_before():
    talk = talk_with("hindsight", reader=reads())
    talk.said("Kites fly", "they do because of wind")
    talk.closed()
    (why,) = talk.items("world")[1].links.values()
    assert "causal 1.00" in why


def test_moom_halves_the_grade_of_candidates_that_lost():
    """Two lines are equally old; one is recalled for an answer, and the other lost as the second candidate."""
    talk = talk_with("moom", turns=1, reader=reads(), embedder=cosines(won=0.9, lost=0.8))
    talk.said("won", "lost", "open")
    talk.recalled("cue", k=1, probe=False)
    (rule,) = talk.memory.made_of.forget.rules
    grades = [round(rule.grade(item, talk.view), 4) for item in talk.items("plot")]
    assert grades == [100.0, 5.0]  # .1 * 100 + .9 * 100, and half of .1 * 100


@pytest.mark.parametrize("name", ["rememberer", "reme", "exprag", "exprecent", "remem", "lesson-counts"])
def test_experiences_are_no_hits(name):
    talk = talk_with(name)
    talk.memory = talk.memory.replayed(
        [Op("ADD", "p1#1", Draft("p1", 1, START, "", "kite", ("x1",), "experience"), time=START)]
    )
    talk.said("my kite")
    assert talk.found("kite") == ["my kite"]


def test_memorybank_finds_rounds_and_summaries_and_no_portrait():
    talk = talk_with("memorybank", reader=KNOWN, embedder=drawn(kite=(1,)))
    talk.said("my kite")
    talk.closed(after=0 * MINUTE)
    assert [talk.item(hit.id).kind for hit in talk.recalled("kite").hits] == ["turn", "summary"]
    assert len(talk.items("profile")) == 1


def test_memorybank_forgets_summaries_as_well():
    talk = talk_with("memorybank", reader=reads(), threshold=0.5)
    talk.sessions("kite boat lamp", "next")
    assert talk.held("turn", "summary") == ["next", "next"]


@pytest.mark.parametrize("name", ["memorybank", "rmm", "random"])
def test_draws_follow_the_seed(name):
    """The twelve messages are at right angles to each other and equally near to the question."""
    words = [f"kite{number}" for number in range(12)]
    angles = {word: [float(word == other) for other in words] for word in words}
    vectors = {} if name == "random" else {"embedder": drawn(**angles, kite=[1.0] * len(words))}

    def drawn_by(**seed: int) -> list[str]:
        talk = talk_with(name, **seed, **vectors)
        talk.rounds(*words)
        talk.closed()
        talk.said("kite")
        return [*talk.held("turn"), *talk.found("kite")]

    assert drawn_by() == drawn_by(seed=0)
    assert drawn_by(seed=0) != drawn_by(seed=1)


@pytest.mark.parametrize(("budget", "shown"), [(20, 1), (40, 2), (60, 3), (80, 4)])
def test_mmag_shows_its_layers_by_priority(budget, shown):
    """A line of 20 tokens in each layer; the more important layers arrived later."""
    layers = ["biography", "event", "surroundings", "turn"]
    held = [
        Op("ADD", f"p1#{number}", Draft(
            "p1", 1, START, "Ann", f"{kind} word" + " la" * 6, (f"x{number}",), kind), time=START)
        for number, kind in enumerate(reversed(layers), start=1)
    ]  # fmt: skip
    talk = talk_with("mmag")
    talk.memory = talk.memory.replayed(held)
    context = talk.recalled("word", budget=budget).context
    assert [kind for kind in layers if f": {kind} word" in context] == layers[:shown]


def test_o_mem_finds_facts_and_turns_by_topic_and_turns_by_the_rarest_word():
    talk = talk_with("o-mem", reader=reads(), embedder=drawn(near=(1,)))
    talk.said("near lamp", "near lamp too", "odd boat")
    talk.closed()
    hits = [talk.item(hit.id) for hit in talk.recalled("near boat", k=3).hits]
    assert [(item.kind, item.text) for item in hits] == [
        ("fact", "near lamp"), ("turn", "near lamp"), ("turn", "odd boat"),
    ]  # fmt: skip


def test_realmem_takes_past_entries_off_its_schedule():
    talk = talk_with("realmem", reader=reads())
    talk.said("Dentist on 3 March 2025", "Swimming every week", "Party on 9 March 2025")
    talk.closed(after=4 * DAY)
    assert len(talk.items("schedule")) == 3
    talk.sessions("hello")
    assert talk.held("schedule") == ["Swimming every week", "Party on 9 March 2025"]


@pytest.mark.parametrize(("settings", "scope"), [({}, "p1"), ({"shared": True}, "*")])
def test_emma_keeps_facts_by_owner_and_links_those_on_one_topic(settings, scope):
    talk = talk_with("emma", reader=reads(), **settings)
    talk.said("we saw Lena", "then Lena left")
    talk.closed()
    one, two = talk.items("fact")
    assert (one.scope, list(two.links)) == (scope, [one.id])
