"""The special kinds: the out-of-band questions of each kind at a moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from regulars.scenarios.kinds import ProbeKind
from regulars.scenarios.planning.probes.choice_kinds import CHOICES
from regulars.scenarios.planning.probes.free_kinds import FREE
from regulars.scenarios.planning.probes.scenes import Candidate, Scene

CANDIDATES: Mapping[ProbeKind, Callable[[Scene], Iterator[Candidate]]] = {**FREE, **CHOICES}
"""The kinds that are asked out of band. In-band ones are planned with the agenda (`incidents`)."""
