"""Faults injected at random calls, in every seat: none is scored, none loses another episode, `--resume` completes all.

Run: python benchmarks/fault_injection.py [--faults 1000] [--concurrency 16] [--seed 0] [--timeout 10]

Of every two episodes one is hit once, at a call that is drawn; the others must come out as without faults, to the byte.
Then the run is cut in its middle and resumed without faults: what was cut off and what the infrastructure failed must
come out as if nothing had happened, and every other fault must stand as it was.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from msgspec import UNSET, structs

from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.models.metered import Meter
from regulars.agents.user.scripted import ScriptedUser
from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import InfrastructureError, ModelOutputError, SeatError
from regulars.evaluation.play.engines.concurrent import play_at_once
from regulars.evaluation.play.episode_log import EpisodeLog
from regulars.evaluation.play.episodes import Unit
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.systems.systems import System, systems
from regulars.scenarios.generator import generate
from regulars.seeding import SeedTree

POLICIES: dict[str, Any] = {"assistant": ScriptedAssistant, "user": ScriptedUser, "evaluator": ScriptedEvaluator}
LATE = "late"
FAULTS: dict[str, Any] = {
    "a bug": KeyError("key"),
    "the end of an iterator": StopIteration(),
    "arithmetic": ZeroDivisionError("division by zero"),
    "recursion": RecursionError("too deep"),
    "memory": MemoryError(),
    "leaving": SystemExit(3),
    "cancelling itself": asyncio.CancelledError(),
    "a timeout of its own": TimeoutError("slow"),
    "a useless answer": ModelOutputError("no words"),
    "a seat's error": SeatError("cannot"),
    "a number": 7,
    "nothing": None,
    "bytes": b"I see.",
    "an unknown field": {"txt": "I see."},
    "a field of a wrong type": {"text": 5},
    "the endpoint": InfrastructureError("the endpoint is gone"),
    "the connection": InfrastructureError("the connection was lost"),
    LATE: None,
}
LIVES = 10


@dataclass(slots=True)
class Fault:
    """What goes wrong in an episode: in whose seat, at which of its calls, how; nothing where the role is empty."""

    role: str = ""
    call: int = 0
    kind: str = ""
    calls: Counter[str] = field(default_factory=Counter)

    @property
    def ending(self) -> str:
        """How an episode with this fault has to end."""
        passing = isinstance(FAULTS[self.kind], InfrastructureError)
        return "infrastructure_error" if passing else f"{self.role}_error"

    def strike(self, role: str, seconds: float) -> tuple[bool, Any]:
        """Counts a call; whether something goes wrong in it, and what is said instead."""
        self.calls[role] += 1
        if role != self.role or self.calls[role] != self.call:
            return False, None
        if self.kind == LATE:
            time.sleep(seconds)
        made = FAULTS[self.kind]
        if isinstance(made, BaseException):
            raise type(made)(*made.args)
        return True, made


class _Running(threading.local):
    """The fault of the episode that runs in this thread: under a timeout each has a thread of its own."""

    fault: Fault | None = None


_RUNNING = _Running()


@contextmanager
def injected(seconds: float) -> Iterator[None]:
    """Every policy goes wrong where the running episode's fault says so."""
    acts = {role: policy.act for role, policy in POLICIES.items()}

    def acting(role: str) -> Any:
        def act(self: Any, *seen: Any) -> Any:
            struck, said = (False, None) if _RUNNING.fault is None else _RUNNING.fault.strike(role, seconds)
            return said if struck else acts[role](self, *seen)

        return act

    for role, policy in POLICIES.items():
        policy.act = acting(role)
    try:
        yield
    finally:
        for role, policy in POLICIES.items():
            policy.act = acts[role]


def with_fault(system: System, fault: Fault) -> System:
    """The system, whose episode says at its beginning what will go wrong in it."""

    def make(life: Any) -> Any:
        _RUNNING.fault = fault
        return system.make(life)

    return replace(system, make=make)


def played(
    path: Path, units: list[Unit], faults: Mapping[int, Fault], width: int, timeout: float
) -> list[EpisodeRecord]:
    """Plays what a file of records lacks, with faults by the units' places; gives all records in order."""
    armed = [replace(unit, system=with_fault(unit.system, faults[place])) for place, unit in enumerate(units)]
    log = EpisodeLog(path, armed, Meter())
    with injected(3 * timeout):
        conditions = Conditions({"feedback": "evaluative"}, step_timeout=timeout)
        play_at_once(log.jobs, conditions, log.enter, width=width)
    return [structs.replace(record, timings={}, spent=UNSET, attempt=1) for record in log.close()]


def drawn(counted: Mapping[int, Fault], seed: int) -> dict[int, Fault]:
    """A fault for every second episode, at one of the calls that it is known to make."""
    faults = {}
    for place, known in counted.items():
        draws = SeedTree(seed).draws("fault", place)
        role = draws.choice([role for role in POLICIES if known.calls[role]])
        fault = Fault(role, draws.between(1, known.calls[role]), draws.choice(list(FAULTS)))
        faults[place] = Fault() if place % 2 else fault
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--faults", type=int, default=1000, help="how many episodes are hit; as many are not")
    parser.add_argument("--concurrency", type=int, default=16, help="episodes at once")
    parser.add_argument("--seed", type=int, default=0, help="the root of the draws of what goes wrong")
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds that a seat may take")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = inject(Path(folder), given.faults, given.concurrency, given.seed, given.timeout)
    for line, wrong in report.items():
        print(f"{line}: {wrong}")
    return 1 if any(wrong for line, wrong in report.items() if line.endswith("(must be 0)")) else 0


def inject(folder: Path, number: int, width: int, seed: int, timeout: float) -> dict[str, int]:
    """Runs it all, and counts."""
    lives = [generate(place, sessions=2, probes_per_session=1) for place in range(LIVES)]
    (system,) = systems(["recency"])
    units = [Unit(lives[place % LIVES], f"life-{place % LIVES}", place // LIVES, system) for place in range(2 * number)]
    counted = {place: Fault() for place in range(len(units))}
    sound = played(folder / "sound.jsonl", units, counted, width, timeout)
    faults = drawn(counted, seed)
    path = folder / "shaken.jsonl"
    shaken = played(path, units, faults, width, timeout)
    struck = [(fault.role, fault.kind) for fault in faults.values() if fault.role]
    kinds = f"  different ones, of {len(FAULTS)} in each of {len(POLICIES)} seats"
    report = {"faults injected": len(struck), kinds: len(set(struck))}
    report |= {f"  ended as {name}": count for name, count in sorted(Counter(str(r.ending) for r in shaken).items())}
    report["faulty episodes with a score (must be 0)"] = 0
    report["faults told apart wrongly (must be 0)"] = 0
    report["other episodes lost or changed (must be 0)"] = len(units) - len(shaken)
    for record, whole, fault in zip(shaken, sound, faults.values(), strict=True):
        if not fault.role:
            report["other episodes lost or changed (must be 0)"] += record != whole
            continue
        report["faulty episodes with a score (must be 0)"] += record.valid or record.score is not None
        report["faults told apart wrongly (must be 0)"] += record.ending != fault.ending or not record.fault
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[: len(lines) * 3 // 4]) + lines[-1][:200])
    standing = len(lines) * 3 // 4
    resumed = played(path, units, {place: Fault() for place in faults}, width, timeout)
    wrong = len(units) - len(resumed)
    for place, (record, before, whole) in enumerate(zip(resumed, shaken, sound, strict=True)):
        stands = place < standing and not before.valid
        wrong += record != (before if stands and before.ending != "infrastructure_error" else whole)
    report["episodes not as they should be after --resume (must be 0)"] = wrong
    return report


if __name__ == "__main__":
    sys.exit(main())
