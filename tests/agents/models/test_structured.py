"""Structured answers: repairs, distinct errors, and the schema that an endpoint sees."""

from __future__ import annotations

import asyncio
import json
import pickle
from typing import Literal

import pytest
from pydantic import BaseModel, Field

from regulars.agents.models.protocol import Completion, Finish, Message
from regulars.agents.models.replay import Replay
from regulars.agents.models.schemas import strict_schema
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.models.structured import aask, ask, words_of
from regulars.errors import ConfigurationError, ModelOutputError

ASKED = (Message("system", "You judge."), Message("user", "Is it right?"))


class Grade(BaseModel):
    score: int = Field(ge=0, le=3)
    verdict: Literal["yes", "no"] = "no"


GOOD = '{"score": 2, "verdict": "yes"}'


@pytest.mark.parametrize(
    "text",
    [GOOD, f"```json\n{GOOD}\n```", f"Here you are: {GOOD} I hope it helps.", f"  {GOOD}\n"],
)
def test_json_is_found_however_it_is_wrapped(text):
    model = ScriptedChat([text])
    assert ask(model, ASKED, Grade) == Grade(score=2, verdict="yes")
    assert len(model.calls) == 1


@pytest.mark.parametrize(
    ("first", "words"),
    [
        ('{"score": 2, "verd', "breaks off"),
        (Completion('{"score": 2', finish=Finish.LENGTH), "breaks off"),
        ("I would say two of three.", "not JSON"),
        ('{"score": 7, "verdict": "yes"}', "score: input should be less than or equal to 3"),
        ('{"grade": 2}', "score: field required"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_one_fault_is_told_in_words_and_mended(first, words):
    model = ScriptedChat([first, GOOD])
    assert ask(model, ASKED, Grade, seed=3, purpose="judge").score == 2
    assert words in model.calls[1].messages[-1].content
    assert [(call.seed, call.purpose, call.schema) for call in model.calls] == [(3, "judge", Grade)] * 2
    assert asyncio.run(aask(ScriptedChat([first, GOOD]), ASKED, Grade)).score == 2


@pytest.mark.parametrize(
    ("answer", "fault", "calls"),
    [
        ('{"score": 2, "verd', "truncated", 2),
        ("Two of three.", "not_json", 2),
        ('{"score": 7}', "wrong_schema", 2),
        (Completion("I can't help.", finish=Finish.REFUSED), "refused", 1),
        (Completion('{"sc', finish=Finish.FILTERED), "filtered", 1),
        (Completion("", finish=Finish.EMPTY), "empty", 1),
        ("  ", "empty", 1),
    ],
)
def test_different_unusable_answers_get_different_errors(answer, fault, calls):
    model = ScriptedChat(lambda call: answer, name="grumpy")
    with pytest.raises(ModelOutputError) as caught:
        ask(model, ASKED, Grade, purpose="judge")
    with pytest.raises(ModelOutputError) as awaited:
        asyncio.run(aask(model, ASKED, Grade, purpose="judge"))
    assert str(awaited.value) == str(caught.value)
    assert caught.value.fault == pickle.loads(pickle.dumps(caught.value)).fault == fault
    assert "model grumpy, judge" in str(caught.value)
    assert "Grade with score, verdict" in str(caught.value)
    assert len(model.calls) == 2 * calls


def test_a_megabyte_of_nonsense_is_not_sent_back_whole():
    model = ScriptedChat(["no " * 400_000, GOOD])
    ask(model, ASKED, Grade)
    assert sum(len(message.content) for message in model.calls[1].messages) < 5_000


def test_a_model_that_takes_no_schema_is_told_it_once_in_the_first_message():
    model = ScriptedChat([GOOD])
    ask(model, ASKED, Grade)
    first, second = model.calls[0].messages
    assert first.content.startswith("You judge.")
    assert json.dumps(strict_schema(Grade), sort_keys=True) in first.content
    assert second == ASKED[1]


def test_a_replay_tells_a_schema_as_its_recording_did(tmp_path):
    model = ScriptedChat([GOOD])
    recorded = ask(Replay(tmp_path / "calls.jsonl", model), ASKED, Grade)
    assert "JSON schema" in model.calls[0].messages[0].content
    assert ask(Replay(tmp_path / "calls.jsonl"), ASKED, Grade) == recorded


def test_a_strict_schema_wants_every_field_and_no_other():
    class Outer(BaseModel):
        grades: list[Grade] = []

    schema = strict_schema(Outer)
    assert schema["required"] == ["grades"]
    inner = schema["$defs"]["Grade"]
    assert (inner["required"], inner["additionalProperties"]) == (["score", "verdict"], False)
    assert "default" not in json.dumps(schema)


def test_free_words_are_given_and_silence_is_a_fault():
    assert words_of(Completion("Bergen", finish=Finish.LENGTH), "model m") == "Bergen"
    with pytest.raises(ModelOutputError, match="refuses: never") as caught:
        words_of(Completion("never", finish=Finish.REFUSED), "model m")
    assert caught.value.fault == "refused"


def test_a_list_of_answers_ends_with_a_word_about_it():
    model = ScriptedChat(["one"])
    model.complete(ASKED)
    with pytest.raises(ConfigurationError, match="called 2 times"):
        model.complete(ASKED)
