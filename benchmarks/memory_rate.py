"""How long a memory takes to add a turn and to be asked, beside indexes that are rebuilt for every turn.

    python benchmarks/memory_rate.py --items 1000 10000 20000 100000
    python benchmarks/memory_rate.py --items 10000 --backends 10000
    python benchmarks/memory_rate.py --systems all
    python benchmarks/memory_rate.py --history 1500000
    python benchmarks/memory_rate.py --embedders
    python benchmarks/memory_rate.py --embedders hashed:dims=1024 minilm:path=FOLDER

Texts are drawn from a seeded vocabulary whose word frequencies follow Zipf's law, so common words are in most
items. A figure is the median over adds, each followed by one question for the best ten. To fill a memory is to add
the items that it holds, and to ask it once, since some indexes only then take in what came. The peers hold the same
tokens and answer the same questions in the same run; a rebuilding index has to be built again before it can answer.

With `--systems` memories take in LoCoMo's conversations and are asked its questions. With `--history` one takes in the
fillers of a life that was stretched to so many tokens, and is asked 500 times. With `--embedders` it says how many
turns of generated lives an embedder takes in a second, by 64 at a time as an index does when it catches up, and singly.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

import numpy as np
from memory_histories import LOCOMO, report_history, report_systems

import regulars
from regulars import registry
from regulars.dialogue import Turn, turn_id
from regulars.memory import Cue, Memory, build_embedder, build_memory
from regulars.memory.embedders import Embedder, lacking
from regulars.memory.parts.indexes.bm25 import alphanumerics
from regulars.scenarios.generator import generate

VOCABULARY = 20_000
START = datetime(2025, 1, 1, tzinfo=UTC)
BARS = {
    ("bm25-turn", 10_000): 0.3,
    ("bm25-turn", 100_000): 2.0,
    ("dense-turn", 10_000): 1.0,
    ("dense-turn", 100_000): 10.0,
}
"""Milliseconds for one add and one question."""
_ALONE = ("hashed", "minilm")
"""Embedders that need neither a model's name nor a folder."""
SYSTEMS = ("bm25-turn", "dense-turn")
BACKENDS = {
    "bm25-turn:backend=sqlite": 10_000,
    "dense-turn:backend=sqlite": 10_000,
    "dense-turn:backend=chroma": 3_000,
}
"""The items up to which a back-end is timed, unless `--backends` says otherwise: filling it with more takes minutes."""
RATIO_BARS = {("bm25-turn", 10_000): 100.0, ("bm25-turn", 20_000): 10.0, ("dense-turn", 10_000): 50.0}
"""How many times faster than rank_bm25 rebuilt a system is, by the items held."""
FLAT_BAR, FLAT_TO = 1.5, 20_000
"""How many times as long BM25 takes to add an item at up to so many items as at the fewest that are timed."""


def texts(count: int, seed: int, words: tuple[int, int] = (6, 24)) -> list[str]:
    """Texts of `words` words, a word of rank r being drawn in proportion to 1 / r."""
    rng = np.random.default_rng(seed)
    frequencies = 1.0 / np.arange(1, VOCABULARY + 1)
    lengths = rng.integers(words[0], words[1] + 1, count)
    drawn = rng.choice(VOCABULARY, int(lengths.sum()), p=frequencies / frequencies.sum())
    spelt = [_spell(rank) for rank in range(VOCABULARY)]
    pieces = np.split(drawn, np.cumsum(lengths)[:-1])
    return [" ".join(spelt[rank] for rank in piece) for piece in pieces]


def _spell(rank: int) -> str:
    """A word of syllables for each rank: short words are common."""
    syllables = [first + second for first in "bdfgklmnprstvz" for second in "aeiou"]
    word = ""
    rank += 1
    while rank:
        rank, at = divmod(rank, len(syllables))
        word += syllables[at]
    return word


@dataclass(frozen=True, slots=True)
class Timing:
    """What a memory takes at some size.

    Attributes:
        fill: Seconds to take in what it holds, and to be asked once.
        add: Milliseconds for one more item, the median.
        query: Milliseconds for one question after it, the median.
        both: Milliseconds for the two, the median.
    """

    fill: float
    add: float
    query: float
    both: float


def timed(name: str, held: Sequence[str], new: Sequence[str], questions: Sequence[str]) -> Timing:
    """What a registered memory takes that holds `held`, for each of `new` and the question after it."""
    memory = build_memory(name)
    begin = time.perf_counter()
    _fill(memory, held)
    _ask(memory, len(held), questions[-1])
    fill = time.perf_counter() - begin
    adds, queries = [], []
    for number, (text, question) in enumerate(zip(new, questions, strict=True), start=len(held)):
        begin = time.perf_counter()
        _observe(memory, number, text)
        added = time.perf_counter()
        _ask(memory, number, question)
        adds.append((added - begin) * 1000.0)
        queries.append((time.perf_counter() - added) * 1000.0)
    both = [add + query for add, query in zip(adds, queries, strict=True)]
    return Timing(fill, median(adds), median(queries), median(both))


def _fill(memory: Memory, held: Sequence[str]) -> None:
    for number, text in enumerate(held):
        _observe(memory, number, text)


def growth(few: Sequence[str], many: Sequence[str], new: Sequence[str]) -> float:
    """How many times as long BM25 takes to add an item where many are held as where few are, by turns of ten."""
    memories = [build_memory("bm25-turn"), build_memory("bm25-turn")]
    for memory, held in zip(memories, (few, many), strict=True):
        _fill(memory, held)
    ratios = []
    for start in range(0, len(new), 10):
        spent = []
        for memory, held in zip(memories, (few, many), strict=True):
            begin = time.perf_counter()
            for number, text in enumerate(new[start : start + 10], start=len(held) + start):
                _observe(memory, number, text)
            spent.append(time.perf_counter() - begin)
        ratios.append(spent[1] / spent[0])
    return median(ratios)


def _observe(memory: Memory, number: int, text: str) -> None:
    session, utterance = divmod(number, 40)
    at = START + timedelta(seconds=number)
    memory.observe(Turn(turn_id(session + 1, utterance + 1), "p", "p", "p", "Ann", session + 1, text, at))


def _ask(memory: Memory, number: int, question: str) -> None:
    memory.recall(Cue(question, START + timedelta(seconds=number), "p"))


def rank_bm25_rebuilt(held: Sequence[str], new: Sequence[str], questions: Sequence[str]) -> float | None:
    """The same with rank_bm25; None where it is not installed."""
    try:
        from rank_bm25 import BM25Okapi
    except ImportError:
        return None
    corpus = [list(alphanumerics(f"Ann {text}")) for text in held]

    def step(text: str, question: str) -> None:
        corpus.append(list(alphanumerics(f"Ann {text}")))
        BM25Okapi(corpus).get_top_n(list(alphanumerics(question)), corpus, n=10)

    return _median(step, new, questions)


def bm25s_rebuilt(held: Sequence[str], new: Sequence[str], questions: Sequence[str]) -> float | None:
    """The same with bm25s; None where it is not installed."""
    try:
        import bm25s
    except ImportError:
        return None
    corpus = [list(alphanumerics(f"Ann {text}")) for text in held]

    def step(text: str, question: str) -> None:
        corpus.append(list(alphanumerics(f"Ann {text}")))
        index = bm25s.BM25(k1=1.5, b=0.75, method="lucene")
        index.index(corpus, show_progress=False)
        index.retrieve([list(alphanumerics(question))], k=10, show_progress=False)

    return _median(step, new, questions)


def _median(step: Callable[[str, str], None], new: Sequence[str], questions: Sequence[str]) -> float:
    spent = []
    for text, question in zip(new, questions, strict=True):
        begin = time.perf_counter()
        step(text, question)
        spent.append(time.perf_counter() - begin)
    return median(spent) * 1000.0


def turns(count: int, seed: int = 0) -> list[str]:
    """Turns that were said in generated lives, none of them twice."""
    said: dict[str, None] = {}
    while len(said) < count:
        with tempfile.TemporaryDirectory() as folder:
            regulars.evaluate("none", data=[generate(seed)], references=False, out=f"{folder}/RUN")
            with open(f"{folder}/RUN/episodes.jsonl", encoding="utf-8") as lines:
                said |= {turn["text"]: None for line in lines for turn in json.loads(line)["transcript"]}
        seed += 1
    return list(said)[:count]


def embedder_rate(embedder: Embedder, lines: Sequence[str], at_once: int) -> float:
    """Texts a second, new to the embedder, `at_once` in a call."""
    embedder.embed(["something else before"])
    begin = time.perf_counter()
    for start in range(0, len(lines), at_once):
        embedder.embed(lines[start : start + at_once])
    return len(lines) / (time.perf_counter() - begin)


def usable_embedders() -> list[str]:
    """Names of the embedders that can be used here and need to be told nothing."""
    return [entry.name for entry in registry.entries("embedder") if entry.name in _ALONE and not lacking(entry)]


def report_embedders(specs: Sequence[str], count: int, seed: int) -> None:
    """Prints a line for each embedder."""
    lines = turns(2 * count, seed)
    words = sum(len(line.split()) for line in lines) / len(lines)
    threads = os.environ.get("OPENBLAS_NUM_THREADS", "as many as it likes")
    print(f"{count} turns of {words:.1f} words; threads of matrix products: {threads}")
    print(f"{'embedder':<40}{'dims':>6}{'64 at once':>16}{'one by one':>16}")
    for spec in specs:
        embedder = build_embedder(spec)
        many = embedder_rate(embedder, lines[:count], 64)
        single = embedder_rate(embedder, lines[count:], 1)
        print(f"{spec:<40}{embedder.dims:>6}{many:>9.0f} texts/s{single:>9.0f} texts/s")


def report(items: Sequence[int], steps: int, peer_steps: int, seed: int, backends: int | None = None) -> bool:
    """Prints the table; True if no bar was missed."""
    print(
        f"{'items':>8}  {'system':<27}{'fill':>9}{'add':>12}{'query':>12}{'both':>12}{'ratio':>9}  {'bar':<53}verdict"
    )
    passed = True
    for count in items:
        held, new, questions = texts(count, seed), texts(steps, seed + 1), texts(steps, seed + 2, (4, 12))
        few = (held, new[:peer_steps], questions[:peer_steps])
        own = {name: timed(name, held, new, questions) for name in SYSTEMS}
        with tempfile.TemporaryDirectory() as folder:
            for name, most in BACKENDS.items():
                if count <= (most if backends is None else backends):
                    own[name] = timed(f"{name};path={folder}", held, new, questions)
        peers = {"rank_bm25 rebuilt": rank_bm25_rebuilt(*few), "bm25s rebuilt": bm25s_rebuilt(*few)}
        base = peers["rank_bm25 rebuilt"]
        first = own["bm25-turn"].add
        if items[0] < count <= FLAT_TO:
            first /= growth(texts(items[0], seed), held, new)
        for name, spent in own.items():
            ratio = base / spent.both if base is not None else None
            said, wanted = judged(name, count, spent, ratio, first)
            passed = passed and said != "MISSED"
            row = f"{count:>8}  {name:<27}{spent.fill:>7.2f} s{spent.add:>9.3f} ms{spent.query:>9.3f} ms"
            times = f"{ratio:.0f} x" if ratio is not None else ""
            print(f"{row}{spent.both:>9.3f} ms{times:>9}  {wanted:<53}{said}".rstrip(), flush=True)
        for name, peer in peers.items():
            if peer is None:
                print(f"{count:>8}  {name:<27}{'not installed':>45}")
            else:
                print(f"{count:>8}  {name:<27}{peer:>42.1f} ms{'1 x' if name.startswith('rank') else '':>9}".rstrip())
    return passed


def judged(name: str, count: int, spent: Timing, ratio: float | None, first: float) -> tuple[str, str]:
    """Whether the bars of a row were kept, and which these are; both empty where it has none.

    Args:
        name: The system.
        count: The items held.
        spent: What it took.
        ratio: How many times faster than rank_bm25 rebuilt; None where that is not installed.
        first: Milliseconds that BM25 takes to add an item at the fewest items, at the speed that the machine had.
    """
    wanted: list[str] = []
    verdicts: list[bool] = []
    if (bar := BARS.get((name, count))) is not None:
        wanted.append(f"<= {bar} ms")
        verdicts.append(spent.both <= bar)
    if ratio is not None and (name, count) in RATIO_BARS:
        wanted.append(f">= {RATIO_BARS[name, count]:.0f} x rank_bm25")
        verdicts.append(ratio >= RATIO_BARS[name, count])
    if name == "bm25-turn" and count <= FLAT_TO:
        wanted.append(f"add <= {FLAT_BAR} x {first:.3f}")
        verdicts.append(spent.add <= FLAT_BAR * first)
    said = ("PASS" if all(verdicts) else "MISSED") if verdicts else ""
    return said, ", ".join(wanted)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--items", type=int, nargs="+", default=[10_000, 100_000], help="turns held")
    parser.add_argument("--steps", type=int, default=200, help="adds and questions timed")
    parser.add_argument("--peer-steps", type=int, default=3, help="of those, how many the peers do")
    parser.add_argument("--embedders", nargs="*", metavar="SPEC", help="time embedders; all that can be used here")
    parser.add_argument("--texts", type=int, default=200, help="turns that each embedder takes, twice")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--backends", type=int, metavar="ITEMS", help="items up to which back-ends are timed")
    parser.add_argument("--systems", help="instead: memories by name, parted by commas, or all, on LoCoMo")
    parser.add_argument("--history", type=int, metavar="TOKENS", help="instead: one long history, with --memory")
    parser.add_argument("--memory", default="bm25-turn", help="which memory takes in the history")
    parser.add_argument("--data", type=Path, default=LOCOMO, help="LoCoMo's locomo10.json")
    arguments = parser.parse_args()
    if arguments.systems:
        every = [entry.name for entry in registry.entries("memory")]
        names = every if arguments.systems == "all" else registry.split_specs(arguments.systems)
        raise SystemExit(0 if report_systems(names, arguments.data) else 1)
    if arguments.history is not None:
        raise SystemExit(0 if report_history(arguments.memory, arguments.history, arguments.seed) else 1)
    if arguments.embedders is not None:
        report_embedders(arguments.embedders or usable_embedders(), arguments.texts, arguments.seed)
        return
    if not report(arguments.items, arguments.steps, arguments.peer_steps, arguments.seed, arguments.backends):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
