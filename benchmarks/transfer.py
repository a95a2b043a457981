"""What transfers between people of a stream, as far as they are alike: the reference rows under two values of rho.

Run: python benchmarks/transfer.py [--streams 10] [--schedule iid] [--regime on-policy]
With rho = 0 nothing that is learnt of one person serves another, so every interval of forward transfer and gain has to
hold zero; with rho = 1 the row that is told people's rules has to gain, and the row that learns no lessons must not.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.progress import track

from regulars.datasets.episode_record import EpisodeRecord
from regulars.evaluation.figures.curves import figures
from regulars.evaluation.figures.result_rows import Row
from regulars.evaluation.figures.statistics import LEAST_CLUSTERS
from regulars.evaluation.play.curricula import REGIMES, Curriculum, StreamUnit
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.play.streams import StreamPlayer
from regulars.evaluation.systems.systems import systems
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.streams.schedules import SCHEDULES

ROWS = ("bm25-turn", "oracle-lessons")
SHOWN = ("average_accuracy", "backward_transfer", "forward_transfer", "forgetting", "gain")
SETTINGS = {"blocks": 3, "people": 2, "cohorts": 2, "rules": 4, "sessions": 6, "probes_per_session": 2}
LEAST_GAIN = 0.2
"""What the row that is told the rules has to gain at least, where everybody follows them."""


def measured(rho: float, streams: int, schedule: str, regime: str) -> list[Row]:
    """The rows of figures over `streams` streams."""
    records: list[EpisodeRecord] = []
    with TemporaryDirectory() as folder:
        for seed in track(range(streams), f"rho {rho:g}", disable=not sys.stderr.isatty()):
            stream = generate_stream(seed, schedule=schedule, rho=rho, **SETTINGS)
            curriculum = Curriculum(stream, seed, regime, "evaluative")
            player = StreamPlayer(Conditions({"feedback": "evaluative"}), Path(folder))
            for system in systems(ROWS):
                units = (
                    StreamUnit(curriculum, place, "streams-1", system) for place in range(len(curriculum.episodes))
                )
                records += [player.play(unit) for unit in units]
            player.close()
    return figures(records)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--streams", type=int, default=10)
    parser.add_argument("--schedule", choices=SCHEDULES, default="iid")
    parser.add_argument("--regime", choices=[regime for regime in REGIMES if regime != "train"], default=REGIMES[0])
    given = parser.parse_args()
    if given.streams < LEAST_CLUSTERS:
        parser.error(f"--streams is {given.streams}: intervals need {LEAST_CLUSTERS} or more")
    missed = 0
    for rho in (0.0, 1.0):
        rows = {
            (row.system, row.metric): row
            for row in measured(rho, given.streams, given.schedule, given.regime)
            if row.slice == "of=compliance"
        }
        for system in ROWS:
            cells = []
            for metric in SHOWN:
                row = rows.get((system, metric))
                if row is None or row.ci95 is None:
                    continue
                low, high = row.ci95
                learns = rho == 1.0 and system == "oracle-lessons"
                met = low >= LEAST_GAIN if learns else low <= 0.0 <= high
                judged = metric == "gain" or (metric == "forward_transfer" and not learns)
                missed += judged and not met
                cells.append(f"{metric} {row.value:.3f} [{low:.3f} {high:.3f}]{'' if met or not judged else '!'}")
            print(f"rho {rho:g}  {system:15} {'  '.join(cells)}")
    print("met" if not missed else f"MISSED: {missed}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
