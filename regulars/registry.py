"""Builds memories, embedders, assistants, models, feedback policies, suites and formats from their names.

A *spec* is what a user writes on the command line or in a configuration:

- a registered name, with optional arguments after a last colon: `bm25-turn`, `bm25-turn:k1=1.2;b=0.3`;
- a registered provider and the name it takes, with optional arguments after a further colon: `openai:some-model`,
  `openai:some-model:temperature=0`;
- a path and a name, `mine.py:MyMemory`, or a module and a name, `my.package:MyMemory`, with optional arguments after a
  colon.

An argument may be a spec itself: `dense-turn:embedder=minilm`. Put a value in parentheses if it contains a semicolon or
a comma: `dense-turn:embedder=(cached:of=(openai:some-model:dims=64;retries=2);folder=vectors)`.

A registered name wins over a module of that name. Entries are import paths, so nothing is loaded before it is used.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
import sys
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from inspect import Parameter, signature
from pathlib import Path
from types import FunctionType
from typing import Any

from regulars.errors import ConfigurationError, RegularsError, UnknownNameError, did_you_mean

_PROVIDED = re.compile(r"(?P<rest>.+?):(?P<arguments>[A-Za-z_]\w*=.*)")
_ARGUMENT = re.compile(r"[A-Za-z_]\w*=.*", re.DOTALL)
_HOST = re.compile(r"[\w.-]+:\d{1,5}(/\S*)?")
"""The address of a server without http://."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One registered thing: its factory, and what is known about it without loading it."""

    kind: str
    name: str
    target: str | Callable[..., Any]
    summary: str = ""
    provider: bool = False
    marks: Mapping[str, Any] = field(default_factory=dict)

    def load(self) -> Callable[..., Any]:
        """The factory; imports it now if it was registered by path.

        Raises:
            ConfigurationError: A required package is not installed.
        """
        if callable(self.target):
            return self.target
        module, _, attribute = self.target.partition(":")
        try:
            loaded: Callable[..., Any] = getattr(importlib.import_module(module), attribute)
        except ImportError as error:
            raise ConfigurationError(
                f"the {self.kind} {self.name!r} cannot be loaded: {error}",
                where=self.target,
                remedy=f"install {error.name}" if error.name else "",
            ) from error
        return loaded


@dataclass(frozen=True, slots=True)
class Spec:
    """A parsed spec: the text as written, the name, the provider's name part and the arguments."""

    text: str
    name: str
    rest: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)


HOMES = {
    "memory": "regulars.memory",
    "reader": "regulars.memory",
    "embedder": "regulars.memory.embedders",
    "assistant": "regulars.agents.roster",
    "user": "regulars.agents.roster",
    "evaluator": "regulars.agents.roster",
    "model": "regulars.agents.models.catalogue",
    "feedback": "regulars.agents.feedback",
    "suite": "regulars.scenarios.suites",
    "dataset": "regulars.datasets",
    "export": "regulars.datasets.export",
}
"""The modules that register the entries of a kind, imported on first lookup."""

_ENTRIES: dict[str, dict[str, Entry]] = {}
REFUSED: ContextVar[list[str] | None] = ContextVar("regulars_refused_code", default=None)
"""Where a list is set, files and modules that a spec names are not imported, but refused and added to it."""


def register(
    kind: str,
    name: str,
    target: str | Callable[..., Any],
    *,
    summary: str = "",
    provider: bool = False,
    **marks: Any,
) -> None:
    """Registers `target` (a factory, or `"module:attribute"`) as `name` for `kind`.

    Args:
        kind: `memory`, `reader`, `embedder`, `assistant`, `user`, `evaluator`, `model`, `feedback`, `suite`,
            `dataset` or `export`.
        name: The name that users write. Registering a name again replaces the entry.
        target: The factory; called with the spec's arguments.
        summary: One line for `regulars list`.
        provider: True if the text after the colon is the first argument, as in `openai:MODEL`.
        marks: Flags that result tables use, such as `unbounded=True`. `formerly` is an old name, for error messages.
    """
    _ENTRIES.setdefault(kind, {})[name] = Entry(kind, name, target, summary, provider, marks)


def _entries_of(kind: str) -> dict[str, Entry]:
    """The entries of a kind, after importing the modules that register them."""
    home = HOMES.get(kind)
    if home is not None and home not in sys.modules:
        importlib.import_module(home)
    return _ENTRIES.get(kind, {})


def entries(kind: str) -> list[Entry]:
    """All entries of `kind`, in the order of registration."""
    return list(_entries_of(kind).values())


def find(kind: str, text: str) -> Entry | None:
    """The registered entry that `text` names, or None if it names a file or module."""
    return _entries_of(kind).get(parse_spec(kind, text).name)


def split_specs(text: str) -> list[str]:
    """Splits a comma-separated list of specs, except at commas in parentheses; drops empty parts.

    Raises:
        ConfigurationError: A parenthesis is not closed.
    """
    return [part.strip() for part in _parted(text, ",") if part.strip()]


def parse_spec(kind: str, text: str) -> Spec:
    """Parses a spec. Raises `ConfigurationError` if it is empty or its arguments are malformed."""
    text = text.strip()
    if not text:
        raise ConfigurationError(f"the name of a {kind} is empty", remedy="write a name or a path")
    known = _entries_of(kind)
    head, _, rest = text.partition(":")
    if head in known:
        if known[head].provider:
            return _provided(text, head, rest)
        return Spec(text, head, "", _arguments(kind, text, rest) if rest else {})
    source, is_file, after = text.partition(".py:")
    if is_file and ":" in after:
        attribute, _, written = after.partition(":")
        return Spec(text, f"{source}.py:{attribute}", "", _arguments(kind, text, written))
    pieces = text.split(":")
    for number in range(1, len(pieces)):
        written = ":".join(pieces[number:])
        if _ARGUMENT.fullmatch(written):
            return Spec(text, ":".join(pieces[:number]), "", _arguments(kind, text, written))
    return Spec(text, text)


def _provided(text: str, name: str, rest: str) -> Spec:
    """A provider's spec. The name after the provider may contain colons, and so may values, such as a URL."""
    given = _PROVIDED.fullmatch(rest)
    if given is None:
        return Spec(text, name, rest)
    return Spec(text, name, given["rest"], _arguments(name, text, given["arguments"]))


def parse_arguments(what: str, text: str) -> dict[str, Any]:
    """Parses arguments written `key=value;key=value`. Raises `ConfigurationError` if they are malformed."""
    return _arguments(what, text, text)


def named(kind: str, text: str) -> Any:
    """The object that `text` names, without calling it: a factory, function or instance. Raises as `build` does."""
    spec = parse_spec(kind, text)
    entry = _entries_of(kind).get(spec.name)
    return entry.load() if entry else _foreign(kind, spec)


def build(kind: str, text: str, *, given: Mapping[str, Any] | None = None, **defaults: Any) -> Any:
    """Builds the object that a spec describes.

    Args:
        kind: The kind of object, as in `register`.
        text: The spec, such as `bm25-turn:k1=1.2`.
        given: Objects that replace arguments of the spec, by name.
        defaults: Keyword arguments that the factory gets if it accepts them; arguments in the spec override them.

    Raises:
        UnknownNameError: The name is not registered, and no file or module has it.
        ConfigurationError: The factory does not accept an argument of the spec, or a required argument is missing.
    """
    spec = parse_spec(kind, text)
    if given:
        spec = replace(spec, arguments={**spec.arguments, **given})
    entry = _entries_of(kind).get(spec.name)
    factory = entry.load() if entry else _foreign(kind, spec)
    if not callable(factory):
        if spec.arguments:
            raise ConfigurationError(
                f"{kind} {spec.name!r} is a ready object and takes no arguments",
                remedy="name a class or function, or leave the arguments out",
            )
        return factory
    positional = (spec.rest,) if entry and entry.provider else ()
    makes = isinstance(factory, type) or bool(spec.arguments) or ("memory" in defaults and _takes(factory, "memory"))
    if kind == "assistant" and not entry and not makes:
        return factory
    return _call(kind, spec, factory, positional, defaults)


def _call(
    kind: str, spec: Spec, factory: Callable[..., Any], positional: tuple[str, ...], defaults: Mapping[str, Any]
) -> Any:
    try:
        parameters = _parameters(factory) if isinstance(factory, type | FunctionType) else signature(factory).parameters
    except (TypeError, ValueError):
        return _made(kind, spec, lambda: factory(*positional, **spec.arguments))
    takes_all = any(p.kind is Parameter.VAR_KEYWORD for p in parameters.values())
    named = {p.name for p in parameters.values() if p.kind in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)}
    named -= set(list(parameters)[: len(positional)])
    for key in spec.arguments:
        if key not in named and not takes_all:
            raise ConfigurationError(f"{kind} {spec.name!r} takes no argument {key!r}", remedy=did_you_mean(key, named))
        if key in parameters and spec.name not in _entries_of(kind):  # registered ones name the range that they take
            _check_number(kind, spec, parameters[key])
    passed = {key: value for key, value in defaults.items() if key in named or takes_all}
    passed.update(spec.arguments)
    asked = list(parameters.values())[len(positional) :]
    lacking = [p for p in asked if _is_needed(p) and p.name not in passed]
    if lacking:
        names = ", ".join(repr(p.name) for p in lacking)
        advice = f"write {spec.name}:{';'.join(p.name + '=VALUE' for p in lacking)}"
        if kind == "memory" and not isinstance(factory, type):
            advice = "a memory is a class with observe and recall; an assistant is named with --assistant"
        raise ConfigurationError(f"{kind} {spec.name!r} needs a value for {names}", remedy=advice)
    return _made(kind, spec, lambda: factory(*positional, **passed))


def _check_number(kind: str, spec: Spec, parameter: Parameter) -> None:
    """Raises `ConfigurationError` for a word where the default is a number, unless an annotation allows words."""
    value, default = spec.arguments[parameter.name], parameter.default
    allowed = "" if parameter.annotation is Parameter.empty else str(parameter.annotation)
    if isinstance(value, str) and isinstance(default, (int, float)) and not re.search(r"\b(str|Any|object)\b", allowed):
        raise ConfigurationError(
            f"{kind} {spec.text!r} cannot be made: {parameter.name} is {value!r}",
            expected="true or false" if isinstance(default, bool) else f"a number, as its default {default!r}",
            remedy="check its arguments",
        )


@lru_cache(maxsize=512)
def _parameters(factory: Callable[..., Any]) -> Mapping[str, Parameter]:
    """The parameters of a class or function, cached because reading them costs more than most builds."""
    return signature(factory).parameters


def _takes(factory: Callable[..., Any], name: str) -> bool:
    try:
        return name in signature(factory).parameters
    except (TypeError, ValueError):
        return False


def _made(kind: str, spec: Spec, make: Callable[[], Any]) -> Any:
    """Calls `make`; turns an exception from third-party code into an error that names the spec."""
    try:
        return make()
    except RegularsError:
        raise
    except (Exception, SystemExit) as error:  # third-party code may raise anything
        raise ConfigurationError(
            f"{kind} {spec.text!r} cannot be made: {type(error).__name__}: {error}", remedy="check its arguments"
        ) from error


def _is_needed(parameter: Parameter) -> bool:
    variadic = parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)
    return parameter.default is Parameter.empty and not variadic


def _arguments(kind: str, text: str, written: str) -> dict[str, Any]:
    parts = _parted(written, ";")
    if not all(_ARGUMENT.fullmatch(part) for part in parts):
        raise ConfigurationError(
            f"the arguments {written!r} of {kind} {text!r} cannot be read",
            expected="key=value;key=value, a value with a semicolon or a comma in parentheses",
        )
    read: dict[str, Any] = {}
    for key, _, value in (part.partition("=") for part in parts):
        if key in read:
            raise ConfigurationError(f"{key} occurs twice in {kind} {text!r}", remedy="give it once")
        read[key] = _value(value)
    return read


def _parted(text: str, separator: str) -> list[str]:
    """Splits at a separator, except inside a value in parentheses, from `=(` to the matching one."""
    parts = [""]
    depth = 0
    for character in text:
        if character == separator and not depth:
            parts.append("")
            continue
        if character == "(" and (depth or parts[-1].endswith("=")):
            depth += 1
        elif character == ")" and depth:
            depth -= 1
        parts[-1] += character
    if depth:
        raise ConfigurationError(
            f"a parenthesis in {text!r} is not closed", expected="key=(SPEC), a value between parentheses"
        )
    return parts


def _closes(written: str) -> int:
    """The position of the parenthesis that closes the one `written` starts with."""
    depth = 0
    for place, character in enumerate(written):
        depth += (character == "(") - (character == ")")
        if not depth:
            return place
    return -1


def _value(written: str) -> Any:
    if written.startswith("(") and _closes(written) == len(written) - 1:
        return written[1:-1]
    lowered = written.strip().lower()
    if lowered in ("true", "false"):
        return lowered == "true"
    if lowered == "null":
        return None
    for number in (int, float):
        try:
            return number(written)
        except ValueError:
            continue
    return written


def _foreign(kind: str, spec: Spec) -> Any:
    source, _, attribute = spec.name.rpartition(":")
    if not source and spec.name.endswith(".py"):
        raise UnknownNameError(
            f"{spec.name} names no class or function", where=f"{kind} by path", remedy=f"write {spec.name}:NAME"
        )
    if not source and "=" in spec.name:
        raise UnknownNameError(
            f"unknown {kind} option {spec.name!r}",
            where=f"{kind} by name",
            remedy=f"write options after the name of the {kind}, separated by semicolons: NAME:one=1;other=2",
        )
    if not source:
        renamed = [entry.name for entry in entries(kind) if entry.marks.get("formerly") == spec.name]
        if renamed:
            raise UnknownNameError(f"unknown {kind} {spec.name!r}", remedy=f"it is now called {renamed[0]!r}")
        raise UnknownNameError(
            f"unknown {kind} {spec.name!r}",
            remedy=f"{did_you_mean(spec.name, _entries_of(kind))} "
            "(write your own class as FILE.py:NAME or MODULE:NAME)",
        )
    if (refused := REFUSED.get()) is not None:
        refused.append(spec.name)
        raise UnknownNameError(f"{spec.name} is not imported here", where=f"{kind} {spec.text!r}")
    module = _from_file(kind, source) if source.endswith(".py") else _from_module(kind, source, spec)
    try:
        return getattr(module, attribute)
    except AttributeError:
        public = [name for name in vars(module) if not name.startswith("_")]
        raise UnknownNameError(
            f"{source} has no {attribute!r}",
            where=f"{kind} {spec.text!r}",
            remedy=did_you_mean(attribute, public),
        ) from None


def _from_file(kind: str, source: str) -> Any:
    path = Path(source).expanduser()
    if not path.is_file():
        raise UnknownNameError(f"file {source} does not exist", where=f"{kind} by path", remedy="check the path")
    written = str(path.resolve()).encode() + path.read_bytes()
    name = f"regulars_user_{path.stem}_{blake2b(written, digest_size=6).hexdigest()}"
    if name in sys.modules:
        return sys.modules[name]
    specification = importlib.util.spec_from_file_location(name, path)
    if specification is None or specification.loader is None:
        raise UnknownNameError(f"{source} is not a Python file", where=f"{kind} by path")
    module = importlib.util.module_from_spec(specification)
    sys.modules[name] = module
    _let_import_from(path.resolve().parent)
    try:
        specification.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if not isinstance(error, (Exception, SystemExit)):
            raise
        raise ConfigurationError(
            f"{source} cannot be imported: {type(error).__name__}: {error}",
            where=f"{kind} by path",
            remedy="correct the error in the file",
        ) from error
    return module


def _let_import_from(folder: Path) -> None:
    """Lets a user's file import modules next to it; everything else importable takes precedence."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _from_module(kind: str, source: str, spec: Spec) -> Any:
    _let_import_from(Path.cwd())
    try:
        return importlib.import_module(source)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{source}.".startswith(f"{error.name}."):
            raise ConfigurationError(
                f"module {source!r} cannot be imported: {error}",
                where=f"{kind} {spec.text!r}",
                remedy=f"install {error.name}, or correct the import",
            ) from error
        if "http" in _entries_of(kind) and _HOST.fullmatch(spec.text):
            remedy = f"write http://{spec.text} if a server answers there"
        else:
            remedy = f"{did_you_mean(source, _entries_of(kind))} (there is no module {source!r} either)"
        raise UnknownNameError(f"unknown {kind} {spec.text!r}", remedy=remedy) from None
    except Exception as error:  # a user's module may raise anything
        raise ConfigurationError(
            f"module {source!r} cannot be imported: {type(error).__name__}: {error}",
            where=f"{kind} {spec.text!r}",
            remedy="correct the error in the module",
        ) from error
