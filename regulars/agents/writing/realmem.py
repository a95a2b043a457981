"""Writes a life of projects by RealMem's pipeline: blueprint, events, session summaries, interleaved dialogues.

A person pursues projects. Each is created, updated, downgraded or suspended, for a subjective, objective or systemic
reason, and each event comes up in one to five conversations. Projects of one topic follow each other; topics
interleave. A dialogue is written with the points to remember from earlier ones and without the future: a value from a
later event is rejected. A User's turn that needs earlier points becomes a probe before its reply, with the turns of
those points as evidence.

Source: arXiv 2601.06966. The prompts are this package's own.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from regulars.agents.seats.flow import Flow
from regulars.agents.writing.drafts import Blueprint, Dialogue, DraftEvent, DraftEvents, DraftProject, DraftSessions
from regulars.agents.writing.recording import RecordedQuestion, WrittenSession, days_from, recording
from regulars.agents.writing.workshop import Workshop
from regulars.scenarios.world import Scenario
from regulars.seeding import Draws
from regulars.values import normalise

COOLDOWN = 5
"""The sessions between two projects of one topic, as long as other topics have some."""

MOST_SESSIONS = 5
"""The maximum number of conversations in which one event comes up."""

TURNS = (6, 24)
"""The minimum and maximum number of turns of a dialogue."""

VERSION = "realmem-written@1"

FLOW = Flow("writer", ("blueprint", "events", "sessions", "schedule", "dialogues", "assemble"))


@dataclass(frozen=True, slots=True)
class RealMemPlan:
    """One conversation to write: its project and event, its date and its summary."""

    project: int
    event: int
    start: datetime
    summary: str


@dataclass(slots=True)
class RealMemState:
    """The parts written so far."""

    blueprint: Blueprint | None = None
    events: list[DraftEvents] = field(default_factory=list)
    summaries: list[list[DraftSessions]] = field(default_factory=list)
    plans: list[RealMemPlan] = field(default_factory=list)
    dialogues: list[Dialogue] = field(default_factory=list)
    scenario: Scenario | None = None


class RealMemWriter:
    """Writes one scenario by RealMem's pipeline.

    Args:
        workshop: The folder and the model.
        start: The first day.
        projects: How many projects the person has.
        events: How many events each of them has.
        language: The language of the conversations.
        hints: Wishes about the person and the projects.
    """

    flow = FLOW

    def __init__(
        self,
        workshop: Workshop,
        start: datetime,
        *,
        projects: int = 3,
        events: int = 3,
        language: str = "english",
        hints: str = "",
    ) -> None:
        self.workshop = workshop
        self.start = start
        self.size = (projects, events)
        self.language = language
        self.hints = hints

    def work(self) -> RealMemState:
        """Starts a scenario."""
        return RealMemState()

    # ------------------------------------------------------------------ nodes

    def blueprint(self, work: RealMemState) -> None:
        """Writes a person and their projects."""
        wanted = self.size[0]
        messages = self.workshop.prompts["write_blueprint"].messages(
            projects=str(wanted), language=self.language, date=f"{self.start:%Y-%m-%d}", hints=self.hints
        )

        def check(draft: Blueprint) -> list[str]:
            found = len(draft.projects)
            return [] if found == wanted else [f"there are {found} projects instead of {wanted}"]

        work.blueprint = self.workshop.step("blueprint", Blueprint, messages, check)

    def events(self, work: RealMemState) -> None:
        """Writes each project's events."""
        blueprint, wanted = _begun(work), self.size[1]
        for number, project in enumerate(blueprint.projects, 1):
            messages = self.workshop.prompts["write_events"].messages(
                events=str(wanted), persona=blueprint.persona, project=project.model_dump_json()
            )

            def check(draft: DraftEvents, project: DraftProject = project) -> list[str]:
                return _course_problems(draft, project, wanted)

            work.events.append(self.workshop.step(f"events-{number}", DraftEvents, messages, check))

    def sessions(self, work: RealMemState) -> None:
        """Writes summaries of the conversations in which each event comes up."""
        blueprint = _begun(work)
        for number, (project, course) in enumerate(zip(blueprint.projects, work.events, strict=True), 1):
            found = []
            for place, event in enumerate(course.events, 1):
                messages = self.workshop.prompts["write_sessions"].messages(
                    most=str(MOST_SESSIONS),
                    persona=blueprint.persona,
                    project=f"{project.topic}: {project.goal}",
                    before="; ".join(earlier.what for earlier in course.events[: place - 1]) or "(nothing)",
                    event=_event_words(event),
                )
                later = _later_values(project, course, place - 1)

                def check(draft: DraftSessions, later: Sequence[str] = later) -> list[str]:
                    return _future(" ".join(draft.summaries), later)

                found.append(self.workshop.step(f"sessions-{number}-{place}", DraftSessions, messages, check))
            work.summaries.append(found)

    def schedule(self, work: RealMemState) -> None:
        """Orders the conversations: topics interleave, projects of one topic follow each other."""
        blueprint = _begun(work)
        queues = [
            [(event, text) for event, one in enumerate(found) for text in one.summaries] for found in work.summaries
        ]
        topics = [project.topic.casefold() for project in blueprint.projects]
        order = interleaved(topics, [len(queue) for queue in queues], self.workshop.seeds.draws("order"))
        days = days_from(self.start, len(order), self.workshop.seeds.draws("days"))
        heads = [0] * len(queues)
        for project, start in zip(order, days, strict=True):
            event, summary = queues[project][heads[project]]
            heads[project] += 1
            work.plans.append(RealMemPlan(project, event, start, summary))

    def dialogues(self, work: RealMemState) -> None:
        """Writes each conversation, in order of time, with the points to remember from its project's earlier ones."""
        blueprint = _begun(work)
        for number, plan in enumerate(work.plans, 1):
            points = [text for text, _, _ in _points(work, plan.project)]
            messages = self.workshop.prompts["write_dialogue"].messages(
                language=self.language,
                least=str(TURNS[0]),
                most=str(TURNS[1]),
                persona=f"{blueprint.name}: {blueprint.persona}",
                date=f"{plan.start:%A %Y-%m-%d}",
                summary=plan.summary,
                points="\n".join(f"{place}. {text}" for place, text in enumerate(points, 1)) or "(none)",
            )
            later = _later_values(blueprint.projects[plan.project], work.events[plan.project], plan.event)

            def check(draft: Dialogue, known: int = len(points), later: Sequence[str] = later) -> list[str]:
                return _dialogue_problems(draft, known, later)

            work.dialogues.append(self.workshop.step(f"dialogue-{number:03d}", Dialogue, messages, check))

    def assemble(self, work: RealMemState) -> None:
        """Builds the scenario."""
        blueprint = _begun(work)
        sessions = [
            WrittenSession(plan.start, blueprint.projects[plan.project].topic, dialogue.turns)
            for plan, dialogue in zip(work.plans, work.dialogues, strict=True)
        ]
        asked = []
        for number, (plan, dialogue) in enumerate(zip(work.plans, work.dialogues, strict=True), 1):
            known = [place for _, *place in _points(work, plan.project, number)]
            for query in sorted(dialogue.queries, key=lambda query: query.turn):
                question, reply = dialogue.turns[query.turn - 1 : query.turn + 1]
                evidence = [(known[point - 1][0], known[point - 1][1]) for point in query.points]
                before = (number, query.turn + 1)
                asked.append(RecordedQuestion(query.category, question.text, reply.text, evidence, before))
        marks = {"writer": self.workshop.model.name, "pipeline": "realmem"}
        work.scenario = recording(
            blueprint.name,
            blueprint.persona,
            sessions,
            asked,
            suite=VERSION,
            language=self.language,
            marks=marks,
        )


def interleaved(topics: Sequence[str], lengths: Sequence[int], draws: Draws) -> list[int]:
    """The project of each session, in order.

    Args:
        topics: The topic of each project; projects of one topic are `COOLDOWN` sessions apart.
        lengths: The number of sessions of each project.
        draws: Choose among the topics that are ready.
    """
    queues: dict[str, list[int]] = {}
    for project, topic in enumerate(topics):
        queues.setdefault(topic, []).append(project)
    left = list(lengths)
    rests = dict.fromkeys(queues, 0)
    order: list[int] = []
    while any(queues.values()):
        open_topics = [topic for topic, projects in queues.items() if projects]
        ready = [topic for topic in open_topics if rests[topic] <= len(order)] or open_topics
        topic = draws.choice(ready)
        project = queues[topic][0]
        order.append(project)
        left[project] -= 1
        if not left[project]:
            queues[topic].pop(0)
            rests[topic] = len(order) + COOLDOWN
    return order


def _begun(work: RealMemState) -> Blueprint:
    assert work.blueprint is not None
    return work.blueprint


def _points(work: RealMemState, project: int, before: int = 0) -> list[tuple[str, int, int]]:
    """A project's points to remember, each with session and turn; only those before session `before` if given."""
    return [
        (point.text, number, point.turn)
        for number, (plan, dialogue) in enumerate(zip(work.plans, work.dialogues, strict=False), 1)
        if plan.project == project and (not before or number < before)
        for point in dialogue.points
    ]


def _event_words(event: DraftEvent) -> str:
    changed = f" ({event.attribute} is now {event.value})" if event.attribute and event.value else ""
    return f"{event.kind}, {event.volatility}: {event.what}{changed}"


def _course_problems(course: DraftEvents, project: DraftProject, wanted: int) -> list[str]:
    """Faults in a project's events, apart from their order."""
    problems = []
    ends = course.events[-1].kind == "suspend"
    if len(course.events) != wanted and not (ends and len(course.events) < wanted):
        problems.append(f"there are {len(course.events)} events instead of {wanted}")
    values = {attribute.name: [attribute.value] for attribute in project.attributes}
    for event in course.events:
        if event.kind != "update":
            continue
        if event.attribute not in values:
            problems.append(f"the project has no attribute {event.attribute!r}; it has {', '.join(values)}")
        elif event.value in values[event.attribute]:
            problems.append(f"{event.attribute} has been {event.value!r} before")
        else:
            values[event.attribute].append(event.value)
    return problems


def _later_values(project: DraftProject, course: DraftEvents, event: int) -> list[str]:
    """Values that first appear in events after `event`."""
    known = [attribute.value for attribute in project.attributes]
    known += [one.value for one in course.events[: event + 1]]
    said = f" {normalise(json.dumps([*known, *(one.what for one in course.events[: event + 1])], ensure_ascii=False))} "
    later = [one.value for one in course.events[event + 1 :] if one.value]
    return [value for value in later if f" {normalise(value)} " not in said]


def _future(text: str, later: Sequence[str]) -> list[str]:
    said = f" {normalise(text)} "
    return [
        f"it mentions {value!r}, which comes later" for value in dict.fromkeys(later) if f" {normalise(value)} " in said
    ]


def _dialogue_problems(dialogue: Dialogue, known: int, later: Sequence[str]) -> list[str]:
    problems = _future(" ".join(turn.text for turn in dialogue.turns), later)
    if not TURNS[0] <= len(dialogue.turns) <= TURNS[1]:
        problems.append(f"it has {len(dialogue.turns)} turns instead of {TURNS[0]} to {TURNS[1]}")
    for query in dialogue.queries:
        strangers = [point for point in query.points if not 1 <= point <= known]
        if strangers:
            problems.append(f"the query in turn {query.turn} needs the points {strangers}, and there are {known}")
    return problems
