"""The folder of a run. It holds one run, which can be resumed after an interruption."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from regulars.errors import ConfigurationError
from regulars.evaluation.runs.manifest import RunManifest, read_manifest
from regulars.evaluation.whole_files import write_json

EPISODES = "episodes.jsonl"
RESULTS = "results.json"
CONFIG = "config.json"


class RunFolder:
    """The folder that a run writes to: the given one, or a temporary one.

    Args:
        out: The folder; None for a temporary one.
        manifest: The manifest of the run.
        resume: Whether to complete a run in the folder.

    Raises:
        ConfigurationError: The folder cannot be used, or holds a different run.
    """

    def __init__(self, out: str | os.PathLike[str] | None, manifest: RunManifest, resume: bool) -> None:
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        if out is None:
            if resume:
                raise ConfigurationError(
                    "there is no folder to resume", where="resume", remedy="name it with --out"
                )
            self._temporary = tempfile.TemporaryDirectory(prefix="regulars-")
            self.path = Path(self._temporary.name)
            return
        if not os.fspath(out):
            raise ConfigurationError("the name of the folder is empty", where="out", remedy="name a folder")
        self.path = Path(out)
        self._settle(manifest, resume)

    @property
    def kept(self) -> Path | None:
        """The folder; None for a temporary one."""
        return None if self._temporary is not None else self.path

    def _settle(self, manifest: RunManifest, resume: bool) -> None:
        path = self.path
        if path.exists() and not path.is_dir():
            raise ConfigurationError(f"{path} is not a folder", where="out", remedy="name a folder")
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
            path.mkdir(parents=True, exist_ok=True)
            write_json(config, manifest)
        except OSError as error:
            raise ConfigurationError(
                f"{path} cannot be written: {error.strerror}", where="out", remedy="name another folder"
            ) from error

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        if self._temporary is not None:
            self._temporary.cleanup()
