"""Turns an episode record into a line of JSON and back. It also reads earlier forms, and rejects unknown schemas."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from regulars.datasets.earlier_records import is_unchanged_1, lengthen, shorten, upgrade_1
from regulars.datasets.episode_record import KIND, SCHEMA, EpisodeRecord
from regulars.errors import RecordError
from regulars.seeding import content_hash

_PLAIN: tuple[Any, ...] = (str, int, float, dict, list, tuple)


def _plain(value: Any) -> Any:
    """Turns foreign code's numpy numbers, and subclasses of plain types, into plain values."""
    if isinstance(value, np.generic):
        return value.item()
    for plain in _PLAIN:
        if isinstance(value, plain):
            return str.__str__(value) if plain is str else plain(value)
    raise NotImplementedError(f"a record cannot hold a {type(value).__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
_DECODER = msgspec.json.Decoder(EpisodeRecord)


def to_line(record: EpisodeRecord) -> bytes:
    """Encodes a record as UTF-8 JSON, without a line break."""
    return _encoded(record)


def _encoded(content: EpisodeRecord | Mapping[str, Any]) -> bytes:
    try:
        return _ENCODER.encode(content)
    except UnicodeEncodeError:  # a string may hold lone surrogates, which UTF-8 cannot
        return json.dumps(msgspec.to_builtins(content, enc_hook=_plain), separators=(",", ":")).encode()


def from_line(line: bytes, where: str) -> EpisodeRecord:
    """Decodes a line.

    Args:
        line: A record of schema 1 or 2, as this version or an earlier one wrote it.
        where: The file and the number of the line, for error messages.

    Raises:
        RecordError: The line is not JSON, not an episode record, or has an unknown schema.

    Content that no field holds is left out, and the record then counts as changed.
    """
    try:
        record = _read(line)
        if _is_whole(record, line):
            return record
    except (ValueError, RecursionError):  # ValueError is the base class of msgspec's and json's errors
        pass
    return _diagnosed(line, where)


def _is_whole(record: EpisodeRecord, line: bytes) -> bool:
    """Whether the record holds all that the line says; the order of keys and white space do not matter."""
    written = to_line(record)
    return written == line.strip() or bool(json.loads(written) == json.loads(line))


def _is_whole_and_long(record: EpisodeRecord, data: Mapping[str, Any]) -> bool:
    """Whether the data are those of a long line of schema 2 that is unchanged, and the record holds all of them."""
    long = lengthen(json.loads(to_line(record)))
    hashed = long | {"attempt": 1, "hash": "", "timings": {}}
    hashed.pop("spent", None)
    return long == data and content_hash(_encoded(hashed).decode(), 32) == record.hash


def _read(line: bytes) -> EpisodeRecord:
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:  # perhaps lone surrogates
        return msgspec.convert(_loaded(line), EpisodeRecord)


def _loaded(line: bytes) -> Any:
    """Parses JSON. Raises `ValueError` for `NaN` and `Infinity` too, which are no JSON."""
    return json.loads(line, parse_constant=_refuse)


def _refuse(name: str) -> None:
    raise ValueError(f"it holds {name}")


def _diagnosed(line: bytes, where: str) -> EpisodeRecord:
    """Reads a line of an earlier form or a changed one, or raises an error that describes the line."""
    try:
        data = json.loads(line)  # with NaN, which the timings of schema 1 may hold
    except (ValueError, RecursionError) as error:
        raise RecordError("the line is not JSON", where=where, expected="one episode record per line") from error
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise RecordError("the line is not an episode record", where=where, expected=f'"kind": "{KIND}"')
    schema = data.get("schema")
    if schema not in (1, SCHEMA):
        raise RecordError(
            f"unknown schema {schema} of an episode record",
            where=where,
            expected=f"schema 1 or {SCHEMA}",
            remedy="read it with the version of regulars that wrote it",
        )
    try:
        if schema == SCHEMA:
            record = msgspec.convert(shorten(_loaded(line)), EpisodeRecord)
            return replace(record, hash=_hash(record) if _is_whole_and_long(record, data) else "")
        unchanged = is_unchanged_1(data)
        record = msgspec.convert(shorten(upgrade_1(data)), EpisodeRecord)
        timeless = replace(record, timings={})
        unchanged &= _read(to_line(timeless)) == timeless  # any other NaN is written as null
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise RecordError(
            f"the episode record does not match its schema: {error}", where=where, remedy="record it again"
        ) from error
    return replace(record, hash=_hash(record)) if unchanged else record


def seal(record: EpisodeRecord) -> EpisodeRecord:
    """Returns the record as a reader will see it, with its hash.

    Raises:
        RecordError: A part of the record has the wrong type.
    """
    try:
        read = _read(to_line(record))
    except (msgspec.ValidationError, NotImplementedError) as error:
        raise RecordError(f"the episode does not fit the record schema: {error}", where=str(record.key)) from error
    return replace(read, hash=_hash(read))


def is_unchanged(record: EpisodeRecord) -> bool:
    """Whether the hashed part of a record is unchanged since it was written."""
    return _hash(record) == record.hash


def _hash(record: EpisodeRecord) -> str:
    return content_hash(to_line(replace(record, attempt=1, hash="", timings={}, spent=msgspec.UNSET)).decode(), 32)
