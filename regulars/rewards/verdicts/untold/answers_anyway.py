"""Tells whether a reply that says that it was never told answers all the same: `you never told me, but it's porridge`.

Such a reply is read part by part, between commas, sentence ends and words of contrast. A part answers if it is short,
denies nothing, and states a value of the kind that was asked for: a time for a date, an amount for a number, a name or
a thing for a term. What a part says of other people, of other events or of the telling itself is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.rewards.verdicts.times.months import MONTH
from regulars.rewards.verdicts.untold.other_people import others_named
from regulars.values import Domain, ValueType

_JOINT = re.compile(
    r"[.!?;\n]+(?=\s|$)|,(?=\s)|\s[—–-]+\s|(?=\s(?:but|although|though|however|yet|so)\b)",
    re.IGNORECASE,
)
"""Where a part of a reply ends."""
_TURN = re.compile(
    r"(?:[\W_]|\b(?:and|so|well|still|(?:back |by )?then|at (?:that|the) time|anyway|just|simply|yes|yeah|hm+|ah"
    r"|oh)\b)*",
    re.IGNORECASE,
)
"""Words at the beginning of a part that say nothing by themselves."""
_CONTRAST = re.compile(r"[\W_]*(?:but|however|yet|still)\b[\s,]*", re.IGNORECASE)
"""At the beginning of a part: it is set against the part before."""
_LEAD = (
    r"(?:(?:judging by|going by|based on|given) (?:your|her|his|the|their) [\w' ]{1,40}?,? (?=(?:it|yours|that)\b))?"
    r"(?:(?:i(?: \w+ly| do| still| just)? (?:think|believe|guess|suppose|reckon|remember|recall|imagine"
    r"|assume)(?: that)?|i'm (?:\w+ )?(?:sure|certain|positive|confident)(?: that)?|(?:i seem to (?:remember|recall)"
    r"|i think|i believe)(?: that)? you (?:once )?(?:said|mentioned|told me)(?: that)?"
    r"|i(?:'d| would)(?: \w+ly)? (?:say|guess|bet|assume|imagine|reckon)(?: that)?|probably|presumably|apparently"
    r"|surely|obviously|maybe|perhaps|from memory|most likely),? )*"
)
"""Words before an answer that is given with a hedge."""
_ADVERB = r"(?:(?:\w+ly|do|did|still|also|always|just|now|most likely|likely|about|around|roughly|approximately) )*"
_BE = (
    r"(?:'s|'re|'ll be| is| are| was| were| should be| must be| would be|'d be| will be| has to be| have to be"
    r"| must have been| comes? to| come on| comes on)"
)
"""A verb that states something."""
_IT = rf"(?:it|they|he|she|there|yours){_BE} {_ADVERB}"
_PUT = (
    r"(?:i(?:'d| would)(?: \w+ly| just)? (?:say|guess|bet|assume|put|write|enter|go (?:with|for)|suggest)"
    r"|my (?:\w+ )?(?:guess|bet|hunch) (?:is|would be|was)|i (?:think|believe) you (?:once )?(?:said|mentioned"
    r"|told me)|(?:just|simply|please )?(?:put|write|enter|go with|note|say)(?: down)?)(?: it's| it is"
    r"| that it's)?:? "
)
"""Words that put something forward as the answer."""
_TOLD = (
    rf"{_LEAD}you(?: once| also| did| just| \w+ly)? (?:told me|tell me|said|say|mentioned|mention|wrote)"
    r"(?: (?:once|before|earlier|back then|last (?:week|month|year)|(?:in|on) \w+(?: \w+)?(?= (?:that|it|you)\b)))?"
    r"(?: that)? "
)
"""Words by which something is what the user told: `you told me that`."""
_HAVE = r"(?:i remember|i recall|i (?:have|hold)(?: down)?|i've got)(?: it's| it is| that it's)?:? "
"""Words for what is noted, which may be another thing."""
_PUTS = re.compile(rf"{_LEAD}{_PUT}|{_TOLD}|{_LEAD}(?:i(?:'d| would) say )", re.IGNORECASE)
_EMPTY = frozenset(
    re.findall(
        r"\S+",
        "able about add afraid after again all amount another answer anything ask asked at awesome because before"
        " behind best better between bit blank brilliant call case certain check choice clear contact cool cousin's"
        " covered curious dash date deleted detail difficult discussed early easier easy else empty enough entry error"
        " everything exciting fair false figure file fine for friend's from fun gap given glad gone good great guess"
        " happy hard he help her here hers him his how i i'd i'm i've idea if important in incorrect interesting it"
        " joke kept known late least leave less likely line listed look lost lot lovely make matter me memory mentioned"
        " mine missing mistake misunderstanding more most my mystery name neighbour's neither never new news nice no"
        " nobody none nor not note noted notes nothing now nowhere number of ok okay on one only other others outdated"
        " others' our ours personal pity placeholder plan possible private question quite rather read ready record"
        " recorded records right rumour safe safer said secret see shame shared she since so somebody someone"
        " something somewhere soon sorry space spoken still stored story subject sure take than that their theirs"
        " them then there there's they thing things time to today told too topic true try turn unable unclear under"
        " unknown unless unlikely until up us use value very way ways we welcome what when where whether which who"
        " why with without worry worth write written wrong yet you you're you've your yours tba tbd xx xxx ",
    )
)
"""Words that make no answer: `it's a pity`, `it's best to ask`."""
_LIKE_ADJECTIVE = re.compile(r"(?:able|ible|ful|ous|ive|ing|ed|ant|ent|ary|ly)$")
"""Endings of words that are hardly things."""
_THING = re.compile(
    r"[\s*_\"']*(?:(?:the|an?|some) )?(?P<words>[\w'’&-]+(?: (?:and (?:an? |the )?)?[\w'’&-]+){0,4})[\s*_\"')]*"
)
_ARTICLE = re.compile(r"[\s*_\"']*(?:the|an?|some) ", re.IGNORECASE)
_STEM = 4
"""The letters by which words of one stem are known: `you like driving` tells no car."""
_POINTED_OUT = re.compile(r"(?:that|the same) (?:one|thing|place)", re.IGNORECASE)
"""An answer that points to what stands before it: `your colleagues use Mill Gate, so it's that one`."""
_POINTS_BACK = re.compile(
    r"\b(?:so|hence|therefore),? (?:(?:(?:i(?:'d| would)? (?:guess|assume|suppose|say|think|imagine|bet)|presumably"
    r"|probably|i'm guessing)(?: that)? (?:it|that|yours)(?:'s| is| must be| would be| was)(?: probably| likely)?"
    r"|(?:it|that)(?: must be| has to be|(?:'s| is) (?:probably|most likely|likely|presumably|surely|i guess)))"
    r" (?:it|that|this|yours|the one|the same|what \w+ \w+)(?: one| too)?)(?=\s*(?:[.!,;—–-]|$))",
    re.IGNORECASE,
)
"""A guess that points to what stands before it: `most people avoid deep-frying, so I guess it's that`."""
_MOST_COMMON_WORDS = 3
"""The most words of an answer that has no proper name."""
_VERBS = frozenset(
    re.findall(
        r"\S+",
        "ate attend attended avoid avoided been born bought chose coming drank drink drive drove due eat enjoyed go "
        "got grew grow had has hate hated have keep kept leaving like liked listen live lived love loved moving "
        "need own picked play played prefer preferred read speak spoke studied study support take took tried "
        "use used visited watch watched wear went wore work worked ",
    )
)
"""What somebody does with the thing that was asked for, besides the words of the attribute."""
_TIME = (
    rf"(?:(?:(?:some ?time|somewhere|around|about|early|late|mid|the (?:\w+ )?(?:middle|end|beginning|start)"
    rf"|the \d+\w*)[\s-]?(?:of|in|on|around)? ?)*(?:the )?(?:(?:in|on|of|by|around|early|late|mid|next|this"
    rf"|last)[\s-])*(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? )?(?:{MONTH}\b(?: \d{{1,2}}(?:st|nd|rd|th)?\b)?(?:,? \d{{4}})?"
    r"|\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}(?:[./]\d{2,4})?|(?:19|20)\d\d\b|(?:spring|summer|autumn|fall|winter)\b"
    r"|(?:week|month|year|\w+day)\b|tomorrow|tonight))"
)
"""A time, precise or vague: `4 June 1992`, `the middle of July`, `next week`."""
_NUMERAL = (
    r"(?:\d[\d.,]*|a (?:few|couple of|dozen|hundred|thousand|couple)|several|dozens of|half a|two|three|four|five|six"
    r"|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|an?(?= (?:week"
    r"|fortnight|month|year|day)\b))"
)
_AMOUNT = (
    rf"(?:(?:at least|at most|between|over|under|more than|less than|about|around|roughly|some|only|just|nearly"
    rf"|almost|approximately|near|somewhere|in the region of|up to|well over|something like|maybe|close to|exactly"
    rf"|[€$£₹])\s?)*{_NUMERAL}(?:[\s-](?:hundred|thousand|dozen|million|or|and|to|{_NUMERAL}))*(?: ?[%€$£₹]| [\w-]+)?"
    r"(?: (?:a|per|each|every) [a-z]+)?"
)
"""An amount, precise or vague, with its unit: `a few hundred zlotys`, `between 500 and 1000`, `roughly a month`."""
_OF_THE_GAP = re.compile(
    r"\b(?:things?|ways?|options?|gaps?|dates?|numbers?|figures?|amounts?|entr(?:y|ies)|questions?|possibilities"
    r"|sides|mentions?|places?|notes?|chats?|today|messages?|conversations?|missing|blank|minutes? ago|days? ago)\b",
    re.IGNORECASE,
)
"""What is counted there is no answer: `there are two ways to find out`."""
_TAG = re.compile(
    r"(?:\s*(?:,\s*)?(?:isn't it|wasn't it|right|aren't they|i think|i believe|i guess|or so|isn't that so|here"
    r"|though|that [\w']+ you(?: \w+)?|at least|at most|or more))+[\s?]*$",
    re.IGNORECASE,
)
"""A tag behind an answer."""
_HEDGED = re.compile(r"\bi (?:think|believe|guess|suppose)[\W_]*$", re.IGNORECASE)
"""A hedge behind an answer."""
_IF = re.compile(r"[\W_]*(?:(?:and|but|so) )?(?:if|unless|suppos(?:e|ing)|say|had|were)\b", re.IGNORECASE)
"""The beginning of a condition."""
_DISOWNS = re.compile(
    r"[\W_]*(?:(?:but|and|though|although) )*(?:that|it|those|they|which|this|he|she)(?:'s|'d| was| were| is| are"
    r"| had| only)? (?:belong\w*|not|hers|his|theirs|for|(?:your|a|an|the|some|another) (?!day\b)|someone|somebody"
    r"|other|about|from)",
    re.IGNORECASE,
)
"""The next part says that what was named is another person's: `but that was the man at the petrol station`."""


def answers_anyway(text: str, domain: Domain) -> bool:
    """Whether a part of a reply that abstains states an answer all the same.

    Args:
        text: The reply.
        domain: What was asked for, and never told.

    Example:
        >>> meal = Domain("breakfast", aliases={"granola": ()}, subjects=("breakfast", "eat"))
        >>> answers_anyway("You never told me, but it's porridge.", meal)
        True
        >>> answers_anyway("You never told me, but it's easy to add.", meal)
        False
    """
    if is_chinese(text) or len(text) > LONGEST_TO_SEARCH:
        return False
    statements = _statements(domain.type, is_averse(domain.name))
    plain = text.replace("’", "'")
    if _POINTS_BACK.search(plain):
        return True
    parts = list(_parts(plain))
    for at, (part, ends_with) in enumerate(parts):
        words = _TAG.sub("", _TURN.sub("", _CONTRAST.sub("", part, count=1), count=1)).strip(" ,*_\"'()[]")
        if not words or (ends_with == "?" and _TAG.search(part) is None):
            continue
        if _is_supposed(parts, at) or (at + 1 < len(parts) and _DISOWNS.match(parts[at + 1][0])):
            continue
        is_set_against = _CONTRAST.match(part) is not None or (at + 1 < len(parts) and _concedes(parts[at + 1][0]))
        for statement in statements:
            match = statement.fullmatch(words)
            if match is None or not _is_of_matter(match, domain):
                continue
            if _HAS.match(words) and _tells_matter_apart(parts[at + 1 :], domain):
                continue
            is_plain = is_set_against or _PUTS.match(words) is not None or _HEDGED.search(part) is not None
            named = match["answer"]
            if _is_answer(named, domain, may_be_common=is_plain, is_had=words[:3].lower() == "you"):
                return True
    return False


_CONCEDES = re.compile(r"[\W_]*(?:al|even )?though\b", re.IGNORECASE)
_ASSENT = re.compile(
    r"[\s,]*(?:isn't it|wasn't it|right|aren't they|correct|i (?:think|believe|guess|suppose))\s*", re.IGNORECASE
)


def _concedes(part: str) -> bool:
    """Whether a part concedes that nothing was told: `though you never told me outright`."""
    return _CONCEDES.match(part) is not None and (abstains(part) or disclaims(part))


_HAS = re.compile(rf"{_LEAD}{_HAVE}", re.IGNORECASE)


def _tells_matter_apart(parts: list[tuple[str, str]], domain: Domain) -> bool:
    """Whether what follows says by its name that what was asked for is unknown: `but your faith never came up`."""
    own = tuple(word[:_STEM] for word in domain.words if len(word) >= _STEM)
    return any(
        (abstains(part) or disclaims(part))
        and any(word.startswith(own) for word in re.findall(r"\w+", part.casefold()))
        for part, _ in parts
    )


def _is_supposed(parts: list[tuple[str, str]], at: int) -> bool:
    """Whether a part, or one before it in its sentence, begins a condition: `if it were in May, there'd be 31 days`."""
    if _IF.match(parts[at][0]):
        return True
    return at > 0 and parts[at - 1][1] in (",", "") and _is_supposed(parts, at - 1)


def _parts(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a reply, each with the mark that ends it."""
    low = 0
    for joint in _JOINT.finditer(text):
        tag = _ASSENT.match(text, joint.end()) if joint[0] == "," else None
        if tag is not None and text[tag.end() : tag.end() + 1] in ("?", ".", "!", ""):
            continue
        if text[low : joint.start()].strip():
            yield text[low : joint.start()], joint[0].strip()[:1]
        low = joint.end()
    yield text[low:], ""


@lru_cache(maxsize=8)
def _statements(kind: ValueType, averse: bool) -> list[re.Pattern[str]]:
    """What states something as the answer, by the kind of its values, and whether they are to be avoided."""
    value = {ValueType.DATE: _TIME, ValueType.NUMBER: _AMOUNT}.get(kind, r"[\w'\"*_& -]+")
    heads = [
        _IT,
        f"{_PUT}{_ADVERB}",
        f"{_HAVE}{_ADVERB}",
        rf"(?:what|the|your) (?!only )(?P<subject>(?:[\w'-]+ ){{1,8}}?)(?:is|are|was|should be) {_ADVERB}",
    ]
    if kind is ValueType.TERM:
        heads += [
            rf"you(?:'ve|'re|'d| were| are| had| have)? {_ADVERB}(?P<verb>[a-z]+) "
            r"(?:(?:in|at|on|with|for|to|from|off|out) )*",
            rf"what [\w'-]+ (?:[\w'-]+ ){{0,3}}?(?:is|are) {_ADVERB}",
        ]
    if averse:
        heads += [r"(?:they|you|he|she) (?:\w+ly )?(?:don't|won't|never|can't|do not|cannot)(?: \w+ly)? \w+ "]
    if kind is ValueType.DATE:
        heads += [
            r"(?:you|they)(?:'re| are| were)? (?:\w+ )?(?P<verb>(?!(?:on|in|at|by|some|next|this)\b)[a-z]+) "
            r"(?:on |in )?",
            r"(?:the|your) [\w']+(?: [\w']+)? (?:gets?|comes?|arrives?|takes place|(?:is|are) coming) (?:\w+ ){0,2}?",
        ]
    if kind is ValueType.NUMBER:
        heads += [rf"you(?:'ve| have)?(?: got)? {_ADVERB}(?P<verb>[a-z]+ )?{_ADVERB}"]
    if kind is ValueType.TERM:
        heads += [rf"{_TOLD}(?:{head})(?:your )?" for head in (rf"(?:it|that){_BE} {_ADVERB}", *heads[3:5])]
    stated = [rf"{_LEAD}(?:{head})\s*(?P<answer>{value})" for head in heads]
    if kind is ValueType.NUMBER:
        stated.append(rf"(?P<answer>{value}) is (?:normal|typical|usual|average)")
    return [re.compile(pattern, re.IGNORECASE) for pattern in stated]


def _is_of_matter(match: re.Match[str], domain: Domain) -> bool:
    """Whether a statement is about what was asked for, as far as its verb or its subject tells."""
    own = tuple(word for word in domain.words if len(word) > _SHORT)
    named = match.groupdict()
    verb = (named.get("verb") or "").strip().casefold()
    if verb:
        return verb in _VERBS or verb.startswith(own)
    subject = (named.get("subject") or "").casefold()
    if not subject:
        return True
    if others_named(f"your {subject}", domain.subjects):
        return False
    return any(word.startswith(own) for word in subject.split()) or (
        is_averse(domain.name) and _TO_AVOID.search(subject) is not None
    )


_TO_AVOID = re.compile(r"\b(?:no-go|deal-?breaker|pet (?:hate|peeve)|red line|limit|biggest (?:dislike|fear|worry))\b")
"""Names of what somebody avoids, whatever it is about."""


_SHORT = 2
"""The letters of a word that says nothing about a matter."""


def _is_answer(words: str, domain: Domain, *, may_be_common: bool, is_had: bool) -> bool:
    """Whether words in the place of an answer are one; without a proper name only where nothing else can be meant."""
    if domain.type is not ValueType.TERM:
        return _OF_THE_GAP.search(words) is None
    thing = _THING.fullmatch(words)
    if thing is None:
        return False
    if _POINTED_OUT.fullmatch(words):
        return True
    named = [word for word in thing["words"].split() if word.casefold() not in ("and", "a", "an", "the")]
    if any(word.strip("'").casefold() in _EMPTY for word in named):
        return False
    if any(word[:1].isupper() or word[:1].isdigit() for word in named):
        return True
    own = {word[:_STEM] for word in domain.words if len(word) > _STEM}
    if any(word.casefold()[:_STEM] in own or word.casefold() in domain.subjects for word in named):
        return False
    has_article = _ARTICLE.match(words) is not None
    looks_like_thing = has_article or is_had or _LIKE_ADJECTIVE.search(named[-1]) is None
    return may_be_common and looks_like_thing and len(named) <= _MOST_COMMON_WORDS
