"""Leaves out what a reply tells of another change, where the options are reasons for one.

`Your friend's advice. The article was why you tried lemon balm` gives one reason, and remarks on another change.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from regulars.rewards.choices.option_groups import OptionGroup
from regulars.rewards.choices.options import folded, parts

_REASON = re.compile(
    r"(?:because\b|to (?:save|have|get|be|try)\b|out of\b|for (?:the|a)\b|an? \w+'s \w+$|(?:i|my \w+|everyone"
    r"|we) (?:needed|wasn't|wanted|said|was)\b)"
)
"""The beginning of an option that is a reason."""
_ANOTHER_CHANGE = re.compile(
    r"\b(?:was|were|is|'s) (?:why|what made you|the reason (?:why |that )?you|the reason for|behind|about|for"
    r"|the (?:one|time|change|switch) (?:where|when|that|before))\b|\bit was (?!the\b|because\b|out\b|your\b|a\b"
    r"|an\b|to\b|just\b|that\b|this\b)(?:\w+ ){1,3}?that\b|\b(?:the (?:time|change|switch|one|move) before"
    r"|the (?:earlier|previous|last|first|other) (?:time|change|switch|one|move)|(?:before|earlier) that"
    r"|when you (?:got|switched|changed|moved|tried|took)|last time|back then)\b"
)
"""Words of a sentence that tells of another change than the one that is asked about."""
_ASKED = re.compile(r"[\W_]*(?:that|this|it) (?:was|is|'s)? ?(?:why|the reason)")


_A_CHANGE = (
    r"\b(?:fancied|fancying|wanted|wanting|felt like|craved|were after|ready for|up for|in the mood for|needed"
    r"|looking for"
    r"|keen (?:on|for)|for)(?: just)? (?:a (?:bit of a |little )?change\b(?! of)|something (?:different|else|fresh|new)"
    r"|(?:a bit of |some )?variety)\b"
)
"""Words that may tell of curiosity or of boredom: `you fancied a change`."""
_CAME_FROM = r"(?:told|suggest\w*|recommend\w*|advis\w+|idea|persuad\w+|talked|convinc\w+|tip|urged|nudged)"
"""Words for what another person brings about."""
_IN_OTHER_WORDS: tuple[tuple[str, str], ...] = (
    (
        r"friend",
        rf"\b(?:friend|mate|pal|buddy)s?\b[^.]{{0,30}}{_CAME_FROM}|{_CAME_FROM}[^.]{{0,20}}\b(?:friend|mate|pal"
        r"|buddy)s?\b",
    ),
    (
        r"money",
        r"\bmoney|\bcheap\w*|\bcosts? (?:you )?less|\bless expensive|\btoo (?:expensive|dear|pricey|much money)"
        r"|n't afford|\bcut (?:your )?costs|\bbudget|\bsavings?\b",
    ),
    (
        r"article",
        rf"\barticle\b[^.]{{0,30}}{_CAME_FROM}|{_CAME_FROM}[^.]{{0,20}}\barticle\b"
        r"|\bread(?:ing)? (?:something|about|up on|somewhere|(?:a|an|some) \w+|it in|that)\b"
        r"|\b(?:something|what|stuff|a \w+)(?: that)? you(?:'d| had|'ve)?(?: just| recently)? read\b|\bmagazine"
        r"|\bnewspaper"
        r"|\b(?:a|the) (?:piece|post|report|feature) (?:you|about|on|that|recommend\w*|suggest\w*|said)",
    ),
    (r"\btime\b", r"\bsav\w+ (?:you )?(?:some |a (?:bit|lot) of )?time|\bquicker|\bless time|\bshort (?:of|on) time"),
    (
        r"something new|\bbored\b",
        rf"\bbored|\bboredom|\bboring|\b(?:tired|sick) of|\bfed up with|\bhad enough of|\bthe same old|{_A_CHANGE}",
    ),
    (r"argument", r"\bquarrel\w*|\bargu\w+|\ba row\b|\bf(?:e|a)ll(?:ing)?[ -]out|\ba fight|\bdisagree\w*"),
    (r"stress", r"\bstress\w*|\bcalmer|\bpressure|\boverwhelm\w*|\bhectic|\brelax\w*|\bpeace and quiet"),
    (
        r"curiosity",
        r"\bcurio\w+|\bintrigu\w+|\bwonder\w+ (?:[\w']+ ){0,4}?what"
        r"|\b(?:try|trying|tried|explor\w+)(?: out)? something (?:new|different"
        rf"|else|fresh)|\bgive something (?:new|different|else) a (?:try|go|chance)|{_A_CHANGE}",
    ),
    (
        r"easier",
        r"\beasier|\bsimpler|\bless (?:hassle|trouble|work|effort|fuss|bother)|\bconvenien\w+|\bmore practical"
        r"|\bsimplif\w+",
    ),
    (
        r"family",
        r"\b(?:family|husband|wife|partner|kids|children|parents|relatives)\b[^.]{0,30}(?:wanted|wish\w*|asked"
        r"|insist\w*|push\w*"
        rf"|into it|{_CAME_FROM})|\b(?:talked|persuaded|pushed)[^.]{{0,12}} by your (?:family|husband|wife|partner"
        r"|kids|parents)",
    ),
    (
        r"happy",
        r"(?:n't|\bnot|\bno longer)(?: \w+)? (?:happy|satisfied|content|pleased)\b|\bunhappy|\bdissatisf\w+|\bfed up"
        r"|\bhad enough|\b(?:tired|sick) of|n't (?:like|enjoy)\w*|\bdisappoint\w*",
    ),
    (
        r"good idea",
        r"\b(?:everyone|everybody|people|they all|others|you'd asked)\b[^.]{0,40}(?:said|thought|recommend\w*|agreed"
        r"|in favour|approv\w*|encourag\w*|for it)|\bgood idea",
    ),
)
"""Words of an option, and what else a reply may say for the same reason."""
_REASONS = tuple((re.compile(named), re.compile(said)) for named, said in _IN_OTHER_WORDS)
_CLAUSE_END = re.compile(r"[.!?;:\n]+|,\s|\s[–—-]+\s|\b(?:but|and|just|rather|it was)\b")
_DENIED = re.compile(r"(?:\bnot|n't|\bnever|\bno)\b")
"""Before a reason that is denied."""
_UNSURE = re.compile(r"\b(?:maybe|perhaps|might|possibly|either|or|whether|not sure|guess\w*|could)\b")


def reason_in_other_words(lowered: str, options: tuple[str, ...]) -> int | None:
    """The reason among some options that a reply gives in words of its own; None if it gives none or several.

    Args:
        lowered: The reply, case folded.
        options: The options' texts, all of them reasons.

    Example:
        >>> options = ("Out of curiosity", "To save money", "Because of an article")
        >>> reason_in_other_words("you'd wanted to try something different.", options)
        0
        >>> reason_in_other_words("you'd read something about it.", options)
        2
        >>> reason_in_other_words("it wasn't cheaper.", options), reason_in_other_words("or was it cheaper?", options)
        (None, None)
    """
    if _UNSURE.search(lowered):
        return None
    given: set[int] = set()
    told = [folded(option)[1] for option in options]
    for clause, end in parts(lowered, _CLAUSE_END):
        for named, said in _REASONS if "?" not in end else ():
            match = said.search(clause)
            if match is not None and not _DENIED.search(clause, 0, match.start()):
                given.update(at for at, option in enumerate(told) if named.search(option))
    return given.pop() if len(given) == 1 else None


@lru_cache(maxsize=512)
def are_reasons(options: tuple[str, ...]) -> bool:
    """Whether all options are reasons.

    Example:
        >>> are_reasons(("To save money", "A friend's advice")), are_reasons(("Oslo", "Bergen"))
        (True, False)
    """
    return all(_REASON.match(folded(option)[1]) for option in options)


def of_this_change(text: str, sentences: Sequence[tuple[int, int]], groups: Sequence[OptionGroup]) -> list[OptionGroup]:
    """The mentions of reasons without those of later sentences that tell of another change.

    Args:
        text: The reply, case folded.
        sentences: Where its sentences begin and end.
        groups: Its mentions of options, in order.
    """
    kept = list(groups[:1])
    for one in groups[1:]:
        low, high = sentences[one.sentence]
        is_later = one.sentence > kept[0].sentence and not kept[0].is_denied and one.kind != "letter"
        if is_later and _ANOTHER_CHANGE.search(text, low, high) and not _ASKED.match(text, low):
            continue
        kept.append(one)
    return kept
