"""Writes docs/api.md from the docstrings of the public names.

A face is a package with `__all__`. Every name in it gets its signature, its docstring and its public methods.

Run: python docs/make_api.py [--check]
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import ModuleType

import regulars

PAGE = Path(__file__).resolve().parent / "api.md"
HEAD = """# Python API

`python docs/make_api.py` writes this page from the docstrings. Import these names from the packages named here; every
other module may change without notice.

"""
_SECTION = re.compile(r"(Args|Attributes|Returns|Yields|Raises|Warns|Keys|Examples?|Notes?|Source):$")
WIDTH = 100
"""Characters of a signature that is shown on one line."""

_EMPTY = inspect.Parameter.empty


def faces() -> Iterator[ModuleType]:
    """`regulars` and its packages that have `__all__`, by name."""
    yield regulars
    for found in pkgutil.iter_modules(regulars.__path__):
        if found.ispkg:
            package = importlib.import_module(f"regulars.{found.name}")
            if hasattr(package, "__all__"):
                yield package


def page() -> str:
    """The whole page."""
    shown: dict[int, str] = {}
    return HEAD + "\n".join(_face(face, shown) for face in faces())


def _face(face: ModuleType, shown: dict[int, str]) -> str:
    parts = [f"## `{face.__name__}`", _text(face.__doc__)]
    names = sorted((name for name in face.__all__ if not name.startswith("_")), key=str.lower)
    parts += [_entry(f"{face.__name__}.{name}", getattr(face, name), shown) for name in names]
    return "\n\n".join(part for part in parts if part) + "\n"


def _entry(path: str, value: object, shown: dict[int, str]) -> str:
    title, name = f"### `{path}`", path.rpartition(".")[2]
    if callable(value) and shown.setdefault(id(value), path) != path:
        return f"{title}\n\nThe same as `{shown[id(value)]}`."
    if inspect.ismodule(value):
        inner = [_callable(f"{name}.{key}", getattr(value, key)) for key in sorted(value.__all__)]
        return "\n\n".join([title, _text(value.__doc__), *inner])
    if inspect.isclass(value):
        return "\n\n".join(part for part in [title, _class(name, value)] if part)
    if inspect.isroutine(value):
        return "\n\n".join([title, _callable(name, value)])
    return f"{title}\n\n```python no-run: signature\n{name} = {value!r}\n```"


def _class(name: str, value: type) -> str:
    if issubclass(value, Enum):
        members = "\n".join(f"* `{member.name}`" for member in value)
        return f"{_text(value.__doc__)}\n\n{members}"
    protocol = getattr(value, "_is_protocol", False)
    parts = [f"A protocol. {_text(value.__doc__)}" if protocol else _callable(name, value)]
    for key, method in vars(value).items():
        if key.startswith("_") or not (inspect.isroutine(method) or isinstance(method, property | classmethod)):
            continue
        inner = method.fget if isinstance(method, property) else getattr(value, key)
        shown = f"`{key}`" if isinstance(method, property) else f"`{key}{_signature(inner, wide=True)}`"
        parts.append(f"* {shown}: {_first(inner.__doc__)}")
    head, *methods = parts
    return head + ("\n\n" + "\n".join(methods) if methods else "")


def _callable(name: str, value: object) -> str:
    return f"```python no-run: signature\n{name}{_signature(value)}\n```\n\n{_text(inspect.getdoc(value))}"


def _signature(value: object, *, wide: bool = False) -> str:
    try:
        signature = inspect.signature(value)  # type: ignore[arg-type]  # whatever is no callable raises
    except (TypeError, ValueError):
        return "(...)"
    shown = []
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    for parameter in signature.parameters.values():
        if parameter.name == "self":
            continue
        starred = any(part.startswith("*") for part in shown)
        if parameter.kind is parameter.KEYWORD_ONLY and not starred and parameter.VAR_POSITIONAL not in kinds:
            shown.append("*")
        stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
        annotation = "" if parameter.annotation is _EMPTY else f": {_annotation(parameter.annotation)}"
        default = "" if parameter.default is _EMPTY else f" = {_default(parameter.default)}"
        shown.append(f"{stars}{parameter.name}{annotation}{default if annotation else default.replace(' ', '')}")
    returned = "" if signature.return_annotation is _EMPTY else f" -> {_annotation(signature.return_annotation)}"
    returned = "" if returned == " -> None" else returned
    line = f"({', '.join(shown)}){returned}"
    if wide or len(line) <= WIDTH:
        return line
    return "(\n" + "".join(f"    {part},\n" for part in shown) + f"){returned}"


def _annotation(annotation: object) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _default(default: object) -> str:
    if isinstance(default, Enum):
        return f"{type(default).__name__}.{default.name}"
    if default is dataclasses.MISSING or type(default).__name__ == "_HAS_DEFAULT_FACTORY_CLASS":
        return "..."
    return getattr(default, "__name__", repr(default))


def _first(doc: str | None) -> str:
    return " ".join(inspect.cleandoc(doc or "").partition("\n\n")[0].split())


def _text(doc: str | None) -> str:
    """A Google docstring as Markdown: sections in bold, entries as a list, examples as code."""
    lines: list[str] = []
    listing = code = False
    for line in inspect.cleandoc(doc or "").splitlines():
        bare = line.strip()
        if _SECTION.match(line):
            lines += [f"**{line[:-1]}**", ""]
            listing, code = True, False
        elif bare.startswith(">>>") and not code:
            lines += ["```pycon", bare]
            code = True
        elif code and not bare:
            lines += ["```", ""]
            code = False
        elif code:
            lines.append(line[4:] if line.startswith("    ") else line)
        elif listing and line.startswith("    ") and not line.startswith("     "):
            name, colon, rest = bare.partition(": ")
            marked = colon and re.fullmatch(r"[\w*]+( \([^)]*\))?", name)
            lines.append(f"* `{name}`: {rest}" if marked else f"* {bare}" if _starts(lines) else f"  {bare}")
        elif bare and not line.startswith(" "):
            listing = False
            lines.append(line)
        else:
            lines.append(f"  {bare}" if bare and listing else bare)
    return "\n".join([*lines, "```"] if code else lines).strip()


def _starts(lines: list[str]) -> bool:
    return not lines[-1]


def main() -> int:
    """Writes the page, or checks it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit with 1 where the page is out of date")
    given = parser.parse_args()
    text = page()
    if given.check:
        return int(not PAGE.is_file() or PAGE.read_text("utf-8") != text)
    PAGE.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
