"""The manifest of a run, `config.json`: its options and episodes. A run is resumed only with an equal manifest."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal

import msgspec
from msgspec import Struct, field

from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation.whole_files import read_whole
from regulars.rewards.metrics.retrieval import KS

SCHEMA: Final = 2


class RunManifest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The file `config.json`.

    Attributes:
        schema: The version of this schema.
        version: The version of this package.
        systems: The systems in the order of the table.
        feedback: The feedback policy.
        noise: Human noise; empty for none.
        k: Ranked items per recall.
        budget: Tokens of context per recall.
        cutoffs: The k of the retrieval metrics.
        sources: Files from which systems come, with the hashes of their texts.
        parts: The parts of each composed memory.
        unforked: Why systems cannot be forked, with the remedy.
        limits: Limits on model calls per episode.
        user: The policy of the people.
        judge: The judge of replies.
        judge_kinds: The kinds of probes that go to the models of the judge; empty for all.
        labels: The specs of the systems that are named in short, by name.
        prompts: The hash of each prompt by name; empty for a run without models.
        scenarios: The ids of the scenarios; empty for streams.
        regime: The regime of a run over streams; empty for single lives.
        streams: The ids of the streams; empty for single lives.
        units: The episodes in order: scenario, seed and system.
    """

    schema: Literal[2]
    version: str
    systems: tuple[str, ...]
    feedback: str
    noise: str = ""
    k: int
    budget: int
    cutoffs: tuple[int, ...] = KS
    sources: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    unforked: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, float] = field(default_factory=dict)
    user: str = "scripted"
    judge: str = "scripted"
    judge_kinds: tuple[str, ...] = ()
    labels: Mapping[str, str] = field(default_factory=dict)
    prompts: Mapping[str, str] = field(default_factory=dict)
    scenarios: tuple[str, ...] = ()
    regime: str = ""
    streams: tuple[str, ...] = ()
    units: tuple[tuple[str, int, str], ...] = ()

    def differences(self, other: RunManifest) -> list[str]:
        """The names of the fields in which the two manifests differ."""
        return [name for name in self.__struct_fields__ if getattr(self, name) != getattr(other, name)]

    def changed_sources(self, other: RunManifest) -> list[str]:
        """The files that both manifests name, with different texts."""
        return [name for name, text in other.sources.items() if self.sources.get(name, text) != text]

    def grows_from(self, other: RunManifest) -> bool:
        """Whether this run is the other one with more seeds, more systems, or both: nothing else differs or is lost."""
        grown = {"systems", "sources", "parts", "scenarios", "streams", "units"}
        kept = (
            set(self.units) > set(other.units)
            and set(self.systems) >= set(other.systems)
            and set(self.scenarios) >= set(other.scenarios)
            and set(self.streams) >= set(other.streams)
            and all(self.sources.get(name) == text for name, text in other.sources.items())
            and all(self.parts.get(name) == parts for name, parts in other.parts.items())
        )
        return kept and grown.issuperset(self.differences(other))


def read_manifest(path: Path, *, resumed: bool = False) -> RunManifest:
    """Reads the manifest of a run, of schema 2 or of schema 1, which had no field `schema`.

    Args:
        path: The file.
        resumed: Whether episodes are to be added to the run, which schema 2 alone allows.

    Raises:
        ConfigurationError: A run of schema 1 cannot be resumed.
        RecordError: The file is missing, incomplete, or of an unknown schema.
    """
    try:
        data = msgspec.json.decode(read_whole(path), type=dict[str, msgspec.Raw])
        schema = msgspec.json.decode(data.get("schema", b"1"))
        if schema not in (1, SCHEMA):
            raise RecordError(
                f"unknown schema {schema}", where=str(path), expected=f"schema 1 or {SCHEMA}",
                remedy="read it with the version of regulars that wrote it",
            )  # fmt: skip
        if resumed and schema != SCHEMA:
            raise ConfigurationError(
                "the run was started with an earlier version", where=str(path), expected=f"a run of schema {SCHEMA}",
                remedy="read it with `regulars replay` or `explain`, or start a new run in another folder",
            )  # fmt: skip
        data["schema"] = msgspec.Raw(str(SCHEMA).encode())
        return msgspec.json.decode(msgspec.json.encode(data), type=RunManifest)
    except msgspec.DecodeError as error:
        raise RecordError(
            f"is not the manifest of a run: {error}", where=str(path), remedy="name a folder that evaluate wrote"
        ) from error
