"""Checks files of own content: attributes, standing rules, project domains, suites and people.

A file is known by its tables, not by its name. Attributes, rules and domains are checked beside the built-in ones, as
they are used.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shutil import copy
from tempfile import TemporaryDirectory
from typing import Any

from regulars.agents.style.rules import lint_rules
from regulars.chinese_text import has_chinese
from regulars.counted import counted
from regulars.data_faults import Fault
from regulars.errors import DataError
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.checks.validate import validate_scenario
from regulars.scenarios.content import ONTOLOGY, PROJECTS, RULES, content_of, opening
from regulars.scenarios.language.packs import Language, ontology_of
from regulars.scenarios.lint.ontology import lint_ontology
from regulars.scenarios.lint.unspaced_ontology import lint_unspaced
from regulars.scenarios.ontology.attribute_files import VALUES
from regulars.scenarios.ontology.attributes import own_attributes
from regulars.scenarios.ontology.contexts import CONTEXTS
from regulars.scenarios.pack_files import built_in_packs
from regulars.scenarios.personas.files import read_personas
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.rules.standing import own_rules
from regulars.scenarios.suites import load_suite

SUITE, PERSONAS = "suite", "personas"

_OF_SUITES = {"plans", "stream", "like", "content"}
_OF_ATTRIBUTES = {"label", "type", "cardinality", "tell", "ask"}
_PEOPLE = re.compile(r"""(?:\ufeff|\s|---|#.*+|\{)*+["']?personas["']?\s*:""")
"""The beginning of a YAML or JSON file of people, after comments."""

Checked = tuple[str, list[Problem]]
"""What was checked, in words, and the problems."""


def kind_of(place: Path) -> str | None:
    """What a file or folder holds: `ontology`, `rules`, `projects`, `suite` or `personas`; None for anything else.

    A folder that holds attributes of a built-in name is a whole ontology, and no own content.

    Raises:
        DataError: A file is not valid TOML, or the files of a folder are of different kinds.
    """
    if place.is_dir():
        files = sorted(path for path in place.iterdir() if path.suffix == ".toml" and path.name != CONTEXTS)
        kinds = {kind: path for path in files if (kind := _kind_of_file(path)) is not None}
        if not kinds or (ONTOLOGY in kinds and _is_whole(files)):
            return None
        if len(kinds) > 1:
            told = ", ".join(f"{path.name} is of {kind}" for kind, path in kinds.items())
            raise DataError(
                f"the folder holds files of several kinds: {told}",
                where=str(place),
                remedy="give each kind a folder of its own, or check the files one by one",
            )
        return next(iter(kinds))
    if place.suffix == ".toml" and place.is_file():
        kind = _kind_of_file(place)
        if kind is None:
            raise DataError(
                "is not a file of own content",
                where=str(place),
                expected="tables of attributes or rules, [project], [[plans]] or [[personas]]",
                remedy="begin with a template: regulars new attribute|rule|project|suite|persona --out FILE",
            )
        return kind
    if place.suffix in (".yaml", ".yml", ".json") and place.is_file():
        return PERSONAS if _PEOPLE.match(place.read_text("utf-8", errors="replace")) else None
    return None


def _kind_of_file(path: Path) -> str | None:
    data = _data(path)
    if path.name == VALUES:
        return ONTOLOGY
    tables = [table for table in data.values() if isinstance(table, dict)]
    if "project" in data and "steps" in data:
        return PROJECTS
    if PERSONAS in data:
        return PERSONAS
    if not _OF_SUITES.isdisjoint(data):
        return SUITE
    if any("settings" in table for table in tables):
        return RULES
    return ONTOLOGY if any(len(_OF_ATTRIBUTES.intersection(table)) > 1 for table in tables) else None


def _data(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"is not valid TOML: {error}", where=str(path), remedy="correct the file") from error


def _is_whole(files: Iterable[Path]) -> bool:
    """Whether files hold an attribute of a built-in name."""
    known = {attribute.name for language in built_in_packs() for attribute in ontology_of(language)}
    return any(not known.isdisjoint(_data(path)) for path in files if path.name != VALUES)


def check_content(place: Path, kind: str) -> Checked:
    """Checks a file or folder of a kind that `kind_of` names.

    Raises:
        DataError: It violates its schema. The message lists all faults with file and line.
        ConfigurationError: An option of a suite is invalid.
    """
    if kind == PERSONAS:
        return counted(len(read_personas(place)), "persona"), []
    if kind == SUITE:
        return _suite(place)
    with _folder(place) as folder, opening(**{kind: folder}, language=_language(place)) as name:
        return _content(name)


@contextmanager
def _folder(place: Path) -> Iterator[Path]:
    """The folder; for a file, a folder with that file alone."""
    if place.is_dir():
        yield place
        return
    with TemporaryDirectory() as alone:
        copy(place, alone)
        yield Path(alone)


def _language(place: Path) -> str:
    """The language pack that content joins, by the script of its words."""
    files = [place] if place.is_file() else sorted(place.glob("*.toml"))
    return "chinese" if all(has_chinese(path.read_text("utf-8")) for path in files) else "english"


def content_problems(languages: Iterable[str]) -> list[Problem]:
    """The problems of own content that is open, by the languages of a suite; plain languages have none."""
    return [problem for name in languages if content_of(name) is not None for problem in _content(name)[1]]


def _content(name: str) -> Checked:
    """Checks own content beside what its language has."""
    content = content_of(name)
    assert content is not None
    language = Language.load(name)
    rules, attributes = own_rules(name), own_attributes(name)
    domains = load_domains("", name).keys() - load_domains("", content.language).keys()
    problems = [_problem("rule", fault) for fault in lint_rules(rules)]
    if content.ontology or attributes:
        unspaced = content.language == "chinese"
        faults = (
            lint_unspaced(language)
            if unspaced
            else lint_ontology(language.ontology, language.recognition, language.fixed_lines())
        )
        problems += [_problem("ontology", fault) for fault in faults]
    counts = {"attribute": len(attributes), "project domain": len(domains), "style attribute": len(rules)}
    said = " and ".join(counted(count, what) for what, count in counts.items() if count)
    return said or "further values of built-in attributes", problems


def _problem(code: str, fault: Fault) -> Problem:
    return Problem(code, f"{fault.file}:{fault.line}", f"{fault.where}: {fault.message}")


def _suite(place: Path) -> Checked:
    """Checks a suite's file with its content, and one life of each of its plans."""
    with opening():
        suite = load_suite(str(place))
        if suite.stream:
            return f"the suite {suite.name} of a stream", []
        said, problems = [f"the suite {suite.name} of {counted(suite.lives, 'life', 'lives')}"], list[Problem]()
        for language in suite.languages:
            if content_of(language) is not None:
                words, found = _content(language)
                said.append(words)
                problems += found
        different = {repr(sorted(plan.items(), key=lambda one: one[0])): at for at, plan in enumerate(suite.plans)}
        for number in sorted(different.values()):
            life = suite.life(number)
            problems += validate_scenario(life, ontology_of(life.language))
        return ", ".join(said), problems
