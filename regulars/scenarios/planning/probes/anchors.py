"""Questions about anchors: at fixed dates, and for anchors that are never told as for those that are.

`plan.py` keeps room for these questions and asks them out of band.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from regulars.scenarios.planning.probes.base_kinds import Occasions
from regulars.scenarios.planning.probes.scenes import Candidate
from regulars.seeding import SeedTree

SESSIONS_BETWEEN = 3
"""Number of sessions from the one that tells an anchor to the first question about it."""

Dated = tuple[int, Candidate]
"""A question, with the number of sessions after which it is asked."""


class Anchors:
    """The anchors of a scenario's persons, and the questions about them.

    Args:
        occasions: The questions about each person.
        last: Number of sessions of the scenario.
    """

    def __init__(self, occasions: Sequence[Occasions], last: int) -> None:
        self._occasions = occasions
        self._last = last

    def kept(self, left: int, absent: float) -> int:
        """How many of the questions that are left are kept for anchors.

        There is room for all anchors, told or not, but for no more than half of what is left. At least one question is
        kept for each anchor that is told.

        Args:
            left: Number of questions that are still to be planned.
            absent: Share of unanswerable questions.
        """
        told = [(its, name) for its in self._occasions for name in its.told.anchored]
        asked = sum(len(some) for its, name in told for some in self._questions(its, name))
        return max(len(told), min(round(asked / max(1e-9, 1.0 - absent)), left // 2))

    def due(self, node: SeedTree, most: int, absent: float) -> dict[int, list[Candidate]]:
        """The questions, by the number of sessions after which they are asked.

        Each anchor is asked about some sessions after its disclosure, and at the end. Anchors that are never told make
        up a share `absent` as far as there is room, so a repeated question does not show that it has an answer. If the
        questions about anchors that are told do not all fit, each anchor has one first.

        Args:
            node: The scenario's node.
            most: Greatest number of questions.
            absent: Share of unanswerable questions.
        """
        first_of_each: list[Dated] = []
        early: list[Dated] = []
        final: list[Dated] = []
        never: list[list[list[Dated]]] = []
        for occasions in self._occasions:
            for name in sorted(occasions.told.anchored):
                found, again = self._questions(occasions, name)
                first_of_each += found[:1]
                early += found
                final += again
            unsaid = list(occasions.unsaid_anchors)
            node.draws("anchors", occasions.told.person).shuffle(unsaid)
            never.append([[*found, *again] for found, again in (self._questions(occasions, name) for name in unsaid)])
        planned = early + final
        if len(planned) > most:
            rest = [one for one in planned if not any(one is each for each in first_of_each)]
            planned = (first_of_each + rest)[:most]
        wanted = min(most, round(len(planned) / max(1e-9, 1.0 - absent)))
        for each in zip_longest(*never, fillvalue=[]):  # one of each person's in turn
            for group in each:
                if len(planned) + len(group) <= wanted:
                    planned += group
        due: dict[int, list[Candidate]] = {}
        for position, candidate in planned:
            due.setdefault(position, []).append(candidate)
        return due

    def _questions(self, occasions: Occasions, name: str) -> tuple[list[Dated], list[Dated]]:
        """The first questions about an anchor, told or not, and the last ones."""
        last, told = self._last, occasions.told
        first = min((told.sessions(name) or told.would_be_told(name))[0] + SESSIONS_BETWEEN, last)
        final = occasions.of(name, last) if first < last else ()
        return [(first, one) for one in occasions.of(name, first)], [(last, one) for one in final]
