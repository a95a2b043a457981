"""`regulars explain`: prints what a system lost, the episodes of a run, the questions of an episode, or one answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import msgspec
import typer

from regulars.cli.escapes import escaped, shortened
from regulars.cli.run_commands.lost_answers import print_lost
from regulars.cli.run_commands.opening import open_and_note
from regulars.cli.run_commands.options import RunPath
from regulars.cli.run_commands.outcome import print_json
from regulars.cli.tables import print_aligned
from regulars.datasets.record_parts.memory import OperationRecord
from regulars.dialogue import VerdictKind
from regulars.errors import ConfigurationError
from regulars.evaluation.explain import (
    AskedQuestion,
    Evidence,
    Explanation,
    Operation,
    RecalledItem,
    TurnLine,
)
from regulars.evaluation.explain import explain as explain_answer
from regulars.evaluation.figures.failure_stages import FailureStage
from regulars.evaluation.question_lines import RECALLED, questions_of
from regulars.evaluation.runs.recorded import find_episode, find_probe

_OPS = 6
"""The largest number of operations to print per item; `--json` prints all."""
_TURNS = 4
"""The largest number of turns to print per item; `--json` prints all."""
_INDENT = " " * len("question  ")


def explain(
    run: RunPath,
    episode: Annotated[
        str | None, typer.Argument(help="Number or SCENARIO/SEED/SYSTEM of an episode. Default: list all.")
    ] = None,
    probe: Annotated[str | None, typer.Argument(help="Number or id of a question. Default: list all.")] = None,
    system: Annotated[
        str | None, typer.Option(help="Count the answers that this system lost, over all episodes.")
    ] = None,
    by: Annotated[str | None, typer.Option(help="Count lost answers by kind, stage, session or distance.")] = None,
    versus: Annotated[
        str | None, typer.Option(help="Another system of the run; answers that only it got right come first.")
    ] = None,
    lost: Annotated[str | None, typer.Option(help="Only answers lost at this stage, such as 'not recalled'.")] = None,
    slices: Annotated[
        list[str] | None,
        typer.Option("--slice", help="Only these questions: kind=update, session=3, distance=0-50. Repeatable."),
    ] = None,
    person: Annotated[str | None, typer.Option(help="List only episodes with this person.")] = None,
    kind: Annotated[str | None, typer.Option(help="List only episodes with a question of this kind.")] = None,
    verdict: Annotated[str | None, typer.Option(help="List only episodes with this verdict, such as stale.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, with all operations.")] = False,
) -> None:
    """Show why answers failed: not told, not written, changed, forgotten, not recalled, not used or misused.

    With --by, --versus, --lost or --slice, or --system alone: counts over all episodes, then the ten most telling
    answers. With --person, --kind or --verdict: list the matching episodes, of all systems or of --system.
    """
    chosen = {"person": person, "kind": kind, "verdict": verdict}
    given = [name for name, value in chosen.items() if value is not None]
    counts = by is not None or versus is not None or lost is not None or bool(slices)
    if counts and given:
        raise ConfigurationError(
            f"--{given[0]} lists episodes, and the other options count answers", where="explain",
            expected="one of the two", remedy="name questions with --slice kind=NAME",
        )  # fmt: skip
    if not counts and (system is None or given):
        print_explanation(run, episode, probe, json, {**chosen, "system": system})
        return
    if episode is not None:
        raise ConfigurationError(
            "counts are over all episodes", where="explain", remedy="leave out the episode, or the options beside it"
        )
    print_lost(
        run, system, by=by or ("kind" if lost else "stage"), versus=versus, lost=lost, slices=slices or (), as_json=json
    )


def print_explanation(
    run: Path,
    episode: str | None,
    probe: str | None,
    as_json: bool,
    filters: Mapping[str, str | None] = MappingProxyType({}),
) -> None:
    """Prints the episodes of a run, the questions of an episode, or the explanation of one answer.

    Args:
        run: The folder of the run.
        episode: The episode; None prints the episodes that match the filters.
        probe: The question; None prints all questions of the episode.
        as_json: Whether to print JSON.
        filters: `person`, `kind`, `verdict` and `system` of the episodes to print, each None for any.

    Raises:
        ConfigurationError: A filter is given together with an episode.
        RecordError: The folder holds no episodes.
        UnknownNameError: The episode or the question is unknown, or the value of a filter.
    """
    given = [name for name, value in filters.items() if value is not None]
    if episode is not None and given:
        raise ConfigurationError(
            f"--{given[0]} chooses among all episodes", where="explain", remedy="leave it or the episode out"
        )
    recorded = open_and_note(run)
    if episode is None:
        _print_table(recorded.episodes(**filters), as_json)
        return
    place = find_episode(recorded, episode)
    record = recorded.records[place]
    if probe is None:
        _print_table(questions_of(record), as_json)
        return
    explained = explain_answer(recorded, place, find_probe(record, probe))
    if as_json:
        print_json(explained)
        return
    for line in _lines(explained):
        print(escaped(line, lines=True))


def _print_table(rows: Sequence[msgspec.Struct], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    plain = [msgspec.to_builtins(row) for row in rows]
    names = list(dict.fromkeys(name for row in plain for name in row))
    print_aligned([names, *([str(row.get(name, "")) for name in names] for row in plain)])


# ---------------------------------------------------------------------- one question


def _lines(found: Explanation) -> list[str]:
    asked = found.asked
    lines = [
        f"episode {found.episode}: {found.scenario}, seed {found.seed}, {found.system}",
        f"question {found.number} of {found.of}: {found.probe}, {_planned(found)}",
        "",
    ]
    if asked is not None:
        where = f"in session, answered by {asked.turn}" if asked.turn else "out of band"
        repeats = f"; asked again after a correction: {', '.join(asked.repeats)}" if asked.repeats else ""
        lines += [
            f"asked     {_moment(asked.time)}, {where}",
            f"question  {_said(asked.question) or '(not recorded)'}",
            f"gold      {_gold(asked)}",
            f"reply     {_said(asked.reply) or '(empty)'}",
            f"verdict   {asked.verdict}{repeats}",
        ]
    if not _is_right(found):
        lines.append(f"{'stage ' if _is_open(found) else 'failed'}    {found.failed}: {found.meaning}")
    if found.evidence:
        lines += ["", "evidence" + _alternatives(found.evidence)]
        for evidence in found.evidence:
            lines += _evidence(evidence)
    if asked is not None:
        lines += ["", _heading(found)]
        for rank, item in enumerate(found.recalled, 1):
            lines += _recalled(rank, item)
    if found.context:
        lines += ["", "context of the reply", *(f"  {line}" for line in shortened(found.context).split("\n"))]
    notes = [f"note: {note}" for note in found.notes]
    if asked is None:
        return lines + notes
    return [*lines, "", *(notes or ["the memory was rebuilt from the record and equals the recorded one"])]


def _is_right(found: Explanation) -> bool:
    is_correct = found.asked is not None and found.asked.verdict == VerdictKind.CORRECT.name.lower()
    return is_correct or found.failed == FailureStage.NONE


def _is_open(found: Explanation) -> bool:
    """Whether the answer may be right: it has no verdict or an undetermined one, or a recording's evidence is there."""
    open_verdicts = ("-", VerdictKind.UNDETERMINED.name.lower())
    return found.asked is not None and (found.asked.verdict in open_verdicts or found.failed == RECALLED)


def _said(text: str) -> str:
    """What was said, shortened; further lines stand below the first."""
    return shortened(text).replace("\n", f"\n{_INDENT}")


def _planned(found: Explanation) -> str:
    anchor = ", an anchor" if found.anchor else ""
    return f"{found.kind}, {found.form} of {found.attribute or 'nothing'}{anchor}"


def _gold(asked: AskedQuestion) -> str:
    if not asked.answerable:
        said = "none: the person never told an answer, so abstaining is right"
    else:
        said = " | ".join(asked.gold) or "(depends on the form)"
    others = [
        f"{name}: {', '.join(values)}" for name, values in (("stale", asked.stale), ("others", asked.others)) if values
    ]
    return f"{said} ({'; '.join(others)})" if others else said


def _alternatives(evidence: Sequence[Evidence]) -> str:
    count = len({entry.alternative for entry in evidence})
    return f": any of {count} sets of turns is enough" if count > 1 else ""


def _evidence(entry: Evidence) -> list[str]:
    held = f" by {', '.join(entry.items)}" if entry.items else ""
    return [f"  {entry.alternative}. {_turn(entry.turn)}", f"     {entry.fate}{held}", *_operations(entry.operations)]


def _heading(found: Explanation) -> str:
    if not found.recalled:
        return f"recalled items: none{f' ({found.why})' if found.why else ''}"
    return f"recalled items: {len(found.recalled)} (* cites a turn of the evidence)"


def _recalled(rank: int, entry: RecalledItem) -> list[str]:
    retrievers = ", ".join(f"{name} {score:.4g}" for name, score in entry.retrievers.items())
    score = "-" if entry.score is None else f"{entry.score:.4g}"
    mark = "*" if entry.evidence else " "
    lines = [
        f" {mark}{rank}. {entry.item}{_kind(entry.kind, ', ')}, score {score}{f' ({retrievers})' if retrievers else ''}"
    ]
    if entry.text:
        lines.append(f"     says: {shortened(' '.join(entry.text.split()))}")
    lines += [f"     {_turn(turn)}" for turn in entry.turns[:_TURNS]]
    if len(entry.turns) > _TURNS:
        lines.append(f"     and {len(entry.turns) - _TURNS} more turns")
    return [*lines, *_operations(entry.operations)]


def _turn(turn: TurnLine) -> str:
    if turn.time is None:
        return turn.turn
    return f"{turn.turn}  {_moment(turn.time)}  {turn.name}: {shortened(' '.join(turn.text.split()))}"


def _operations(ops: Sequence[OperationRecord]) -> list[str]:
    """The first and the last operations, since the last ones often explain most."""
    shown = [_operation(op) for op in ops]
    if len(ops) <= _OPS:
        return shown
    left_out = f"       ({len(ops) - _OPS} more)"
    return [*shown[: _OPS // 2], left_out, *shown[-(_OPS // 2) :]]


def _operation(op: OperationRecord) -> str:
    known = op if isinstance(op, Operation) else None
    time = _moment(known.time) if known is not None and known.time is not None else ""
    other = f" {op.other}" if op.other else ""
    kind = _kind(known.kind, " as ") if known is not None else ""
    cause = f", caused by {op.cause}" if op.cause else ""
    why = f": {known.why}" if known is not None and known.why else ""
    return f"       {op.verb.ljust(10)} {time}  {op.id}{other}{kind}{why}{cause}"


def _kind(kind: str, before: str) -> str:
    return f"{before}{kind}" if kind not in ("", "turn") else ""


def _moment(time: datetime) -> str:
    return f"{time:%Y-%m-%d %H:%M}"
