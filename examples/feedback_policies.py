"""One session of a life under each feedback policy: what is said, once, and what each policy shows beside it.

Run: python examples/feedback_policies.py [--suite core] [--seed 0] [--session 8] [--turns 18]
People say the same under all policies but `sealed`, under which they do not react: its lines are printed too.
"""

from __future__ import annotations

import argparse

from regulars import ASSISTANT, Cast, Feedback, life_v0
from regulars.agents import ScriptedAssistant
from regulars.envs import Life
from regulars.scenarios import generate, load_suite

POLICIES = (
    "evaluative",
    "diagnostic",
    "instructive",
    "placebo:of=instructive",
    "instructive+sparse:rate=.3",
    "instructive+noisy:rate=.3",
    "instructive+delayed:turns=2",
    "instructive+delayed:sessions=1",
    "instructive+lenient",
    "instructive+strict",
    "instructive+drifting",
    "instructive+flattering",
    "instructive+adversarial",
    "mixed:evaluative=1;strict=1;diagnostic=1",
    "silent",
)


def live(suite: str, seed: int, feedback: str) -> Life:
    """The life under a policy."""
    env = life_v0.raw_env(scenario=generate(**load_suite(suite).scenarios(seed)[0]), feedback=feedback)
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"))
    cast.reset(seed=seed)
    cast.run()
    return env.life


def said(life: Life, session: int, turns: int) -> list[str]:
    """The session's first lines."""
    return [
        f"{turn.id}  {'Assistant' if turn.speaker == ASSISTANT else turn.name}: {turn.text}"
        for turn in life.transcript
        if turn.session == session and turn.text
    ][:turns]


def shown(life: Life, session: int, turns: int) -> list[str]:
    """What came with each of those lines, and which reply it is about."""
    lines = {
        turn.time: turn.id
        for turn in [turn for turn in life.transcript if turn.session == session and turn.text][:turns]
        if turn.speaker != ASSISTANT
    }
    came = [one for one in life.signals.feedbacks if one.time in lines]
    return [f"with {lines[one.time]}: {_words(one)}" for one in came if one.time is not None]


def _words(one: Feedback) -> str:
    satisfaction = "" if one.satisfaction is None else f" {one.satisfaction:g}"
    return f"on {one.about} {one.action.name.lower()}{satisfaction}{f', “{one.text}”' if one.text else ''}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="core")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--session", type=int, default=8)
    parser.add_argument("--turns", type=int, default=18)
    given = parser.parse_args()
    place = (given.session, given.turns)
    print("\n".join(said(live(given.suite, given.seed, "evaluative"), *place)))
    for policy in POLICIES:
        print(f"\n{policy}")
        print("\n".join(f"  {line}" for line in shown(live(given.suite, given.seed, policy), *place)) or "  (nothing)")
    print("\nsealed: nothing is shown, and what is said is")
    print("\n".join(f"  {line}" for line in said(live(given.suite, given.seed, "sealed"), *place)))


if __name__ == "__main__":
    main()
