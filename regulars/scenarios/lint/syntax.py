"""Sorts phrases into families of syntax, coarsely: how a sentence opens, and what links its value to the rest.

Held-out wordings test whether somebody understands, so they differ from open ones in construction, not only in words.
`I moved to {value}` and `I went to {value}` are one family; `{value} is home these days` is another.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_BREAK = re.compile(r"(?<=[.!?])\s+")
_TOKEN = re.compile(r"\{\w+\}|[\w’']+|[,:;—–()]")

_OPENERS = {
    "I": "i i'm i've i'd i'll me im ive",
    "my": "my our mine ours",
    "we": "we we're we've we'll us",
    "it": "it it's its there there's that that's this these those here here's",
    "wh": "what which who whom whose where why how what's who's where's when's how's",
    "aux": "do does did is are was were can could will would should may have has had shall",
    "you": "you your you're you've you'll",
    "link": "since after before when while because if although though as now until once so and but or",
    "preposition": "in on at by for from to with of about into under over out up off instead besides",
    "article": "the a an one some another",
}
_LINKS = {
    "be": "is are was were be been being am i'm it's that's we're he's she's they're there's",
    "called": "called named titled dubbed",
    "to": "to into onto towards",
    "in": "in on at near inside within",
    "with": "with without by beside alongside",
    "for": "for of from about as than like over under off",
    "and": "and or but also",
    "have": "have has had i've we've got get getting",
    "mark": ", : ; — – ( )",
}
_OPENER_OF = {word: name for name, words in _OPENERS.items() for word in words.split()}
_LINK_OF = {word: name for name, words in _LINKS.items() for word in words.split()}
_DETERMINERS = frozenset(("a", "an", "the", "my", "our", "some", "this", "that", "another", "any"))
_SKIPPED = frozenset(
    (
        "well", "oh", "ok", "okay", "right", "hey", "yes", "no", "so", "and", "but", "btw", "anyway", "also", "just",
        "now", "today", "please", ",", "—",
    )
)  # fmt: skip


class Family(NamedTuple):
    """A family of syntax.

    Attributes:
        opener: The class of the first word of the sentence that holds the value, or of the last sentence. A question
            word or auxiliary stands for itself.
        before: What stands before the value: a class of link, `verb` for any other word, `start` for nothing. Without
            a value: the class of the second word.
        after: What stands after the value: a class of link, `word` for any other word, `end` for nothing. Without a
            value: the first of `I`, `my` and `we` that follows the opener, else `none`.
    """

    opener: str
    before: str
    after: str


def syntax_family(line: str) -> Family:
    """The family of a phrase.

    A phrase without a value is sorted by its last sentence: its first word, its second, and whether it speaks of `I`.
    `When` opens a question before an auxiliary (`When did I ...`), and a clause before anything else (`When I ...`).

    Example:
        >>> syntax_family("I moved to {value} last spring.")
        Family(opener='I', before='to', after='word')
        >>> syntax_family("{value} is home these days.")
        Family(opener='value', before='start', after='be')
        >>> syntax_family("Which city do I live in?")
        Family(opener='which', before='noun', after='I')
    """
    sentences = _BREAK.split(line.strip().replace("’", "'"))
    told = next((sentence for sentence in sentences if "{value}" in sentence), "")
    tokens = [token.lower() for token in _TOKEN.findall(told or sentences[-1])]
    while len(tokens) > 1 and tokens[0] in _SKIPPED:
        tokens.pop(0)
    if not told:
        return _question(tokens)
    at = tokens.index("{value}")
    opener = "value" if at == 0 else _OPENER_OF.get(tokens[0], "word")
    before = at - 1
    while before > 0 and tokens[before] in _DETERMINERS:
        before -= 1
    left = _LINK_OF.get(tokens[before], "verb") if before >= 0 else "start"
    right = _LINK_OF.get(tokens[at + 1], "word") if at + 1 < len(tokens) else "end"
    return Family(opener, left, right)


def _question(tokens: list[str]) -> Family:
    second = _OPENER_OF.get(tokens[1], "noun") if len(tokens) > 1 else "end"
    kind = "wh" if tokens[0] == "when" and second == "aux" else _OPENER_OF.get(tokens[0], "verb")
    opener = tokens[0] if kind in ("wh", "aux", "you") else kind
    person = next((name for token in tokens[1:] if (name := _OPENER_OF.get(token)) in ("I", "my", "we")), "none")
    return Family(opener, second, person)
