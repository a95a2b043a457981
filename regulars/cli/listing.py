"""`regulars list`: prints the names that other commands accept, one per line with a summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial

from regulars import registry
from regulars.agents.models.prompt_files import built_in_prompts
from regulars.cli.memory_listing import print_memories
from regulars.cli.tables import print_aligned
from regulars.errors import ConfigurationError, did_you_mean
from regulars.evaluation.systems.systems import ORACLE_RULES, ORACLES
from regulars.scenarios.kinds import ProbeKind
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.noise import load_noise_rules
from regulars.scenarios.pack_files import built_in_packs
from regulars.scenarios.rules.standing import load_rules


def print_entries(kind: str | None) -> None:
    """Prints the entries of a kind and their number, or all registered entries.

    Args:
        kind: A kind in singular or plural, such as `memory` or `suites`; None for all registered entries.

    Raises:
        ConfigurationError: The kind is unknown.
    """
    kinds: dict[str, Callable[[], list[tuple[str, str]]]] = {
        **{name: partial(_registered, name) for name in registry.HOMES},
        "attribute": _attributes,
        "rule": _rules,
        "noise": lambda: [(kind.value, rule) for kind, rule in load_noise_rules().rules.items()],
        "prompt": _prompts,
        "probe": lambda: [(probe.value, "a kind of planned question") for probe in ProbeKind],
    }
    wanted = list(registry.HOMES) if kind is None else [kind.removesuffix("s")]
    if wanted[0] not in kinds:
        raise ConfigurationError(f"unknown kind {kind!r}", where="list", remedy=did_you_mean(wanted[0], kinds))
    if kind is not None and wanted == ["memory"]:
        print_memories()
        return
    rows = [(name, *row) for name in wanted for row in kinds[name]()]
    print_aligned(rows)
    if kind is not None:
        spoken = Counter(row[2].split(":")[0] for row in rows) if wanted == ["attribute"] else {}
        by_language = ", ".join(f"{count} {language}" for language, count in spoken.items())
        print(f"{len(rows)} in all" + (f": {by_language}" if by_language else ""))


def _registered(kind: str) -> list[tuple[str, str]]:
    rows = [(entry.name + (":..." if entry.provider else ""), entry.summary) for entry in registry.entries(kind)]
    if kind == "feedback":
        rows = [(entry.name, f"carries {entry.marks['carries']}; {entry.summary}") for entry in registry.entries(kind)]
    if kind == "memory":
        rows += [(oracle, f"{summary} (reference row)") for oracle, summary in ORACLES.items()]
    if kind == "assistant":
        rows.append((ORACLE_RULES, "reads each person's standing rules, with any memory (reference row)"))
    return rows


def _attributes() -> list[tuple[str, str]]:
    return [
        (
            attribute.name,
            f"{language}: {attribute.label}; {attribute.category.replace('_', ' ')}, {attribute.type}, "
            f"{attribute.cardinality}, {attribute.change}, sensitivity {attribute.sensitivity}",
        )
        for language in built_in_packs()
        for attribute in ontology_of(language)
    ]


def _rules() -> list[tuple[str, str]]:
    return [
        (
            kind.style_attribute,
            f"{kind.summary}; {kind.family.replace('_', ' ')}, {len(kind.settings)}: {', '.join(kind.settings)}",
        )
        for kind in load_rules().values()
    ]


def _prompts() -> list[tuple[str, str]]:
    found = []
    for prompt in built_in_prompts():
        cases = f"; cases: {', '.join(prompt.cases)}" if prompt.cases else ""
        found.append((prompt.name, f"{prompt.purpose}; slots: {', '.join(prompt.slots)}{cases}"))
    return found
