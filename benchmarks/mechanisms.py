"""How often each mechanism of the memory systems fires in a life, read from the journals of their operations.

Run: python benchmarks/mechanisms.py [--suites core,hard] [--more FILES] [--rows mem0-v1,theanine] [--out FILE]

Each memory system lives the first lives of each suite with the scripted assistant. A mechanism is an operation of its
journal with what the operation says about itself: the kind of item that it adds or changes, the name of a link, a
reason. Numbers in reasons do not count. A figure is the mean per life. A memory that takes a reader of statements gets
`reader=oracle`, so that the figures measure the lives and not a reader. Feedback is `diagnostic`, for those that learn
from it. Holding a turn and closing a unit are not mechanisms. Systems with a mechanism that the suites leave below the
bar also live the suite `eventful.toml`, in which much changes, ends and is disputed, and those that miss it there, too,
the suite `restless.toml`, in which something changes in each session.

`mechanisms.toml` lists what each system can do, so that what never fires is seen, too. The bar: each listed mechanism
fires at least ten times a life in one of the suites; a mechanism listed as `rare` at least once.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from inspect import signature
from pathlib import Path

from rich.progress import track

from regulars import Cast, registry
from regulars.agents import roster
from regulars.envs.aec import LifeAEC
from regulars.evaluation.systems.annotations import READER
from regulars.evaluation.systems.systems import System, systems
from regulars.memory.journal.operations import FINISHED, TURN, Op
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario

assert roster.__name__

BAR = 10.0
"""How often a mechanism fires in a life, at least."""

RARE = 1.0
"""The same for a mechanism that the system applies seldom by its own design, such as once in so many sessions."""

SUITES = ("core", "hard")
MORE = [str(Path(__file__).with_name(name)) for name in ("eventful.toml", "restless.toml")]
"""The suites of the systems that apply a mechanism too seldom in the ones before, in this order."""
FEEDBACK = "diagnostic"
STATEMENTS = "rules"
"""The default reader of memories that read statements; those with another default read feedback."""

LISTED = Path(__file__).with_suffix(".toml")
INTRODUCTION = """# Mechanisms of the memory systems

`python benchmarks/mechanisms.py --out docs/mechanisms.md` writes this page. It counts how often each mechanism of a
memory system fires in a life, and so whether a suite exercises what distinguishes the systems. A mechanism is an
operation of the [journal](memory.md), named by the kind of its item, its link, or its reason. Figures are counts per
life, from {lives} of each suite, with `reader=oracle` where a system reads statements, and the feedback policy
`{feedback}`. The target is {bar:.0f} per life in at least one suite, or {rare:.0f} for a mechanism marked as rare,
which the system applies seldom by design; bold figures miss it. Systems that miss the target in `core` and `hard` also
play the suite `benchmarks/eventful.toml`: eight people in 320 sessions, in which much changes, ends and is disputed.
Those that still miss it also play `benchmarks/restless.toml`: one person, for whom something changes in each of 120
sessions. An empty cell means that the suite was not needed. Listed mechanisms that miss the target in all suites:
{short} of {all}.

"""

_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_TIES = re.compile(r"(?:[a-z]+ \d+\.\d+ ?)+$")

_EXTRACTED = "what it tells is held by itself"
"""The reason of deleting a unit whose facts are held."""

Fired = Counter[str]
"""How often each mechanism fired."""


def mechanisms(op: Op) -> Iterator[str]:
    """The names of the mechanisms behind an operation; nothing where a turn is held or a unit ends.

    Example:
        >>> list(mechanisms(Op("LINK", "a#1", other="a#2", why="entity 1.00 temporal 0.30")))
        ['LINK entity', 'LINK temporal']
    """
    if op.why in (FINISHED, _EXTRACTED) or (
        op.verb in ("ADD", "MERGE") and op.draft is not None and op.draft.kind == TURN
    ):
        return
    if op.verb == "LINK" and _TIES.match(op.why):
        yield from (f"LINK {name}" for name in op.why.split()[::2])
        return
    kind = op.draft.kind if op.draft is not None else ""
    reason = _NUMBER.sub("n", op.why).strip()
    said = ": ".join(part for part in (kind, reason) if part)
    yield f"{op.verb} {said}".strip()


def spec(name: str) -> str:
    """The spec under which a memory is counted."""
    taken = signature(registry.named("memory", name)).parameters.get(READER)
    return f"{name}:{READER}=oracle" if taken is not None and taken.default == STATEMENTS else name


def fired(system: System, scenario: Scenario, seed: int = 0) -> Fired:
    """The mechanisms that fired in one life."""
    env = LifeAEC(scenario=scenario, reward_to="nobody", feedback=FEEDBACK)
    env.reset(seed=seed)
    seat = system.make(lambda: env.life)
    cast = Cast(env, assistant=seat)
    cast.reset(seed=seed)
    cast.run()
    journal: Iterable[Op] = getattr(seat.memory, "journal", ())
    return Counter(name for op in journal for name in mechanisms(op))


def counted(
    rows: Sequence[System], suites: Sequence[str], lives: int, kept: Mapping[str, Mapping[str, Mapping[str, int]]]
) -> dict[str, dict[str, Fired]]:
    """By system and suite: how often each mechanism fired in all lives together. What is kept is not counted again."""
    found = {row.name.partition(":")[0]: {} for row in rows} | {
        name: {suite: Counter(sums) for suite, sums in by_suite.items()} for name, by_suite in kept.items()
    }
    for suite in suites:
        scenarios = [scenario for _, scenario in load_suite(suite).named()][:lives]
        missing = [row for row in rows if Path(suite).stem not in found[row.name.partition(":")[0]]]
        for row in track(missing, suite, disable=not sys.stderr.isatty()):
            sums: Fired = Counter()
            for scenario in scenarios:
                sums += fired(row, scenario)
            found[row.name.partition(":")[0]][Path(suite).stem] = sums
    return found


def fires_enough(by_suite: Mapping[str, Fired], mechanism: str, frequency: str, lives: int) -> bool:
    """Whether a mechanism reaches its bar in one of the suites."""
    most = max((sums[mechanism] for sums in by_suite.values()), default=0)
    return most / lives >= (RARE if frequency == "rare" else BAR)


def below(found: Mapping[str, Mapping[str, Fired]], lives: int) -> list[str]:
    """The systems with a listed mechanism that misses its bar in all suites."""
    return [
        system
        for system, named in listed().items()
        if system in found and not all(fires_enough(found[system], one, often, lives) for one, often in named.items())
    ]


def listed() -> Mapping[str, Mapping[str, str]]:
    """By system: each mechanism that it has, with `often` or `rare`."""
    data = tomllib.loads(LISTED.read_text("utf-8"))
    return {name: {one: often for often, all in table.items() for one in all} for name, table in data.items()}


def table(found: Mapping[str, Mapping[str, Fired]], suites: Sequence[str], lives: int) -> tuple[str, int]:
    """The table in Markdown, and how many mechanisms miss the bar."""
    known, short = listed(), 0
    lines = [f"| system | mechanism | {' | '.join(suites)} |", "|---|---|" + "---|" * len(suites)]
    for system, by_suite in found.items():
        named = known.get(system, {})
        for mechanism in sorted({*named, *(one for sums in by_suite.values() for one in sums)}):
            often = named.get(mechanism, "")
            missed = bool(often) and not fires_enough(by_suite, mechanism, often, lives)
            short += missed
            figures = [f"{by_suite[suite][mechanism] / lives:.1f}" if suite in by_suite else "" for suite in suites]
            cells = " | ".join(f"**{one}**" if missed and one else one for one in figures)
            note = " (rare)" if often == "rare" else "" if often else " (not listed)"
            lines.append(f"| `{system}` | {mechanism}{note} | {cells} |")
    return "\n".join(lines) + "\n", short


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suites", default=",".join(SUITES))
    parser.add_argument("--more", default=",".join(MORE), help="suites for systems that miss the bar in those before")
    parser.add_argument("--lives", type=int, default=1)
    parser.add_argument("--rows", default="", help="memories, joined by commas; those of the list if left out")
    parser.add_argument("--out", default="", help="a file to write; printed if left out")
    parser.add_argument("--kept", default="", help="a JSON file with figures, which are kept, and to which new ones go")
    given = parser.parse_args()
    suites = given.suites.split(",")
    names = given.rows.split(",") if given.rows else list(listed())
    file = Path(given.kept) if given.kept else None
    kept = json.loads(file.read_text("utf-8")) if file is not None and file.is_file() else {}
    found = counted(systems([spec(name) for name in names]), suites, given.lives, kept)
    if file is not None:
        file.write_text(json.dumps(found), "utf-8")
    for more in filter(None, given.more.split(",")):
        found = counted(systems([spec(name) for name in below(found, given.lives)]), [more], given.lives, found)
        suites.append(more)
        if file is not None:
            file.write_text(json.dumps(found), "utf-8")
    text, short = table(found, [Path(suite).stem for suite in suites], given.lives)
    if given.out:
        played = "one life" if given.lives == 1 else f"the first {given.lives} lives (means)"
        known = sum(len(named) for system, named in listed().items() if system in found)
        page = INTRODUCTION.format(lives=played, feedback=FEEDBACK, bar=BAR, rare=RARE, short=short, all=known)
        Path(given.out).write_text(page + text, "utf-8")
    else:
        print(text)
    print(f"{short} mechanisms miss the target", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
