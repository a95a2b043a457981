"""Reads a user's own scenario from YAML: people with facts, sessions with what is told and asked, questions beside.

    name: Ada's move
    persons:
      - name: Ada
        zone: Europe/Oslo                     # any field of a persona, all optional
        facts:
          - {attribute: home_city, value: Lyon, since: 2020-05-01, until: 2025-03-01}
          - {attribute: home_city, value: Bergen, since: 2025-03-01}
        rules:
          - {kind: length, setting: one_sentence, shown: stated}
    sessions:
      - person: Ada                           # not needed where there is only one
        start: 2025-01-14 18:30               # on the clock of the person, or with an offset
        agenda:
          - tell: {attribute: home_city, value: Lyon}
          - small_talk
          - request: {attribute: home_city}
          - delegate: {attribute: boat_name, options: [Aurora, Kittiwake]}
    probes:
      - {attribute: home_city, time: 2025-04-01}

Everything else is filled in: ids, greetings and closes, the words, a probe for each `ask` and `request`. All that is
wrong is listed at once, with file and line, and then nothing is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, time, timedelta
from pathlib import Path as FilePath
from zoneinfo import available_timezones

from regulars.errors import DataError
from regulars.scenarios.checks.own import Part, Path, chosen_in, ways_of, within
from regulars.scenarios.checks.plan import Planned
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import scenario_id
from regulars.scenarios.generator import ROUNDS, SPARE_ROUNDS
from regulars.scenarios.language.recognition import requested_form
from regulars.scenarios.ontology.attributes import Attribute, Ontology, load_ontology
from regulars.scenarios.personas.files import _Fields, _Reader
from regulars.scenarios.rules.standing import load_rules
from regulars.scenarios.toml_tables import raise_faults
from regulars.scenarios.world import (
    Act,
    ActKind,
    Band,
    Fact,
    Form,
    Mode,
    Person,
    Persona,
    Probe,
    ProbeKind,
    Scenario,
    Session,
    Shown,
    Source,
    StandingRule,
    Way,
)
from regulars.seeding import content_hash
from regulars.values import ValueType

__all__ = ["ENDINGS", "read_own"]

ENDINGS = (".yaml", ".yml")

LONG_AGO = timedelta(days=365)
"""How long before the scenario a fact has held whose beginning is left out."""

ID = 12
"""Digits of an id."""

_ACTS = ("tell", "ask", "request", "delegate", "small_talk")
_FORMS = (Form.VALUE, Form.SET, Form.COUNT, Form.SUM, Form.CHOICE, Form.ORDER)
_MODES = (Mode.OPEN, Mode.ASKED, Mode.TRUSTED, Mode.RELEVANT)
_SEVERAL = {Form.SET: ProbeKind.DYNAMIC_INCREMENTAL, Form.COUNT: ProbeKind.COUNT, Form.SUM: ProbeKind.SUM}
_FIELDS = {
    "": ("name", "start", "persons", "sessions", "probes"),
    "person": ("name", "facts", "rules", *Persona.__dataclass_fields__),
    "fact": ("attribute", "value", "since", "until"),
    "rule": ("kind", "setting", "since", "until", "shown"),
    "session": ("person", "start", "purpose", "agenda"),
    "tell": ("attribute", "value", "mode", "way", "grain"),
    "ask": ("attribute",),
    "request": ("attribute",),
    "delegate": ("attribute", "options"),
    "probe": ("person", "attribute", "time", "form"),
}


def read_own(path: str | FilePath, ontology: Ontology | None = None) -> list[Scenario]:
    """The scenario in a YAML file, as a list of one.

    Args:
        path: Ends in `.yaml` or `.yml`.
        ontology: What there is to tell and to ask; the built-in one if left out.

    Raises:
        DataError: The file cannot be read, or something in it is wrong; all faults are named, with file and line.
    """
    place = FilePath(path)
    try:
        text = place.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read: {error}", where=str(place), expected="a scenario in YAML") from error
    reader = _Reader(place.name, text, ".yaml")
    making = _Making(reader, ontology or load_ontology())
    scenario = making.scenario() if not reader.faults else None
    if scenario is not None:
        making.check(scenario)
    raise_faults(reader.faults, f"the scenario in {place}")
    return [scenario] if scenario is not None else []


class _Making:
    """A scenario in the making: parts that make no sense are noted and left out, and what comes of the rest is checked.

    Args:
        reader: The file.
        ontology: What there is to tell and to ask.
    """

    def __init__(self, reader: _Reader, ontology: Ontology) -> None:
        self.reader = reader
        self.ontology = ontology
        self.places: dict[str, Path] = {}
        self.people: dict[str, Person] = {}
        self.zones: dict[str, str] = {}

    def scenario(self) -> Scenario | None:
        """What the file holds, as far as it can be read; None where there is nobody or nothing in it."""
        top = Part(self.reader, (), self.reader.data, self.ontology)
        top.only(_FIELDS[""])
        given = top.parts("persons", required=True)
        sittings = top.parts("sessions", required=True)
        for part in given:
            self._introduce(part)
        planned = [(part, self._of(part), self._start(part)) for part in sittings]
        starts = [start for _, _, start in planned if start is not None]
        if not self.people or not starts:
            return None
        zone = next(iter(self.zones.values()))
        start = top.moment("start", zone) or datetime.combine(min(starts).date(), time(tzinfo=min(starts).tzinfo))
        for part in given:
            self._live(part, start)
        sessions = self._sessions([(part, who, at) for part, who, at in planned if who and at is not None])
        scenario = Scenario(
            id="",
            source=Source.GENERATED,
            suite="own",
            language="english",
            start=start,
            persons=tuple(self.people.values()),
            sessions=tuple(sessions),
            probes=(),
            marks={"name": top.text("name", self.reader.file)},
        )
        scenario = replace(scenario, probes=self._probes(scenario, top.parts("probes")))
        return replace(scenario, id=scenario_id(scenario))

    def check(self, scenario: Scenario) -> None:
        """Notes what the validator finds, with the lines of what it names by ids."""
        for problem in validate_scenario(scenario, self.ontology):
            message = problem.message
            for id in (id for id in self.places if len(id) == ID and id in message):
                message = message.replace(id, f"line {self.reader.lines.get(self.places[id], 0)}")
            self.reader.fault(self.places.get(problem.where, ()), f"{message} [{problem.code}]")

    def _id(self, path: Path, *content: object) -> str:
        """An id by content; things that are alike are told apart by their place."""
        id = content_hash("|".join(map(str, content)), ID)
        if id in self.places:
            id = content_hash("|".join(map(str, (*content, *path))), ID)
        self.places[id] = path
        return id

    # ------------------------------------------------------------------ people

    def _introduce(self, part: Part) -> None:
        """A person with name and persona; facts and rules follow once the beginning of the scenario is known."""
        part.only(_FIELDS["person"])
        own = {field: value for field, value in part.given.items() if field in Persona.__dataclass_fields__}
        name, persona = _Fields(self.reader, part.path, {"name": part.given.get("name", ""), **own}).person()
        if name in self.people:
            part.fault("name", f"{name!r} is another person's; expected a name of one's own")
        id = "p" + self._id(part.path, "person", name)[:8]
        self.places[id] = part.path
        self.people.setdefault(name, Person(id, name, id, persona))
        self.zones.setdefault(name, _known_zone(persona.zone))

    def _live(self, part: Part, start: datetime) -> None:
        person = self.people.get(str(part.given.get("name", "")))
        if person is None or person.facts or person.rules:
            return
        zone = self.zones[person.name]
        facts = [fact for one in part.parts("facts") if (fact := self._fact(one, person, zone, start - LONG_AGO))]
        rules = [rule for one in part.parts("rules") if (rule := self._rule(one, person, zone, start))]
        facts.sort(key=lambda fact: (fact.since, fact.id))
        self.people[person.name] = replace(person, facts=tuple(facts), rules=tuple(rules))

    def _fact(self, part: Part, person: Person, zone: str, before: datetime) -> Fact | None:
        part.only(_FIELDS["fact"])
        attribute = part.attribute()
        since, until = part.moment("since", zone, before), part.moment("until", zone)
        if attribute is None or since is None:
            return None
        if not attribute.is_told:
            follows = f"follows from {attribute.implied_by}" if attribute.implied_by else "is chosen by the assistant"
            part.fault("attribute", f"{attribute.name} is no fact: it {follows}")
            return None
        value = part.value(attribute)
        if not value:
            return None
        id = self._id(part.path, "fact", person.id, attribute.name, value, since)
        return Fact(id, person.id, attribute.name, value, since, until)

    def _rule(self, part: Part, person: Person, zone: str, start: datetime) -> StandingRule | None:
        part.only(_FIELDS["rule"])
        kind = part.one_of("kind", load_rules())
        setting = part.one_of("setting", load_rules()[kind].settings) if kind else ""
        shown = part.one_of("shown", [shown.value for shown in Shown], Shown.STATED.value)
        since, until = part.moment("since", zone, start), part.moment("until", zone)
        if not kind or not setting or not shown or since is None:
            return None
        id = self._id(part.path, "rule", person.id, kind)
        return StandingRule(id, kind, setting, since, until, Shown(shown))

    # ------------------------------------------------------------------ sessions

    def _of(self, part: Part) -> Person | None:
        """Whose session or probe it is; the only person's where nobody is named."""
        if "person" not in part and len(self.people) == 1:
            return next(iter(self.people.values()))
        name = part.one_of("person", self.people)
        return self.people.get(name)

    def _start(self, part: Part) -> datetime | None:
        if part.given and "start" not in part:
            part.fault("start", "is missing; expected when the session begins")
        first = next(iter(self.zones.values()), "UTC")
        return part.moment("start", self.zones.get(str(part.given.get("person", "")), first))

    def _sessions(self, planned: Sequence[tuple[Part, Person | None, datetime]]) -> list[Session]:
        """In order of time, each with greeting and close, and with the wishes that are due in it."""
        sessions = []
        said: set[tuple[str, str]] = set()
        for number, (part, who, start) in enumerate(sorted(planned, key=lambda one: one[2]), 1):
            part.only(_FIELDS["session"])
            assert who is not None
            person = self.people[who.name]
            self.places[f"session {number}"] = part.path
            agenda = [Act(self._id(part.path, "greet", person.id, start), ActKind.GREET)]
            agenda += self._wishes(part, person, start, said)
            for one in self._items(part):
                agenda += self._act(one, person, start)
            agenda.append(Act(self._id(part.path, "close", person.id, start), ActKind.CLOSE))
            rounds = max(ROUNDS, len(agenda) + SPARE_ROUNDS)
            purpose = part.text("purpose", "has news")
            sessions.append(Session(number, person.id, start, rounds=rounds, purpose=purpose, agenda=tuple(agenda)))
        return sessions

    def _wishes(self, part: Part, person: Person, start: datetime, said: set[tuple[str, str]]) -> list[Act]:
        """A rule is stated or hinted in the first session after it begins, and lifted in the first after it ends."""
        acts = []
        for rule in person.rules:
            due = []
            if rule.shown is not Shown.NEVER and rule.since <= start and (rule.until is None or start < rule.until):
                due.append(rule.shown.value)
            if rule.shown is Shown.STATED and rule.until is not None and rule.until <= start:
                due.append("lifted")
            for word in due:
                if (rule.id, word) not in said:
                    said.add((rule.id, word))
                    id = self._id(part.path, "wish", rule.id, word)
                    acts.append(Act(id, ActKind.WISH, other=word, target=rule.id))
        return acts

    def _items(self, part: Part) -> list[Part]:
        """What stands on an agenda; `small_talk` may stand alone."""
        given = part.given.get("agenda", [])
        if not isinstance(given, list):
            part.fault("agenda", "is no list; expected what the person means to do, in order")
            return []
        plain = [{one: {}} if isinstance(one, str) else one for one in given]
        return [Part(self.reader, (*part.path, "agenda", at), one, self.ontology) for at, one in enumerate(plain)]

    def _act(self, item: Part, person: Person, start: datetime) -> list[Act]:
        kind, given = within(item, _ACTS)
        id = self._id(item.path, kind, person.id, start, given)
        if not kind or kind == "small_talk":
            return [Act(id, ActKind.SMALL_TALK)] if kind else []
        part = Part(self.reader, (*item.path, kind), given, self.ontology)
        part.only(_FIELDS[kind])
        attribute = part.attribute() if part.given else None
        if attribute is None:
            return []
        if kind == "tell":
            return self._tell(part, id, attribute, person, start)
        if kind == "delegate":
            if not attribute.is_chosen:
                part.fault("attribute", f"{attribute.name} is told and not chosen; {chosen_in(self.ontology)}")
                return []
            options = part.values(attribute, "options")
            return [Act(id, ActKind.DELEGATE, attribute=attribute.name, options=options)] if options else []
        probe = self._id((*item.path, "probe"), "probe", person.id, start, kind, attribute.name)
        self.places[probe] = item.path
        return [Act(id, ActKind(kind), attribute=attribute.name, probe=probe)]

    def _tell(self, part: Part, id: str, attribute: Attribute, person: Person, start: datetime) -> list[Act]:
        """Tells a fact of the person's: that of the value, or where none is given the one that holds."""
        own = [fact for fact in person.facts if fact.attribute == attribute.name]
        value = part.value(attribute) if "value" in part or not own else ""
        if "value" in part and not value:
            return []
        fitting = [fact for fact in own if not value or fact.value == value]
        holding = [fact for fact in fitting if fact.since <= start and (fact.until is None or start < fact.until)]
        if not fitting:
            known = ", ".join(repr(fact.value) for fact in own)
            remedy = f"the facts are {known}" if known else "add it to the facts"
            part.fault("value", f"{person.name} has no {attribute.name} {value}".rstrip() + f"; {remedy}")
            return []
        fact = (holding or fitting)[-1]
        grains = attribute.grains or ("",)
        return [
            Act(
                id,
                ActKind.TELL,
                fact.id,
                attribute.name,
                Mode(part.one_of("mode", [mode.value for mode in _MODES], Mode.OPEN.value) or Mode.OPEN),
                part.one_of("grain", attribute.grains, grains[0]) if attribute.grains else "",
                way=Way(part.one_of("way", ways_of(attribute), Way.DIRECT.value) or Way.DIRECT),
            )
        ]

    # ------------------------------------------------------------------ probes

    def _probes(self, scenario: Scenario, given: Sequence[Part]) -> tuple[Probe, ...]:
        """A probe for each question that the agendas raise, and those that are given beside the conversation."""
        plan = Planned(scenario, self.ontology)
        made = []
        for asking in plan.asked.values():
            for session, act, _ in asking:
                attribute = self.ontology.attribute(act.attribute)
                form = Form.CHOICE if attribute.is_chosen else requested_form(attribute)
                blank = _blank(act.probe, attribute, form, session.person, session.start)
                made.append(_of_kind(replace(blank, band=Band.IN, session=session.number), plan, attribute))
        for part in given:
            part.only(_FIELDS["probe"])
            person, found = self._of(part), part.attribute()
            if "time" not in part:
                part.fault("time", "is missing; expected when it is asked")
            moment = part.moment("time", self.zones[person.name]) if person else None
            if person is None or found is None or moment is None:
                continue
            usual = Form.CHOICE if found.is_chosen else requested_form(found)
            form = Form(part.one_of("form", [form.value for form in _FORMS], usual.value) or usual)
            id = self._id(part.path, "probe", person.id, moment, form.value, found.name)
            made.append(_of_kind(_blank(id, found, form, person.id, moment), plan, found))
        return tuple(sorted(made, key=lambda probe: probe.time))


def _blank(id: str, attribute: Attribute, form: Form, person: str, time: datetime) -> Probe:
    return Probe(id, ProbeKind.ABSTENTION.value, form, attribute.name, person, person, "recall", time)


def _of_kind(probe: Probe, plan: Planned, attribute: Attribute) -> Probe:
    """The probe with the kind that what is told by then makes it."""
    moment = plan.moment(probe)
    if probe.form is Form.CHOICE:
        left = [act for session, act, at in plan.delegations.values() if session.person == probe.owner and at < moment]
        target = next((act.id for act in reversed(left) if act.attribute == attribute.name), "")
        return replace(probe, kind=ProbeKind.SINGLE_SESSION_ASSISTANT.value, target=target)
    if probe.form is Form.ORDER:
        return replace(probe, kind=ProbeKind.SEQUENCE.value)
    known = plan.known(probe.owner, attribute.name, moment)
    if not known:
        return probe
    if probe.form in _SEVERAL:
        several = len({one.session for one in known}) > 1
        return replace(probe, kind=(ProbeKind.MULTI_SESSION if several else _SEVERAL[probe.form]).value)
    if attribute.type is ValueType.DATE:
        return replace(probe, kind=ProbeKind.TEMPORAL.value, target=attribute.name)
    kind = ProbeKind.KNOWLEDGE_UPDATE if len(known) > 1 else ProbeKind.SINGLE_SESSION_USER
    return replace(probe, kind=kind.value)


def _known_zone(name: str) -> str:
    return name if name in available_timezones() else "UTC"
