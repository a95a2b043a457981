"""Four networks of knowledge: the world, the assistant's acts, opinions with confidence, observations of entities.

Source: Hindsight (Latimer et al., arXiv 2512.12818; repository vectorize-io/hindsight), where a model extracts facts,
forms opinions and writes observations.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Draft, Op
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import StatementReader
from regulars.memory.parts.indexes.entity_postings import ENTITIES
from regulars.memory.parts.indexes.keys import spoken
from regulars.memory.parts.settings import checked
from regulars.memory.parts.text.sentences import sentences
from regulars.memory.parts.text.terms import central
from regulars.memory.parts.view import MemoryEvent, View, add, change

WORLD = "world"
"""What people state."""

EXPERIENCE = "experience"
"""What the assistant itself said."""

OPINION = "opinion"
"""What a person thinks, with a confidence."""

OBSERVATION = "observation"
"""What several facts say of one entity."""

FACTS = (WORLD, EXPERIENCE, OPINION)

_OPINION = re.compile(
    r"\b(?:I|we) (?:\w+ )?(?:think|believe|feel|guess|prefer|like|love|hate|enjoy|dislike|adore|can't stand)\b"
    r"|\b(?:my favou?rite|in my opinion|if you ask me)\b|我(?:觉得|认为|喜欢|讨厌)",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:not|never|no longer|any ?more|hate|hates|dislike|dislikes|can't stand|\w+n['’]t)\b|不|没|讨厌", re.IGNORECASE
)
_HEDGE = re.compile(
    r"\b(?:maybe|perhaps|not sure|might|unsure|sometimes|depends|kind of|sort of)\b|也许", re.IGNORECASE
)

RECENT_DAYS = 30
OLD_DAYS = 90


def trend(times: Sequence[datetime], now: datetime) -> str:
    """The trend of an observation, from the times of its evidence.

    `stale` without evidence from the last 30 days; `new` if all evidence is from them. Otherwise the ratio of two rates
    decides: evidence per day in these 30 days, and older evidence per day in the 60 days before. Above 1.5 the trend is
    `strengthening`, below 0.5 `weakening`, else `stable`.

    Source: repository vectorize-io/hindsight, trends of observations. The caller gives the moment; no clock is read.
    """
    recent = sum(time > now - timedelta(days=RECENT_DAYS) for time in times)
    older = len(times) - recent
    if not recent:
        return "stale"
    if not older:
        return "new"
    ratio = (recent / RECENT_DAYS) / (older / (OLD_DAYS - RECENT_DAYS))
    return "strengthening" if ratio > 1.5 else "weakening" if ratio < 0.5 else "stable"


@dataclass(frozen=True, slots=True)
@checked(start=(0.0, 1.0))
class Networks:
    """Extracts the statements of a unit, each into its network.

    Each sentence of the assistant is an experience. A person's statement is an opinion if it is worded as one;
    otherwise it belongs to the world.

    Attributes:
        reader: Reads statements.
        start: The confidence of a new opinion, in [0, 1].
    """

    reader: StatementReader
    start: float = 0.5

    def __call__(self, unit: Item, view: View) -> Iterable[Draft]:
        """The facts of a unit."""
        for part in unit.parts:
            if said_by_assistant(part):
                yield from (replace(part, kind=EXPERIENCE, text=text) for text in sentences(part.text))
            for said in self.reader.statements(part):
                draft = replace(part, kind=WORLD, text=said.text, claims=said.claims)
                if _OPINION.search(said.text):
                    draft = replace(draft, kind=OPINION, extra={**part.extra, "confidence": self.start})
                yield draft


@dataclass(frozen=True, slots=True)
@checked(alpha=(0.0, 1.0), near=(0.0, 1.0))
class Believe:
    """A new statement raises or lowers the confidence of the speaker's nearest opinion.

    The nearest opinion changes if it is near enough. The same stance adds `alpha`, a hedge subtracts `alpha`, the
    opposite stance subtracts twice `alpha`; the confidence stays in [0, 1]. Two statements have opposite stances if
    only one of them denies, or if they claim different values of a single-valued attribute. The new opinion keeps its
    own confidence.

    Source: belief updates of Hindsight: reinforce c + alpha, weaken c - alpha, contradict c - 2 alpha.

    Attributes:
        alpha: The step of a belief, in [0, 1].
        near: The lowest cosine, in [0, 1].
        retriever: The index of opinions.
    """

    alpha: float = 0.1
    near: float = 0.5
    retriever: str = "opinions"

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The changed opinion."""
        new = event.item
        if event.kind != "added" or new is None or new.kind not in (WORLD, OPINION):
            return
        part = new.parts[0]
        for item, cosine in view.search(self.retriever, spoken(part), 4, (OPINION,)):
            held = item.parts[0]
            if item is new or held.name != part.name or cosine < self.near:
                continue
            step, why = self._step(held, part)
            confidence = round(min(1.0, max(0.0, held.extra["confidence"] + step)), 6)
            if confidence != held.extra["confidence"]:
                fields = {**held.extra, "confidence": confidence}
                basis = tuple(dict.fromkeys((*held.basis, *part.sources)))
                yield change(item, replace(held, extra=fields, basis=basis), why)
            return

    def _step(self, held: Draft, new: Draft) -> tuple[float, str]:
        values = {(claim.person, claim.attribute): claim for claim in held.claims if not claim.many}
        rival = any(
            (claim.person, claim.attribute) in values
            and (values[claim.person, claim.attribute].value, values[claim.person, claim.attribute].holds)
            != (claim.value, claim.holds)
            for claim in new.claims
        )
        if rival or bool(_DENIAL.search(held.text)) != bool(_DENIAL.search(new.text)):
            return -2.0 * self.alpha, "contradicted"
        return (-self.alpha, "weakened") if _HEDGE.search(new.text) else (self.alpha, "reinforced")


@dataclass(frozen=True, slots=True)
@checked(least=(2, 1000), most=(2, 1000))
class Observe:
    """At the end of a session: writes or updates an observation of each entity that new facts name.

    Its text is the most central sentence of the latest facts that name the entity. `extra` has the entity, the number
    of facts as `proof`, and their times as `evidence`, for `trend`.

    Attributes:
        least: How many facts an observation needs, 2 to 1,000.
        most: How many of the latest facts count, 2 to 1,000.
        retriever: The index of entities.
    """

    least: int = 3
    most: int = 20
    retriever: str = ENTITIES

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """New and changed observations."""
        if event.kind != "session":
            return
        index = view.index(self.retriever)
        observed = {item.parts[0].extra["entity"]: item for item in view.items(OBSERVATION)}
        facts = view.items(*FACTS)
        latest = facts[-1].session if facts else 0
        fresh = dict.fromkeys(
            entity for item in facts if item.session == latest for entity in index.of(view.scope, item.id)
        )
        for entity in fresh:
            found = view.present(index.naming(view.scope, entity, self.most))
            naming = [item for item in found if item.kind in FACTS]
            if len(naming) < self.least:
                continue
            draft = self._draft(entity, naming[::-1], view)
            held = observed.get(entity)
            if held is None:
                yield add(draft, "several facts name it")
            elif held.parts[0] != draft:
                yield change(held, draft, "new facts name it")

    def _draft(self, entity: str, naming: Sequence[Item], view: View) -> Draft:
        parts = [item.parts[0] for item in naming]
        chosen = next(iter(central(parts, view, 1)), parts[-1])
        basis = tuple(dict.fromkeys(id for part in parts for id in part.sources if id not in chosen.sources))
        evidence = [part.time.isoformat() for part in parts]
        extra = {"entity": entity, "proof": len(parts), "evidence": evidence}
        return replace(chosen, kind=OBSERVATION, claims=(), basis=basis, extra=extra)
