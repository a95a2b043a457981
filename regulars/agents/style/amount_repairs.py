"""Makes a reply longer or shorter: repairs for rules that count sentences, words, lines, items, emoji or marks.

Each repair proposes texts with more or less of what is counted, the least changed first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from regulars.agents.style.edits import lowered, with_clause
from regulars.agents.style.phrases import plain_replies, style_phrases
from regulars.rewards.style_checks.occasions import Occasion
from regulars.rewards.style_checks.reply_text import sentences

LIST_MARKS = re.compile(r"^([ \t]*)(?:[-*•–·]|\d{1,2}[.)])[ \t]+", re.MULTILINE)
"""List marks, with the space before them as a group."""

_PICTURES = re.compile("[ \t]*[\U0001f300-\U0001faff\U0001f1e6-\U0001f1ff\u2600-\u27bf\u2b50\ufe0f]+")


def _joined(pieces: Sequence[str]) -> str:
    """Joins sentences into one."""
    bare = [piece.rstrip(".!?… ") for piece in pieces]
    return ", ".join([bare[0], *(lowered(piece) for piece in bare[1:])]) + "."


def counts(text: str, occasion: Occasion, parameters: Mapping[str, Any]) -> Iterator[str]:
    """Proposes texts with more or less of what a rule counts."""
    more, less = _COUNTED[parameters["of"]]
    if "at_least" in parameters:
        yield from more(text, occasion, parameters["at_least"])
    if "at_most" in parameters:
        yield from less(text, occasion, parameters["at_most"])
        yield from plain_replies(occasion)


def _longer(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    """Adds sentences, then clauses, that only add length."""
    padding = style_phrases()["padding"]
    for first in range(len(padding)):
        longer = text.rstrip()
        for extra in (*padding[first:], *padding[:first]):
            longer = f"{longer if longer[-1:] in '.!?' else longer + '.'} {extra}"
            yield longer
    for clause in style_phrases()["padding_clauses"]:
        yield from with_clause(text, clause)
        for extra in padding:
            yield from with_clause(f"{text} {extra}", clause)


def _fewer_sentences(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    pieces = sentences(text)
    if len(pieces) <= number or not pieces:
        return
    yield " ".join([*pieces[: number - 1], _joined(pieces[number - 1 :])])
    yield " ".join([_joined(pieces[: len(pieces) - number + 1]), *pieces[len(pieces) - number + 1 :]])
    yield " ".join(pieces[:number])
    yield " ".join(pieces[-number:])


def _fewer_words(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    pieces = sentences(text)
    for size in range(len(pieces) - 1, 0, -1):
        yield " ".join(pieces[:size])
        yield " ".join(pieces[-size:])
        yield " ".join([pieces[0], *pieces[len(pieces) - size + 1 :]])
    clauses = text.split(", ")
    for dropped in range(len(clauses) - 1, 0, -1):
        yield ", ".join([*clauses[:dropped], *clauses[dropped + 1 :]])


def _one_line(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield " ".join(line.strip() for line in text.splitlines() if line.strip())


def _more_lines(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield "\n".join(sentences(text))


def _bulleted(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield f"- {LIST_MARKS.sub('', text)}"
    yield "\n".join(f"- {piece}" for piece in sentences(text))


def _numbered(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield f"1. {LIST_MARKS.sub('', text)}"
    yield "\n".join(f"{place}. {piece}" for place, piece in enumerate(sentences(text), 1))


def _unmarked(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield LIST_MARKS.sub(r"\1", text)


def _bold(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    """Puts the first sentence in bold, so that no value is cut in two."""
    bare = re.sub(r"[*_]{1,2}", "", text)
    mark = LIST_MARKS.match(bare)
    start = mark.end() if mark else 0
    first = sentences(bare)[0] if sentences(bare) else bare
    for part in (first.rstrip(".!?"), first, first.split(",")[0].rstrip(".!?")):
        place = bare.find(part, start)
        if place >= 0:
            yield f"{bare[:place]}**{part}**{bare[place + len(part) :]}"


def _unemphatic(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield re.sub(r"^#{1,6}\s+", "", re.sub(r"[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}", "", text), flags=re.MULTILINE)


def _with_emoji(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield f"{text.rstrip()} 😊"
    yield f"😊 {text}"


def _without_emoji(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield _PICTURES.sub("", text)


def with_question(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    """Adds a question at the end, or turns the end into a question."""
    for question in style_phrases()["questions"]:
        ended = text.rstrip() if text.rstrip()[-1:] in ".!?" else f"{text.rstrip()}."
        yield f"{ended} {question}"
        yield f"{question} {text}"
    for clause in style_phrases()["question_clauses"]:
        yield from with_clause(text, clause)


def without_questions(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    """Drops the questions, or turns them into statements."""
    pieces = [piece for piece in sentences(text) if "?" not in piece]
    if pieces:
        yield " ".join(pieces)
    yield text.replace("?", ".")


def _exclaiming(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    for match in re.finditer(r"\.(?=\W*$)|\.(?=\s|$)", text):
        yield f"{text[: match.start()]}!{text[match.end() :]}"
    for match in re.finditer(r"\?", text):
        yield f"{text[: match.end()]}!{text[match.end() :]}"
    yield f"{text.rstrip()}!"


def _calm(text: str, occasion: Occasion, number: int) -> Iterator[str]:
    yield re.sub(r"!+(?=\?)|(?<=\?)!+", "", re.sub(r"(?<!\?)!+(?!\?)", ".", text))


_Step: TypeAlias = Callable[[str, Occasion, int], Iterator[str]]

_COUNTED: Mapping[str, tuple[_Step, _Step]] = {
    "sentences": (_longer, _fewer_sentences),
    "words": (_longer, _fewer_words),
    "lines": (_more_lines, _one_line),
    "bullets": (_bulleted, _unmarked),
    "numbered": (_numbered, _unmarked),
    "bold": (_bold, _unemphatic),
    "emphasis": (_bold, _unemphatic),
    "emoji": (_with_emoji, _without_emoji),
    "questions": (with_question, without_questions),
    "exclamations": (_exclaiming, _calm),
}
"""For each counted thing: the repairs that add and remove some of it."""
