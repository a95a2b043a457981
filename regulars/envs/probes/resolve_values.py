"""The gold of questions that ask for values: the latest, all, a count, a sum, a duration, an order, what is allowed.

All values come from the ledger. The evidence of an answer consists of disclosures, each with all turns that make it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date
from functools import lru_cache
from itertools import chain, compress, islice, product
from typing import TYPE_CHECKING

from regulars.calendar_text import granularity_of
from regulars.envs.ledger import OVER, SLIP
from regulars.envs.probes.gold import ProbeStatus, Resolution
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import Form, ProbeKind
from regulars.scenarios.ontology.attribute import Cardinality, Change, render_value
from regulars.scenarios.world import Probe
from regulars.values import Domain, ValueType

if TYPE_CHECKING:
    from regulars.envs.ledger import Disclosure, Ledger
    from regulars.scenarios.ontology.attribute import Attribute
    from regulars.scenarios.ontology.attributes import Ontology


ALTERNATIVES = 64
"""The maximum number of evidence alternatives of a probe."""

COUNT = Domain("count", ValueType.NUMBER)
DAYS = Domain("days", ValueType.NUMBER, unit="days")

Evidence = tuple[tuple[str, ...], ...]


def resolve_value_probe(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    """The gold of a probe that asks for values."""
    by_form = _BY_FORM.get(probe.form)
    if by_form is not None:
        return by_form(probe, ledger, ontology)
    if probe.kind == ProbeKind.MULTI_HOP:
        return _at_the_time(probe, ledger, ontology)
    own = disclosures = ledger.of(probe.owner, probe.attribute)
    attribute = ontology.attribute(probe.attribute)
    claimed: tuple[str, ...] = ()
    slots: dict[str, str] = {}
    if probe.kind == ProbeKind.EPISODIC_CUE:
        disclosures = [disclosure for disclosure in disclosures if disclosure.time.date().isoformat() == probe.value]
        slots = {"date": render_value(probe.value, "day", like=attribute.label)}
    elif probe.value:
        claimed, slots = (probe.value,), {"value": standing_words(attribute, probe.value)}
    others = _others(probe, ledger, own)
    domain = COUNT if probe.form is Form.COUNT else attribute.domain
    if not disclosures:
        return _untold(probe, ledger, domain, () if probe.form is Form.COUNT else others, claimed, slots)
    if probe.form is Form.VALUE:
        return _latest(probe, ledger, disclosures, domain, others, claimed, slots)
    return _collected(probe, ledger, disclosures, domain, others, slots)


def _untold(
    probe: Probe,
    ledger: Ledger,
    domain: Domain,
    others: tuple[str, ...],
    claimed: tuple[str, ...],
    slots: dict[str, str],
) -> Resolution:
    """The gold of an attribute that was never told, or was told and then forgotten: abstaining."""
    forgotten = tuple(dict.fromkeys(ledger.forgotten(probe.owner, probe.attribute)))
    expectation = Expectation(probe.form, domain, False, others=others)
    classes = {"other_person": others, "claimed": claimed, "forgotten": forgotten}
    return Resolution(ProbeStatus.UNANSWERABLE, expectation, (), ledger.mark, slots, _kept(classes))


def current(disclosures: Sequence[Disclosure], type: ValueType) -> tuple[str, list[Disclosure]]:
    """The latest value and the disclosures of it. For a date, the most exact of the latest values that agree."""
    gold = disclosures[-1].value
    run: list[Disclosure] = []
    for disclosure in reversed(disclosures):
        if disclosure.how == OVER or not (disclosure.value.startswith(gold) or gold.startswith(disclosure.value)):
            break
        if type is not ValueType.DATE and disclosure.value != gold:
            break
        gold = max(gold, disclosure.value, key=len)
        run.append(disclosure)
    return gold, run[::-1]


def _one(disclosures: Sequence[Disclosure], type: ValueType) -> tuple[tuple[str, ...], list[Disclosure]]:
    gold, run = current(disclosures, type)
    return (gold,), run


def _either(disclosures: Sequence[Disclosure]) -> tuple[tuple[str, ...], list[Disclosure]] | None:
    """The true value and the slips on it, with their disclosures, if both were told last; otherwise None."""
    fact = disclosures[-1].fact
    start = next((at for at in range(len(disclosures), 0, -1) if disclosures[at - 1].fact != fact), 0)
    run = list(disclosures[start:])
    true = [disclosure.value for disclosure in run if disclosure.how != SLIP]
    slips = [disclosure.value for disclosure in run if disclosure.how == SLIP]
    return (tuple(dict.fromkeys((*true, *slips))), run) if true and slips else None


def _latest(
    probe: Probe,
    ledger: Ledger,
    disclosures: Sequence[Disclosure],
    domain: Domain,
    others: tuple[str, ...],
    claimed: tuple[str, ...],
    slots: dict[str, str],
) -> Resolution:
    if disclosures[-1].how == OVER:
        stale = tuple(dict.fromkeys(disclosure.value for disclosure in disclosures))
        expectation = Expectation(probe.form, domain, True, (), stale, others, over=True)
        classes = _kept({"stale": stale, "other_person": others})
        return Resolution(ProbeStatus.ASKED, expectation, (disclosures[-1].turns,), ledger.mark, slots, classes)
    golds, run = _either(disclosures) or _one(disclosures, domain.type)
    alternatives = tuple(disclosure.turns for disclosure in run if disclosure.value in golds)
    before = [*disclosures[: len(disclosures) - len(run)], *ledger.retracted(probe.owner, probe.attribute)]
    stale = tuple(dict.fromkeys(disclosure.value for disclosure in before if disclosure.value not in golds))
    kept = tuple(value for value in others if value not in golds and value not in stale)
    expectation = Expectation(probe.form, domain, True, golds, stale, kept)
    classes = _kept({"stale": stale, "other_person": kept, "claimed": tuple(set(claimed) - set(golds))})
    return Resolution(ProbeStatus.ASKED, expectation, _distinct(alternatives), ledger.mark, slots, classes)


def _collected(
    probe: Probe,
    ledger: Ledger,
    disclosures: Sequence[Disclosure],
    domain: Domain,
    others: tuple[str, ...],
    slots: dict[str, str],
) -> Resolution:
    """All values, their number, or their sum. A sufficient set contains a disclosure of each value."""
    parts: dict[str, list[Disclosure]] = {}
    for disclosure in disclosures:
        parts.setdefault(disclosure.fact if probe.form is Form.SUM else disclosure.value, []).append(disclosure)
    evidence = evidence_of(list(parts.values()))
    if probe.form is Form.SUM:
        gold: tuple[str, ...] = (str(sum(int(told[0].value) for told in parts.values())),)
        expectation = Expectation(probe.form, domain, True, gold)
    elif probe.form is Form.COUNT:
        expectation = Expectation(probe.form, domain, True, (str(len(parts)),))
    else:
        kept = tuple(value for value in others if value not in parts)
        expectation = Expectation(probe.form, domain, True, tuple(parts), others=kept)
    classes = _kept({"other_person": expectation.others})
    return Resolution(ProbeStatus.ASKED, expectation, evidence, ledger.mark, slots, classes)


def evidence_of(groups: Sequence[Sequence[Disclosure]]) -> Evidence:
    """The alternatives with one disclosure from each group."""
    told = [[disclosure.turns for disclosure in group] for group in groups]
    picks = islice(product(*told), ALTERNATIVES)
    return _minimal(_distinct(tuple(sorted({*chain.from_iterable(pick)})) for pick in picks))


def _choice(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    made = ledger.commitment(probe.target)
    if made is None:
        return Resolution.void(ledger)
    expectation = Expectation(probe.form, ontology.domain(probe.attribute), True, (made.value,))
    told = [one.turns for one in ledger.of(probe.owner, probe.attribute) if one.value == made.value]
    return Resolution(ProbeStatus.ASKED, expectation, _distinct(((made.turn,), *told)), ledger.mark)


def _allowed(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    """A choice among options, some ruled out by told facts; void if they rule out none or all."""
    options = tuple(probe.value.split("|"))
    groups: list[list[Disclosure]] = []
    excluded: set[str] = set()
    for attribute in ontology.limiting(probe.attribute):
        disclosures = ledger.of(probe.owner, attribute.name)
        if not disclosures or disclosures[-1].how == OVER:
            continue
        value, run = current(disclosures, attribute.type)
        out = set(attribute.excludes[probe.attribute].get(value, ())) & set(options)
        if out:
            excluded |= out
            groups.append(run)
    gold = tuple(option for option in options if option not in excluded)
    if not excluded or not gold:
        return Resolution.void(ledger)
    expectation = Expectation(probe.form, ontology.domain(probe.attribute), True, gold, offered=options)
    classes = {"overlooked": tuple(option for option in options if option in excluded)}
    return Resolution(ProbeStatus.ASKED, expectation, evidence_of(groups), ledger.mark, {}, classes)


def _at_the_time(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    """The value of `other` at the time when `attribute` was told to be `value`: two hops. Later values are too new."""
    first, second = ontology.attribute(probe.attribute), ontology.attribute(probe.other)
    mark = ledger.mark
    cue = next((one for one in ledger.of(probe.owner, first.name) if one.value == probe.value), None)
    if cue is None:
        return Resolution.void(ledger)
    slots = {"value": standing_words(first, probe.value)}
    told = ledger.of(probe.owner, second.name)
    then = (cue.session, len(cue.turn), cue.turn)  # the id of utterance 100 is longer than that of 99
    known = [one for one in told if (one.session, len(one.turn), one.turn) <= then]
    others = _others(probe, ledger, told, second.name)
    if told and not known and second.change is Change.STATIC:
        return Resolution.void(ledger)  # it was the same then, so what was told later answers as well
    if not known or known[-1].how == OVER:
        later = tuple(dict.fromkeys(disclosure.value for disclosure in told))
        expectation = Expectation(Form.VALUE, second.domain, False, others=others)
        classes = _kept({"anachronism": later, "other_person": others})
        return Resolution(ProbeStatus.UNANSWERABLE, expectation, (), mark, slots, classes)
    gold, run = current(known, second.type)
    rest = tuple(dict.fromkeys(disclosure.value for disclosure in told if disclosure.value != gold))
    expectation = Expectation(Form.VALUE, second.domain, True, (gold,), rest, others)
    evidence = evidence_of([[cue], [one for one in run if one.value == gold]])
    classes = _kept({"anachronism": rest, "other_person": others})
    return Resolution(ProbeStatus.ASKED, expectation, evidence, mark, slots, classes)


def _duration(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    """The number of days between two dates that were told exactly."""
    mark = ledger.mark
    found: list[date] = []
    groups: list[list[Disclosure]] = []
    for name in (probe.attribute, probe.other):
        disclosures = ledger.of(probe.owner, name)
        gold, run = current(disclosures, ValueType.DATE) if disclosures and disclosures[-1].how != OVER else ("", [])
        if granularity_of(gold) != "day":
            return Resolution(ProbeStatus.UNANSWERABLE, Expectation(probe.form, DAYS, False), (), mark)
        found.append(date.fromisoformat(gold))
        groups.append([disclosure for disclosure in run if disclosure.value == gold])
    days = str(abs((found[1] - found[0]).days))
    return Resolution(ProbeStatus.ASKED, Expectation(probe.form, DAYS, True, (days,)), evidence_of(groups), mark)


def _order(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    """The values in the order of their first disclosures; void if there is only one."""
    disclosures = ledger.of(probe.owner, probe.attribute)
    first: dict[str, list[Disclosure]] = {}
    for disclosure in disclosures:
        first.setdefault(disclosure.value, [disclosure])
    domain = ontology.domain(probe.attribute)
    if not first:
        return Resolution(ProbeStatus.UNANSWERABLE, Expectation(probe.form, domain, False), (), ledger.mark)
    if len(first) < 2:
        return Resolution.void(ledger)
    expectation = Expectation(probe.form, domain, True, tuple(first))
    return Resolution(ProbeStatus.ASKED, expectation, evidence_of(list(first.values())), ledger.mark)


def _mention(probe: Probe, ledger: Ledger, ontology: Ontology) -> Resolution:
    """A reminder that the person asked for: its label, a cue or the present value, without a list of other labels."""
    attribute = ontology.attribute(probe.attribute)
    disclosures = ledger.of(probe.owner, probe.attribute)
    words = dict.fromkeys(one.value for one in disclosures) if attribute.type is ValueType.TERM else ()
    domain = Domain(f"mentions {probe.attribute}", ValueType.TERM, {attribute.label: (*attribute.cues, *words)})
    asked = ledger.turn_of(probe.target)
    if asked is None:
        return Resolution.void(ledger)
    others = tuple(_names(one) for one in ontology if one is not attribute)
    stale = _former(disclosures) if words and attribute.cardinality is Cardinality.ONE else ()
    expectation = Expectation(probe.form, domain, True, (attribute.label,), stale, others)
    return Resolution(ProbeStatus.ASKED, expectation, ((asked,),), ledger.mark)


@lru_cache(maxsize=1024)
def _names(attribute: Attribute) -> str:
    """The label of an attribute and its cues, with `|` between them; without those that hold a shorter one."""
    kept = [attribute.label]
    for cue in sorted(attribute.cues, key=len):
        if not any(f" {name} " in f" {cue} " for name in kept):
            kept.append(cue)
    return "|".join(kept)


def _former(disclosures: Sequence[Disclosure]) -> tuple[str, ...]:
    """The told values that no longer hold."""
    last = disclosures[-1]
    held = "" if last.how == OVER else last.value
    return tuple(dict.fromkeys(one.value for one in disclosures if one.value != held))


_BY_FORM: dict[Form, Callable[[Probe, Ledger, Ontology], Resolution]] = {
    Form.CHOICE: _choice,
    Form.ANY: _allowed,
    Form.DURATION: _duration,
    Form.ORDER: _order,
    Form.MENTION: _mention,
}


def value_words(attribute: Attribute, value: str) -> str:
    """A value as people write it."""
    granularity = granularity_of(value) if attribute.type is ValueType.DATE else ""
    return render_value(value, granularity, attribute.domain.unit, attribute.label)


def standing_words(attribute: Attribute, value: str) -> str:
    """A value as it stands behind `is`."""
    return attribute.standing(value, value_words(attribute, value))


def _others(probe: Probe, ledger: Ledger, own: Sequence[Disclosure], attribute: str = "") -> tuple[str, ...]:
    """The values of the attribute that only other people told."""
    attribute = attribute or probe.attribute
    mine = {disclosure.value for disclosure in own}
    values: dict[str, None] = {}
    for person in ledger.tellers(attribute):
        if person != probe.owner:
            told = ledger.of(person, attribute)
            values.update(dict.fromkeys(disclosure.value for disclosure in told if disclosure.value not in mine))
    return tuple(values)


def _kept(classes: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return {name: values for name, values in classes.items() if values}


def _distinct(alternatives: Iterable[tuple[str, ...]]) -> Evidence:
    return tuple(dict.fromkeys(alternatives))


def _minimal(alternatives: Evidence) -> Evidence:
    """Drops alternatives that contain another one. Alternatives of one size contain none."""
    sizes = set(map(len, alternatives))
    if len(sizes) < 2:
        return alternatives
    sets = [frozenset(alternative) for alternative in alternatives]
    minimal: list[frozenset[str]] = []
    for size in sorted(sizes):
        minimal += [own for own in sets if len(own) == size and not any(map(own.__gt__, minimal))]
    return tuple(compress(alternatives, map(set(minimal).__contains__, sets)))
