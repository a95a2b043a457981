"""Lints an ontology in a language without spaces between words, by characters.

`lint/ontology.py` does the same by words, for languages with spaces.
"""

from __future__ import annotations

from collections.abc import Iterator

from regulars.chinese_text import asks
from regulars.data_faults import Fault
from regulars.scenarios.language.packs import Language
from regulars.scenarios.lint.ontology import ASKING, all_phrases, attribute_fault, number_faults, recognition_faults
from regulars.scenarios.ontology.attribute import Attribute
from regulars.scenarios.ontology.attribute_files import first_names
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import find_values

RUN = 8
"""Length of the character runs that a held-out phrase must not share with an open one."""


def lint_unspaced(language: Language) -> list[Fault]:
    """Returns all faults of a pack's ontology, in the order of the files.

    Example:
        >>> lint_unspaced(Language.load("chinese"))
        []
    """
    ontology = language.ontology
    checks = (
        _mixed_up(ontology),
        number_faults(ontology),
        _values_in_phrases(language),
        _wordings(ontology),
        _overlaps(ontology),
        recognition_faults(ontology, language.recognition),
    )
    return sorted(fault for check in checks for fault in check)


def _mixed_up(ontology: Ontology) -> Iterator[Fault]:
    """No spelling of a value is part of a spelling of another value of any attribute."""
    spellings = [
        (spelling, attribute, value)
        for attribute in ontology
        for value, others in attribute.domain.aliases.items()
        for spelling in (value, *others)
    ]
    for words, attribute, value in spellings:
        for inner, other, held in spellings:
            if inner in words and (other, held) != (attribute, value):
                yield attribute_fault(attribute, "values", f"{value!r} contains {held!r} of {other.name}")


def _values_in_phrases(language: Language) -> Iterator[Fault]:
    """Values never occur in phrases."""
    ontology = language.ontology
    fixed = [(attribute.name, line) for attribute in ontology for _, line in all_phrases(attribute)]
    fixed += [(attribute.name, cue) for attribute in ontology for cue in (*attribute.cues, attribute.label)]
    fixed += [("language", line) for line in language.fixed_lines()]
    for section in ("questions", "options", "reasons", "acts", "held_out", "prompts"):
        fixed += [(section, line) for kind in language.names(section) for line in language.lines(section, kind)]
    fixed += [("rules", line) for rule in language.rules.values() for lines in rule.values() for line in lines]
    fixed += [("names", name) for name in first_names(language.name)]
    fixed += [("contexts", line) for context in language.contexts.values() for line in context.requests]
    for attribute in ontology:
        for value, others in attribute.domain.aliases.items():
            for spelling in (value, *others):
                for holder, line in fixed:
                    if spelling in line:
                        yield attribute_fault(attribute, "values", f"{spelling!r} is in a phrase of {holder}: {line!r}")
        if attribute.domain.unit:
            for holder, line in fixed:
                if any(int(float(mention.value)) > 31 for mention in find_values(line, attribute.domain)):
                    yield attribute_fault(attribute, "unit", f"a number is in a phrase of {holder}: {line!r}")


def _wordings(ontology: Ontology) -> Iterator[Fault]:
    """Only questions have question marks, and no phrase occurs twice."""
    said: dict[str, str] = {}
    for attribute in ontology:
        for kind, line in all_phrases(attribute):
            if line in said:
                yield attribute_fault(attribute, kind, f"{line!r} occurs twice, also in {said[line]}")
            said[line] = attribute.name
            bare = kind.removeprefix("held_out.")
            if asks(line) is not (bare in ASKING or bare == "in_passing"):
                yield attribute_fault(attribute, kind, f"{line!r} has a misplaced question mark or lacks one")


def shared_runs(attribute: Attribute) -> list[tuple[str, str]]:
    """Held-out phrases with the character runs that they share with an open one. A slot counts as one character."""
    lines = [(kind, line.replace("{value}", "V").replace("{old}", "O")) for kind, line in all_phrases(attribute)]
    open_ = {gram for kind, line in lines if not kind.startswith("held_out") for gram in _runs(line)}
    return [
        (line, gram) for kind, line in lines if kind.startswith("held_out") for gram in _runs(line) if gram in open_
    ]


def _runs(line: str) -> list[str]:
    return [line[at : at + RUN] for at in range(len(line) - RUN + 1)]


def _overlaps(ontology: Ontology) -> Iterator[Fault]:
    for attribute in ontology:
        for line, run in shared_runs(attribute):
            yield attribute_fault(attribute, "held_out", f"{line!r} shares {run!r} with an open phrase")
