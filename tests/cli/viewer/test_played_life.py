"""A person plays the assistant or the user through the pages: orders, the conversation, and the viewer at the end."""

from __future__ import annotations

import json

import pytest
from first_news import ENGLISH, first_news

from regulars.cli.pages.viewer.bundle import joined_script
from regulars.cli.pages.viewer.played_life import REPLY, STATE, PlayedLife
from regulars.cli.pages.viewer.played_user import PlayedUser
from regulars.cli.play import life_to_play
from regulars.datasets.episode_record import EPISODES, EpisodeConfig
from regulars.datasets.record_files import read_records
from regulars.errors import ConfigurationError


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
    assert state["ended"] == ""
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
    assert reply(life, "more")["ended"] == "played/3/you"


@pytest.fixture
def user(tmp_path):
    return PlayedUser(tmp_path / "life", seed=1, sessions=2, feedback="evaluative", assistant="scripted")


def say(user, text, **given):
    seen = len(json.loads(user.file(STATE))["lines"])
    return json.loads(user.obey(REPLY, json.dumps({"seen": seen, "text": text, **given})))


@pytest.fixture(scope="module")
def news():
    return first_news(seed=1, sessions=2)


def test_a_user_sees_the_life_and_the_agenda(user, news):
    state = json.loads(user.file(STATE))
    assert [line["kind"] for line in state["lines"]] == ["heading"]
    shown = (state["person"], state["seat"], state["waits"], state["closing"])
    assert shown == (news.person.name, "user", True, False)
    assert [f"{news.label}: {news.value}", False] in state["facts"]
    assert [f"tell: {news.label}: {news.value}", False, news.id] in state["agenda"]


def test_what_a_user_tells_is_recognised_and_done(user, news):
    state = say(user, f"{news.line} <b>\x07.")
    assert [(line["kind"], line["text"]) for line in state["lines"][1:3]] == [
        ("reply", f"{news.line} <b>\\x07."), ("note", f"told: {news.label}, {news.value}"),
    ]  # fmt: skip
    assert [(line["kind"], line["name"]) for line in state["lines"][3:]] == [("line", "Assistant")]
    assert [text for text, is_done, _ in state["agenda"] if is_done] == [f"tell: {news.label}: {news.value}"]
    assert [text for text, was_told in state["facts"] if was_told] == [f"{news.label}: {news.value}"]


def test_a_line_that_does_not_name_the_fact_it_carries_is_noted(user, news):
    planned = f"tell: {news.label}: {news.value}"
    (fact,) = (id for text, _, id in json.loads(user.file(STATE))["agenda"] if text == planned)
    state = say(user, "I hardly cook these days.", tells=fact)
    assert [line["text"] for line in state["lines"] if line["kind"] == "note"] == [
        f"not told: your line does not name {news.label}: {news.value}"
    ]
    assert not any(is_done for _, is_done, _ in state["agenda"])
    state = say(user, news.line, tells=fact)
    notes = [line["text"] for line in state["lines"] if line["kind"] == "note"]
    assert notes[1:] == [f"told: {news.label}, {news.value}"]


def test_what_a_user_asks_is_recognised_and_done(user, news):
    options = ", ".join(news.choice.options)
    name = f"delegate: {ENGLISH.ontology.attribute(news.choice.attribute).label}, one of {options}"
    (act,) = (id for text, _, id in json.loads(user.file(STATE))["agenda"] if text == name)
    state = say(user, f"Which of these shall I take: {options}?", tells=act)
    assert state["lines"][2] == {"kind": "note", "name": "", "text": "asked: delegate"}
    assert [text for text, is_done, _ in state["agenda"] if is_done] == [name]
    assert len(say(user, "Hello.", tells="no such act")["lines"]) == len(state["lines"]) + 2


def test_a_users_life_ends_in_a_record_with_recalls_and_operations(user, news, tmp_path):
    say(user, news.line)
    rated = say(user, "- Thank you.", rating="like")["lines"]
    assert [(line["kind"], line["text"]) for line in rated[4:6]] == [("reply", "- Thank you."), ("feedback", "like")]
    while not (state := say(user, "Bye.", closes=True))["ended"]:
        assert len(state["lines"]) < 30
    (record,) = read_records(tmp_path / "life" / EPISODES)
    assert state["ended"] == str(record.key) == "played/1/scripted"
    assert record.config.user == "you"
    assert [turn.text for turn in record.transcript][:3:2] == [news.line, "- Thank you."]
    assert [one.action.name for one in record.feedback] == ["LIKE"]
    assert [one.ending for one in record.sessions] == ["closed", "closed"]
    assert {"s001.t01", "s001.t03"} <= {one.cause for one in record.journal}
    assert record.recollections
    assert "played/1/scripted" in user.file("run.js").decode()
    assert b"Episodes of life" in user.file("index.html")


def test_a_line_for_an_earlier_state_changes_nothing(user):
    after = say(user, "Hello.")
    assert json.loads(user.obey(REPLY, json.dumps({"seen": 1, "text": "Hello."}))) == after


def test_an_assistant_that_has_to_be_awaited_is_refused(tmp_path):
    (tmp_path / "slow.py").write_text("class Slow:\n    async def act(self, observation):\n        return 'x'\n")
    with pytest.raises(ConfigurationError, match="is asynchronous"):
        PlayedUser(tmp_path, seed=1, sessions=1, feedback="evaluative", assistant=f"{tmp_path / 'slow.py'}:Slow")


def test_a_fault_of_the_assistant_ends_the_life_in_the_viewer(tmp_path):
    (tmp_path / "torn.py").write_text(
        "class Torn:\n    def act(self, observation):\n        raise ValueError('torn')\n"
    )
    spec = f"{tmp_path / 'torn.py'}:Torn"
    user = PlayedUser(tmp_path / "life", seed=1, sessions=1, feedback="evaluative", assistant=spec)
    assert say(user, "Hello.")["ended"]
    (record,) = read_records(tmp_path / "life" / EPISODES)
    assert (str(record.ending), "ValueError: torn" in record.fault) == ("assistant_error", True)


def test_the_page_for_playing_has_its_own_script():
    assert "reply.json" in joined_script("play")
    assert "reply.json" not in joined_script("main")
