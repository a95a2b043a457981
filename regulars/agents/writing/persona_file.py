"""Reads RoleMemo's persona files: a character, and perhaps insights about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from regulars.errors import DataError
from regulars.scenarios.kinds import ProbeKind
from regulars.strict_json import parse_json

TYPES = {
    "decision guidance": ProbeKind.DECISION_GUIDANCE.value,
    "interpretive attribution": ProbeKind.INTERPRETIVE_ATTRIBUTION.value,
    "value judgment": ProbeKind.VALUE_JUDGMENT.value,
    "contradiction revelation": ProbeKind.CONTRADICTION.value,
}
"""RoleMemo's four types, and the kinds of probes."""

_CATEGORY = re.compile(r"^\s*\[([^\]]{1,60})\]\s*:?\s*")
_EXPECTED = "RoleMemo's persona file: an object that describes a character"
_SPACE = 32


@dataclass(frozen=True, slots=True)
class PersonaFile:
    """A character.

    Attributes:
        name: The name; empty if the file gives none.
        description: Who the character is.
        insights: Kind and words of each insight; none in a file that was not worked on yet.
    """

    name: str
    description: str
    insights: tuple[tuple[str, str], ...]


def read_persona(path: str | PathLike[str]) -> PersonaFile:
    """Reads a persona file.

    Args:
        path: A file of RoleMemo's stages `personas`, `insights` or `insights_checked`.

    Raises:
        DataError: The file cannot be read or is no object, describes no character, or has an insight of no known type.
    """
    place = Path(path).expanduser()
    try:
        text = place.read_text("utf-8-sig")
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {error}", where=str(place), expected=_EXPECTED) from error
    content = parse_json(text, str(place), _EXPECTED)
    if not isinstance(content, dict):
        raise DataError(f"this is a {type(content).__name__}", where=str(place), expected=_EXPECTED)
    listed = content.get("checked_insights") or content.get("insights") or []
    found = []
    for number, one in enumerate(listed if isinstance(listed, list) else [listed], 1):
        words = one.get("original_insight") if isinstance(one, dict) else one
        kind, insight = typed_insight(words) if isinstance(words, str) else ("", "")
        if not kind or not insight:
            raise DataError(
                f"insight {number} has no known type in brackets",
                where=str(place),
                expected=f"[{'], ['.join(name.title() for name in TYPES)}], then the insight",
            )
        found.append((kind, insight))
    description = describe_persona(content)
    if not description:
        raise DataError("nothing describes the character", where=str(place), expected="a key such as role_description")
    name = content.get("name")
    clean = "".join(letter for letter in name if ord(letter) >= _SPACE).strip() if isinstance(name, str) else ""
    return PersonaFile(clean, description, tuple(found))


def typed_insight(text: str) -> tuple[str, str]:
    """The kind of an insight, empty if unknown, and its words without the type in brackets.

    Example:
        >>> typed_insight("[Value Judgment]: Loyalty weighs more than money.")
        ('value-judgment', 'Loyalty weighs more than money.')
    """
    found = _CATEGORY.match(text)
    return (TYPES.get(found[1].strip().lower(), ""), text[found.end() :].strip()) if found else ("", text.strip())


def describe_persona(content: Mapping[str, Any]) -> str:
    """The description of a character with its core values, else all texts of the object; empty if there are none."""
    for key in ("role_description", "description", "persona"):
        if isinstance(content.get(key), str) and content[key].strip():
            values = content.get("core_values")
            more = [one for one in values if isinstance(one, str)] if isinstance(values, list) else []
            return str(content[key]).strip() + (f" Core values: {', '.join(more)}." if more else "")
    texts = [f"{key}: {value}" for key, value in content.items() if isinstance(value, str) and value.strip()]
    return "; ".join(texts)
