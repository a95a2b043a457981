"""The world model: persons with their lives, sessions with agendas, and probes.

A scenario is data. It holds persons with facts on a calendar, the sessions they will come to, what each session
has on its agenda, and which probes are planned. It holds no gold: what the right answer to a probe is depends on
what will have been told by then, and is found when the probe is asked.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from regulars.scenarios.kinds import (
    ActKind,
    Band,
    DisclosureMode,
    DisclosurePhrasing,
    Form,
    NoiseKind,
    RuleDisclosure,
    ScenarioOrigin,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


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
    """Something that happens at a time and changes facts: `ends` stop being true, `begins` start.

    Attributes:
        id: Unique in the scenario.
        person: In whose life.
        time: When.
        begins: Ids of facts that begin.
        ends: Ids of facts that end.
        cause: The id of the assistant's turn that brought it about; empty for what would have happened anyway.
    """

    id: str
    person: str
    time: datetime
    begins: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    cause: str = ""


@dataclass(frozen=True, slots=True)
class Style:
    """How a person speaks.

    Attributes:
        length: `short`, `plain` or `long`: how much is said around what is to be said.
        formality: `casual`, `plain` or `formal`.
        markers: Words that the person strews in ("honestly", "you know").
        typos: Share of words with a typing error, 0 to 1; 0 by default, since noise is a choice.
        way: A cohort's way of speaking: the name of a set of phrases; empty for none.
    """

    length: str = "plain"
    formality: str = "plain"
    markers: tuple[str, ...] = ()
    typos: float = 0.0
    way: str = ""


@dataclass(frozen=True, slots=True)
class Persona:
    """Who a person is, as far as behaviour depends on it.

    Attributes:
        reading: Seconds for each 50 words of a reply, begun pages counted whole.
        thinking: Seconds before an utterance.
        patience: How much annoyance the person bears in one session; positive.
        notes: Private text for whoever plays the person; never shown to an assistant.
        candour: How readily the person tells what is not asked for, 0 to 1; shifts the modes of disclosures.
        stage: The stage of life; empty where it plays no part.
        traits: Names of traits (`personas/traits.toml`), whose consequences are in the numbers here already.
        style: How the person speaks.
        zone: The IANA time zone.
        windows: Hours of the day in which the person has time: pairs of first and last hour, as `7-10`.
        tastes: The hidden utility over the style attributes of a reply: `style attribute.setting` to a weight, as
            decimal text.
        engagements: What comes round again and leaves no time (`time/recurrence.py`), one line each.
    """

    reading: float = 12.0
    thinking: float = 20.0
    patience: float = 1.0
    notes: str = ""
    candour: float = 0.5
    stage: str = ""
    traits: tuple[str, ...] = ()
    style: Style = field(default_factory=Style)
    zone: str = "UTC"
    windows: tuple[str, ...] = ()
    tastes: Mapping[str, str] = field(default_factory=dict)
    engagements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class StandingRule:
    """A wish of one person on how the assistant replies.

    Attributes:
        id: Unique in the scenario, label-free.
        kind: The style attribute (`rules/*.toml`), or `procedure`.
        setting: How it is to be set; of a procedure, its steps in order, joined by spaces.
        since: From when it holds.
        until: Up to when; None while it lasts.
        shown: How it becomes known.
        domain: Of a procedure: the project domain.
    """

    id: str
    kind: str
    setting: str
    since: datetime
    until: datetime | None = None
    shown: RuleDisclosure = RuleDisclosure.NEVER
    domain: str = ""


@dataclass(frozen=True, slots=True)
class Project:
    """A goal over sessions.

    Attributes:
        id: Unique in the scenario, label-free.
        domain: A name of `projects/`.
        goal: What is wanted, in the domain's words.
        since: When it is begun.
        steps: Ids of its acts (its `plan` and `delegate` acts) in order.
    """

    id: str
    domain: str
    goal: str
    since: datetime
    steps: tuple[str, ...] = ()


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
        rules: Standing rules.
        projects: Projects.
        renamed: What the person is called from `renamed_at` on; empty for no change.
        renamed_at: When.
    """

    id: str
    name: str
    scope: str
    persona: Persona = field(default_factory=Persona)
    facts: tuple[Fact, ...] = ()
    events: tuple[Event, ...] = ()
    rules: tuple[StandingRule, ...] = ()
    projects: tuple[Project, ...] = ()
    renamed: str = ""
    renamed_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One thing on a session's agenda.

    Attributes:
        id: Unique in the scenario; names the draws that phrase it.
        kind: What is done.
        fact: For `tell` and `end`: the fact's id. For a disclosure of mode `outcome` it is empty: the fact is what the
            choice made on `target` brought about.
        attribute: What it is about.
        mode: For `tell`: when it happens.
        granularity: For a date: the granularity at which it is told, `day`, `month` or `year`; else empty.
        anchor: For `tell`: told in every run, at the same date, in the same words.
        probe: For `ask`, `request`, and for a `delegate` or `greet` that is one: the id of the probe that is asked.
        options: For `delegate`: what may be chosen.
        phrasing: For `tell`: how it is worded.
        other: For a disclosure that corrects an assumption: the wrong value. For `relay`: the claimed value. For a
            request for a message: the context. For `wish`: `stated`, `hinted` or `lifted`. For `plan`: how the
            project stands (`create`, `update`, `suspend`, `downgrade`, `resume`, `cancel`, `finish`).
        target: For `wish`: the rule's id; for `plan` and `consult`: the project's; for an outcome's disclosure: the
            `delegate` act.
        reason: For `tell`: why it changed, the name of a reason; empty if no reason is given.
        due: Of what asks for something: the moment after which an answer is worthless; None for none.
        within: Likewise: the time that an answer may take; None for any.
        after: The id of an act of the same person's that has to be done before; empty for none.
        rest: Hours that have to pass since that one.
        noise: Which kind of noise touches it, None if none does.
        slip: The value that is said instead of the true one: by `slip`, and first by a `tell` of a changed mind.
    """

    id: str
    kind: ActKind
    fact: str = ""
    attribute: str = ""
    mode: DisclosureMode = DisclosureMode.OPEN
    granularity: str = ""
    anchor: bool = False
    probe: str = ""
    options: tuple[str, ...] = ()
    phrasing: DisclosurePhrasing = DisclosurePhrasing.DIRECT
    other: str = ""
    target: str = ""
    reason: str = ""
    due: datetime | None = None
    within: timedelta | None = None
    after: str = ""
    rest: float = 0.0
    noise: NoiseKind | None = None
    slip: str = ""


@dataclass(frozen=True, slots=True)
class RecordedFeedback:
    """Feedback that came with a recorded turn.

    Attributes:
        about: The id of the recorded reply that it is about.
        action: As a number of `regulars.dialogue.FeedbackAction`.
        satisfaction: 0 to 10, None if not shown.
        text: Its words, empty if none.
    """

    about: str
    action: int = 0
    satisfaction: float | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One utterance of a recorded session, by a person (an id) or the `assistant`.

    Feedback that came with a person's line reaches whoever listens, as it did then.
    """

    id: str
    speaker: str
    text: str
    time: datetime
    feedback: RecordedFeedback | None = None


@dataclass(frozen=True, slots=True)
class Session:
    """One planned session.

    Attributes:
        number: From 1, in calendar order over all persons.
        person: Whose session it is; for a recorded one of several people, the first.
        start: When it begins.
        budget: How long the person has.
        rounds: At most this many rounds before the closing one.
        purpose: A word on why the person comes.
        agenda: What the person means to do, in order.
        turns: What was said, where the session is a recording.
        filler: Where the session only fills a history: what its turns are rendered from when they are reached
            (`fillers.render_filler`); then it has neither agenda nor turns.
    """

    number: int
    person: str
    start: datetime
    budget: timedelta = timedelta(minutes=30)
    rounds: int = 12
    purpose: str = ""
    agenda: tuple[Act, ...] = ()
    turns: tuple[RecordedTurn, ...] = ()
    filler: str = ""


@dataclass(frozen=True, slots=True)
class Probe:
    """A planned question: what is asked, about whom, by whom and when. A generated one holds no gold.

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
        anchor: Rests on an anchored disclosure, so that its answer is the same in every run.
        target: For `choice`: the id of the `delegate` act; for a temporal probe: the date attribute; for a probe on a
            standing rule: the rule's id; for one on a date of disclosing or another session: that session's number.
        other: A second attribute that the question needs.
        value: A value that the question supposes wrongly, or that somebody else claimed.
        context: For `pass_on`: the context in which the message is written.
        contrast: The id of the contrast probe: asked alike, with the other answer right; scored together, both or
            nothing.
        difficulty: `easy`, `medium` or `hard`, by the number of turns that are needed and how they were told.
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
    other: str = ""
    value: str = ""
    context: str = ""
    contrast: str = ""
    difficulty: str = ""
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
        phrasing: `open`, or `held_out`: whether people speak in the phrases that readers may know.
        start: The first moment.
        persons: Who speaks; the order gives the seats `user_0`, `user_1`, ...
        sessions: In calendar order.
        probes: In the order in which they are due.
        marks: Facts about the data that people want to see (a conversation's name, a licence).
        issues: What was found wrong in recorded data, and what was done about it.
    """

    id: str
    source: ScenarioOrigin
    suite: str
    language: str
    start: datetime
    persons: tuple[Person, ...]
    sessions: tuple[Session, ...]
    probes: tuple[Probe, ...]
    marks: Mapping[str, str] = field(default_factory=dict)
    issues: tuple[str, ...] = ()
    phrasing: str = "open"

    def person(self, id: str) -> Person:
        """The person of that id."""
        return next(person for person in self.persons if person.id == id)
