"""Scenarios written by a model: validated, gated, and resumable at every step."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

import regulars
from regulars import registry
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.seats.compiled_graph import draw
from regulars.agents.writing.drafts import INSIGHT_TYPES, Spoken
from regulars.agents.writing.realmem import COOLDOWN, interleaved
from regulars.agents.writing.rolememo import fragment_problems
from regulars.agents.writing.write import PIPELINES, SCENARIOS, pipeline_flow, write
from regulars.cli.main import app
from regulars.errors import ConfigurationError, InfrastructureError, ModelOutputError, ScenarioError
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.files import read_scenarios, scenario_to_json
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


def dialogue(words):
    known = re.findall(r"^(\d+)\. ", words.split("Earlier points of this project:")[1], re.MULTILINE)
    changed = "is now" in words or "update" in words
    budget = BUDGETS[1] if changed else BUDGETS[0]
    queries = [{"turn": 3, "points": [int(known[-1])], "category": "dynamic-updating"}] if known else []
    turns = talk(f"The budget is {budget}.", "Noted.", "What can I still buy?", "Whatever fits the budget.")
    return {"turns": turns, "points": [{"text": f"The budget is {budget}.", "turn": 1}], "queries": queries}


def sample(words):
    kind = re.search(r"Insight \((.*?)\)", words)[1]
    return {"fragments": list(FRAGMENTS[kind]), "question": f"What now, {kind}?", "answer": f"the {kind} answer"}


def fragment_dialogue(words):
    fragment = re.search(r"The sentence: (.*)", words)[1]
    return {"turns": talk("Good evening.", "Hello.", f"By the way: {fragment} Anyway.", "I see.")}


WRITTEN = {
    "Blueprint": blueprint,
    "DraftEvents": events,
    "DraftSessions": lambda words: {"summaries": [f"about {re.search('The event: (.*)', words)[1]}"]},
    "Dialogue": dialogue,
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


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_a_run_that_is_killed_between_any_two_calls_goes_on_to_the_same_scenario(pipeline, tmp_path):
    whole = Writer()
    wanted = write(pipeline, whole.model, tmp_path / "WHOLE", sizes=SIZES[pipeline])
    total = len(whole.model.calls)
    assert total > 8
    for dies in range(1, total):
        folder = tmp_path / f"W{dies}"
        with pytest.raises(InfrastructureError):
            written(pipeline, folder, dies=dies)
        again = Writer()
        found = write(pipeline, again.model, folder, resume=True, sizes=SIZES[pipeline])
        assert scenario_to_json(found) == scenario_to_json(wanted)
        assert len(again.model.calls) <= total - dies + 2  # a gate asks twice or thrice, and is kept as one step
        assert (folder / SCENARIOS).read_bytes() == (tmp_path / "WHOLE" / SCENARIOS).read_bytes()


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


def test_a_dialogue_that_tells_what_comes_later_goes_back_and_never_gets_in(tmp_path):
    def leaking(words):
        draft = dialogue(words)
        if "That cannot be used" not in words:
            draft["turns"][4]["text"] = f"Perhaps {BUDGETS[1]} later."
        return draft

    writer = Writer({"Dialogue": leaking})
    scenario = write("realmem", writer.model, tmp_path / "W", sizes=SIZES["realmem"])
    asked = [call.messages[-1].content for call in writer.model.calls]
    assert sum("which comes later" in words for words in asked) == 2
    assert all("Perhaps" not in turn.text for session in scenario.sessions[:1] for turn in session.turns)


@pytest.mark.parametrize(
    ("shape", "answer", "what"),
    [
        ("Blueprint", lambda _: {**blueprint(_), "projects": blueprint(_)["projects"][:1]}, "1 projects"),
        ("DraftEvents", lambda _: {"events": [UPDATED]}, "creates"),
        ("DraftEvents", lambda _: {"events": [CREATED, {**UPDATED, "value": BUDGETS[0]}]}, "before"),
        ("Dialogue", lambda _: {"turns": talk("Hi.", "Hello."), "points": [], "queries": [
            {"turn": 1, "points": [7], "category": "dynamic-updating"}]}, "points"),
        ("Dialogue", lambda _: {"turns": talk("Hi.", "Hello.")[:5], "points": [], "queries": []}, "last word"),
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
