"""Scenario files: JSON lines, one scenario a line, read and written without loss.

A line is an object with `"schema": 2` and `"kind": "regulars.scenario"`, followed by the fields of `world.Scenario`.
Moments are in ISO 8601 with an offset, durations in seconds, enums by value. Fields with their default value are left
out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import MISSING, fields, replace
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec

from regulars.errors import DataError
from regulars.scenarios import world
from regulars.scenarios.content import find_content, keep_content
from regulars.scenarios.kept import KeptScenarios
from regulars.scenarios.time.stamps import stamp
from regulars.scenarios.world import Scenario
from regulars.seeding import content_hash
from regulars.strict_json import parse_json, strict_loads

KIND = "regulars.scenario"
SCHEMA = 2
_NAMES_1 = {("Act", "phrasing"): "way", ("Act", "granularity"): "grain", ("Probe", "contrast"): "twin"}
"""Names that fields had in schema 1. Ids are hashes with these names, so that they are the same in both schemas."""

_PLAIN = frozenset({str, int, bool, NoneType})
"""Types that JSON holds unchanged."""

LONGEST = 86400
"""Greatest length of a session in seconds."""


def scenario_id(scenario: Scenario) -> str:
    """The scenario's id: a hash of all its content except `id` and `extra`."""
    content = _encode(replace(scenario, id="", extra={}), 1)
    return "s" + content_hash(_dump(content), 16)


def scenario_to_json(scenario: Scenario) -> str:
    """Writes a scenario as one line of JSON, with keys in a fixed order and no line end."""
    return _dump({"schema": SCHEMA, "kind": KIND, **_encode(scenario, SCHEMA)})


def scenario_from_json(text: str, where: str = "scenario") -> Scenario:
    """Reads a scenario from a line of JSON.

    Args:
        text: The line.
        where: The file and line, for messages.

    Raises:
        DataError: The line is torn, of another kind or schema, or a field is missing or of a wrong type.
    """
    try:
        data = strict_loads(text)
    except json.JSONDecodeError as error:
        raise DataError(
            f"is not complete JSON: {error.msg} at character {error.pos}",
            where=where,
            remedy="the file may have been cut off while it was written: generate or export it again",
        ) from error
    except (ValueError, RecursionError):
        data = parse_json(text, where, "a scenario", line=0)
    if not isinstance(data, dict) or data.get("kind") != KIND:
        kind = data.get("kind") if isinstance(data, dict) else type(data).__name__
        raise DataError(f"is of kind {kind!r}", where=where, expected=KIND, remedy="import foreign data first")
    schema = data.get("schema")
    if schema not in (1, SCHEMA):
        raise DataError(
            f"has schema {schema!r}",
            where=where,
            expected=f"1 or {SCHEMA}",
            remedy="read it with the version of regulars that wrote it",
        )
    content = {name: value for name, value in data.items() if name not in ("schema", "kind")}
    scenario: Scenario = _decode(content, Scenario, where, schema)
    return scenario


def write_scenarios(path: str | Path, scenarios: Iterable[Scenario]) -> None:
    """Writes scenarios to a file, one per line. An existing file is replaced once the new one is complete.

    Any own content that they use is saved in the folder `content` beside the file.

    Raises:
        DataError: The file cannot be written.
    """
    target = Path(path)
    part = target.with_name(target.name + ".part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            for scenario in scenarios:
                file.write(scenario_to_json(scenario) + "\n")
                keep_content(scenario.language, target)
        part.replace(target)
    except OSError as error:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise DataError(
            f"cannot be written: {error.strerror}", where=str(path), expected="a file in a folder that exists"
        ) from error


def read_scenarios(path: str | Path) -> list[Scenario]:
    """Reads all scenarios of a file.

    Raises:
        DataError: The file is missing, empty, incomplete or not a scenario file; the message names file and line.
    """
    return list(scenarios_of(path))


def kept_scenarios(path: str | Path) -> KeptScenarios:
    """Reads and checks all scenarios of a file as `read_scenarios` does, and holds one of them in memory at a time."""
    return KeptScenarios(scenarios_of(path))


def scenarios_of(path: str | Path) -> Iterator[Scenario]:
    """Yields the scenarios of a file one by one. Raises the errors of `read_scenarios`."""
    find_content(Path(path))
    none = True
    try:
        with Path(path).open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    none = False
                    yield scenario_from_json(line.rstrip("\n"), f"{path}, line {number}")
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", where=str(path), remedy="check the path") from error
    except UnicodeDecodeError as error:
        raise DataError("is not UTF-8 text", where=str(path), expected="a scenario file") from error
    if none:
        raise DataError("holds no scenario", where=str(path), expected="one scenario a line")


_dump_slowly: Callable[[Any], str] = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, separators=(",", ":"), default=lambda raw: json.loads(bytes(raw))
).encode


def _dump(data: Mapping[str, Any]) -> str:
    """The same JSON as `json` writes, in a sixth of the time. Its numbers with a point come from `_number`."""
    try:
        return msgspec.json.encode(data).decode()
    except (TypeError, UnicodeEncodeError):  # subclasses of `str`, and lone surrogates
        return _dump_slowly(data)


def _number(value: float) -> msgspec.Raw:
    """A number as `json` writes it: 1e-05, where msgspec writes 0.00001."""
    return msgspec.Raw(_dump_slowly(value).encode())


@lru_cache(maxsize=64)  # all sessions of a life take as long
def _seconds(length: timedelta) -> msgspec.Raw:
    return _number(length.total_seconds())


@cache
def _shape(kind: type[Any], schema: int) -> tuple[tuple[str, str, Any, Any], ...]:
    """Name in the file, name, type and default of each field; `MISSING` stands for no default."""
    hints = get_type_hints(kind, vars(world) | {"Mapping": Mapping})
    shape = []
    for one in fields(kind):
        default = one.default if one.default_factory is MISSING else one.default_factory()
        label = _NAMES_1.get((kind.__name__, one.name), one.name) if schema == 1 else one.name
        shape.append((label, one.name, hints[one.name], default))
    return tuple(shape)


def _encode(scenario: Scenario, schema: int) -> dict[str, Any]:
    encode = _encoder(Scenario, schema)
    assert encode is not None
    data: dict[str, Any] = encode(scenario)
    return data


@cache
def _encoder(kind: Any, schema: int) -> Callable[[Any], Any] | None:
    """The function that encodes a field of that type for JSON; None if JSON takes it as it is."""
    origin = get_origin(kind)
    if origin is UnionType:
        return _encoder(_other(kind), schema)  # None is the default where it may be, and left out
    if origin is tuple:
        encode = _encoder(get_args(kind)[0], schema)
        return list if encode is None else (lambda items: [encode(item) for item in items])
    if origin is not None:
        return lambda texts: {name: texts[name] for name in sorted(texts)}
    if kind is datetime:
        return stamp
    if kind is timedelta:
        return _seconds
    if kind is float:
        return _number
    if kind in _PLAIN or issubclass(kind, StrEnum):
        return None
    # One statement for each field takes a third of the time that a loop over them takes, in every reset.
    lines, known = ["def encode_fields(value):", "    data = {}"], dict[str, Any]()
    for label, name, hint, default in _shape(kind, schema):
        inner = _encoder(hint, schema)
        known |= {f"default_{name}": default, f"encode_{name}": inner}
        if default is MISSING:
            lines.append(f"    item = value.{name}")
        else:
            lines.append(f"    if (item := value.{name}) != default_{name}:")
        indent = "    " if default is MISSING else "        "
        lines.append(f"{indent}data[{label!r}] = " + (f"encode_{name}(item)" if inner else "item"))
    exec("\n".join([*lines, "    return data"]), known)
    encode_fields: Callable[[Any], dict[str, Any]] = known["encode_fields"]
    return encode_fields


def _decode(data: Any, kind: Any, where: str, schema: int) -> Any:
    origin = get_origin(kind)
    if origin is UnionType:
        return None if data is None else _decode(data, _other(kind), where, schema)
    if origin is tuple:
        _expect(isinstance(data, list), where, "a list")
        return tuple(_decode(item, get_args(kind)[0], f"{where}[{n}]", schema) for n, item in enumerate(data))
    if origin is not None:
        _expect(isinstance(data, dict) and all(isinstance(v, str) for v in data.values()), where, "texts by name")
        return dict(data)
    if kind is float:
        _expect(isinstance(data, (int, float)) and not isinstance(data, bool), where, "a number")
        return float(data)
    if kind is str or kind is int or kind is bool:
        _expect(type(data) is kind, where, f"a value of type {kind.__name__}")
        return data
    if kind is timedelta:
        number = isinstance(data, (int, float)) and not isinstance(data, bool)
        _expect(number and 0 <= data <= LONGEST, where, f"seconds from 0 to {LONGEST}")
        return timedelta(seconds=data)
    if kind is datetime:
        return _moment(data, where)
    if issubclass(kind, StrEnum):
        _expect(data in list(kind), where, " or ".join(member.value for member in kind))
        return kind(data)
    return _object(data, kind, where, schema)


def _object(data: Any, kind: Any, where: str, schema: int) -> Any:
    _expect(isinstance(data, dict), where, "an object")
    shape = _shape(kind, schema)
    unknown = sorted(set(data) - {label for label, *_ in shape})
    if unknown:
        raise DataError(f"unknown field {unknown[0]!r}", where=where, expected=f"a {kind.__name__}")
    values = {}
    for label, name, hint, default in shape:
        if label in data:
            values[name] = _decode(data[label], hint, f"{where}, {label}", schema)
        elif default is MISSING:
            raise DataError(f"field {label!r} is missing", where=where, expected=f"a {kind.__name__}")
    return kind(**values)


def _other(kind: Any) -> Any:
    return next(part for part in get_args(kind) if part is not NoneType)


def _moment(data: Any, where: str) -> datetime:
    try:
        moment = datetime.fromisoformat(data)
    except (TypeError, ValueError):
        moment = None
    _expect(moment is not None and moment.tzinfo is not None, where, "a moment in ISO 8601 with its offset")
    assert moment is not None
    return moment


def _expect(holds: bool, where: str, expected: str) -> None:
    if not holds:
        raise DataError("has a wrong type or value", where=where, expected=expected)
