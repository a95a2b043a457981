"""`regulars play --seat user`: a person at the terminal plays the user, with a life and an agenda."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

import typer

from regulars import registry
from regulars.agents.cast import Cast
from regulars.briefing import Pending, UserBriefing
from regulars.cli.escapes import escaped, shortened
from regulars.cli.play import ask
from regulars.counted import counted
from regulars.dialogue import FeedbackAction, Phase
from regulars.envs.aec import LifeAEC
from regulars.envs.ledger import Disclosure
from regulars.errors import ConfigurationError
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.world import Act

SEAT = "user_0"
RATINGS = {"+": FeedbackAction.LIKE, "-": FeedbackAction.DISLIKE}


def play_user(*, seed: int, sessions: int, feedback: str, assistant: str) -> None:
    """Plays one life with the person at the terminal as the user.

    An empty line closes the session. A leading `+` or `-` likes or dislikes the last reply.

    Args:
        seed: The seed of the life.
        sessions: The number of sessions.
        feedback: The feedback policy of the environment.
        assistant: The spec of the assistant.

    Raises:
        ConfigurationError: The assistant is asynchronous.
    """
    env, cast = life_with_user(seed=seed, sessions=sessions, feedback=feedback, assistant=assistant)
    session = -1
    while env.ending is None:
        agent = env.agent_selection
        seen = env.observe(agent)
        if agent != SEAT:
            env.step(cast[agent](seen))
            continue
        briefing = env.briefing(SEAT)
        assert isinstance(briefing, UserBriefing)
        if int(seen["session"]) != session:
            session = int(seen["session"])
            _introduce(briefing, session, datetime.fromisoformat(str(seen["date"])))
        if seen["message"]:
            typer.echo(escaped(f"Assistant: {shortened(str(seen['message']))}", lines=True))
        if seen["phase"] == Phase.CLOSING:
            typer.secho("    (the session is closing: your last line)", dim=True)
        line = ask()
        if line is None:
            typer.echo("\nYou left.")
            break
        known, raised = len(env.ledger.disclosures), env.life.pending
        about = str(seen["turn_id"])
        rating = RATINGS.get(line[:1]) if about else None
        env.step(typed_action(line if rating is None else line[1:], about, rating=rating))
        pending = env.life.pending if env.life.pending is not raised else None
        for found in recognised(env.ledger.disclosures[known:], pending):
            typer.secho(f"    ({found})", dim=True)
    cast.close("left" if env.ending is None else str(env.ending))
    over = f"The life is over ({env.ending})" if env.ending else "The life is not over"
    typer.echo(
        f"\n{over}. You told {counted(len(env.ledger.disclosures), 'fact')} in {counted(len(env.transcript), 'turn')}."
    )


def life_with_user(
    *, seed: int, sessions: int, feedback: str, assistant: str, user: Any = None
) -> tuple[LifeAEC, Cast]:
    """A life at its first line, with the seat of one user, and the cast that plays it.

    Args:
        seed: The seed of the life.
        sessions: The number of sessions.
        feedback: The feedback policy of the environment.
        assistant: The spec of the assistant.
        user: The policy of the user's seat; None if the caller steps in its place.

    Raises:
        ConfigurationError: The assistant is asynchronous.
    """
    env = LifeAEC(sessions=sessions, feedback=feedback, played=("evaluator",))
    cast = Cast(env, assistant=registry.build("assistant", assistant), user=user)
    if cast.asynchronous:
        raise ConfigurationError(
            f"{assistant} is asynchronous", where="--assistant", expected="a synchronous assistant"
        )
    cast.reset(seed=seed)
    return env, cast


def typed_action(
    line: str, about: str, *, rating: FeedbackAction | None = None, closes: bool = False, tells: str = ""
) -> dict[str, object]:
    """The action for a line.

    Args:
        line: The line. An empty one closes the session.
        about: The id of the last reply; empty for none.
        rating: What the person thinks of the last reply.
        closes: Whether the line closes the session.
        tells: The id of the fact or act that it carries; empty to recognise them by its words.
    """
    action: dict[str, object] = {"message": line.strip()}
    if rating is not None and about:
        action |= {"rating": int(rating), "about": about}
    if closes or not action["message"]:
        action["close"] = 1
    if tells:
        action["tells"] = tells
    return action


def _introduce(briefing: UserBriefing, number: int, moment: datetime) -> None:
    """Prints the person's name, facts and agenda."""
    typer.secho(f"\n--- session {number} · {moment:%A %d %B %Y, %H:%M} ---", dim=True)
    typer.echo(f"You are {briefing.person.name}. Your life now (* = you told the assistant):")
    for id in briefing.facts:
        typer.echo(f"  {'*' if id in briefing.told else ' '} {fact_words(briefing, id)}")
    acts = briefing.session.agenda if briefing.session is not None else ()
    typer.echo("Your agenda:")
    for act in acts:
        typer.echo(f"  - {act_words(briefing, act)}")
    typer.secho("Empty line: close the session. Leading + or -: like or dislike the reply. Ctrl-D: leave.", dim=True)


def fact_words(briefing: UserBriefing, id: str) -> str:
    """A fact of the person's life in words."""
    fact = briefing.facts[id]
    words = Language.load("english").value_words(fact.attribute, fact.value)
    return f"{load_ontology().attribute(fact.attribute).label}: {words}"


def act_words(briefing: UserBriefing, act: Act) -> str:
    """An act in words, with its disclosure mode unless it is open."""
    kind = str(act.kind).replace("_", " ")
    if act.fact and act.fact in briefing.facts:
        mode = "" if str(act.mode) == "open" else f" (only if {act.mode})"
        return f"{kind}: {fact_words(briefing, act.fact)}{mode}"
    ontology = load_ontology()
    about = ontology.attribute(act.attribute).label if act.attribute in ontology else ""
    options = f", one of {', '.join(act.options)}" if act.options else ""
    return f"{kind}{f': {about}' if about else ''}{options}"


def recognised(disclosures: Iterable[Disclosure], pending: Pending | None) -> list[str]:
    """What a line told the assistant, and what it asked, in words."""
    language, ontology = Language.load("english"), load_ontology()
    found = [
        f"told: {ontology.attribute(one.attribute).label}, {language.value_words(one.attribute, one.value)}"
        for one in disclosures
    ]
    if pending is not None:
        found.append(f"asked: {pending.act.kind if pending.act is not None else 'a question'}")
    return found
