"""What the pipelines ask of a model: every call in order, with its purpose, its seed, and all slots of its prompt."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from regulars.agents.models.prompt_files import built_in_prompts
from regulars.agents.models.schemas import strict_schema
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.seats.flow import run
from regulars.agents.writing import drafts
from regulars.agents.writing.drafts import INSIGHT_TYPES
from regulars.agents.writing.realmem import RealMemWriter
from regulars.agents.writing.rolememo import RoleMemoWriter
from regulars.agents.writing.workshop import Workshop
from regulars.errors import ConfigurationError
from regulars.seeding import SeedTree

NOON = datetime(2025, 1, 6, 12, 34, tzinfo=UTC)
PROMPTS = built_in_prompts()


def spoken(*texts: str) -> list[dict[str, str]]:
    return [{"speaker": ("User", "Assistant")[place % 2], "text": text} for place, text in enumerate(texts)]


def written(writer: Any) -> tuple[Any, list[Any]]:
    """The work of a pipeline, and its calls."""
    work = writer.work()
    run(writer, work)
    return work, writer.workshop.model.calls


def asks(call: Any, prompt: str, **slots: str) -> None:
    """Fails unless the call is made of the prompt with these slots; the schema follows in the first message."""
    wanted = PROMPTS[prompt].messages(**slots)
    assert [message.role for message in call.messages] == [message.role for message in wanted]
    if call.schema is not None:
        assert call.messages[0].content.startswith(f"{wanted[0].content}\n\n")
    for sent, own in list(zip(call.messages, wanted, strict=True))[call.schema is not None :]:
        assert sent.content == own.content


PROJECT = {
    "topic": "garden", "goal": "finish the garden", "attributes": [{"name": "budget", "value": "two crowns"}],
}  # fmt: skip


def event(kind: str, attribute: str = "", value: str = "") -> dict[str, str]:
    return {"kind": kind, "volatility": "objective", "what": f"{kind} it", "attribute": attribute, "value": value}


def test_a_life_of_projects_is_asked_for_step_by_step(tmp_path: Path) -> None:
    """One project with a budget that rises; the second conversation may use the point of the first."""
    course = {"events": [event("create"), event("update", "budget", "nine crowns")]}
    done = {"understanding": 20, "solution": 30, "confirmed": 30, "closed": 0}
    talk = [{"text": "Hm."}, {"text": "So.", "used": []}, done] * 3
    point = {"points": [{"kind": "dynamic", "status": "confirmed", "text": "a point", "turn": 1}]}
    tennis = {"entries": [{"what": "tennis", "when": "every Monday", "recurring": True}]}
    same = {"points": [{"number": 1, "discard": False}, {"number": 2, "discard": True}]}
    answers = [
        {"name": "Ada", "persona": "a baker", "projects": [PROJECT]}, course,
        {"summaries": ["it begins"]}, {"summaries": ["it changes"]}, *talk, point, tennis, *talk, point, same, tennis,
    ]  # fmt: skip
    model = ScriptedChat([json.dumps(answer) for answer in answers])
    shop = Workshop(tmp_path, model, PROMPTS, {}, seed=5)
    work, calls = written(RealMemWriter(shop, NOON, projects=1, events=2, language="german", hints="likes bread"))
    steps = ["blueprint", "events-1", "sessions-1-1", "sessions-1-2"]
    for number in (1, 2):
        parts = [(0, "user"), (1, "assistant"), (2, "progress"), (2, "user"), (3, "assistant"), (4, "progress")]
        parts += [(4, "user"), (5, "assistant"), (6, "progress")]
        steps += [f"talk-00{number}-0{place}-{what}" for place, what in parts]
        steps += [f"points-00{number}", *(["duplicates-002-1"] if number == 2 else []), f"schedule-00{number}"]
    assert [call.purpose for call in calls] == [f"write {step}" for step in steps]
    assert [call.seed for call in calls] == [SeedTree(5).seed("write", step, 0) & 0x7FFFFFFF for step in steps]
    asks(calls[0], "write_blueprint", projects="1", language="german", date="2025-01-06", hints="likes bread")
    assert json.loads(work.blueprint.projects[0].model_dump_json()) == PROJECT
    project = work.blueprint.projects[0].model_dump_json()
    asks(calls[1], "write_events", events="2", persona="a baker", project=project)
    common = {"most": "5", "persona": "a baker", "project": "garden: finish the garden"}
    asks(calls[2], "write_sessions", **common, before="(nothing)", event="create, objective: create it")
    changed = "update, objective: update it (budget is now nine crowns)"
    asks(calls[3], "write_sessions", **common, before="create it", event=changed)
    days = [f"{plan.start:%A %Y-%m-%d}" for plan in work.plans]
    said = "User: Hm.\nAssistant: So."
    whole = "\n".join([said] * 3)
    common = {"language": "german", "persona": "Ada: a baker"}
    new = "The person has not talked about this before."
    asks(calls[4], "write_user_line", **common, date=days[0], goal="it begins", opening=new, phase="OPENING",
         conversation="(nothing yet)")  # fmt: skip
    asks(calls[5], "write_assistant_line", language="german", date=days[0], memories="(none)", schedule="(empty)",
         conversation="User: Hm.")  # fmt: skip
    asks(calls[6], "write_progress", goal="it begins", conversation=said)
    asks(calls[7], "write_user_line", **common, date=days[0], goal="it begins", opening=new, phase="EXPLORATION",
         conversation=said)  # fmt: skip
    numbered = "\n".join(f"{place}. {line}" for place, line in enumerate(whole.split("\n"), 1))
    asks(calls[13], "write_points", language="german", conversation=numbered)
    asks(calls[14], "write_schedule", date=days[0], schedule="(empty)", conversation=whole)
    known = {"memories": "1. a point", "schedule": "tennis: every Monday (recurring)"}
    asks(calls[16], "write_assistant_line", language="german", date=days[1], **known, conversation="User: Hm.")
    asks(calls[25], "write_duplicates", points="1. a point\n2. a point")
    assert [point.discard for point in work.memory.points] == [False, True]
    marks = dict(work.scenario.marks)
    assert [point["text"] for point in json.loads(marks.pop("memory_points"))] == ["a point", "tennis: every Monday"]
    assert marks == {"writer": "scripted", "pipeline": "realmem"}
    assert (work.scenario.language, work.scenario.suite) == ("german", "realmem-written@2")
    assert {session.purpose for session in work.scenario.sessions} == {"garden"}
    person = work.scenario.persons[0]
    assert (person.name, person.persona.notes) == ("Ada", "a baker")


def test_a_scenario_of_insights_is_asked_for_step_by_step(tmp_path: Path) -> None:
    """Four insights, two facts each, a conversation for every fact, then three questions for every sample."""
    insights = [{"type": kind, "insight": f"insight on {kind}"} for kind in INSIGHT_TYPES]
    facts = [(f"Umbrella {word} vanished yesterday.", f"Trumpet {word} exploded today.") for word in "abcd"]

    def said(call: Any) -> str:
        step = call.purpose.removeprefix("write ").split("-")
        if step == ["insights"]:
            answer: Any = {"name": "Bo", "persona": "a sailor", "insights": insights}
        elif step[0] == "sample":
            number = int(step[1])
            answer = {"fragments": facts[number - 1], "question": f"What of {number}?", "answer": f"Beware {number}."}
        elif step[0] == "dialogue":
            fact = facts[int(step[1]) - 1][int(step[2]) - 1]
            answer = {"turns": spoken("So.", "Yes.", f"By the way: {fact}", "Fine.", "Good.", "Right.")}
        elif step == ["necessity"]:
            return "I cannot know."
        else:
            answer = {"reason": "r", "verdict": "no" if step == ["judge"] else "yes"}
        return json.dumps(answer)

    shop = Workshop(tmp_path, ScriptedChat(said), PROMPTS, {}, seed=5)
    work, calls = written(RoleMemoWriter(shop, NOON, language="german", hints="likes storms"))
    purposes = ["write insights", *(f"write sample-{number}" for number in (1, 2, 3, 4))]
    purposes += [f"write dialogue-{number}-{place}" for number in (1, 2, 3, 4) for place in (1, 2)]
    purposes += ["necessity", "judge", "safety"] * 4
    assert [call.purpose for call in calls] == purposes
    asks(calls[0], "write_insights", each="1", language="german", hints="likes storms")
    for number, kind in enumerate(INSIGHT_TYPES, 1):
        own = {"persona": "a sailor", "type": kind, "insight": f"insight on {kind}", "language": "german"}
        asks(calls[number], "write_sample", **own)
        for place in (1, 2):
            given = {"language": "german", "least": "6", "most": "12", "persona": "a sailor"}
            call = calls[2 * number + place + 2]
            asks(call, "write_fragment_dialogue", **given, fragment=facts[number - 1][place - 1])
        unaided, judged, safe = calls[10 + 3 * number : 13 + 3 * number]
        asks(unaided, "write_unaided", question=f"What of {number}?")
        asks(
            judged, "judge", case="plain", question=f"What of {number}?", key=f"Beware {number}.",
            reply="I cannot know.",
        )  # fmt: skip
        lines = [
            line
            for fact in facts[number - 1]
            for line in ("User: So.", "Assistant: Yes.", f"User: By the way: {fact}", "Assistant: Fine.",
                         "User: Good.", "Assistant: Right.")
        ]  # fmt: skip
        asks(safe, "write_safety", text="\n".join([*lines, f"User: What of {number}?"]))
    assert work.scenario.marks == {"writer": "scripted", "pipeline": "rolememo"}
    assert (work.scenario.language, work.scenario.suite) == ("german", "rolememo-written@1")
    assert [probe.gold for probe in work.scenario.probes] == [f"Beware {number}." for number in (1, 2, 3, 4)]
    assert {session.purpose for session in work.scenario.sessions} == {"conversation"}


WORDS = {"type": "string", "description": "minLength 1"}
PLAIN = {"type": "string"}


def listed(kind: str, least: int | None = None, most: int | None = None) -> dict[str, Any]:
    bounds = {"minItems": least, "maxItems": most}
    return {"type": "array", "items": {"$ref": f"#/$defs/{kind}"}} | {name: n for name, n in bounds.items() if n}


SHAPES: dict[type[BaseModel], dict[str, Any]] = {
    drafts.DraftAttribute: {"name": WORDS, "value": WORDS},
    drafts.DraftProject: {"topic": WORDS, "goal": WORDS, "attributes": listed("DraftAttribute", 1, 8)},
    drafts.Blueprint: {"name": WORDS, "persona": WORDS, "projects": listed("DraftProject", 1)},
    drafts.DraftEvent: {
        "kind": {"type": "string", "enum": ["create", "update", "suspend", "downgrade"]},
        "volatility": {"type": "string", "enum": ["subjective", "objective", "systemic"]},
        "what": WORDS, "attribute": PLAIN, "value": PLAIN,
    },
    drafts.DraftEvents: {"events": listed("DraftEvent", 1)},
    drafts.DraftSessions: {"summaries": {"type": "array", "items": WORDS, "minItems": 1, "maxItems": 5}},
    drafts.Spoken: {"speaker": {"type": "string", "enum": ["User", "Assistant"]}, "text": WORDS},
    drafts.Conversation: {"turns": listed("Spoken", 2)},
    drafts.PersonLine: {"text": WORDS},
    drafts.AssistantLine: {"text": WORDS, "used": {"type": "array", "items": {"type": "integer"}}},
    drafts.GoalProgress: {
        name: {"type": "integer", "minimum": 0, "maximum": most}
        for name, most in (("understanding", 20), ("solution", 30), ("confirmed", 30), ("closed", 20))
    },
    drafts.DraftPoint: {
        "kind": {"type": "string", "enum": ["dynamic", "static"]},
        "status": {"type": "string", "enum": ["confirmed", "draft"]},
        "text": WORDS, "turn": {"type": "integer", "minimum": 1},
    },
    drafts.DraftPoints: {"points": listed("DraftPoint")},
    drafts.PointMark: {"number": {"type": "integer"}, "discard": {"type": "boolean"}},
    drafts.Duplicates: {"points": listed("PointMark")},
    drafts.ScheduleEntry: {"what": WORDS, "when": WORDS, "recurring": {"type": "boolean"}},
    drafts.DraftSchedule: {"entries": listed("ScheduleEntry")},
    drafts.Insight: {"type": {"type": "string", "enum": list(INSIGHT_TYPES)}, "insight": WORDS},
    drafts.DraftInsights: {"name": WORDS, "persona": WORDS, "insights": listed("Insight", 1)},
    drafts.Sample: {
        "fragments": {"type": "array", "items": WORDS, "minItems": 2, "maxItems": 2}, "question": WORDS,
        "answer": WORDS,
    },
    drafts.Safety: {"reason": PLAIN, "verdict": {"type": "string", "enum": ["yes", "no"]}},
}  # fmt: skip


def test_a_writer_is_told_the_fields_of_its_draft() -> None:
    for shape, expected in SHAPES.items():
        sent = strict_schema(shape)
        fields = {name: {key: one[key] for key in one if key != "title"} for name, one in sent["properties"].items()}
        assert fields == expected, shape
        assert (sent["required"], sent["additionalProperties"]) == (list(expected), False)


def test_a_folder_that_cannot_be_used_is_named_with_its_remedy(tmp_path: Path) -> None:
    """What differs between two runs is listed, and what is equal is not."""

    def opened(folder: Path, config: Any, *, resume: bool = True) -> None:
        Workshop(folder, ScriptedChat([]), PROMPTS, config, resume=resume)

    run = tmp_path / "run"
    opened(run, {"seed": 1, "each": 2, "old": 0})
    other = tmp_path / "other"
    (other / "steps" / "one").mkdir(parents=True)
    (tmp_path / "file").write_text("")
    for folder, config, resume, message in (
        (run, {"seed": 1, "each": 3, "new": 1}, True,
         f"{run}: the folder holds another run, with a different each, new, old; choose another folder."),
        (run, {"seed": 1, "each": 2, "old": 0}, False,
         f"{run}: the folder already holds a run; use --resume, or another folder."),
        (other, {}, True, f"{other}: the folder is not empty; choose another folder."),
        (tmp_path / "file", {}, True,
         f"{tmp_path / 'file'}: the folder cannot be created: Not a directory; check its path and permissions."),
    ):  # fmt: skip
        with pytest.raises(ConfigurationError) as caught:
            opened(folder, config, resume=resume)
        assert str(caught.value) == message
    opened(run, {"old": 0, "each": 2, "seed": 1})
