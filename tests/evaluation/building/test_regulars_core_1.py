"""The data set `regulars-core-1` is the same as when the checksums in `benchmarks/` were written.

    python tests/evaluation/building/test_regulars_core_1.py

builds it and writes the checksums. Do so only after a change that is meant to change lives or episodes.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from regulars.evaluation.building.build import build, check
from regulars.evaluation.building.checksums import checksum_text, read_checksums
from regulars.evaluation.building.lives import life_line
from regulars.evaluation.building.plan import SPLITS, DataSetPlan
from regulars.scenarios.suites import load_suite

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
WHOLE = BENCHMARKS / "regulars-core-1.sha256"
SLICE = BENCHMARKS / "regulars-core-1-slice.sha256"
"""The sums of the first line of each split's `scenarios.jsonl`."""

LARGEST = 21_000_000
"""Bytes that the data set may have."""


def plan() -> DataSetPlan:
    """The plan of the data set: `regulars build --suite core --users 40 --name regulars-core-1`."""
    return DataSetPlan(suite=load_suite("core"), users=40, name="regulars-core-1")


def first_lives() -> dict[str, str]:
    """The sum of the first life of each split."""
    lines = {split: life_line(plan().part(split), plan().lives(split)[0]) for split in SPLITS}
    return {f"{split}/scenarios.jsonl": sha256(line.encode()).hexdigest() for split, line in lines.items()}


def test_the_first_lives_are_the_same():
    assert first_lives() == read_checksums(SLICE)


@pytest.mark.slow
def test_the_whole_data_set_is_the_same_and_small(tmp_path):
    built = build(plan(), tmp_path / "set")
    assert check(built, WHOLE) == []
    assert built.size < LARGEST


def main() -> None:
    """Writes the sums of this version."""
    SLICE.write_text(checksum_text(first_lives()), "utf-8")
    with TemporaryDirectory() as folder:
        WHOLE.write_text(checksum_text(build(plan(), Path(folder) / "set").sums), "utf-8")


if __name__ == "__main__":
    main()
