"""Words that give a value to somebody else than the user: to other people, to pictures and stories, or to a rumour."""

from __future__ import annotations

import re
from collections.abc import Sequence

_RELATIVES = (
    r"(?:grand|step|god|half-?)?(?:mother(?! tongue)|father|mum|mom|dad|son|daughter|parent|brother"
    r"|sister)s?(?:-in-law)?|grandchild(?:ren)?|siblings?|uncles?|aunts?|cousins?|nieces?|nephews?|children|kids?"
    r"|twins|husband|wife|spouse|fiancée?|girlfriend|boyfriend|in-laws|relatives?"
)
_FRIENDS = (
    r"friends?|colleagues?|co-?workers?|workmates?|boss(?:es)?|neighbou?rs?|(?:room|flat|house|class|team)-?mates?"
    r"|pals?|mates?|tenants?|lodgers?|landlord|landlady|acquaintances?|gym partner"
)
_STRANGERS = (
    r"m[ae]n|wom[ae]n|guys?|lad(?:y|ies)|boys?|girls?|strangers?|persons?|hairdressers?|teachers?|coach|trainers?"
    r"|nurses?|doctors?|waiters?|drivers?|couple|builders?|bakers?|butchers?|barbers?|cleaners?|plumbers?|gardeners?"
    r"|painters?|workers?|workmen|sellers?|dealers?|owners?|farmers?|passengers?|tourists?|guests?|students?|pupils"
    r"|(?:police|post|fire)(?:m[ae]n|wom[ae]n)|electricians?|carpenters?|dentists?|vets?|therapists?|chefs?|cooks?"
)
_PLACES = (
    r"caf[eé]|coffee shop|shop|pub|bar|hotel|library|office|school|museum|cinema|pharmacy|hospital|clinic|building site"
    r"|restaurant|bakery|salon"
)
_OWNS = (
    r"(?:the|an?|your|that|this) (?!other|same|latter|former|first|last|next|one|day|week|month|year|to|yester"
    r"|(?:it|he|she|there|what|who|here)'s)"
    r"[a-z]+(?:'s|s')(?=[.,;!?)\n]|$| (?:across|next door|from|at|in|on|down|over)\b)"
)
"""An owner without what is owned: `that was the baker's`."""
_OWNER = (
    r"(?:your|the|an?|some|one of your|a couple of your|those|that|several|two of your"
    r"|(?!(?:it|he|she|that|this|there|here|what|who|where)'s)[\w-]+'s)"
)
_FILLER = r"(?:(?!same\b|of\b|is\b|was\b|are\b|were\b|that\b)[\w'-]+ ){0,2}?"
_OTHERS = (
    r"(?:an)?other people|others|(?:some|any)(?:one|body) else|strangers?|another (?:user|person|speaker)"
    r"|people (?:you know|around you|in your life|downstairs|next door)|everyone else|(?:friends|colleagues"
    r"|neighbou?rs|cousins|relatives|workmates|classmates)(?= |')|hers|his|theirs|their own|her own|his own"
)
_UNREAL = (
    r"photos?|pictures?|in (?:an?|the|that|your) (?:[\w-]+ )?(?:film|movie|series|cartoon|novel|dream|advert|tv show"
    r"|joke)|(?:a|the|that) (?:\w+ )?cartoon|dream(?:t|ed)"
)
_RUMOUR = (
    r"(?:isn't|wasn't|not|never|aren't|weren't) (?:actually |really )?(?:true|so|the case|right|correct)|(?:is|was"
    r"|are|were) (?:wrong|untrue|false)|untrue|rumou?rs?|made up|gossip|hearsay|denied|a mistake|an error"
    r"|a mix-up|a misunderstanding|a joke|(?:had|got) (?:it|that) wrong"
)
_NOT_WHERE = r"(?<!at )(?<!in )(?<!to )(?<!of )(?<!for )(?<!from )(?<!near )"
"""A place has something, unless it only tells where."""
_OTHERS_OR_UNREAL = re.compile(
    rf"\b(?=[\w-])(?:{_OWNER} {_FILLER}(?P<person>{_RELATIVES}|{_FRIENDS}|{_STRANGERS})\b"
    rf"|{_NOT_WHERE}{_OWNER} {_FILLER}(?P<place>{_PLACES})\b|(?:{_OTHERS})\b|(?P<unreal>{_UNREAL})\b"
    rf"|{_OWNS}|(?:{_RUMOUR})\b(?! that\b))",
    re.IGNORECASE,
)
_LEAST = 3
"""The letters of a word that says nothing about whom an attribute is about."""


def others_named(words: str, subjects: Sequence[str]) -> list[re.Match[str]]:
    """The words in a text for somebody else than the user, or for what is not real.

    Args:
        words: The text.
        subjects: Words for what the attribute is about; a person among them is the user's own matter.

    Example:
        >>> [one[0] for one in others_named("only your cousin's car", ("car",))]
        ['your cousin']
        >>> others_named("your cousin Ada", ("cousin",))
        []
    """
    own = tuple(word for word in subjects if len(word) > _LEAST)
    found = _OTHERS_OR_UNREAL.finditer(words)
    return [one for one in found if not (one["person"] or one["place"] or one["unreal"] or "").lower().startswith(own)]


def is_rumour(words: str) -> bool:
    """Whether words call something untrue: `isn't true`."""
    return re.fullmatch(_RUMOUR, words, re.IGNORECASE) is not None
