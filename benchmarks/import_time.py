"""How long `import regulars` takes beside the import of Gymnasium and PettingZoo, which it rests on.

Run: python benchmarks/import_time.py [--rounds 9]

Each round starts two fresh interpreters in turn. One imports the two libraries, the other imports `regulars` after
them. Prints the medians, the ratio, the bar, and whether it is met.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median

PEERS = "gymnasium, pettingzoo"
BAR = 1.5
"""How many times as long as its peers alone they and `regulars` may take together."""
TIMED = "from time import perf_counter; start = perf_counter(); import {}; print(perf_counter() - start)"


def seconds(modules: str) -> float:
    """How long a fresh interpreter takes to import the modules."""
    command = [sys.executable, "-c", TIMED.format(modules)]
    return float(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9, help="how often peers and own are measured in turn")
    given = parser.parse_args()
    seconds(f"{PEERS}, regulars")  # compiles what is not compiled yet
    pairs = [(seconds(PEERS), seconds(f"{PEERS}, regulars")) for _ in range(given.rounds)]
    ratio = median(own / peer for peer, own in pairs)
    peer, own = (median(column) for column in zip(*pairs, strict=True))
    met = ratio <= BAR
    print(f"{PEERS}: {peer * 1000:.0f} ms; with regulars {own * 1000:.0f} ms, {ratio:.2f} x")
    print(f"bar {BAR} x: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
