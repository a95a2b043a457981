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

_UNJUDGED = {
    role: dict.fromkeys(
        ("judged", "verdict", "attempt", "answerable", *(f"reward_{name}" for name in Weights.terms(role))), 0.0
    )
    for role in ("user", "assistant", "evaluator")
}
"""What an info says about the answer and the reward until one is judged, by role."""


def seat_info(episode: Episode, seat: str) -> dict[str, float]:
    """The info of a seat, as `LifeAEC.info` documents it."""
    life, judged = episode.life, episode.judged.get(seat)
    ending = life.ending
    info = {
        "valid": 1.0 if ending is None or ending.valid else 0.0,
        "session": float(life.number),
        "turn": float(life.utterances),
        "ending": 0.0 if ending is None else float(ending.number),
        **_UNJUDGED[seat.rpartition("_")[0]],
    }
    if judged:
        info.update(judged)
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
