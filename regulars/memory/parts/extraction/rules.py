"""Reads statements by general English patterns, without a list of attributes: "my X is Y", "I moved to Y".

This is the default reader of memories. The patterns come from English grammars: possession, copulas and the commonest
verbs of self-report. They use no file of the language packs, and share no four words in a row with them, except a
subject with one verb and its particles ("I was born in"). An attribute is the head noun after "my", or a plain word for
a verb (`home`, `job`, `like`, `visit`). Values are the original words without articles.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.text.sentences import sentences

LONGEST_VALUE = 8
"""The most words of a value; anything longer is a clause."""

_END = (
    r"(?=[,.;:!?]|$|\s+(?:and|but|because|so|since|which|who|where|when|while|if|as|though|although|until|after|before|"
    r"for|with|now|nowadays|these days|at the moment|again|too|anymore|any more|lately|recently|today|yesterday|"
    r"last|this|next|ago|every)\b)"
)
_VALUE = rf"(?P<value>[^,.;:!?]+?){_END}"
_ADVERBS = r"(?:(?:just|really|also|always|still|now|recently|finally|absolutely|actually|currently|already)\s+)*"
_I = rf"\b(?:i|we)(?:'m| am|'ve| have|'d| had|'re| are)?\s+{_ADVERBS}"
_BE = r"(?:is|are|was|were|has been|will be|'s)"
_ARTICLE = re.compile(r"^(?:(?:a|an|the|my|our|some|another|one of)\s+)+", re.IGNORECASE)
_CALLED = re.compile(r"^(?P<noun>.+?)\s+(?:called|named)\s+(?P<name>.+)$", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_OVER = re.compile(r"\b(?:any ?more|no longer)\b", re.IGNORECASE)
_ASKS = ("?", "？")

LIKE, DISLIKE, HAVE = "like", "dislike", "have"


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A pattern and the claim that it makes.

    Attributes:
        said: The pattern, with the group `value`. If it has a group `noun`, the head of the noun is the attribute.
        attribute: The attribute of a pattern without a noun.
        many: Whether several values can hold at once.
        holds: Whether the claim says that the value holds.
    """

    said: re.Pattern[str]
    attribute: str = ""
    many: bool = False
    holds: bool = True


def _pattern(words: str, attribute: str = "", *, many: bool = False, holds: bool = True) -> _Pattern:
    return _Pattern(re.compile(words, re.IGNORECASE), attribute, many, holds)


_NOUN = r"(?P<noun>[^,.;:!?]{1,40}?)"
_NOT = r"(?:do not|don't|did not|didn't|no longer|never)"

_DEEDS = {
    "go": "go to|going to|went to|been to|gone to|headed to|travelled to|traveled to",
    "visit": "visit|visited|visiting|stayed at|stayed in",
    "meet": "met|meet|met up with|hung out with|catch up with|caught up with",
    "see": "saw|seen|watched|watching|watch",
    "read": "read|reading|finished reading",
    "make": "made|make|making|built|baked|cooked|painted|drew|wrote|written|writing|created",
    "start": "started|start|starting|began|begun|took up|picked up|joined|signed up for|enrolled in",
    "finish": "finished|completed|graduated from|passed|won",
    "lose": "lost|broke|sold",
    "plan": "plan to|planning to|planning|want to|hope to|hoping to|going to|thinking about|thinking of|decided to",
    "try": "tried|try|trying|tried out",
    "do": "do|did|done|doing|went|go|going",
}
"""Common verbs for past and planned actions, and their forms."""

_PATTERNS = (
    _pattern(rf"\b(?:my|our) name (?:is|'s) {_VALUE}", "name"),
    _pattern(rf"\b(?:call me|i go by) {_VALUE}", "name"),
    _pattern(rf"\bi(?:'m| am) (?P<value>\d+)(?: years old)?{_END}", "age"),
    _pattern(rf"\b(?:my|our) {_NOUN} {_BE} (?:called |named |now )?(?!not\b){_VALUE}"),
    _pattern(rf"\bi no longer live (?:in|at) {_VALUE}", "home", holds=False),
    _pattern(rf"{_I}(?:live|lived|living|reside|based|settled) (?:in|at|on|near) {_VALUE}", "home"),
    _pattern(rf"{_I}(?:moved|moving|relocated)(?: from [^,.;!?]+?)? to {_VALUE}", "home"),
    _pattern(rf"\bi(?:'m| am| come) (?:originally )?from {_VALUE}", "origin"),
    _pattern(rf"\bi was born (?:in|on) {_VALUE}", "birth"),
    _pattern(rf"{_I}(?:work|worked|working) as (?P<value>[^,.;:!?]+?)(?:(?= (?:at|in|on)\b)|{_END})", "job"),
    _pattern(rf"{_I}(?:work|worked|working|employed) (?:at|for|with) {_VALUE}", "employer"),
    _pattern(rf"\bi(?:'m| am| became) (?P<value>an? [^,.;:!?]+?){_END}", "self", many=True),
    _pattern(rf"\bi(?:'m| am) allergic to {_VALUE}", "allergy", many=True),
    _pattern(rf"\bi(?:'m| am|'ve been) (?:married|engaged) to {_VALUE}", "partner"),
    _pattern(rf"{_I}(?:speak|learning|studying|study) {_VALUE}", "study", many=True),
    _pattern(rf"{_I}(?:drive|ride) {_VALUE}", "vehicle"),
    _pattern(rf"{_I}(?:play|playing) {_VALUE}", "play", many=True),
    _pattern(rf"{_I}(?:eat|drink|have) {_VALUE} (?:for|at) (?P<noun>breakfast|lunch|dinner|supper)\b"),
    _pattern(rf"\bi (?:do not|don't) (?:like|love|enjoy) {_VALUE}", DISLIKE, many=True),
    _pattern(rf"{_I}(?:like|love|enjoy|adore|prefer)(?:d|s)? {_VALUE}", LIKE, many=True),
    _pattern(rf"{_I}(?:hate|dislike|detest|can't stand|cannot stand) {_VALUE}", DISLIKE, many=True),
    _pattern(rf"\bi(?:'ve| have)? (?:stopped|quit|gave up|given up) {_VALUE}", HAVE, many=True, holds=False),
    _pattern(rf"\bi {_NOT} (?:have|own|use) (?:any |an? |the |my )?{_VALUE}", HAVE, many=True, holds=False),
    _pattern(
        r"\b(?:i|we)(?: have|'ve)?(?: got| just)? (?:have|own|got|bought|adopted|ordered|keep) "
        rf"(?P<value>(?:an?|the|my|some|two|three|four|five|\d+|new) [^,.;:!?]+?){_END}",
        HAVE,
        many=True,
    ),
    *(_pattern(rf"{_I}(?:been )?(?:{forms}) {_VALUE}", verb, many=True) for verb, forms in _DEEDS.items()),
)


@dataclass(frozen=True, slots=True)
class RuleReader:
    """Reads statements by general English patterns. Text in other languages gives sentences without claims."""

    def statements(self, part: Draft) -> Sequence[Statement]:
        """A person's sentences, except questions, each with its claims."""
        if said_by_assistant(part):
            return ()
        said = (sentence for sentence in sentences(part.text) if not sentence.endswith(_ASKS))
        return tuple(Statement(sentence, tuple(_claims(part.name, sentence))) for sentence in said)

    def unwanted(self, part: Draft) -> Sequence[str]:
        """The head nouns of the things that a turn asks to forget or delete."""
        if said_by_assistant(part):
            return ()
        found = (match for sentence in sentences(part.text) for match in _FORGET.finditer(sentence.replace("’", "'")))
        return tuple(dict.fromkeys(head for match in found if (head := _head(match["noun"]))))


_FORGET = re.compile(
    r"\b(?:forget|delete|erase|remove)\b[^.;!?]*?\b(?:my|our) (?P<noun>[^,.;:!?]{1,40}?)(?=[,.;:!?]|$)", re.IGNORECASE
)


def _claims(name: str, sentence: str) -> Iterator[Claim]:
    """The claims of a sentence. If two overlap, the one whose pattern comes first counts."""
    plain = sentence.replace("’", "'")
    taken: list[tuple[int, int]] = []
    for pattern in _PATTERNS:
        for match in pattern.said.finditer(plain):
            start, end = match.span("value")
            if any(start < other_end and other_start < end for other_start, other_end in taken):
                continue
            claim = _claim(name, pattern, match, bool(_OVER.search(plain)))
            if claim is not None:
                taken.append((start, end))
                yield claim


def _claim(name: str, pattern: _Pattern, match: re.Match[str], over: bool) -> Claim | None:
    value = _bare(match["value"])
    attribute = pattern.attribute or _head(match["noun"])
    called = _CALLED.match(value)
    if called is not None and pattern.attribute == HAVE:
        attribute, value = _head(called["noun"]), called["name"]
    if not attribute or not value or len(value.split()) > LONGEST_VALUE:
        return None
    holds = pattern.holds and not (over and pattern.attribute in (LIKE, HAVE))
    return Claim(name, attribute, value, holds=holds, many=pattern.many)


def _bare(written: str) -> str:
    return _ARTICLE.sub("", " ".join(written.split()))


def _head(phrase: str) -> str:
    """The head of a noun phrase with its owner: the last word before a preposition, lower-case and singular.

    For a name, the owner is the attribute: "my sister's name" gives `sister`.
    """
    before = re.split(r"\b(?:of|for|in|at|on|from|to|with|about)\b", phrase.lower(), maxsplit=1)[0]
    words: list[str] = _WORD.findall(before)
    if not words:
        return ""
    owner = next((word.removesuffix("'s") for word in words[:-1] if word.endswith("'s")), "")
    head = _singular(words[-1].removesuffix("'s"))
    return owner if owner and head == "name" else f"{owner} {head}".strip()


def _singular(noun: str) -> str:
    if len(noun) <= 3 or not noun.endswith("s") or noun.endswith(("ss", "us", "is")):
        return noun
    return noun[:-2] if noun.endswith(("shes", "ches", "xes", "sses")) else noun[:-1]
