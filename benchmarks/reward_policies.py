"""What policies without a memory are paid: the mean reward of a life by term, and its ratio to full context.

Run: python benchmarks/reward_policies.py [--suite core --suite smoke] [--seeds 20]
Each policy plays the same lives. A mean is over the lives of a suite; intervals are 95 % intervals over seeds. Columns:
the terms of the reward, their sum with its interval, its ratio to full context, and how much it differs from honest
abstention, life by life. `!` marks a figure beyond its bar. Bars:
- `echo` earns at most .45 of what full context earns;
- no other policy below `honest abstention` earns more than it by more than the interval of their difference.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from rich.progress import track

from regulars import Cast, Reply, life_v0
from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.seats.flow import run
from regulars.chinese_text import asks
from regulars.dialogue import Phase, PlanAct
from regulars.evaluation import interval
from regulars.evaluation.figures.statistics import LEAST_CLUSTERS
from regulars.memory.context_line import context_line
from regulars.rewards import Weights
from regulars.scenarios.language.packs import Language
from regulars.scenarios.suites import load_suite
from regulars.scenarios.world import Scenario
from regulars.values import ValueType

SUITES = ("core", "smoke")
ECHO_BAR = 0.45
HOUR = 3600.0
GUESSES = 4
UNKNOWN = "I don't know that, you haven't told me."
ENGLISH = Language.load("english")
TERMS = Weights.terms("assistant")
MATTERS = (
    "Drill. Forbidden treat. Pawned. Sweetheart. Court. Owe money. Volunteer. Medication. Scholarship. Streaming. "
    "Spice. Driving test. Guest list. Wedding. Flatmate. Vaccination. Race. Moving. Insurer. Mattress"
)
"""Matters of which people wish most often to be reminded."""

FULL, HONEST, ECHO = "full context", "honest abstention", "echo"


class Echo(ScriptedAssistant):
    """Stores nothing and reads the line that it answers, so it repeats a correction as the answer."""

    def __init__(self) -> None:
        super().__init__("none")

    def recall(self, work: AssistantWork) -> str | None:
        """The line itself in the place of what a memory recalls."""
        jump = super().recall(work)
        if work.recollections is not None:
            seen = work.observation
            line = context_line(datetime.fromisoformat(seen["date"]), seen["name"], seen["message"])
            work.recollections = replace(work.recollections, context=line)
        return jump


STYLED = {
    "chatty abstaining": "I don't know that, {name}, but we can look at it together if you tell me a bit more about it "
    "whenever you like, since there's plenty of time for it and I'm in no hurry at all, today or any other day, over.",
    "cheerful abstaining": "Hello {name}! I don't know that yet! Well done for asking. 🙂",
    "clipped abstaining": "I don't know that, cheers.",
    "worded abstaining": "Right, nobody told me about that.",
    "double abstaining": "None, as far as I know.",
}
"""Abstentions that keep standing rules of some people, and break those of others."""


class Silent:
    """Says nothing, and fills the structured answer with what full context knows, or with an abstention."""

    def __init__(self) -> None:
        self.knowing = ScriptedAssistant("full-context")

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts with an empty memory."""
        self.knowing.begin(episode_id, seed)

    def act(self, observation: dict[str, Any]) -> Reply:
        """A reply without words."""
        work = self.knowing.work(observation)
        run(self.knowing, work)
        content = work.plan.content if work.plan.act in (PlanAct.ANSWER, PlanAct.CONFIRM, PlanAct.REMIND) else ()
        return Reply("", answer="|".join(content) or "-")


class Dumping:
    """Recites everything that the person has said."""

    def __init__(self) -> None:
        self.heard: dict[str, list[str]] = {}

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts with an empty memory."""
        self.heard = {}

    def act(self, observation: dict[str, Any]) -> Reply:
        """All lines of this person, this one last."""
        lines = self.heard.setdefault(observation["scope"], [])
        lines.append(observation["message"])
        return Reply(" ".join(lines))


class Honest(ScriptedAssistant):
    """Answers nothing from memory: abstains on questions, and picks an offered option at random."""

    def __init__(self, elapsed: float | None = None) -> None:
        super().__init__("none")
        self.elapsed = elapsed

    def act(self, observation: dict[str, Any]) -> Reply:
        """The reply, after `elapsed` seconds."""
        return replace(super().act(observation), elapsed=self.elapsed)


class Quiet(Honest):
    """Abstains on questions like the honest one, and says nothing to any other line."""

    def act(self, observation: dict[str, Any]) -> Reply:
        """The reply, without words where nothing is asked."""
        reply = super().act(observation)
        return reply if asks(observation["message"]) else replace(reply, text="")


class Guessing(Honest):
    """Names the first values of the ontology between hedges, in place of an abstention; takes the first option."""

    def act(self, observation: dict[str, Any]) -> Reply:
        """An abstention with guesses, where the line asks for a value in words; otherwise what the honest one says."""
        offered = ENGLISH.offered(observation["message"])
        if offered is not None:
            ranks = list(ENGLISH.ontology.domain(offered[0]).aliases) if offered[0] in ENGLISH.ontology else []
            return Reply(
                f"Let's take {min(offered[1], key=lambda one: ranks.index(one) if one in ranks else len(ranks))}."
            )
        reply = super().act(observation)
        asked = ENGLISH.asked_attribute(observation["message"])
        if asked is None or asked[0] not in ENGLISH.ontology or reply.answer not in (None, "", "-"):
            return reply
        attribute = ENGLISH.ontology.attribute(asked[0])
        if attribute.type is not ValueType.TERM:
            return reply
        guesses = ", ".join(f"unless it is {value}" for value in list(attribute.domain.aliases)[:GUESSES])
        return Reply(
            f"{guesses[0].upper()}{guesses[1:]}, I don't know what it is, because you haven't told me anything about "
            "that so far, at least as far as my memory goes back."
        )


def naming_matters(observation: dict[str, Any]) -> Reply:
    """Many matters at the beginning of a session, in case that it should remind of one of them; else an abstention."""
    opens = observation["phase"] == Phase.OPENING
    return Reply(f"{MATTERS}." if opens else UNKNOWN)


def option_one(observation: dict[str, Any]) -> Reply:
    """The first option, in the text and in the structured answer; otherwise an abstention."""
    offered = ENGLISH.offered(observation["message"])
    if offered is not None:
        return Reply(f"Let's take {offered[1][0]}.", answer=offered[1][0])
    return Reply(UNKNOWN)


def _styled(text: str) -> Callable[[dict[str, Any]], str]:
    """A policy that always says the same, with the person's name where the text has `{name}`."""
    return lambda observation: text.format(name=observation["name"])


POLICIES: dict[str, Callable[[], Any]] = {
    FULL: lambda: ScriptedAssistant("full-context"),
    ECHO: Echo,
    HONEST: Honest,
    "silence": Silent,
    "quiet": Quiet,
    "flattery": lambda: lambda _: "What a wonderful thought! You are absolutely right, as always.",
    "dumping": Dumping,
    "asking back": lambda: lambda _: "What do you mean by that?",
    "always abstaining": lambda: lambda _: UNKNOWN,
    "always option one": lambda: option_one,
    "naming matters": lambda: naming_matters,
    "guessing between hedges": Guessing,
    **{name: partial(_styled, text) for name, text in STYLED.items()},
    "waiting": lambda: Honest(HOUR),
    "repeating": lambda: lambda observation: observation["message"],
}
"""The policies by name: full context, echo, honest abstention, and those that are held against honest abstention."""


@dataclass(slots=True)
class Paid:
    """What a policy earned in the lives of one suite: sums by term for each seed, and the number of lives."""

    by_seed: list[Counter[str]] = field(default_factory=list)
    lives: list[float] = field(default_factory=list)

    def sums(self, *terms: str) -> list[float]:
        """For each seed, the sum over some terms."""
        return [sum(seed[term] for term in terms) for seed in self.by_seed]

    def mean(self, *terms: str) -> float:
        """The mean of a life."""
        return sum(self.sums(*terms)) / sum(self.lives)


def reward_of(scenario: Scenario, policy: Any, seed: int) -> Counter[str]:
    """The assistant's reward in one life, by term."""
    env = life_v0.raw_env(scenario=scenario, probes="off")
    cast = Cast(env, assistant=policy)
    cast.reset(seed=seed)
    cast.run()
    earned: Counter[str] = Counter()
    for note in env.life.signals.reward_notes:
        if note.seat == "assistant":
            earned.update(note.terms)
    return earned


def play(suite: str, seeds: int) -> dict[str, Paid]:
    """What every policy earns in the suite."""
    paid = {name: Paid() for name in POLICIES}
    for seed in track(range(seeds), suite, disable=not sys.stderr.isatty()):
        scenarios = load_suite(suite).generate(seed)
        for name, make in POLICIES.items():
            earned: Counter[str] = Counter()
            for scenario in scenarios:
                earned.update(reward_of(scenario, make(), seed))
            paid[name].by_seed.append(earned)
            paid[name].lives.append(float(len(scenarios)))
    return paid


def shown(suite: str, paid: dict[str, Paid]) -> int:
    """Prints the table of a suite. Returns the number of figures beyond their bars."""
    missed = 0
    full, honest = paid[FULL].sums(*TERMS), paid[HONEST].sums(*TERMS)
    titles = "".join(f"{term:>11}" for term in TERMS)
    print(f"\n{suite:20}{titles}{'reward':>9}{'95 %':>17}{'of full':>9}{'95 %':>15}{'above honest':>14}{'95 %':>17}")
    for name, policy in paid.items():
        total = policy.sums(*TERMS)
        extra = [own - other for own, other in zip(total, honest, strict=True)]
        ratio, above = sum(total) / sum(full), sum(extra) / sum(policy.lives)
        of_full, of_extra = interval(total, full), interval(extra, policy.lives)
        too_much = ratio > ECHO_BAR if name == ECHO else name not in (FULL, HONEST) and of_extra[0] > 0.0
        missed += too_much
        cells = "".join(f"{policy.mean(term):11.2f}" for term in TERMS)
        print(
            f"{name:20}{cells}{policy.mean(*TERMS):9.2f}{_bounds(interval(total, policy.lives)):>17}"
            f"{ratio:9.2f}{_bounds(of_full):>15}{above:14.2f}{_bounds(of_extra):>17}{' !' if too_much else ''}"
        )
    return missed


def _bounds(bounds: Sequence[float]) -> str:
    return "[{:.2f} {:.2f}]".format(*bounds)


def main() -> int:
    """Plays, prints, and returns 1 if a bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", action="append", help="a suite; several with several options; core and smoke")
    parser.add_argument("--seeds", type=int, default=20, help="seeds of each suite")
    given = parser.parse_args()
    if given.seeds < LEAST_CLUSTERS:
        parser.error(f"--seeds is {given.seeds}; an interval needs {LEAST_CLUSTERS} or more")
    missed = sum(shown(suite, play(suite, given.seeds)) for suite in given.suite or SUITES)
    print(f"\n{missed} figures beyond their bars: {'MISSED' if missed else 'met'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
