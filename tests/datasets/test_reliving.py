"""Recordings that are lived again: the person says the same, and the assistant under test replies."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest
from more_formats import AMEMGYM

import regulars
from regulars.agents.cast import Cast
from regulars.datasets import Recording, read_any
from regulars.dialogue import ASSISTANT, FeedbackAction, Phase
from regulars.envs import life_v0
from regulars.errors import DataError
from regulars.scenarios import generate, write_scenarios
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.memory_points import MARK, MemoryPoint, memory_points, to_mark
from regulars.scenarios.reliving import relived_recording

START = datetime(2025, 3, 3, 18, tzinfo=UTC)


def talk(people=1):
    made = Recording("talks@1", "t-7", licence="CC0")
    ida = made.person("Ida", notes="a baker")
    other = made.person("Ole") if people == 2 else ASSISTANT
    empty = made.session(START)
    empty.say(ASSISTANT, "Hello?", id="z")
    monday = made.session(START + timedelta(hours=1), "mon")
    monday.say(ASSISTANT, "Good morning.", id="x")
    monday.say(ida, "I bake rye bread.", id="a")
    monday.say(ida, "In Bergen.", id="b")
    monday.say(other, "Rye, noted.", id="c")
    monday.say(ida, "Thanks.", id="d", action=FeedbackAction.LIKE)
    made.ask("What does Ida bake?", "rye bread", evidence=["a"], before="c")
    made.ask("Where?", "Bergen", evidence=["b"])
    made.ask("What did you note?", "Rye", evidence=["c"])
    made.ask("When?", "Monday", sessions=["mon"])
    made.marks |= {MARK: to_mark([MemoryPoint("m1", "dynamic", "Ida bakes.", 2, "s002.t02")])}
    return made.scenario()


def test_replies_are_open_and_the_persons_lines_stay():
    scenario = relived_recording(talk())
    assert validate_scenario(scenario, ontology_of("english")) == []
    (session,) = scenario.sessions  # the first one had no line of the person
    assert [(turn.id, turn.text) for turn in session.turns] == [
        ("s001.t01", "I bake rye bread."), ("s001.t02", "In Bergen."), ("s001.t03", ""), ("s001.t04", "Thanks."),
        ("s001.t05", ""),
    ]  # fmt: skip
    assert all(turn.feedback is None for turn in session.turns)
    assert scenario.persons[0].persona.notes == "a baker"
    assert scenario.suite == "talks@1+relived"


def test_questions_follow_their_evidence_and_need_no_recorded_reply():
    scenario = relived_recording(talk())
    asked = [(probe.question, probe.before, probe.evidence) for probe in scenario.probes]
    assert asked == [
        ("What does Ida bake?", "s001.t02", (("s001.t01",),)),
        ("Where?", "", (("s001.t02",),)),
        ("When?", "", (("s001",),)),
    ]
    assert "rests on words of the recorded assistant" in scenario.issues[-1]
    assert [(point.session, point.turn) for point in memory_points(scenario)] == [(1, "s001.t01")]


def test_the_assistant_of_the_episode_replies_and_its_words_stand_in_the_transcript():
    seen = []

    def assistant(observation):
        if observation["phase"] == Phase.TALK:
            seen.append((observation["message"], observation["reply_id"]))
        return f"Reply {len(seen)}."

    env = life_v0.env(scenario=relived_recording(talk()), probes="end")
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=0)
    cast.run()
    assert seen == [("In Bergen.", "s001.t03"), ("Thanks.", "s001.t05")]
    said = [(turn.id, turn.text) for turn in env.unwrapped.transcript]
    assert said == [
        ("s001.t01", "I bake rye bread."), ("s001.t02", "In Bergen."), ("s001.t03", "Reply 1."),
        ("s001.t04", "Thanks."), ("s001.t05", "Reply 2."),
    ]  # fmt: skip


def test_memories_are_measured_on_conversations_that_they_take_part_in(tmp_path):
    write_scenarios(tmp_path / "talks.jsonl", [talk()])
    run = regulars.evaluate("bm25-turn,none", data=tmp_path / "talks.jsonl", relive=True)
    assert run.faults == []
    found = {(row.system, row.n) for row in run.rows if (row.metric, row.slice) == ("token_f1", "all")}
    assert {n for _, n in found} == {3}


@pytest.mark.parametrize(("made", "what"), [(lambda: talk(2), "2 people speak"), (lambda: generate(1), "no recording")])
def test_what_cannot_be_lived_again_is_refused(made, what):
    with pytest.raises(DataError, match=what):
        relived_recording(made())


def test_people_whose_data_is_not_lived_yet_get_a_reply_to_every_first_line(tmp_path):
    path = tmp_path / "data.json"
    path.write_text(json.dumps(AMEMGYM))
    (scenario,) = (relived_recording(one) for one in read_any(path))
    assert [[turn.text for turn in session.turns] for session in scenario.sessions] == [
        ["I bake rye every day.", ""], ["My kitchen is tiny.", ""], ["Now it is only cake.", ""],
    ]  # fmt: skip
    assert [probe.evidence for probe in scenario.probes] == [(("s001.t01", "s002.t01"),), (("s003.t01", "s002.t01"),)]
    assert [point.turn for point in memory_points(scenario)] == ["s001.t01", "s002.t01", "s003.t01"]
