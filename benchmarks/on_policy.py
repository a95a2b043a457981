"""How much an assistant changes what happens: four stances on the same lives, start value of the bars in brackets.

Run: python benchmarks/on_policy.py [--lives 100]
The stances: one that only acknowledges, one that asks, one that lies, one that makes people leave. Checked:
- the planned life and its dates are equal for all, and so is the wording of every anchor that was told;
- the asker hears at least twice as many conditional facts as the acknowledger;
- at least 25 % of planned probes resolve differently between some two stances;
- with disclosure="scripted" none of this differs.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

from rich.progress import track

from regulars import Cast, life_v0, registry
from regulars.agents import roster
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import statuses
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.world import Scenario

STANCES = ("acknowledger", "asker", "fabricator", "interrogator")
DIFFERENT_BAR = 0.25
HEARD_BAR = 2.0
assert roster.__name__


def live(stance: str, seed: int, disclosure: str, scenario: Scenario | None = None) -> Life:
    """One life with one stance in the assistant's seat, probes forked; the scenario of the seed if none is given."""
    made = {"scenario": scenario} if scenario is not None else {"sessions": 12}
    env = life_v0.raw_env(probes="fork", disclosure=disclosure, reward_to="nobody", **made)
    arguments = {"memory": "recency"} if stance == "asker" else {}
    cast = Cast(env, assistant=registry.build("assistant", stance, **arguments))
    cast.reset(seed=seed)
    while env.ending is None:
        env.step(cast[env.agent_selection](env.observe(env.agent_selection)))
    return env.life


def anchors(life: Life) -> dict[str, tuple[str, str]]:
    """By act: the date and the wording of every anchor that was told."""
    turns = {turn.id: turn for turn in life.transcript}
    planned = {act.fact: act.id for s in life.scenario.sessions for act in s.agenda if act.anchor}
    told: dict[str, tuple[str, str]] = {}
    for disclosure in life.ledger.disclosures:
        if disclosure.fact in planned and disclosure.how == "direct":
            turn = turns[disclosure.turn]
            told.setdefault(planned[disclosure.fact], (turn.time.isoformat(), turn.text))
    return told


def conditional_heard(life: Life) -> int:
    """How many of the facts that are told only on a condition were told."""
    conditional = {
        act.fact
        for session in life.scenario.sessions
        for act in session.agenda
        if act.kind is ActKind.TELL and act.mode is not DisclosureMode.OPEN
    }
    return len(conditional & life.ledger.told)


def resolutions(life: Life) -> dict[str, tuple[Any, ...]]:
    """By probe: what became of it and what its key was."""
    known = statuses(life.scenario, life.outcomes)
    found: dict[str, tuple[Any, ...]] = {id: (status.value,) for id, status in known.items()}
    for outcome in life.outcomes:
        if outcome.attempt == 1 and outcome.expectation is not None:
            key = outcome.expectation
            found[outcome.probe.id] = (outcome.status.value, key.gold, key.stale, key.answerable)
    return found


def compare(lives: int, disclosure: str) -> dict[str, float]:
    """The figures over `lives` lives."""
    heard = dict.fromkeys(STANCES, 0)
    different = planned = anchors_equal = plans_equal = 0
    left = 0
    for seed in track(range(lives), f"{disclosure} lives", disable=not sys.stderr.isatty()):
        told = {stance: live(stance, seed, disclosure) for stance in STANCES}
        plans_equal += len({life.scenario.id for life in told.values()}) == 1
        wordings: dict[str, set[tuple[str, str]]] = {}
        for life in told.values():
            for act, wording in anchors(life).items():
                wordings.setdefault(act, set()).add(wording)
        anchors_equal += all(len(found) == 1 for found in wordings.values())
        keys = [resolutions(life) for life in told.values()]
        for probe in keys[0]:
            planned += 1
            different += len({found[probe] for found in keys}) > 1
        for stance, life in told.items():
            heard[stance] += conditional_heard(life)
        left += sum(session.ending == "left" for session in told["interrogator"].sessions)
    return {
        "plans_equal": plans_equal / lives,
        "anchors_equal": anchors_equal / lives,
        "different": different / planned,
        "left": left / lives,
        **{f"heard_{stance}": count / lives for stance, count in heard.items()},
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=100)
    given = parser.parse_args()
    figures = compare(given.lives, "default")
    ratio = figures["heard_asker"] / max(figures["heard_acknowledger"], 1e-9)
    control = compare(given.lives, "scripted")
    checks = [
        ("planned life and dates equal", f"{figures['plans_equal']:.0%}", figures["plans_equal"] == 1),
        ("wording and date of anchors equal", f"{figures['anchors_equal']:.0%}", figures["anchors_equal"] == 1),
        (
            f"conditional facts heard, asker : acknowledger [{HEARD_BAR:.0f}]",
            f"{figures['heard_asker']:.2f} : {figures['heard_acknowledger']:.2f} a life",
            ratio >= HEARD_BAR,
        ),
        (
            f"probes that resolve differently [{DIFFERENT_BAR:.0%}]",
            f"{figures['different']:.1%}",
            figures["different"] >= DIFFERENT_BAR,
        ),
        ("sessions that people left, with the interrogator", f"{figures['left']:.2f} a life", figures["left"] > 0),
        ("scripted: probes that resolve differently", f"{control['different']:.1%}", control["different"] == 0),
        (
            "scripted: plans and anchors equal",
            f"{min(control['plans_equal'], control['anchors_equal']):.0%}",
            min(control["plans_equal"], control["anchors_equal"]) == 1,
        ),
    ]
    for label, value, met in checks:
        print(f"{label:58} {value:>22}   {'met' if met else 'MISSED'}")
    return 0 if all(met for *_, met in checks) else 1


if __name__ == "__main__":
    sys.exit(main())
