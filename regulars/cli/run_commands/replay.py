"""`regulars replay`: measures a recorded run again and prints its tables."""

from __future__ import annotations

from typing import Annotated

import typer

from regulars.cli.run_commands.options import Against, Cutoffs, Format, Legend, RunPath, Wide, read_cutoffs
from regulars.cli.run_commands.outcome import finish, print_outcome
from regulars.cli.run_tables.formats import TableFormat


def replay(
    run: RunPath,
    against: Against = None,
    cutoffs: Cutoffs = None,
    slices: Annotated[
        list[str] | None, typer.Option("--by", help="Add a table by session or by distance; give it several times.")
    ] = None,
    wide: Wide = False,
    legend: Legend = False,
    form: Format = TableFormat.TEXT,
) -> None:
    """Measure a recorded run again with the current matcher, and print the table. Plays no episode."""
    from regulars.evaluation.replay import replay as score_again

    cuts = None if cutoffs is None else read_cutoffs(cutoffs)
    scored = score_again(run, against=against, cutoffs=cuts, slices=slices or ())
    title = f"{run}, measured again: {scored.title}"
    print_outcome(scored, title, wide=wide, legend=legend, form=form)
    finish(scored)
