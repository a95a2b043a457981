"""Reads answers that list values: which of them are said to be over or not to belong, and which are made up.

`You used to play the cello, but now it's the concertina` names two instruments, and one that is still played. `Quarry
Choir. You missed Pomegranate Static` names two bands, and one that was heard. `People take you for a Dyer, but it's the
Enamellers` names two guilds, and one of the user. `The cello, the concertina and the piano` holds one that nobody told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.spellings import has_proper_names, may_be_name
from regulars.rewards.text_parts import part_spans
from regulars.rewards.verdicts.beside.remark_words import BEGINS, ENDS
from regulars.rewards.verdicts.beside.side_remarks import masked_values
from regulars.rewards.verdicts.listings import is_no_thing
from regulars.rewards.verdicts.roles import ACQUAINTANCES
from regulars.rewards.verdicts.untold.others_only import gives_to_others
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
    return _only_within(spans, found)


def _only_within(spans: Sequence[tuple[int, int]], found: Sequence[Assertion]) -> set[str]:
    """The values that a reply names in some of its parts and nowhere else."""
    inside = {one.value for one in found if any(low <= one.start < high for low, high in spans)}
    return inside - {one.value for one in found if not any(low <= one.start < high for low, high in spans)}


def _is_undone(masked: str, match: re.Match[str]) -> bool:
    """Whether a denial stands before a match: `you never gave up the cello`."""
    return _NEGATED.search(masked, max(match.start() - 12, 0), match.start()) is not None


_LEAVE = r"(?:left|leave|leaving|kept|taken|took)"
_OWN_GROUP = r"(?:your|the|our)(?: \w+)? (?:household|family|pack|home|list|set|collection)"
_LEFT_OUT = re.compile(
    rf"\b(?:{_LEAVE} (?:out|off|away)|(?:not|without) count(?:ing|ed)?|(?:didn't|don't) count|skipp(?:ed|ing)"
    rf"|ignor(?:ed|ing)|apart from|aside from|besides|except(?: for)?) {_SOME}"
    rf"|\b{_LEAVE} {_SOME}(?: and the rest)? (?:out|off|aside|away)\b"
    r"|\b(?:people|others|everybody|everyone|they|some(?:body|one)|strangers|he|she|most|many|\w+s)"
    r" (?:(?:\w+ly|often|only|always|had|have|were|are|might|may|would|will) )*(?:guess(?:ed|ing|es)?|t[ao]kes?|taking"
    r"|mistakes?|mistook|mistaking|think|thought|assum(?:e|ed|ing)|expect(?:ed)?|suspect(?:ed)?|believed?)"
    rf" (?:[\w']+ ){{0,4}}?{_SOME}"
    rf"|\b(?:left|leaving) (?:out|off|aside)\b[^.!?※\n]{{0,60}}:[*_ ]*{_SOME}"
    rf"|{_SOME}(?:,[^,.;!?※\n]{{1,30}},)? (?:belong(?:s|ed)? to (?!(?:you|{_OWN_GROUP})\b)"
    r"|(?:is|are|was|were)(?: all| both| only)? (?:(?:an)?other (?:person|people)'?s\b|some(?:one|body) else's\b"
    rf"|(?:theirs|hers|his)\b(?! \w)|not (?:yours|urs)\b|ur {ACQUAINTANCES}s?\b))"
    rf"|{_ONE}(?:: | [–—-] )(?:your|ur|the|an?) {ACQUAINTANCES}'?s(?: \w+)?(?=[.,;!)\n]|$)"
)
"""Around values that a reply leaves out or gives to others, or that other people guess."""
_CLAUSE = re.compile(r"[.!?;()\n]+|,? (?=(?:but|though|although|while|whereas)\b)| [–—-] ", re.IGNORECASE)


def left_out(text: str, found: Sequence[Assertion], domain: Domain) -> set[str]:
    """The values that a list names only to say that they do not belong to it: others' things, guesses, left out.

    Empty if it would be all of them: a list needs at least one that stays.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        domain: Their domain.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> guild = Domain("guild", aliases={"Dyers": (), "Enamellers": ()})
        >>> reply = "Enamellers. People guess the Dyers."
        >>> left_out(reply, assertions(reply, guild), guild)
        {'Dyers'}
    """
    masked, plain = masked_values(text, found), text.replace("’", "'")
    theirs = [span for span in part_spans(masked, _CLAUSE) if gives_to_others(plain[slice(*span)], domain)]
    beside = _only_within([*theirs, *(match.span() for match in _LEFT_OUT.finditer(masked))], found)
    return beside if beside < {one.value for one in found} else set()


_NAME = r"(?P<thing>[A-Za-zÀ-ÿ][\w'-]+(?: [A-Za-zÀ-ÿ][\w'-]+){0,2}?)"
_PROPER = r"(?P<thing>(?:The )?[A-ZÀ-Þ][\w'-]+(?: (?:of |the |de |& )?[A-ZÀ-Þ][\w'-]+){0,3})"
_TAIL = r"(?=[*_]*(?: since\b| for\b| from\b| too\b| as well\b| now\b| [–-] | and\b|[.!;,)\n]|$))"
_ASIDE = (
    r"(?:,? (?:since|from|as of|after|in) [^,.;!?※\n]{2,25},| also| now| recently| lately| then|,? i think(?: also)?"
    r"| of late)*"
)
_MADE_UP = (
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
        rf"|been to|started|taken up|took up|added|learn|learned|learning|grow|keep|visited|passed|won|own|bought)"
        rf"(?: to| up)? (?:the |an? |some )?(?:bit of |little )?{_NAME}{_TAIL}"
    ),
    re.compile(
        rf"※[^.!?\n]{{0,20}}\b(?:a|an|another|one more) (?:second |third |fourth |fifth )?(?:\w+ )?(?:called"
        rf"|named) {_PROPER}"
    ),
    re.compile(rf"※[*_]*(?:, [A-ZÀ-Þ][\w']+(?: [A-ZÀ-Þ][\w']+)*)+(?:,| and) {_PROPER}(?=[.!\n]|$)"),
)
"""An item of a list that is none of the values."""
_PROPER_ITEM = rf"[*_\"']*{_PROPER}[*_\"']*"
_TO = (
    r"(?i:(?:,|:|was|came|is|comes|it was|there was|at|about|to"
    r"|you (?:told me about|mentioned|joined|went to|tried)) ?)*(?:(?i:the|an?) )?"
)
_WHEN = r"(?: (?:on|in|at|since|from|last) [^,;.!?\n※]{1,20}| \([^()\n]{1,30}\))?"
_FURTHER = (
    re.compile(
        rf"\b(?i:(?:and |but )?(?:then|finally|lastly|last(?: of all| but not least)?|most recent(?:ly)?|latest|newest"
        rf"|(?:the )?(?:third|fourth|fifth)(?: one)?|next|after that|afterwards|later|followed by)) ?{_TO}"
        rf"{_PROPER_ITEM}(?=[.;!)\n]|$|, (?:and|then)\b| (?:on|in) (?:\w+ )?\d| in [A-Z]| last (?:\w+day|week|month)\b"
        r"| yesterday\b)"
    ),
    re.compile(rf"※[*_\"']*{_WHEN}(?:,? (?i:and|plus|&|as well as)|,) {_TO}{_PROPER_ITEM}{_WHEN}(?=[.;!)\n]|$)"),
    re.compile(rf"※[^\n]{{0,40}}\n[ \t>]*(?:[-*•–]|\d{{1,2}}[.)]) +{_PROPER_ITEM}(?=[ \t]*(?:\n|$|[(–—:-]))"),
)
"""A further item of a list whose values are proper names, by its connective: `and last of all Casa Verde`."""
_TO_USER = re.compile(r"※[*_\"']*[^,※]*, [*_\"']*$")
"""Before a name by which the reply speaks to the user."""


def has_made_up_member(text: str, found: Sequence[Assertion], domain: Domain) -> bool:
    """Whether a list of values holds a thing that no domain lists.

    Args:
        text: The reply, which names all right values.
        found: The values that it names, in text order.
        domain: Their domain; among proper names, a further one is an item behind any connective.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> instrument = Domain("instrument", aliases={"cello": (), "concertina": ()})
        >>> reply = "You play the cello, the concertina and the piano."
        >>> has_made_up_member(reply, assertions(reply, instrument), instrument)
        True
    """
    masked = masked_values(text, found)
    if not masked or is_chinese(text):
        return False
    cased = "".join(
        mark if mark == "※" else letter for mark, letter in zip(masked, text.replace("’", "'"), strict=True)
    )
    proper = has_proper_names(domain)
    for match in (match for pattern in _MADE_UP for match in pattern.finditer(cased)):
        if not is_no_thing(match["thing"]) and not _is_described(cased, match, proper):
            return True
    further = (match for pattern in _FURTHER for match in pattern.finditer(cased))
    return proper and any(_is_further_name(cased, match, domain) for match in further)


_BY_COMMA = re.compile(r"※[*_]*, (?P<article>the|an?) ")
_AFTER_COMMA = re.compile(r", (?:the |an? )?[*_]*※*$")
_GOES_ON = re.compile(r"[*_]*(?:,? (?:and|&|plus|as well as) |, (?:the|an?) )")


def _is_described(cased: str, match: re.Match[str], proper: bool) -> bool:
    """Whether words behind a value and a comma say what it is: `Chewie, the fussy eater`.

    Among proper names, words in small letters do. Among other things, these words have to begin with `the`, and
    neither a comma before the value nor what follows may make them an item: `the cello, the concertina, the tuba`.
    """
    by_comma = _BY_COMMA.match(cased, match.start())
    if by_comma is None:
        return False
    if proper:
        return match["thing"].islower()
    is_listed = _AFTER_COMMA.search(cased, max(match.start() - 40, 0), match.start()) is not None
    return by_comma["article"] == "the" and not is_listed and _GOES_ON.match(cased, match.end()) is None


def _is_further_name(cased: str, match: re.Match[str], domain: Domain) -> bool:
    """Whether a match names a thing, and not the person whom the reply speaks to."""
    words = [word for word in match["thing"].split() if word[:1].isupper()]
    known = (set(f"{value} {' '.join(others)}".split()) for value, others in domain.aliases.items())
    if not any(may_be_name(word, domain) for word in words) and (
        len(words) == 1 or any(map(set(words).issubset, known))
    ):
        return False
    return _TO_USER.search(cased, match.start(), match.start("thing")) is None
