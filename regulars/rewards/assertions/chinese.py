"""What a Chinese reply asserts: for each value that it names, whether as current, as past or not at all.

The statuses are those of English, with separate cues (`phrases_chinese.toml`): `从上海搬到成都` is Shanghai past and
Chengdu current, `不是上海` denies, `可能是成都` guesses, `成都，对吗？` asks. The text is read clause by clause.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import part_start
from regulars.values import Domain, Mention, ValueType

_FILE = "phrases_chinese.toml"
_SENTENCE_END = re.compile(r"[。!?;…\n]+")
_CUT = re.compile(r",|:(?!\d)|但是?|不过|可是|然而|而(?!是|不|非|且)|只是|\(|\)|—+")
_QUOTES = re.compile(r"\"[^\"\n]{1,120}\"|「[^」\n]{1,120}」|『[^』\n]{1,120}』|«[^»\n]{1,120}»")
_SPLITS_LIST = re.compile(r"^[\s,、]*$")


@dataclass(frozen=True, slots=True)
class ChineseCues:
    """Compiled patterns over text with narrow punctuation: the tables of `phrases_chinese.toml`, as `table.list`."""

    patterns: Mapping[str, re.Pattern[str]]

    def __getitem__(self, name: str) -> re.Pattern[str]:
        return self.patterns[name]


@lru_cache(maxsize=1)
def load_chinese_cues() -> ChineseCues:
    """The cues, loaded once."""
    read: dict[str, Any] = tomllib.loads(files("regulars.rewards.assertions").joinpath(_FILE).read_text("utf-8"))
    made = {
        f"{table}.{name}": re.compile("|".join(f"(?:{phrase})" for phrase in phrases))
        for table, lists in read.items()
        for name, phrases in lists.items()
    }
    relations = made["somebody.relations"].pattern
    for name in ("somebody.people", "somebody.user", "somebody.owner"):
        made[name] = re.compile(made[name].pattern.replace("{relation}", f"(?:{relations})"))
    order = ("hypothetical", "planned", "past", "denied", "current", "moved")
    before = "|".join(f"(?P<{name}>{made[f'status.{name}'].pattern})" for name in order)
    return ChineseCues({**made, "before": re.compile(before)})


def without_chinese_disclosure_dates(text: str, mentions: list[Mention]) -> list[Mention]:
    """Leaves out dates on which something was disclosed, as long as another date remains."""
    told = load_chinese_cues()["dates.told_after"]
    kept = [mention for mention in mentions if not told.match(text, mention.end)]
    return kept or mentions


def chinese_statuses(lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[AssertionStatus]:
    """The status of each mention, in order.

    Args:
        lowered: Case-folded text with narrow punctuation.
        mentions: The values found in it.
        domain: The domain of the values.
    """
    return _ChineseReading(lowered, mentions, domain).statuses()


class _ChineseReading:
    """One reading of a Chinese text."""

    __slots__ = ("cues", "domain", "mentions", "original", "text")

    def __init__(self, lowered: str, mentions: Sequence[Mention], domain: Domain) -> None:
        self.cues = load_chinese_cues()
        self.original = lowered
        self.text = self.cues["neutral.phrases"].sub(lambda match: "_" * len(match[0]), lowered)
        self.mentions = mentions
        self.domain = domain

    def statuses(self) -> list[AssertionStatus]:
        found: list[AssertionStatus] = []
        start = at = 0
        for match in [*_SENTENCE_END.finditer(self.text), None]:
            end = match.end() if match else len(self.text)
            upto = at
            while upto < len(self.mentions) and self.mentions[upto].start < end:
                upto += 1
            if upto > at:
                found += self._sentence(start, end, at, upto)
                at = upto
            start = end
        self._take_back(found)
        self._quoted(found)
        return found

    def _sentence(self, start: int, end: int, first: int, last: int) -> list[AssertionStatus]:
        asks_from = self._asked_from(start, end)
        cuts = [cut.end() for cut in _CUT.finditer(self.text, start, end)]
        found: list[AssertionStatus] = []
        for index in range(first, last):
            mention = self.mentions[index]
            since = self.mentions[index - 1].end if index > first else start
            gap = self.text[since : mention.start]
            place = bisect_right(cuts, mention.start)
            low = cuts[place - 1] if place else start
            ends = self.mentions[index + 1].start if index + 1 < last else end
            state = self._before(found, index, gap, max(low, since), mention)
            if state is AssertionStatus.CURRENT and self._is_foreign(start, mention, ends):
                state = AssertionStatus.FOREIGN
            found.append(self._behind(mention, state, ends))
            if index > first:
                self._look_back(found, gap)
        return [
            AssertionStatus.QUESTIONED
            if self.mentions[first + at].start >= asks_from and one is not AssertionStatus.DENIED
            else one
            for at, one in enumerate(found)
        ]

    def _before(
        self, found: list[AssertionStatus], index: int, gap: str, low: int, mention: Mention
    ) -> AssertionStatus:
        """The status from the words before a value, or from the previous value in a list."""
        is_open = found and found[-1] in (AssertionStatus.CURRENT, AssertionStatus.HYPOTHETICAL)
        if is_open and self.cues["glue.alternative"].fullmatch(gap):
            self._leave_open(found, index)
            return AssertionStatus.HYPOTHETICAL
        if found and self._is_either(found, gap):
            return AssertionStatus.HYPOTHETICAL
        goes_on = found and not ("," in gap and found[-1] in (AssertionStatus.PAST, AssertionStatus.DENIED))
        if goes_on and self.cues["glue.list"].fullmatch(gap):
            return found[-1]
        if found and self.cues["glue.instead"].fullmatch(gap):
            return AssertionStatus.DENIED
        if self._leads_on(mention, low):
            return AssertionStatus.PAST
        state = AssertionStatus.CURRENT
        clause = self.text[low : mention.start]
        for match in self.cues["before"].finditer(clause):
            kind = match.lastgroup
            if kind == "planned":
                kind = "current" if self.domain.type is ValueType.DATE else "hypothetical"
            if kind == "moved":
                kind = "denied" if state is AssertionStatus.DENIED else "current"
            status = AssertionStatus(str(kind))
            if status is AssertionStatus.PAST and (
                self.domain.type is ValueType.DATE or self._is_reported(low, match.start())
            ):
                continue
            if state is AssertionStatus.HYPOTHETICAL and status is not AssertionStatus.DENIED:
                continue
            if state is AssertionStatus.DENIED and status is AssertionStatus.PAST:
                continue
            state = status
        if state is AssertionStatus.CURRENT and self._was_a_date(clause):
            return AssertionStatus.PAST
        if state is AssertionStatus.CURRENT and self._follows_from_a_condition(low):
            return AssertionStatus.HYPOTHETICAL
        return self._bounded(state, clause, mention)

    def _is_either(self, found: list[AssertionStatus], gap: str) -> bool:
        """Whether a value follows another one in `不是…就是…`, which asserts neither."""
        if found[-1] is not AssertionStatus.DENIED or not self.cues["glue.either"].fullmatch(gap):
            return False
        found[-1] = AssertionStatus.HYPOTHETICAL
        return True

    def _was_a_date(self, clause: str) -> bool:
        """Whether the words before a date say that it was the date at first."""
        if self.domain.type is not ValueType.DATE:
            return False
        return any(match.end() == len(clause) for match in self.cues["dates.was_before"].finditer(clause))

    def _follows_from_a_condition(self, low: int) -> bool:
        """Whether a clause depends on a condition in the one before it: `如果还没搬，那就是上海`."""
        if not self.cues["condition.consequence"].match(self.text, low):
            return False
        begin = part_start(self.text, _SENTENCE_END, low)
        return self.cues["condition.phrases"].search(self.text, begin, low) is not None

    def _leave_open(self, found: list[AssertionStatus], index: int) -> None:
        """Asserts no value of a list that ends in `或者` before the value at `index`."""
        found[-1] = AssertionStatus.HYPOTHETICAL
        for back in range(2, len(found) + 1):
            between = self.text[self.mentions[index - back].end : self.mentions[index - back + 1].start]
            if found[-back] is not AssertionStatus.CURRENT or not _SPLITS_LIST.match(between):
                return
            found[-back] = AssertionStatus.HYPOTHETICAL

    def _is_reported(self, low: int, place: int) -> bool:
        """Whether a cue of the past tells when something was said, rather than when it held."""
        report = self.cues["report.phrases"].search(self.text, low)
        return report is not None and report.start() <= low + place < report.end()

    def _leads_on(self, mention: Mention, low: int) -> bool:
        """Whether something was changed from this value."""
        begins = list(self.cues["glue.from"].finditer(self.text, low, mention.start))
        changes = self.cues["glue.to"].match(self.text, mention.end) is not None
        return changes and bool(begins) and begins[-1].end() == mention.start

    def _bounded(self, state: AssertionStatus, clause: str, mention: Mention) -> AssertionStatus:
        if state is not AssertionStatus.CURRENT:
            return state
        cues, text = self.cues, self.text
        if self.domain.type is ValueType.NUMBER:
            unit = len(self.domain.unit) if text.startswith(self.domain.unit, mention.end) else 0
            near = [one for one in cues["numbers.bounds"].finditer(clause) if len(clause) - one.end() <= 2]
            if near or cues["numbers.bounds_after"].match(text, mention.end + unit):
                return AssertionStatus.HYPOTHETICAL
            if self.mentions[0] is not mention and cues["numbers.over_a_span"].search(clause):
                return AssertionStatus.HYPOTHETICAL
        if self.domain.type is ValueType.DATE:
            near = [one for one in cues["dates.relative_before"].finditer(clause) if one.end() == len(clause)]
            if near or cues["dates.relative_after"].match(text, mention.end):
                return AssertionStatus.HYPOTHETICAL
        return state

    def _behind(self, mention: Mention, state: AssertionStatus, end: int) -> AssertionStatus:
        """The status after reading the words behind a value too."""
        if state is not AssertionStatus.CURRENT:
            return state
        at = mention.end
        while at < end and self.text[at] in "\"'*」』 了":
            at += 1
        for kind in ("denied", "past", "hypothetical"):
            if self.domain.type is ValueType.DATE and kind == "past":
                if self.cues["dates.was_after"].match(self.text, at, end):
                    return AssertionStatus.PAST
                continue
            if self.cues[f"after.{kind}"].match(self.text, at, end):
                return AssertionStatus(kind)
        return state

    def _look_back(self, found: list[AssertionStatus], gap: str) -> None:
        """Replaces earlier values by a later one."""
        onward = self.cues["glue.onward"].search(gap)
        if onward and found[-1] is AssertionStatus.CURRENT:
            found[:-1] = [AssertionStatus.PAST if one is AssertionStatus.CURRENT else one for one in found[:-1]]

    def _is_foreign(self, start: int, mention: Mention, end: int) -> bool:
        """Whether a value's clause is about another person than the user."""
        if self.cues["somebody.owner"].match(self.text, mention.end, end):
            return True
        people = list(self.cues["somebody.people"].finditer(self.text, start, mention.start))
        if not people or self.cues["report.phrases"].search(self.text, people[-1].end(), mention.start):
            return False
        return not self.cues["somebody.user"].search(self.text, people[-1].end(), mention.start)

    def _asked_from(self, start: int, end: int) -> int:
        """Where a sentence starts to ask; its end if it does not. A tag question covers its whole statement."""
        words = self.text[start:end]
        if not re.search(r"\?", words[-3:]) and not re.search(r"(?:吗|么)[。!\s]*$", words):
            return end
        tag = self.cues["question.tags"].search(words)
        if tag is not None:
            return start
        cuts = [match.end() for match in re.finditer(",", words)]
        before = 0
        for low, high in pairwise([0, *cuts, len(words)]):
            if self.cues["question.words"].search(words, low, high):
                return start + (before if self.cues["question.goes_on"].match(words, low) else low)
            before = low
        return start

    def _take_back(self, found: list[AssertionStatus]) -> None:
        """Denies values that are corrected afterwards, if another value follows the correction."""
        for match in self.cues["correction.phrases"].finditer(self.original):
            behind = [index for index, mention in enumerate(self.mentions) if mention.start >= match.end()]
            if not any(found[index] is AssertionStatus.CURRENT for index in behind):
                continue
            before = [index for index, mention in enumerate(self.mentions) if mention.end <= match.start()]
            for index in before:
                if found[index] in (AssertionStatus.CURRENT, AssertionStatus.HYPOTHETICAL):
                    found[index] = AssertionStatus.DENIED

    def _quoted(self, found: list[AssertionStatus]) -> None:
        """Marks values inside quoted words as quoted, unless the quotation is the value itself."""
        for match in _QUOTES.finditer(self.original):
            for index, mention in enumerate(self.mentions):
                inside = match.start() < mention.start and mention.end < match.end()
                if inside and match.end() - match.start() > mention.end - mention.start + 4:
                    found[index] = AssertionStatus.QUOTED
