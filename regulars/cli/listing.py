"""What is registered, one a line."""

from __future__ import annotations

from importlib import import_module

from regulars import registry
from regulars.errors import ConfigurationError, did_you_mean
from regulars.evaluation.systems import ORACLES

__all__ = ["print_entries"]

_HOMES = {
    "memory": "regulars.memory",
    "assistant": "regulars.agents.roster",
    "feedback": "regulars.agents.feedback",
    "suite": "regulars.scenarios.suites",
    "dataset": "regulars.datasets",
}


def print_entries(kind: str | None) -> None:
    """Prints the entries of `kind`, or of all kinds. Raises `ConfigurationError` for an unknown kind."""
    if kind is not None and kind not in _HOMES:
        raise ConfigurationError(
            f"nothing of kind {kind!r} is registered", where="list", remedy=did_you_mean(kind, _HOMES)
        )
    rows: list[tuple[str, str, str]] = []
    for name, home in _HOMES.items():
        if kind in (None, name):
            import_module(home)
            entries = registry.entries(name)
            rows += [(name, entry.name + (":..." if entry.provider else ""), entry.summary) for entry in entries]
        if name == "memory" and kind in (None, name):
            rows += [(name, oracle, f"{summary} (reference row)") for oracle, summary in ORACLES.items()]
    widths = [max(len(row[place]) for row in rows) for place in (0, 1)]
    for row in rows:
        print(f"{row[0].ljust(widths[0])}  {row[1].ljust(widths[1])}  {row[2]}")
