"""Exports of what stands beside the plain case: several sets of evidence, names, half-heard sessions, lost replies."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from played_by_hand import ASK, DISLIKED, LIKED, RIGHT, WRONG, at, episode, run_folder

from regulars.datasets import Recording, export_data
from regulars.datasets.export.replies import recorded_replies, replies_of
from regulars.datasets.locomo import CATEGORIES
from regulars.datasets.record_parts.memory import HitRecord, RecallRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction, VerdictKind
from regulars.scenarios import write_scenarios

START = datetime(2025, 3, 3, 18, tzinfo=UTC)


def exported(tmp_path: Path, format: str, *talks: Recording) -> Any:
    """The content of the file, or of the first file of the folder."""
    write_scenarios(tmp_path / "in.jsonl", [talk.scenario() for talk in talks])
    export_data(tmp_path / "in.jsonl", format, tmp_path / "out")
    out = tmp_path / "out"
    text = (sorted(out.iterdir())[0] if out.is_dir() else out).read_text("utf-8")
    return (
        [json.loads(line) for line in text.splitlines()] if format.startswith(("inspect", "chat")) else json.loads(text)
    )


def told() -> tuple[Recording, str]:
    """Ida tells her city twice, in sessions of a line and a reply."""
    talk = Recording("talks@1", "t-1", licence="CC0")
    ida = talk.person("Ida")
    for day, names in enumerate(("ab", "cd")):
        visit = talk.session(START + timedelta(days=day), f"day {day}", person=ida)
        visit.say(ida, f"I live in Bergen, as on day {day}.", names[0])
        visit.say(ASSISTANT, "Noted.", names[1])
    return talk, ida


# ---------------------------------------------------------------------- evidence


def two_sets() -> Recording:
    talk, _ = told()
    talk.ask("Where?", "Bergen", kind="recall", evidence=["a"], alternatives=[["c", "d"]])
    return talk


def test_locomo_names_the_first_of_two_sets_of_evidence(tmp_path):
    (entry,) = exported(tmp_path, "locomo", two_sets())
    assert entry["qa"] == [{"question": "Where?", "answer": "Bergen", "evidence": ["D1:1"], "category": 4}]


def test_longmemeval_marks_the_first_of_two_sets_of_evidence(tmp_path):
    (entry,) = exported(tmp_path, "longmemeval", two_sets())
    assert entry["answer_session_ids"] == entry["haystack_session_ids"][:1]
    assert entry["question_type"] == "single-session-user"
    assert [[turn.get("has_answer") for turn in one] for one in entry["haystack_sessions"]] == [
        [True, False], [None, None],
    ]  # fmt: skip


def test_a_sample_shows_the_first_of_two_sets_of_evidence(tmp_path):
    (sample,) = exported(tmp_path, "inspect:history=evidence", two_sets())
    assert sample["input"].split("\n\n")[0] == "[2025-03-03 18:00] Ida: I live in Bergen, as on day 0."
    assert sample["metadata"]["evidence"] == [["s001.t01"], ["s002.t01", "s002.t02"]]


def test_realmem_cites_the_sessions_of_the_first_set_once(tmp_path):
    talk, ida = told()
    asked = talk.session(START + timedelta(days=2), person=ida)
    asked.say(ida, "Where?", "q")
    asked.say(ASSISTANT, "Bergen.", "r")
    talk.ask("Where?", "Bergen.", evidence=["c", "d"], alternatives=[["a"]], before="r")
    dialogues = exported(tmp_path, "realmem", talk)["dialogues"]
    query, reply = dialogues[2]["dialogue_turns"]
    assert reply["memory_session_uuids"] == [dialogues[1]["session_uuid"]]
    assert query["session_type"] == "single_session"


@pytest.mark.parametrize(
    ("kind", "cited", "category"),
    [
        ("open-domain", "ac", "open-domain"),  # a kind that LoCoMo knows
        ("multi-hop", "a", "multi-hop"),
        ("temporal-reasoning", "ac", "temporal"),
        ("anything", "ac", "multi-hop"),
        ("anything", "a", "single-hop"),
        ("anything", "", "single-hop"),
    ],
)
def test_questions_of_other_kinds_have_the_category_of_what_makes_them_hard(tmp_path, kind, cited, category):
    talk, _ = told()
    talk.ask("When?", "Now", kind=kind, evidence=cited)
    talk.ask("Why?", kind="temporal-reasoning", evidence=cited, answerable=False)
    (entry,) = exported(tmp_path, "locomo", talk)
    assert [CATEGORIES[one["category"]] for one in entry["qa"]] == [category, "adversarial"]
    assert [one.get("answer") for one in entry["qa"]] == ["Now", None]


# ---------------------------------------------------------------------- names


def test_files_of_realmem_bear_the_name_of_the_person_who_speaks(tmp_path):
    talk = Recording("talks@1", "t-1", licence="CC0")
    talk.person("Ole")
    ida = talk.person("Ida")
    visit = talk.session(START, person=ida)
    visit.say(ida, "Hi.")
    visit.say(ASSISTANT, "Hi!")
    assert exported(tmp_path, "realmem", talk)["_metadata"] == {
        "person_name": "Ida", "total_sessions": 1, "total_tokens": 4,
    }  # fmt: skip
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["Ida_dialogues_256k.json"]


def test_messages_of_chats_name_people_and_not_the_assistant(tmp_path):
    talk = Recording("talks@1", "t-1", licence="CC0")
    ida, ole = talk.person("Ida"), talk.person("Ole")
    visit = talk.session(START, person=ida)
    visit.say(ole, "Hi.")
    visit.say(ASSISTANT, "Hi!")
    (line,) = exported(tmp_path, "chat", talk)
    assert line == {
        "user": talk.scenario().id, "date": "2025-03-03T18:00:00+00:00",
        "messages": [{"role": "user", "name": "Ole", "content": "Hi."}, {"role": "assistant", "content": "Hi!"}],
    }  # fmt: skip


def test_a_sample_names_who_asks_and_whom_it_is_about(tmp_path):
    talk = Recording("talks@1", "t-1", licence="CC0")
    ida, ole = talk.person("Ida"), talk.person("Ole")
    talk.session(START, person=ida).say(ida, "I bake.", "a")
    talk.ask("What do I like?", "bread", about=ida, asker=ole, evidence=["a"], kind="taste", rubric=True)
    (sample,) = exported(tmp_path, "inspect", talk)
    assert sample["input"].endswith("\n\nIt is 2025-03-04 18:00. Ole asks: What do I like?")
    metadata = {name: value for name, value in sample["metadata"].items() if name != "conversation"}
    assert metadata == {
        "kind": "taste", "about": "Ida", "evidence": [["s001.t01"]], "answerable": True, "rubric": True,
        "language": "english",
    }  # fmt: skip
    assert "choices" not in sample


# ---------------------------------------------------------------------- replies


def test_replies_are_described_by_their_outcome():
    first, second, third = replies_of(WRONG)
    assert (first.answers, first.verdict, first.grounded, first.memory) == (None, None, True, None)
    assert (second.answers, second.verdict, second.grounded) == (("q1", 1), VerdictKind.WRONG, True)
    assert (third.answers, third.verdict, third.grounded) == (("q1", 2), VerdictKind.CORRECT, False)
    assert [reply.session for reply in (first, second, third)] == [1, 2, 2]
    (probe,) = WRONG.probes
    unjudged = replace(WRONG, probes=(replace(probe, outcomes=(replace(probe.first, verdict=None),)),))
    assert [(reply.answers, reply.verdict) for reply in replies_of(unjudged)] == [
        (None, None), (("q1", 1), None), (None, None),
    ]  # fmt: skip


def recalling(*sources: str, evidence: Any = (("s001.t01",),)) -> Any:
    """The answer of an episode whose memory recalled these turns or sessions."""
    hits = tuple(HitRecord(f"i{place}", 1.0, (source,)) for place, source in enumerate(sources))
    note = RecallRecord(turn="s002.t02", probe="", level="turn", tokens=9, why="", hits=hits)
    (probe,) = RIGHT.probes
    asked = replace(probe, outcomes=(replace(probe.first, evidence=evidence),))
    record = replace(RIGHT, recollections=(note, replace(note, probe="q9", hits=())), probes=(asked,))
    return list(replies_of(record))[1]


TOLD = "[2025-03-03 09:01] Ida: I live in Bergen."
NOTED = "[2025-03-03 09:02] Assistant: Noted."


@pytest.mark.parametrize(
    ("sources", "lines"),
    [
        (("s001.t01",), [TOLD]),
        (("s001",), [TOLD, NOTED]),  # a whole session
        (("s001.t02", "s001"), [TOLD, NOTED]),  # each turn once, in order
        (("s002.t02", "s009.t01", "s009"), ["[2025-03-04 09:02] Assistant: In Bergen."]),
        (("s002.t03",), ["You remember nothing of earlier conversations that belongs here."]),  # said after the reply
    ],
)
def test_the_prompt_shows_the_turns_that_were_recalled_by_then(sources, lines):
    content = recalling(*sources).memory["content"]
    assert content.split("\n") == [
        "You are the assistant of Ida. It is 2025-03-04 09:01.",
        *(["What you remember of earlier conversations:"] if lines[0].startswith("[") else []),
        *lines,
    ]


@pytest.mark.parametrize(
    ("sources", "evidence", "grounded"),
    [
        (("s001.t01",), (("s001.t01",),), True),
        (("s001.t02",), (("s001.t01",),), False),
        (("s001.t02",), (("s001",),), True),  # a turn of the session
        ((), (("s001",),), False),
        ((), (("s002.t01",),), True),  # the line that is answered
        ((), (("s002.t02",),), False),  # the reply itself
        (("s001.t01",), (("s001.t01", "s001.t02"),), False),
        (("s001.t02",), (("s001.t01",), ("s001.t02",)), True),  # one of two sets
        ((), (), True),
    ],
)
def test_a_reply_is_grounded_if_its_prompt_holds_a_set_of_evidence(sources, evidence, grounded):
    assert recalling(*sources, evidence=evidence).grounded is grounded


def test_replies_of_recordings_have_the_feedback_that_is_about_them():
    talk, ida = told()
    third = talk.session(START + timedelta(days=2), person=ida)
    third.say(ASSISTANT, "Good day.", "e")  # opens the session, and answers nothing
    third.say(ida, "Hm.", action=FeedbackAction.DISLIKE, satisfaction=2.0, remark="Late.", about="d")
    third.say(ASSISTANT, "Oh.", "f")
    replies = list(recorded_replies(talk.scenario()))
    assert [(one.id, one.session, one.text, one.memory) for one in replies] == [
        ("s001.t02", 1, "Noted.", None), ("s002.t02", 2, "Noted.", None), ("s003.t03", 3, "Oh.", None),
    ]  # fmt: skip
    assert [one.feedback for one in replies] == [
        None, Feedback("s002.t02", FeedbackAction.DISLIKE, 2.0, "Late."), None,
    ]  # fmt: skip
    assert [message["content"] for message in replies[2].prompt] == ["Good day.", "Hm."]
    assert replies[2].prompt[0]["role"] == "assistant"


# ---------------------------------------------------------------------- pairs


def rated(text: str, action: FeedbackAction, satisfaction: float | None, system: str) -> Any:
    record = episode(system, [ASK, text])
    return replace(record, feedback=(Feedback("s002.t02", action, satisfaction, "", at(2, 3)),))


NONE, COPY = FeedbackAction.NONE, FeedbackAction.COPY


@pytest.mark.parametrize(
    ("one", "other", "margin", "preferred"),
    [
        (LIKED, DISLIKED, 2, True),
        ((COPY, None), (NONE, None), 2, True),
        ((NONE, None), DISLIKED, 2, True),
        ((NONE, 1.0), (FeedbackAction.LIKE, 0.0), 0, False),  # the action comes before the score
        ((COPY, 9.0), (FeedbackAction.LIKE, 7.0), 2, True),  # of equal actions, two points of difference
        ((COPY, 9.0), (FeedbackAction.LIKE, 7.5), 2, False),
        ((NONE, 5.0), (NONE, 5.0), 0, False),  # a difference of 0 prefers neither
        ((NONE, 5.5), (NONE, 5.0), 0, True),
        ((NONE, 9.0), (NONE, None), 2, False),
        ((NONE, None), (NONE, 1.0), 2, False),
    ],
)
def test_feedback_prefers_by_action_and_then_by_satisfaction(tmp_path, one, other, margin, preferred):
    """A third system is liked less than both by all rules, so that there are always pairs."""
    records = [rated("In Oslo.", *other, "b"), rated("In Bergen.", *one, "a")]
    low = [rated("x", FeedbackAction.DISLIKE, 0.0, "c"), rated("y", FeedbackAction.LIKE, 10.0, "d")]
    run = run_folder(tmp_path / "run", *records, *low)
    export_data(run, f"preferences:margin={margin}", tmp_path / "out")
    pairs = {
        (row["chosen_by"]["episode"][-1], row["rejected_by"]["episode"][-1])
        for row in map(json.loads, (tmp_path / "out").read_text("utf-8").splitlines())
    }
    assert (("a", "b") in pairs) is preferred
    assert ("d", "c") in pairs


def test_equal_words_make_no_pair(tmp_path):
    run = run_folder(
        tmp_path / "run", rated("In Bergen.", *LIKED, "a"), rated("In Bergen.", *DISLIKED, "b"),
        rated("In Oslo.", *DISLIKED, "c"),
    )  # fmt: skip
    export_data(run, "preferences", tmp_path / "out")
    (row,) = map(json.loads, (tmp_path / "out").read_text("utf-8").splitlines())
    assert (row["chosen_by"]["episode"], row["rejected_by"]["episode"]) == ("tiny-1/1/0/a", "tiny-1/1/0/c")
