"""Plans which requests have a time limit. A later answer is worthless."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime, timedelta

from regulars.scenarios.kinds import ActKind
from regulars.scenarios.world import Act
from regulars.seeding import SeedTree

WITHIN = (60, 240)
"""Range of seconds for an answer with such a limit. DialSim (arXiv 2406.13144) gives six seconds of real time."""

DUE = (10, 25)
"""Range of minutes from the session's start to a deadline."""


def with_limits(acts: Iterable[Act], node: SeedTree, share: float, start: datetime) -> list[Act]:
    """Gives a share of the questions and requests a deadline or a limit, drawn by the act.

    Args:
        acts: The acts of one session.
        node: The person's node.
        share: Share of the questions and requests with a limit.
        start: The session's start.
    """
    return [_limited(act, node, share, start) if act.kind in (ActKind.ASK, ActKind.REQUEST) else act for act in acts]


def _limited(act: Act, node: SeedTree, share: float, start: datetime) -> Act:
    draws = node.draws("limit", act.id)
    if draws.uniform() >= share:
        return act
    if draws.uniform() < 0.5:
        return replace(act, due=start + timedelta(minutes=draws.between(*DUE)))
    return replace(act, within=timedelta(seconds=draws.between(*WITHIN)))
