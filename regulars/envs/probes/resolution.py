"""Resolves a planned probe when it is asked: computes gold, competitors and evidence from the ledger.

No code here reads the world, so untold facts do not influence the result. `resolve_values` resolves probes that ask for
values, `resolve_options` resolves multiple choice, and `resolve_messages` resolves messages to other people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from regulars.dialogue import is_session_id
from regulars.envs.probes.gold import ProbeStatus, Resolution
from regulars.envs.probes.resolve_messages import resolve_message
from regulars.envs.probes.resolve_options import resolve_option_probe
from regulars.envs.probes.resolve_values import resolve_value_probe
from regulars.rewards.choices.options import LETTERS
from regulars.rewards.verdicts.expectation import EARLIER_KINDS, RUBRIC, Expectation
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.reliving import LINE
from regulars.scenarios.world import Probe
from regulars.values import Domain, ValueType

if TYPE_CHECKING:
    from regulars.envs.ledger import Disclosure, Ledger
    from regulars.scenarios.ontology.attributes import Ontology


_TEXT = Domain("text")


def resolve(probe: Probe, ledger: Ledger, ontology: Ontology, language: Language | None = None) -> Resolution:
    """The gold of a probe, given the ledger.

    Args:
        probe: The planned probe.
        ledger: The disclosures and commitments so far.
        ontology: The ontology of the attributes.
        language: The language of the options in multiple choice; English by default.
    """
    if probe.form is Form.TEXT or probe.options:
        return _recorded(probe, ledger)
    if probe.form is Form.MANNER:
        expectation = Expectation(probe.form, _TEXT, True, (), category=probe.value)
        return Resolution(ProbeStatus.ASKED, expectation, (), ledger.mark)
    if _is_undecided(probe, ledger):
        return Resolution.void(ledger)
    if probe.form is Form.PASS_ON:
        return resolve_message(probe, ledger, ontology)
    if probe.form is Form.OPTION:
        return resolve_option_probe(probe, ledger, ontology, language or Language.load("english"))
    resolution = resolve_value_probe(probe, ledger, ontology)
    if resolution.expectation is None or probe.kind not in EARLIER_KINDS:
        return resolution
    day = probe.value if probe.kind == ProbeKind.EPISODIC_CUE else ""
    return replace(resolution, expectation=replace(resolution.expectation, earlier=True, asked_day=day))


def _is_undecided(probe: Probe, ledger: Ledger) -> bool:
    """Whether a probe rests on two contradicting values, so that a listener cannot know which is true.

    A question for the current value accepts either. A question for what was told on a day is decided by that day,
    unless the only value told on it was taken back later.
    """
    if probe.kind == ProbeKind.EPISODIC_CUE:
        taken = [one for one in ledger.retracted(probe.owner, probe.attribute) if _is_of(one, probe.value)]
        return bool(taken) and not any(_is_of(one, probe.value) for one in ledger.of(probe.owner, probe.attribute))
    if probe.form is Form.VALUE and probe.kind != ProbeKind.MULTI_HOP:
        return False
    return any(ledger.is_contested(probe.owner, name) for name in (probe.attribute, probe.other) if name)


def _is_of(disclosure: Disclosure, day: str) -> bool:
    return disclosure.time.date().isoformat() == day


def _recorded(probe: Probe, ledger: Ledger) -> Resolution:
    """The reference of recorded data; void in a life whose person never said what the question rests on."""
    mark = ledger.mark
    evidence = tuple(found for ids in probe.evidence if (found := _said(ids, ledger)))
    if probe.evidence and not evidence:
        return Resolution.void(ledger)
    gold = tuple(one for one in (probe.gold, *probe.alternatives) if one)
    category = RUBRIC if probe.rubric else probe.kind
    letters = dict.fromkeys(LETTERS[: len(probe.options)].upper(), ())
    domain = Domain("letters", ValueType.TERM, letters) if letters else _TEXT
    stale = tuple(filter(None, probe.value.split("|")))
    expectation = Expectation(
        probe.form, domain, probe.answerable, gold, stale, category=category, options=probe.options
    )
    status = ProbeStatus.ASKED if probe.answerable else ProbeStatus.UNANSWERABLE
    return Resolution(status, expectation, evidence, mark)


def _said(ids: Sequence[str], ledger: Ledger) -> tuple[str, ...]:
    """A set of evidence with the turns that said its acts; empty if one was not said, or a session not held."""
    found = tuple(ledger.said.get(id, id) for id in ids)
    sessions = {turn.partition(".")[0] for turn in ledger.said.values()}
    for id in found:
        if is_session_id(id):
            if sessions and id not in sessions:
                return ()
        elif id.startswith(LINE):
            return ()
    return found
