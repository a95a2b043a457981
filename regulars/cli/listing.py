"""What is registered, as a table."""

from __future__ import annotations

from importlib import import_module

from rich.table import Table

from regulars import registry
from regulars.cli.tables import console
from regulars.errors import ConfigurationError, did_you_mean

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
    table = Table(box=None, pad_edge=False)
    for heading in ("kind", "name", "what it is"):
        table.add_column(heading, no_wrap=heading != "what it is")
    for name, home in _HOMES.items():
        if kind in (None, name):
            import_module(home)
            for entry in registry.entries(name):
                table.add_row(name, entry.name + (":..." if entry.provider else ""), entry.summary)
    console().print(table)
