"""Model calls are recorded once and replayed exactly."""

from __future__ import annotations

import asyncio
import copy
import json
import pickle

import pytest
from pydantic import BaseModel

from regulars.agents.models.catalogue import open_model
from regulars.agents.models.protocol import Message
from regulars.agents.models.replay import Replay
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.errors import ConfigurationError, DataError


class Shape(BaseModel):
    word: str


def asked(words):
    return [Message("user", words)]


def counting(name="m"):
    """A model whose answers tell how often it was called."""
    model = ScriptedChat(lambda call: f"answer {len(model.calls)}", name)
    return model


def test_a_second_run_replays_without_calls(tmp_path):
    model = counting()
    first = Replay(tmp_path / "calls.jsonl", model)
    said = [first.complete(asked(words), seed=seed) for words in ("a", "b") for seed in (1, 2)]
    assert len(model.calls) == 4
    again = Replay(tmp_path / "calls.jsonl", model)
    replayed = [again.complete(asked(words), seed=seed) for words in ("a", "b") for seed in (1, 2)]
    awaited = [asyncio.run(again.acomplete(asked(words), seed=seed)) for words in ("a", "b") for seed in (1, 2)]
    assert len(model.calls) == 4
    assert [one.text for one in replayed] == [one.text for one in awaited] == [one.text for one in said]
    assert all(one.cached for one in replayed)
    assert not any(one.cached for one in said)


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"schema": Shape},
        {"temperature": 0.5},
        {"messages": asked("b")},
        {"messages": [Message("system", "a")]},
    ],
)
def test_whatever_may_shape_an_answer_names_the_call_and_its_purpose_does_not(tmp_path, other):
    model = counting()
    replay = Replay(tmp_path / "calls.jsonl", model)
    call = {"messages": asked("a"), "seed": 1}
    replay.complete(**call)
    replay.complete(**call, purpose="something else")
    assert len(model.calls) == 1
    replay.complete(**{**call, **other})
    assert len(model.calls) == 2


def test_another_model_or_setting_is_another_call(tmp_path):
    one, two, three = counting("one"), counting("two"), counting("one")
    three.settings = {"temperature": 1}
    for model in (one, two, three):
        Replay(tmp_path / "calls.jsonl", model).complete(asked("a"))
        assert len(model.calls) == 1


def test_a_file_is_replayed_without_a_model_and_a_miss_is_told(tmp_path):
    path = tmp_path / "calls.jsonl"
    Replay(path, counting("my-model")).complete(asked("a"), purpose="judge")
    replay = open_model(f"replay:{path}")
    assert replay.name == "my-model"
    assert replay.complete(asked("a")).text == "answer 1"
    for miss in (lambda: replay.complete(asked("b")), lambda: asyncio.run(replay.acomplete(asked("b")))):
        with pytest.raises(ConfigurationError, match="never recorded"):
            miss()


def test_a_run_that_was_killed_while_writing_goes_on(tmp_path):
    path = tmp_path / "calls.jsonl"
    model = counting()
    for words in ("a", "b"):
        Replay(path, model).complete(asked(words))
    path.write_bytes(path.read_bytes()[:-20])
    assert Replay(path, model).complete(asked("a")).cached
    assert not Replay(path, model).complete(asked("b")).cached
    lines = path.read_text().splitlines()
    assert [json.loads(line)["messages"][0]["content"] for line in lines] == ["a", "b"]


def test_equal_calls_under_way_together_get_the_answer_that_is_kept(tmp_path):
    class Slow:
        name = "slow"
        calls = 0

        async def acomplete(self, messages, **_):
            self.calls += 1
            number = self.calls
            await asyncio.sleep(0.01 * (3 - number))
            return await ScriptedChat([f"answer {number}"]).acomplete(messages)

    replay = Replay(tmp_path / "calls.jsonl", Slow())

    async def many():
        return await asyncio.gather(*(replay.acomplete(asked("a")) for _ in range(2)))

    said = {one.text for one in asyncio.run(many())}
    assert said == {Replay(tmp_path / "calls.jsonl", Slow()).complete(asked("a")).text}


@pytest.mark.parametrize("content", ["not json\n", '{"kind": "something"}\n', ""])
def test_a_file_of_something_else_is_refused(tmp_path, content):
    path = tmp_path / "calls.jsonl"
    path.write_text(content)
    with pytest.raises(DataError, match="calls"):
        Replay(path)


def test_a_file_that_is_not_there_cannot_be_replayed(tmp_path):
    with pytest.raises(DataError, match="record the calls first"):
        open_model(f"replay:{tmp_path}/nothing.jsonl")


def test_copies_share_the_file_and_pickles_find_it(tmp_path):
    replay = Replay(tmp_path / "calls.jsonl", ScriptedChat(["one"]))
    replay.complete(asked("a"))
    assert copy.deepcopy(replay) is replay
    assert pickle.loads(pickle.dumps(replay)).complete(asked("a")).cached


def test_a_spec_records_and_replays_against_an_endpoint(loopback, tmp_path):
    path = tmp_path / "calls.jsonl"
    recorded = open_model(f"openai:scripted:record={path}").complete(asked("Where do I live?"))
    assert loopback.calls == 1
    replayed = open_model(f"replay:{path}").complete(asked("Where do I live?"))
    assert (replayed.text, replayed.cached, loopback.calls) == (recorded.text, True, 1)
    assert "sk-secret" not in path.read_text()
