"""Recordings that are lived again: a person with the data's lines and facts, who reacts to the assistant under test."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from more_formats import AMEMGYM, CONTEXTS, QUESTIONS, as_table

import regulars
from regulars.agents.cast import Cast
from regulars.datasets import Recording, read_any
from regulars.dialogue import ASSISTANT, FeedbackAction, VerdictKind
from regulars.envs import life_v0
from regulars.envs.life.life import Life
from regulars.envs.probes.gold import ProbeStatus
from regulars.errors import DataError
from regulars.scenarios import generate, read_scenarios, write_scenarios
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.kinds import ActKind, Band
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.memory_points import MARK, MemoryPoint, memory_points, to_mark
from regulars.scenarios.reliving import relived_recording
from regulars.scenarios.world import Scenario

START = datetime(2025, 3, 3, 18, tzinfo=UTC)


def talk(people: int = 1) -> Scenario:
    made = Recording("talks@1", "t-7", licence="CC0")
    ida = made.person("Ida", notes="a baker")
    other = made.person("Ole") if people == 2 else ASSISTANT
    made.session(START).say(ASSISTANT, "Hello?", id="z")
    monday = made.session(START + timedelta(days=1), "mon")
    monday.say(ASSISTANT, "Good morning.", id="x")
    monday.say(ida, "I bake rye bread.", id="a")
    monday.say(ida, "In Bergen.", id="b")
    monday.say(other, "Rye, noted.", id="c")
    monday.say(ida, "what shall I bake?", id="d", action=FeedbackAction.LIKE)
    monday.say(other, "Rye bread.", id="e")
    tuesday = made.session(START + timedelta(days=2), "tue")
    tuesday.say(ida, "Now it is only cake.", id="f")
    tuesday.say(other, "Cake, noted.", id="g")
    options = ["rye", "cake"]
    made.ask("what shall I bake?", "Rye bread", evidence=["a"], before="x")
    made.ask("Where do I bake?", "Bergen", evidence=["b"], before="d")
    made.ask("What did you note?", "Rye", evidence=["c"])
    made.ask("What do I bake now?", "A", evidence=["a"], options=options, before="f")
    made.ask("What is my trade?", "baking", evidence=["a"], before="f")
    made.ask("What do I bake now?", "B", evidence=["f"], options=options)
    made.ask("When?", "Monday", sessions=["mon"])
    points = [MemoryPoint("m1", "dynamic", "Ida bakes.", 2, "s002.t02"), MemoryPoint("m2", "static", "Ida is.", 3)]
    made.marks |= {MARK: to_mark(points)}
    return made.scenario()


def patient(scenario: Scenario, patience: float) -> Scenario:
    (person,) = scenario.persons
    return replace(scenario, persons=(replace(person, persona=replace(person.persona, patience=patience)),))


def lived(scenario: Scenario, reply: str, **options: object) -> Life:
    """The life with an assistant that always says the same."""
    env = life_v0.env(scenario=scenario, probes="end", **options)
    cast = Cast(env, assistant=lambda observation: reply)
    cast.reset(seed=0)
    cast.run()
    return env.unwrapped.life


def lines(life: Life) -> list[str]:
    return [turn.text for turn in life.transcript if turn.speaker != ASSISTANT]


def test_lines_become_agendas_on_their_dates_and_memory_points_become_facts():
    scenario = relived_recording(talk())
    assert validate_scenario(scenario, ontology_of("english")) == []
    assert scenario.suite == "talks@1+relived"
    first, second = scenario.sessions  # the very first one had no line of the person
    assert [act.words for act in first.agenda] == [
        "I bake rye bread.", "In Bergen.", "Where do I bake?", "what shall I bake?",
    ]  # fmt: skip
    assert (first.start, second.start) == (START + timedelta(days=1), START + timedelta(days=2))
    assert scenario.persons[0].persona.notes == "a baker"
    told, untold = scenario.persons[0].facts
    assert (told.value, told.since, told.id) == ("Ida bakes.", first.start, f"{first.agenda[0].id}.0")
    assert (untold.value, untold.since) == ("Ida is.", second.start)
    assert [(point.session, point.turn) for point in memory_points(scenario)] == [(1, first.agenda[0].id), (2, "")]


def test_the_person_asks_what_the_data_puts_into_the_conversation():
    scenario = relived_recording(talk())
    placed = [(probe.question.partition(" A)")[0], probe.band, probe.session) for probe in scenario.probes]
    assert sorted(placed) == sorted(
        [
            ("what shall I bake?", Band.IN, 1),  # in the words of a line
            ("Where do I bake?", Band.IN, 1),  # in the middle of a session
            ("What do I bake now?", Band.IN, 2),  # one of those between two sessions
            ("What is my trade?", Band.OUT, 0),
            ("What do I bake now?", Band.OUT, 0),
            ("When?", Band.OUT, 0),
        ]
    )
    asked = [act.words for act in scenario.sessions[1].agenda if act.kind is ActKind.ASK]
    assert asked == ["What do I bake now? A) rye B) cake"]
    beside = next(probe for probe in scenario.probes if probe.question == "What is my trade?")
    assert scenario.sessions[0].start < beside.time < scenario.sessions[1].start
    assert "rests on words of the recorded assistant" in scenario.issues[-1]


def test_a_question_keeps_the_evidence_that_the_person_says():
    made = Recording("talks@1", "t-8", licence="CC0")
    ida = made.person("Ida")
    session = made.session(START, "mon")
    session.say(ida, "I bake rye bread.", id="a")
    session.say(ASSISTANT, "Rye, noted.", id="b")
    made.ask("What do I bake?", "rye", alternatives=[["b"], ["a"]])
    made.ask("What did you note?", "rye", alternatives=[["b"], ["a", "b"]])
    scenario = relived_recording(made.scenario())
    (said,) = scenario.sessions[0].agenda
    assert [(probe.question, probe.evidence) for probe in scenario.probes] == [("What do I bake?", ((said.id,),))]
    assert "rests on words of the recorded assistant" in scenario.issues[-1]


def test_lines_tell_facts_and_become_the_evidence():
    life = lived(relived_recording(talk()), "A")
    said = {turn.text: turn.id for turn in life.transcript}
    assert [(one.value, one.turn) for one in life.ledger.disclosures] == [("Ida bakes.", said["I bake rye bread."])]
    evidence = {outcome.probe.question: outcome.evidence for outcome in life.outcomes}
    assert evidence["Where do I bake?"] == ((said["In Bergen."],),)
    assert evidence["When?"] == (("s001",),)
    assert life.unresolved == []


def test_the_person_thanks_or_corrects_and_asks_again():
    scenario = relived_recording(talk())
    right, wrong = (lines(lived(scenario, reply)) for reply in ("It is A.", "It is B."))
    question = "What do I bake now? A) rye B) cake"
    assert sum(question in line for line in right) == 1
    repeated = [line for line in wrong if question in line]
    assert len(repeated) == 2
    assert "A) rye" in repeated[1].replace(question, "")  # tells what is right, then asks again
    assert right != wrong
    for said in (right, wrong):
        assert any("Now it is only cake." in line for line in said)


def test_an_answer_that_was_right_earlier_is_stale():
    life = lived(relived_recording(talk()), "It is A.")
    kinds = [(outcome.expectation.gold, outcome.verdict.kind) for outcome in life.outcomes if outcome.probe.options]
    assert kinds == [(("A",), VerdictKind.CORRECT), (("B",), VerdictKind.STALE)]


def test_who_is_out_of_patience_leaves_and_what_was_not_said_is_not_asked():
    scenario = patient(relived_recording(talk()), 0.15)
    life = lived(scenario, "It is B.")
    assert not any("cake" in line for line in lines(life) if "B) cake" not in line)
    last = next(outcome for outcome in life.outcomes if outcome.probe.gold == "B")
    assert (last.status, last.expectation) == (ProbeStatus.VOID, None)
    assert lived(scenario, "It is A.").ending == life.ending


def test_trust_and_feedback_are_those_of_any_life():
    scenario = relived_recording(talk())
    shown = lived(scenario, "It is B.", feedback="evaluative").signals.feedbacks
    assert [one.action for one in shown if one.action != FeedbackAction.NONE]
    assert not lived(scenario, "It is B.", feedback="silent").signals.feedbacks


def test_a_line_without_a_declaration_counts_by_its_words():
    scenario = relived_recording(talk())
    spoken = iter([act.words for session in scenario.sessions for act in session.agenda])
    sizes = [len(session.agenda) for session in scenario.sessions]
    places = {"s": 0}

    def user(observation):
        number = sum(sizes[: observation["session"] - 1])
        if places["s"] < number + sizes[observation["session"] - 1]:
            places["s"] += 1
            return {"message": next(spoken), "close": 0}
        return {"message": "Bye.", "close": 1}

    env = life_v0.env(scenario=scenario, probes="end")
    cast = Cast(env, user=user, assistant=lambda observation: "It is A.")
    cast.reset(seed=0)
    cast.run()
    life = env.unwrapped.life
    assert len(life.ledger.said) == sum(sizes)
    assert [one.value for one in life.ledger.disclosures] == ["Ida bakes."]
    assert {outcome.probe.band for outcome in life.outcomes} == {Band.IN, Band.OUT}


def test_a_short_line_is_not_taken_as_said_inside_another():
    scenario = relived_recording(talk())
    session, *others = scenario.sessions
    short = replace(session.agenda[0], id="line~short", words="I")
    first = session.agenda[0]
    scenario = replace(scenario, sessions=(replace(session, agenda=(*session.agenda, short)), *others))
    env = life_v0.env(scenario=scenario, probes="end")
    cast = Cast(env, user=lambda seen: {"message": f"{first.words} I do.", "close": 1}, assistant=lambda seen: "Well.")
    cast.reset(seed=0)
    cast.run()
    said = env.unwrapped.life.ledger.said
    assert first.id in said
    assert "line~short" not in said


# ---------------------------------------------------------------------- formats

REALMEM = {
    "_metadata": {"person_name": "Ida_Berg", "total_sessions": 2, "total_tokens": 60},
    "dialogues": [
        {
            "session_identifier": "Bread_1:S1_01", "session_uuid": "aaaa0001", "current_time": "2025-01-05 (Sunday)",
            "dialogue_turns": [
                {"speaker": "User", "content": "I bake rye every day.", "is_query": False, "query_id": None},
                {"speaker": "Assistant", "content": "Noted.", "is_query": False, "query_id": None},
            ],
            "extracted_memory": [
                {"index": "B-01", "type": "Dynamic", "content": "Ida bakes rye.", "source_turn": 1,
                 "source_content_snapshot": "I bake rye every day.", "source_role_snapshot": "User",
                 "session_uuid": "aaaa0001"},
            ],
        },
        {
            "session_identifier": "Bread_1:S1_02", "session_uuid": "aaaa0002", "current_time": "2025-01-09 (Thursday)",
            "dialogue_turns": [
                {"speaker": "User", "content": "Which loaf do I bake next?", "is_query": True, "query_id": "Q-0001",
                 "topic": "Bread", "category_name": "Dynamic Incremental", "session_type": "short"},
                {"speaker": "Assistant", "content": "Rye, as every day.", "is_query": False, "query_id": None,
                 "memory_used": [{"session_uuid": "aaaa0001", "content": "Ida bakes rye."}],
                 "memory_session_uuids": ["aaaa0001"]},
                {"speaker": "User", "content": "I bought a stove.", "is_query": False, "query_id": None},
                {"speaker": "Assistant", "content": "Good.", "is_query": False, "query_id": None},
            ],
            "extracted_memory": [],
        },
    ],
}  # fmt: skip
"""A person with one memory point, and a query that rests on it."""


def made_file(format: str, folder: Path) -> Path:
    if format == "amemgym":
        (folder / "data.json").write_text(json.dumps(AMEMGYM))
        return folder / "data.json"
    if format == "realmem":
        (folder / "Ida_Berg_dialogues_256k.json").write_text(json.dumps(REALMEM))
        return folder / "Ida_Berg_dialogues_256k.json"
    (folder / "questions_32k.csv").write_text(as_table(QUESTIONS))
    (folder / "shared_contexts_32k.jsonl").write_text("".join(json.dumps({k: v}) + "\n" for k, v in CONTEXTS.items()))
    return folder


@pytest.mark.parametrize(
    ("format", "said", "facts", "right"),
    [
        ("amemgym", ["I bake rye every day.", "My kitchen is tiny.", "Now it is only cake."], 3, "A"),
        ("realmem", ["I bake rye every day.", "Which loaf do I bake next?", "I bought a stove."], 1,
         "Rye, as every day."),
        ("personamem", ["I play the lute.", "I gave the lute up."], 0, "(a)"),
    ],
)  # fmt: skip
def test_a_reply_changes_what_follows_in_each_format(format, said, facts, right, tmp_path):
    (recorded,) = read_any(made_file(format, tmp_path))
    scenario = relived_recording(recorded)
    assert validate_scenario(scenario, ontology_of("english")) == []
    assert len(scenario.persons[0].facts) == facts
    known, unknown = lived(scenario, right), lived(scenario, "I don't know that.")
    for life in (known, unknown):
        assert [line for line in said if not any(line in spoken for spoken in lines(life))] == []
        assert len(life.ledger.disclosures) == facts
    assert lines(known) != lines(unknown)
    question = next(probe for probe in scenario.probes if probe.band is Band.IN).question
    assert sum(question in line for line in lines(known)) == 1
    assert sum(question in line for line in lines(unknown)) == 2


def test_the_scripted_assistant_takes_options_as_a_question():
    """It answers with the sentence that it was told, or says that it does not know. Its own words decide which."""
    kinds = set()
    for seed in range(8):
        env = life_v0.env(scenario=relived_recording(talk()), probes="end")
        cast = Cast(env)
        cast.reset(seed=seed)
        cast.run()
        life = env.unwrapped.life
        asked = [outcome for outcome in life.outcomes if outcome.probe.options and outcome.probe.band is Band.IN]
        replies = {turn.id: turn.text for turn in life.transcript if turn.speaker == ASSISTANT}
        for outcome in asked:
            told = replies[outcome.turn] == "I bake rye bread."
            assert outcome.verdict.kind is (VerdictKind.CORRECT if told else VerdictKind.ABSTAINED)
        assert asked
        kinds |= {outcome.verdict.kind for outcome in asked}
    assert VerdictKind.ABSTAINED in kinds


def test_memories_are_measured_on_conversations_that_they_take_part_in(tmp_path):
    write_scenarios(tmp_path / "talks.jsonl", [talk()])
    run = regulars.evaluate("bm25-turn,none", data=tmp_path / "talks.jsonl", relive=True, out=tmp_path / "run")
    assert run.faults == []
    found = {(row.system, row.n) for row in run.rows if (row.metric, row.slice) == ("token_f1", "all")}
    assert {n for _, n in found} == {4}
    write_scenarios(tmp_path / "lives.jsonl", [relived_recording(talk())])
    (read,) = read_scenarios(tmp_path / "lives.jsonl")
    assert read == relived_recording(talk())
    again = regulars.evaluate("bm25-turn,none", data=tmp_path / "lives.jsonl")
    assert [row.value for row in again.rows] == [row.value for row in run.rows]


@pytest.mark.parametrize(
    ("made", "what"), [(lambda: talk(2), "2 people speak"), (lambda: generate(1), "not a recording")]
)
def test_what_cannot_be_lived_again_is_refused(made, what):
    with pytest.raises(DataError, match=what):
        relived_recording(made())


def test_sessions_without_room_are_moved_behind_each_other():
    made = Recording("talks@1", "t-8", licence="CC0")
    ida = made.person("Ida")
    for minute in range(3):
        made.session(START + timedelta(minutes=minute)).say(ida, f"Line {minute}.")
    scenario = relived_recording(made.scenario())
    assert validate_scenario(scenario, ontology_of("english")) == []
    assert sum("no room" in issue for issue in scenario.issues) == 2
    assert [line for line in lines(lived(scenario, "Yes.")) if line.startswith("Line")] == [
        "Line 0.",
        "Line 1.",
        "Line 2.",
    ]


def test_a_person_of_realmem_says_all_lines(realmem_folder):
    (recorded,) = read_any(realmem_folder / "Lin_Wanyu_dialogues_256k.json")
    scenario = relived_recording(recorded)
    assert validate_scenario(scenario, ontology_of("english")) == []
    life = lived(scenario, "Here is a plan.")
    acts = [act.id for session in scenario.sessions for act in session.agenda]
    assert list(life.ledger.said) == acts
    assert len(life.ledger.disclosures) == sum(fact.id.partition(".")[0] in acts for fact in scenario.persons[0].facts)
