"""Reads the ontology's files and checks every field. All faults are listed at once, with file and line.

A file holds one table for each attribute. The table's name is the attribute's name. Its fields:

- `label`, `type` (term, number, date), `cardinality` (one, many, counter), `change` (static, steps, drifts,
  accumulates, ends), `sensitivity` (0 to 3), `cues`; `valence` (-1 to 1), `arousal` (0 to 1);
- the domain. For terms `values`, a table from canonical term to other spellings, or `parts`, two lists of words whose
  pairs are the values. For numbers `low`, `high`, `step`, `unit`, and `drift` if they drift. For dates `span` (days
  from the disclosure, least and greatest) and `granularities`;
- `lasts`, only if the change is steps or drifts: the number of days that a value usually holds, such as 365 for a
  dentist. A life has no more values than fit its length, and always room for one change. By default the value may
  change at any time;
- `implies`, a table from attribute to a table from value to value; `excludes`, a table from attribute to a table from
  value to a list of values that cannot hold beside it; `doubtful`, the same for values on which readers may disagree,
  which are neither ruled out nor offered as right; `moves`, attributes that change with it; `unsettles`, attributes
  whose values are in doubt after a change or the end of it (names that the ontology does not have are ignored);
  `stages` of life in which it makes sense; `asked`, for one that the assistant chooses: what people later say that
  they asked, such as "which name to take" (by default "which LABEL to choose", so that other languages have to give
  it);
- for terms `stands`, how a value stands behind `is` (by default `{value}`, such as `a {value}`, which becomes `an`
  where that fits), and `bare`, the values that stand there without more words;
- lists of phrases by kind, and in a table `held_out` phrases by kind that no reader is made from. The fields above
  decide which kinds an attribute needs. A phrase of `tell` that begins with `* ` reports what has just happened, and is
  not used to tell a value again. `also` tells one more value beside those told before, `of_others` what is true
  of somebody else, `of_several` the same of several people with a value each, `rumour` what somebody wrongly says of
  the person; `former`, `planned`, `quoted` and `imagined` name a value that is no longer, not yet, or never the
  person's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import Any

from regulars.chinese_text import has_chinese
from regulars.data_faults import Fault, raise_faults
from regulars.errors import DataError, did_you_mean
from regulars.scenarios.content import ONTOLOGY, PROJECTS, OwnContent, content_of
from regulars.scenarios.ontology.attribute import CATEGORIES, Attribute, Cardinality, Change
from regulars.scenarios.ontology.contexts import CONTEXTS, contexts_file, sort_by_context
from regulars.scenarios.ontology.phrase_fields import SLOTS, check_phrases, read_pairs, read_phrases
from regulars.scenarios.pack_files import built_in_packs, pack_folder
from regulars.scenarios.toml_tables import Table, TomlFile
from regulars.values import Domain, ValueType

LEAST_VALUES = 10
"""Least number of values of a term, so that guessing does not pay."""

MOST_VALUES = 400
"""Greatest number of values of a composed domain, so that finding them stays cheap."""

LONGEST = 10_000
"""Greatest number of days that a value usually holds."""

STAGES = ("study", "early_career", "family", "later_career", "retired")
"""Stages of life."""

_PLAIN = {
    "label", "type", "cardinality", "change", "sensitivity", "valence", "arousal", "cues", "values", "parts", "low",
    "high", "step", "drift", "unit", "span", "granularities", "implies", "excludes", "doubtful", "moves", "unsettles",
    "stages", "piecemeal", "held_out", "asked", "stands", "bare", "lasts",
}  # fmt: skip

VALUES = "values.toml"
"""A file of own content with further values of built-in attributes: a list of terms for each."""

_NO_CATEGORY = (CONTEXTS, VALUES, "names.toml")
"""Files of an ontology's folder that hold no attributes."""

_SUBJECT = re.compile(r"[^\W\d_]{2,}")
"""Words of a label and of cues. If they occur with people, the people are the subject itself."""
_BARE = "{value}"
_FITTING = {
    Cardinality.MANY: (Change.ACCUMULATES,),
    Cardinality.COUNTER: (Change.ACCUMULATES,),
    Cardinality.ONE: (Change.STATIC, Change.STEPS, Change.DRIFTS, Change.ENDS),
}


def read_ontology(folder: str = "", language: str = "english") -> dict[str, Attribute]:
    """Reads the attributes in a folder's files, by name; those of a language if `folder` is empty.

    It adds the attributes of the project domains (`projects/*.toml`, under `attributes`), and sorts all of them by
    `contexts.toml`. A folder may lack this file. Own content follows the attributes of its language.

    Raises:
        DataError: The folder holds no ontology, or the files have faults; the message lists all of them.
    """
    if not folder and (content := content_of(language)) is not None:
        return _with_own(content)
    sources = [TomlFile(text, name) for name, text in _texts(folder, language)]
    attributes, faults = _gather(sources, [TomlFile(text, name) for name, text in domain_texts(folder, language)])
    contexts = _contexts(folder, language)
    if contexts is not None and not faults:
        # A folder may hold a part of an ontology, and its contexts the whole.
        elsewhere = {name for pack in built_in_packs() for name in read_ontology("", pack)} if folder else ()
        attributes = sort_by_context(attributes, contexts, elsewhere)
        faults = contexts.faults
    raise_faults(faults, f"the ontology{f' in {folder}' if folder else ''}")
    return attributes


def _with_own(content: OwnContent) -> dict[str, Attribute]:
    """The attributes of a language and own ones, which may refer to each other."""
    language = content.language
    texts = [(file.name, file.read_text("utf-8")) for file in content.files(ONTOLOGY) if file.name not in _NO_CATEGORY]
    categories = [TomlFile(text, name) for name, text in (*_texts("", language), *texts)]
    domains = [TomlFile(text, name) for name, text in domain_texts("", content.name)]
    attributes, faults = _gather(categories, domains)
    raise_faults(faults, f"the own content in {content.ontology or content.projects}")
    theirs = read_ontology("", language).keys()
    own = {name: attribute for name, attribute in attributes.items() if name not in theirs}
    attributes = _with_values(sort_by_context(attributes, contexts_file(language)), content)
    given = Path(content.ontology) / CONTEXTS
    if content.ontology and given.is_file():
        source = TomlFile(given.read_text("utf-8"), CONTEXTS)
        attributes |= sort_by_context(own, source, attributes.keys() - own.keys())
        raise_faults(source.faults, str(given))
    return attributes


def _with_values(attributes: dict[str, Attribute], content: OwnContent) -> dict[str, Attribute]:
    """The attributes with the further values of own content."""
    path = Path(content.ontology) / VALUES
    if not content.ontology or not path.is_file():
        return attributes
    source = TomlFile(path.read_text("utf-8"), VALUES)
    table = Table(source, (), source.data)
    found = dict(attributes)
    for name in source.data:
        terms, attribute = table.words(name), attributes.get(name)
        if attribute is None:
            table.fault(name, f"is not an attribute; {did_you_mean(name, attributes)}")
        elif attribute.type is not ValueType.TERM or attribute.implies or attribute.implied_by:
            table.fault(name, "takes no further values; expected terms that neither imply nor follow")
        else:
            for term in set(terms) & attribute.domain.aliases.keys():
                table.fault(name, f"{term!r} is a value already")
            aliases = {**attribute.domain.aliases, **dict.fromkeys(terms, ())}
            found[name] = replace(attribute, domain=replace(attribute.domain, aliases=aliases))
    raise_faults(source.faults, str(path))
    return found


def parse_category(text: str, category: str) -> dict[str, Attribute]:
    """The attributes in the text of one category's file. They refer to no other file.

    Raises:
        DataError: The text has faults; the message lists all of them.
    """
    attributes, faults = _gather([TomlFile(text, f"{category}.toml")], ())
    raise_faults(faults, f"{category}.toml")
    return attributes


@lru_cache(maxsize=8)
def first_names(language: str = "english") -> tuple[str, ...]:
    """The first names of generated people. None of them is a value of an attribute."""
    source = TomlFile(_built_in("names.toml", language), "names.toml")
    names = Table(source, (), source.data).words("names")
    raise_faults(source.faults, "the list of names")
    return names


def _built_in(name: str, language: str = "english") -> str:
    return pack_folder("ontology", language).joinpath(name).read_text("utf-8")


def _texts(folder: str, language: str = "english") -> list[tuple[str, str]]:
    if not folder:
        return [(f"{category}.toml", _built_in(f"{category}.toml", language)) for category in CATEGORIES]
    paths = [Path(folder) / f"{category}.toml" for category in CATEGORIES]
    found = [(path.name, path.read_text("utf-8")) for path in paths if path.is_file()]
    if not found:
        raise DataError("holds no file of an ontology", where=folder, expected=", ".join(path.name for path in paths))
    return found


def _contexts(folder: str, language: str) -> TomlFile | None:
    if not folder:
        return contexts_file(language)
    path = Path(folder) / CONTEXTS
    return TomlFile(path.read_text("utf-8"), CONTEXTS) if path.is_file() else None


def _gather(categories: Sequence[TomlFile], domains: Sequence[TomlFile]) -> tuple[dict[str, Attribute], list[Fault]]:
    attributes: dict[str, Attribute] = {}
    origin: dict[str, Table] = {}
    tables = [source.table(name) for source in categories for name in source.data]
    tables += [source.table("attributes", name) for source in domains for name in source.data.get("attributes", {})]
    for table in tables:
        name = table.path[-1]
        if name in attributes:
            table.fault("", f"is a second attribute of that name, after {origin[name].source.file}")
        elif table.fields:
            attributes[name], origin[name] = _attribute(table), table
    attributes = _settle(attributes, origin)
    for attribute in attributes.values():
        check_phrases(attribute, origin[attribute.name])
    return attributes, [fault for source in (*categories, *domains) for fault in source.faults]


def domain_texts(folder: str = "", language: str = "english") -> list[tuple[str, str]]:
    """The files of the project domains, ordered by name: file name and text."""
    home = Path(folder) / "projects" if folder else pack_folder("projects", language)
    if not home.is_dir():
        return []
    names = sorted(entry.name for entry in home.iterdir() if entry.name.endswith(".toml"))
    content = None if folder else content_of(language)
    own = [(file.name, file.read_text("utf-8")) for file in content.files(PROJECTS)] if content is not None else []
    return [(name, home.joinpath(name).read_text("utf-8")) for name in names] + own


def _attribute(table: Table) -> Attribute:
    source, name = table.source, table.path[-1]
    table.only(_PLAIN | set(SLOTS))
    type = ValueType(table.one_of("type", [type.value for type in ValueType]))
    cardinality = Cardinality(table.one_of("cardinality", [one.value for one in Cardinality]))
    change = Change(table.one_of("change", [change.value for change in Change]))
    if change not in _FITTING[cardinality]:
        table.fault("change", f"{change} does not fit cardinality {cardinality}")
    if (cardinality is Cardinality.COUNTER or change is Change.DRIFTS) and type is not ValueType.NUMBER:
        table.fault("type", f"is {type}; expected number, for a counter or an attribute that drifts")
    if "lasts" in table and change not in (Change.STEPS, Change.DRIFTS):
        table.fault("lasts", f"expected only where the change is steps or drifts, not {change}")
    shape = _SHAPES[type](table)
    named = " ".join((name, table.word("label"), *table.words("cues"))).lower()
    subjects = tuple(dict.fromkeys(_SUBJECT.findall(named)))
    lasting = change is Change.STATIC
    domain = Domain(name, type, shape.pop("values", {}), shape.pop("unit", ""), subjects, lasting)
    held_out = source.table(*table.path, "held_out") if "held_out" in table else Table(source, table.path, {})
    if held_out.fields:
        held_out.only(SLOTS)
    phrases, news = read_phrases(table)
    set_apart, news_held_out = read_phrases(held_out)
    stands = table.word("stands", _BARE)
    if stands.count(_BARE) != 1 or (type is not ValueType.TERM and stands != _BARE):
        table.fault("stands", "expected words for a term with {value} in them")
    bare = frozenset(table.words("bare", 0))
    for value in sorted(bare.difference(domain.aliases)):
        table.fault("bare", f"{value!r} is not a value")
    return Attribute(
        name=name,
        label=table.word("label"),
        category=source.file.removesuffix(".toml"),
        project=len(table.path) > 1,
        type=type,
        cardinality=cardinality,
        change=change,
        sensitivity=table.whole("sensitivity", 0, 3),
        cues=table.words("cues"),
        domain=domain,
        implies=_nested(table, "implies", str),
        excludes=_nested(table, "excludes", tuple),
        doubtful=_nested(table, "doubtful", tuple),
        phrases=phrases,
        news=news | news_held_out,
        stands=stands,
        bare=bare,
        piecemeal=read_pairs(table),
        held_out=set_apart,
        valence=table.number("valence", -1, 1, 0.0),
        arousal=table.number("arousal", 0, 1, 0.0),
        asked=table.word("asked", f"which {table.fields.get('label')} to choose"),
        stages=_known(table, "stages", STAGES),
        moves=table.words("moves", 0),
        unsettles=table.words("unsettles", 0),
        lasts=table.whole("lasts", 0, LONGEST, 0),
        where=f"{source.file}:{source.line(*table.path)}",
        **shape,
    )


def _known(table: Table, field: str, known: Iterable[str]) -> tuple[str, ...]:
    names = table.words(field, 0)
    for name in names:
        if name not in known:
            table.fault(field, f"unknown name {name!r}; {did_you_mean(name, known)}")
    return names


def _terms(table: Table) -> dict[str, Any]:
    if "parts" in table:
        return {"values": _composed(table)}
    values = table.fields.get("values")
    if not isinstance(values, dict) or len(values) < LEAST_VALUES:
        table.fault("values", f"expected at least {LEAST_VALUES}, each with a list of other spellings")
        return {"values": {}}
    for value, others in values.items():
        if not isinstance(others, list) or not all(isinstance(other, str) and other for other in others):
            table.source.fault((*table.path, "values", value), "expected a list of other spellings")
            return {"values": {}}
    return {"values": {value: tuple(others) for value, others in values.items()}}


def _composed(table: Table) -> dict[str, tuple[str, ...]]:
    parts = table.fields["parts"]
    fits = isinstance(parts, list) and len(parts) == 2 and all(isinstance(part, list) for part in parts)
    if not fits or not all(isinstance(word, str) and word for part in parts for word in part):
        table.fault("parts", "expected two lists of words")
        return {}
    values = [first + ("" if has_chinese(first) else " ") + second for first, second in product(*parts)]
    if not LEAST_VALUES <= len(set(values)) <= MOST_VALUES:
        table.fault("parts", f"make {len(set(values))} values; expected {LEAST_VALUES} to {MOST_VALUES}")
    return dict.fromkeys(values, ())


def _number(table: Table) -> dict[str, Any]:
    low, high = (table.whole(field, 0, 10**9) for field in ("low", "high"))
    step = table.whole("step", 1, 10**9)
    if (high - low) // step + 1 < LEAST_VALUES:
        table.fault("high", f"too few values; expected at least {LEAST_VALUES} steps from low")
    drift = 0
    if table.fields.get("change") == Change.DRIFTS:
        drift = table.whole("drift", step, max(step, high - low))
    elif "drift" in table:
        table.fault("drift", "expected only for numbers whose change is drifts")
    return {"low": low, "high": high, "step": step, "drift": drift, "unit": table.word("unit")}


def _date(table: Table) -> dict[str, Any]:
    span = table.fields.get("span")
    if not isinstance(span, list) or [type(day) for day in span] != [int, int] or span[0] >= span[1]:
        table.fault("span", "expected [least, greatest], in days from the disclosure")
        span = [0, 1]
    granularities = table.words("granularities")
    if not set(granularities) <= {"day", "month"}:
        table.fault("granularities", f"holds {', '.join(granularities)}; expected day, month or both")
    return {"span": (span[0], span[1]), "granularities": granularities}


_SHAPES = {ValueType.TERM: _terms, ValueType.NUMBER: _number, ValueType.DATE: _date}


def _nested(table: Table, field: str, kind: type[Any]) -> dict[str, dict[str, Any]]:
    """A table from attribute to a table from value to one value (`str`) or several (`tuple`)."""
    found = table.fields.get(field, {})
    if not isinstance(found, dict) or not all(isinstance(values, dict) for values in found.values()):
        table.fault(field, "expected tables by attribute and value")
        return {}
    wanted = list if kind is tuple else str
    for name, values in found.items():
        for value, others in values.items():
            if not isinstance(others, wanted):
                table.source.fault((*table.path, field, name, value), f"expected a {wanted.__name__}")
                return {}
    return {name: {value: kind(others) for value, others in values.items()} for name, values in found.items()}


def _settle(attributes: Mapping[str, Attribute], origin: Mapping[str, Table]) -> dict[str, Attribute]:
    """Marks implied attributes, and checks that both sides of each reference exist."""
    settled = dict(attributes)
    for attribute in attributes.values():
        source, at = origin[attribute.name].source, origin[attribute.name].path
        for name, values in attribute.implies.items():
            path = (*at, "implies", name)
            if name not in settled:
                source.fault(path, f"is not an attribute; {did_you_mean(name, settled)}")
                continue
            other = settled[name]
            wrong = sorted(set(attribute.domain.aliases) ^ set(values))
            wrong += sorted(value for value in values.values() if value not in other.domain.aliases)
            for value in wrong:
                source.fault((*path, value), f"{value!r} is on one side only; expected each value with a {name}")
            settled[name] = replace(other, implied_by=attribute.name)
        for field, given in (("excludes", attribute.excludes), ("doubtful", attribute.doubtful)):
            for name, lists in given.items():
                _check_values((*at, field, name), attribute, lists, settled, source)
        for name, lists in attribute.doubtful.items():
            for value, listed in lists.items():
                for twice in attribute.ruled_out(name, value).intersection(listed):
                    source.fault((*at, "doubtful", name, value), f"{twice!r} is ruled out as well")
        for name in attribute.moves:
            if name not in settled or not settled[name].changes_value:
                source.fault((*at, "moves"), f"{name!r} is not an attribute that steps or drifts")
    return settled


def _check_values(
    path: tuple[str, ...],
    attribute: Attribute,
    given: Mapping[str, Sequence[str]],
    settled: Mapping[str, Attribute],
    source: TomlFile,
) -> None:
    """Checks a table from values of an attribute to values of another one, which the end of the path names."""
    name = path[-1]
    if name not in settled:
        source.fault(path, f"is not an attribute; {did_you_mean(name, settled)}")
        return
    known = set(settled[name].grid())
    unknown = [value for value in given if value not in attribute.grid()]
    unknown += [value for values in given.values() for value in values if value not in known]
    for value in unknown:
        source.fault((*path, value), f"{value!r} is not a value")
