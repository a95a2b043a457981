"""Names a suite with own content and settings, for every option `suite`."""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from regulars.scenarios.suite import GIVEN
from regulars.scenarios.suites import PERSONAS, load_suite, split_name

Folder = str | PathLike[str]


def world(
    suite: str = "core",
    *,
    ontology: Folder | None = None,
    rules: Folder | None = None,
    projects: Folder | None = None,
    personas: Folder | None = None,
    language: str = "",
    settings: Mapping[str, Any] | None = None,
) -> str:
    """Returns the name of a suite whose lives draw on your own content. Use it wherever a suite is named.

    Args:
        suite: A suite, a split of one, or the path of a suite's file.
        ontology: Folder with files of attributes, which join the built-in ones.
        rules: Folder with files of standing rules.
        projects: Folder with files of project domains.
        personas: File with people, who take turns in the lives.
        language: Language of the lives; the suite's if empty.
        settings: `lives` (their number), arguments of `generate` and generation options, which replace the suite's.

    Returns:
        A name such as `core:sessions=6;ontology_dir=(/home/me/clinic)`.

    Raises:
        UnknownNameError: The suite does not exist.
        ConfigurationError: A setting is unknown or invalid, or a folder has no files.
        DataError: A file has errors; the message lists all of them, with file and line.

    Example:
        >>> world("core", settings={"sessions": 6, "lives": 4})
        'core:lives=4;sessions=6'
    """
    paths = {"ontology_dir": ontology, "rules_dir": rules, "projects_dir": projects, PERSONAS: personas}
    given = {name: _written(value) for name, value in sorted((settings or {}).items())}
    given |= {"language": language} if language else {}
    given |= {name: f"({Path(path).expanduser().resolve()})" for name, path in paths.items() if path is not None}
    written = ";".join(f"{setting}={value}" for setting, value in given.items())
    before, settled = split_name(suite)
    name = GIVEN.join(filter(None, (before, ";".join(filter(None, (settled, written))))))
    load_suite(name)
    return name


def _written(value: Any) -> str:
    """A setting as it stands in a name; lists and tables as TOML writes them."""
    if isinstance(value, Mapping):
        return "({" + ", ".join(f"{_key(name)} = {_toml(one)}" for name, one in value.items()) + "})"
    if isinstance(value, (list, tuple)):
        return "([" + ", ".join(map(_toml, value)) + "])"
    text = str(value)
    return f"({text})" if any(mark in text for mark in ";,") else text


def _key(name: Any) -> str:
    return f'"{name}"'


def _toml(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value).lower()
