"""What errors of the memory room say, word by word: what is wrong, where, what was expected, what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from by_hand import at, cue, draft, holding

from regulars.dialogue import Turn
from regulars.errors import RegularsError
from regulars.memory import Hit, Recollections, adopt, build_memory, compose
from regulars.memory.embedders import HashedEmbedder, build_embedder, embedded
from regulars.memory.embedders.protocol import rows_of_words
from regulars.memory.journal.journal import Journal
from regulars.memory.journal.operations import Op
from regulars.memory.journal.snapshot import read_snapshot
from regulars.memory.open_memory import open_memory
from regulars.memory.parts.consolidation.insights import Pairing
from regulars.memory.parts.forgetting.limits import Capacity
from regulars.memory.parts.guarding.policies import PersonalData
from regulars.memory.parts.indexes.bm25 import BM25
from regulars.memory.parts.indexes.keys import no_key
from regulars.memory.parts.indexes.recent import Recent
from regulars.memory.parts.indexes.shuffled import Shuffled
from regulars.memory.parts.learning.citations import Reranker
from regulars.memory.parts.learning.q_table import QTable
from regulars.memory.parts.reading.stores import Split
from regulars.memory.parts.scoring.by_index import RRF, Single
from regulars.memory.parts.scoring.gate import Gated
from regulars.memory.parts.scoring.graph import PhraseGraph, pagerank
from regulars.memory.parts.scoring.routes import Walk
from regulars.memory.parts.text.cues import has_cue

TURN = Turn("s001.t01", "p1", "p1", "p1", "Ann", 1, "rain", at(0))
BARE = at(0).replace(tzinfo=None)
NODES = np.array([0]), np.array([1]), np.array([1.0])


class Foreign:
    def __init__(self, answer: object = None) -> None:
        self.answer = answer

    def observe(self, turn: object) -> object:
        return 7 if self.answer == "operations" else None

    def recall(self, asked: object) -> object:
        return self.answer


class Mute:
    def observe(self, turn: object) -> None: ...


class Sealed(Foreign):
    """Can neither be pickled nor copied."""

    def __reduce_ex__(self, protocol: object) -> object:
        raise TypeError("sealed")


def observed(memory, *turns: Turn):
    for turn in turns:
        memory.observe(turn)
    return memory


def recalled(answer: object, **asked: object) -> Callable[[], object]:
    return lambda: observed(adopt(Foreign(answer)), TURN).recall(cue("x", **asked))


def appended(*ops: Op) -> Callable[[], object]:
    """Two items of p1 and one of p2, and then these operations."""
    held = holding(draft("a"), draft("b"), draft("c", scope="p2")).journal
    return lambda: Journal([*held, *ops])


MISFIT = "journal: the operation"
SNAPSHOT = "Memory.restore: the bytes are not a snapshot of a memory"
KINDS = "ADD, DELETE, LINK, MERGE, PASS, QUARANTINE, TOUCH, UPDATE"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: BM25(k1=-1), "BM25: k1 is -1; expected a number that is not negative."),
        (lambda: BM25(b=2), "BM25: b is 2; expected a number in [0, 1]."),
        (lambda: Shuffled("x"), "Shuffled: the seed is 'x'; expected an integer."),
        (lambda: HashedEmbedder(7), "HashedEmbedder: dims is 7; expected an integer from 8 to 65536."),
        (lambda: build_embedder(7), "embedder 7: 7 is not an embedder; expected an object with dims and embed(texts)."),
        (
            lambda: embedded(_Short(), ["a", "b"]),
            "_Short(): 2 texts were embedded as an array of shape (2, 2); expected shape (2, 3).",
        ),
        (
            lambda: rows_of_words(["a"], 3, lambda texts: np.ones((1, 2)), "m"),
            "m: vectors of 2 dimensions; expected 3 dimensions; use one model for the whole memory.",
        ),
        (
            lambda: rows_of_words(["a"], 2, lambda texts: np.ones((2, 2)), "m"),
            "m: 1 texts gave an array of shape (2, 2).",
        ),
        (
            lambda: rows_of_words(["a"], 2, lambda texts: np.array([[np.nan, 1.0]]), "m"),
            "m: a vector has NaN or infinite numbers.",
        ),
        (lambda: Walk((), steps=0), "Walk: steps is 0; expected an integer from 1 to 10000."),
        (lambda: Walk((), steps=2.5), "Walk: steps is 2.5; expected an integer from 1 to 10000."),
        (lambda: Capacity(1, by="age"), "Capacity: by is 'age'; expected one of fifo, lfu."),
        (
            lambda: PersonalData(("x",)),
            "PersonalData: there is no kind 'x' of personal data; expected e-mail address, card number, bank "
            "account, phone number.",
        ),
        (lambda: Reranker(HashedEmbedder(), full=1), "Reranker: full is 1; expected true or false."),
        (lambda: QTable(HashedEmbedder(), double=1), "QTable: double is 1; expected true or false."),
        (lambda: Split((("a", 2),)), "Split: the shares are [2]; expected shares in [0, 1], together at most 1."),
        (
            lambda: RRF(("a",), constant=-1.0),
            "RRF: RRF(retrievers=('a',), constant=-1.0, fan=4, kinds=(), weights=()) holds a number out of "
            "range; expected constant and weights >= 0, fan >= 1.",
        ),
        (lambda: RRF(("a",), weights=(1.0, 1.0)), "RRF: there are 2 weights; expected one for each of ('a',)."),
        (lambda: Gated(Single("a"), -1.0), "Gated: least is -1.0; expected a number that is not negative."),
        (lambda: pagerank(*NODES, np.array([1.0, 0.0]), 1.0), "pagerank: damping is 1.0; expected a number in [0, 1)."),
        (
            lambda: pagerank(*NODES, np.zeros(2)),
            "pagerank: reset has no mass; expected a positive weight at some node.",
        ),
        (lambda: PhraseGraph(HashedEmbedder(), 2.0), "PhraseGraph: alike is 2.0; expected a number from 0.01 to 1."),
        (
            lambda: has_cue("x", ""),
            "cues.toml: there are no cues 'x'; expected one of proposal, confirmation, rejection, negation, "
            "recurring, intention, constraint, cause, feeling, taste, happening, procedure, resource, "
            "surroundings.",
        ),
        (lambda: Pairing("a", "word", "x"), "insights.toml: there are no cues 'x'; expected a list of cues."),
        # The composition.
        (
            lambda: compose(indexes=()),
            "compose: the indexes have the retriever names []; expected at least one index, each with its own "
            "retriever name.",
        ),
        (
            lambda: compose(indexes=(BM25(), Recent())),
            "compose: no score combines the rankings of bm25 and recency; pass score=.",
        ),
        (
            lambda: compose(indexes=(BM25(),), keys={"y": no_key, "x": no_key}),
            "compose: there are keys for x, y; expected keys for bm25.",
        ),
        (lambda: compose(indexes=(BM25(),)).index("x"), "memory: there is no index 'x'; expected one of bm25."),
        (lambda: compose(indexes=(BM25(),)).tracker("x"), "memory: there is no tracker 'x'; expected one of none."),
        (
            lambda: compose(indexes=(BM25(),)).observe(replace(TURN, time=BARE)),
            "Memory.observe: the turn 's001.t01' has a time without a zone; expected a time with zone.",
        ),
        (
            lambda: observed(compose(indexes=(BM25(),)), TURN, replace(TURN, text="sun")),
            "Memory.observe: the turn 's001.t01' is stored with other words; expected a unique id for every "
            "turn; number sessions across all episodes if one memory lives through several.",
        ),
        (
            lambda: compose(indexes=(BM25(),)).recall(replace(cue("x"), as_of=BARE)),
            "Memory.recall: the cue's as_of has no zone; expected a time with zone.",
        ),
        # The journal.
        (
            appended(Op("SING", "p1#1", time=at(1))),
            f"{MISFIT} SING 'p1#1' does not fit: the verb is unknown; expected one of {KINDS}.",
        ),
        (
            appended(Op("TOUCH", "p1#1")),
            f"{MISFIT} TOUCH 'p1#1' does not fit: its time is None; expected its time in the journal, with zone.",
        ),
        (
            appended(Op("UPDATE", "p1#1", time=at(1))),
            f"{MISFIT} UPDATE 'p1#1' does not fit: it has no draft; expected the words to hold.",
        ),
        (
            appended(Op("MERGE", "p1#1", time=at(1))),
            f"{MISFIT} MERGE 'p1#1' does not fit: it has no draft; expected the words to hold.",
        ),
        (
            appended(Op("ADD", "p1#2", draft("x"), time=at(1))),
            f"{MISFIT} ADD 'p1#2' does not fit: items are numbered in order; expected the id p1#3.",
        ),
        (
            appended(Op("TOUCH", "p1#9", time=at(1))),
            f"{MISFIT} TOUCH 'p1#9' does not fit: item 'p1#9' is not stored; expected the id of a stored item.",
        ),
        (
            appended(Op("UPDATE", "p1#1", draft("x", scope="p2"), time=at(1))),
            f"{MISFIT} UPDATE 'p1#1' does not fit: its draft is of scope 'p2'; expected the item's scope 'p1'.",
        ),
        (
            appended(Op("LINK", "p1#1", other="p2#1", time=at(1))),
            f"{MISFIT} LINK 'p1#1' does not fit: its other item is 'p2#1'; expected another item of the same scope.",
        ),
        (
            appended(Op("MERGE", "p1#1", other="p1#1", time=at(1))),
            f"{MISFIT} MERGE 'p1#1' does not fit: its other item is 'p1#1'; expected another item of the same scope.",
        ),
        (
            appended(Op("TOUCH", "p1#1", time=at(-1))),
            f"{MISFIT} TOUCH 'p1#1' does not fit: its time 2025-03-03 08:00:00+00:00 is before 2025-03-03 "
            "09:00:00+00:00; expected a time that does not run backwards.",
        ),
        # Snapshots.
        (
            lambda: read_snapshot(b"7", {}),
            f"{SNAPSHOT} (TypeError: 'int' object is not subscriptable); expected what snapshot() returned.",
        ),
        (
            lambda: read_snapshot(b'{"format": "x", "version": 2, "parts": {}}', {}),
            f"{SNAPSHOT} (its format is 'x'); expected what snapshot() returned.",
        ),
        (
            lambda: read_snapshot(b'{"format": "regulars-memory", "version": 1, "parts": {}}', {}),
            "Memory.restore: the snapshot has version 1; expected version 2; restore it with the release that "
            "wrote it, or observe the turns again.",
        ),
        (
            lambda: read_snapshot(b'{"format": "regulars-memory", "version": 2, "parts": {}}', {"a": "b"}),
            "Memory.restore: the snapshot is of a memory with other parts, {}; expected {'a': 'b'}; build the "
            "memory with the arguments and the release with which the snapshot was taken.",
        ),
        (
            lambda: read_snapshot(b'{"format": "regulars-memory", "version": 2, "parts": {}, "ops": [{}]}', {}),
            f"{SNAPSHOT} (an operation cannot be read: KeyError: 'verb'); expected what snapshot() returned.",
        ),
        # Foreign memories.
        (lambda: adopt(Foreign), "memory: Foreign is a class; expected an object; pass Foreign()."),
        (
            lambda: adopt(Mute()),
            "memory: Mute has no method recall; expected observe(turn) and recall(cue); add recall to Mute.",
        ),
        (
            lambda: adopt(object(), "mine"),
            "memory: mine has no method observe and no recall; expected observe(turn) and recall(cue); add "
            "observe and recall to object.",
        ),
        (
            lambda: adopt(Foreign("operations")).observe(TURN),
            "memory: Foreign.observe returned int; expected None or a list of Op; fix observe of Foreign.",
        ),
        (
            recalled(7),
            "memory: Foreign.recall returned int; expected Recollections, a list of turn ids or strings, a "
            "string or None; fix recall of Foreign.",
        ),
        (
            recalled(Recollections(level="x")),
            "memory: Foreign.recall returned Recollections; expected a text as context, the level turn or "
            "session, Hits with tuples of sources; fix recall of Foreign.",
        ),
        (
            recalled(Recollections((Hit("a", "x", ()),))),
            "memory: Foreign.recall returned Hit; expected scores that are numbers; fix recall of Foreign.",
        ),
        (
            recalled(Recollections((Hit("a", np.inf, ()),))),
            "memory: Foreign.recall returned Hit; expected finite scores; fix recall of Foreign.",
        ),
        (
            recalled(Recollections((Hit("a", 1.0, ("s001.t01",)),)), hours=-1),
            "Memory.recall: Foreign brought back s001.t01 from after the cue's moment; expected nothing later "
            "than 2025-03-03T08:00:00+00:00.",
        ),
        (
            recalled(["s009.t09"]),
            "Memory.recall: Foreign brought back s009.t09, which it was never shown; expected ids of turns that "
            "were observed.",
        ),
        (
            lambda: adopt(Sealed()).snapshot(),
            "Memory.snapshot: the state of Sealed cannot be taken: TypeError: sealed; make Sealed picklable, or "
            "give it snapshot() and restore().",
        ),
        (
            lambda: __import__("copy").deepcopy(adopt(Sealed())),
            "memory: Sealed cannot be copied: TypeError: sealed; make Sealed picklable.",
        ),
        (
            lambda: adopt(Foreign()).restore(b"x"),
            "Memory.restore: the bytes are not a snapshot of Foreign, or are of another version; expected what "
            "snapshot() returned.",
        ),
        (
            lambda: adopt(Foreign()).restore(b"regulars-adopted-memory 1\n"),
            "Memory.restore: Foreign cannot be restored: EOFError: Ran out of input.",
        ),
        # Specs and files.
        (
            lambda: build_memory("mine.yaml:k=3"),
            "memory 'mine.yaml' takes no argument 'k'; write the settings into the file.",
        ),
        (
            lambda: open_memory(adopt(Foreign()), "/nowhere/x"),
            None,
        ),
        (
            lambda: open_memory(observed(compose(indexes=(BM25(),)), TURN), "/nowhere/x"),
            "open_memory: the memory is not empty; expected an empty memory.",
        ),
    ],
)
def test_an_error_says_what_where_and_what_to_do(wrong, message):
    with pytest.raises(RegularsError) as caught:
        wrong()
    if message is None:
        assert str(caught.value).endswith(
            " has no journal; expected a memory made by compose; write its snapshot() to a file instead."
        )
    else:
        assert str(caught.value) == message


class _Short:
    dims = 3

    def __repr__(self) -> str:
        return "_Short()"

    def embed(self, texts):
        return np.zeros((len(texts), 2), dtype=np.float32)


def test_a_part_without_a_stable_name_is_rejected_by_name():
    with pytest.raises(RegularsError) as caught:
        compose(indexes=(BM25(),), link=lambda view, event: ())
    text = str(caught.value)
    assert text.startswith("compose: the part link has the repr test_a_part_without_a_stable_name_is_rejected_by_name")
    assert text.endswith(
        "; expected a module-level function, or an object whose repr shows its settings; "
        "make it a function of a module, or a frozen dataclass with __call__."
    )
    with pytest.raises(RegularsError, match="the part link has the repr <object object at 0x"):
        compose(indexes=(BM25(),), link=object())
