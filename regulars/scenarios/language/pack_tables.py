"""Reads the file of a language pack, and checks it.

A pack is the file `NAME.toml` beside this module, with the pack's small talk, its interpretations, and the standing
rules of own content. `packs.Language` speaks and listens with what is read here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from regulars.data_faults import raise_faults
from regulars.errors import DataError
from regulars.scenarios.content import OwnContent, base_of, close_content, content_of
from regulars.scenarios.insights.gates import load_insights
from regulars.scenarios.language.exchanges import read_small_talk
from regulars.scenarios.pack_files import PACKS
from regulars.scenarios.rules.standing import own_rules
from regulars.scenarios.toml_tables import Table, TomlFile

SECTIONS = (
    "phrases", "questions", "options", "reasons", "acts", "held_out", "noise", "prompts", "traits", "causes", "misfits",
)  # fmt: skip
"""The tables of lines by kind."""

_OPTIONAL = ("traits", "causes", "misfits")
"""Sections that a pack may leave out."""
_WISHES = ("stated", "hinted", "complaint", "lifted", "keeps")
"""The lines of a standing rule that a pack words."""


def sound_content(name: str) -> OwnContent | None:
    """The own content of that name, whose rules are sound; None for a language pack.

    Faulty content is closed, so that it spoils nothing else.

    Raises:
        ConfigurationError: The name is that of own content that is not known here.
        DataError: A file of its rules does not follow the schema.
    """
    try:
        content = content_of(name)
        own_rules(name)
    except DataError:
        close_content(name)
        raise
    return content


def read_pack(name: str, content: OwnContent | None) -> Mapping[str, Any]:
    """The tables of a language pack, with the rules of own content among its own.

    Args:
        name: The pack's name, or that of own content.
        content: The own content; None for a language pack.

    Raises:
        DataError: A file does not follow the schema. The message lists every fault with file and line.
    """
    file = f"{base_of(name)}.toml"
    source = TomlFile(PACKS.joinpath(file).read_text("utf-8"), file)
    top = Table(source, (), source.data)
    pack: dict[str, Any] = {field: top.words(field) for field in ("recalls", "asks_openly", "asks_how")}
    for section in SECTIONS:
        if section in _OPTIONAL and section not in top:
            continue
        table = source.table(section)
        pack[section] = {kind: table.words(kind) for kind in table.fields}
    if "listening" in top:
        listening = source.table("listening")
        pack["listening"] = {field: listening.words(field) for field in listening.fields}
    if "marks" in top:
        marks = source.table("marks")
        pack["marks"] = {field: str(marks.fields[field]) for field in marks.fields}
    if "rules" in top:
        pack["rules"] = {id: _rule(source.table("rules", id)) for id in source.table("rules").fields}
        if content is not None:
            added = (setting for kind in own_rules(name).values() for setting in kind.settings.values())
            pack["rules"] |= {setting.id: {kind: getattr(setting, kind) for kind in _WISHES} for setting in added}
    pack["small_talk"], faults = read_small_talk(name, pack["phrases"].get("small_talk", ()))
    raise_faults(source.faults + faults, f"the language pack {name}")
    pack["insights"] = load_insights(name)
    return pack


def _rule(table: Table) -> dict[str, tuple[str, ...]]:
    return {kind: table.words(kind) for kind in _WISHES}
