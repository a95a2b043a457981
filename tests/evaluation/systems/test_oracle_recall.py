"""The oracle row hands over the evidence of the open question, whole."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace

from regulars.dialogue import Turn
from regulars.evaluation.systems.oracles import OracleRecall
from regulars.memory import Cue, adopt
from regulars.memory.context_line import read_context

TIME = datetime(2025, 3, 1, 9, 30, tzinfo=UTC)


def test_a_turn_of_several_lines_reaches_the_reader_whole():
    life = SimpleNamespace(asked=SimpleNamespace(resolution=SimpleNamespace(evidence=(("s001.t01",),))))
    memory = adopt(OracleRecall(lambda: life))
    memory.observe(Turn("s001.t01", "p1", "p1", "p1", "Ada", 1, "I moved.\nI live in Bergen now.", TIME))
    context = memory.recall(Cue("Where do I live?", TIME, "p1")).context
    (line,) = read_context(context)
    assert (line.date, line.name, line.text) == ("2025-03-01 09:30", "Ada", "I moved. I live in Bergen now.")
