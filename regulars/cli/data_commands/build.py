"""`regulars build`: builds a data set of a suite, and compares it with a file of checksums."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from regulars.cli.data_commands.content_options import NO_CONTENT, ContentOptions, with_content_options
from regulars.cli.data_commands.generate import PROGRESS_EVERY
from regulars.cli.escapes import escaped
from regulars.counted import counted

DIFFERENT = 1
INTERRUPTED = 130


@with_content_options("lives", "users")
def build(
    out: Annotated[Path, typer.Option(help="Folder for the data set: new, empty, or with an unfinished build.")],
    users: Annotated[int, typer.Option(help="People over all splits: 70 % train, 15 % validation, 15 % test.")] = 100,
    suite: Annotated[
        str, typer.Option(help="Whole suite of single lives, or your own as FILE.toml. See: regulars list suites.")
    ] = "core",
    given: ContentOptions = NO_CONTENT,
    name: Annotated[str, typer.Option(help="Name on the card. Default: suite, version and number of people.")] = "",
    seed: Annotated[int, typer.Option(help="Suite seed of the first life.")] = 0,
    workers: Annotated[int, typer.Option(help="Processes. The data set stays the same.")] = 1,
    expected: Annotated[
        Path | None,
        typer.Option("--checksums", help="File of SHA-256 sums to compare with. A difference gives exit code 1."),
    ] = None,
) -> None:
    """Build a data set: lives and played episodes in three splits, a card, a licence and checksums.

    Repeat the command to resume an interrupted build. Problems in your content are printed as warnings.
    """
    from regulars.datasets.own_content import content_problems
    from regulars.evaluation.building.build import build as build_data_set
    from regulars.evaluation.building.build import check
    from regulars.evaluation.building.plan import DataSetPlan
    from regulars.scenarios.suites import load_suite

    plan = DataSetPlan(
        suite=load_suite(given.suite(suite)), users=users, name=name, seed=seed, options=given.written(suite)
    )
    for problem in content_problems(plan.suite.languages):
        typer.echo(escaped(f"warning: {problem.code}: {problem.where}: {problem.message}"), err=True)
    try:
        built = build_data_set(plan, out, workers=workers, tell=_telling())
    except KeyboardInterrupt:
        typer.echo("interrupted; repeat the command to go on", err=True)
        raise typer.Exit(INTERRUPTED) from None
    what = "was complete already" if built.resumed else "written"
    typer.echo(escaped(f"{plan.name}: {counted(len(built.sums), 'file')}, {built.size / 1e6:.1f} MB, {what} in {out}"))
    if expected is None:
        return
    differences = check(built, expected)
    for line in differences:
        typer.echo(escaped(f"different: {line}"), err=True)
    if differences:
        raise typer.Exit(DIFFERENT)
    typer.echo(escaped(f"all checksums are those of {expected}"))


def _telling() -> Callable[[str, int, int], None]:
    """Shows progress on standard error, at most every two seconds."""
    last = monotonic()

    def tell(what: str, done: int, total: int) -> None:
        nonlocal last
        if monotonic() - last >= PROGRESS_EVERY:
            last = monotonic()
            print(f"{what}, {done} of {total}", file=sys.stderr, flush=True)

    return tell
