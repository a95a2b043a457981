"""Systems against scenarios: running, measuring, comparing. Rows that read the ledger or the world are built here.

Other modules of this folder may change without notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from regulars.face import open_face

if TYPE_CHECKING:
    from regulars.evaluation.evaluate import evaluate
    from regulars.evaluation.explain import explain
    from regulars.evaluation.recorded_run import find_episode, find_probe, open_run
    from regulars.evaluation.replay import replay
    from regulars.evaluation.runs import Run
    from regulars.evaluation.statistics import interval

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
