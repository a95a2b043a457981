"""What a rebuilt memory adds to an explanation, with a memory, its items and its operations made by hand."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from played_runs import at, life, question

from regulars.evaluation.explain import Explanation, Operation, RecalledItem, TurnLine, explain, explain_from_record
from regulars.evaluation.figures.failure_stages import Fate
from regulars.evaluation.memory_replay import RebuiltMemory
from regulars.memory import Item, Op, Recollections
from regulars.memory.journal.operations import Draft
from regulars.memory.protocol import Hit

subject = import_module("regulars.evaluation.explain")
"""The module, of which the function has the name too."""

RECORD = life(0, "mine", [False, True])
BEFORE = life(7, "mine", [])
FACT = Draft("ann", 1, at(0), "Ann", "works at Drumlock", ("s001.t01",), kind="fact")
SAID = Draft("ann", 1, at(2), "Ann", "Bye.", ("s001.t03",))
OPS = (
    Op("ADD", "i1", FACT, why="a claim", cause="s001.t01", time=at(0.5)),
    Op("DELETE", "i2", why="old", cause="s001.t03", time=at(2)),
)
HITS = (
    Hit("i1", 1.5, ("s001.t01",), {"words": 1.0, "vectors": 0.5}),
    Hit("i2", 0.5, ("s001.t03", "s001.t03")),
    Hit("i3", 0.25, ("s009.t01",)),
)


def explained(monkeypatch: pytest.MonkeyPatch, rebuilt: RebuiltMemory) -> tuple[Explanation, list[Any]]:
    """The explanation of the first question with this memory, and how the memory was asked for."""
    asked: list[Any] = []

    def replay_memory(*given: Any, **options: Any) -> RebuiltMemory:
        asked.append((given, options))
        return rebuilt

    monkeypatch.setattr(subject, "replay_memory", replay_memory)
    run: Any = SimpleNamespace(
        records=[BEFORE, RECORD], folder=Path("RUN"), options={"k": 7, "budget": 90},
        lived_before=lambda record: [BEFORE], spec_of={"mine": "openai:m + mine:k=1"}.get,
    )  # fmt: skip
    return explain(run, 1, 0), asked


def test_items_have_the_words_scores_and_operations_of_the_rebuilt_memory(monkeypatch) -> None:
    recollections = Recollections(HITS, "the context", why="only facts")
    items = {"i1": Item("i1", 1, FACT), "i2": Item("i2", 2, SAID)}
    found, asked = explained(monkeypatch, RebuiltMemory(recollections, OPS, items, ["as rebuilt"]))
    plan = RECORD.probes[0]
    assert asked == [
        ((RECORD, plan, plan.outcomes[0]),
         {"spec": "openai:m + mine:k=1", "earlier": [BEFORE], "k": 7, "budget": 90}),
    ]  # fmt: skip
    added = Operation(
        verb="ADD", id="i1", cause="s001.t01", sources=("s001.t01",), other=None, kind="fact", why="a claim",
        time=at(0.5),
    )  # fmt: skip
    deleted = Operation(verb="DELETE", id="i2", cause="s001.t03", sources=None, other=None, why="old", time=at(2))
    told = TurnLine(turn="s001.t01", time=at(0), name="Ann", text="I work at Drumlock.")
    bye = TurnLine(turn="s001.t03", time=at(2), name="Ann", text="Bye.")
    assert found.recalled == (
        RecalledItem(
            item="i1", score=1.5, retrievers={"words": 1.0, "vectors": 0.5}, evidence=True, kind="fact",
            text="works at Drumlock", turns=(told,), operations=(added,),
        ),
        RecalledItem(
            item="i2", score=0.5, retrievers={}, evidence=False, kind="turn", turns=(bye,), operations=(deleted,)
        ),
        RecalledItem(
            item="i3", score=0.25, retrievers={}, evidence=False, turns=(TurnLine(turn="s009.t01"),), operations=()
        ),
    )  # fmt: skip
    assert (found.episode, found.number, found.of) == (2, 1, 2)
    assert (found.context, found.why, found.notes) == ("the context", "only facts", ("as rebuilt",))
    # The record has no journal, but the rebuilt memory has one.
    assert [(one.turn, one.fate, one.items) for one in found.evidence] == [(told, Fate.HELD, ("i1",))]


@pytest.mark.parametrize(
    ("hits", "notes"),
    [(HITS, ("the memory keeps no journal, so the operations on its items are unknown",)), ((), ())],
)
def test_a_memory_that_recalls_without_a_journal_says_so(monkeypatch, hits, notes) -> None:
    found, _ = explained(monkeypatch, RebuiltMemory(Recollections(hits, why="none" * (not hits))))
    assert (found.notes, found.why) == (notes, "" if hits else "none")
    assert [one.fate for one in found.evidence] == [Fate.SHOWN]


@pytest.mark.parametrize(
    ("evidence", "source", "cites"),
    [
        ((("s001.t01",),), "s001.t01", True),
        ((("s001.t01",),), "s001.t03", False),
        ((("s001.t01",),), "s001", True),  # an item that is a session
        ((("s001",),), "s001.t03", True),  # evidence that is a session
        ((("s001",),), "s002.t03", False),
        ((("s001", "s002.t01"),), "s001.t03", True),  # one of the two is a session
        ((("s002.t01",), ("s001",)), "s001.t03", True),
    ],
)
def test_an_item_cites_evidence_by_turn_or_by_session(monkeypatch, evidence, source, cites) -> None:
    plan = question("q1", right=False)
    asked = replace(plan, outcomes=(replace(plan.outcomes[0], evidence=evidence, recalled=(source,)),))
    (found,) = explain_from_record(life(0, "mine", [asked], recollections=()), 0)
    assert [item.evidence for item in found.recalled] == [cites]


@pytest.mark.parametrize(("probe", "numbers"), [(None, [1, 2]), (0, [1]), (1, [2]), (2, [])])
def test_all_questions_of_a_record_are_explained_or_one(probe: int | None, numbers: list[int]) -> None:
    found = explain_from_record(RECORD, 4, probe)
    assert [(one.episode, one.number, one.of) for one in found] == [(5, number, 2) for number in numbers]
    assert [one.failed for one in found] == [["not recalled", "right"][number - 1] for number in numbers]
