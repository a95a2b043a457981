"""Reads options laid out in rows, of a table or a list: which row is marked, ranked first or has the highest total."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from regulars.rewards.assertions.body import table_rows
from regulars.rewards.choices.options import OptionReference

_LINE = re.compile(r"^.*$", re.MULTILINE)
_BULLET = re.compile(
    r"[\s>*•_(~☐⬜✓✔✅☑❌✗✘🥇🥈🥉🏆👉️-]*(?:\d{1,2}[.):]\s*)?[\s*_(\"'“✓✔✅☑❌✗✘👍👎️]*(?:(?:option|plan|statement)\s+)?[\s*_(\"'“]*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\s>*•_-]*(\d{1,2})[.):]\s")
_GOOD = re.compile(
    r"[✓✔✅☑🏆👑🥇⭐★🎯👈←🆕💯]|\b(?:take this|this (?:one|is (?:it|the one))|that's (?:it|the one)|winner"
    r"|my (?:pick|choice|favou?rite|vote)|best|recommended|recommend|i'd (?:pick|take|choose|go)|go for|next|choose"
    r"|chosen"
    r"|picked|take it|correct|never (?:told|mentioned)|both fit|fits? both|right|top choice|selected|yes!|new)\b",
    re.IGNORECASE,
)
_BAD = re.compile(
    r"[✗✘❌×🚫👎]|\b(?:no|not|never|nothing|nope|none|\w+n't|too|out of|wrong|false|clash\w*|unlikely|already|second"
    r"|runner|another time|other time)\b",
    re.IGNORECASE,
)
_YES = re.compile(r"\b(?:yes|fits?|ok|true|matches|match)\b|[✓✔✅☑]", re.IGNORECASE)
_NO = re.compile(r"\b(?:no|not|\w+n't|false|never|clash\w*|wrong)\b|[✗✘❌×–]", re.IGNORECASE)
_STAR = re.compile(r"[★⭐]")
_BOLD = re.compile(r"\*\*|__")
_RANKED = re.compile(
    r"\b(?:rank(?:ing|ed|s)?|places?|best to worst|in order of|from (?:the )?(?:best|most|top)|my order|preferences?"
    r"|podium)\b|#\s?1|🥇",
    re.IGNORECASE,
)
_FOR_PICK = re.compile(
    r"\b(?:pick|choice|vote|winner|verdict|take|favou?rite|recommend\w*|choose|chosen)\b|[♥♡✓✔✅⭐★🏆👑❤]",
    re.I,
)
_ANSWERS = re.compile(r"[\W_]*(yes|no)\b", re.IGNORECASE)
_ABSENT = re.compile(
    r"\b(?:no (?:record|mention|note|notes|entry|trace|sign|data|match|hit|result)s?|never(?! mind)"
    r"|not (?:once|yet|mentioned|told|in|on"
    r"|found|listed|recorded|there|so far|come|came|known|a word|noted|said|seen|among|one of)|nothing|none|nowhere|n/a"
    r"|unknown|absent|missing|unheard|(?:has|was|is|have|did)n't)\b|(?<!\|)[:–—-]\s*[*_]*(?:no|nope|nah)\b|\|\s*[–—]\s*\||[✗✘❌🚫]",
    re.IGNORECASE,
)
"""A row of something that was not told: `Kiwi | no record`."""
_NO_LONGER = re.compile(r"\b(?:no longer|not any ?more|no more|never mind)\b", re.IGNORECASE)
_IS_NOW = re.compile(
    r"\b(?:current(?:ly)?|now(?:adays)?|today|at present|these days|up to date|since(?! (?:you|it|that|they"
    r"|he|she|we|i|there)\b))\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(rf"{_GOOD.pattern}|\b(?:current(?:ly)?|today|now|answer|pick|yes!?|winner|latest)\b", re.IGNORECASE)
_LEADS_ON = re.compile(r"\b(?:new|next)\b", re.IGNORECASE)
_FOR_FIT = re.compile(
    r"\b(?:suits?|suited|fits?|match(?:es)?|right|best|better|for (?:you|me|us)|verdict|conclusion|result"
    r"|decision|answer|overall|bottom line)\b",
    re.IGNORECASE,
)
_FAVOURS = re.compile(
    r"[\W_]*(?:(?:yes|yep|fits?|suits?|good|great|perfect|ideal|best|better|right|correct|take|buy|pick|choose|get|go|this|winner"
    r"|matches|match|for you|made for you|definitely|absolutely|clearly)\b)",
    re.IGNORECASE,
)
_MARKED = re.compile(r"[\s*_]*[✓✔✅☑👍🏆🥇⭐]")
_DISFAVOURS = re.compile(
    r"[\s*_]*(?:(?:no|not|nope|never|wrong|leave|skip|avoid|rather not|better not|bad|poor|worse|hardly|too"
    r"|less|drop|forget|clash\w*|ruled out|out)\b|[✗✘❌🚫👎×])",
    re.IGNORECASE,
)
_LEAST_ODD = 3
"""The number of rows from which on one that differs from all others stands out."""
_TOTAL = re.compile(r"\b(?:totals?|sum|score|points|overall|rating)\b|^Σ$", re.IGNORECASE)
_FIGURE = re.compile(r"-?\d+(?:[.,]\d+)?")


@dataclass(frozen=True, slots=True)
class OptionRow:
    """A row about one option: its place, where the row begins and ends, and for a table its cells and their heads."""

    option: int
    start: int
    end: int
    cells: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()


def find_option_rows(text: str, references: Sequence[OptionReference]) -> list[OptionRow]:
    """The rows of `text` that are about one option each; none unless two options have one.

    Args:
        text: The reply, without noise.
        references: Where it refers to options, in order.
    """
    if "\n" not in text or len(references) < 2:
        return []
    starts = [one.start for one in references]
    tables = table_rows(text)
    rows = []
    for row in tables:
        inside = references[bisect_left(starts, row.start) : bisect_left(starts, row.end)]
        exact = next((one for one in inside if len(one.options) == 1), None)
        if exact is not None:
            cells = tuple(text[low:high] for low, high in row.cells)
            rows.append(OptionRow(min(exact.options), row.start, row.end, cells, row.heads))
    in_table = {row.start for row in tables}
    for match in _LINE.finditer(text):
        index = bisect_left(starts, match.start())
        if match.start() in in_table or index == len(references) or starts[index] >= match.end():
            continue
        first = references[index]
        if len(first.options) == 1 and _BULLET.fullmatch(text, match.start(), first.start):
            rows.append(OptionRow(min(first.options), match.start(), match.end()))
    rows.sort(key=lambda row: row.start)
    return rows if len({row.option for row in rows}) > 1 else []


_TABLE = re.compile(r"^[ \t]*\|.*(?:\n[ \t]*\|.*)+", re.MULTILINE)
_RULE = re.compile(r"[ \t]*\|[\s|:-]*-[\s|:-]*$")
_MOST_COLUMNS = 8
_CHECKED = re.compile(r"\[[xX]\]")
_UNCHECKED = re.compile(r"\[ \]")


def with_options_in_rows(text: str, names_option: Callable[[str], bool]) -> str:
    """Turns tables whose columns are about one option each, so that their rows are, and writes boxes as marks.

    Args:
        text: The reply.
        names_option: Whether the words of a cell name an option.
    """
    if "[" in text:
        text = _CHECKED.sub(" ✅ ", _UNCHECKED.sub(" ☐ ", text))
    if "|" not in text:
        return text
    return _TABLE.sub(lambda match: _turned(match[0], names_option), text)


def _turned(table: str, names_option: Callable[[str], bool]) -> str:
    lines = table.split("\n")
    if len(lines) < 3 or not _RULE.match(lines[1]):
        return table
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in (lines[0], *lines[2:])]
    width = len(rows[0])
    if not 3 <= width <= _MOST_COLUMNS or any(len(row) != width for row in rows):
        return table
    if not all(map(names_option, rows[0][1:])) or any(names_option(row[0]) for row in rows):
        return table
    turned = [f"| {' | '.join(column)} |" for column in zip(*rows, strict=True)]
    return "\n".join((turned[0], "|---" * len(rows) + "|", *turned[1:]))


def row_picked(text: str, rows: Sequence[OptionRow]) -> int | None:
    """The option of the row that stands out; None if none does."""
    marked = _marked_in_column(rows)
    if marked is not None:
        return marked
    odd = _odd_row(text, rows)
    if odd is not None:
        return odd
    stars = {row.option: len(_STAR.findall(text, row.start, row.end)) for row in rows}
    if min(stars.values()) and len(set(stars.values())) > 1:
        return _only_best(stars)
    good = {
        row.option
        for row in rows
        if _GOOD.search(text, row.start, row.end) and not _BAD.search(text, row.start, row.end)
    }
    if len(good) == 1:
        return good.pop()
    holding = {row.option for row in rows if _IS_NOW.search(_NO_LONGER.sub(" ", text[row.start : row.end]))}
    if len(holding) == 1:
        return holding.pop()
    for stands_out in (_all_yes, _bold):
        some = {row.option for row in rows if stands_out(text, row)}
        if len(some) == 1:
            return some.pop()
    totals = {row.option: total for row in rows if (total := _total(row)) is not None}
    if len(totals) > 1:
        return _only_best(totals)
    return rows[0].option if _is_ranking(text, rows) else None


def _marked_in_column(rows: Sequence[OptionRow]) -> int | None:
    """The option of the only row with a mark in a column for it, or with another yes or no than all others."""
    table = [row for row in rows if row.heads]
    if len({row.option for row in table}) < max(len(rows), 2):
        return None
    for column in range(max(len(row.heads) for row in table) - 1, 0, -1):
        cells = {row.option: row.cells[column].strip() if column < len(row.cells) else "" for row in table}
        head = table[0].heads[column] if column < len(table[0].heads) else ""
        if _FOR_PICK.search(head):
            filled = [option for option, cell in cells.items() if cell]
            if len(filled) == 1:
                return filled[0]
        favoured = _favoured(cells) if _FOR_FIT.search(head) else None
        if favoured is not None:
            return favoured
        answers = {option: match[1].lower() for option, cell in cells.items() if (match := _ANSWERS.match(cell))}
        if len(answers) == len(cells):
            said = list(answers.values())
            odd = [option for option, answer in answers.items() if said.count(answer) == 1]
            if len(odd) == 1:
                return odd[0]
    return None


def _odd_row(text: str, rows: Sequence[OptionRow]) -> int | None:
    """The option of the only row that says that something was never told, or of the only one that does not say so."""
    if len({row.option for row in rows}) != len(rows) or len(rows) < _LEAST_ODD:
        return None
    says = {row.option: _NO_LONGER.sub(" ", text[row.start : row.end]) for row in rows}
    absent = [option for option, words in says.items() if _ABSENT.search(words)]
    present = [option for option in says if option not in absent]
    holding = sum(_HOLDS.search(_LEADS_ON.sub(" ", says[option])) is not None for option in present)
    bold = [option for option, words in says.items() if _BOLD.search(words)]
    if len(absent) == 1 and holding in (0, len(present)) and (len(bold) != 1 or bold == absent):
        return absent[0]
    return present[0] if len(present) == 1 else None


def _favoured(cells: Mapping[int, str]) -> int | None:
    """The option of the only cell that speaks for it, where all others speak against theirs."""
    good = [option for option, cell in cells.items() if cell and (_FAVOURS.match(cell) or _MARKED.match(cell))]
    bad = [option for option, cell in cells.items() if _DISFAVOURS.match(cell)]
    good = [option for option in good if option not in bad]
    return good[0] if len(good) == 1 and len(good) + len(bad) == len(cells) else None


def _only_best(totals: Mapping[int, float]) -> int | None:
    """The option with the highest total, if it is the only one."""
    best = [option for option, total in totals.items() if total == max(totals.values())]
    return best[0] if len(best) == 1 else None


def _all_yes(text: str, row: OptionRow) -> bool:
    words = text[row.start : row.end]
    return _YES.search(words) is not None and _NO.search(words) is None


def _bold(text: str, row: OptionRow) -> bool:
    return _BOLD.search(text, row.start, row.end) is not None


def _total(row: OptionRow) -> float | None:
    for head, cell in zip(row.heads, row.cells, strict=False):
        figure = _FIGURE.search(cell)
        if _TOTAL.search(head) and figure:
            return float(figure[0].replace(",", "."))
    return None


def _is_ranking(text: str, rows: Sequence[OptionRow]) -> bool:
    """Whether the rows stand in order of preference: they say so, or number the options in another order than given."""
    if any(_RANKED.search(head) for head in rows[0].heads):
        return True
    numbers = [match[1] for row in rows if (match := _NUMBER.match(text, row.start))]
    if numbers[:1] != ["1"] or len(numbers) < len(rows):
        return False
    order = [row.option for row in rows]
    return order != sorted(order) or _RANKED.search(text) is not None
