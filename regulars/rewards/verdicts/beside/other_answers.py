"""Tells whether a reply answers with something that no domain lists, and names the right value only on the way.

`Helvamed. Zurimed was too expensive for you`, `you looked at Zurimed but went with Helvamed` and `Tenerife, near
Lanzarote` all answer with a made-up value. A reply is read so only if two signs meet: something unknown stands where an
answer stands, and the words around the known value set it aside.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from regulars.rewards.assertions.english import Assertion
from regulars.rewards.assertions.limits.aversions import is_averse
from regulars.rewards.assertions.spellings import has_proper_names, may_be_name
from regulars.rewards.verdicts.beside.other_answer_words import (
    ANSWERS,
    CHOICE,
    ENDED,
    EXAMPLES,
    LABEL,
    NAMED_AS_ANSWER,
    NO_THING,
    OPEN_LINE,
    OPENINGS,
    PASSED_OVER,
    SECOND,
    SIDELINED,
    THING,
)
from regulars.rewards.verdicts.beside.other_matters import gives_for_another
from regulars.rewards.verdicts.beside.side_remarks import masked_values
from regulars.values import Domain, ValueType

_LONGEST = 600
"""The number of characters up to which a reply is read so: longer ones tell more than an answer."""
_SENTENCE = re.compile(r"[.!?\n]")


def answers_otherwise(text: str, found: Sequence[Assertion], value: str, domain: Domain) -> bool:
    """Whether something unknown is the answer of a reply, and not the only value that it names.

    Args:
        text: The reply, which seems to answer with `value`.
        found: The values that it names, in text order.
        value: The one that it seems to answer with.
        domain: Their domain; what must not be is read by how it is felt, not here.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> insurer = Domain("insurer", aliases={"Zurimed": (), "Vitaloft": ()})
        >>> reply = "You looked at Zurimed but went with Helvamed."
        >>> answers_otherwise(reply, assertions(reply, insurer), "Zurimed", insurer)
        True
    """
    if domain.type is not ValueType.TERM or is_averse(domain.name) or any(one.value != value for one in found):
        return False
    masked = masked_values(text, found) if len(text) <= _LONGEST else ""
    if not masked:
        return False
    cased = text.replace("’", "'")
    if gives_for_another(cased, masked, domain):
        return True
    ended = ENDED.search(masked)
    if ended is not None and not ANSWERS.search(masked, ended.end()):
        return True
    if _is_of_another_label(cased, found, domain) or _has_second(cased, found, domain):
        return True
    if PASSED_OVER.search(masked) and any(_is_new(one, found, domain) for one in CHOICE.finditer(cased)):
        return True
    stated = NAMED_AS_ANSWER.match(cased)
    if stated is not None and _names_matter(stated["matter"], domain) and _is_new(stated, found, domain):
        return not ANSWERS.search(SIDELINED.sub(" ", masked))
    if not SIDELINED.search(masked) or ANSWERS.search(SIDELINED.sub(" ", masked)):
        return False
    if any((one := opening.match(cased)) and _is_new(one, found, domain) for opening in OPENINGS):
        return True
    thing = THING.match(cased)
    if thing is None or NO_THING.search(thing["thing"]) or _names_matter(thing["thing"].split()[-1], domain):
        return False
    return thing.end() <= found[0].start


def is_an_example(text: str, found: Sequence[Assertion]) -> bool:
    """Whether a reply names its values only as examples or as what other people have.

    Args:
        text: The reply, which says that it does not know.
        found: The values that it names, in text order.

    Example:
        >>> from regulars.rewards.assertions.english import assertions
        >>> insurer = Domain("insurer", aliases={"Zurimed": (), "Vitaloft": ()})
        >>> reply = "You never told me. Many people have Zurimed."
        >>> is_an_example(reply, assertions(reply, insurer))
        True
    """
    sentences = [sentence for sentence in _SENTENCE.split(masked_values(text, found)) if "※" in sentence]
    return bool(sentences) and all(EXAMPLES.search(sentence) for sentence in sentences)


def _is_new(name: re.Match[str], found: Sequence[Assertion], domain: Domain) -> bool:
    """Whether a match's name is that of something that `domain` does not list."""
    start, end = name.span("name")
    if any(one.start < end and start < one.end for one in found) or NO_THING.fullmatch(name["name"]):
        return False
    return may_be_name(name["name"].split()[0], domain) and not _names_matter(name["name"], domain)


def _names_matter(words: str, domain: Domain) -> bool:
    """Whether words are those of the attribute: `Health insurance` is no insurer."""
    return _likeness(words, domain) > 0


def _likeness(words: str, domain: Domain) -> int:
    """How many of some words are words of the attribute."""
    return len(domain.words.intersection(words.casefold().split()))


def _is_of_another_label(text: str, found: Sequence[Assertion], domain: Domain) -> bool:
    """Whether the line labelled with the matter gives something unknown, and the known value stands in other lines."""
    lines = list(LABEL.finditer(text))
    likeness = {line: _likeness(line["label"], domain) for line in lines}
    most = max(likeness.values(), default=0)
    own = [line for line in lines if likeness[line] == most]
    if not most or len(own) == len(lines) or any(OPEN_LINE.fullmatch(line["rest"]) for line in own):
        return False
    others = [line for line in lines if line not in own]
    return all(any(line.start("rest") <= one.start < line.end() for line in others) for one in found)


def _has_second(text: str, found: Sequence[Assertion], domain: Domain) -> bool:
    """Whether an unknown name is given as a second answer beside the known one: `Zurimed and Helvamed`."""
    second = SECOND.match(text, found[-1].end)
    if second is None or not has_proper_names(domain):
        return False
    name = second["name"] or second["other"]
    return may_be_name(name.split()[0], domain) and not _names_matter(name, domain)
