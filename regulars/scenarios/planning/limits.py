"""Plans which requests have a limit in time, after which an answer is worthless."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from regulars.scenarios.kinds import ActKind
from regulars.scenarios.world import Act
from regulars.seeding import SeedTree

WITHIN = (60, 240)
"""Seconds that an answer may take, where there is such a limit: DialSim (arXiv 2406.13144) gives six, of real time."""

DUE = (10, 25)
"""Minutes from the session's start to a deadline, where there is one."""


def with_limits(acts: Iterable[Act], node: SeedTree, share: float, start: datetime) -> list[Act]:
    """Gives a share of the questions and requests a deadline or a limit, drawn by the act.

    Args:
        acts: Of one session.
        node: The person's node.
        share: Of the questions and requests.
        start: When the session begins.
    """
    return [_limited(act, node, share, start) if act.kind in (ActKind.ASK, ActKind.REQUEST) else act for act in acts]


def _limited(act: Act, node: SeedTree, share: float, start: datetime) -> Act:
    draws = node.draws("limit", act.id)
    if draws.uniform() >= share:
        return act
    if draws.uniform() < 0.5:
        return replace(act, due=start + timedelta(minutes=draws.between(*DUE)))
    return replace(act, within=timedelta(seconds=draws.between(*WITHIN)))
