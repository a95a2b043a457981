"""Parts a reply into statements about named things, each with its words for time and its dates.

`Oslo now, previously Bergen` makes two statements. One that is nothing but a time belongs to its neighbour: `In
January: Bergen`, `Oslo, originally`.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from regulars.rewards.choices.times.days_told import Day, find_days
from regulars.rewards.choices.times.time_words import DATE, NAME, TimeCue, boundaries

_SHORT_FORM = re.compile(r"\b(?:dr|mr|mrs|ms|st|prof|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.")
_LABEL_LINE = re.compile(r":[\s*_]*\n[\s>*•-]*")
_MARKS = re.compile(r"[*_\"`“”]")
_SENTENCE_END = re.compile(r"[.!?…;]+(?=[\s)]|$)|\n+")
_TAG = re.compile(r"(?:\w+n't \w+|right|no|correct|yes)\s*\?$")
_FILLERS = re.compile(
    r"\b(?:it|it's|its|was|were|is|are|be|been|being|you|you've|you'd|you're|had|have|has|your|the|a|an|of|as|on|at|in"
    r"|to|by|so|that|this|there|they|they're|told|tell|me|mentioned|mention|said|say|i|i've|my|came|come|comes|up|about"
    r"|around|only|just|again|also|well|one|ones|yes|far|with|for|from|s|early|late|mid|end|middle|until|till|before"
    r"|when|sometime|time|still|right|correct|true|valid|holds|stands|what|counts|applies|answer|option|figure|number"
    r"|amount|value|which)\b"
)
"""Words that add nothing to a time."""


@dataclass(frozen=True, slots=True)
class NamedOption:
    """Where a reply names one of several things, which are numbered from 0 on."""

    thing: int
    start: int
    end: int


@dataclass(slots=True)
class TimeStatement:
    """One statement: its span, its sentence, the names in it, and the words for time and dates that belong to it."""

    start: int
    end: int
    sentence: int
    named: list[NamedOption] = field(default_factory=list)
    cues: list[TimeCue] = field(default_factory=list)
    days: list[Day] = field(default_factory=list)

    @property
    def has_time(self) -> bool:
        """Whether it says when."""
        return bool(self.cues or self.days)


class TimedText:
    """A reply with signs in place of names and dates, in sentences.

    Args:
        lowered: The reply, case folded.
        named: Where it names things.
    """

    __slots__ = ("_starts", "days", "masked", "sentences")

    def __init__(self, lowered: str, named: Sequence[NamedOption]) -> None:
        text = _SHORT_FORM.sub(lambda match: match[0][:-1] + " ", lowered)
        text = _LABEL_LINE.sub(lambda match: ": ".ljust(len(match[0])), text)
        text = _MARKS.sub(" ", text)
        signs = list(text)
        for one in named:
            signs[one.start : one.end] = NAME * (one.end - one.start)
        text = "".join(signs)
        self.days = find_days(text)
        for day in self.days:
            signs[day.start : day.end] = DATE * (day.end - day.start)
        self.masked = "".join(signs)
        self.sentences = [*self._sentences()]
        self._starts = [low for low, _ in self.sentences]

    def _sentences(self) -> Iterator[tuple[int, int]]:
        start = 0
        for match in _SENTENCE_END.finditer(self.masked):
            yield start, match.end()
            start = match.end()
        yield start, len(self.masked)

    def sentence_of(self, at: int) -> int:
        """The number of the sentence at a place."""
        return bisect_right(self._starts, at) - 1

    def start_of(self, at: int) -> int:
        """Where the sentence at a place begins."""
        return self._starts[self.sentence_of(at)]

    def is_asked(self, at: int) -> bool:
        """Whether the sentence at a place asks; one with a tag does not."""
        low, high = self.sentences[self.sentence_of(at)]
        sentence = self.masked[low:high].rstrip()
        return sentence.endswith("?") and _TAG.search(sentence) is None

    def statements(self, named: Sequence[NamedOption], cues: Sequence[TimeCue]) -> list[TimeStatement]:
        """The statements of all sentences that do not ask, each time with the names that it belongs to."""
        made: list[TimeStatement] = []
        for number, (low, high) in enumerate(self.sentences):
            if self.is_asked(low):
                continue
            cuts = [(low, low), *((low + a, low + b) for a, b in boundaries(self.masked[low:high])), (high, high)]
            own = [TimeStatement(cuts[i][1], cuts[i + 1][0], number) for i in range(len(cuts) - 1)]
            for one in own:
                one.named = [name for name in named if one.start <= name.start < one.end]
                one.cues = [cue for cue in cues if one.start <= cue.start < one.end]
                one.days = [day for day in self.days if one.start <= day.start < one.end]
            self._attach(own)
            made += own
        return made

    def is_only_time(self, one: TimeStatement) -> bool:
        """Whether a statement names nothing and says nothing but a time."""
        if one.named or not one.has_time:
            return False
        words = list(self.masked[one.start : one.end])
        for cue in one.cues:
            low, high = max(cue.start - one.start, 0), cue.end - one.start
            words[low:high] = " " * len(words[low:high])
        return not any(map(str.isalpha, _FILLERS.sub(" ", "".join(words).replace(DATE, " "))))

    def _attach(self, some: Sequence[TimeStatement]) -> None:
        """Moves the times of statements that are nothing but a time to their neighbours in the sentence."""
        naming = [index for index, one in enumerate(some) if one.named]
        times = [index for index, one in enumerate(some) if self.is_only_time(one)]
        if not naming or not times:
            return
        leads = times[0] < naming[0]
        for index in times:
            left = max((at for at in naming if at < index), default=None)
            right = min((at for at in naming if at > index), default=None)
            if left is None or right is None:
                at = left if right is None else right
            elif some[left].has_time != some[right].has_time:
                at = right if some[left].has_time else left
            else:
                at = right if leads else left
            if at is not None:
                some[at].cues += some[index].cues
                some[at].days += some[index].days
                some[index].cues, some[index].days = [], []
