"""Tells what a reply says of the question from what it tells of something else, such as a story from a life.

A bot that repeats a person's lines says things such as "I still didn't get it" or "the pen was missing". Words like these
mean an abstention in an assistant's answer, and nothing in a story. Assistants hardly ever speak of their own
belongings, relatives and days, and people hardly ever speak of anything else.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SENTENCE = re.compile(r"[^.!?\n]+[.!?…]*[\"')\]]*")
_OWN = re.compile(
    r"\b(?:my|mine|our|ours)\b(?! (?:\w+ ){0,2}?(?:notes?|records?|memory|memories|knowledge|files?|chats?|talks?|sessions?"
    r"|conversations?|messages?|histor\w+|lists?|logs?|data\w*|apolog\w+|mind|side|part|head|tongue|attention|advice|word"
    r"|sheet|verdict|heart|best|finger|guess\w*|answers?|end|fault|bad|mistake|context|entr\w+|exchanges?|discussions?"
    r"|information|understanding|recollection|system|time together|job|place|reach|grasp|ability|first|previous|earlier"
    r"|past|last|to\b|mistaken|failing|regrets?|lips|profile|view|hands|books?|pages?|store|overview|summary)\b)"
)
_SOMEBODY = re.compile(
    r"\b(?:s?he|they)(?:'s|'d|'ll|'ve|'re)?\s(?!ask)|\b(?:a|another|the|some|one) (?:\w+ )?(?:friend|colleague|neighbour|cousin|aunt|uncle|woman|man|boy|girl"
    r"|child|kid|owner|guy|lady|person|performer|driver|waiter|customer|people|couple|kids|children)\b(?!'s)"
    r"|\b(?:some|every)(?:body|one)\b|\bpeople\b|\b(?<!between )(?<!with )(?<!for )(?:us)\b|\bwe(?:'d|'re)? (?!'ve|have|haven't|never|ever|didn't|talk|spoke|discuss|cover|did|add|actually|leave|just|not|know|hadn't)"
)
_TOLD = (
    "went|saw|came|sat|took|bought|brought|ate|ran|stood|thought|felt|woke|put|fell|met|left|drove|wore|threw|slept|drank"
    "|sang|swam|said|spent|caught|tried|stuck|dug|got|learnt|counted|grew|built|cut|let|meant|paid|rode|sent|began"
    "|thought|wrote|lay|held|set"
)
_HAPPENED = re.compile(
    rf"\bi(?:'d| had| was|'ve| have)?(?: \w+ly| just| only| also| then)? (?:(?:{_TOLD})(?! (?:no|none|neither|nothing)\b)"
    r"|(?!overlook|answer|pick|recommend|suggest|nam|need|check|search|look|not|record|delet|remov|eras|wip|miss|fail|recall|learn|stor|sav|promis|scann|review"
    r"|hop|wish|want|ask|stump|indeed|unsettl|clear|drop|purg|discard|cancel|forg)\w+ed)\b"
    r"|\bi was (?!not|n't|never|ever|told|given|asked|unable|hoping|looking)\w+|\bi(?:'m| am) \w+ing\b(?<!guessing)(?<!drawing)(?<!missing)(?<!lacking)(?<!afraid)"
    r"|\bi (?:want|love(?! writing)|like|eat|live|work|run|drink|hate|get|need (?:an|some|two|three|my)|wonder|wake|walk|wear|go|use)\b"
    r"|\bi(?:'ve| have) got (?:to|an|some|\d+|two|three)\b|\bi don't (?:want(?! to (?:guess|invent|make|speculate))|like|mind|feel|need)\b|\bme and my\b"
)
_ASKED_BACK = re.compile(
    r"\bwhat i (?:asked|was asking|meant)\b|\b(?:doesn't|didn't|don't|haven't|did not|hasn't)(?: really| even)? answer(?:ed)?\b"
    r"|\bno answer to\b|\ban answer (?:to|on|from)\b|\bhere it is again\b|\bsome other way\b|\bfigure it out\b|\bhelp me\b"
    r"|\b(?:can|could|would|will) you (?!like|mind|look|refresh|list|type|\w+ me\b|(?:please |perhaps |kindly |maybe |just )*(?:tell|remind|share|let|give|say|fill|send|name"
    r"|repeat|provide|confirm|check|specify|supply|mention|pass|clarify|spell|help me))\w+"
    r"|\b(?:should|can|could|shall|must) i (?!write|put|mention|say|list|tell|enter|note|know|add|fill|name|use|call)\w+"
    r"|\b(?:settle|decide|pick) (?:this|one|it)? ?for me\b"
)
_STORY = (_OWN, _SOMEBODY, _HAPPENED, _ASKED_BACK)
_ADDRESSED = re.compile(r"\b(?:you|your|yours|yourself)\b")


@lru_cache(maxsize=256)
def without_stories(lowered: str) -> str:
    """Case-folded text without the sentences that tell of the speaker's own life, of others, or ask for something else.

    Args:
        lowered: Case-folded text with straight quotes.
    """
    return _SENTENCE.sub(lambda match: " " if tells_story(match[0]) else match[0], lowered)


def tells_story(sentence: str) -> bool:
    """Whether a case-folded sentence tells of something else than the question."""
    if _ASKED_BACK.search(sentence) or _OWN.search(sentence):
        return True
    return _ADDRESSED.search(sentence) is None and any(sign.search(sentence) for sign in (_SOMEBODY, _HAPPENED))
