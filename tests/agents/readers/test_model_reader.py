"""A model reads claims by a schema. An unusable answer is repaired once and then an error."""

from __future__ import annotations

import json
import pickle
from datetime import UTC, datetime

import pytest

from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.readers.model import ModelReader
from regulars.errors import ModelOutputError
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.statements import statement_reader

PART = Draft("p1", 1, datetime(2025, 3, 1, tzinfo=UTC), "Ada", "Hello there! My den is in krakow. Is it far?", ("t1",))


def answer(*claims, unwanted=()):
    fields = ("sentence", "attribute", "value", "holds", "many")
    return json.dumps({"claims": [dict(zip(fields, claim, strict=True)) for claim in claims], "unwanted": unwanted})


def test_claims_stand_with_the_sentence_that_they_rest_on_under_the_names_of_known_attributes():
    model = ScriptedChat([answer((2, "Home City", "krakow", True, True), (2, "dwelling", "den", True, False))])
    reader = ModelReader(model)
    found = reader.statements(PART)
    assert [said.text for said in found] == ["Hello there!", "My den is in krakow."]
    assert found[1].claims == (
        Claim("Ada", "home_city", "Kraków", sensitivity=found[1].claims[0].sensitivity),
        Claim("Ada", "dwelling", "den"),
    )
    assert "2. My den is in krakow." in model.calls[0].messages[-1].content


def test_a_turn_is_asked_about_once():
    model = ScriptedChat([answer(unwanted=["Home city"])])
    reader = ModelReader(model)
    assert reader.unwanted(PART) == ("home_city",)
    assert all(said.claims == () for said in reader.statements(PART))
    assert len(model.calls) == 1


def test_an_unusable_answer_is_repaired_once_and_then_an_error():
    reader = ModelReader(ScriptedChat(["no idea", answer((2, "home city", "Graz", True, False))]))
    assert reader.statements(PART)[1].claims[0].value == "Graz"
    with pytest.raises(ModelOutputError):
        ModelReader(ScriptedChat(["no idea", "none"])).statements(PART)


def test_a_claim_of_a_sentence_that_there_is_not_is_an_error():
    with pytest.raises(ModelOutputError, match="sentence 7 of 3"):
        ModelReader(ScriptedChat([answer((7, "job", "nurse", True, False))])).statements(PART)


def test_a_spec_names_the_model_and_its_settings(loopback):
    reader = statement_reader("model:openai:loop:temperature=0;retries=1")
    assert "loop" in repr(reader)
    found = reader.statements(PART)
    assert found[0].text == "Hello there!"
    assert found[0].claims
    assert pickle.loads(pickle.dumps(reader)).statements(PART) == found
