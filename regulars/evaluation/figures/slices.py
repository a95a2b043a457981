"""Places figures by session and by distance: which session a question, a reply or a feedback belongs to.

These slices are computed on request, since a run of many sessions has many of them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import ProbeRecord
from regulars.errors import ConfigurationError, did_you_mean
from regulars.scenarios.kinds import ProbeKind

SESSION = "session"
DISTANCE = "distance"
SLICES = (SESSION, DISTANCE)
"""The parts of a life by which figures can be sliced, beside those that every run has."""

DISTANCES = (50, 100, 200, 400, 800)
"""The upper ends of the ranges of distance, in utterances; the last range is open."""


def check_slices(wanted: Collection[str]) -> None:
    """Raises `ConfigurationError` for a name that is none of `SLICES`."""
    for name in wanted:
        if name not in SLICES:
            raise ConfigurationError(
                f"unknown slice {name!r}", where="slices", expected=" or ".join(SLICES),
                remedy=did_you_mean(name, SLICES),
            )  # fmt: skip


def distance_range(distance: int) -> str:
    """The range of a distance, such as `0-50`; `801-` is the last one.

    Args:
        distance: Utterances between the evidence and the question, from 0.
    """
    low = 0
    for high in DISTANCES:
        if distance <= high:
            return f"{low}-{high}"
        low = high + 1
    return f"{low}-"


def is_slice(name: str, measured: Collection[str]) -> bool:
    """Whether a name is a slice that a run may lack: a kind, a session or a range of distance, if it has any such.

    Args:
        name: The name, such as `kind=update`, `session=3` or `distance=0-50`.
        measured: The slices that the run has.
    """
    part, _, value = name.partition("=")
    if not any(other.startswith(f"{part}=") for other in measured):
        return False
    if part == DISTANCE:
        return value in {distance_range(low) for low in (0, *(high + 1 for high in DISTANCES))}
    return value.isdecimal() if part == SESSION else part == "kind" and value in {*ProbeKind}


class Places:
    """The slices of the questions and turns of an episode.

    A question in the conversation belongs to the session in which it was asked, and an out-of-band question to the
    latest session that had begun. Its distance is the number of utterances from its evidence to the question.

    Args:
        record: The episode.
        wanted: Names from `SLICES`.
    """

    def __init__(self, record: EpisodeRecord, wanted: Collection[str]) -> None:
        self._wanted = wanted
        self._numbers = [session.number for session in record.sessions]
        self._starts = [session.started for session in record.sessions]
        self._replied = {outcome.turn: probe for probe in record.probes for outcome in probe.outcomes if outcome.turn}
        self._probes = {probe.id: probe for probe in record.probes}

    @property
    def by_session(self) -> bool:
        """Whether figures are sliced by session."""
        return SESSION in self._wanted

    def of_probe(self, probe: ProbeRecord) -> Iterator[str]:
        """The slices of a question; none for a question that was not asked."""
        outcome = probe.first
        if outcome is None:
            return
        if SESSION in self._wanted:
            begun = bisect_right(self._starts, outcome.time)
            number = _session(outcome.turn) or (self._numbers[begun - 1] if begun else 0)
            yield f"{SESSION}={number}"
        if DISTANCE in self._wanted and outcome.horizon >= 0:
            yield f"{DISTANCE}={distance_range(outcome.horizon)}"

    def of_reply(self, turn: str, probe: str = "") -> Iterator[str]:
        """The slices of a reply: its session, and the distance of the question that it answers.

        Args:
            turn: The id of the reply.
            probe: The id of the out-of-band question that it answers, else empty.
        """
        answered = self._probes.get(probe) if probe else self._replied.get(turn)
        if answered is not None:
            yield from self.of_probe(answered)
        elif SESSION in self._wanted and _session(turn):
            yield f"{SESSION}={_session(turn)}"


def _session(turn: str) -> int:
    """The session of a turn such as `s012.t03`; 0 for none."""
    name = turn.partition(".")[0]
    return int(name[1:]) if name.startswith("s") and name[1:].isdecimal() else 0
