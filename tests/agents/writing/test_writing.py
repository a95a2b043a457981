"""Scenarios written by a model: validated, gated, and resumable at every step."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

import regulars
from regulars import registry
from regulars.agents.loopback.server import Loopback
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.seats.compiled_graph import draw
from regulars.agents.writing.drafts import INSIGHT_TYPES, ScheduleEntry, Spoken
from regulars.agents.writing.realmem import COOLDOWN, interleaved
from regulars.agents.writing.remembering import KeptPoint, WrittenMemory, category
from regulars.agents.writing.rolememo import fragment_problems
from regulars.agents.writing.write import PIPELINES, SCENARIOS, pipeline_flow, write
from regulars.cli.main import app
from regulars.datasets import export_data, read_any
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError, DataError, InfrastructureError, ModelOutputError, ScenarioError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import read_scenarios, scenario_to_json
from regulars.scenarios.memory_points import memory_points
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.seeding import SeedTree

BUDGETS = ("two hundred crowns", "four hundred crowns", "nine hundred crowns")
FRAGMENTS = {
    "decision-guidance": ("My sister borrowed a kayak and sank it.", "Grandfather never lent anybody his tools."),
    "interpretive-attribution": ("Thunder woke our dog every night.", "The old barn burned after lightning."),
    "value-judgment": ("I returned a wallet full of banknotes.", "My uncle was cheated by his lawyer."),
    "contradiction": ("Meat has not touched my plate for years.", "Saturday's barbecue sausages were splendid."),
}
SIZES = {"realmem": {"projects": 2, "events": 2}, "rolememo": {"each": 1}}


def talk(*said, least=6):
    lines = list(said)
    while len(lines) < least:
        lines.append("Thank you for that." if len(lines) % 2 == 0 else "You are welcome.")
    return [{"speaker": "User" if place % 2 == 0 else "Assistant", "text": text} for place, text in enumerate(lines)]


def blueprint(_):
    def project(topic):
        return {"topic": topic, "goal": f"finish the {topic}", "attributes": [{"name": "budget", "value": BUDGETS[0]}]}

    return {"name": "Ada", "persona": "a baker", "projects": [project("garden"), project("boat")]}


def events(_):
    kinds = [("create", "", ""), ("update", "budget", BUDGETS[1])]
    return {
        "events": [
            {"kind": kind, "volatility": "objective", "what": f"{kind} it", "attribute": name, "value": value}
            for kind, name, value in kinds
        ]
    }


CREATED, UPDATED = events("")["events"]


def spoken(words):
    """The turns of the conversation in a prompt."""
    return [line for line in words.split("\n") if line.startswith(("User: ", "Assistant: "))]


def user_line(words):
    topic, _, about = re.search(r"Goal: (.*)", words)[1].partition(": ")
    budget = BUDGETS[1] if "update" in about else BUDGETS[0]
    lines = [f"The {topic} budget is {budget}.", f"What can I still buy for the {topic}?", "Thank you."]
    return {"text": lines[min(len(spoken(words)) // 2, 2)]}


def assistant_line(words):
    turns = spoken(words)
    topic = turns[-1].rpartition(" ")[2].removesuffix("?")
    own = re.findall(rf"^(\d+)\. The {topic} budget", words, re.MULTILINE)
    if len(turns) == 3 and own:
        return {"text": "Whatever fits the budget.", "used": [int(own[0])]}
    return {"text": "Noted.", "used": []}


def progress(words):
    """Done after six turns."""
    done = len(spoken(words)) >= 6
    return {"understanding": 20, "solution": 30, "confirmed": 30 if done else 0, "closed": 0}


def extraction(words):
    found = re.findall(r"^(\d+)\. User: (The \w+ budget is .*)$", words, re.MULTILINE)
    return {
        "points": [{"kind": "dynamic", "status": "confirmed", "text": text, "turn": int(turn)} for turn, text in found]
    }


def duplicates(words):
    return {"points": [{"number": int(one), "discard": False} for one in re.findall(r"^(\d+)\. ", words, re.MULTILINE)]}


def summaries(words):
    topic = re.search(r"Project: (\w+):", words)[1]
    return {"summaries": [f"{topic}: about {re.search('The event: (.*)', words)[1]}"]}


def sample(words):
    kind = re.search(r"Insight \((.*?)\)", words)[1]
    return {"fragments": list(FRAGMENTS[kind]), "question": f"What now, {kind}?", "answer": f"the {kind} answer"}


def fragment_dialogue(words):
    fragment = re.search(r"The sentence: (.*)", words)[1]
    return {"turns": talk("Good evening.", "Hello.", f"By the way: {fragment} Anyway.", "I see.")}


WRITTEN = {
    "Blueprint": blueprint,
    "DraftEvents": events,
    "DraftSessions": summaries,
    "PersonLine": user_line,
    "AssistantLine": assistant_line,
    "GoalProgress": progress,
    "DraftPoints": extraction,
    "Duplicates": duplicates,
    "DraftSchedule": lambda _: {"entries": []},
    "DraftInsights": lambda _: {
        "name": "Bo",
        "persona": "a sailor",
        "insights": [{"type": kind, "insight": f"insight on {kind}"} for kind in INSIGHT_TYPES],
    },
    "Sample": sample,
    "Conversation": fragment_dialogue,
    "Agreement": lambda _: {"reason": "it says something else", "verdict": "no"},
    "Safety": lambda _: {"reason": "harmless", "verdict": "yes"},
}


class Writer:
    """Answers by the schema that it is asked for; `changed` puts other answers in place, and `dies` fails at a call."""

    def __init__(self, changed=None, dies=None):
        self.made = {**WRITTEN, **(changed or {})}
        self.dies = dies
        self.model = ScriptedChat(self.answer, name="writer")

    def answer(self, call):
        if self.dies is not None and len(self.model.calls) > self.dies:
            return InfrastructureError("killed")
        if call.schema is None:
            return "I cannot know that."
        words = "\n".join(message.content for message in call.messages[1:])
        return json.dumps(self.made[call.schema.__name__](words))


def written(pipeline, folder, **options):
    return write(pipeline, Writer(**options).model, folder, sizes=SIZES[pipeline])


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_written_scenarios_are_valid_readable_and_playable(pipeline, tmp_path):
    scenario = written(pipeline, tmp_path / "W")
    assert validate_scenario(scenario, load_ontology()) == []
    assert read_scenarios(tmp_path / "W" / SCENARIOS) == [scenario]
    run = regulars.evaluate("bm25-turn", data=tmp_path / "W" / SCENARIOS)
    assert run.faults == []
    answered = [row.n for row in run.rows if (row.metric, row.slice, row.scenario) == ("token_f1", "all", "all")]
    assert answered == [len(scenario.probes)]


def test_a_life_of_projects_asks_in_the_conversation_for_what_earlier_ones_gave(tmp_path):
    scenario = written("realmem", tmp_path / "W")
    assert len(scenario.sessions) == 4
    gaps = {
        (b.start.date() - a.start.date()).days for a, b in zip(scenario.sessions, scenario.sessions[1:], strict=False)
    }
    assert gaps <= {1, 2, 3}
    turns = {turn.id: turn for session in scenario.sessions for turn in session.turns}
    assert len(scenario.probes) == 2
    for probe in scenario.probes:
        assert turns[probe.before].text == probe.gold
        assert all(turns[id].time < turns[probe.before].time for id in probe.evidence[0])
        assert BUDGETS[0] in turns[probe.evidence[0][0]].text


def test_questions_on_two_memories_rest_on_the_two_turns_that_tell_them(tmp_path):
    scenario = written("rolememo", tmp_path / "W")
    turns = {turn.id: turn.text for session in scenario.sessions for turn in session.turns}
    assert [probe.kind for probe in scenario.probes] == list(INSIGHT_TYPES)
    for probe in scenario.probes:
        told = "\n".join(turns[id] for id in probe.evidence[0])
        assert len(probe.evidence[0]) == 2
        assert all(fragment in told for fragment in FRAGMENTS[probe.kind])


SMALL = {"realmem": {"projects": 1, "events": 2}, "rolememo": {"each": 1}}


def killed(pipeline, folder, places):
    """Kills a run at some of its calls, and checks that each goes on to the same scenario."""
    whole = Writer()
    wanted = write(pipeline, whole.model, folder / "WHOLE", executor="plain", sizes=SIZES[pipeline])
    total = len(whole.model.calls)
    assert total > 8
    for dies in places(total):
        out = folder / f"W{dies}"
        with pytest.raises(InfrastructureError):
            write(pipeline, Writer(dies=dies).model, out, executor="plain", sizes=SIZES[pipeline])
        again = Writer()
        found = write(pipeline, again.model, out, resume=True, executor="plain", sizes=SIZES[pipeline])
        assert scenario_to_json(found) == scenario_to_json(wanted)
        assert len(again.model.calls) <= total - dies + 2  # a gate asks twice or thrice, and is kept as one step
        assert (out / SCENARIOS).read_bytes() == (folder / "WHOLE" / SCENARIOS).read_bytes()


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_a_run_that_is_killed_goes_on_to_the_same_scenario(pipeline, tmp_path):
    killed(pipeline, tmp_path, lambda total: (1, total // 2, total - 1))


@pytest.mark.slow
@pytest.mark.parametrize("pipeline", PIPELINES)
def test_a_run_that_is_killed_between_any_two_calls_goes_on_to_the_same_scenario(pipeline, tmp_path):
    killed(pipeline, tmp_path, lambda total: range(1, total))


def test_a_finished_run_is_completed_without_a_call(tmp_path):
    written("realmem", tmp_path / "W")
    writer = Writer()
    write("realmem", writer.model, tmp_path / "W", resume=True, sizes=SIZES["realmem"])
    assert writer.model.calls == []


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_the_compiled_graph_writes_what_the_plain_executor_writes(pipeline, tmp_path):
    plain = write(pipeline, Writer().model, tmp_path / "P", executor="plain", sizes=SIZES[pipeline])
    graph = write(pipeline, Writer().model, tmp_path / "G", executor="langgraph", sizes=SIZES[pipeline])
    assert plain == graph
    assert "assemble" in draw(pipeline_flow(pipeline))


def test_a_folder_holds_one_run(tmp_path):
    written("realmem", tmp_path / "W")
    with pytest.raises(ConfigurationError, match="--resume"):
        written("realmem", tmp_path / "W")
    with pytest.raises(ConfigurationError, match="seed"):
        write("realmem", Writer().model, tmp_path / "W", resume=True, seed=1, sizes=SIZES["realmem"])


@pytest.mark.parametrize("seed", [0, 1])
def test_a_line_that_tells_what_comes_later_goes_back_and_never_gets_in(seed, tmp_path):
    """The projects come by turns. What one of them has told already is no news from the other."""

    def leaking(words):
        if len(spoken(words)) == 4 and "update" not in words and "That cannot be used" not in words:
            return {"text": f"Perhaps {BUDGETS[1]} later."}
        return user_line(words)

    writer = Writer({"PersonLine": leaking})
    scenario = write("realmem", writer.model, tmp_path / "W", sizes=SIZES["realmem"], seed=seed)
    asked = [call.messages[-1].content for call in writer.model.calls]
    told = [any(f"budget is {BUDGETS[1]}" in turn.text for turn in session.turns) for session in scenario.sessions]
    unknown = told.index(True)
    assert sum("which comes later" in words for words in asked) == unknown > 0
    assert all("Perhaps" not in turn.text for session in scenario.sessions[:unknown] for turn in session.turns)


@pytest.mark.parametrize(
    ("shape", "answer", "what"),
    [
        ("Blueprint", lambda _: {**blueprint(_), "projects": blueprint(_)["projects"][:1]}, "1 projects"),
        ("DraftEvents", lambda _: {"events": [UPDATED]}, "creates"),
        ("DraftEvents", lambda _: {"events": [CREATED, {**UPDATED, "value": BUDGETS[0]}]}, "before"),
        ("AssistantLine", lambda _: {"text": "Hm.", "used": [7]}, "memories"),
        ("DraftPoints", lambda _: {"points": [
            {"kind": "static", "status": "draft", "text": "p", "turn": 7}]}, "there are 6"),
        ("Duplicates", lambda _: {"points": [{"number": 1, "discard": False}]}, "each once"),
        ("Duplicates", lambda _: {"points": [{"number": one, "discard": True} for one in (1, 2)]}, "all points"),
        ("GoalProgress", lambda _: {"understanding": 21, "solution": 0, "confirmed": 0, "closed": 0}, "understanding"),
    ],
)  # fmt: skip
def test_a_forbidden_draft_ends_the_run_and_keeps_its_steps(shape, answer, what, tmp_path):
    with pytest.raises(ModelOutputError, match=what):
        written("realmem", tmp_path / "W", changed={shape: answer})
    assert not (tmp_path / "W" / SCENARIOS).exists()
    scenario = write("realmem", Writer().model, tmp_path / "W", resume=True, sizes=SIZES["realmem"])
    assert scenario == written("realmem", tmp_path / "FRESH")


def test_the_command_writes_goes_on_and_tells_what_it_wrote(tmp_path):
    registry.register("model", "writer-of-the-test", lambda: Writer().model)
    command = ["write", "--pipeline", "rolememo", "--model", "writer-of-the-test", "--out", str(tmp_path / "W")]
    first = CliRunner().invoke(app, command)
    assert first.exit_code == 0, first.output
    assert "8 sessions, 48 turns, 4 questions" in first.output
    assert isinstance(CliRunner().invoke(app, command).exception, ConfigurationError)
    assert CliRunner().invoke(app, [*command, "--resume"]).output == first.output


def gated(words, kind="contradiction"):
    return kind in words


def test_questions_answerable_without_memory_are_dropped_and_reported(tmp_path):
    changed = {"Agreement": lambda words: {"reason": "r", "verdict": "yes" if gated(words) else "no"}}
    scenario = written("rolememo", tmp_path / "W", changed=changed)
    assert [probe.kind for probe in scenario.probes] == list(INSIGHT_TYPES[:3])
    assert [issue for issue in scenario.issues if "necessity" in issue and "contradiction" in issue]
    assert all("Meat" not in turn.text for session in scenario.sessions for turn in session.turns)


def test_unsafe_content_is_dropped_and_reported(tmp_path):
    changed = {"Safety": lambda words: {"reason": "it hurts", "verdict": "no" if "contradiction" in words else "yes"}}
    scenario = written("rolememo", tmp_path / "W", changed=changed)
    assert len(scenario.probes) == 3
    assert any("safety: it hurts" in issue for issue in scenario.issues)


def test_a_fact_that_is_echoed_is_dropped_and_told(tmp_path):
    def echoing(words):
        draft = fragment_dialogue(words)
        if "kayak" in words:
            draft["turns"][3]["text"] = "So your sister sank the kayak that she borrowed."
        return draft

    scenario = written("rolememo", tmp_path / "W", changed={"Conversation": echoing})
    assert [probe.kind for probe in scenario.probes] == list(INSIGHT_TYPES[1:])
    assert any("difficulty" in issue and "repeats" in issue for issue in scenario.issues)


def test_a_run_that_keeps_no_scenario_is_an_error(tmp_path):
    changed = {"Agreement": lambda _: {"reason": "r", "verdict": "yes"}}
    with pytest.raises(ScenarioError, match="necessity"):
        written("rolememo", tmp_path / "W", changed=changed)


@pytest.mark.parametrize(
    ("lines", "sound"),
    [
        (("Hi.", "Hello.", "So: My dog barks at thunder. Yes.", "I see."), True),
        (("Hi.", "Hello.", "It is late.", "I see."), False),
        (("My dog barks at thunder.", "Hello.", "My dog barks at thunder.", "I see."), False),
        (("My dog barks at thunder.", "Thunder makes your dog bark?"), False),
        (("Hi.", "My dog barks at thunder.", "Oh.", "I see."), False),
    ],
)
def test_the_difficulty_gate_wants_a_fact_once_and_never_again(lines, sound):
    turns = [Spoken.model_validate(turn) for turn in talk(*lines)]
    assert (fragment_problems(turns, "My dog barks at thunder.") == []) is sound


def test_topics_interleave_and_rest_between_their_projects():
    for seed in range(20):
        order = interleaved(["a", "a", "b"], [3, 3, 20], SeedTree(seed).draws())
        assert [order.count(project) for project in range(3)] == [3, 3, 20]
        ended = max(place for place, project in enumerate(order) if project == 0)
        begun = order.index(1)
        assert begun > ended
        others_left = 20 - order[: begun + 1].count(2)
        assert begun - ended > COOLDOWN or not others_left


@pytest.mark.parametrize(
    "options", [{"pipeline": "realmen"}, {"sizes": {"each": 1}}, {"sizes": {"projects": 0}}, {"executor": "ray"}]
)
def test_impossible_options_are_refused_before_anything_is_asked(options, tmp_path):
    writer = Writer()
    given = {"pipeline": "realmem", "executor": "plain", **options}
    with pytest.raises(ConfigurationError):
        write(given["pipeline"], writer.model, tmp_path / "W", executor=given["executor"], sizes=given.get("sizes"))
    assert writer.model.calls == []


# ---------------------------------------------------------------------- two agents and a memory


def test_a_conversation_ends_at_eighty_points_and_at_the_latest_after_24_turns(tmp_path):
    for confirmed, length in ((29, 24), (30, 6)):
        score = {"understanding": 20, "solution": 30, "confirmed": confirmed, "closed": 0}
        writer = Writer({"GoalProgress": lambda _, score=score: score})
        scenario = write("realmem", writer.model, tmp_path / str(length), executor="plain", sizes=SIZES["realmem"])
        assert {len(session.turns) for session in scenario.sessions} == {length}
        assert all(session.turns[-1].speaker == ASSISTANT for session in scenario.sessions)


def test_the_assistant_never_reads_the_goal_and_the_user_no_memory(tmp_path):
    writer = Writer()
    write("realmem", writer.model, tmp_path / "W", sizes=SIZES["realmem"])
    for call in writer.model.calls:
        words = "\n".join(message.content for message in call.messages)
        if call.schema.__name__ == "AssistantLine":
            assert "about create" not in words
            assert "a baker" not in words
        if call.schema.__name__ == "PersonLine":
            assert "<memories>" not in words


def test_each_role_is_played_by_its_own_model(tmp_path):
    roles = {name: Writer() for name in ("user", "assistant", "evaluator", "memory")}
    writer = Writer()
    models = {name: one.model for name, one in roles.items()}
    write("realmem", writer.model, tmp_path / "W", sizes=SIZES["realmem"], roles=models)
    asked = {name: {call.schema.__name__ for call in one.model.calls} for name, one in roles.items()}
    assert asked == {
        "user": {"PersonLine"}, "assistant": {"AssistantLine"}, "evaluator": {"GoalProgress"},
        "memory": {"DraftPoints", "Duplicates", "DraftSchedule"},
    }  # fmt: skip
    assert {call.schema.__name__ for call in writer.model.calls} == {"Blueprint", "DraftEvents", "DraftSessions"}


def test_duplicates_and_drafts_are_kept_and_never_recalled(tmp_path):
    def drafted(words):
        return {"points": [{**point, "status": "draft"} for point in extraction(words)["points"]]}

    scenario = write("realmem", Writer({"DraftPoints": drafted}).model, tmp_path / "D", sizes=SIZES["realmem"])
    assert (scenario.probes, memory_points(scenario)) == ((), [])
    twice = {"DraftPoints": lambda words: {"points": 2 * extraction(words)["points"]},
             "Duplicates": lambda words: {"points": [
                 {"number": number, "discard": number == len(duplicates(words)["points"])}
                 for number in range(1, len(duplicates(words)["points"]) + 1)]}}  # fmt: skip
    scenario = write("realmem", Writer(twice).model, tmp_path / "T", sizes=SIZES["realmem"])
    assert [(point.session, point.turn) for point in memory_points(scenario)] == [
        (number, f"s{number:03}.t01") for number in (1, 2, 3, 4)
    ]


def test_recurring_entries_of_the_schedule_are_protected():
    memory = WrittenMemory()
    tennis = ScheduleEntry(what="Tennis", when="every Monday", recurring=True)
    memory.settle([tennis, ScheduleEntry(what="dentist", when="on Friday", recurring=False)])
    memory.settle([])
    assert memory.entries == [tennis]
    moved = ScheduleEntry(what="tennis", when="every Tuesday", recurring=True)
    memory.settle([moved])
    assert memory.entries == [moved]


def test_points_are_compared_in_batches_of_twenty_with_the_nearest_earlier_ones():
    def point(text, session, place=1):
        return KeptPoint("dynamic", "confirmed", text, session, place, 0)

    old = [point(f"story {'x' * number}", 1, number) for number in range(1, 31)] + [point("the budget grows", 1, 31)]
    new = [point(f"the budget {'y' * number}", 2, number) for number in range(1, 13)]
    batches = list(WrittenMemory([*old, *new]).batches(2))
    assert [len(batch) for batch in batches] == [20, 20]
    assert (batches[0][-10:], batches[1][-2:]) == (new[:10], new[10:])  # the new ones stand last
    assert all(old[-1] in batch for batch in batches)
    assert all(point in batches[1] for point in new[:10])  # like the others of their session
    assert list(WrittenMemory([new[0]]).batches(2)) == []


def test_recall_goes_two_ways_and_prefers_the_project_and_the_later_point():
    garden = KeptPoint("dynamic", "confirmed", "The garden budget is low.", 1, 1, 0)
    later = KeptPoint("dynamic", "confirmed", "The garden budget is high.", 2, 1, 0)
    boat = KeptPoint("dynamic", "confirmed", "The garden budget of the boat.", 3, 1, 1)
    taste = KeptPoint("static", "confirmed", "She likes tea.", 1, 3, 1)
    found = WrittenMemory([garden, later, boat, taste]).recalled("garden budget", 0)
    assert found == [later, garden, boat, taste]


@pytest.mark.parametrize(
    ("points", "kind"),
    [
        ([("dynamic", False)], "dynamic-incremental"),
        ([("dynamic", False), ("dynamic", True)], "dynamic-updating"),
        ([("dynamic", True), ("static", False)], "implicit-preference"),
    ],
)
def test_the_category_of_a_query_follows_from_its_points(points, kind):
    assert category([KeptPoint(one, "confirmed", "x", 1, 1, 0, changes) for one, changes in points]) == kind


# ---------------------------------------------------------------------- without a model


def turns_of(scenario):
    return [[turn.text for turn in session.turns] for session in scenario.sessions]


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_both_pipelines_run_offline_and_the_server_rehearses_them(pipeline, tmp_path):
    offline = write(pipeline, "scripted", tmp_path / "O", executor="plain", sizes=SMALL[pipeline])
    assert offline.issues == ()
    assert validate_scenario(offline, load_ontology()) == []
    with Loopback() as server:
        for structured in ("auto", "text"):
            spec = f"openai:scripted:base_url={server.url};structured={structured}"
            out = tmp_path / structured
            assert turns_of(write(pipeline, spec, out, executor="plain", sizes=SMALL[pipeline])) == turns_of(offline)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("projects", "events"), [(1, 1), (7, 2)])
def test_scripted_lives_of_projects_of_any_size_are_sound(projects, events, seed, tmp_path):
    sizes = {"projects": projects, "events": events}
    scenario = write("realmem", "scripted", tmp_path / "W", executor="plain", seed=seed, sizes=sizes)
    assert len(scenario.sessions) == 2 * projects * events  # each event comes up in two conversations
    assert len(scenario.probes) >= projects * events
    turns = {turn.id: turn for session in scenario.sessions for turn in session.turns}
    for probe in scenario.probes:
        assert all(turns[id].time < turns[probe.before].time for id in probe.evidence[0])
        fact = turns[probe.before].text.removeprefix("I remember: ").split(". ")[0]
        assert any(fact in turns[id].text for id in probe.evidence[0])


def test_a_written_life_can_be_exported_as_realmem_with_its_points(tmp_path):
    scenario = write("realmem", "scripted", tmp_path / "W", executor="plain", sizes=SIZES["realmem"])
    export_data(tmp_path / "W" / SCENARIOS, "realmem", tmp_path / "R")
    (again,) = read_any(tmp_path / "R")
    assert turns_of(again) == turns_of(scenario)
    assert [point.text for point in memory_points(again)] == [point.text for point in memory_points(scenario)]
    assert [probe.kind for probe in again.probes] == [probe.kind for probe in scenario.probes]


def test_a_persona_file_with_insights_is_written_about(tmp_path):
    titles = ("Decision Guidance", "Interpretive Attribution", "Value Judgment", "Contradiction Revelation")
    insights = [f"[{title}]: Own insight {number}." for title in titles for number in (1, 2)]
    path = tmp_path / "judge.json"
    path.write_text(json.dumps({"name": "Io", "role_description": "an old judge", "insights": insights}))
    writer = Writer()
    scenario = write("rolememo", writer.model, tmp_path / "W", sizes=SIZES["rolememo"], persona=path)
    assert (scenario.persons[0].name, scenario.persons[0].persona.notes) == ("Io", "an old judge")
    assert all(call.schema is None or call.schema.__name__ != "DraftInsights" for call in writer.model.calls)
    told = [call.messages[-1].content for call in writer.model.calls if call.purpose.startswith("write sample")]
    assert [re.search(r"Own insight \d", words)[0] for words in told] == ["Own insight 1"] * 4
    path.write_text(json.dumps({"role_description": "an old judge", "insights": insights[:2]}))
    write("rolememo", writer.model, tmp_path / "P", sizes=SIZES["rolememo"], persona=path)
    asked = next(call for call in writer.model.calls if call.schema and call.schema.__name__ == "DraftInsights")
    assert "The character: an old judge" in asked.messages[-1].content


@pytest.mark.parametrize(
    "content",
    ["", "{", "[1]", '{"insights": []}', '{"role_description": "x", "insights": ["no type"]}',
     '{"role_description": "x", "insights": [3]}', '{"role_description": "x", "insights": {"a": 1}}'],
)  # fmt: skip
def test_persona_files_that_say_nothing_are_refused(content, tmp_path):
    path = tmp_path / "bad.json"
    path.write_text(content)
    with pytest.raises(DataError, match=r"bad\.json"):
        write("rolememo", Writer().model, tmp_path / "W", persona=path)
    assert not (tmp_path / "W").exists()


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"pipeline": "rolememo", "roles": {"user": "scripted"}}, "rolememo has no role 'user'"),
        ({"pipeline": "realmem", "roles": {"users": "scripted"}}, "did you mean 'user'"),
        ({"pipeline": "realmem", "persona": "x.json"}, "realmem takes no persona file"),
    ],
)
def test_roles_and_personas_of_the_other_pipeline_are_refused(options, what, tmp_path):
    with pytest.raises(ConfigurationError, match=what):
        write(options.pop("pipeline"), "scripted", tmp_path / "W", **options)


def test_the_command_takes_a_model_for_each_role(tmp_path):
    command = ["write", "--pipeline", "realmem", "--model", "scripted", "--out", str(tmp_path / "W"), "--sizes"]
    found = CliRunner().invoke(app, [*command, "projects=1;events=1", "--role", "user=scripted"])
    assert found.exit_code == 0, found.output
    assert "2 sessions, 12 turns, 1 question written" in found.output
    assert json.loads((tmp_path / "W" / "config.json").read_text())["roles"] == {"user": "scripted"}
    assert isinstance(CliRunner().invoke(app, [*command, "events=1", "--role", "user"]).exception, ConfigurationError)
