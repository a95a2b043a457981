"""Keeps many scenarios in little memory: they stand in a temporary file, and each is read when it is needed."""

from __future__ import annotations

import pickle
import weakref
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from tempfile import TemporaryFile
from threading import Lock
from typing import IO, Any, overload

from regulars.errors import DataError
from regulars.scenarios.world import Scenario


class TemporaryBytes:
    """Blocks of bytes in a temporary file, which several threads may read.

    The first block opens the file; it is gone with this object, or with the process.

    Raises:
        DataError: On writing: there is no room for temporary files.
    """

    def __init__(self) -> None:
        self._file: IO[bytes] | None = None
        self._lock = Lock()

    def append(self, block: bytes) -> int:
        """Appends a block, and returns its offset."""
        try:
            with self._lock:
                if self._file is None:
                    self._file = TemporaryFile(prefix="regulars-")  # noqa: SIM115 - it is closed with this object
                    weakref.finalize(self, self._file.close)
                offset = self._file.seek(0, 2)
                self._file.write(block)
                self._file.flush()
        except OSError as error:
            raise DataError(
                f"a temporary file cannot be written: {error.strerror or error}",
                where="the folder for temporary files",
                remedy="make room there, or set TMPDIR to a folder with room",
            ) from error
        return offset

    def read(self, offset: int, length: int) -> bytes:
        """Reads the block of `length` bytes at an offset."""
        assert self._file is not None
        with self._lock:
            self._file.seek(offset)
            return self._file.read(length)


class KeptScenarios(Sequence[Scenario]):
    """Scenarios in a temporary file, as a sequence that reads each of them when it is asked for.

    The scenario that was added or read last stays in memory, so several plays of one life in a row read it once.

    Args:
        scenarios: The scenarios, taken one after the other.

    Raises:
        DataError: There is no room for temporary files.
    """

    def __init__(self, scenarios: Iterable[Scenario] = ()) -> None:
        self._bytes = TemporaryBytes()
        self._offsets, self._lengths = array("q"), array("q")
        self._last: tuple[int, Scenario] | None = None
        for scenario in scenarios:
            self.add(scenario)

    def add(self, scenario: Scenario) -> KeptScenario:
        """Adds a scenario, and returns its place."""
        packed = pickle.dumps(scenario, pickle.HIGHEST_PROTOCOL)
        self._offsets.append(self._bytes.append(packed))
        self._lengths.append(len(packed))
        self._last = (len(self) - 1, scenario)
        return KeptScenario(self, len(self) - 1)

    @property
    def places(self) -> Iterator[KeptScenario]:
        """The places of all scenarios, in order."""
        return (KeptScenario(self, index) for index in range(len(self)))

    def packed(self, index: int) -> bytes:
        """A pickled scenario, by its index from 0."""
        return self._bytes.read(self._offsets[index], self._lengths[index])

    def __len__(self) -> int:
        return len(self._offsets)

    @overload
    def __getitem__(self, index: int) -> Scenario: ...
    @overload
    def __getitem__(self, index: slice) -> list[Scenario]: ...
    def __getitem__(self, index: int | slice) -> Scenario | list[Scenario]:
        if isinstance(index, slice):
            return [self[one] for one in range(len(self))[index]]
        place, last = range(len(self))[index], self._last
        if last is None or last[0] != place:
            self._last = last = (place, pickle.loads(self.packed(place)))
        return last[1]

    def __reduce__(self) -> tuple[type[KeptScenarios], tuple[list[Scenario]]]:
        return KeptScenarios, (list(self),)


@dataclass(frozen=True, slots=True)
class KeptScenario:
    """The place of one scenario among kept ones. Another process gets the scenario itself.

    Attributes:
        kept: The scenarios.
        index: Which of them, from 0.
    """

    kept: KeptScenarios
    index: int

    @property
    def scenario(self) -> Scenario:
        """The scenario, as it is read from the file."""
        return self.kept[self.index]

    def __reduce__(self) -> tuple[Callable[[bytes], Any], tuple[bytes]]:
        return pickle.loads, (self.kept.packed(self.index),)
