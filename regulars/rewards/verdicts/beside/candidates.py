"""Reads what a reply says around the choice that an assistant once made: its other candidates, and whose choice it was.

`It was Polaris. You'd given me Cassiopeia as well` and `I went with Polaris, and Cassiopeia lost out` choose Polaris.
`I didn't pick one, you chose Polaris yourself` says that the assistant chose nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.verdicts.beside.side_remarks import masked_values
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import read_assertions
from regulars.rewards.verdicts.roles import RECOMMENDED

_LONGEST = 1_000
"""The number of characters up to which a reply is searched for candidates."""
_NAMES = (
    r"(?<!※)(?:the )?[*_\"'“‘]*※+[*_\"'”’]*(?:(?:,| and| or|, and|, or|,? as well as) (?:the )?[*_\"'“‘]*※+[*_\"'”’]*)*"
)
_OTHERS = (
    r"(?:other|rest|remaining|rejected|losing|alternativ\w+|runners?-up|second choice|also-rans?|candidates?|options?)"
)
_LOST = (
    r"(?:lost(?: out)?|missed out|fell short|didn't (?:make|get|win)\b|did not (?:make|get|win)\b|came (?:second|third"
    r"|last|close|next)|(?:was|were|got) (?:left (?:over|out|behind)|passed over|turned down|ruled out|rejected|dropped"
    r"|discarded|set aside|out\b|also (?:on|in|among|up|there|suggested|offered|listed)|(?:the|your|my|two of the"
    rf"|one of the|both|on the|in the|among the|up for)(?: \w+)?? ?(?:{_OTHERS}|list|shortlist|running|mix|ones?|two"
    r"|three)\b))"
)
_CANDIDATES = re.compile(
    rf"(?:{_NAMES}(?: (?:both|all|also|only|just|had|have|then))* {_LOST}[^.!?;\n]*"
    r"|you(?:'d| had| have|'ve)?(?: (?:also|first|originally))* (?:given|gave|offered|suggested|named|listed|proposed"
    r"|mentioned|brought up|asked (?:me )?about|considered|considering|thought of|were torn between)(?: (?:me|us"
    r"|to me))?"
    rf"(?: (?:also|the (?:names|titles|options|candidates)|between))* {_NAMES}[^.!?;\n]*"
    rf"|(?:the|your|my|two|both)(?: \w+)? ?(?:{_OTHERS}|two|ones)(?: (?:options|candidates|choices|names|titles|ones"
    r"|two"
    rf"|three))*(?: (?:you \w+|on (?:the|your) list))? ?(?:were|was|are|is|had been|:) {_NAMES}[^.!?;\n]*"
    rf"|(?:also )?(?:in the running|on the (?:list|shortlist)|up for choice)(?: (?:was|were)|:)(?: also)? {_NAMES})"
)
"""Words that name values as candidates which were not chosen."""
_IF_FOLLOWED = re.compile(
    r",? if you(?:'ve| have|'re| are)? (?:\w+ )?(?:follow(?:ed|ing)?|took|take|taken|listened to|listen to|heeded"
    r"|stuck (?:to|with)"
    r"|went (?:along )?with) (?:my|our) \w+(?= ?[.!,]|$)",
    re.IGNORECASE,
)
"""A condition that only says whose choice it was: `if you followed my advice`."""
_CHOOSES = (
    r"(?:pick(?:ed)?|cho(?:ose|se|sen)|decided?|recommend(?:ed)?|suggest(?:ed)?|name[d]?|selected?|settled? on|made"
    r"|make|gave|give|given)"
)
_NOT_MINE = re.compile(
    r"\b(?:i|we) (?:didn't|did not|never|haven't|have never|hadn't|don't (?:think|believe|recall"
    r"|remember) (?:that )?(?:i"
    rf"|we)(?: ever)?)(?: (?:actually|really|ever|actively))? {_CHOOSES}(?: (?:one|any|it|that|this|anything|a \w+"
    r"|any \w+|which \w+|the \w+|you (?:one|any|a \w+)))*(?: (?:for|to) (?:you|it))?(?: (?:myself"
    r"|at all))?(?=\s?[.,;:!–—]|$)"
    r"|\b(?:i|we) (?:never|didn't) (?:told|tell|said|say)(?: you)? (?:which|what)\b"
    r"|\byou(?:'ve| have)? never (?:asked|let) (?:me|us) (?:to )?(?:pick|choose|decide|name|recommend|suggest)"
    r"|\b(?:i|we) (?:had|have|played) no (?:say|part|hand|role|vote) in\b"
    rf"|\b(?:you(?:'d| had)?) (?:\w+ly )?(?:{_CHOOSES}|came up with|come up with|went for|went with"
    rf"|decided on) [^.!?;,]{{0,12}}"
    r"※+[^.!?;,]{0,30}\b(?:yourself|yourselves|on your own)\b"
    r"|\b(?:it|that|this|※+) was (?:entirely |all |actually )?your own (?:choice|pick|idea|decision)"
    rf"|\bit was you who {_CHOOSES}"
)
"""Words that say that the assistant chose nothing."""
_BUT_YOURS = re.compile(
    rf"\bi(?:'d| had)? (?:\w+ly |first )?(?:said|went (?:for|with)|{_CHOOSES}|proposed|voted for)(?: (?:the (?:name"
    r"|title)|\w+))?"
    rf" [*_\"'“‘]*(?:※+|[\w-]+)(?:(?!first\b|initially|originally)[^.!?;※]){{0,30}}?(?P<yours>[,;.]? but (?:(?:then"
    r"|later|in the end|finally),? )?you(?:'d| had)?"
    r" (?:\w+ly |then |later )?(?:preferred|wanted|liked|favou?red|took|went (?:for|with)|opted for|settled (?:for"
    r"|on)|decided"
    rf" (?:for|on)|{_CHOOSES}) [^.!?;,※]{{0,16}}※+[^.!?;\n]*)"
)
"""The assistant's pick, and another one that the user took instead: `I said Vega, but you preferred Polaris`."""


def without_candidates(text: str, expectation: Expectation) -> str:
    """A reply about the assistant's choice without what it tells of the candidates that were not chosen.

    Args:
        text: The reply.
        expectation: What a right answer is; other forms than `choice` stay as they are.
    """
    if expectation.form != "choice" or not expectation.answerable or len(text) > _LONGEST or is_chinese(text):
        return text
    text = _IF_FOLLOWED.sub("", text)
    found = read_assertions(text, expectation.domain)
    taken = _BUT_YOURS.search(masked_values(text, found)) if found else None
    if taken is not None:
        text = f"{text[: taken.start('yours')]}{text[taken.end('yours') :]}"
        found = read_assertions(text, expectation.domain)
    masked = masked_values(text, found) if len({one.value for one in found}) > 1 else ""
    spans = list(_candidates(masked))
    outside = [one for one in found if not any(low <= one.start < high for low, high in spans)]
    stated = {one.value for one in outside if one.status is not AssertionStatus.DENIED}
    inside = {one.value for one in found if any(low <= one.start < high for low, high in spans)}
    if not spans or len(stated) != 1 or stated & inside:
        return text
    for low, high in reversed(spans):
        text = f"{text[:low].rstrip(' ,')}{text[high:]}"
    return text


def _candidates(masked: str) -> Iterator[tuple[int, int]]:
    """The parts of a reply that tell of candidates which were not chosen."""
    at = 0
    while match := _CANDIDATES.search(masked, at):
        begins = _begins_part(masked, match.span())
        at = match.end() if begins else match.start() + 1
        if begins:
            yield match.span()


def _begins_part(masked: str, span: tuple[int, int]) -> bool:
    """Whether words begin a sentence or a clause, and so have no other subject."""
    before = masked[: span[0]].rstrip(" *_\"'“‘")
    return not before or before[-1] in ".!?…;,:\n(–—-" or re.search(r"\b(?:and|but|while|though)$", before) is not None


def denies_own_choice(text: str, expectation: Expectation) -> bool:
    """Whether a reply says that the assistant chose nothing: `you chose Polaris yourself`.

    Args:
        text: The reply.
        expectation: What a right answer is; only `choice` asks for what the assistant chose.
    """
    if expectation.form != "choice" or is_chinese(text):
        return False
    masked = masked_values(text, read_assertions(text, expectation.domain))
    rest = _NOT_MINE.sub(" ", masked)
    return rest != masked and RECOMMENDED.search(rest) is None
