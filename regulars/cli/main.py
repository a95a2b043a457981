"""`regulars`: evaluate, play, generate, write, validate, replay, explain, schema, serve-scripted, list, doctor."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from regulars.cli.tables import print_run
from regulars.errors import ConfigurationError, RegularsError, did_you_mean

if TYPE_CHECKING:
    from regulars.evaluation.runs.finished import Run


USAGE_ERROR = 2
FAULTS = 1
INTERRUPTED = 130
SEATS = ("assistant", "user")
_FEEDBACK_HELP = (
    "What the user shows: evaluative, diagnostic, instructive, silent, sealed, placebo:of=..., wrappers behind a plus "
    "(evaluative+noisy:rate=.05); see regulars list feedback."
)

_NOISE_HELP = (
    "How people fall short of plain words: kinds with their shares behind a plus, typos:.1+vague-dates:.2; none by "
    "default; see regulars list noise."
)

app = typer.Typer(
    name="regulars",
    help="Simulated users who keep coming back, and assistants that have to remember them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    if version:
        from regulars import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.command()
def evaluate(
    memory: Annotated[
        str | None,
        typer.Option(
            help="Memory systems, separated by commas: names, FILE.yaml, FILE.py:NAME, MODULE:NAME, each with "
            ":key=value;... (quote it: 'bm25-turn:k1=1.2;b=0.3'); all stands for every registered one; a value with a "
            "semicolon or comma stands in parentheses: dense-turn:embedder=(openai:M:dims=64;batch=8)."
        ),
    ] = None,
    assistant: Annotated[
        str,
        typer.Option(
            help="Who talks: a name, FILE.py:NAME or MODULE:NAME; a function from observation to string will do."
        ),
    ] = "scripted",
    user: Annotated[
        str, typer.Option(help="Who plays the people: scripted, or openai:MODEL, which words their lines.")
    ] = "scripted",
    judge: Annotated[
        str,
        typer.Option(help="Who gives verdicts: scripted (the matcher), or openai:MODEL where that leaves one open."),
    ] = "scripted",
    data: Annotated[
        Path | None, typer.Option(help="A file of conversations (LoCoMo) or of scenarios, or a folder of such files.")
    ] = None,
    suite: Annotated[
        str, typer.Option(help="The built-in suite that is generated where there is no data, or a split: core@test.")
    ] = "smoke",
    regime: Annotated[
        str | None,
        typer.Option(help="For streams: on-policy (default), off-policy, stepwise, or train (scores while training)."),
    ] = None,
    feedback: Annotated[str, typer.Option(help=_FEEDBACK_HELP)] = "evaluative",
    noise: Annotated[str, typer.Option(help=_NOISE_HELP)] = "",
    seeds: Annotated[
        int | None, typer.Option(help="Episodes of each scenario (default 3; 1 on recorded data).")
    ] = None,
    k: Annotated[int, typer.Option(help="Ranked items that a memory is asked for.")] = 10,
    budget: Annotated[int, typer.Option(help="Tokens of context that replies are made from.")] = 1024,
    references: Annotated[
        bool | None,
        typer.Option("--references/--no-references", help="Add the reference rows (default: unless --data is given)."),
    ] = None,
    out: Annotated[str | None, typer.Option(help="The folder for results.json and episodes.jsonl.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Complete the run that --out holds.")] = False,
    base_url: Annotated[
        str | None, typer.Option(help="The address of models' endpoint, such as http://127.0.0.1:8000/v1.")
    ] = None,
    limits: Annotated[
        str | None,
        typer.Option(help="What models' calls may come to in an episode: calls=200;tokens=50000;cost=0.5;seconds=60."),
    ] = None,
    prices: Annotated[Path | None, typer.Option(help="A table of what models cost, in TOML.")] = None,
    prompts: Annotated[
        Path | None, typer.Option(help="A folder with prompts of your own, by name; see list prompts.")
    ] = None,
    concurrency: Annotated[
        int | None, typer.Option(help="Episodes at once (default: 16 where a model is waited for, else 1).")
    ] = None,
    workers: Annotated[int, typer.Option(help="Processes that play episodes, or streams; results stay the same.")] = 1,
    step_timeout: Annotated[
        float | None,
        typer.Option(help="Seconds that an assistant may take for an action; one that is late is at fault."),
    ] = None,
) -> None:
    """Run memory systems and assistants against simulated people or recorded conversations, and print a table."""
    from regulars.cli.progress import showing
    from regulars.evaluation import evaluate as run_evaluation
    from regulars.evaluation.runs.folder import CONFIG
    from regulars.registry import parse_arguments

    if base_url is not None:
        os.environ["OPENAI_BASE_URL"] = base_url
    if resume and out and not (Path(out) / CONFIG).exists():
        typer.echo(f"{out} holds no run to complete: one is begun there", err=True)
    try:
        with showing() as show:
            run = run_evaluation(
                memory=memory,
                assistant=assistant,
                user=user,
                judge=judge,
                data=data,
                suite=suite,
                regime=regime,
                feedback=feedback,
                noise=noise,
                seeds=seeds,
                k=k,
                budget=budget,
                references=references,
                out=out,
                resume=resume,
                limits=parse_arguments("limits", limits) if limits else None,
                prices=prices,
                prompts=prompts,
                concurrency=concurrency,
                workers=workers,
                step_timeout=step_timeout,
                progress=show,
            )
    except KeyboardInterrupt:
        kept = f"; complete it with --out {out} --resume" if out is not None else ""
        typer.echo(f"stopped{kept}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    dialled = f"feedback {feedback}{f', noise {noise}' if noise else ''}"
    print_run(run, f"{f'{data}, ' if data else ''}{run.title}, {dialled}")
    if run.out is not None:
        typer.echo(f"written to {run.out}")
    _used(run)
    _finish(run)


def _used(run: Run) -> None:
    """What models were called for, a line a role."""
    for role, usage in run.usage.items():
        cost = "" if usage.cost is None else f", cost {usage.cost:.4f}"
        replayed = f", {usage.cached} replayed" if usage.cached else ""
        failed = f", {usage.failed} failed" if usage.failed else ""
        typer.echo(f"{role}'s model: {usage.calls} calls{replayed}{failed}, {usage.tokens} tokens{cost}")


def _finish(run: Run) -> None:
    """Names the faults, equal ones once; the exit code tells whether there were any."""
    folded = Counter((key.system, fault) for key, fault in run.faults)
    for (system, fault), count in folded.items():
        times = f", in {count} episodes" if count > 1 else ""
        typer.echo(f"fault: {system}: {fault.removesuffix('.')}{times}", err=True)
    if run.faults:
        raise typer.Exit(FAULTS)


@app.command()
def play(
    seed: Annotated[int, typer.Option(help="Which life.")] = 0,
    users: Annotated[int, typer.Option(help="How many people come, 1 to 4.")] = 1,
    sessions: Annotated[int, typer.Option(help="How many sessions.")] = 4,
    feedback: Annotated[str, typer.Option(help=_FEEDBACK_HELP)] = "evaluative",
    noise: Annotated[str, typer.Option(help=_NOISE_HELP)] = "",
    probes: Annotated[str, typer.Option(help="end: ask planned questions after the last session; off: none.")] = "end",
    seat: Annotated[str, typer.Option(help="Which seat you take: assistant or user.")] = "assistant",
    assistant: Annotated[
        str, typer.Option(help="Whom you talk to in the user's seat, as evaluate names it.")
    ] = "scripted",
) -> None:
    """Take a seat at the terminal; Ctrl-D leaves.

    As the assistant, an empty line is an empty reply. As the user you see your life and what you came for; what you
    tell is recognised in your words, an empty line closes the session, + or - in front likes or dislikes the reply.
    """
    from regulars.cli.play import play as play_life
    from regulars.cli.play_user import play_user

    if seat not in SEATS:
        raise ConfigurationError(f"there is no seat {seat!r}", where="--seat", remedy=did_you_mean(seat, SEATS))
    if seat == "user":
        if users != 1:
            raise ConfigurationError(f"{users} users", where="--users", expected="1 where you are the user")
        if noise:
            raise ConfigurationError(
                f"noise {noise!r}", where="--noise", expected="none where you are the user", remedy="make your own"
            )
        play_user(seed=seed, sessions=sessions, feedback=feedback, assistant=assistant)
        return
    play_life(seed=seed, users=users, sessions=sessions, feedback=feedback, noise=noise, probes=probes)


@app.command()
def generate(
    out: Annotated[
        Path,
        typer.Option(help="A file ending in .jsonl, one scenario a line; or a folder, one file for each of the plans."),
    ],
    suite: Annotated[str, typer.Option(help="The suite whose lives are generated.")] = "smoke",
    seeds: Annotated[int, typer.Option(help="How many of each.")] = 1,
    language: Annotated[str, typer.Option(help="The language pack, instead of the suite's own.")] = "",
    own: Annotated[
        Path | None, typer.Option("--from", help="A scenario of your own in YAML, written instead of a suite's.")
    ] = None,
    personas: Annotated[
        Path | None, typer.Option(help="A file of people (YAML, JSON or TOML), who live the suite's lives in turn.")
    ] = None,
) -> None:
    """Generate scenarios and write them to a file or a folder; a stream takes a file of its own."""
    from regulars.cli.generate import generate_lives

    def tell(done: int, total: int) -> None:
        typer.echo(f"{done} of {total} scenarios", err=True)

    typer.echo(generate_lives(out, suite, seeds, language, own, personas, tell))


@app.command()
def write(
    out: Annotated[Path, typer.Option(help="The folder: a file for each step, and at last scenarios.jsonl.")],
    model: Annotated[str, typer.Option(help="Who writes, such as openai:NAME.")],
    pipeline: Annotated[str, typer.Option(help="realmem: a life of projects; rolememo: questions on two memories.")],
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run that --out holds.")] = False,
    seed: Annotated[int, typer.Option(help="The root of the draws of order and dates.")] = 0,
    sizes: Annotated[
        str, typer.Option(help="realmem: projects=3;events=3. rolememo: each=1, insights of each type.")
    ] = "",
    language: Annotated[str, typer.Option(help="Of the conversations.")] = "english",
    hints: Annotated[str, typer.Option(help="What the person should be like.")] = "",
    prompts: Annotated[Path | None, typer.Option(help="A folder with prompts of your own, by name.")] = None,
    base_url: Annotated[
        str | None, typer.Option(help="The address of models' endpoint, such as http://127.0.0.1:8000/v1.")
    ] = None,
) -> None:
    """Let a model write a scenario, step by step, and validate it."""
    from regulars.agents.writing.write import SCENARIOS
    from regulars.agents.writing.write import write as write_scenario
    from regulars.registry import parse_arguments

    if base_url is not None:
        os.environ["OPENAI_BASE_URL"] = base_url
    dialled = parse_arguments("sizes", sizes) if sizes else {}
    scenario = write_scenario(
        pipeline, model, out, resume=resume, seed=seed, language=language, hints=hints, prompts=prompts, sizes=dialled
    )
    for issue in scenario.issues:
        typer.echo(issue)
    turns = sum(len(session.turns) for session in scenario.sessions)
    found = f"{len(scenario.sessions)} sessions, {turns} turns, {len(scenario.probes)} questions"
    typer.echo(f"{found} written to {out / SCENARIOS}")


@app.command()
def validate(
    path: Annotated[
        Path,
        typer.Argument(
            help="A scenario file, a LoCoMo file, a scenario of your own in YAML; "
            "or the folder of a run, of generated scenarios or of an ontology."
        ),
    ],
) -> None:
    """Check scenarios, conversations, finished episodes or an ontology; exit code 1 where something is wrong."""
    from regulars.datasets.validate import validate as check

    report = check(path)
    for line in report.repaired:
        typer.echo(f"repaired: {line}")
    for problem in report.problems:
        typer.echo(f"{problem.code}: {problem.where}: {problem.message}")
    typer.echo(f"{report.checked}, {len(report.problems)} problems, {len(report.repaired)} repairs")
    if report.problems:
        raise typer.Exit(FAULTS)


@app.command()
def replay(run: Annotated[Path, typer.Argument(help="A folder that evaluate wrote.")]) -> None:
    """Score the records of a run again without stepping, and print the table."""
    from regulars.evaluation.replay import replay as score_again

    scored = score_again(run)
    print_run(scored, f"{run}, scored again: {scored.title}")
    _finish(scored)


@app.command()
def explain(
    run: Annotated[Path, typer.Argument(help="A folder that evaluate wrote.")],
    episode: Annotated[
        str | None, typer.Argument(help="Its number, or SCENARIO/SEED/SYSTEM; a list of all if left out.")
    ] = None,
    probe: Annotated[str | None, typer.Argument(help="A question's number or id; a list of all if left out.")] = None,
    json: Annotated[bool, typer.Option("--json", help="As JSON, with all operations.")] = False,
) -> None:
    """Say at which stage an answer failed: not told, not written, changed, forgotten, not recalled, not used."""
    from regulars.cli.explain import print_explanation

    print_explanation(run, episode, probe, json)


@app.command()
def schema(
    name: Annotated[str, typer.Argument(help="record (a line of episodes.jsonl), config or results.")] = "record",
) -> None:
    """Print the JSON Schema of a file that evaluate writes."""
    from regulars.cli.schema import print_schema

    print_schema(name)


@app.command("serve-scripted")
def serve_scripted(
    port: Annotated[int, typer.Option(help="Where it listens on 127.0.0.1; 0 takes a free port.")] = 0,
    latency: Annotated[float, typer.Option(help="Seconds before each answer.")] = 0.0,
    misbehave: Annotated[
        str, typer.Option(help="What goes wrong, as NAME:RATE separated by commas, such as 429:0.1,drop:0.02.")
    ] = "",
    seed: Annotated[int, typer.Option(help="The root of the draws of what goes wrong.")] = 0,
) -> None:
    """Serve the OpenAI protocol with scripted policies on this machine, to rehearse a run without a key."""
    from regulars.cli.serve import serve

    serve(port=port, latency=latency, misbehave=misbehave, seed=seed)


@app.command()
def doctor() -> None:
    """Check versions, optional parts, keys, folders and a tiny episode; exit code 1 where something is wrong."""
    from regulars.cli.doctor import examine

    if not examine():
        raise typer.Exit(FAULTS)


@app.command("list")
def list_(
    kind: Annotated[
        str | None,
        typer.Argument(
            help="memory, reader, embedder, assistant, user, evaluator, model, feedback, noise, suite, dataset, "
            "attribute, rule, probe or prompt; all that is registered if left out."
        ),
    ] = None,
) -> None:
    """List what can be named on the command line."""
    from regulars.cli.listing import print_entries

    print_entries(kind)


def main() -> None:
    """The entry point: a known error becomes one line on standard error and exit code 2."""
    try:
        app()
    except RegularsError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(USAGE_ERROR)


if __name__ == "__main__":
    main()
