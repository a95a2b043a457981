"""A person plays the assistant through the pages: orders, the conversation, and the viewer at the end."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from regulars.cli.main import app
from regulars.cli.pages.viewer.bundle import joined_script
from regulars.cli.pages.viewer.played_life import REPLY, STATE, PlayedLife
from regulars.cli.play import life_to_play
from regulars.datasets.episode_record import EPISODES, EpisodeConfig
from regulars.datasets.record_files import read_records


@pytest.fixture
def life(tmp_path):
    env = life_to_play(seed=3, users=1, sessions=1, feedback="evaluative", noise="", probes="end")
    return PlayedLife(env, EpisodeConfig(), 3, tmp_path)


def reply(life, text, seen=None):
    seen = len(json.loads(life.file(STATE))["lines"]) if seen is None else seen
    return json.loads(life.obey(REPLY, json.dumps({"seen": seen, "text": text})))


def test_the_conversation_begins_with_a_session_and_a_line(life):
    state = json.loads(life.file(STATE))
    assert [line["kind"] for line in state["lines"]] == ["heading", "line"]
    assert state["ended"] is False
    assert b"<title>A life to play</title>" in life.file("index.html")
    assert life.file("run.js") is None


def test_a_reply_is_said_once(life):
    before = json.loads(life.file(STATE))["lines"]
    after = reply(life, "Hello <b>\x07", seen=len(before))["lines"]
    assert after[: len(before)] == before
    assert after[len(before)] == {"kind": "reply", "name": "You", "text": "Hello <b>\\x07"}
    assert len(after) > len(before) + 1
    assert reply(life, "again", seen=len(before))["lines"] == after


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"seen": "x", "text": ""}', "null"])
def test_other_orders_are_refused(life, body):
    before = life.file(STATE)
    assert life.obey(REPLY, body) is None
    assert life.obey("index.html", json.dumps({"seen": 2, "text": "x"})) is None
    assert life.file(STATE) == before


def test_the_life_ends_in_the_viewer(life, tmp_path):
    for _ in range(200):
        if reply(life, "I do not know.")["ended"]:
            break
    (record,) = read_records(tmp_path / EPISODES)
    assert str(record.key) == "played/3/you"
    assert {turn.text for turn in record.transcript if turn.speaker == "assistant"} <= {"I do not know.", ""}
    assert "played/3/you" in life.file("run.js").decode()
    assert b"Episodes of" in life.file("index.html")
    assert reply(life, "more")["ended"] is True


def test_the_users_seat_has_no_page():
    found = CliRunner().invoke(app, ["play", "--seat", "user", "--browser"])
    assert "--browser with --seat user" in str(found.exception)


def test_the_page_for_playing_has_its_own_script():
    assert "reply.json" in joined_script("play")
    assert "reply.json" not in joined_script("main")
