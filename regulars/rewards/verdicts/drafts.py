"""Reads messages that a reply wrote for somebody, and lists: what a message holds, and how long a list is."""

from __future__ import annotations

import re

from regulars.rewards.assertions.body import draft_blocks, table_rows

_QUOTED = re.compile(r"(?:^|(?<=\n)|(?<=: ))[ \t]*[\"“„«]([^\"”“»]{40,})[\"”“»]", re.MULTILINE)
_RULED = re.compile(r"^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$", re.MULTILINE)
_GREETING = re.compile(
    r"^[\s>*_\"“„«]*(?:dear|hi|hello|hey|to whom it may|good (?:morning|afternoon|evening|day)|greetings|subject|re"
    r"|to|sehr geehrte|"
    r"liebe[rs]?|bonjour|madame|estimad[oa]s?|hola|ciao|gentile|beste|geachte|welcome|ladies and)\b",
    re.IGNORECASE | re.MULTILINE,
)
_ENDING = re.compile(
    r"^[\s>*_]*(?:(?:best|kind(?:est)?|warm(?:est)?|many thanks|thanks|thank you|yours|regards|sincerely|cheers|love"
    r"|see you|all the best"
    r"|with (?:best|kind|warm)|respectfully|faithfully|mit freundlichen|viele grüße|cordialement"
    r"|saludos)\b[^\n]{0,40},?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]?")
_BULLET = re.compile(r"[ \t>]*(?:[-*•–]|\d{1,2}[.)])[ \t]+\S")
_ITEM = re.compile(r",|;|\band\b|\bor\b")
_LEAST_WORDS = 12


def message_of(text: str) -> str:
    """The message that a reply wrote, without what it says around it; the whole reply if the message is not set apart.

    A message is set apart by a block quote, a code fence, quotation marks around it, or rules above and below it.
    """
    blocks = [text[low:high] for low, high in draft_blocks(text)]
    if not blocks:
        blocks = [match[1] for match in _QUOTED.finditer(text)]
    if not blocks:
        rules = list(_RULED.finditer(text))
        if len(rules) == 2:
            blocks = [text[rules[0].end() : rules[1].start()]]
    return "\n".join(blocks) if sum(len(block.split()) for block in blocks) >= _LEAST_WORDS else text


def is_set_apart(text: str) -> bool:
    """Whether a reply holds a message between marks, with a greeting or with an ending."""
    return message_of(text) != text or any(mark.search(text) for mark in (_ENDING, _GREETING))


def is_message(text: str) -> bool:
    """Whether a reply is or holds a message to somebody, rather than a question back or small talk."""
    if message_of(text) != text or _ENDING.search(text):
        return True
    said = [sentence for sentence in _SENTENCE.findall(text) if sentence.strip()]
    told = sum(len(sentence.split()) for sentence in said if not sentence.rstrip().endswith("?"))
    return told >= 2 * _LEAST_WORDS or (told >= _LEAST_WORDS and _GREETING.search(text) is not None)


def listed_with(text: str, start: int, end: int) -> int:
    """The number of things in the list that holds `text[start:end]`: rows, bullets or parts of one sentence."""
    rows = table_rows(text)
    if any(row.start <= start < row.end for row in rows):
        return len(rows)
    low, high = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    line = text[low : high if high >= 0 else len(text)]
    if _BULLET.match(line):
        return sum(_BULLET.match(other) is not None for other in text.split("\n"))
    opens = max(text.rfind(mark, low, start) for mark in (". ", "! ", "? ", ": ", "\n"))
    closes = min((at for mark in (". ", "! ", "? ", "\n") if (at := text.find(mark, end)) >= 0), default=len(text))
    parts = [part.split() for part in _ITEM.split(text[max(opens + 1, low) : closes])]
    return sum(1 for part in parts if 0 < len(part) <= _MOST_ITEM_WORDS)


_MOST_ITEM_WORDS = 5
