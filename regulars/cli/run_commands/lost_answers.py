"""Prints what a system lost: counts by group, then the most telling answers with the command that explains each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from regulars.cli.escapes import escaped, shortened
from regulars.cli.run_commands.opening import open_and_note
from regulars.cli.run_commands.outcome import print_json
from regulars.cli.tables import print_aligned
from regulars.evaluation.lost_answers import STAGE, LostAnswers, TellingAnswer, lost_answers


def print_lost(
    run: Path,
    system: str | None,
    *,
    by: str,
    versus: str | None,
    lost: str | None,
    slices: Sequence[str],
    as_json: bool,
) -> None:
    """Prints the counts and the telling answers; the arguments are those of `lost_answers`."""
    found = lost_answers(open_and_note(run), system, by=by, versus=versus, lost=lost, slices=slices)
    if as_json:
        print_json(found)
        return
    of = [f"lost: {lost}"] if lost else []
    title = ", ".join([found.system, *of, *slices])
    print(escaped(f"{title}, versus {found.versus}" if found.versus else title))
    print_aligned(_counts(found), figures=True)
    if not found.telling:
        print("\nno answer was lost here")
        return
    print(f"\nthe most telling {len(found.telling)}")
    for telling in found.telling:
        for line in _lines(run, telling):
            print(escaped(line, lines=True))


def _counts(found: LostAnswers) -> list[list[str]]:
    columns = {
        "questions": "questions", "right": "right", "lost": "lost",
        "missed": f"{found.versus} alone right", "gained": f"{found.system} alone right",
    }  # fmt: skip
    if not found.versus:
        columns = {name: title for name, title in columns.items() if name not in ("missed", "gained")}
    if found.by == STAGE:  # only a lost answer has a stage
        columns = {name: title for name, title in columns.items() if name in ("lost", "missed")}
    table = [[found.by, *columns.values()]]
    table += [[one.group, *(str(getattr(one, name)) for name in columns)] for one in found.counts]
    return [*table, ["all", *(str(sum(getattr(one, name) for one in found.counts)) for name in columns)]]


def _lines(run: Path, telling: TellingAnswer) -> list[str]:
    asked = telling.asked
    others = f"; {telling.right} of {telling.others} other systems right" if telling.others else ""
    distance = f", distance {asked.distance}" if asked.distance >= 0 else ""
    return [
        f"\n{asked.failed}: {asked.kind} of {asked.attribute or 'nothing'}, session {asked.session}{distance}{others}",
        f"  question  {_one_line(asked.question) or '(not asked)'}",
        f"  gold      {' | '.join(asked.gold) or 'nothing was told, so abstaining is right'}",
        f"  reply     {_one_line(asked.reply) or '(empty)'}",
        f"  regulars explain {run} {asked.episode} {asked.number}",
    ]


def _one_line(text: str) -> str:
    return shortened(" ".join(text.split()))
