"""Embedders: they turn texts into vectors.

A spec names an embedder: `hashed:dims=256`, `minilm`, `cached:of=minilm;folder=DIR`, or your own class,
`mine.py:MyEmbedder`. The default needs no file and no model. If an embedder lacks something, an error says how to get
it; another embedder is never used instead.
"""

from __future__ import annotations

from importlib.util import find_spec
from os import environ
from typing import Any

from regulars import registry
from regulars.errors import ConfigurationError
from regulars.memory.embedders import minilm, sentence_transformer
from regulars.memory.embedders.cached import cached
from regulars.memory.embedders.hashing import HashedEmbedder
from regulars.memory.embedders.protocol import Embedder, embedded

__all__ = ["HASHED", "Embedder", "HashedEmbedder", "build_embedder", "cached", "embedded", "lacking"]

HASHED = "hashed"
"""The spec of the default embedder."""

_HERE = "regulars.memory.embedders"

registry.register(
    "embedder",
    HASHED,
    f"{_HERE}.hashing:HashedEmbedder",
    summary="hashed words and character n-grams, the default; dims=256; no requirements",
)
registry.register(
    "embedder",
    "minilm",
    f"{_HERE}.minilm:minilm",
    summary="all-MiniLM-L6-v2 in numpy, 384 dims; weights from a package, or path=FOLDER",
    packages=minilm.PACKAGES,
    remedy=minilm.INSTALL,
)
registry.register(
    "embedder",
    "sentence-transformers",
    f"{_HERE}.sentence_transformer:sentence_transformer",
    summary="any model of that package, as NAME_OR_PATH; installs torch; device=cpu;batch=32",
    provider=True,
    packages=sentence_transformer.PACKAGES,
    remedy=sentence_transformer.INSTALL,
)
registry.register(
    "embedder",
    "openai",
    "regulars.agents.models.openai_embeddings:openai_embedder",
    summary="MODEL at an OpenAI-compatible endpoint (OPENAI_API_KEY, OPENAI_BASE_URL); dims=N;base_url=URL",
    provider=True,
    environment=("OPENAI_API_KEY",),
    remedy="set it, or give base_url; an endpoint on this machine needs no key",
)
registry.register(
    "embedder",
    "cached",
    f"{_HERE}:cached_embedder",
    summary="another embedder, with its vectors cached on disk: of=EMBEDDER;folder=DIR",
)


def build_embedder(spec: str | Embedder) -> Embedder:
    """Builds the embedder that a spec describes; returns an embedder object unchanged.

    Args:
        spec: `hashed:dims=256`, `minilm`, `sentence-transformers:NAME_OR_PATH`, `openai:MODEL`,
            `cached:of=EMBEDDER;folder=DIR`, `FILE.py:NAME` or `MODULE:NAME`.

    Raises:
        UnknownNameError: The name is not registered, and no file or module has it.
        ConfigurationError: It cannot be built here, or the result is not an embedder.

    Example:
        >>> build_embedder("hashed:dims=64")
        HashedEmbedder(dims=64)
    """
    made: Any = registry.build("embedder", spec) if isinstance(spec, str) else spec
    if isinstance(made, type) or not callable(getattr(made, "embed", None)):
        raise ConfigurationError(
            f"{made!r} is not an embedder", where=f"embedder {spec}", expected="an object with dims and embed(texts)"
        )
    embedder: Embedder = made
    return embedder


def cached_embedder(*, of: str | Embedder, folder: str) -> Embedder:
    """The embedder of the spec `cached:of=EMBEDDER;folder=DIR`."""
    return cached(build_embedder(of), folder)


def lacking(entry: registry.Entry) -> list[str]:
    """The missing requirements of a registered embedder: packages, then environment variables.

    Nothing is imported. The registration lists the requirements as `packages` and `environment`.
    """
    packages = [name for name in entry.marks.get("packages", ()) if find_spec(name) is None]
    return packages + [name for name in entry.marks.get("environment", ()) if not environ.get(name)]
