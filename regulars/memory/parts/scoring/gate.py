"""A gate before a memory: decides whether memory is needed, and for which days.

Source: CAIM. A controller decides whether memory is needed, tags of an ontology select memories, and a time filter
applies. A model decides and chooses tags there. Here the best score decides, and the words of attributes are the tags.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from regulars.errors import ConfigurationError
from regulars.memory.journal.operations import Draft
from regulars.memory.parts.indexes.times import TIME
from regulars.memory.parts.scoring.by_index import Score
from regulars.memory.parts.text.intervals import asked_days
from regulars.memory.parts.text.words import content_words
from regulars.memory.parts.view import View, first_row
from regulars.memory.protocol import Cue, Hit

_FAN = 4


def tag_keys(draft: Draft) -> Sequence[str]:
    """A key function: the words of the claimed attributes and the content words."""
    tags = [word for claim in draft.claims for word in claim.attribute.split("_") if word]
    return [" ".join([*tags, *sorted(content_words(f"{draft.name} {draft.text}"))])]


@dataclass(frozen=True, slots=True)
class Gated:
    """Returns hits only if the best is good enough, and only of the days that the cue names, if it has any hits there.

    Attributes:
        score: Finds the items.
        least: The lowest score of the best item; not negative.
    """

    score: Score
    least: float

    def __post_init__(self) -> None:
        if self.least < 0:
            raise ConfigurationError(f"least is {self.least}", where="Gated", expected="a number that is not negative")

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items; none if memory is not needed."""
        hits = self.score(replace(cue, k=cue.k * _FAN), view)
        if not hits or hits[0].score < self.least:
            return ()
        days = asked_days(cue.text, cue.as_of.date())
        if days is not None:
            told = frozenset(map(first_row, view.index(TIME).between(view.scope, days)))
            hits = [hit for hit in hits if hit.id in told] or hits
        return hits[: max(cue.k, 0)]
