"""Turns of compiled graphs: how many nodes they take, what a checkpointer is told, which keys a graph has."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any

import pytest
from langgraph.errors import GraphRecursionError

from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.seats.compiled_graph import GraphSeat, run_compiled, seat_node
from regulars.agents.seats.flow import Flow, run
from regulars.errors import SeatError


class Again:
    """A policy whose one node runs a number of times; at most three times a turn."""

    flow = Flow("writer", ("one",), {"one": ("one",)}, 3)

    def __init__(self, times: int) -> None:
        self.left = times

    def work(self, observation: Any) -> list[str]:
        return []

    def outcome(self, work: list[str]) -> list[str]:
        return work

    def one(self, work: list[str]) -> str | None:
        work.append("one")
        self.left -= 1
        return "one" if self.left else None


SEEN = {"turn_id": "s001.t01", "reply_id": "s001.t02"}


@pytest.mark.parametrize(
    "play",
    [
        lambda policy: run_compiled(policy, []),
        lambda policy: GraphSeat(policy).act(SEEN),
        lambda policy: asyncio.run(GraphSeat(policy).aact(SEEN)),
    ],
)
def test_a_compiled_turn_takes_as_many_nodes_as_its_limit_and_no_more(play) -> None:
    """The plain executor ends the same turns: three nodes at most."""
    run(Again(3), [])
    play(Again(3))
    with pytest.raises(SeatError, match="more than 3 nodes"):
        run(Again(4), [])
    with pytest.raises(GraphRecursionError):
        play(Again(4))


def test_a_flow_has_a_node_at_least() -> None:
    assert Flow("writer", ("one", "two")).after == {"one": "two", "two": "end"}
    assert Flow("writer", ("one",)).limit == 24
    with pytest.raises(ValueError, match="zip"):
        Flow("writer", ())


def test_a_compiled_turn_gives_its_outcome() -> None:
    assert GraphSeat(Again(2)).act(SEEN) == ["one", "one"]
    assert asyncio.run(GraphSeat(Again(3)).aact(SEEN)) == ["one", "one", "one"]


def test_threads_of_a_checkpointer_are_named_by_role_and_turn() -> None:
    """By the message's turn; by the reply's where there is no message."""
    seat = GraphSeat(ScriptedEvaluator(), checkpointer=object())
    for turn, reply, thread in (
        ("s001.t01", "s001.t02", "evaluator:s001.t01"),
        ("", "s001.t02", "evaluator:s001.t02"),
    ):
        state, config = seat._start({"turn_id": turn, "reply_id": reply})
        assert config == {"recursion_limit": 25, "configurable": {"thread_id": thread}}
        assert state == {"turn": turn, "reply": reply, "nodes": [], "then": ""}
    assert GraphSeat(ScriptedEvaluator())._start(SEEN)[1] == {"recursion_limit": 25}


def test_a_node_of_ones_own_graph_reads_and_writes_named_keys() -> None:
    class Echo:
        def act(self, observation: Any) -> Any:
            return ["acted", observation]

    assert seat_node(Echo())({"observation": 1, "seen": 2}) == {"action": ["acted", 1]}
    assert seat_node(Echo(), observation="seen", action="said")({"seen": 2}) == {"said": ["acted", 2]}
    with pytest.raises(SeatError, match="the state has no 'seen'"):
        seat_node(Echo(), observation="seen")({"observation": 1})


def test_everything_else_is_the_policys() -> None:
    """Attributes are delegated, except those of Python itself and the seat's own before it is made."""
    policy = Again(1)
    policy.__dict__.update(branches=True, __missing_here__=1)
    seat = GraphSeat(policy)
    assert seat.branches is True
    assert seat.flow is Again.flow
    assert not hasattr(seat, "__missing_here__")
    with pytest.raises(AttributeError, match="unheard_of"):
        _ = seat.unheard_of
    bare = GraphSeat.__new__(GraphSeat)
    for name in ("policy", "_graphs", "_checkpointer"):
        with pytest.raises(AttributeError, match=name):
            getattr(bare, name)


def test_a_copy_of_a_graph_seat_has_its_policy_and_checkpointer_and_compiles_anew() -> None:
    keeper = ["a checkpointer"]
    seat = GraphSeat(ScriptedEvaluator(), checkpointer=keeper)
    seat._graphs[False] = object()
    copy = pickle.loads(pickle.dumps(seat))
    assert type(copy.policy) is ScriptedEvaluator
    assert (copy._checkpointer, copy._graphs) == (keeper, {})
    assert len(GraphSeat(Again(1))._graphs) == 0
