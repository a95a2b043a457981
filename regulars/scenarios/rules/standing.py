"""Standing rules as data: what people want of replies, and the words in which they say so.

A file of `rules/` holds one family of rules. It has a table for each style attribute:

- `summary`; `check` and `opportunity`, names of functions of `rewards/` that test the text of a reply; `parameters` of
  both; `witness`, the occasion of the settings' example replies (`message`, `name`, `act`, `opening`, `asked`, `told`);
- `settings`, a table for each setting of the style attribute: `weight`, how common the wish is; `parameters`, and, if
  they differ, `check`, `opportunity` and `witness`, which override those of the style attribute; `conflicts`, each a
  `attribute.setting` that cannot be kept beside this one, named on one of the two sides; `stated`, phrases that
  state the wish; `hinted`, remarks after a breach that do not name it; `complaint`, which names it; `lifted`, said when
  it is no longer wanted; `keeps` and `breaks`, replies that keep and break it.

This module runs no checks. `agents/style/rules.py` joins rules and checks and tests each rule on its examples.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from regulars.data_faults import Fault, raise_faults
from regulars.errors import ConfigurationError, did_you_mean
from regulars.scenarios.content import RULES, content_of, opened
from regulars.scenarios.toml_tables import Table, TomlFile
from regulars.seeding import SeedTree

LEAST_PHRASES = {"stated": 2, "hinted": 2, "complaint": 1, "lifted": 1, "keeps": 2, "breaks": 2}
"""Least number of phrases of each kind for a setting."""

PROCEDURE = "procedure"
"""The kind of a rule whose setting lists steps of a project domain."""

ATTEMPTS = 64
"""Number of sets that are drawn before the search for a fitting one ends."""

BUILT_IN = "english"
"""The language whose rules are the built-in ones. Packs of other languages word some of them anew."""

_KIND_FIELDS = {"summary", "check", "opportunity", "parameters", "witness", "settings"}
_SETTING_FIELDS = {"weight", "check", "opportunity", "parameters", "witness", "conflicts", *LEAST_PHRASES}
_SPOKEN = ("stated", "hinted", "complaint", "lifted")
_UNSPEAKABLE = re.compile(r"[?{}\d]")


@dataclass(frozen=True, slots=True)
class RuleSetting:
    """One setting of a style attribute.

    Attributes:
        style_attribute: The style attribute.
        name: The setting; `style attribute.name` is unique.
        weight: How common the wish is, relative to all other settings.
        check: The name of the check of a reply's text.
        opportunity: The name of the test of whether a reply could keep or break the rule.
        parameters: The parameters of both; lists are tuples.
        conflicts: Settings, as `attribute.setting`, that cannot be kept beside this one, in both directions.
        stated: Phrases that state the wish.
        hinted: Remarks after a breach that hint at the wish without naming it.
        complaint: Remarks after a breach that name the wish.
        lifted: Phrases that end the wish.
        keeps: Replies that keep the rule.
        breaks: Replies that break the rule.
        witness: The occasion of those replies, as plain fields.
        file: The file of the setting.
        lines: The line of each field; that of the table under the empty name.
    """

    style_attribute: str
    name: str
    weight: float
    check: str
    opportunity: str
    parameters: Mapping[str, Any]
    conflicts: frozenset[str]
    stated: tuple[str, ...]
    hinted: tuple[str, ...]
    complaint: tuple[str, ...]
    lifted: tuple[str, ...]
    keeps: tuple[str, ...]
    breaks: tuple[str, ...]
    witness: Mapping[str, Any]
    file: str = field(default="", compare=False)
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def id(self) -> str:
        """`attribute.setting`."""
        return f"{self.style_attribute}.{self.name}"


@dataclass(frozen=True, slots=True)
class RuleKind:
    """A style attribute of a reply, with the settings that people can want.

    Attributes:
        style_attribute: Its name.
        family: The name of its file.
        summary: What it governs.
        settings: By name.
    """

    style_attribute: str
    family: str
    summary: str
    settings: Mapping[str, RuleSetting]


def load_rules() -> Mapping[str, RuleKind]:
    """Loads all kinds of rules by style attribute: the built-in ones, and those of open content.

    Raises:
        DataError: A file does not follow the schema; the message lists all faults, with file and line.
        ConfigurationError: Two open contents have different rules of the same name.
    """
    return _rules_of(tuple(opened()))


@lru_cache(maxsize=8)
def rules_of(language: str) -> Mapping[str, RuleKind]:
    """The kinds of rules of a language: the built-in ones; for own content its own as well.

    Raises:
        DataError: As for `load_rules`.
    """
    content = content_of(language)
    folder = files("regulars.scenarios").joinpath("rules")
    found = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".toml"))
    texts = [(name, file.read_text("utf-8")) for name, file in found]
    own = [(file.name, file.read_text("utf-8")) for file in content.files(RULES)] if content is not None else []
    return parse_rules(texts + own)


@lru_cache(maxsize=8)
def _rules_of(contents: tuple[str, ...]) -> Mapping[str, RuleKind]:
    """The built-in rules, and those of all the contents."""
    found = dict(rules_of(BUILT_IN))
    for content in contents:
        for style_attribute, kind in rules_of(content).items():
            known = found.setdefault(style_attribute, kind)
            if style_attribute not in rules_of(BUILT_IN) and known != kind:
                raise ConfigurationError(
                    f"the rules of {style_attribute!r} are in two folders, with different settings",
                    where="own content",
                    remedy="give the style attribute another name in one of them",
                )
    return found


def own_rules(language: str) -> Mapping[str, RuleKind]:
    """The kinds of rules that own content adds; none for a plain language."""
    return {name: kind for name, kind in rules_of(language).items() if name not in rules_of(BUILT_IN)}


def parse_rules(texts: Iterable[tuple[str, str]]) -> Mapping[str, RuleKind]:
    """Reads kinds of rules from files, given by name and text.

    Raises:
        DataError: The texts have faults; the message lists all of them.
    """
    sources = [TomlFile(text, name) for name, text in texts]
    kinds: dict[str, RuleKind] = {}
    for source in sources:
        for style_attribute in source.data:
            if style_attribute in kinds:
                source.fault((style_attribute,), f"the style attribute is also in {kinds[style_attribute].family}.toml")
            kinds[style_attribute] = _kind(source, style_attribute)
    faults = [fault for source in sources for fault in source.faults]
    faults += [*_dangling(kinds), *_ambiguous(kinds)]
    raise_faults(faults, "the standing rules")
    return _with_mutual_conflicts(kinds)


def rules_with(test: Callable[[RuleSetting], bool], language: str = BUILT_IN) -> dict[str, RuleKind]:
    """The kinds of a language's rules with settings that pass a test; kinds without such settings are left out."""
    found = {}
    for style_attribute, kind in rules_of(language).items():
        settings = {name: setting for name, setting in kind.settings.items() if test(setting)}
        if settings:
            found[style_attribute] = replace(kind, settings=settings)
    return found


def _kind(source: TomlFile, style_attribute: str) -> RuleKind:
    table = source.table(style_attribute)
    table.only(_KIND_FIELDS)
    own = source.table(style_attribute, "settings").fields
    tables = {name: source.table(style_attribute, "settings", name) for name in own}
    settings = {name: _setting(table, given, style_attribute, name) for name, given in tables.items()}
    if not settings:
        table.fault("settings", "holds none; expected at least one")
    return RuleKind(style_attribute, source.file.removesuffix(".toml"), table.word("summary"), settings)


def _setting(kind: Table, table: Table, style_attribute: str, name: str) -> RuleSetting:
    table.only(_SETTING_FIELDS)
    lists = {field: table.words(field, least) for field, least in LEAST_PHRASES.items()}
    for said in _SPOKEN:
        for phrase in lists[said]:
            if _UNSPEAKABLE.search(phrase):
                table.fault(said, f"{phrase!r} is a question, has a slot or holds digits, so people would be misread")
    source = table.source
    return RuleSetting(
        style_attribute,
        name,
        table.number("weight", 0, 10, 1.0),
        _either(kind, table, "check"),
        _either(kind, table, "opportunity"),
        {**_mapping(kind, "parameters"), **_mapping(table, "parameters")},
        frozenset(table.words("conflicts", 0)),
        witness={**_mapping(kind, "witness"), **_mapping(table, "witness")},
        file=source.file,
        lines={"": source.line(*table.path), **{given: source.line(*table.path, given) for given in table.fields}},
        **lists,
    )


def _either(kind: Table, table: Table, field: str) -> str:
    """A field of the setting if it is given there, else of the style attribute."""
    return (table if field in table else kind).word(field)


def _mapping(table: Table, field: str) -> dict[str, Any]:
    found = table.fields.get(field, {})
    if not isinstance(found, Mapping):
        table.fault(field, "is not a table")
        return {}
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


def _dangling(kinds: Mapping[str, RuleKind]) -> list[Fault]:
    """Conflicts with an unknown setting, or with one of the same style attribute."""
    known = {setting.id for kind in kinds.values() for setting in kind.settings.values()}
    faults = []
    for kind in kinds.values():
        for setting in kind.settings.values():
            for other in sorted(setting.conflicts):
                if other not in known:
                    message = f"{other!r} is not a setting; {did_you_mean(other, known)}"
                elif other.split(".")[0] == kind.style_attribute:
                    message = f"{other!r} is a setting of the same style attribute; expected one of another"
                else:
                    continue
                faults.append(_fault(setting, "conflicts", message))
    return faults


def _ambiguous(kinds: Mapping[str, RuleKind]) -> list[Fault]:
    """Phrases that name two different settings."""
    said: dict[str, RuleSetting] = {}
    faults = []
    for kind in kinds.values():
        for setting in kind.settings.values():
            for where in ("stated", "complaint", "lifted"):
                for phrase in getattr(setting, where):
                    first = said.setdefault(phrase.casefold(), setting)
                    if first is not setting:
                        faults.append(_fault(setting, where, f"{phrase!r} is said of {first.id} too"))
    return faults


def _fault(setting: RuleSetting, field: str, message: str) -> Fault:
    line = setting.lines.get(field, setting.lines.get("", 0))
    return Fault(setting.file, line, f"{setting.style_attribute}, settings, {setting.name}, {field}", message)


def _with_mutual_conflicts(kinds: Mapping[str, RuleKind]) -> dict[str, RuleKind]:
    """Makes conflicts mutual."""
    against: dict[str, set[str]] = {}
    for kind in kinds.values():
        for setting in kind.settings.values():
            for other in setting.conflicts:
                against.setdefault(setting.id, set()).add(other)
                against.setdefault(other, set()).add(setting.id)
    mutual = {}
    for style_attribute, kind in kinds.items():
        settings = {
            name: replace(setting, conflicts=frozenset(against.get(setting.id, ())))
            for name, setting in kind.settings.items()
        }
        mutual[style_attribute] = replace(kind, settings=settings)
    return mutual


def draw_rules(
    node: SeedTree,
    count: int,
    *,
    rules: Mapping[str, RuleKind] | None = None,
    fits: Callable[[Sequence[tuple[str, str]]], bool] | None = None,
    without: Iterable[str] = (),
) -> list[tuple[str, str]]:
    """Draws the rules of one person, by weight: of different style attributes and without conflicts.

    Args:
        node: The node of the draws. A shorter list is the beginning of a longer one.
        count: Number of rules.
        rules: The rules to draw from; the built-in ones by default.
        fits: A further test of a set, such as `agents.style.apply.has_witness`. If it fails, a new set is drawn.
        without: Style attributes, or settings as `attribute.setting`, that are not drawn.

    Returns:
        Pairs of style attribute and setting.

    Raises:
        ConfigurationError: No set of so many compatible rules was found.

    Example:
        >>> rules = draw_rules(SeedTree(1).child("person", 0), 4)
        >>> len({style_attribute for style_attribute, _ in rules})
        4
    """
    barred = set(without)
    offered = [
        setting
        for kind in (rules_of(BUILT_IN) if rules is None else rules).values()
        for setting in kind.settings.values()
        if setting.weight > 0 and not barred & {kind.style_attribute, setting.id}
    ]
    for attempt in range(ATTEMPTS):
        drawn = _draw_set(node.child("rules", attempt), count, offered)
        if len(drawn) == count and (fits is None or fits(drawn)):
            return drawn
    raise ConfigurationError(
        f"found no {count} rules that can be kept together",
        where="draw_rules",
        expected=f"fewer rules, or more than {len(offered)} settings to draw from",
    )


def _draw_set(node: SeedTree, count: int, offered: Sequence[RuleSetting]) -> list[tuple[str, str]]:
    left = list(offered)
    drawn: list[tuple[str, str]] = []
    while left and len(drawn) < count:
        one = node.draws(len(drawn)).weighted(left, [setting.weight for setting in left])
        drawn.append((one.style_attribute, one.name))
        others = (setting for setting in left if setting.style_attribute != one.style_attribute)
        left = [setting for setting in others if setting.id not in one.conflicts]
    return drawn
