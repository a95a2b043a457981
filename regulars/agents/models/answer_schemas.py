"""The schemas of models' answers: each role reads these fields and nothing else."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Points = Annotated[int, Field(ge=0, le=5)]
"""A score on a dimension: 0, not at all, to 5, perfectly. An answer outside this range is invalid, never clipped."""


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NotedReply(_Answer):
    """Notes, and the reply that follows from them."""

    notes: list[str] = Field(description="one for each memory that bears on the message")
    reply: str = Field(min_length=1, description="what is said to the person")


class Agreement(_Answer):
    """Whether a reply is right."""

    reason: str
    verdict: Literal["yes", "no"]


class RatedReply(_Answer):
    """How a person takes a reply."""

    reason: str
    rating: Literal["like", "none", "dislike"]
    satisfaction: int = Field(ge=0, le=10)


class ProjectAnswer(_Answer):
    """RealMem's rating of an answer."""

    reason: str
    score: int = Field(ge=0, le=3)


class Recalled(_Answer):
    """RealMem's finding on what was brought back."""

    reason: str
    score: int = Field(ge=0, le=1)


class Helpfulness(_Answer):
    """RealMem's rating of what was brought back."""

    reason: str
    score: int = Field(ge=0, le=2)


class RolePlayScores(_Answer):
    """RoleMemo's four dimensions."""

    reason: str
    richness: Points
    logic: Points
    consistency: Points
    attractiveness: Points


class RewardScores(_Answer):
    """What RoleMemo's reward is computed from."""

    reason: str
    factual: Points
    logic_and_persona: Points
    safety: Points


class StatedFact(_Answer):
    """One fact, and the turns that it rests on by their numbers in the prompt, from 1."""

    text: str = Field(min_length=1)
    turns: list[int] = Field(min_length=1)


class ReadClaim(_Answer):
    """One thing that is claimed of who speaks."""

    sentence: int = Field(ge=1, description="the number of the sentence that says it, from 1")
    attribute: str = Field(min_length=1, description="what is claimed, as a short noun such as home city")
    value: str = Field(description="its value as said; empty where only its end is told")
    holds: bool = Field(description="false where it is denied, or over")
    many: bool = Field(description="whether there may be several values at once")


class ReadClaims(_Answer):
    """What a turn claims, and which attributes it wants forgotten."""

    claims: list[ReadClaim]
    unwanted: list[str]


class ExtractedFacts(_Answer):
    """What of some turns is worth remembering."""

    facts: list[StatedFact]
