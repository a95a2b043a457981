"""Reads in which order a reply puts several things in time, whatever the order in which it names them.

Three sorts of words tell it: those beside a name (`Oslo now, previously Bergen`), those between two names (`Oslo took
over from Bergen`, `Before Oslo it was Bergen`), and dates. `ToldTimes` gathers what they say; an order of things fits a
reply if nothing that is told speaks against it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from regulars.rewards.choices.times.days_told import Day
from regulars.rewards.choices.times.time_statements import NamedOption, TimedText, TimeStatement
from regulars.rewards.choices.times.time_words import (
    OF_TELLING,
    Relation,
    TimeCue,
    When,
    boundaries,
    find_cues,
    is_denied,
    is_negated,
    is_of_next,
    leading_relation,
    relation_between,
)

_UNSURE = re.compile(
    r"\b(?:either|or(?! so\b)|maybe|perhaps|might|possibly|if(?! (?:i (?:remember|recall|understood|have it)|i've got"
    r"|i'm not)\b)|unless|whether|not (?:quite |entirely |really )?(?:sure|certain)|unsure"
    r"|can't (?:say|tell|remember|recall)|(?:don't|do not) (?:know|remember|recall)|no idea|guess(?:ing)?"
    r"|suppos(?:e|ing))\b|could(?:n't)? (?:be|have been)\b"
)
"""Words of a sentence that leaves open what it speaks of."""
_UNDECIDED = re.compile(
    r"(?:n't|\bnot|\bno|\bcannot)(?: \w+){0,4} (?:which (?:of|one|came|was|is)|whether|what came first|the order"
    r"|in (?:what|which) order)\b"
)
"""Words anywhere in a reply that leave the order open."""
_OF_OTHERS = re.compile(
    r"\b(?:his|her|their|(?!it's|that's|here's|what's|there's|who's|today's)\w+'s) (?:\w+ )?"
    r"(?:new|current|latest|present)\b"
)
"""What holds of somebody else."""
_POINTS_BACK = re.compile(r"[\s)]*(?:and |but )?(?:it|that|this|which|they|these|the latter|he|she)\b")
"""The beginning of a sentence about what was named last."""
_HERE = 30
"""The number of characters before a name that may deny it."""
_LONGEST = 3000
"""The number of characters up to which a reply is read."""
_MOST_NAMED = 40
"""The number of names up to which a reply is read."""
_FIRST_TOLD = re.compile(r"first (?:heard|learnt|learned|mentioned|told|brought|came|spoke|talked|said)\b")
"""What is said of the first time of one thing, and not of the first thing."""
_WAS_ITSELF = re.compile(r"(?:,|\band\b) (?:was|has been|had been|later|then)\b[^,.;]* by\b[^,.;]*$")
"""Between names, where what was named before the first one goes on: `Oslo replaced Lund and was replaced by Bergen`."""
_TOLD = re.compile(r"\b(?:told|said|mentioned|noted|asked|as|like|spoke|talked)(?: (?:it|that|this|so|me|about))* $")
"""Before `earlier` or `before`, where they tell when something was said."""
_FIRST_CHOICE = re.compile(r"first (?:choice|pick)\b")
_AND = re.compile(r"[\s,]*(?:and|&|,)[\s,]*(?:(?:the|your|dr|a|an|on|at|in) )*")
"""Between names that share what is said of their time."""
_JUST_AND = re.compile(r"\s*(?:and|&)\s*(?:(?:the|your|dr|a|an|on|at|in) )*")
"""Between names of which the same is said."""
_NEW_SUBJECT = re.compile(r"\b(?:you|it|they|he|she)(?:'\w+)?\b")
"""Between a name and words for a time, where these speak of the next name."""
_SHARED = frozenset({When.PAST, When.BEFORE, When.EARLIER})
_ENDS_OF_TIME = frozenset({When.NOW, When.LAST, When.PAST, When.FIRST})
"""What is said of the last or an earlier one of two things, where it is known which came first."""
_WAS = re.compile(r"\b(?:was|were|had|did|went|\w+ed)\b|'d\b")
"""A verb of the past."""


@dataclass(slots=True)
class ToldTimes:
    """What a reply says of the order of things in time.

    Attributes:
        said: The things that it names and does not deny, in the order of their first mention.
        denied: The things that it only denies.
        before: Pairs of which the first came before the second.
        whens: Things, each with what is said of its time.
        last_whens: The same, by thing, of its last mention alone.
        timed: Things of which it says when, or speaks in the past tense.
        is_backwards: Whether it goes back in time from one thing to the next.
        has_other_now: Whether it says of something else that it holds now.
    """

    said: list[int] = field(default_factory=list)
    denied: set[int] = field(default_factory=set)
    before: set[tuple[int, int]] = field(default_factory=set)
    whens: set[tuple[int, When]] = field(default_factory=set)
    last_whens: dict[int, set[When]] = field(default_factory=dict)
    timed: set[int] = field(default_factory=set)
    is_backwards: bool = False
    has_other_now: bool = False

    def allows(self, order: Sequence[int]) -> bool:
        """Whether things may have come in this order.

        Example:
            >>> told = ToldTimes(said=[0, 1], before={(1, 0)}, whens={(0, When.NOW)})
            >>> told.allows([1, 0]), told.allows([0, 1])
            (True, False)
        """
        at = {thing: place for place, thing in enumerate(order)}
        if any(one in at and other in at and at[one] > at[other] for one, other in self.before):
            return False
        return all(is_at(when, at[thing], len(order)) for thing, when in self.whens if thing in at)


def is_at(when: When, place: int, count: int) -> bool:
    """Whether what is said of a thing's time fits its place among `count` things that came one after the other.

    Example:
        >>> is_at(When.NOW, 2, 3), is_at(When.BETWEEN, 2, 3)
        (True, False)
    """
    last = count - 1
    fits = {
        When.NOW: place == last,
        When.LAST: place == last,
        When.PAST: place < last,
        When.BEFORE: place < last,
        When.EARLIER: place < last,
        When.FIRST: place == 0,
        When.LATER: place > 0,
        When.BETWEEN: 0 < place < last,
        When.SECOND: place == 1,
        When.THIRD: place == 2,
        When.FOURTH: place == 3,
    }
    return fits[when]


def read_times(lowered: str, named: Sequence[NamedOption], *, of_telling: bool = False) -> ToldTimes | None:
    """What a reply says of the order of the things that it names.

    Args:
        lowered: The reply, case folded.
        named: Where it names them, in order.
        of_telling: Whether it matters when they were told, and not when they held.

    Returns:
        What it says; None if it leaves something open or is too long.

    Example:
        >>> told = read_times("oslo now, lund before.", [NamedOption(0, 0, 4), NamedOption(1, 10, 14)])
        >>> sorted((thing, str(when)) for thing, when in told.whens)
        [(0, 'now'), (1, 'before')]
    """
    if len(lowered) > _LONGEST or not 0 < len(named) <= _MOST_NAMED or _UNDECIDED.search(lowered):
        return None
    text = TimedText(lowered, named)
    named = [one for one in named if not text.is_asked(one.start)]
    if any(_UNSURE.search(text.masked, *text.sentences[text.sentence_of(one.start)]) for one in named):
        return None
    told = ToldTimes()
    kept = _named_as_true(text, named, told)
    relations = _relate(text, kept, told)
    cues = [
        cue
        for cue in find_cues(text.masked)
        if (not of_telling or cue.when in OF_TELLING)
        and not any(one.start < cue.end and cue.start < one.end for one in relations)
    ]
    statements = text.statements(kept, cues)
    told.has_other_now = any(
        not one.named and any(cue.when is When.NOW for cue in one.cues) and not text.is_only_time(one)
        for one in statements
    )
    days: dict[int, list[Day]] = {}
    for statement in statements:
        _bind(text, statement, kept, told, days, of_telling)
    for one, other in ((a, b) for a in days for b in days if a != b):
        if _is_earlier(days[one], days[other]):
            told.before.add((one, other))
    return told


def _named_as_true(text: TimedText, named: Sequence[NamedOption], told: ToldTimes) -> list[NamedOption]:
    """The mentions that are not denied; enters which things are named and which are only denied."""
    kept: list[NamedOption] = []
    for one in named:
        low = max(text.start_of(one.start), kept[-1].end if kept else 0, one.start - _HERE)
        if is_denied(text.masked[low : one.start], text.masked[one.end : one.end + _HERE]):
            told.denied.add(one.thing)
            continue
        kept.append(one)
        if one.thing not in told.said:
            told.said.append(one.thing)
    told.denied.difference_update(told.said)
    return kept


def _relate(text: TimedText, named: Sequence[NamedOption], told: ToldTimes) -> list[Relation]:
    """Enters what is said of neighbouring names by the words between them; returns these words."""
    found: list[Relation] = []
    steps: list[bool] = []
    chains = _chains(text, named, _JUST_AND)
    for at, (some, others) in enumerate(pairwise(chains)):
        relation = None
        if _leads(text, chains, at + 1) is None:
            sentence = text.start_of(some[0].start)
            low = max(sentence, chains[at - 1][-1].end if at else 0)
            relation = relation_between(text.masked, low, some[-1].end, others[0].start, sentence)
        if relation is not None and not _is_of(text, relation, some[-1], others[0]):
            relation = None
        if relation is None:
            relation = _leads(text, chains, at)
        if relation is None:
            continue
        found.append(relation)
        goes_on = _WAS_ITSELF.search(text.masked, some[-1].end, others[0].start) is not None
        if goes_on and relation.first_is_earlier and steps and not steps[-1]:
            some = chains[at - 1]
        pairs = [(one.thing, other.thing) for one in some for other in others if one.thing != other.thing]
        told.before.update(pairs if relation.first_is_earlier else [pair[::-1] for pair in pairs])
        if pairs:
            steps.append(relation.first_is_earlier)
    told.is_backwards = bool(steps) and not any(steps)
    return found


def _chains(text: TimedText, named: Sequence[NamedOption], joint: re.Pattern[str]) -> list[list[NamedOption]]:
    """The names in order, those together that are joined: `Oslo and Bergen`."""
    made: list[list[NamedOption]] = []
    for one in named:
        if made and joint.fullmatch(text.masked, made[-1][-1].end, one.start):
            made[-1].append(one)
        else:
            made.append([one])
    return made


def _is_of(text: TimedText, relation: Relation, one: NamedOption, other: NamedOption) -> bool:
    """Whether words between two names speak of the first one: in its sentence, or where the next one points back."""
    start = text.start_of(other.start)
    return start <= one.start or any(
        _POINTS_BACK.match(text.masked, at) is not None
        for at in (start, *(start + cut for _, cut in boundaries(text.masked[start : relation.start])))
    )


def _leads(text: TimedText, chains: Sequence[Sequence[NamedOption]], at: int) -> Relation | None:
    """What leads up to names says of them and the next ones: `Before Oslo, it was Bergen`.

    Words behind another name belong to that one, unless the statement that they begin goes on with the next name.
    """
    if at + 1 >= len(chains):
        return None
    one, last, other = chains[at][0], chains[at][-1], chains[at + 1][0]
    start = text.start_of(one.start)
    if text.start_of(other.start) != start:
        return None
    low = max(start, chains[at - 1][-1].end if at else 0)
    cuts = boundaries(text.masked[low : one.start])
    if low > start and (not cuts or boundaries(text.masked[last.end : other.start])):
        return None
    since = low + cuts[-1][1] if cuts else low
    is_earlier = leading_relation(text.masked[since : one.start], text.masked[last.end : other.start])
    return None if is_earlier is None else Relation(is_earlier, since, one.start)


def _bind(
    text: TimedText,
    statement: TimeStatement,
    named: Sequence[NamedOption],
    told: ToldTimes,
    days: dict[int, list[Day]],
    of_telling: bool,
) -> None:
    """Enters what a statement says of the times of what it names."""
    own = statement.named
    for one in own:
        told.last_whens[one.thing] = set()
        if statement.has_time or _WAS.search(text.masked, statement.start, statement.end):
            told.timed.add(one.thing)
    for cue in statement.cues if own else ():
        one = _nearest(text, cue, own, told)
        when = _meant(text, statement, cue, of_telling)
        since = min(cue.start, one.start) if cue.start < one.start else statement.start
        reference = next((it for it in reversed(named) if it.end <= since and it.thing != one.thing), None)
        words = text.masked[cue.start : cue.end]
        is_bare = reference is None and (words == "then" or (cue.end <= one.start and "later" not in words))
        if when is None or (when is When.LATER and is_bare):
            continue
        for thing in (one.thing, *(_joined_with(text, named, one) if when in _SHARED else ())):
            told.whens.add((thing, when))
            told.last_whens.setdefault(thing, set()).add(when)
        if reference is not None and when in (When.LATER, When.EARLIER):
            is_later = when is When.LATER
            told.before.add((reference.thing, one.thing) if is_later else (one.thing, reference.thing))
            told.is_backwards = not is_later
    if len(own) == 2 and len(statement.days) == 1:
        pair = (own[0].thing, own[1].thing)
        own = [own[pair in told.before]] if pair in told.before or pair[::-1] in told.before else own
    if len({one.thing for one in own}) == 1 or len(own) == len(statement.days):
        for at, day in enumerate(statement.days):
            starts = day.ends and is_negated(text.masked[statement.start : day.start])
            day = replace(day, ends=False) if starts else day
            days.setdefault(own[min(at, len(own) - 1)].thing, []).append(day)


def _joined_with(text: TimedText, named: Sequence[NamedOption], one: NamedOption) -> list[int]:
    """The things named in one breath with another one: `Oslo and Lund were earlier`."""
    chain = next(some for some in _chains(text, named, _AND) if one in some)
    return [it.thing for it in chain if it.thing != one.thing]


def _nearest(text: TimedText, cue: TimeCue, named: Sequence[NamedOption], told: ToldTimes) -> NamedOption:
    """The name of a statement that a cue belongs to: of two, the one that came last holds now."""
    if cue.when in _ENDS_OF_TIME:
        at = 0 if cue.when in (When.NOW, When.LAST) else 1
        others = {pair[at] for pair in told.before if {*pair} <= {one.thing for one in named}}
        named = [one for one in named if one.thing not in others] or named
    behind = next((one for one in named if one.start >= cue.end), None)
    if behind is not None and is_of_next(text.masked[cue.start : cue.end]):
        return behind
    last = max((one.end for one in named if one.end <= cue.start), default=cue.start)
    if behind is not None and _NEW_SUBJECT.search(text.masked, last, cue.start):
        return behind
    return min(named, key=lambda one: max(one.start - cue.end, cue.start - one.end))


def _meant(text: TimedText, statement: TimeStatement, cue: TimeCue, of_telling: bool) -> When | None:
    """What a cue says in its statement: `not since April` tells of the past, and `not until April` of a beginning."""
    words, before = text.masked[cue.start : cue.end], text.masked[statement.start : cue.start]
    if cue.when is When.NOW and _OF_OTHERS.search(text.masked, statement.start, statement.end):
        return None
    if cue.when is When.BEFORE and not of_telling and _TOLD.search(before):
        return None
    if cue.when is When.FIRST and _FIRST_TOLD.match(text.masked, cue.start) and (statement.days or not of_telling):
        return None
    if _FIRST_CHOICE.match(text.masked, cue.start) and not _WAS.search(text.masked, statement.start, statement.end):
        return None
    if words.endswith("since") and is_negated(before):
        return When.PAST
    return None if words.endswith(("until", "till")) and is_negated(before) else cue.when


def _is_earlier(some: Sequence[Day], others: Sequence[Day]) -> bool:
    """Whether the days of one thing lie before those of another: it began or ended earlier."""
    begins, ends = [one for one in some if not one.ends], [one for one in some if one.ends]
    theirs, their_ends = [one for one in others if not one.ends], [one for one in others if one.ends]
    if begins and theirs:
        return any(all(one.is_before(other) for other in theirs) for one in begins)
    if ends and theirs:
        return all(one.is_before(other) for one in ends for other in theirs)
    return bool(ends and their_ends) and all(one.high < other.low for one in ends for other in their_ends)
