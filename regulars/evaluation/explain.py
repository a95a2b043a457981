"""Where one answer was lost: the question, what its answer rests on, what was brought back, and what made each item.

Said from the record of a run. Arms of a search, the words of items and the reasons of operations are in no record; they
are had from the memory that is rebuilt (`retelling.py`), and where it cannot be, what is left is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

from regulars.datasets.record import read_records
from regulars.dialogue import ASSISTANT, VerdictKind
from regulars.errors import RecordError, UnknownNameError, did_you_mean
from regulars.evaluation.losses import Fate, Holdings, Loss, before, evidence_of, keeps_journal, losses
from regulars.evaluation.metrics import recorded_verdict
from regulars.evaluation.retelling import Retold, recall_note, retell
from regulars.evaluation.runs import CONFIG, EPISODES, read_json
from regulars.memory import Item, Op

_MEANING = {
    Loss.NONE: "answered as the key has it",
    Loss.NOT_TOLD: "the person never told it before it was asked, or the question was not reached",
    Loss.NOT_WRITTEN: "it was told, and no item of the memory was made of it",
    Loss.CHANGED: "it was written, and overwritten by something that does not rest on it",
    Loss.FORGOTTEN: "it was written, and then deleted or put where it is not found",
    Loss.NOT_RECALLED: "it was held, and is not among what was brought back",
    Loss.NOT_USED: "it was brought back, and the reply says nothing of it",
    Loss.MISUSED: "it was brought back, and the reply says something else",
    Loss.OPEN: "it was brought back, and the verdict is undetermined",
    Loss.UNTRACED: "nobody says what was recalled, or what the answer rests on",
}
_ABSTAIN = "should abstain"
_ABSTAIN_MEANING = "nothing told answers it, and the reply says something else than that"


@dataclass(frozen=True, slots=True)
class RecordedRun:
    """A run's episodes, in its order, and what it was made with.

    Attributes:
        folder: Where it lies.
        records: The episode records.
        config: `config.json`; empty where it is missing.
    """

    folder: Path
    records: Sequence[Mapping[str, Any]]
    config: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Explained:
    """What can be said of one question; `to_json` has all of it.

    Attributes:
        episode: What names the episode, with its `number` from 1.
        probe: The plan: `id`, `number` from 1, `kind`, `form`, `attribute`, `anchor`, and who was to be asked.
        asked: `time`, `question` and `reply` as words, `turn` of the reply (empty beside the conversation), `verdict`,
            and the verdicts on `repeats`; empty where it was never asked.
        key: `gold`, `stale`, `others`, `answerable`.
        lost: Where it was lost, in a word; `right` if nowhere.
        meaning: The same in a sentence.
        evidence: One entry for each turn that the answer rests on: the turn, its `fate`, the `items` that rest on it,
            and what was done to all that ever did, without what brought them other turns; `alternative` numbers the
            sets of turns that suffice, from 1.
        recalled: One entry for each item that was brought back, in its order: `item`, `score`, `retrievers`, its
            `turns`, its words where they are not those of a turn, whether it is `evidence`, and the operations that
            made it.
        context: What the reply was made from, as far as it is known.
        why: Why nothing was brought back, where nothing was.
        notes: What could not be had, and where the rebuilt memory differs from the record.
    """

    episode: Mapping[str, Any]
    probe: Mapping[str, Any]
    asked: Mapping[str, Any]
    key: Mapping[str, Any]
    lost: str
    meaning: str
    evidence: Sequence[Mapping[str, Any]]
    recalled: Sequence[Mapping[str, Any]]
    context: str
    why: str
    notes: Sequence[str]

    def to_json(self) -> dict[str, Any]:
        """A JSON object of all of it."""
        return {name: getattr(self, name) for name in self.__dataclass_fields__}


# ---------------------------------------------------------------------- verdict


def open_run(run: str | PathLike[str]) -> RecordedRun:
    """The episodes of a folder that `evaluate` wrote.

    Raises:
        RecordError: There are none, or one that cannot be read.
    """
    folder = Path(run)
    if not (folder / EPISODES).is_file():
        near = sorted(str(one.parent) for one in folder.parent.glob(f"*/{EPISODES}")) if folder.parent.is_dir() else []
        remedy = did_you_mean(str(folder), near) if near else "name a folder that evaluate --out wrote"
        raise RecordError("there are no episodes", where=str(folder), remedy=remedy)
    records = list(read_records(folder / EPISODES))
    if not records:
        raise RecordError("there are no episodes", where=str(folder / EPISODES), remedy="complete it with --resume")
    config = folder / CONFIG
    return RecordedRun(folder, records, read_json(config) if config.exists() else {})


def name_of(record: Mapping[str, Any]) -> str:
    """What names an episode: `SCENARIO/SEED/SYSTEM`."""
    return "/".join(str(part) for part in record["key"].values())


def find_episode(run: RecordedRun, wanted: str) -> int:
    """The place of an episode in a run, from 0.

    Args:
        run: The run.
        wanted: Its number from 1, or its name, `SCENARIO/SEED/SYSTEM`.

    Raises:
        UnknownNameError: There is none.
    """
    names = [name_of(record) for record in run.records]
    if wanted in names:
        return names.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(names):
        return int(wanted) - 1
    close = [name for name in names if wanted in name]
    if len(close) == 1:
        return names.index(close[0])
    raise UnknownNameError(
        f"there is no episode {wanted!r}" if not close else f"{len(close)} episodes are named like {wanted!r}",
        where=str(run.folder),
        expected=f"a number from 1 to {len(names)}, or SCENARIO/SEED/SYSTEM",
        remedy=did_you_mean(wanted, (close or names)[:8]),
    )


def find_probe(record: Mapping[str, Any], wanted: str) -> int:
    """The place of a question in an episode, from 0.

    Args:
        record: The episode.
        wanted: Its id, the beginning of one, or its number from 1.

    Raises:
        UnknownNameError: There is none.
    """
    ids = [probe["id"] for probe in record["probes"]]
    if wanted in ids:
        return ids.index(wanted)
    if wanted.isdecimal() and 1 <= int(wanted) <= len(ids):
        return int(wanted) - 1
    close = [id for id in ids if id.startswith(wanted)]
    if len(close) == 1:
        return ids.index(close[0])
    raise UnknownNameError(
        f"there is no question {wanted!r}",
        where=name_of(record),
        expected=f"a number from 1 to {len(ids)}, or an id",
        remedy=did_you_mean(wanted, (close or ids)[:8]),
    )


def questions_of(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A line for each question of an episode: number, id, time, kind, attribute, verdict, and where it was lost."""
    first = {probe["id"]: _first(probe) for probe in record["probes"]}
    found = _labels(record)
    return [
        {
            "number": number,
            "id": probe["id"],
            "time": (first[probe["id"]] or probe)["time"],
            "kind": probe["kind"],
            "attribute": probe["attribute"],
            "verdict": _verdict(probe, first[probe["id"]]),
            "lost": found[probe["id"]][0],
        }
        for number, probe in enumerate(record["probes"], 1)
    ]


def _first(probe: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The first time of asking that has a key, else the first, else None."""
    outcomes: list[Mapping[str, Any]] = probe["outcomes"]
    return next((one for one in outcomes if one["expectation"] is not None), outcomes[0] if outcomes else None)


def _verdict(probe: Mapping[str, Any], outcome: Mapping[str, Any] | None) -> str:
    if outcome is None or outcome["verdict"] is None:
        return "-"
    return str(outcome["verdict"]["kind"])


def _labels(record: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """Of every question where it was lost, in a word and in a sentence."""
    recorded = record["scenario"]["source"] == "recorded"
    verdicts = {}
    for probe in record["probes"]:
        outcome = _first(probe)
        if outcome is not None and not recorded:
            verdicts[probe["id"]] = recorded_verdict(probe, outcome).kind
    lost = dict(losses(record, verdicts))
    labels = {}
    for probe in record["probes"]:
        id = probe["id"]
        if id in lost:
            labels[id] = str(lost[id]).replace("_", " "), _MEANING[lost[id]]
            if recorded and lost[id] is Loss.NONE:
                labels[id] = "brought back", "what it rests on was brought back; a recording has no verdicts here"
        elif probe["status"] in ("void", "unreached"):
            labels[id] = probe["status"], "nobody asked it" if probe["status"] == "unreached" else "nothing answers it"
        elif recorded:
            labels[id] = "-", "nothing is known of what it rests on"
        elif verdicts.get(id) is VerdictKind.CORRECT:
            labels[id] = str(Loss.NONE), "nothing told answers it, and the reply says so"
        else:
            labels[id] = _ABSTAIN, _ABSTAIN_MEANING
    return labels


# ---------------------------------------------------------------------- explaining


def explain(run: RecordedRun, episode: int, probe: int) -> Explained:
    """Says where one answer was lost.

    Args:
        run: The run.
        episode: The episode's place in it, from 0.
        probe: The question's place in the episode, from 0.
    """
    record = run.records[episode]
    plan = record["probes"][probe]
    outcome = _first(plan)
    lost, meaning = _labels(record)[plan["id"]]
    names = {"number": episode + 1, **record["key"]}
    planned = {name: plan[name] for name in ("id", "kind", "form", "attribute", "anchor", "asker", "owner")}
    planned = {"number": probe + 1, "of": len(record["probes"]), **planned}
    if outcome is None or outcome["expectation"] is None:
        notes = [record["fault"]] if record["fault"] else []
        return Explained(names, planned, {}, {}, lost, meaning, [], [], "", "", notes)
    earlier = _earlier(run, record)
    options = {name: int(run.config[name]) for name in ("k", "budget") if name in run.config}
    retold = retell(record, plan, outcome, earlier=earlier, **options)
    turns = {turn["id"]: turn for one in (*earlier, record) for turn in one["transcript"]}
    ops = [_op(op) for op in retold.ops] or list(record["journal"][: before(record, outcome)])
    recalled = _recalled(record, plan, outcome, retold, turns, ops)
    recollections = retold.recollections
    if recollections is not None and recollections.hits and not ops:
        retold.notes.append("the memory keeps no journal: what made its items is not known")
    return Explained(
        names,
        planned,
        _asked(record, plan, outcome),
        {name: outcome["expectation"][name] for name in ("answerable", "gold", "stale", "others")},
        lost,
        meaning,
        _evidence(outcome, turns, ops, known=bool(ops) or keeps_journal(record)),
        recalled,
        recollections.context if recollections is not None else "",
        recollections.why if recollections is not None else "",
        retold.notes,
    )


def _earlier(run: RecordedRun, record: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Of a stream's episode the train episodes that its memory had lived through."""
    stream = record["config"].get("stream")
    if not stream:
        return []
    found = []
    for one in run.records:
        where = one["config"].get("stream", {})
        same = all(one["key"][part] == record["key"][part] for part in ("seed", "system"))
        if not same or where.get("half") != "train" or one is record:
            continue
        if where["block"] <= stream["trained"] and (stream["half"] != "train" or where["block"] < stream["block"]):
            found.append(one)
    return found


def _asked(record: Mapping[str, Any], plan: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, Any]:
    transcript = record["transcript"]
    place = next((place for place, turn in enumerate(transcript) if turn["id"] == outcome["turn"]), None)
    question = outcome.get("question", "") if place is None else transcript[place - 1]["text"]
    return {
        "time": outcome["time"],
        "turn": outcome["turn"],
        "question": question,
        "reply": outcome["reply"],
        "verdict": _verdict(plan, outcome),
        "repeats": [_verdict(plan, one) for one in plan["outcomes"] if one["attempt"] > outcome["attempt"]],
    }


def _op(op: Op) -> dict[str, Any]:
    """An operation with all but its words."""
    data = {**op.to_json(), "why": op.why, "time": op.time.isoformat() if op.time is not None else ""}
    if op.draft is not None:
        data["kind"] = op.draft.kind
    return data


def _turn(id: str, turns: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    turn = turns.get(id)
    if turn is None:
        return {"turn": id}
    name = "Assistant" if turn["speaker"] == ASSISTANT else turn["name"]
    return {"turn": id, "time": turn["time"], "name": name, "text": turn["text"]}


def _evidence(
    outcome: Mapping[str, Any],
    turns: Mapping[str, Mapping[str, Any]],
    ops: Sequence[Mapping[str, Any]],
    *,
    known: bool,
) -> list[dict[str, Any]]:
    holdings = Holdings(ops)
    resting = _ever(ops)
    return [
        {
            "alternative": number,
            **_turn(id, turns),
            "fate": str(holdings.fate(id) if known else Fate.HELD),
            "items": list(holdings.items(id)),
            "operations": [op for op in _on(resting.get(id, ()), ops) if _bears_on(op, id)],
        }
        for number, alternative in enumerate(evidence_of(outcome), 1)
        for id in alternative
    ]


def _ever(ops: Iterable[Mapping[str, Any]]) -> dict[str, set[str]]:
    """By a turn the items that rested on it at any time."""
    resting: dict[str, set[str]] = {}
    for op in ops:
        for turn in op.get("sources", ()):
            resting.setdefault(turn, set()).add(op["id"])
    return resting


def _bears_on(op: Mapping[str, Any], turn: str) -> bool:
    """Not so the words of other turns that came into the same item."""
    return op["verb"] not in ("ADD", "MERGE") or turn in op.get("sources", ()) or op.get("other") is not None


def _on(items: Iterable[str], ops: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    wanted = set(items)
    return [op for op in ops if op["id"] in wanted or op.get("other") in wanted]


def _recalled(
    record: Mapping[str, Any],
    plan: Mapping[str, Any],
    outcome: Mapping[str, Any],
    retold: Retold,
    turns: Mapping[str, Mapping[str, Any]],
    ops: Sequence[Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """What was brought back: by the rebuilt memory, or by its ids in the record."""
    wanted = {turn for alternative in evidence_of(outcome) for turn in alternative}
    sessions = {turn.partition(".")[0] for turn in wanted}
    if retold.recollections is not None:
        hits = [(hit.id, hit.score, list(hit.sources), dict(hit.retrievers)) for hit in retold.recollections.hits]
    else:
        note = recall_note(record, plan, outcome) or {"hits": []}
        hits = [(hit[0], hit[1], list(hit[2:]), {}) for hit in note["hits"]]
    return [
        {
            "item": id,
            "score": score,
            "retrievers": retrievers,
            "evidence": bool(wanted & set(sources) or sessions & set(sources)),
            **_words(retold.items.get(id)),
            "turns": [_turn(source, turns) for source in dict.fromkeys(sources)],
            "operations": _on([id], ops),
        }
        for id, score, sources, retrievers in hits
    ]


def _words(item: Item | None) -> dict[str, Any]:
    """What an item says, where it is no turn as it was said."""
    if item is None:
        return {}
    return {"kind": item.kind, **({} if item.kind == "turn" else {"text": item.text})}
