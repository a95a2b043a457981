"""Reads statements by the language packs: knows the open wordings of disclosures, and none of the held-out ones.

It is for debugging and never a default, since people here speak by the same packs. It reads text alone. Its recall is
high on open wordings and low on others. A sentence without a known wording is a statement without claims.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from regulars.chinese_text import has_chinese
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.text.sentences import sentences
from regulars.scenarios.content import newest
from regulars.scenarios.language.heard import ENDS, bare
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Cardinality

_KEPT = 16384

_QUOTED = re.compile(r'"[^"]*[.!?]"')
"""Whole sentences between quotation marks, which are words of another moment or of somebody else."""


class PackReader:
    """Reads by the open wordings of the language packs; the script of the text decides which pack."""

    def __repr__(self) -> str:
        return "PackReader()"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackReader)

    def __hash__(self) -> int:
        return hash(PackReader)

    def statements(self, part: Draft) -> Sequence[Statement]:
        """What a turn states.

        A disclosure in two sentences is one statement. Any other sentence is a statement of its own, except questions
        that disclose nothing.
        """
        return () if said_by_assistant(part) else _statements(part.name, part.text)

    def unwanted(self, part: Draft) -> Sequence[str]:
        """The attributes that a turn asks to forget, by the open wordings of that wish."""
        if said_by_assistant(part):
            return ()
        language = language_of(part.text)
        labels = _labels(language)
        wishes = (pattern.search(part.text) for pattern in _wishes(language))
        named = (labels.get(found["label"].casefold()) for found in wishes if found is not None)
        return tuple(dict.fromkeys(name for name in named if name is not None))


@lru_cache(maxsize=_KEPT)
def _statements(name: str, text: str) -> tuple[Statement, ...]:
    language = language_of(text)
    whole = _claims(language, name, _QUOTED.sub(" ", text))
    found: list[Statement] = []
    placed: set[tuple[str, str]] = set()
    for sentence in sentences(text):
        claims = tuple(one for one in _claims(language, name, sentence) if one in whole) if whole else ()
        placed.update((claim.attribute, claim.value) for claim in claims)
        if claims or not sentence.endswith(("?", "？")):
            found.append(Statement(sentence, claims))
    spread = tuple(claim for claim in whole if (claim.attribute, claim.value) not in placed)
    if spread:
        found.append(Statement(" ".join(text.split()), spread))
    return tuple(found)


def _claims(language: Language, name: str, text: str) -> tuple[Claim, ...]:
    claims = []
    for attribute in map(language.ontology.attribute, language.attributes_in(text)):
        many = attribute.cardinality is not Cardinality.ONE
        told = language.told_in(attribute.name, text)
        claims += [
            Claim(name, attribute.name, value, many=many, sensitivity=attribute.sensitivity)
            for value in dict.fromkeys(told)
        ]
        if not told and language.ended_in(attribute.name, text):
            claims.append(Claim(name, attribute.name, holds=False, many=many, sensitivity=attribute.sensitivity))
    return tuple(claims)


def language_of(text: str) -> Language:
    """The language pack for a text, chosen by its script."""
    return Language.load(newest("chinese" if has_chinese(text) else "english"))


@lru_cache(maxsize=4)
def _labels(language: Language) -> dict[str, str]:
    return {attribute.label.casefold(): attribute.name for attribute in language.ontology}


@lru_cache(maxsize=4)
def _wishes(language: Language) -> list[re.Pattern[str]]:
    return [
        re.compile(
            r"(?P<label>[^.,?!。，？！\n]{1,60}?)".join(map(re.escape, bare(line).split("{label}", 1))) + ENDS,
            re.IGNORECASE,
        )
        for line in language.lines("acts", "forget")
        if "{label}" in line
    ]
