"""Finds answers that a reply reports or guesses where nothing was told: `I'm not sure, but you told me it was a Saab`.

Such a reply passes for not knowing only by words about a detail (`I can't recall when`, `not the exact words`), by a
denial in what it reports (`you told me that you can't stand crowds`), or beside a guess (`I'd say you were born in
Peru`). What it reports of other people, of requests or of things left open is no answer.
"""

from __future__ import annotations

import re

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.abstention import abstains, denies_all, disclaims
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.rewards.verdicts.untold.asks_only import asks_only
from regulars.rewards.verdicts.untold.other_people import others_named
from regulars.rewards.verdicts.untold.told_another_day import told_another_day
from regulars.values import ValueType

_REPORT = (
    r"(?:i (?:do |still )?(?:think|believe|know|guess) )?you(?:'ve| have|'d| had)?(?: once| also| already| clearly"
    r"| definitely)? (?:said|told me|mentioned|wrote)(?: once| before| earlier)?(?: (?:on|in|back in) (?:the )?\w+"
    r"(?: \w+)?(?: \d{4})?)?(?: that)? "
)
_SUBJECT = (
    r"(?P<subject>it|that|this|you|s?he|they|your (?:own )?(?P<noun>[\w-]+)(?: [\w-]+)?(?=(?:'s)? (?:is|was|are|were)))"
)
_CLAUSE = (
    rf"(?P<clause>{_SUBJECT}(?:'s|'re|'d|'ve|'ll)? (?P<rest>[^.!?;\n]{{2,120}}?))"
    r"(?:,? (?:didn't you|right|wasn't it|isn't it|haven't you|i think|i believe))?(?=[.!?;\n]|$)"
)
_DETAIL = (
    r"(?:i(?:'m| am) not (?:\w+ )?(?:sure|certain)(?: (?:about|of) the [\w ]{2,20}|(?: that)? i have this right"
    r"| i(?:'ve)? got (?:this|that|it) right)?"
    r"|i(?: \w+ly)? (?:don't|do not|can't|cannot|couldn't)(?: \w+ly)? (?:remember|recall|find|have|know|say|see|tell)"
    r"(?: you)? (?:exactly )?"
    r"(?:(?:the|an|your) (?:exact |precise |original )?(?:messages?|quotes?|words?|wording|dates?|days?|times?|details?"
    r"|moment|chat|conversation|place)(?: (?:for|of) (?:it|that|this))?|(?:exactly )?(?:when|where)(?: exactly)?)"
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
_POINTS_BACK = re.compile(
    r"\bso (?:(?:that's|that is|it's|it is) (?:probably|most likely|likely|presumably|surely|i guess)"
    r" (?:it|that|that one|the one|yours)"
    r"|(?:i(?:'d| would)? (?:guess|say|suppose|think|bet|assume)(?: that)? (?:it's|it is|that's) (?:it|that|that one"
    r"|the one|yours|the same))|(?:it|that) (?:must|has to) be (?:it|that|that one|yours|the same))(?=[.!]|$)",
    re.IGNORECASE,
)
"""A conclusion that points to what stands before it: `most people avoid X, so I guess it's that`."""
_INFERRED = re.compile(
    r"\b(?:it|that|yours?(?: [\w-]+){0,2}) (?:should|must|has to|ought to) be (?:[a-z]+ ){0,3}(?:[€$£] ?)?\d",
    re.IGNORECASE,
)
"""An amount that is inferred: `yours should be somewhere near 1400 euros`."""
_NOT_TOLD = re.compile(
    r"\b(?:not|never|no|none|nothing|nobody|without|neither|whether|if|maybe|perhaps|\w+n't)\b", re.IGNORECASE
)
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
    """
    plain = text.replace("’", "'")
    if is_chinese(text) or len(plain) > LONGEST_TO_SEARCH:
        return False
    if any(_is_answer(one, expectation) for one in _HEDGED_REPORT.finditer(plain)):
        return not told_another_day(text, expectation)
    if any(_is_answer(one, expectation) and _names_something(one["rest"]) for one in _GUESS.finditer(plain)):
        return True
    if _POINTS_BACK.search(plain):
        return True
    if expectation.domain.type is ValueType.NUMBER and (found := _INFERRED.search(plain)):
        return plain[found.end() :].partition(".")[2][:1] != "?" and "?" not in plain[found.end() : found.end() + 30]
    told = [one for one in _PLAIN_REPORT.finditer(plain) if _is_answer(one, expectation)]
    if not told or told_another_day(text, expectation):
        return False
    if is_averse(expectation.domain.name) and any((one["noun"] or "").lower() in _LIMITS for one in told):
        return True
    rest = plain
    for one in reversed(told):
        rest = f"{rest[: one.start()]} {rest[one.end() :]}"
    rest = _LOOKED.sub(" ", rest)
    return not (abstains(rest) or disclaims(rest) or denies_all(rest) or asks_only(rest, expectation))


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
