"""Weighs the words around each value, where a reply still seems to assert several values or none.

Replies name other values on the way: the premise of the question, what a stranger claimed, what was ruled out. Where
several values stand asserted, the value counts whose own words say nothing against it, if words around each of the
others do. Where none stands asserted, a single value counts that the reply says it recommended or was told. Neither
reading looks at the right answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.rewards.text_parts import lowered_of
from regulars.rewards.verdicts.drafts import draft_spans
from regulars.rewards.verdicts.readings import values_of
from regulars.rewards.verdicts.roles import ACQUAINTANCES, HEARSAY, OTHER_HEAD, RECOMMENDED, ROLES, SPEAKER
from regulars.values import Domain

MOST_CLAIMS = 60
"""A reply that names more values recites."""
SHORT = 3
"""The number of letters of words that say nothing about whom an attribute is about."""
_OF_NEXT = re.compile(r",?\s+(?:and\s+)?(?:rather than|instead of|not)(?:\s+(?:in|at|on|the|an?|your))*[\s*_\"']*")
"""Behind a value: words that set the next one aside."""
_WITHIN = 160
"""The number of characters around a value that are weighed."""
_EDGE = re.compile(
    r"[.!?;\n()]+(?=\s|$|\S)|—|\s[–-]\s|,?\s(?:but|whereas|while|although|though|however|yet)\b|,\s(?:where|which|who|when|since|because)\b|,\s(?:and|so)\s(?!not\b)"
)
NEGATED = re.compile(r"\b(?:not|no(?!,)|without|neither|nor|none|cannot|never|nothing)\b|n't\b|\bnt\b")
_DISOWNED = re.compile(
    r"\b(?:strangers?|other (?:people|users)|somebody|someone|nobody|no one|anybody|anyone|everyone|others"
    r"|another user|pranks?|jokes?|hoax|rumou?rs?|hearsay|gossip|premise|assum\w*|presum\w*"
    r"|presuppos\w*|suppos(?:ed|edly|ition)|claim\w*|alleg\w*|mistak\w*|misunderst\w*|mix-up"
    r"|wrong\w*|false|untrue|incorrect|nonsense|spam|chain|your (?:question|last message|message (?:now|just)|wording)"
    r"|(?<!out of )the question|(?:you|as you) (?:now |just )(?:say|said|write|wrote)|(?<!as )you (?:say|write"
    r"|claim|state)|news to me|new to me"
    r"|ignor\w*|disregard\w*|dismiss\w*|discard\w*|apart from|(?:can't|cannot|couldn't) confirm"
    r"|never (?:came|come|brought|told|mentioned|said))\b"
)
_SET_ASIDE = re.compile(
    r"\b(?:reject\w*|exclud\w*|against|instead of|rather than|(?:is|was|are|were|be|been) out|too (?!for granted)\w+"
    r"|could (?:also )?have|would (?:also )?have"
    r"|(?:left|leave|leaving|strike|struck|cross\w*|rul(?:e|es|ed|ing)|fall(?:s|en|ing)?|drop\w*|cut)"
    r"\s+(?:it |them |that |this |\N{BULLET}\s+)?(?:out|off|away|aside))\b"
    r"|\N{BULLET}[\s*_\"']*(?:won't|wouldn't|doesn't|can't|will not|would not|does not|isn't)"
    r" (?:do|work|fit|suit|go|be)\b"
)
_ELSEWHERE = re.compile(rf"\b(?:your|his|her|their|the|a) (?:\w+ )?{ACQUAINTANCES}s?\b(?! tongue)(?![^:]*:)")
YOURS = re.compile(r"\b(?:yours|your own|you yourself|in your case)\b")
_FORMER = re.compile(
    r"\b(?:used to|start(?:ed)? (?:out )?with|began with|once|former(?:ly)?|previous(?:ly)?|earlier"
    r"|originally|initially|at first|no longer|any ?more"
    r"|until|before|back then|was|were|had|old|history|replaced|superseded|went|gone|ended|signed|for (?:a"
    r"|one|two|three|some) (?:\w+ )?(?:winters?|summers?|years?|months?|weeks?|while|time|spell))\b"
)
_TOLD = re.compile(
    r"\byou(?:'d|'ve| had| have)? (?:\w+ )?(?:told|said|mentioned|gave|wrote|named|confided|let me know|dictated)\b"
    r"|\b(?:my|the|our) (?:notes?|records?|files?|memory) (?:say|says|has|have|hold|holds|read|reads|show|shows)\b"
    r"|\bwhat i have\b|\bi(?:'ve| have) (?:it |that |you )?(?:down|noted|on file|on record)\b|\bon file\b"
    r"|\bas if i could forget\b"
    r"|\bhow could i (?:not|forget)\b|\bi haven't forgotten\b"
)
_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|possibly|conceivably|might|may|could(?! (?:i|forget|not)\b)|guess\w*|not (?:quite "
    r"|entirely |really )?(?:sure|certain)|unsure"
    r"|uncertain|whether|suspect|speculat\w*|or|either|depends?|plan\w*|hop(?:e|es|ed|ing)|consider\w*"
    r"|thinking (?:of|about)"
    r"|suppose|imagine|(?<!as )if|will|'ll|going to|getting|want(?:ed|s)? to|would like|'d like|try"
    r"|dream\w*|next (?:year|month|week)|one day|some ?day)\b|\?"
)


_GUESSED = re.compile(
    r"\b(?:maybe|perhaps|possibly|conceivably|guess\w*|not (?:quite |entirely |really )?(?:sure|certain)|unsure"
    r"|uncertain|whether|suspect|speculat\w*|or|either|depends?|suppose|imagine|could (?:also )?be|might (?:also )?be"
    r"|may (?:also )?be|if)\b|\?"
)
"""Doubt whether something is to be avoided; what might happen there is only described."""


_PUTS_OFF = re.compile(
    r"\bputs? (?:you|me|us|them) off\b|\b(?:scar|frighten|bother|worr|annoy|upset|dread|fear|afraid)\w*"
)
"""Words for what is feared of something that might happen."""


def weighed(text: str, found: Sequence[Assertion], claims: Sequence[Assertion], domain: Domain) -> list[Assertion]:
    """The claims of the only value against which a reply says nothing; all claims if there is none.

    Args:
        text: The reply.
        found: The values that it names, in text order.
        claims: Those that it asserts.
        domain: Their domain; where it is about what must not be, a negation is no sign.
    """
    values = dict.fromkeys(claim.value for claim in claims)
    if not len(values) > 1 or len(claims) > MOST_CLAIMS or len({claim.granularity for claim in claims}) > 1:
        return list(claims)
    lowered = lowered_of(text)
    sure: set[str] = set()
    own: set[str] = set()
    for claim in claims:
        words = words_around(lowered, found, found.index(claim))
        if not speaks_against(words, domain) and not _LED_ON.match(lowered, claim.end):
            sure.add(claim.value)
        if YOURS.search(words):
            own.add(claim.value)
    if len(own) == 1:
        sure = own
    if len(sure) != 1:
        return list(claims)
    return [claim for claim in claims if claim.value in sure]


_TAG = re.compile(r"\b\w+n't (?:it|that|you|they|we|i|he|she)(?=\s*(?:\?|$))")
"""A question tag, whose negation denies nothing."""


def replaced(text: str, found: Sequence[Assertion], claims: Sequence[Assertion], domain: Domain) -> list[Assertion]:
    """The mentions of the value that stands in place of `claims`, all of which the reply disowns; else `claims`."""
    if not claims or len(found) > MOST_CLAIMS:
        return list(claims)
    claimed = {claim.value for claim in claims}
    spare = [one for one in found if one.status in _SPARE and one.value not in claimed]
    if len({one.value for one in spare}) != 1:
        return list(claims)
    lowered = lowered_of(text)
    around = {one.start: _TAG.sub("", words_around(lowered, found, at)) for at, one in enumerate(found)}
    if not all(_disowns(around[claim.start], domain) for claim in claims):
        return list(claims)
    words = [around[one.start] for one in spare]
    return list(claims) if any(speaks_against(some, domain) or _DOUBT.search(some) for some in words) else spare


def owned(text: str, found: Sequence[Assertion], claims: Sequence[Assertion], domain: Domain) -> list[Assertion]:
    """The claims whose words do not say that they are another person's or mere examples."""
    if len(found) > MOST_CLAIMS:
        return list(claims)
    lowered = lowered_of(text)
    if len({one.value for one in found}) > 1 and _EXAMPLES.search(lowered):
        return []
    return [claim for claim in claims if not _is_of_others(words_around(lowered, found, found.index(claim)), domain)]


def heard(text: str, found: Sequence[Assertion], claims: Sequence[Assertion], domain: Domain) -> list[Assertion]:
    """The claims whose words do not say that another person told the value, or that it is of another matter.

    `My sister told me Oslo` is hearsay, and `your vet is Lindqvist` says nothing about a dentist.
    """
    lowered = lowered_of(text)
    if not claims or len(found) > MOST_CLAIMS or not SPEAKER.search(lowered):
        return list(claims)
    own = domain.words
    kept = []
    for claim in claims:
        words = words_around(lowered, found, found.index(claim))
        match = HEARSAY.search(words)
        if match is not None and not any(word in match[0] for word in own if len(word) > SHORT):
            continue
        head = OTHER_HEAD.search(words)
        same = next((names for names in ROLES if head is not None and head[1] in names), None)
        if same is None or not same.isdisjoint(own):
            kept.append(claim)
    return kept


def recommended(text: str, found: Sequence[Assertion], domain: Domain) -> list[Assertion]:
    """The mentions of the only value that the reply says it recommended; none if there is no such value."""
    if len(found) > MOST_CLAIMS:
        return []
    lowered = lowered_of(text)
    chosen = []
    for at, one in enumerate(found):
        words = words_around(lowered, found, at)
        if one.status in _SPARE and RECOMMENDED.search(words) and not _disowns(words, domain):
            chosen.append(one)
    return chosen if len({one.value for one in chosen}) == 1 else []


def vouched(text: str, found: Sequence[Assertion], form: str, domain: Domain) -> list[Assertion]:
    """The mentions of the only value of a reply, if it says that it recommended it or was told it, without a doubt.

    A value behind a label of the attribute (`Your handicap as a student: long sitting`), or one to which the next words
    point (`that's your handicap`), is vouched for as well.

    Args:
        text: The reply, which asserts no value.
        found: The values that it names.
        form: The form of the answer; where the assistant's own choice is asked for, a story of it suffices.
        domain: The domain of the values.
    """
    if not found or len(found) > MOST_CLAIMS:
        return []
    lowered, averse = lowered_of(text), is_averse(domain.name)
    labelled = [one for one in found if _is_labelled(lowered, one, domain)]
    if labelled and len({one.value for one in found if one.status is not AssertionStatus.DENIED}) == 1:
        return labelled
    kept = [one for one in found if one.status in _OPEN]
    if not kept or len({one.value for one in kept}) != 1:
        return []
    for one in kept:
        at = found.index(one)
        words = words_around(lowered, found, at)
        vouches = RECOMMENDED if form in _ADVISED else _TOLD
        others = {other.status for other in found if other.value != one.value}
        contrasts = AssertionStatus.DENIED in others or (AssertionStatus.PAST in others and _SINCE.search(words))
        is_feared = averse and one.status is AssertionStatus.HYPOTHETICAL and _PUTS_OFF.search(words)
        is_sure = contrasts or vouches.search(words) or _TOLD_SO.match(lowered, one.end)
        is_sure = is_sure or _POINTED_AT.match(lowered, one.end)
        is_tag = one.status is AssertionStatus.QUESTIONED and not _TOLD_SO.match(lowered, one.end)
        words = words if is_tag else words.replace("?", "")
        if form in _ADVISED and not NEGATED.search(words):
            words = _TRIED.sub("", words)
        if (is_sure or is_feared) and not (_GUESSED if averse else _DOUBT).search(words):
            return kept
    return []


def undoubted(text: str, found: Sequence[Assertion]) -> tuple[str, ...]:
    """The only value that a reply leaves neither denied nor past, if its words do not doubt, plan, wish or ask it."""
    kept = [one for one in found if one.status not in (AssertionStatus.DENIED, AssertionStatus.PAST)]
    values = values_of(kept)
    is_open = all(one.status is AssertionStatus.HYPOTHETICAL for one in kept)
    if len(values) != 1 or not is_open or len(found) > MOST_CLAIMS:
        return ()
    lowered = lowered_of(text)
    words = [_FORETOLD.sub(" ", words_around(lowered, found, found.index(one))) for one in kept]
    return () if any(_DOUBT.search(some) or _UNREAL.search(some) or NEGATED.search(some) for some in words) else values


_FORETOLD = re.compile(r"\b(?:they|she|he|i|we)(?:'ll| will)\b")
"""What somebody will do, which puts no value in doubt: `ask for Dr Okafor, they'll know you`."""
_UNREAL = re.compile(
    r"\b(?:chances?|possib\w+|assum\w+|say|said|pretend|intend\w*|aspir\w+|apply|appli\w+|offer\w*|interview\w*|invit\w+"
    r"|toy\w*|eye\w*|list|cards|would|'d|prefer\w*|recommend\w*|suggest\w*|looking|viewed|bidding|waiting|headhunt\w*"
    r"|talks|wonder\w*|mean(?:t|ing)? to|enrol\w*|studying|training|course|about to|start|had (?:you|she|he|it)"
    r"|were you|in another)\b"
)
"""Words of what is not, or not yet, so."""


def drafted(text: str, found: Sequence[Assertion], domain: Domain) -> list[Assertion]:
    """The mentions of the only value in words that a reply wrote for somebody else, unless they set it aside.

    A script for a call may ask about the value (`are there any stairs?`), and a card may speak of the user as a friend.

    Args:
        text: The reply, which asserts no value to the user.
        found: The values that it names.
        domain: Their domain; where it is about what must not be, a question that is answered by no names it too.
    """
    if not found or len(found) > MOST_CLAIMS or any(one.status is AssertionStatus.WELCOMED for one in found):
        return []
    spans = draft_spans(text)
    if not spans:
        return []
    lowered = lowered_of(text)
    kept = []
    for at, one in enumerate(found):
        if one.status is AssertionStatus.DENIED and not (is_averse(domain.name) and _UNWANTED.match(lowered, one.end)):
            continue
        if not any(low <= one.start and one.end <= high for low, high in spans):
            return []
        words = _OF_WRITER.sub(" ", words_around(lowered, found, at))
        if one.status is AssertionStatus.FOREIGN and not _AS_FRIEND.search(words):
            return []
        if one.status is AssertionStatus.HYPOTHETICAL and _DOUBT.search(_MEETS.sub("", words)):
            return []
        if one.status is AssertionStatus.PAST or _IN_DOUBT.search(words) or _disowns(words.replace("?", ""), domain):
            return []
        kept.append(one)
    return kept if len({one.value for one in kept}) == 1 else []


_PROPOSES = re.compile(
    r"\b(?:how about|what about|why not|why don't you|have you (?:considered|thought (?:of|about))"
    r"|could (?:try|make|take|use|go|do|have)|might (?:try|like|enjoy)|try|consider|something like"
    r"|my (?:eye|gut|heart|money|vote|pick|choice|instinct) (?:says|is|goes))\b"
    r"|\N{BULLET}[\s*_\"']*(?:would|could|might|'d|will|may) (?:\w+ )?"
    r"(?:work|do|suit|fit|be|go|make|look|taste|please)\b(?! (?:an? )?(?:rather |very )?(?:bad|poor|wrong|awful"
    r"|unwise|too)\b)"
)
"""Words that make a value a proposal."""
_EITHER = re.compile(
    r"\b(?:both|either|any|all)(?: of them| one| of these)? (?:of them )?"
    r"(?:would|will|could|should|do|work|fit|suit)\b|\beither\b"
)
_OPEN_YET = re.compile(r"\b(?:if|unless|whether|or|maybe|perhaps|possibly|depends?|not sure|unsure|guess\w*)\b")
_ASKS_LEAVE = re.compile(
    r"\b(?:do|does|did|are|is|was|were|would) (?:you|it|that|they|he|she) (?:\w+ )?"
    r"(?:like|want|mean|have|know|think|say|tell|remember)\b"
    r"|\b(?:is|was) (?:it|that)\b|\b(?:shall|should|can|may) i\b|\bwant me to\b"
)


def proposed(text: str, found: Sequence[Assertion]) -> list[Assertion]:
    """The mentions that a reply proposes, where it asserts none; none if it names several values.

    Args:
        text: The reply to a request for a proposal.
        found: The values that it names.
    """
    if not found or len(found) > MOST_CLAIMS:
        return []
    lowered = lowered_of(text)
    kept = []
    for at, one in enumerate(found):
        words = words_around(lowered, found, at)
        if (
            one.status not in _PROPOSABLE
            or NEGATED.search(words)
            or _SET_ASIDE.search(words)
            or _disowns(words, Domain("proposal"))
        ):
            continue
        ends = lowered.find("?", one.end, one.end + _WITHIN)
        if (
            _OPEN_YET.search(words)
            or _ASKS_LEAVE.search(words)
            or (one.status is AssertionStatus.QUESTIONED and ends < 0)
        ):
            continue
        if _PROPOSES.search(lowered if one.status is AssertionStatus.ASIDE else words):
            kept.append(one)
    named = {one.value for one in found if one in kept or one.status in _PROPOSABLE}
    if len(named) > 1 and _EITHER.search(lowered) and "?" not in lowered[: found[-1].end + 1]:
        return [one for one in found if one.status is AssertionStatus.HYPOTHETICAL]
    return kept if len(named) == 1 else []


_PROPOSABLE = (
    AssertionStatus.HYPOTHETICAL,
    AssertionStatus.QUESTIONED,
    AssertionStatus.ASIDE,
    AssertionStatus.CURRENT,
)
_SINCE = re.compile(r"\bsince (?:then|\d)")
_ADVISED = ("choice", "any")
"""Forms of questions about what the assistant recommended."""
_TRIED = re.compile(r"(?:\b(?:to|you|and|by|or)|[.:;!?\"]|\A) (?:try|consider|think about)\b|\A(?:try|consider)\b")
_OLD_LABEL = re.compile(r"\b(?:old|earlier|previous|former|outdated)(?: [a-z]+)?[*_]*:[ *_\"]*\N{BULLET}")
"""A label that says that a value is not the latest."""
_UNWANTED = re.compile(r"[\s*_]*\?+\s*(?:no|not|never|none|nope|keep|leave|please)\b")
_OF_WRITER = re.compile(r"\b(?:somebody|someone) who\b|\b(?:slightly|an? (?:little|bit|tad|touch)) too \w+")
"""In a text for somebody else: the user, and a fault that takes nothing back."""
_MEETS = re.compile(r"'ll\b|\bwill\b|\?")
"""Words that tell the reader of a text what awaits them, or ask them about it."""
_AS_FRIEND = re.compile(
    r"\b(?:our|your|the|this|my|a) (?:\w+ )?(?:friend|mate|pal|buddy|guest|client|customer|companion|colleague"
    r"|neighbou?r)\b"
)
_IN_DOUBT = re.compile(
    r"\b(?:maybe|perhaps|possibly|guess|not (?:quite |really )?(?:sure|certain)|unsure|unlike|is it|was it|do you mean"
    r"|used to|no longer|any ?more)\b"
)
_POINTED_AT = re.compile(
    r"[^.!?;\n]{0,80}[.!?,;—–\n-]\s*(?:so |and |and so )?(?:that|this)(?:'s| is| was|'d be)"
    r" (?:your|the|what|why)\b(?! wrong| other)"
)
"""Behind a value: what follows says that this is what was asked for."""
_OF_OLD = re.compile(
    r"\b(?:not|no|never|old|former|formerly|previous|previously|earlier|past|ex|once|first|original|instead"
    r"|question|options?|example|if|maybe|perhaps|unless)\b"
)


def _is_labelled(lowered: str, one: Assertion, domain: Domain) -> bool:
    """Whether a value is all that stands behind a label of its attribute, on a line of its own."""
    begins = lowered.rfind("\n", 0, one.start) + 1
    ends = lowered.find("\n", one.end)
    label, mark, lead = lowered[begins : one.start].rpartition(":")
    rest = lowered[one.end : ends if ends >= 0 else len(lowered)]
    if not mark or lead.strip(" *_\"'`~-") or rest.strip(" *_\"'`.!|") or "~~" in lead or _OF_OLD.search(label):
        return False
    if one.status not in (AssertionStatus.HYPOTHETICAL, AssertionStatus.PAST) or len(label) > _LONGEST_LABEL:
        return False
    named = {word for word in re.findall(r"[^\W\d_]+", label) if len(word) > SHORT}
    return not named.isdisjoint(domain.words)


_LONGEST_LABEL = 60
_TOLD_SO = re.compile(
    r"(?:[\s,]*(?:right|yes|yeah|correct)\?+)?[\s\W]*(?:as )?(?:you|u)(?:'ve| have)? (?:told|said|mentioned|wrote)\b"
)
_LED_ON = re.compile(r"[*_]*(?: \([^()]{1,20}\))?,? (?:and|,) (?:then|later|now|finally|eventually|in the end)\b")
"""Behind a value: it was followed by another."""
_EXAMPLES = re.compile(
    r"\b(?:there are (?:\w+ )?(?:dozens|plenty|many|lots|hundreds|several|\w+s)|dozens|such as|for example"
    r"|came up (?:only )?as|from \w+ to)\b"
)
_SPARE = (
    AssertionStatus.PAST,
    AssertionStatus.HYPOTHETICAL,
    AssertionStatus.FOREIGN,
    AssertionStatus.CURRENT,
)
_OPEN = (AssertionStatus.HYPOTHETICAL, AssertionStatus.QUESTIONED)


def words_around(lowered: str, claims: Sequence[Assertion], at: int) -> str:
    """The words of a value's part of a sentence, up to the neighbouring values."""
    claim = claims[at]
    low = begin = max(claims[at - 1].end if at else 0, claim.start - _WITHIN)
    high = min(claims[at + 1].start if at + 1 < len(claims) else len(lowered), claim.end + _WITHIN)
    for edge in _EDGE.finditer(lowered, begin, claim.start):
        is_answer = edge[0].startswith("?") and not lowered[edge.end() : claim.start].strip()
        low = low if is_answer else edge.end()
    stop = _EDGE.search(lowered, claim.end, high)
    behind = lowered[claim.end : stop.end() if stop else high]
    if stop is None and at + 1 < len(claims) and _OF_NEXT.fullmatch(behind):
        behind = ""
    return lowered[low : claim.start] + " \N{BULLET} " + behind


def speaks_against(words: str, domain: Domain) -> bool:
    """Whether the words around a value deny it, give it to another person or to another time."""
    return (
        _disowns(words, domain)
        or _OLD_LABEL.search(words) is not None
        or (not domain.lasting and _FORMER.search(words) is not None)
    )


_SETTLED = re.compile(
    r"^.*\b(?:and|so|then) (?:you )?(?:settled (?:on|for)|went (?:for|with)|opted for|chose|picked|decided on)\b"
)
"""What stands before a choice in the end, and speaks of something else."""


def _disowns(words: str, domain: Domain) -> bool:
    words = _SETTLED.sub("", words)
    if YOURS.search(words):
        return False
    if _is_of_others(words, domain):
        return True
    return not is_averse(domain.name) and (NEGATED.search(words) or _SET_ASIDE.search(words)) is not None


def _is_of_others(words: str, domain: Domain) -> bool:
    """Whether the words around a value say that another person told it or has it."""
    person = _ELSEWHERE.search(words)
    is_own = person is None or any(word in person[0] for word in domain.subjects if len(word) > SHORT)
    return not is_own or _DISOWNED.search(words) is not None
