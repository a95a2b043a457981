"""The world model: what an episode is made from before anyone acts.

A scenario is data. It holds persons with facts on a calendar, the sessions they will come to, what each session
has on its agenda, and which probes are planned. It holds no gold: what the right answer to a probe is depends on
what will have been told by then, and is found when the probe is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "Act",
    "ActKind",
    "Band",
    "Event",
    "Fact",
    "Form",
    "Mode",
    "Person",
    "Persona",
    "Probe",
    "ProbeKind",
    "RecordedTurn",
    "Scenario",
    "Session",
    "Source",
]


class Mode(StrEnum):
    """When a planned telling happens."""

    OPEN = "open"
    """To whoever listens."""
    ASKED = "asked"
    """Only after a reply that asks for it."""
    TRUSTED = "trusted"
    """Only while trust is at or above a threshold that grows with sensitivity."""
    RELEVANT = "relevant"
    """Only if the reply took up its topic."""
    OUTCOME = "outcome"
    """Exists only because of what the assistant did."""


class ActKind(StrEnum):
    """What an agenda asks the user to do."""

    GREET = "greet"
    TELL = "tell"
    ASK = "ask"
    """Quizzes the assistant on something told."""
    REQUEST = "request"
    """Wants something done that needs what was told."""
    DELEGATE = "delegate"
    """Wants the assistant to choose: what it chooses is its commitment."""
    SMALL_TALK = "small_talk"
    CLOSE = "close"


class ProbeKind(StrEnum):
    """What a probe measures."""

    SINGLE_SESSION_USER = "single-session-user"
    SINGLE_SESSION_ASSISTANT = "single-session-assistant"
    KNOWLEDGE_UPDATE = "knowledge-update"
    MULTI_SESSION = "multi-session"
    TEMPORAL = "temporal"
    ABSTENTION = "abstention"


class Form(StrEnum):
    """What an answer looks like."""

    VALUE = "value"
    """One value of the attribute's domain: the latest told."""
    SET = "set"
    """All values told."""
    COUNT = "count"
    """How many different values were told."""
    CHOICE = "choice"
    """What the assistant chose when it was asked to."""
    TEXT = "text"
    """Free text with a recorded reference answer."""


class Band(StrEnum):
    """Where a probe is asked."""

    IN = "in"
    """By the user, in the conversation."""
    OUT = "out"
    """Beside the conversation, changing nothing."""


class Source(StrEnum):
    """How a scenario came about."""

    GENERATED = "generated"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class Fact:
    """`(subject, attribute, value)`, valid in `[since, until)`.

    Attributes:
        id: Unique in the scenario, label-free.
        person: The subject's id.
        attribute: A name of the ontology.
        value: Canonical; a date in ISO form, a number in digits.
        since: From when it holds.
        until: Up to when, exclusive; None while it lasts.
    """

    id: str
    person: str
    attribute: str
    value: str
    since: datetime
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens at a time and changes facts: `ends` stop being true, `begins` start."""

    id: str
    person: str
    time: datetime
    begins: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Persona:
    """Who a person is, as far as behaviour depends on it.

    Attributes:
        reading: Seconds for each 50 words of a reply, begun pages counted whole.
        thinking: Seconds before an utterance.
        patience: How much annoyance the person bears in one session; positive.
        notes: Private text for whoever plays the person; never shown to an assistant.
    """

    reading: float = 12.0
    thinking: float = 20.0
    patience: float = 1.0
    notes: str = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who speaks.

    Attributes:
        id: Opaque, stable, unique in a run.
        name: What the person is called; not unique.
        scope: Whose memory is theirs; by default their own id.
        persona: Behaviour.
        facts: The life, ordered by `since`, then id.
        events: What changes it, ordered by time, then id.
    """

    id: str
    name: str
    scope: str
    persona: Persona = field(default_factory=Persona)
    facts: tuple[Fact, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Act:
    """One thing on a session's agenda.

    Attributes:
        id: Unique in the scenario; names the draws that phrase it.
        kind: What is done.
        fact: For `tell`: the fact's id.
        attribute: For `tell`, `ask`, `request`, `delegate`: what it is about.
        mode: For `tell`: when it happens.
        grain: For a date: the granularity at which it is told, `day`, `month` or `year`; else empty.
        anchor: For `tell`: told in every run, at the same date, in the same words.
        probe: For `ask` and `request`: the id of the probe that is asked.
        options: For `delegate`: what may be chosen.
    """

    id: str
    kind: ActKind
    fact: str = ""
    attribute: str = ""
    mode: Mode = Mode.OPEN
    grain: str = ""
    anchor: bool = False
    probe: str = ""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One utterance of a recorded session: who spoke (a person's id or `assistant`), and what."""

    id: str
    speaker: str
    text: str
    time: datetime


@dataclass(frozen=True, slots=True)
class Session:
    """One planned sitting.

    Attributes:
        number: From 1, in calendar order over all persons.
        person: Whose sitting it is; for a recorded one of several people, the first.
        start: When it begins.
        budget: How long the person has.
        rounds: At most this many rounds before the closing one.
        purpose: A word on why the person comes.
        agenda: What the person means to do, in order.
        turns: What was said, where the session is a recording.
    """

    number: int
    person: str
    start: datetime
    budget: timedelta = timedelta(minutes=30)
    rounds: int = 12
    purpose: str = ""
    agenda: tuple[Act, ...] = ()
    turns: tuple[RecordedTurn, ...] = ()


@dataclass(frozen=True, slots=True)
class Probe:
    """A planned question: what, about whom, by whom, why, when. It holds nothing of a generated scenario's gold.

    Attributes:
        id: Comes from content; label-free.
        kind: What it measures; for recorded data the data's own category.
        form: What an answer looks like.
        attribute: What it asks about.
        owner: The person it is about.
        asker: The person on whose behalf it is asked.
        purpose: Why it is asked.
        time: When it is asked, if out of band; else the start of its session.
        session: In band: the session in which it is asked. Out of band: it comes before the first session that
            starts after `time`; 0.
        band: In the conversation or beside it.
        anchor: Rests on an anchored telling, so that its answer is the same in every run.
        target: For `choice`: the id of the `delegate` act; for a temporal probe: the date attribute.
        before: Recorded data: the id of the recorded turn before which it is asked; empty for after the last.
        question: Recorded data: the words.
        gold: Recorded data: the reference answer.
        evidence: Recorded data: the gold turns, as alternatives; empty where the data names none.
        answerable: Recorded data: whether the data says that it has an answer.
    """

    id: str
    kind: str
    form: Form
    attribute: str
    owner: str
    asker: str
    purpose: str
    time: datetime
    session: int = 0
    band: Band = Band.OUT
    anchor: bool = False
    target: str = ""
    before: str = ""
    question: str = ""
    gold: str = ""
    evidence: tuple[tuple[str, ...], ...] = ()
    answerable: bool = True


@dataclass(frozen=True, slots=True)
class Scenario:
    """What an episode is made from.

    Attributes:
        id: Comes from content.
        source: Generated or recorded.
        suite: The suite or data set it belongs to, with its version.
        language: The language pack's name.
        start: The first moment.
        persons: Who speaks; the order gives the seats `user_0`, `user_1`, ...
        sessions: In calendar order.
        probes: In the order in which they are due.
        marks: Facts about the data that people want to see (a conversation's name, a licence).
        issues: What was found wrong in recorded data, and what was done about it.
    """

    id: str
    source: Source
    suite: str
    language: str
    start: datetime
    persons: tuple[Person, ...]
    sessions: tuple[Session, ...]
    probes: tuple[Probe, ...]
    marks: Mapping[str, str] = field(default_factory=dict)
    issues: tuple[str, ...] = ()

    def person(self, id: str) -> Person:
        """The person of that id."""
        return next(person for person in self.persons if person.id == id)
