"""Drafts, schedules and steps of a writer, by hand: what is refused and why, who comes when, what a folder keeps."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from regulars.agents.models.prompt_files import built_in_prompts
from regulars.agents.models.protocol import Message
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.seats.flow import run
from regulars.agents.writing.drafts import (
    Conversation,
    DraftEvents,
    DraftPoints,
    DraftProject,
    DraftSessions,
    GoalProgress,
    Spoken,
)
from regulars.agents.writing.realmem import COOLDOWN, RealMemWriter, interleaved
from regulars.agents.writing.recording import RecordedQuestion, WrittenSession, days_from, recording
from regulars.agents.writing.rolememo import RoleMemoWriter, fragment_problems
from regulars.agents.writing.workshop import Workshop
from regulars.agents.writing.write import START, write
from regulars.errors import ConfigurationError, DataError, ModelOutputError
from regulars.scenarios.kinds import Band, Form, ScenarioOrigin
from regulars.scenarios.memory_points import memory_points
from regulars.seeding import SeedTree

NOON = datetime(2025, 1, 6, 12, 34, tzinfo=UTC)
ASKED = (Message("user", "Write."),)


def spoken(*texts: str, first: str = "User") -> list[dict[str, str]]:
    other = "Assistant" if first == "User" else "User"
    return [{"speaker": (first, other)[place % 2], "text": text} for place, text in enumerate(texts)]


# ---------------------------------------------------------------------- drafts


@pytest.mark.parametrize(
    ("turns", "sound"),
    [
        (spoken("a", "b"), True),
        (spoken("a", "b", "c", "d"), True),
        (spoken("a", "b", "c"), False),
        (spoken("a"), False),
        (spoken("a", "b", first="Assistant"), False),
        ([*spoken("a", "b"), *spoken("c", "d", first="Assistant")], False),
        (spoken("a", ""), False),
    ],
)
def test_a_conversation_is_opened_by_the_user_and_closed_by_the_assistant(turns, sound) -> None:
    if sound:
        assert len(Conversation.model_validate({"turns": turns}).turns) == len(turns)
    else:
        with pytest.raises(ValidationError):
            Conversation.model_validate({"turns": turns})


def event(kind: str, attribute: str = "", value: str = "") -> dict[str, str]:
    return {"kind": kind, "volatility": "objective", "what": f"{kind} it", "attribute": attribute, "value": value}


@pytest.mark.parametrize(
    ("events", "fault"),
    [
        ([event("create")], ""),
        ([event("create"), event("update", "a", "1"), event("downgrade"), event("suspend")], ""),
        ([event("update", "a", "1")], "creates the project"),
        ([event("create"), event("create")], "creates the project"),
        ([event("create"), event("suspend"), event("downgrade")], "follows a suspension"),
        ([event("create"), event("update", "", "1")], "names no attribute"),
        ([event("create"), event("update", "a", "")], "names no attribute"),
    ],
)
def test_the_course_of_a_project_begins_once_and_ends_once(events, fault) -> None:
    if fault:
        with pytest.raises(ValidationError, match=fault):
            DraftEvents.model_validate({"events": events})
    else:
        assert len(DraftEvents.model_validate({"events": events}).events) == len(events)


@pytest.mark.parametrize(("count", "sound"), [(0, False), (1, True), (8, True), (9, False)])
def test_a_project_has_one_to_eight_attributes(count, sound) -> None:
    draft = project("garden", **{f"a{number}": "x" for number in range(count)})
    if sound:
        assert len(DraftProject.model_validate(draft).attributes) == count
    else:
        with pytest.raises(ValidationError, match="attributes"):
            DraftProject.model_validate(draft)


@pytest.mark.parametrize(("count", "sound"), [(0, False), (1, True), (5, True), (6, False)])
def test_an_event_comes_up_in_one_to_five_conversations(count, sound) -> None:
    draft = {"summaries": ["x"] * count}
    if sound:
        assert len(DraftSessions.model_validate(draft).summaries) == count
    else:
        with pytest.raises(ValidationError, match="summaries"):
            DraftSessions.model_validate(draft)


@pytest.mark.parametrize(
    ("scores", "total"),
    [((0, 0, 0, 0), 0), ((20, 30, 30, 20), 100), ((20, 30, 25, 5), 80), ((21, 0, 0, 0), None), ((0, 31, 0, 0), None),
     ((0, 0, 31, 0), None), ((0, 0, 0, 21), None), ((-1, 0, 0, 0), None)],
)  # fmt: skip
def test_the_goal_is_scored_20_30_30_20(scores, total) -> None:
    draft = dict(zip(("understanding", "solution", "confirmed", "closed"), scores, strict=True))
    if total is None:
        with pytest.raises(ValidationError):
            GoalProgress.model_validate(draft)
    else:
        assert GoalProgress.model_validate(draft).total == total


@pytest.mark.parametrize(
    ("change", "sound"), [({}, True), ({"turn": 0}, False), ({"kind": "schedule"}, False), ({"status": "yes"}, False)]
)
def test_a_point_has_a_kind_a_status_and_a_turn(change, sound) -> None:
    draft = {"points": [{"kind": "static", "status": "draft", "text": "p", "turn": 1, **change}]}
    if sound:
        assert len(DraftPoints.model_validate(draft).points) == 1
    else:
        with pytest.raises(ValidationError):
            DraftPoints.model_validate(draft)


FACT = "My dog barks at thunder."


@pytest.mark.parametrize(
    ("lines", "problems"),
    [
        (("Hi.", "Hello.", f"Well, {FACT} So.", "I see.", "Yes.", "Good."), []),
        ((FACT, "Hello.", "So.", "I see."), ["it has 4 turns instead of 6 to 12"]),
        ((FACT, *"bcdefghijkl"), []),
        ((FACT, *"bcdefghijklmn"), ["it has 14 turns instead of 6 to 12"]),
        (("a", "b", "c", "d", "e", "f"), ["the sentence stands in 0 of the User's turns instead of one"]),
        (
            ("a", FACT, "c", "d", "e", "f"),
            ["the sentence stands in 0 of the User's turns instead of one", "turn 2 repeats what the sentence says"],
        ),
        (
            (FACT, "b", FACT, "d", "e", "f"),
            ["the sentence stands in 2 of the User's turns instead of one", "turn 3 repeats what the sentence says"],
        ),
        # of `barks` and `thunder`, the words of four letters and more, one is .5, and both are an echo
        ((FACT, "Thunder is loud.", "c", "d", "e", "f"), []),
        ((FACT, "It barks in thunder?", "c", "d", "e", "f"), ["turn 2 repeats what the sentence says"]),
        # an echo by the assistant and by the user alike, and before the sentence as well
        (("Barks, thunder?", "b", FACT, "d", "e", "f"), ["turn 1 repeats what the sentence says"]),
    ],
)
def test_a_fact_is_told_once_in_passing(lines, problems) -> None:
    turns = [Spoken.model_validate(turn) for turn in spoken(*lines)]
    assert fragment_problems(turns, FACT) == problems


# ---------------------------------------------------------------------- order and dates


def test_topics_are_drawn_among_those_that_are_ready() -> None:
    """`a` has two projects: after the first, `a` rests for five sessions while `b` has some."""
    for seed in range(12):
        draws, expected = SeedTree(seed).draws(), []
        left, queues, rest = [2, 1, 9], {"a": [0, 1], "b": [2]}, {"a": 0, "b": 0}
        while any(queues.values()):
            able = [topic for topic in queues if queues[topic]]
            topic = draws.choice([one for one in able if rest[one] <= len(expected)] or able)
            project = queues[topic][0]
            expected.append(project)
            left[project] -= 1
            if left[project] == 0:
                queues[topic].pop(0)
                rest[topic] = len(expected) + 5
        order = interleaved(["a", "a", "b"], [2, 1, 9], SeedTree(seed).draws())
        assert order == expected
    assert COOLDOWN == 5
    assert interleaved(["a", "a"], [2, 1], SeedTree(0).draws()) == [0, 0, 1]


def test_conversations_are_one_to_three_days_apart_between_eight_and_ten_in_the_evening() -> None:
    draws, day, expected = SeedTree(3).draws(), datetime(2025, 1, 6, tzinfo=UTC), []
    for _ in range(20):
        expected.append(day + timedelta(hours=draws.between(8, 21), minutes=5 * draws.integer(12)))
        day += timedelta(days=draws.between(1, 3))
    assert days_from(NOON, 20, SeedTree(3).draws()) == expected
    assert {(b.date() - a.date()).days for a, b in pairwise(expected)} == {1, 2, 3}


# ---------------------------------------------------------------------- the recording


def turns(*texts: str) -> list[Spoken]:
    return [Spoken.model_validate(turn) for turn in spoken(*texts)]


def test_written_conversations_become_a_recorded_scenario() -> None:
    first, second = NOON, NOON + timedelta(days=2)
    sessions = [
        WrittenSession(first, "garden", turns("My budget is small.", "I see.", "Very small.", "Noted.")),
        WrittenSession(second, "boat", turns("What can I buy?", "A spade.")),
    ]
    asked = [
        RecordedQuestion("temporal-reasoning", "How much?", "little", [(1, 3), (1, 1), (1, 3)]),
        RecordedQuestion("dynamic-updating", "What can I buy?", "A spade.", [(1, 1)], (2, 2)),
    ]
    found = recording(
        "Ada", "a baker", sessions, asked, suite="s@1", language="english", marks={"w": "m"}, issues=("i",)
    )
    (person,) = found.persons
    assert (person.name, person.persona.notes, person.scope) == ("Ada", "a baker", person.id)
    assert (found.source, found.suite, found.start) == (ScenarioOrigin.RECORDED, "s@1", first)
    assert (found.marks, found.issues) == ({"w": "m"}, ("i",))
    assert [(session.number, session.purpose, session.rounds) for session in found.sessions] == [
        (1, "garden", 4),
        (2, "boat", 2),
    ]
    assert [session.budget for session in found.sessions] == [timedelta(minutes=5), timedelta(minutes=3)]
    said = [(turn.id, turn.speaker, turn.time) for turn in found.sessions[1].turns]
    assert said == [
        ("s002.t01", person.id, second + timedelta(minutes=1)),
        ("s002.t02", "assistant", second + timedelta(minutes=2)),
    ]
    inside, after = found.probes
    assert (inside.kind, inside.before, inside.time) == ("dynamic-updating", "s002.t02", second + timedelta(minutes=2))
    assert (inside.form, inside.band, inside.gold, inside.evidence) == (
        Form.TEXT,
        Band.OUT,
        "A spade.",
        (("s001.t01",),),
    )
    assert (after.before, after.time) == ("", second + timedelta(days=1, minutes=2))
    assert after.evidence == (("s001.t01", "s001.t03"),)
    assert (len(inside.id), len(person.id), inside.id != after.id) == (13, 9, True)
    other = recording("Ada", "a sailor", sessions, asked, suite="s@1", language="english", marks={"w": "m"})
    assert other.persons[0].id != person.id


# ---------------------------------------------------------------------- the workshop


class Draft(BaseModel):
    word: str


def workshop(folder: Any, *answers: Any, resume: bool = False, **config: Any) -> Workshop:
    model = ScriptedChat([one if isinstance(one, str) else json.dumps(one) for one in answers])
    return Workshop(folder, model, built_in_prompts(), {"seed": 1, **config}, resume=resume, seed=7)


def test_a_step_is_made_once_and_read_from_then_on(tmp_path) -> None:
    shop = workshop(tmp_path, {"word": "one"})
    assert shop.step("first", Draft, ASKED) == shop.step("first", Draft, ASKED) == Draft(word="one")
    (call,) = shop.model.calls
    assert (call.purpose, call.seed) == ("write first", SeedTree(7).seed("write", "first", 0) & 0x7FFFFFFF)
    assert json.loads((tmp_path / "steps/first.json").read_text()) == {"word": "one"}
    assert json.loads((tmp_path / "config.json").read_text()) == {"seed": 1}
    again = workshop(tmp_path, resume=True)
    assert again.step("first", Draft, ASKED) == Draft(word="one")
    assert sorted(path.name for path in tmp_path.rglob("*") if path.is_file()) == ["config.json", "first.json"]


def test_a_faulty_draft_goes_back_twice_and_then_fails(tmp_path) -> None:
    def check(draft: Draft) -> list[str]:
        return [] if draft.word == "good" else ["it is bad", "it is short"]

    shop = workshop(tmp_path, {"word": "bad"}, {"word": "worse"}, {"word": "good"})
    assert shop.step("first", Draft, ASKED, check) == Draft(word="good")
    wanted = built_in_prompts()["write_problem"].text(problems="it is bad; it is short")
    for call, before, number in zip(shop.model.calls, (None, "bad", "worse"), range(3), strict=True):
        tail = () if before is None else (Message("assistant", f'{{"word":"{before}"}}'), Message("user", wanted))
        assert call.messages[-len(tail) or None :] == tail or before is None
        assert call.messages[1 if call.messages[0].role == "system" else 0] == ASKED[0]
        assert len(call.messages) == 2 + len(tail)  # the schema in words stands first
        assert call.seed == SeedTree(7).seed("write", "first", number) & 0x7FFFFFFF
    shop = workshop(tmp_path / "other", *[{"word": "bad"}] * 3)
    with pytest.raises(ModelOutputError, match="no usable draft after 3 attempts: it is bad; it is short"):
        shop.step("first", Draft, ASKED, check)
    assert not (tmp_path / "other/steps/first.json").exists()


def test_a_note_is_made_once(tmp_path) -> None:
    made = []
    shop = workshop(tmp_path)
    for _ in range(2):
        assert shop.note("gate", lambda: made.append(1) or {"dropped": ""}) == {"dropped": ""}
    assert len(made) == 1


@pytest.mark.parametrize(
    ("resume", "config", "fault"),
    [
        (True, {}, None),
        (False, {}, "already holds a run"),
        (True, {"language": "chinese"}, "with a different language"),
        (False, {"seed": 2}, "with a different seed"),
    ],
)
def test_a_folder_goes_on_with_its_own_run_only(tmp_path, resume, config, fault) -> None:
    workshop(tmp_path)
    if fault:
        with pytest.raises(ConfigurationError, match=fault):
            workshop(tmp_path, resume=resume, **config)
    else:
        workshop(tmp_path, resume=resume, **config)


def test_a_folder_is_not_gone_on_with_unless_that_is_wanted(tmp_path) -> None:
    workshop(tmp_path)
    with pytest.raises(ConfigurationError, match="already holds a run; use --resume, or another folder"):
        Workshop(tmp_path, ScriptedChat([]), built_in_prompts(), {"seed": 1})


def test_whether_to_go_on_is_given_by_name(tmp_path) -> None:
    given = {"folder": tmp_path, "model": ScriptedChat([]), "prompts": built_in_prompts(), "config": {"seed": 1}}
    assert Workshop(**given).folder == tmp_path
    with pytest.raises(TypeError, match="positional"):
        Workshop(*given.values(), True)


def test_a_folder_with_steps_of_nobody_is_refused_and_a_broken_step_named(tmp_path) -> None:
    (tmp_path / "steps").mkdir()
    (tmp_path / "steps/first.json").write_text("{}")
    with pytest.raises(ConfigurationError, match="not empty"):
        workshop(tmp_path)
    shop = workshop(tmp_path / "mine")
    (tmp_path / "mine/steps/first.json").write_text('{"sentence": 1}')
    with pytest.raises(DataError, match="not a valid Draft: 1 faults"):
        shop.step("first", Draft, ASKED)
    (tmp_path / "mine/steps/first.json").write_text("{")
    with pytest.raises(DataError, match="cannot be read"):
        shop.step("first", Draft, ASKED)


def test_the_defaults_of_the_pipelines(tmp_path) -> None:
    shop = workshop(tmp_path)
    assert RealMemWriter(shop, START).size == (3, 3)
    assert RealMemWriter(shop, START, projects=2, events=5).size == (2, 5)
    assert RoleMemoWriter(shop, START).each == 1
    assert datetime(2025, 1, 6, tzinfo=UTC) == START


@pytest.mark.parametrize(
    ("options", "fault"),
    [
        ({"start": datetime(2025, 1, 6)}, "has no time zone"),  # noqa: DTZ001  # the missing zone is the point
        ({"sizes": {"projects": True}}, "projects is True"),
        ({"sizes": {"events": 1.5}}, "events is 1.5"),
        ({"sizes": {"each": 1}}, "realmem has no size 'each'"),
        ({"pipeline": "rolememo", "sizes": {"events": 1}}, "rolememo has no size 'events'"),
    ],
)
def test_options_that_cannot_be_are_refused(tmp_path, options, fault) -> None:
    given = {"pipeline": "realmem", "executor": "plain", **options}
    with pytest.raises(ConfigurationError, match=fault):
        write(given.pop("pipeline"), ScriptedChat([]), tmp_path, **given)


@pytest.mark.parametrize("kind", [str, Path])
def test_own_prompts_are_what_the_model_is_told(tmp_path, kind) -> None:
    """The first step asks for the blueprint; its hash in the configuration is that of the own prompt."""
    mine, out = tmp_path / "mine", tmp_path / "out"
    mine.mkdir()
    slots = ("projects", "language", "date", "hints")
    line = " ".join(f"{{{slot}}}" for slot in slots)
    described = "".join(f'{slot} = "a slot"\n' for slot in slots)
    prompt = f'purpose = "p"\nsystem = "Mine."\nuser = "{line}"\n[slots]\n{described}'
    (mine / "write_blueprint.toml").write_text(prompt)
    model = ScriptedChat(["no draft"] * 9)
    with pytest.raises(ModelOutputError):
        write("realmem", model, out, executor="plain", hints="a baker", prompts=kind(mine), sizes={"projects": 3})
    system, user = model.calls[0].messages
    assert system.content.startswith("Mine.\n\n")  # the schema in words follows
    assert user == Message("user", "3 english 2025-01-06 a baker")
    kept = json.loads((out / "config.json").read_text())["prompts"]
    built_in = built_in_prompts().hashes
    assert {name for name, hash in kept.items() if hash != built_in[name]} == {"write_blueprint"}


# ---------------------------------------------------------------------- a life of projects


def project(topic: str, **values: str) -> dict[str, Any]:
    return {
        "topic": topic, "goal": f"finish the {topic}",
        "attributes": [{"name": name, "value": value} for name, value in values.items()],
    }  # fmt: skip


GARDEN = {"name": "Ada", "persona": "a baker", "projects": [project("garden", budget="two crowns", size="large")]}


def problems_of(folder: Any, second: dict[str, Any], events: int = 2) -> str:
    """What is said of a project's events, whose first is its creation."""
    courses = [{"events": [event("create"), second]}, {"events": [event("create"), event("update", "size", "small")]}]
    shop = workshop(folder, GARDEN, *courses)
    writer = RealMemWriter(shop, NOON, projects=1, events=events)
    work = writer.work()
    writer.blueprint(work)
    with suppress(ConfigurationError):  # the answers may be used up
        writer.events(work)
    return "" if len(shop.model.calls) < 3 else shop.model.calls[2].messages[-1].content


@pytest.mark.parametrize(
    ("second", "fault"),
    [
        (event("update", "budget", "nine crowns"), ""),
        (event("downgrade"), ""),
        (event("update", "budget", "two crowns"), "budget has been 'two crowns' before"),
        (event("update", "colour", "red"), "the project has no attribute 'colour'; it has budget, size"),
        (event("update", "budget", "large"), ""),  # another attribute's value
    ],
)
def test_an_update_gives_a_known_attribute_a_new_value(tmp_path, second, fault) -> None:
    found = problems_of(tmp_path, second)
    assert (fault in found, bool(found)) == (True, bool(fault))


@pytest.mark.parametrize(
    ("second", "events", "fault"),
    [
        (event("downgrade"), 3, "there are 2 events instead of 3"),
        (event("suspend"), 3, ""),  # it ends early
        (event("suspend"), 1, "there are 2 events instead of 1"),
    ],
)
def test_a_course_has_its_number_of_events_unless_it_is_suspended(tmp_path, second, events, fault) -> None:
    found = problems_of(tmp_path, second, events)
    assert (fault in found, bool(found)) == (True, bool(fault))


DONE = {"understanding": 20, "solution": 30, "confirmed": 30, "closed": 0}
EMPTY: dict[str, Any] = {"entries": []}


def exchange(text: str, used: tuple[int, ...] = (), reply: str = "So.", score: Any = None) -> list[dict[str, Any]]:
    """The answers of the user, the assistant and the evaluator in one round."""
    return [{"text": text}, {"text": reply, "used": list(used)}, score or DONE]


def point(text: str, turn: int = 1, kind: str = "dynamic", status: str = "confirmed") -> dict[str, Any]:
    return {"kind": kind, "status": status, "text": text, "turn": turn}


def lived(folder: Any, *answers: Any) -> tuple[Any, list[Any]]:
    """A life with one project, two events and one conversation for each, and its calls."""
    course = {"events": [event("create"), event("update", "budget", "nine crowns")]}
    shop = workshop(folder, GARDEN, course, {"summaries": ["it begins"]}, {"summaries": ["it changes"]}, *answers)
    writer = RealMemWriter(shop, NOON, projects=1, events=2)
    work = writer.work()
    run(writer, work)
    return work, shop.model.calls


FIRST = [*exchange("I have two crowns."), *exchange("Hm."), *exchange("Bye.")]
SECOND = [*exchange("Nine crowns now.", (2, 1)), *exchange("Hm.", (2,)), *exchange("Bye.")]
POINTS = {"points": [point("point one", 3), point("point two")]}
APART = {"points": [{"number": 1, "discard": False}, {"number": 2, "discard": False}]}


def test_a_life_is_written_from_its_blueprint_to_its_probes(tmp_path) -> None:
    work, calls = lived(tmp_path, *FIRST, POINTS, APART, EMPTY, *SECOND, {"points": []}, EMPTY)
    prompts = built_in_prompts()
    wanted = prompts["write_sessions"].messages(
        most="5", persona="a baker", project="garden: finish the garden", before="(nothing)",
        event="create, objective: create it",
    )  # fmt: skip
    assert [message.content for message in calls[2].messages][-1] == wanted[-1].content
    assert calls[2].messages[0].content.startswith(wanted[0].content)
    days = [f"{plan.start:%A %Y-%m-%d}" for plan in work.plans]
    wanted = prompts["write_user_line"].messages(
        language="english", persona="Ada: a baker", date=days[0], goal="it begins",
        opening="The person has not talked about this before.", phase="OPENING", conversation="(nothing yet)",
    )  # fmt: skip
    assert calls[4].messages[-1].content == wanted[-1].content
    assert calls[4].messages[0].content.startswith(wanted[0].content)
    wanted = prompts["write_assistant_line"].messages(
        language="english", date=days[0], memories="(none)", schedule="(empty)",
        conversation="User: I have two crowns.",
    )  # fmt: skip
    assert calls[5].messages[-1].content == wanted[-1].content
    assert [plan.summary for plan in work.plans] == ["it begins", "it changes"]
    assert [(plan.project, plan.event) for plan in work.plans] == [(0, 0), (0, 1)]
    first, second = ("\n".join(message.content for message in calls[place].messages) for place in (5, 17))
    assert "(none)" in first
    assert "1. point one\n2. point two" in second  # the later turn stands first
    opened = "The person goes on from the last conversation about this, which ended: So."
    assert opened in calls[16].messages[-1].content
    one, two = sorted(work.scenario.probes, key=lambda probe: probe.before)
    assert (one.before, two.before) == ("s002.t02", "s002.t04")
    assert (one.question, one.gold, one.kind) == ("Nine crowns now.", "So.", "dynamic-incremental")
    assert (one.evidence, two.evidence) == ((("s001.t01", "s001.t03"),), (("s001.t01",),))
    assert {name: work.scenario.marks[name] for name in ("writer", "pipeline")} == {
        "writer": "scripted", "pipeline": "realmem",
    }  # fmt: skip
    kept = [(one.text, one.turn, one.role) for one in memory_points(work.scenario)]
    assert kept == [("point two", "s001.t01", "User"), ("point one", "s001.t03", "User")]
    before = "\n".join(message.content for message in calls[3].messages)
    assert "create it" in before
    assert "update, objective: update it (budget is now nine crowns)" in before


@pytest.mark.parametrize(
    ("place", "bad", "fault"),
    [
        (0, {"text": "I have nine crowns."}, "it mentions 'nine crowns', which comes later"),
        (1, {"text": "You get nine crowns.", "used": []}, "it mentions 'nine crowns', which comes later"),
        (1, {"text": "So.", "used": [1]}, "it used the memories [1], and there are 0"),
        (9, {"points": [point("p", 7)]}, "the points name the turns [7], and there are 6"),
        (10, {"points": []}, "the numbers are [], and the points are 1 to 2, each once"),
        (10, {"points": [{"number": one, "discard": True} for one in (1, 2)]}, "all points are discarded"),
    ],
)
def test_a_line_or_mark_that_cannot_be_is_sent_back(tmp_path, place, bad, fault) -> None:
    answers = [*FIRST, POINTS, APART, EMPTY, *SECOND, {"points": []}, EMPTY]
    _, calls = lived(tmp_path, *answers[:place], bad, *answers[place:])
    assert calls[place + 5].messages[-1].content == built_in_prompts()["write_problem"].text(problems=fault)
    assert calls[place + 5].seed != calls[place + 4].seed


def test_what_another_project_has_told_is_no_secret_of_the_future(tmp_path) -> None:
    """The value of a later event may be said once a point of memory holds it."""
    told = {"points": [point("The neighbour has nine crowns.")]}
    course = {"events": [event("create"), event("update", "budget", "nine crowns")]}
    talk = [*exchange("I have two crowns."), *exchange("Hm."), *exchange("Bye.")]
    again = [*exchange("My neighbour has nine crowns."), *exchange("Hm."), *exchange("Bye.")]
    both = {"summaries": ["it begins", "it goes on"]}
    answers = [both, {"summaries": ["it changes"]}, *talk, told, EMPTY, *again, {"points": []}, EMPTY]
    shop = workshop(tmp_path, GARDEN, course, *answers, *talk, {"points": []}, EMPTY)
    writer = RealMemWriter(shop, NOON, projects=1, events=2)
    work = writer.work()
    run(writer, work)
    assert work.talks[1].turns[0].text == "My neighbour has nine crowns."


# ---------------------------------------------------------------------- questions on two facts

TYPES = ("decision-guidance", "interpretive-attribution", "value-judgment", "contradiction")
CHARACTER = {
    "name": "Bo", "persona": "a sailor",
    "insights": [{"type": kind, "insight": f"insight on {kind}"} for kind in TYPES],
}  # fmt: skip
LOST, BARN = "My sister sank a borrowed kayak.", "The old barn burned after lightning."


def sample(question: str = "What now?", fragments: tuple[str, str] = (LOST, BARN)) -> dict[str, Any]:
    return {"fragments": list(fragments), "question": question, "answer": "Be careful."}


@pytest.mark.parametrize(
    ("bad", "fault"),
    [
        # of `sister`, `sank`, `borrowed` and `kayak`, three are .75 and two are .5
        (sample("Did my sister, with a borrowed kayak, do well?"), f"the question gives away {LOST!r}"),
        (sample("Has my sister a kayak?"), ""),
        (sample(fragments=(LOST, "my sister sank a borrowed kayak")), "the two facts are one"),
    ],
)
def test_a_question_gives_neither_of_its_two_facts_away(tmp_path, bad, fault) -> None:
    one = {**CHARACTER, "insights": CHARACTER["insights"][:1]}
    shop = workshop(tmp_path, one, one, one)
    writer = RoleMemoWriter(shop, NOON)
    work = writer.work()
    with pytest.raises(ModelOutputError, match="there are 0 insights of type interpretive-attribution instead of 1"):
        writer.insights(work)
    samples = [bad, *([sample()] if fault else []), *[sample()] * 3]
    shop = workshop(tmp_path / "mine", CHARACTER, *samples)
    writer = RoleMemoWriter(shop, NOON)
    writer.insights(work)
    writer.samples(work)
    assert len(shop.model.calls) == (6 if fault else 5)
    if fault:
        assert fault in shop.model.calls[2].messages[-1].content
    assert [written.insight.type for written in work.written] == list(TYPES)


def told(fragment: str, place: int = 2) -> dict[str, Any]:
    lines = ["So.", "Yes.", "Well.", "Fine.", "Good.", "Right."]
    lines[place] = f"By the way: {fragment} Anyway."
    return {"turns": spoken(*lines)}


class Gates:
    """Writes four samples with facts of their own, and lets the gates decide by the question."""

    def __init__(self, known: str = "", unsafe: str = "", doubled: str = "") -> None:
        self.known, self.unsafe, self.doubled = known, unsafe, doubled
        self.model = ScriptedChat(self.answer)

    def answer(self, call: Any) -> str:
        words = "\n".join(message.content for message in call.messages[1:])
        if call.schema is None:
            return "I cannot know that."
        name = call.schema.__name__
        if name == "DraftInsights":
            return json.dumps(CHARACTER)
        kind = next((one for one in TYPES if one in words), "")
        if name == "Sample":
            facts = [f"{kind.title()} {thing} vanished yesterday." for thing in ("umbrellas", "trumpets")]
            return json.dumps({"fragments": facts, "question": f"What of {kind}?", "answer": "Be careful."})
        if name == "Conversation":
            fragment = words.split("The sentence: ")[1].split("\n")[0]
            draft = told(fragment, 2 if "umbrellas" in fragment else 4)
            if self.doubled and "Contradiction umbrellas" in fragment:
                draft["turns"][0]["text"] = f"{self.doubled} Indeed."
            return json.dumps(draft)
        if name == "Agreement":
            return json.dumps({"reason": "r", "verdict": "yes" if kind == self.known else "no"})
        return json.dumps({"reason": "it hurts", "verdict": "no" if kind == self.unsafe else "yes"})


def passed(folder: Any, **gates: str) -> Any:
    writer = RoleMemoWriter(Workshop(folder, Gates(**gates).model, built_in_prompts(), {}, seed=7), NOON)
    work = writer.work()
    for node in writer.flow.nodes:
        getattr(writer, node)(work)
    return work


def test_the_calls_of_a_gate_share_the_seed_of_their_sample(tmp_path) -> None:
    gates = Gates(known="contradiction")
    writer = RoleMemoWriter(Workshop(tmp_path, gates.model, built_in_prompts(), {}, seed=7), NOON)
    work = writer.work()
    for node in writer.flow.nodes:
        getattr(writer, node)(work)
    asked = [(call.purpose, call.seed) for call in gates.model.calls if not call.purpose.startswith("write")]
    expected = []
    for number, kind in enumerate(TYPES, 1):
        seed = SeedTree(7).seed("gate", number) & 0x7FFFFFFF
        steps = ("necessity", "judge") if kind == "contradiction" else ("necessity", "judge", "safety")
        expected += [(step, seed) for step in steps]
    assert asked == expected


def test_the_evidence_of_a_question_is_the_two_turns_that_tell_its_facts(tmp_path) -> None:
    """Eight conversations in an order drawn at `order`; the facts are told in their third and fifth turns."""
    work = passed(tmp_path)
    order = [(number, place) for number in range(4) for place in range(2)]
    SeedTree(7).draws("order").shuffle(order)
    places = {told: number for number, told in enumerate(order, 1)}
    for number, probe in enumerate(work.scenario.probes):
        turns = sorted((places[number, place], 3 + 2 * place) for place in range(2))
        assert probe.evidence == (tuple(f"s{session:03d}.t{turn:02d}" for session, turn in turns),)
        assert (probe.kind, probe.question) == (TYPES[number], f"What of {TYPES[number]}?")
    assert work.scenario.issues == ()
    assert [session.start for session in work.scenario.sessions] == days_from(NOON, 8, SeedTree(7).draws("days"))


@pytest.mark.parametrize(
    ("gates", "dropped"),
    [
        ({"known": "value-judgment"}, ("value-judgment", "necessity: it can be answered without memory")),
        ({"unsafe": "contradiction"}, ("contradiction", "safety: it hurts")),
        (
            {"doubled": "Value-Judgment trumpets vanished yesterday."},
            ("value-judgment", "difficulty: a fact is told in another conversation too"),
        ),
    ],
)
def test_a_sample_that_fails_a_gate_is_dropped_with_its_reason(tmp_path, gates, dropped) -> None:
    work = passed(tmp_path, **gates)
    kind, reason = dropped
    assert [probe.kind for probe in work.scenario.probes] == [one for one in TYPES if one != kind]
    assert work.scenario.issues == (f"dropped: insight on {kind} ({reason})",)
    assert len(work.scenario.sessions) == 6
