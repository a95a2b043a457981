"""`regulars judge`: judges a finished run again with models, and prints how far they agree."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from regulars.cli.run_commands.options import DryRun, RunPath
from regulars.cli.run_commands.outcome import finish, print_usage
from regulars.errors import ConfigurationError

JudgeKinds = Annotated[
    str | None,
    typer.Option(
        help="Kinds of probes that go to the judge, separated by commas. Default: all. See: regulars list probes.",
        show_default=False,
    ),
]


def read_kinds(text: str | None) -> tuple[str, ...] | None:
    """Reads kinds of probes separated by commas; None for all."""
    return None if text is None else tuple(kind.strip() for kind in text.split(",") if kind.strip())


def judge(
    run: RunPath,
    judge: Annotated[
        str, typer.Option(help="Model that judges, such as openai:MODEL. Several, separated by commas, form a panel.")
    ],
    judge_kinds: JudgeKinds = None,
    scale: Annotated[
        str,
        typer.Option(
            help="answers: yes or no, beside the matcher; realmem: answer 0-3, recall 0-1, helpfulness 0-2; rolememo: "
            "richness, logic, consistency and attractiveness, 0-5."
        ),
    ] = "answers",
    persona: Annotated[
        str | None, typer.Option(help="With rolememo: who the assistant is.", show_default=False)
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the judged run. Default: print figures only.")] = None,
    prompts: Annotated[
        Path | None, typer.Option(help="Folder with your prompts. See: regulars list prompts.", show_default=False)
    ] = None,
    base_url: Annotated[str | None, typer.Option(help="URL of the model endpoint.", show_default=False)] = None,
    concurrency: Annotated[int, typer.Option(help="Replies that are judged at once.")] = 16,
    dry_run: DryRun = False,
) -> None:
    """Judge the replies of a recorded run with models. Plays no episode and changes nothing in RUN."""
    from regulars.cli.run_commands.dry_run import print_dry_run
    from regulars.cli.tables import print_run
    from regulars.evaluation.dry_run import rehearsed_judging
    from regulars.evaluation.judging import PERSONA, judge_run

    if base_url is not None:
        os.environ["OPENAI_BASE_URL"] = base_url
    if out is not None and out.resolve() == run.resolve():
        raise ConfigurationError("the judged run would replace the run", where="--out", remedy="name another folder")
    options: dict[str, Any] = {
        "kinds": read_kinds(judge_kinds), "scale": scale, "persona": persona or PERSONA, "prompts": prompts,
        "concurrency": concurrency,
    }  # fmt: skip
    if dry_run:
        print_dry_run(rehearsed_judging(run, judge, **options), of="episodes")
        return
    judged = judge_run(run, judge, out=out, **options)
    print_run(judged, f"{run}, judged by {judge}: {judged.title}")
    if judged.out is not None:
        typer.echo(f"written to {judged.out}")
    print_usage(judged, err=False)
    finish(judged)
