"""Tables as Markdown or LaTeX, for papers and comments."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from regulars.cli.escapes import escaped


class TableFormat(StrEnum):
    """How a command prints its result."""

    TEXT = "text"
    MARKDOWN = "markdown"
    LATEX = "latex"
    JSON = "json"


_MARKDOWN = str.maketrans({"|": r"\|", "<": "&lt;", "*": r"\*", "_": r"\_", "`": r"\`"})
_LATEX = str.maketrans({
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "[": "{[}", "]": "{]}", "*": "{*}", "|": r"\textbar{}",
})  # fmt: skip


def markdown(tables: Iterable[tuple[str, Sequence[Sequence[str]]]]) -> str:
    """The tables in Markdown, with figures aligned to the right; a title stands above its table."""
    parts = []
    for title, table in tables:
        cells = [[escaped(cell).translate(_MARKDOWN) for cell in row] for row in table]
        rule = ["---", *(["---:"] * (len(cells[0]) - 1))]
        lines = [f"| {' | '.join(row)} |" for row in (cells[0], rule, *cells[1:])]
        heading = [escaped(title).translate(_MARKDOWN), ""] if title else []
        parts.append("\n".join([*heading, *lines]))
    return "\n\n".join(parts)


def latex(tables: Iterable[tuple[str, Sequence[Sequence[str]]]]) -> str:
    """The tables in LaTeX with the rules of the package `booktabs`; a title stands above its table as a comment."""
    parts = []
    for title, table in tables:
        rows = [" & ".join(escaped(cell).translate(_LATEX) for cell in row) + r" \\" for row in table]
        columns = "l" + "r" * (len(table[0]) - 1)
        lines = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", rows[0], r"\midrule", *rows[1:], r"\bottomrule"]
        heading = [f"% {escaped(title)}"] if title else []
        parts.append("\n".join([*heading, *lines, r"\end{tabular}"]))
    return "\n\n".join(parts)
