"""Reads how a reply means each option that it names: as rejected, left open, picked plainly, or only mentioned."""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Sequence

from regulars.rewards.assertions.body import struck_spans
from regulars.rewards.assertions.clauses import is_confirmed
from regulars.rewards.choices.choice_cues import load_choice_cues
from regulars.rewards.choices.option_groups import OTHER, OptionGroup, grouped
from regulars.rewards.choices.option_pairs import find_matters, find_phrases, with_longer_phrases
from regulars.rewards.choices.option_rows import OptionRow, find_option_rows, with_options_in_rows
from regulars.rewards.choices.option_words import names_one, option_words
from regulars.rewards.choices.options import (
    CROSSES,
    START,
    OptionReference,
    find_called_places,
    find_former_and_latter,
    find_letters,
    find_places,
    find_values_of,
    find_whole,
    folded,
    without_articles,
    without_named_places,
)
from regulars.rewards.choices.other_owners import is_of_another
from regulars.values import Domain

_SENTENCE_END = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n+")
_LETTERED = re.compile(r"(?:^|\n)[\s>*_(•-]*[a-d]$")
_CLAUSE = re.compile(
    r"[,;:()—]|\s[–-]\s|\.\.\.|…|\b(?:but|while|whereas|although|though|so|because|since|yet|hence|therefore|then)\b"
    r"|\band (?=(?:instead|rather|just|simply )?(?:take|go|choose|pick|have|use|get|buy|try|opt|stick|do|make"
    r"|serve|reach|order|book|ask|request)\b)"
)
_CLAUSE_OF_TWO = re.compile(rf"{_CLAUSE.pattern}|\band\b(?! (?:not|never|don't|doesn't)\b)")
"""The same where options combine two matters: `you're not happy and your home is inland`."""
_OR = re.compile(r"\bor\b")
_ONE_OF = re.compile(r"\bone of (?:the |these |them:? )?(?:options |two |three )?[\W_]*$")
_ONLY_IF = re.compile(r"[\s*_,]*(?:but )?(?:only )?(?:if|unless|in case|provided)\b")
_TAKES_FOR_GRANTED = re.compile(
    r"[\W_]*(?:(?:and|so|but|well|hm+|ah)[\s,]+)*(?:isn't|wasn't|aren't|weren't|wouldn't|doesn't|don't|didn't|won't)"
    r" (?:that|this|it|he|she|they|you|all)\b"
)
"""The beginning of a question that expects yes: `isn't that in Greece?`."""
_ASIDE_ENDS = re.compile(r"[,;:—]")
"""What a question stands behind: `With Ischia in the south, doesn't that leave A?`."""
_OR_NOT = re.compile(r"[\W_]*or\b")
_TAG = re.compile(
    r"(?:,\s*(?:\w+n't|is|are|was|were|do|does|did|has|have|can|will|would|shall) \w+(?: \w+)?"
    r"|[\s,–—-]+(?:no|right|eh|yes|ok|okay|huh|yeah|agreed|deal|n'est-ce pas|oder|verdad|good|what do you (?:say"
    r"|think|reckon)"
    r"|sounds? (?:good|right|fair|ok|okay)|(?:how|what) about that|how does that sound|yay or nay|any objections"
    r"|fair enough|(?:ok|fine|all right) (?:with|by|for) you))\s*\?+"
)
_FLAT_TAG = re.compile(r",\s*\w+n't (?:it|he|she|they|you|we|that)(?=\s*(?:[.!\n]|$))")
"""A tag without a question mark: `It's A, isn't it.`."""
_ALL_BUT = re.compile(r"\b(?:any|every)\w+ but\b|\ball but\b")
_ANSWERED = re.compile(
    r"[\s*_]*(?:oh |hell |well,? |hm+,? )?(?:(?P<no>no|nope|nah|not|never|too|wrong|hardly)"
    r"|(?P<yes>yes|yep|yeah|perfect|bingo|exactly|correct|right|that's (?:it|the one|right)|sold|indeed|absolutely"
    r"|definitely))\b"
)
_PROPOSES = re.compile(
    r"\b(?:how about|what about|why not|why don't you|what would you say to|what if (?:we|you|it|i)|(?:may|can"
    r"|could) i (?:suggest|propose|nominate|vote|interest)|shall (?:we|i) (?:go|say|call|do|settle|put|name|take))\b"
)
_OPENING = re.compile(
    r"(?:[\W_]|\b(?:oh|ooh|well|ok|okay|sure|def|defo|definitely|easy|options?|answer|letter|statement|plan|number"
    r"|the|a|an|i|think"
    r"|believe|i'd|say|probably|prob|it's|its|that's|thats|ah|hm+|venga|clearly|obviously|surely|my|only|then|is"
    r"|would|be|please|and|for|me|of|course)\b)*"
)
_CLOSES = re.compile(
    r"[\s*_\"'”’)\]]*(?:$|[.!?;(…]|,(?! (?:on the other|however|by contrast|meanwhile|in turn|for its part))|\s[–—-]\s"
    r"|\s*\b(?:because|since|as|please|i|obv|then|it is|for|imo|tbh|def|definitely|is new|by)\b)"
)
_CROSSED = re.compile(f"[{CROSSES}]")
_AIMS = re.compile(r"[;:()—]|\.\.\.|…|\b(?:but|while|whereas|although|though|so|yet|hence|therefore|then)\b")
_BREAK = re.compile(r"[.;!?]")
_EXCLAIMED = re.compile(r"[\W_]*\b(?:ah|aha|oh)\b[\W_]*$")
_REPAIRS = re.compile(
    r"(?<!\w)(?:no|nope|wait|sorry|actually|hang on|hold on|oops|scratch that|i mean)[\s,.!—–-]+"
    r"(?:it's |its |make (?:that|it) |rather )?[*_\"'(]*$"
)
"""Before an option that replaces the one named before: `B... no sorry, A`."""
_THE_ONE = re.compile(
    r"\bthe (?:only |odd |single )?(?:one|option|answer|item|entry)(?: that| which| who)?"
    r" (?:i|you|we|(?:is|has|did|was|have)(?:n't| not| never)|never|missing|left out|absent)\b"
    r"(?![^.;!?]*\b(?:rul\w+ out|avoid|reject\w*|skip\w*|drop\w*|exclud\w*|wrong|out)\b)"
    r"[^.;!?,]{0,60} (?:is|was|would be|must be)[\s*_\"':]*(?:(?:option|letter|answer|number)[\s*_\"']*)?$"
    r"|\bthe (?:odd one(?: out)?|outsider|exception|missing one|gap)(?: here| there| among them| of the \w+)?"
    r" (?:is|was|would be|must be)[\s*_\"':]*(?:(?:option|letter|the|your)[\s*_\"']*)?$"
    r"|\bthe (?:only )?\w+(?: that)? you(?:'ve| have|'d| had)?(?:n't| never| not| yet to| didn't| haven't)\b"
    r"[^.!?;]{0,50}?(?:\bis|\bwas|\bwould be|'s)[\s*_\"':]*(?:the |called |option )?[\s*_\"']*$"
    r"|\bnone of (?:those|them|these)(?: \w+)? (?:is|was|were|are)[\s*_\"':]*(?:the |called |option )?[\s*_\"']*$"
)
"""Before the option that a reply identifies: `the one you've never mentioned is Arabic`, `none of those was B`."""
_CONDITION = re.compile(r"\b(?:if|unless|should you|otherwise|in case)\b")
_NEAR, _FAR = 36, 70
"""The number of characters between a cue and its option, for an ordinary cue and for one that concludes."""
_ASIDE = 16
"""The number of characters of an aside after an option that may say how it is meant: `B, perhaps`."""
_NEW_SUBJECT = re.compile(r"[\s*_\"')]*(?:, ?(?:the|your|my|our|a|an|this|these|those)\b|,? that\b)")
"""Behind a letter whose reason or content follows: `B, the game is not for you`."""
_TELLS_NOT_TO = re.compile(
    r"[\s*_\"']*[:).,–—-]+[\s*_\"']*(?:please )?(?:don't|do not)\b(?! (?:fit|match|suit|work|apply))"
)
"""Behind a letter whose option is advice against something: `D: don't touch the list`."""
_PLAINLY_NOT = re.compile(r"not|\w+n't|no|never")
DENIES = re.compile(r"\b(?:not|no|never|without)\b|n't\b")
"""Words of an option that denies something itself."""
_NOT_THAT = re.compile(r"(?:\bnot|n't) (?:because|that|since|as if|for)\b")
_OTHER_SUBJECT = re.compile(r"[\s*_\"')]*[,;–—-]+ (?:nothing|nobody|no one|there)\b")
"""Behind an option: the next words have a subject of their own: `curiosity, nothing was wrong with it`."""
_RESUMES = re.compile(
    r"[\s*_\"']*, ?(?:though|however|by contrast|on the other hand|meanwhile)\b,? ?(?:(?:that|this) one|that|it)?"
)
"""Behind an option that the next words speak of: `the cup, though, that one isn't yours`."""
_OTHER_CLAUSE = re.compile(r"[.;:(—]|\b(?:so|and|but|then|is|was|who|since|as|because|although|though|while|whereas)\b")
_CLOSE = 24
"""The number of characters between an option and words that reject it."""
_QUESTION_MARK_WITHIN = 8
"""The number of characters between a question mark and the sentence's end."""
WINDOW = 300
"""The number of characters around an option that are read for what is meant; sentences may be far longer."""


def _is_within(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether `at` lies in one of some spans, which are sorted and apart."""
    index = bisect_right(spans, (at, sys.maxsize)) - 1
    return index >= 0 and spans[index][0] <= at < spans[index][1]


def _overlaps(start: int, end: int, spans: Sequence[tuple[int, int]]) -> bool:
    index = bisect_right(spans, (end - 1, sys.maxsize)) - 1
    return index >= 0 and spans[index][1] > start


class OptionReading:
    """One reading of a reply: its references in groups, sentence by sentence."""

    __slots__ = (
        "cased",
        "chooses",
        "cues",
        "groups",
        "lowered",
        "matters",
        "options",
        "rows",
        "sentences",
        "text",
        "words",
    )

    def __init__(self, text: str, options: tuple[str, ...], domain: Domain | None) -> None:
        self.cues = load_choice_cues()
        self.options = options
        self.chooses = domain is not None
        self.words = option_words(options, self.chooses)
        count = 0 if self.chooses else len(options)
        self.cased, self.lowered = folded(with_options_in_rows(text, lambda cell: names_one(cell, self.words, count)))
        text = self.cues.neutral.sub(lambda match: " " * len(match[0]), self.lowered)
        if "?" in text:
            text = _TAG.sub(lambda match: ".".ljust(len(match[0])), text)
        if "n't " in text:
            text = _FLAT_TAG.sub(lambda match: " " * len(match[0]), text)
        if " but" in text:
            text = _ALL_BUT.sub(lambda match: "not".ljust(len(match[0])), text)
        self.text = text
        self.matters = find_matters(options) if domain is None else ()
        references = self._references(domain)
        self.rows: list[OptionRow] = find_option_rows(self.cased, references)
        self.sentences = self._sentences()
        self.groups = grouped(self.text, self.sentences, references, chooses=self.chooses)
        self._read()

    def _references(self, domain: Domain | None) -> list[OptionReference]:
        count = len(self.options)
        found, whole = [], []
        if domain is None:
            found = without_articles(self.cased, find_letters(self.cased, self.lowered, count), self.options)
            whole = [] if found else find_whole(self.lowered, self.options)
            found += whole
        if not self.words.names_places and len({one.options for one in whole}) != 1:
            found += find_places(self.lowered, count)
        elif self.words.names_places:
            found += find_called_places(self.lowered, count)
        if domain is not None:
            found += [
                one if one.options else OptionReference(frozenset({OTHER}), one.start, one.end, one.kind)
                for one in find_values_of(self.cased, self.options, domain)
            ]
        found += find_phrases(self.lowered, self.matters)
        taken = sorted((one.start, one.end) for one in found)
        words = [one for one in self.words.find(self.lowered) if not _overlaps(one.start, one.end, taken)]
        found += with_longer_phrases(self.lowered, self.matters, words)
        found += find_former_and_latter(self.lowered, sorted(found, key=START), len(self.options))
        struck = struck_spans(self.cased)
        told = sorted((one for one in found if not _is_within(one.start, struck)), key=START)
        return without_named_places(self.lowered, told)

    def _sentences(self) -> list[tuple[int, int]]:
        made, start = [], 0
        for match in _SENTENCE_END.finditer(self.text):
            if match[0] == "." and _LETTERED.search(self.text, max(match.start() - 12, 0), match.start()):
                continue
            made.append((start, match.end()))
            start = match.end()
        made.append((start, len(self.text)))
        return made

    def _read(self) -> None:
        rows = [(row.start, row.end) for row in self.rows]
        for index, group in enumerate(self.groups):
            low, high = self.sentences[group.sentence]
            since = max(low, self.groups[index - 1].end if index else low, group.start - WINDOW)
            upto = self.groups[index + 1].start if index + 1 < len(self.groups) else high
            group.in_row = _is_within(group.start, rows)
            self.judge(
                group, self.text[since : group.start], self.text[group.end : min(upto, high, group.end + WINDOW)]
            )

    def judge(self, group: OptionGroup, before: str, behind: str) -> None:
        """Decides how the reply means a group, from the words before and behind it in its sentence."""
        low, high = self.sentences[group.sentence]
        is_asked = self._is_asked(low, high)
        behind = self._without_own_words(group, behind)
        if is_asked and len(group.options) == 1 and is_confirmed(self.text, low, high):
            group.is_pick, group.cue = True, "confirmed"
            return
        if is_asked and _TAKES_FOR_GRANTED.match(self._last_part(_ASIDE_ENDS, self.text[low : group.start])):
            is_firm = len(group.options) == 1 and not _OR_NOT.match(self.text, high)
            group.is_pick, group.cue = is_firm, "asked" if is_firm else ""
            group.is_open = not group.is_pick
            return
        if not is_asked and len(group.options) == 1 and _THE_ONE.search(before):
            group.is_pick, group.cue = True, "the one"
            return
        is_given_away = group.kind != "letter" and is_of_another(self.cased, group.end, self.options)
        if self._is_set_aside(group, before) or self._is_rejected(group, behind) or is_given_away:
            group.is_denied = True
            return
        answered = _ANSWERED.match(self.text, high) if is_asked and group.end > high - _QUESTION_MARK_WITHIN else None
        if answered is not None:
            group.is_denied = answered["no"] is not None
            group.is_pick, group.cue = answered["yes"] is not None, answered[0]
            return
        if is_asked or self._is_one_of_several(group) or self._is_tentative(group, before, behind):
            group.is_open = True
            return
        group.cue, group.is_plain = self._pick_cue(group, before, behind, low, high)
        group.is_open = _CONDITION.search(self.text, max(low, group.start - WINDOW), group.start) is not None
        if (self.chooses or group.kind == "words") and _ONLY_IF.match(self.text, group.end):
            group.is_open = True
        group.is_pick = bool(group.cue) and not group.is_open

    def _is_set_aside(self, group: OptionGroup, before: str) -> bool:
        """Whether words before an option reject it, rather than to be its own: `you weren't happy any more`."""
        rejects = self.cues.rejects.search(self._last_part(_CLAUSE_OF_TWO if self.matters else _CLAUSE, before))
        if rejects is None or group.kind != "words" or self.matters or not _PLAINLY_NOT.fullmatch(rejects[0]):
            return rejects is not None
        own = (folded(self.options[option])[1] for option in group.options if option != OTHER)
        return not all(map(DENIES.search, own)) or _NOT_THAT.search(before) is not None

    def _without_own_words(self, group: OptionGroup, behind: str) -> str:
        """The words behind a letter without those of its own option: `D) I was not happy any more`."""
        if group.kind != "letter" or len(group.options) > 1:
            return behind
        own = folded(self.options[min(group.options)])[1].strip(" .!?\"'")
        at = behind.find(own) if own else -1
        return behind if at < 0 or any(map(str.isalnum, behind[:at])) else " " * at + "." + behind[at + len(own) :]

    def _is_one_of_several(self, group: OptionGroup) -> bool:
        """Whether a group names options as alternatives: `A or B`."""
        is_several = len(group.options) > 1 and len(group.parts) > 1 and group.kind != "words"
        if not is_several:
            return False
        since = max(group.start - 24, 0)
        return bool(_OR.search(self.text, group.start, group.end) or _ONE_OF.search(self.text, since, group.start))

    def _is_tentative(self, group: OptionGroup, before: str, behind: str) -> bool:
        around = self.cues.firm.sub(" ", f"{self._last_part(_AIMS, before)} {self._clause_behind(behind)}")
        if self.cues.tentative.search(around):
            return True
        is_exclaimed = group.kind != "letter" and self.text[group.end : group.end + 1] == "!"
        return is_exclaimed and _EXCLAIMED.match(before) is not None

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
            aside = behind[cut.end() : after.start() if after else len(behind)][:_ASIDE]
            return aside if not _CONDITION.search(aside) else ""
        return behind[: cut.start()] if cut else behind

    def _is_rejected(self, group: OptionGroup, behind: str) -> bool:
        match = self.cues.rejected.search(behind)
        if match is None or _OTHER_SUBJECT.match(behind):
            return False
        between = behind[: match.start()].strip(" *_\"')|,:–-")
        if group.kind == "letter" and _TELLS_NOT_TO.match(behind):
            return False
        resumed = _RESUMES.match(behind)
        if not between or (resumed is not None and not behind[resumed.end() : match.start()].strip()):
            return True
        is_apposed = behind.count(",", 0, match.start()) > 1
        if group.kind == "letter" and not is_apposed and _NEW_SUBJECT.match(behind):
            return False
        return len(between) <= _CLOSE and not _OTHER_CLAUSE.search(between) and not self._is_of_another(group, between)

    def _is_of_another(self, group: OptionGroup, between: str) -> bool:
        """Whether the words behind a letter are those of another option: `B) Tacos aren't for you`."""
        if group.kind != "letter" or len(group.options) > 1:
            return False
        return any(one.options.isdisjoint(group.options) for one in self.words.find(between))

    def _is_asked(self, low: int, high: int) -> bool:
        """Whether a sentence asks, rather than proposes."""
        if "?" not in self.text[max(low, high - _QUESTION_MARK_WITHIN) : high]:
            return False
        return _PROPOSES.search(self.lowered, max(low, high - WINDOW), high) is None

    def _pick_cue(self, group: OptionGroup, before: str, behind: str, low: int, high: int) -> tuple[str, bool]:
        """The words that make a group a pick, if any, and whether these say nothing but that."""
        if group.in_row:
            return "", False
        opens = group.start - low <= WINDOW and _OPENING.fullmatch(self.text, low, group.start)
        spells_itself = group.kind == "letter" and not _CROSSED.search(before) and _CLOSES.match(behind) is not None
        if opens and (spells_itself or _CLOSES.match(self.text, group.end, high)):
            return "alone", True
        repair = _REPAIRS.search(before)
        if repair is not None and _CLOSES.match(self.text, group.end, high):
            return repair[0], True
        for pattern, reach in ((self.cues.verbs, _NEAR), (self.cues.nouns, _FAR)):
            for match in pattern.finditer(before):
                between = before[match.end() :]
                if len(between) <= reach and not _BREAK.search(between):
                    return match[0], pattern is self.cues.verbs
        found = self.cues.follows.search(behind)
        if found is None or len(between := behind[: found.start()].strip()) > _NEAR or _BREAK.search(between):
            return "", False
        return found[0], False
