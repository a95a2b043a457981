"""Short names of rows: labels that the user gives to specs, and the own name of a model in the assistant's seat."""

from __future__ import annotations

from collections.abc import Mapping

from regulars import registry
from regulars.agents.models.catalogue import PROVIDERS
from regulars.errors import ConfigurationError, did_you_mean

_MODELS = tuple(PROVIDERS)
"""Providers whose models are named by themselves, so that settings stand below the table and not in it."""


class Labels:
    """The labels of a run.

    Args:
        labels: Names, and the spec that each stands for.

    Raises:
        ConfigurationError: A name is empty, or two names stand for one spec.
    """

    def __init__(self, labels: Mapping[str, str]) -> None:
        self._names: dict[str, str] = {}
        self._asked: dict[str, None] = {}
        for name, spec in labels.items():
            if not name.strip() or not name.isprintable():
                raise ConfigurationError(f"the label {name!r} is empty", where="label", expected="NAME=SPEC")
            if spec in self._names:
                raise ConfigurationError(
                    f"{spec!r} has two labels, {self._names[spec]!r} and {name!r}", where="label", remedy="drop one"
                )
            self._names[spec] = name

    def of(self, spec: str, otherwise: str = "") -> str:
        """The label of a spec as the user wrote it; `otherwise`, by default the spec, if it has none."""
        self._asked[spec] = None
        return self._names.get(spec, otherwise or spec)

    def of_assistant(self, spec: str) -> str:
        """The label of an assistant's spec; the model's name for a model without a label."""
        entry = registry.find("assistant", spec)
        if entry is None or entry.name not in _MODELS:
            return self.of(spec)
        return self.of(spec, registry.parse_spec("assistant", spec).rest)

    def check_all_used(self) -> None:
        """Raises `ConfigurationError` if a label stands for a spec that no system has."""
        for spec, name in self._names.items():
            if spec not in self._asked:
                raise ConfigurationError(
                    f"the label {name!r} stands for {spec!r}, which no system has",
                    where="label",
                    remedy=did_you_mean(spec, self._asked),
                )


def read_labels(written: list[str] | None) -> dict[str, str]:
    """Reads labels from the command line, each `NAME=SPEC`.

    Raises:
        ConfigurationError: One has another form, or a name occurs twice.
    """
    labels: dict[str, str] = {}
    for one in written or ():
        name, equals, spec = (part.strip() for part in one.partition("="))
        if not (name and equals and spec):
            raise ConfigurationError(f"label {one!r}", where="--label", expected="NAME=SPEC, such as small=openai:M")
        if name in labels:
            raise ConfigurationError(f"the label {name!r} occurs twice", where="--label", remedy="name each spec apart")
        labels[name] = spec
    return labels
