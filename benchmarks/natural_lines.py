"""Draws lines that people say in a suite, for readers to rate, and counts the ratings.

Run: python benchmarks/natural_lines.py draw --suite core --lines 200 --seed 1 --out core.txt [--data ../shared/data]
     python benchmarks/natural_lines.py count core.jsonl ...

`draw` plays the suite's lives with an assistant that asks back, and draws lines of people, each equally likely. A sheet
shows each with the two turns before it. With `--data`, fifty lines of real conversations (LoCoMo, RealMem,
LongMemEval) stand among them without a mark, so that readers are measured as well; beside the sheet, `.key.json` says
which number is whose. Readers rate every line, knowing nothing of the project:

- natural: somebody might type this to a chat assistant, or send it to a friend.
- stilted: it is understood, and nobody would put it so.
- unclear: it is not understood at first reading, or says something odd.

Ratings are lines of JSON: `{"number": 1, "rating": "natural"}`, with `why` where it is not natural. `count` prints the
shares with 95 % Wilson intervals, by suite and by source.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.progress import track

from regulars import Cast, life_v0, registry
from regulars.dialogue import ASSISTANT
from regulars.evaluation.audit import wilson
from regulars.scenarios.suites import load_suite

RATINGS = ("natural", "stilted", "unclear")
CONTROLS = 50
"""How many lines of real conversations stand in a sheet."""


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody says, and what was said before.

    Attributes:
        source: The suite's label, or the collection.
        before: The two turns before it, each with its speaker.
        text: The words.
    """

    source: str
    before: tuple[str, ...]
    text: str


def in_suite(name: str, seeds: Sequence[int]) -> Iterator[Line]:
    """The lines of people in a suite's lives."""
    import regulars.agents.roster  # noqa: F401  # registers the assistants

    suite = load_suite(name)
    lives = [(seed, scenario) for seed in seeds for scenario in suite.generate(seed)]
    for seed, scenario in track(lives, name, disable=not sys.stderr.isatty()):
        env = life_v0.raw_env(scenario=scenario, reward_to="nobody")
        cast = Cast(env, assistant=registry.build("assistant", "asker", memory="bm25-turn"))
        cast.reset(seed=seed)
        cast.run()
        turns = env.transcript
        for at, turn in enumerate(turns):
            if turn.speaker != ASSISTANT:
                said = [one for one in turns[max(at - 2, 0) : at] if one.id.split(".")[0] == turn.id.split(".")[0]]
                yield Line(suite.label, tuple(f"{one.name}: {one.text}" for one in said), turn.text)


def recorded(folder: Path) -> Iterator[Line]:
    """What people say in the collections that lie in a folder."""
    for sample in json.loads((folder / "locomo10.json").read_text("utf-8")):
        for name, session in sample["conversation"].items():
            if name.startswith("session_") and isinstance(session, list):
                yield from _spoken("LoCoMo", [(turn["speaker"], turn["text"], True) for turn in session])
    for path in sorted((folder / "realmem").glob("*.json")):
        for session in json.loads(path.read_text("utf-8"))["dialogues"]:
            turns = [
                (turn["speaker"], turn["content"], turn["speaker"] == "User") for turn in session["dialogue_turns"]
            ]
            yield from _spoken("RealMem", turns)
    for path in sorted((folder / "longmemeval").glob("*.json")):
        for entry in json.loads(path.read_text("utf-8")):
            for session in entry["haystack_sessions"]:
                turns = [(turn["role"], turn["content"], turn["role"] == "user") for turn in session]
                yield from _spoken("LongMemEval", turns)


def _spoken(source: str, turns: Sequence[tuple[str, str, bool]]) -> Iterator[Line]:
    for at, (_, text, human) in enumerate(turns):
        if human and text.strip():
            yield Line(source, tuple(f"{name}: {said}" for name, said, _ in turns[max(at - 2, 0) : at]), text)


def draw(suite: str, lines: int, seed: int, data: Path | None) -> list[Line]:
    """Lines of a suite, and of each collection in `data` if it is given, shuffled."""
    rng = random.Random(seed)
    drawn = rng.sample(list(in_suite(suite, range(seed, seed + 2))), lines)
    if data is not None:
        by_source: dict[str, list[Line]] = {}
        for line in recorded(data):
            by_source.setdefault(line.source, []).append(line)
        for place, source in enumerate(sorted(by_source)):
            share = CONTROLS // len(by_source) + (place < CONTROLS % len(by_source))
            drawn += rng.sample(by_source[source], share)
    rng.shuffle(drawn)
    return drawn


def sheet(lines: Sequence[Line]) -> str:
    """The numbered lines, each with what was said before, cut to 300 characters."""
    parts = []
    for number, line in enumerate(lines, 1):
        parts.append(f"## {number}")
        parts.extend(f"  ({' '.join(said.split())[:300]})" for said in line.before)
        parts.append(f"> {' '.join(line.text.split())}\n")
    return "\n".join(parts)


def count(paths: Sequence[Path]) -> None:
    """Prints the shares of the ratings in each file, by source where the sheet's key lies beside it."""
    for path in paths:
        key_file = path.with_suffix(".key.json")
        key = json.loads(key_file.read_text("utf-8")) if key_file.exists() else {}
        found: dict[str, Counter[str]] = {}
        for row in map(json.loads, filter(None, path.read_text("utf-8").splitlines())):
            if row["rating"] not in RATINGS:
                raise SystemExit(f"{path}: number {row['number']}: unknown rating {row['rating']!r}; known: {RATINGS}")
            found.setdefault(key.get(str(row["number"]), path.stem), Counter())[row["rating"]] += 1
        for source, ratings in sorted(found.items()):
            total = ratings.total()
            shares = []
            for rating in RATINGS:
                low, high = wilson(ratings[rating], total)
                shares.append(f"{rating} {ratings[rating] / total:.3f} [{low:.3f} {high:.3f}]")
            print(f"{path.name} {source} ({total}): {', '.join(shares)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("draw", help="draw lines into a sheet")
    one.add_argument("--suite", default="core")
    one.add_argument("--lines", type=int, default=200, help="how many lines of the suite")
    one.add_argument("--seed", type=int, default=1)
    one.add_argument("--data", type=Path, help="a folder with locomo10.json, realmem/ and longmemeval/")
    one.add_argument("--out", type=Path, required=True, help="the sheet; its key is written beside it")
    other = commands.add_parser("count", help="count ratings")
    other.add_argument("ratings", type=Path, nargs="+")
    given = parser.parse_args()
    if given.command == "count":
        count(given.ratings)
        return
    lines = draw(given.suite, given.lines, given.seed, given.data)
    given.out.write_text(sheet(lines), "utf-8")
    key = {number: line.source for number, line in enumerate(lines, 1)}
    given.out.with_suffix(".key.json").write_text(json.dumps(key) + "\n", "utf-8")


if __name__ == "__main__":
    main()
