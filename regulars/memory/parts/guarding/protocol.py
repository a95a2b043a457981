"""Guards: what screens what goes into a memory and what comes out of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit


class Guard(Protocol):
    """Screens drafts and hits. Its `repr` shows its settings and nothing else; it is picklable."""

    def screen(self, draft: Draft, view: View) -> str:
        """Why a draft is to be held apart, where it is never found; empty if it is not."""
        ...

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits that may be shown, and what is to be done about the others, unless it is asked for a probe."""
        ...
