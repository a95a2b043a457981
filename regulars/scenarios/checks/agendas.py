"""Checks agendas: people tell true facts of their own, anchors follow their rules, choices leave an option."""

from __future__ import annotations

from collections.abc import Iterator

from regulars.scenarios.checks.incidents import told_ways
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.kinds import ActKind, Band, DisclosureMode
from regulars.scenarios.language.exchanges import SmallTalk, TalkMoment
from regulars.scenarios.planning.agenda import rounds_of
from regulars.scenarios.world import Act, Persona, Session
from regulars.values import ValueType

_RAISES = (ActKind.ASK, ActKind.REQUEST)


def check_agendas(plan: Planned) -> Iterator[Problem]:
    """Yields the problems with the acts on agendas."""
    yield from _tells(plan)
    yield from _anchors(plan)
    yield from _small_talk(plan)
    for session in plan.scenario.sessions:
        for place, act in enumerate(session.agenda):
            if act.attribute and act.attribute not in plan.ontology:
                yield Problem("unknown-attribute", act.id, f"is about {act.attribute!r}, which is not in the ontology")
            elif act.kind is ActKind.DELEGATE:
                yield from _options(plan, session, place, act)
        needed = sum(rounds_of(act, plan.small_talk) for act in session.agenda)
        if needed > session.rounds:
            where = f"session {session.number}"
            yield Problem("agenda-too-long", where, f"has acts for {needed} rounds and {session.rounds} rounds")


def _tells(plan: Planned) -> Iterator[Problem]:
    told: dict[str, str] = {}
    for session in plan.scenario.sessions:
        for act in session.agenda:
            if act.kind is not ActKind.TELL or act.mode is DisclosureMode.OUTCOME:
                continue
            fact = plan.facts.get(act.fact)
            if fact is None:
                yield Problem("unknown-fact", act.id, f"tells fact {act.fact!r}, which no person has")
                continue
            if fact.person != session.person:
                yield Problem("foreign-fact", act.id, f"tells {fact.id}, a fact of {fact.person}")
            if fact.since > session.start:
                yield Problem("told-too-early", act.id, f"tells {fact.id}, which is true only from {fact.since}")
            if fact.until is not None and fact.until <= session.start:
                yield Problem("told-too-late", act.id, f"tells {fact.id}, which is true only until {fact.until}")
            if act.attribute != fact.attribute:
                yield Problem("act-attribute", act.id, f"tells {fact.attribute} and says {act.attribute!r}")
            if act.fact in told:
                yield Problem("told-twice", act.id, f"tells {act.fact}, which {told[act.fact]} tells")
            told.setdefault(act.fact, act.id)
            if act.attribute in plan.ontology:
                yield from _wording(plan, act)


def _small_talk(plan: Planned) -> Iterator[Problem]:
    """Checks that exchanges are known and suit speaker and time, and that none comes twice while others are left."""
    talked: dict[str, str] = {}
    for session, act in ((one, act) for one in plan.scenario.sessions for act in one.agenda):
        if act.kind is not ActKind.SMALL_TALK or not act.other:
            continue
        person = plan.persons.get(session.person)
        moment = TalkMoment.of(person.persona if person else Persona(), session.start)
        exchange = plan.small_talk.get(act.other)
        if exchange is None:
            message = f"says the exchange {act.other!r}; the pack {plan.scenario.language} has no such small talk"
            yield Problem("unknown-small-talk", act.id, message)
            continue
        if not exchange.suits(moment):
            yield Problem("unsuitable-small-talk", act.id, f"says the exchange {act.other}; {_unsuited(exchange)}")
        first = talked.setdefault(act.other, act.id)
        if first != act.id and any(id not in talked and one.suits(moment) for id, one in plan.small_talk.items()):
            yield Problem("small-talk-twice", act.id, f"says the exchange {act.other}, which {first} says")


def _unsuited(exchange: SmallTalk) -> str:
    """Whom an exchange does not suit, and when."""
    against, months, hours = (
        ", ".join(map(str, sorted(values))) for values in (exchange.against, exchange.months, exchange.hours)
    )
    reasons = (
        f"nobody who is {against} says it" if against else "",
        f"it is for months {months} in the north" if months else "",
        f"it is for the hours {hours}" if hours else "",
    )
    return ", and ".join(filter(None, reasons))


def _wording(plan: Planned, act: Act) -> Iterator[Problem]:
    """Checks that the attribute has words for the phrasing and the granularity of a disclosure."""
    attribute = plan.ontology.attribute(act.attribute)
    if not attribute.is_told:
        told = attribute.implied_by or "the outcome of a choice"
        yield Problem("told-phrasing", act.id, f"tells {act.attribute}, which is never told but follows from {told}")
    elif not told_ways(plan.ontology, act):
        message = f"tells {act.attribute} {act.phrasing.value}, for which it has no phrases"
        yield Problem("told-phrasing", act.id, message)
    granularities = attribute.granularities if attribute.type is ValueType.DATE else ("",)
    if act.granularity not in granularities:
        wanted = " or ".join(granularity or "none" for granularity in granularities)
        message = f"tells {act.attribute} by its {act.granularity or 'no granularity'}; expected {wanted}"
        yield Problem("told-granularity", act.id, message)


def _anchors(plan: Planned) -> Iterator[Problem]:
    anchored: dict[tuple[str, str], str] = {}
    for session in plan.scenario.sessions:
        opening = True
        for act in session.agenda:
            if act.anchor:
                anchored[session.person, act.attribute] = act.id
                if act.mode is not DisclosureMode.OPEN or act.kind is not ActKind.TELL:
                    message = f"an anchor is a {act.kind.value}, {act.mode.value}; expected an open disclosure"
                    yield Problem("anchor-mode", act.id, message)
                if not opening:
                    yield Problem("anchor-place", act.id, "an anchor does not come first in its session")
            elif act.kind is not ActKind.GREET:
                opening = False
    for session in plan.scenario.sessions:
        for act in session.agenda:
            name = plan.ontology.source(act.attribute)
            if (session.person, name) not in anchored or act.anchor:
                continue
            if act.kind in _RAISES:
                yield Problem("anchor-asked", act.id, f"asks in the conversation for the anchored {name}")
            elif act.kind in (ActKind.TELL, ActKind.END, ActKind.FORGET, ActKind.RELAY):
                message = f"is a {act.kind.value} about the anchored {name}; expected an anchor or no such act"
                yield Problem("anchor-updated", act.id, message)
    probes = plan.scenario.probes
    asked = {(probe.owner, plan.ontology.source(probe.attribute)) for probe in probes if probe.anchor}
    if any(probe.band is Band.OUT for probe in probes):
        for slot, id in anchored.items():
            if slot not in asked:
                yield Problem("anchor-unprobed", id, f"no out-of-band probe rests on the anchor {slot[1]}")


def _options(plan: Planned, session: Session, place: int, act: Act) -> Iterator[Problem]:
    """Checks that a choice offers several values and that the disclosures so far leave one of them."""
    known = plan.ontology.domain(act.attribute).aliases
    strange = [option for option in act.options if option not in known]
    if len(set(act.options)) < 2 or len(set(act.options)) < len(act.options) or strange:
        wanted = f"expected two or more different values of {act.attribute}"
        yield Problem("options", act.id, f"offers {', '.join(act.options) or 'nothing'} to choose from; {wanted}")
        return
    out = plan.ruled_out(session.person, act.attribute, (session.start, place))
    if all(option in out for option in act.options):
        why = ", ".join(f"{option} by {out[option]}" for option in act.options)
        yield Problem("no-option-left", act.id, f"disclosures up to session {session.number} rule out all: {why}")
