"""Renders a session as text for a terminal."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from regulars.dialogue import ASSISTANT, Turn

if TYPE_CHECKING:
    from regulars.envs.saved_state import Episode

_SHOWN = 64
"""The maximum number of turns that are shown of a running session."""


def session_text(turns: Sequence[Turn], *, heading: bool) -> str:
    """The turns, one per line; with `heading` under the session's number and date."""
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
    """The session of the last turn so far; empty before the first turn."""
    last = transcript[-_SHOWN:]
    return session_text([turn for turn in last if turn.session == last[-1].session], heading=True)


def unseen_text(transcript: Sequence[Turn], seen: int) -> str:
    """The turns after the first `seen`, with a heading if they begin a session."""
    fresh = transcript[seen:]
    return session_text(fresh, heading=seen == 0 or (bool(fresh) and fresh[0].session != transcript[seen - 1].session))


def rendered(episode: Episode, mode: str | None) -> str | None:
    """Returns the running session as text (`ansi`), or prints its new turns (`human`)."""
    transcript = episode.life.transcript
    if mode == "human":
        fresh = unseen_text(transcript, episode.printed)
        if fresh:
            print(fresh)
        episode.printed = len(transcript)
        return None
    if mode == "ansi":
        return running_text(transcript)
    warnings.warn("render() does nothing: make the environment with render_mode='ansi' or 'human'", stacklevel=3)
    return None
