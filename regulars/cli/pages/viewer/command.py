"""`regulars view`: shows the episodes of a run in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regulars.cli.run_commands.options import RunPath

VIEW = "view"
"""The folder for the viewer within that of the run."""
_NOT_SOUND = 1
"""The exit code if the run has no sound episode, or if the pages leave out some of its lines."""


def view(
    run: RunPath,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder for the pages. Default: view in the folder of the run, or RUN-view beside a packed run."
        ),
    ] = None,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the pages on 127.0.0.1, and show episodes as the run goes on.")
    ] = False,
    port: Annotated[int, typer.Option(help="Port with --serve. 0 picks a free one.")] = 0,
) -> None:
    """Show the episodes of a run in a browser: conversations, verdicts, and what became of each answer in memory.

    Writes a folder of pages that open from disk, without a server. With --serve, a server on this machine renders
    them on request. Stop it with Ctrl-C.
    """
    from regulars.datasets.packed_runs import unpacked
    from regulars.errors import ConfigurationError

    if serve and out is not None:
        raise ConfigurationError("--out is given with --serve", where="view", remedy="leave one of them out")
    folder = unpacked(run)
    if not folder.is_dir():
        raise ConfigurationError("there is no such folder", where=str(run), remedy="name one that evaluate --out wrote")
    if serve:
        _serve(folder, port)
    else:
        _write(folder, out or (run / VIEW if folder == run else run.with_name(f"{run.stem}-{VIEW}")))


def _serve(run: Path, port: int) -> None:
    from regulars.cli.pages.viewer.live_run import LiveRun
    from regulars.cli.pages.viewer.server import serve_pages

    serve_pages(port, LiveRun(run).file)


def _write(run: Path, out: Path) -> None:
    from regulars.cli.pages.viewer.site import PAGE, ViewedRun, write_site
    from regulars.cli.run_commands.opening import print_notes
    from regulars.evaluation.runs.recorded import check_is_run

    check_is_run(run)
    viewed = ViewedRun.opened(run)
    write_site(viewed, out, lambda done, total: typer.echo(f"{done} of {total} episodes", err=True))
    if viewed.problem:
        typer.echo(f"the page says: {viewed.problem}", err=True)
    if viewed.run is not None:
        print_notes(viewed.run)
    typer.echo(f"written to {out / PAGE}")
    if viewed.problem or (viewed.run is not None and viewed.run.rejected):
        raise typer.Exit(_NOT_SOUND)
