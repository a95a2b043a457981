"""Reads which of the things that a question offers a reply takes, where it says so in plain words.

`B would be safer`, `A has egg whites. B doesn't, so it's the better fit`, `I'd steer clear of A`: what is said for a
thing counts, and what else is told of the others does not. Where the question is what to give up, the words are others
(`Keep A and drop B`). The reading is narrow: where a reply weighs, doubts or asks, it finds nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from regulars.rewards.choices.marked_options import (
    MARK,
    are_apposed,
    end_of_mention,
    find_mentions,
    option_of,
    with_marks,
)
from regulars.rewards.choices.options import OptionReference, folded

SEVERAL = -1
"""In place of a thing: the reply takes several of them together."""
LONGEST = 500
"""The most characters of a reply that is read; longer ones weigh and tell too much beside."""
_MOST = 4
_PAIR = frozenset({0, 1})
_CLAUSE_END = re.compile(
    r"(?P<asked>\?+)|[.!…]+(?=\s|$)|[;:|\n()]|\s[–—-]+\s|,\s|—|(?<!anything)(?<!everything)\s(?=\b(?:but|while"
    r"|whereas|because|since|although|though|so|as|and|then)\b)"
)
_UNDECIDED = re.compile(
    r"\b(?:either|depend\w*|toss-up|toss a coin|torn|whichever|up to you|your (?:call|choice|pick)|you (?:choose"
    r"|decide)|(?:can't|cannot|couldn't|won't|hard to|difficult to|not sure|don't know) (?:say|decide|choose|tell"
    r"|pick|which)|both (?:have|are|would|could|work|sound|look|can|will|do)|maybe|perhaps|possibly"
    r"|might(?! as well)|may(?! as well)|unless|whether|alternatively|at first|initially|no longer|on the other hand"
    r"|then again|scratch that|correction|on second thoughts?|on reflection|if (?!i were you|i was you|it were (?:me"
    r"|up to me)|it was (?:me|up to me)|you ask me|i'm honest"
    r"|i had to|you want my)(?!\w+ \w+ \w+ to (?:choose|pick))|could (?!do without|cut|drop|go|be cut|live without))\b"
)
"""Words that leave a choice open, or make it depend on a case."""
_REPAIRS = re.compile(
    r"(?:^|[.!?,…–—-]\s?)(?:no,? )?(?:wait|oops|hang on|hold on|sorry|actually)\b(?=[\s]?[,.!?…:–—-]| no\b)"
)
"""Words that take back what stands before."""
_MAY_HARM = re.compile(
    rf"(?P<thing>{MARK}) (?:could|might|may|can)(?: (?:also|well|easily|still|always|even))* (?!work|suit|fit|do\b|help"
    r"|be (?:better|an?\b|the\b|more|good|great|fine|nice|lovely|fun|ideal|perfect|right|safer|enough))(?=\w)"
)
"""A thing and what it may bring, beside which another one may be taken: `flexible hours could mean evening work`."""
_PERHAPS_SO = re.compile(
    rf"(?P<thing>{MARK})[^.!?\n{MARK[1:-1]}]{{0,30}}?, (?:perhaps|maybe|possibly) (?:just |right |even )?(?:before"
    r"|after|at|in|on|with|during"
    r"|around|near|for|by|while|as soon as)\b"
)
"""A thing and a thought of how or when it may be: `I'd choose the doves, perhaps just before sunset`."""
_BESIDE = re.compile(
    rf"(?:^|(?<=[.!?]) )[^.!?{MARK[1:-1]}]*\byou(?:'ve| have)? (?:said|told|mentioned|wrote)\b[^.!?{MARK[1:-1]}]*[.!]"
    r"|(?<=[.!]) you (?:could|can|might)\b(?![^.!?]*\b(?:either|both|whichever|choose|keep|still"
    rf"|instead)\b)[^.!?{MARK[1:-1]}]*(?:[.!]|$)"
)
"""Sentences without a thing: what the user told (`you said that ... if ...`), a tip (`you could book early`)."""
_DEPENDS_BUT = re.compile(rf"\b(?:it|that)(?: all| really)? depends\b(?:(?!{MARK})[^.!?]){{0,60}}?,? but\b")
"""A reservation before advice that is given all the same: `it depends on the weather, but ropes would be better`."""
_RANKED = re.compile(
    r"(?:^|[.!?:] |\b(?:start with|begin with|try|do|go (?:for|with)|take|pick|choose|suggest|recommend|say|first"
    r"|be) )"
    rf"(?:(?:the|an?|your|with|first) )*(?P<one>{MARK})(?: first)?(?:,| –)? ?(?:and |only )*(?:then|after that"
    r"|afterwards"
    rf"|next|followed by)(?: (?:the|an?|your|try|do|go|for|to|maybe|perhaps|possibly|only))* (?P<two>{MARK})"
)
"""Two things of which the first comes first: `ropes first, then trams`."""
_OTHERWISE = re.compile(
    r"\b(?:normally|usually|ordinarily|typically|generally|in general|as a rule|in most cases|under (?:normal|other"
    r"|different|usual) circumstances|(?:for )?most (?:people|others)|for (?:other people|others|anyone else)|at first"
    r" (?:glance|sight)|(?:sounds?|looks?|seems?)(?: like)? the obvious)\b"
)
"""Words of a clause about what would be taken if it were not for the user."""
_WOULD = re.compile(r"\b(?:would|people|others|circumstances|obvious)\b|'d\b")
_TAKES_BOTH = re.compile(
    r"\b(?:mix|combine|blend|use|have|try|take|book|work in|get|go (?:for|with)|include|do|cut"
    r"|drop) (?:them )?both\b|\bboth of (?:them|these)\b(?=\s?[.!])|\ba (?:bit|little) of (?:both|each)\b"
    rf"|\bwhy not (?:have |do |take |try )?both\b"
    r"|(?:^|[.!?,:–—] ?)(?:(?:honestly|definitely|easy|well|oh),? |i'd (?:say|choose|pick|take|go for) |let's say |you"
    r" could have )*"
    r"both(?: of them)?[.!](?![^\n]*\b(?:but|if i|if you|had to|must|only (?:one|time))\b)"
    rf"|\b(?:start|begin|open|kick off) (?:off )?with (?:the |an? |your |some )*{MARK}[^.!?]{{0,40}}?(?:,|\band\b"
    rf"|\bthen\b)[^.!?]{{0,12}}"
    r"\b(?:end|finish|close|follow|round off|carry on|continue)(?: (?:up|off|it|that|the \w+))* (?:with|on) (?:the "
    rf"|an? |your |some )*{MARK}"
    rf"|\bone of each\b|\b(?:both|mix|combine|blend) (?:the |an? |your )?{MARK} (?:and|with) (?:the |an? |your )?{MARK}"
)
_ARTICLE = r"(?:(?:the|an?|your|some|any|those|these|more|all|of|on|buying|going to|having|getting|about) )*"
_SURELY = (
    r"(?:(?:definitely|probably|clearly|certainly|surely|easily|therefore|simply|just|still|also|then|rather|really"
    r"|actually|always|only|likely|thus|hence|gladly|happily|instead|perhaps) )*"
)
_TAKE = r"(?:go (?:for|with)|pick|choose|take|book|recommend|suggest|opt for|stick (?:with|to)|start with|order)"
_TAKES = re.compile(
    rf"\b(?:{_TAKE}|(?:go|going) by|(?:going|gone) (?:for|with)|vote for|begin with|lean (?:towards?|to)|look for"
    r"|settle (?:on|for)"
    r"|(?:i'd|i would|let's|you should|i'd say) try|serve|hire|rent|visit|host|plump for|prefer|favou?r|propose"
    r"|work in|better off with|be (?:happier|safer|happy|fine) with|safer with"
    r"|hello to|arrive at|end up (?:with|at)"
    r"|land on|(?<!it )(?<!out )leaves(?: (?:you|us|me|only|just|with))*|left with|my (?:pick|choice|vote|suggestion"
    r"|recommendation|answer)(?: is| would be|:)?|(?:choice|option|bet|fit|one|idea|pick)(?: for you)? (?:is|are"
    rf"|would be)) {_ARTICLE}$"
)
"""Words before a thing that take it."""
_NOT_TAKEN = re.compile(
    r"(?:\bnot|n't|\bnever|\b(?:wrong|silly|risky|unwise|tempt\w+|bad|want|wanted|like|used) to|\bif you"
    r"|\brather than|\binstead of|\bwhy would you)(?: \w+){0,2} $"
)
"""Before words that take a thing, which turn them round or only tell of them."""
_IS = (
    r"(?:is|are|'s|'re|would be|'d be|will be|'ll be|should be|seems?|sounds?|looks?|feels?|has to be|have to be"
    r"|must be|would make|makes?|remains?|would (?:feel|seem))(?: like)?"
)
_VERY = (
    r"(?:(?:the|an?|my|your|much|far|definitely|probably|clearly|certainly|surely|easily|just|simply|still|also"
    r"|a lot|rather|a bit|a little|by far|therefore|then|really|likely|obviously|even|both|obvious|clear) )*"
)
_NOUN = (
    r"(?:fit|choice|option|bet|pick|match|idea|one|way|call|plan|suggestion|thing|route|alternative|answer|winner"
    r"|solution|venue|snack|choices|options|ones|ideas|picks|bets)"
)
_BETTER = (
    r"(?:better|safer|kinder|gentler|nicer|easier|healthier|wiser|smarter|calmer|simpler|cleaner|friendlier|best"
    r"|safest|kindest|gentlest|nicest|easiest|wisest|smartest|simplest|(?:more|most) (?:suitable|sensible|fitting"
    r"|comfortable|fun|practical|useful|reliable|relaxing|convenient|enjoyable|memorable|promising"
    r"|worthwhile))\b(?! (?:off|to avoid|to skip|to leave|without|if|at|in|for (?:someone|somebody|people|others|when"
    r"|if))\b)"
)
_GOOD = (
    rf"{_VERY}(?:{_BETTER}|way to go\b|(?:right|good|great|perfect|ideal|safe|sensible|natural|obvious|clear"
    rf"|excellent|wise|solid) {_NOUN}\b|(?:winners?|pick|choice|vote|answer|recommendation|suggestion|favou?rite)\b"
    r"|perfect\b|ideal\b|what i(?:'d| would) \w+|(?:one|ones) (?:for you|i'd|to (?:go for|take|pick|choose))\b"
    r"|(?:place|thing|way) to (?:start|be|begin|go)\b|where (?:i'd \w+|(?:the|your) \w+ (?:is|are)\b|you(?:'ll"
    r"| will)? (?:find"
    r"|meet|reach)\b))"
)
_IS_GOOD = re.compile(
    rf"(?:,? {_SURELY}{_IS} {_GOOD}|(?:'s|'re|'d be|'ll be) {_GOOD}|,? {_SURELY}(?:it (?:is|shall be)|it'll be"
    rf"|wins?\b|gets? my vote|gets? the nod|for the win|for me\b|(?:(?:would|will|'d) )?{_SURELY}(?:suits?|fits?"
    r"|works?|go(?:es)? down)(?: for)?(?: (?:you|your \w+|them))? (?:better|best|more|well|much better|far better"
    r"|perfectly|fine)\b"
    r"|spares? you\b|(?:would |will )?makes? (?:much |far |a lot |way )?(?:the )?(?:more|most|better|best"
    r"|perfect) sense\b))"
)
"""Behind a thing: words for it."""
_AVOIDS = re.compile(
    r"(?:\b(?:avoid|skip|steer clear of|stay (?:clear|away) (?:of|from)|keep (?:clear|away) (?:of|from)|leave out"
    r"|drop|forget|rule out|ruling out|pass on|leave aside|advise against|not|rather than|instead of|over|than"
    r"|anything but|cross(?:es)? out|leave|no to)|(?:n't|\bnot|\bnever)"
    rf" (?:\w+ly )?(?:{_TAKE}|use|try|risk|do|have|get)) {_ARTICLE}$|\bgive {_ARTICLE}(?=$)"
)
"""Words before a thing that reject it."""
_BAD = (
    r"(?:an? |the |really |exactly |so |such a |very )*(?:good|great|ideal|safe|suitable|right|options?|for you"
    r"|recommended|advisable|wise|best|suit|work|fit|match|do(?=\W*$)|be (?:good|great|ideal|safe|suitable|right"
    r"|wise|the|an?)|the one)\b"
)
_IS_BAD = re.compile(
    rf"(?:,? {_SURELY})?(?:(?:is|are|'s|'re|would be|'d be) {_SURELY}(?:out\b|off the table|ruled out|a no-go|no good"
    r"|no-gos?\b|a bad (?:idea|choice|fit|option)|bad (?:ideas?|choices?)|the wrong|wrong for|the last (?:thing"
    rf"|place|one) (?:you|i|your))|(?:is|are|would|wo|will|does|do)(?:n't| not) {_BAD})"
)
"""Behind a thing: words against it."""
_NO = re.compile(r"(?:^|\b(?:so|then|therefore|hence) )no $")
_ENDS = re.compile(r"(?: for (?:you|me|us|them|your \w+))?\W*")
"""Around a thing that is ruled out in a word: `so no trains for you`."""
_NOT_AVOIDED = re.compile(r"(?:\bnot|n't|\bnever|\bno need to|\bdon't have to)(?: \w+){0,2} $")
"""Before words that reject a thing, which turn them round: `don't skip the ropes`."""
_NOTHING_BETTER = re.compile(
    r"(?:\bnothing|\bno(?:thing)?|n't|\bany(?:thing)?)\b[^.!?;]*\b(?:better|safer|nicer|gentler) than"
)
"""Before a thing that is the best: `I can't think of anything better than ropes`."""
_A_MISS = re.compile(r" a (?:miss|wide berth)\b")
_OPENER = re.compile(
    r"[\W_]*(?:(?:if it (?:were|was) (?:up to )?me|if i (?:were|was) you|so|then|hence|therefore|definitely|clearly"
    r"|well"
    r"|oh|ooh|ok|okay|honestly|easy|i'd|i would|say|it's"
    r"|that's|that|would|be|it|has|have|to|got|answer|pick|verdict|my|hm+|ah|the|an?|your|and|for|you|me|in|of"
    r"|course|case|probably|probs|both|cut|give|up|recommendation|choice)\b[\W_]*)*"
)
"""Before a thing that stands by itself: `So the ferries.`"""
_CLOSER = re.compile(
    r"(?:,? (?:it is|then|definitely|please|of course|hands down|no question|for sure|any day|every time))?\W*"
)
"""Behind it."""
_CONCLUDES = re.compile(r"(?:so|then|hence|therefore)\b")
_JOINS = re.compile(r"(?:and|or|nor)\b")
_ASIDE = re.compile(r"(?:while|whereas|unlike|although|though)\b")
"""The beginning of a clause whose thing is not what the next one is about."""
_LISTS_ON = re.compile(rf"(?:and|or|nor|&|plus) {_ARTICLE}{MARK}")
_REFERS = re.compile(
    r"(?:and |so |then |therefore |hence |which means )*(?:they|those|these|it|that|this)(?: one| ones)?(?=[' ])"
)
"""The beginning of a clause about the thing of the one before: `so they're the better fit`."""
_TAKES_IT = re.compile(
    r"(?:and |so |then |therefore |hence )*(?:i'd|i would|i'll|let's|you should|you could"
    rf"|please) {_SURELY}(?:{_TAKE}|have|use|get|do|try|spend (?:your|the) \w+ (?:on|with)|put (?:your|the) \w+ into)"
    r" (?:those|these|them|it|that|this)(?: one| ones)?(?=\W*$)|(?:and |so |then |therefore )*go that (?:way"
    r"|route)(?=\W*$)"
)
"""A clause that takes the thing of the one before: `so I'd book those`."""
_GIVES_UP = re.compile(
    r"\b(?:cut(?:ting)?(?: (?:back|down))?(?: on)?|drop(?:ping)?|ditch(?:ing)?|skip(?:ping)?|los(?:e|ing)"
    r"|scrap(?:ping)?|axe?(?:ing)?|cancel(?:l?ing)?|give up|giving up|go without|going without|do without"
    r"|doing without|live without|stop|quit|say goodbye to|goodbye|bye|(?:spend|spending)(?: \w+)? less on|less"
    r"|fewer|strike|cross out|forget|let|take|trim|stop (?:spending (?:money )?on|buying|paying for|going to)"
    r"|(?:don't|won't) (?:need|miss)|sacrifice|reduce|save on|part with|chop|eliminate|get rid of|leave out"
    rf"|not buy(?:ing)?|avoid) {_ARTICLE}$"
)
"""Words before a thing that give it up."""
_CUTS = re.compile(rf"\bcut(?:ting)?(?: back| down)*(?: on)? {_ARTICLE}{MARK}")
"""Words that show that the question is what to give up."""
_LETS = re.compile(r"\b(?:let|take) (?:the |your )?$")
_IS_LET_GO = re.compile(r"'?s?,? (?:\w+ )?(?:go(?:es)?\b|off\b|out\b)")
_GOES = re.compile(
    rf"(?:'s|'d)?,? {_SURELY}(?:{_IS} {_VERY}(?:{_BETTER} )?(?:cut|saving|sacrifice|thing (?:to (?:drop|cut|skip"
    r"|lose|give up|do without)|you could (?:drop|cut))|one to (?:drop|cut|skip|lose|give up))"
    r"|(?:can|could|should|must|will|would|'ll|has to|have to|needs? to|ought to|may"
    rf"|might as well) {_SURELY}(?:go|wait|be (?:cut|dropped|the first to go|first to go|the one|skipped|the ones"
    r"|what))|goes?(?: first)?(?=\W*$)|(?:is|are) (?:the (?:one|ones|first|thing|things) (?:to|i'd|you)|first to go"
    r"|expendable|what (?:to|can|i'd|should|you (?:can|could|should|might)))|can wait|out(?=\W*$)|has got to go"
    r"|have got to go)\b"
)
"""Behind a thing: it is given up."""
_KEEPS = re.compile(
    r"\b(?:keep(?:ing)?(?: (?:on )?(?:enjoying|buying|going to|spending on|having))?|hold(?:ing)? on to"
    r"|hang(?:ing)? on to|hands off|don't touch|stick(?:ing)? (?:with|to)|enjoy(?:ing)?|treat yourself to"
    r"|hello(?: to)?|save the money for|save (?:it|up) for|leave|leaving|(?:don't|wouldn't|shouldn't|not"
    r"|never) (?:\w+ )?(?:cut|drop|touch|skip|give up)(?: on)?|spare|protect|still have|have|money for"
    rf"|for) {_ARTICLE}$"
)
"""Words before a thing that keep it, where something is to be given up."""
_UNLIKE = re.compile(rf"(?:^|\b)(?:before|than|not|rather than|instead of|over) {_ARTICLE}$")
"""Words before a thing of which the opposite holds: `I'd drop A before B`."""
_ELLIPSIS = re.compile(r"(?: is| are| do| does| can| should| must| will)(?:n't| not)\W*$")
"""Behind a thing of which the opposite holds: `the beers are worth keeping, the clothes aren't`."""
_STAYS = re.compile(
    rf"(?:'s|'d)?,? {_SURELY}(?:(?:can|should|must|will|would|'ll|get to|gets to) {_SURELY}(?:stay|remain|be kept)"
    r"|stays?\b|remains?\b|(?:is|are)(?:n't| not| worth keeping| non-negotiable| safe| part of| what you (?:enjoy"
    r"|love|like|want|care|won't|said|told)| sacred| protected| off[ -]limits))"
)


@dataclass(slots=True)
class _Stance:
    """What a reply says so far: the things that it takes and that it rejects, and whether it took the last one."""

    taken: set[int] = field(default_factory=set)
    rejected: set[int] = field(default_factory=set)
    was_taken: bool = True

    def note(self, thing: int, is_taken: bool) -> None:
        """Notes that a thing is taken or rejected."""
        (self.taken if is_taken else self.rejected).add(thing)
        self.was_taken = is_taken


def taken(text: str, things: Sequence[str], *, gives_up: bool = False, lettered: bool = False) -> int | None:
    """The thing that a reply takes, from 0 on; `SEVERAL` for more than one; None if it does not say so plainly.

    Args:
        text: The reply.
        things: What the question offers, in its order.
        gives_up: Whether the question is what to give up.
        lettered: Whether the things have letters.

    Example:
        >>> taken("Trams jolt. Ferries don't, so they're the better fit.", ("coastal ferries", "city trams"))
        0
        >>> taken("Keep the beers and drop the clothes.", ("designer clothes", "craft beers"), gives_up=True)
        0
        >>> taken("Trams may be better.", ("coastal ferries", "city trams"))
    """
    if len(text) > LONGEST or not 1 < len(things) <= _MOST or "|" in text:
        return None
    marked = marked_things(text, tuple(things), lettered=lettered)
    if marked is None:
        return None
    if _TAKES_BOTH.search(marked):
        return SEVERAL
    ranked = None if gives_up else _RANKED.search(marked)
    if ranked is not None and ranked["one"] != ranked["two"]:
        return option_of(ranked["one"])
    marked = _DEPENDS_BUT.sub(" ", _PERHAPS_SO.sub(r"\g<thing>, ", marked))
    if _UNDECIDED.search(_MAY_HARM.sub(r"\g<thing> ", _BESIDE.sub("", marked))) or _REPAIRS.search(marked):
        return None
    gives_up = gives_up or (lettered and _CUTS.search(marked) is not None)
    clauses = list(_clauses(marked))
    own = [one for one in clauses if not (_OTHERWISE.search(one[0]) and _WOULD.search(one[0]))]
    stance = _read_stance(own, gives_up=gives_up) if len(own) < len(clauses) else _Stance()
    if not stance.taken:
        stance = _read_stance(clauses, gives_up=gives_up)
    return _settled(stance, len(things))


def _read_stance(clauses: Sequence[tuple[str, bool, bool]], *, gives_up: bool) -> _Stance:
    """What the clauses of a reply say of the things in them."""
    stance = _Stance()
    subject: int | None = None
    for number, (clause, is_asked, may_answer) in enumerate(clauses):
        if is_asked:
            continue
        found = list(re.finditer(MARK, clause))
        if not found:
            if subject is not None:
                _note_reference(stance, subject, clause, gives_up=gives_up)
            continue
        is_listed = number + 1 < len(clauses) and _LISTS_ON.match(clauses[number + 1][0]) is not None
        may_answer = may_answer and len(found) == 1 and not is_listed
        for at, match in enumerate(found):
            before = clause[found[at - 1].end() if at else 0 : match.start()]
            behind = clause[match.end() : found[at + 1].start() if at + 1 < len(found) else len(clause)]
            thing, is_alone = option_of(match[0]), may_answer and _is_alone(before, behind)
            note = _note_given_up if gives_up else _note
            note(stance, thing, before, behind, is_alone=is_alone)
        if _ASIDE.match(clause) is None or subject is None:
            subject = option_of(found[0][0]) if len({match[0] for match in found}) == 1 else None
    return stance


def _is_alone(before: str, behind: str) -> bool:
    """Whether a clause holds nothing but a thing: `So the ferries, please`."""
    return _OPENER.fullmatch(before) is not None and _CLOSER.fullmatch(behind) is not None


def _note(stance: _Stance, thing: int, before: str, behind: str, *, is_alone: bool) -> None:
    """Notes what a clause says of one thing."""
    takes = _TAKES.search(before)
    avoids = _AVOIDS.search(before) or (_ENDS.fullmatch(behind) and _NO.search(before))
    if _NOTHING_BETTER.search(before):
        stance.note(thing, True)
    elif avoids and _NOT_AVOIDED.search(before[: avoids.start()]):
        return
    elif takes is not None and avoids is None:
        stance.note(thing, _NOT_TAKEN.search(before[: takes.start()]) is None)
    elif (avoids and (not avoids[0].startswith("give") or _A_MISS.match(behind))) or _IS_BAD.match(behind):
        stance.note(thing, False)
    elif _IS_GOOD.match(behind) or is_alone:
        stance.note(thing, True)


def _note_given_up(stance: _Stance, thing: int, before: str, behind: str, *, is_alone: bool) -> None:
    """Notes what a clause says of one thing where something is to be given up, which takes that thing."""
    goes = _GOES.match(behind)
    is_let_go = _LETS.search(before) is None or _IS_LET_GO.match(behind) is not None
    is_opposite = _UNLIKE.search(before) or (_ELLIPSIS.match(behind) and (stance.taken or stance.rejected))
    if is_opposite and goes is None:
        stance.note(thing, not stance.was_taken)
    elif _KEEPS.search(before) or (_STAYS.match(behind) and goes is None):
        stance.note(thing, False)
    elif goes or (_GIVES_UP.search(before) and is_let_go) or is_alone:
        stance.note(thing, True)


def _note_reference(stance: _Stance, thing: int, clause: str, *, gives_up: bool) -> None:
    """Notes what a clause says of the thing that the one before is about: `so they're the better fit`."""
    if not gives_up and _TAKES_IT.match(clause):
        stance.note(thing, True)
    refers = _REFERS.match(clause)
    if refers is None:
        return
    behind = clause[refers.end() :]
    if gives_up:
        if _STAYS.match(behind):
            stance.note(thing, False)
        elif _GOES.match(behind):
            stance.note(thing, True)
    elif _IS_GOOD.match(behind):
        stance.note(thing, True)
    elif _IS_BAD.match(behind):
        stance.note(thing, False)


def _settled(stance: _Stance, count: int) -> int | None:
    """The only thing that is taken and not rejected, or the only one of two that is left."""
    if len(stance.taken) == 1:
        return None if stance.taken & stance.rejected else min(stance.taken)
    if not stance.taken and count == len(stance.rejected) + 1 == len(_PAIR):
        return min(_PAIR - stance.rejected)
    return None


def _clauses(marked: str) -> Iterator[tuple[str, bool, bool]]:
    """The clauses of a reply, whether the sentence of each asks, and whether a thing alone in it may be the answer."""
    part: list[tuple[str, bool]] = []
    start, opens, is_behind_question = 0, True, False
    for match in (*_CLAUSE_END.finditer(marked), None):
        clause = marked[start : match.start() if match else len(marked)].strip()
        is_joined = match is not None and match[0].isspace() and _JOINS.match(marked, match.end()) is not None
        may_answer = (opens or _CONCLUDES.match(clause) is not None) and not (is_joined or is_behind_question)
        part.append((clause, may_answer))
        opens = opens and re.search(MARK, clause) is None and _OPENER.fullmatch(clause) is not None
        start = match.end() if match else len(marked)
        is_end = match is None or match["asked"] is not None or match[0][0] in ".!…:;\n"
        if is_end:
            is_asked = match is not None and match["asked"] is not None
            yield from ((words, is_asked, may_answer) for words, may_answer in part)
            part, opens, is_behind_question = [], True, is_asked


def marked_things(text: str, things: tuple[str, ...], *, lettered: bool = False) -> str | None:
    """The reply with one character for each mention of a thing; None if words are of several of them."""
    cased, lowered = folded(text)
    found = find_mentions(cased, lowered, things, lettered=lettered)
    if not found or any(len(one.options) != 1 for one in found):
        return None
    if any(_are_mixed_up(one, other, lowered) for one, other in pairwise(found)):
        return None
    return with_marks(lowered, found)


def _are_mixed_up(one: OptionReference, other: OptionReference, lowered: str) -> bool:
    """Whether two mentions overlap, or a letter stands before the words of another thing: `B) Hay barns`."""
    is_before_words = one.kind == "letter" and are_apposed(one, other, lowered)
    return other.start < end_of_mention(one, lowered) or is_before_words
