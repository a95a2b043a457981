"""`regulars play`: a person at the terminal plays the assistant."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import Any

import typer

from regulars.cli.escapes import escaped
from regulars.dialogue import Feedback, Phase, VerdictKind, feedback_in
from regulars.envs.aec import LifeAEC
from regulars.envs.seats.names import ASSISTANT_SEAT


def play(*, seed: int, users: int, sessions: int, feedback: str, noise: str, probes: str) -> None:
    """Plays one life with the person at the terminal as the assistant.

    Args:
        seed: The seed of the life.
        users: The number of people.
        sessions: The number of sessions.
        feedback: The feedback policy.
        noise: Human noise; empty for none.
        probes: When out-of-band probes are asked: `end` or `off`.
    """
    env = life_to_play(seed=seed, users=users, sessions=sessions, feedback=feedback, noise=noise, probes=probes)
    session = -1
    while env.ending is None:
        seen = env.observe(ASSISTANT_SEAT)
        if int(seen["session"]) != session or seen["phase"] == Phase.PROBE:
            session = int(seen["session"])
            heading = "an out-of-band question" if seen["phase"] == Phase.PROBE else f"session {session}"
            moment = datetime.fromisoformat(str(seen["date"]))
            typer.secho(f"\n--- {heading} · {moment:%A %d %B %Y, %H:%M} ---", dim=True)
        shown = feedback_in(seen)
        if shown is not None:
            typer.secho(f"    (feedback: {told_rating(shown)})", dim=True)
        typer.echo(escaped(f"{seen['name']}: {seen['message']}", lines=True))
        reply = "" if seen["phase"] == Phase.CLOSING else ask()
        if reply is None:
            typer.echo("\nYou left.")
            break
        env.step(reply)
    _summary(env)


def life_to_play(*, seed: int, **options: Any) -> LifeAEC:
    """A life at its first line, in which code plays the users and the evaluator; `options` are those of `play`."""
    env = LifeAEC(**options, played=("user", "evaluator"))
    env.reset(seed=seed)
    return env


def ask() -> str | None:
    """Reads a line from the person at the terminal; None at the end of the input."""
    typer.echo("you: ", nl=False)
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None


def told_rating(feedback: Feedback) -> str:
    """What a person showed of a reply, in a few words."""
    rating = feedback.action.name.lower()
    if feedback.satisfaction is not None:
        rating += f", satisfaction {feedback.satisfaction:g} of 10,"
    return f"{rating} on {feedback.about}" + (f": {feedback.text}" if feedback.text else "")


def _summary(env: LifeAEC) -> None:
    verdicts = [o.verdict.kind for o in env.life.outcomes if o.verdict is not None and o.attempt == 1]
    correct = sum(kind is VerdictKind.CORRECT for kind in verdicts)
    over = f"The life is over ({env.ending})" if env.ending else "The life is not over"
    typer.echo(f"\n{over}. {correct} of your {len(verdicts)} answers to questions and requests were right.")
    for outcome in env.life.outcomes:
        if outcome.verdict is not None and outcome.verdict.kind is not VerdictKind.CORRECT and outcome.expectation:
            gold = ", ".join(outcome.expectation.gold)
            kind = outcome.verdict.kind.name.lower().replace("_", " ")
            right = f"the right answer was {gold}" if gold else "you were never told, so abstaining was right"
            typer.echo(f"  {outcome.probe.attribute.replace('_', ' ')}: {kind}; {right}")
