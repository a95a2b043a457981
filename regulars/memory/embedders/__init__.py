"""Embedders: from a text to a vector.

An embedder is named by a spec, `hashed:dims=256`, `minilm`, `cached:of=minilm;folder=DIR`, or is a class of one's own,
`mine.py:MyEmbedder`. The default needs no file and no model, and none ever stands in for another: what is missing is an
error that says how to get it.
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
"""The default."""

_HERE = "regulars.memory.embedders"

registry.register(
    "embedder",
    HASHED,
    f"{_HERE}.hashing:HashedEmbedder",
    summary="hashed words and character n-grams, the default; dims=256; needs nothing",
)
registry.register(
    "embedder",
    "minilm",
    f"{_HERE}.minilm:minilm",
    summary="all-MiniLM-L6-v2 by numpy, 384 dims; the weights of a package, or path=FOLDER",
    packages=minilm.PACKAGES,
    remedy=minilm.INSTALL,
)
registry.register(
    "embedder",
    "sentence-transformers",
    f"{_HERE}.sentence_transformer:sentence_transformer",
    summary="NAME_OR_PATH of a model of that package, which brings torch; device=cpu;batch=32",
    provider=True,
    packages=sentence_transformer.PACKAGES,
    remedy=sentence_transformer.INSTALL,
)
registry.register(
    "embedder",
    "openai",
    "regulars.agents.models.openai_embeddings:openai_embedder",
    summary="MODEL behind an OpenAI-compatible endpoint (OPENAI_API_KEY, OPENAI_BASE_URL); dims=N;base_url=URL",
    provider=True,
    environment=("OPENAI_API_KEY",),
    remedy="set it, or give base_url; an address of this machine needs no key",
)
registry.register(
    "embedder",
    "cached",
    f"{_HERE}:cached_embedder",
    summary="of=EMBEDDER;folder=DIR: another one, with its vectors kept on disk",
)


def build_embedder(spec: str | Embedder) -> Embedder:
    """The embedder that a spec names; an embedder is given back as it is.

    Args:
        spec: `hashed:dims=256`, `minilm`, `sentence-transformers:NAME_OR_PATH`, `openai:MODEL`,
            `cached:of=EMBEDDER;folder=DIR`, `FILE.py:NAME` or `MODULE:NAME`.

    Raises:
        UnknownNameError: Nothing of that name is registered, and no file or module holds it.
        ConfigurationError: It cannot be made here, or what was made is no embedder.

    Example:
        >>> build_embedder("hashed:dims=64")
        HashedEmbedder(dims=64)
    """
    made: Any = registry.build("embedder", spec) if isinstance(spec, str) else spec
    if isinstance(made, type) or not callable(getattr(made, "embed", None)):
        raise ConfigurationError(
            f"{made!r} is no embedder", where=f"embedder {spec}", expected="an object with dims and embed(texts)"
        )
    embedder: Embedder = made
    return embedder


def cached_embedder(*, of: str | Embedder, folder: str) -> Embedder:
    """`cached:of=EMBEDDER;folder=DIR`."""
    return cached(build_embedder(of), folder)


def lacking(entry: registry.Entry) -> list[str]:
    """What a registered embedder needs and does not find here: packages, then variables of the environment.

    Nothing is imported. What an embedder needs it says where it is registered, by `packages` and `environment`.
    """
    packages = [name for name in entry.marks.get("packages", ()) if find_spec(name) is None]
    return packages + [name for name in entry.marks.get("environment", ()) if not environ.get(name)]
