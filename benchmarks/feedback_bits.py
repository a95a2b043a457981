"""How much each feedback policy offers an assistant, in bits.

Run: python benchmarks/feedback_bits.py [--lives 3] [--draws 100]
Printed for each policy: what it carries; how many events there are for each reply, counted on lives of the suite `core`
with the scripted assistant; bits for each event, which is the mutual information of what was found of a reply and what
is shown of it, counted on the reference distribution of verdicts (`regulars/agents/feedback/judged_replies.toml`); and
bits for each session, which is the product with the events of a session. Checked: what carries nothing offers exactly
0.
"""

from __future__ import annotations

import argparse
import sys

from rich.progress import track

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.feedback import Carries, bits_per_event, feedback_policy
from regulars.dialogue import ASSISTANT
from regulars.scenarios.generator import generate
from regulars.scenarios.suites import load_suite

POLICIES = (
    "sealed",
    "silent",
    "placebo:of=instructive",
    "instructive+flattering",
    "evaluative",
    "evaluative+sparse:rate=.3",
    "evaluative+noisy:rate=.05",
    "evaluative+delayed:turns=2",
    "evaluative+delayed:sessions=1",
    "evaluative+lenient",
    "evaluative+strict",
    "evaluative+drifting",
    "evaluative+adversarial",
    "mixed:evaluative=2;instructive=1;silent=1",
    "diagnostic",
    "diagnostic+noisy:rate=.05",
    "diagnostic+adversarial",
    "instructive",
    "instructive+noisy:rate=.05",
    "instructive+sparse:rate=.3",
)


def events(spec: str, lives: int) -> tuple[float, float]:
    """Events for each reply and for each session."""
    shown = replies = sessions = 0
    for seed, plan in enumerate(load_suite("core").scenarios(0)[:lives]):
        env = life_v0.raw_env(scenario=generate(**plan), feedback=spec, reward_to="nobody")
        cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"))
        cast.reset(seed=seed)
        cast.run()
        shown += len(env.life.signals.feedbacks)
        replies += sum(turn.speaker == ASSISTANT and bool(turn.text) for turn in env.life.transcript)
        sessions += len(env.life.sessions)
    return shown / replies, shown / sessions


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lives", type=int, default=3)
    parser.add_argument("--draws", type=int, default=100)
    given = parser.parse_args()
    print("| policy | carries | events a reply | bits an event | bits a session |")
    print("|---|---|---|---|---|")
    empty = True
    for spec in track(POLICIES, "policies", disable=not sys.stderr.isatty()):
        policy = feedback_policy(spec)
        of_reply, of_session = events(spec, given.lives)
        bits = bits_per_event(policy, draws=given.draws)
        empty &= policy.carries is not Carries.NOTHING or bits == 0
        figures = f"{of_reply:.2f} | {bits:.2f} | {bits * of_session:.1f}"
        print(f"| `{spec}` | {policy.carries.name.lower()} | {figures} |", flush=True)
    print(f"\nwhat carries nothing offers exactly 0 bits: {'yes' if empty else 'NO'}")
    return 0 if empty else 1


if __name__ == "__main__":
    sys.exit(main())
