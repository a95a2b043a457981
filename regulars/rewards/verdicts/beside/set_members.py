"""Reads answers that list a set: which of its members are said to be over or never to have been, and which are made up.

`You used to play the cello, but now it's the concertina` names two instruments, and one that is still played. `Quarry
Choir. You missed Pomegranate Static` names two bands, and one that was heard. `The cello, the concertina and the piano`
holds one that nobody told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.verdicts.beside.remark_words import BEGINS, ENDS
from regulars.rewards.verdicts.beside.side_remarks import masked_values
from regulars.rewards.verdicts.listings import is_no_thing
from regulars.values import Domain

_OF_THE_PAST = re.compile(
    r"prize|won|exam|trip|concert|attended|visited|restaurant|illness|countr|cit(?:y|ies)|travel|read|seen"
)
"""Words in the names of sets of what once happened, or of where: nothing that came later takes a member away."""
_THE = r"(?:(?:the|an?|your|my|in|at|to|playing|doing)\b ?){0,4}[*_\"']{0,3}"
_ONE = rf"{_THE}※+[*_\"']{{0,3}}"
_SOME = rf"{_ONE}(?:(?:,(?: and| then)?| and| &| or|/) ?{_ONE}){{0,11}}"
_HAVE = r"(?:'ve| have|'d| had)?(?: now| since| just| then| recently| already| actually)*"
_GAVE_UP = (
    r"(?:gave up|given up|quit|dropped|stopped(?: (?:playing|doing|having|keeping|using|learning|growing))?|sold"
    r"|got rid of"
    r"|ditched|abandoned|cancelled|retired|finished(?: with)?|swapped|traded(?: in)?|exchanged|lost|gave away"
    r"|given away|rehomed|threw out|thrown out|moved on from|said goodbye to)"
)
_NOW = (
    r"(?:now\b|these days|today|nowadays|currently|later|you(?:'ve| have)? (?:\w+ )?(?:switched|changed|moved on"
    r"|swapped|replaced"
    r"|gave|given|quit|stopped|sold)|then you (?:switched|changed|moved|swapped)|it's now|now it's|has been replaced"
    r"|was replaced)"
)
_OVER = re.compile(
    rf"\b(?:used to|no longer)(?: \w+){{0,2}}? {_SOME}"
    rf"|\b(?:don't|do not)(?: \w+){{1,2}} {_SOME}(?: any ?more| any longer)|\byou{_HAVE} {_GAVE_UP} {_SOME}{ENDS}"
    rf"|(?<!and )\b(?:formerly|previously|replac(?:ed|es|ing)|in place of|took over from) {_SOME}{ENDS}"
    rf"|\b(?:replaced|swapped|exchanged|switched|traded) {_SOME} (?:with|for|by|to) (?={_THE}※)"
    rf"|\b(?:took|taken|crossed|struck|removed|deleted|cut|dropped) {_SOME} (?:off|from|out)\b"
    rf"|{_SOME} (?:is|are|was|were|'s)(?: now| both| all| already)* (?:over|finished|history|out\b|gone\b|sold"
    rf"|done with|dropped"
    r"|replaced|cancelled|removed|no longer\b|not (?:any ?more|on your (?:list|sheet|plan) any)|(?:off"
    r"|taken off) (?:the|your)|(?:a thing of|in) the past|behind you)"
    rf"|\byou{_HAVE} (?:put|laid|set) {_SOME} (?:away|aside|down)\b|\byou(?:'re| are) (?:done|finished"
    rf"|through) with {_SOME}|\b(?:moved|switched|changed|gone|went)(?: on| over)? from {_SOME} to (?={_THE}※)"
    rf"|{_ONE} ?\((?:(?:until|till|up to|before)\b[^()※]*|formerly|no longer|given up|stopped|sold|over)\)"
    rf"|{_SOME}[^.!?;※\n]{{0,40}},? (?:but|and) you(?:'ve| have)? (?:since |now )?(?:given|gave|put|sold|stopped"
    rf"|quit|dropped) (?:it|them|that)\b"
    rf"|{_SOME} (?:until|till) you (?:took|started|switched|changed|moved|discovered|got|swapped)\b"
    rf"|{_SOME} (?:has|have) (?:been |now |since )*(?:replaced|dropped|removed|sold|taken off|cancelled|cut|gone|died)"
    rf"|{BEGINS}(?:it|that|they) (?:was|were|used to be) {_SOME},? (?:but|until|and then"
    rf"|then) (?=[^.!?]{{0,20}}{_NOW})"
)
"""Around members that no longer belong to a set."""
_NEVER_WAS = re.compile(
    rf"\byou{_HAVE} (?:missed|skipped|couldn't (?:make|go to|see|get to|attend|make it to)|never (?:saw|went to"
    rf"|made it to|heard"
    rf"|got to|tried|visited|won|passed|had)|didn't (?:go to|make it to|see|get to|attend|catch|try|visit|win"
    rf"|pass)) {_SOME}"
    rf"|\b(?:a ticket|tickets|a booking|a reservation|booked a table|plans?) (?:for|at|to (?:see|hear|go to|try"
    rf"|visit)) {_SOME}(?![^.!?]{{0,30}}\b(?:and|then) (?:you )?(?:went|saw|heard|ate|had|enjoyed))"
    rf"|\byou(?:'re| are| were|'ve been| have been)?(?: still)? (?:going|looking forward|hoping|planning|about"
    rf"|meaning|wanting"
    rf"|want(?:ed)?|plan(?:ned)?) to (?:go to|see|hear|try|visit|eat at|go and see|seeing|visiting|trying) {_SOME}"
    rf"|{_SOME} (?:was|were|got|has been|had to be) (?:cancelled|called off|postponed|put off|rescheduled)\b"
    rf"|{_SOME},? (?:which |that )?you(?:'ve| have)? (?:only|just|merely) (?:heard|saw|seen|watched|know|read|walked"
    rf"|planned)\b|{_SOME}[^.!?;※\n]{{0,30}},? but (?:you )?(?:didn't (?:go|make it|get in|eat|win|pass)|couldn't (?:go"
    rf"|make it)|never (?:went|made it))"
)
"""Around members that a reply says never came to be."""
_NEGATED = re.compile(r"\b(?:never|not|didn't|haven't|don't)\s+$")


def unmade(text: str, found: Sequence[Assertion], domain: Domain) -> set[str]:
    """The values of a set that a reply names only as over, or as something that never came to be.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        domain: Their domain.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> instrument = Domain("instrument", aliases={"cello": (), "piano": ()})
        >>> reply = "You gave up the cello, and now you play the piano."
        >>> unmade(reply, assertions(reply, instrument), instrument)
        {'cello'}
    """
    masked = masked_values(text, found)
    if not masked:
        return set()
    patterns = (_NEVER_WAS,) if _OF_THE_PAST.search(domain.name) else (_OVER, _NEVER_WAS)
    spans = [
        match.span() for pattern in patterns for match in pattern.finditer(masked) if not _is_undone(masked, match)
    ]
    inside = {at for at, one in enumerate(found) if any(low <= one.start < high for low, high in spans)}
    outside = {one.value for at, one in enumerate(found) if at not in inside}
    return {found[at].value for at in inside} - outside


def _is_undone(masked: str, match: re.Match[str]) -> bool:
    """Whether a denial stands before a match: `you never gave up the cello`."""
    return _NEGATED.search(masked, max(match.start() - 12, 0), match.start()) is not None


_NAME = r"(?P<thing>[A-Za-zÀ-ÿ][\w'-]+(?: [A-Za-zÀ-ÿ][\w'-]+){0,2}?)"
_PROPER = r"(?P<thing>(?:The )?[A-ZÀ-Þ][\w'-]+(?: (?:of |the |de |& )?[A-ZÀ-Þ][\w'-]+){0,3})"
_TAIL = r"(?=[*_]*(?: since\b| for\b| from\b| too\b| as well\b| now\b| [–-] | and\b|[.!;,)\n]|$))"
_ASIDE = (
    r"(?:,? (?:since|from|as of|after|in) [^,.;!?※\n]{2,25},| also| now| recently| lately| then|,? i think(?: also)?"
    r"| of late)*"
)
_MADE_UP = (
    re.compile(
        rf"(?P<the>\bthe |\ban? )[*_]*※+[*_]*(?:,? (?:and|plus|&|as well as)|,){_ASIDE} (?:the|an?) {_NAME}{_TAIL}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"※[*_]*(?:,? (?:and|plus|&|as well as)|,)(?i:{_ASIDE}),? (?:since [^,.;!?※]{{2,20}}, )?(?:the"
        rf"|an?) {_NAME}{_TAIL}"
    ),
    re.compile(
        rf"(?:^|[:.!?\n]\s*|\b(?:play|have|know|do|are|got|learned|tried|saw) )(?i:the|an?) {_NAME}, (?:the|an?) ※"
    ),
    re.compile(rf"※,? [–-] (?:and|plus|also) {_NAME}(?= since\b| from\b| as of\b| too\b| now\b)"),
    re.compile(
        rf"[.!;,] (?:and |but )?[Yy]ou(?:'ve| have)? (?:also|recently|now|just|lately) (?:play|do|speak|went to|saw"
        rf"|been to|started"
        rf"|taken up|took up|added|learn|learned|learning|grow|keep|visited|passed|won|own|bought)(?: to| up)?"
        rf" (?:the |an? |some )?(?:bit of |little )?{_NAME}{_TAIL}"
    ),
    re.compile(
        rf"※[^.!?\n]{{0,20}}\b(?:a|an|another|one more) (?:second |third |fourth |fifth )?(?:\w+ )?(?:called"
        rf"|named) {_PROPER}"
    ),
    re.compile(rf"※[*_]*(?:,? (?:and|plus|&)|,) (?=The [A-Z]){_PROPER}{_TAIL}"),
    re.compile(rf"※[*_]*(?:, (?P<first>[A-ZÀ-Þ][\w']+(?: [A-ZÀ-Þ][\w']+)*))+(?:,| and) {_PROPER}(?=[.!\n]|$)"),
    re.compile(
        r"※[^\n]{0,20}\n[ \t>]*(?:[-*•–]"
        r"|\d{1,2}[.)]) +[*_]*(?P<thing>The [A-Z][\w'-]+(?: [A-Z][\w'-]+){0,2})[*_]*(?=\n|$)"
    ),
)
"""An item of a list that is none of the values."""


def has_made_up_member(text: str, found: Sequence[Assertion]) -> bool:
    """Whether a list of a set's members holds a thing that no domain lists.

    Args:
        text: The reply, which names all members.
        found: The values that it names, in text order.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> instrument = Domain("instrument", aliases={"cello": (), "concertina": ()})
        >>> reply = "You play the cello, the concertina and the piano."
        >>> has_made_up_member(reply, assertions(reply, instrument))
        True
    """
    masked = masked_values(text, found)
    if not masked:
        return False
    cased = "".join(
        mark if mark == "※" else letter for mark, letter in zip(masked, text.replace("’", "'"), strict=True)
    )
    return any(not is_no_thing(match["thing"]) for pattern in _MADE_UP for match in pattern.finditer(cased))
