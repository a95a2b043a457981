"""`regulars explain` in plain text: episodes, the questions of one, and where one answer was lost."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from regulars.evaluation.explain import (
    Explained,
    RecordedRun,
    explain,
    find_episode,
    find_probe,
    name_of,
    open_run,
    questions_of,
)

_OPS = 6
"""Operations on one item that are printed; `--json` has all."""
_TURNS = 4
"""Turns of one item that are printed, those of the evidence first; `--json` has all."""


def print_explanation(run: Path, episode: str | None, probe: str | None, as_json: bool) -> None:
    """Prints what is asked for.

    Raises:
        RecordError: The folder holds no episodes.
        UnknownNameError: There is no such episode or question.
    """
    recorded = open_run(run)
    if episode is None:
        _print_table(_episodes(recorded), as_json)
        return
    place = find_episode(recorded, episode)
    record = recorded.records[place]
    if probe is None:
        _print_table(questions_of(record), as_json)
        return
    explained = explain(recorded, place, find_probe(record, probe))
    if as_json:
        print(json.dumps(explained.to_json(), ensure_ascii=False, indent=1))
        return
    for line in _lines(explained):
        print(line)


def _episodes(run: RecordedRun) -> list[dict[str, Any]]:
    found = []
    for number, record in enumerate(run.records, 1):
        questions = questions_of(record)
        wrong = [one for one in questions if one["lost"] not in ("right", "brought back", "void", "-")]
        found.append(
            {
                "number": number,
                "episode": name_of(record),
                "questions": len(questions),
                "lost": len(wrong),
                "ending": record["ending"],
                **({"fault": record["fault"]} if record["fault"] else {}),
            }
        )
    return found


def _print_table(rows: Sequence[Mapping[str, Any]], as_json: bool) -> None:
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=1))
        return
    names = list(dict.fromkeys(name for row in rows for name in row))
    table = [names, *([str(row.get(name, "")) for name in names] for row in rows)]
    widths = [max(len(row[place]) for row in table) for place in range(len(names))]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


# ---------------------------------------------------------------------- one question


def _lines(found: Explained) -> list[str]:
    episode, probe, asked = found.episode, found.probe, found.asked
    named = f"{episode['scenario']}, seed {episode['seed']}, {episode['system']}"
    lines = [
        f"episode {episode['number']}: {named}",
        f"question {probe['number']} of {probe['of']}: {probe['id']}, {_planned(probe)}",
        "",
    ]
    if asked:
        where = f"in the conversation, answered by {asked['turn']}" if asked["turn"] else "beside the conversation"
        repeats = f"; asked again after a correction: {', '.join(asked['repeats'])}" if asked["repeats"] else ""
        lines += [
            f"asked     {_moment(asked['time'])}, {where}",
            f"question  {asked['question'] or '(not recorded)'}",
            f"key       {_key(found.key)}",
            f"reply     {asked['reply'] or '(empty)'}",
            f"verdict   {asked['verdict']}{repeats}",
        ]
    lines.append(f"lost      {found.lost}: {found.meaning}")
    if found.evidence:
        lines += ["", "what the answer rests on" + _alternatives(found.evidence)]
        for entry in found.evidence:
            lines += _evidence(entry)
    if asked:
        lines += ["", _brought_back(found)]
        for rank, entry in enumerate(found.recalled, 1):
            lines += _recalled(rank, entry)
    if found.context:
        lines += ["", "the context that the reply was made from", *(f"  {line}" for line in found.context.splitlines())]
    lines.append("")
    lines += [f"note: {note}" for note in found.notes] or ["the memory was rebuilt from the record, and is the same"]
    return lines if asked else lines[:-1] + [f"note: {note}" for note in found.notes]


def _planned(probe: Mapping[str, Any]) -> str:
    anchor = ", an anchor" if probe["anchor"] else ""
    return f"{probe['kind']}, {probe['form']} of {probe['attribute'] or 'nothing'}{anchor}"


def _key(key: Mapping[str, Any]) -> str:
    if not key["answerable"]:
        said = "nothing that was told answers it: abstaining is right"
    else:
        said = " | ".join(key["gold"]) or "as the form says"
    others = [f"{name}: {', '.join(key[name])}" for name in ("stale", "others") if key[name]]
    return f"{said} ({'; '.join(others)})" if others else said


def _alternatives(evidence: Sequence[Mapping[str, Any]]) -> str:
    count = len({entry["alternative"] for entry in evidence})
    return f": any of {count} sets of turns" if count > 1 else ""


def _evidence(entry: Mapping[str, Any]) -> list[str]:
    held = f" by {', '.join(entry['items'])}" if entry["items"] else ""
    return [f"  {entry['alternative']}. {_turn(entry)}", f"     {entry['fate']}{held}", *_operations(entry)]


def _brought_back(found: Explained) -> str:
    if not found.recalled:
        return f"nothing was brought back{f': {found.why}' if found.why else ''}"
    return f"what was brought back: {len(found.recalled)} items (* rests on a turn of the evidence)"


def _recalled(rank: int, entry: Mapping[str, Any]) -> list[str]:
    retrievers = ", ".join(f"{retriever} {score:.4g}" for retriever, score in entry["retrievers"].items())
    kind = f", {entry['kind']}" if entry.get("kind", "turn") != "turn" else ""
    mark = "*" if entry["evidence"] else " "
    lines = [
        f" {mark}{rank}. {entry['item']}{kind}, score {entry['score']:.4g}{f' ({retrievers})' if retrievers else ''}"
    ]
    if "text" in entry:
        lines.append(f"     says: {' '.join(entry['text'].split())}")
    lines += [f"     {_turn(turn)}" for turn in entry["turns"][:_TURNS]]
    if len(entry["turns"]) > _TURNS:
        lines.append(f"     and {len(entry['turns']) - _TURNS} more turns")
    return [*lines, *_operations(entry)]


def _turn(turn: Mapping[str, Any]) -> str:
    if "text" not in turn:
        return str(turn["turn"])
    return f"{turn['turn']}  {_moment(turn['time'])}  {turn['name']}: {' '.join(turn['text'].split())}"


def _operations(entry: Mapping[str, Any]) -> list[str]:
    """The first operations and the last ones, since what was done last often tells most."""
    ops = entry["operations"]
    if len(ops) <= _OPS:
        return [_operation(op) for op in ops]
    shown = [_operation(op) for op in ops]
    left_out = f"       ({len(ops) - _OPS} more)"
    return [*shown[: _OPS // 2], left_out, *shown[-(_OPS // 2) :]]


def _operation(op: Mapping[str, Any]) -> str:
    time = _moment(op["time"]) if op.get("time") else ""
    other = f" {op['other']}" if op.get("other") else ""
    kind = f" as {op['kind']}" if op.get("kind", "turn") != "turn" else ""
    cause = f", caused by {op['cause']}" if op["cause"] else ""
    why = f": {op['why']}" if op.get("why") else ""
    return f"       {op['verb'].ljust(10)} {time}  {op['id']}{other}{kind}{why}{cause}"


def _moment(time: str) -> str:
    return time.replace("T", " ")[:16]
