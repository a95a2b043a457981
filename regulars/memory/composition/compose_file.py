"""Builds a memory from a YAML file that names its parts and their settings.

    indexes:
      - BM25: {b: 0.3}
      - Dense
    segment: Rounds
    score:
      RRF: {retrievers: [bm25, dense], weights: [1.0, 0.2]}

The fields are those of `Parts`. A part is written as its name, or as its name with its settings. A function has no
settings. The names are those that the part modules export. If two modules export the same name, write `MODULE.NAME`.
Your own part is `FILE.py:NAME`, with the file beside the YAML or in the working folder. Readers and embedders are
written as specs, as on the command line: `reader: rules`, `embedder: minilm`.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields
from functools import cache
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from typing import Any

from regulars import registry
from regulars.data_faults import LinedFile, Place, raise_faults
from regulars.errors import DataError, RegularsError, did_you_mean
from regulars.memory.composition.compose import Composed
from regulars.memory.composition.parts import Parts
from regulars.memory.embedders import build_embedder
from regulars.memory.parts.extraction.statements import statement_reader

ENDINGS = (".yaml", ".yml")
_DEPTH = 8
_PART_ROOMS = (
    "regulars.memory.parts.admission",
    "regulars.memory.parts.scope_statistics",
    "regulars.memory.parts.consolidation",
    "regulars.memory.embedders",
    "regulars.memory.parts.extraction",
    "regulars.memory.parts.forgetting",
    "regulars.memory.parts.guarding",
    "regulars.memory.parts.indexes",
    "regulars.memory.parts.learning",
    "regulars.memory.parts.links",
    "regulars.memory.parts.reading",
    "regulars.memory.parts.scoring",
    "regulars.memory.parts.segments",
    "regulars.memory.parts.items_by_kind",
    "regulars.memory.parts.text",
    "regulars.memory.parts.view",
)
"""The modules and folders whose parts a file can name. Indexes in files and services need Python."""
_SPECS: Mapping[str, Callable[[str], Any]] = {"StatementReader": statement_reader, "Embedder": build_embedder}
"""Builders for settings that are written as specs, by the type of the setting."""
_MISSING = object()
"""Stands for a value that cannot be built. The reason is among the faults."""


def compose_file(path: str | Path, seed: int = 0) -> Composed:
    """Builds an empty memory from a YAML file.

    Args:
        path: Ends in `.yaml` or `.yml`.
        seed: The seed of parts that draw, unless the file sets one.

    Raises:
        DataError: The file cannot be read or has faults. The message lists all faults with their lines.
    """
    place = Path(path).expanduser()
    try:
        text = place.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"cannot be read: {error}", where=str(place), expected="a memory's parts in YAML") from error
    reader = _Reader(place, text)
    made = reader.memory(seed)
    raise_faults(reader.faults, f"the memory in {place}")
    assert isinstance(made, Parts)
    return Composed(made)


def part_names() -> list[str]:
    """All part names that a file can use."""
    return sorted(name for name, found in _exported().items() if len(found) == 1 and "." not in name)


def _part_modules() -> Iterator[tuple[str, str]]:
    """All modules with parts, each with its entry in `_PART_ROOMS`."""
    for room in _PART_ROOMS:
        yield room, room
        for module in pkgutil.walk_packages(getattr(import_module(room), "__path__", ()), f"{room}."):
            yield room, module.name


@cache
def _exported() -> dict[str, list[Any]]:
    """The public functions and classes, by name and by `MODULE.NAME`."""
    found: dict[str, list[Any]] = {}
    for room, module in _part_modules():
        short = module.removeprefix(f"{room.rpartition('.')[0]}.")
        loaded = import_module(module)
        for name, thing in vars(loaded).items():
            is_defined_here = callable(thing) and getattr(thing, "__module__", "") == module
            if is_defined_here and not name.startswith("_") and not getattr(thing, "_is_protocol", False):
                found.setdefault(name, []).append(thing)
                found.setdefault(f"{short}.{name}", []).append(thing)
    return found


class _Reader(LinedFile):
    """Reads one file. On a fault, a method notes it and returns `_MISSING`."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(path.name, text, depth=_DEPTH)
        self.folder = path.parent

    def memory(self, seed: int) -> Any:
        if self.faults:
            return _MISSING
        if not isinstance(self.data, Mapping) or not self.data:
            self.fault((), f"holds no parts; expected {', '.join(Parts.__dataclass_fields__)}")
            return _MISSING
        return self.made(Parts, "a memory", (), {"seed": seed, **self.data})

    # ------------------------------------------------------------------ parts

    def part(self, place: Place, written: Any) -> Any:
        """Builds a part from its name, or from its name with settings."""
        if isinstance(written, Mapping) and len(written) == 1:
            ((name, settings),) = written.items()
            place = (*place, str(name))
        else:
            name, settings = written, None
        if not isinstance(name, str):
            self.fault(place, f"is {written!r}; expected the name of a part, or NAME: {{SETTING: VALUE}}")
            return _MISSING
        thing = self.named(place, name)
        if thing is _MISSING or (settings is None and not isinstance(thing, type)):
            return thing
        if not isinstance(settings or {}, Mapping):
            self.fault(place, f"is {settings!r}; expected the part's settings by name")
            return _MISSING
        return self.made(thing, name, place, settings or {})

    def named(self, place: Place, name: str) -> Any:
        """The function or class with that name."""
        if ":" in name:
            beside = self.folder / name
            try:
                return registry.named("part", str(beside) if self._is_beside(beside) else name)
            except RegularsError as error:
                self.fault(place, str(error))
                return _MISSING
        found = _exported().get(name, [])
        if len(found) == 1:
            return found[0]
        if found:
            known = [one for one in _exported() if one.endswith(f".{name}")]
            self.fault(place, f"{name!r} is exported by several modules; expected {' or '.join(known)}")
        else:
            self.fault(place, f"there is no part {name!r}; {did_you_mean(name, part_names())}")
        return _MISSING

    @staticmethod
    def _is_beside(path: Path) -> bool:
        source, _, _ = str(path).rpartition(":")
        return source.endswith(".py") and Path(source).is_file()

    def made(self, thing: Callable[..., Any], name: str, place: Place, settings: Mapping[Any, Any]) -> Any:
        """Calls a class, or a function that builds a part, with settings."""
        known = {
            parameter.name: parameter
            for parameter in signature(thing).parameters.values()
            if parameter.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
        }
        passed = {}
        for setting, written in settings.items():
            if setting not in known:
                remedy = did_you_mean(str(setting), known)
                self.fault((*place, str(setting)), f"{name} has no setting {setting!r}; {remedy}")
                continue
            passed[setting] = self.value((*place, str(setting)), written, str(known[setting].annotation))
        lacking = [one for one in known.values() if one.default is Parameter.empty and one.name not in settings]
        for parameter in lacking:
            self.fault(place, f"{name} needs a value for {parameter.name!r}")
        if lacking or any(value is _MISSING for value in passed.values()):
            return _MISSING
        try:
            made = thing(**passed)
            return made if len(passed) == len(settings) else _MISSING
        except Exception as error:  # a part may refuse its settings with any error
            self.fault(place, str(error) if isinstance(error, RegularsError) else f"{type(error).__name__}: {error}")
            return _MISSING

    # ------------------------------------------------------------------ settings

    def value(self, place: Place, written: Any, kind: str) -> Any:
        """Converts a setting by its declared type."""
        if isinstance(written, list) and not kind.startswith(_LISTS):
            self.fault(place, f"is {written!r}; expected no list")
            return _MISSING
        if isinstance(written, list):
            kinds = _kinds_of_entries(kind, len(written))
            inner = [
                self.value((*place, number), one, each)
                for number, (one, each) in enumerate(zip(written, kinds, strict=True))
            ]
            made = frozenset(inner) if kind.startswith("frozenset") else tuple(inner)
            return _MISSING if any(one is _MISSING for one in inner) else made
        if kind.startswith(_LISTS) and written is not None and " | " not in kind:
            self.fault(place, f"is {written!r}; expected a list")
            return _MISSING
        spec = next((build for name, build in _SPECS.items() if name in kind), None)
        if isinstance(written, str) and spec is not None:
            try:
                return spec(written)
            except RegularsError as error:
                self.fault(place, str(error))
                return _MISSING
        if isinstance(written, Mapping):
            ((first, *others),) = (list(written),) if written else ([""],)
            if not others and not ("Mapping" in kind and first not in _exported() and ":" not in str(first)):
                return self.part(place, written)
            inside = {name: self.value((*place, str(name)), one, _inner(kind)) for name, one in written.items()}
            return _MISSING if any(one is _MISSING for one in inside.values()) else inside
        is_number_for_a_part = isinstance(written, int | float) and _role(kind) in _ROLES
        if is_number_for_a_part or (isinstance(written, str) and not _is_text(kind)):
            return self.part(place, written)
        wrong = _PLAIN.get(kind)
        if wrong is not None and (not isinstance(written, wrong) or (isinstance(written, bool) and kind != "bool")):
            self.fault(place, f"is {written!r}; expected {_CALLED[kind]}")
            return _MISSING
        return written


_PLAIN: Mapping[str, Any] = {"int": int, "float": (int, float), "bool": bool, "str": str}
_LISTS = ("tuple[", "Sequence[", "Collection[", "Iterable[", "frozenset[", "list[")
_CALLED = {"int": "a whole number", "float": "a number", "bool": "true or false", "str": "a text"}


def _inner(kind: str) -> str:
    """What stands in the brackets of a type; of a mapping, the type of its values."""
    _, _, inside = kind.partition("[")
    inside = inside.rpartition("]")[0].removesuffix(", ...")
    return inside.removeprefix("str, ") if "Mapping" in kind else inside


def _kinds_of_entries(kind: str, count: int) -> list[str]:
    """The types of a list's entries: one for all, or one for each place of a tuple such as `tuple[str, float]`."""
    inside, depth, kinds = _inner(kind), 0, [""]
    for character in inside:
        depth += (character == "[") - (character == "]")
        if character == "," and not depth:
            kinds.append("")
        else:
            kinds[-1] += character
    kinds = [each.strip() for each in kinds]
    return kinds if len(kinds) == count else [inside] * count


def _is_text(kind: str) -> bool:
    """Whether a string in a setting of this type is plain text rather than the name of a part."""
    outside, _, _ = kind.partition("[")
    return any(word in outside for word in ("str", "Literal", "int", "float", "bool"))


def _role(kind: str) -> str:
    """What one value of a setting of this type is, such as `Index` in `tuple[Index, ...]`."""
    return _inner(kind) or kind.removesuffix(" | None")


_ROLES = frozenset(_role(str(field.type)) for field in fields(Parts)) - {"str", "int", "bool"}
"""The types of parts."""
