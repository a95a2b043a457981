"""Settles what a reply means by its values once every clause has been read: later words change earlier ones.

A value may be denied or corrected later, stand in quoted words, be struck through, or lie in a row of a table that says
no. A bare `was` ages a value only if the reply names another one that holds.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence

from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.assertions.body import struck_spans
from regulars.rewards.assertions.clauses import GLUE
from regulars.rewards.assertions.cues import load_cues
from regulars.rewards.assertions.figures.quotations import answers_in_quotes, quotes_user
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.assertions.tables import settle_tables
from regulars.rewards.text_parts import part_start
from regulars.values import Mention

_QUOTES = re.compile(r"\"[^\"\n]{1,200}\"|«[^»\n]{1,200}»|(?<!\w)'[^'\n]{1,120}'(?!\w)")
_SELF_REPAIR = re.compile(r"[\s,]*(?:i mean|i meant|rather|sorry)(?!\w)")
_REPORTED = re.compile(
    r"\b(?:told|said|(?<!should )(?<!could )(?<!would )(?<!might )(?<!can )say|says|wrote|written|words?|quot\w+"
    r"|text(?:ed|s)|messages?|reads?|mentioned|(?<!to )(?<!can )(?<!could )(?<!would )(?<!might )(?<!'d )put it"
    r"|stated|spoke|phrase)\b"
)
_THEN_REPORTED = re.compile(
    r"[\s,.]*(?:(?:were|was|is|are) (?:your|what you)|you (?:wrote|said|told|put|texted|once)|as you"
    r"|from (?:our|your) (?:\w+ )?(?:chat|conversation|session|message|talk|note)s?)\b"
)
_OFFERED = re.compile(
    r"[\s,.:;—–-]*(?:that(?:'s| is| would be)? |this |it )?(?:would (?:make|do|be|work)|could (?:be|work)"
    r"|might (?:do|be|work)|is (?:how|what) i(?:'d| would))"
)
_HERE = re.compile(
    r"\bhere(?:'s| is| goes) (?:the|your|a|my) (?:\w+ )?(?:note|memo|text|message|card|draft|line|letter"
    r"|mail|email|notice|post|entry|list)\b"
)
_LINE_LEAD = 120
"""The number of characters before a quotation that introduce it."""
_LISTED = re.compile(r"[\s,*_\"]*(?:(?:and|or|nor|n|&)\b[\s*_\"]*)?(?:the\s+|an?\s+)?[\"]?")
_SETTLED = (AssertionStatus.CURRENT, AssertionStatus.QUESTIONED)
_SENTENCE = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n+|;\s")
_MOST_MENTIONS = 200
"""A reply that names more values recites, and sets none aside."""
_SUBORDINATE = re.compile(r"\b(?:since|because|after|once|as|when)\s+(?:the\s+)?[*_\"']*$")
_DOES = re.compile(
    r"[*_\"']*\s+(?:has |have |had |was |were )?(?!(?:became|become|is|are|came up)\b)"
    r"(?:\w+ed|got|grew|went|came|closed|shut|lost|left|broke|let|put|cut|ran|fell|rose|took|was|were|had|no longer)\b"
)
_ADDED_WITHIN = 30
"""The number of characters behind a value that show that it is only added."""
_OF_NEXT = re.compile(r"(?:\s+(?:of|about|abt|it|that|your|to|me|the|any|was|is))*\s+(?:the\s+|an?\s+)?[*_\"']*")
"""Between words that reject something and the next value: these reject it (`Oslo, you never said Bergen`)."""
_OF_BOTH = re.compile(r"[\s*_\"']*(?:are|were|both|have|aren't|weren't|don't|didn't)\b")
"""Behind the last value of a list: what follows is said of all of them."""
_ALSO = re.compile(r"(?:\s\w+){0,3}\s(?:as well|too)\b")


class Settlement:
    """The words of a reply and its values, whose statuses are to be settled.

    Args:
        text: Case-folded text in which phrases that look like cues are blanked.
        lowered: The same text with them.
        mentions: The values, in order.
        behind: For each, where it ends together with its unit.
        weak: By index, the status that a value gets only if another value holds.
        rival: Where a value that is not known is said to hold; -1 if nowhere.
        own: Words for the attribute; `is your boss` sets no boss aside.
    """

    __slots__ = ("behind", "cues", "ends", "lowered", "mentions", "own", "rival", "text", "weak")

    def __init__(
        self,
        text: str,
        lowered: str,
        mentions: Sequence[Mention],
        behind: Sequence[int],
        weak: Mapping[int, AssertionStatus],
        rival: int = -1,
        own: Collection[str] = (),
    ) -> None:
        self.ends: list[int] = []
        self.rival = rival
        self.own = own
        self.cues = load_cues()
        self.text = text
        self.lowered = lowered
        self.mentions = mentions
        self.behind = behind
        self.weak = weak

    def settle(self, found: list[AssertionStatus]) -> None:
        """Changes the statuses `found` in place."""
        self._take_back(found)
        self._settle_weak(found)
        self._quoted(found)
        self._set_aside(found)
        self._displace(found)
        self._set_back(found)
        settle_tables(self.lowered, self.mentions, found)
        for start, end in struck_spans(self.lowered):
            for index, mention in enumerate(self.mentions):
                if start <= mention.start < end:
                    found[index] = AssertionStatus.DENIED

    def _take_back(self, found: list[AssertionStatus]) -> None:
        """Denies values that are denied or corrected later."""
        if len(found) < 2:
            return
        denied: dict[str, int] = {}
        for index, status in enumerate(found):
            if status is AssertionStatus.DENIED:
                denied[self.mentions[index].value] = index
                continue
            if not index or status is not AssertionStatus.CURRENT:
                continue
            between = self.text[self.behind[index - 1] - 1 : self.mentions[index].start]
            corrects = self.cues.correction.search(between) or _SELF_REPAIR.match(self.text, self.behind[index])
            following = self.text[self.behind[index] : self.behind[index] + _ADDED_WITHIN]
            if corrects and not self.cues.adding.search(between) and not _ALSO.match(following):
                self._replace(found, index)
        for index, status in enumerate(found):
            if status is AssertionStatus.CURRENT and denied.get(self.mentions[index].value, -1) > index:
                found[index] = AssertionStatus.DENIED

    def _replace(self, found: list[AssertionStatus], index: int) -> None:
        """Replaces the last value by one that corrects it; a list replaces all earlier values."""
        following = self.mentions[index + 1].start if index + 1 < len(found) else -1
        is_list = following >= 0 and GLUE.fullmatch(self.text, self.behind[index], following)
        last = next((i for i in range(index - 1, -1, -1) if found[i] is AssertionStatus.CURRENT), -1)
        if self.mentions[last].value == self.mentions[index].value:
            return
        for earlier in range(last + 1):
            same = self.mentions[earlier].value == self.mentions[last].value
            if found[earlier] is AssertionStatus.CURRENT and (same or is_list):
                found[earlier] = AssertionStatus.DENIED

    def _settle_weak(self, found: list[AssertionStatus]) -> None:
        """Lets a bare `was` or a plan to visit age a value only if the reply says that another value holds."""
        firm = {
            self.mentions[i].value
            for i, status in enumerate(found)
            if status is AssertionStatus.CURRENT and i not in self.weak
        }
        weak = [i for i in sorted(self.weak) if found[i] is AssertionStatus.CURRENT]
        if weak and not firm:
            firm = {self.mentions[weak[-1]].value}
        if self.rival >= 0:
            firm.add("")
        for index, status in self.weak.items():
            if found[index] is AssertionStatus.CURRENT and firm - {self.mentions[index].value}:
                found[index] = status

    def _quoted(self, found: list[AssertionStatus]) -> None:
        """Marks values inside quoted words as quoted; a value alone in quotation marks is only highlighted."""
        if '"' not in self.text and "'" not in self.text and "«" not in self.text:
            return
        for match in _QUOTES.finditer(self.text):
            inside = [
                index
                for index, mention in enumerate(self.mentions)
                if match.start() < mention.start and self.behind[index] < match.end()
            ]
            if not inside:
                continue
            edges = [match.start()]
            for index in inside:
                edges += [self.mentions[index].start, self.behind[index]]
            edges.append(match.end())
            around = (self.text[low:high] for low, high in zip(edges[::2], edges[1::2], strict=True))
            says_more = any(character.isalnum() for part in around for character in part)
            if says_more and not self._is_draft(*match.span()) and not self._answers(inside, *match.span()):
                for index in inside:
                    found[index] = AssertionStatus.QUOTED

    def _set_aside(self, found: list[AssertionStatus]) -> None:
        """Denies values that are named as a claim, a premise or an option only to be set aside.

        Only beside a value that holds, or before a denial in so many words. What only they aged holds again.
        """
        if len(found) > _MOST_MENTIONS:
            return
        aside = [
            index
            for index, status in enumerate(found)
            if (status in _SETTLED or (status is AssertionStatus.PAST and index in self.weak)) and self._is_aside(index)
        ]
        for index in aside:
            if found[index] in _SETTLED and self.cues.refuted.match(self.text, self.mentions[index].end):
                found[index] = AssertionStatus.DENIED
        for index in range(1, len(found)):
            start, end = self.mentions[index - 1].end, self.mentions[index].start
            joins = _LISTED.fullmatch(self.text, start, end) or (
                _ALSO.match(self.text, self.mentions[index].end) and "and" in self.text[start:end]
            )
            if index - 1 in aside and index not in aside and joins and found[index] in _SETTLED:
                aside.append(index)
        for index in range(len(found) - 2, -1, -1):
            start, end = self.mentions[index].end, self.mentions[index + 1].start
            of_both = _OF_BOTH.match(self.text, self.mentions[index + 1].end)
            joins = index + 1 in aside and of_both and _LISTED.fullmatch(self.text, start, end)
            if joins and index not in aside and found[index] in _SETTLED:
                aside.append(index)
        if not aside:
            return
        values = {self.mentions[index].value for index in aside}
        holds = any(
            status in (AssertionStatus.CURRENT, AssertionStatus.PAST) and self.mentions[index].value not in values
            for index, status in enumerate(found)
        )
        is_unknown = holds or self.rival >= 0 or abstains(self.lowered) or disclaims(self.lowered)
        for index in aside:
            if holds or (is_unknown and found[index] is not AssertionStatus.PAST):
                found[index] = AssertionStatus.DENIED
        if AssertionStatus.CURRENT not in found:
            for index in self.weak.keys() - set(aside):
                if self.weak[index] is AssertionStatus.PAST is found[index]:
                    found[index] = AssertionStatus.CURRENT

    def _set_back(self, found: list[AssertionStatus]) -> None:
        """Ages the subject of a subordinate clause beside another value: `since Oslo got too loud, it is Bergen`."""
        current = [index for index, status in enumerate(found) if status is AssertionStatus.CURRENT]
        if not 1 < len(current) <= _MOST_MENTIONS or len({self.mentions[index].value for index in current}) < 2:
            return
        back = {
            self.mentions[index].value
            for index in current
            if _SUBORDINATE.search(self.text, max(self.mentions[index].start - 24, 0), self.mentions[index].start)
            and _DOES.match(self.text, self.behind[index])
        }
        if len({self.mentions[index].value for index in current} - back) == 1:
            for index in current:
                if self.mentions[index].value in back:
                    found[index] = AssertionStatus.PAST

    def _displace(self, found: list[AssertionStatus]) -> None:
        """Denies values that stand before an unknown one which is said to hold in their place, and not behind it."""
        if self.rival < 0:
            return
        if any(self.mentions[i].start > self.rival for i, one in enumerate(found) if one is AssertionStatus.CURRENT):
            return
        for index, status in enumerate(found):
            if status is AssertionStatus.CURRENT:
                found[index] = AssertionStatus.DENIED

    def _is_aside(self, index: int) -> bool:
        mention = self.mentions[index]
        ends = self._sentence_ends()
        at = bisect_right(ends, mention.start)
        start, end = ends[at - 1] if at else 0, ends[bisect_left(ends, mention.end)]
        if index and self.mentions[index - 1].end > start:
            start = self.mentions[index - 1].end
        if self.cues.claimed.search(self.text, start, mention.start):
            return True
        upto = min(end, self.mentions[index + 1].start) if index + 1 < len(self.mentions) else end
        rejected = self.cues.rejected.match(self.text, mention.end, upto)
        if rejected is not None and rejected[0].rpartition(" ")[2] in self.own:
            return False
        if rejected is not None and not (upto < end and _OF_NEXT.fullmatch(self.text, rejected.end(), upto)):
            return True
        rest = self.text[mention.end : end].strip(" *_\"'.:?!-)")
        return not rest and self.cues.then_rejected.match(self.text, end) is not None

    def _sentence_ends(self) -> list[int]:
        if not self.ends:
            self.ends = [*(match.end() for match in _SENTENCE.finditer(self.text)), len(self.text)]
        return self.ends

    def _answers(self, inside: Sequence[int], start: int, end: int) -> bool:
        """Whether quoted values are the answer: numbers or dates to be written so, or the user's own words."""
        low = max(start - _LINE_LEAD, 0)
        begins = part_start(self.lowered, _SENTENCE, start, low)
        behind = self.lowered[end : end + _LINE_LEAD]
        if not all(self.mentions[at].granularity or self.mentions[at].value[:1].isdigit() for at in inside):
            is_only = len({mention.value for mention in self.mentions}) == 1
            return is_only and quotes_user(self.lowered[begins:start], self.lowered[start:end], behind)
        return answers_in_quotes(self.lowered[begins:start], behind)

    def _is_draft(self, start: int, end: int) -> bool:
        """Whether quotation marks hold a text that the reply offers, not one that it reports."""
        if _THEN_REPORTED.match(self.lowered, end):
            return False
        line = self.lowered.rfind("\n", 0, start) + 1
        lead = self.lowered[max(line, start - _LINE_LEAD) : start]
        if not any(character.isalnum() for character in lead):
            return True
        if _HERE.search(lead):
            return True
        if _OFFERED.match(self.lowered, end):
            return True
        return lead.rstrip(" *_").endswith(":") and not _REPORTED.search(lead)
