"""The parts of a report: tables with their downloads, charts, and the line of best trade-offs."""

from __future__ import annotations

import csv
import io
import re
from urllib.parse import unquote_to_bytes

import pytest

from regulars.cli.pages.report.bars import bar_rows, interval_bar
from regulars.cli.pages.report.charts import BOTTOM, HEIGHT, TOP, Series, line_chart, point_chart, round_ticks, ticks
from regulars.cli.pages.report.sections import DataTable, bounds, share, shown_cell
from regulars.cli.pages.report.trade_offs import frontier

TABLE = DataTable("name", ["system", "value", "n"], [['a,"b"\n<c>', 0.5, 3], ["=SUM(A1)", None, 0], ["-x", -0.25, 1]])


def test_a_download_holds_the_table_and_no_formula():
    found = re.search(r'href="data:text/csv;charset=utf-8,([^"]*)" download="name.csv"', TABLE.download)
    assert found is not None
    text = unquote_to_bytes(found[1]).decode()
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["system", "value", "n"], ['a,"b"\n<c>', "0.5", "3"], ["'=SUM(A1)", "", "0"], ["'-x", "-0.25", "1"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("highest", "labels"),
    [
        (437, ["0", "200", "400", "600"]), (0.75, ["0", "0.2", "0.4", "0.6", "0.8"]), (4, ["0", "1", "2", "3", "4"]),
        (12_345, ["0", "5k", "10k", "15k"]), (1000, ["0", "250", "500", "750", "1k"]), (0, ["0", "1"]),
    ],
)  # fmt: skip
def test_marks_of_an_axis_are_round_and_reach_the_highest_value(highest, labels):
    top, marks = round_ticks(highest)
    assert [label for _, label in marks] == labels
    assert top >= highest
    assert (marks[0][0], marks[-1][0]) == (0, 1)


def test_a_table_names_its_rows_and_columns():
    html = TABLE.element("what it shows")
    assert html.count('scope="col"') == 3
    assert html.count('scope="row"') == 3
    assert "<caption>what it shows</caption>" in html
    assert 'role="region" aria-label="what it shows" tabindex="0"' in html
    assert "&lt;c&gt;" in html


@pytest.mark.parametrize(
    ("value", "text"), [(0.5, ".500"), (1.0, "1.000"), (-0.25, "-.250"), (-0.0001, ".000"), (7.25, "7.250")]
)
def test_shares_have_three_digits(value, text):
    assert share(value) == text


def test_cells_and_intervals_in_words():
    assert [shown_cell(cell) for cell in (None, 3, 0.5, "x")] == ["-", "3", ".500", "x"]
    assert (bounds(None), bounds((0.25, 1.0))) == ("", " [.250 1.000]")


def rects(svg):
    """Start, width and class of each block of a bar."""
    return [(float(x), float(width), name) for x, width, name in
            re.findall(r'<rect x="([^"]*)" y="[^"]*" width="([^"]*)" height="[^"]*" class="(\w+)">', svg)]  # fmt: skip


def test_an_interval_stands_at_its_place():
    assert rects(interval_bar(0.5, (0.25, 0.75))) == [(25, 50, "spread"), (49.5, 1, "value")]
    assert rects(interval_bar(0.0, None, -0.5, 0.5)) == [(49.5, 1, "value")]
    assert rects(interval_bar(1.0, None)) == [(99, 1, "value")]
    assert 'class="zero"' in interval_bar(0.1, None, -0.5, 0.5)
    assert 'class="zero"' not in interval_bar(0.1, None)


def test_rows_of_bars_have_their_values_as_text():
    html = bar_rows("all of them", [("<a>", interval_bar(0.5, None), ".500")])
    assert 'role="img" aria-label="all of them"' in html
    assert "&lt;a&gt;" in html
    assert ".500</span>" in html


LINES = [
    Series("front", [(0.0, 0.0, "first"), (1.0, 1.0, "second")], 0),
    Series("<behind>", [(0.0, 1.0, "x"), None, (1.0, 0.5, "y")]),
]


def test_lines_run_over_the_whole_height():
    html = line_chart("id", "title", LINES, ticks((0, 1), 0, 1), ticks((0, 1), 0, 1), labels=("x", "y"))
    front = re.search(r'class="line s0" data-line="0">.*?<polyline points="([\d., ]+)">', html)
    assert front is not None
    heights = [float(point.split(",")[1]) for point in front[1].split()]
    assert heights == [HEIGHT - BOTTOM, TOP]


def test_a_missing_value_breaks_the_line_and_all_lines_can_be_chosen():
    html = line_chart("id", "title", LINES, [], [], labels=("x", "y"))
    behind = html[html.index('class="line behind"') : html.index('class="line s0"')]
    assert behind.count("<polyline") == 2
    assert '<option value="1">&lt;behind&gt;</option>' in html
    assert 'role="img" aria-labelledby="id-name"' in html


def test_labels_of_points_never_cover_each_other():
    points = [Series(f"system {number}", [(0.5, 0.5 + number / 1000, "")], 0) for number in range(9)]
    html = point_chart("id", "t", points, [one.name for one in points], [], [], labels=("x", "y"))
    boxes = [(float(x), float(y), 6.2 * len(name)) for x, y, name in
             re.findall(r'<text x="([\d.]+)" y="([\d.]+)" class="tag">([^<]*)<', html)]  # fmt: skip
    assert 0 < len(boxes) < 9
    for at, (x, y, width) in enumerate(boxes):
        for other_x, other_y, other_width in boxes[at + 1 :]:
            assert abs(y - other_y) >= 13 or x + width <= other_x or other_x + other_width <= x


def test_no_one_on_the_line_is_beaten():
    places = {"cheap": (0, 0.1), "beaten": (50, 0.1), "middle": (50, 0.6), "equal": (60, 0.6), "dear": (900, 0.7)}
    assert frontier(places) == ["cheap", "middle", "dear"]
    assert frontier({}) == []
