"""The folder that a run is written to. It holds one run, which can be completed after a kill."""

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
    """Where a run is written: a given folder, held to one manifest, or one that is thrown away.

    Args:
        out: The folder, None for one that is thrown away.
        manifest: What the run is made with.
        resume: Whether a run that the folder holds may be completed.

    Raises:
        ConfigurationError: The folder cannot be used, or holds another run.
    """

    def __init__(self, out: str | os.PathLike[str] | None, manifest: RunManifest, resume: bool) -> None:
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        if out is None:
            if resume:
                raise ConfigurationError(
                    "there is nothing to resume", where="evaluate", remedy="name the folder with --out"
                )
            self._temporary = tempfile.TemporaryDirectory(prefix="regulars-")
            self.path = Path(self._temporary.name)
            return
        if not os.fspath(out):
            raise ConfigurationError("the folder has no name", where="out", remedy="name one")
        self.path = Path(out)
        self._settle(manifest, resume)

    @property
    def kept(self) -> Path | None:
        """The folder, None if it is thrown away."""
        return None if self._temporary is not None else self.path

    def _settle(self, manifest: RunManifest, resume: bool) -> None:
        path = self.path
        if path.exists() and not path.is_dir():
            raise ConfigurationError(f"{path} is no folder", where="out", remedy="name another one")
        config, episodes = path / CONFIG, path / EPISODES
        if config.exists():
            if not resume:
                raise ConfigurationError(
                    f"{path} holds a run already", where="out", remedy="add --resume, or name another folder"
                )
            other = manifest.differences(read_manifest(config))
            if other:
                raise ConfigurationError(
                    f"{path} holds a run with other options: {', '.join(other)}",
                    where="out",
                    expected="those that it was begun with",
                    remedy="repeat them, or name another folder",
                )
            return
        if episodes.exists():
            raise ConfigurationError(
                f"{path} holds episodes of a run whose {CONFIG} is missing", where="out", remedy="name another folder"
            )
        try:
            path.mkdir(parents=True, exist_ok=True)
            write_json(config, manifest)
        except OSError as error:
            raise ConfigurationError(f"{path} cannot be written: {error.strerror}", where="out") from error

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        if self._temporary is not None:
            self._temporary.cleanup()
