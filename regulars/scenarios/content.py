"""Own content: folders of attributes, standing rules and project domains that join those of a language pack.

Content that is open has a name such as `english+3f2a9c81d0`: the language, and a hash of the files. The name stands
wherever a language does: in `generate(language=...)`, `Language.load` and `Scenario.language`. So a scenario says which
content it needs, and content that changed has another name.

The folders stand in an environment variable, so that worker processes know them too. An installed package offers
content by an entry point of the group `regulars.worlds`, whose value is a package with these folders.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

from regulars.errors import ConfigurationError
from regulars.seeding import content_hash

OPEN = "REGULARS_CONTENT"
"""The environment variable with the content that is open, as JSON."""

GROUP = "regulars.worlds"
"""The group of the entry points of installed content."""

MARK = "+"
"""Stands between language and hash in the name of content."""

ONTOLOGY, RULES, PROJECTS = "ontology", "rules", "projects"
FOLDERS = (ONTOLOGY, RULES, PROJECTS)
"""What own content may consist of. An installed package has folders of these names."""

KEPT = "content"
"""The folder beside data in which its own content is kept."""

_ENDING = ".toml"


@dataclass(frozen=True, slots=True)
class OwnContent:
    """Folders of own content; an empty text stands for none.

    Attributes:
        language: The language pack that the content joins.
        ontology: Files of attributes, each named after its category.
        rules: Files of standing rules, each named after its family.
        projects: Files of project domains, each named after its domain.
    """

    language: str
    ontology: str = ""
    rules: str = ""
    projects: str = ""

    @property
    def name(self) -> str:
        """The name of the content in its present state."""
        files = [(kind, file.name, file.read_text("utf-8")) for kind in FOLDERS for file in self.files(kind)]
        return f"{self.language}{MARK}{content_hash(json.dumps(files), 10)}"

    def files(self, kind: str) -> list[Path]:
        """The files of a kind (`FOLDERS`), in the order of their names."""
        folder = getattr(self, kind)
        return sorted(path for path in Path(folder).iterdir() if path.suffix == _ENDING) if folder else []


def close_content(name: str) -> None:
    """Forgets the content of that name."""
    known = {other: one for other, one in opened().items() if other != name}
    os.environ[OPEN] = json.dumps({other: astuple(one) for other, one in known.items()})


def base_of(language: str) -> str:
    """The language pack of a language or of own content.

    Example:
        >>> base_of("english+3f2a9c81d0"), base_of("chinese")
        ('english', 'chinese')
    """
    return language.partition(MARK)[0]


def open_content(
    *,
    ontology: str | Path | None = None,
    rules: str | Path | None = None,
    projects: str | Path | None = None,
    language: str = "english",
) -> str:
    """Opens own content, and returns its name.

    Args:
        ontology: Folder with files of attributes.
        rules: Folder with files of standing rules.
        projects: Folder with files of project domains.
        language: The language pack that the content joins.

    Returns:
        The name to give as `language`; `language` itself if no folder is given.

    Raises:
        ConfigurationError: A folder does not exist or holds no file ending in `.toml`. The files are read, and their
            faults found, when the content is used.
    """
    folders = {ONTOLOGY: ontology, RULES: rules, PROJECTS: projects}
    given = {kind: str(_folder(kind, folder)) for kind, folder in folders.items() if folder is not None}
    if not given:
        return language
    content = OwnContent(base_of(language), **given)
    known = {name: one for name, one in opened().items() if one != content}
    known[content.name] = content
    os.environ[OPEN] = json.dumps({name: astuple(one) for name, one in known.items()})
    return content.name


@contextmanager
def opening(**given: str | Path) -> Iterator[str]:
    """Opens content as `open_content` does, and forgets it at the end."""
    before = os.environ.get(OPEN)
    try:
        yield open_content(**given)  # type: ignore[arg-type]  # a language is a text, and folders may be texts
    finally:
        if before is None:
            os.environ.pop(OPEN, None)
        else:
            os.environ[OPEN] = before


def _folder(kind: str, given: str | Path) -> Path:
    folder = Path(given).expanduser()
    if not folder.is_dir():
        raise ConfigurationError(f"{given} is not a folder", where=f"--{kind}", expected=f"a folder with {kind} files")
    if not any(path.suffix == _ENDING for path in folder.iterdir()):
        raise ConfigurationError(
            f"{given} holds no file ending in {_ENDING}",
            where=f"--{kind}",
            remedy=f"write one: regulars new {_TEMPLATE[kind]} --out {Path(given) / 'mine.toml'}",
        )
    return folder.resolve()


_TEMPLATE = {ONTOLOGY: "attribute", RULES: "rule", PROJECTS: "project"}


def opened() -> Mapping[str, OwnContent]:
    """The open content by name, in the order in which it was opened."""
    return _parsed(os.environ.get(OPEN, ""))


def newest(language: str) -> str:
    """The content of a language that was opened last; the language itself if none is open.

    Readers that see a text without its scenario read by it.
    """
    return next((name for name, one in reversed(list(opened().items())) if one.language == language), language)


def content_of(language: str) -> OwnContent | None:
    """The content of that name; None for a plain language.

    Raises:
        ConfigurationError: The name is that of content that is neither open nor installed.
    """
    if MARK not in language:
        return None
    if language not in opened():
        for folder in installed().values():
            open_folder(folder, base_of(language))
    if language not in opened():
        raise ConfigurationError(
            f"the content {language!r} is not known here",
            where="own content",
            expected=f"the folder {KEPT}/{language} beside the data, as it was written with it",
            remedy="copy that folder too, or generate the data again",
        )
    return opened()[language]


def content_texts(language: str) -> dict[str, str]:
    """The files of own content by their paths from a folder of data; none for a plain language."""
    content = content_of(language)
    if content is None:
        return {}
    return {
        f"{KEPT}/{language}/{kind}/{file.name}": file.read_text("utf-8")
        for kind in FOLDERS
        for file in content.files(kind)
    }


def keep_content(language: str, data: Path) -> None:
    """Copies own content into the folder `content` beside a file of data, so that the data can be read anywhere.

    Raises:
        OSError: The files cannot be written.
    """
    if MARK not in language or (data.parent / KEPT / language).is_dir():
        return
    for name, text in content_texts(language).items():
        path = data.parent / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def find_content(data: Path) -> None:
    """Opens the content in the folder `content` beside a file of data, or one folder above."""
    for home in (data.parent, data.parent.parent):
        for folder in sorted((home / KEPT).glob(f"*{MARK}*")):
            if folder.name not in opened():
                open_folder(folder, base_of(folder.name))


def open_folder(folder: str | Path, language: str = "english") -> str:
    """Opens the content of a folder that has subfolders named as in `FOLDERS`. Returns its name."""
    given = {kind: Path(folder) / kind for kind in FOLDERS if (Path(folder) / kind).is_dir()}
    return open_content(language=language, **given)


def installed() -> Mapping[str, Path]:
    """The folders of the content that installed packages offer, by the names of their entry points.

    Raises:
        ConfigurationError: An entry point names no package.
    """
    return dict(_installed())


def _installed() -> Iterator[tuple[str, Path]]:
    for point in entry_points(group=GROUP):
        try:
            found = find_spec(point.value)
        except ImportError:
            found = None
        places = list(found.submodule_search_locations or ()) if found is not None else []
        if not places:
            raise ConfigurationError(
                f"the entry point {point.name!r} names {point.value!r}, which is not a package",
                where=GROUP,
                expected="a package with the folders ontology, rules or projects",
                remedy="correct the package's entry point, and install it again",
            )
        yield point.name, Path(places[0])


@lru_cache(maxsize=64)
def _parsed(text: str) -> Mapping[str, OwnContent]:
    return {name: OwnContent(*given) for name, given in json.loads(text).items()} if text else {}
