"""The words that describe personas, by language: `personas/words.toml`, and one such file for each other pack.

People are the same in all languages. Their English words are in `traits.toml` and `stages.toml`. The pack of another
language has its own words: a note for each trait, and the descriptions of each stage and household, in tables with the
same names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from regulars.data_faults import raise_faults
from regulars.scenarios.content import base_of
from regulars.scenarios.pack_files import pack_folder
from regulars.scenarios.personas.tables import Household, LifeStage, Trait, load_stages, load_traits
from regulars.scenarios.toml_tables import Table, TomlFile

TEMPERS = ("patient", "annoyed", "even")
LEAST = 4
"""Least number of roles, prides and contexts of each stage."""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language.

    Attributes:
        about: The description of a person, with the slots `{name}`, `{role}`, `{home}`, `{habits}`, `{pride}` and
            `{context}`.
        comma: The separator between habits.
        last: The separator before the last habit.
        tempers: The description of a person without a drawn persona: `patient`, `annoyed` or `even`, with `{name}`.
        notes: Notes on traits, by name; empty if the traits' own notes apply.
        stages: The stages with their households; empty if the stages' own words apply.
    """

    about: str
    comma: str
    last: str
    tempers: Mapping[str, str]
    notes: Mapping[str, str]
    stages: Mapping[str, LifeStage]

    def note(self, trait: Trait) -> str:
        """The note on a trait."""
        return self.notes.get(trait.name, trait.note)

    def stage(self, stage: LifeStage) -> LifeStage:
        """A stage in these words."""
        return self.stages.get(stage.name, stage)

    def household(self, stage: LifeStage, home: Household) -> Household:
        """A household of a stage in these words."""
        return self.stage(stage).households[home.name]


@lru_cache(maxsize=8)
def load_words(language: str = "english") -> Words:
    """Loads the words of a language. A pack other than English needs words for each trait, stage and household.

    Raises:
        DataError: The file does not follow the schema; the message lists all faults, with file and line.
    """
    source = TomlFile(pack_folder("personas", language).joinpath("words.toml").read_text("utf-8"), "words.toml")
    top = Table(source, (), source.data)
    own = base_of(language) != "english"
    top.only({"about", "comma", "last", "tempers", *(("notes", "stages") if own else ())})
    given = source.table("tempers")
    given.only(TEMPERS)
    tempers = {name: given.word(name) for name in TEMPERS}
    notes: Mapping[str, str] = {}
    stages: Mapping[str, LifeStage] = {}
    if own:
        table = source.table("notes")
        table.only(load_traits())
        notes = {name: table.word(name) for name in load_traits()}
        source.table("stages").only(load_stages())
        stages = {name: _stage(source, stage) for name, stage in load_stages().items()}
    words = Words(top.word("about"), top.word("comma"), top.word("last"), tempers, notes, stages)
    raise_faults(source.faults, f"the words of personas in {language}")
    return words


def _stage(source: TomlFile, stage: LifeStage) -> LifeStage:
    table = source.table("stages", stage.name)
    table.only({"roles", "prides", "contexts", *stage.households})
    households = {}
    for name, home in stage.households.items():
        own = source.table("stages", stage.name, name)
        own.only({"text", "contexts"})
        households[name] = replace(home, text=own.words("text"), contexts=own.words("contexts"))
    roles, prides, contexts = (table.words(field, LEAST) for field in ("roles", "prides", "contexts"))
    return replace(stage, households=households, roles=roles, prides=prides, contexts=contexts)
