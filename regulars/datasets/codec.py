"""An episode record as a line of JSON, and back. The previous schema is read; an unknown one is refused by its name."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from regulars.datasets.episode_record import KIND, SCHEMA, EpisodeRecord
from regulars.datasets.schema_1 import is_unchanged_1, upgrade_1
from regulars.errors import RecordError
from regulars.seeding import content_hash


def _plain(value: Any) -> Any:
    """A number of numpy's, such as a foreign memory's score, as Python's own."""
    if isinstance(value, np.generic):
        return value.item()
    raise NotImplementedError(f"a record cannot hold a {type(value).__name__}")


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
_DECODER = msgspec.json.Decoder(EpisodeRecord)


def to_line(record: EpisodeRecord) -> bytes:
    """A record as UTF-8, without the end of the line."""
    try:
        return _ENCODER.encode(record)
    except UnicodeEncodeError:  # lone surrogates are legal in a text and not in UTF-8
        return json.dumps(msgspec.to_builtins(record, enc_hook=_plain), separators=(",", ":")).encode()


def from_line(line: bytes, where: str) -> EpisodeRecord:
    """The record that a line holds.

    Args:
        line: Of schema 2 or 1.
        where: What errors name: the file and the line's number.

    Raises:
        RecordError: The line is no JSON, no episode record, or one of an unknown schema.
    """
    try:
        return _read(line)
    except ValueError:  # all of msgspec's and json's errors are
        return _diagnosed(line, where)


def _read(line: bytes) -> EpisodeRecord:
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError:
        raise
    except msgspec.DecodeError:  # perhaps lone surrogates
        return msgspec.convert(json.loads(line), EpisodeRecord)


def _diagnosed(line: bytes, where: str) -> EpisodeRecord:
    """A record of the previous schema, or an error that says what the line is."""
    try:
        data = json.loads(line)
    except ValueError as error:
        raise RecordError("a line is no JSON", where=where, expected="one episode record a line") from error
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise RecordError("a line is no episode record", where=where, expected=f'"kind": "{KIND}"')
    schema = data.get("schema")
    if schema not in (1, SCHEMA):
        raise RecordError(
            f"an episode record of schema {schema}",
            where=where,
            expected=f"schema {SCHEMA} or 1",
            remedy="read it with the version of regulars that wrote it",
        )
    try:
        if schema == SCHEMA:
            return msgspec.convert(data, EpisodeRecord)
        unchanged = is_unchanged_1(data)
        record = msgspec.convert(upgrade_1(data), EpisodeRecord)
    except (msgspec.ValidationError, LookupError, TypeError, AttributeError) as error:
        raise RecordError(
            f"an episode record is not of its schema: {error}", where=where, remedy="record it again"
        ) from error
    return seal(record) if unchanged else record


def seal(record: EpisodeRecord) -> EpisodeRecord:
    """The record as it will be read, with its hash.

    Raises:
        RecordError: A part of it is not of the type that the schema gives it.
    """
    try:
        read = _read(to_line(record))
    except (msgspec.ValidationError, NotImplementedError) as error:
        raise RecordError(f"an episode does not fit its record: {error}", where=str(record.key)) from error
    return replace(read, hash=_hash(read))


def is_unchanged(record: EpisodeRecord) -> bool:
    """Whether the hashed part of a record is as it was written."""
    return _hash(record) == record.hash


def _hash(record: EpisodeRecord) -> str:
    return content_hash(to_line(replace(record, attempt=1, hash="", timings={})).decode(), 32)
