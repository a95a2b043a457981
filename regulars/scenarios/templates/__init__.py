"""Commented templates for own content, each of which validates as it stands."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from regulars.errors import ConfigurationError, DataError, UnknownNameError, did_you_mean

TEMPLATES = {
    "attribute": "attribute.toml",
    "rule": "rule.toml",
    "project": "project.toml",
    "suite": "suite.toml",
    "persona": "persona.toml",
}
"""The kinds of own content, and the file of each template."""


def write_template(kind: str, out: str | Path) -> None:
    """Writes the template of a kind.

    Args:
        kind: One of `TEMPLATES`.
        out: The file to write.

    Raises:
        UnknownNameError: There is no such kind.
        ConfigurationError: The file has another ending than the template.
        DataError: The file exists already, or cannot be written.
    """
    if kind not in TEMPLATES:
        raise UnknownNameError(f"unknown kind {kind!r}", where="new", remedy=did_you_mean(kind, TEMPLATES))
    place, template = Path(out), files("regulars.scenarios.templates").joinpath(TEMPLATES[kind])
    ending = Path(TEMPLATES[kind]).suffix
    if place.suffix != ending:
        raise ConfigurationError(f"invalid output {out}", where="--out", expected=f"a file ending in {ending}")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with place.open("x", encoding="utf-8", newline="\n") as file:
            file.write(template.read_text("utf-8"))
    except OSError as error:
        what = "exists already" if isinstance(error, FileExistsError) else f"cannot be written: {error.strerror}"
        raise DataError(what, where=str(out), remedy="choose another name") from error
