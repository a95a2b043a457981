"""A gate before a memory: whether it is needed at all, and which days of it.

Source: CAIM: a controller decides whether memory is needed, memories are chosen by tags of an ontology and filtered by
time. There a model decides and chooses tags; here the best score decides, and the words of attributes are the tags.
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
    """A key function: the words of the attributes claimed, and the words that carry meaning."""
    tags = [word for claim in draft.claims for word in claim.attribute.split("_") if word]
    return [" ".join([*tags, *sorted(content_words(f"{draft.name} {draft.text}"))])]


@dataclass(frozen=True, slots=True)
class Gated:
    """What is found, if the best of it is good enough; of the days that the cue names, if it names any that are held.

    Attributes:
        score: What finds.
        least: The score that the best item has to have; not negative.
    """

    score: Score
    least: float

    def __post_init__(self) -> None:
        if self.least < 0:
            raise ConfigurationError(f"least is {self.least}", where="Gated", expected="a number that is not negative")

    def __call__(self, cue: Cue, view: View) -> Sequence[Hit]:
        """The ranked items; none where memory is not needed."""
        hits = self.score(replace(cue, k=cue.k * _FAN), view)
        if not hits or hits[0].score < self.least:
            return ()
        days = asked_days(cue.text, cue.as_of.date())
        if days is not None:
            told = frozenset(map(first_row, view.index(TIME).between(view.scope, days)))
            hits = [hit for hit in hits if hit.id in told] or hits
        return hits[: max(cue.k, 0)]
