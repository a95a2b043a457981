"""A memory bank in RoleMemo's format: facts, and insights that refer to them. Operations make new banks.

As JSON: `{"facts": [{"id", "text"}], "insights": [{"id", "refs", "text"}]}`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field

MOST_FACTS = 64
"""The default capacity in facts."""

MOST_INSIGHTS = 16
"""The default capacity in insights."""

MOST_LETTERS = 240
"""The default limit of one text, in characters."""

FEWEST_REFS, MOST_REFS = 2, 4
"""How many facts an insight refers to. RoleMemo's rest on two or more; the limit keeps it from naming all."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much a bank and an action may hold.

    Attributes:
        facts: The number of facts.
        insights: The number of insights.
        letters: The number of characters of one text.
    """

    facts: int = MOST_FACTS
    insights: int = MOST_INSIGHTS
    letters: int = MOST_LETTERS


@dataclass(frozen=True, slots=True)
class BankInsight:
    """A conclusion from facts.

    Attributes:
        refs: The ids of the facts, 2 to 4.
        text: The words.
    """

    refs: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Bank:
    """Facts and insights by id, in the order in which they were added.

    Attributes:
        facts: The words of each fact.
        insights: The insights.
        made: How many ids the bank gave out itself, so that none of them returns.
    """

    facts: Mapping[str, str] = field(default_factory=dict)
    insights: Mapping[str, BankInsight] = field(default_factory=dict)
    made: int = 0

    def text(self) -> str:
        r"""The bank as JSON.

        Example:
            >>> Bank({"f1": "Ann's home city is Bergen."}).text()
            '{"facts": [{"id": "f1", "text": "Ann\'s home city is Bergen."}], "insights": []}'
        """
        facts = [{"id": id, "text": text} for id, text in self.facts.items()]
        insights = [{"id": id, "refs": list(one.refs), "text": one.text} for id, one in self.insights.items()]
        return json.dumps({"facts": facts, "insights": insights}, ensure_ascii=False)

    def lines(self) -> list[str]:
        """The lines from which a reader answers: one for each fact."""
        return [" ".join(text.split()) for text in self.facts.values()]
