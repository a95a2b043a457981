"""Whom a clause is about: whether its words show that its subject is another person than the user."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from regulars.rewards.assertions.cues import load_cues
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.values import Domain, Mention

_USER = re.compile(r"\b(?:you|yours|i|mine|we|me|us)(?!\w)")
_SAME = (
    frozenset({"mother", "mum", "mom", "ma"}),
    frozenset({"father", "dad", "pa"}),
    frozenset({"boss", "manager", "supervisor"}),
    frozenset({"flatmate", "roommate", "housemate", "room-mate", "flat-mate", "mate"}),
    frozenset({"partner", "husband", "wife", "spouse", "girlfriend", "boyfriend", "fiancé", "fiancée"}),
    frozenset({"child", "children", "son", "daughter", "kid"}),
    frozenset({"sibling", "brother", "sister"}),
)
"""Words for the same people."""
_CONTEXT = 24
"""The number of characters before a subject that show whether it is one."""
_FARTHEST = 600
"""The number of characters before a value among which its subject stands; a clause may be far longer."""
_WITH_USER = re.compile(r"\b(?:you|i)\s+(?:and|or)$")
_NEW_START = re.compile(r"\w[\s\w',-]*:\s")
"""Words after a subject that end in a colon: what follows is not said of that subject alone."""
_ATTACHED = re.compile(
    r"[\s*_\"']*(?:(?:(?:that|which) )?(?:you|i|we) |(?:from|on|in) (?:the|that|this|your|my|\d)\b)[^.,;:!?\n]{1,50}?"
    r"(?=\s(?:is|was|were|are|belongs?|belonged)\b)"
)
"""Behind a value: words that say where it was named, before the verb that it is the subject of."""
_NEWCOMER = re.compile(r"\W*(?:is|was) (?:the|a) (?:\w+ )?(?:kid|boy|girl)$")
"""An animal by a pet name: `Falkor is the new kid`."""
_YOURS = re.compile(r"\byour [*_\"']*$")
"""Right before a value: it is the user's, whoever does something with it (`the kids covered your Corsa in mud`)."""
_PREDICATE = re.compile(r"\b(?:it|that|this|they)(?:'s| is| was| were| are)(?: (?:always|still|just|only|all))?$")
_STOP = re.compile(r"[.;,]")
_WORDS = re.compile(r"[^\W_]+")
_LAST_WORD = re.compile(r"[\w']+$")


_GIFTS = frozenset({"gift", "gifts", "present", "presents"})


def own_words(domain: Domain) -> tuple[str, ...]:
    """Words for the people and things that an attribute is about; what a gift must not be, the friend says who gets it.

    Example:
        >>> own_words(Domain("gift_limit", subjects=("presents",)))
        ('presents', 'friend')
        >>> own_words(Domain("snack_limit", subjects=("snacks",)))
        ('snacks',)
    """
    is_of_receiver = is_averse(domain.name) and not _GIFTS.isdisjoint(domain.words)
    return (*domain.subjects, "friend") if is_of_receiver else domain.subjects


def without_people_in_values(text: str, mentions: Sequence[Mention]) -> str:
    """A case-folded text in which no value ends a word for a person or an animal: `the cat stretches` are no cat's.

    Args:
        text: The text.
        mentions: The values in it, in order.

    Example:
        >>> without_people_in_values("do the cat stretches", [Mention("cat stretches", 7, 20)])
        'do the xxxxxxxxxxxxx'
    """
    for person in load_cues().somebody.finditer(text):
        for one in mentions:
            if one.start < person.end() <= one.end:
                text = f"{text[: one.start]}{'x' * (one.end - one.start)}{text[one.end :]}"
    return text


def is_about_another_person(text: str, low: int, start: int, own: Sequence[str] = ()) -> bool:
    """Whether the subject before a value at `start`, in a clause that begins at `low`, is another person.

    A pronoun counts only after a person was named.

    Args:
        text: Case-folded text.
        low: The start of the clause.
        start: The position of the value.
        own: Words for people whom the attribute is about; they do not count as other persons.
    """
    cues = load_cues()
    low = max(low, start - _FARTHEST)
    if _YOURS.search(text, low, start):
        return False
    for subject in cues.somebody.finditer(text, low, start):
        if _is_own(text, subject, own) or (not own and cues.animal.search(subject[0])):
            continue
        before = text[max(subject.start() - _CONTEXT, 0) : subject.start()].rstrip()
        if _PREDICATE.search(before) and text[subject.end() : start].lstrip(" *_").startswith(":"):
            continue
        colon = text.find(":", subject.end(), start)
        leads_on = colon >= 0 and _NEW_START.search(text, subject.end(), start) is not None
        if _stands_as_subject(before) and not leads_on and not _USER.search(text, subject.end(), start):
            return True
    pronoun = cues.pronoun.search(text, low, start)
    if pronoun is None or _USER.search(text, pronoun.end(), start):
        return False
    named = cues.somebody.finditer(text, 0, pronoun.start())
    return any(not _is_own(text, one, own) for one in named)


def is_another_persons(text: str, behind: int, end: int, own: Sequence[str] = ()) -> bool:
    """Whether the words after a value, from `behind` on, say that it is another person's (`is your brother's`)."""
    attached = _ATTACHED.match(text, behind, end)
    owner = load_cues().owner.match(text, behind, end)
    if owner is None and attached is not None:
        owner = load_cues().owner.match(text, attached.end(), end)
    if owner is None or _is_own(text, owner, own) or _NEWCOMER.match(owner[0]):
        return False
    stop = _STOP.search(text, owner.end(), end)
    return not _USER.search(text, owner.end(), stop.start() if stop else end)


def _is_own(text: str, person: re.Match[str], own: Sequence[str]) -> bool:
    """Whether the attribute is about this person, not a relative (`your partner`, not `your partner's aunt`)."""
    if not _is_one_of(person[0], own):
        return False
    theirs = load_cues().theirs.match(text, person.end())
    return theirs is None or _is_one_of(theirs[0], own)


def _is_one_of(person: str, own: Sequence[str]) -> bool:
    words = _WORDS.findall(person)
    last = words[-1] if words else ""
    same = next((group for group in _SAME if last in group or last.removesuffix("s") in group), {last})
    return any(word in same or word.removesuffix("s") in same for word in own)


def _stands_as_subject(before: str) -> bool:
    """Whether a clause's subject may follow `before`, the words up to it."""
    word = _LAST_WORD.search(before)
    if word is None:
        return True
    return word[0] in load_cues().leads and not _WITH_USER.search(before)


_LONG_WORD = re.compile(r"\w{4,}")
_USUAL = frozenset({"would", "could", "used", "were", "when", "your", "that", "been", "with", "have", "about", "from"})


def names_matter(kind: str, cue: str, rest: str, own: Collection[str]) -> bool:
    """Whether a cue is only the attribute's own name: `offer` of an offer, `want to climb` of a peak to climb."""
    verb = _LONG_WORD.match(rest.lstrip())
    if kind == "planned" and verb is not None and verb[0] in own and cue.endswith(" to"):
        return True
    return any(word in own for word in _LONG_WORD.findall(cue) if word not in _USUAL)
