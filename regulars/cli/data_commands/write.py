"""`regulars write`: a model writes a scenario step by step."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from regulars.cli.escapes import escaped
from regulars.cli.run_commands.options import DryRun
from regulars.counted import counted
from regulars.errors import ConfigurationError


def write(
    out: Annotated[Path, typer.Option(help="Folder for one file per step, and scenarios.jsonl at the end.")],
    model: Annotated[str, typer.Option(help="Model that writes, such as openai:MODEL; scripted works offline.")],
    pipeline: Annotated[
        str, typer.Option(help="realmem: a life with projects; rolememo: questions that combine two memories.")
    ],
    role: Annotated[
        list[str] | None,
        typer.Option(help="realmem: a model for one role (user, assistant, evaluator, memory): user=openai:MODEL."),
    ] = None,
    persona: Annotated[Path | None, typer.Option(help="rolememo: a persona file, with or without insights.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the interrupted run in --out.")] = False,
    seed: Annotated[int, typer.Option(help="Seed for order and dates.")] = 0,
    sizes: Annotated[
        str, typer.Option(help="realmem: 'projects=3;events=3'. rolememo: each=1, the number of insights per type.")
    ] = "",
    language: Annotated[str, typer.Option(help="Language of the conversations.")] = "english",
    hints: Annotated[str, typer.Option(help="Your instructions for the person, as free text.")] = "",
    prompts: Annotated[
        Path | None,
        typer.Option(help="Folder with your prompts, which replace built-in ones by name. See: regulars list prompts."),
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(help="URL of the model endpoint, such as http://127.0.0.1:8000/v1.")
    ] = None,
    dry_run: DryRun = False,
) -> None:
    """Let a model write a scenario step by step, and check the result."""
    from regulars.agents.writing.write import SCENARIOS
    from regulars.agents.writing.write import write as write_scenario
    from regulars.cli.run_commands.dry_run import print_dry_run
    from regulars.evaluation.dry_run import rehearsed_writing
    from regulars.registry import parse_arguments

    if base_url is not None:
        os.environ["OPENAI_BASE_URL"] = base_url
    roles = {}
    for one in role or ():
        name, has_model, spec = one.partition("=")
        if not has_model or not spec:
            raise ConfigurationError(
                f"{one!r} names no model", where="--role", expected="ROLE=MODEL: user=openai:MODEL"
            )
        roles[name] = spec
    options: dict[str, Any] = {
        "seed": seed, "language": language, "hints": hints, "prompts": prompts,
        "sizes": parse_arguments("sizes", sizes) if sizes else {}, "roles": roles, "persona": persona,
    }  # fmt: skip
    if dry_run:
        print_dry_run(rehearsed_writing(pipeline, model, **options), of="scenarios")
        return
    scenario = write_scenario(pipeline, model, out, resume=resume, **options)
    for issue in scenario.issues:
        typer.echo(escaped(str(issue)))
    turns = sum(len(session.turns) for session in scenario.sessions)
    written = ", ".join((
        counted(len(scenario.sessions), "session"), counted(turns, "turn"), counted(len(scenario.probes), "question"),
    ))  # fmt: skip
    typer.echo(f"{written} written to {out / SCENARIOS}")
