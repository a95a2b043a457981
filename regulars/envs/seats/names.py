"""The names of the seats, the seat that acts at each stage, and the seats that the environment plays."""

from __future__ import annotations

from collections.abc import Sequence

from regulars.envs.life.exchange import RoundStage
from regulars.errors import ConfigurationError, did_you_mean

ASSISTANT_SEAT = "assistant_0"
EVALUATOR_SEAT = "evaluator_0"

SEAT_AT = {
    RoundStage.ASSISTANT: ASSISTANT_SEAT,
    RoundStage.EVALUATOR: EVALUATOR_SEAT,
    RoundStage.LISTENER: ASSISTANT_SEAT,
    RoundStage.PROBED: ASSISTANT_SEAT,
    RoundStage.PROBE_EVALUATOR: EVALUATOR_SEAT,
}
"""The seat that acts at a stage. At `USER` it is the seat of the person in session."""


def played_seats(names: Sequence[str], seats: Sequence[str]) -> list[str]:
    """The seats that are filled from inside and are no agents.

    Args:
        names: Of seats, or of roles for all their seats.
        seats: All there are.

    Raises:
        ConfigurationError: A name is none of them, or no seat is left for an agent.
    """
    played: list[str] = []
    for name in names:
        found = [seat for seat in seats if seat == name or seat.rpartition("_")[0] == name]
        if not found:
            raise ConfigurationError(f"there is no seat {name!r}", remedy=did_you_mean(name, seats))
        played += [seat for seat in found if seat not in played]
    if len(played) == len(seats):
        raise ConfigurationError(
            "the environment plays all seats",
            where="played",
            expected="at least one seat for an agent",
            remedy="let regulars.Cast(env) fill the seats of an episode without a learner",
        )
    return played
