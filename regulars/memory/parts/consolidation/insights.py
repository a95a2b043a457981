"""Insights: conclusions from two facts, in a separate stream, with the ids of both facts.

Source: DualMem (RoleMemo; role2026/rolememo, commit 869bb68), with a fact stream and an insight stream. Its writer sees
the last four facts and the insights that rest only on them. A trained model writes insights there. Here a table of
rules pairs facts (`insights.toml`), and an insight has the words of both.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from regulars.errors import ConfigurationError
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.admission.conflict import decide
from regulars.memory.parts.extraction.statements import FACT
from regulars.memory.parts.links.pairs import add_pair
from regulars.memory.parts.settings import check_settings, checked
from regulars.memory.parts.text.cues import cue_names, has_cue
from regulars.memory.parts.text.words import content_words
from regulars.memory.parts.view import MemoryEvent, View

INSIGHT = "insight"
"""The kind of an insight."""

_TABLE = Path(__file__).with_name("insights.toml")
_RELATIONS = ("change", "word")


@dataclass(frozen=True, slots=True)
class Pairing:
    """A rule of the table: the two facts that make an insight.

    Attributes:
        type: The kind of insight.
        by: `change`: the second fact changes the first. `word`: both share a word.
        one: The cues of one fact; none if empty.
        other: The cues of the other fact; none if empty.
    """

    type: str
    by: str
    one: str = ""
    other: str = ""

    def __post_init__(self) -> None:
        for cues in filter(None, (self.one, self.other)):
            if cues not in cue_names():
                raise ConfigurationError(
                    f"there are no cues {cues!r}", where="insights.toml", expected="a list of cues"
                )
        check_settings(self, by=_RELATIONS)

    def fits(self, old: Item, new: Item) -> bool:
        """Whether two facts make the insight."""
        if self.by == "change":
            pairs = ((mine, theirs) for mine in old.claims for theirs in new.claims)
            return any(decide(mine, theirs) in ("REPLACE", "DELETE") for mine, theirs in pairs)
        own = content_words(new.parts[0].name)
        if not (content_words(old.text) & content_words(new.text)) - own:
            return False
        return any(_has(self.one, a.text) and _has(self.other, b.text) for a, b in ((old, new), (new, old)))


@lru_cache(maxsize=1)
def pairings() -> tuple[Pairing, ...]:
    """The rules of the table. Raises `ConfigurationError` if a rule names unknown cues or relations."""
    return tuple(Pairing(**rule) for rule in tomllib.loads(_TABLE.read_text("utf-8"))["rule"])


def fact_window(view: View, size: int) -> tuple[Sequence[Item], Sequence[Item]]:
    """What the writer of insights sees: the last facts, and the insights that rest only on them.

    Args:
        view: The memory.
        size: How many facts.
    """
    facts = view.items(FACT)[-size:] if size > 0 else []
    ids = {item.id for item in facts}
    return facts, [item for item in view.items(INSIGHT) if item.links and ids.issuperset(item.links)]


@dataclass(frozen=True, slots=True)
@checked(window=(2, 10**6))
class Insights:
    """A rule: a new fact makes an insight with each earlier fact in the window, by the table.

    An insight has the words of both facts, the time of the later one, the turns of both as its sources, and links to
    both. Both facts must be told by one person.

    Attributes:
        window: How many facts the writer sees, including the new one, 2 to 1,000,000; 4 as published.
    """

    window: int = 4

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The insights and their links."""
        new = event.item
        if event.kind != "added" or new is None or new.kind != FACT:
            return
        for old in fact_window(view, self.window)[0]:
            rule = next(
                (
                    rule
                    for rule in pairings()
                    if old is not new and old.parts[0].name == new.parts[0].name and rule.fits(old, new)
                ),
                None,
            )
            if rule is None:
                continue
            part = replace(new.parts[-1], kind=INSIGHT, extra={"type": rule.type})
            yield from add_pair(old, new, part, rule.type, "the insight rests on it", view)


def _has(cues: str, text: str) -> bool:
    return not cues or has_cue(cues, text)
