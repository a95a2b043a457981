"""Finds the parts of any prompt by their headings: draft, gold answer, reply, question, remembered lines."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

_HEADING = re.compile(r"^[ \t#*>-]*(?P<name>[A-Za-z][A-Za-z' ]{1,40}?)[ \t]*\**[ \t]*:\**[ \t]*(?P<rest>.*)$")
_TAG = re.compile(r"<(?P<name>[a-z][a-z_ ]{1,40})>(?P<text>.*?)</(?P=name)>", re.DOTALL)
_WEEKDAY = re.compile(r"^\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) (?=\d{4}-)", re.MULTILINE)
_LINE = re.compile(r"^\[[^\]\n]{8,40}\] [^:\n]{0,80}: ?.*$", re.MULTILINE)


@cache
def _headings() -> Mapping[str, str]:
    """The kind of section for each heading."""
    text = (files("regulars.agents.loopback") / "headings.toml").read_text("utf-8")
    return {heading: kind for kind, headings in tomllib.loads(text).items() for heading in headings}


def sections(texts: Iterable[str]) -> dict[str, str]:
    r"""The sections of a prompt's messages, by kind; the last one of each kind counts.

    Example:
        >>> sections(["Correct Answer: Bergen\n\nModel Response:\nIn Bergen."])
        {'gold': 'Bergen', 'reply': 'In Bergen.'}
    """
    found: dict[str, str] = {}
    for text in texts:
        for tag in _TAG.finditer(text):
            kind = _headings().get(tag["name"].replace("_", " "))
            if kind is not None:
                found[kind] = tag["text"].strip()
        found |= _headed(text.split("\n"))
    return found


def _headed(lines: list[str]) -> dict[str, str]:
    found: dict[str, list[str]] = {}
    kind = None
    for line in lines:
        heading = _HEADING.match(line)
        name = _headings().get(heading["name"].strip().lower()) if heading is not None else None
        if heading is not None and name is not None:
            kind = name
            found[kind] = [heading["rest"]] if heading["rest"] else []
        elif kind is not None:
            if not line.strip() and found[kind]:
                kind = None
            elif line.strip():
                found[kind].append(line)
    return {kind: "\n".join(words).strip() for kind, words in found.items()}


def remembered(texts: Iterable[str]) -> str:
    """The lines `[date] Name: words` in the messages, in order and without weekdays; also reads them from JSON."""
    lines: list[str] = []
    for text in texts:
        lines += _LINE.findall(text)
        lines += _listed(text)
    return _WEEKDAY.sub("[", "\n".join(lines))


def _listed(text: str) -> list[str]:
    """The remembered turns in a JSON list of objects with date, name and words, or in the result of a search."""
    if text.startswith('{"memories"'):
        return [str(line) for line in json.loads(text)["memories"]]
    start = text.find("[{")
    if start < 0:
        start = next((match.start() for match in re.finditer(r"\[\s*\{", text)), -1)
    if start < 0:
        return []
    try:
        items, _ = json.JSONDecoder().raw_decode(text[start:])
    except (ValueError, RecursionError):
        return []
    lines = []
    for item in items:
        if not isinstance(item, dict):
            continue
        values = {str(key).lower(): str(value) for key, value in item.items()}
        words = next((values[key] for key in ("text", "words", "content", "message") if key in values), "")
        who = next((values[key] for key in ("name", "speaker", "who") if key in values), "")
        lines.append(f"[{values.get('date', values.get('time', ''))}] {who}: {words}")
    return lines
