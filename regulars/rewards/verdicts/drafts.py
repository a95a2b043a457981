"""Reads messages that a reply wrote for somebody, and lists: what a message holds, and how long a list is."""

from __future__ import annotations

import re
from bisect import bisect_right

from regulars.rewards.assertions.body import draft_blocks, table_rows
from regulars.rewards.text_parts import holds_any

_QUOTED = re.compile(r"(?:^|(?<=\n)|(?<=: ))[ \t]*[\"“„«]([^\"”“»]{40,})[\"”“»]", re.MULTILINE)
_RULED = re.compile(r"^[ \t]*(?:-{3,}|\*{3,}|_{3,})[ \t]*$", re.MULTILINE)
_GREETING = re.compile(
    r"^[ \t>*_\"“„«]*(?:dear|hi|hello|hey|to whom it may|good (?:morning|afternoon|evening|day)|greetings|subject|re"
    r"|to|sehr geehrte|"
    r"liebe[rs]?|bonjour|madame|estimad[oa]s?|hola|ciao|gentile|beste|geachte|welcome|ladies and)\b",
    re.IGNORECASE | re.MULTILINE,
)
_ENDING = re.compile(
    r"^[ \t>*_]*(?:(?:best|kind(?:est)?|warm(?:est)?|many thanks|thanks|thank you|yours|regards|sincerely|cheers|love"
    r"|see you|all the best"
    r"|with (?:best|kind|warm)|respectfully|faithfully|mit freundlichen|viele grüße|cordialement"
    r"|saludos)\b[^\n]{0,40},?)[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_SENTENCE = re.compile(r"[^.!?\n]+[.!?\n]?")
_BULLET = re.compile(r"[ \t>]*(?:[-*•–]|\d{1,2}[.)])[ \t]+\S")
_ITEM = re.compile(r",|;|\band\b|\bor\b")
_LEAST_WORDS = 12
_INSIDE_MARKS = re.compile(
    r"[\"“„«]([^\"”“»\n]{8,400})[\"”“»]|(?<![\w*_])([*_])(?![\s*_])([^*_\n]{8,400}?)(?<!\s)\2(?![\w*_])"
)
"""Words in quotation marks or italics."""
_REPORTS = re.compile(
    r"\b(?:told|said|you say|says|wrote|written|mentioned|put it|stated|asked|question|reads?|words|quot\w+"
    r"|verbatim|your (?:\w+ )?(?:message|note|words?)|(?:my|our|your|the) (?:\w+ )?(?:notes|chats?"
    r"|conversations?|sessions?|logs?"
    r"|records?|files?|memory|talks?))\b[^.!?\n\",]{0,40},?\s*$",
    re.IGNORECASE,
)
"""Before words that were quoted from the user."""
_REPORTED_BEHIND = re.compile(
    r"[\s,.;:()–—*_-]*(?:(?:that|this|those|these|it)(?:'s| is| was| were)? |were |was |is |are )?(?:just |exactly )?"
    r"(?:your|you|from|as you|what you|how you|quote|said|in our|in your|on \d|on the|dated)\b",
    re.IGNORECASE,
)
"""Behind such words."""
_INTRODUCES = re.compile(
    r"^(?![^\n:]*\b(?:reads?|was|were|says?|said|wrote|told|you mean)\b)[ \t>*_#|]*(?:here(?:'s| is"
    r"| are) )?[^.!?\n|]{0,40}\b(?:scripts?|questions?|drafts?|cards?|notes?|memos?|messages?|calls?"
    r"|checklists?|vouchers?|invitations?|letters?|flyers?|posters?|e?-?mails?|texts?|phone|ask)\b[^.!?\n|]{0,40}?"
    r"(?:[:\n]|\*\*|\|)",
    re.IGNORECASE | re.MULTILINE,
)
"""A line that introduces a text for somebody else."""
_INTRODUCTION_ENDS = (":", "\n", "**", "|")
"""Marks of which every such line has one."""
_SALUTES = re.compile(
    r"^[ \t>*_\"]*(?i:dear|ch[èe]re?|liebe[rs]?|sehr geehrte[rs]?|gentile|estimad[oa]s?|querid[oa]s?|hi|hello|hey) "
    r"(?!there\b|again\b|and\b|back\b|you\b|my\b|friend\b|user\b)"
    r"(?:[a-z]{3,}\b|Mad(?:ame|am)\b|Sir\b|Mrs?\b|Ms\b|Dr\b|Monsieur\b|Team\b|Herr\b|Frau\b|Signora?\b)",
    re.MULTILINE,
)
"""A salutation of somebody else than the user, who is called by name."""
_LETTER = re.compile(
    r"(?:\A|:[ \t]*\n\s*)(?:subject:[^\n]*\n\s*)?(?:hello|hi|hey|good (?:morning|afternoon|evening|day)|greetings)"
    r"(?: (?:there|all|everyone|everybody|team))?[,!.]?[ \t]*\n",
    re.IGNORECASE,
)
"""A salutation without a name on a line of its own, at the beginning or behind a colon."""
_DICTATES = re.compile(
    r"\b(?:(?<!you )say|write|put|answer|reply|enter|read out|tell (?:them|him|her))[\s:,]*$", re.IGNORECASE
)
_LEAD = 80
"""The number of characters before quotation marks that introduce them."""
_LEAST_QUOTED = 4
"""The number of words in quotation marks that are a text of their own."""


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


def draft_spans(text: str) -> list[tuple[int, int]]:
    """Where a reply holds words that it wrote for somebody else: in quotation marks, italics, blocks, after a heading.

    Words that it quotes from the user are none.
    """
    spans = draft_blocks(text)
    for match in _INSIDE_MARKS.finditer(text):
        words = match[1] or match[3]
        lead = text[max(match.start() - _LEAD, 0) : match.start()]
        is_text = len(words.split()) >= _LEAST_QUOTED or _DICTATES.search(lead) is not None
        if is_text and not _REPORTS.search(lead) and not _REPORTED_BEHIND.match(text, match.end()):
            spans.append(match.span())
    introduced = _INTRODUCES.search(text) if holds_any(text, _INTRODUCTION_ENDS) else None
    introduced = introduced or _SALUTES.search(text) or _letter(text)
    if introduced is not None and text[introduced.end() :].strip():
        spans.append((introduced.end(), len(text)))
    return spans


def _letter(text: str) -> re.Match[str] | None:
    """The salutation without a name of a letter that ends like one, or that stands behind a colon."""
    match = _LETTER.search(text)
    return match if match is not None and (match.start() or _ENDING.search(text, match.end())) else None


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


_MOST_ITEM_WORDS = 5


class ReplyLists:
    """The lists of a reply, each counted once: rows, bullets or parts of one sentence."""

    __slots__ = ("_bullets", "_counts", "_rows", "_starts", "_text")

    def __init__(self, text: str) -> None:
        self._text = text
        self._rows = table_rows(text)
        self._starts = [row.start for row in self._rows]
        self._bullets = -1
        self._counts: dict[tuple[int, int], int] = {}

    def length_around(self, start: int, end: int) -> int:
        """The number of things in the list that holds `text[start:end]`."""
        text = self._text
        row = bisect_right(self._starts, start) - 1
        if row >= 0 and start < self._rows[row].end:
            return len(self._rows)
        low, high = text.rfind("\n", 0, start) + 1, text.find("\n", end)
        high = high if high >= 0 else len(text)
        if _BULLET.match(text, low, high):
            return self._count_bullets()
        opens = max(text.rfind(mark, low, start) for mark in (". ", "! ", "? ", ": ", "\n"))
        closes = min((at for mark in (". ", "! ", "? ", "\n") if (at := text.find(mark, end)) >= 0), default=len(text))
        part = max(opens + 1, low), closes
        if part not in self._counts:
            items = [item.split() for item in _ITEM.split(text[slice(*part)])]
            self._counts[part] = sum(1 for item in items if 0 < len(item) <= _MOST_ITEM_WORDS)
        return self._counts[part]

    def _count_bullets(self) -> int:
        if self._bullets < 0:
            self._bullets = sum(_BULLET.match(line) is not None for line in self._text.split("\n"))
        return self._bullets
