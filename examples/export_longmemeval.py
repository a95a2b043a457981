"""Builds a small benchmark, exports it as LongMemEval, reads that back, and evaluates both: the figures are equal.

Run: python examples/export_longmemeval.py [--out FOLDER]
"""

from __future__ import annotations

import argparse
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import regulars
from regulars.datasets import Recording, export_data
from regulars.scenarios import Scenario, write_scenarios

MEMORIES = "bm25-turn,bm25-session,recency"
METRICS = ("session_recall_any@2", "session_recall_all@2", "session_ndcg@2", "session_mrr@2")
START = datetime(2025, 3, 3, 18, tzinfo=UTC)

# A question, its answer, its kind, and the visits that hold the evidence. None for no answer.
QUESTIONS = (
    ("Which city do I live in now?", "Bergen", "knowledge-update", (6,)),
    ("What is my dog called?", "Pixel", "single-session-user", (2,)),
    ("Which bread did you suggest for the soup?", "rye", "single-session-assistant", (3,)),
    ("Which two instruments have I played?", "the cello and the accordion", "multi-session", (1, 5)),
    ("What is my cat called?", None, "single-session-user", ()),
)
VISITS = (
    ("I moved to Oslo last week, into a flat with a lot of boxes.", "Welcome to Oslo! Start with the kitchen."),
    ("I played the cello at school, badly.", "The cello is hard on everyone who hears a beginner."),
    ("My dog Pixel ate the remote control.", "I hope that the dog is well."),
    ("Which bread goes with a pea soup?", "A dark rye goes well with pea soup."),
    ("It rained all week, and the flat smells of wet coats.", "Open the windows for ten minutes, twice a day."),
    ("I bought an accordion at the flea market.", "Enjoy it, and think of the neighbours."),
    ("I gave up the flat in Oslo. I live in Bergen now.", "Bergen it is. Take a raincoat."),
    ("What can I cook with leeks tonight?", "Leek and potato soup, in half an hour."),
)


def conversation(days: int) -> Scenario:
    """A conversation of eight visits, so many days apart, with five questions after them."""
    made = Recording("leeks@1", f"every {days} days", licence="CC0")
    user = made.person("User")  # LongMemEval names nobody, so its reader calls everyone that
    for number, (line, reply) in enumerate(VISITS):
        visit = made.session(START + timedelta(days=days * number), person=user)
        visit.say(user, line, id=f"line {number}")
        visit.say("assistant", reply, id=f"reply {number}")
    for question, answer, kind, visits in QUESTIONS:
        said = "reply" if kind == "single-session-assistant" else "line"
        made.ask(
            question,
            *([answer] if answer else []),
            kind=kind,
            evidence=[f"{said} {number}" for number in visits],
            answerable=answer is not None,
        )
    return made.scenario()


def compare(folder: Path) -> list[str]:
    """The figures of both files, a line for each memory and metric."""
    mine, theirs = folder / "mine.jsonl", folder / "longmemeval.json"
    write_scenarios(mine, [conversation(days) for days in (2, 9)])
    report = export_data(mine, "longmemeval", theirs)
    lost = [name for name, count in report.not_carried.items() if count]
    lines = [f"exported {report.wrote['questions']} questions; not carried: {', '.join(lost)}"]
    runs = [regulars.evaluate(data=str(data), memory=MEMORIES, cutoffs=(2,)) for data in (mine, theirs)]
    for memory in MEMORIES.split(","):
        for metric in METRICS:
            before, after = (run.value(memory, metric) for run in runs)
            same = "equal" if before == after else "DIFFERENT"
            lines.append(f"{memory:13} {metric:21} {before:.3f} {after:.3f} {same}")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, help="a folder that exists, to keep both files")
    given = parser.parse_args()
    if given.out is not None:
        print("\n".join(compare(given.out)))
        return
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(compare(Path(folder))))


if __name__ == "__main__":
    main()
