"""Exports for training: masks, preference pairs and groups, worked out by hand for a run of two systems."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace
from played_by_hand import ASK, DISLIKED, LIKED, RIGHT, WRONG, episode, run_folder

from regulars.datasets import export_data
from regulars.dialogue import FeedbackAction
from regulars.errors import ConfigurationError, DataError


@pytest.fixture
def exported(tmp_path):
    def exported(format, *records, **given):
        run = run_folder(tmp_path / "run", *records)
        report = export_data(run, format, tmp_path / "out.jsonl", **given)
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
        return rows, report

    return exported


SYSTEM = "You are the assistant of Ida. It is 2025-03-04 09:01.\nWhat you remember of earlier conversations:\n"
TOLD = "[2025-03-03 09:01] Ida: I live in Bergen."


# ---------------------------------------------------------------------- supervised


def test_only_the_last_reply_of_a_row_is_trained_on(exported):
    rows, report = exported("supervised", WRONG)
    # One row a reply: two sessions with one and two replies.
    assert report.wrote == {"replies": 3}
    assert [row["reply"] for row in rows] == ["s001.t02", "s002.t02", "s002.t04"]
    last = rows[2]["messages"]
    assert [one["role"] for one in last] == ["user", "assistant", "user", "assistant"]
    assert [one.get("weight") for one in last] == [None, 0, None, 1]
    assert rows[2]["mask"] == [0, 0, 0, 1]


def test_no_line_of_a_person_is_ever_trained_on(exported):
    rows, _ = exported("supervised", RIGHT, WRONG)
    for row in rows:
        trained = [one for one, mask in zip(row["messages"], row["mask"], strict=True) if mask]
        assert [one["role"] for one in trained] == ["assistant"]


def test_a_prompt_shows_what_was_recalled_in_calendar_order(exported):
    rows, _ = exported("supervised", RIGHT, WRONG)
    first, second = (row["messages"][0] for row in rows if row["reply"] == "s002.t02")
    assert first == {"role": "system", "content": SYSTEM + TOLD}
    assert second["content"] == f"{SYSTEM}{TOLD}\n[2025-03-03 09:02] Assistant: Noted."


def test_a_prompt_says_that_nothing_was_recalled(exported):
    rows, _ = exported("supervised", RIGHT)
    assert rows[0]["messages"][0]["content"].endswith(
        "You remember nothing of earlier conversations that belongs here."
    )


def test_the_system_message_is_missing_where_nothing_is_known_of_recollections(exported):
    rows, _ = exported("supervised", replace(RIGHT, recollections=()))
    assert [row["messages"][0]["role"] for row in rows] == ["user", "user"]


@pytest.mark.parametrize(
    ("choice", "replies"),
    [
        ("all", ["s001.t02", "s002.t02", "s002.t04"]),
        ("liked", ["s002.t04"]),
        ("right", ["s001.t02", "s002.t04"]),  # the first has no verdict
    ],
)
def test_replies_are_chosen(exported, choice, replies):
    rows, report = exported(f"supervised:replies={choice}", WRONG)
    assert [row["reply"] for row in rows] == replies
    assert sum(report.left_out.values()) == 3 - len(replies)


def test_a_choice_that_leaves_nothing_is_an_error_and_writes_nothing(exported, tmp_path):
    with pytest.raises(DataError, match="no reply of an assistant"):
        exported("supervised:replies=liked", episode("plain", [ASK, "In Oslo."]))
    assert not (tmp_path / "out.jsonl").exists()


# ---------------------------------------------------------------------- preferences


def test_systems_and_a_repair_give_a_pair_each(exported):
    rows, report = exported("preferences", RIGHT, WRONG)
    assert report.wrote == {"pairs from repairs": 1, "pairs of systems": 1}
    repair, systems = rows
    assert (repair["origin"], systems["origin"]) == ("repair", "systems")
    assert repair["chosen"] == systems["chosen"] == [{"role": "assistant", "content": "In Bergen."}]
    assert repair["rejected"] == systems["rejected"] == [{"role": "assistant", "content": "In Oslo."}]
    assert repair["chosen_by"]["reply"] == "s002.t04"
    assert systems["chosen_by"] == {
        "episode": "tiny-1/1/0/good", "reply": "s002.t02", "action": "like", "satisfaction": 9.0, "remark": ""
    }  # fmt: skip
    assert systems["rejected_by"]["action"] == "dislike"
    # The prompts are those of the rejected reply of the repair, and of the chosen system.
    assert repair["prompt"][0]["content"].endswith("Assistant: Noted.")
    assert systems["prompt"] == [{"role": "system", "content": SYSTEM + TOLD}, {"role": "user", "content": ASK}]


def test_a_repair_does_not_teach_what_the_prompt_lacks(exported):
    blind = replace(WRONG, recollections=())
    rows, report = exported("preferences", RIGHT, blind)
    assert [row["origin"] for row in rows] == ["systems"]
    assert report.left_out == {"repairs whose prompt lacks the evidence": 1}


def test_verdicts_alone_give_no_pair(exported):
    silent = [replace(record, feedback=()) for record in (RIGHT, WRONG)]
    with pytest.raises(DataError, match=r"the run holds no feedback.*--feedback evaluative"):
        exported("preferences", *silent)


@pytest.mark.parametrize(("margin", "pairs"), [(2, 1), (2.5, 0)])
def test_satisfaction_decides_between_equal_actions_from_the_margin_on(exported, margin, pairs):
    # 6 - 4 = 2 points apart.
    better = episode("a", [ASK, "In Bergen."], {"s002.t02": (FeedbackAction.NONE, 6.0)})
    worse = episode("b", [ASK, "In Oslo."], {"s002.t02": (FeedbackAction.NONE, 4.0)})
    if pairs:
        rows, _ = exported(f"preferences:margin={margin}", worse, better)
        assert [row["chosen_by"]["episode"] for row in rows] == ["tiny-1/1/0/a"]
    else:
        with pytest.raises(DataError, match="lower margin"):
            exported(f"preferences:margin={margin}", worse, better)


def test_replies_to_other_lines_or_in_other_lives_are_not_compared(exported):
    others = [
        episode("b", ["Which city is mine?", "In Oslo."], {"s002.t02": DISLIKED}),
        episode("b", [ASK, "In Oslo."], {"s002.t02": DISLIKED}, seed=1),
        episode("b", [ASK, "In Bergen."], {"s002.t02": DISLIKED}, scenario="tiny-1/2"),
    ]
    with pytest.raises(DataError, match="no reply is liked better"):
        exported("preferences", episode("a", [ASK, "In Bergen."], {"s002.t02": LIKED}), *others)


# ---------------------------------------------------------------------- groups


def test_a_group_has_the_rewards_of_all_systems_in_a_life(exported):
    rows, report = exported("groups", RIGHT, WRONG)
    assert report.wrote == {"groups": 1, "rollouts": 2}
    (row,) = rows
    assert row["systems"] == ["good", "bad"]
    assert row["terms"] == [{"recall": 1.0, "cost": -0.25}, {"repair": 0.25}]
    # Rewards .75 and .25: mean .5, population deviation .25, so the advantages are 1 and -1.
    assert (row["rewards"], row["advantages"]) == ([0.75, 0.25], [1.0, -1.0])
    session = row["rollouts"][0][1]
    assert session["mask"] == [0, 1, 0]
    assert session["terms"] == [{}, {"recall": 1.0, "cost": -0.25}, {}]


def test_a_group_of_three_uses_the_population_deviation(exported):
    rewards = {"a": 3.0, "b": 0.0, "c": 0.0}
    records = [episode(name, [ASK, "x"], terms={"s002.t02": {"recall": one}}) for name, one in rewards.items()]
    rows, _ = exported("groups", *records)
    # Mean 1; deviation sqrt((4 + 1 + 1) / 3) = sqrt 2 = 1.414213562.
    assert rows[0]["advantages"] == [1.414213562, -0.707106781, -0.707106781]


def test_equal_rewards_have_no_advantage(exported):
    rows, _ = exported("groups", *(episode(name, [ASK, "x"]) for name in "ab"))
    assert (rows[0]["rewards"], rows[0]["advantages"]) == ([0.0, 0.0], [0.0, 0.0])


def test_replies_to_the_same_line_form_a_group_where_one_was_rewarded(exported):
    rows, report = exported("groups:level=reply", RIGHT, WRONG)
    # Session 1 was not rewarded. In session 2 the wrong answer has no terms and counts as 0. The repair stands alone.
    (row,) = rows
    assert row["prompt"] == [{"role": "user", "content": ASK}]
    assert row["completions"] == [[{"role": "assistant", "content": text}] for text in ("In Bergen.", "In Oslo.")]
    assert (row["rewards"], row["terms"]) == ([0.75, 0.0], [{"recall": 1.0, "cost": -0.25}, {}])
    assert row["memories"][0] == SYSTEM + TOLD
    assert report.left_out == {"rollouts without another to compare with": 1}


def test_a_run_of_one_system_has_no_groups(exported):
    with pytest.raises(DataError, match=r"no two rollouts can be compared.*--memory A,B"):
        exported("groups", RIGHT)


@pytest.mark.parametrize(
    ("format", "match"),
    [
        ("supervised:replies=some", "unknown choice of replies 'some'.*all, liked, right"),
        ("preferences:margin=11", "margin is 11.*0 to 10"),
        ("groups:level=turn", "unknown level 'turn'.*episode, reply"),
        ("groups:size=3", "takes no argument 'size'"),
    ],
)
def test_bad_options_name_what_is_right(exported, format, match):
    with pytest.raises(ConfigurationError, match=match):
        exported(format, RIGHT)


@pytest.mark.parametrize("format", ["preferences", "groups"])
def test_conversations_hold_no_rewards(tmp_path, format):
    talk = tmp_path / "chat.jsonl"
    talk.write_text('{"messages": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hi!"}]}\n')
    with pytest.raises(DataError, match="this is not the folder of a run"):
        export_data(talk, format, tmp_path / "out.jsonl")


def test_recorded_conversations_can_be_trained_on(tmp_path):
    talk = tmp_path / "chat.jsonl"
    talk.write_text('{"messages": [{"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello!"}]}\n')
    export_data(talk, "supervised", tmp_path / "out.jsonl")
    (row,) = map(json.loads, (tmp_path / "out.jsonl").read_text("utf-8").splitlines())
    assert row["messages"] == [
        {"role": "user", "content": "Hi."},
        {"role": "assistant", "content": "Hello!", "weight": 1},
    ]
    assert row["mask"] == [0, 1]
