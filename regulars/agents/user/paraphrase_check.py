"""Checks a reworded line: it may not mention what its draft does not, nor lose what the draft conveys.

It uses the functions that bind lines to the ledger (`values.told_value`, `values.find_values`). A conveyed value must
be found at the same granularity. A value or date that the draft does not name is one that the person does not know or
must not say here. The model never sees such values, so this check finds invented ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from regulars.calendar_text import date_agrees
from regulars.scenarios.language.heard import STOPS, bare, says
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Fact
from regulars.values import Domain, Mention, ValueType, find_values, fold, told_value, unit_end

Carried = Sequence[tuple[str, tuple[str, ...]]]
"""The parts of a draft that convey something, with the ids of what they convey (`phrasing.SpokenLine.carried`)."""

_DATES = Domain("date", ValueType.DATE)
_MARK = re.compile(r"</?keep>", re.IGNORECASE)
_DRAFT = re.compile(r"<draft>(.*?)</draft>", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r"</?(?:reply|draft|message)>", re.IGNORECASE)


def find_strangers(text: str, draft: str, ontology: Ontology) -> list[str]:
    """Values and dates that `text` names and `draft` does not, as written, in order.

    Args:
        text: The reworded line.
        draft: The drafted line.
        ontology: The attributes whose values are searched for; a number counts if its unit follows.

    Example:
        >>> from regulars.scenarios.ontology.attributes import load_ontology
        >>> find_strangers("I'm off to Bergen on 3 May 2031.", "I live in Bergen.", load_ontology())
        ['3 May 2031']
    """
    known = find_values(draft, _DATES)
    found = [
        mention
        for mention in find_values(text, _DATES)
        if all(date_agrees(mention.value, other.value) == "differs" for other in known)
    ]
    lowered = fold(text)[1]
    for attribute in ontology:
        domain = attribute.domain
        if domain.type is ValueType.DATE:
            continue
        mentions = find_values(text, domain)
        if mentions and domain.type is ValueType.NUMBER:
            mentions = [one for one in mentions if unit_end(lowered, one.end, domain) > one.end]
        if mentions:
            said = {mention.value for mention in find_values(draft, domain)}
            found += [mention for mention in mentions if mention.value not in said]
    return list(dict.fromkeys(text[one.start : one.end] for one in sorted(_widest(found), key=_place)))


def _widest(found: Sequence[Mention]) -> list[Mention]:
    """Drops mentions inside another mention."""
    return [
        one
        for one in found
        if not any(
            other.start <= one.start and one.end <= other.end and other.end - other.start > one.end - one.start
            for other in found
        )
    ]


def _place(mention: Mention) -> tuple[int, int]:
    return mention.start, mention.end


def find_losses(text: str, draft: str, carried: Carried, facts: Mapping[str, Fact], ontology: Ontology) -> list[str]:
    """What `draft` conveys and `text` does not: values in words, and sentences that must stay unchanged.

    Args:
        text: The reworded line.
        draft: The drafted line.
        carried: The parts of the draft that convey something.
        facts: What the person knows, by id.
        ontology: The ontology of the facts' attributes.
    """
    lost = [part for part in verbatim_parts(carried, facts) if not says(_plain(text), _plain(part))]
    for _, ids in carried:
        for fact in (facts[id] for id in ids if id in facts):
            domain = ontology.domain(fact.attribute)
            meant = told_value(draft, fact.value, domain)
            if meant and told_value(text, fact.value, domain) != meant:
                lost.append(meant)
    return list(dict.fromkeys(lost))


def verbatim_parts(carried: Carried, facts: Mapping[str, Fact]) -> list[str]:
    """The parts whose words must stay: questions, wishes, and parts whose words themselves count."""
    return [part for part, ids in carried if not ids or any(id not in facts for id in ids)]


def marked(draft: str, verbatim: Sequence[str]) -> str:
    """The draft with the parts that must stay word for word between `<keep>` and `</keep>`, in the draft's manner.

    Example:
        >>> marked("Hi! Where do I live? Thanks.", ["Where do I live?"])
        'Hi! <keep>Where do I live?</keep> Thanks.'
    """
    ends = 0
    pieces = []
    for start, end in _kept(draft, verbatim):
        pieces += [draft[ends:start], "<keep>", draft[start:end], "</keep>"]
        ends = end
    return "".join([*pieces, draft[ends:]])


def unmarked(text: str) -> str:
    """The line in a model's answer: without the marks of `marked`, and taken out of `<draft>` tags.

    Small models repeat the form of the prompt.

    Example:
        >>> unmarked("<reply>Sure.</reply> <draft>Hi! <keep>Where do I live?</keep></draft>")
        'Hi! Where do I live?'
    """
    drafts = _DRAFT.findall(text)
    return _MARK.sub("", drafts[-1] if drafts else text).strip()


def find_tags(text: str) -> list[str]:
    """Tags of the prompt that a line repeats, in order."""
    return list(dict.fromkeys(_TAG.findall(text)))


def kept_share(draft: str, verbatim: Sequence[str]) -> float:
    """The share of a draft's characters that must stay as they are, in [0, 1]; 1 for an empty draft."""
    return sum(end - start for start, end in _kept(draft, verbatim)) / len(draft) if draft else 1.0


def _kept(draft: str, verbatim: Sequence[str]) -> list[tuple[int, int]]:
    """Where the parts stand in the draft, in order; parts that overlap are joined."""
    spans: list[tuple[int, int]] = []
    found = (re.search(rf"{re.escape(bare(part))}[{STOPS}]?", draft, re.IGNORECASE) for part in verbatim)
    for start, end in sorted(match.span() for match in found if match is not None):
        if spans and start < spans[-1][1]:
            spans[-1] = spans[-1][0], max(end, spans[-1][1])
        else:
            spans.append((start, end))
    return spans


def _plain(text: str) -> str:
    return " ".join(text.split())
