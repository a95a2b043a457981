"""`regulars doctor`: checks the installation: versions, optional packages, keys, folders, and a tiny episode."""

from __future__ import annotations

import os
import platform
import re
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata, version
from pathlib import Path
from time import perf_counter

import typer

Finding = tuple[bool | None, str]
"""The result of a check (True: fine, False: a problem, None: information only), and its words."""

_REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(\[[^\]]*\])?\s*(?P<bounds>[^;]*)(;(?P<marker>.*))?")
_EXTRA = re.compile(r"extra\s*==\s*['\"]([\w-]+)['\"]")
_KEYS = (
    *("OPENAI_API_KEY", "OPENAI_BASE_URL", "AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT"),
    *("ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"),
)


def examine() -> bool:
    """Runs all checks and prints one line for each. Returns whether no check found a problem."""
    fine = True
    for heading, findings in (
        ("versions", _versions()),
        ("optional packages", _optional()),
        ("embedders", embedder_findings()),
        ("models on this machine", local_findings()),
        ("network and keys", _remote()),
        ("folders", _folders()),
        ("an episode", _episode()),
    ):
        typer.echo(heading)
        for sound, words in findings:
            fine &= sound is not False
            typer.echo(f"  {'ok' if sound else 'WRONG' if sound is False else '-':6} {words}")
    return fine


def _versions() -> Iterator[Finding]:
    from regulars import __version__

    wanted = str(metadata("regulars")["Requires-Python"])
    yield is_within(platform.python_version(), wanted), f"python {platform.python_version()} ({wanted})"
    yield True, f"regulars {__version__}"
    for name, bounds, extra, applies in _requirements():
        if not extra and applies:
            found = _installed(name)
            yield found is not None and is_within(found, bounds), f"{name} {found or 'is not installed'} ({bounds})"


def _optional() -> Iterator[Finding]:
    extras: dict[str, list[tuple[str, str | None]]] = {}
    for name, _, extra, applies in _requirements():
        if extra and applies and name != "regulars":
            extras.setdefault(extra, []).append((name, _installed(name)))
    for extra, parts in extras.items():
        lacking = [name for name, found in parts if found is None]
        words = f"lacks {', '.join(lacking)}: pip install 'regulars[{extra}]'" if lacking else "installed"
        yield None if lacking else True, f"{extra}: {words}"


def embedder_findings() -> Iterator[Finding]:
    """Checks whether each embedder can be used, and names the packages that it lacks."""
    from regulars import registry
    from regulars.memory.embedders import lacking

    for entry in registry.entries("embedder"):
        missing = lacking(entry)
        remedy = entry.marks.get("remedy", "see its documentation")
        words = f"lacks {', '.join(missing)}: {remedy}" if missing else "can be used"
        yield None if missing else True, f"{entry.name}: {words}"


def local_findings() -> Iterator[Finding]:
    """Checks whether a model can run here: the server of llama.cpp, and weights that packages hold."""
    from regulars.agents.models.providers.local_server import is_installed
    from regulars.agents.models.providers.local_weights import EXTRA, packaged_weights

    serves, weights = is_installed(), dict(packaged_weights())
    for name, path in weights.items():
        megabytes = path.stat().st_size / 1e6
        words = f"local:{name}: weights of {megabytes:.0f} MB, {path}"
        yield (True, words) if serves else (None, f"{words}; the server is missing: {EXTRA}")
    if not weights:
        yield None, f"no weights are installed: {EXTRA}"
    if serves:
        yield True, "local:FILE.gguf can be used"


def _remote() -> Iterator[Finding]:
    from regulars import registry

    named = [entry.name for entry in registry.entries("model") if entry.name not in ("local", "replay")]
    yield None, f"models and embedders of {', '.join(named)} need an endpoint; everything else runs on this machine"
    for name in _KEYS:
        yield None, f"{name} is {'set' if os.environ.get(name) else 'not set'}"


def _folders() -> Iterator[Finding]:
    for name, folder in (("this folder", Path.cwd()), ("temporary files", Path(tempfile.gettempdir()))):
        try:
            with tempfile.TemporaryFile(dir=folder):
                yield True, f"{name}: writable, {folder}"
        except OSError as error:
            yield False, f"{name}: not writable, {folder} ({error.strerror})"


def _episode() -> Iterator[Finding]:
    from regulars.evaluation.evaluate import evaluate
    from regulars.scenarios.generator import generate

    began = perf_counter()
    run = evaluate("bm25-turn", data=[generate(0, sessions=1)])
    for _, fault in run.faults:
        yield False, fault
    if not run.faults:
        yield True, f"one session played, recorded and measured in {perf_counter() - began:.1f} s"


def _requirements() -> Iterator[tuple[str, str, str, bool]]:
    """Yields each requirement: name, version bounds, extra, and whether it applies to this platform."""
    for text in metadata("regulars").get_all("Requires-Dist") or []:
        found = _REQUIREMENT.match(text)
        if found is None:
            continue
        marker = found["marker"] or ""
        extra = _EXTRA.search(marker)
        platforms = re.findall(r"sys_platform\s*==\s*['\"](\w+)['\"]", marker)
        yield (
            found["name"],
            found["bounds"].strip(),
            extra[1] if extra else "",
            sys.platform in (platforms or [sys.platform]),
        )


def _installed(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def is_within(found: str, bounds: str) -> bool:
    """Whether a version is within its bounds."""
    for bound in filter(None, (part.strip() for part in bounds.split(","))):
        given = re.match(r"(>=|<=|==|!=|>|<)\s*([\w.]+)", bound)
        if given is None:
            continue
        one, other = _numbers(found), _numbers(given[2])
        kept = {">=": one >= other, "<=": one <= other, "==": one == other, "!=": one != other, ">": one > other}
        if not kept.get(given[1], one < other):
            return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    numbers = [int(part) for part in re.findall(r"\d+", text.partition("+")[0])[:3]]
    return tuple(numbers + [0] * (3 - len(numbers)))
