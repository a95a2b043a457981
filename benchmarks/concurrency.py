"""Many episodes at once against a model server on this machine: how near to what is possible.

Run: python benchmarks/concurrency.py [--episodes 64] [--latency 0.5] [--rounds 3]

Three figures. With a latency, an episode's calls come one after the other, so that no run of all episodes at once can
be faster than the calls of the longest episode times the latency: the share of that. Without a latency, calls a second,
beside the bare `openai` client asking for the same messages, as many at once, in the same run: the ratio. The processor
time of a call stands beside the bare client's too; that of the episodes includes people, memory and records. The two
first figures need a quiet machine, so the load of the last minute is printed before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from regulars.agents.models.metered import Meter, counting
from regulars.agents.models.openai_chat import OpenAIChat
from regulars.evaluation.play.engines.concurrent import play_at_once
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import systems
from regulars.scenarios.generator import generate

IDEAL_BAR = 0.95
RATE_BAR = 0.90
CPU_BAR = 1.2


@contextmanager
def served(latency: float) -> Iterator[str]:
    """The address of a loopback server in a process of its own."""
    command = [sys.executable, "-m", "regulars.cli.main", "serve-scripted", "--latency", str(latency)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
    finally:
        server.terminate()
        server.wait()


def run(url: str, lives: list[Any], episodes: int) -> tuple[float, float, int, int]:
    """Seconds, seconds of processor, calls, and the calls of the longest episode; played at once and written down."""
    spec = f"openai:scripted:base_url={url};concurrency={episodes}"
    (system,) = systems(["recency"], spec)
    units = [Unit(life, f"life-{number}", 0, system) for number, life in enumerate(lives)]
    meter = Meter()
    with tempfile.TemporaryDirectory() as folder, counting(meter):
        log = EpisodeLog(Path(folder) / "episodes.jsonl", units, meter)
        began, worked = perf_counter(), process_time()
        play_at_once(log.jobs, Conditions({"feedback": "evaluative"}), log.enter, width=episodes)
        taken, worked = perf_counter() - began, process_time() - worked
        records = list(log.close())
    assert all(record.valid for record in records)
    return taken, worked, meter.total.calls, max(int(record.timings["model_calls"]) for record in records)


def asked(lives: list[Any], url: str) -> list[list[dict[str, str]]]:
    """The messages that episodes ask a model for: those of some of the lives."""
    heard: list[list[dict[str, str]]] = []
    request = OpenAIChat._request

    def recorded(self: Any, *given: Any) -> dict[str, Any]:
        made = request(self, *given)
        heard.append(made["body"]["messages"])
        return made

    OpenAIChat._request = recorded  # type: ignore[method-assign]
    try:
        run(url, lives[:4], 4)
    finally:
        OpenAIChat._request = request  # type: ignore[method-assign]
    return heard


async def bare(url: str, messages: list[list[dict[str, str]]], calls: int, width: int) -> tuple[float, float]:
    """Calls a second of the bare client, `width` at once, and seconds of processor for a call."""
    from openai import AsyncOpenAI

    numbers = iter(range(calls))
    async with AsyncOpenAI(base_url=url, api_key="none", max_retries=0, timeout=600) as client:

        async def line() -> None:
            for number in numbers:
                told: Any = messages[number % len(messages)]
                await client.chat.completions.create(model="scripted", messages=told, seed=number)

        await asyncio.gather(*(client.models.list() for _ in range(4)))
        began, worked = perf_counter(), process_time()
        await asyncio.gather(*(line() for _ in range(width)))
        return calls / (perf_counter() - began), (process_time() - worked) / calls


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--episodes", type=int, default=64, help="episodes at once")
    parser.add_argument("--latency", type=float, default=0.5, help="seconds before each answer")
    parser.add_argument("--rounds", type=int, default=3, help="how often bare client and episodes are measured in turn")
    given = parser.parse_args()
    os.environ.pop("OPENAI_BASE_URL", None)
    lives = [generate(seed, sessions=4, probes_per_session=3) for seed in range(given.episodes)]
    met = True
    print(f"load before {load()}")
    with served(given.latency) as url:
        run(url, lives[:2], 2)  # patterns are compiled when they are first used
        taken, _, calls, longest = run(url, lives, given.episodes)
    ideal = longest * given.latency
    share = ideal / taken
    print(f"{given.episodes} episodes at once, {given.latency * 1000:.0f} ms latency: {calls} calls in {taken:.1f} s")
    met &= told(f"ideal {ideal:.1f} s, {longest} calls of the longest", share, IDEAL_BAR)
    with served(0) as url:
        messages = asked(lives, url)
        pairs, costs = [], []
        for _ in range(given.rounds):
            taken, worked, calls, _ = run(url, lives, given.episodes)
            rate, cost = asyncio.run(bare(url, messages, calls, given.episodes))
            pairs.append((calls / taken, rate))
            costs.append((worked / calls, cost))
    ratio = median(own / other for own, other in pairs)
    own, other = (median(column) for column in zip(*pairs, strict=True))
    met &= told(f"at saturation {own:.0f} calls/s, the bare client {other:.0f}", ratio, RATE_BAR)
    dear = median(own / other for own, other in costs)
    own, other = (median(column) * 1000 for column in zip(*costs, strict=True))
    met &= dear <= CPU_BAR
    print(
        f"processor a call {own:.2f} ms, the bare client {other:.2f} ms: {dear:.2f} times, "
        f"bar {CPU_BAR:g} {'met' if dear <= CPU_BAR else 'MISSED'}"
    )
    print(f"load after {load()}")
    return 0 if met else 1


def load() -> str:
    """How many processes wanted a processor, as a mean over the last minute; unknown on Windows."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def told(what: str, share: float, bar: float) -> bool:
    """Prints a figure beside its bar; whether it is met."""
    print(f"{what}: {share:.1%}, bar {bar:.0%} {'met' if share >= bar else 'MISSED'}")
    return share >= bar


if __name__ == "__main__":
    sys.exit(main())
