"""Says in a few lines how data was read: the format, whether it was guessed, and counts that show a wrong guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
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
        contents, issues = _counts(scenario for file in files for scenario in file.scenarios)
        names = data.name if len(groups) == 1 else ", ".join(Path(file.path).name for file in files[:3])
        several = f", {len(files)} files" if len(files) > 1 else ""
        how = "detected by content" if is_guess else "by name"
        lines.append(f"{names}: read as {reader} ({how}{several}): {contents}")
        lines += [f"issues, each handled as `regulars validate` lists: {_listed(issues)}"] if issues else []
    return lines


def count_contents(scenarios: Iterable[Scenario]) -> str:
    """Counts conversations or lives, sessions, turns, and questions by kind, in words."""
    return _counts(scenarios)[0]


def count_issues(scenarios: Iterable[Scenario]) -> Counter[str]:
    """The number of issues of scenarios that a `Recording` built, by kind."""
    return Counter({kind: count for kind, count in _counts(scenarios)[1].items() if kind != OTHER})


def _counts(scenarios: Iterable[Scenario]) -> tuple[str, Counter[str]]:
    """What scenarios hold, in words, and their issues by kind. Each scenario is taken once."""
    origins: set[ScenarioOrigin] = set()
    lives = sessions = turns = 0
    questions, issues, others = Counter[str](), Counter[str](), 0
    for scenario in scenarios:
        origins.add(scenario.source)
        lives += 1
        sessions += len(scenario.sessions)
        turns += sum(len(session.turns) for session in scenario.sessions)
        questions.update(probe.kind for probe in scenario.probes)
        for kind in (issue.partition(":")[0] for issue in scenario.issues):
            issues[kind] += kind in ISSUES
            others += kind not in ISSUES
    what = ("life", "lives") if origins == {ScenarioOrigin.GENERATED} else ("conversation", "conversations")
    parts = [
        counted(lives, *what), counted(sessions, "session"), counted(turns, "turn"),
        counted(questions.total(), "question"),
    ]  # fmt: skip
    listed = f" ({_listed(questions)})" if questions else ""
    return ", ".join(parts) + listed, issues + Counter({OTHER: others})


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{kind} {count:,}" for kind, count in counts.most_common())
