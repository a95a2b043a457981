"""The benchmark of the words that questions share with their evidence: the share by hand, and wrong input."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).resolve().parents[2] / "benchmarks/question_overlap.py"


@pytest.fixture
def tool(monkeypatch):
    specification = importlib.util.spec_from_file_location("question_overlap", BENCHMARK)
    module = importlib.util.module_from_spec(specification)
    monkeypatch.setitem(sys.modules, "question_overlap", module)
    specification.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("question", "evidence", "share"),
    [
        ("Which gym did I sign up with?", ["I finally signed up at a gym, Thrustlab."], 1 / 2),  # gym of gym, sign
        ("Where is my bicycle parked?", ["It is behind the shed."], 0.0),  # neither bicycle nor parked
        ("What does my sister drive?", ["My sister", "She drives a van."], 1 / 2),  # sister; `drives` is another word
        ("My sister's van?", ["My sister called.", "She sold the van."], 1.0),  # each in its own turn
        ("And what did I say about it?", ["I said so."], None),  # common words only
    ],
)
def test_the_share_of_a_questions_words_in_its_evidence(tool, question, evidence, share):
    assert tool.overlap(question, evidence) == share


def test_questions_in_conversation_and_beside_it_are_told_apart(tool, capsys):
    assert tool.main(["--suite", "smoke", "--lives", "1"]) == 0
    rows = [line.split()[:3] for line in capsys.readouterr().out.splitlines()[1:] if line.strip()]
    assert [row[0] for row in rows] == ["smoke"] * 3
    assert [row[1] for row in rows] == ["all", "in", "beside"]


def test_what_cannot_be_measured_is_refused(tool, capsys, tmp_path):
    assert tool.main(["--suite", "smok", "--lives", "1"]) == 2
    assert "smoke" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        tool.main(["--lives", "0"])
    assert "--lives is 0" in capsys.readouterr().err
