"""The options of a generated scenario beside its size: kinds of probes, phrasings, projects, rules, incidents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from typing import Any

from regulars.errors import ConfigurationError, did_you_mean
from regulars.scenarios.kinds import PHRASINGS, DisclosureMode, DisclosurePhrasing, ProbeKind

BASE_KINDS: Mapping[ProbeKind, float] = {
    ProbeKind.SINGLE_SESSION_USER: 0.22,
    ProbeKind.SINGLE_SESSION_ASSISTANT: 0.10,
    ProbeKind.KNOWLEDGE_UPDATE: 0.15,
    ProbeKind.MULTI_SESSION: 0.13,
    ProbeKind.TEMPORAL: 0.13,
    ProbeKind.ABSTENTION: 0.27,
}
"""Shares of the kinds that need a single attribute. While a kind cannot be asked yet, its share waits."""

SPECIAL_KINDS: tuple[ProbeKind, ...] = (
    ProbeKind.SINGLE_HOP,
    ProbeKind.DYNAMIC_UPDATING,
    ProbeKind.DYNAMIC_INCREMENTAL,
    ProbeKind.COUNT,
    ProbeKind.SUM,
    ProbeKind.SEQUENCE,
    ProbeKind.DURATION,
    ProbeKind.TEMPORAL_REASONING,
    ProbeKind.OPEN_DOMAIN,
    ProbeKind.MULTI_HOP,
    ProbeKind.ADVERSARIAL,
    ProbeKind.COUNTERFACTUAL,
    ProbeKind.POISONING,
    ProbeKind.FORGETTING,
    ProbeKind.CONFLICT,
    ProbeKind.CONFLICT_MULTI_HOP,
    ProbeKind.EPISODIC_CUE,
    ProbeKind.NAMESAKE,
    ProbeKind.RENAMED,
    ProbeKind.RULE_KEEPING,
    ProbeKind.CONTEXTUAL_INTEGRITY,
    ProbeKind.COMPARE,
    ProbeKind.RECALL_FACTS,
    ProbeKind.LATEST_PREFERENCE,
    ProbeKind.FULL_EVOLUTION,
    ProbeKind.NEW_SCENARIO,
    ProbeKind.SUGGEST_NEW,
    ProbeKind.UPDATE_REASON,
    ProbeKind.ALIGNED_RECOMMENDATION,
    ProbeKind.ORDER_RECALL,
    ProbeKind.DECISION_GUIDANCE,
    ProbeKind.INTERPRETIVE_ATTRIBUTION,
    ProbeKind.VALUE_JUDGMENT,
    ProbeKind.CONTRADICTION,
)
"""Further kinds, which are asked out of band. The planning of probes finds occasions for each."""

MODES = {DisclosureMode.OPEN: 0.6, DisclosureMode.ASKED: 0.2, DisclosureMode.TRUSTED: 0.2}
LEAST_OPEN = 0.4
"""Least share of open disclosures."""

TEMPERS = ("harsh", "even", "kind")
"""How people's satisfaction differs; `personas/conduct.toml` holds the points of each."""

KINDNESS = {"harsh": 0.25, "even": 0.5, "kind": 0.25}

LONGEST_SHOWN = 100
"""The largest number of characters of a value in a message."""

OWN = "own"
"""Stands for all attributes, rules or domains of the own content."""

ATTRIBUTES = ("all", "train", "test")
"""`train` leaves out the attributes reserved for tests. `test` tells these first."""


@dataclass(frozen=True, slots=True)
class GenerationOptions:
    """The content of a generated scenario, beside its size.

    Attributes:
        modes: Shares of the disclosure modes; `open` has at least `LEAST_OPEN`.
        phrasings: Shares of the phrasings of disclosures.
        kinds: Weights of the kinds of probes.
        special: Share of the special kinds in `kinds` among the out-of-band probes.
        projects: Number of projects of each person.
        rules: Number of standing rules of each person.
        relays: Number of other people's claims that each person passes on.
        gossip: Share of the disclosures after which a person mentions other people's values of the attribute. The wrong
            options of multiple choice come from these, so without gossip few such questions are planned.
        mentions: Number of values in each session that are named and not told: former, planned, imagined, quoted ones,
            and some that are told again. Languages without frames for them have none.
        changes: Number of further changes of each attribute that changes, as far as its `lasts` allows. If it is above
            0, most attributes that change and all that end are told openly.
        forgets: Number of things that each person wants forgotten.
        reminders: Number of reminders that each person wants.
        messages: Number of messages to others that each person wants written.
        reasons: Share of changes with a given reason.
        renamed: Whether the first person takes another name.
        namesakes: Whether two persons share a name.
        personas: Whether people have drawn traits, styles and tastes.
        friction: How far people of drawn personas are from easy, 0 to 1: 0 answers every question and takes every
            error patiently, 1 (the default) is what their Big Five make of them (`personas/conduct.toml`).
        kindness: Shares of people whose satisfaction with the same reply is `harsh` (2 points lower), `even` and
            `kind` (1 point higher); .25, .5 and .25 by default.
        typos: Share of words that people mistype, 0 to 1; none by default.
        deadlines: Share of questions and requests with a time limit. A later answer is worthless.
        phrasing: The phrases that people speak in: `open` or `held_out`.
        attributes: One of `ATTRIBUTES`.
        only_attributes: The attributes that people tell; empty for all. `own` stands for all of the own content.
        only_rules: The style attributes of the standing rules; empty for all, `own` as above.
        only_domains: The project domains; empty for all, `own` as above.
        tokens: Tokens to which filler sessions stretch the history; 0 for no fillers.
    """

    modes: Mapping[DisclosureMode, float] = field(default_factory=lambda: dict(MODES))
    phrasings: Mapping[DisclosurePhrasing, float] = field(default_factory=lambda: {DisclosurePhrasing.DIRECT: 1.0})
    kinds: Mapping[ProbeKind, float] = field(default_factory=lambda: dict(BASE_KINDS))
    special: float = 0.0
    projects: int = 0
    rules: int = 0
    relays: int = 0
    gossip: float = 0.0
    mentions: int = 0
    changes: int = 0
    forgets: int = 0
    reminders: int = 0
    messages: int = 0
    reasons: float = 0.0
    renamed: bool = False
    namesakes: bool = False
    personas: bool = False
    friction: float = 1.0
    kindness: Mapping[str, float] = field(default_factory=lambda: dict(KINDNESS))
    typos: float = 0.0
    deadlines: float = 0.0
    phrasing: str = "open"
    attributes: str = "all"
    only_attributes: tuple[str, ...] = ()
    only_rules: tuple[str, ...] = ()
    only_domains: tuple[str, ...] = ()
    tokens: int = 0

    @classmethod
    def read(cls, given: Mapping[str, Any], where: str = "options") -> GenerationOptions:
        """Reads options by name, as a suite's file gives them.

        Raises:
            ConfigurationError: A name is unknown, or a value out of range.
        """
        known = _known()
        values: dict[str, Any] = {}
        for name, value in given.items():
            if name not in known:
                raise ConfigurationError(f"unknown option {name!r}", where=where, remedy=did_you_mean(name, known))
            values[name] = _READERS[name](name, value, where) if name in _READERS else _plain(known[name], value, where)
        return cls(**values)


@cache
def _known() -> Mapping[str, Field[Any]]:
    return {one.name: one for one in fields(GenerationOptions)}


def _refuse(name: str, value: Any, where: str, expected: str) -> ConfigurationError:
    shown = repr(value)
    shown = shown if len(shown) <= LONGEST_SHOWN else f"a {type(value).__name__}"
    return ConfigurationError(f"{name} is {shown}", where=where, expected=expected)


def _plain(option: Field[Any], value: Any, where: str) -> Any:
    """Reads an option that is one word, flag, count or share, by its name or type."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if option.name in _WORDS:
        fits, expected = value in _WORDS[option.name], " or ".join(_WORDS[option.name])
    elif option.type == "bool":
        fits, expected = isinstance(value, bool), "true or false"
    elif option.type == "int":
        fits, expected = number and isinstance(value, int) and value >= 0, "a whole number from 0"
    else:
        fits, expected = number and 0 <= value <= 1, "0 to 1"
    if not fits:
        raise _refuse(option.name, value, where, expected)
    return float(value) if option.type == "float" else value


def _modes(name: str, value: Any, where: str) -> dict[DisclosureMode, float]:
    allowed = (DisclosureMode.OPEN, DisclosureMode.ASKED, DisclosureMode.TRUSTED, DisclosureMode.RELEVANT)
    shares = _shares(name, value, where, [mode.value for mode in allowed])
    found = {mode: shares.get(mode.value, 0.0) for mode in allowed}
    if abs(sum(found.values()) - 1) > 1e-9 or found[DisclosureMode.OPEN] < LEAST_OPEN:
        raise _refuse(name, value, where, f"a sum of 1 with at least {LEAST_OPEN} open")
    return found


def _phrasings(name: str, value: Any, where: str) -> dict[DisclosurePhrasing, float]:
    shares = _shares(name, value, where, [phrasing.value for phrasing in DisclosurePhrasing])
    if abs(sum(shares.values()) - 1) > 1e-9:
        raise _refuse(name, value, where, "a sum of 1")
    return {phrasing: shares[phrasing.value] for phrasing in DisclosurePhrasing if phrasing.value in shares}


def _kindness(name: str, value: Any, where: str) -> dict[str, float]:
    shares = _shares(name, value, where, list(TEMPERS))
    if abs(sum(shares.values()) - 1) > 1e-9:
        raise _refuse(name, value, where, "a sum of 1")
    return {temper: shares.get(temper, 0.0) for temper in TEMPERS}


def _kinds(name: str, value: Any, where: str) -> dict[ProbeKind, float]:
    able = [kind.value for kind in (*BASE_KINDS, *SPECIAL_KINDS)]
    weights = _shares(name, value, where, able, 1e9)
    return {kind: weights[kind.value] for kind in ProbeKind if kind.value in weights}


def _shares(name: str, value: Any, where: str, known: list[str], most: float = 1.0) -> dict[str, float]:
    if not isinstance(value, Mapping):
        raise _refuse(name, value, where, "shares by name")
    for key, share in value.items():
        if str(key) not in known:
            raise ConfigurationError(f"unknown {name[:-1]} {key!r}", where=where, remedy=did_you_mean(str(key), known))
        if isinstance(share, bool) or not isinstance(share, (int, float)) or not 0 <= share <= most:
            raise ConfigurationError(f"the share of {key!r} is {share!r}", where=where, expected="0 to 1")
    return {str(key): float(share) for key, share in value.items()}


def _names(name: str, value: Any, where: str) -> tuple[str, ...]:
    listed = value.split(",") if isinstance(value, str) else value
    if not isinstance(listed, (list, tuple)) or not all(isinstance(one, str) and one.strip() for one in listed):
        raise _refuse(name, value, where, "a list of names, or `own`")
    return tuple(dict.fromkeys(one.strip() for one in listed))


def chosen_names(only: Collection[str], known: Collection[str], own: Collection[str], option: str) -> frozenset[str]:
    """The names that an option such as `only_rules` chooses.

    Args:
        only: The names of the option.
        known: All names to choose from.
        own: Those of the own content, for which `own` stands.
        option: The option's name, for messages.

    Raises:
        ConfigurationError: A name is unknown, or there is no own content.
    """
    for name in only:
        if name == OWN and not own:
            raise ConfigurationError(
                f"{option} is {OWN!r}, and there is no own content of this kind",
                where="options",
                remedy="name its folder with --ontology, --rules or --projects, or in the suite's file under content",
            )
        if name != OWN and name not in known:
            choices = {*known, OWN} if own else known
            raise ConfigurationError(
                f"{option}: unknown name {name!r}", where="options", remedy=did_you_mean(name, choices)
            )
    return frozenset(only) - {OWN} | (frozenset(own) if OWN in only else frozenset())


_READERS: Mapping[str, Callable[[str, Any, str], Any]] = {
    "modes": _modes,
    "phrasings": _phrasings,
    "kinds": _kinds,
    "kindness": _kindness,
    "only_attributes": _names,
    "only_rules": _names,
    "only_domains": _names,
}
_WORDS = {"phrasing": PHRASINGS, "attributes": ATTRIBUTES}
