"""Values of actions by similarity of situation: the table of REMEMBERER.

A record is a situation, which consists of a task and a text. Every action tried in it has a value Q and a count n. An
action keeps one lesson, or breaks it (`-` before its name). Feedback on a reply rewards everything that the reply kept
and broke. Words reward the one lesson that they name: +1 for keeping it and -1 for breaking it, and the opposite if
they lift it.

Value of an n-step return (Zhang et al., Large Language Models Are Semi-Parametric Reinforcement Learning Agents, 2023;
repository OpenDFM/Rememberer 552cb62): `G = sum_{i<n} gamma^i r_i + gamma^n max_a Q(s', a)`, where a new situation
takes the values of the most similar known one. The update is the mean, `Q <- n/(n+1) Q + G/(n+1)`, or a constant step,
`Q <- Q + alpha (G - Q)`. Two tables are updated in turn, and read as their mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from regulars.errors import ConfigurationError
from regulars.memory.embedders import Embedder
from regulars.memory.journal.items import Item
from regulars.memory.journal.operations import Op
from regulars.memory.parts.learning.experiences import EXPERIENCE, Experience, experience_of
from regulars.memory.parts.learning.lesson_counts import as_lessons
from regulars.memory.parts.settings import check_settings, checked
from regulars.memory.parts.view import MemoryEvent, View, delete
from regulars.memory.protocol import Cue, Lesson

OVER = "the session is over"
"""The reason of the mark on a session's last experience, which ends the returns that wait for more rewards."""

BREAKS = "-"
"""The prefix of an action that breaks a lesson."""

_DIGITS = 5


def rewards_of(one: Experience) -> dict[str, float]:
    """The reward of each action."""
    if one.said:
        signs = {told.lesson: -1.0 if told.said == "lifted" else 1.0 for told in one.said}
        return {
            f"{mark}{lesson}": sign * side for lesson, sign in signs.items() for mark, side in (("", 1), (BREAKS, -1))
        }
    if one.displeased is None:
        return {}
    return dict.fromkeys((*one.kept, *(f"{BREAKS}{lesson}" for lesson in one.broken)), one.reward)


@dataclass(slots=True)
class Record:
    """One situation and the values of its actions.

    Attributes:
        task: The kind of request.
        text: The words of the request.
        ids: The ids of its experiences.
        tables: The value and count of each action, in each table.
    """

    task: str
    text: str
    ids: list[str] = field(default_factory=list)
    tables: tuple[dict[str, tuple[float, int]], ...] = field(default_factory=lambda: ({},))

    @property
    def visits(self) -> int:
        """How often the situation occurred."""
        return len(self.ids)

    def values(self) -> Mapping[str, tuple[float, int]]:
        """The mean value of each tried action over the tables that have it, and its total count."""
        if len(self.tables) == 1:
            return self.tables[0]
        found: dict[str, tuple[float, int]] = {}
        for action in dict.fromkeys(action for table in self.tables for action in table):
            known = [table[action] for table in self.tables if action in table]
            found[action] = sum(value for value, _ in known) / len(known), sum(count for _, count in known)
        return found


@dataclass(slots=True)
class _Waiting:
    record: Record
    rewards: Mapping[str, float]
    since: int
    session: int
    later: list[float] = field(default_factory=list)


class QTable:
    """A tracker of the values, updated by each experience.

    Args:
        embedder: Gives the similarity of situations.
        steps: The number of rewards in a return, 1 to 100.
        gamma: The discount of the next reward, 0 to 1.
        alpha: The constant step, up to 1; 0 for the mean.
        double: Whether to use two tables.
        task: The share of the task in the similarity of situations, 0 to 1; the text has the rest.

    Raises:
        ConfigurationError: A setting is out of range.
    """

    name = "q-table"

    __slots__ = ("_embedder", "_records", "_seen", "_waiting", "alpha", "double", "gamma", "steps", "task")

    def __init__(
        self,
        embedder: Embedder,
        steps: int = 1,
        gamma: float = 0.0,
        alpha: float = 0.0,
        double: bool = False,
        task: float = 0.5,
    ) -> None:
        self._embedder = embedder
        self.steps, self.gamma, self.alpha, self.double, self.task = steps, gamma, alpha, double, task
        check_settings(self, steps=(1, 100), gamma=(0.0, 1.0), alpha=(0.0, 1.0), task=(0.0, 1.0))
        if not isinstance(double, bool):
            raise ConfigurationError(f"double is {double!r}", where="QTable", expected="true or false")
        self._records: dict[str, dict[tuple[str, str], Record]] = {}
        self._waiting: dict[str, list[_Waiting]] = {}
        self._seen: dict[str, int] = {}

    def __repr__(self) -> str:
        settings = f"steps={self.steps}, gamma={self.gamma}, alpha={self.alpha}, double={self.double}, task={self.task}"
        return f"QTable({self._embedder!r}, {settings})"

    def blank(self) -> QTable:
        """An empty table with the same settings."""
        return QTable(self._embedder, self.steps, self.gamma, self.alpha, self.double, self.task)

    def records(self, scope: str) -> list[Record]:
        """The situations of a scope, in the order of their first occurrence."""
        return list(self._records.get(scope, {}).values())

    def waits(self, scope: str) -> bool:
        """Whether a return waits for more rewards."""
        return bool(self._waiting.get(scope))

    def follow(self, op: Op, before: Item | None) -> None:
        """Follows new and deleted experiences, and the ends of sessions."""
        if op.verb == "ADD" and op.draft is not None and op.draft.kind == EXPERIENCE:
            one = experience_of(op.draft)
            if one is not None:
                self._meet(op.draft.scope, op.id, op.draft.session, op.draft.text, one)
        elif before is not None and before.kind == EXPERIENCE:
            if op.verb == "TOUCH" and op.why == OVER:
                self._flush(before.scope)
            elif op.verb == "DELETE":
                self._drop(before.scope, before.id)

    def alike(self, scope: str, task: str, text: str) -> list[tuple[Record, float]]:
        """The situations, the most similar first; among equals the more frequent first."""
        held = self.records(scope)
        if not held:
            return []
        scores = self._likeness([(record.task, record.text) for record in held], task, text)
        found = [(record, float(score)) for record, score in zip(held, scores, strict=True)]
        return sorted(found, key=lambda pair: (-pair[1], -pair[0].visits))

    def similarities(self, scope: str) -> NDArray[np.float64]:
        """The similarity of every pair of situations of a scope, shape (records, records)."""
        held = [(record.task, record.text) for record in self.records(scope)]
        return np.stack([self._likeness(held, task, text) for task, text in held]) if held else np.zeros((0, 0))

    def _likeness(self, held: Sequence[tuple[str, str]], task: str, text: str) -> NDArray[np.float64]:
        vectors = self._embedder.embed([text, *(said for _, said in held)])
        cosines = np.einsum("ij,j->i", vectors[1:], vectors[0]).astype(np.float64)
        same = np.array([1.0 if other == task else 0.0 for other, _ in held])
        similarity: NDArray[np.float64] = np.round(self.task * same + (1 - self.task) * cosines, _DIGITS)
        return similarity

    def _meet(self, scope: str, id: str, session: int, text: str, one: Experience) -> None:
        rewards = rewards_of(one)
        if any(earlier.session != session for earlier in self._waiting.get(scope, ())):
            self._flush(scope)
        waiting = self._waiting.setdefault(scope, [])
        records = self._records.setdefault(scope, {})
        record = records.get((one.task, text))
        follows = record if record is not None else next((near for near, _ in self.alike(scope, one.task, text)), None)
        for earlier in waiting:
            if len(earlier.later) == self.steps - 1:
                self._settle(earlier, self._best(follows, earlier.since))
            else:
                earlier.later.append(one.reward)
        waiting[:] = [earlier for earlier in waiting if earlier.since]
        if record is None:
            record = records[one.task, text] = Record(one.task, text, tables=({}, {}) if self.double else ({},))
        record.ids.append(id)
        self._seen[scope] = self._seen.get(scope, 0) + 1
        arrived = _Waiting(record, rewards, self._seen[scope], session)
        if self.steps == 1 and not self.gamma:
            self._settle(arrived, 0.0)
        else:
            waiting.append(arrived)

    def _best(self, record: Record | None, turn: int) -> float:
        """The best value of a situation; of two tables, by the one that is not updated in that turn."""
        table = record.tables[(turn + 1) % len(record.tables)] if record is not None else {}
        return max((value for value, _ in table.values()), default=0.0)

    def _settle(self, one: _Waiting, onward: float) -> None:
        """Updates the values of an experience's actions."""
        table = one.record.tables[one.since % len(one.record.tables)]
        rest = sum(self.gamma**place * reward for place, reward in enumerate(one.later, start=1))
        rest += self.gamma ** (len(one.later) + 1) * onward
        for action, reward in one.rewards.items():
            value, count = table.get(action, (0.0, 0))
            step = self.alpha if self.alpha and count else 1 / (count + 1)
            table[action] = (value + step * (reward + rest - value), count + 1)
        one.since = 0  # it waits no longer

    def _flush(self, scope: str) -> None:
        for one in self._waiting.pop(scope, ()):
            self._settle(one, 0.0)

    def _drop(self, scope: str, id: str) -> None:
        records = self._records.get(scope, {})
        for key, record in list(records.items()):
            if id in record.ids:
                del records[key]


@dataclass(frozen=True, slots=True)
@checked(records=(1, 1000), doubt=(0.0, 100.0), floor=(0.0, 1.0))
class ByValue:
    """Teaches the lessons that were better kept than broken in similar situations.

    The advantage of a lesson is `Q(keep) - Q(break)`. Each is the mean over the records, weighted by their similarity
    and counts, and shrunk by `count / (count + doubt)`, so one rating among many lessons proves little. The confidence
    is one half plus half the advantage.

    Attributes:
        records: How many of the most similar situations count, 1 to 1000.
        doubt: The count at which a value is shrunk by half, 0 to 100.
        floor: The lowest confidence of a lesson, 0 to 1.
    """

    records: int = 64
    doubt: float = 1.0
    floor: float = 0.6

    def __call__(self, cue: Cue, view: View) -> Sequence[Lesson]:
        """The lessons for a cue."""
        table: QTable = view.tracker(QTable.name)
        near = table.alike(view.scope, "", cue.text)[: self.records]
        summed: dict[str, tuple[float, float]] = {}
        for record, similarity in near:
            for action, (value, count) in record.values().items():
                weight = (0.5 + max(similarity, 0.0)) * count
                before = summed.get(action, (0.0, 0.0))
                summed[action] = (before[0] + weight * value, before[1] + weight)
        lessons = dict.fromkeys(action.removeprefix(BREAKS) for action in summed)
        means = {lesson: 0.5 + self._advantage(lesson, summed) / 2 for lesson in lessons}
        return as_lessons({lesson: min(1.0, mean) for lesson, mean in means.items()}, self.floor, {})

    def _advantage(self, lesson: str, summed: Mapping[str, tuple[float, float]]) -> float:
        values = []
        for action in (lesson, f"{BREAKS}{lesson}"):
            total, weight = summed.get(action, (0.0, 0.0))
            values.append(total / (weight + self.doubt) if weight else 0.0)
        return values[0] - values[1]


@dataclass(frozen=True, slots=True)
@checked(capacity=(1, 10000))
class ClosestPairs:
    """A rule at the end of a session: limits the table to its capacity, and ends the session's returns.

    While there are too many records, the rule deletes one of the two most similar: the less frequent one, or the older
    one if both are equally frequent.

    Attributes:
        capacity: The most records, 1 to 10000.
    """

    capacity: int = 256

    def __call__(self, view: View, event: MemoryEvent) -> Iterable[Op]:
        """The operations at the end of a session."""
        if event.kind != "session":
            return
        table: QTable = view.tracker(QTable.name)
        newest = view.newest(EXPERIENCE)
        if newest is not None and table.waits(view.scope):
            yield Op("TOUCH", newest.id, why=OVER)
        while len(table.records(view.scope)) > self.capacity:
            records = table.records(view.scope)
            similarity = table.similarities(view.scope)
            similarity[np.tril_indices(len(records))] = -np.inf
            one, other = divmod(int(np.argmax(similarity)), len(records))
            gone = records[one] if records[one].visits <= records[other].visits else records[other]
            for id in list(gone.ids):
                item = view.get(id)
                if item is not None:
                    yield delete(item, "the less visited of the closest pair")
