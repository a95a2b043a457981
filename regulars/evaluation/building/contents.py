"""Counts what a split of a data set holds: people, turns, tokens, questions, distances to their evidence."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from regulars.datasets.episode_record import EpisodeRecord
from regulars.datasets.record_parts.probes import OutcomeRecord
from regulars.datasets.record_parts.transcript import TurnRecord
from regulars.dialogue import ASSISTANT, count_tokens
from regulars.scenarios.kinds import ActKind
from regulars.scenarios.language.packs import ontology_of
from regulars.scenarios.world import Scenario

DAY = 86400


@dataclass(slots=True)
class SplitContents:
    """The counts of one split.

    Attributes:
        lives: Its lives, and so its episodes.
        people: Its people.
        sessions: Sessions that took place.
        turns: Turns by who speaks: `user` or `assistant`.
        tokens: Tokens of those turns by who speaks, as `count_tokens` counts them.
        lengths: Tokens of each conversation.
        kinds: Questions by kind that were asked, each once; abstaining may be right.
        statuses: Planned questions by status: asked, unanswerable, void, never reached.
        turns_back: For each answerable question, the utterances from the earliest turn of its evidence.
        tokens_back: The tokens of those utterances.
        days_back: The days from that turn to the question.
        told: The facts that people plan to tell, by attribute.
        reserved: Those attributes of them that the ontology reserves for tests.
        wordings: The sets of phrases that people speak with.
    """

    lives: int = 0
    people: int = 0
    sessions: int = 0
    turns: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    lengths: array[int] = field(default_factory=lambda: array("q"))
    kinds: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    turns_back: array[int] = field(default_factory=lambda: array("q"))
    tokens_back: array[int] = field(default_factory=lambda: array("q"))
    days_back: array[float] = field(default_factory=lambda: array("d"))
    told: Counter[str] = field(default_factory=Counter)
    reserved: set[str] = field(default_factory=set)
    wordings: set[str] = field(default_factory=set)

    def count_life(self, scenario: Scenario) -> None:
        """Adds the plan of a life."""
        self.lives += 1
        self.people += len(scenario.persons)
        self.wordings.add(scenario.phrasing)
        ontology = ontology_of(scenario.language)
        planned = {act.fact for session in scenario.sessions for act in session.agenda if act.kind is ActKind.TELL}
        for person in scenario.persons:
            self.told.update(fact.attribute for fact in person.facts if fact.id in planned)
        self.reserved.update(name for name in self.told if ontology.is_reserved(name))

    def count_episode(self, record: EpisodeRecord) -> None:
        """Adds what was said and asked in an episode."""
        self.sessions += len(record.sessions)
        sizes = [count_tokens(turn.text) for turn in record.transcript]
        self.lengths.append(sum(sizes))
        for turn, size in zip(record.transcript, sizes, strict=True):
            speaker = "assistant" if turn.speaker == ASSISTANT else "user"
            self.turns[speaker] += 1
            self.tokens[speaker] += size
        until = [0, *accumulate(sizes)]
        for probe in record.probes:
            self.statuses[str(probe.status)] += 1
            if not probe.outcomes:
                continue
            first = probe.outcomes[0]
            if first.expectation is None:
                continue
            self.kinds[probe.kind] += 1
            if first.expectation.answerable and first.evidence:
                self._count_distance(first, record.transcript, until)

    def _count_distance(self, asked: OutcomeRecord, transcript: Sequence[TurnRecord], until: Sequence[int]) -> None:
        """Measures back from a question to the earliest turn of its nearest evidence, as its `horizon` does."""
        if asked.horizon < 0:
            return
        places = {turn.id: place for place, turn in enumerate(transcript)}
        start = max(min(places[id] for id in ids if id in places) for ids in asked.evidence)
        self.turns_back.append(asked.horizon)
        self.tokens_back.append(until[start + asked.horizon] - until[start])
        self.days_back.append((asked.time - transcript[start].time).total_seconds() / DAY)


def quantile(values: Iterable[float], share: float) -> float:
    """The smallest value that at least `share` of the values do not exceed; 0 for no values.

    Example:
        >>> quantile([4, 1, 3, 2], 0.5), quantile([4, 1, 3, 2], 0.9)
        (2, 4)
    """
    ordered = sorted(values)
    if not ordered:
        return 0
    reached = next(place for place in range(1, len(ordered) + 1) if place >= share * len(ordered))
    return ordered[reached - 1]
