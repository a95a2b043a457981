"""Keys with facts: an item is found by its own words, and by what a reader takes them to state.

Source: Wu et al., LongMemEval (ICLR 2025), section on indexing: the value is what was said, the key is the value
expanded by facts about the user. Their code joins both in three ways; as there, only what people say counts, and an
item with several keys is found once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.indexes.keys import name_and_text

JOINS = ("merge", "separate", "replace", "value")
"""How facts and value are joined: a row for each fact, with the value behind it; a row for the value and one for each
fact; a row for each fact alone; the value alone."""


@dataclass(frozen=True, slots=True)
class ValueAndFacts:
    """Keys of the words and of what they state.

    Attributes:
        reader: What reads statements.
        join: One of `JOINS`. Where nothing is stated the value is the key, whatever the join.
    """

    reader: StatementReader
    join: str = "merge"

    def __post_init__(self) -> None:
        """Raises `ConfigurationError` if there is no such join."""
        if self.join not in JOINS:
            raise ConfigurationError(
                f"join is {self.join!r}", where="ValueAndFacts", expected=f"one of {', '.join(JOINS)}"
            )

    def __call__(self, draft: Draft) -> Sequence[str]:
        """The keys of a turn; none for what the assistant said, unless it stands alone."""
        if said_by_assistant(draft):
            return ()
        value = name_and_text(draft)[0]
        if self.join == "value":
            return (value,)
        facts = [_in_words(claim) for said in self.reader.statements(draft) for claim in said.claims] or [
            f"{draft.name} {said.text}" for said in self.reader.statements(draft)
        ]
        facts = list(dict.fromkeys(facts))
        if not facts:
            return (value,)
        if self.join == "merge":
            return tuple(f"{fact} {value}" for fact in facts)
        return (value, *facts) if self.join == "separate" else tuple(facts)


def _in_words(claim: Claim) -> str:
    return f"{claim.person} {claim.attribute.replace('_', ' ')} {claim.value}"
