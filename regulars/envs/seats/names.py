"""The seats of a life: what they are called, who acts at which stage, and which are played from inside."""

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
"""Who acts at a stage; at `USER` the seat of the person whose session runs."""


def played_seats(names: Sequence[str], seats: Sequence[str]) -> list[str]:
    """The seats that are filled from inside and are no agents.

    Args:
        names: Of seats, or of roles for all their seats.
        seats: All there are.

    Raises:
        ConfigurationError: A name is none of them, or the assistant's.
    """
    played: list[str] = []
    for name in names:
        if name == "assistant" or name == ASSISTANT_SEAT:
            raise ConfigurationError(
                "the assistant's seat cannot be played from inside",
                remedy="put an assistant into it with regulars.Cast(env, assistant=...)",
            )
        found = [seat for seat in seats if seat == name or seat.rpartition("_")[0] == name]
        if not found:
            raise ConfigurationError(f"there is no seat {name!r} to be played", remedy=did_you_mean(name, seats))
        played += found
    return played
