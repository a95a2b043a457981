"""How long it takes to stretch a life to a history of many tokens and to render all of it, and what that occupies.

    python benchmarks/history.py --tokens 32000 115000 1500000

A life is generated and stretched (fillers are drawn, rendered, counted, screened and placed), then every filler is
rendered once more, one session at a time, as an environment reaches them. Memory is the peak of the process.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Sequence

from regulars.dialogue import count_tokens
from regulars.scenarios.generator import generate
from regulars.scenarios.history.compiler import render_turns, stretch
from regulars.seeding import content_hash

SECONDS_BAR = 30.0
"""For stretching to the greatest number of tokens and rendering all of it."""
RENDER_BAR = 8.0
"""For rendering alone."""
MEMORY_BAR = 500.0
"""MiB at the peak."""


def peak_memory() -> float:
    """MiB that the process has occupied at most."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024.0 if sys.platform != "darwin" else 1024.0**2)


def measure(tokens: int, seed: int, sessions: int, placement: str) -> tuple[dict[str, float], bool]:
    """Figures of one history; whether all its bars were kept."""
    scenario = generate(seed, sessions=sessions)
    begin = time.perf_counter()
    longer = stretch(scenario, tokens, seed=seed, placement=placement)
    stretched = time.perf_counter() - begin
    begin = time.perf_counter()
    heard, texts, openings = 0, set(), set()
    fillers = [session for session in longer.sessions if session.filler]
    for session in fillers:
        turns = render_turns(session, longer)
        heard += sum(count_tokens(turn.text) for turn in turns)
        texts.add(content_hash("\n".join(turn.text for turn in turns)))
        openings.add(content_hash(turns[0].text))
    rendered = time.perf_counter() - begin
    count = max(1, len(fillers))
    figures = {
        "tokens": int(longer.marks["history_tokens"]),
        "sessions": len(longer.sessions),
        "per filler": heard / count,
        "unique": len(texts) / count,
        "openings": len(openings) / count,
        "stretch s": stretched,
        "render s": rendered,
        "MiB": peak_memory(),
    }
    kept = stretched + rendered <= SECONDS_BAR and rendered <= RENDER_BAR and figures["MiB"] <= MEMORY_BAR
    return figures, kept and figures["unique"] == 1.0


def report(sizes: Sequence[int], seed: int, sessions: int, placement: str) -> bool:
    """Prints the table; True if no bar was missed."""
    print(
        f"{'wanted':>9}{'tokens':>9}{'sessions':>10}{'per filler':>12}{'unique':>8}{'openings':>10}"
        f"{'stretch':>10}{'render':>9}{'peak':>9}  verdict"
    )
    passed = True
    for tokens in sizes:
        figures, kept = measure(tokens, seed, sessions, placement)
        passed = passed and kept
        print(
            f"{tokens:>9}{figures['tokens']:>9.0f}{figures['sessions']:>10.0f}{figures['per filler']:>12.1f}"
            f"{figures['unique']:>8.3f}{figures['openings']:>10.3f}{figures['stretch s']:>8.2f} s"
            f"{figures['render s']:>7.2f} s{figures['MiB']:>5.0f} MiB  {'PASS' if kept else 'MISSED'}"
        )
    print(
        f"bars: stretch and render <= {SECONDS_BAR:.0f} s, render <= {RENDER_BAR:.0f} s, "
        f"peak <= {MEMORY_BAR:.0f} MiB, all fillers unique"
    )
    return passed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--tokens", type=int, nargs="+", default=[32_000, 115_000, 1_500_000], help="lengths")
    parser.add_argument("--sessions", type=int, default=24, help="planned sessions of the life")
    parser.add_argument("--placement", default="by-kind", choices=["even", "early", "late", "by-kind"])
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if not report(arguments.tokens, arguments.seed, arguments.sessions, arguments.placement):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
