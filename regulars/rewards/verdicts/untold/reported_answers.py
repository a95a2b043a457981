"""Finds answers that a reply reports or guesses where nothing was told: `I'm not sure, but you told me it was a Saab`.

Such a reply passes for not knowing only by words about a detail (`I can't recall when`, `not the exact words`), by a
denial in what it reports (`you told me that you can't stand crowds`), or beside a guess (`I'd say you were born in
Peru`). What it reports of other people, of requests or of things left open is no answer.

More statements answer: that the user has none (`You're an only child`), a zero that is claimed of the user (`0. You
haven't raised anything yet`), a name under the attribute (`Your street: Harbour Lane`), and what should have been
forgotten (`You told me to delete it, but I can still see that it was on 28 November`). So does an end (`claimed_ends`).
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.abstention import abstains, denies_all, disclaims
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.text_parts import with_mark
from regulars.rewards.verdicts.expectation import CALCULATED, Expectation
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.rewards.verdicts.untold.asks_only import asks_only
from regulars.rewards.verdicts.untold.claimed_ends import claims_end
from regulars.rewards.verdicts.untold.other_people import others_named
from regulars.rewards.verdicts.untold.told_another_day import told_another_day
from regulars.values import Domain, ValueType, find_values

_REPORT = (
    r"(?:i (?:do |still )?(?:think|believe|know|guess) )?you(?:'ve| have|'d| had)?(?: once| also| already| clearly"
    r"| definitely)? (?:said|told me|mentioned|wrote)(?: once| before| earlier)?(?: (?:on|in|back in) (?:the )?\w+"
    r"(?: \w+)?(?: \d{4})?)?(?: that)? "
)
"""Words by which something is what the user told."""
_SUBJECT = (
    r"(?P<subject>it|that|this|you|s?he|they|your (?:own )?(?P<noun>[\w-]+)(?: [\w-]+)?(?=(?:'s)? (?:is|was|are|were)))"
)
_CLAUSE = (
    rf"(?P<clause>{_SUBJECT}(?:'s|'re|'d|'ve|'ll)? (?P<rest>[^.!?;\n]{{2,120}}?))"
    r"(?:,? (?:didn't you|right|wasn't it|isn't it|haven't you|i think|i believe))?(?=[.!?;\n]|$)"
)
"""What is reported: of whom or what, and what."""
_DETAIL = (
    r"(?:i(?:'m| am) not (?:\w+ )?(?:sure|certain)(?: (?:about|of) the [\w ]{2,20}|(?: that)? i have this right"
    r"| i(?:'ve)? got (?:this|that|it) right)?"
    r"|i(?: \w+ly)? (?:don't|do not|can't|cannot|couldn't)(?: \w+ly)? (?:remember|recall|find|have|know|say|see|tell)"
    r"(?: you)? (?:exactly )?(?:(?:the|an|your) (?:exact |precise |original )?(?:messages?|quotes?|words?|wording"
    r"|dates?|days?|times?|details?|moment|chat|conversation|place)(?: (?:for|of) (?:it|that|this))?"
    r"|(?:exactly )?(?:when|where)(?: exactly)?)"
    r"(?: (?:it|that) was| you (?:told me|said (?:it|so)))?)"
)
"""What is unknown is a mere detail, or nothing in particular: `I can't recall exactly when`."""
_HEDGED_REPORT = re.compile(rf"\b{_DETAIL},? (?:but|though|although|only that),? {_REPORT}{_CLAUSE}", re.IGNORECASE)
"""A detail that is not known, and a report beside it."""
_PLAIN_REPORT = re.compile(rf"(?:^|(?<=[.!?:\n] )|(?<=\n)){_REPORT}{_CLAUSE}", re.IGNORECASE)
"""A sentence that reports what the user told."""
_GUESS = re.compile(
    r"\b(?:i(?:'d| would) (?:\w+ly )?(?:say|guess|bet|imagine|assume)|my (?:best )?guess is|i (?:guess|suppose|reckon"
    r"|assume|imagine))(?: that)? (?P<clause>(?P<subject>you|s?he)(?:'ve been| have been|'re| are| were| was|'ve| have)"
    r"(?P<noun>) (?P<rest>[^.!?;\n]{2,80}))(?=[.!;\n]|$)",
    re.IGNORECASE,
)
"""A guess about the user: `I'd say you were born in Peru`."""
_INFERRED = re.compile(
    r"\b(?:it|that|yours?(?: [\w-]+){0,2}) (?:should|must|has to|ought to) be (?:[a-z]+ ){0,3}(?:[€$£] ?)?\d",
    re.IGNORECASE,
)
"""An amount that is inferred: `yours should be somewhere near 1400 euros`."""
_NOT_TOLD = re.compile(
    r"\b(?:not|never|no|none|nothing|nobody|without|neither|whether|if|maybe|perhaps|\w+n't)\b", re.IGNORECASE
)
"""A denial or doubt in what is reported."""
_OWN_DENIAL = re.compile(
    r"\b(?:can't|cannot|can not|couldn't|don't|do not|doesn't|won't|never|wouldn't|would never) (?:\w+ly )?(?:stand"
    r"|bear|eat|drink|like|want|touch|have|take|do|cook|use|cut|give|tolerate|abide|handle|skimp|save|wear|go|stay|work"
    r"|buy|accept|invest)\b|\b(?:no|never)(?= [\w-]+(?: [\w-]+)?$)",
    re.IGNORECASE,
)
"""A denial that tells what somebody avoids or keeps."""
_OTHER_TALK = re.compile(
    r"^(?:(?:would|'d|will|had|have|were|are|was|is|just|only|really|still|also|once|be) )*(?:tell|let|check|look\w*"
    r"|ask\w*|shar\w+|decid\w+|think\w*|thought|forg[eo]t\w*|delet\w+|rather|want\w*|wonder\w*|plan\w*|hop\w+|need\w*"
    r"|like to|love to|know|wrong|mistaken?|error|secret|private|unsure|between|consider\w*|hear[d]?|read|saw|seen"
    r"|send|get back|for (?:a|an|your|the)|about|from|remind\w*|say|said|mention\w*|give me|going to|talk\w*|meant|best"
    r"|up to)\b",
    re.IGNORECASE,
)
"""What the user does about a thing without telling it."""


def reports_an_answer(text: str, expectation: Expectation) -> bool:
    """Whether a reply to a question about what was never told reports or guesses an answer all the same.

    Args:
        text: The reply.
        expectation: What was asked for, and never told.

    Example:
        >>> from regulars.values import Domain
        >>> car = Expectation("value", Domain("car", aliases={"Seat Ibiza": ()}, subjects=("car",)), False)
        >>> reports_an_answer("I can't recall when, but you told me that it was a Saab.", car)
        True
        >>> reports_an_answer("I can't recall any car, but you told me that your aunt has a Saab.", car)
        False
        >>> reports_an_answer("You don't have a car.", car), reports_an_answer("You don't have a car in my notes.", car)
        (True, False)
    """
    plain = text.replace("’", "'")
    if is_chinese(text) or len(plain) > LONGEST_TO_SEARCH:
        return False
    if _claims_fact(plain, expectation.domain) or _states_entry(plain, expectation):
        return True
    if expectation.form not in CALCULATED and claims_end(plain, expectation.domain):
        return True
    if any(_is_answer(one, expectation) for one in _HEDGED_REPORT.finditer(plain)):
        return not told_another_day(text, expectation)
    if any(_is_answer(one, expectation) and _names_something(one["rest"]) for one in _GUESS.finditer(plain)):
        return True
    if expectation.domain.type is ValueType.NUMBER and (found := _INFERRED.search(plain)):
        return plain[found.end() :].partition(".")[2][:1] != "?" and "?" not in plain[found.end() : found.end() + 30]
    told = [one for one in _PLAIN_REPORT.finditer(plain) if _is_answer(one, expectation)]
    if not told or told_another_day(text, expectation):
        return False
    if is_averse(expectation.domain.name) and any((one["noun"] or "").lower() in _LIMITS for one in told):
        return True
    rest = _LOOKED.sub(" ", with_mark(plain, [one.span() for one in told], " "))
    return not (abstains(rest) or disclaims(rest) or denies_all(rest) or asks_only(rest, expectation))


_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+|;\s")
_HAS_NONE = re.compile(
    r"(?:^|[,:–—-] )[\W_]*(?:(?:well|oh|so|no(?:ne|pe)?|zero|0|nothing|actually|currently|at the moment|right now"
    r"|as it happens|not at all)[,:.!–—]? )*(?:you (?:don't|do not) (?:currently |actually |really |even )?(?:have"
    r"|own|keep)(?: got)? (?:any|an?|one)\b|you (?:haven't|have not) got (?:any|an?|one)\b"
    r"|you(?:'ve got| have| own) no\b|you(?:'re| are|'ve always been| were) (?:an )?only child\b)",
    re.IGNORECASE,
)
"""A clause that states as a fact that the user has none: `none, you don't have any siblings`."""
_TOLD_THAT_NONE = re.compile(
    r"(?<!what )(?<!which )\byou(?:'ve| have|'d| had)?(?: once| already| also)? (?:told me|mentioned|said"
    r"|wrote)(?: once| in \w+| on \d+ \w+| back then)?,? (?:that )?(?:you(?:'d|'ve| had| have| were| are|'re)?"
    r"|there (?:is|was|are|were))\b[^.!?;,]{0,25}\b(?:no (?!longer)|none\b|without (?!telling|saying)"
    r"|(?:never|don't|didn't|haven't|hadn't) (?:had|have|own|owned|been|got)\b(?! (?:it|that|this|them|those)\b)"
    r"|only child)|\b(?:never|no|not|none|\w+n't)\b[^.!?;]{0,60}(?:, |[–—-] )(?:as )?you(?:'ve"
    r"| have)? (?:told me so|said so|told me that yourself|told me yourself|mentioned that)\b",
    re.IGNORECASE,
)
"""The user is said to have told that there is none: `you told me that you grew up without brothers`."""
_OF_RECORDS = re.compile(
    r"\b(?:know\w*|told|tell|mention\w*|said|say|note[ds]?|notes|record(?:s|ed)?|file|memory|log|list(?:ed)?|saved"
    r"|stored|shared?|on me|in here|yet|so far|chats?|conversations?|aware|see|find|found|entry|entries|down|here"
    r"|with me|for me|to me|gave|given|give)\b",
    re.IGNORECASE,
)
"""Words by which such a clause speaks of what was told: `you don't have any siblings in my notes`."""
_TO_FORGET = re.compile(
    r"\b(?:(?:ask|tell|told|want|request|wish|beg)\w*(?: for)?(?: me| us)? (?:to )?|(?:i've|i have|i was to|should have"
    r"|supposed to(?: have)?) )(?:have )?(?:forg[eo]t\w*|delet\w*|remov\w*|eras\w*|dropp?\w*|wip\w*)",
    re.IGNORECASE,
)
"""The user asked to forget it."""
_STILL_KNOWS = re.compile(
    r"\b(?:still|do|also still|nevertheless|nonetheless)(?: do)? (?:have|see|find|know|remember|recall|hold|got|read)\b"
    r"(?! (?:nothing|no|none)\b)(?![^.!?;\n]{0,60}\b(?:ask|told|tell|want|delet|forg[eo]t|remov)\w*)",
    re.IGNORECASE,
)
"""The speaker has something all the same, and not only the request: `I can still see that it was`."""


def _claims_fact(plain: str, domain: Domain) -> bool:
    """Whether a reply claims that the user has none, or what it was to forget."""
    has_none = any(_HAS_NONE.search(one) and not _OF_RECORDS.search(one) for one in _SENTENCE.split(plain))
    if has_none or _TOLD_THAT_NONE.search(plain):
        return True
    still = _STILL_KNOWS.search(plain) if _TO_FORGET.search(plain) else None
    return still is not None and bool(find_values(_SENTENCE.split(plain[still.end() :])[0], domain))


_ZERO = re.compile(
    r"\b(?:put|write|enter|makes?)(?: (?:it|that|in|down|an?|probably))* (?:0|zero|nil)\b"
    r"|^\W*(?:0|zero)\b[^.!?\n]{0,20}[,.–-] you(?:'ve| have)(?:n't| not) (?!told|said|mention|given|shared|reported"
    r"|named|let|logged|noted)\w+ any(?:thing|one)?\b|\bnone\b[^.!?\n]{0,15}, (?:that's|that is) what you told me\b",
    re.IGNORECASE,
)
"""A count or sum of zero that is claimed of the user: `0. You haven't raised anything yet`."""
_LISTED = re.compile(
    r"\bI(?:'ve| have)(?: got)? (?:the )?(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*) (?:listed|noted|down|saved|recorded"
    r"|on file) (?:as|for) your (?P<label>[\w' -]{2,40})"
)
"""A name under the attribute: `I have Night Ferry listed as your favourite podcast`."""
_LABELLED = re.compile(
    r"^[\s*_#>-]*your (?P<label>[\w' -]{2,40}?)[*_]*:[*_ ]*(?!(?:not|none|no|nothing|unknown|unclear|never|missing"
    r"|blank|empty|still|n/a|tbd|open|to be)\b)(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+)*)[*_]*\s*$",
    re.IGNORECASE | re.MULTILINE,
)
"""A line with the attribute and a name: `Your street: Harbour Lane`."""


def _states_entry(plain: str, expectation: Expectation) -> bool:
    """Whether a reply gives a name under the attribute's own words, or claims that a count or sum is zero."""
    if expectation.form in ("count", "sum"):
        return _ZERO.search(plain) is not None
    own = {word for word in expectation.domain.subjects if len(word) > _SHORT}
    found = (*_LISTED.finditer(plain), *(one for one in _LABELLED.finditer(plain) if one["name"][:1].isupper()))
    return any(not own.isdisjoint(one["label"].lower().split()) for one in found)


_SHORT = 3
"""The number of letters of words that say nothing of an attribute."""
_LOOKED = re.compile(
    r"\bi(?:'ve| have)?(?: just| now)? (?:gone|went|looked|searched|read|been|checked|scrolled)(?: \w+)? (?:back )?"
    r"(?:through|over|in|into|at) (?:all )?(?:of )?(?:our|my|your|the) (?:\w+ )?\w+(?=[,.;:]| and\b)",
    re.IGNORECASE,
)
"""What the speaker did to find it: `I've gone back through our chats`."""
_LIMITS = frozenset({"no-go", "limit", "dealbreaker", "deal-breaker", "red", "veto", "dislike", "aversion"})
"""Words for what is to be avoided."""


def _is_answer(match: re.Match[str], expectation: Expectation) -> bool:
    """Whether the clause of a match tells something of the user, and of nobody else."""
    domain = expectation.domain
    rest = match["rest"]
    if _OTHER_TALK.search(rest) or others_named(match["clause"], domain.subjects):
        return False
    return _NOT_TOLD.search(_OWN_DENIAL.sub(" ", rest)) is None


def _names_something(words: str) -> bool:
    """Whether words hold a proper name or a number."""
    return re.search(r"(?<=[a-z] )(?!I\b)[A-ZÀ-Þ][\w-]+|\d", words) is not None
