"""How much memory commands take on runs of 1,000 and of 10,000 episodes.

    python benchmarks/run_memory.py --episodes 1000 10000
    python benchmarks/run_memory.py --episodes 200 2000 --commands evaluate build

Each command runs in a process of its own, and its peak is the largest resident memory of that process. `replay` and
`export` read a run that holds a small life again and again, under as many seeds. `evaluate` and `build` play as many
lives. The growth is in kB for each further episode.
"""

from __future__ import annotations

import argparse
import resource
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec import structs

import regulars
from regulars.datasets import export_data
from regulars.datasets.codec import seal, to_line
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EPISODES, EpisodeConfig, EpisodeKey
from regulars.evaluation.building.build import build
from regulars.evaluation.building.plan import DataSetPlan
from regulars.scenarios.suites import load_suite

SUITE = "smoke:lives=1;sessions=2"
SPAWNED = get_context("spawn")


def write_run(folder: Path, episodes: int) -> None:
    """Writes a run of one life under many seeds."""
    scenario = load_suite(SUITE).generate(0)[0]
    env = regulars.life_v0.raw_env(scenario=scenario, probes="fork", reward_to="nobody")
    cast = regulars.Cast(env)
    cast.reset(seed=0)
    cast.run()
    record = episode_record(env.life, key=EpisodeKey("smoke", 0, "scripted"), config=EpisodeConfig())
    folder.mkdir()
    with (folder / EPISODES).open("wb") as file:
        for seed in range(episodes):
            key = structs.replace(record.key, seed=seed)
            file.write(to_line(seal(structs.replace(record, key=key))) + b"\n")


def replay(folder: Path, episodes: int) -> None:
    regulars.replay(folder / "RUN")


def export(folder: Path, episodes: int) -> None:
    export_data(folder / "RUN", "chat", folder / "chats.jsonl")


def evaluate(folder: Path, episodes: int) -> None:
    regulars.evaluate("none", suite=SUITE, seeds=episodes, references=False, out=folder / "PLAYED")


def built(folder: Path, episodes: int) -> None:
    build(DataSetPlan(suite=load_suite(SUITE), users=episodes), folder / "DATA", rows=())


COMMANDS: Mapping[str, Callable[[Path, int], None]] = {
    "replay": replay,
    "export": export,
    "evaluate": evaluate,
    "build": built,
}


def measured(command: str, folder: Path, episodes: int, told: Connection) -> None:
    """Runs a command, and sends the peak of this process in MiB."""
    COMMANDS[command](folder, episodes)
    told.send(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


def peak(command: str, folder: Path, episodes: int) -> float:
    """The peak of a command in a process of its own, in MiB."""
    here, there = SPAWNED.Pipe(duplex=False)
    child = SPAWNED.Process(target=measured, args=(command, folder, episodes, there))
    child.start()
    there.close()
    found: float = here.recv()
    child.join()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, nargs="+", default=[1_000, 10_000])
    parser.add_argument("--commands", nargs="+", choices=COMMANDS, default=["replay", "export"])
    given = parser.parse_args()
    peaks: dict[str, list[float]] = {command: [] for command in given.commands}
    for episodes in given.episodes:
        with TemporaryDirectory() as temporary:
            folder = Path(temporary)
            if {"replay", "export"} & peaks.keys():
                write_run(folder / "RUN", episodes)
            for command, found in peaks.items():
                found.append(peak(command, folder, episodes))
                print(f"{command}: {found[-1]:.0f} MiB for {episodes:,} episodes", flush=True)
    fewest, most = given.episodes[0], given.episodes[-1]
    for command, found in peaks.items():
        if most > fewest:
            growth = (found[-1] - found[0]) * 1024 / (most - fewest)
            print(f"{command}: {growth:.2f} kB for each further episode")


if __name__ == "__main__":
    main()
