"""`regulars.datasets.export_data`: writes a run or conversations in a format of another project."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from regulars import registry
from regulars.datasets.export.output import ExportCounts
from regulars.datasets.export.source import ExportSource
from regulars.errors import ConfigurationError


class ExportFormat(Protocol):
    """A format to export to; its fields are the options of its spec."""

    @property
    def drops(self) -> tuple[str, ...]:
        """The names in `losses` of what it cannot carry."""
        ...

    def write(self, source: ExportSource, out: Path) -> ExportCounts:
        """Writes a file or folder, complete or not at all, and counts what was written and left out."""
        ...


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What an export wrote, and what it could not.

    Attributes:
        wrote: The number of things of each sort, such as `{"questions": 10}`.
        left_out: The number of things that the format has no place for, by the reason.
        not_carried: What the format cannot carry, and how often the data holds it; 0 if it does not.
    """

    wrote: dict[str, int]
    left_out: dict[str, int]
    not_carried: dict[str, int]


def export_data(
    source: str | Path,
    format: str,
    out: str | Path,
    *,
    systems: Sequence[str] = (),
    tell: Callable[[int, int], None] = lambda done, total: None,
) -> ExportReport:
    """Writes a run or recorded conversations in a format of another project.

    Args:
        source: The folder of a run, or anything that `read_any` accepts.
        format: The name of a format, with options after a colon: `locomo`, `supervised:replies=right`.
        out: The file, or the folder for formats of several files. It is written completely or not at all.
        systems: The systems of a run to export; empty for all.
        tell: Called every two seconds with the finished and the total number of episodes or conversations.

    Raises:
        UnknownNameError: The format is unknown.
        ConfigurationError: An option is invalid, a package is missing, or `out` cannot be used.
        DataError: The source cannot be read, lacks what the format needs, or `out` cannot be written.
    """
    exporter: ExportFormat = registry.build("export", format)
    if not callable(getattr(exporter, "write", None)):
        raise ConfigurationError(
            f"{format} is not an export format", where="export", expected="a class with drops and write(source, out)"
        )
    held = ExportSource(str(source), tuple(systems), tell)
    written = exporter.write(held, Path(out).expanduser())
    return ExportReport(
        dict(written.wrote),
        dict(held.left_out + written.left_out),
        {name: held.held[name] for name in exporter.drops},
    )
