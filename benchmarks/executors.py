"""What it costs to run a policy's nodes plainly, and as a compiled LangGraph.

Run: python benchmarks/executors.py [--seconds 2] [--pictures]

Two figures a role. The executor's own: turns whose nodes do nothing, so that what is left is going from node to node.
The whole turn: scripted policies in an episode, memory and reading included. --pictures prints the flows in Mermaid.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

from regulars import Cast, life_v0
from regulars.agents.assistant import scripted as assistant
from regulars.agents.evaluator import scripted as evaluator
from regulars.agents.seats.compiled_graph import GraphTurn, compile_flow, draw
from regulars.agents.seats.flow import Flow, run
from regulars.agents.user import scripted as user

BAR = 50.0
FLOWS = {"user": user.FLOW, "assistant": assistant.FLOW, "evaluator": evaluator.FLOW}


class Idle:
    """A policy whose nodes do nothing."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        for node in flow.nodes:
            setattr(self, node, _nothing)


def _nothing(work: Any) -> None:
    """Goes on to the next node."""


def rate(turn: Callable[[], Any], seconds: float) -> float:
    """Seconds a turn: the median over rounds of a tenth of the time."""
    turn()
    rounds = []
    for _ in range(10):
        began, turns = perf_counter(), 0
        while perf_counter() - began < seconds / 10:
            turn()
            turns += 1
        rounds.append((perf_counter() - began) / turns)
    return median(rounds)


def own_cost(flow: Flow, seconds: float) -> tuple[float, float]:
    """Seconds a turn of nodes that do nothing: plainly, and as a compiled graph."""
    policy = Idle(flow)
    graph = compile_flow(flow)
    start = {"turn": "s001.t01", "reply": "s001.t02", "nodes": [], "then": ""}
    config = {"recursion_limit": flow.limit + 1}
    context = GraphTurn(policy, None)
    return rate(lambda: run(policy, None), seconds), rate(lambda: graph.invoke(start, config, context=context), seconds)


def turn_costs(executor: str, seeds: range) -> dict[str, float]:
    """Seconds of an action by role, the median over the actions of some episodes."""
    env = life_v0.env(sessions=4, probes="fork")
    cast = Cast(env, executor=executor)
    cast.reset(seed=0)
    cast.run()
    taken: dict[str, list[float]] = {role: [] for role in FLOWS}
    for seed in seeds:
        cast.reset(seed=seed)
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            began = perf_counter()
            action = cast[agent](observation)
            taken[agent.rpartition("_")[0]].append(perf_counter() - began)
            env.step(action)
    return {role: median(times) for role, times in taken.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each executor is measured")
    parser.add_argument("--pictures", action="store_true", help="print the flows in Mermaid instead")
    given = parser.parse_args()
    if given.pictures:
        for flow in FLOWS.values():
            print(draw(flow))
        return 0
    plain, graph = turn_costs("plain", range(1, 9)), turn_costs("langgraph", range(1, 3))
    met = True
    print("role       plain, own  graph, own   ratio   plain, turn graph, turn ratio")
    for role, flow in FLOWS.items():
        own, other = own_cost(flow, given.seconds)
        met &= other / own >= BAR
        print(
            f"{role:10} {own * 1e6:8.1f} us {other * 1e6:8.0f} us {other / own:6.0f} x   "
            f"{plain[role] * 1e6:8.0f} us {graph[role] * 1e6:8.0f} us {graph[role] / plain[role]:3.0f} x"
        )
    print(f"the executor's own, bar {BAR:.0f} x: {'met' if met else 'MISSED'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
