"""Keys with facts: an item is found by its words and by the facts that a reader finds in them.

Source: Wu et al., LongMemEval (ICLR 2025), section on indexing. The value is the original text; the key is the value
expanded by facts about the user. Their code joins both in three ways. As there, only people's turns count, and an item
with several keys is found once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.indexes.keys import name_and_text
from regulars.memory.parts.settings import checked

JOINS = ("merge", "separate", "replace", "value")
"""How facts and value form rows.

- `merge`: a row for each fact, followed by the value.
- `separate`: a row for the value, and one for each fact.
- `replace`: a row for each fact.
- `value`: a row for the value.
"""


@dataclass(frozen=True, slots=True)
@checked(join=JOINS)
class ValueAndFacts:
    """A key function of the words and of the facts in them.

    Attributes:
        reader: Reads statements.
        join: One of `JOINS`. A text without facts has the value as its key.
    """

    reader: StatementReader
    join: str = "merge"

    def __call__(self, draft: Draft) -> Sequence[str]:
        """The keys of a turn; none for a turn of the assistant."""
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
