"""Replies of the assistant with the feedback that people gave."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from regulars.dialogue import ASSISTANT, Feedback, Turn


def replied(make_turn, number: int, text: str, scope: str = "p1") -> Turn:
    """A reply of the assistant in the n-th place."""
    return replace(make_turn(number, text, scope), speaker=ASSISTANT, name="Assistant")


def wish(kind: str = "stated") -> str:
    """A remark that names the wish for one sentence."""
    from regulars.scenarios.rules.standing import load_rules

    setting = load_rules()["length"].settings["one_sentence"]
    return getattr(setting, kind)[0]


def shown(number: int, make_turn, **what: object) -> Feedback:
    return Feedback(make_turn(number).id, time=make_turn(number).time + timedelta(minutes=1), **what)


def tell(memory, make_turn, number: int, reply: str, message: str = "I went for a walk", scope: str = "p1", **what):
    """A message, a reply and feedback on it."""
    memory.observe(make_turn(number, message, scope))
    memory.observe(replied(make_turn, number + 1, reply, scope))
    if what:
        memory.feedback(shown(number + 1, make_turn, **what), None)
