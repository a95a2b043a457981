"""The gold of messages to other people: what was told and belongs there, and everything told that is private there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from regulars.envs.ledger import FORGOTTEN, OVER
from regulars.envs.probes.gold import ProbeStatus, Resolution
from regulars.envs.probes.resolve_values import current, evidence_of
from regulars.rewards.verdicts.expectation import Content, Expectation
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.world import Probe
from regulars.values import Domain, ValueType

if TYPE_CHECKING:
    from regulars.envs.ledger import Disclosure, Ledger
    from regulars.scenarios.ontology.attribute import Attribute
    from regulars.scenarios.ontology.attributes import Ontology

Slot = tuple[str, str]
"""A person's id and the name of an attribute."""


def resolve_message(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    """The gold of a message in a context; void unless both something needed and something private were told.

    Needed is the present value of each attribute that the context needs, or all values of one that holds many; a date
    that lay ahead and has passed is no such value, and neither is a street after a move to another city. Private is all
    that its owner ever told about private attributes, outdated and ended values included; all that its owner asked to
    forget; and all that only other people told. Other disclosures count neither way.
    """
    needed: list[Content] = []
    groups: list[list[Disclosure]] = []
    told = _told(ledger)
    own = [ontology.attribute(name) for person, name in told if person == probe.owner and name in ontology]
    for attribute in own:
        if probe.context in attribute.needed and not _is_doubtful(probe.owner, attribute, ledger, ontology):
            parts = _present(ledger.of(probe.owner, attribute.name), attribute, probe.time.date().isoformat())
            if parts:
                needed.append(Content(attribute.name, attribute.domain, tuple(parts), needed=True))
                groups += parts.values()
    in_it = {(content.domain.type, value) for content in needed for value in content.values}
    private = [
        _content(attribute, told[probe.owner, attribute.name], in_it)
        for attribute in own
        if probe.context in attribute.private
    ]
    forgotten = [
        _content(attribute, ledger.forgotten(probe.owner, attribute.name), in_it)
        for attribute in own
        if probe.context not in attribute.private and not ledger.of(probe.owner, attribute.name)
    ]
    private = [content for content in (*private, *forgotten) if content.values]
    if not needed or not private:
        return Resolution.void(ledger)
    others = [
        _content(ontology.attribute(name), values, in_it, told.get((probe.owner, name), ()), person)
        for (person, name), values in told.items()
        if person != probe.owner and name in ontology
    ]
    foreign = [content for content in others if content.values]
    contents = (*needed, *private, *foreign)
    classes = {"private": _values(private), "other_person": _values(foreign)}
    expectation = Expectation(
        probe.form,
        _terms(probe.context, contents, ontology),
        True,
        _values(needed),
        others=_values((*private, *foreign)),
        contents=contents,
    )
    kept = {name: values for name, values in classes.items() if values}
    return Resolution(ProbeStatus.ASKED, expectation, evidence_of(groups), ledger.mark, {}, kept)


def _is_doubtful(owner: str, attribute: Attribute, ledger: Ledger, ontology: Ontology) -> bool:
    """Whether a value is contested, or a change or an end was told after it that leaves it in doubt."""
    if ledger.is_contested(owner, attribute.name):
        return True
    movers = {mover.name for mover in ontology.unsettling(attribute.name)}
    known: dict[str, str] = {}
    doubtful = False
    for one in ledger.disclosures if movers else ():
        if one.person != owner or one.how == FORGOTTEN:
            continue
        if one.attribute == attribute.name:
            doubtful = False
        elif one.attribute in movers:
            doubtful = doubtful or one.how == OVER or known.get(one.attribute, one.value) != one.value
            known[one.attribute] = one.value
    return doubtful


def _told(ledger: Ledger) -> dict[Slot, tuple[str, ...]]:
    """All values that were ever told, by person and attribute, in order."""
    found: dict[Slot, dict[str, None]] = {}
    for disclosure in ledger.disclosures:
        if disclosure.how != FORGOTTEN:
            found.setdefault((disclosure.person, disclosure.attribute), {})[disclosure.value] = None
    return {slot: tuple(values) for slot, values in found.items()}


def _present(disclosures: list[Disclosure], attribute: Attribute, today: str) -> dict[str, list[Disclosure]]:
    """The values that hold at present, each with its disclosures; empty if there is none any more.

    A date that lay ahead when it was told holds until its day, or the end of its month, has passed.
    """
    if not disclosures or disclosures[-1].how == OVER:
        return {}
    if attribute.cardinality is Cardinality.MANY:
        parts: dict[str, list[Disclosure]] = {}
        for disclosure in disclosures:
            parts.setdefault(disclosure.value, []).append(disclosure)
        return parts
    value, run = current(disclosures, attribute.type)
    if attribute.span[0] > 0 and value < today[: len(value)]:
        return {}
    return {value: [disclosure for disclosure in run if disclosure.value == value]}


def _content(
    attribute: Attribute,
    values: Iterable[str],
    needed: set[tuple[ValueType, str]],
    own: Iterable[str] = (),
    person: str = "",
) -> Content:
    """A content that must stay out, without values that belong in the message or that its owner told as well."""
    also = set(own)
    kept = (value for value in values if value not in also and (attribute.type, value) not in needed)
    return Content(attribute.name, attribute.domain, tuple(dict.fromkeys(kept)), person=person)


def _values(contents: Iterable[Content]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for content in contents for value in content.values))


def _terms(context: str, contents: Iterable[Content], ontology: Ontology) -> Domain:
    """The domain of all terms among the contents, so that the longer of two overlapping ones is found."""
    aliases = {
        value: ontology.domain(content.attribute).aliases.get(value, ())
        for content in contents
        if content.domain.type is ValueType.TERM
        for value in content.values
    }
    return Domain(f"passed on to {context}", ValueType.TERM, aliases)
