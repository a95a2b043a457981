"""The figures of `benchmarks/talk_figures.py`, counted by hand, and its readers on small files."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest


@pytest.fixture(scope="module")
def talk() -> ModuleType:
    path = Path(__file__).resolve().parents[3] / "benchmarks" / "talk_figures.py"
    specification = importlib.util.spec_from_file_location("talk_figures", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["talk_figures"] = module  # its dataclasses look themselves up there
    specification.loader.exec_module(module)
    return module


def test_the_figures_of_five_turns(talk) -> None:
    turns = [
        talk.Turn("Thanks!", False),  # 1 word, 1 sentence
        talk.Turn("I moved to Bergen. It rains.", True),  # 6 words, 2 sentences
        talk.Turn("What do I pack? And for whom?", False),  # 7 words, 2 sentences, 2 questions
        talk.Turn("No", None),  # 1 word, 1 sentence
        talk.Turn("  ", True),  # empty: does not count
        talk.Turn("Could you please check my lease? It ends in May.", True),  # 10 words, 2 sentences, 1 question
    ]
    found = talk.figures_of(turns)
    assert found.turns == 5
    assert found.words == (1, 6, 7)  # of 1, 1, 6, 7, 10
    assert found.sentences == (1, 2, 2)
    assert found.questions == (0, 0, 1)
    assert (found.asking, found.short, found.polite) == pytest.approx((2 / 5, 2 / 5, 2 / 5))
    assert found.telling == pytest.approx(2 / 4)  # of those that are marked
    with pytest.raises(ValueError, match="no turn"):
        talk.figures_of([])


def test_the_readers_take_the_turns_of_people_and_what_the_data_says_of_them(talk, tmp_path) -> None:
    said = [{"dia_id": "D1:1", "text": "Hi", "speaker": "A"}, {"dia_id": "D1:2", "text": "I moved.", "speaker": "B"}]
    observed = {"session_1_observation": {"B": [["B moved.", "D1:2"]], "A": [["A greets.", ["D1:9"]]]}}
    locomo = [{"conversation": {"speaker_a": "A", "session_1": said}, "observation": observed}]
    (tmp_path / "locomo10.json").write_text(json.dumps(locomo), "utf-8")
    turns = [
        {"speaker": "User", "content": "I run."},
        {"speaker": "Assistant", "content": "Nice."},
        {"speaker": "User", "content": "Bye."},
    ]
    realmem = {"dialogues": [{"dialogue_turns": turns, "extracted_memory": [{"source_turn": 1}, {"source_turn": -1}]}]}
    (tmp_path / "realmem").mkdir()
    (tmp_path / "realmem" / "one.json").write_text(json.dumps(realmem), "utf-8")
    session = [{"role": "user", "content": "Hello."}, {"role": "assistant", "content": "Hi."}]
    asked = {"haystack_session_ids": ["s1"], "haystack_sessions": [session]}
    (tmp_path / "longmemeval").mkdir()
    (tmp_path / "longmemeval" / "s.json").write_text(json.dumps([asked, asked]), "utf-8")
    assert dict(talk.read_data(tmp_path)) == {
        "LoCoMo": [talk.Turn("Hi", False), talk.Turn("I moved.", True)],
        "RealMem": [talk.Turn("I run.", True), talk.Turn("Bye.", False)],
        "LongMemEval": [talk.Turn("Hello.", None)],
    }


def test_what_is_missing_in_a_folder_has_no_turns(talk, tmp_path) -> None:
    assert dict(talk.read_data(tmp_path)) == {"LoCoMo": [], "RealMem": [], "LongMemEval": []}
