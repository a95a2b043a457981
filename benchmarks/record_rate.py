"""How fast episode records are written and read, beside plain JSON of the same data in the same run.

    python benchmarks/record_rate.py --records 10000

Writing is hashing and encoding, reading is decoding. Plain JSON does the same with dictionaries: it encodes twice, once
for the hash. Ratios above 1 say that typed records are faster; below 1, or with fewer turns a second than wanted, the
exit code is 1. Records are appended to a file and synced as in a run, and read as `replay` reads them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import regulars
from regulars.datasets.codec import seal, to_line
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey, EpisodeRecord
from regulars.datasets.record_files import append, read_records
from regulars.scenarios.suites import load_suite
from regulars.seeding import content_hash

LIVES = 4
"""Different episodes, which are taken in turn."""
ROUNDS = 3
TURNS = {"writing": 5_000, "reading": 20_000}
"""Turns a second that one core should write and read."""


def lived(seed: int) -> EpisodeRecord:
    """The record of a life of `core` with the scripted seats."""
    scenario = load_suite("core").generate(seed)[0]
    env = regulars.life_v0.raw_env(scenario=scenario, probes="fork", reward_to="nobody")
    cast = regulars.Cast(env)
    cast.reset(seed=seed)
    cast.run()
    return episode_record(env.life, key=EpisodeKey("core", seed, "scripted"), config=EpisodeConfig())


def written(path: Path, records: Sequence[EpisodeRecord], each: int) -> int:
    """Writes a new file with each record so many times, and returns its bytes."""
    path.unlink(missing_ok=True)
    return sum(append(path, seal(one)).length for one in records for _ in range(each))


def write_plain(data: object) -> bytes:
    """A dictionary with its hash, as a line."""
    content_hash(json.dumps(data, ensure_ascii=False, check_circular=False), 32)
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def seconds(work: Callable[[], object]) -> float:
    """The best of several rounds."""
    taken = []
    for _ in range(ROUNDS):
        began = perf_counter()
        work()
        taken.append(perf_counter() - began)
    return min(taken)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=10_000)
    each = -(-parser.parse_args().records // LIVES)
    records = [lived(seed) for seed in range(LIVES)]
    lines = [to_line(record) for record in records]
    plain = [json.loads(line) for line in lines]
    print(f"{each * LIVES} records of {sum(map(len, lines)) / LIVES / 1000:.0f} kB")
    folder = TemporaryDirectory()
    path, read = Path(folder.name) / "written.jsonl", Path(folder.name) / "read.jsonl"
    with read.open("wb") as file:
        for line in lines * each:
            file.write(line + b"\n")
    met = True
    for name, ours, theirs in (
        (
            "writing",
            lambda: written(path, records, each),
            lambda: sum(len(write_plain(one)) for one in plain for _ in range(each)),
        ),
        (
            "reading",
            lambda: sum(len(record.probes) for record in read_records(read)),
            lambda: sum(len(json.loads(line)["probes"]) for line in lines for _ in range(each)),
        ),
    ):
        typed, other = seconds(ours), seconds(theirs)
        met &= typed <= other
        turns = sum(len(record.transcript) for record in records) * each
        rate = turns / typed
        met &= rate >= TURNS[name]
        print(f"{name}: {typed:.2f} s, plain JSON {other:.2f} s, {other / typed:.1f} times as fast")
        print(f"{name}: {rate:,.0f} turns a second on one core, of {TURNS[name]:,} wanted")
    return 0 if met else 1


if __name__ == "__main__":
    raise SystemExit(main())
