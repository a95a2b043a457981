"""Compares memory systems and assistants on simulated lives or recorded conversations.

`evaluate` plays a run and measures it, `replay` measures a recorded run again, and `explain` shows what a memory did
for one question. `systems/` holds the systems to compare, `play/` plays episodes, `runs/` keeps runs on disk, and
`figures/` computes metrics.

Import from this module only; the modules below may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.evaluation.evaluate import evaluate
    from regulars.evaluation.explain import explain
    from regulars.evaluation.figures.statistics import interval
    from regulars.evaluation.replay import replay
    from regulars.evaluation.runs.finished import Run
    from regulars.evaluation.runs.recorded import find_episode, find_probe, open_run

__all__ = [
    "Run",
    "evaluate",
    "explain",
    "find_episode",
    "find_probe",
    "interval",
    "open_run",
    "replay",
]

open_face(__name__)
