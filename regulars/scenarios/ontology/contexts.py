"""Contexts in which a fact may be passed on: a recipient with a purpose.

Contextual integrity does not ask whether a fact is secret. It asks whether the fact fits where it flows: a landlord may
know about a cat but not about an illness. The contexts are data, in `ontology/contexts.toml`. The `share` of an
attribute names the contexts that it fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from regulars.data_faults import raise_faults
from regulars.scenarios.pack_files import pack_folder
from regulars.scenarios.toml_tables import TomlFile


@dataclass(frozen=True, slots=True)
class Context:
    """A recipient with a purpose.

    Attributes:
        name: The unique name.
        recipient: The reader of the message: "my landlord".
        purpose: The purpose of the message: "asks to renew the lease".
        requests: How a person asks for the message; no slots.
    """

    name: str
    recipient: str
    purpose: str
    requests: tuple[str, ...]


@lru_cache(maxsize=8)
def load_contexts(language: str = "english") -> Mapping[str, Context]:
    """Loads all contexts by name. Languages differ only in their words.

    Raises:
        DataError: The file does not follow the schema.
    """
    source = TomlFile(pack_folder("ontology", language).joinpath("contexts.toml").read_text("utf-8"), "contexts.toml")
    contexts = {}
    for name in source.data:
        table = source.table(name)
        table.only({"recipient", "purpose", "requests"})
        contexts[name] = Context(name, table.word("recipient"), table.word("purpose"), table.words("requests", 3))
    raise_faults(source.faults, "the list of contexts")
    return contexts
