"""Converts feedback to and from the formats of MemoryBench (arXiv 2510.17281): triples, and both shapes of records.

A dialog of MemoryBench is a session, and a round is a reply of the assistant. Only feedback that was shown is written.
The records have no field for remarks or for the reply that a round is about; the triples have the words.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from regulars.datasets.episode_record import EpisodeRecord
from regulars.dialogue import ASSISTANT, Feedback, FeedbackAction
from regulars.errors import DataError

_ACTIONS = {action.name.lower(): action for action in FeedbackAction}


@dataclass(frozen=True, slots=True)
class Round:
    """The feedback on one reply of a dialog.

    Attributes:
        number: The number of the reply among the assistant's replies in the dialog, from 1.
        action: Like, dislike, copy or none.
        satisfaction: 0 to 10; None if not shown.
        terminated: Whether the dialog ended with this round.
        text: The remark, which MemoryBench's records cannot hold.
    """

    number: int
    action: FeedbackAction
    satisfaction: float | None = None
    terminated: bool = False
    text: str = ""


def rounds(record: EpisodeRecord) -> dict[int, list[Round]]:
    """Returns the feedback of an episode by session, in the order of the replies that it is about.

    The feedback on the last reply that the person answered terminates the dialog. Delayed feedback is listed with the
    reply that it is about.
    """
    turns = [(turn.id, turn.session, turn.speaker == ASSISTANT) for turn in record.transcript]
    return rounds_by_session(turns, record.feedback)


def rounds_by_session(turns: Sequence[tuple[str, int, bool]], given: Iterable[Feedback]) -> dict[int, list[Round]]:
    """Returns feedback as `rounds` does.

    Args:
        turns: The id and the session of each turn, and whether the assistant said it, in order.
        given: The feedback, about turns of the assistant.
    """
    replies: dict[int, list[str]] = {}
    session_of: dict[str, int] = {}
    for id, session, is_reply in turns:
        if is_reply:
            replies.setdefault(session, []).append(id)
            session_of[id] = session
    last = {session: _last_answered(turns, session) for session in replies}
    found: dict[int, list[Round]] = {}
    for feedback in given:
        about = feedback.about
        session = session_of[about]
        found.setdefault(session, []).append(
            Round(
                replies[session].index(about) + 1,
                feedback.action,
                feedback.satisfaction,
                about == last[session],
                feedback.text,
            )
        )
    return {session: sorted(given, key=lambda one: one.number) for session, given in sorted(found.items())}


def _last_answered(turns: Iterable[tuple[str, int, bool]], wanted: int) -> str:
    """The last reply in the session that the person answered; empty if there is none."""
    last = reply = ""
    for id, session, is_reply in turns:
        if session == wanted:
            if is_reply:
                reply = id
            elif reply:
                last = reply
    return last


def triples(given: Iterable[Round]) -> list[tuple[bool, str, str]]:
    """Converts rounds to the triples of MemoryBench's simulator: `(stop, text, action)`."""
    return [(one.terminated, one.text, one.action.name.lower()) for one in given]


def to_list_shape(given: Iterable[Round]) -> list[dict[str, Any]]:
    """Converts rounds to `implicit_feedback` with numbers from 1, lists of actions, and satisfaction if shown."""
    return [
        {
            "round": one.number,
            "implicit_actions": [] if one.action is FeedbackAction.NONE else [one.action.name.lower()],
            **({} if one.satisfaction is None else {"satisfaction_score": one.satisfaction}),
            "terminated": one.terminated,
        }
        for one in given
    ]


def to_single_shape(given: Iterable[Round]) -> list[dict[str, Any]]:
    """Converts rounds to `implicit_feedback` with numbers from 0 and one action, without satisfaction."""
    return [
        {"round": one.number - 1, "implicit_action": one.action.name.lower(), "terminated": one.terminated}
        for one in given
    ]


def read_rounds(given: Sequence[Mapping[str, Any]], where: str = "implicit_feedback") -> list[Round]:
    """Reads `implicit_feedback` of either shape, which each entry shows by its keys.

    Args:
        given: The entries.
        where: The name of the list, for error messages.

    Raises:
        DataError: An entry has neither shape, several actions, an action other than `like`, `dislike`, `copy` and
            `none`, or a number or satisfaction out of range.
    """
    return [_read(entry, f"{where}[{place}]") for place, entry in enumerate(given)]


def _read(entry: Mapping[str, Any], where: str) -> Round:
    if "implicit_actions" in entry:
        actions, first = entry["implicit_actions"], 1
    elif "implicit_action" in entry:
        actions, first = [entry["implicit_action"]], 0
    else:
        raise DataError(
            "not feedback of MemoryBench", where=where, expected="'implicit_actions', a list, or 'implicit_action'"
        )
    number, satisfaction = entry.get("round"), entry.get("satisfaction_score")
    if not isinstance(number, int) or number < first:
        raise DataError(f"'round' is {number!r}", where=where, expected=f"a whole number from {first}")
    if not isinstance(actions, list) or len(actions) > 1:
        raise DataError(f"invalid actions {actions!r}", where=where, expected="a list with one action, or none")
    action = actions[0] if actions else "none"
    if not isinstance(action, str) or action not in _ACTIONS:
        raise DataError(f"unknown action {action!r}", where=where, expected=", ".join(_ACTIONS))
    if satisfaction is not None and not (isinstance(satisfaction, (int, float)) and 0 <= satisfaction <= 10):
        raise DataError(f"'satisfaction_score' is {satisfaction!r}", where=where, expected="a number from 0 to 10")
    score = None if satisfaction is None else float(satisfaction)
    return Round(number - first + 1, _ACTIONS[action], score, bool(entry.get("terminated", False)))
