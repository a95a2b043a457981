"""Splits a text into sentences and clauses, and finds where a sentence starts to ask."""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.statuses import AssertionStatus
from regulars.values import Mention

_SENTENCE_END = re.compile(r"[.!?…]+[\"')\]*_]*(?=\s|$)|\n+|[\U0001f300-\U0001faff\u2600-\u26ff]\ufe0f?(?=\s)")
_ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|mr|mrs|ms|dr|st|approx|ca|vs|a\.m|p\.m|sept?|jan|feb|mar|apr|jun|jul|aug|oct|nov|dec)$"
)
_CLAUSE_END = re.compile(
    r"[;()—]|(?=[,\s])(?:(?:(?<!\d)\s[–-]+\s|\s[–-]+\s(?![€$£]?\d))"
    r"|(?<!anything)(?<!all)(?<!everything)(?<!nothing),?\s(?:but|however|although|though|whereas|because)\b"
    r"|(?<!\ba)(?<!\bshort)(?<!\blittle)(?<!\bgood)(?<!\blong),?\swhile\b|,\s(?:so|which|where|and so|yet)\b"
    r"|,?\sand\s(?=(?:you|it|now|then|your|later|that|this|i|he|she|they|we|my|have|are|is)\b)"
    r"|,\s(?=(?:you|your|yours|it|it's|i|that|that's|we|he|she|they|my)\b)"
    r"|,\s(?:since|as(?!\s(?:opposed|well|of|far|long|soon|if)\b)|given that)\b"
    r"|\s(?:since|as)\s(?=(?:you|the|your|we|it)\b))"
)
_ONCE = re.compile(
    r"[\W_]*(?:(?:and|but|well|oh),?\s)?(?:(?:just |right )?before (?:that|then|this)|(?:up )?until then"
    r"|(?:way )?back then"
    r"|at that time|at the time|in those days|in the past|previously|formerly|originally|at first|initially"
    r"|(?:\w+ ){1,2}(?:years|months|weeks) (?:ago|earlier|before)"
    r"|(?:the )?last (?:thing )?(?:i|we) (?:heard|knew|checked|looked|spoke)(?: from you)?"
    r"|(?:if|where|should|in case|when|in|under|for)\b[^,.;!?]{0,80}\b(?:former|previous|past|prior|earlier)\s"
    r"(?!(?:notes?|records?|messages?|chats?|talks?|conversations?|sessions?|memor\w+|data|lists?|entr\w+)\b)"
    r"[^,.;!?]{1,40}(?=, (?:(?:you|i|we|they)(?:'d|'ll| can| could| may| might| should| would)"
    r"|put|list|add|mention|name|enter|write)\b))"
)
"""Words that begin a sentence about an earlier time; what follows their comma belongs to them."""
_REPORTS = re.compile(
    r"(?:you|i|we)(?:'ve| have|'d| had)? (?:\w+ly )?(?:told|said|mention|gave|wrote|noted|thought|had (?:it )?down)"
)
GLUE = re.compile(
    r"[\s,&/*_\"'-]*(?:(?:and|or|nor|n|also|in|at|on|the|a|an|to|of|for|both|then|as well as|plus)\b[\s,&/*_\"'-]*)*"
)
"""The words between two values of a list."""
_COMMA = re.compile(",")
_ASKS = re.compile(
    r"[\s,;:(—–>*_-]*(?:(?:and|but|or|so|then|also|now)\s+)*"
    r"(?:(?:do|does|did|is|are|was|were|have|has|had|would|could|should)(?:n't)?|shall|can|may|might|will|am"
    r"|what(?! (?:i|you|we)(?:'ve| have)? (?:have|told|said|know|noted|gave))|which|who|whom|whose|where"
    r"|when|how|why|want me to|need me to|care for|mind if|any (?:idea|chance))\b"
)
_TAG = re.compile(
    r"[\s,;—–-]*(?:(?:do|does|did|is|are|was|were|have|has|had|wo|ca|would|could|should|ought|must|might)n'?t"
    r" (?:you|it|that|this|they|i|we|he|she|there)(?: (?:say|think|agree))?"
    r"|(?:is|was) (?:it|that) not|right|correct|yes|no|true|remember|you know|innit|agreed|deal|got it|eh"
    r"|huh|hm+|okay|ok|i (?:think|believe)|am i right|not true|or not|or am i wrong"
    r"|(?:if|unless) i(?:'m| am)(?: not)? (?:mistaken|wrong)|if i(?:'ve| have)? (?:got|remember|recall)[^.!?,;]{0,20}"
    r"|if memory serves(?: me)?(?: right| well)?"
    r"|(?:is there |was there )?any(?:thing|one|body)? (?:else|more|missing|others?)(?: \w+){0,2}|what else|all good"
    r"|did i (?:miss|forget)(?: \w+){1,2}|sounds? (?:good|right|ok|okay|fine)"
    r"|or (?:has|have|did) (?:that|it|this|things|anything|something|you)(?: \w+){1,4}"
    r"|n'est-ce pas|nicht wahr|oder|gell|¿?verdad|¿?no|vero|hein|toch)[\s\"')*_]*\?+[!?\W]*"
)
"""A question tag, which leaves the statement before it a statement."""
_BARE_TAG = re.compile(r"\s(?=(?:no|right|yes|innit|i think|i believe)\s*\?)")
_ASKS_BACK = re.compile(
    r"[\s,;—–-]*(?:is|was|are|were|do|does|did|have|has|had|would) (?:it|that|this|you|he|she|they|there)\s*\?+\W*"
)
"""A tag of the same polarity, which asks whether the words before it are so: `Bergen, is it?`"""
_DECLARES = re.compile(
    r"[\s\W]*(?:(?:well|so|hm+|um|oh|and|but),?\s+)*"
    r"(?:i(?:'d| would)? (?:think|believe|say|seem to (?:recall|remember))|i'm (?:fairly|pretty|quite) sure|surely)\b"
)
_RHETORICAL = re.compile(
    r"\b(?:how|what|who|where|when) (?:else )?(?:could|would|can|should|might) "
    r"(?:\w+ ){1,3}?(?:anything|anyone|anywhere|else|other|forget|but)\b"
    r"|\b(?:what|who|where) else (?:but|than|if not)\b"
)
_CONFIRMED = re.compile(
    r"[\s\W]*(?:(?:yes|well),?\s+)?"
    r"(?:(?:me|i|us|we|you|yours truly)(?=[*_]*[!.])"
    r"|(?:it|that|they|he|she|you|i|we) (?:would|did|is|does|do|are|am|have|has)(?: indeed| so)?"
    r"(?=[*_]*(?:[!.;]|,(?! (?:but|until|though|before|once|or|is|are|do|does|did|\w+n't)\b)))"
    r"|(?:(?:i'm|i am) (?:\w+ )?(?:sure|certain|positive|confident),? (?:that )?)?"
    r"that(?:'s| is| was) (?:at least )?(?:what|how|where|who|when|the (?:\w+ ){1,3}?)"
    r"(?: ?(?:that|which))? ?(?:i|you|we|my notes|your|it)\b|at least,? (?:that|so|this|according|it)"
    r"|(?:that|it)(?:'s| was| is) my (?:idea|advice|pick|tip|suggestion|choice|recommendation)"
    r"|(?:yes|indeed|exactly|of course|correct)\b"
    r"|you (?:did |once )?(?:'ve )?(?:told|tell|said|say|mention|mentioned|wrote|brought)(?: me| us)? (?:so"
    r"|that|it|as much)\b"
    r"|(?:so|as) (?:you (?:told|said|put)|i (?:have|noted|recall))"
    r"|i(?:'ve| have) (?:it|that|this) (?:noted|down|on record|written)"
    r"|i (?:do )?(?:think|believe) so\b|i(?:'d| would) say (?:so|that's (?:it|right|the one)"
    r"|(?:it|that|they|he|she) (?:is|was|does|did|would|will|do|are))(?=[\s*_]*(?:[.,;:!–—-]|$))"
    r"|i'm (?:quite|pretty|fairly|very|rather|almost|absolutely|completely)? ?(?:sure|certain|positive|confident),?"
    r" (?:so|of (?:it|that)|(?:that )?(?:it|that|they) (?:is|was|does|did|do|are|were))(?=[\s*_]*(?:[.,;:!–—-]|$)))"
)
"""A sentence that asserts what the question before it asked."""
_REFUTED = re.compile(r"[\s\W]*(?:no|nope|not|never|hardly|wrong|you(?:'d| would|'ve| have)? never)\b")
_OTHER_MATTER = re.compile(
    r"[\s\W]*(?:(?:and|but|so|well|hm+),?\s+)*"
    r"(?:how(?! (?:could|can))|why|when|where|what (?:do|does|did|about|if|would|are)"
    r"|(?:do|would) you (?:want|like|need|fancy|prefer)|shall|can i|may i (?!ask|assume)"
    r"|have you (?:thought|considered|tried)|fancy|want|any)\b"
)
_FROM = re.compile(
    r"\bfrom\s+(?!(?:you|me|us|him|her|them|our|my|there|here)\s)(?:\w+ing\s+(?:\w+\s+){0,3})?(?:[\w.]+\s+){0,2}$"
)
ONWARD = re.compile(r"[^.;]*?\b(?:to|into|for|with|by)\s+(?:[\w.]+\s+){0,2}$")
_CHANGE = re.compile(
    r"\b(?:mov|chang|switch|relocat|shift|postpon|reschedul|push|brought|upgrad|updat|rose|rais|fell|drop|increas"
    r"|went|gone|go(?!t|od)|up|down|replac|swap|trad|left|leav|poach|transfer"
    r"|(?:came|come|coming)(?= (?:over |across )?to\b)|lur|headhunt|recruit|hired|bump|climb"
    r"|grew|grow|cut|slash|reduc|lower|rebook|convert|graduat|advanc|promot|emigrat|migrat|return|retrain|jump|leap"
    r"|slid|slip|sank|sink|doubl|tripl|halv|crept|creep|shot|soar|plung|extend|shorten|delay|put|renam|evolv|progress"
    r"|turn|took|take|taking|rising|risen|fall|step|sped|slow|edg|nudg|adjust|correct|amend|revis)\w*\b"
)
_ALTERED = re.compile(
    r"\b(?:chang|convert|updat|rais|cut|reduc|lower|increas|bump|relax|loosen|tighten|amend|revis|correct|alter|edit"
    r"|adjust|modif|turn|renam|upgrad|downgrad|extend|shorten)\w*\s+(?:\w+\s+){0,3}$"
)
TURNED_INTO = re.compile(r"(?:\s+\w+){0,2}\s+(?:to|into|with|for)\s+(?:(?:a|an|the|your)\s+)?[*_]*")
"""Between two values: the second replaces the first, if something is altered."""
LONGEST_SENTENCE = 1_000
"""The number of characters after which a sentence ends: the time of a reading grows faster than its sentences."""
_QUESTION_MARK_WITHIN = 6
"""The number of characters between a question mark and the sentence's end, such as closing quotes."""


def sentences(text: str, mentions: Sequence[Mention]) -> list[tuple[int, int, int, int]]:
    """Start and end of each sentence that names a value, and the index range of its mentions.

    A sentence that nobody would write ends at `LONGEST_SENTENCE` characters, before a value.
    """
    return [part for one in _sentences(text, mentions) for part in _shortened(*one, mentions)]


def _shortened(
    start: int, end: int, first: int, last: int, mentions: Sequence[Mention]
) -> list[tuple[int, int, int, int]]:
    parts = []
    if end - start > LONGEST_SENTENCE:
        for index in range(first + 1, last):
            if mentions[index].start - start > LONGEST_SENTENCE:
                parts.append((start, mentions[index].start, first, index))
                start, first = mentions[index].start, index
    return [*parts, (start, end, first, last)]


def _sentences(text: str, mentions: Sequence[Mention]) -> list[tuple[int, int, int, int]]:
    made = []
    start, first, count = 0, 0, len(mentions)
    for match in _SENTENCE_END.finditer(text):
        end = match.end()
        if first < count and mentions[first].start >= end:
            start = end
            continue
        if match[0][0] == "." and _ABBREVIATED.search(text, max(match.start() - 8, 0), match.start()):
            continue
        last = first
        while last < count and mentions[last].start < end:
            last += 1
        if last > first and mentions[last - 1].end > end:
            continue
        made.append((start, end, first, last))
        start, first = end, last
        if first == count:
            return made
    made.append((start, len(text), first, count))
    return made


def clause_cuts(text: str, start: int, end: int, inside: Sequence[Mention]) -> list[int]:
    """Where the clauses of a sentence end, except the last; never inside a value."""
    return [
        match.end()
        for match in _CLAUSE_END.finditer(text, start, end)
        if not any(m.start <= match.start() < m.end for m in inside)
        and not (
            match[0][0] == "," and _ONCE.fullmatch(text, start, match.start()) and not _REPORTS.match(text, match.end())
        )
    ]


def asked_from(text: str, start: int, end: int, cuts: Sequence[int]) -> tuple[int, bool]:
    """Where a sentence starts to ask, and whether its form shows it, rather than its question mark alone.

    If it ends like a question, it asks from its first clause that begins like one; a tag (`isn't it?`, `right?`) asks
    nothing but itself. What the next sentence confirms ("that's what I have") is asserted. Otherwise, and for a
    statement, the result is its end.
    """
    if "?" not in text[max(end - _QUESTION_MARK_WITHIN, start) : end]:
        return end, False
    if _DECLARES.match(text, start, end) or _RHETORICAL.search(text, start, end) or is_confirmed(text, start, end):
        return end, False
    commas = [match.start() for match in _COMMA.finditer(text, start, end)]
    begins = sorted({start, *cuts, *(comma + 1 for comma in commas)})
    opening = next((begin for begin in begins if _ASKS.match(text, begin, end)), -1)
    bare = [match.start() for match in _BARE_TAG.finditer(text, start, end)]
    tag = next((begin for begin in (*commas, *cuts, *bare) if _TAG.fullmatch(text, begin, end)), -1)
    if tag >= 0 and (opening < 0 or opening >= tag):
        return tag, True
    if opening < 0:
        return start, False
    return (start if _ASKS_BACK.fullmatch(text, opening, end) else opening), True


def is_confirmed(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` is a question and the next sentence asserts what it asks."""
    return "?" in text[max(end - _QUESTION_MARK_WITHIN, start) : end] and _CONFIRMED.match(text, end) is not None


def asked_status(text: str, start: int, end: int) -> AssertionStatus:
    """The status of a value in the question `text[start:end]`; the next sentence may refute it."""
    if _REFUTED.match(text, end):
        return AssertionStatus.DENIED
    return AssertionStatus.ASIDE if _OTHER_MATTER.match(text, start, end) else AssertionStatus.QUESTIONED


def is_left_behind(gap: str, following: str, clause: str, *, is_current: bool) -> bool:
    """Whether a value is where a change begins: `from Oslo to Bergen`, `changed Oslo into Bergen`.

    Args:
        gap: The words before the value.
        following: The words between it and the next value of its clause.
        clause: The clause up to the value.
        is_current: Whether the words before it let it hold.
    """
    if _FROM.search(gap) and (ONWARD.fullmatch(following) or _CHANGE.search(clause)):
        return True
    return is_current and TURNED_INTO.fullmatch(following) is not None and _ALTERED.search(gap) is not None


_LABEL_WORDS = 3
"""The most words before a colon that are a label of what follows, not a clause of their own."""
_PREDICATE = re.compile(
    r"\b(?:it|that|this|you|yours|i|we|he|she|they|there|(?:the|your|my|our|his|her|their) [\w' -]{1,40}?)"
    r"(?:'s|'re|'ve|'m| (?:\w+ly |also |now |still )?(?:is|are|was|were|am|has|have|had|live|work|drive|play|eat|drink"
    r"|get|pay|go|run|keep|call|name|use|told|said|gave|mentioned|chose|picked|want))\b"
)
"""A subject and its verb."""
_SUPPOSES = re.compile(
    r"\b(?:guess\w*|if|imagine|suppos\w+|assum\w+|pretend\w*|example|instance|maybe|perhaps|might|could|whether|say"
    r"|said|wrote|thought|believ\w+|doubt\w*|den(?:y|ies|ied)|claim\w*|rumou?r\w*|refus\w+|wrong|false|mistake\w*"
    r"|not true|(?:not|\w+n't)(?: \w+)? the case|no longer|answer \w+ not|question|before|earlier|formerly"
    r"|previously|used to|past|until|ago|old|history)\b"
)
"""Words before a colon that say how the words behind it are meant."""
_APOLOGY = re.compile(r"\b(?:sorry|apolog\w+|forgive|excuse|pardon)(?: me)? (?:for|that|about|if|i)\b[^.!?;]*$")
"""An apology for something else than the value."""
_UNCHANGED = re.compile(
    r"\b(?:nothing|no(?:body| one)?|none|not|never|\w+n't)\b[^:]*\b(?:chang|otherwise|contradict|newer|differ|updat"
    r"|alter|replac|revis|superse|overrid|more recent|took back|taken back)\w*[^:]*$"
)
"""A head that says that what follows still holds: `nothing I've heard since changes it: 640 euros`."""
_OF_HEAD = re.compile(
    r"\b(?:that|which|who|whom|whose)\b[^,:;]{0,80}?\b(?:not|never|no|without|\w+n't)\b[^,:;]{0,80}"
    r"[:,—–-]\s*(?:the |an? )?[\s*_\"']*$"
)
"""A relative clause with a denial, set off from the value that it describes: `the one that doesn't sting: Oslo`."""


def governing(gap: str) -> str:
    """The end of the words before a value that can say how it is meant: without an earlier clause.

    `I hope you'll forgive me for not having it ready: the sofa is covered in tweed` says nothing against tweed.
    """
    head, colon, tail = gap.rpartition(":")
    if colon and len(head.split()) > _LABEL_WORDS and _PREDICATE.search(tail) and not _SUPPOSES.search(head):
        return tail
    if colon and not tail.strip(" *_\"'") and (_APOLOGY.search(head) or _UNCHANGED.search(head)):
        return tail
    relative = _OF_HEAD.search(gap)
    return gap[: relative.start()] if relative is not None else gap


_ELLIPTIC = re.compile(
    r"(?:[\w.]+ )?\s*,?\s*(?:and|or|plus)?(?: (?:before that|earlier|even earlier|for|in|on|at|from|during|around|only"
    r"|just|briefly|again|once|even|later|the|a|an|that|this|last|short|long|while|few|first|same|summer|autumn|winter"
    r"|spring|year|month|week|day|time|weeks|months|years|days|january|february|march|april|may|june|july|august"
    r"|september|october|november|december)){0,8}[\s*_\"']*"
)


def goes_on_in_the_past(gap: str) -> bool:
    """Whether words between two values have no verb and no subject, so that the second is meant like the first.

    `Earlier it was Oslo, and for a short while Bergen.`
    """
    return _ELLIPTIC.fullmatch(gap) is not None


_CEASING = re.compile(r"given_up|quit|sober|pawned|lent|lost|sold|cancel|last_drink")
"""Words in the names of attributes about what has ended: there, a cue of ending is only the attribute's own."""
_NO_MORE = re.compile(r"\b(?:you|i) (?:don't|do not|no longer|can't|cannot|won't|never|aren't|are not|haven't)$")
_LAPSED = re.compile(
    r"used to|no longer|no more|previous|former|original|initial|at first|in the past|earlier|back then|at that time"
    r"|at the time|until|before"
)
_JUDGED = re.compile(
    r"[\s*_\"']+(?:to be |as )?(?:an? |the |your )?(?:absolutely |completely |\w+ly )?"
    r"(?:\w+(?:able|ible|ential|ary|ous)|sacred|vital|must|favou?rite|best|off[- ]limits)\b"
)
"""Behind `you consider X`: it is judged, not planned."""
_TOLD_AGO = re.compile(r"(?<=ago|ack|ier)(?:,? that\b|[,:] )")
"""Behind `you told me a while ago`: what was told begins."""
_TO_COME = re.compile(
    r"(?:(?<=ll)|(?<=due to)|(?<=set to)|(?<=going to)|(?<=expected to))\s+(?:get|receive|draw|collect"
    r"|be (?:getting|receiving|drawing|paid))\s+[*_€$£]*$"
)
"""Between `you will` and an amount: what is due, not what is planned."""


def is_about_what_ended(name: str) -> bool:
    """Whether an attribute of this name is about what has ended, such as a treat that was given up."""
    return _CEASING.search(name) is not None


def is_no_sign(match: re.Match[str], gap: str, behind: str, *, reported: bool, ceasing: bool, averse: bool) -> bool:
    """Whether a cue before a value says nothing about it.

    Args:
        match: The cue; its last group is its kind.
        gap: The words before the value, in which it was found.
        behind: The first words behind the value.
        reported: Whether words that report something stand before the cue.
        ceasing: Whether the attribute is about what has ended.
        averse: Whether it is about what must not be.
    """
    kind = match.lastgroup
    if kind == "planned":
        if match[0] == "ask for" and not gap[: match.start()].strip(" *_\"'"):
            return True
        return match[0].startswith("consider") and _JUDGED.match(behind) is not None
    if kind == "aversion":
        return averse
    if kind == "denied":
        return ceasing and _NO_MORE.search(gap, 0, match.end()) is not None
    if kind == "past":
        if (ceasing and not _LAPSED.match(match[0])) or (averse and match[0] == "away from"):
            return True
        return reported and _TOLD_AGO.match(gap, match.end()) is not None
    return False


_HABIT = re.compile(
    r"\b(?:you|it|that|this|there)(?:'s|'re)? (?:\w+ly |always |often |still |now |only |just )?(?:gets?|have|has|do"
    r"|does|takes?|drink|eat|run|walk|allow|allows|need|needs|spend|swim|read|sleep|leaves?|gives?|is|are)\b[^.!?;,]{0,40}$"
)
_OF_PAST = re.compile(
    r"[\s,*_]{0,4}before\b[^.!?;,]{0,60}?\b(?:was|were|had|did|went|got|came|took|left|\w{2,}ed|that|then)\b"
)


def is_daily(text: str, start: int, end: int) -> bool:
    """Whether `before` behind a value belongs to what happens daily: `you get an hour before the screen locks`."""
    return _HABIT.search(text, max(start - 80, 0), start) is not None and _OF_PAST.match(text, end) is None


def is_due(gap: str, end: int) -> bool:
    """Whether an amount behind `you will` is due, not planned; the cue ends at `end` in the words before the amount."""
    return _TO_COME.match(gap, end) is not None


_PREFERRED = re.compile(
    r"\b(?:chose|choos|pick|prefer|opt|select|decid)\w*\b.*\b(?:over|above|against)|\bprefer\w*\b.*\bto"
)
_PREFERENCE = re.compile(r"[\s*_\"']*(?:over|above|against|to)\s+(?:the\s+|a\s+)?[*_\"']*")
_NEW_CLAUSE = re.compile(
    r":[\s*_\"']*(?:\w+[\s'-]+){0,6}?(?:it|you|your|yours|what|according|going by|i|he|she|they)\b"
)
_NEXT_CLAUSE = re.compile(
    r",\s(?:and|but|so)\b|\w+ \w+ ?:"
    r"|,[^,]*(?:\b(?:is|are|stands|sits)|'s|'re)\s+(?:(?:now|still|at|with|in|on|the|a|an|about|called|named)\s+){0,3}[*_\"']*$"
)
"""Where a clause of its own begins, or one that ends in a verb of the present right before a value."""
_NEXT_SUBJECT = re.compile(
    r"\b(?:has|have|is|are|was|were|does|do|did|can|\w+n't|not)\s[^,;:]{2,60}[,;:]\s(?:the |an? )?[*_\"']*$"
)
_GIVEN_UP = re.compile(
    r"\s(?:you |i |we )?(?:gave|stopp|quit|dropp|chang|switch|mov|cut|rais|lower|scrapp|ditch|left|went|sold)\w*"
)


def begins_clause(text: str, low: int, start: int) -> bool:
    """Whether the clause from `low` on is complete before a value at `start`, which begins the next one."""
    return _NEXT_SUBJECT.search(text, low, start) is not None


def is_given_up(text: str, at: int) -> bool:
    """Whether the words from `at` on say that a value was given up: `two hours, then dropped`."""
    return _GIVEN_UP.match(text, at) is not None


_CONDITIONS = frozenset({"if", "unless", "in case", "whether", "as long as", "provided", "assuming"})


def is_less_preferred(gap: str, clause: str) -> bool:
    """Whether the words before a value say that another one was preferred: `you chose Bergen over Oslo`.

    Args:
        gap: The words between the two values.
        clause: The clause up to the second one.
    """
    return _PREFERENCE.fullmatch(gap) is not None and _PREFERRED.search(clause) is not None


def ends_before_value(gap: str, ended: int, cue: str, status: AssertionStatus) -> bool:
    """Whether a new clause begins between a cue and its value, so that the cue says nothing about the value.

    Args:
        gap: The words before the value.
        ended: Where the cue ends in them.
        cue: The cue.
        status: The status that it gives.
    """
    if (status is AssertionStatus.DENIED or cue in _CONDITIONS) and (
        "," in gap[ended:] or _NEW_CLAUSE.search(gap, ended) is not None
    ):
        return True
    return status is AssertionStatus.PAST and _NEXT_CLAUSE.search(gap, ended) is not None
