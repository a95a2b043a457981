"""The same nodes give the same results in the plain executor and as a compiled LangGraph."""

from __future__ import annotations

import asyncio
import pickle
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END as LAST
from langgraph.graph import START, StateGraph

from regulars import Cast, life_v0
from regulars.agents.assistant import scripted as assistant
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.evaluator import scripted as evaluator
from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.seats.compiled_graph import GraphSeat, TurnState, draw, seat_node
from regulars.agents.seats.flow import END, Flow, arun, run
from regulars.agents.user import scripted as user
from regulars.agents.user.scripted import ScriptedUser
from regulars.datasets.encode_life import episode_record
from regulars.datasets.episode_record import EpisodeConfig, EpisodeKey, EpisodeRecord
from regulars.errors import ConfigurationError, SeatError
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology


class Counter:
    """Counts down, in a circle."""

    flow = Flow("assistant", ("first", "second"), jumps={"second": ("first",)}, limit=9)

    def first(self, work: list[str]) -> None:
        work.append("first")

    def second(self, work: list[str]) -> str | None:
        work.append("second")
        return "first" if len(work) < 6 else None


class Awaits(Counter):
    async def afirst(self, work: list[str]) -> None:
        await asyncio.sleep(0)
        work.append("waited")


class NeverEnds(Counter):
    def second(self, work: list[str]) -> str | None:
        return "first"


class JumpsToNoNode(Counter):
    def first(self, work: list[str]) -> str | None:
        return "third"


def policies() -> dict[str, Any]:
    return {
        "user": ScriptedUser(Language.load("english"), load_ontology()),
        "assistant": ScriptedAssistant("bm25-turn"),
        "evaluator": ScriptedEvaluator(),
    }


def episode(seats: dict[str, Any], seed: int) -> EpisodeRecord:
    env = life_v0.env(sessions=3, probes="fork", feedback="evaluative")
    cast = Cast(env, **seats)
    cast.reset(seed=seed)
    cast.run()
    return episode_record(env.unwrapped.life, key=EpisodeKey("", seed, ""), config=EpisodeConfig())


def test_nodes_run_in_order_and_jump_where_they_may():
    work: list[str] = []
    run(Counter(), work)
    assert work == ["first", "second"] * 3


def test_a_node_that_waits_is_awaited():
    work: list[str] = []
    asyncio.run(arun(Awaits(), work))
    assert work == ["waited", "second"] * 3


@pytest.mark.parametrize("executor", [run, lambda policy, work: asyncio.run(arun(policy, work))])
def test_a_turn_is_bounded(executor):
    with pytest.raises(SeatError, match="more than 9 nodes"):
        executor(NeverEnds(), [])


def test_a_node_that_strays_is_named():
    with pytest.raises(SeatError, match="'first' jumps to 'third'"):
        run(JumpsToNoNode(), [])


@pytest.mark.parametrize("seed", [3, 8])
def test_scripted_policies_give_the_same_episode_in_both_executors(seed):
    plain = episode(policies(), seed)
    drawn = episode({role: GraphSeat(policy) for role, policy in policies().items()}, seed)
    assert drawn == plain
    assert len(plain.transcript) > 20


def test_a_cast_runs_its_policies_as_graphs_on_request():
    env = life_v0.env(sessions=1)
    cast = Cast(env, executor="langgraph")
    assert all(isinstance(seat, GraphSeat) for seat in cast.seats.values())
    with pytest.raises(ConfigurationError, match="executor"):
        Cast(env, executor="haystack")


def test_a_checkpoint_holds_ids_and_no_words():
    saver = InMemorySaver()
    env = life_v0.env(sessions=2)
    cast = Cast(env, assistant=GraphSeat(ScriptedAssistant("bm25-turn"), saver))
    cast.reset(seed=3)
    cast.run()
    spoken = {word for turn in env.unwrapped.transcript for word in turn.text.split() if len(word) > 8}
    states = [kept.checkpoint["channel_values"] for kept in saver.list(None)]
    assert any(state.get("recalled") for state in states)
    assert len(spoken) > 5
    written = str(states)
    assert not [word for word in spoken if word in written]


@pytest.mark.parametrize("flow", [user.FLOW, assistant.FLOW, evaluator.FLOW])
def test_a_flow_is_drawn_with_all_its_nodes(flow):
    picture = draw(flow)
    assert picture.count("-->") + picture.count("-.") >= len(flow.nodes)
    assert all(f"{node}({node})" in picture for node in flow.nodes)


@pytest.mark.parametrize("flow", [user.FLOW, assistant.FLOW, evaluator.FLOW])
def test_the_pictures_in_the_docs_are_those_of_the_flows(flow):
    page = Path(__file__).resolve().parents[3] / "docs/flows.md"
    assert f"```mermaid\n{draw(flow).strip()}\n```" in page.read_text("utf-8")


def test_a_policy_is_a_node_of_a_users_application():
    class State(TurnState, total=False):
        observation: dict[str, Any]
        action: Any
        words: int

    env = life_v0.env(sessions=1)
    env.reset(seed=3)
    cast = Cast(env)
    env.step(cast["user_0"](env.observe("user_0")))
    app = StateGraph(State)
    app.add_node("assistant", seat_node(ScriptedAssistant("bm25-turn")))
    app.add_node("count", lambda state: {"words": len(state["action"].text.split())})
    app.add_edge(START, "assistant")
    app.add_edge("assistant", "count")
    app.add_edge("count", LAST)
    state = app.compile().invoke({"observation": env.observe("assistant_0")})
    assert state["words"] == len(state["action"].text.split()) > 0


def test_a_graph_seat_pickles_and_branches_like_its_policy():
    seat = GraphSeat(ScriptedAssistant("bm25-turn"))
    assert pickle.loads(pickle.dumps(seat)).branches
    assert seat.flow.nodes[-1] == "remember"
    assert END not in seat.flow.nodes


def test_an_object_without_nodes_is_refused():
    with pytest.raises(ConfigurationError, match="has no nodes"):
        GraphSeat(lambda observation: "I see.")
