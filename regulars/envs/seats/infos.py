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

_ROLES = ("user", "assistant", "evaluator")
_TERM_KEYS = {name: f"reward_{name}" for role in _ROLES for name in Weights.terms(role)}
_EMPTY = {
    role: {
        "valid": 1.0,
        **dict.fromkeys(("session", "turn", "ending", "judged", "verdict", "attempt", "answerable"), 0.0),
        **{_TERM_KEYS[name]: 0.0 for name in Weights.terms(role)},
    }
    for role in _ROLES
}
"""Every key of an info, by role, with what it holds if there is nothing to say."""


def seat_info(episode: Episode, seat: str) -> dict[str, float]:
    """The info of a seat, as `LifeAEC.info` documents it."""
    life = episode.life
    ending = life.ending
    info = _EMPTY[seat.rpartition("_")[0]].copy()
    if ending is not None:
        info["valid"], info["ending"] = float(ending.valid), float(ending.number)
    if life.sessions:
        last = life.sessions[-1]
        info["session"], info["turn"] = float(last.number), float(last.utterances)
    said = episode.judged.get(seat)
    if said is not None:
        info.update(said)
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
            if value:
                key = _TERM_KEYS[name]
                own[key] = own.get(key, 0.0) + value
