"""Whether anybody ever mentions what has not happened yet, over many scripted lives, and whether leaks are found.

Run: python benchmarks/horizon.py [--lives 1000] [--briefed 50] [--suite core]
The lives are those of a suite, one plan after the other, each with a seed of its own.
Every line that people say is held against their whole life (`find_coming`), and in the first lives also against what
they know at that moment (`find_future`): nothing may be found [0]. Into the lines of every tenth session the value of a
fact is put that has not begun: all have to be found [100%].
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from time import perf_counter

from rich.progress import track

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.user.future_leaks import find_future
from regulars.dialogue import ASSISTANT
from regulars.envs.life.life import Life
from regulars.scenarios.checks.future_leaks import find_coming, sayable
from regulars.scenarios.generator import generate
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario
from regulars.values import ValueType

ONTOLOGY = load_ontology()
PLANTED_EACH = 10


def live(suite: str, seed: int, briefed: bool) -> tuple[Life, list[str]]:
    """A life, and what its lines mention that the person's briefing does not account for."""
    plans = load_suite(suite).scenarios(seed)
    env = life_v0.raw_env(scenario=generate(**plans[seed % len(plans)]), reward_to="nobody")
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"))
    cast.reset(seed=seed)
    found = []
    while env.ending is None:
        seat = env.agent_selection
        briefing = env.briefing(seat) if briefed and seat.startswith("user") else None
        action = cast[seat](env.observe(seat))
        if briefing is not None and briefing.session is not None:
            found += [f"{problem} in {action['message']!r}" for problem in find_future(action["message"], briefing)]
        env.step(action)
    return env.life, found


def mentions(life: Life) -> tuple[int, list[str], int, int]:
    """Lines that were said, what they mention of the future; leaks that were planted, and found."""
    scenario: Scenario = life.scenario
    sessions = {session.number: session for session in scenario.sessions}
    lines, found, planted, caught = 0, [], 0, 0
    said: list[str] = []
    at = 0
    for turn in life.transcript:
        session = sessions[turn.session]
        if turn.session != at:
            at, said = turn.session, sayable(session.agenda)
            said += [project.goal for person in scenario.persons for project in person.projects]
        if turn.speaker == ASSISTANT:
            said.append(turn.text)
            continue
        facts = scenario.person(turn.speaker).facts
        found += [f"{p} in {turn.text!r}" for p in find_coming(turn.text, facts, session.start, ONTOLOGY, said)]
        known = {fact.value for fact in facts if fact.since <= session.start}
        coming = [fact for fact in facts if fact.since > session.start and fact.value not in known]
        coming = [fact for fact in coming if not any(fact.value in words for words in said)]
        if lines % PLANTED_EACH == 0 and coming:
            fact = coming[lines % len(coming)]
            attribute = ONTOLOGY.attribute(fact.attribute)
            unit = f" {attribute.domain.unit}" if attribute.type is ValueType.NUMBER and attribute.domain.unit else ""
            problems = find_coming(f"{turn.text} It is {fact.value}{unit}.", facts, session.start, ONTOLOGY, said)
            planted += 1
            caught += fact.id in {problem.where for problem in problems}
        lines += 1
    return lines, found, planted, caught


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=1000)
    parser.add_argument("--briefed", type=int, default=50)
    parser.add_argument("--suite", default="core")
    given = parser.parse_args()
    total: Counter[str] = Counter()
    shown: list[str] = []
    began = perf_counter()
    for seed in track(range(given.lives), "lives", disable=not sys.stderr.isatty()):
        life, unaccounted = live(given.suite, seed, seed < given.briefed)
        lines, found, planted, caught = mentions(life)
        total.update(lines=lines, found=len(found), planted=planted, caught=caught, unaccounted=len(unaccounted))
        shown += found + unaccounted
    print(f"{given.lives} lives, {total['lines']} lines, {perf_counter() - began:.0f} s")
    print(f"mentions of the future [0]                      {total['found']}")
    print(f"mentions that no briefing accounts for [0]      {total['unaccounted']}")
    print(f"planted leaks found [100%]                      {total['caught']} of {total['planted']}")
    print("\n".join(shown[:20]))
    return 0 if not shown and total["caught"] == total["planted"] else 1


if __name__ == "__main__":
    sys.exit(main())
