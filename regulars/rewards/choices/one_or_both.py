"""Reads which of two things goes against the user, where the options are the first, the second, both and neither.

A reply may say so of each thing, or of both: `The first suits you, the second doesn't`, `Nothing clashes`, `They both
fit`. What it says last of a thing counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from regulars.rewards.choices.options import folded, parts

_HEADS = (
    ((True, False), re.compile(r"only the (?:first|former)\b")),
    ((False, True), re.compile(r"only the (?:second|latter)\b")),
    ((True, True), re.compile(r"both\b")),
    ((False, False), re.compile(r"neither\b")),
)
"""What the four options say: whether the first and the second thing go against the user."""
_CLAUSE_END = re.compile(
    r"[.!?;:\n|(]+|\s[–—-]+\s|,?\s\b(?:and|but|while|whereas|although|though|yet|so(?! (?:is|does|do|are)\b)"
    r"|because|since|as(?! well\b)|with)\b|,"
)
_OF_TWO = r"(?: (?:one|thing)s?)?(?: of (?:them|the two|these|those|the things|your \w+))?"
_SUBJECT = re.compile(
    rf"\b(?:(?P<only>(?:only|just|it's|it is) )?the (?:(?P<first>first|former)|(?P<second>second|latter"
    rf"|other))(?: one| thing| choice)?\b"
    rf"|(?P<both>both{_OF_TWO}|(?:they|these|those) (?:both|all)|(?<!of )(?<!one )the two(?: of them)?"
    rf"|everything|all of it|each{_OF_TWO}|they|you'?re(?= at odds with both)))"
    rf"|\b(?P<none>neither{_OF_TWO}|none{_OF_TWO}|nothing|not one{_OF_TWO}|not a single one)\b"
)
_MISFIT = re.compile(
    r"\b(?:go(?:es|ing)? against|clash(?:es|ing)?|contradict\w*|at odds|out of (?:character|step|line|tune"
    r"|keeping|place)|jars?|jarring|wrong|(?:is|are|looks?) (?:off|odd)|mismatch\w*|misfits?|sticks? out|rubs?"
    r"|conflicts?|runs? (?:counter|against|contrary)"
    r"|odd one out|unlike you|unsuitable|inappropriate|incompatible|inconsistent|unnatural|untypical|atypical"
    r"|uncharacteristic|(?:bad|poor|odd|strange|awkward) (?:fit|match|choice)|contrary|disagrees?|fails? you|problem"
    r"|trouble|too (?:many|few|big|small|large|crowded|much|little"
    r"|loud|quiet|chatty|slow|fast|quick|long|short|serious)|a lot for|not (?:really )?(?:your thing|you|for you))\b"
)
_FIT = re.compile(
    r"\b(?:fits?|fitting|suits?|suited|match(?:es|ing)?|in (?:line|keeping|tune|step|character)|agrees?"
    r"|belongs?|go(?:es)? (?:(?:very|quite|really|so) )*(?:with|together|well|nicely|perfectly|fine"
    r"|hand in hand)|suitable|typical|appropriate|ideal|perfect|compatible|consistent|(?:a )?(?:good|great|natural"
    r"|fine) (?:fit|match)|(?:is|are|'re|'s|looks?)(?:n't| not)? (?:right|fine|ok|okay|good|you|all right|just like you"
    r"|spot on|just right|just you)|works?|like you|(?:as|what|how|where) (?:it|they) should be|makes? sense"
    r"|true to you)\b"
)
_NEGATED = re.compile(
    r"\b(?:not|no|never|hardly|no longer|dosnt|doesnt|dont|isnt|arent|\w+n't)\b|\b(?:un|ill-)suited\b"
)
_NO_CLASH = re.compile(
    r"\b(?:no|without(?: any| a)?|(?:see|find|is|are) no|not a|(?:can't|cannot|don't|couldn't) (?:see|find"
    r"|spot)(?: a| an| any)) (?:\w+ )?(?:clash|conflict|contradiction"
    r"|mismatch|misfit|discrepancy|problem)(?:es|s)?\b"
)
_IN_EITHER = re.compile(r"\b(?:in|with|about) either(?: of (?:them|the two))?\b")
"""Words that leave nothing open: `I can't see a mismatch in either`."""
_NOT_ONE = re.compile(
    r"\bi (?:don't|do not|wouldn't|would not|can't|cannot) (?:\w+ly )?(?:think|believe|say|see|feel|find)(?: that|"
    r" how)? either(?: one| of (?:them|the two|these|those))?(?= \w)"
)
"""A denial that is put forward: `I don't think either of them clashes`."""
_NEITHER_NOR = re.compile(r"\W*neither the (?:first|second)\b[^,.;]{0,12} nor the (?:first|second)\W*")
"""A clause that names both things and says no more: `neither the first nor the second`."""
_IT = re.compile(r"\W*(?:so |and |which means |therefore )*(?:it|that one|this one|(?=(?:does|is)(?:n't| not)?\W*$))")
"""The beginning of a clause about the thing of the one before: `so it doesn't`, `and does`."""
_IS_WHAT = re.compile(
    r"\b(?:mismatch|misfit|clash|problem|odd one(?: out)?|exception|outlier)(?: here)? (?:is|would be)\W*$"
)
"""Before a thing that goes against the user: `the mismatch is the first`."""
_UNCERTAIN = re.compile(r"\b(?:if|whether|would|should(?! be)|might|could|may|either|unless|perhaps|maybe|suppose)\b")
_IF = re.compile(r"\W*(?:only |and |but )?(?:if|unless|in case|provided|assuming)\b")
"""A condition, on which the next clause depends."""
_TOO = re.compile(r"\W*(?:(?:does|do|is|are) )?(?:as well|too|also|likewise)\b")
_SO_DOES = re.compile(r"\bso (?:does|do|is|are) $")
_ELLIPSIS = re.compile(r"\W*(?:(?:does|do|is|are)(?: ?n't| not)?|\w+n't)\W*$")
"""Behind a thing of which the opposite holds: `the first fits, the second doesn't`."""
_IS_ALONE = re.compile(
    r"[\W_]*(?:(?:that's|that would be|i'd say|clearly|definitely|well|so) )*the \w+(?: (?:one|thing))?[\W_]*"
)
"""A clause that holds nothing but one of the two; as the first one, it is the answer."""
_REACH = 60
"""The number of characters of a clause behind its subject in which its verb stands."""


_AS_I_SEE_IT = (
    r"(?:(?:as|so) far as i(?: can| could)? \w+|(?:in|to) my (?:view|opinion|mind|book|eyes)|(?:i'd|i would|i) (?:\w+"
    r" )?(?:say|think|guess|believe)|(?:going|judging) by [^.,;!?\n]{1,40}|(?:from|given|based on|by) (?:all "
    r"|everything )?what [^.,;!?\n]{1,40}|if you ask me|honestly|actually|really|to be honest|frankly|well|hm+"
    r"|thankfully|luckily|happily)"
)
"""Words around a verdict that only say whose it is: `as far as I can see`, `I'd say`."""
_BY_ITSELF = re.compile(
    rf"\W*(?:(?:option )?(?P<letter>[a-d])\b\W+)?(?:{_AS_I_SEE_IT}(?:,| that)? |(?:it|that)(?:'s| is| would be|'d be"
    r"| looks like| seems)(?: like)? |(?:my|the|your) (?:answer|verdict)(?:'s| is| would be|:)? ?)*"
    r"(?P<head>neither|both|none(?= of))(?: (?:one|thing))?(?: of (?:them|the two|these|those|the things))?"
    rf"(?: (?:does|do|is|are))?(?:,? {_AS_I_SEE_IT})?[\s*_\"')]*(?:[.!\n]|$)"
)
"""An answer that is the head of an option: `Neither.`, `B, neither.`, `I'd say neither does.`."""


@lru_cache(maxsize=512)
def find_fit_options(options: tuple[str, ...]) -> tuple[tuple[tuple[bool, bool], int], ...]:
    """What each option says of two things, with its place; empty unless these are the four that there are."""
    if len(options) != len(_HEADS):
        return ()
    told = [folded(option)[1] for option in options]
    found = [(state, at) for state, head in _HEADS for at, option in enumerate(told) if head.match(option)]
    every = range(len(options))
    is_each = sorted(at for _, at in found) == list(every) and len({state for state, _ in found}) == len(every)
    return tuple(found) if is_each else ()


def answers_in_a_word(lowered: str, four: Sequence[tuple[tuple[bool, bool], int]]) -> int | None:
    """The option that a reply begins with by its first word, `neither` or `both`; None if it begins otherwise.

    Example:
        >>> four = find_fit_options(("Both fit.", "Neither fits.", "Only the first fits.", "Only the second fits."))
        >>> answers_in_a_word("b, neither.", four), answers_in_a_word("neither is a problem.", four)
        (1, None)
        >>> answers_in_a_word("as far as i can tell, neither does.", four)
        1
    """
    said = _BY_ITSELF.match(lowered)
    if said is None:
        return None
    is_both = said["head"] == "both"
    option = dict(four)[is_both, is_both]
    if which_goes_against(lowered[said.end() :], four) not in (None, TOO_LITTLE, option):
        return None
    return option if said["letter"] in (None, "abcd"[option]) else None


TOO_LITTLE = -1
"""In place of an option: the reply says of one thing alone that it suits the user."""


def which_goes_against(lowered: str, four: Sequence[tuple[tuple[bool, bool], int]]) -> int | None:
    """The option that says what the reply says of the two things; None if it says nothing of them.

    Args:
        lowered: The reply, case folded.
        four: What the options say.
    """
    first: bool | None = None
    second: bool | None = None
    last_clashes: bool | None = None
    last_subject: re.Match[str] | None = None
    is_conditional, told = False, False
    for clause, end in parts(_IN_EITHER.sub(" ", _NOT_ONE.sub("neither", lowered)), _CLAUSE_END):
        if is_conditional or "?" in end or _UNCERTAIN.search(clause):
            is_conditional = _IF.match(clause) is not None
            continue
        if _NO_CLASH.search(clause):
            first = second = False
            continue
        if _NEITHER_NOR.fullmatch(clause):
            first = second = False
            continue
        subject = named = _SUBJECT.search(clause)
        refers = _IT.match(clause) if subject is None else None
        if refers is not None:
            subject = last_subject
        if subject is None:
            continue
        last_subject = subject
        at = refers.end() if refers is not None else subject.end()
        behind = clause[at : at + _REACH]
        clashes = _clashes(behind)
        if clashes is None and named and not behind.strip() and _IS_WHAT.search(clause, 0, named.start()):
            clashes = True
        if clashes is None and (_TOO.match(behind) or (named and _SO_DOES.search(clause, 0, named.start()))):
            clashes = last_clashes
        if clashes is None and last_clashes is not None and _ELLIPSIS.match(behind):
            clashes = not last_clashes
        is_alone = (
            named is not None and subject["both"] is subject["none"] is None and _IS_ALONE.fullmatch(clause) is not None
        )
        if clashes is None and named and (subject["only"] or (is_alone and not told)) and not behind.strip():
            clashes = True
        told = True
        if clashes is None:
            continue
        last_clashes = clashes
        if subject["none"]:
            first = second = not clashes
        elif subject["both"]:
            first = second = clashes
        elif subject["first"]:
            first, second = clashes, (not clashes if subject["only"] else second)
        else:
            first, second = (not clashes if subject["only"] else first), clashes
    if first is None and second is None:
        return None
    if first is None or second is None:
        if not (first or second):
            return TOO_LITTLE
        first, second = first is True, second is True
    return dict(four)[first, second]


def _clashes(words: str) -> bool | None:
    """Whether a clause says of its subject that it goes against the user; None if it says neither."""
    misfit, fit = _MISFIT.search(words), _FIT.search(words)
    found = misfit or fit
    if found is None:
        return None
    is_negated = _NEGATED.search(words, 0, found.end()) is not None
    return (found is misfit) != is_negated
