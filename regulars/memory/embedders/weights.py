"""Reads weights from a `.safetensors` file. They are memory-mapped, so processes share one copy.

The format: eight bytes with the length of the header (little-endian), the header in JSON (`dtype`, `shape` and
`data_offsets` of each tensor, counted from the end of the header), and the numbers, row by row (safetensors, "Format",
version 0.4).
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from hashlib import blake2b
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from regulars.errors import DataError

_LENGTH = 8
_LONGEST_HEADER = 100_000_000
"""The format's limit in bytes."""

_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}
_CHUNK = 1 << 22


def read_weights(path: Path) -> dict[str, NDArray[np.float32]]:
    """All floating-point tensors, by name; others are left out.

    Raises:
        DataError: The file is missing, damaged, or has another format.
    """
    try:
        mapped = np.memmap(path, dtype=np.uint8, mode="r")
    except (OSError, ValueError) as error:
        raise DataError(f"the weights cannot be read: {error}", where=str(path)) from error
    size = int.from_bytes(mapped[:_LENGTH].tobytes(), "little")
    begin = _LENGTH + size
    if mapped.size < _LENGTH or size > _LONGEST_HEADER or begin > mapped.size:
        raise _torn(path, "its header is longer than the file")
    try:
        header = json.loads(mapped[_LENGTH:begin].tobytes())
        described = {name: one for name, one in header.items() if name != "__metadata__"}
        return {name: _tensor(mapped, begin, one, path) for name, one in described.items() if one["dtype"] in _TYPES}
    except DataError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _torn(path, f"its header cannot be read: {type(error).__name__}: {error}") from error


def _tensor(mapped: NDArray[np.uint8], begin: int, described: Any, path: Path) -> NDArray[np.float32]:
    kind = np.dtype(_TYPES[described["dtype"]])
    shape = tuple(int(length) for length in described["shape"])
    first, last = (begin + int(offset) for offset in described["data_offsets"])
    if not begin <= first <= last <= mapped.size or last - first != prod(shape) * kind.itemsize:
        raise _torn(path, "a tensor is not within the file")
    numbers = np.asarray(mapped[first:last]).view(kind)
    if described["dtype"] == "BF16":
        numbers = (numbers.astype("<u4") << 16).view("<f4")
    return np.asarray(numbers.reshape(shape), dtype=np.float32)


def file_hash(paths: Iterable[Path]) -> str:
    """16 hex digits of BLAKE2b over the files' names and bytes, to identify a model's weights.

    Raises:
        DataError: A file cannot be read.
    """
    hashed = blake2b(digest_size=8)
    for path in paths:
        try:
            hashed.update(f"{path.name}\0{path.stat().st_size}\0".encode())
            with path.open("rb") as file:
                while chunk := file.read(_CHUNK):
                    hashed.update(chunk)
        except OSError as error:
            raise DataError(f"{path.name} cannot be read: {error.strerror}", where=str(path.parent)) from error
    return hashed.hexdigest()


def _torn(path: Path, why: str) -> DataError:
    return DataError(
        f"the file has no readable weights ({why})",
        where=str(path),
        expected="a complete .safetensors file",
        remedy="install or copy the model again",
    )
