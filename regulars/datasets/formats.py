"""Opens data from outside: finds the reader, by content or by name, and says how the data was read.

A format is a registered entry of kind `dataset`. Its mark `shape` maps the keys of a first record to required values,
or to None for any value; several shapes stand in a tuple. Its mark `folder` holds sets of patterns: a folder in which
each pattern of a set finds a file is read as a whole. The endings `.yaml` and `.yml` mark a scenario written by hand.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from regulars import registry
from regulars.datasets.episode_record import EPISODES
from regulars.datasets.packed_runs import unpacked
from regulars.datasets.source import open_source
from regulars.errors import ConfigurationError, DataError, RegularsError
from regulars.strict_json import place_in

if TYPE_CHECKING:
    from regulars.scenarios.world import Scenario

OWN = "own scenario"
"""The name of the format of scenarios written by hand."""

DATA_SET = "regulars.data-set"
"""The kind of the file that describes a built data set."""

_JSON_ENDINGS = (".json", ".jsonl")
_TABLE_ENDING = ".csv"
_HEAD = 1 << 20
"""Bytes of a large file in which its first record is looked for."""

_ARGUMENTS = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)
_MODULE = re.compile(r"[A-Za-z_][\w.]+:[A-Za-z_]\w*(?::.*)?", re.DOTALL)
_RECURSION = "it is nested too deeply"


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """The scenarios of one file.

    Attributes:
        path: The file; empty for a reader that takes none.
        reader: The name of the format or reader.
        is_guess: Whether the format was detected by content.
        scenarios: The scenarios, at least one.
    """

    path: str
    reader: str
    is_guess: bool
    scenarios: Sequence[Scenario]


@dataclass(frozen=True, slots=True)
class OpenedData:
    """The scenarios of a file, of the files of a folder, or of a reader.

    Attributes:
        name: What the user named.
        files: The files in the order in which they were read.
    """

    name: str
    files: Sequence[OpenedFile]

    @property
    def scenarios(self) -> list[Scenario]:
        """All scenarios in order."""
        return [scenario for file in self.files for scenario in file.scenarios]


def read_any(data: str | Path) -> list[Scenario]:
    """Reads scenarios from a file, a folder, a run, or by a named reader.

    Args:
        data: One of these:

            - a file in any registered format, which is detected by its first record;
            - a folder of such files, or a run (its folder, or the file that `pack` wrote), whose episodes become
              recordings;
            - `FORMAT:FILE`, with the name of a registered format;
            - `FILE.py:READER:FILE` or `MODULE:READER:FILE`, with a function from a path to a list of scenarios. Omit
              the file if the function takes none. With arguments: `realmem:path=FILE;horizon=turn`.

    Raises:
        DataError: The file is missing or incomplete, has an unknown or ambiguous format, or holds no scenarios.
        ConfigurationError: The reader cannot be found or loaded, or lacks its file.
    """
    return open_data(data).scenarios


def open_data(data: str | Path) -> OpenedData:
    """Reads scenarios as `read_any` does, and keeps which file was read in which format."""
    name = str(data)
    place = unpacked(Path(name).expanduser())
    reader, rest = ("", "") if _exists(place) else _named_reader(name)
    if reader:
        return OpenedData(name, _read_by(reader, rest, name))
    if place.is_dir():
        whole = [_opened(entry, place) for entry in _folder_entries(place)[:1]]
        return OpenedData(name, whole or [_detected(file) for file in data_files(place)])
    return OpenedData(name, [_detected(place)])


def data_files(folder: Path) -> list[Path]:
    """The data files of a folder, sorted by name; for the folder of a run, its episodes.

    Raises:
        DataError: There are none.
    """
    if (folder / EPISODES).is_file():
        return [folder / EPISODES]
    files = scenario_files(folder)
    if not files:
        from regulars.scenarios.own import ENDINGS

        raise DataError(
            "this folder holds no scenarios",
            where=str(folder),
            expected=f"files ending in {' or '.join((*_JSON_ENDINGS, *ENDINGS))}, or the folder of a run",
            remedy="name a file, or the folder that generate or evaluate wrote",
        )
    return files


def scenario_files(folder: Path) -> list[Path]:
    """The files of a folder whose endings mark scenarios, sorted by name."""
    from regulars.scenarios.own import ENDINGS

    return sorted(file for file in folder.iterdir() if file.suffix.lower() in (*_JSON_ENDINGS, *ENDINGS))


# ---------------------------------------------------------------------- readers by name


def _exists(place: Path) -> bool:
    try:
        return place.exists()
    except (OSError, ValueError):  # a name that no file can have; reading it says why
        return True


def _named_reader(name: str) -> tuple[str, str]:
    """The reader and the rest of a text that names one; empty if it names none."""
    source, is_file, after = name.partition(".py:")
    if is_file:
        attribute, _, rest = after.partition(":")
        return f"{source}.py:{attribute}", rest
    head, _, rest = name.partition(":")
    if any(entry.name == head for entry in registry.entries("dataset")):
        return head, rest
    if _MODULE.fullmatch(name):
        module, attribute, *more = name.split(":", 2)
        return f"{module}:{attribute}", more[0] if more else ""
    if head and rest and _exists(Path(rest).expanduser()):
        return head, rest  # no such format, and the registry names the nearest
    return "", ""


def _read_by(reader: str, rest: str, name: str) -> list[OpenedFile]:
    """Reads what follows the name of a reader: a file, a folder for a registered format, arguments, or nothing."""
    read: Callable[..., Any] = registry.named("dataset", reader)
    given: dict[str, Any] = {}
    if _ARGUMENTS.fullmatch(rest):
        given = registry.parse_arguments("dataset", rest)
        rest = str(given.pop("path", ""))
    if not callable(read):
        raise ConfigurationError(
            f"{reader} is a {type(read).__name__}", where=name, expected="a function from a path to a list of scenarios"
        )
    is_registered = registry.find("dataset", reader) is not None
    if not rest:
        if is_registered:
            raise ConfigurationError(f"the format {reader} needs a file", where=name, remedy=f"write {reader}:FILE")
        return [OpenedFile("", reader, False, _called(read, (), given, reader, name))]
    place = Path(rest).expanduser()
    is_whole = any(entry.name == reader for entry in _folder_entries(place))
    files = data_files(place) if is_registered and place.is_dir() and not is_whole else [place]
    return [OpenedFile(str(file), reader, False, _called(read, (file,), given, reader, str(file))) for file in files]


def _called(
    read: Callable[..., Any], path: Sequence[Path], given: Mapping[str, Any], reader: str, where: str
) -> Sequence[Scenario]:
    """Calls a reader, and checks what it returns."""
    from regulars.scenarios.kept import KeptScenarios
    from regulars.scenarios.world import Scenario

    try:
        found = read(*path, **given)
    except RegularsError:
        raise
    except RecursionError as error:
        raise DataError(f"the data cannot be read: {_RECURSION}", where=where) from error
    except Exception as error:  # a user's reader may raise anything
        raise DataError(
            f"the reader {reader} failed: {type(error).__name__}: {error}",
            where=where,
            expected="a reader that takes the path of a file, and raises DataError for files that it cannot read",
            remedy=f"write {reader}:FILE, or correct the reader; regulars.testing.check_reader checks it",
        ) from error
    if isinstance(found, KeptScenarios) and found:
        return found
    is_list = isinstance(found, list) and all(isinstance(one, Scenario) for one in found)
    if not is_list or not found:
        returned = "an empty list" if is_list else f"a {type(found).__name__}"
        raise DataError(f"the reader {reader} returned {returned}", where=where, expected="a list of scenarios")
    scenarios: list[Scenario] = found
    return scenarios


# ---------------------------------------------------------------------- detection


def _detected(place: Path) -> OpenedFile:
    """Reads a file in the format that its ending or its first record shows."""
    from regulars.scenarios.own import ENDINGS, read_own

    if (record := _short_record(place)) is not None:
        return _opened(_entry_for(record, str(place)), place)
    source = open_source(place)
    if place.suffix.lower() in ENDINGS:
        return OpenedFile(str(place), OWN, False, _called(read_own, (place,), {}, OWN, str(place)))
    is_table = place.suffix.lower() == _TABLE_ENDING
    first = dict.fromkeys(_columns(source.text)) if is_table else _first_record(source.text, str(place))
    return _opened(_entry_for(first, str(place)), place)


def _short_record(place: Path) -> dict[str, Any] | None:
    """The first record of a large JSON file, if it is short, without reading the rest; None for any other file."""
    if place.suffix.lower() not in _JSON_ENDINGS or not place.is_file():
        return None
    try:
        with place.open("rb") as file:
            head = file.read(_HEAD)
        text = head.decode("utf-8-sig", "ignore")
        record = json.JSONDecoder().raw_decode(text, _start(text))[0] if len(head) == _HEAD else None
    except (OSError, ValueError, RecursionError):  # reading it whole says what is wrong
        return None
    return record if isinstance(record, dict) else None


def _opened(entry: registry.Entry, place: Path) -> OpenedFile:
    return OpenedFile(str(place), entry.name, True, _called(entry.load(), (place,), {}, entry.name, str(place)))


def _folder_entries(place: Path) -> list[registry.Entry]:
    """The formats whose files a folder holds together, such as a table of questions beside its conversations."""
    if not place.is_dir():
        return []
    return [
        entry
        for entry in registry.entries("dataset")
        if any(all(any(place.glob(name)) for name in names) for names in entry.marks.get("folder") or ())
    ]


def _columns(text: str) -> list[str]:
    """The names in the head of a table; those of a torn one may be cut."""
    return next(csv.reader(text.lstrip().splitlines()[:1]), [])


def _first_record(text: str, where: str) -> Any:
    start = _start(text)
    try:
        return json.JSONDecoder().raw_decode(text, start)[0]
    except (ValueError, RecursionError) as error:
        reason = getattr(error, "msg", _RECURSION if isinstance(error, RecursionError) else "a number is too long")
        position = getattr(error, "pos", start)
        raise DataError(
            f"the first record cannot be read ({reason})",
            where=f"{where}, {place_in(text, position)}",
            expected=f"a file in one of the formats {_names()}",
            remedy="check that this is the right file, and that it is complete",
        ) from error


def _start(text: str) -> int:
    """Where the first record of a JSON file begins."""
    return len(text) - len(text.lstrip().lstrip("[").lstrip())


def _entry_for(first: Any, where: str) -> registry.Entry:
    """The only format whose shape the first record has."""
    keys = first if isinstance(first, dict) else {}
    fitting = [entry for entry in registry.entries("dataset") if any(_fits(one, keys) for one in _shapes(entry))]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise DataError(
            f"several formats fit: {', '.join(entry.name for entry in fitting)}",
            where=where,
            expected="a file in one format",
            remedy=f"name the right one, such as {fitting[0].name}:{where}",
        )
    if keys.get("kind") == DATA_SET:
        lives = Path(where).parent / "test" / "scenarios.jsonl"
        raise DataError("this is a built data set", where=where, remedy=f"name the lives of a split, such as {lives}")
    found = ", ".join(repr(key)[:40] for key in list(keys)[:6]) if keys else f"a {type(first).__name__}"
    near = _near(keys)
    raise DataError(
        f"unknown format: its first record has {found}" if keys else f"the first record is {found}",
        where=where,
        expected=f"a file in one of the formats {_names()}",
        remedy=f"{near}convert it first, or write a reader: FILE.py:READER:{Path(where).name}",
    )


def _near(keys: Mapping[str, Any]) -> str:
    """The formats that share a key with the record, the nearest first, with what it lacks of them."""
    near: list[tuple[float, str, str]] = []
    for entry in registry.entries("dataset"):
        for shape in _shapes(entry):
            lacking = [key for key, value in shape.items() if not _fits({key: value}, keys)]
            there = sum(key in keys for key in shape)
            if there:
                near.append((-there / len(shape), entry.name, f"{entry.name} (lacks {', '.join(map(repr, lacking))})"))
    return f"near formats are {', '.join(text for _, _, text in sorted(near))}; " if near else ""


def _shapes(entry: registry.Entry) -> Iterable[Mapping[str, Any]]:
    shape = entry.marks.get("shape") or ()
    return (shape,) if isinstance(shape, Mapping) else shape


def _fits(shape: Mapping[str, Any], keys: Mapping[str, Any]) -> bool:
    return all(key in keys and value in (None, keys[key]) for key, value in shape.items())


def _names() -> str:
    return ", ".join(sorted(entry.name for entry in registry.entries("dataset"))) or "none"
