"""A model extracts facts from turns. Their evidence is checked, and memories can be composed with it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta

import pytest

from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.agents.readers.model_extraction import FactExtractor
from regulars.dialogue import Turn
from regulars.errors import ModelOutputError
from regulars.memory import Cue
from regulars.memory.composition.compose import compose
from regulars.memory.parts.indexes.bm25 import BM25

START = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)
TURNS = [
    Turn(f"s001.t0{number}", "p1", "p1", "p1", "Ada", 1, words, START + timedelta(minutes=number))
    for number, words in enumerate(("I live in Bergen.", "Nice weather.", "Since May, with Bo."), 1)
]


def facts(*pairs):
    return json.dumps({"facts": [{"text": text, "turns": list(turns)} for text, turns in pairs]})


def test_facts_come_with_the_turns_that_they_rest_on():
    model = ScriptedChat([facts(("Ada lives in Bergen.", [1]), ("Ada has lived there since May 2025.", [3, 1]))])
    found = FactExtractor(model).extract(TURNS)
    assert [(draft.text, draft.sources) for draft in found.facts] == [
        ("Ada lives in Bergen.", ("s001.t01",)),
        ("Ada has lived there since May 2025.", ("s001.t01", "s001.t03")),
    ]
    assert found.facts[1].time == TURNS[2].time
    assert "1. [2025-03-01 09:31] Ada: I live in Bergen." in model.calls[0].messages[-1].content


def test_a_fact_that_rests_on_a_turn_which_was_not_shown_is_rejected_and_told():
    model = ScriptedChat([facts(("Ada lives in Bergen.", [1]), ("Ada sails.", [4]), ("Ada runs.", [0, 1]))])
    found = FactExtractor(model).extract(TURNS)
    assert [draft.text for draft in found.facts] == ["Ada lives in Bergen."]
    assert found.rejected == ("Ada sails.", "Ada runs.")


def test_nothing_said_is_nothing_asked():
    model = ScriptedChat([])
    assert FactExtractor(model).extract([]).facts == ()


def test_an_unreadable_answer_is_not_an_empty_list():
    with pytest.raises(ModelOutputError):
        FactExtractor(ScriptedChat(["nothing to note"] * 2)).extract(TURNS)


async def test_awaited_it_gives_the_same():
    answer = facts(("Ada lives in Bergen.", [1]))
    assert await FactExtractor(ScriptedChat([answer])).aextract(TURNS) == FactExtractor(ScriptedChat([answer])).extract(
        TURNS
    )


def test_a_memory_is_composed_with_it():
    answers = [facts(("Ada lives in Bergen.", [1])), facts(), facts(("Ada has lived with Bo since May.", [1]))]
    memory = compose(indexes=(BM25(),), hold=FactExtractor(ScriptedChat(answers)))
    for turn in TURNS:
        memory.observe(turn)
    found = memory.recall(Cue("Where does Ada live?", START + timedelta(days=1), "p1"))
    assert found.hits[0].sources == ("s001.t01",)
    assert "Ada lives in Bergen." in found.context
    assert "weather" not in found.context
