"""Lints an ontology: distinct values, clear phrases, held-out wordings, recognition of all of them.

Reading the files checks their schema (`ontology/attribute_files.py`). These slower checks run in the tests and in
`regulars validate FOLDER`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from regulars.data_faults import Fault
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.recognition import TELLS, Recognition, requested_form
from regulars.scenarios.language.slots import in_month
from regulars.scenarios.lint.fixed_lines import ValueSearch, names_day_to_come
from regulars.scenarios.lint.syntax import syntax_family
from regulars.scenarios.ontology.attribute import Attribute, render_value
from regulars.scenarios.ontology.attribute_files import first_names
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.ontology.contexts import load_contexts
from regulars.values import ValueType, normalise

MENTIONS = ("former", "planned", "quoted", "imagined")
"""Kinds of phrases that name a value that is not the speaker's own now. They may ask for something else."""
HEARSAY = ("of_others", "of_several", "rumour", *MENTIONS)
"""Kinds of phrases that say values without telling them."""
ASKING = {"ask", "request", "set_question", "count_question", "sum_question", "recall_choice", "delegate"}
"""Kinds of phrases that ask."""

_SLOT = re.compile(r"\{\w+\}")
_WORD = re.compile(r"\{\w+\}|[\w']+")
_BREAK = re.compile(r"(?<=[.!?])\s+")
_DOUBT = re.compile(
    r"\b(?:if|maybe|perhaps|might|would|could|should|hope|wish|almost|said|used to)\b|[\"“”](?!\{)(?<!\}[\"”])",
    re.IGNORECASE,
)
_DENIAL = re.compile(r"\b(?:not|never|no longer)\b|n['’]t\b", re.IGNORECASE)
_CLAUSE = re.compile(
    r"[,;:()—–]|\s-\s|\b(?:and|but|so|because|since|while|whereas|though|although|which|who|until|before|after|when)\b"
)
"""What ends a clause: marks and conjunctions."""
_LASTING = re.compile(
    r"\b(for (ages|years|decades|a long time)|(ever|always|long) since|always|still|as ever|all my life|lifelong)\b",
    re.IGNORECASE,
)
"""Words that deny an update, if a new value is told without a word about the old one."""
_ARTICLE = re.compile(r"\ba \{(value|old|other)\}")
_FORMS = {
    "ask": Form.VALUE,
    "set_question": Form.SET,
    "count_question": Form.COUNT,
    "sum_question": Form.SUM,
    "recall_choice": Form.CHOICE,
}
GRAM = 4
"""Length of the word runs that a held-out phrase must not share with an open one."""

DATES = ("1990-02-03", "2025-05-14", "2026-03-01")


def lint_ontology(ontology: Ontology, recognition: Recognition, lines: Sequence[str] = ()) -> list[Fault]:
    """Returns all faults of an ontology, in the order of the files.

    Args:
        ontology: The ontology to check.
        recognition: Built from the ontology. It must read what is told and recognise what is asked.
        lines: Fixed lines other than news and questions. They must name no value.

    Example:
        >>> from regulars.scenarios import load_ontology
        >>> from regulars.scenarios.language.packs import Language
        >>> language = Language.load("english")
        >>> lint_ontology(load_ontology(), language.recognition, language.fixed_lines())
        []
    """
    checks = (
        _mixed_up(ontology),
        number_faults(ontology),
        _values_in_phrases(ontology, lines),
        _wordings(ontology),
        _days_to_come(ontology, lines),
        _overlaps(ontology),
        _articles(ontology),
        recognition_faults(ontology, recognition),
    )
    return sorted(fault for check in checks for fault in check)


def attribute_fault(attribute: Attribute, field: str, message: str) -> Fault:
    """A fault in a field of an attribute, at the attribute's file and line."""
    file, _, line = attribute.where.partition(":")
    where = f"{attribute.name}, {field}" if field else attribute.name
    return Fault(file or attribute.category, int(line or 0), where, message)


def _mixed_up(ontology: Ontology) -> Iterator[Fault]:
    """No spelling of a value is, or is part of, a spelling of another value of any attribute."""
    spellings: dict[str, tuple[Attribute, str]] = {}
    for attribute in ontology:
        for value, others in attribute.domain.aliases.items():
            for spelling in (value, *others):
                words = normalise(spelling)
                known = spellings.setdefault(words, (attribute, value))
                if known != (attribute, value):
                    other = f"{known[0].name} ({known[1]!r})"
                    yield attribute_fault(attribute, "values", f"{spelling!r} is also a value of {other}")
    for words, (attribute, value) in spellings.items():
        parts = words.split()
        for start in range(len(parts)):
            for end in range(start + 1, len(parts) + 1):
                inner = " ".join(parts[start:end])
                if inner != words and inner in spellings and spellings[inner] != (attribute, value):
                    holder, held = spellings[inner]
                    yield attribute_fault(attribute, "values", f"{value!r} contains {held!r} of {holder.name}")


def number_faults(ontology: Ontology) -> Iterator[Fault]:
    """Numbers are never days, hours or years, and no two attributes share one."""
    holders: dict[str, Attribute] = {}
    for attribute in ontology:
        if attribute.type is not ValueType.NUMBER:
            continue
        for number in attribute.grid():
            if int(number) <= 31 or 1800 <= int(number) <= 2200:
                yield attribute_fault(attribute, "low", f"{number} could be a day or a year")
                break
        clash = next((number for number in attribute.grid() if number in holders), "")
        if clash:
            yield attribute_fault(attribute, "low", f"{clash} is also a value of {holders[clash].name}")
        holders.update(dict.fromkeys(attribute.grid(), attribute))


def all_phrases(attribute: Attribute) -> Iterator[tuple[str, str]]:
    """Every phrase of an attribute with its kind. Held-out phrases have `held_out.` before the kind."""
    for kind, lines in attribute.phrases.items():
        yield from ((kind, line) for line in lines)
    for kind, lines in attribute.held_out.items():
        yield from ((f"held_out.{kind}", line) for line in lines)
    yield from (("piecemeal", line) for pair in attribute.piecemeal for line in pair)


def _values_in_phrases(ontology: Ontology, lines: Sequence[str]) -> Iterator[Fault]:
    """Values never occur in phrases, labels, cues, names or contexts."""
    search = ValueSearch(ontology)
    fixed: list[tuple[Attribute | None, str, str]] = [
        (attribute, kind, line) for attribute in ontology for kind, line in all_phrases(attribute)
    ]
    fixed += [(attribute, "cues", cue) for attribute in ontology for cue in (*attribute.cues, attribute.label)]
    fixed += [(None, "language", line) for line in lines]
    fixed += [(None, "names.toml", name) for name in first_names()]
    fixed += [(None, "contexts.toml", line) for context in load_contexts().values() for line in context.requests]
    for holder, kind, line in fixed:
        for attribute, spelling in search.terms(line):
            of = holder.name if holder else kind
            yield attribute_fault(attribute, "values", f"{spelling!r} is in a phrase of {of}: {line!r}")
        counted = search.counted(line)
        if counted is not None:
            yield attribute_fault(counted, "unit", f"a number is in {line!r}")


def _days_to_come(ontology: Ontology, lines: Sequence[str]) -> Iterator[Fault]:
    """No phrase names a future day, because an unknown fact may begin on it."""
    for attribute in ontology:
        for kind, line in all_phrases(attribute):
            if names_day_to_come(line):
                yield attribute_fault(attribute, kind, f"names a day to come: {line!r}")
    for line in filter(names_day_to_come, lines):
        yield Fault("language", 0, "", f"names a day to come: {line!r}")


def _wordings(ontology: Ontology) -> Iterator[Fault]:
    """No telling leaves the status of its value in doubt, only some ask, and no phrase occurs twice."""
    said: dict[str, Attribute] = {}
    for attribute in ontology:
        times = Counter(line for _, line in all_phrases(attribute))
        for kind, line in all_phrases(attribute):
            known = said.setdefault(line, attribute)
            if known is not attribute or times[line] > 1:
                yield attribute_fault(attribute, kind, f"{line!r} occurs twice, also in {known.name}")
            bare = kind.removeprefix("held_out.")
            if bare == "in_passing" and "?" not in line:
                yield attribute_fault(attribute, kind, f"{line!r} asks for nothing")
            elif "?" in line and bare not in (*ASKING, *MENTIONS, "in_passing"):
                yield attribute_fault(attribute, kind, f"{line!r} has a misplaced question mark")
            if bare in ("tell", "also", "in_passing", "correct", "piecemeal", "update", "assumed"):
                clause = value_clause(line)
                denied = not attribute.name.endswith("_limit") and _DENIAL.search(clause)
                if denied or _DOUBT.search(clause):
                    yield attribute_fault(attribute, kind, f"{line!r} leaves the status of the value in doubt")
            if bare == "tell" and attribute.changes_value and _LASTING.search(line):
                message = f"{line!r} says that it has long been so, which denies a change that nothing else tells of"
                yield attribute_fault(attribute, kind, message)


def value_clause(line: str) -> str:
    """The clause of a phrase that holds its value; empty if no clause does."""
    sentence = next((part for part in _BREAK.split(line) if "{value}" in part), "")
    before, _, after = sentence.partition("{value}")
    return f"{_CLAUSE.split(before)[-1]}{{value}}{_CLAUSE.split(after)[0]}" if sentence else ""


def held_out_overlaps(attribute: Attribute) -> list[tuple[str, str]]:
    """Held-out phrases with the word runs that they share with an open one. A slot counts as a word."""
    open_ = {gram for kind, line in all_phrases(attribute) if not kind.startswith("held_out") for gram in _grams(line)}
    shared = []
    for kind, line in all_phrases(attribute):
        if kind.startswith("held_out"):
            shared += [(line, " ".join(gram)) for gram in _grams(line) if gram in open_]
    return shared


def _grams(line: str) -> list[tuple[str, ...]]:
    words = _WORD.findall(line.lower())
    return [tuple(words[start : start + GRAM]) for start in range(len(words) - GRAM + 1)]


def _overlaps(ontology: Ontology) -> Iterator[Fault]:
    """Held-out wordings share no run of words with open ones of their kind, and no family of syntax."""
    for attribute in ontology:
        for kind in ("tell", "also", "update", "ask", "set_question", "count_question", "sum_question"):
            families = {syntax_family(line): line for line in attribute.phrases.get(kind, ())}
            for line in attribute.held_out.get(kind, ()):
                family = syntax_family(line)
                if family in families:
                    message = f"{line!r} is built like the open {families[family]!r}: {', '.join(family)}"
                    yield attribute_fault(attribute, f"held_out.{kind}", message)
        for line, gram in held_out_overlaps(attribute):
            yield attribute_fault(attribute, "held_out", f"{line!r} shares {gram!r} with an open phrase")


def _articles(ontology: Ontology) -> Iterator[Fault]:
    for attribute in ontology:
        if attribute.type is not ValueType.TERM or not any(_ARTICLE.search(line) for _, line in all_phrases(attribute)):
            continue
        wrong = [value for value in attribute.grid() if value[0].lower() in "aeio"]
        if wrong:
            yield attribute_fault(attribute, "values", f"{wrong[0]!r} cannot follow the article 'a' in its phrases")


def recognition_faults(ontology: Ontology, recognition: Recognition) -> Iterator[Fault]:
    """Questions are recognised; disclosures are read for their own attribute only."""
    readers = ToldAttributes(ontology, recognition)
    for attribute in ontology:
        for kind, lines in attribute.phrases.items():
            for line in lines:
                form = _FORMS.get(kind) or (requested_form(attribute) if kind == "request" else None)
                asked = recognition.asked_attribute(line)
                wanted = (attribute.name, form.value) if form else None
                if asked != wanted and kind not in ("delegate", *HEARSAY):
                    yield attribute_fault(attribute, kind, f"{line!r} is recognised as {asked}; expected {wanted}")
        for kind, lines in attribute.held_out.items():
            for line in lines if kind in ASKING else ():
                asked = recognition.asked_attribute(line)
                if asked is not None and asked[0] != attribute.name:
                    yield attribute_fault(attribute, f"held_out.{kind}", f"{line!r} is recognised as {asked}")
        for line in attribute.held_out.get("tell", ()):
            strangers = readers.of(_filled(line, attribute, *_examples(attribute), "")) - {attribute.name}
            if strangers:
                others = ", ".join(sorted(strangers))
                yield attribute_fault(attribute, "held_out.tell", f"{line!r} is read as a disclosure of {others}")
        for kind in HEARSAY:
            for line in (*attribute.phrases.get(kind, ()), *attribute.held_out.get(kind, ())):
                asked = recognition.asked_attribute(line) if kind in MENTIONS else None
                if asked is not None:
                    yield attribute_fault(attribute, kind, f"{line!r} is recognised as {asked}; expected no question")
                for reader in readers.of(_filled(line, attribute, *_examples(attribute), "")):
                    yield attribute_fault(attribute, kind, f"{line!r} is read as a disclosure of {reader}")
        if attribute.is_told:
            yield from _read_again(attribute, readers)


def _examples(attribute: Attribute) -> tuple[str, str]:
    """Two values for trying out lines."""
    values = attribute.grid() or DATES
    return values[0], values[-1]


class ToldAttributes:
    """Finds the attributes that a sentence tells, trying only patterns that may match."""

    def __init__(self, ontology: Ontology, recognition: Recognition) -> None:
        self.names = {attribute.name for attribute in ontology if not attribute.implied_by}
        self.recognition = recognition

    def of(self, line: str) -> set[str]:
        """The names of the attributes whose patterns read a value in the line."""
        known = self.names.intersection(self.recognition.attributes_in(line))
        return {name for name in known if self.recognition.read(name, line)}


def _read_again(attribute: Attribute, readers: ToldAttributes) -> Iterator[Fault]:
    value, other = _examples(attribute)
    for kind in TELLS:
        for template in attribute.phrases.get(kind, ()):
            for granularity in attribute.granularities or ("",):
                line = _filled(template, attribute, value, other, granularity)
                meant = value[:7] if granularity == "month" else value
                read = [mention.value for mention in readers.recognition.read(attribute.name, f"Hello. {line} Bye.")]
                if read != [meant]:
                    yield attribute_fault(attribute, kind, f"{line!r} is read as {read}; expected {meant!r}")
                strangers = readers.of(line) - {attribute.name}
                if strangers:
                    others = ", ".join(sorted(strangers))
                    yield attribute_fault(attribute, kind, f"{line!r} is also read as a disclosure of {others}")


def _filled(template: str, attribute: Attribute, value: str, other: str, granularity: str) -> str:
    line = in_month(template) if granularity == "month" else template
    for slot, term in (("value", value), ("old", other), ("other", other)):
        line = line.replace(f"{{{slot}}}", render_value(term, granularity, attribute.domain.unit, attribute.label))
    several = (render_value(term, granularity, attribute.domain.unit, attribute.label) for term in (value, other))
    return line.replace("{values}", " and ".join(several))
