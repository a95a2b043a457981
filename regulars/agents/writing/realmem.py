"""Writes a life of projects by RealMem's pipeline: blueprint, events, summaries, and dialogues by two agents.

A person pursues projects. Each is created, updated, downgraded or suspended, for a subjective, objective or systemic
reason, and each event comes up in one to five conversations. Projects of one topic follow each other; topics
interleave. A conversation is played by a user, who knows its goal and its day, and an assistant, who knows what its
memory recalls. An evaluator scores how far it has come and ends it. Then a memory manager extracts points, marks
duplicates, and keeps the schedule. A reply that used earlier points makes the line before it a question.

Source: arXiv 2601.06966. The prompts are this package's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from regulars.agents.seats.flow import Flow
from regulars.agents.writing.course import course_problems, event_words, future_problems, later_values
from regulars.agents.writing.drafts import (
    AssistantLine,
    Blueprint,
    DraftEvents,
    DraftPoints,
    DraftProject,
    DraftSchedule,
    DraftSessions,
    Duplicates,
    GoalProgress,
    PersonLine,
    Spoken,
)
from regulars.agents.writing.progress import is_over, phase
from regulars.agents.writing.recording import RecordedQuestion, WrittenSession, days_from, recording
from regulars.agents.writing.remembering import KeptPoint, WrittenMemory, category, mark_problems
from regulars.agents.writing.workshop import Workshop
from regulars.dialogue import turn_id
from regulars.scenarios.memory_points import MARK, MemoryPoint, to_mark
from regulars.scenarios.world import Scenario
from regulars.seeding import Draws
from regulars.values import normalise

COOLDOWN = 5
"""The sessions between two projects of one topic, as long as other topics have some."""

MOST_SESSIONS = 5
"""The maximum number of conversations in which one event comes up."""

VERSION = "realmem-written@2"

FLOW = Flow(
    "writer",
    (
        *("blueprint", "events", "sessions", "schedule"),
        *("session", "user", "assistant", "evaluate", "extract", "deduplicate", "reschedule", "assemble"),
    ),
    jumps={"evaluate": ("user",), "reschedule": ("session",)},
    limit=1_000_000,
)


@dataclass(frozen=True, slots=True)
class RealMemPlan:
    """One conversation to write: its project and event, its date and its summary."""

    project: int
    event: int
    start: datetime
    summary: str


@dataclass(slots=True)
class RealMemTalk:
    """One conversation as far as it is written.

    Attributes:
        turns: Its turns.
        used: For each reply that used memories, by its number from 1: the points.
    """

    turns: list[Spoken] = field(default_factory=list)
    used: dict[int, list[KeptPoint]] = field(default_factory=dict)

    @property
    def words(self) -> str:
        """The turns, one a line."""
        return "\n".join(f"{turn.speaker}: {' '.join(turn.text.split())}" for turn in self.turns)


@dataclass(slots=True)
class RealMemState:
    """The parts written so far."""

    blueprint: Blueprint | None = None
    events: list[DraftEvents] = field(default_factory=list)
    summaries: list[list[DraftSessions]] = field(default_factory=list)
    plans: list[RealMemPlan] = field(default_factory=list)
    talks: list[RealMemTalk] = field(default_factory=list)
    memory: WrittenMemory = field(default_factory=WrittenMemory)
    scenario: Scenario | None = None

    @property
    def plan(self) -> RealMemPlan:
        """The plan of the conversation under way."""
        return self.plans[len(self.talks) - 1]


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
                return course_problems(draft, project, wanted)

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
                    event=event_words(event),
                )
                later = later_values(project, course, place - 1)

                def check(draft: DraftSessions, later: Sequence[str] = later) -> list[str]:
                    return future_problems(" ".join(draft.summaries), later)

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

    def session(self, work: RealMemState) -> None:
        """Begins the next conversation."""
        work.talks.append(RealMemTalk())

    def user(self, work: RealMemState) -> None:
        """Writes the user's next line, which must not tell what comes later."""
        blueprint, talk = _begun(work), work.talks[-1]
        messages = self.workshop.prompts["write_user_line"].messages(
            language=self.language,
            persona=f"{blueprint.name}: {blueprint.persona}",
            date=f"{work.plan.start:%A %Y-%m-%d}",
            goal=work.plan.summary,
            opening=_opening(work),
            phase=phase(len(talk.turns)),
            conversation=talk.words or "(nothing yet)",
        )
        later = _later_now(work)

        def check(draft: PersonLine) -> list[str]:
            return future_problems(draft.text, later)

        line = self.workshop.step(_place(work, "user"), PersonLine, messages, check, role="user")
        talk.turns.append(Spoken(speaker="User", text=line.text))

    def assistant(self, work: RealMemState) -> None:
        """Writes the assistant's reply from what its memory recalls. It knows neither the goal nor the future."""
        talk = work.talks[-1]
        recalled = work.memory.recalled(talk.turns[-1].text, work.plan.project)
        messages = self.workshop.prompts["write_assistant_line"].messages(
            language=self.language,
            date=f"{work.plan.start:%A %Y-%m-%d}",
            memories=_numbered([point.text for point in recalled]),
            schedule=_schedule(work.memory),
            conversation=talk.words,
        )
        later = _later_now(work)

        def check(draft: AssistantLine) -> list[str]:
            strangers = [number for number in draft.used if not 1 <= number <= len(recalled)]
            found = [f"it used the memories {strangers}, and there are {len(recalled)}"] if strangers else []
            return found + future_problems(draft.text, later)

        line = self.workshop.step(_place(work, "assistant"), AssistantLine, messages, check, role="assistant")
        talk.turns.append(Spoken(speaker="Assistant", text=line.text))
        if line.used:
            talk.used[len(talk.turns)] = [recalled[number - 1] for number in dict.fromkeys(line.used)]

    def evaluate(self, work: RealMemState) -> str | None:
        """Scores the conversation, and goes on with it until it is done."""
        talk = work.talks[-1]
        messages = self.workshop.prompts["write_progress"].messages(goal=work.plan.summary, conversation=talk.words)
        progress = self.workshop.step(_place(work, "progress"), GoalProgress, messages, role="evaluator")
        return None if is_over(len(talk.turns), progress.total) else "user"

    def extract(self, work: RealMemState) -> None:
        """Extracts the points of the conversation."""
        number, talk = len(work.talks), work.talks[-1]
        messages = self.workshop.prompts["write_points"].messages(
            language=self.language, conversation=_numbered(talk.words.split("\n"))
        )

        def check(draft: DraftPoints) -> list[str]:
            wrong = [point.turn for point in draft.points if point.turn > len(talk.turns)]
            return [f"the points name the turns {wrong}, and there are {len(talk.turns)}"] if wrong else []

        found = self.workshop.step(f"points-{number:03d}", DraftPoints, messages, check, role="memory")
        project = work.plan.project
        changes = work.events[project].events[work.plan.event].kind != "create"
        for point in sorted(found.points, key=lambda point: point.turn):
            work.memory.points.append(
                KeptPoint(point.kind, point.status, point.text, number, point.turn, project, changes)
            )

    def deduplicate(self, work: RealMemState) -> None:
        """Marks points that say what another one says, in batches."""
        number = len(work.talks)
        for place, batch in enumerate(work.memory.batches(number), 1):
            listed = _numbered([point.text for point in batch])
            messages = self.workshop.prompts["write_duplicates"].messages(points=listed)

            def check(draft: Duplicates, count: int = len(batch)) -> list[str]:
                return mark_problems(draft, count)

            name = f"duplicates-{number:03d}-{place}"
            found = self.workshop.step(name, Duplicates, messages, check, role="memory")
            for mark in found.points:
                batch[mark.number - 1].discard = mark.discard

    def reschedule(self, work: RealMemState) -> str | None:
        """Brings the schedule up to date, and goes on to the next conversation."""
        number = len(work.talks)
        messages = self.workshop.prompts["write_schedule"].messages(
            date=f"{work.plan.start:%A %Y-%m-%d}",
            schedule=_schedule(work.memory),
            conversation=work.talks[-1].words,
        )
        found = self.workshop.step(f"schedule-{number:03d}", DraftSchedule, messages, role="memory")
        work.memory.settle(found.entries)
        return "session" if number < len(work.plans) else None

    def assemble(self, work: RealMemState) -> None:
        """Builds the scenario."""
        blueprint = _begun(work)
        sessions = [
            WrittenSession(plan.start, blueprint.projects[plan.project].topic, talk.turns)
            for plan, talk in zip(work.plans, work.talks, strict=True)
        ]
        asked = []
        for number, talk in enumerate(work.talks, 1):
            for turn, points in talk.used.items():
                question, reply = talk.turns[turn - 2 : turn]
                evidence = [(point.session, point.turn) for point in points]
                asked.append(RecordedQuestion(category(points), question.text, reply.text, evidence, (number, turn)))
        marks = {"writer": self.workshop.model.name, "pipeline": "realmem", MARK: to_mark(_memory_points(work))}
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


def _place(work: RealMemState, what: str) -> str:
    """The name of a step in the conversation under way."""
    return f"talk-{len(work.talks):03d}-{len(work.talks[-1].turns):02d}-{what}"


def _later_now(work: RealMemState) -> list[str]:
    """Values that the conversation under way must not mention. What was said of another project is known already."""
    project = work.plan.project
    known = f" {normalise(' '.join(point.text for point in work.memory.points))} "
    later = later_values(_begun(work).projects[project], work.events[project], work.plan.event)
    return [value for value in later if f" {normalise(value)} " not in known]


def _opening(work: RealMemState) -> str:
    """How the conversation under way relates to earlier ones of its project."""
    pairs = zip(work.plans, work.talks[:-1], strict=False)
    before = [talk for plan, talk in pairs if plan.project == work.plan.project]
    if not before:
        return "The person has not talked about this before."
    return f"The person goes on from the last conversation about this, which ended: {before[-1].turns[-1].text}"


def _numbered(lines: Sequence[str]) -> str:
    return "\n".join(f"{place}. {line}" for place, line in enumerate(lines, 1)) or "(none)"


def _schedule(memory: WrittenMemory) -> str:
    lines = [f"{entry.what}: {entry.when}{' (recurring)' if entry.recurring else ''}" for entry in memory.entries]
    return "\n".join(lines) or "(empty)"


def _memory_points(work: RealMemState) -> list[MemoryPoint]:
    """The confirmed points that are no duplicates, and the schedule at the end."""
    topics = [project.topic.replace(" ", "_") for project in _begun(work).projects]
    points = []
    for number, point in enumerate(work.memory.points, 1):
        if point.status == "confirmed" and not point.discard:
            mark = "DM" if point.kind == "dynamic" else "SM"
            id = f"{topics[point.project]}-{mark}-S{point.session:02d}-{number:02d}"
            role = work.talks[point.session - 1].turns[point.turn - 1].speaker
            turn = turn_id(point.session, point.turn)
            points.append(MemoryPoint(id, point.kind, point.text, point.session, turn, point.turn, role))
    for number, entry in enumerate(work.memory.entries, 1):
        text = f"{entry.what}: {entry.when}"
        points.append(MemoryPoint(f"Schedule-{number:02d}", "schedule", text, len(work.talks)))
    return points
