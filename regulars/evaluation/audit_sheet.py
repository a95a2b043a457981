"""Shows a probe to a reader who has to judge its key: question, options, key, evidence, and what else was said.

The sheet is Markdown, readable at a terminal too. It shows what an assistant could know, and the key; never the world.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from regulars.counted import counted
from regulars.datasets.record_parts.probes import ExpectationRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT
from regulars.evaluation.audit import AuditedProbe, KeyVerdict
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.heard import says
from regulars.scenarios.language.packs import Language, ontology_of
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.rules.standing import load_rules
from regulars.values import ValueType, find_values, normalise

SETS = 4
"""The number of evidence sets to show."""

OTHERS = 24
"""The number of other turns to show."""


def sheet(one: AuditedProbe, verdict: KeyVerdict | None = None) -> str:
    """The sheet of a probe, with a reader's verdict if there is one."""
    probe, outcome = one.probe, one.outcome
    ontology = ontology_of(one.record.scenario.language)
    about = [ontology.attribute(name) for name in _attributes(one) if name in ontology]
    place = f"in session {outcome.turn[1:4].lstrip('0')}" if outcome.turn else "out of band"
    about = about if probe.form is not Form.MANNER else []
    labels = ", ".join(f"{attribute.name} ({attribute.label})" for attribute in about)
    parts = [
        f"### {one.id}",
        f"*{probe.kind}*, {probe.form} of {labels or 'nothing'}; {_name(one)} asks on {_moment(outcome.time)}, {place}",
        _quoted(_question(one)),
        "\n".join(_key(one)),
        _section(f"Evidence{_sets(outcome.evidence)}", _evidence(one)),
        _section("Told about it", _told(one)),
        _section("Shown of the rule", _shown(one)),
        _section("Other talk that names such values", _talk(one, about)),
    ]
    if verdict is not None:
        note = f": {verdict.note}" if verdict.note else ""
        parts.append(f"**Verdict: {verdict.verdict}**{note}")
    return "\n\n".join(part for part in parts if part) + "\n"


def _attributes(one: AuditedProbe) -> list[str]:
    """The attributes that a probe is about, those behind the constraints of a choice included."""
    probe, ontology = one.probe, ontology_of(one.record.scenario.language)
    names = dict.fromkeys(name for name in (probe.attribute, probe.other) if name)
    for name in list(names) if probe.form in (Form.ANY, Form.OPTION) else ():
        names.update(dict.fromkeys(limit.name for limit in ontology.limiting(name)))
    if probe.form is Form.PASS_ON:
        expectation = outcome_key(one)
        names = dict.fromkeys(content.attribute for content in expectation.contents)
    return list(names)


def outcome_key(one: AuditedProbe) -> ExpectationRecord:
    """The key of a probe."""
    expectation = one.outcome.expectation
    assert expectation is not None  # only probes with a key are drawn
    return expectation


def _question(one: AuditedProbe) -> str:
    """The words of the question. In a session it is the line before the reply."""
    if not one.outcome.turn:
        return one.outcome.question
    turns = one.record.transcript
    place = next((place for place, turn in enumerate(turns) if turn.id == one.outcome.turn), 0)
    return turns[place - 1].text if place else one.outcome.question


def _key(one: AuditedProbe) -> Iterator[str]:
    key, classes = outcome_key(one), one.outcome.classes
    letters = "ABCDEFGH"
    for letter, option in zip(letters, key.options, strict=False):
        mark = "**" if letter in key.gold else ""
        yield f"- {mark}{letter}) {option}{mark}"
    if key.options:
        yield ""
    if key.contents:
        yield from _contents(one)
    elif not key.answerable:
        yield "**Key:** not told, so abstaining is right"
    elif key.over:
        yield "**Key:** it is over, and nothing took its place"
    elif one.probe.form is Form.MANNER:
        yield f"**Key:** any content, in a reply that keeps the rule {key.category}: {_wish(one, 'stated')[0]}"
    else:
        words = {Form.ANY: "any of ", Form.SET: "all of ", Form.ORDER: "in this order: "}.get(one.probe.form, "")
        several = len(key.gold) > 1 and one.probe.form is Form.VALUE
        yield f"**Key:** {'either of ' if several else words}{', '.join(key.gold)}"
    for name, values in classes.items():
        if not key.contents:
            yield f"- {name.replace('_', ' ')}: {', '.join(values)}"


def _contents(one: AuditedProbe) -> Iterator[str]:
    """What a message needs and what is private in it, each with the reason."""
    ontology, context = ontology_of(one.record.scenario.language), one.probe.context
    yield f"**Key:** a message to `{context}` that holds all that is needed and nothing private"
    for content in outcome_key(one).contents:
        attribute = ontology.attribute(content.attribute)
        reason = (attribute.needed if content.needed else attribute.private).get(context, "It was to be forgotten.")
        if content.person:
            reason = "Only another person told it."
        norm = "needed" if content.needed else "private"
        yield f"- {norm}: {attribute.label} = {', '.join(content.values)}. {reason}"


def _sets(evidence: Sequence[Sequence[str]]) -> str:
    return f" (any of {len(evidence)} sets is enough)" if len(evidence) > 1 else ""


def _evidence(one: AuditedProbe) -> Iterator[str]:
    turns = {turn.id: turn for turn in one.record.transcript}
    sets = one.outcome.evidence
    for number, ids in enumerate(sets[:SETS], 1):
        for id in ids:
            mark = f"{number}. " if len(sets) > 1 else "- "
            yield mark + (_line(turns[id]) if id in turns else id)
    if len(sets) > SETS:
        yield f"- and {len(sets) - SETS} more sets"


def _told(one: AuditedProbe) -> Iterator[str]:
    """The disclosures before the question of the attributes that it is about, with their values."""
    wanted = set(_attributes(one)) if one.probe.form is not Form.MANNER else set()
    ontology = ontology_of(one.record.scenario.language)
    wanted |= {ontology.source(name) for name in wanted}
    owners = set(one.record.scenario.persons) if one.probe.form is Form.PASS_ON else {one.probe.owner}
    _, commitments = one.outcome.mark
    for disclosure in one.record.ledger.disclosures:
        if disclosure.time < one.outcome.time and disclosure.attribute in wanted and disclosure.person in owners:
            whose = "" if disclosure.person == one.probe.owner else " by another person"
            reason = f", {disclosure.reason}" if disclosure.reason else ""
            yield (
                f"- {_moment(disclosure.time)} {disclosure.turn}: {disclosure.attribute} = {disclosure.value} "
                f"({disclosure.how}{reason}){whose}"
            )
    for made in one.record.ledger.commitments[:commitments]:
        if made.attribute in wanted and made.person == one.probe.owner:
            yield f"- {_moment(made.time)} {made.turn}: the assistant chose {made.attribute} = {made.value}"


def _wish(one: AuditedProbe, kind: str) -> tuple[str, ...]:
    """The phrases of one kind about the standing rule of a probe."""
    style_attribute, _, name = one.probe.value.partition(":")
    setting = load_rules()[style_attribute].settings[name]
    return Language.load(one.record.scenario.language).wish(setting, kind)


def _shown(one: AuditedProbe) -> Iterator[str]:
    """How the assistant could know the standing rule: what the person said of it, and what earlier replies did."""
    if one.probe.form is not Form.MANNER:
        return
    limit, owner = one.outcome.time, one.probe.owner
    phrases = [phrase for kind in ("stated", "hinted", "complaint") for phrase in _wish(one, kind)]
    moments = {turn.id: turn.time for turn in one.record.transcript}
    for turn in one.record.transcript:
        if turn.time < limit and turn.speaker != ASSISTANT and any(says(turn.text, phrase) for phrase in phrases):
            yield f"- {_line(turn)}"
    for shown in one.record.feedback:
        if shown.about in moments and moments[shown.about] < limit and shown.text in phrases:
            yield f"- {_moment(moments[shown.about])} remark on {shown.about}: {shown.text}"
    notes = [note for note in one.record.conduct if note.turn in moments and moments[note.turn] < limit]
    own = [(rule.id, f"{rule.kind}:{rule.setting}") for rule in one.record.rules if rule.person == owner]
    rules = {id for id, name in own if name == one.probe.value}
    kept, broken = (sum(not rules.isdisjoint(getattr(note, way)) for note in notes) for way in ("kept", "broken"))
    yield f"- {counted(kept, 'reply', 'replies')} kept it and {broken} broke it before"


def _talk(one: AuditedProbe, about: Iterable[Attribute]) -> Iterator[str]:
    """What people said before the question that names a value of the attributes and is no evidence."""
    evidence = {id for ids in one.outcome.evidence for id in ids}
    limit, named = one.outcome.time, list(about)
    found = [
        turn
        for turn in one.record.transcript
        if turn.speaker != ASSISTANT
        and turn.id not in evidence
        and turn.time < limit
        and any(_names(turn.text, attribute) for attribute in named)
    ]
    for turn in found[-OTHERS:]:
        whose = "" if turn.person == one.probe.owner else " (another person)"  # two people may have one name
        yield f"- {_line(turn)}{whose}"
    if len(found) > OTHERS:
        yield f"- and {counted(len(found) - OTHERS, 'turn')} before these"


def _names(text: str, attribute: Attribute) -> bool:
    """Whether a text names a value. A date counts only beside a word for its attribute, since any text has dates."""
    if not find_values(text, attribute.domain):
        return False
    if attribute.type is ValueType.TERM:
        return True
    words = f" {normalise(text)} "
    return any(f" {normalise(cue)} " in words for cue in (attribute.label, *attribute.cues))


def _line(turn: TurnRecord) -> str:
    name = "Assistant" if turn.speaker == ASSISTANT else turn.name
    return f"{_moment(turn.time)} {turn.id} {name}: {' '.join(turn.text.split())}"


def _name(one: AuditedProbe) -> str:
    """The name that the person whom the question is about has by then, with the earlier ones in brackets."""
    turns = [turn for turn in one.record.transcript if turn.time <= one.outcome.time]
    said = [turn for turn in reversed(turns) if turn.speaker != ASSISTANT]
    names = dict.fromkeys(turn.name for turn in said if turn.person == one.probe.owner and turn.name)
    name, *earlier = names or (one.probe.owner,)
    return f"{name} (earlier {', '.join(earlier)})" if earlier else name


def _moment(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in (text or "(no words)").splitlines())


def _section(title: str, lines: Iterable[str]) -> str:
    found = list(lines)
    return "\n".join((f"{title}:", "", *found)) if found else ""


def pages(drawn: Sequence[AuditedProbe], verdicts: Mapping[str, KeyVerdict]) -> Iterator[str]:
    """The sheets of all probes, under a heading for each kind."""
    kind = ""
    for one in drawn:
        if one.probe.kind != kind:
            kind = one.probe.kind
            yield f"## {kind}\n"
        yield sheet(one, verdicts.get(one.id))
