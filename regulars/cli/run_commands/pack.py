"""`regulars pack`: writes a run as one zip file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regulars.cli.escapes import escaped
from regulars.cli.run_commands.options import RunPath


def pack(
    run: RunPath,
    out: Annotated[
        Path | None, typer.Option(help="File to write. Default: RUN.zip beside the folder.", show_default=False)
    ] = None,
) -> None:
    """Pack a run into one zip file, with the code of its systems and the environment.

    Every command that takes a run takes the file in place of the folder.
    """
    from regulars.cli.run_commands.opening import open_and_note
    from regulars.counted import counted
    from regulars.evaluation.runs.pack import pack as pack_run

    open_and_note(run)
    folder = run.resolve()
    packed = pack_run(run, out if out is not None else folder.with_name(f"{folder.name}.zip"))
    for name, reason in packed.left_out.items():
        typer.echo(escaped(f"left out: {name}: {reason}"), err=True)
    size = packed.path.stat().st_size / 1e6
    typer.echo(escaped(f"{counted(len(packed.files), 'file')}, {size:.1f} MB, written to {packed.path}"))
