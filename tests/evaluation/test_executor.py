"""`executor="langgraph"`: the same records as with the plain executor, in single lives and in streams."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import regulars
from regulars.agents.seats.compiled_graph import GraphSeat
from regulars.errors import ConfigurationError
from regulars.scenarios import generate


def recorded(folder: Path, executor: str, **given: Any) -> list[str]:
    regulars.evaluate("bm25-turn", executor=executor, out=folder, references=False, **given)
    kept = [json.loads(line) for line in (folder / "episodes.jsonl").read_text("utf-8").splitlines()]
    return [
        json.dumps({name: one for name, one in record.items() if name not in ("timings", "spent")}) for record in kept
    ]


def test_both_executors_record_the_same_episodes(tmp_path, monkeypatch):
    life = generate(3, sessions=1)
    turns: list[str] = []
    act = GraphSeat.act
    monkeypatch.setattr(
        GraphSeat, "act", lambda self, *seen: (turns.append(self.policy.flow.role), act(self, *seen))[1]
    )
    plain = recorded(tmp_path / "plain", "plain", data=[life])
    assert turns == []
    assert recorded(tmp_path / "graph", "langgraph", data=[life]) == plain
    assert set(turns) == {"user", "assistant", "evaluator"}


@pytest.mark.slow
def test_both_executors_record_the_same_streams(tmp_path):
    given = {"suite": "procedural", "seeds": 1}
    assert recorded(tmp_path / "graph", "langgraph", **given) == recorded(tmp_path / "plain", "plain", **given)


def test_an_unknown_executor_is_refused():
    with pytest.raises(ConfigurationError, match="unknown executor 'langraph'; did you mean 'langgraph'"):
        regulars.evaluate("none", executor="langraph")
