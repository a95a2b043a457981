"""The folder of a run. It holds one run, which one process writes, and which can be resumed after an interruption."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from regulars.errors import ConfigurationError, RecordError
from regulars.evaluation.runs.lock import RunLock
from regulars.evaluation.runs.manifest import RunManifest, read_manifest
from regulars.evaluation.whole_files import write_json

EPISODES = "episodes.jsonl"
RESULTS = "results.json"
CONFIG = "config.json"


class RunFolder:
    """The folder that a run writes to, as a context: the given one, or a temporary one.

    To enter it takes the lock of the folder and writes the manifest, or compares it with the one in the folder.

    Args:
        out: The folder; None for a temporary one.
        manifest: The manifest of the run.
        resume: Whether to complete a run in the folder.

    Attributes:
        notes: Remarks for the user: a lock that was left behind.

    Raises:
        ConfigurationError: The folder cannot be used, is written by another process, or holds a different run.
    """

    def __init__(self, out: str | os.PathLike[str] | None, manifest: RunManifest, resume: bool) -> None:
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        self._manifest = manifest
        self._resume = resume
        self._lock: RunLock | None = None
        self.notes: list[str] = []
        if out is None:
            if resume:
                raise ConfigurationError("there is no folder to resume", where="resume", remedy="name it with --out")
            self._temporary = tempfile.TemporaryDirectory(prefix="regulars-")
            self.path = Path(self._temporary.name)
            return
        if not os.fspath(out):
            raise ConfigurationError("the name of the folder is empty", where="out", remedy="name a folder")
        self.path = Path(out)

    @property
    def kept(self) -> Path | None:
        """The folder; None for a temporary one."""
        return None if self._temporary is not None else self.path

    def _settle(self, manifest: RunManifest, resume: bool) -> None:
        """Compares the manifest with the one in the folder, or writes it. The lock is held."""
        path = self.path
        config, episodes = path / CONFIG, path / EPISODES
        if config.exists():
            if not resume:
                raise ConfigurationError(
                    f"{path} already holds a run", where="out", remedy="add --resume, or name another folder"
                )
            earlier = read_manifest(config, resumed=True)
            other = manifest.differences(earlier)
            if other and manifest.grows_from(earlier):
                write_json(config, manifest)
            elif changed := manifest.changed_sources(earlier):
                raise ConfigurationError(
                    f"{', '.join(changed)} changed since the run in {path} began", where="out",
                    expected="the files that the run was started with",
                    remedy="put them back as they were, or name another folder",
                )  # fmt: skip
            elif other:
                raise ConfigurationError(
                    f"{path} holds a run with other options: {', '.join(other)}",
                    where="out",
                    expected="the options that the run was started with, or more seeds or systems",
                    remedy="repeat those options, or name another folder",
                )
            return
        if episodes.exists():
            raise ConfigurationError(
                f"{path} holds episodes, but their {CONFIG} is missing", where="out", remedy="name another folder"
            )
        try:
            write_json(config, manifest)
        except RecordError as error:
            raise ConfigurationError(f"{path} {error.what}", where="out", remedy="name another folder") from error

    def _locked(self) -> RunLock:
        path = self.path
        if path.exists() and not path.is_dir():
            raise ConfigurationError(f"{path} is not a folder", where="out", remedy="name a folder")
        try:
            path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(
                f"{path} cannot be written: {error.strerror}", where="out", remedy="name another folder"
            ) from error
        lock = RunLock(path)
        lock.acquire()
        return lock

    def __enter__(self) -> Path:
        if self._temporary is None:
            self._lock = lock = self._locked()
            try:
                self._settle(self._manifest, self._resume)
            except BaseException:
                self.__exit__()
                raise
            if lock.taken_over:
                self.notes.append(f"continued the run of {lock.taken_over}, which ended before it was complete")
        return self.path

    def __exit__(self, *_: object) -> None:
        if self._lock is not None:
            self._lock.release()
        if self._temporary is not None:
            self._temporary.cleanup()
