"""Project domains: checklists of steps, constraints over sessions, choices left to the assistant.

A domain is a data file in `projects/`. Its `attributes` belong to the ontology. They are pairs of a constraint, which
the person tells, and a choice, which the assistant makes under that constraint. Its `steps` are the checklist for
replies about how to proceed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from regulars.data_faults import raise_faults
from regulars.errors import did_you_mean
from regulars.scenarios.ontology.attribute_files import domain_texts
from regulars.scenarios.pack_files import language_packs
from regulars.scenarios.toml_tables import TomlFile

STATES = ("create", "update", "suspend", "resume", "downgrade", "cancel", "finish")
"""The states of a project."""

_LEAST = {"create": 4, "ask_plan": 4, "confirm": 3, **dict.fromkeys(STATES[1:], 3)}
_FIELDS = {"label", "goals", "unfit", "cooldown", "held_out", *_LEAST}
STEPS = 10
"""Number of steps of a checklist."""


@dataclass(frozen=True, slots=True)
class ProjectStep:
    """One step of a checklist.

    Attributes:
        name: The name, unique in the domain.
        say: Sentences by which an adviser covers the step.
        keywords: Lower-case words. Each such sentence holds one of them, and no sentence of another step does.
        attribute: The attribute that decides whether the step is needed; empty if it always is.
        values: The values with which the step is needed.
    """

    name: str
    say: tuple[str, ...]
    keywords: tuple[str, ...]
    attribute: str = ""
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ProjectDomain:
    """One project domain.

    Attributes:
        name: The file's name.
        label: What people call such a project.
        goals: Possible goals.
        unfit: Facts that speak against a goal or an option, as a diet does against baking: goal or option to attribute
            to values.
        cooldown: Sessions before the topic comes up again.
        phrases: By kind: the states, `ask_plan` and `confirm`.
        held_out: Other phrases of the same kinds.
        steps: The checklist, in a sensible order.
    """

    name: str
    label: str
    goals: tuple[str, ...]
    cooldown: int
    phrases: Mapping[str, tuple[str, ...]]
    held_out: Mapping[str, tuple[str, ...]]
    steps: Mapping[str, ProjectStep]
    unfit: Mapping[str, Mapping[str, tuple[str, ...]]] = field(default_factory=dict)

    def suits(self, aim: str, facts: Mapping[str, Collection[str]]) -> bool:
        """Whether none of a person's facts speaks against a goal or an option.

        Args:
            aim: The goal or the option.
            facts: Attribute to the person's values.
        """
        against = self.unfit.get(aim, {})
        return all(set(values).isdisjoint(facts.get(name, ())) for name, values in against.items())

    def lines(self, kind: str, phrasing: str = "open") -> tuple[str, ...]:
        """The phrases of a kind, with the slot `{goal}`."""
        return self.held_out.get(kind, self.phrases[kind]) if phrasing == "held_out" else self.phrases[kind]


def every_domain() -> Mapping[str, ProjectDomain]:
    """All project domains of all languages and of open content, by name. Names are unique."""
    return _domains_of(language_packs())


@lru_cache(maxsize=4)
def _domains_of(languages: tuple[str, ...]) -> Mapping[str, ProjectDomain]:
    return {name: domain for language in languages for name, domain in load_domains("", language).items()}


@lru_cache(maxsize=8)
def load_domains(folder: str = "", language: str = "english") -> Mapping[str, ProjectDomain]:
    """Loads all project domains of a language by name, or those in a user's ontology folder.

    Raises:
        DataError: A file does not follow the schema; the message lists every fault with file and line.
    """
    sources = [TomlFile(text, name) for name, text in domain_texts(folder, language)]
    domains = {domain.name: domain for domain in map(_domain, sources)}
    raise_faults([fault for source in sources for fault in source.faults], "the project domains")
    return domains


def _domain(source: TomlFile) -> ProjectDomain:
    table = source.table("project")
    name = source.file.removesuffix(".toml")
    table.only(_FIELDS)
    held_out = source.table("project", "held_out")
    held_out.only(_LEAST)
    steps = {step: _step(source, step) for step in source.data.get("steps", {})}
    if len(steps) != STEPS:
        source.fault(("steps",), f"{len(steps)} steps; expected {STEPS}")
    for step in steps.values():
        _check_keywords(source, step, steps)
        _check_values(source, ("steps", step.name, "values"), step.attribute, step.values)
    return ProjectDomain(
        name,
        table.word("label", name),
        table.words("goals", 10),
        table.whole("cooldown", 1, 5),
        {kind: table.words(kind, least) for kind, least in _LEAST.items()},
        {kind: held_out.words(kind) for kind in _LEAST},
        steps,
        {aim: _unfit(source, aim) for aim in table.fields.get("unfit", {})},
    )


def _unfit(source: TomlFile, aim: str) -> dict[str, tuple[str, ...]]:
    """The facts that speak against a goal or an option. Notes unknown ones, and values that their attribute has not."""
    table = source.table("project", "unfit", aim)
    options = (value for one in source.data.get("attributes", {}).values() for value in one.get("values", ()))
    known = [*source.data["project"].get("goals", ()), *options]
    if aim not in known:
        source.fault(("project", "unfit", aim), f"{aim!r} is neither a goal nor an option; {did_you_mean(aim, known)}")
    against = {name: table.words(name) for name in table.fields}
    for name, values in against.items():
        _check_values(source, ("project", "unfit", aim, name), name, values)
    return against


def _step(source: TomlFile, name: str) -> ProjectStep:
    table = source.table("steps", name)
    table.only({"say", "keywords", "attribute", "values"})
    keywords = table.words("keywords", 2)
    attribute = table.word("attribute") if "attribute" in table else ""
    values = table.words("values") if "values" in table else ()
    return ProjectStep(name, table.words("say", 3), tuple(word.lower() for word in keywords), attribute, values)


def _check_values(source: TomlFile, where: tuple[str, ...], name: str, values: Iterable[str]) -> None:
    """Notes values that an attribute, if it stands in the same file, does not have."""
    attribute = source.data.get("attributes", {}).get(name)
    if attribute is None or "values" not in attribute:
        return
    for value in values:
        if value not in attribute["values"]:
            remedy = did_you_mean(value, attribute["values"])
            source.fault(where, f"{value!r} is not a value of {name}; {remedy}")


def _check_keywords(source: TomlFile, step: ProjectStep, steps: Mapping[str, ProjectStep]) -> None:
    """Notes steps that their own keywords do not recognise, or that another step's keywords recognise."""
    for sentence in step.say:
        lowered = sentence.lower()
        if not any(keyword in lowered for keyword in step.keywords):
            source.fault(("steps", step.name, "keywords"), f"none of them is in {sentence!r}")
        for other in steps.values():
            found = next((word for word in other.keywords if word in lowered), "") if other is not step else ""
            if found:
                source.fault(("steps", step.name, "say"), f"{sentence!r} holds {found!r} of {other.name}")
