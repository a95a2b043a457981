"""Resolves a planned probe when it is asked: gold, competitors and evidence are functions of the ledger.

Nothing here reads the world. Changing a fact that was never told changes no result. What asks for values is resolved in
`resolve_values`, what offers options in `resolve_options`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.envs.probes.gold import ProbeStatus, Resolution
from regulars.envs.probes.resolve_options import resolve_option_probe
from regulars.envs.probes.resolve_values import resolve_value_probe
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.language.packs import Language
from regulars.scenarios.world import Probe
from regulars.values import Domain

if TYPE_CHECKING:
    from regulars.envs.ledger import Disclosure, Ledger
    from regulars.scenarios.ontology.attributes import Ontology


_TEXT = Domain("text")


def resolve(probe: Probe, ledger: Ledger, ontology: Ontology, language: Language | None = None) -> Resolution:
    """The gold of `probe` by what `ledger` holds.

    Args:
        probe: The plan.
        ledger: What was told.
        ontology: The attributes.
        language: Words the options of multiple choice; English if left out.
    """
    mark = ledger.mark
    if probe.form is Form.TEXT:
        return _recorded(probe, mark)
    if probe.form is Form.MANNER:
        expectation = Expectation(probe.form, _TEXT, True, (), category=probe.value)
        return Resolution(ProbeStatus.ASKED, expectation, (), mark)
    if _is_undecided(probe, ledger):
        return Resolution(ProbeStatus.VOID, None, (), mark)
    if probe.form is Form.OPTION:
        return resolve_option_probe(probe, ledger, ontology, language or Language.load("english"))
    return resolve_value_probe(probe, ledger, ontology)


def _is_undecided(probe: Probe, ledger: Ledger) -> bool:
    """Whether a question rests on two values, and a listener cannot know which is true.

    Of the one that a person has now either will do, and of what was told on a day that day decides. What was taken back
    was said all the same: what was told on the day of nothing else but that cannot be asked.
    """
    if probe.kind == ProbeKind.EPISODIC_CUE:
        taken = [one for one in ledger.retracted(probe.owner, probe.attribute) if _is_of(one, probe.value)]
        return bool(taken) and not any(_is_of(one, probe.value) for one in ledger.of(probe.owner, probe.attribute))
    if probe.form is Form.VALUE and probe.kind != ProbeKind.MULTI_HOP:
        return False
    return any(ledger.is_contested(probe.owner, name) for name in (probe.attribute, probe.other) if name)


def _is_of(disclosure: Disclosure, day: str) -> bool:
    return disclosure.time.date().isoformat() == day


def _recorded(probe: Probe, mark: tuple[int, int]) -> Resolution:
    gold = (probe.gold,) if probe.gold else ()
    expectation = Expectation(probe.form, _TEXT, probe.answerable, gold, category=probe.kind)
    status = ProbeStatus.ASKED if probe.answerable else ProbeStatus.UNANSWERABLE
    return Resolution(status, expectation, probe.evidence, mark)
