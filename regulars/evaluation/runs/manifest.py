"""What a run is made with, as `config.json` keeps it. A folder is completed only by a run made with the same."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from regulars.errors import RecordError
from regulars.evaluation.whole_files import read_whole

SCHEMA: Final = 2


class RunManifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a run is made with.

    Attributes:
        version: Of this package.
        systems: The rows, in order.
        feedback: The feedback policy.
        noise: Human noise; empty for none.
        k: Ranked items that memories are asked for.
        budget: Tokens of context.
        sources: By file from which systems come the hash of its text.
        parts: By composed memory what it is made of.
        limits: What an episode's calls of models may come to.
        user: Who plays the people.
        judge: Who gives verdicts.
        prompts: By name the hash of each prompt; empty where no model is asked.
        scenarios: Their ids; empty for streams.
        regime: How memories meet streams; empty for single lives.
        streams: Their ids.
        units: The episodes in order: scenario, seed and system.
    """

    schema: Literal[2]
    version: str
    systems: tuple[str, ...]
    feedback: str
    noise: str = ""
    k: int
    budget: int
    sources: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)
    user: str = "scripted"
    judge: str = "scripted"
    prompts: Mapping[str, str] = field(default_factory=dict)
    scenarios: tuple[str, ...] = ()
    regime: str = ""
    streams: tuple[str, ...] = ()
    units: tuple[tuple[str, int, str], ...] = ()

    def differences(self, other: RunManifest) -> list[str]:
        """The names of the fields in which another one differs."""
        return [name for name in self.__struct_fields__ if getattr(self, name) != getattr(other, name)]


def read_manifest(path: Path) -> RunManifest:
    """The manifest of a run; that of schema 1 had no number.

    Raises:
        RecordError: It is missing, torn, or of an unknown schema.
    """
    try:
        data = msgspec.json.decode(read_whole(path), type=dict[str, msgspec.Raw])
        schema = msgspec.json.decode(data.get("schema", b"1"))
        if schema not in (1, SCHEMA):
            raise RecordError(f"a run of schema {schema}", where=str(path), expected=f"schema {SCHEMA} or 1")
        data["schema"] = msgspec.Raw(str(SCHEMA).encode())
        return msgspec.json.decode(msgspec.json.encode(data), type=RunManifest)
    except msgspec.DecodeError as error:
        raise RecordError(
            f"is not what a run was made with: {error}", where=str(path), remedy="name a folder that evaluate wrote"
        ) from error
