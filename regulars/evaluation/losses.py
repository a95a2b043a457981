"""Where an answer was lost: what had to be told, written, held, recalled and used, and the first of it that failed.

Read from a record alone. Its journal holds ids, so what became of a turn is followed through the items that rest on it:
written by `ADD`, `MERGE` or `UPDATE`, changed by an `UPDATE` that rests on it no more, forgotten by `DELETE` or
`QUARANTINE`. A unit of turns that is deleted as soon as it is finished was handed on to what was extracted from it,
which is no forgetting: what of it was not extracted was not written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from regulars.dialogue import VerdictKind
from regulars.rewards.metrics.retrieval import to_sessions

UNASKED = ("unanswerable", "unreached")
"""Of a question that has an answer in the plan: it was not told, or nobody came to ask."""
NEEDS_NOTHING = ("abstention",)
"""Kinds of questions that are planned without an answer."""


class Loss(StrEnum):
    """What became of a planned question that has an answer: right, or the first thing on its way that failed."""

    NONE = "right"
    """Asked, and answered right."""
    NOT_TOLD = "not_told"
    """The person never told it, or was never there to ask."""
    NOT_WRITTEN = "not_written"
    """Told, and the memory took no item of it."""
    CHANGED = "changed"
    """Written, and then overwritten by something that does not rest on it."""
    FORGOTTEN = "forgotten"
    """Written, and then deleted, or put where it is not found."""
    NOT_RECALLED = "not_recalled"
    """Held, and not among what was brought back."""
    NOT_USED = "not_used"
    """Brought back, and the reply says nothing of it."""
    MISUSED = "misused"
    """Brought back, and the reply says something else."""
    OPEN = "open"
    """Brought back, and the verdict is undetermined."""
    UNTRACED = "untraced"
    """Nobody says what was recalled, or what the answer rests on."""


LOST = tuple(Loss)
"""All of them, in the order of the way."""


def metric_of(loss: Loss) -> str:
    """What the share of questions is called that came to this: `answered`, `lost_not_told` and so on."""
    return "answered" if loss is Loss.NONE else f"lost_{loss}"


_SILENT = (VerdictKind.ABSTAINED, VerdictKind.OFF_TASK)


class Fate(StrEnum):
    """What became of a turn in a memory."""

    HELD = "held"
    NOT_WRITTEN = "not written"
    CHANGED = "changed"
    FORGOTTEN = "forgotten"


_LOSS_OF_FATE = {
    Fate.NOT_WRITTEN: Loss.NOT_WRITTEN,
    Fate.CHANGED: Loss.CHANGED,
    Fate.FORGOTTEN: Loss.FORGOTTEN,
}
_WORST = (Fate.NOT_WRITTEN, Fate.CHANGED, Fate.FORGOTTEN, Fate.HELD)


class Holdings:
    """Which turns the items of a memory rest on, after some of its operations.

    Args:
        ops: Operations as a record has them: `verb`, `id`, `cause`, and where they have some `sources` and `other`.
    """

    def __init__(self, ops: Iterable[Mapping[str, Any]] = ()) -> None:
        self._turns: dict[str, list[str]] = {}
        self._items: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._gone: dict[str, Fate] = {}
        self._finished = ""
        for op in ops:
            self.follow(op)

    def follow(self, op: Mapping[str, Any]) -> None:
        """Takes in the next operation."""
        verb, id, sources = op["verb"], op["id"], op.get("sources", ())
        handed_on = verb == "DELETE" and id == self._finished
        self._finished = id if verb == "PASS" else ""
        if verb in ("ADD", "MERGE"):
            self._hold(id, sources)
            if op.get("other"):
                self._hold(id, self._turns.get(op["other"], ()))
                self._drop(op["other"], Fate.FORGOTTEN)
        elif verb == "UPDATE":
            self._drop(id, Fate.CHANGED)
            self._hold(id, sources)
        elif verb in ("DELETE", "QUARANTINE"):
            self._drop(id, Fate.NOT_WRITTEN if handed_on else Fate.FORGOTTEN)

    def fate(self, turn: str) -> Fate:
        """What became of a turn so far."""
        return Fate.HELD if self._items.get(turn) else self._gone.get(turn, Fate.NOT_WRITTEN)

    def items(self, turn: str) -> tuple[str, ...]:
        """The items that rest on a turn, in the order in which they came to."""
        return tuple(self._items.get(turn, ()))

    def _hold(self, id: str, turns: Iterable[str]) -> None:
        held = self._turns.setdefault(id, [])
        for turn in turns:
            held.append(turn)
            self._items[turn][id] = None

    def _drop(self, id: str, fate: Fate) -> None:
        for turn in self._turns.pop(id, ()):
            self._items[turn].pop(id, None)
            self._gone[turn] = fate


def evidence_of(outcome: Mapping[str, Any]) -> list[list[str]]:
    """The alternatives of turns that an outcome's answer rests on, without empty ones."""
    return [list(alternative) for alternative in outcome["evidence"] if alternative]


def losses(record: Mapping[str, Any], verdicts: Mapping[str, VerdictKind]) -> Iterator[tuple[str, Loss]]:
    """Of each planned question that has an answer its id, and where it was lost.

    Void questions have no answer of anybody's, and are left out; so are all of a recording's that need none. Of
    recordings, which have no verdicts, what was brought back counts as right.

    Args:
        record: The episode.
        verdicts: By a probe's id the verdict on its first answer; one that is missing is no verdict.
    """
    asked = []
    for probe in record["probes"]:
        if probe["kind"] in NEEDS_NOTHING or probe["status"] == "void":
            continue
        outcome = next((outcome for outcome in probe["outcomes"] if outcome["expectation"] is not None), None)
        if record["scenario"]["source"] != "recorded" and (probe["status"] in UNASKED or outcome is None):
            yield probe["id"], Loss.NOT_TOLD
        elif outcome is not None and (outcome["evidence"] or record["scenario"]["source"] != "recorded"):
            asked.append((probe["id"], outcome))
    if not asked:
        return
    holdings, done = Holdings(), 0
    ends = _ends(record, [outcome for _, outcome in asked])
    for place in sorted(range(len(asked)), key=lambda place: ends[place]):
        for op in record["journal"][done : ends[place]]:
            holdings.follow(op)
        done = max(done, ends[place])
        id, outcome = asked[place]
        yield id, loss_of(record, outcome, verdicts.get(id, VerdictKind.NONE), holdings)


def loss_of(record: Mapping[str, Any], outcome: Mapping[str, Any], verdict: VerdictKind, holdings: Holdings) -> Loss:
    """Where the answer to a question that was asked was lost.

    Args:
        record: The episode.
        outcome: What became of the question.
        verdict: The verdict; `NONE` where there is none, and what was brought back counts as right.
        holdings: What was held when it was asked.
    """
    if verdict is VerdictKind.CORRECT:
        return Loss.NONE
    evidence, recalls = evidence_of(outcome), record["recollections"]
    if not evidence or (outcome["recalled"] is None and not recalls):
        return Loss.UNTRACED
    recalled = set(outcome["recalled"] or ())
    session = record["level"] == "session"
    if not any(recalled.issuperset(to_sessions(one) if session else one) for one in evidence):
        # the alternative that came farthest, by the turn of it that came least far
        fates = [min((holdings.fate(turn) for turn in one), key=_WORST.index) for one in evidence]
        fate = max(fates, key=_WORST.index) if keeps_journal(record) else Fate.HELD
        return _LOSS_OF_FATE.get(fate, Loss.NOT_RECALLED)
    if verdict is VerdictKind.NONE:
        return Loss.NONE
    if verdict is VerdictKind.UNDETERMINED:
        return Loss.OPEN
    return Loss.NOT_USED if verdict in _SILENT else Loss.MISUSED


def keeps_journal(record: Mapping[str, Any]) -> bool:
    """Whether the record says what its memory held; one without a journal that recalls is taken to have held all."""
    return bool(record["journal"]) or not any(note["hits"] for note in record["recollections"])


def before(record: Mapping[str, Any], outcome: Mapping[str, Any]) -> int:
    """How many operations of the record's journal had been done when a question was asked."""
    return _ends(record, [outcome])[0]


def _ends(record: Mapping[str, Any], outcomes: Sequence[Mapping[str, Any]]) -> list[int]:
    """Operations tell by what turn they were caused, and stand in order: the first one that was caused later ends it.

    A question in the conversation is asked by the line before its reply; one beside it after all that was said by then.
    """
    places = {turn["id"]: place for place, turn in enumerate(record["transcript"])}
    times = [datetime.fromisoformat(turn["time"]) for turn in record["transcript"]]
    reached: list[int] = []
    latest = -1
    for op in record["journal"]:
        latest = max(latest, places.get(op["cause"], -1))
        reached.append(latest)
    ends = []
    for outcome in outcomes:
        if outcome["turn"] in places:
            last = places[outcome["turn"]] - 2
        else:
            moment = datetime.fromisoformat(outcome["time"])
            last = bisect_right(times, moment) - 1
        ends.append(bisect_right(reached, last))
    return ends
