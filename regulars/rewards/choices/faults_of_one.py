"""Reads which of two things a reply favours where it only says that one has a fault and the other one has not.

`The huts are often cold. The resorts aren't.` favours the resorts. `The huts are quiet. The resorts aren't.` favours
the huts. What a reply says of the first thing counts as a fault unless its words praise it.
"""

from __future__ import annotations

import re

from regulars.rewards.choices.marked_options import MARK, option_of

_SENTENCE_END = re.compile(
    r"[.!;]+(?:\s|$)|\n+|,? (?=(?:while|whereas) )|, (?=(?:but )?(?:with |the |an? |your )*" + MARK + ")"
)
_BUT = re.compile(r"\b(?:but|yet|however|though)\b")
_LEAD = r"(?:(?:and|but|while|whereas|with|at|in|for|the|an?|your) )*"
_AUXILIARY = r"(?:is|are|was|were|do|does|would|will|can|could|might|should|have|has)"
_NOT = rf"(?:{_AUXILIARY}(?:n't| not)|won't|can't|cannot|never {_AUXILIARY})"
_THING = rf"{_LEAD}(?P<thing>{MARK})(?:,? (?:on the other hand|though|however|by contrast|in contrast),?)?"
_IS_NOT = re.compile(rf"{_THING} (?:(?:you|it|they|there|that) )?{_NOT}(?: at all| ever| (?:have|do|be))?\W*")
"""A thing that is not what the other one is: `the resorts aren't`, `with the resorts you wouldn't`."""
_IS_SO = re.compile(rf"{_THING} (?:(?:you|it|they|there|that) )?{_AUXILIARY}\W*")
"""A thing that is what the other one is not: `the resorts do`."""
_AVOIDS_IT = re.compile(
    rf"{_THING} (?:(?:would|will|can) )?(?:avoids?|spares? you|solves?|eliminates?|prevents?|gets? around|(?:is|are)"
    r" free (?:of|from)|(?:do|does)(?:n't| not) have|comes? without|ha(?:s|ve) none of|ha(?:s|ve) no) "
    r"(?:(?:that|this|it|these|those|them)(?: (?:problem|issue|risk|trouble|drawback|worry|completely|entirely"
    r"|altogether))?s?|such (?:problem|issue|risk|trouble|drawback|worry)(?:s|ies)?)\W*"
)
"""A thing without the fault that was told before: `the resorts avoid that`."""
_HAS_NO_TROUBLE = re.compile(
    rf"{_THING} (?:(?:do|does|will|would|wo)(?:n't| not) (?:have|pose|bring|cause|present)|ha(?:s|ve) no|comes?"
    r" without) (?:(?:a|an|any|that|such|the) )*(?:\w+ ){0,2}(?:problem|issue|risk|trouble|drawback)s?\W*"
)
"""A thing alone, which has no trouble: `the resorts don't have a heating problem`."""
_IS_DENIED = re.compile(
    rf"[^{MARK[1:-1]}]*{MARK} (?:(?:you|it|they|there) )?(?:\w+ly )?(?:{_NOT}|never|hardly|rarely|seldom)\b"
)
"""What a clause says of its thing is denied: `the huts aren't warm`."""
_PRAISES = re.compile(
    r"\b(?:suit(?:s|able|ed)?|fits?|works?|well|good|great|best|better|ideal|perfect|quiet(?:er)?|silent|calm\w*"
    r"|peaceful|relax\w*|cosy|comfortable|warm|safer?|eas(?:y|ier|ily)|simpler?|fun|enjoyable|nicer?|lovely|pleasant"
    r"|cheap(?:er)?|affordable|healthy|healthier|flexib\w*|fresh|clean|friendly|convenient|charming|beautiful|reliable"
    r"|gentle|private|lets? you|allows?|helps?|spares?|avoids?|protects?|respects?|free (?:of|from)|without|(?:has"
    r"|have) no|you(?:'d)? (?:love|like|enjoy))\b"
)
"""Words for a thing."""
_BLAMES = re.compile(
    r"\b(?:too \w+|weak|problem\w*|issues?|risk\w*|troubles?|struggl\w*|hates?|dislike\w*|dealbreakers?|no-gos?"
    r"|difficult\w*|hard(?:er)?|avoid (?:that|this|it|them)|stress\w*)\b|n't (?:stand|like|want|bear|cope)"
)
"""Words against a thing, which weigh more than praise beside them."""
_OF_TIME_OR_DOUBT = re.compile(
    r"\?|\b(?:first|earlier|later|last|mention\w*|told|came|either|depends|up to you|your (?:call|choice)|maybe"
    r"|perhaps|if|unless)\b"
)
"""Words of a reply that compares times, or leaves the choice open."""


def favoured(marked: str) -> int | None:
    """The thing without a fault that the other one has; None if a reply says nothing of the kind.

    Args:
        marked: The reply in small letters, with one character for each mention of a thing.

    Example:
        >>> from regulars.rewards.choices.marked_options import mark_of
        >>> huts, resorts = mark_of(0), mark_of(1)
        >>> favoured(f"{huts} are often cold. {resorts} aren't.")
        1
        >>> favoured(f"{huts} are quiet. {resorts} aren't.")
        0
        >>> favoured(f"{huts} are quiet but cold. {resorts} aren't.")
        1
        >>> favoured(f"{huts} are too quiet. {resorts} aren't.")
        1
        >>> favoured(f"{huts} aren't for you. {resorts} came first.")
    """
    if _OF_TIME_OR_DOUBT.search(marked):
        return None
    told = [part for part in _SENTENCE_END.split(marked) if part.strip()]
    of_things = [at for at, part in enumerate(told) if re.search(MARK, part)]
    if not of_things or of_things[-1] != len(told) - 1:
        return None
    last = told[-1].strip()
    if len(set(re.findall(MARK, marked))) == 1:
        alone = _HAS_NO_TROUBLE.fullmatch(last) if len(told) == 1 else None
        return None if alone is None else option_of(alone["thing"])
    before = told[of_things[-2]] if len(of_things) > 1 else ""
    other = "".join(set(re.findall(MARK, before)))
    if len(other) != 1 or other in last:
        return None
    if avoids := _AVOIDS_IT.fullmatch(last):
        return option_of(avoids["thing"])
    said = _BUT.split(". ".join(told[of_things[-2] : of_things[-1]]))[-1]
    is_good = _PRAISES.search(said) is not None and _BLAMES.search(said) is None
    is_denied = _IS_DENIED.match(before) is not None
    contrast = _IS_SO.fullmatch(last) if is_denied else _IS_NOT.fullmatch(last)
    if contrast is None:
        return None
    return option_of(contrast["thing"] if is_good == is_denied else other)
