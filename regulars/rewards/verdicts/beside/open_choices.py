"""Reads replies that name several things side by side: choices that are still open, and offers of everything there is.

`We hadn't decided yet, it was between a hammock and a bonsai` chooses neither. `Shall we go to the Jasmine or the
Jollof? I've tried both` lists both, where a list was asked for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.verdicts.beside.side_remarks import masked_values
from regulars.rewards.verdicts.readings import values_of
from regulars.rewards.verdicts.roles import RECOMMENDED

_UNDECIDED = re.compile(
    r"\b(?:(?:we|i|it|that|this)(?:'d| had|'ve| have| was| is)? ?(?:n't|not|never|hadn't|haven't|wasn't|isn't|didn't)"
    r"(?: yet| quite| actually| really| been| ever)* (?:decided?|settled?|settle on|chosen?|choose|picked?|agreed?"
    r"|made up)\b"
    r"|(?:there's|there is|there was|there has been|we made|i made|i have|we have|you have) (?:still )?no (?:final )?"
    r"(?:decision|choice|pick|winner)\b|no decision|(?:still |was |were )?undecided|up in the air"
    r"|(?:not sure|unsure|don't know|can't (?:remember|recall|say)|no idea) which (?:one|of)?)"
)
"""Words of a choice that nobody made."""
_CHOSEN = re.compile(
    r"\b(?:then|later|finally|eventually|in the end|but now|by now)\b[^.!?\n]*\b(?:i|we)(?:'ve"
    r"| have)? (?:\w+ )?(?:chose|chosen|picked|went"
    r"|settled|decided|took)|\b(?:you|she|he|they|your \w+) (?:couldn't|hadn't|haven't|didn't|were)"
)
"""Words of a choice that was made after all, or of somebody else's doubt."""


def is_undecided(text: str) -> bool:
    """Whether a reply that names things to choose from says that none was chosen.

    Example:
        >>> is_undecided("We hadn't decided yet, it was between a hammock and a bonsai.")
        True
        >>> is_undecided("You hadn't decided, so I picked the hammock.")
        False
    """
    lowered = text.lower().replace("’", "'")
    return _UNDECIDED.search(lowered) is not None and not (RECOMMENDED.search(lowered) or _CHOSEN.search(lowered))


_LIST = re.compile(r"※+[*_\"']*(?:(?:,| or| and|, or)(?: (?:the|at|to|in|an?|even|maybe))* [*_\"']*※+[*_\"']*)+")
_OR = re.compile(r"\bor\b")
_ALL = re.compile(
    r"\b(?:both|(?:all|the|those|these) (?:two|three|four|five)|all of (?:them|those|these)|them (?:both|all)"
    r"|each of them"
    r"|(?:those|these|they)(?:'re| are) (?:all )?the (?:ones|places|restaurants|two|three)|any of (?:them|those"
    r"|these))\b"
)
"""Words that say that all of what was named counts."""
_GREETS = re.compile(r"[\W_]*(?:hi|hey|hello|dear|hiya|good (?:morning|evening|afternoon)|greetings)\b")
_OFFERS = re.compile(
    r"\b(?:we|shall|should|can|could|offer|pick|choose|how about|would you|let me know|what do you think|recommend"
    r"|suggest|tips?)\b"
)
"""Words of an offer in a message."""
_DOUBT = re.compile(
    r"\b(?:not sure|unsure|either|maybe|perhaps|not certain|only|don't (?:know|remember|recall)|can't (?:remember"
    r"|recall|say)|one of"
    r"|forgot\w*|which of (?:them|those|these|the two))\b"
)


def offered_together(text: str, found: Sequence[Assertion]) -> tuple[str, ...]:
    """The values that a reply lists with `or` as an offer, all of which count; empty if one of them is meant.

    Args:
        text: The reply, which was asked for a list.
        found: The values that it names, in text order.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> from regulars.values import Domain
        >>> place = Domain("restaurant", aliases={"Jasmine": (), "Jollof": ()})
        >>> reply = "Shall we go to Jasmine or Jollof? I've tried both."
        >>> offered_together(reply, assertions(reply, place))
        ('Jasmine', 'Jollof')
    """
    values = values_of(found)
    masked = masked_values(text, found) if len(values) > 1 else ""
    listed = _LIST.search(masked)
    if listed is None or not _OR.search(listed[0]) or _DOUBT.search(masked):
        return ()
    if any(not listed.start() <= one.start < listed.end() for one in found):
        return ()
    is_message = _GREETS.match(masked) is not None and _OFFERS.search(masked) is not None
    return values if is_message or _ALL.search(masked) else ()
