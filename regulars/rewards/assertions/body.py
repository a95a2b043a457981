"""What of a reply is said to the user, and how it is laid out: no hidden reasoning; tables, deleted words, drafts.

Chat models wrap their replies in markup. Everything here works on the markup alone, before any word is read:

* hidden reasoning (`<think>...</think>`) is no part of the reply;
* words struck through (`~~Oslo~~`, `<del>Oslo</del>`) are taken back;
* a row of a table belongs to its first cell, and its other cells to the heads of their columns;
* a text that the reply wrote at the user's request stands in quotation marks, a block quote or a code fence.

All positions are positions in the text given, and spans are `(start, end)` with an exclusive end.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

Span = tuple[int, int]

_HIDDEN_NAMES = "think(?:ing)?|thoughts?|reasoning|scratchpad|reflection|analysis|internal"
_HIDDEN_OPEN = re.compile(rf"[<\[](?P<name>{_HIDDEN_NAMES})[>\]]", re.IGNORECASE)
_HIDDEN_CLOSE = re.compile(rf"[<\[]/(?P<name>{_HIDDEN_NAMES})[>\]]", re.IGNORECASE)
_STRUCK = re.compile(r"~~|<(?P<close>/)?(?:s|del|strike)>", re.IGNORECASE)
_ROW = re.compile(r"^[ \t>]*(\|?[^|\n]{0,300}(?:\|[^|\n]{0,300}){1,12})$", re.MULTILINE)
_RULE = re.compile(r"[ \t|:=+-]*-[ \t|:=+-]*")
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)[\w-]*[ \t]*$", re.MULTILINE)
_LINE_QUOTE = re.compile(r"^[ \t]*>[^\n]*(?:\n[ \t]*>[^\n]*)*", re.MULTILINE)


def without_hidden_reasoning(text: str) -> str:
    """`text` with hidden reasoning replaced by as many blanks, so that positions stay.

    Reasoning that is closed without having been opened began with the text; reasoning never closed goes on to its end.

    Example:
        >>> without_hidden_reasoning("<think>Oslo?</think>Bergen.").strip()
        'Bergen.'
    """
    if "<" not in text and "[" not in text:
        return text
    if _HIDDEN_OPEN.search(text) is None and _HIDDEN_CLOSE.search(text) is None:
        return text
    pieces: list[str] = []
    at = 0
    while True:
        opened, closed = _HIDDEN_OPEN.search(text, at), _HIDDEN_CLOSE.search(text, at)
        if closed is not None and (opened is None or closed.start() < opened.start()):
            start, end = at, closed.end()
        elif opened is not None:
            start, end = opened.start(), closed.end() if closed is not None else len(text)
        else:
            break
        pieces.append(text[at:start])
        pieces.append("".join("\n" if character == "\n" else " " for character in text[start:end]))
        at = end
    pieces.append(text[at:])
    return "".join(pieces)


def struck_spans(text: str) -> list[Span]:
    """The words that are struck through, without the marks."""
    if "~~" not in text and "<" not in text:
        return []
    spans: list[Span] = []
    opened = -1
    for mark in _STRUCK.finditer(text):
        opens = mark["close"] is None and (mark[0] != "~~" or opened < 0)
        if opens and opened < 0:
            opened = mark.end()
        elif not opens and opened >= 0:
            spans.append((opened, mark.start()))
            opened = -1
    return spans


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a table below its head.

    Attributes:
        start: Where the row begins.
        end: Where its line ends.
        cells: The cells, from their first character to their last.
        heads: The words at the head of each column; none if the table has no head.
    """

    start: int
    end: int
    cells: tuple[Span, ...]
    heads: tuple[str, ...] = ()

    def cell_at(self, position: int) -> int:
        """The index of the cell at `position`; the last cell that begins before it."""
        return max(bisect_right([start for start, _ in self.cells], position) - 1, 0)


def table_rows(text: str) -> list[TableRow]:
    """The rows of all tables with a head or at least two rows, in order, without heads and rules."""
    if text.count("|") < 2:
        return []
    rows: list[TableRow] = []
    block: list[TableRow] = []
    heads: tuple[str, ...] = ()
    ruled, last_end = False, -2

    def close() -> None:
        if ruled or len(block) > 1:
            rows.extend(block)
        block.clear()

    for match in _ROW.finditer(text):
        start, end = match.span(1)
        if match.start() != last_end + 1:
            close()
            heads, ruled = (), False
        last_end = match.end()
        if _RULE.fullmatch(match[1]):
            if not ruled and len(block) == 1:
                heads = tuple(text[low:high].strip(" *_`") for low, high in block.pop().cells)
            ruled = True
            continue
        cells = _cells(text, start, end)
        if cells:
            block.append(TableRow(start, end, cells, heads))
    close()
    return rows


def _cells(text: str, start: int, end: int) -> tuple[Span, ...]:
    found: list[Span] = []
    at = start + 1 if text[start : start + 1] == "|" else start
    while at <= end:
        bar = text.find("|", at, end)
        upto = bar if bar >= 0 else end
        if bar >= 0 or text[at:upto].strip():
            inner = text[at:upto]
            low = at + len(inner) - len(inner.lstrip())
            found.append((low, max(low, at + len(inner.rstrip()))))
        at = upto + 1
    return tuple(found)


def draft_blocks(text: str) -> list[Span]:
    """The lines inside code fences and block quotes, without their marks' lines."""
    blocks: list[Span] = []
    fences = list(_FENCE.finditer(text)) if "```" in text or "~~~" in text else []
    blocks += [(one.end(), other.start()) for one, other in zip(fences[::2], fences[1::2], strict=False)]
    if ">" in text:
        blocks += [match.span() for match in _LINE_QUOTE.finditer(text)]
    return sorted(blocks)
