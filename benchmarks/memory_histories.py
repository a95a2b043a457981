"""What memories take for real conversations and for a long history; `memory_rate.py` prints it.

The real conversations are those of LoCoMo. The long history is a life that was stretched with fillers.
"""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import cycle, islice
from pathlib import Path
from statistics import fmean

from regulars.datasets import read_any
from regulars.dialogue import Turn
from regulars.memory import Cue, build_memory
from regulars.scenarios.generator import generate
from regulars.scenarios.history.compiler import render_turns, stretch
from regulars.scenarios.world import Session

INGEST_BAR = 30.0
"""Seconds for LoCoMo's turns."""
QUESTIONS = 200
"""How many of its questions are asked, spread over all of them."""
HISTORY_SECONDS, HISTORY_MIB = 60.0, 1024.0
"""For a history of 1.5 million tokens: to stretch, render and take it in and to answer, and the process's peak."""
HISTORY_QUESTIONS = 500
LOCOMO = Path(__file__).resolve().parents[2] / "shared" / "data" / "locomo10.json"


# ---------------------------------------------------------------------- real conversations


@dataclass(frozen=True, slots=True)
class Rate:
    """What a memory takes for real conversations.

    Attributes:
        ingest: Seconds of the processor, whoever else uses the machine, to take in all turns, close all sessions, and
            be asked once in each scope: some indexes only then take in what came.
        recall: Milliseconds of it for a question, one for each that was asked, in order of size.
        items: Items held at the end; None where the memory keeps no journal.
        tokens: Mean tokens of a context.
        snapshot: Bytes of the state.
    """

    ingest: float
    recall: Sequence[float]
    items: int | None
    tokens: float
    snapshot: int

    def percentile(self, share: float) -> float:
        """The latency that this share of the questions does not exceed, in milliseconds."""
        return self.recall[min(len(self.recall) - 1, int(share * len(self.recall)))]


def conversations(path: Path) -> tuple[list[list[Turn]], list[Cue]]:
    """A file's sessions, as turns, and questions on them, each conversation in a scope of its own."""
    sessions: list[list[Turn]] = []
    cues: list[Cue] = []
    for number, scenario in enumerate(read_any(path)):
        scope = f"c{number}"
        names = {person.id: person.name for person in scenario.persons}
        said = [list(_said(session, scope, names)) for session in scenario.sessions]
        end = max(turn.time for turns in said for turn in turns) + timedelta(days=1)
        sessions += said
        cues += [Cue(probe.question, end, scope) for probe in scenario.probes if probe.question]
    step = max(1, len(cues) // QUESTIONS)
    return sessions, cues[::step][:QUESTIONS]


def _said(session: Session, scope: str, names: dict[str, str]) -> Iterator[Turn]:
    for turn in session.turns:
        name = names.get(turn.speaker, "Assistant")
        yield Turn(turn.id, scope, session.person, turn.speaker, name, session.number, turn.text, turn.time)


def rate(name: str, sessions: Sequence[Sequence[Turn]], cues: Sequence[Cue]) -> Rate:
    """What a registered memory takes."""
    memory = build_memory(name)
    begin = time.process_time()
    for turns in sessions:
        for turn in turns:
            memory.observe(turn)
        if turns:
            memory.close_session(turns[-1].time)
    for first in {cue.scope: cue for cue in cues}.values():
        memory.recall(first)
    ingest = time.process_time() - begin
    spent, tokens = [], []
    for cue in cues:
        begin = time.process_time()
        tokens.append(memory.recall(cue).tokens)
        spent.append((time.process_time() - begin) * 1000.0)
    journal = getattr(memory, "journal", None)
    items = None if journal is None else sum(len(journal.items(scope)) for scope in journal.scopes)
    return Rate(ingest, sorted(spent), items, fmean(tokens) if tokens else 0.0, len(memory.snapshot()))


def report_systems(names: Sequence[str], path: Path) -> bool:
    """Prints a row for each memory; True if no bar was missed. Says so where there is no data."""
    if not path.is_file():
        print(f"skipped: there is no {path}; it is LoCoMo's locomo10.json")
        return True
    sessions, cues = conversations(path)
    counts = f"{sum(map(len, sessions))} turns in {len(sessions)} sessions, {len(cues)} questions"
    print(f"{counts}; ingest <= {INGEST_BAR:.0f} s")
    width = max(map(len, names), default=0) + 2
    print(f"{'system':<{width}}{'ingest':>9}{'p50':>11}{'p95':>11}{'items':>8}{'tokens':>8}{'snapshot':>12}  verdict")
    passed = True
    for name in names:
        found = rate(name, sessions, cues)
        kept = found.ingest <= INGEST_BAR
        passed = passed and kept
        items = "-" if found.items is None else str(found.items)
        print(
            f"{name:<{width}}{found.ingest:>7.1f} s{found.percentile(0.5):>8.2f} ms{found.percentile(0.95):>8.2f} ms"
            f"{items:>8}{found.tokens:>8.0f}{found.snapshot / 1024:>9.0f} KiB  {'PASS' if kept else 'MISSED'}",
            flush=True,
        )
    return passed


# ---------------------------------------------------------------------- a long history


def report_history(name: str, tokens: int, seed: int) -> bool:
    """Prints what a history of many tokens takes from its plan to the last answer; True if no bar was missed."""
    start = time.process_time()
    life = generate(seed, sessions=24)
    longer = stretch(life, tokens, seed=seed)
    stretched = time.process_time() - start
    memory = build_memory(name)
    names = {person.id: person.name for person in longer.persons}
    heard = 0
    for session in longer.sessions:
        filler = replace(session, turns=render_turns(session, longer)) if session.filler else session
        for turn in _said(filler, "p", names):
            heard += 1
            memory.observe(turn)
        memory.close_session(filler.start)
    end = longer.sessions[-1].start + timedelta(days=1)
    taken = time.process_time() - start - stretched
    spent = []
    for question in islice(cycle(dict.fromkeys(probe.question for probe in life.probes)), HISTORY_QUESTIONS):
        begin = time.process_time()
        memory.recall(Cue(question, end, "p"))
        spent.append((time.process_time() - begin) * 1000.0)
    spent.sort()
    whole, peak = time.process_time() - start, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0
    kept = whole <= HISTORY_SECONDS and peak <= HISTORY_MIB
    print(
        f"{name}: {int(longer.marks['history_tokens'])} tokens, {heard} turns: planned in {stretched:.1f} s, rendered "
        f"and taken in in {taken:.1f} s, {len(spent)} questions p50 {spent[len(spent) // 2]:.2f} ms p95 "
        f"{spent[int(0.95 * len(spent))]:.2f} ms; {whole:.1f} s of the processor, {peak:.0f} MiB; bars "
        f"{HISTORY_SECONDS:.0f} s, {HISTORY_MIB:.0f} MiB: {'PASS' if kept else 'MISSED'}",
        flush=True,
    )
    return kept
