"""The infos of seats: numbers on where an episode stands, on the answer judged last, and on the reward."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from regulars.dialogue import ASSISTANT, VerdictKind
from regulars.envs.life.outcomes import RewardNote
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.rewards.metrics.reward_terms import JudgedQuestion, Weights

if TYPE_CHECKING:
    from regulars.envs.saved_state import Episode

_EMPTY = {
    role: dict.fromkeys(
        (
            *("valid", "session", "turn", "ending"),
            *("judged", "verdict", "attempt", "answerable"),
            *(f"reward_{name}" for name in Weights.terms(role)),
        ),
        0.0,
    )
    for role in ("user", "assistant", "evaluator")
}
"""Every key of an info, by role."""


def seat_info(episode: Episode, seat: str) -> dict[str, float]:
    """The info of a seat, as `LifeAEC.info` documents it."""
    life = episode.life
    ending = life.ending
    info = _EMPTY[seat.rpartition("_")[0]].copy()
    if ending is None:
        info["valid"] = 1.0
    else:
        info["valid"], info["ending"] = float(ending.valid), float(ending.number)
    if life.sessions:
        last = life.sessions[-1]
        info["session"], info["turn"] = float(last.number), float(last.utterances)
    if seat in episode.judged:
        info.update(episode.judged[seat])
    return info


def verdict_in_numbers(kind: VerdictKind, question: JudgedQuestion) -> dict[str, float]:
    """What an info says about a verdict on an answer."""
    return {
        "judged": 1.0,
        "verdict": float(kind),
        "attempt": float(question.attempt),
        "answerable": float(question.answerable),
    }


def add_terms(notes: Iterable[RewardNote], user: str, judged: dict[str, dict[str, float]]) -> None:
    """Adds reward terms to what the infos of their seats say.

    Args:
        notes: The terms.
        user: The seat of the person in session.
        judged: What each seat's info says; it is changed.
    """
    for note in notes:
        own = judged.setdefault(ASSISTANT_SEAT if note.seat == ASSISTANT else user, {})
        for name, value in note.terms.items():
            key = f"reward_{name}"
            own[key] = own.get(key, 0.0) + value
