"""American spellings of British words, so that a value written in either variety is the same value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from regulars.values import Domain, Mention, find_values

_OUR = re.compile(
    r"\b((?:\w*col|fav|flav|glam|hon|hum|lab|neighb|parl|harb|arb|rum|vap|sav|od|arm|behavi|endeav|splend|vig|tum|clam"
    r"|ferv|val)o)u(?=r)(?!rous)"
)
_RE = re.compile(r"\b(\w*(?:fib|cent|theat|met|lit|calib|och|lust|somb|sab|spect))re(?=s?\b)")
_ISE = re.compile(
    r"\b((?:organ|real|recogn|apolog|critic|special|memor|util|visual|custom|modern|summar|personal|social|harmon|civil"
    r"|immun|hypnot|improv|caramel|steril|oxid|energ|galvan|anod|motor|author)i)s(?=(?:e|es|ed|ing|er|ers|ation)\b)"
)
_LL = re.compile(r"\b(travel|model|panel|cancel|label|signal|level|fuel|jewel|counsel|marvel|tunnel)l(?=ed|ing|er)")
_AE = re.compile(r"\b(arch|pal|an|encyclop|p|h|orthop)a(?=e(?:o|s(?:th)|d|m))")
_RULES = (
    ("our", _OUR, r"\1"),
    ("re", _RE, r"\1er"),
    ("is", _ISE, r"\1z"),
    ("ll", _LL, r"\1"),
    ("ae", _AE, r"\1"),
)
"""Letters that British words have, the pattern of these words, and what takes its place."""
_WORDS = {
    "grey": "gray", "greys": "grays", "greyish": "grayish", "cosy": "cozy", "tyre": "tire", "tyres": "tires",
    "plough": "plow", "mould": "mold", "mouldy": "moldy", "mouldings": "moldings", "draught": "draft",
    "draughty": "drafty", "yoghurt": "yogurt", "doughnut": "donut", "doughnuts": "donuts",
    "jewellery": "jewelry", "pyjama": "pajama", "pyjamas": "pajamas", "cheque": "check", "cheques": "checks",
    "aluminium": "aluminum", "aeroplane": "airplane", "aeroplanes": "airplanes", "programme": "program",
    "programmes": "programs", "catalogue": "catalog", "catalogues": "catalogs", "moustache": "mustache",
    "liquorice": "licorice", "callisthenics": "calisthenics", "licence": "license", "defence": "defense",
    "manoeuvres": "maneuvers", "artefact": "artifact", "artefacts": "artifacts", "dialogue": "dialog",
    "monologue": "monolog", "monologues": "monologs", "epilogue": "epilog", "sceptic": "skeptic", "storey": "story",
}  # fmt: skip
"""Words that follow no rule."""
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b")


def american(lowered: str) -> str:
    """Text in lower case with its British words in American spelling.

    Example:
        >>> american("silver-grey microfibre")
        'silver-gray microfiber'
        >>> american("four hours of exercise")
        'four hours of exercise'
    """
    lowered = _WORD.sub(lambda word: _WORDS[word[0]], lowered)
    for letters, british, changed in _RULES:
        if letters in lowered:
            lowered = british.sub(changed, lowered)
    return lowered


def find_american(lowered: str, mentions: Sequence[Mention], domain: Domain) -> list[Mention]:
    """The values of `domain` that a text writes in American spelling, outside the values that it names already.

    Args:
        lowered: Case-folded text.
        mentions: The values that it spells as the domain does.
        domain: A domain of terms.

    Example:
        >>> find_american("gray, please", (), Domain("colour", aliases={"grey": ()}))
        [Mention(value='grey', start=0, end=4, granularity='')]
    """
    found = find_values(lowered, _in_american(domain))
    return [one for one in found if not any(known.start < one.end and one.start < known.end for known in mentions)]


_made: dict[int, tuple[Domain, Domain]] = {}
_KEPT = 1024


def _in_american(domain: Domain) -> Domain:
    """The values of a domain that have American spellings; the cache holds the domain, so its id cannot be reused."""
    known = _made.get(id(domain))
    if known is None:
        if len(_made) >= _KEPT:
            _made.clear()
        written = "\n".join(one.lower() for value, others in domain.aliases.items() for one in (value, *others))
        aliases: dict[str, tuple[str, ...]] = {}
        for value, others in domain.aliases.items() if american(written) != written else ():
            changed = [new for one in (value, *others) if (new := american(one.lower())) != one.lower()]
            if changed:
                aliases[value] = (*others, *dict.fromkeys(changed))
        known = _made[id(domain)] = domain, replace(domain, aliases=aliases)
    return known[1]
