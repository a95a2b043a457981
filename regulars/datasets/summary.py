"""Says in a few lines how data was read: the format, whether it was guessed, and counts that show a wrong guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from regulars.counted import counted
from regulars.datasets.formats import OpenedData, OpenedFile
from regulars.datasets.recording import ISSUES
from regulars.scenarios.kinds import ScenarioOrigin
from regulars.scenarios.world import Scenario

OTHER = "other"
"""The kind of issues that no `Recording` wrote."""


def describe(data: OpenedData) -> list[str]:
    """Returns one line for each format in the data, and one for its issues if there are any.

    Example:
        >>> from regulars.datasets.formats import OpenedData, OpenedFile
        >>> from regulars.scenarios import generate
        >>> file = OpenedFile("ada.jsonl", "scenarios", True, [generate(1, sessions=2, probes_per_session=0)])
        >>> describe(OpenedData("ada.jsonl", [file]))
        ['ada.jsonl: read as scenarios (detected by content): 1 life, 2 sessions, 0 turns, 0 questions']
    """
    groups: dict[tuple[str, bool], list[OpenedFile]] = {}
    for file in data.files:
        groups.setdefault((file.reader, file.is_guess), []).append(file)
    lines = []
    for (reader, is_guess), files in groups.items():
        scenarios = [scenario for file in files for scenario in file.scenarios]
        names = data.name if len(groups) == 1 else ", ".join(Path(file.path).name for file in files[:3])
        several = f", {len(files)} files" if len(files) > 1 else ""
        how = "detected by content" if is_guess else "by name"
        lines.append(f"{names}: read as {reader} ({how}{several}): {count_contents(scenarios)}")
        lines += _issues(scenarios)
    return lines


def count_contents(scenarios: Sequence[Scenario]) -> str:
    """Counts conversations or lives, sessions, turns, and questions by kind, in words."""
    origins = {scenario.source for scenario in scenarios}
    what = ("life", "lives") if origins == {ScenarioOrigin.GENERATED} else ("conversation", "conversations")
    sessions = [session for scenario in scenarios for session in scenario.sessions]
    kinds = Counter(probe.kind for scenario in scenarios for probe in scenario.probes)
    parts = [
        counted(len(scenarios), *what),
        counted(len(sessions), "session"),
        counted(sum(len(session.turns) for session in sessions), "turn"),
        counted(kinds.total(), "question"),
    ]
    return ", ".join(parts) + (f" ({_listed(kinds)})" if kinds else "")


def count_issues(scenarios: Iterable[Scenario]) -> Counter[str]:
    """The number of issues of scenarios that a `Recording` built, by kind."""
    kinds = (issue.partition(":")[0] for scenario in scenarios for issue in scenario.issues)
    return Counter(kind for kind in kinds if kind in ISSUES)


def _issues(scenarios: Sequence[Scenario]) -> list[str]:
    kinds = count_issues(scenarios)
    others = sum(len(scenario.issues) for scenario in scenarios) - kinds.total()
    if others:
        kinds[OTHER] = others
    return [f"issues, each handled as `regulars validate` lists: {_listed(kinds)}"] if kinds else []


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count:,}" for kind, count in counts.most_common())
