"""The sessions of a scenario written by hand: when they begin, and what their agendas hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, MentionSort, RuleDisclosure
from regulars.scenarios.language.exchanges import SmallTalkOrder, TalkMoment
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.contexts import load_contexts
from regulars.scenarios.own.draft import ScenarioDraft
from regulars.scenarios.own.parts import Part, chosen_in, phrasings_of, within
from regulars.scenarios.planning.agenda import session_rounds
from regulars.scenarios.projects.domains import STATES
from regulars.scenarios.world import Act, Fact, Person, Session
from regulars.seeding import SeedTree

_SESSION = ("person", "start", "purpose", "agenda")
_MODES = (DisclosureMode.OPEN, DisclosureMode.ASKED, DisclosureMode.TRUSTED, DisclosureMode.RELEVANT)
_ACTS: Mapping[str, tuple[str, ...]] = {
    "tell": ("attribute", "value", "mode", "phrasing", "granularity", "anchor", "reason", "instead_of", "words"),
    "ask": ("attribute", "words"),
    "request": ("attribute", "words"),
    "delegate": ("attribute", "options", "project"),
    "outcome": ("attribute",),
    "end": ("attribute", "value"),
    "relay": ("attribute", "value"),
    "gossip": ("attribute", "values"),
    "mention": ("attribute", "sort", "value"),
    "forget": ("attribute",),
    "remind": ("attribute",),
    "message": ("to", "with", "without"),
    "plan": ("project", "state"),
    "consult": ("project",),
    "small_talk": (),
}
"""The acts of an agenda with their fields. The first field may be given alone."""

BEGUN = "create"


def start_of(draft: ScenarioDraft, part: Part) -> datetime | None:
    """The start of a session, on its person's clock."""
    if part.given and "start" not in part:
        part.fault("start", "is missing; expected the beginning of the session")
    first = next(iter(draft.zones.values()), "UTC")
    return part.moment("start", draft.zones.get(str(part.given.get("person", "")), first))


class Agendas:
    """Builds the sessions and their agendas.

    Args:
        draft: The draft with all people and their lives.

    Attributes:
        begun: By a project's id: the start of the session that begins it.
        refers: By an act's id: what its probe refers to, besides the attribute. For a message, this is the attribute
            that does not belong in it; for a greeting, the act that asks for the reminder.
    """

    def __init__(self, draft: ScenarioDraft) -> None:
        self.draft = draft
        self.begun: dict[str, datetime] = {}
        self.refers: dict[str, str] = {}
        self._language = draft.language
        self._order = SmallTalkOrder(list(self._language.small_talk.values()), SeedTree(0).draws("small talk"))
        self._said: set[tuple[str, str]] = set()
        self._chosen: dict[tuple[str, str], str] = {}
        self._makers: Mapping[str, Callable[[Part, str, Person, datetime], Act | None]] = {
            "tell": self._tell,
            "ask": self._question,
            "request": self._question,
            "delegate": self._delegate,
            "outcome": self._outcome,
            "end": self._end,
            "relay": self._relay,
            "gossip": self._gossip,
            "mention": self._mention,
            "forget": self._about,
            "remind": self._about,
            "message": self._message,
            "plan": self._plan,
            "consult": self._consult,
        }

    def sessions(self, planned: Sequence[tuple[Part, Person, datetime]]) -> list[Session]:
        """The sessions in order of time, each with a greeting, a close and the rules that it states."""
        sessions = []
        for number, (part, who, start) in enumerate(sorted(planned, key=lambda one: one[2]), 1):
            part.only(_SESSION)
            person = self.draft.people[who.name]
            self.draft.places[f"session {number}"] = part.path
            greet = Act(self.draft.id(part.path, "greet", person.id, start), ActKind.GREET)
            acts = [act for one in self._items(part) if (act := self._act(one, person, start)) is not None]
            anchors = next((at for at, act in enumerate(acts) if not act.anchor), len(acts))
            close = Act(self.draft.id(part.path, "close", person.id, start), ActKind.CLOSE)
            agenda = (greet, *acts[:anchors], *self._wishes(part, person, start), *acts[anchors:], close)
            rounds = session_rounds(agenda, self._language, person.persona.conduct)
            purpose = part.text("purpose", "has news")
            sessions.append(Session(number, person.id, start, rounds=rounds, purpose=purpose, agenda=agenda))
        return self._greeted(sessions)

    def _greeted(self, sessions: list[Session]) -> list[Session]:
        """Makes the greeting of the next session ask for each reminder that a person wants."""
        for at, session in enumerate(sessions):
            for act in session.agenda:
                if act.kind is not ActKind.REMIND:
                    continue
                places = range(at + 1, len(sessions))
                place = next((later for later in places if sessions[later].person == session.person), None)
                if place is None:
                    self.draft.fault(act.id, "the person has no later session in which to ask for the reminder")
                    continue
                greet, *rest = sessions[place].agenda
                if greet.probe:
                    message = f"is wanted in the same session as a reminder of {greet.attribute}"
                    self.draft.fault(act.id, f"{message}; expected one reminder in each session")
                    continue
                probe = self.draft.id(self.draft.places[act.id], "probe", act.id)
                greet = replace(greet, attribute=act.attribute, probe=probe)
                self.refers[greet.id] = act.id
                sessions[place] = replace(sessions[place], agenda=(greet, *rest))
        return sessions

    def _wishes(self, part: Part, person: Person, start: datetime) -> list[Act]:
        """States or hints a rule in the first session after it begins, and lifts it in the first after it ends."""
        acts = []
        for rule in person.rules:
            due = []
            began = rule.shown is not RuleDisclosure.NEVER and rule.since <= start
            if began and (rule.until is None or start < rule.until):
                due.append(rule.shown.value)
            if rule.shown is RuleDisclosure.STATED and rule.until is not None and rule.until <= start:
                due.append("lifted")
            for word in due:
                if (rule.id, word) not in self._said:
                    self._said.add((rule.id, word))
                    id = self.draft.id(part.path, "wish", rule.id, word)
                    acts.append(Act(id, ActKind.WISH, other=word, target=rule.id))
        return acts

    def _items(self, part: Part) -> list[Part]:
        """The entries of an agenda. `small_talk` may be written alone."""
        given = part.given.get("agenda", [])
        if not isinstance(given, list):
            part.fault("agenda", "is not a list; expected the person's acts, in order")
            return []
        plain = [{one: {}} if isinstance(one, str) else one for one in given]
        return [part.inner(one, "agenda", at) for at, one in enumerate(plain)]

    def _act(self, item: Part, person: Person, start: datetime) -> Act | None:
        kind, given = within(item, tuple(_ACTS))
        id = self.draft.id(item.path, kind, person.id, start, given)
        if not kind or kind == "small_talk":
            taken = self._order.take(TalkMoment.of(person.persona, start)) if kind else None
            return Act(id, ActKind.SMALL_TALK, other=taken.id) if taken is not None else None
        if isinstance(given, str) and kind != "message":
            given = {_ACTS[kind][0]: given}
        part = item.inner(given, kind)
        part.only(_ACTS[kind])
        if isinstance(given, Mapping) and not given:
            part.fault("", f"is empty; expected {', '.join(_ACTS[kind])}")
        return self._makers[kind](part, id, person, start) if part.given else None

    # News

    def _tell(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        """Tells one of the person's facts: the one with the given value, else the one that holds then."""
        attribute = part.attribute()
        if attribute is None:
            return None
        own = [fact for fact in person.facts if fact.attribute == attribute.name]
        value = part.value(attribute) if "value" in part else ""
        if "value" in part and not value:
            return None
        fitting = [fact for fact in own if not value or fact.value == value]
        holding = [fact for fact in fitting if fact.since <= start and (fact.until is None or start < fact.until)]
        if not fitting:
            known = ", ".join(repr(fact.value) for fact in own)
            remedy = f"the facts are {known}" if known else "add it to the facts"
            part.fault("value", f"{person.name} has no {attribute.name} {value}".rstrip() + f"; {remedy}")
            return None
        fact = (holding or fitting)[-1]
        granularity = ""
        if attribute.granularities:
            granularity = part.one_of("granularity", attribute.granularities, attribute.granularities[0])
        mode = part.one_of("mode", [mode.value for mode in _MODES], DisclosureMode.OPEN.value) or DisclosureMode.OPEN
        return Act(
            id,
            ActKind.TELL,
            fact.id,
            attribute.name,
            DisclosureMode(mode),
            granularity,
            part.flag("anchor"),
            phrasing=self._phrasing(part, attribute),
            other=part.value(attribute, "instead_of") if "instead_of" in part else "",
            reason=self._reason(part, attribute),
            words=self._words(part, attribute),
        )

    def _words(self, part: Part, attribute: Attribute) -> str:
        """The own words of a disclosure, which need the slot of the value; empty for those of the language."""
        if "words" not in part:
            return ""
        words = part.text("words")
        if words.count("{value}") != 1 or "{" in words.replace("{value}", ""):
            part.fault("words", f"has wrong slots; expected {{value}} once, for the {attribute.label}")
        for other in ("phrasing", "instead_of"):
            if other in part:
                part.fault(other, "has no effect beside words; leave one of the two out")
        return words

    def _phrasing(self, part: Part, attribute: Attribute) -> DisclosurePhrasing:
        """The phrasing of the disclosure. With `instead_of` it corrects an assumption."""
        if "instead_of" in part:
            if DisclosurePhrasing.ASSUMED.value not in attribute.phrases or "phrasing" in part:
                part.fault("instead_of", f"cannot be used here for {attribute.name}; leave it or `phrasing` out")
            return DisclosurePhrasing.ASSUMED
        direct = DisclosurePhrasing.DIRECT
        return DisclosurePhrasing(part.one_of("phrasing", phrasings_of(attribute), direct.value) or direct)

    def _reason(self, part: Part, attribute: Attribute) -> str:
        if "reason" not in part:
            return ""
        if "words" not in part and self._language.explains_itself(attribute.name):
            part.fault("reason", f"each update of {attribute.name} gives a cause itself; leave it out, or add `words`")
        return part.one_of("reason", self._language.names("reasons"))

    def _end(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        """Tells the end of a fact: the one with the given value, else the last that ended."""
        attribute = part.attribute()
        if attribute is None:
            return None
        value = part.value(attribute) if "value" in part else ""
        if "value" in part and not value:
            return None
        own = [fact for fact in person.facts if fact.attribute == attribute.name and value in ("", fact.value)]
        over = [fact for fact in own if fact.until is not None and fact.until <= start]
        if "ended" not in attribute.phrases:
            part.fault("attribute", f"{attribute.name} has no phrases for an end; tell the value that replaces it")
        elif not over:
            wanted = "expected a fact with `until`, no later than the session"
            part.fault("attribute", f"no {attribute.name} of {person.name}'s is over by then; {wanted}")
        else:
            last: Fact = max(over, key=lambda fact: fact.until or start)
            return Act(id, ActKind.END, last.id, attribute.name)
        return None

    def _relay(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        attribute = part.attribute()
        value = part.value(attribute) if attribute is not None else ""
        if attribute is None or not value:
            return None
        return Act(id, ActKind.RELAY, attribute=attribute.name, other=value)

    def _gossip(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        attribute = part.attribute()
        values = part.values(attribute, "values") if attribute is not None else ()
        if attribute is None or not values:
            return None
        return Act(id, ActKind.GOSSIP, attribute=attribute.name, options=values)

    def _mention(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        """Names a value without telling it. A `former` value or one told `again` is a fact of the person's."""
        attribute = part.attribute()
        sort = part.one_of("sort", [one.value for one in MentionSort])
        value = part.value(attribute) if attribute is not None else ""
        if attribute is None or not sort or not value:
            return None
        if sort != MentionSort.AGAIN and sort not in attribute.phrases:
            part.fault("sort", f"{attribute.name} has no words for {sort} values")
            return None
        own = [fact for fact in person.facts if (fact.attribute, fact.value) == (attribute.name, value)]
        target = next((fact.id for fact in own if _is_of_sort(fact, MentionSort(sort), start)), "")
        if sort in (MentionSort.FORMER, MentionSort.AGAIN) and not target:
            wanted = "is over" if sort == MentionSort.FORMER else "holds"
            part.fault("value", f"is no {attribute.name} of {person.name}'s that {wanted} by then")
            return None
        return Act(id, ActKind.MENTION, attribute=attribute.name, options=(value,), other=sort, target=target)

    def _about(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        """A request to forget something or to be reminded of it."""
        attribute = part.attribute()
        kind = ActKind(str(part.path[-1]))
        return Act(id, kind, attribute=attribute.name) if attribute is not None else None

    # Questions and delegated choices

    def _question(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        attribute = part.attribute()
        if attribute is None:
            return None
        kind = ActKind(str(part.path[-1]))
        probe = self._probe(part, person, start, kind.value, attribute.name)
        words = part.text("words") if "words" in part else ""
        return Act(id, kind, attribute=attribute.name, probe=probe, words=words)

    def _probe(self, part: Part, person: Person, start: datetime, *content: str) -> str:
        probe = self.draft.id((*part.path, "probe"), "probe", person.id, start, *content)
        self.draft.places[probe] = part.path[:-1]
        return probe

    def _message(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        """A message to another person that needs one attribute at least; another one is private there."""
        context = part.one_of("to", load_contexts(self.draft.language.name))
        needed, withheld = part.attribute("with"), part.attribute("without")
        if not context or needed is None or withheld is None:
            return None
        if context not in needed.needed:
            could = ", ".join(one.name for one in self.draft.ontology if context in one.needed)
            part.fault("with", f"a message to {context} does not need {needed.name}; expected one of {could}")
        if context not in withheld.private:
            could = ", ".join([one.name for one in self.draft.ontology if context in one.private][:6])
            part.fault("without", f"{withheld.name} is not private in a message to {context}; {could} would be")
        self.refers[id] = withheld.name
        probe = self._probe(part, person, start, "message", context, needed.name)
        return Act(id, ActKind.REQUEST, attribute=needed.name, other=context, probe=probe)

    def _delegate(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        attribute = part.attribute()
        if attribute is None:
            return None
        if not attribute.is_chosen:
            part.fault("attribute", f"{attribute.name} is told by people, not chosen; {chosen_in(self.draft.ontology)}")
            return None
        options = part.values(attribute, "options")
        project = self._project(part, person) if "project" in part else self._of_domain(person, attribute)
        if not options:
            return None
        if project:
            self.draft.steps[project].append(id)
        self._chosen[person.id, attribute.name] = id
        return Act(id, ActKind.DELEGATE, attribute=attribute.name, options=options)

    def _of_domain(self, person: Person, attribute: Attribute) -> str:
        """The project that a choice belongs to by default: the first of its domain."""
        return next((project.id for project in person.projects if project.domain == attribute.category), "")

    def _outcome(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        """Tells how the assistant's last choice about the attribute turned out."""
        attribute = part.attribute()
        if attribute is None:
            return None
        chosen = self._chosen.get((person.id, attribute.name))
        if chosen is None:
            part.fault("attribute", f"no earlier act delegates a choice of {attribute.name} to the assistant")
            return None
        return Act(id, ActKind.TELL, attribute=attribute.name, mode=DisclosureMode.OUTCOME, target=chosen)

    # Projects

    def _project(self, part: Part, person: Person) -> str:
        """The id of the person's project with the given name; empty if there is none."""
        names = [name for owner, name in self.draft.projects if owner == person.name]
        if not names:
            part.fault("project", f"{person.name} has no projects; expected them under `projects` of the person")
            return ""
        return self.draft.projects.get((person.name, part.one_of("project", names)), "")

    def _plan(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        project = self._project(part, person)
        state = part.one_of("state", STATES, BEGUN)
        if not project or not state:
            return None
        if state == BEGUN:
            self.begun.setdefault(project, start)
        self.draft.steps[project].append(id)
        return Act(id, ActKind.PLAN, other=state, target=project)

    def _consult(self, part: Part, id: str, person: Person, start: datetime) -> Act | None:
        project = self._project(part, person)
        return Act(id, ActKind.CONSULT, target=project) if project else None


def _is_of_sort(fact: Fact, sort: MentionSort, start: datetime) -> bool:
    """Whether a fact is former, holds, or is to come at the start of a session."""
    if sort is MentionSort.FORMER:
        return fact.until is not None and fact.until <= start
    if sort is MentionSort.AGAIN:
        return fact.since <= start and (fact.until is None or fact.until > start)
    return sort is MentionSort.PLANNED and fact.since > start
