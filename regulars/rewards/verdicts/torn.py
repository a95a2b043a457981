"""Tells whether a reply leaves open which of several values it is: it names two and says that it cannot tell."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import holds_any, part_spans
from regulars.values import Domain

_OF_NO_MATTER = (AssertionStatus.ASIDE, AssertionStatus.PAST, AssertionStatus.FOREIGN)
_TORN = re.compile(
    r"\b(?:which (?:one |of them )?(?:(?:shall|should|do|would) (?:i|we|you)|of (?:the|these|those"
    r"|them)(?: two| three)?|holds|is (?:right|correct|true|current|it)|it is|was it|applies)"
    r"|which(?= ?[.!?]|$)|which (?:one|of (?:them"
    r"|the two)) (?:you|u|it|he|she|i)\b"
    r"|(?:either|both) (?:of them |one |of the two )?(?:could|might|may|would) (?:\w+ )?(?:be|go|hold|do|work)"
    r"|tell me which (?:one|of)|one of the two|lost track of which"
    r"|(?:can't|cannot|couldn't) (?:tell|say) which|(?:don't|do not) know which|(?:not|un)\s?sure which"
    r"|(?:could|might|may) (?:\w+ )?be (?:[^\s.!?;]+ ){1,8}?or (?:(?:it |that )?(?:could|might|may) (?:\w+ )?be)?)\b",
    re.IGNORECASE,
)
_TORN_SIGNS = ("which", "either", "both", "one of the two", " be ", "decide between")
"""Signs of which every such statement has one."""
_ASKS_WHICH = re.compile(
    r"\bwhich (?:one |of (?:the|these|those|them)(?: (?:two|three))? )?(?:should|shall|do|would|must) (?:i|we)"
    r" (?:\w+ )?(?:go (?:by|with)|use|take|keep|note|enter|put|write|trust|believe|believe in|follow|stick|count)\b"
    r"[^.!?\n]{0,60}\?",
    re.IGNORECASE,
)
"""A question which of the values named holds, whenever they did."""
_EITHER = re.compile(r"\beither\b[^.!?\n]{1,60}\bor\b", re.IGNORECASE)
_EITHER_WAY = re.compile(
    r"\b(?:(?:could|can|might|may) go either way|(?:can't|cannot) go wrong with (?:either|both)"
    r"|both (?:have|has) (?:something|a lot|much) going for (?:them|it)"
    r"|(?:could|can|might) make (?:a|an) (?:\w+ )?(?:case|argument) for (?:both|e(?:i|a)ther|each)"
    r"|(?:case|argument)s? (?:can|could|might) be made for (?:both|either|each)"
    r"|there(?:'s| is) (?:a|an) (?:\w+ )?(?:case|argument) for (?:both|either|each)"
    r"|(?:call (?:it|this)|c(?:a|o)me out at|ends? (?:in|as)) (?:a|an) (?:clear |dead |complete )?(?:draw|tie|toss-up)"
    r"(?![-\w])|(?:it|this|that)(?:['’]s| is) a (?:\w+ )?toss-up|toss a coin"
    r"|(?:would|do|ca)(?:n['’]t| not) (?:(?:wish|want|like) to )?(?:commit myself|prefer (?:one|either))"
    r"|(?P<offered>\bor\b)[^.!?\n]{0,40}[,;:—–-] ?(?:it's )?(?:your (?:pick|call|choice)|up to you"
    r"|you (?:choose|decide|pick)))\b"
)
_DECIDES = re.compile(
    r"\b(?:but|so|still|though|i'd|i would|i'll|go (?:for|with)|take|pick|choose|suits?|fits?|better|best|wins?)\b"
)
_CANNOT_TELL = re.compile(
    r"\b(?:can't|cannot|couldn't|can not|don't|do not|not sure|unsure|no idea|not certain)(?: \w+){0,3} which"
    r"(?: one| of (?:them|the two))?(?: (?:it|that) (?:is|was)| (?:is|was) (?:it|yours|right|meant))?"
    r"(?=[\s*_]*(?:[.!?;]|$))",
    re.IGNORECASE,
)
"""Behind `either X or Y`, of which one may be no known value."""
_UNDECIDED = re.compile(
    r"\bi(?: \w+ly)? (?:can't|cannot|can not)(?: \w+ly)? decide between (?:them|the two|these|those)\b"
    r"(?=[\s*_]*(?:[.,;!?]|$|from\b|here\b|on my\b))",
    re.IGNORECASE,
)
_OR_BESIDE = re.compile(r"[*_\"']{0,4},? or (?:in |at |on |with |for |the |an? |maybe |perhaps )*[*_\"']{0,4}[^\W_]")
"""Behind a value: another one beside it."""


def is_torn(text: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply names several values and says that it cannot tell which of them it is."""
    lowered = text.lower()
    if not found:
        return False
    if _is_by_case(lowered, found) or _counts_by_case(lowered, found) or _is_either_way(lowered, found):
        return True
    if not holds_any(lowered, _TORN_SIGNS):
        return False
    told = {one.value for one in found if one.status not in (AssertionStatus.ASIDE, AssertionStatus.FOREIGN)}
    if len(told) > 1 and _ASKS_WHICH.search(text):
        return True
    undecided = _UNDECIDED.search(text, found[0].end)
    if undecided is not None and _DECIDES.search(lowered, undecided.end()) is None:
        return True
    beside = next((one for one in found if _OR_BESIDE.match(text, one.end)), None)
    if beside is not None and _CANNOT_TELL.search(text, beside.end):
        return True
    either = _EITHER.search(text) if "which" in lowered else None
    if either is not None and _CANNOT_TELL.search(text, either.end()):
        return True
    named = {one.value for one in found if one.status not in _OF_NO_MATTER}
    named = told if _IN_RANGE.search(lowered) else named
    if len(named) > 1 and (_ONE_OF_TWO.search(text) or _is_either(text, found)):
        return True
    if len(named) < 2 or _TORN.search(text) is None:
        return False
    return "?" in text or _WHICH_UNKNOWN.search(lowered) is not None or abstains(text) or disclaims(text)


def leaves_range_open(text: str) -> bool:
    """Whether a reply gives a range and cannot tell which value in it is right.

    Example:
        >>> leaves_range_open("I can't tell which one is right, they range from 30 to 40.")
        True
        >>> leaves_range_open("They range from 30 to 40, and 40 is the latest.")
        False
    """
    return _IN_RANGE.search(text.lower()) is not None and _TORN.search(text) is not None


_IN_RANGE = re.compile(r"\b(?:rang(?:e|es|ed|ing)|var(?:y|ies|ied|ying)|anywhere) (?:anywhere )?from\b")
"""Before values between which the right one lies."""
_WHICH_UNKNOWN = re.compile(
    r"\bwhich (?:one\b|of (?:the|them|these|those)\b|got|was|is|won)[^.!?;\n]{0,50}\b(?:(?:can't|cannot|couldn't|don't"
    r"|do not|can no longer|could not)(?: \w+)? (?:say|tell|know|recall|remember)|no idea|not sure|unsure"
    r"|(?:have )?forgotten|escapes me)\b"
)
"""Not knowing which, said behind it: `which of them got my vote I couldn't say`."""


def _is_either_way(lowered: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply says that both will do. `by bus or train, your call` does so of two values only."""
    return says_either_way(lowered, several=len({one.value for one in found}) > 1)


def says_either_way(lowered: str, *, several: bool) -> bool:
    """Whether a reply in small letters says last that both will do: `let's call it a draw`.

    Example:
        >>> says_either_way("both are fine, it's a toss-up.", several=True)
        True
        >>> says_either_way("it's a toss-up, but take the bus.", several=True)
        False
    """
    said = [match.end() for match in _EITHER_WAY.finditer(lowered) if several or not match["offered"]]
    return bool(said) and _DECIDES.search(lowered, said[-1]) is None


_COULD_BE = re.compile(r"\b(?:could|might|may) (?:also |well )?(?:be|have been)\b", re.IGNORECASE)
_ONE_OF_TWO = re.compile(
    r"\b(?:one of (?:the|these|those|them)(?: two)?|either of (?:the two|them)) (?:should|must|has to|ought to|will"
    r"|could|might|may) be\b|\bone of the two is (?:yours|right|it|correct)\b",
    re.IGNORECASE,
)
"""A statement that one of the values named is right."""


def _is_either(text: str, found: Sequence[Assertion]) -> bool:
    """Whether `either ... or` or `could be ..., could be ...` joins two values, neither of which is asserted."""
    if len(_COULD_BE.findall(text)) > 1 and all(one.status is AssertionStatus.HYPOTHETICAL for one in found):
        return True
    for match in _EITHER.finditer(text):
        joined = {one.value for one in found if match.start() <= one.start <= match.end() + _NEAR_CASE}
        if len(joined) > 1:
            return all(one.status is AssertionStatus.HYPOTHETICAL for one in found if one.value in joined)
    return False


_CASE = re.compile(
    r"\bif (?:you|it|there|they|he|she|we|i|the|your|his|her|their)(?:'(?:re|ve|s|d))?\b[^.!?;\n]{0,60}?"
    r"(?:, ?|: ?| then )(?=\S)"
)
_IF_BEHIND = re.compile(r"[\s*_\"',]{1,4}(?:if|when|unless) (?:you|it|there|they|he|she|we|the|your)\b")
_OF_MEMORY = re.compile(r"if (?:i|the notes)\b")


def _is_by_case(lowered: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply gives each of its values for a case of its own: `if you have time, A; if not, B`."""
    if len(found) > _MOST_FOUND or lowered.count("if ") < 2:
        return False
    cases = [case.end() for case in _CASE.finditer(lowered) if not _OF_MEMORY.match(case[0])]
    led = [next((one for one in found if end <= one.start <= end + _NEAR_CASE), None) for end in cases]
    trailed = {one.value for one in found if _IF_BEHIND.match(lowered, one.end)}
    return len({one.value for one in led if one is not None}) > 1 or len(trailed) > 1


_COUNTED = r"(\d{1,4}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_IF_NOT = re.compile(
    rf"\bif\b[^.!?\n]{{1,60}}?(?:,|:| then) [^.,!?\n]{{0,30}}?\b{_COUNTED}\b[^.!?\n\d]{{0,24}}?[,;.] (?:and |but )?"
    rf"(?:if not|otherwise|else|if it isn't|if they aren't)\b,? [^.!?\n\d]{{0,24}}?\b{_COUNTED}\b"
)
"""A number for each case: `if it's the same one, that makes 3, if not, 4`."""


def _counts_by_case(lowered: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply gives one number for a case and another one for the opposite."""
    if not found[0].value.isdigit() or "if " not in lowered:
        return False
    cases = _IF_NOT.search(lowered)
    return cases is not None and cases[1] != cases[2]


_MOST_FOUND = 60
"""A reply that names more values recites."""
_NEAR_CASE = 24
"""The number of characters behind a condition within which its value stands."""


_PART = re.compile(r"[.!?;\n]+(?=\s|$)|,?\s(?:but|yet|whereas|while|however|though)\b")
_LATER_ON = re.compile(
    r"[\W_]*(?:when|once|whenever|as soon as|next time|if you (?:finish|add|get|read|run|save))\b", re.IGNORECASE
)
"""A part of a reply that speaks of what will be told later."""


def abstains_about(text: str, found: Sequence[Assertion], domain: Domain) -> bool:
    """Whether a part of a reply that names no value says of the very matter that nothing is known."""
    about = _about(domain)
    for part in _parts_without(text, found):
        words = {word[:_STEM] for word in re.findall(r"\w+", part.casefold())}
        if about.isdisjoint(words):
            continue
        if (abstains(part) or disclaims(part)) and not _LATER_ON.match(part):
            return True
    return False


_GUESSES = re.compile(
    r"\b(?:(?:might|may|could) (?!(?:just )?as well)(?:\w+ )?(?:be|have)|perhaps|possibly|maybe)\b[^.!?;\n]*$",
    re.IGNORECASE,
)
_GUESSES_FIRMLY = re.compile(
    r"\b(?:(?:wasn't|isn't|weren't|aren't) (?:it|that|this|they)|(?:'ll|will|must|should) (?:\w+ )?have been"
    r"|must be|i (?:imagine|suppose|reckon|presume)|i'd (?:guess|imagine|say|bet)|presumably|most likely|probably"
    r"|something like|my (?:best |only )?(?:guess|bet|hunch) (?:is|would be|was)"
    r"|if (?:memory serves|i (?:remember|recall))(?: \w+)?)\b[^.!?;\n]*$",
    re.IGNORECASE,
)
"""A guess that is one even as a question: `wasn't it Fiji?`."""
_ASKED = re.compile(r"[\s*_\"']*\?")
_GUESS_REACH = 80
"""The number of characters before a value within which a guess begins."""


def guesses_only(text: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply that knows nothing names a single value, and that as a guess (`there might be Fiji`)."""
    if len({one.value for one in found}) != 1:
        return False
    first = found[0]
    low = max(first.start - _GUESS_REACH, 0)
    if _GUESSES_FIRMLY.search(text, low, first.start):
        return first.status is not AssertionStatus.DENIED
    if first.status is not AssertionStatus.HYPOTHETICAL:
        return False
    if _ASKED.match(text, first.end) and "guess" not in text.lower():
        return False
    return _GUESSES.search(text, low, first.start) is not None


_WHICH = re.compile(r"\b(?:which|what|who|whose|where)(?: (?:is|was|are|were))?(?: your| the)? (\w+)", re.IGNORECASE)


def knows_another_only(text: str, found: Sequence[Assertion], domain: Domain) -> bool:
    """Whether a reply says in a part without a value that it does not know which one it is: `which city, I don't know`.

    What it names then belongs to something else.
    """
    about = _about(domain)
    for part in _parts_without(text, found):
        which = _WHICH.search(part)
        if which is not None and which[1].lower()[:_STEM] in about and (abstains(part) or disclaims(part)):
            return True
    return False


def _about(domain: Domain) -> frozenset[str]:
    """The stems of the words of a domain's matter."""
    return frozenset(word[:_STEM] for word in domain.words if len(word) > 2)


_STEM = 5
"""The number of letters by which words of one stem are known."""


def _parts_without(text: str, found: Sequence[Assertion]) -> Iterator[str]:
    """The parts of a reply that name no value."""
    starts = [one.start for one in found]
    for low, high in part_spans(text, _PART):
        if bisect_left(starts, low) == bisect_left(starts, high):
            yield text[low:high]


_LAST_WORD = re.compile(
    r"(?:^|(?<=[.!?\n] )|(?<=\n))[\W_]{0,8}(?:so|then|therefore|hence|thus|in short|in sum|that means|which means"
    r"|conclusion"
    r"|result|all in all|bottom line|(?:for|during|in|at|on|by) (?:the|that|those) [^,.!?\n]{1,40}?,(?: then,)?)[\s,:]",
    re.IGNORECASE,
)
"""The beginning of a sentence that concludes."""
_MORE = re.compile(r"\b(?:more|else|further|other|exact|precise|whether|why|since)\b", re.IGNORECASE)
_WITHIN_LAST = 160


def concludes_unknown(text: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply ends, behind all values that it names, by concluding that nothing is known.

    What it names before is evidence that was weighed: `6 Feb: the office listed group pressure; you said that was
    wrong. So no difficulty of yours is known to me.`
    """
    low = max((one.end for one in found), default=0)
    for match in _LAST_WORD.finditer(text, low):
        end = _PART.search(text, match.end(), match.end() + _WITHIN_LAST)
        sentence = text[match.end() : end.start() if end else match.end() + _WITHIN_LAST]
        if not _MORE.search(sentence) and (abstains(sentence) or disclaims(sentence)):
            return True
    return False
