"""What every section of a report is made of: a heading, a chart, its data as a table, and a download of that table."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from regulars.cli.pages.page import Child, Markup, element, joined

Cell = str | float | int | None
"""A cell of a table: text, a share with three digits, a count, or None for unknown."""

_FORMULAS = ("=", "+", "-", "@", "\t", "\r")
"""First characters that make a spreadsheet run a text as a formula."""


@dataclass(frozen=True, slots=True)
class DataTable:
    """The data of a chart. The first column names the rows.

    Attributes:
        name: The name of the file to download, without ending.
        head: The names of the columns.
        rows: The rows, as long as the head.
    """

    name: str
    head: Sequence[str]
    rows: Sequence[Sequence[Cell]]

    @property
    def csv(self) -> str:
        """The table as CSV (RFC 4180), in which no text begins like a formula."""
        out = io.StringIO()
        writer = csv.writer(out)
        for row in (self.head, *self.rows):
            writer.writerow([_inert(cell) if isinstance(cell, str) else cell for cell in row])
        return out.getvalue()

    def element(self, caption: str) -> Markup:
        """The table in a box that scrolls sideways."""
        head = element("tr", *(element("th", name, scope="col", class_=None if at == 0 else "number")
                               for at, name in enumerate(self.head)))  # fmt: skip
        rows = [
            element("tr", named(str(first)), *(element("td", shown_cell(cell), class_="number") for cell in cells))
            for first, *cells in self.rows
        ]
        table = element("table", element("caption", caption), element("thead", head), element("tbody", *rows))
        return scrolling(caption, table)

    @property
    def download(self) -> Markup:
        """A link that saves the table as a file."""
        text = self.csv.encode("utf-8", "replace")
        address = f"data:text/csv;charset=utf-8,{quote(text, safe=', ')}".replace(" ", "%20")
        return element("a", "Download CSV", class_="button", href=address, download=f"{self.name}.csv")


def section(id: str, title: str, note: Child, *content: Child) -> Markup:
    """A section with a heading and a sentence on how to read it."""
    about = element("p", note, class_="soft") if note else None
    return element("section", element("h2", title), about, *content, id=id)


def charted(chart: Child, table: DataTable, caption: str) -> Markup:
    """A chart, with its data below: closed at first, and for saving."""
    data = element("details", element("summary", "Data as a table"), table.element(caption))
    return element("figure", chart, element("div", data, table.download, class_="data"))


def scrolling(label: str, content: Markup) -> Markup:
    """A box that scrolls sideways, which the keyboard reaches."""
    return element("div", content, class_="scroll", role="region", aria_label=label, tabindex=0)


def named(text: str, *more: Child) -> Markup:
    """The cell that names a row. Text from a record may be written from right to left."""
    return element("th", quoted(text), *more, scope="row")


def quoted(text: str) -> Markup:
    """Text from a record, in its own direction."""
    return element("bdi", text, dir="auto")


def listed(items: Sequence[Child]) -> Markup:
    """A bulleted list."""
    return element("ul", *(element("li", item) for item in items))


def shown_cell(cell: Cell) -> str:
    """A cell in words: shares with three digits and without a leading zero, as in the terminal."""
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return share(cell)
    return str(cell)


def share(value: float) -> str:
    """The value with three digits and without a leading zero."""
    text = f"{value:.3f}"
    text = "0.000" if text == "-0.000" else text
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def bounds(ci95: tuple[float, float] | None) -> str:
    """An interval in words, with a space before it; empty for none."""
    return "" if ci95 is None else f" [{share(ci95[0])} {share(ci95[1])}]"


def sentence(*parts: Child) -> Markup:
    """A paragraph."""
    return element("p", joined(parts))


def _inert(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULAS) else text
