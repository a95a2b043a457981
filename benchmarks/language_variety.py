"""How varied people's language is: distinct n-grams of what they say, beside real conversations of the same length.

Run: python benchmarks/language_variety.py [--suite core] [--tokens 20000]
What is compared are skeletons: names, numbers, dates and capitalised words are replaced by one mark each, so that
values count for nothing, in our text and in theirs alike. Both are cut to the same number of tokens. distinct-n is the
share of n-grams that differ (Li et al., arXiv 1510.03055, section 4.4). The bar is half of what LoCoMo and RealMem
reach; where their files are missing that is said, and nothing is held against a bar.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich.progress import track

from regulars import Cast, life_v0, registry
from regulars.dialogue import ASSISTANT
from regulars.scenarios.generator import generate
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.suites import load_suite
from regulars.values import ValueType, find_values

NS = (1, 2, 3, 4)
BAR = 0.5
DATA = Path(__file__).resolve().parents[1].parent / "shared" / "data"

_TOKEN = re.compile(r"<\w+>|[A-Za-z']+|[.,!?;:]")
_NUMBER = re.compile(r"\d[\d.,:/-]*")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)(?<![\"'])\b[A-Z][a-z]+\b")


def skeleton(text: str, values: Iterable[str] = ()) -> list[str]:
    """The words of a line without what it is about: numbers and names become one mark each."""
    for value in values:
        text = text.replace(value, "<value>")
    text = _NUMBER.sub("<number>", text)
    return [token.lower() for token in _TOKEN.findall(_NAME.sub("<name>", text))]


def ours(suite: str, seeds: Iterable[int]) -> Iterator[list[str]]:
    """The skeletons of what people say in a suite's lives, with an assistant that asks back."""
    import regulars.agents.roster  # noqa: F401  # registers the assistants

    ontology = [a for a in load_ontology() if a.type is ValueType.TERM]
    for seed in seeds:
        for arguments in load_suite(suite).scenarios(seed):
            env = life_v0.raw_env(scenario=generate(**arguments), reward_to="nobody")
            cast = Cast(env, assistant=registry.build("assistant", "asker", memory="bm25-turn"))
            cast.reset(seed=seed)
            cast.run()
            for turn in env.transcript:
                if turn.speaker != ASSISTANT:
                    said = {turn.text[m.start : m.end] for a in ontology for m in find_values(turn.text, a.domain)}
                    yield skeleton(turn.text, sorted(said, key=len, reverse=True))


def locomo(path: Path) -> Iterator[list[str]]:
    """The skeletons of LoCoMo's turns."""
    for sample in json.loads(path.read_text("utf-8")):
        for name, session in sample["conversation"].items():
            if name.startswith("session_") and isinstance(session, list):
                yield from (skeleton(turn["text"]) for turn in session)


def realmem(folder: Path) -> Iterator[list[str]]:
    """The skeletons of what RealMem's users say."""
    for path in sorted(folder.glob("*.json")):
        for session in json.loads(path.read_text("utf-8"))["dialogues"]:
            for turn in session["dialogue_turns"]:
                if turn["speaker"] == "User":
                    yield skeleton(turn["content"])


def distinct(lines: Iterable[list[str]], tokens: int) -> tuple[dict[int, float], int]:
    """distinct-n of the first `tokens` tokens; n-grams do not cross lines."""
    grams: dict[int, list[tuple[str, ...]]] = {n: [] for n in NS}
    taken = 0
    for line in lines:
        line = line[: tokens - taken]
        taken += len(line)
        for n in NS:
            grams[n] += [tuple(line[i : i + n]) for i in range(len(line) - n + 1)]
        if taken >= tokens:
            break
    return {n: len(set(found)) / max(1, len(found)) for n, found in grams.items()}, taken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="core")
    parser.add_argument("--tokens", type=int, default=20_000)
    given = parser.parse_args()
    seeds = track(range(1000), "living", disable=not sys.stderr.isatty())
    rows = {f"suite {given.suite}": distinct(ours(given.suite, seeds), given.tokens)}
    peers = {"LoCoMo": (DATA / "locomo10.json", locomo), "RealMem": (DATA / "realmem", realmem)}
    missing = []
    for name, (path, read) in peers.items():
        if path.exists():
            rows[name] = distinct(read(path), given.tokens)
        else:
            missing.append(name)
    print(f"{'':16}{'tokens':>9}" + "".join(f"{f'distinct-{n}':>13}" for n in NS))
    for name, (shares, taken) in rows.items():
        print(f"{name:16}{taken:9}" + "".join(f"{shares[n]:13.3f}" for n in NS))
    own = rows[f"suite {given.suite}"][0]
    met = True
    for name in rows.keys() & peers.keys():
        ratios = {n: own[n] / rows[name][0][n] for n in NS}
        met &= all(ratio >= BAR for ratio in ratios.values())
        print(f"{'of ' + name:25}" + "".join(f"{ratios[n]:13.2f}" for n in NS))
    for name in missing:
        print(f"{name} is not there ({peers[name][0]}): nothing to hold against")
    if missing == list(peers):
        return 2
    print(f"bar {BAR}: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
