"""Back-ends: where an index stores its state. All follow the protocol `Index` and are chosen by name.

`numpy` is the reference: `BM25` and `Dense` in memory. `sqlite` stores the same in a file. `chroma` stores vectors in
Chroma. docs/memory.md lists the guarantees of each, and its differences from the reference.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from regulars.errors import ConfigurationError, UnknownNameError, did_you_mean
from regulars.memory.embedders import Embedder
from regulars.memory.parts.indexes.bm25 import BM25, Tokenizer, alphanumerics
from regulars.memory.parts.indexes.dense import Dense
from regulars.memory.parts.indexes.protocol import Index

__all__ = ["dense", "lexical"]


def lexical(
    *,
    k1: float = 1.5,
    b: float = 0.75,
    tokenizer: Tokenizer = alphanumerics,
    once: bool = False,
    backend: str = "numpy",
    path: str | Path | None = None,
) -> Index:
    """A BM25 index of words.

    Args:
        k1: See `BM25`.
        b: See `BM25`.
        tokenizer: See `BM25`.
        once: See `BM25`.
        backend: `numpy` or `sqlite`.
        path: The folder of its files; None for a temporary one.

    Raises:
        UnknownNameError: The back-end is unknown.
        ConfigurationError: A setting is out of range, or a back-end without files has a path.

    Example:
        >>> lexical(backend="sqlite", b=0.3)
        SqliteBM25(k1=1.5, b=0.3, tokenizer=alphanumerics)
    """
    _check(backend, path, ("numpy", "sqlite"))
    if backend == "numpy":
        return BM25(k1, b, tokenizer, once=once)
    from regulars.memory.backends.sqlite_bm25 import SqliteBM25

    return SqliteBM25(k1, b, tokenizer, once=once, path=path)


def dense(embedder: Embedder | None = None, *, backend: str = "numpy", path: str | Path | None = None) -> Index:
    """An index of vectors.

    Args:
        embedder: Makes the vectors; by default the hashed ones.
        backend: `numpy`, `sqlite` or `chroma`.
        path: The folder for its files, or with `chroma` the address of a server; None for a temporary folder.

    Raises:
        UnknownNameError: The back-end is unknown.
        ConfigurationError: A back-end without files has a path.

    Example:
        >>> dense(backend="sqlite")
        SqliteDense(HashedEmbedder(dims=256))
    """
    _check(backend, path, ("numpy", "sqlite", "chroma"))
    if backend == "numpy":
        return Dense(embedder)
    if backend == "sqlite":
        from regulars.memory.backends.sqlite_dense import SqliteDense

        return SqliteDense(embedder, path=path)
    from regulars.memory.backends.chroma import ChromaDense

    return ChromaDense(embedder, path=path)


def _check(backend: str, path: str | Path | None, known: Iterable[str]) -> None:
    if backend not in known:
        raise UnknownNameError(
            f"unknown back-end {backend!r}", where="backend", remedy=did_you_mean(str(backend), known)
        )
    if path is None:
        return
    if not isinstance(path, str | Path) or not str(path):
        raise ConfigurationError(f"path is {path!r}", where="backend", expected="the name of a folder")
    if backend == "numpy":
        raise ConfigurationError(
            "the back-end numpy keeps nothing in a folder",
            where="backend",
            remedy="leave the path out, or choose backend=sqlite",
        )
    if Path(path).expanduser().is_file():
        raise ConfigurationError(
            f"{path} is a file", where="backend", expected="the name of a folder", remedy="name another one"
        )
    if backend == "sqlite" and "://" in str(path):
        raise ConfigurationError(
            f"the back-end sqlite has no server ({path})", where="backend", expected="the name of a folder"
        )
