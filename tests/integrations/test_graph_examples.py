"""The examples with graphs and MCP: what they print, and that their graphs are what the page says."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from regulars.agents import LangGraphSeat
from regulars.dialogue import Phase

ROOT = Path(__file__).resolve().parents[2]


def opened(name: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location(name, ROOT / "examples" / f"{name}.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def printed(name: str) -> str:
    done = subprocess.run(
        [sys.executable, str(ROOT / "examples" / f"{name}.py")],
        capture_output=True, text=True, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    return done.stdout


def test_the_assistant_saves_what_it_is_told_and_finds_it_in_its_store():
    seat = LangGraphSeat(opened("langgraph_assistant").graph)
    seen = {
        "message": "My street is called Candlewick Terrace.", "speaker": "p", "name": "Ann", "scope": "p",
        "phase": int(Phase.TALK), "session": 1, "turn_id": "s001.t01", "date": "2025-03-01T09:30:00+00:00",
    }  # fmt: skip
    assert seat.act(seen) == "I will remember that."
    asked = seen | {"message": "What is my street called?", "turn_id": "", "phase": int(Phase.PROBE)}
    assert seat.act(asked) == "You told me: My street is called Candlewick Terrace."


def test_the_own_graph_has_the_parts_as_nodes():
    drawn = opened("langgraph_own_graph").graph.get_graph()
    assert {"person", "memory", "reply"} <= set(drawn.nodes)


@pytest.mark.slow
def test_the_assistants_table_has_a_row_for_the_graph():
    rows = dict(re.findall(r"^(\S.*?) {2,}(\d\.\d+) of the anchors$", printed("langgraph_assistant"), re.MULTILINE))
    assert set(rows) == {"store and tools", "none", "bm25-turn"}
    assert float(rows["none"]) < float(rows["store and tools"])


@pytest.mark.slow
def test_the_own_graph_ends_with_verdicts():
    lines = printed("langgraph_own_graph").splitlines()
    assert lines[0].startswith("person | ")
    assert re.fullmatch(r"\d+ messages; verdicts: \{.*'correct': \d+.*\}", lines[-2])
    assert lines[-1].startswith("judged alone: stale")


@pytest.mark.slow
def test_the_client_prints_a_trace():
    pytest.importorskip("mcp.client.client", reason="needs the extra mcp, with mcp 2 or newer")
    lines = printed("mcp_memory").splitlines()
    assert lines[0] == "tools: search_memory, save_memory, update_memory, forget"
    assert [line.split()[:2] for line in lines[1:]] == [
        ["save_memory", "ok"], ["save_memory", "ok"], ["search_memory", "ok"],
        ["update_memory", "ok"], ["search_memory", "ok"], ["forget", "error"],
    ]  # fmt: skip
