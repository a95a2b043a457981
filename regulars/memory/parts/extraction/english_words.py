"""The English words that general patterns read with: verbs with their forms, and closed classes such as pronouns.

They are in `english_words.toml`. Nothing is taken from a language pack.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from regulars.errors import ConfigurationError

FILE = Path(__file__).with_suffix(".toml")

BASE, S, PAST, PARTICIPLE, ING = "base", "s", "past", "participle", "ing"
"""The forms of a verb."""
_VOWELS = "aeiou"


@dataclass(frozen=True, slots=True)
class Verb:
    """A form of a verb.

    Attributes:
        base: Its base.
        forms: What the form can be: `base`, `s`, `past`, `participle`, `ing`.
    """

    base: str
    forms: frozenset[str]


@dataclass(frozen=True, slots=True)
class EnglishWords:
    """The words of a file.

    Attributes:
        verbs: Verbs by each of their forms.
        kinds: The bases of verbs by kind, such as `deeds` or `likes`.
        prepositions: The prepositions that verbs and adjectives take, by their base.
        sets: Other words by class.
    """

    verbs: Mapping[str, Verb]
    kinds: Mapping[str, frozenset[str]]
    prepositions: Mapping[str, frozenset[str]]
    sets: Mapping[str, frozenset[str]]


@lru_cache(maxsize=1)
def english_words() -> EnglishWords:
    """The words of `english_words.toml`."""
    return read_words(FILE)


def read_words(path: Path) -> EnglishWords:
    """The words of a file. Raises `ConfigurationError` if a table is missing or a verb has a form too many."""
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    if set(data) != {"verbs", "words"}:
        raise ConfigurationError(f"tables {', '.join(data)}", where=str(path), expected="[verbs] and [words]")
    verbs: dict[str, Verb] = {}
    prepositions: dict[str, frozenset[str]] = {}
    kinds: dict[str, frozenset[str]] = {}
    for kind, listed in data["verbs"].items():
        bases = set()
        for entry in listed.split(","):
            spelled, _, after = entry.partition("/")
            base, *irregular = spelled.split()
            bases.add(base)
            if after:
                prepositions[base] = prepositions.get(base, frozenset()) | frozenset(after.split())
            for form, name in _forms(base, irregular, str(path)):
                known = verbs.setdefault(form, Verb(base, frozenset()))
                if known.base == base:
                    verbs[form] = Verb(base, known.forms | {name})
        kinds[kind] = frozenset(bases)
    sets = {}
    for name, listed in data["words"].items():
        pairs = [word.partition("/") for word in listed.split()]
        sets[name] = frozenset(word for word, _, _ in pairs)
        prepositions |= {word: prepositions.get(word, frozenset()) | {after} for word, _, after in pairs if after}
    return EnglishWords(verbs, kinds, prepositions, sets)


def _forms(base: str, irregular: list[str], where: str) -> Iterator[tuple[str, str]]:
    """The forms of a verb, each with its name."""
    changed = [form for form in irregular if form.endswith("ing") and form not in ("bring", "sing")]
    past = [form for form in irregular if form not in changed]
    if len(changed) > 1 or len(past) > 2:
        raise ConfigurationError(
            f"verb {base!r} has the forms {' '.join(irregular)}",
            where=where,
            expected="a past, a participle and a form in -ing at most",
        )
    stem = base[:-1] if base.endswith("e") and not base.endswith("ee") else base
    regular = f"{base[:-1]}ied" if base.endswith("y") and base[-2] not in _VOWELS else f"{stem}ed"
    past = past or [regular]
    yield from zip((base, past[0], past[-1]), (BASE, PAST, PARTICIPLE), strict=True)
    yield (changed or [f"{stem}ing"])[0], ING
    yield _plural(base), S


def _plural(word: str) -> str:
    if word.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{word}es"
    return f"{word[:-1]}ies" if word.endswith("y") and word[-2] not in _VOWELS else f"{word}s"
