"""The worked example of a table's columns, on the page on evaluation, gives the cells that the page has."""

from __future__ import annotations

from pathlib import Path

from small_records import TOLD, asked, episode, probe, recall, untold, void

from regulars.cli.run_tables.systems import GENERATED, SystemTable
from regulars.evaluation.figures.curves import pooled
from regulars.evaluation.runs.finished import Run

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "evaluation.md").read_text("utf-8")

EIGHT = (
    probe("1", asked("correct", recalled=TOLD), anchor=True),
    probe("2", asked("abstained", recalled=("s009.t01",)), anchor=True),
    probe("3", asked("correct", recalled=TOLD), contrast="4"),
    probe("4", untold("correct", recalled=TOLD), kind="abstention", contrast="3"),
    probe("5", asked("stale", recalled=TOLD)),
    probe("6"),
    probe("7", void()),
    probe("8", asked("undetermined", recalled=())),
)


def test_the_cells_on_the_page_are_those_of_its_eight_questions():
    life = episode(*EIGHT, recollections=(recall(*TOLD, tokens=100), recall(*TOLD, tokens=140)), score=3.25)
    table = SystemTable(Run(pooled([life]).rows(), ["x"], forked=["x"]), ["x"])
    header, cells = table.cells(table.columns, 0, whole=True)
    lines = PAGE.split("### A worked example")[1].split("The scripted assistant")[0].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
    at = next(place for place, row in enumerate(rows) if row == ["column", "worked out", "cell"])
    on_page = {row[0]: row[2] for row in rows[at + 1 :]}
    assert on_page == dict(zip(header[1:], cells[1:], strict=True))
    own = [label for label, metric in GENERATED if metric != "cut"]  # answers that a model's token limit cut
    assert own == list(on_page)[: len(own)]
