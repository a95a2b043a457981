"""How well readers of statements read: claims against what generated people said, words of answers in recorded talk.

Run: python benchmarks/extraction.py [--seeds 3] [--data ../shared/data/locomo10.json] [--labels FILE]
     python benchmarks/extraction.py --only labels

Generated lives know what each line says: their ledger. The same lives of the suite core are spoken twice, in the open
phrasing, which the reader `packs` is made from, and in the held-out one, which no reader is made from; where an
attribute has no held-out phrases of a kind, it is told in open ones there too. Everything is told to whoever listens. A
claim is an attribute with a value of whoever speaks, read from one turn, each turn by itself; what is told in two turns
counts as told by the second, and no reader of single turns can read it there. That something is over is a claim without
a value. Columns:

- recall, precision: of claims with the right attribute, value and person. What follows from a value (a country from a
  city) counts on both sides. Of general patterns the attribute is right where its last word is one of the
  attribute's label or name; they also claim what is true and beside the ontology, so their precision is a floor.
- value: recall of the value alone, whatever it is said to be of.

Recorded talk has no claims marked. There the gold answers of LoCoMo's questions stand for them, of those that have an
answer and evidence: what share of an answer's words stands in the evidence turns at all (ceiling), in the statements of
these turns in which something is claimed (statements), and in the claimed values (values). Words are stems without the
question's own. `claims` is the number of claims in a hundred turns. Intervals: 95 %, drawn over lives and over
conversations.

Turns of LoCoMo are labelled by hand (`benchmarks/labels/README.md`). A claim is right where a labelled claim of its
turn holds or not as it does and has its value: token F1 of at least .5, or all words of the label and at most four
more. Columns:

- claims: the number of the reader's claims in a hundred turns.
- recall, precision: of claims, by their values.
- named recall, named precision: the same, where the attribute's head is also one of the names that were accepted.
- agreement: the share of turns in which reader and label agree on whether anything is claimed.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.datasets.formats import read_any
from regulars.dialogue import ASSISTANT
from regulars.envs.life.life import Life
from regulars.evaluation.figures.statistics import interval
from regulars.evaluation.systems.annotations import LedgerAnnotations
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.statements import StatementReader, statement_reader
from regulars.registry import build
from regulars.rewards.metrics.token_f1 import stems, token_f1
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.suites import suite_scenarios
from regulars.scenarios.world import Scenario
from regulars.values import resolve_value

READERS = ("rules", "packs")
TOLD = ("oracle", "noisy-oracle:recall=.8;precision=.9")
"""They are read from the answers, and show that the counting is right."""
DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data" / "locomo10.json"
LABELS = Path(__file__).resolve().parent / "labels" / "locomo_claims_open.json"
PARTS = ("lives", "talk", "labels")
LEAST_F1 = 0.5
"""The token F1 from which a value is the labelled one."""
MOST_MORE = 4
"""The number of words by which a value may be longer than the label that it contains."""

Label = Mapping[str, Any]
"""A claim labelled by hand: `attribute`, `value`, `holds` as in `benchmarks/labels/README.md`."""
Said = tuple[str, str]
"""An attribute and a value; no value where it is over."""


class Counts:
    """What was found in one life or conversation: sums by column, and what they are out of."""

    def __init__(self) -> None:
        self.found: dict[str, tuple[float, float]] = {}

    def add(self, column: str, got: float, of: float) -> None:
        """Adds to a column."""
        before = self.found.get(column, (0.0, 0.0))
        self.found[column] = before[0] + got, before[1] + of


def lived(scenario: Scenario, seed: int) -> Life:
    """A life that was lived with an assistant that remembers nothing, everything being told to it."""
    env = life_v0.raw_env(scenario=scenario, disclosure="scripted", reward_to="nobody")
    cast = Cast(env, assistant=ScriptedAssistant("none"))
    cast.reset(seed=seed)
    cast.run()
    return env.life


def counted(life: Life, reader: StatementReader, general: bool) -> Counts:
    """What a reader finds of what a life's ledger holds."""
    told, counts = LedgerAnnotations(lambda: life), Counts()
    for turn in life.transcript:
        if turn.speaker == ASSISTANT:
            continue
        said = [one for one in told.of(turn.id) if not one.forgotten]
        gold = list(dict.fromkeys((one.attribute, "" if one.over else one.value) for one in said))
        part = Draft(turn.scope, turn.session, turn.time, turn.name, turn.text, (turn.id,))
        claims = list(dict.fromkeys(claim for one in reader.statements(part) for claim in one.claims))
        same = partial(is_alike if general else is_same, life.ontology)
        counts.add("recall", sum(any(same(one, claim) for claim in claims) for one in gold), len(gold))
        counts.add("precision", sum(any(same(one, claim) for one in gold) for claim in claims), len(claims))
        valued = [one for one in gold if one[1]]
        counts.add(
            "value", sum(any(says(life.ontology, one, claim) for claim in claims) for one in valued), len(valued)
        )
        counts.add("claims", 100 * len(claims), 1)
    return counts


def is_same(ontology: Ontology, gold: Said, claim: Claim) -> bool:
    """Whether a claim has this attribute and value, or says that it is over."""
    return claim.attribute == gold[0] and (claim.value == gold[1] if claim.holds else not gold[1])


def is_alike(ontology: Ontology, gold: Said, claim: Claim) -> bool:
    """Whether a claim in words has this value, of something that is called by a word of the attribute's."""
    known = ontology.attribute(gold[0])
    called = {*known.label.lower().split(), *known.name.split("_")}
    over = not gold[1] and not claim.holds
    return claim.attribute.split()[-1] in called and (over or says(ontology, gold, claim))


def says(ontology: Ontology, gold: Said, claim: Claim) -> bool:
    """Whether a claim has this value, whatever it is of."""
    return claim.holds and bool(gold[1]) and resolve_value(claim.value, ontology.domain(gold[0])) == gold[1]


def generated(seeds: int) -> Iterator[tuple[str, list[Life]]]:
    """The lives of the suite core in both phrasings."""
    for phrasing in ("open", "held_out"):
        lives = [
            lived(replace(scenario, phrasing=phrasing), seed) for _, seed, scenario in suite_scenarios("core", seeds)
        ]
        yield phrasing, lives


def answered(scenario: Scenario, reader: StatementReader) -> Counts:
    """How much of the answers to a conversation's questions a reader takes out of their evidence."""
    counts = Counts()
    names = {person.id: person.name for person in scenario.persons}
    turns = {turn.id: (names.get(turn.speaker, ""), turn.text) for one in scenario.sessions for turn in one.turns}
    read = {id: statements(reader, id, *said) for id, said in turns.items()}
    for claims in read.values():
        counts.add("claims", 100 * sum(len(values) for _, values in claims), 1)
    for probe in scenario.probes:
        wanted = set(stems(probe.gold)) - set(stems(probe.question))
        if not probe.answerable or not probe.evidence or not wanted:
            continue
        evidence = [id for id in dict.fromkeys(turn for one in probe.evidence for turn in one) if id in turns]
        sources = {
            "ceiling": [turns[id][1] for id in evidence],
            "statements": [text for id in evidence for text, _ in read[id]],
            "values": [value for id in evidence for _, values in read[id] for value in values],
        }
        for column, texts in sources.items():
            words = {stem for text in texts for stem in stems(text)}
            counts.add(column, len(wanted & words) / len(wanted), 1)
    return counts


def labelled(data: Path, labels: Path) -> dict[str, list[tuple[str, str, list[Label]]]]:
    """The labelled turns of each conversation: speaker, text and labelled claims."""
    recorded = json.loads(data.read_text(encoding="utf-8"))
    found: dict[str, list[tuple[str, str, list[Label]]]] = {}
    turns = {
        f"{index}:{turn['dia_id']}": (turn["speaker"], turn["text"])
        for index, sample in enumerate(recorded)
        for session in sample["conversation"].values()
        if isinstance(session, list)
        for turn in session
    }
    for key, claims in json.loads(labels.read_text(encoding="utf-8")).items():
        found.setdefault(key.partition(":")[0], []).append((*turns[key], claims))
    return found


def compared(turns: Iterable[tuple[str, str, list[Label]]], reader: StatementReader) -> Counts:
    """What a reader finds of the labelled claims of a conversation's turns."""
    counts = Counts()
    for name, text, gold in turns:
        part = Draft("", 1, datetime(2025, 1, 1, tzinfo=UTC), name, text, ("",))
        claims = list(dict.fromkeys(claim for one in reader.statements(part) for claim in one.claims))
        counts.add("claims", 100 * len(claims), 1)
        counts.add("agreement", bool(claims) == bool(gold), 1)
        for prefix, names in (("", False), ("named ", True)):
            same = partial(is_labelled, text, names=names)
            counts.add(f"{prefix}recall", sum(any(same(one, claim) for claim in claims) for one in gold), len(gold))
            counts.add(
                f"{prefix}precision", sum(any(same(one, claim) for one in gold) for claim in claims), len(claims)
            )
    return counts


def is_labelled(text: str, label: Label, claim: Claim, *, names: bool) -> bool:
    """Whether a claim is the labelled one: holds as it does, has its value and, if asked, one of its names."""
    wanted = text[slice(*label["value"])]
    ours, theirs = Counter(stems(claim.value)), Counter(stems(wanted))
    contains = ours >= theirs and ours.total() - theirs.total() <= MOST_MORE
    if claim.holds != label["holds"] or not (contains or token_f1(claim.value, wanted) >= LEAST_F1):
        return False
    heads = stems(claim.attribute)[-1:]
    return not names or any(
        heads == stems(name) or stems(claim.attribute) == stems(name) for name in label["attribute"]
    )


def statements(reader: StatementReader, turn: str, name: str, text: str) -> list[tuple[str, list[str]]]:
    """The statements of a turn in which something is claimed, each with the claimed values."""
    part = Draft("", 1, datetime(2025, 1, 1, tzinfo=UTC), name, text, (turn,))
    return [(one.text, [claim.value for claim in one.claims]) for one in reader.statements(part) if one.claims]


def row(name: str, clusters: Sequence[Counts], columns: Sequence[str]) -> str:
    """A line of the table: each column with its interval."""
    cells = []
    for column in columns:
        sums, sizes = zip(*(one.found.get(column, (0.0, 0.0)) for one in clusters), strict=True)
        if not sum(sizes):
            cells.append("-".center(22))
            continue
        bounds = interval(sums, sizes, share=column != "claims")
        shown = "" if bounds is None else f" [{bounds[0]:.3f} {bounds[1]:.3f}]"
        cells.append(f"{sum(sums) / sum(sizes):6.3f}{shown:14}")
    return f"{name:42}" + "  ".join(cells)


def reader_of(spec: str, life: Life) -> StatementReader:
    """A reader, told what a life's ledger holds if it is one that is told."""
    if spec in TOLD:
        made: StatementReader = build("reader", spec, given={"annotations": LedgerAnnotations(lambda: life)})
        return made
    return statement_reader(spec)


def print_table(title: str, columns: Sequence[str], rows: Iterable[tuple[str, Callable[[], list[Counts]]]]) -> None:
    """A table, row by row."""
    print(f"\n{title:42}" + "  ".join(column.ljust(22) for column in columns))
    for name, make in rows:
        print(row(name, make(), columns), flush=True)


def main() -> None:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--labels", type=Path, default=LABELS)
    parser.add_argument("--readers", default=",".join(READERS))
    parser.add_argument("--only", choices=PARTS, help="one of the tables")
    given = parser.parse_args()
    readers = given.readers.split(",")
    parts = (given.only,) if given.only else PARTS
    if "lives" in parts:
        print_lives(readers, given.seeds)
    if not given.data.is_file():
        print(f"\n{given.data} is missing: recorded talk is not measured")
        return
    if "talk" in parts:
        print_talk(readers, given.data)
    if "labels" in parts:
        print_labels(readers, given.data, given.labels)


def print_lives(readers: Sequence[str], seeds: int) -> None:
    """Prints the tables of generated lives."""

    def of_lives(spec: str, lives: Sequence[Life]) -> list[Counts]:
        return [counted(life, reader_of(spec, life), general=spec not in ("packs", *TOLD)) for life in lives]

    for phrasing, lives in generated(seeds):
        rows = [(spec, partial(of_lives, spec, lives)) for spec in (*readers, *TOLD)]
        print_table(f"{len(lives)} core lives, {phrasing} phrasing", ("recall", "precision", "value", "claims"), rows)


def print_talk(readers: Sequence[str], data: Path) -> None:
    """Prints the table of recorded talk with questions."""
    scenarios = read_any(data)

    def of_talk(spec: str) -> list[Counts]:
        reader = statement_reader(spec)
        return [answered(scenario, reader) for scenario in scenarios]

    rows = [(spec, partial(of_talk, spec)) for spec in (*readers, "none")]
    print_table(f"LoCoMo, {len(scenarios)} conversations", ("ceiling", "statements", "values", "claims"), rows)


def print_labels(readers: Sequence[str], data: Path, labels: Path) -> None:
    """Prints the table of recorded talk that was labelled by hand."""
    turns = labelled(data, labels)

    def of_labels(spec: str) -> list[Counts]:
        reader = statement_reader(spec)
        return [compared(conversation, reader) for conversation in turns.values()]

    columns = ("claims", "recall", "precision", "named recall", "named precision", "agreement")
    rows = [(spec, partial(of_labels, spec)) for spec in readers]
    print_table(f"LoCoMo, {sum(map(len, turns.values()))} labelled turns", columns, rows)


if __name__ == "__main__":
    main()
