"""Whether suites rank memories as recorded conversations do: figures of each memory, and how far the rankings agree.

Run: python benchmarks/external_validity.py --suite core --suite hard --data locomo10.json --cache CACHE --out FIGURES
Each source gives columns: a suite the accuracy on anchors and recall@10, recorded conversations recall@10. Recall is
that of turns: the share of questions with evidence whose evidence is among the first ten recalled turns of people. An
assistant's turns take no place in it where the evidence is what people said, as in LongMemEval's retrieval of turns;
in LoCoMo all speakers are people. So it can be above the recall in the results of `regulars evaluate`. The agreement of
two columns is Kendall's tau-b over all memories, with a 95 % bootstrap interval over whole lives and conversations. It
has to reach .6 between each column of a suite and recorded conversations, and between two suites in the same measure.

Left out by name: memories that recall whole sessions, those whose recall has no ranking, and those with a fault.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from msgspec import structs
from rank_agreement import BAR, Agreement, Column, agreements
from rich.console import Console
from rich.progress import Progress

import regulars
from regulars import registry
from regulars.datasets import read_any
from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import OutcomeRecord
from regulars.dialogue import ASSISTANT
from regulars.errors import RegularsError
from regulars.evaluation.figures.metrics import observations
from regulars.evaluation.play.episodes import Unit, play
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import sources, systems
from regulars.memory import build_memory
from regulars.memory.composition.compose import Composed
from regulars.registry import split_specs
from regulars.scenarios.suites import suite_scenarios
from regulars.scenarios.world import Scenario
from regulars.seeding import content_hash

ANCHORS = "accuracy_anchor"
RECALLS = {name: f"turn_recall_{name}@10" for name in ("all", "any", "fraction")}
"""The metric of each choice of `--recall`."""
KEPT = (ANCHORS, *RECALLS.values())
UNRANKED = {
    "none": "recalls nothing",
    "random": "ranks at random",
    "full-context": "has no ranking",
}
"""Reference memories without a ranking that means anything."""
SESSIONS = "recalls whole sessions"

Figure = tuple[float, float]
"""The sum and the number of values."""


@dataclass(frozen=True, slots=True)
class Life:
    """A life or a conversation.

    Attributes:
        name: Its name in results.
        seed: The seed of the episode.
        scenario: The scenario.
    """

    name: str
    seed: int
    scenario: Scenario


@dataclass(frozen=True, slots=True)
class Source:
    """Where lives come from.

    Attributes:
        name: The suite, or the name of the data file.
        lives: The lives.
        recorded: Whether they are recorded conversations, which have no verdicts on answers.
    """

    name: str
    lives: Sequence[Life]
    recorded: bool


@dataclass(frozen=True, slots=True)
class Played:
    """What one system reached in one life.

    Attributes:
        figures: Sum and number of values by metric.
        fault: The fault that ended the episode; empty for none.
    """

    figures: Mapping[str, Figure] = field(default_factory=dict)
    fault: str = ""


# ---------------------------------------------------------------------- playing


def suite_source(name: str, seeds: int, lives: int | None) -> Source:
    """The first lives of a suite, each plan with the seeds 0 to `seeds` - 1."""
    return Source(name, [Life(*life) for life in suite_scenarios(name, seeds)][:lives], recorded=False)


def data_source(path: Path, conversations: int | None) -> Source:
    """The first conversations of a file in any format that `regulars evaluate --data` reads."""
    scenarios = read_any(path)[:conversations]
    lives = [Life(str(scenario.marks.get("sample_id", scenario.id)), 0, scenario) for scenario in scenarios]
    recorded = all(scenario.source == "recorded" for scenario in scenarios)
    return Source(path.stem, lives, recorded)


def chosen(memories: str) -> tuple[list[str], dict[str, str]]:
    """The memories to play, and those left out with the reason.

    Args:
        memories: Specs separated by commas; `all` stands for all registered memories.
    """
    names: list[str] = []
    for spec in split_specs(memories):
        names += [entry.name for entry in registry.entries("memory")] if spec == "all" else [spec]
    left_out: dict[str, str] = {}
    for name in dict.fromkeys(names):
        made = None if name in UNRANKED else build_memory(name, seed=0)
        if made is None:
            left_out[name] = UNRANKED[name]
        elif isinstance(made, Composed) and made.made_of.segment.level == "session":
            left_out[name] = SESSIONS
    return [name for name in dict.fromkeys(names) if name not in left_out], left_out


def played(memory: str, assistant: str, k: int, life: Life) -> Played:
    """Plays one life with one memory and sums its figures, as `regulars evaluate` computes them over people's turns."""
    (system,) = systems([memory], assistant, k=k)[-1:]
    record = play(Unit(life.scenario, life.name, life.seed, system), Conditions({"feedback": "evaluative"}))
    sums: dict[str, list[float]] = {}
    for where, metric, value in observations(among_people(record)):
        if where == "all" and metric in KEPT:
            slot = sums.setdefault(metric, [0.0, 0.0])
            slot[0] += value
            slot[1] += 1.0
    fault = record.fault or ("the episode failed" if not record.valid else "")
    return Played({metric: (total, number) for metric, (total, number) in sums.items()}, fault)


def among_people(record: EpisodeRecord) -> EpisodeRecord:
    """The record with the assistant's turns left out of each recall for a question about what people said."""
    people = {turn.id for turn in record.transcript if turn.speaker != ASSISTANT}

    def shown(outcome: OutcomeRecord) -> OutcomeRecord:
        of_people = people.issuperset(turn for alternative in outcome.evidence for turn in alternative)
        if outcome.recalled is None or not outcome.evidence or not of_people:
            return outcome
        return structs.replace(outcome, recalled=tuple(turn for turn in outcome.recalled if turn in people))

    probes = tuple(structs.replace(one, outcomes=tuple(map(shown, one.outcomes))) for one in record.probes)
    return structs.replace(record, probes=probes)


def code_hash() -> str:
    """A hash of the package's code and data, so that no figure outlives the code that it comes from."""
    digest = sha256()
    root = Path(regulars.__file__).parent
    for file in sorted(root.rglob("*")):
        if file.suffix in (".py", ".toml", ".md", ".txt", ".json") and "__pycache__" not in file.parts:
            digest.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


class Cache:
    """Figures that were computed before: a file for each system and source, with one line for each life.

    Args:
        folder: The folder; None keeps nothing.
        conditions: What the figures depend on beside memory and life: the code, the assistant, and k.
    """

    def __init__(self, folder: Path | None, *conditions: object) -> None:
        self.folder = folder
        self._conditions = conditions

    def read(self, memory: str, source: str) -> dict[str, Played]:
        """The figures by life. A line that was cut short is ignored."""
        found: dict[str, Played] = {}
        file = self._file(memory, source)
        if file is None or not file.exists():
            return found
        for line in file.read_text("utf-8").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                continue
            figures = {metric: (total, number) for metric, (total, number) in entry["figures"].items()}
            found[entry["life"]] = Played(figures, entry["fault"])
        return found

    def add(self, memory: str, source: str, life: Life, done: Played) -> None:
        """Appends the figures of a life."""
        file = self._file(memory, source)
        if file is None:
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        torn = file.exists() and not file.read_bytes().endswith(b"\n")
        with file.open("a", encoding="utf-8") as stream:
            entry = {"life": life_key(life), "memory": memory, "figures": done.figures, "fault": done.fault}
            stream.write(("\n" if torn else "") + json.dumps(entry) + "\n")

    def _file(self, memory: str, source: str) -> Path | None:
        if self.folder is None:
            return None
        key = json.dumps([memory, source, *self._conditions, sources([memory])], sort_keys=True, default=str)
        name = "".join(c if c.isalnum() or c in "-." else "_" for c in f"{source}_{memory}")[:80]
        return self.folder / f"{name}_{content_hash(key, 12)}.jsonl"


def life_key(life: Life) -> str:
    """The name of a life in the cache; it changes with the content of the life."""
    return f"{life.name} {life.seed} {life.scenario.id}"


def tasks(
    memories: Iterable[str], given: Sequence[Source], cache: Cache
) -> tuple[dict[tuple[str, str, str], Played], list[tuple[str, Source, Life]]]:
    """What is known by memory, source and life, and what remains to be played."""
    known: dict[tuple[str, str, str], Played] = {}
    waiting = []
    for memory in memories:
        for source in given:
            before = cache.read(memory, source.name)
            for life in source.lives:
                done = before.get(life_key(life))
                if done is None:
                    waiting.append((memory, source, life))
                else:
                    known[memory, source.name, life_key(life)] = done
    return known, waiting


def results(
    memories: Sequence[str], given: Sequence[Source], cache: Cache, assistant: str, k: int, workers: int
) -> dict[tuple[str, str, str], Played]:
    """The figures of each memory in each life, played or from the cache. A fault of a memory ends its episodes only."""
    known, waiting = tasks(memories, given, cache)
    console = Console(stderr=True)
    with Progress(console=console, disable=not console.is_terminal) as shown:
        bar = shown.add_task("lives", total=len(known) + len(waiting), completed=len(known))
        for place, (memory, source, life, done) in enumerate(_played_all(waiting, assistant, k, workers), 1):
            known[memory, source.name, life_key(life)] = done
            cache.add(memory, source.name, life, done)
            shown.update(bar, advance=1, description=f"{memory}, {source.name}")
            if not console.is_terminal:
                print(f"{place} of {len(waiting)}: {memory}, {source.name}, {life.name}", file=sys.stderr, flush=True)
    return known


def _played_all(
    waiting: Sequence[tuple[str, Source, Life]], assistant: str, k: int, workers: int
) -> Iterator[tuple[str, Source, Life, Played]]:
    if workers == 1:
        for memory, source, life in waiting:
            yield memory, source, life, played(memory, assistant, k, life)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        futures = [(one, pool.submit(played, one[0], assistant, k, one[2])) for one in waiting]
        for (memory, source, life), future in futures:
            yield memory, source, life, future.result()


# ---------------------------------------------------------------------- columns


def columns_of(
    memories: Sequence[str], given: Sequence[Source], known: Mapping[tuple[str, str, str], Played], recall: str
) -> tuple[list[str], list[Column], dict[str, str]]:
    """The memories that every column has, the columns, and the memories left out with the reason."""
    measures = {"answers": ANCHORS, "recall": RECALLS[recall]}
    wanted = [(one, m) for one in given for m in (("recall",) if one.recorded else ("answers", "recall"))]

    def figure(memory: str, source: Source, life: Life, metric: str) -> Figure:
        return known[memory, source.name, life_key(life)].figures.get(metric, (0.0, 0.0))

    left_out: dict[str, str] = {}
    for memory in memories:
        faults = [
            f"fault in {source.name}, {life.name}: {fault}"
            for source in given
            for life in source.lives
            if (fault := known[memory, source.name, life_key(life)].fault)
        ]
        if faults:
            left_out[memory] = faults[0]
            continue
        for source, measure in wanted:
            if not sum(figure(memory, source, life, measures[measure])[1] for life in source.lives):
                left_out[memory] = f"has no {measure} in {source.name}: its recall has no ranking of turns"
                break
    kept = [memory for memory in memories if memory not in left_out]
    columns = []
    for source, measure in wanted:
        cells = np.asarray(
            [[figure(memory, source, life, measures[measure]) for life in source.lives] for memory in kept]
        )
        if kept:
            columns.append(Column(source.name, measure, source.recorded, cells[:, :, 0], cells[:, :, 1]))
    return kept, columns, left_out


def printed(kept: Sequence[str], columns: Sequence[Column], found: Sequence[Agreement], recall: str) -> Iterator[str]:
    """The lines of the tables."""
    wide = max((len(name) for name in (*kept, "memory")), default=0)
    yield "  ".join(["memory".ljust(wide), *(column.name for column in columns)])
    figures = {column.name: column.figures() for column in columns}
    order = sorted(range(len(kept)), key=lambda place: [-float(figures[column.name][place]) for column in columns])
    for place in order:
        cells = [f"{figures[column.name][place]:.3f}".rjust(len(column.name)) for column in columns]
        yield "  ".join([kept[place].ljust(wide), *cells])
    yield ""
    pairs = [f"{one.first} : {one.second}" for one in found]
    wide = max(map(len, pairs), default=0)
    yield "  ".join(["Kendall's tau-b".ljust(wide), "  tau", "95 % interval  ", f"bar {BAR:.2f}"])
    for pair, one in zip(pairs, found, strict=True):
        tau = "    -" if one.tau is None else f"{one.tau:+.2f}"
        bounds = "-" if one.ci95 is None else f"[{one.ci95[0]:+.2f} {one.ci95[1]:+.2f}]"
        yield "  ".join(
            [
                pair.ljust(wide),
                tau.rjust(5),
                bounds.ljust(15),
                "" if not one.barred else "met" if one.met else "missed",
            ]
        ).rstrip()
    yield ""
    yield f"answers: accuracy on anchors; recall: {recall} of a question's evidence turns among the first ten recalled"


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", action="append", default=[], help="suite or split, such as core@test; repeatable")
    parser.add_argument("--seeds", type=int, default=3, help="seeds of each plan of a suite (3)")
    parser.add_argument("--lives", type=int, help="lives of each suite at most (all)")
    parser.add_argument(
        "--data", action="append", type=Path, default=[],
        help="file or folder of conversations in a format that regulars evaluate reads; repeatable",
    )  # fmt: skip
    parser.add_argument("--conversations", type=int, help="conversations of each file at most (all)")
    parser.add_argument(
        "--memories", default="all", help="specs of memories separated by commas, or all (all registered memories)"
    )
    parser.add_argument(
        "--assistant", default="scripted",
        help="assistant with a memory, and with arguments where it takes some (scripted)",
    )  # fmt: skip
    parser.add_argument("--k", type=int, default=10, help="ranked items to request, at least 10 (10)")
    parser.add_argument(
        "--recall", choices=RECALLS, default="all", help="all or any of the evidence, or its fraction (all)"
    )
    parser.add_argument("--draws", type=int, default=1000, help="bootstrap draws (1000)")
    parser.add_argument(
        "--cache", type=Path, help="folder that keeps figures by memory and source, so that a run can be continued"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes that play lives (1)")
    parser.add_argument("--out", type=Path, help="JSON file for figures and agreements")
    given = parser.parse_args(arguments)
    for name, least in (("seeds", 1), ("lives", 1), ("conversations", 1), ("k", 10), ("draws", 1), ("workers", 1)):
        value = getattr(given, name)
        if value is not None and value < least:
            parser.error(f"--{name} is {value}: it is {least} or more")
    if not given.suite and not given.data:
        parser.error("name a source: --suite NAME or --data PATH")
    return given


def main(arguments: Sequence[str] | None = None) -> int:
    given = parsed(arguments)
    try:
        memories, left_out = chosen(given.memories)
        lived = [suite_source(name, given.seeds, given.lives) for name in dict.fromkeys(given.suite)]
        lived += [data_source(path, given.conversations) for path in dict.fromkeys(given.data)]
        names = [source.name for source in lived]
        if len(set(names)) < len(names):
            print(f"two sources have the same name: {', '.join(names)}", file=sys.stderr)
            return 2
        if any(len(systems([name], given.assistant)) > 1 for name in memories[:1]):
            print(f"the assistant {given.assistant} takes no memory", file=sys.stderr)
            return 2
        cache = Cache(given.cache, code_hash(), given.assistant, given.k)
        known = results(memories, lived, cache, given.assistant, given.k, given.workers)
    except RegularsError as error:
        print(error, file=sys.stderr)
        return 2
    kept, columns, unranked = columns_of(memories, lived, known, given.recall)
    left_out |= unranked
    found = agreements(columns, given.draws) if len(kept) > 1 else []
    for source in lived:
        print(f"{source.name}: {len(source.lives)} {'conversations' if source.recorded else 'lives'}")
    print(f"assistant: {given.assistant}; {len(kept)} memories\n")
    print("\n".join(printed(kept, columns, found, given.recall)))
    if left_out:
        print("left out: " + "; ".join(f"{name} ({why})" for name, why in left_out.items()))
    if given.out is not None:
        figures = {column.name: column.figures() for column in columns}
        content = {
            "assistant": given.assistant,
            "recall": RECALLS[given.recall],
            "sources": {source.name: [life_key(life) for life in source.lives] for source in lived},
            "figures": {
                memory: {name: round(float(values[place]), 6) for name, values in figures.items()}
                for place, memory in enumerate(kept)
            },
            "agreement": [asdict(one) | {"met": one.met if one.barred else None} for one in found],
            "left_out": left_out,
        }
        given.out.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", "utf-8")
    return 0 if all(one.met for one in found) else 1


if __name__ == "__main__":
    sys.exit(main())
