"""A session as text, for people at a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.dialogue import ASSISTANT, Turn

_SHOWN = 64
"""Turns that are shown of a running session at most."""


def session_text(turns: Sequence[Turn], *, heading: bool) -> str:
    """The turns one a line, under the session's number and date."""
    if not turns:
        return ""
    lines = []
    if heading:
        lines.append(f"--- session {turns[0].session} · {turns[0].time:%A %d %B %Y, %H:%M} ---")
    for turn in turns:
        who = "assistant" if turn.speaker == ASSISTANT else turn.name
        lines.append(f"{turn.time:%H:%M} {who}: {turn.text}")
    return "\n".join(lines)


def running_text(transcript: Sequence[Turn]) -> str:
    """The session of the last turn, as far as it got; empty before anything was said."""
    last = transcript[-_SHOWN:]
    return session_text([turn for turn in last if turn.session == last[-1].session], heading=True)


def unseen_text(transcript: Sequence[Turn], seen: int) -> str:
    """The turns behind the first `seen`, with a heading where they begin a session."""
    fresh = transcript[seen:]
    return session_text(fresh, heading=seen == 0 or (bool(fresh) and fresh[0].session != transcript[seen - 1].session))
