"""Prints the estimate of a dry run: what each role is expected to call."""

from __future__ import annotations

from collections.abc import Mapping

from regulars.cli.escapes import escaped
from regulars.cli.run_commands.outcome import print_json
from regulars.cli.run_tables.formats import TableFormat, latex, markdown
from regulars.cli.tables import print_aligned
from regulars.evaluation.dry_run import DryRun, Estimate

_LEGEND = (
    "tokens: words and punctuation marks, as this package counts them; a model counts about a third more",
    "received: as long as the made-up answers were; max_tokens of a model bounds it",
)


def print_dry_run(found: DryRun, form: TableFormat = TableFormat.TEXT, of: str = "lives") -> None:
    """Prints an estimate.

    Args:
        found: The estimate.
        form: The format.
        of: What the run consists of.
    """
    if form is TableFormat.JSON:
        print_json(found)
        return
    table = _table(found.roles)
    if form is not TableFormat.TEXT:
        print((markdown if form is TableFormat.MARKDOWN else latex)([("", table)]))
        return
    how = f", of which {found.rehearsed} were rehearsed" if found.rehearsed < found.lives else ", rehearsed"
    print(f"dry run: no model was called; {of}: {found.lives}{how} with made-up answers")
    if found.roles:
        print_aligned(table, figures=True)
        print("\n".join(["", *_LEGEND]))
    else:
        print("no model is called")
    for note in found.notes:
        print(escaped(f"note: {note}"))


def _table(roles: Mapping[str, Estimate]) -> list[list[str]]:
    table = [["role", "calls", "tokens sent", "received", "cost"]]
    for role, one in roles.items():
        bound = "at most " if one.at_most else ""
        cost = "-" if one.cost is None else f"{one.cost:.4f}"
        table.append([role, f"{bound}{one.calls:,}", f"{one.prompt_tokens:,}", f"{one.completion_tokens:,}", cost])
    if len(roles) > 1:
        sums = [sum(getattr(one, name) for one in roles.values()) for name in _SUMMED]
        costs = [one.cost for one in roles.values() if one.cost is not None]
        total = f"{sum(costs):.4f}" if len(costs) == len(roles) else "-"
        table.append(["all", *(f"{number:,}" for number in sums), total])
    return table


_SUMMED = ("calls", "prompt_tokens", "completion_tokens")
