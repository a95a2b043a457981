"""Which of several options a reply picks; for a request to choose, the pick becomes the assistant's commitment.

A reply may weigh all options, rule some out, rank them or show them in a table before it picks one. What counts is a
pick that it makes plainly: an option by itself, behind words such as `I'd go with`, `so` or `the answer is`, or before
words such as `it is` or `gets my vote`. The last plain pick counts if it corrects or concludes; two plain picks that
stand side by side are several. Where no option is picked plainly, the only one that is asserted counts, then the row of
a table or list that is marked, ranked first or has the highest total.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.body import struck_spans, without_hidden_reasoning
from regulars.rewards.assertions.english import assertions
from regulars.rewards.choices.choice_cues import load_choice_cues
from regulars.rewards.choices.option_rows import OptionRow, find_option_rows, row_picked
from regulars.rewards.choices.options import (
    OptionReference,
    OptionWords,
    find_former_and_latter,
    find_letters,
    find_places,
    find_values_of,
    folded,
    told_in_order,
)
from regulars.values import Domain, told_value

_SENTENCE_END = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n+")
_LETTERED = re.compile(r"(?:^|\n)[\s>*_(•-]*[a-d]$")
_CLAUSE = re.compile(
    r"[,;:()—]|\s[–-]\s|\.\.\.|…|\b(?:but|while|whereas|although|though|so|because|since|yet|hence|therefore|then)\b"
)
_GLUE = re.compile(r"[\s,&/*_\"'|]*(?:\b(?:and|or|nor|as well as|plus|both|the|a|an|option)\b[\s,&/*_\"'|]*)*")
_LETTER_GLUE = re.compile(r"[\s,&/*_\"'().|]*(?:\b(?:and|or|nor|as well as|plus|both|option)\b[\s,&/*_\"'()|]*)+")
_WITHIN = re.compile(r"[\s*_\"']*(?:\b(?!and\b|or\b|but\b|not\b)\w+[\s*_\"']+){0,3}")
_APART = frozenset({", and", ",and", ", or else"})
_NOT = re.compile(r"\b(?:not|isn't|never)(?: (?:the|a|an|in|at|option))? *[*_\"']*$")
_LISTS_ON = re.compile(r"[\s*_\"']*(?:,|and\b|or\b|nor\b)")
_OR = re.compile(r"\bor\b")
_TAG = re.compile(
    r"(?:,\s*(?:\w+n't|is|are|was|were|do|does|did|has|have|can|will|would|shall) \w+"
    r"|[\s,](?:no|right|eh|yes|ok|okay|huh|yeah|agreed|deal|don't you think|n'est-ce pas|oder|verdad|sound good|good))\s*\?+"
)
_ALL_BUT = re.compile(r"\b(?:any|every)\w+ but\b|\ball but\b")
_ANSWERED = re.compile(
    r"[\s*_]*(?:(?P<no>no|nope|nah|not|never|too|wrong|hardly)|(?P<yes>yes|yep|yeah|perfect|bingo|exactly|correct|right"
    r"|that's (?:it|the one|right)|sold|indeed|absolutely|definitely))\b"
)
_RANKED = re.compile(
    r"\b(?:rank(?:ing|ed)|best to worst|in order of preference|from (?:the )?best|my order)\b[^:\n]{0,30}:"
)
_SINGLE_RANK = re.compile(r"\s*>\s*")
_PROPOSES = re.compile(r"\b(?:how about|what about|why not|why don't you|what would you say to)\b")
_OPENING = re.compile(
    r"(?:[\W_]|\b(?:oh|ooh|well|ok|okay|sure|def|defo|definitely|easy|options?|answer|letter|statement|plan|number|the|a|an|i|think"
    r"|believe|i'd|say|probably|prob|it's|its|that's|thats|ah|hm+|venga|clearly|obviously|surely|my|only|then|is|would|be|please"
    r"|and|for|me|of|course)\b)*"
)
_CLOSES = re.compile(
    r"[\s*_\"'”’)\]]*(?:$|[.!?,;(…]|\s[–—-]\s"
    r"|\s*\b(?:because|since|as|please|i|obv|then|it is|for|imo|tbh|def|definitely|is new|by)\b)"
)
_REFERS_BACK = re.compile(
    r"\b(?:(?:that|this)(?:'s| is)? (?:the |my )?(?:one|pick|choice|winner)|that's (?:it|what i'd)|it's (?:that|this) one"
    r"|(?:go|going|stick) with (?:that|this|it)|(?:that|this|it) (?:gets|has) my vote|(?:that|this) one)\b"
)
_UNTOLD = re.compile(
    r"\b(?:never|not|n't|no)\b.{0,40}\b(?:told|mention\w*|heard|came|come|said|brought|trace|spoke|talked)"
)
_AIMS = re.compile(r"[;:()—]|\.\.\.|…|\b(?:but|while|whereas|although|though|so|yet|hence|therefore|then)\b")
_BREAK = re.compile(r"[.;!?]")
_EXCLAIMED = re.compile(r"[\W_]*\b(?:ah|aha|oh)\b[\W_]*$")
_CONDITION = re.compile(r"\b(?:if|unless|should you|otherwise|in case)\b")
_NEAR, _FAR = 36, 70
"""The number of characters between a cue and its option, for an ordinary cue and for one that concludes."""
_ASIDE = 16
"""The number of characters of an aside after an option that may say how it is meant: `B, perhaps`."""
_OTHER = -1
"""In place of an option: a value that is not among the options."""


class ChoiceKind(StrEnum):
    """What a reply does with the options it was given."""

    PICKED = "picked"
    """It picks one."""
    SEVERAL = "several"
    """It picks more than one."""
    OPEN = "open"
    """It names some without picking one."""
    OTHER = "other"
    """It picks something else, or rejects all."""
    DECLINED = "declined"
    """It says that it picks none."""
    NONE = "none"
    """It does not speak of them."""


@dataclass(frozen=True, slots=True)
class OptionChoice:
    """What a reply does, and the options concerned by their places from 0 on."""

    kind: ChoiceKind
    options: tuple[int, ...] = ()


def chosen(text: str, answer: str | None, options: Sequence[str], domain: Domain) -> str:
    """The one option that the reply chose.

    Args:
        text: The reply's words.
        answer: Its structured answer; if it names an option, it decides.
        options: Canonical values of `domain`.
        domain: The attribute's values.

    Returns:
        The option, or an empty string if none or more than one was chosen.
    """
    if answer:
        named = [option for option in options if told_value(answer, option, domain)]
        return named[0] if len(named) == 1 else ""
    choice = read_choice(text, options, domain)
    return options[choice.options[0]] if choice.kind is ChoiceKind.PICKED else ""


def read_choice(text: str, options: Sequence[str], domain: Domain | None = None) -> OptionChoice:
    """What a reply does with its options.

    Args:
        text: The reply's words.
        options: The options' texts.
        domain: The values that the options are taken from; None for options that are lettered A, B, ...
    """
    if domain is not None and is_chinese(text):
        current = {one.value for one in assertions(text, domain) if one.status == "current"}
        named = tuple(index for index, option in enumerate(options) if option in current)
        return OptionChoice(ChoiceKind.PICKED if len(named) == 1 else ChoiceKind.OPEN, named)
    return _Reading(without_hidden_reasoning(text), tuple(options), domain).choice()


@lru_cache(maxsize=512)
def _option_words(options: tuple[str, ...], heads_only: bool) -> OptionWords:
    return OptionWords(options, heads_only)


@dataclass(slots=True)
class _Group:
    """References joined by `and`, `or` or commas, and how the reply means them."""

    options: frozenset[int]
    start: int
    end: int
    kind: str
    parts: tuple[frozenset[int], ...]
    sentence: int = 0
    is_denied: bool = False
    is_open: bool = False
    is_pick: bool = False
    is_plain: bool = False
    cue: str = ""

    def extend(self, parts: tuple[frozenset[int], ...], end: int) -> None:
        """Takes in more words; words that several options share mean together those that all of them mean."""
        shared = frozenset.intersection(*parts) if self.kind == "words" else frozenset()
        self.options, self.parts, self.end = shared or frozenset().union(*parts), parts, end

    @property
    def is_asserted(self) -> bool:
        return not self.is_denied and not self.is_open


class _Reading:
    """One reading of a reply: its references in groups, sentence by sentence."""

    __slots__ = ("cased", "cues", "groups", "lowered", "options", "rows", "sentences", "text", "words")

    def __init__(self, text: str, options: tuple[str, ...], domain: Domain | None) -> None:
        self.cues = load_choice_cues()
        self.options = options
        self.cased, self.lowered = folded(text)
        text = self.cues.neutral.sub(lambda match: " " * len(match[0]), self.lowered)
        text = _TAG.sub(lambda match: ".".ljust(len(match[0])), text)
        self.text = _ALL_BUT.sub(lambda match: "not".ljust(len(match[0])), text)
        self.words = _option_words(options, domain is not None)
        references = self._references(domain)
        self.rows: list[OptionRow] = find_option_rows(self.cased, references)
        self.sentences = self._sentences()
        self.groups = self._groups(references)
        self._read()

    def _references(self, domain: Domain | None) -> list[OptionReference]:
        count = len(self.options)
        found = find_letters(self.cased, self.lowered, count) if domain is None else []
        if not self.words.names_places:
            found += find_places(self.lowered, count)
        if domain is not None:
            found += [
                one if one.options else OptionReference(frozenset({_OTHER}), one.start, one.end, one.kind)
                for one in find_values_of(self.cased, self.options, domain)
            ]
        taken = [(one.start, one.end) for one in found]
        found += [
            one for one in self.words.find(self.lowered) if not any(a < one.end and one.start < b for a, b in taken)
        ]
        found += find_former_and_latter(self.lowered, sorted(found, key=lambda one: one.start))
        struck = struck_spans(self.cased)
        return sorted(
            (one for one in found if not any(low <= one.start < high for low, high in struck)),
            key=lambda one: one.start,
        )

    def _sentences(self) -> list[tuple[int, int]]:
        made, start = [], 0
        for match in _SENTENCE_END.finditer(self.text):
            if match[0] == "." and _LETTERED.search(self.text, max(match.start() - 12, 0), match.start()):
                continue
            made.append((start, match.end()))
            start = match.end()
        made.append((start, len(self.text)))
        return made

    def _groups(self, references: Sequence[OptionReference]) -> list[_Group]:
        starts = [start for start, _ in self.sentences]
        by_sentence: dict[int, list[OptionReference]] = {}
        for one in references:
            by_sentence.setdefault(bisect_right(starts, one.start) - 1, []).append(one)
        made: list[_Group] = []
        for sentence, some in by_sentence.items():
            has_exact = any(one.kind in ("letter", "place") for one in some)
            for one in some:
                if has_exact and one.kind == "words":
                    continue
                last = made[-1] if made and made[-1].sentence == sentence else None
                if last is not None and self._is_one_phrase(last, one):
                    last.extend((*last.parts[:-1], last.parts[-1] & one.options), one.end)
                elif last is not None and self._is_joined(last, one):
                    last.extend((*last.parts, one.options), one.end)
                else:
                    made.append(_Group(one.options, one.start, one.end, one.kind, (one.options,), sentence))
        return made

    def _is_joined(self, last: _Group, one: OptionReference) -> bool:
        gap = self.text[last.end : one.start].strip(" *_\"'")
        if len(last.parts) == 1 and (gap in _APART or (gap == "," and self._is_corrected(last, one))):
            return False
        if _GLUE.fullmatch(self.text, last.end, one.start):
            return True
        return one.kind == "letter" and _LETTER_GLUE.fullmatch(self.text, last.end, one.start) is not None

    def _is_corrected(self, last: _Group, one: OptionReference) -> bool:
        """Whether one option is named in place of another: `not Oslo, Bergen`."""
        return _NOT.search(self.text, max(last.start - 16, 0), last.start) is not None and not _LISTS_ON.match(
            self.text, one.end
        )

    def _is_one_phrase(self, last: _Group, one: OptionReference) -> bool:
        """Whether two neighbouring references by words are one: `the bronze microfibre on your sofa`."""
        gap = self.text[last.end : one.start]
        return (
            one.kind == last.kind == "words"
            and bool(last.parts[-1] & one.options)
            and _WITHIN.fullmatch(gap) is not None
        )

    def _read(self) -> None:
        for index, group in enumerate(self.groups):
            low, high = self.sentences[group.sentence]
            since = max(low, self.groups[index - 1].end if index else low)
            upto = self.groups[index + 1].start if index + 1 < len(self.groups) else high
            self._judge(group, since, min(upto, high), low, high)

    def _judge(self, group: _Group, since: int, upto: int, low: int, high: int) -> None:
        before, behind = self.text[since : group.start], self.text[group.end : upto]
        clause = self._last_part(_CLAUSE, before)
        if self.cues.rejects.search(clause):
            group.is_denied = True
            return
        if self._is_rejected(behind):
            group.is_denied = True
            return
        whole = self.cues.firm.sub(" ", self.text[low:high])
        if len(group.parts) > 1 and _OR.search(self.text[group.start : group.end]) and group.kind != "words":
            group.is_open = len(group.options) > 1
        around = f"{self._last_part(_AIMS, before)} {self._clause_behind(behind)}"
        exclaims = group.kind != "letter" and self.text[group.end : group.end + 1] == "!"
        group.is_open = (
            group.is_open
            or self.cues.tentative.search(self.cues.firm.sub(" ", around)) is not None
            or _CONDITION.search(whole[: group.start - low]) is not None
            or self._is_asked(group, low, high)
            or (exclaims and _EXCLAIMED.match(self.text[low : group.start]) is not None)
        )
        answered = _ANSWERED.match(self.text, high) if self._is_asked(group, low, high) else None
        if answered is not None and group.end > high - 8:
            group.is_open, group.is_denied = False, answered["no"] is not None
            group.is_pick, group.cue = answered["yes"] is not None, answered[0]
            return
        if group.is_open:
            return
        group.cue, group.is_plain = self._pick_cue(group, before, behind, low, high)
        group.is_pick = bool(group.cue)

    @staticmethod
    def _last_part(ends: re.Pattern[str], before: str) -> str:
        cuts = [match.end() for match in ends.finditer(before)]
        return before[cuts[-1] :] if cuts else before

    @staticmethod
    def _clause_behind(behind: str) -> str:
        """The rest of an option's clause; of a clause after a comma or in brackets only its first words."""
        cut = _CLAUSE.search(behind)
        if cut is not None and not behind[: cut.start()].strip():
            after = _CLAUSE.search(behind, cut.end())
            return behind[cut.end() : after.start() if after else len(behind)][:_ASIDE]
        return behind[: cut.start()] if cut else behind

    def _is_rejected(self, behind: str) -> bool:
        match = self.cues.rejected.search(behind)
        if match is None:
            return False
        between = behind[: match.start()].strip(" *_\"')|,:–-")
        return not between or (len(between) <= 24 and not re.search(r"[.;:(—]|\b(?:so|and|but|then|is|was)\b", between))

    def _is_asked(self, group: _Group, low: int, high: int) -> bool:
        return "?" in self.text[low:high][-8:] and not _PROPOSES.search(self.lowered, low, high)

    def _pick_cue(self, group: _Group, before: str, behind: str, low: int, high: int) -> tuple[str, bool]:
        """The words that make a group a pick, if any, and whether these say nothing but that."""
        if any(row.start <= group.start < row.end for row in self.rows):
            return "", False
        if _OPENING.fullmatch(self.text[low : group.start]) and _CLOSES.match(self.text, group.end, high):
            return "alone", True
        for pattern, reach in ((self.cues.verbs, _NEAR), (self.cues.nouns, _FAR)):
            for match in pattern.finditer(before):
                between = before[match.end() :]
                if len(between) <= reach and not _BREAK.search(between):
                    return match[0], pattern is self.cues.verbs
        match = self.cues.follows.search(behind)
        if match is None or len(between := behind[: match.start()].strip()) > _NEAR or _BREAK.search(between):
            return "", False
        return match[0], False

    def choice(self) -> OptionChoice:
        """What the reply does."""
        picked = self._by_picks()
        if picked is not None:
            return picked
        if self._is_undecided(0) and not any(one.kind == "letter" and one.is_asserted for one in self.groups):
            return OptionChoice(ChoiceKind.OPEN)
        exact = [one for one in self.groups if one.kind in ("letter", "place") and one.is_asserted]
        loose = [one for one in self.groups if one not in exact and one.is_asserted]
        in_rows = {row.option for row in self.rows}
        if len(in_rows) > 1:
            option = row_picked(self.cased, self.rows)
            if option is not None:
                return self._choice({option})
        ranked = self._ranked_first()
        if ranked is not None:
            return self._choice(set(ranked))
        for some in (exact, loose):
            if some is loose and self.words.is_permuted and not any(one.is_denied for one in self.groups):
                ordered = told_in_order(range(len(self.options)), self.words.orders, self.lowered)
                if len(ordered) == 1:
                    return self._choice(set(ordered))
            free = [one for one in some if not any(row.start <= one.start < row.end for row in self.rows)] or some
            together = self._together(free)
            if len(together) == 1:
                doubted = [one for one in self.groups if one.is_open and not one.options & together]
                return OptionChoice(ChoiceKind.OPEN) if doubted and some is loose else self._choice(together)
        return self._left_over(exact or loose)

    def _is_undecided(self, since: int) -> bool:
        """Whether the reply says after `since` that it does not decide (`either would do`)."""
        return self.cues.undecided.search(self.text, since) is not None

    def _choice(self, options: set[int]) -> OptionChoice:
        if options == {_OTHER}:
            return OptionChoice(ChoiceKind.OTHER)
        kind = ChoiceKind.PICKED if len(options) == 1 else ChoiceKind.SEVERAL
        return OptionChoice(kind, tuple(sorted(options - {_OTHER})))

    def _by_picks(self) -> OptionChoice | None:
        picks = [one for one in self.groups if one.is_pick and (len(one.options) == 1 or len(one.parts) > 1)]
        exact = [one for one in picks if one.kind in ("letter", "place")]
        picks = exact or [one for one in picks if one.kind != "words" or len(one.options) == 1]
        back = self._referring_back()
        if back is not None and (not picks or picks[-1].end < back[1]):
            return self._choice(set(back[0]))
        if not picks:
            return None
        last = picks[-1]
        if not last.is_plain and last.kind != "letter" and self._is_undecided(last.end):
            return OptionChoice(ChoiceKind.OPEN)
        options = set(last.options)
        for one in picks[:-1]:
            if not one.options <= last.options and not self._corrects(one, last):
                options |= one.options
        return self._choice(options)

    def _corrects(self, early: _Group, late: _Group) -> bool:
        """Whether a later pick replaces an earlier one, rather than to stand beside it."""
        if late.kind == "letter" and early.kind != "letter":
            return True
        between = self.text[early.end : late.start]
        return self.cues.corrects.search(between) is not None or self.cues.corrects.search(late.cue) is not None

    def _referring_back(self) -> tuple[frozenset[int], int] | None:
        """The option that a later sentence without one refers to (`That's the one.`), and where."""
        for number in range(len(self.sentences) - 1, 0, -1):
            low, high = self.sentences[number]
            if any(one.sentence == number for one in self.groups):
                continue
            match = _REFERS_BACK.search(self.text, low, high)
            if match is None or "?" in self.text[match.end() : high]:
                continue
            named = [one for one in self.groups if one.end <= low and not one.is_denied]
            if named and len(named[-1].options) == 1 and named[-1].sentence >= number - 2:
                return named[-1].options, match.start()
        return None

    def _ranked_first(self) -> frozenset[int] | None:
        """The first of a ranking within one line: `best to worst: B, C, A` or `B > C > A`."""
        for index, group in enumerate(self.groups):
            low, _ = self.sentences[group.sentence]
            first = group.parts[0]
            if len(first) != 1 or group.is_denied:
                continue
            if _RANKED.search(self.text, low, group.start):
                return first
            if index + 1 < len(self.groups) and _SINGLE_RANK.fullmatch(
                self.text, group.end, self.groups[index + 1].start
            ):
                return first
        return None

    def _together(self, groups: Sequence[_Group]) -> set[int]:
        """The options that asserted words mean together: where each word means several, those that all of them mean."""
        if not groups:
            return set()
        sets = [one.options for one in groups]
        if any(len(one) > 1 for one in sets) and not any(len(one.parts) > 1 and one.kind != "words" for one in groups):
            shared = frozenset.intersection(*sets)
            if len(shared) > 1:
                ordered = told_in_order(sorted(shared), self.words.orders, self.lowered)
                return set(ordered) if len(ordered) == 1 else set(shared)
            if shared:
                return set(shared)
            last = [one for one in groups if one.sentence == groups[-1].sentence]
            return set(frozenset.intersection(*(one.options for one in last)))
        return set().union(*sets)

    def _left_over(self, asserted: Sequence[_Group]) -> OptionChoice:
        if self.cues.none.search(self.text) and not asserted:
            return OptionChoice(ChoiceKind.OTHER)
        if not asserted:
            untold = [one for one in self.groups if one.is_denied and self._is_untold(one)]
            if len({*untold[0].options}) == 1 == len({one.options for one in untold}) if untold else False:
                return self._choice(set(untold[0].options))
        if self.cues.declines.search(self.text):
            return OptionChoice(ChoiceKind.DECLINED)
        if any(one.is_open for one in self.groups):
            return OptionChoice(ChoiceKind.OPEN)
        if asserted:
            return OptionChoice(
                ChoiceKind.SEVERAL, tuple(sorted(set().union(*(one.options for one in asserted)) - {_OTHER}))
            )
        return OptionChoice(ChoiceKind.NONE)

    def _is_untold(self, group: _Group) -> bool:
        low, high = self.sentences[group.sentence]
        return _UNTOLD.search(self.text, low, high) is not None
