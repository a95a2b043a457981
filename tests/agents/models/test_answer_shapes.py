"""The schema of each answer that a model is asked for, as it is sent: fields, ranges, and what they are for."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from regulars.agents.models import answer_schemas as shapes
from regulars.agents.models.schemas import strict_schema


def text(title: str, **more: Any) -> dict[str, Any]:
    return {"title": title, "type": "string"} | more


def number(title: str, low: int, high: int | None = None, **more: Any) -> dict[str, Any]:
    return {"title": title, "type": "integer", "minimum": low} | ({} if high is None else {"maximum": high}) | more


def several(title: str, kind: str, **more: Any) -> dict[str, Any]:
    return {"title": title, "type": "array", "items": {"type": kind}} | more


REASON = text("Reason")
POINTS = {"minimum": 0, "maximum": 5, "type": "integer"}
FIELDS: dict[type[BaseModel], dict[str, Any]] = {
    shapes.NotedReply: {
        "notes": several("Notes", "string", description="one for each memory that bears on the message"),
        "reply": text("Reply", description="what is said to the person (minLength 1)"),
    },
    shapes.Agreement: {"reason": REASON, "verdict": text("Verdict", enum=["yes", "no"])},
    # RealMem: an answer 0 to 3, the recalled context 0 or 1, its helpfulness 0 to 2.
    shapes.ProjectAnswer: {"reason": REASON, "score": number("Score", 0, 3)},
    shapes.Recalled: {"reason": REASON, "score": number("Score", 0, 1)},
    shapes.Helpfulness: {"reason": REASON, "score": number("Score", 0, 2)},
    # RoleMemo: every dimension 0 to 5.
    shapes.RolePlayScores: {
        "reason": REASON, "richness": POINTS | {"title": "Richness"}, "logic": POINTS | {"title": "Logic"},
        "consistency": POINTS | {"title": "Consistency"}, "attractiveness": POINTS | {"title": "Attractiveness"},
    },
    shapes.RewardScores: {
        "reason": REASON, "factual": POINTS | {"title": "Factual"},
        "logic_and_persona": POINTS | {"title": "Logic And Persona"}, "safety": POINTS | {"title": "Safety"},
    },
    shapes.StatedFact: {
        "text": text("Text", description="minLength 1"), "turns": several("Turns", "integer", minItems=1),
    },
    shapes.ReadClaim: {
        "sentence": number("Sentence", 1, description="the number of the sentence that says it, from 1"),
        "attribute": text("Attribute", description="what is claimed, as a short noun such as home city (minLength 1)"),
        "value": text("Value", description="its value as said; empty where only its end is told"),
        "holds": {"title": "Holds", "type": "boolean", "description": "false where it is denied, or over"},
        "many": {"title": "Many", "type": "boolean", "description": "whether there may be several values at once"},
    },
}  # fmt: skip


def test_a_model_is_told_the_fields_of_its_answer() -> None:
    for shape, fields in FIELDS.items():
        sent = strict_schema(shape)
        assert sent["properties"] == fields, shape
        assert sent["required"] == list(fields)
        assert sent["additionalProperties"] is False


def test_lists_of_claims_and_facts_refer_to_their_parts() -> None:
    claims, facts = strict_schema(shapes.ReadClaims), strict_schema(shapes.ExtractedFacts)
    assert claims["properties"]["claims"]["items"] == {"$ref": "#/$defs/ReadClaim"}
    assert claims["properties"]["unwanted"] == several("Unwanted", "string")
    assert facts["properties"]["facts"]["items"] == {"$ref": "#/$defs/StatedFact"}
    assert facts["$defs"]["StatedFact"]["properties"] == FIELDS[shapes.StatedFact]


@pytest.mark.parametrize(
    "given", [{"reason": "", "score": "2"}, {"reason": "", "score": 2.0}, {"reason": "", "score": 2, "more": 1}]
)
def test_an_answer_of_other_types_or_with_other_fields_is_no_answer(given) -> None:
    """A number in quotes or with a fraction is not read as a whole number."""
    assert shapes.ProjectAnswer.model_validate({"reason": "", "score": 2}).score == 2
    with pytest.raises(ValidationError):
        shapes.ProjectAnswer.model_validate(given)
