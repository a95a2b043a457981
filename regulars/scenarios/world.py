"""The world model: persons with their lives, sessions with agendas, and probes.

A scenario is data. It holds persons with facts on a calendar, their planned sessions with agendas, and the planned
probes. It holds no gold. The right answer to a probe depends on the disclosures made by then, so an episode
finds it when the probe is asked.
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
from regulars.speed import filled_directly

if TYPE_CHECKING:
    from collections.abc import Mapping


@filled_directly
@dataclass(frozen=True, slots=True)
class Fact:
    """`(subject, attribute, value)`, valid in `[since, until)`.

    Attributes:
        id: Unique in the scenario. It reveals nothing of the content.
        person: The subject's id.
        attribute: The attribute's name in the ontology.
        value: The canonical value; a date in ISO form, a number in digits.
        since: The moment from which it holds.
        until: The moment at which it stops holding (exclusive); None while it lasts.
    """

    id: str
    person: str
    attribute: str
    value: str
    since: datetime
    until: datetime | None = None


@filled_directly
@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens at a time and changes facts: `ends` stop being true, `begins` start.

    Attributes:
        id: Unique in the scenario.
        person: The id of the person to whom it happens.
        time: The moment.
        begins: Ids of facts that begin.
        ends: Ids of facts that end.
        cause: The id of the assistant's turn that caused it; empty if the assistant did not cause it.
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
        length: `short`, `plain` or `long`: how much the person says around the content.
        formality: `casual`, `plain` or `formal`.
        markers: Words that the person adds often ("honestly", "you know").
        typos: Share of words with a typing error, 0 to 1; 0 by default, since noise is optional.
        way: A cohort's way of speaking: the name of a set of phrases; empty for none.
        courtesy: 0 to 1. It decides how often the person thanks for a right answer, adds words of courtesy to
            a question (above .5), and leaves out sentences that thank or apologise (below .25).
        punctuation: One of `kinds.Punctuation`.
    """

    length: str = "plain"
    formality: str = "plain"
    markers: tuple[str, ...] = ()
    typos: float = 0.0
    way: str = ""
    courtesy: float = 0.5
    punctuation: str = "plain"


@dataclass(frozen=True, slots=True)
class BigFive:
    """Five traits of personality, each from -1 to 1; 0 is average.

    Attributes:
        openness: Likes what is new and playful, or what is plain.
        conscientiousness: Is orderly and exact, or careless.
        extraversion: Talks readily, or little.
        agreeableness: Is warm and trusting, or brisk and sceptical.
        neuroticism: Is soon upset, or calm.
    """

    openness: float = 0.0
    conscientiousness: float = 0.0
    extraversion: float = 0.0
    agreeableness: float = 0.0
    neuroticism: float = 0.0


@dataclass(frozen=True, slots=True)
class Conduct:
    """How a person deals with an assistant. The defaults are those of an easy person.

    Shares lie between 0 and 1. `half`, `beside` and `silent` add up to 1 at most, and so do `curt`, `accusing` and
    `leaving`.

    Attributes:
        half: Share of the assistant's questions that are answered half.
        beside: Share that are answered beside the point.
        silent: Share that are not answered. The rest is answered fully, and so is a question about the same
            matter that is asked again.
        curt: Share of errors that are met with a short no.
        accusing: Share that are met with an accusation.
        leaving: Share of wrong statements after which the person leaves. The rest is taken patiently.
        drips: Share of direct disclosures that are planned in two lines.
        bundles: Share of disclosures after which the next one is told in the same line.
        vague: Share of questions and requests that the person announces vaguely one line before; at most one a
            session.
        pauses: Share of reactions, such as thanks or an answer, that are a line of their own, without the next matter.
        kindness: Points that the person's satisfaction lies above that of an even person, -10 to 10.
    """

    half: float = 0.0
    beside: float = 0.0
    silent: float = 0.0
    curt: float = 0.0
    accusing: float = 0.0
    leaving: float = 0.0
    drips: float = 0.0
    bundles: float = 0.0
    vague: float = 0.0
    pauses: float = 0.0
    kindness: float = 0.0


@dataclass(frozen=True, slots=True)
class Persona:
    """Who a person is, as far as it affects behaviour.

    Attributes:
        reading: Seconds for each 50 words of a reply; a begun page counts as a whole one.
        thinking: Seconds before an utterance.
        patience: How much annoyance the person bears in one session; positive.
        notes: Private text for the policy that plays the person. Assistants never see it.
        candour: How readily the person tells facts unasked, 0 to 1. It shifts the disclosure modes.
        stage: The stage of life; empty if it plays no part.
        traits: Names of traits (`personas/traits.toml`). Their effects are in the numbers here already.
        style: How the person speaks.
        zone: The IANA time zone.
        windows: Hours of the day in which the person has time: first and last hour, such as `7-10`.
        tastes: The hidden utility over the style attributes of a reply: `attribute.setting` to a weight, as
            decimal text.
        engagements: Recurring times without time for sessions (`time/recurrence.py`), one line each.
        big_five: The traits of personality that decide the conduct; average by default.
        conduct: How the person deals with an assistant; easy by default.
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
    big_five: BigFive = field(default_factory=BigFive)
    conduct: Conduct = field(default_factory=Conduct)


@dataclass(frozen=True, slots=True)
class StandingRule:
    """A lasting wish of one person on how the assistant should reply.

    Attributes:
        id: Unique in the scenario. It reveals nothing of the content.
        kind: The style attribute (`rules/*.toml`), or `procedure`.
        setting: The wanted setting; for a procedure, its steps in order, joined by spaces.
        since: The moment from which it holds.
        until: The moment at which it stops holding; None while it lasts.
        shown: How it becomes known.
        domain: For a procedure: the project domain.
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
        id: Unique in the scenario. It reveals nothing of the content.
        domain: The name of a project domain (`projects/`).
        goal: The goal, in the domain's words.
        since: The moment at which it begins.
        steps: Ids of its `plan` and `delegate` acts, in order.
    """

    id: str
    domain: str
    goal: str
    since: datetime
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Person:
    """A simulated user.

    Attributes:
        id: Opaque, stable, unique in a run.
        name: The person's name; not unique.
        scope: The memory scope of the person; by default the person's id.
        persona: The persona, which decides the behaviour.
        facts: The facts of the life, ordered by `since`, then id.
        events: The events that change the facts, ordered by time, then id.
        rules: The standing rules.
        projects: The projects.
        renamed: The name from `renamed_at` on; empty for no change.
        renamed_at: The moment of the change; None for no change.
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


@filled_directly
@dataclass(frozen=True, slots=True)
class Act:
    """One thing on a session's agenda.

    Attributes:
        id: Unique in the scenario. It names the draws that decide the wording.
        kind: The kind of act.
        fact: For `tell` and `end`: the fact's id. It is empty for a disclosure of mode `outcome`, whose fact is the
            effect of the choice made on `target`.
        attribute: The attribute that it is about.
        mode: For `tell`: the disclosure mode.
        granularity: For a date: the granularity at which it is told, `day`, `month` or `year`; else empty.
        anchor: For `tell`: whether it is told in every run, at the same date and in the same words.
        probe: The id of the probe that it asks: for `ask`, `request`, and some `delegate` and `greet` acts.
        options: For `delegate`: the options of the choice. For `gossip`: the values that other people have.
            For `mention`: the value that it names.
        phrasing: For `tell`: the phrasing.
        other: For a disclosure that corrects an assumption: the wrong value. For `relay`: the claimed value. For a
            request for a message: the context. For `wish`: `stated`, `hinted` or `lifted`. For `plan`: how the
            project stands (`create`, `update`, `suspend`, `downgrade`, `resume`, `cancel`, `finish`). For `show`: the
            trait. For `small_talk`: the id of the exchange in the language pack; empty if it is drawn when it is said.
            For `mention`: its sort, `former`, `planned`, `imagined`, `quoted` or `again`.
        target: For `wish`: the rule's id. For `plan` and `consult`: the project's id. For `mention`: the id of the fact
            whose value it names, if it is one. For the disclosure of an outcome: the id of the `delegate` act.
        reason: For `tell`: the name of the reason for a change; empty if no reason is given.
        due: For questions and requests: the deadline, after which an answer is worthless; None for none.
        within: For questions and requests: the time that an answer may take; None for any.
        after: The id of an act of the same person that has to come before this one; empty for none.
        rest: Least number of hours between that act and this one.
        noise: The kind of noise that changes it; None for none.
        slip: The value that is said instead of the true one: by a `slip`, and first by a `tell` with a changed mind.
        words: For `tell`, `ask` and `request`: own words in place of the language's, with the slot `{value}` in a
            `tell`; empty for those of the language. For `say`: the line.
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
    words: str = ""


@dataclass(frozen=True, slots=True)
class RecordedFeedback:
    """Feedback that came with a recorded turn.

    Attributes:
        about: The id of the recorded reply that it is about.
        action: The number of a `regulars.dialogue.FeedbackAction`.
        satisfaction: 0 to 10; None if it is not shown.
        text: The text; empty if there is none.
    """

    about: str
    action: int = 0
    satisfaction: float | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """One utterance of a recorded session, by a person (an id) or the `assistant`.

    Feedback that came with a person's line reaches the policy in the assistant's seat, as it did in the recording.
    """

    id: str
    speaker: str
    text: str
    time: datetime
    feedback: RecordedFeedback | None = None


@filled_directly
@dataclass(frozen=True, slots=True)
class Session:
    """One planned session.

    Attributes:
        number: From 1, in calendar order over all persons.
        person: The id of its person; for a recorded session of several people, the first speaker.
        start: The moment at which it begins.
        budget: The time that the person has.
        rounds: The maximum number of rounds before the closing one.
        purpose: Why the person comes, in a few words.
        agenda: The acts that the person plans, in order.
        turns: For a recorded session: its turns.
        filler: For a session that only fills a history: the spec from which its turns are rendered when an episode
            reaches it (`fillers.render_filler`). It then has neither agenda nor turns.
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


@filled_directly
@dataclass(frozen=True, slots=True)
class Probe:
    """A planned question: who asks it, about whom, and when. A generated one holds no gold answer.

    Attributes:
        id: A hash of its content, which reveals nothing about the content.
        kind: What it measures; for recorded data, the data's own category.
        form: The form of an answer.
        attribute: The attribute that it asks about.
        owner: The id of the person that it is about.
        asker: The id of the person on whose behalf it is asked.
        purpose: Why it is asked.
        time: The moment at which it is asked. For an in-band probe, the start of its session.
        session: For an in-band probe: the number of its session. For an out-of-band probe: 0; it is asked before the
            first session that starts after `time`.
        band: In the conversation or outside it.
        anchor: Whether it rests on an anchored disclosure, so that its answer is the same in every run.
        target: For `choice`: the id of the `delegate` act. For a temporal probe: the date attribute. For a probe on a
            standing rule: the rule's id. For a probe on the date of a disclosure or session: that session's number.
            For an interpretation: the id of the `show` act.
        other: A second attribute that the question needs.
        value: A value that the question assumes wrongly, or that another person claimed. For an interpretation: the
            trait. In a recording that is lived again: the reference answers of earlier times, joined by `|`.
        context: For `pass_on`: the context of the message. For an interpretation: the name of its entry.
        contrast: The id of the contrast probe: mostly asked in the same form, with another gold answer. A
            pair counts only if both answers are right.
        difficulty: `easy`, `medium` or `hard`, by the number of evidence turns and by how they were told.
        before: Recorded data: the id of the turn before which it is asked; empty if it is asked after the last turn.
        question: Recorded data and scenarios written by hand: the text of the question.
        gold: Recorded data: the reference answer.
        evidence: Recorded data: the evidence turns, as alternatives; empty if the data names none. In a recording that
            is lived again: the acts that say them.
        answerable: Recorded data: whether the data says that it has an answer.
        alternatives: Recorded data: other reference answers, each of them right.
        options: Recorded data: the options of a multiple choice; `gold` is then the letter of the right one.
        rubric: Recorded data: whether `gold` is not an answer but describes a good one, for a judge.
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
    alternatives: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    rubric: bool = False


@dataclass(frozen=True, slots=True)
class Scenario:
    """The complete plan of one episode.

    Attributes:
        id: A hash of its content.
        source: Generated or recorded.
        suite: The label of its suite or data set, with the version.
        language: The language pack's name.
        phrasing: `open` or `held_out`. In `open`, people speak in phrases that readers may know.
        start: The first moment.
        persons: The persons. Their order gives the seats `user_0`, `user_1`, ...
        sessions: In calendar order.
        probes: In the order in which they are asked.
        marks: Facts about the data for human readers, such as a conversation's name or a licence, and further fields of
            external data, as JSON.
        issues: Faults found in recorded data, and how they were handled.
        extra: Recorded data: what its file holds beyond the other fields, as JSON objects by the id of a turn or probe,
            or "" for the whole. An export to the same format writes it again. It is not part of the id.
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
    extra: Mapping[str, str] = field(default_factory=dict)

    def person(self, id: str) -> Person:
        """The person with that id."""
        return next(person for person in self.persons if person.id == id)
