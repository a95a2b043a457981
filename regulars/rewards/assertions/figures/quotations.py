"""Tells quoted numbers and dates that are the answer from those that are merely quoted.

`Write "3850 metres per week"` and `you told me "84 guests"` answer; `your friend wrote "84 guests"` does not.
"""

from __future__ import annotations

import re

_WRITE = (
    r"(?:write(?: (?:back|down|in))?|put(?: (?:down|in))?|say|enter|fill in|type(?: in)?|state|note(?: down)?"
    r"|answer|reply|respond"
    r"|tell (?:them|him|her|it|the \w+|your \w+)|give(?: (?:them|him|her))?|let (?:them|him|her) know|use|quote"
    r"|list|add|go with|(?:text|message|e-?mail)(?: (?:them|him|her|the \w+))?)"
)
_TO_WRITE = re.compile(
    rf"(?:^|[.!?,:;—–(-]\s*|\b(?:just|simply|then|please|so|you (?:can|could|should|may|might)(?: (?:just|simply"
    rf"|also|then))?|you'd|i'd(?: just| simply)?|i would"
    rf"|i'd have you|best to|want to|have to|need to|and|or|box|line|field|there)[,:]? )"
    rf"{_WRITE}(?: (?:that|this|there|simply|just|on (?:it|the \w+)|in (?:it|the \w+)))*[\s*_:,]*$"
    rf"|\b(?:something|anything) (?:like|along the lines of|such as)[\s:]*$|\b(?:answer|reply|thing|line|words?"
    rf"|sentence|text|message|note)(?: (?:to (?:give|write|put|enter)|for (?:it|them|the \w+|your \w+)))?(?: is"
    rf"| would be|'s|:)[\s*_:]*$"
)
"""Before a quotation: the user is told to write it."""
_TO_WRITE_BEHIND = re.compile(
    rf"[\s.,]*(?:is|would be|'s) (?:what|the (?:answer|thing|line)|how)(?: (?:that|which))? ?(?:you|i)?(?:'d"
    rf"| should| could| can| would| have to| need to)* ?(?:to )?{_WRITE}?"
)
_OWN_WORDS = re.compile(
    r"(?:^|[\s,.;:!—–(-])(?:you(?:'ve| have|'d| had)? (?:once |also |just |actually |even )?(?:told me|wrote"
    r"|written|said|mentioned|noted|texted|put it|stated)(?: to me)?(?:,? and i quote)?(?: that)?"
    r"|what you(?:'ve| have)? (?:told me|wrote|said|gave me)(?: \w+)? (?:was|is)|your (?:exact |own )?(?:words?"
    r"|message|line|note|text)(?: then| back then)? (?:were|was|is|are|says?|reads?|said|read)"
    r"|(?:in|with) your (?:own |exact )?words|from you|(?:my|the|our) (?:notes?|records?|entry|memory"
    r"|file)(?: here)? (?:says?|reads?|has|have|shows?|contains?)|it (?:says|reads)(?: here)?"
    r"|here it (?:says|reads))[\s*_:,—–-]*$"
)
"""Before a quotation: these are the user's own words."""
_OWN_WORDS_BEHIND = re.compile(
    r"[\s.,!\"*_-]*(?:(?:is|was|were|are|'s) (?:what|how) you(?:'ve| have)? (?:told|said|wrote|put|gave"
    r"|mentioned)|(?:were|was|are) your (?:exact |own )?words"
    r"|(?:,? )?(?:you|u)(?:'ve| have)? (?:said|told me|wrote|mentioned|noted)(?! that\b)|as you (?:said|put it"
    r"|told me))\b"
)
_CONFIRMS = re.compile(
    r"^[\s*_]*(?:yes|yep|yeah|sure|ok|okay|of course|indeed|certainly|here you (?:go|are)|right)[\s,.:;!—–-]*$"
)
_UNREAL = re.compile(
    r"\b(?:not|never|don't|didn't|wouldn't|shouldn't|can't|cannot|couldn't|instead of|rather than|could have"
    r"|would have|might have|should have|if|unless|whether|did|do|does|before|why|when)\b"
    r"|\w+n't\b"
)
"""Words by which a quotation is no answer."""


def answers_in_quotes(lead: str, behind: str) -> bool:
    """Whether quoted words with a number or date are the answer: to be written so, or the user's own.

    Args:
        lead: The case-folded words of the sentence before the quotation.
        behind: The words behind it.

    Example:
        >>> answers_in_quotes("just write ", " there."), answers_in_quotes("your friend wrote ", ".")
        (True, False)
    """
    if _UNREAL.search(lead):
        return False
    if _TO_WRITE.search(lead) or _OWN_WORDS.search(lead) or _CONFIRMS.match(lead):
        return True
    is_alone = not any(character.isalnum() for character in lead)
    return is_alone and (_TO_WRITE_BEHIND.match(behind) is not None or _OWN_WORDS_BEHIND.match(behind) is not None)


_TOLD = re.compile(
    r"(?:^|[\s,.;:!—–(-])you(?:'ve| have|'d| had)? (?:once |also |just |actually |even )?"
    r"(?P<how>told me|said|mentioned)(?: to me)?(?: that)?[\s*_:,—–-]*$"
)
"""Before a quotation: the user told it, or only said it."""
_CONCLUDED = re.compile(r"[\s\"'»”*_.]*,? so\b")
"""Behind a quotation: the reply goes by it."""
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|my|mine|me|we|we've|our|us)\b")


def quotes_user(lead: str, quoted: str, behind: str) -> bool:
    """Whether a reply answers with what the user said of themselves: `you told me: "My new role is Mercutio"`.

    Words that the user only `said` are an answer if the reply goes by them: `you said "My dog is Otto", so that's it`.

    Args:
        lead: The case-folded words of the sentence before the quotation.
        quoted: The case-folded quoted words.
        behind: The case-folded words behind them.

    Example:
        >>> quotes_user("in may you told me: ", "my new role is mercutio", "."), quotes_user("he wrote ", "my role", "")
        (True, False)
    """
    told = None if _UNREAL.search(lead) else _TOLD.search(lead)
    goes_by_it = told is not None and (told["how"] == "told me" or _CONCLUDED.match(behind) is not None)
    return goes_by_it and _FIRST_PERSON.search(quoted) is not None
