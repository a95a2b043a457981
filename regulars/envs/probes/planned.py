"""The planned probes that were not asked yet, and when they are due."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from regulars.scenarios.kinds import Band, ScenarioOrigin
from regulars.scenarios.world import Probe, Scenario


class PlannedProbes:
    """The out-of-band probes of a scenario that were not asked yet.

    Args:
        scenario: The scenario.
        probes: `fork` asks at the planned dates, `end` after the last session, `off` never. Recorded questions are
            asked at their place in the recording, except under `off`.

    Attributes:
        by_id: All planned probes, also in-session ones, by id.
    """

    __slots__ = ("_before", "_last", "_waiting", "by_id")

    def __init__(self, scenario: Scenario, probes: str) -> None:
        self.by_id = {probe.id: probe for probe in scenario.probes}
        self._last = probes == "end" and scenario.source is ScenarioOrigin.GENERATED
        asked = scenario.probes if probes != "off" else ()
        outside = [probe for probe in asked if probe.band is Band.OUT and not probe.before]
        self._waiting = sorted(outside, key=lambda probe: probe.time)[::-1]
        self._before: dict[str, list[Probe]] = {}
        for probe in asked:
            if probe.before:
                self._before.setdefault(probe.before, []).append(probe)

    def next_due(self, coming: datetime | None) -> Probe | None:
        """Takes the next probe that is due before a session starts at `coming`; None means after the last session."""
        if not self._waiting:
            return None
        if coming is not None and (self._last or self._waiting[-1].time >= coming):
            return None
        return self._waiting.pop()

    def before(self, turn: str) -> Sequence[Probe]:
        """The recorded questions before a recorded turn."""
        return self._before.get(turn, ())
