"""The schemas of what a model writes, with their own validity rules; an invalid draft is sent back once."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Words = Annotated[str, Field(min_length=1)]

INSIGHT_TYPES = ("decision-guidance", "interpretive-attribution", "value-judgment", "contradiction")
"""RoleMemo's four insight types; each is a kind of probe (`scenarios.kinds.ProbeKind`)."""


class _Draft(BaseModel):
    model_config = ConfigDict(extra="forbid")


class DraftAttribute(_Draft):
    """Something about a project that may change."""

    name: Words
    value: Words


class DraftProject(_Draft):
    """What a person pursues over many conversations."""

    topic: Words
    goal: Words
    attributes: list[DraftAttribute] = Field(min_length=1, max_length=8)


class Blueprint(_Draft):
    """A person and their projects."""

    name: Words
    persona: Words
    projects: list[DraftProject] = Field(min_length=1)


class DraftEvent(_Draft):
    """Something that happens to a project; an update names an attribute and its new value."""

    kind: Literal["create", "update", "suspend", "downgrade"]
    volatility: Literal["subjective", "objective", "systemic"]
    what: Words
    attribute: str
    value: str


class DraftEvents(_Draft):
    """A project's course."""

    events: list[DraftEvent] = Field(min_length=1)

    @model_validator(mode="after")
    def _begins_and_ends(self) -> DraftEvents:
        kinds = [event.kind for event in self.events]
        if kinds[0] != "create" or "create" in kinds[1:]:
            raise ValueError("the first event creates the project, and no other")
        if "suspend" in kinds[:-1]:
            raise ValueError("something follows a suspension")
        if any(event.kind == "update" and not (event.attribute and event.value) for event in self.events):
            raise ValueError("an update names no attribute or no value")
        return self


class DraftSessions(_Draft):
    """In which conversations an event comes up."""

    summaries: list[Words] = Field(min_length=1, max_length=5)


class Spoken(_Draft):
    """One turn."""

    speaker: Literal["User", "Assistant"]
    text: Words


class Conversation(_Draft):
    """A conversation: the user opens, the two take turns, the assistant has the last word."""

    turns: list[Spoken] = Field(min_length=2)

    @model_validator(mode="after")
    def _takes_turns(self) -> Conversation:
        wanted = ["User" if place % 2 == 0 else "Assistant" for place in range(len(self.turns))]
        if [turn.speaker for turn in self.turns] != wanted or len(self.turns) % 2:
            raise ValueError("the User opens, the two take turns, and the Assistant has the last word")
        return self


class PersonLine(_Draft):
    """What the user says next."""

    text: Words


class AssistantLine(_Draft):
    """What the assistant says next, and the numbers of the memories that it used."""

    text: Words
    used: list[int]


class GoalProgress(_Draft):
    """How far a conversation has come towards its goal: RealMem's four scores, 100 in all."""

    understanding: int = Field(ge=0, le=20)
    solution: int = Field(ge=0, le=30)
    confirmed: int = Field(ge=0, le=30)
    closed: int = Field(ge=0, le=20)

    @property
    def total(self) -> int:
        """The sum, 0 to 100."""
        return self.understanding + self.solution + self.confirmed + self.closed


class DraftPoint(_Draft):
    """What is to be remembered of a conversation, and the turn that says it, from 1."""

    kind: Literal["dynamic", "static"]
    status: Literal["confirmed", "draft"]
    text: Words
    turn: int = Field(ge=1)


class DraftPoints(_Draft):
    """The points of a conversation."""

    points: list[DraftPoint]


class PointMark(_Draft):
    """Whether a point says what another one says."""

    number: int
    discard: bool


class Duplicates(_Draft):
    """A mark for every point of a batch."""

    points: list[PointMark]


class ScheduleEntry(_Draft):
    """An appointment: what, when in words, and whether it comes back."""

    what: Words
    when: Words
    recurring: bool


class DraftSchedule(_Draft):
    """The whole schedule."""

    entries: list[ScheduleEntry]


class Insight(_Draft):
    """What follows from several things that were told."""

    type: Literal["decision-guidance", "interpretive-attribution", "value-judgment", "contradiction"]
    insight: Words


class DraftInsights(_Draft):
    """A character, and what can be understood about it."""

    name: Words
    persona: Words
    insights: list[Insight] = Field(min_length=1)


class Sample(_Draft):
    """The two facts behind an insight, and the question that needs both."""

    fragments: list[Words] = Field(min_length=2, max_length=2)
    question: Words
    answer: Words


class Safety(_Draft):
    """Whether a text can be published."""

    reason: str
    verdict: Literal["yes", "no"]
