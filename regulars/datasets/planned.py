"""Resolves planned probes before an episode, with a ledger as if all people told exactly what is planned.

This scores nothing. It shows the multiple choices of a file in advance. It also checks that the generator's view of
answerable probes (`scenarios/checks`) agrees with their resolution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from regulars.envs.ledger import FORGOTTEN, OVER, Commitment, Disclosure, Ledger
from regulars.envs.probes.gold import Resolution
from regulars.envs.probes.resolution import resolve
from regulars.scenarios.checks.files import Choice
from regulars.scenarios.kinds import ActKind, DisclosureMode, Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Act, Fact, Probe, Scenario, Session

_SAID = (ActKind.REMIND, ActKind.WISH, ActKind.PLAN, ActKind.RELAY, ActKind.SHOW)
_GRAINS = {"month": 7, "year": 4}


def planned_choices(scenario: Scenario, ontology: Ontology) -> list[Choice]:
    """Returns the out-of-band multiple choices as planned, without void ones."""
    choices = []
    for probe, resolution in planned_resolutions(scenario, ontology, (Form.OPTION,)):
        key = resolution.expectation
        if key is not None:
            choices.append(Choice(probe.id, key.options, key.options["ABCD".index(key.gold[0])]))
    return choices


def planned_resolutions(
    scenario: Scenario, ontology: Ontology, forms: tuple[Form, ...] = tuple(Form)
) -> Iterator[tuple[Probe, Resolution]]:
    """Yields each planned probe of these forms with its planned gold. Commitments take the first option."""
    language = Language.load(scenario.language, scenario.phrasing)
    facts = {fact.id: fact for person in scenario.persons for fact in person.facts}
    ledger = Ledger()
    waiting = list(scenario.sessions)
    for probe in sorted(scenario.probes, key=lambda probe: probe.time):
        if probe.form not in forms:
            continue
        while waiting and waiting[0].start < probe.time:
            session = waiting.pop(0)
            for place, act in enumerate(session.agenda):
                _enter(ledger, session, place, act, facts, ontology)
        yield probe, resolve(probe, ledger, ontology, language)


def _enter(ledger: Ledger, session: Session, place: int, act: Act, facts: dict[str, Fact], ontology: Ontology) -> None:
    turn, number, now = f"s{session.number:03}.t{place:02}", session.number, session.start
    fact = facts.get(act.fact)
    if act.kind is ActKind.TELL and act.mode is not DisclosureMode.OUTCOME and fact is not None:
        value = fact.value[: _GRAINS.get(act.granularity, len(fact.value))]
        how, reason = act.phrasing.value, act.reason
        told = Disclosure(fact.id, fact.person, fact.attribute, value, how, turn, number, now, act.id, reason=reason)
        ledger.enter(told)
        for attribute, implied in ontology.implied(fact.attribute, value):
            ledger.enter(replace(told, attribute=attribute, value=implied, how="implied"))
        _mention(ledger, session.person, act, turn, (act.other,) if act.other else (), ontology)
    elif act.kind is ActKind.END and fact is not None:
        ledger.enter(Disclosure(fact.id, fact.person, fact.attribute, fact.value, OVER, turn, number, now, act.id))
    elif act.kind is ActKind.FORGET:
        ledger.enter(Disclosure("", session.person, act.attribute, "", FORGOTTEN, turn, number, now, act.id))
    elif act.kind in (ActKind.GOSSIP, ActKind.MENTION):
        _mention(ledger, session.person, act, turn, act.options, ontology)
    elif act.kind in _SAID:
        ledger.said[act.id] = turn
        _mention(ledger, session.person, act, turn, (act.other,) if act.kind is ActKind.RELAY else (), ontology)
    elif act.kind is ActKind.DELEGATE and act.options:
        ledger.commit(Commitment(act.id, session.person, act.attribute, act.options[0], turn, number, now))


def _mention(ledger: Ledger, person: str, act: Act, turn: str, values: Sequence[str], ontology: Ontology) -> None:
    for value in values:
        ledger.mention(person, act.attribute, value, turn)
        for attribute, implied in ontology.implied(act.attribute, value):
            ledger.mention(person, attribute, implied, turn)
