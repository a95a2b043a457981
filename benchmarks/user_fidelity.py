"""How faithfully a model words what a simulated person means to say; `user_realism.py --user SPEC` prints it.

Each life is played twice with the same scripted assistant: by the scripted user, and by the scripted user in the
model's words. Figures that depend on the wording stand side by side:
- first try: lines that pass the check at the first attempt, of those that the model words;
- copied: worded lines of which at least nine tenths of the words are those of the draft, in order;
- facts lost: facts that a line means to tell and the ledger did not take from it;
- drift: how far plain features of a person's lines move from the first half of a life to the second, as a mean of
  absolute differences in units of the spread between people; and people whose second half is nearer to their own first
  half than to anybody else's;
- feedback, if the model rates replies: how often it agrees with the scripted rule, and Cohen's kappa.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from regulars import Cast, life_v0, registry
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.models.answer_log import AnswerLog, answers_noted
from regulars.agents.user.model import KEPT, ModelUser, ModelUserWork
from regulars.agents.user.scripted import ScriptedUser
from regulars.dialogue import ASSISTANT
from regulars.errors import ConfigurationError, ModelOutputError
from regulars.evaluation.figures.agreement import FEEDBACK, cohens_kappa
from regulars.scenarios.generator import generate
from regulars.scenarios.world import Scenario

SESSIONS = 6


@dataclass
class Spoken:
    """What a person said in a life.

    Attributes:
        lines: The lines, in order.
        drafts: The drafts of the lines that the model worded, each with its line.
        meant: Facts that each line meant to tell.
        entered: Facts that the ledger took from each line.
        fault: Why the model's seat failed; empty if it did not.
    """

    lines: list[str] = field(default_factory=list)
    drafts: list[tuple[str, str]] = field(default_factory=list)
    meant: list[set[str]] = field(default_factory=list)
    entered: list[set[str]] = field(default_factory=list)
    fault: str = ""

    @property
    def lost(self) -> int:
        """The number of facts that were meant and not entered."""
        return sum(len(meant - entered) for meant, entered in zip(self.meant, self.entered, strict=True))


def lived(scenario: Scenario, seed: int, user: ScriptedUser) -> Spoken:
    """Plays a life of one person with the scripted assistant."""
    env = life_v0.raw_env(scenario=scenario, reward_to="nobody")
    cast = Cast(env, assistant=ScriptedAssistant("bm25-turn"), user=user)
    found = Spoken()
    speak = user.speak

    def noted(work: Any) -> None:
        speak(work)
        found.meant.append({id for id in work.line.tells if id in work.briefing.facts})
        if isinstance(work, ModelUserWork) and work.asked:
            found.drafts.append((work.draft, work.text))

    user.speak = noted  # type: ignore[method-assign]
    cast.reset(seed=seed)
    try:
        cast.run()
    except ModelOutputError as error:
        found.fault = str(error)
    life = env.life
    entered: dict[str, set[str]] = {}
    for one in life.ledger.disclosures:
        entered.setdefault(one.turn, set()).add(one.fact)
    turns = [turn for turn in life.transcript if turn.speaker != ASSISTANT]
    found.lines = [turn.text for turn in turns]
    found.entered = [entered.get(turn.id, set()) for turn in turns]
    found.meant = found.meant[: len(turns)]
    return found


def likeness(draft: str, line: str) -> float:
    """The share of the words of both that stand in both in the same order, in [0, 1].

    Example:
        >>> likeness("I live in Bergen now.", "Well, I live in Bergen now.")
        0.9090909090909091
    """
    return SequenceMatcher(None, draft.split(), line.split(), autojunk=False).ratio()


def features(lines: Sequence[str]) -> list[float]:
    """Plain features of lines: words and sentences a line, length of words, shares of contractions and exclamations."""
    words = [word.strip(".,!?") for line in lines for word in line.split()]
    ends = sum(line.count(sign) for line in lines for sign in ".!?")
    return [
        len(words) / len(lines),
        ends / len(lines),
        sum(map(len, words)) / len(words),
        sum("'" in word for word in words) / len(words),
        sum(line.endswith("!") for line in lines) / len(lines),
    ]


def drift(people: Sequence[Sequence[str]]) -> tuple[float, float]:
    """How far people's lines move within a life, in spreads between people; and the share that stays recognisable.

    Args:
        people: The lines of each person, at least two lines and two people.
    """
    halves = np.asarray([[features(said[: len(said) // 2]), features(said[len(said) // 2 :])] for said in people])
    spread = halves.reshape(-1, halves.shape[-1]).std(axis=0)
    spread[spread == 0] = 1.0
    apart = np.abs(halves[:, 1][:, None] - halves[:, 0][None]) / spread  # person's second half x person's first half
    distances = apart.mean(axis=-1)
    nearest = distances.argmin(axis=1)
    return float(np.diag(distances).mean()), float(np.mean(nearest == np.arange(len(people))))


def model_user(spec: str) -> ModelUser:
    """A user by its spec. Raises `ConfigurationError` if no model words its lines."""
    user = registry.build("user", spec)
    if not isinstance(user, ModelUser):
        raise ConfigurationError(f"{spec!r} plays without a model", where="--user", expected="a spec, openai:MODEL")
    return user


def fidelity_lines(spec: str, lives: int) -> list[str]:
    """The report on a model, line by line.

    Args:
        spec: The user's spec, such as `openai:MODEL:feedback=model`.
        lives: How many lives of one person each are played.
    """
    scenarios = [generate(seed, sessions=SESSIONS, personas=True) for seed in range(lives)]
    plain = [lived(scenario, seed, registry.build("user", "scripted")) for seed, scenario in enumerate(scenarios)]
    with answers_noted() as log:
        worded = [lived(scenario, seed, model_user(spec)) for seed, scenario in enumerate(scenarios)]
    return [
        f"{spec}, {lives} lives of {SESSIONS} sessions",
        *_wording(worded, log),
        *_beside(plain, worded),
        *_felt(log),
    ]


def _wording(worded: Sequence[Spoken], log: AnswerLog) -> list[str]:
    origins = sum((Counter(one.lines) for one in log.models), Counter())
    asked = origins["first"] + origins["again"] + origins["failed"]
    pairs = [pair for one in worded for pair in one.drafts]
    alike = [likeness(*pair) for pair in pairs]
    faults = [one.fault for one in worded if one.fault]
    said = [
        f"  lines said as drafted: {origins['drafted']}; worded by the model: {asked}",
        f"  passed at the first try: {_share(origins['first'], asked)}; later: {origins['again']}; "
        f"never: {origins['failed']}",
        f"  copied: {_share(sum(one >= KEPT for one in alike), len(alike))}; words kept, mean: "
        f"{np.mean(alike) if alike else float('nan'):.2f}",
        f"  lives that ended by the model's fault: {len(faults)} of {len(worded)}",
    ]
    return said + [f"    {fault}" for fault in faults]


def _beside(plain: Sequence[Spoken], worded: Sequence[Spoken]) -> list[str]:
    both = {"scripted": plain, "model": worded}
    lost = ", ".join(f"{name} {sum(p.lost for p in of)} of {sum(map(_meant, of))}" for name, of in both.items())
    whole = [place for place, one in enumerate(worded) if not one.fault and len(one.lines) > 1]
    said = [f"  facts lost: {lost}"]
    if len(whole) > 1:
        moved = {name: drift([of[place].lines for place in whole]) for name, of in both.items()}
        said.append("  drift of persona: " + ", ".join(f"{name} {by:.2f}" for name, (by, _) in moved.items()))
        said.append("  people nearest to themselves: " + ", ".join(f"{n} {s:.0%}" for n, (_, s) in moved.items()))
    return said


def _felt(log: AnswerLog) -> list[str]:
    pairs = sum((Counter(one.feedback) for one in log.models), Counter())
    said = []
    for kind, action in FEEDBACK.items():
        counts = [0, 0, 0, 0]
        for pair, replies in pairs.items():
            scripted, decided = pair.split("/")
            counts[(scripted != action) * 2 + (decided != action)] += replies
        both, first, second, neither = counts
        kappa = cohens_kappa((both, first, second, neither))
        shown = "-" if kappa is None else f"{kappa:.2f}"
        said.append(f"  {kind}: agrees with the rule on {_share(both + neither, sum(counts))}, kappa {shown}")
    return said if pairs else []


def _meant(one: Spoken) -> int:
    return sum(map(len, one.meant))


def _share(part: int, of: int) -> str:
    return f"{part} of {of} ({part / of:.1%})" if of else "none"
