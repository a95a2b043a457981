"""How much a simulated user is a person: consistent, recognisable, unlike others, not always easy.

Run: python benchmarks/user_realism.py [--people 40] [--lives 8] [--suites smoke core hard] [--suite-lives 2]
    [--data DIR]
Or: python benchmarks/user_realism.py --user SPEC [--lives 8]

With `--user SPEC` it reports how faithfully a model words what people mean to say (`user_fidelity.py`).

Without it, first the simulator; the start value of each bar is in brackets:
- consistency: disclosures that are true of the person's life when they are made [100%], sessions within its hours
  [100%];
- identifiability: traits told from a person's lines by the nearest centroid of plain features, leaving one out, with a
  95% bootstrap interval [above chance]. People differ in one trait at a time, with the two values
  in equal shares, so that chance is one half;
- diversity: distinct pairs of words, and pairs shared by halves of one person's lines against lines of two people;
- reaction: what assistants of different worth get to hear, trust at the end, sessions that people left [nobody hears
  more or is trusted more than the ideal listener, the fabricator is trusted least, the interrogator is left most];
- faults: episodes that failed, and how many of them by the simulator's fault [none].

Then each suite, in the terms of the study with 451 people (arXiv 2603.11245): communication style, information pattern,
clarification, reaction to errors, feedback. The first lives of a suite are played with an assistant that answers from
a memory, one that asks about everything, and one that states wrong values. Last come the conversations of `--data DIR`
(`talk_figures.py`), and what is known of the study's people.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track
from talk_figures import READERS, SHORT, TalkFigures, Turn, figures_of, read_data
from user_fidelity import fidelity_lines

from regulars import Cast, life_v0, registry
from regulars.agents import roster
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.user.scripted import ScriptedUser
from regulars.agents.user.state import UserWork
from regulars.dialogue import ASSISTANT, FeedbackAction
from regulars.envs.life.life import Life
from regulars.envs.life.outcomes import Ending
from regulars.evaluation.systems.oracles import KnowingAssistant, told
from regulars.scenarios.generator import generate
from regulars.scenarios.kinds import ActKind, AnswerManner, DisclosurePhrasing, ErrorReaction
from regulars.scenarios.language.packs import Language
from regulars.scenarios.suites import load_suite
from regulars.scenarios.time.constraints import is_free
from regulars.scenarios.world import Conduct, Persona, Scenario, Style
from regulars.seeding import SeedTree

assert roster.__name__
ENGLISH = Language.load("english")
SESSIONS = 6
TRAITS: dict[str, tuple[Callable[[Persona], Persona], Callable[[Persona], Persona]]] = {
    "patience": (lambda p: replace(p, patience=0.5), lambda p: replace(p, patience=1.8)),
    "candour": (lambda p: replace(p, candour=0.1), lambda p: replace(p, candour=0.9)),
    "style: length": (lambda p: replace(p, style=Style(length="short")), lambda p: replace(p, style=Style("long"))),
    "style: formality": (
        lambda p: replace(p, style=Style("long", "casual")),
        lambda p: replace(p, style=Style("long", "formal")),
    ),
}
"""Each trait with its two values."""

SEATS = ("ideal-listener", "scripted", "fabricator", "interrogator")


def live(seed: int, seat: str = "scripted", scenario: Any = None) -> tuple[Life, float]:
    """A life with one assistant, and its first person's trust at the end."""
    env = life_v0.raw_env(scenario=scenario or generate(seed, sessions=SESSIONS, personas=True), reward_to="nobody")
    made: dict[str, Callable[[], Any]] = {
        "ideal-listener": lambda: KnowingAssistant(lambda: env.life, ENGLISH, told),
        "scripted": lambda: ScriptedAssistant("bm25-turn"),
    }
    assistant = made[seat]() if seat in made else registry.build("assistant", seat)
    cast = Cast(env, assistant=assistant)
    cast.reset(seed=seed)
    cast.run()
    return env.life, cast.seats["user_0"].state.trust


def lines(life: Life) -> list[str]:
    return [turn.text for turn in life.transcript if turn.speaker != ASSISTANT]


def features(life: Life) -> list[float]:
    """Plain figures of what a person said and did."""
    said = lines(life)
    words = [word.strip(".,!?").lower() for line in said for word in line.split()]
    sentences = sum(line.count(".") + line.count("!") + line.count("?") for line in said)
    sessions = len(life.sessions)
    return [
        len(words) / len(said),
        sentences / len(said),
        len(said) / sessions,
        sum(s.ending == "left" for s in life.sessions) / sessions,
        len({t.fact for t in life.ledger.disclosures if t.how != "implied"}) / sessions,
        sum("'" in word for word in words) / len(words),
        sum(len(word) for word in words) / len(words),
        sum(line.endswith("!") for line in said) / len(said),
        sum(phrase in line for line in said for phrase in ENGLISH.lines("phrases", "impatience")) / len(said),
    ]


def identified(rows: Sequence[Sequence[float]], labels: Sequence[int]) -> list[bool]:
    """For each row whether the nearest centroid of all others is its label's, in units of their spread."""
    table, sides = np.asarray(rows), np.asarray(labels)
    found = []
    for place in range(len(table)):
        rest = np.arange(len(table)) != place
        spread = table[rest].std(axis=0)
        spread[spread == 0] = 1.0
        near = [np.abs((table[place] - table[rest & (sides == side)].mean(axis=0)) / spread).sum() for side in (0, 1)]
        found.append(bool(int(np.argmin(near)) == sides[place]))
    return found


def interval(hits: Sequence[bool]) -> tuple[float, float]:
    """Of a mean, by 2,000 bootstrap draws."""
    draws = np.random.Generator(np.random.PCG64(SeedTree(0).seed("interval") & 0xFFFFFFFF))
    means = draws.choice(np.asarray(hits, dtype=float), (2000, len(hits))).mean(axis=1)
    return float(np.quantile(means, 0.025)), float(np.quantile(means, 0.975))


def recognise(trait: str, people: int) -> list[bool]:
    """For each of so many people: whether the first or second value of their trait is recognised.

    Patience is measured with an assistant that asks about everything.
    """
    rows, labels = [], []
    for seed in range(people):
        side = seed % 2
        base = replace(Persona(), patience=1.0)
        person = (f"P{seed}", TRAITS[trait][side](base))
        scenario = generate(seed, sessions=SESSIONS, people=[person])
        rows.append(features(live(seed, "interrogator" if trait == "patience" else "scripted", scenario)[0]))
        labels.append(side)
    return identified(rows, labels)


def pairs(said: Sequence[str]) -> list[tuple[str, str]]:
    words = [word.strip(".,!?").lower() for line in said for word in line.split()]
    return list(pairwise(words))


def overlap(one: Sequence[str], other: Sequence[str]) -> float:
    """Share of the pairs of words of either that both have."""
    ours, theirs = set(pairs(one)), set(pairs(other))
    return len(ours & theirs) / len(ours | theirs)


PLAYED = {
    "answers from a memory": "scripted",
    "asks about everything": "interrogator",
    "states wrong values": "fabricator",
}
"""The assistants that a suite's people meet."""

HUMANS = {
    "turns of few words": "29.0 % (1.0 %)",
    "turns with a word of courtesy": "15.3 % (49.0 %)",
    "errors after which the person changes course without a word": "8.4 % (19.1 %)",
}
"""Figures of the study's people and, in brackets, of GPT-4o in their place. They are at second hand, from public
summaries of the paper; its definitions are not at hand."""


TELLING = (ActKind.WISH, ActKind.PLAN, ActKind.SHOW, ActKind.REMIND)
"""Acts that tell something worth remembering beside facts: wishes, plans, traits, reminders."""


class WatchedUser(ScriptedUser):
    """The scripted user, with a count of how it deals with the assistant and a list of its feedback."""

    def __init__(self, moves: Counter[str]) -> None:
        super().__init__(ENGLISH, ENGLISH.ontology)
        self.moves = moves
        self.shown: list[tuple[FeedbackAction, float]] = []

    def speak(self, work: UserWork) -> None:
        """Counts what the line does, then says it."""
        self.moves.update(work.line.moves)
        shown = work.line.shown
        if shown is not None and shown.satisfaction is not None:
            self.shown.append((shown.action, shown.satisfaction))
        super().speak(work)


@dataclass
class Watched:
    """What people of a suite said and did.

    Attributes:
        turns: Their turns with the assistant that answers from a memory.
        lengths: The words of each turn, by person.
        easy: How many people are easy, and how many are not.
        told: For each of these turns that tells something, the number of facts.
        pieces: Facts that were told in two lines, and all facts told.
        moves: How people dealt with any of the assistants.
        left: Sessions that they left, and all sessions.
        shown: The feedback on all replies of the assistant that answers from a memory: actions and satisfactions.
    """

    turns: list[Turn] = field(default_factory=list)
    lengths: dict[str, list[int]] = field(default_factory=dict)
    easy: Counter[bool] = field(default_factory=Counter)
    told: list[int] = field(default_factory=list)
    pieces: Counter[bool] = field(default_factory=Counter)
    moves: Counter[str] = field(default_factory=Counter)
    left: Counter[bool] = field(default_factory=Counter)
    shown: list[tuple[FeedbackAction, float]] = field(default_factory=list)


def watch(scenarios: Sequence[Scenario]) -> Watched:
    """Plays the scenarios with each of the assistants."""
    found = Watched()
    for scenario in scenarios:
        found.easy.update(replace(one.persona.conduct, kindness=0.0) == Conduct() for one in scenario.persons)
        for seat in PLAYED.values():
            env = life_v0.raw_env(scenario=scenario, reward_to="nobody")
            made = ScriptedAssistant("bm25-turn") if seat == "scripted" else registry.build("assistant", seat)
            users = {f"user_{number}": WatchedUser(found.moves) for number in range(len(scenario.persons))}
            cast = Cast(env, assistant=made, **users)
            cast.reset(seed=0)
            cast.run()
            life = env.life
            found.left.update(session.ending == "left" for session in life.sessions)
            if seat == "scripted":
                _hear(found, life)
                found.shown += [shown for user in users.values() for shown in user.shown]
    return found


def _hear(found: Watched, life: Life) -> None:
    """Adds what people said in a life."""
    facts: dict[str, set[str]] = {}
    for one in life.ledger.disclosures:
        if one.fact and one.how != "implied":
            facts.setdefault(one.turn, set()).add(one.fact)
            found.pieces[bool(one.after) or one.how == DisclosurePhrasing.PIECEMEAL] += one.how != "correction"
    acts = {act.id: act.kind for session in life.scenario.sessions for act in session.agenda}
    said = {turn for act, turn in life.ledger.said.items() if acts.get(act) in TELLING}
    for turn in life.transcript:
        if turn.speaker != ASSISTANT:
            found.lengths.setdefault(f"{life.scenario.id} {turn.person}", []).append(len(turn.text.split()))
            found.turns.append(Turn(turn.text, turn.id in facts or turn.id in said))
    found.told += [len(told) for told in facts.values()]


def talk_lines(name: str, talk: TalkFigures) -> list[str]:
    """The figures of many turns, one row a line."""
    quartiles = {"words": talk.words, "sentences": talk.sentences, "questions": talk.questions}
    said = [f"{name}: {talk.turns} turns of people"]
    said += [f"  {what} a turn, quartiles: {' '.join(f'{one:g}' for one in of)}" for what, of in quartiles.items()]
    tells = "not marked in the data" if talk.telling is None else f"{talk.telling:.1%}"
    said += [f"  turns that tell something: {tells}", f"  turns with a question mark: {talk.asking:.1%}"]
    said += [
        f"  turns of at most {SHORT} words: {talk.short:.1%}",
        f"  turns with a word of courtesy: {talk.polite:.1%}",
    ]
    return said


def shares(counts: Counter[str], group: str, names: Sequence[str]) -> str:
    """The shares of a group of moves; a dash if there were none."""
    total = sum(counts[f"{group}.{name}"] for name in names)
    if not total:
        return "none met"
    return ", ".join(f"{name} {counts[f'{group}.{name}'] / total:.0%}" for name in names) + f" (of {total})"


def suite_lines(name: str, watched: Watched) -> list[str]:
    """A suite in the study's terms."""
    said = [f"{name}: {watched.easy[True]} easy people, {watched.easy[False]} others", "  communication style"]
    said += [f"  {line}" for line in talk_lines("with " + next(iter(PLAYED)), figures_of(watched.turns))]
    medians = sorted(float(np.median(words)) for words in watched.lengths.values())
    said += [f"    words a turn, median of each person: {' '.join(f'{one:g}' for one in medians)}"]
    told, pieces = Counter(min(number, 3) for number in watched.told), watched.pieces
    several = ", ".join(f"{told[at] / max(1, len(watched.told)):.0%}" for at in (1, 2, 3))
    said += ["  information pattern", f"    turns that tell 1, 2, 3 or more facts: {several} of {len(watched.told)}"]
    said += [f"    facts told in two lines: {pieces[True] / max(1, pieces.total()):.0%} of {pieces.total()}"]
    said += [f"    questions and requests announced vaguely: {watched.moves['vague']}"]
    said += [f"    reactions in a line of their own: {watched.moves['pause']}"]
    said += ["  clarification", f"    answers to questions: {shares(watched.moves, 'answer', list(AnswerManner))}"]
    said += ["  reaction to errors", f"    errors taken: {shares(watched.moves, 'error', list(ErrorReaction))}"]
    said += [f"    sessions left: {watched.left[True]} of {watched.left.total()}"]
    actions = Counter(action for action, _ in watched.shown)
    rates = [points for _, points in watched.shown]
    each = ", ".join(f"{one.name.lower()} {actions[one] / max(1, len(rates)):.0%}" for one in FeedbackAction)
    low, middle, high = np.quantile(rates, (0.25, 0.5, 0.75)) if rates else (float("nan"),) * 3
    said += ["  feedback", f"    {each} (of {len(rates)}); satisfaction, quartiles: {low:g} {middle:g} {high:g}"]
    return said


def print_suites(suites: Sequence[str], lives: int, data: Path | None) -> None:
    """Prints the suites, the conversations in `data`, and the study's people."""
    for suite in suites:
        loaded = load_suite(suite)
        scenarios = [generate(**arguments) for arguments in loaded.scenarios()[:lives]]
        scenarios = scenarios or [scenario for _, scenario in loaded.named()[:lives]]  # of a stream
        print("\n" + "\n".join(suite_lines(f"{suite}, {len(scenarios)} lives", watch(scenarios))), flush=True)
    print("\nConversations that others wrote")
    if data is None:
        print(f"skipped: give a folder with {', '.join(pattern for pattern, _ in READERS.values())} as --data")
    for name, turns in read_data(data) if data is not None else ():
        print("\n".join(talk_lines(name, figures_of(turns))) if turns else f"{name}: not in {data}")
    print("\nPeople of the study (arXiv 2603.11245), from summaries of it; its own tables are not at hand")
    for what, figure in HUMANS.items():
        print(f"  {what}: {figure}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--people", type=int, default=40)
    parser.add_argument("--lives", type=int, default=8, help="lives with each assistant; 0 for suites only")
    parser.add_argument("--suites", nargs="*", default=["smoke", "core", "hard"])
    parser.add_argument("--suite-lives", type=int, default=2, help="lives of each suite")
    parser.add_argument("--data", type=Path, help="a folder with conversations that others wrote")
    parser.add_argument("--user", metavar="SPEC", help="a model that plays the people, such as openai:MODEL")
    given = parser.parse_args()
    if given.user:
        print("\n".join(fidelity_lines(given.user, given.lives)))
        return 0
    met = print_simulator(given.people, given.lives) if given.lives else []
    print_suites(given.suites, given.suite_lives, given.data)
    return 0 if all(met) else 1


def print_simulator(people: int, lives: int) -> list[bool]:
    """Prints how true, recognisable and different people are. Returns whether each bar is met."""
    quiet = not sys.stderr.isatty()
    met: list[bool] = []

    def row(name: str, value: str, good: bool | None = None) -> None:
        if good is not None:
            met.append(good)
        print(f"{name:<58}{value:>22}   {'' if good is None else 'met' if good else 'missed'}", flush=True)

    by_seat = {s: [live(seed, s) for seed in range(lives)] for s in track(SEATS, "seats", disable=quiet)}
    lived = [life for found in by_seat.values() for life, _ in found]
    true, disclosures, fits, sessions = 0, 0, 0, 0
    for life in lived:
        facts = {f.id: f for person in life.scenario.persons for f in person.facts}
        caused = {c.fact.id: c.fact for known in life.knowledge.values() for c in known.effects.values()}
        for disclosure in life.ledger.disclosures:
            fact = (facts | caused).get(disclosure.fact)
            if disclosure.fact and disclosure.how != "implied":
                disclosures += 1
                true += fact is not None and fact.since <= disclosure.time and fact.value.startswith(disclosure.value)
        for session in life.scenario.sessions:
            sessions += 1
            fits += is_free(life.scenario.person(session.person).persona, session.start, session.budget)
    row("disclosures true of the life [100%]", f"{true} of {disclosures}", true == disclosures)
    row("sessions within the person's hours [100%]", f"{fits} of {sessions}", fits == sessions)
    for trait in track(TRAITS, "traits", disable=quiet):
        hits = recognise(trait, people)
        low, high = interval(hits)
        row(f"{trait} told from lines [above .50]", f"{sum(hits) / len(hits):.2f} ({low:.2f}-{high:.2f})", low > 0.5)
    scripted = [lines(life) for life, _ in by_seat["scripted"]]
    every = [pair for said in scripted for pair in pairs(said)]
    own = float(np.mean([overlap(said[::2], said[1::2]) for said in scripted]))
    across = float(
        np.mean([overlap(a[::2], b[1::2]) for i, a in enumerate(scripted) for j, b in enumerate(scripted) if i != j])
    )
    row("distinct pairs of words", f"{len(set(every)) / len(every):.2f}")
    row("pairs shared within a person", f"{own:.3f}")
    row("pairs shared between persons [fewer]", f"{across:.3f}", across < own)
    heard, trust, left = {}, {}, {}
    for seat, found in by_seat.items():
        heard[seat] = float(np.mean([len(life.ledger.told) for life, _ in found]))
        trust[seat] = float(np.mean([end for _, end in found]))
        left[seat] = float(np.mean([sum(s.ending == "left" for s in life.sessions) for life, _ in found]))
        row(f"{seat}: facts heard, trust, sessions left", f"{heard[seat]:.1f}, {trust[seat]:.2f}, {left[seat]:.1f}")
    row("nobody is trusted more than the ideal listener", "", trust["ideal-listener"] == max(trust.values()))
    row("nobody hears more than the ideal listener", "", heard["ideal-listener"] == max(heard.values()))
    row("the fabricator is trusted least", "", min(trust, key=lambda seat: trust[seat]) == "fabricator")
    row("the interrogator is left most", "", max(left, key=lambda seat: left[seat]) == "interrogator")
    failed = [life for life in lived if life.ending is None or not life.ending.valid]
    ours = [life for life in failed if life.ending in (Ending.USER_ERROR, Ending.EVALUATOR_ERROR)]
    row("failed episodes, by the simulator's fault [0]", f"{len(failed)} of {len(lived)}, {len(ours)}", not ours)
    return met


if __name__ == "__main__":
    sys.exit(main())
