"""What the viewer shows of an episode, worked out by hand from its record."""

from __future__ import annotations

import json
import re

import msgspec
import pytest
from viewed_runs import HOSTILE, hostile, moved, played, written

from regulars.cli.pages.viewer.episode_data import LedgerLine, ShownRecall, ValueChange, episode_data
from regulars.cli.pages.viewer.site import put
from regulars.evaluation.explain import explain, explain_from_record
from regulars.evaluation.runs.index import QuestionCount
from regulars.evaluation.runs.recorded import open_run


@pytest.fixture(scope="module")
def shown():
    return episode_data(moved(), 1)


def value_of(script: bytes):
    """What a data file hands to the page, and under which address."""
    found = re.fullmatch(r'regularsPut\(("[^"]*"), (".*")\);\n', script.decode("ascii"))
    return json.loads(found[1]), json.loads(json.loads(found[2]))


def test_hearsay_stands_in_the_ledger_where_it_was_said(shown):
    assert [(line.value, line.how) for line in shown.ledger] == [
        ("Oslo", "direct"), ("Rome", "hearsay"), ("Bergen", "direct"),
    ]  # fmt: skip
    assert shown.ledger[1] == LedgerLine(
        turn="s001.t01", time="2025-03-03 09:01:00", person="p1", attribute="city", value="Rome", how="hearsay"
    )
    assert [(line.value, line.how) for line in shown.commitments] == [("boat", "commitment")]


def test_changes_are_those_within_the_sessions(shown):
    assert shown.changes == (
        ValueChange(person="p1", attribute="city", before="Oslo", value="Bergen", time="2025-03-03 09:03:00"),
    )


def test_a_reply_has_its_recall_feedback_reward_and_question(shown):
    reply = shown.turns[-1]
    assert reply.assistant
    assert reply.recall == ShownRecall(tokens=9, hits=(("i1", 0.5, ("s001.t01",)),))
    assert reply.feedback == ("dislike, satisfaction 2 of 10, “No!”",)
    assert [(one.seat, one.terms) for one in reply.rewards] == [("assistant", {"recall": -1.0, "style": 0.0})]
    assert reply.acts == ("q1 1",)


def test_turns_name_the_planned_acts_that_they_carry_out(shown):
    assert {turn.id: turn.acts for turn in shown.turns if turn.acts} == {
        "s001.t01": ("a1",), "s001.t03": ("w1", "a2"), "s002.t02": ("q1 1",),
    }  # fmt: skip


def test_answers_stand_in_the_order_of_time_with_words_and_ledger(shown):
    beside, within = shown.answers
    assert (beside.question, beside.asked, beside.turn, beside.ledger) == (2, "Where is Ada?", "", 2)
    assert beside.recall == ShownRecall(tokens=4, hits=(("i2", None, ("s001.t03",)),))
    assert (within.question, within.asked, within.turn) == (1, "Where do I live?", "s002.t02")
    assert (within.verdict, within.gold, within.stale) == ("stale", ("Bergen",), ("Oslo",))
    assert (within.ledger, within.commitments, within.recall) == (3, 1, None)


def test_questions_have_their_failure_stage_and_trace(shown):
    assert [(one.verdict, one.stage) for one in shown.questions] == [("stale", "not recalled"), ("correct", "right")]
    trace = shown.traces[1]
    assert [(one.turn.turn, one.fate, one.items) for one in trace.evidence] == [("s001.t03", "held", ("i2",))]
    assert [one.item for one in trace.recalled] == ["i1"]


def test_explanations_from_the_record_agree_with_those_of_a_rebuilt_memory(tmp_path):
    run = open_run(played(tmp_path / "RUN"))
    alone = explain_from_record(run.records[0], 0)
    assert len(alone) == len(run.records[0].probes)
    for place in (0, len(alone) // 2, len(alone) - 1):
        whole = explain(run, 0, place)
        for name in ("probe", "failed", "meaning", "asked", "number"):
            assert getattr(alone[place], name) == getattr(whole, name)
        assert [one.fate for one in alone[place].evidence] == [one.fate for one in whole.evidence]
        assert [one.item for one in alone[place].recalled] == [one.item for one in whole.recalled]


def test_the_index_summarises_episodes_without_their_records(tmp_path):
    index = open_run(written(tmp_path, moved("x"), moved("y", probes=()))).index
    one, other = index.summaries()
    assert (one.number, str(one.key), one.ending, one.fault, one.people) == (1, "life/0/x", "completed", "", ("p1",))
    assert sorted(one.questions) == [
        QuestionCount("current-value", "correct", "right", 1),
        QuestionCount("current-value", "stale", "not recalled", 1),
    ]  # fmt: skip
    assert other.questions == ()
    assert re.fullmatch("[0-9a-f]{16}", one.digest)
    assert one.digest != other.digest


# ---------------------------------------------------------------------- data files


def test_a_data_file_hands_over_one_string_in_ascii():
    assert value_of(put("run.js", {"a": [1, "Ä</script>"]})) == ("run.js", {"a": [1, "Ä</script>"]})


def test_what_a_page_would_not_show_as_it_is_gets_escaped():
    _, value = value_of(put("x", {"\x07": ["\u202eab\x00", "one\ntwo", "\ud800"], "n": [float("nan"), float("-inf")]}))
    assert value == {"\\x07": ["\\u202eab\\x00", "one\ntwo", "\\ud800"], "n": ["nan", "-inf"]}


def test_markup_in_every_field_reaches_the_page_as_text_alone():
    record = hostile(moved())
    _, value = value_of(put("x", episode_data(record, 1)))
    shown_as = msgspec.json.encode(value).decode()
    for text in ("I live in Oslo", "No!", "Where is Ada?", "Bergen", "assistant", "i1", "current-value"):
        assert f"{text}" in shown_as
    tail = HOSTILE.replace("\x00\x07\x1b[31m\u202e\u2028", "\\x00\\x07\\x1b[31m\\u202e\\u2028")
    assert value["turns"][0]["text"].endswith(tail)
    assert value["people"] == {f"p1{tail}": f"Ada{tail}"}
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e\u2028]", shown_as)
