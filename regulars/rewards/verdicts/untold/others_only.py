"""Tells whether a reply names values only as those of other people, where nothing was told of the user's own.

`Only your cousin's tradescantia has come up` abstains: it says what is known, and whose it is. Every value has to be
linked to somebody else, to a picture or a story, or to a rumour: by the words right before it or behind it, or by the
next part (`but those were your friends'`). Some words have to say that this is all. `Your cousin has a cactus, and so
do you` and `only your cousin's cactus and your palm` still answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.chinese_text import is_chinese
from regulars.rewards.assertions.abstention import abstains, disclaims
from regulars.rewards.text_parts import part_spans, with_mark
from regulars.rewards.verdicts.expectation import Expectation
from regulars.rewards.verdicts.readings import LONGEST_TO_SEARCH
from regulars.rewards.verdicts.untold.answers_anyway import answers_anyway
from regulars.rewards.verdicts.untold.other_people import is_rumour, others_named
from regulars.values import Domain, ValueType, find_values

_MOST_NAMED = 12
"""A reply that names more values recites."""
_FIGURE = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?: ?[%€$£]| mm\w*)?")
_ITEM = r"\s*\n\s*(?:[-*]|\d[.)])\s+"
_UNIT = re.compile(
    rf"\N{{BULLET}}(?:(?:,| &|/|,? and(?: also)?)\s(?:the |an? |some )?\N{{BULLET}}|{_ITEM}\N{{BULLET}})*"
)
"""A value, or several that are listed together."""
_EDGE = re.compile(
    r"(?<!e\.g)(?<!i\.e)[.!?…]+[\"')\]]*(?=\s|$)|\n+(?!\s*(?:[-*]|\d[.)])\s)|;\s|\s[–—-]+\s|(?=,?\s(?:but|though"
    r"|although|while|whereas|however)\b)",
    re.IGNORECASE,
)
"""Where a part of a reply ends; the items of a list belong to the words before it."""
_LINK_BEFORE = re.compile(
    rf"(?:'s?(?: [\w'-]+){{0,2}}, |, who [^,;.!?|\n]{{1,60}}? |(?:'s?)?[^,;.!?|\n]{{0,70}}?(?:,? (?:like|such as"
    rf"|e\.g\.|namely|called|an?|the|which (?:was|is|were|are)|both))*(?:{_ITEM})?)[\s*_\"'(:-]*",
    re.IGNORECASE,
)
"""Between words for somebody else and their value: `your cousin | wants me to bring some`."""
_SPEAKS = re.compile(r"(?<!of )(?<!to )(?<!for )(?<!from )(?<!near )(?<!behind )\b(?:you|i|we)\b(?!r)", re.IGNORECASE)
"""A new subject in that place: what follows is not theirs."""
_LINK_BEHIND = re.compile(
    r"[*_\"')]*(?: (?:once )?(?:came|(?:has |had )?come) up(?: once| then)?| (?:that |which )?you(?:'ve| have|'d"
    r"| once)? (?:mentioned|named|described|brought up|(?:told me|asked|talked|spoke) about))?(?:\s?\(| (?:is|was|are"
    r"|were) (?:(?:the|an?) (?:(?!your\b|you\b)[\w'-]+ ){1,6}?|\w+ing )(?:of|in|on|from|at|by) | (?:in|on|of"
    r"|from) (?:the|an?) [\w'-]+ (?:of|on|in|at) |(?: mmhg"
    r"| each)?,? (?:and )?(?:(?:which|that|who|where|those|it|they|he|she|(?:the )?ones?|this)\b)?(?:'s|'re)?(?: ?\b(?:"
    r"is|was|are|were|has been|had been|had come up|has come up|came up|come up|came|belong(?:s|ed)?|only|just|all"
    r"|both|always|once|what|where|who|how|suggested|recommended|mentioned|named|praised|played|used|for|to|of|with"
    r"|by|from|in|on|as|because|when|that|about|those|the places?"
    r"|places?|the one|the ones|the things?|something|a place|which)\b,?)* ?)",
    re.IGNORECASE,
)
"""Between a value and words for somebody else: `| , and that belonged to | a man`."""
_LINK_OF_WHAT = re.compile(
    r"'?[^,;.!?|\n]{1,60}, (?:(?:namely|that's|which is|that is) )?"
    r"(?:(?:in|at|on|with|to) )?(?:the |an? )?"
)
_WHAT = ("what ", "which ", "where ", "how ")
"""Between words for somebody else behind `what` and their value: `what your coach | suggested, | 3350 metres`."""
_IS_NOT_YOURS = re.compile(
    r"[*_\"')]*,? (?:and |but )?(?:that|it|those|they|which)(?: one| ones)? (?:(?:was|is|were|are) not|(?:was|is|were"
    r"|are)n't) yours\b",
    re.IGNORECASE,
)
"""Behind a value: it is not the user's."""
_HAS_TODAY = re.compile(
    r"\byou(?:'ve got| have|'re (?:with|on|at|in)) (?:[\w-]+ ){0,3}?(?:these days|nowadays|currently|at the moment)\b",
    re.IGNORECASE,
)
"""The user has one today, so the values of others are not all."""
_WEIGHED = re.compile(
    r"\byou(?:'d| had|'ve| have)?(?: only| just| once| also)? (?:(?:did )?ask(?:ed)?(?: me)? (?:about|whether|if)"
    r"|considered|thought (?:about|of)|(?:were|was) (?:thinking|considering|wondering|toying)|wondered"
    r"|toyed with)\b[^.!?;\n]*$|\b(?:thought|said|thinks|says|suggested|suggests|felt|feels)(?: that)? you (?:should"
    r"|could|might|ought to)\b[^.!?;\n]*$",
    re.IGNORECASE,
)
"""Before a value: the user only thinks about it."""
_UNSETTLED = re.compile(
    r"\byou(?:'d| had|'ve| have)? ?(?:haven't|hadn't|didn't|never|not)(?: yet| actually| really)? (?:decided?|settled?"
    r"|agreed?|commit\w*|ma[dk]e up|chosen|chose|switch(?:ed)?|sa(?:y|id) (?:yes|whether|if))\b"
    r"|\byou (?:were|are|weren't|aren't)(?: still| quite| really)? (?:undecided|unsure|not sure"
    r"|sure|decided|in two minds)\b|\bi (?:don't|do not"
    r"|can't) (?:know|say|tell) (?:if|whether) you (?:ever |did|really |actually |have |went)",
    re.IGNORECASE,
)
"""The user has not settled on anything, as far as is known."""
_ASKED = re.compile(
    r"\byou(?:'d| had|'ve| have| did)?(?: only| just| once| also| ever)* ask(?:ed)?(?: me)? (?:about|whether|if)\b"
    r"[^.!?;\n]*$",
    re.IGNORECASE,
)
"""Before a value: the user only asked about it."""
_NO_MORE = re.compile(
    r"(?: (?:as|for|being) (?:an?|your|the) [\w' -]{1,30}| once| (?:back )?in \w+)?[\s.!,;)]*$", re.IGNORECASE
)
"""Behind a value that the user asked about: nothing more is said of it."""
_SETTLED = re.compile(
    r"\b(?:bought|got|get|own|ordered|picked|chose|chosen|decided (?:on|for)|went (?:for|with)|took|drive|ended up"
    r"|went ahead|settled on|have one|is (?:it|yours)|that's (?:it|the one|yours))\b",
    re.IGNORECASE,
)
"""What was asked about came about."""
_NEGATED = re.compile(r"\b(?:never|not|\w+n't)(?: \w+){1,3}", re.IGNORECASE)
_LINK_RUMOUR = re.compile(r"(?: [\w']+){0,3}(?:, (?:and |but |though )?(?:that|this|it|which)(?:'s| is| was)?)? ?")
_YOUR = re.compile(r"\byour (?:own )?[*_\"']*$|\byours?(?: is| was| are|:)? (?:an? |the )?[*_\"']*$", re.IGNORECASE)
"""Right before a value: it is the user's."""
_SHARES = re.compile(
    r"\b(?:too|as well|also|like (?:the|your|a|an|that)|same as|similar|thanks to|from your|(?:gave|gives|given|took"
    r"|takes|brought|sent|recommended|lent|bought|got|showed|passed|sold|suggested) (?:it |them "
    r"|that )?(?:on )?(?:to )?you)\b",
    re.IGNORECASE,
)
"""Behind a value: the user has it as well, or has it from the other person."""
_TELLING = (
    r"(?:told|tell|mention\w*|said|say|talked|talk|spoke|named|brought|shared|heard|seen|saw|wrote|showed|described"
    r"|referred|asked|did|know|knew|noted|quoted|posted|read|complain\w*|ever|once|yourself|don't|didn't|haven't|and|at"
    r"|in|on|for|about|to|or|by|that)"
)
_YOU_HAVE = re.compile(
    r"(?<!tell )(?<!give )\byou(?:'re|'ve| are| have| had| were)?"
    rf"(?: (?:also|still|now|both|already|always|currently|only|just))? (?!(?:only|just|never|not|{_TELLING})\b)\w+",
    re.IGNORECASE,
)
"""What the user has or does, not what they told: `you drive`, `you've got`."""
_REFERS = re.compile(
    r"[\W_]*(?:(?:but|though|although|and|however|while),? )*(?:(?:that|it|those|they|these|which|this|he|she|both"
    r"|all)(?: one| ones| of (?:them|those|these))?(?:'s|'re|'d|'ve)?(?: (?:only|all|both|always|just))*(?: (?:was"
    r"|were|is|are|had|has|have|belong\w*|came|comes))?(?= )|(?:always|only|all)(?: as| about| because| for| when"
    r"| since| in| from)?\b|(?<=but )(?:because|for|about|from|as|when|since)\b)[^,;.!?|\n]{0,40}$",
    re.IGNORECASE,
)
"""Before words for somebody else: a part that refers to what was just named."""
_CONTRASTS = re.compile(r"[\W_]*(?:but|though|although|however)\b", re.IGNORECASE)
"""Set against a value, words that give it to somebody else say by themselves that it is not the user's."""
_NOT_YOURS = re.compile(
    r"\b(?:not|never|nothing|none|any)(?: (?:of|about|on|for|from))? (?:you(?![\w'])|yours\b|your own\b)"
    r"|\bnothing (?:[\w']+ ){0,4}about your\b|\bnot (?:what"
    r"|how|where|which|who|when)(?: [\w']+){0,3} you(?:rs?)?\b|\b(?:don't|do not|haven't|can't) (?:know|heard?|say|tell"
    r"|got|have) (?:about |of )?(?:you(?![\w'])|yours)\b|\b(?:not"
    r"|never|nothing|none)\b[^.!?,;]{0,40} (?:of your own|of yours|yourself)\b|\byours,? i (?:don't|haven't|never)\b"
    r"|\bno (?:[\w'-]+ ){1,3}of (?:yours|your own)\b|\byours (?:didn't|hasn't|haven't|never|is (?:still )?(?:missing"
    r"|unknown))\b|\b(?:isn't|aren't|wasn't|weren't) yours\b",
    re.IGNORECASE,
)
"""The user's own is said to be unknown or missing."""
_TOLD = (
    r"(?:know|knew|have|heard|told|mentioned|talked|said|seen|remember|recall|named|spoken|spoke|come across|got"
    r"|brought|noted|been|come|came|see)"
)
_LIMIT = re.compile(
    r"^[\W_]*(?:(?:so far|no|nope|none|nothing|yet|not yet|hm+|well|at that time|by then|up to then)\b\W*)*(?:it's "
    r"|there's |that's )?(?:only|just)\b"
    rf"|\b(?:you|we|i)(?:'ve| have|'d| had)?(?: so far| ever)? (?:only|just)(?: ever)? {_TOLD}\b"
    r"|\bi(?:'ve got| have|'ve|'ve got) only\b|(?:^|[.!?] )[\W_]*the (?:[\w'-]+ ){1,2}?(?:that )?you(?:'ve| have)? "
    r"(?:mentioned|named|brought up|(?:told me|talked|spoke|asked) about), \N{BULLET}"
    r"|\bthe only (?:[\w'-]+ ){1,4}?(?:that(?:'s)?|which|i(?:'ve)?|you(?:'ve)?|was|is|came|come|mentioned)\b"
    r"|\bonly [^.!?;]{1,60}\b(?:came|come|mentioned|known)\b"
    rf"|\ball (?:that )?(?:i|you|we|that)(?:'ve|'s| have| has)? (?:\w+ )?{_TOLD}\b|\bis all (?:that|i|you)\b"
    r"|\balways (?:as|about|other|somebody|someone)\b|\b(?:but|though|although) (?:that|it|those|they|he|she|these|only"
    r"|always|never|not)\b",
    re.IGNORECASE,
)
"""Words that say that there is no more: `you've only told me`, `all that came up`."""
_SAYS_NO = re.compile(
    r"[\W_]*(?:(?:sorry|well|hm+|oh|actually|i'm sorry|i'm afraid|honestly|unfortunately|sadly)[\s,:!—–-]+)*(?:"
    r"no(?:pe)?|not really|not at all|i(?:'m afraid)? (?:don't|can't|cannot|couldn't|do not)(?: either)?|i'm afraid not"
    r"|afraid not|not)(?:,? (?:sorry|i'm afraid|no|either|really|i (?:can't|don't)))*[.,!;:—–-]",
    re.IGNORECASE,
)
"""A reply that begins with a no to the question whether it knows."""
_ALL_TOLD = re.compile(
    r"(?:^|(?<=[.!?] ))[^.!?\n]*?(?:\bthe (?:only )?(?:[\w'-]+ ){1,3}?(?:that )?"
    r"(?:i (?:have|know(?: of)?|see|can see)|you(?:'ve| have)? (?:ever |only )?"
    r"(?:mentioned|named|brought up|(?:told me|talked|spoken|spoke) about))(?: so far| to me)? (?:is|was|are|were"
    r"|belongs?|belonged)\b|\byou(?:'ve| have)? (?:only|just)(?: ever)? (?:told|talked|mentioned|spoken)\b"
    r"|\byou(?:'ve| have)? (?:mentioned|named|told me(?: about)?) [\w ]{1,30},? (?:but|though) (?:they|those|these|that"
    r"|it)(?:'re|'s| are| is| were| was| belongs?| belonged)\b)(?P<rest>[^.!?\n]*)",
    re.IGNORECASE,
)
"""Says what all that was told is about: `you've only told me about your cousin's`."""
_YOUR_OWN = re.compile(r"\byours?\b", re.IGNORECASE)
_SHARED = re.compile(
    r"\b(?:so (?:do|are|have|is|does) (?:you|yours)|(?:just )?like (?:you|yours)\b(?! to)|same as (?:you|yours)"
    r"|you both|both of you|you and (?:your|an?|the)|with you\b|you too|as (?:do|have|are) you|yours too|you as well"
    r"|yours as well|yours (?:is|are|was) (?!not|never|un|n't|a mystery|missing|still))",
    re.IGNORECASE,
)
"""The user has what the other person has, or something of their own."""
_CONCLUDES = re.compile(
    r"\bso (?:that|it|this|yours)(?:'s| is| was| must be| has to be|'d be| would be) (?!not|no\b|nothing|only|just"
    r"|hers|his|theirs)|\b(?:which|that) leaves\b|\bmust be (?:it|yours|what)\b|\||\b(?:perhaps|maybe|might|may be"
    r"|could be|possibly|probably)\b",
    re.IGNORECASE,
)
"""A conclusion from what others have, a guess, or a table."""
OF_SPEAKER = re.compile(
    r"\b(?:my|our) (?!(?:\w+ )?(?:notes?|records?|memory|files?|chats?|conversations?|knowledge|talks?|logs?|history"
    r"|mistake|apologies|last|side)\b)\w|\bmine\b",
    re.IGNORECASE,
)
"""The speaker's own people and things, none of which an assistant has."""
_TO_USER = re.compile(
    r"\b(?:you|yours?|i (?:\w+ )?(?:know|have|remember|see|find|found)|i've got|there(?:'s| is| are) (?:only |just )?"
    r"(?:one|two|an?|some)|(?:came|come|comes) up|mentioned|notes?)\b|^[\W_]*(?:only"
    r"|just) (?:(?:the|an?|that|one) |(?-i:[A-Z])|\N{BULLET})|^[\W_]*(?:none|nothing|no)\b",
    re.IGNORECASE,
)
"""Words to the user of what was told."""


def names_only_others(text: str, expectation: Expectation) -> bool:
    """Whether a reply names values only as those of others, and says that this is all that came up.

    Args:
        text: The reply.
        expectation: What was asked for, and never told. Naming what only another speaker told is a leak in any case.

    Example:
        >>> from regulars.values import Domain
        >>> plants = Domain("plant", aliases={"cactus": (), "palm": ()}, subjects=("plant",))
        >>> plant = Expectation("value", plants, False)
        >>> names_only_others("Only your cousin's cactus came up.", plant)
        True
        >>> names_only_others("Only your cousin's cactus came up, and your palm.", plant)
        False
    """
    plain = text.replace("’", "'")
    domain = expectation.domain
    found = find_values(plain, domain)
    named = [(one.start, one.end) for one in found]
    if not named and domain.type is ValueType.NUMBER:
        named = [match.span() for match in _FIGURE.finditer(plain)]
    if (
        is_chinese(text)
        or len(text) > LONGEST_TO_SEARCH
        or len(named) > _MOST_NAMED
        or any(one.value in expectation.others for one in found)
    ):
        return False
    if any(cue.search(plain) for cue in (_SHARED, _CONCLUDES, OF_SPEAKER, _HAS_TODAY)) or not _TO_USER.search(plain):
        return False
    is_missing = _NOT_YOURS.search(plain) is not None
    others = others_named(plain, domain.subjects)
    if not (is_missing or others or (_WEIGHED.search(plain[: named[0][0]]) if named else False)):
        return False
    if not named:
        names_none = is_missing or _all_is_of_others(plain, domain.subjects)
        return names_none and bool(others) and not answers_anyway(plain, domain)
    if domain.type is ValueType.NUMBER:
        unit = re.escape(domain.unit or "mmhg")
        measure = re.compile(rf"(?: {unit})?(?: (?:a|per) (?:day|week|month|year))?")
        named = [(start, end + sum(len(one[0]) for one in [measure.match(plain, end)] if one)) for start, end in named]
    about = _about_others(with_mark(plain, named, "\N{BULLET}"), domain.subjects)
    says_all = is_missing or any(_LIMIT.search(words) for words in about) or abstains(plain) or disclaims(plain)
    says_all = says_all or _SAYS_NO.match(plain) is not None or _UNSETTLED.search(plain) is not None
    return bool(about) and says_all and not answers_anyway(plain, domain)


def gives_to_others(words: str, domain: Domain) -> bool:
    """Whether words that name values give each of them to somebody else than the user.

    Example:
        >>> gives_to_others("your cousin loves brie", Domain("cheese", aliases={"brie": ()}))
        True
    """
    named = [(one.start, one.end) for one in find_values(words, domain)]
    return bool(_about_others(with_mark(words, named, "\N{BULLET}"), domain.subjects)) and not _SHARED.search(words)


def _all_is_of_others(plain: str, own: Sequence[str]) -> bool:
    """Whether a reply without values says that all that was told is about other people."""
    told = _ALL_TOLD.search(plain)
    if told is None:
        return False
    marks = others_named(told["rest"], own)
    theirs = [(mark.start(), mark.end()) for mark in marks]
    yours = (word.start() for word in _YOUR_OWN.finditer(told["rest"]))
    return bool(marks) and all(any(low <= at < high for low, high in theirs) for at in yours)


def _about_others(marked: str, own: Sequence[str]) -> list[str]:
    """The parts that give each value to somebody else; empty if one of the values is not given to anybody."""
    parts = [marked[low:high] for low, high in part_spans(marked, _EDGE) if marked[low:high].strip(" .,;:!?\n")]
    about: list[str] = []
    for at, part in enumerate(parts):
        for unit in _UNIT.finditer(part):
            before, behind = part[: unit.start()], part[unit.end() :]
            if _WEIGHED.search(before) and any(_UNSETTLED.search(words) for words in [behind, *parts[at + 1 : at + 3]]):
                about.append(part)
                continue
            rest = " ".join(parts[at + 1 :])
            if _ASKED.search(before) and _NO_MORE.fullmatch(behind) and not _SETTLED.search(_NEGATED.sub(" ", rest)):
                about.append(part)
                continue
            if _YOUR.search(before) or _SHARES.search(behind) or _YOU_HAVE.search(_NOT_YOURS.sub(" ", behind)):
                return []
            if _is_theirs(before, behind, own):
                about.append(part)
                continue
            referring = next((words for words in parts[at + 1 : at + 3] if _refers_to_others(words, own)), "")
            if not referring or _YOU_HAVE.search(before):
                return []
            about.append(f"{part} {referring}")
    return about


def _is_theirs(before: str, behind: str, own: Sequence[str]) -> bool:
    """Whether words around a value in its part link it to somebody else."""
    for mark in others_named(before, own):
        link = before[mark.end() :]
        is_linked = _LINK_BEFORE.fullmatch(link) or (
            before[: mark.start()].lower().endswith(_WHAT) and _LINK_OF_WHAT.fullmatch(link)
        )
        if is_linked and not _SPEAKS.search(link):
            return True
    if _IS_NOT_YOURS.match(behind):
        return True
    if _YOU_HAVE.search(before):
        return False
    following = next(iter(others_named(behind, own)), None)
    if following is None:
        return False
    link = behind[: following.start()]
    return (_LINK_RUMOUR if is_rumour(following[0]) else _LINK_BEHIND).fullmatch(link) is not None


def _refers_to_others(words: str, own: Sequence[str]) -> bool:
    """Whether a part says of what was named before it that it is somebody else's, or not the user's."""
    if _SHARES.search(words) or _YOU_HAVE.search(words):
        return False
    if _NOT_YOURS.search(words) and (_CONTRASTS.match(words) or _REFERS.match(words[:24])):
        return True
    return any(_REFERS.match(words[: mark.start()]) for mark in others_named(words, own)[:1])
