"""What an English reply asserts: for each value that it names, whether as current, as past or not at all.

The decision is made for each clause. "You moved from Oslo to Bergen" asserts Bergen as current and Oslo as past.
Questions, guesses and quotations assert nothing. A report of the user's words ("you told me you live in Bergen")
asserts them. Light hedges (`I think`, `probably`, `if I remember correctly`) assert; guesses (`maybe`, `perhaps`) and
plans do not. Statements about another person have a status of their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.answering_values import answering_values
from regulars.rewards.assertions.chinese import chinese_statuses
from regulars.rewards.assertions.clauses import (
    GLUE,
    ONWARD,
    TURNED_INTO,
    asked_from,
    asked_status,
    begins_clause,
    clause_cuts,
    ends_before_value,
    goes_on_in_the_past,
    governing,
    is_about_what_ended,
    is_confirmed,
    is_daily,
    is_due,
    is_given_up,
    is_left_behind,
    is_less_preferred,
    is_no_sign,
    sentences,
)
from regulars.rewards.assertions.cues import load_cues
from regulars.rewards.assertions.figures.amount_asides import without_asides
from regulars.rewards.assertions.figures.date_fields import without_format_conditions
from regulars.rewards.assertions.figures.dates_beside import held_before, is_one_before, is_time_left
from regulars.rewards.assertions.figures.numbers import is_bound
from regulars.rewards.assertions.figures.tellings import is_distance
from regulars.rewards.assertions.limits.aversions import aversion_statuses, is_averse
from regulars.rewards.assertions.matters import own_statuses
from regulars.rewards.assertions.settling import Settlement
from regulars.rewards.assertions.spellings import find_rival
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.assertions.subjects import (
    is_about_another_person,
    is_another_persons,
    names_matter,
    own_words,
    without_people_in_values,
)
from regulars.values import Domain, Mention, ValueType, fold, unit_end


@dataclass(frozen=True, slots=True)
class Assertion:
    """A value that a reply names at `text[start:end]`, how it means it, and of a date the granularity."""

    value: str
    status: AssertionStatus
    start: int
    end: int
    granularity: str = ""


_ALTERNATIVE = re.compile(
    r"[\s,*_\"']*\bor\b[\s*_\"']*(?:(?:in|at|on|the|a|an|to|of|for|was it|is it|it's|maybe|perhaps|possibly|else)\s+)*"
)
_AFTERWARDS = re.compile(
    r"\b(?:after|following)\s+(?:(?:your|the|a|all the)\s+(?:[\w-]+\s+){1,3}(?:with|at|in|from|about)\s+"
    r"|your\s+|the\s+|a\s+)?$"
)
_MOVES_ON = re.compile(
    r"\b(?:then|later|afterwards|after that|now(?! that|,? (?:up|down) from)|nowadays|these days)\b|→|[-=]>"
)
_NOT_ALONE = re.compile(r"\b(?:not|instead of|rather than)\s+(?:(?:in|at|on|the|a|an|to)\s+)*$")
_LIST_END = re.compile(r"\b(?:or|nor|and)\b")
_RELATIVE = re.compile(
    r"\b(?:before|after|prior to|following|than|by|until|till|around|(?:week|weekend|month) of)\s+"
    r"(?:(?:about|around|roughly|at least|some time in|the)\s+)?$"
)
_MODAL = re.compile(r"^[\s,]*(?:could|might|may)\b")
_UNTIL = re.compile(r"\b(?:until|till|by)\s+(?:(?:about|around|roughly|at least|the)\s+)?$")
_ENDS = re.compile(r"end|until|deadline|warranty|expir|valid|due|lease")
"""Words in the names of dates until which something holds."""
_OR_ELSE = re.compile(r"\s*or\b")
_CONTRAST = re.compile(r"[;:—]|\s[–-]\s|\b(?:but|however|though|although|still|yet)\b")
_ADVERBS = frozenset({"maybe", "perhaps", "possibly", "previously", "formerly", "originally", "initially", "at first"})
_GOES_ON = re.compile(r"\s+(?!and\b|but\b|or\b)\w")
_GUESS = re.compile(r"\b(?:maybe|perhaps|possibly|conceivably|might)\b")
_TENSES = ("until", "before", "earlier", "once", "left", "sold", "ended", "finished", "stopped", "closed")
"""Cues that mean the past for a place or a job, but not for a date."""
_CEASES = re.compile(r"\b(?:cancell?ed|ditched|dumped|abandoned|scrapped|dropped|stopped)$")
"""A verb in the past tense that ends even what otherwise lasts."""
_STATUSES = {
    **dict.fromkeys(("tense", "origin"), AssertionStatus.PAST),
    "planned": AssertionStatus.HYPOTHETICAL,
    "aversion": AssertionStatus.DENIED,
}
"""The status of cue kinds that are not named after a status."""
_WOULD_SAY = re.compile(r"(?:i'd|i would) have (?:said|guessed|answered)")
_SET_AGAINST = re.compile(r"\b(?:but|however|until|before|though|although|yet|if|actually|in fact|wrong|no,)")
_HABITUAL = re.compile(r"would|'d")
_VERB = re.compile(
    r"\s+(?:has|had|have|is|was|are|were|now|took|came|became|made|got|went|will|gave|\w{3,}ed|fills?|guides?"
    r"|treats?)\b"
    r"(?! (?:no|not|never|both|all|over|gone|behind|history)\b)"
)
"""Words after a value that make it a subject."""
_BOTH = re.compile(r"\b(?:and|n|nor)\b|&")
_PLURAL = re.compile(r"[\s*_]*(?:are|were|r|have|both|aren't|weren't|haven't|do not|don't|did not|didn't)\b")
"""Words after two values that say something of both."""
_OF_MATTER = frozenset({"past", "hypothetical", "planned", "tense", "origin", "weak_planned", "aversion"})
_BEHIND = 60
"""The number of characters behind a value that show how it is meant."""
_INTRODUCED = re.compile(r"[\s*_]*:[\s*_]*$|[\s*_]*:[\s*_]*[\"«]")
"""Behind `perhaps`: what follows is a proposal."""
_BEFORE = re.compile(r"\bbefore\b")
_BEGUN = re.compile(
    r"\b(?:got|gotten|adopted|moved|bought|joined|started|began|became|took up|hired|married|switched|changed|settled"
    r"|named|relocated|signed|came|went)\b"
)
"""Something that began some time ago and continues."""
_LEADS_ON = re.compile(r"\b(?:to|for|by|with|of|from|before|after|in)$")


def assertions(text: str, domain: Domain) -> list[Assertion]:
    """What `text` asserts about the values of `domain`, in text order, one entry for each mention.

    A date with an ambiguous order of day and month (`05/06/2025`) is read with the day first and asserts nothing: it is
    hypothetical.
    """
    clean, lowered, places = fold(text)
    if (plain := without_asides(lowered, domain)) != lowered:
        clean = lowered = plain
    if domain.type is ValueType.DATE:
        lowered = without_format_conditions(lowered)
    mentions = answering_values(clean, lowered, domain)
    if not mentions:
        return []
    chinese = is_chinese(clean)
    if chinese:
        statuses = chinese_statuses(lowered, mentions, domain)
    else:
        rival = find_rival(clean, mentions, domain) if domain.type is ValueType.TERM else -1
        statuses = _EnglishReading(lowered, mentions, domain, rival).statuses()
    if not chinese and is_averse(domain.name):
        statuses = aversion_statuses(lowered, mentions, statuses, spared="cut" in domain.name.split("_"))
    if not chinese and domain.type is not ValueType.TERM:
        statuses = own_statuses(lowered, mentions, statuses, domain)
    found = [
        Assertion(m.value, status, m.start, m.end, m.granularity) for m, status in zip(mentions, statuses, strict=True)
    ]
    if places is None:
        return found
    return [replace(one, start=places[one.start], end=places[one.end - 1] + 1) for one in found]


class _EnglishReading:
    """One reading of an English text: the statuses of its mentions, sentence by sentence, clause by clause."""

    __slots__ = (
        *("averse", "behind", "ceasing", "cues", "date", "ends", "has_other_people", "lasting", "lowered", "mentions"),
        *("number", "own", "read_upto", "rival", "spans", "subject_text", "text", "trailing", "weak"),
    )

    def __init__(self, lowered: str, mentions: list[Mention], domain: Domain, rival: int = -1) -> None:
        self.rival = rival
        self.cues = load_cues()
        self.lowered = lowered
        self.mentions = mentions
        self.own = own_words(domain)
        self.lasting = domain.lasting
        self.averse = is_averse(domain.name)
        self.ceasing = is_about_what_ended(domain.name)
        self.date = domain.type is ValueType.DATE
        self.ends = _ENDS.search(domain.name) is not None
        self.number = domain.type is ValueType.NUMBER
        self.spans = domain.name == "days"
        self.text = self.cues.neutral.blanked(lowered)
        self.behind = [unit_end(lowered, m.end, domain) if self.number else m.end for m in mentions]
        names_people = self.cues.somebody.search(self.text) is not None
        self.subject_text = without_people_in_values(self.text, mentions) if names_people else self.text
        self.has_other_people = names_people and self.cues.somebody.search(self.subject_text) is not None
        self.weak: dict[int, AssertionStatus] = {}
        self.read_upto = 0
        self.trailing: dict[tuple[int, int], re.Match[str] | None] = {}

    def statuses(self) -> list[AssertionStatus]:
        """The status of each mention, in order."""
        found: list[AssertionStatus] = []
        for start, end, first, last in sentences(self.text, self.mentions):
            in_doubt = found[-1:] == [AssertionStatus.HYPOTHETICAL] and _OR_ELSE.match(self.text, start)
            found += self._sentence(start, end, first, last)
            if in_doubt and found[first] is AssertionStatus.CURRENT:
                found[first] = AssertionStatus.HYPOTHETICAL
        Settlement(self.text, self.lowered, self.mentions, self.behind, self.weak, self.rival, self.own).settle(found)
        return found

    def _sentence(self, start: int, end: int, first: int, last: int) -> list[AssertionStatus]:
        cuts = clause_cuts(self.text, start, end, self.mentions[first:last])
        asks_from, by_form = asked_from(self.lowered, start, end, cuts)
        found: list[AssertionStatus] = []
        at = first
        for low, high in pairwise([start, *cuts, end]):
            upto = at
            while upto < last and self.mentions[upto].start < high:
                upto += 1
            if upto > at:
                found += self._clause(low, high, at, upto, end)
                at = upto
        is_guess = len(found) == 1 and _GUESS.search(self.text, start, end) is not None
        in_doubt = (AssertionStatus.DENIED, AssertionStatus.HYPOTHETICAL) if is_guess else (AssertionStatus.DENIED,)
        if not set(in_doubt).isdisjoint(found) and is_confirmed(self.lowered, start, end):
            found = [AssertionStatus.CURRENT if one in in_doubt else one for one in found]
        for index in range(first, last):
            status = found[index - first]
            if status is AssertionStatus.CURRENT and self._is_unsure(start, self.mentions[index].start):
                found[index - first] = AssertionStatus.HYPOTHETICAL
            elif self.mentions[index].start >= asks_from and (by_form or not _GUESS.search(self.text, start, end)):
                found[index - first] = asked_status(self.lowered, start, end)
        return found

    def _is_unsure(self, start: int, upto: int) -> bool:
        """Whether a sentence says that the value at `upto`, and not another matter, is unknown."""
        doubt = self.cues.uncertain.search(self.text, start, upto)
        if doubt is None:
            return False
        contrast = _CONTRAST.search(self.text, doubt.end(), upto)
        if contrast is None or self.cues.light.search(self.text, contrast.end(), upto):
            return True
        return not self.text[doubt.end() : contrast.start()].strip(" ,")

    def _clause(self, low: int, high: int, first: int, last: int, sentence_end: int) -> list[AssertionStatus]:
        text = self.text
        found: list[AssertionStatus] = []
        state, contrast = AssertionStatus.CURRENT, False
        for index in range(first, last):
            mention = self.mentions[index]
            ends = sentence_end
            if index + 1 < len(self.mentions):
                ends = min(ends, self.mentions[index + 1].start)
            gap = self._gap(low, index, first)
            is_other = index > first and mention.value != self.mentions[index - 1].value
            if is_other and state is AssertionStatus.CURRENT and _ALTERNATIVE.fullmatch(gap):
                self._leave_open(found, index)
                state = AssertionStatus.HYPOTHETICAL
            elif index > first and is_less_preferred(gap, text[low : mention.start]):
                state = AssertionStatus.DENIED
            elif index > first and GLUE.fullmatch(gap):
                listed = not contrast or " or " in gap or " nor " in gap or _LIST_END.search(text, mention.end, high)
                turns = state is AssertionStatus.DENIED and "," in gap and not listed
                between = text[self.behind[index - 1] : mention.start]
                turns = turns or (state is AssertionStatus.PAST and _BEFORE.search(between) is not None)
                turns = turns or ("and" in gap and self._has_its_own_verb(index, high))
                if index - 1 in self.weak and not turns and ONWARD.fullmatch(gap) is None:
                    self.weak[index] = self.weak[index - 1]
                if turns or (state is AssertionStatus.PAST and ONWARD.fullmatch(gap)):
                    state = AssertionStatus.CURRENT
            else:
                is_bound = state is AssertionStatus.HYPOTHETICAL and TURNED_INTO.fullmatch(gap)
                goes_on = index > first and goes_on_in_the_past(gap)
                if goes_on and index - 1 in self.weak:
                    self.weak[index] = self.weak[index - 1]
                goes_on = goes_on and state is AssertionStatus.PAST
                state = AssertionStatus.HYPOTHETICAL if is_bound else state if goes_on else self._cue(gap, index)
                contrast = bool(_NOT_ALONE.search(gap))
                following = text[mention.end : ends] if index + 1 < last else ""
                is_current = state is AssertionStatus.CURRENT
                if is_left_behind(gap, following, self.lowered[low : mention.start], is_current=is_current):
                    state = AssertionStatus.PAST
            if state is AssertionStatus.CURRENT and self.has_other_people and self._is_foreign(low, index, ends):
                state = AssertionStatus.FOREIGN
            found.append(self._behind(index, self._bounded(gap, index, state), ends))
            is_open = found[-1] is AssertionStatus.HYPOTHETICAL and state is AssertionStatus.CURRENT
            is_joined = index > first and _BOTH.search(gap) is not None and GLUE.fullmatch(gap) is not None
            if is_joined and found[-2] is AssertionStatus.CURRENT and (is_open or _PLURAL.match(text, mention.end)):
                found[-2] = found[-1]
            holds = found[-1] is AssertionStatus.CURRENT and index not in self.weak
            if holds and index > first and _MOVES_ON.search(gap):
                found[:-1] = [AssertionStatus.PAST if one is AssertionStatus.CURRENT else one for one in found[:-1]]
        return found

    def _has_its_own_verb(self, index: int, end: int) -> bool:
        """Whether the value at `index` is the subject of the words after it."""
        return _VERB.match(self.text, self.mentions[index].end, end) is not None

    def _leave_open(self, found: list[AssertionStatus], index: int) -> None:
        """Asserts no value of a list that ends in `or` before the value at `index`."""
        found[-1] = AssertionStatus.HYPOTHETICAL
        for back in range(2, len(found) + 1):
            between = self.text[self.behind[index - back] : self.mentions[index - back + 1].start]
            if found[-back] is not AssertionStatus.CURRENT or between.strip() != ",":
                return
            found[-back] = AssertionStatus.HYPOTHETICAL

    def _gap(self, low: int, index: int, first: int) -> str:
        """The words before a value, without those that belong to the previous value."""
        upto = self.mentions[index].start
        if index == first:
            return self.text[max(low, min(self.read_upto, upto)) : upto]
        since = self.behind[index - 1]
        behind = self._trailing(index - 1, upto)
        return self.text[behind.end() if behind else since : upto]

    def _trailing(self, index: int, end: int) -> re.Match[str] | None:
        """The cue after a value; None if it stands right before the next value, to which it belongs."""
        if (index, end) not in self.trailing:
            self.trailing[index, end] = self._find_trailing(index, end)
        return self.trailing[index, end]

    def _find_trailing(self, index: int, end: int) -> re.Match[str] | None:
        match = self.cues.after.match(self.text, self.behind[index], end)
        if match is None or index + 1 == len(self.mentions):
            return match
        upto = self.mentions[index + 1].start
        leads_on = match.end() < upto == end and GLUE.fullmatch(self.text, match.end(), upto)
        closes = match[0] in (" at first", " initially", " originally") and self.text.startswith(" and ", match.end())
        if leads_on and not closes and "," not in self.text[match.end() : upto] and not _LEADS_ON.search(match[0]):
            return None
        names_next = "(" in match[0] and self.text.startswith(":", match.end())
        if names_next or (match[0][:1] == "," and _MODAL.search(match[0])):
            return None
        opens = match[0][:1] == "," and match[0].strip(", ") in _ADVERBS and _GOES_ON.match(self.text, match.end(), end)
        return None if opens else match

    def _bounded(self, gap: str, index: int, state: AssertionStatus) -> AssertionStatus:
        """The status of a number that is only a bound, of a date that dates another one, of a place that was left."""
        if self.number:
            before = self.mentions[index - 1].start if index else -1
            bounds = is_bound(self.text, gap, before, self.behind[index])
            return AssertionStatus.HYPOTHETICAL if bounds else state
        if self.date:
            is_vague = not self.mentions[index].granularity and state is AssertionStatus.CURRENT
            is_relative = _RELATIVE.search(gap) and not (is_time_left(gap) or (self.ends and _UNTIL.search(gap)))
            return AssertionStatus.HYPOTHETICAL if is_vague or is_relative else state
        return AssertionStatus.PAST if state is AssertionStatus.CURRENT and _AFTERWARDS.search(gap) else state

    def _cue(self, gap: str, index: int) -> AssertionStatus:
        """The status from the words before a value."""
        state, ended = AssertionStatus.CURRENT, 0
        gap = governing(gap)
        for match in self.cues.before.finditer(gap):
            kind = match.lastgroup
            if kind == "weak_past":
                if state is AssertionStatus.CURRENT and not self.cues.report.search(gap, 0, match.start()):
                    self.weak[index] = AssertionStatus.PAST
                continue
            if kind == "weak_planned":
                self.weak[index] = AssertionStatus.HYPOTHETICAL
                continue
            if kind == "planned" and (self.date or self.spans or (self.number and is_due(gap, match.end()))):
                continue
            reported = kind == "past" and self.cues.report.search(gap, 0, match.start()) is not None
            behind = self.text[self.mentions[index].end : self.mentions[index].end + _BEHIND]
            if is_no_sign(match, gap, behind, reported=reported, ceasing=self.ceasing, averse=self.averse):
                continue
            if kind == "denied" and _WOULD_SAY.fullmatch(match[0]) and self._is_only_said(index):
                continue
            if kind == "hypothetical" and _INTRODUCED.match(gap, match.end()):
                continue
            if self.own and kind in _OF_MATTER and names_matter(str(kind), match[0], gap[match.end() :], self.own):
                continue
            status = _STATUSES.get(str(kind)) or AssertionStatus(str(kind))
            if status is AssertionStatus.PAST and self._is_mere_tense(match, gap):
                continue
            if state is AssertionStatus.PAST and status is AssertionStatus.HYPOTHETICAL and _HABITUAL.search(match[0]):
                continue
            stays_denied = state is AssertionStatus.DENIED and "," not in gap[ended : match.start()]
            if stays_denied and status is not AssertionStatus.HYPOTHETICAL:
                continue
            if state is AssertionStatus.HYPOTHETICAL and status is not AssertionStatus.DENIED:
                continue
            if status is AssertionStatus.CURRENT:
                self.weak.pop(index, None)
            state, ended = status, match.end()
            if ends_before_value(gap, ended, match[0], status):
                state = AssertionStatus.CURRENT
        return state

    def _is_only_said(self, index: int) -> bool:
        """Whether `I would have said` answers modestly: no other value is named, and nothing is set against it."""
        behind = self.mentions[index].end
        is_only = all(one.value == self.mentions[index].value for one in self.mentions)
        return is_only and not _SET_AGAINST.search(self.text, behind)

    def _is_mere_tense(self, match: re.Match[str], gap: str) -> bool:
        """Whether a cue of the past is only grammar here: for dates, lasting values and reported words."""
        kind = match.lastgroup
        if kind in ("tense", "origin"):
            if self.date or self.lasting:
                return self.date or not _CEASES.search(match[0])
            return kind == "tense" and self.cues.report.search(gap, 0, match.start()) is not None
        if is_one_before(gap[: match.end()]):
            return False
        is_tense = match[0].startswith(_TENSES) or match[0].endswith((" last", " latest"))
        return self.date and (is_tense or is_distance(match[0], gap[match.end() :]))

    def _was_before(self, match: re.Match[str], words: str, index: int) -> bool:
        """Whether `before` behind a date says that it held earlier: `it was May before`."""
        is_before = self.date and not self.lasting and words in ("before", "before that", "until then")
        return is_before and held_before(self.text, self.mentions[index].start, match.end())

    def _is_foreign(self, low: int, index: int, ends: int) -> bool:
        """Whether the subject of a value's clause is another person than the user."""
        if begins_clause(self.text, low, self.mentions[index].start) and self._has_its_own_verb(index, ends):
            return False
        text, start = self.subject_text, self.mentions[index].start
        return is_about_another_person(text, low, start, self.own) or is_another_persons(
            text, self.behind[index], ends, self.own
        )

    def _behind(self, index: int, state: AssertionStatus, end: int) -> AssertionStatus:
        """The status after reading the words behind a value too."""
        if state not in (AssertionStatus.CURRENT, AssertionStatus.DENIED):
            return state
        match = self._trailing(index, end)
        if match is None:
            return state
        if match.lastgroup == "weak_past":
            if not self.cues.report.search(self.text, match.end(), end):
                self.weak[index] = AssertionStatus.PAST
            return state
        words = match[0].strip(" ,(")
        if words == "then" and index + 1 == len(self.mentions) and not is_given_up(self.text, match.end()):
            return state
        start = self.mentions[index].start
        if words == "originally" and self.lasting and self.text[max(start - 6, 0) : start].endswith("from "):
            return state
        is_since = self.lasting or _BEGUN.search(self.text, max(start - 40, 0), start) is not None
        if words.endswith(("ago", "back")) and is_since:
            return state
        is_past = match.lastgroup == "past" and words.startswith(("until", "before", "earlier"))
        if is_past and (self.date or self.lasting) and not self._was_before(match, words, index):
            return state
        if words.startswith("before") and is_daily(self.text, start, self.behind[index]):
            return state
        if self.number and (words == "days" or "list" in words.split()):
            return state
        if self.date and words.startswith(("next", "this", "coming")):
            return state
        self.read_upto = match.end()
        return AssertionStatus(str(match.lastgroup)) if state is AssertionStatus.CURRENT else state
