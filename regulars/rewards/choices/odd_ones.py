"""Reads which option a reply says is not the user's, where that is the question.

`Which of these isn't one of my plants?` may be answered by a plain denial (`You don't have a bromeliad`), by what was
never told (`You haven't mentioned Detlef`), or by all others (`A, B and C are yours`). A reply that calls an option the
user's does not choose it, even if it names no other one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from regulars.calendar_text import MONTHS
from regulars.rewards.choices.marked_options import MARK, MOST_MARKED, find_mentions, option_of, with_marks
from regulars.rewards.choices.options import CROSSES, folded, parts
from regulars.rewards.choices.other_owners import PERSON, is_of_another

LONGEST = 400
"""The most characters of a reply that is read."""
_LEAST = 3
"""The number of options from which on all others point to the one that is left."""
_MARKS = re.compile(f"{MARK}+")
_JOINT = re.compile(rf"(?<={MARK})(?:,? (?:and|or|nor|&)|,)[\s*_]*(?:an? |the |your |option )*(?={MARK})")
_LEAD = re.compile(rf"\b(?:(?:an?|the|option|called|named) )+(?={MARK})")
_CLAUSE_END = re.compile(
    r"(?P<end>[.!?…]+(?=\s|$)|\n+)|;\s|,\s|\s[–—-]+\s|(?<!all)(?<!thing)(?<!one)(?<!body)\s(?=\b(?:but|while|whereas"
    r"|although|though|because|since|as far)\b)"
)
_LEAVES_OPEN = re.compile(
    r"\?|\b(?:maybe|perhaps|possibly|might|could|guess\w*|either|not sure|unsure|whether|assum\w+|probably|if"
    r"|don't know (?:any|which|what|who|your)|can't (?:tell|say)|no idea)\b"
)
_DENIAL = r"(?:\b(?:not|never|no|nothing|nowhere|without|none|unaware|cannot)\b|n't\b)"
_DENIES = re.compile(rf"{_DENIAL}[^.!?;]{{0,70}}$")
_IS_DENIED = re.compile(
    rf"[^.!?;]{{0,40}}?{_DENIAL}|\W*[{CROSSES}]|'?s? (?:is |was )?(?:missing|unknown|new to me|the odd one)\b"
    r"|[*_\s]*[:–—-][*_\s]*(?:new|no|none|nope|unknown|missing|absent)\b"
)
_NO_DENIAL = re.compile(
    r"\bno (?:doubt|question|problem)\b|\bnot (?:only|just|to mention)\b|\bwithout (?:a |any )?doubt\b|\b(?:can"
    r"|do)n't forget\b"
)
ALL_BUT = (
    r"\b(?:all|everyone|everybody|everything|every \w+|each|the lot|any)(?: of (?:them|these|those|(?:the|your) \w+))?"
    r",? (?:but|except(?: for)?|bar|save(?: for)?|apart from|other than|minus)"
)
_EXCEPTS = re.compile(rf"{ALL_BUT}$|^except(?: for)?$|\bthe only exception is$")
"""Before the option that is left out of all: `everyone except Detlef`."""
_NOT_IT = re.compile(
    r"(?:^|\b(?:it's|it is|that's|definitely|certainly|so|and|but|well|surely) )not$|\b(?:it|that) (?:isn't|can't be"
    r"|is not)$"
)
_BUT_NOT = re.compile(r"\bbut not$")
"""Before an option that is left out of those before: `you've passed A and B, but not C`."""
_IS_NOT_IT = re.compile(
    r"(?: is|'s| are)?(?:n't| not| can't be| cannot be) (?:it\b|the (?:one\b(?! (?:you|that|i))|answer|right|odd"
    r"|correct|exception|outsider|new))"
)
"""Around an option that is not the odd one."""
_OWN_PAST = (
    r"\byou(?:'ve| have)?(?: \w+ly| all| also| already| both| once| just)* (?!avoid|skip|drop|miss|forg|ask|want|need"
    r"|wish|plan|hop|heard|left|said|told|never|only|not\b|n't)(?:[a-z]+ed|[a-z]+(?<=en)|been|went|gone|had|won|ate|saw"
    r"|took|got|met|bought|grew|kept|sang|knew|spoke|wrote|drank|made|gave|held|tried)"
    rf"(?: (?!\w*(?:{PERSON})\b|he\b|she\b|they\b|someone|somebody|without|instead|not\b|but\b|never)[a-z-]+){{0,4}}$"
)
"""Before an option that the user has or had to do with: `you had a long lunch at Figueira`."""
_OWNS = re.compile(
    r"\b(?:you|u)(?:'ve|'re|'d| have| do| are)?(?: \w+ly| all| also| already| both| did| once)* (?:have|own|got"
    r"|told me|tell me|mentioned|named|keep|kept|play|speak|do|did|said|listed|talked|spoke|joined|belong|grow|know"
    r"|learn|won|had|went|named)(?: (?:about|of|to|that|me|with|in|at|on|a|an|the|your|brother|sister|called"
    r"|named|all|three|two|four|five|these|those|them|so|far))*$|\b(?:i know|i've got|i have|i've heard|i remember)(?:"
    r" (?:of|about|that|you|your|told|mentioned"
    r"|mentioning|having))*$|\byour (?:\w+ ){1,4}(?:are|is|include)(?: called)?:?$|\byour (?:brothers?|sisters?"
    r"|siblings?)(?: and \w+)?:?$|\byou(?:'ve| have)(?: already| all| both| also| so far)* (?!avoid|skip|drop|miss|forg"
    r"|left\b|yet\b|only\b|been\b)\w+(?:(?<=ed)|(?<=en)|(?<=ne)|(?<=wn)|(?<=ght)|(?<=sat)|(?<=read)|(?<=had)|(?<=got))$"
    r"|\byou (?:already |also |both )*(?:passed|sat|took|studied|finished|completed|chose|started|bought|keep|use)$"
    r"|\bthe (?:ones?|others?|\w+s)(?: that)? you(?:'ve| have|'d)? \w+(?: so far| already)? (?:are|is|were|include)$"
    rf"|{_OWN_PAST}|\byour (?!answer|odd|missing|new)\w+(?: \w+)? (?:so far|to date|on record)(?: (?:are|is|include))?$"
)
"""Before an option that is the user's: `you told me about Detlef`, `you've passed algebra`."""
_IS_OWNED = re.compile(
    r"(?:'s|'re)?,?(?: (?:all|both|also|indeed|definitely|each|three|are|is|was|were|do|does))* (?:(?:one|some|three"
    r"|part|members?) of |among |on |in )?(?:your|yours|you've|you have|you told|you mentioned|you own"
    r"|related to you|my (?:list|notes|records?)|(?:the ones?|(?:all )?\w+s)(?: that)?"
    r" you(?:'ve| have)? (?!never|not|avoid|skip|miss|forg|want)\w+)\b(?! (?!own\b)(?:\w+ )?\w+'s\b)|,?(?: all| both|"
    r" each)?(?: have| has|'ve)?(?: all| both"
    r"| each)? (?:been mentioned|come up|came up|belongs? to (?:you|your))\b|(?: are| is) (?:all )?(?:siblings"
    r"|brothers|sisters|there|known|done|passed|finished|behind you|taken care of|in the bag|sorted)\b|\W*[✓✔✅☑]"
)
"""Behind an option that is the user's."""
_OTHER_OWNS = re.compile(
    rf"\b(?:your {PERSON}s?|someone else|somebody else)(?: \w+ly| also)?(?: (?:has|had)(?! been told))?"
    r" (?!(?:is|are|was|were|include|includes|called|named|and|or|of|with|from|in|at|on|to|for|gave|gives|bought"
    r"|brought|sent|let|made|got|lent|got|taught|like)\b)(?:[a-z]+(?:ed|s)|has|had|won|went|ate|saw|took|met|grew|kept"
    r"|sang|spoke|play|own|keep|speak|told me about)(?: (?:a|an|the|at|to|about|your))*$"
)
"""Before an option that is another person's."""
_ONLY_OTHERS = re.compile(
    rf"(?=[^.!?;\n]*\b(?:only|just|merely|solely)\b)(?=[^.!?;\n]*\b(?:your (?:\w+ )?{PERSON}s?|someone else|somebody"
    rf" else)\b)[^.!?;\n]*?(?P<option>{MARK})[^.!?;\n]*"
)
"""A sentence that tells of an option only because of another person: `you only heard of X from your neighbour`."""
_DOES = re.compile(
    r"\byou(?:'ve| have|'d| had)? (?!only|just|merely|told|tell|mention|heard|hear|said|brought|know|never|have\b|were"
    r" told)[a-z]"
)
"""What the user does all the same: `you tried Figueira just because your friend likes it`."""
_GOES_ON = re.compile(r"(?:(?:and|then|later) )*(?:an?|another|one|the)(?: \w+){0,3} (?:at|in|to|with|from)")
"""Before an option of a list that goes on: `you had dinner at Jollof, a long lunch at Figueira`."""
_WHEN = re.compile(
    rf"(?<={MARK}) ?(?:\([^()\n]{{1,24}}\)|(?:back )?(?:in|on|from|since) (?:\d+ )?(?:{'|'.join(MONTHS)})\b(?: \d+(?:,"
    r" \d+)?)?)"
)
"""Behind an option: when it was told."""
_ASKS_ON = re.compile(rf"(?:(?<=[.!])|(?<=\n))\s*[^.!?\n{MARK[1:-1]}]*\?\s*$")
"""A question at the end of a reply about something else: `Shall I look up their menu?`."""
_DESCRIBED = re.compile(r"[*_\s]*(?::|\s[–—-])\s+\w")
"""Behind an option in a row of its own that says what it is."""
_OPENER = re.compile(
    r"(?:(?:so|then|hence|therefore|it's|that's|it is|that would be|i'd say|it must be|definitely|clearly)\b[\s:,]*)*"
)
"""Before an option that stands by itself."""
_MARKS_OF_TEXT = " *_\"'()[].:,;!–—-"


@dataclass(slots=True)
class OddOnes:
    """What a reply says of its options, by their places from 0 on.

    Attributes:
        told: Those that are the user's, or were told.
        untold: Those that are not.
        answers: Those that it names alone.
        named: Those that it names otherwise, without saying either.
    """

    told: set[int] = field(default_factory=set)
    untold: set[int] = field(default_factory=set)
    answers: set[int] = field(default_factory=set)
    named: set[int] = field(default_factory=set)

    def odd(self, count: int) -> int | None:
        """The one of `count` options that is not the user's, if the reply tells it from the others."""
        denied = self.untold | self.answers
        if self.named or self.told & denied:
            return None
        if len(denied) == 1:
            return min(denied)
        left = set(range(count)) - self.told
        return min(left) if not denied and len(left) == 1 and count >= _LEAST else None


def read_odd_ones(text: str, options: Sequence[str]) -> OddOnes:
    """What a reply says of the options of which one is not the user's.

    Args:
        text: The reply.
        options: The options' texts.

    Example:
        >>> plants = ("Bromeliad", "Begonia", "Calathea")
        >>> read_odd_ones("You don't have a bromeliad, your cousin does.", plants).odd(3)
        0
        >>> read_odd_ones("B and C are yours.", plants).odd(3)
        0
        >>> read_odd_ones("You have a bromeliad.", plants).odd(3)
    """
    read = OddOnes()
    if len(text) > LONGEST or len(options) > MOST_MARKED or "|" in text:
        return read
    marked = _ASKS_ON.sub("", _marked(text, tuple(options)))
    if _LEAVES_OPEN.search(marked):
        read.named |= set(range(len(options)))
        return read
    for clause, _ in parts(_NO_DENIAL.sub(" ", marked), _CLAUSE_END):
        found = list(_MARKS.finditer(clause))
        for at, match in enumerate(found):
            before = clause[found[at - 1].end() if at else 0 : match.start()].strip(" *_\"'(:-•")
            behind = clause[match.end() : found[at + 1].start() if at + 1 < len(found) else len(clause)]
            _side(read, before, behind).update(option_of(one) for one in match[0])
    return read


def _side(read: OddOnes, before: str, behind: str) -> set[int]:
    """The set of options that some belong to by the words around them."""
    if read.told and _BUT_NOT.search(before):
        return read.untold
    if _NOT_IT.search(before) or _IS_NOT_IT.match(behind):
        return read.told
    is_of_others = is_of_another(behind, 0, ()) or _OTHER_OWNS.search(before)
    if is_of_others or _EXCEPTS.search(before) or _DENIES.search(before) or _IS_DENIED.match(behind):
        return read.untold
    goes_on = _GOES_ON.fullmatch(before) is not None and bool(read.told) and not (read.untold or read.named)
    if goes_on or _OWNS.search(before) or _IS_OWNED.match(behind) or _DESCRIBED.match(behind):
        return read.told
    is_alone = _OPENER.fullmatch(before) is not None and not behind.strip(_MARKS_OF_TEXT)
    return read.answers if is_alone else read.named


def _marked(text: str, options: tuple[str, ...]) -> str:
    """The reply in small letters with one character for each mention of an option, and none between those of a list."""
    cased, lowered = folded(text)
    marked = with_marks(lowered, find_mentions(cased, lowered, options))
    joined = _JOINT.sub("", _LEAD.sub("", _WHEN.sub("", marked)))
    return _ONLY_OTHERS.sub(_given_away, joined)


def _given_away(sentence: re.Match[str]) -> str:
    """A sentence about other people's option in plain words; the sentence itself if it names several options."""
    named = re.findall(MARK, sentence[0])
    does_itself = _DOES.search(sentence[0][: sentence.start("option") - sentence.start()]) is not None
    return sentence[0] if len(named) > 1 or does_itself else f" {named[0]} isn't yours"
