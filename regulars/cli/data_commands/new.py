"""`regulars new`: writes a commented template for own content, which validates as it stands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from regulars.cli.escapes import escaped


def new(
    kind: Annotated[str, typer.Argument(help="attribute, rule, project, suite or persona.")],
    out: Annotated[Path, typer.Option(help="File to write. It must not exist yet.")],
) -> None:
    """Write a commented template of your own attribute, rule, project, suite or person."""
    from regulars.scenarios.templates import write_template

    write_template(kind, out)
    typer.echo(escaped(f"written to {out}; check it with: regulars validate {out}"))
