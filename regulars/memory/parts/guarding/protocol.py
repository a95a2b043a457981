"""Guards: screen new drafts on the way into a memory and hits on the way out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.view import View
from regulars.memory.protocol import Cue, Hit


class Guard(Protocol):
    """Screens drafts and hits. It is picklable, and its `repr` shows only its settings."""

    def screen(self, draft: Draft, view: View) -> str:
        """The reason to quarantine a draft, so that recalls never find it; empty to accept it."""
        ...

    def sift(self, cue: Cue, hits: Sequence[Hit], view: View) -> tuple[Sequence[Hit], Iterable[Op]]:
        """The hits that may be shown, and operations on the others, which are skipped for a probe."""
        ...
