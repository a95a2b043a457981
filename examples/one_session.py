"""Prints one session of a generated life: the words, the disclosures, the verdicts.

Run: python examples/one_session.py [--suite smoke] [--seed 9] [--session 6]
"""

from __future__ import annotations

import argparse

from regulars import ASSISTANT, Cast, life_v0
from regulars.agents import ScriptedAssistant
from regulars.scenarios import generate, load_suite


def session_lines(suite: str, seed: int, number: int) -> list[str]:
    """The lines of one session, each followed by its disclosures and verdicts in brackets."""
    scenario = generate(**load_suite(suite).scenarios(seed)[0])
    env = life_v0.raw_env(scenario=scenario, probes="fork")
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"))
    cast.reset(seed=seed)
    cast.run()
    notes: dict[str, list[str]] = {}
    for disclosure in env.ledger.disclosures:
        notes.setdefault(disclosure.turn, []).append(
            f"tells {disclosure.attribute} = {disclosure.value or '-'} ({disclosure.how})"
        )
    for outcome in env.life.outcomes:
        if outcome.turn and outcome.verdict is not None:
            found = outcome.verdict.kind.name.lower()
            notes.setdefault(outcome.turn, []).append(f"{outcome.probe.kind}: {found}")
    for event in env.life.choices.caused:
        notes.setdefault(event.cause, []).append("this choice changes the person's life")
    lines = []
    for turn in env.transcript:
        if turn.session == number:
            if not lines:
                lines += [f"{turn.time:%A, %d %B %Y, %H:%M}", ""]
            who = "Assistant" if turn.speaker == ASSISTANT else turn.name
            lines.append(f"{who}: {turn.text}")
            lines += [f"    [{note}]" for note in notes.get(turn.id, [])]
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="smoke")
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--session", type=int, default=6)
    given = parser.parse_args()
    print("\n".join(session_lines(given.suite, given.seed, given.session)))


if __name__ == "__main__":
    main()
