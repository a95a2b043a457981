"""A session as text, for people at a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.dialogue import ASSISTANT, Turn

__all__ = ["session_text"]


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
