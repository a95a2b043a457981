"""What a reply asserts: for each value that it names, whether it says so as current, past or not at all.

Decided per clause. "You moved from Oslo to Bergen" asserts Bergen as current and Oslo as past; questions,
guesses and quotations assert nothing; a report of what the user said ("you told me you live in Bergen")
asserts it. Soft hedges (`I think`, `I believe`, `if I remember correctly`) assert; guesses (`maybe`,
`perhaps`, `probably`) do not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from regulars.rewards.cues import load_cues
from regulars.values import Domain, Mention, ValueType, find_values, fold

__all__ = ["Assertion", "Status", "assertions"]


class Status(StrEnum):
    """How a reply means a value that it names."""

    CURRENT = "current"
    """Asserted as holding."""
    PAST = "past"
    """Asserted as having held."""
    HYPOTHETICAL = "hypothetical"
    """A guess, a condition, a plan, one of several."""
    QUESTIONED = "questioned"
    """Asked."""
    QUOTED = "quoted"
    """Inside somebody's literal words."""
    DENIED = "denied"
    """Asserted as not holding, or taken back."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A value that a reply names, and how; `text[start:end]` says it, a date at granularity `grain`."""

    value: str
    status: Status
    start: int
    end: int
    grain: str = ""


_SENTENCE_END = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n+")
_ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|mr|mrs|ms|dr|st|approx|ca|vs|a\.m|p\.m|sept?|jan|feb|mar|apr|jun|jul|aug|oct|nov|dec)$"
)
_SEGMENT_END = re.compile(
    r"[;()—]|\s[–-]\s|,?\s(?:but|however|although|though|whereas|while|because)\b"
    r"|,\s(?:so|which|where|and so)\b"
    r"|,?\sand\s(?=(?:you|it|now|then|your|later|that|this|i|have|are|is)\b)"
    r"|,\s(?=(?:you|your|it|it's|i|that|that's|we)\b)"
    r"|,\s(?:since|as|given that)\b|\s(?:since|as)\s(?=(?:you|the|your|we|it)\b)"
)
_ASKS = re.compile(
    r"[\s,;:(—–-]*(?:(?:and|but|or|so|then|also|now)\s+)*"
    r"(?:(?:do|does|did|is|are|was|were|have|has|had|would|could|should)(?:n't)?|shall|can|may|might|will|am"
    r"|what|which|who|whom|whose|where|when|how|why)\b"
)
_TAG = re.compile(
    r"[\s,]*(?:do|does|did|is|are|was|were|have|has|had|wo|ca)n't (?:you|it|that|they|i|we)\s*\?"
)
_QUOTES = re.compile(r"\"[^\"\n]{1,200}\"|«[^»\n]{1,200}»|(?<!\w)'[^'\n]{1,120}'(?!\w)")
_GLUE = re.compile(
    r"[\s,&/]*(?:(?:and|or|nor|also|in|at|on|the|a|an|to|of|for|both|then|as well as|plus)\b[\s,&/]*)*"
)
_ALTERNATIVE = re.compile(
    r"[\s,]*\bor\b\s*(?:(?:in|at|on|the|a|an|to|of|for|was it|is it|maybe|perhaps)\s+)*"
)
_FROM = re.compile(r"\bfrom\s+(?:[\w.]+\s+){0,2}$")
_ONWARD = re.compile(r"[^.;]*?\b(?:to|into|for|with|by)\s+(?:[\w.]+\s+){0,2}$")
_CHANGE = re.compile(
    r"\b(?:mov|chang|switch|relocat|shift|postpon|reschedul|push|brought|upgrad|updat|rose|rais|fell|drop|increas"
    r"|went|gone|go|up|down|replac|swap|trad|left|leav)\w*\b"
)
_MOVES_ON = re.compile(r"\b(?:then|later|afterwards|after that|now|nowadays|these days)\b|→|[-=]>")
_NOT_ALONE = re.compile(r"\b(?:not|instead of|rather than)\s+(?:(?:in|at|on|the|a|an|to)\s+)*$")
_LIST_END = re.compile(r"\b(?:or|nor|and)\b")
_RELATIVE = re.compile(r"\b(?:before|after|prior to|following|than)\s+(?:the\s+)?$")
_CONDITIONS = frozenset({"if", "unless", "in case", "whether"})
_TOLD_WHEN = re.compile(
    r"(?:\b(?:told|mentioned|said|wrote|talked|spoke|noted|shared|updated|asked|corrected|conversation|session|chat|message)\b"
    r"(?:\s+(?:me|us|this|it|so|about|last|back|again)){0,3}\s+(?:on|in|of|from|dated)|\bas of)\s+$"
)
_TOLD_THEN = re.compile(
    r"\s*,?\s*(?:you|we|i)\s+(?:had\s+|first\s+|also\s+)?"
    r"(?:told|mentioned|said|wrote|talked|spoke|noted|shared|discussed|asked|let me know)\b"
)
_STAMP = re.compile(r"[T\s]\d\d:\d\d[^\]]{0,12}\]")


def assertions(text: str, domain: Domain) -> list[Assertion]:
    """What `text` says of the values of `domain`, in text order, one entry for each time it names one."""
    clean, lowered, places = fold(text)
    mentions = find_values(clean, domain)
    if not mentions:
        return []
    if domain.type is ValueType.DATE:
        mentions = _without_telling_dates(lowered, mentions)
    statuses = _Reading(lowered, mentions, domain).statuses()
    if places is None:
        return [
            Assertion(m.value, status, m.start, m.end, m.grain)
            for m, status in zip(mentions, statuses, strict=True)
        ]
    return [
        Assertion(m.value, status, places[m.start], places[m.end - 1] + 1, m.grain)
        for m, status in zip(mentions, statuses, strict=True)
    ]


def _without_telling_dates(lowered: str, mentions: list[Mention]) -> list[Mention]:
    """Leaves out dates that say when something was told, as long as another date is left."""
    kept = [
        mention
        for mention in mentions
        if not (
            (lowered[mention.start - 1 : mention.start] == "[" and _STAMP.match(lowered, mention.end))
            or _TOLD_WHEN.search(lowered, max(mention.start - 60, 0), mention.start)
            or _TOLD_THEN.match(lowered, mention.end)
        )
    ]
    return kept or [m for m in mentions if lowered[m.start - 1 : m.start] != "["]


class _Reading:
    """One reading of a text: statuses of its mentions, sentence by sentence, segment by segment."""

    __slots__ = ("cues", "date", "mentions", "number", "text", "weak")

    def __init__(self, lowered: str, mentions: list[Mention], domain: Domain) -> None:
        self.cues = load_cues()
        self.mentions = mentions
        self.date = domain.type is ValueType.DATE
        self.number = domain.type is ValueType.NUMBER
        self.text = self.cues.neutral.sub(lambda match: " " * len(match[0]), lowered)
        self.weak: set[int] = set()

    def statuses(self) -> list[Status]:
        """The status of each mention, in order."""
        found: list[Status] = []
        for start, end, first, last in self._sentences():
            taken_back = self.cues.correction.search(self.text, start, self.mentions[first].start)
            if taken_back and found:
                found = [Status.DENIED if one is Status.CURRENT else one for one in found]
            found += self._sentence(start, end, first, last)
        self._settle_weak(found)
        self._quoted(found)
        return found

    def _sentences(self) -> list[tuple[int, int, int, int]]:
        """Start and end of each sentence that names a value, and the range of its mentions."""
        made = []
        start, first, count = 0, 0, len(self.mentions)
        for match in _SENTENCE_END.finditer(self.text):
            end = match.end()
            if first < count and self.mentions[first].start >= end:
                start = end
                continue
            if match[0][0] == "." and _ABBREVIATED.search(
                self.text, max(match.start() - 8, 0), match.start()
            ):
                continue
            last = first
            while last < count and self.mentions[last].start < end:
                last += 1
            if last > first and self.mentions[last - 1].end > end:
                continue
            made.append((start, end, first, last))
            start, first = end, last
            if first == count:
                return made
        made.append((start, len(self.text), first, count))
        return made

    def _sentence(self, start: int, end: int, first: int, last: int) -> list[Status]:
        cuts = self._cuts(start, end, first, last)
        asked_from = self._asked_from(start, end, cuts)
        found: list[Status] = []
        at = first
        for low, high in zip([start, *cuts], [*cuts, end], strict=True):
            upto = at
            while upto < last and self.mentions[upto].start < high:
                upto += 1
            if upto > at:
                found += self._segment(low, high, at, upto, end)
                at = upto
        if self.cues.uncertain.search(self.text, start, self.mentions[first].start):
            found = [Status.HYPOTHETICAL if one is Status.CURRENT else one for one in found]
        for index in range(first, last):
            if self.mentions[index].start >= asked_from:
                found[index - first] = Status.QUESTIONED
        return found

    def _cuts(self, start: int, end: int, first: int, last: int) -> list[int]:
        inside = self.mentions[first:last]
        return [
            match.end()
            for match in _SEGMENT_END.finditer(self.text, start, end)
            if not any(m.start <= match.start() < m.end for m in inside)
        ]

    def _asked_from(self, start: int, end: int, cuts: list[int]) -> int:
        """From where a sentence asks: its first segment that begins like a question, if it ends like one."""
        if "?" not in self.text[max(end - 6, start) : end]:
            return end
        commas = [match.end() for match in re.finditer(",", self.text[start:end])]
        begins = sorted({start, *cuts, *(start + comma for comma in commas)})
        opening = next((begin for begin in begins if _ASKS.match(self.text, begin, end)), start)
        return start if _TAG.match(self.text, opening, end) else opening

    def _segment(self, low: int, high: int, first: int, last: int, sentence_end: int) -> list[Status]:
        text = self.text
        found: list[Status] = []
        state, contrast = Status.CURRENT, False
        for index in range(first, last):
            mention = self.mentions[index]
            ends = sentence_end
            if index + 1 < len(self.mentions):
                ends = min(ends, self.mentions[index + 1].start)
            gap = self._gap(low, index, first)
            if index > first and state is Status.CURRENT and _ALTERNATIVE.fullmatch(gap):
                found[-1] = state = Status.HYPOTHETICAL
            elif index > first and _GLUE.fullmatch(gap):
                listed = not contrast or _LIST_END.search(text, mention.end, high)
                turns = state is Status.DENIED and "," in gap and not listed
                if turns or (state is Status.PAST and _ONWARD.fullmatch(gap)):
                    state = Status.CURRENT
            else:
                state = self._cue(gap, index)
                contrast = bool(_NOT_ALONE.search(gap))
                following = text[mention.end : ends] if index + 1 < last else ""
                if _FROM.search(gap) and (
                    _ONWARD.fullmatch(following) or _CHANGE.search(text, low, mention.start)
                ):
                    state = Status.PAST
            bound = (self.date and _RELATIVE.search(gap)) or (self.number and self._is_bound(gap))
            found.append(self._behind(index, Status.HYPOTHETICAL if bound else state, ends))
            if index > first:
                self._revise(found, gap)
        return found

    def _gap(self, low: int, index: int, first: int) -> str:
        """The words before a value, without those that belong to the value before it."""
        if index == first:
            return self.text[low : self.mentions[index].start]
        since, upto = self.mentions[index - 1].end, self.mentions[index].start
        behind = self.cues.after.match(self.text, since, upto)
        return self.text[behind.end() if behind else since : upto]

    def _revise(self, found: list[Status], gap: str) -> None:
        """What the words before the last value say of those before it: taken back, or left behind in time."""
        if self.cues.correction.search(gap):
            found[:-1] = [Status.DENIED] * (len(found) - 1)
        elif _MOVES_ON.search(gap):
            found[:-1] = [Status.PAST if one is Status.CURRENT else one for one in found[:-1]]

    def _is_bound(self, gap: str) -> bool:
        return any(not gap[match.end() :].strip() for match in self.cues.approximate.finditer(gap))

    def _cue(self, gap: str, index: int) -> Status:
        """The status that the words before a value give it."""
        state, ended = Status.CURRENT, 0
        for match in self.cues.before.finditer(gap):
            kind = match.lastgroup
            if kind == "weak_past":
                if state is Status.CURRENT and not self.cues.report.search(gap, 0, match.start()):
                    self.weak.add(index)
                continue
            status = Status(str(kind))
            if status is Status.PAST and self._is_mere_tense(match, gap):
                continue
            if (
                state is Status.DENIED
                and "," not in gap[ended : match.start()]
                and status is not Status.HYPOTHETICAL
            ):
                continue
            if state is Status.HYPOTHETICAL and status is not Status.DENIED:
                continue
            if status is Status.CURRENT:
                self.weak.discard(index)
            state, ended = status, match.end()
            ends_at_comma = status is Status.DENIED or match[0] in _CONDITIONS
            if ends_at_comma and "," in gap[ended:]:
                state = Status.CURRENT
        return state

    def _is_mere_tense(self, match: re.Match[str], gap: str) -> bool:
        """Whether a cue of the past is none here: of dates, or where somebody's words are reported."""
        if self.date and match[0].startswith(("until", "lived", "worked", "left", "sold")):
            return True
        return match[0].startswith(("lived", "worked")) and bool(
            self.cues.report.search(gap, 0, match.start())
        )

    def _behind(self, index: int, state: Status, end: int) -> Status:
        """The status after the words behind a value have been read too."""
        if state not in (Status.CURRENT, Status.DENIED):
            return state
        match = self.cues.after.match(self.text[:end], self.mentions[index].end)
        if match is None:
            return state
        if match.lastgroup == "weak_past":
            if not self.cues.report.search(self.text, match.end(), end):
                self.weak.add(index)
            return state
        if self.date and match.lastgroup == "past" and match[0].strip(" ,").startswith(("until", "before")):
            return state
        return Status(str(match.lastgroup)) if state is Status.CURRENT else state

    def _settle_weak(self, found: list[Status]) -> None:
        """A bare `was` ages a value only where the reply says of another one that it holds."""
        firm = {
            self.mentions[i].value
            for i, status in enumerate(found)
            if status is Status.CURRENT and i not in self.weak
        }
        for index in self.weak:
            if found[index] is Status.CURRENT and firm - {self.mentions[index].value}:
                found[index] = Status.PAST

    def _quoted(self, found: list[Status]) -> None:
        """Values within literal words are quoted; a value alone in quotation marks is only set off."""
        if '"' not in self.text and "'" not in self.text and "«" not in self.text:
            return
        for match in _QUOTES.finditer(self.text):
            inside = [
                index
                for index, mention in enumerate(self.mentions)
                if match.start() < mention.start and mention.end < match.end()
            ]
            if not inside:
                continue
            edges = [match.start()]
            for index in inside:
                edges += [self.mentions[index].start, self.mentions[index].end]
            edges.append(match.end())
            around = (self.text[low:high] for low, high in zip(edges[::2], edges[1::2], strict=True))
            if any(character.isalnum() for part in around for character in part):
                for index in inside:
                    found[index] = Status.QUOTED
