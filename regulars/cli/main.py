"""The command line: `regulars COMMAND`. Each command reads its options and calls one Python function."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from regulars.cli.data_commands.build import build
from regulars.cli.data_commands.content_options import NO_CONTENT, ContentOptions, with_content_options
from regulars.cli.data_commands.export import export, import_
from regulars.cli.data_commands.generate import generate
from regulars.cli.data_commands.new import new
from regulars.cli.data_commands.validate import validate
from regulars.cli.data_commands.write import write
from regulars.cli.idle_options import check_options
from regulars.cli.pages.report.command import report, write_report
from regulars.cli.pages.viewer.command import view
from regulars.cli.run_commands.compare import compare
from regulars.cli.run_commands.explain import explain
from regulars.cli.run_commands.gate import gate
from regulars.cli.run_commands.judge import JudgeKinds, judge, read_kinds
from regulars.cli.run_commands.options import Against, Cutoffs, DryRun, Format, Legend, Wide, examples, read_cutoffs
from regulars.cli.run_commands.outcome import FAULTS, finish, print_outcome, print_usage
from regulars.cli.run_commands.pack import pack
from regulars.cli.run_commands.replay import replay
from regulars.cli.run_commands.show import show
from regulars.cli.run_tables.formats import TableFormat
from regulars.cli.serve_memory import serve_memory
from regulars.cli.start import INTERRUPTED, CommandStopped, main
from regulars.errors import ConfigurationError, did_you_mean

SEATS = ("assistant", "user")


SHOWN = (
    "What people show of their verdicts: evaluative, diagnostic, instructive, silent, sealed, placebo:of=NAME. Append "
    "wrappers with a plus: evaluative+noisy:rate=.05. See: regulars list feedback."
)
Feedback = Annotated[str, typer.Option(help=SHOWN)]
Noise = Annotated[
    str,
    typer.Option(
        help="Human noise, as kinds with their rates, joined by a plus: typos:.1+vague-dates:.2. Default: none. "
        "See: regulars list noise."
    ),
]
Prompts = Annotated[
    Path | None,
    typer.Option(help="Folder with your prompts, which replace built-in ones by name. See: regulars list prompts."),
]
BaseUrl = Annotated[
    str | None, typer.Option(help="URL of the model endpoint, such as http://127.0.0.1:8000/v1.", show_default=False)
]


class _Commands(TyperGroup):
    """The commands, whose interrupts and closed pipes are left to `main`."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, BrokenPipeError) as error:
            raise CommandStopped from error


app = typer.Typer(
    name="regulars",
    cls=_Commands,
    help="Test the long-term memory of assistants on simulated users who come back for months.",
    epilog=examples(
        "regulars evaluate --memory bm25-turn --seeds 1",
        "regulars evaluate --out RUN && regulars explain RUN",
        "regulars play",
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def _root(version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False) -> None:
    if version:
        from regulars import __version__

        typer.echo(__version__)
        raise typer.Exit


@app.command(
    epilog=examples(
        "regulars evaluate --memory bm25-turn,recency --seeds 1",
        "regulars evaluate --memory bm25-turn,recency --seeds 6 --against bm25-turn",
        "regulars evaluate --memory mine.py:MyMemory --suite core --out RUN",
        "regulars evaluate --assistant openai:MODEL --base-url http://127.0.0.1:8000/v1",
        "regulars evaluate --data locomo10.json --memory bm25-session",
    )
)
@with_content_options()
def evaluate(
    memory: Annotated[
        str | None,
        typer.Option(
            help="Memories to compare, separated by commas: a name, FILE.yaml, FILE.py:NAME, MODULE:NAME, or all. "
            "Default: eight representative ones. Arguments follow a colon: 'bm25-turn:k1=1.2;b=0.3' (with quotes). Put "
            "values with a comma or semicolon in parentheses: 'dense-turn:embedder=(openai:M:dims=64;batch=8)'. "
            "Memories that read statements take reader=rules (the default), oracle, noisy-oracle, packs or model:SPEC. "
            "See: regulars list memory."
        ),
    ] = None,
    assistant: Annotated[
        str | None,
        typer.Option(
            help="Assistant to test: a name, FILE.py:NAME, MODULE:NAME or openai:MODEL. NAME is a function from "
            "observation to string, a class, or a compiled LangGraph. The scripted one understands everything told in "
            "its context (reading=oracle); with scripted:reading=packs it knows only the language packs' wordings. "
            "Default: scripted, or scripted:explore=.1 for streams."
        ),
    ] = None,
    user: Annotated[
        str, typer.Option(help="Who plays the people: scripted, or openai:MODEL to reword the scripted lines.")
    ] = "scripted",
    judge: Annotated[
        str,
        typer.Option(
            help="Who judges replies: scripted (the matcher), or openai:MODEL where the matcher cannot decide. "
            "Several, separated by commas, form a panel."
        ),
    ] = "scripted",
    judge_kinds: JudgeKinds = None,
    label: Annotated[
        list[str] | None,
        typer.Option(help="Short name of an assistant or memory in tables: NAME=SPEC. Give it several times."),
    ] = None,
    data: Annotated[
        str | None,
        typer.Option(
            help="Your data instead of a suite: a file or folder in a known format (regulars list dataset), a run, "
            "FORMAT:FILE, or FILE.py:READER:FILE."
        ),
    ] = None,
    relive: Annotated[
        bool, typer.Option("--relive", help="Play a run's lives again, or turn recordings into simulated lives.")
    ] = False,
    suite: Annotated[
        str,
        typer.Option(help="Suite, your own as FILE.toml, or a split of one: core@test. See: regulars list suites."),
    ] = "smoke",
    given: ContentOptions = NO_CONTENT,
    regime: Annotated[
        str | None,
        typer.Option(help="For suites of streams: on-policy (default), off-policy, stepwise, or train (no exams)."),
    ] = None,
    feedback: Annotated[
        str | None, typer.Option(help=f"{SHOWN} Default: evaluative, or instructive for streams.")
    ] = None,
    noise: Noise = "",
    seeds: Annotated[
        int | None,
        typer.Option(help="Episodes per scenario, or streams. Default: 3, 5 streams, or 1 for recorded data."),
    ] = None,
    k: Annotated[int, typer.Option(help="Ranked items to request from a memory.")] = 10,
    budget: Annotated[int, typer.Option(help="Tokens of recalled context per reply.")] = 1024,
    cutoffs: Cutoffs = None,
    references: Annotated[
        bool | None,
        typer.Option("--references/--no-references", help="Add the reference rows. Default: only without --data."),
    ] = None,
    against: Against = None,
    wide: Wide = False,
    legend: Legend = False,
    form: Format = TableFormat.TEXT,
    watch: Annotated[bool, typer.Option("--watch", help="Show the first life while it is played.")] = False,
    out: Annotated[str | None, typer.Option(help="Folder for results.json and episodes.jsonl.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Complete the interrupted run in --out.")] = False,
    report: Annotated[bool, typer.Option("--report", help="Also write report.html to --out.")] = False,
    dry_run: DryRun = False,
    base_url: BaseUrl = None,
    limits: Annotated[
        str | None,
        typer.Option(help="Limits on model calls per episode: 'calls=200;tokens=50000;cost=0.5;seconds=60'."),
    ] = None,
    prices: Annotated[Path | None, typer.Option(help="TOML file with model prices.")] = None,
    prompts: Prompts = None,
    concurrency: Annotated[
        int | None, typer.Option(help="Episodes played at once. Default: 16 if a model is in play, else 1.")
    ] = None,
    workers: Annotated[
        int, typer.Option(help="Worker processes that play episodes or streams. The results stay the same.")
    ] = 1,
    step_timeout: Annotated[
        float | None, typer.Option(help="Time limit in seconds per action of the assistant. Exceeding it is a fault.")
    ] = None,
    executor: Annotated[
        str, typer.Option(help="plain, or langgraph: built-in policies run as compiled graphs, with equal results.")
    ] = "plain",
) -> None:
    """Compare memories and assistants on simulated people or recorded conversations, and print a table."""
    options = dict(locals())
    from regulars.cli.data_commands.data import open_and_tell, tell_relived
    from regulars.cli.progress import showing
    from regulars.cli.run_commands.dry_run import print_dry_run
    from regulars.cli.run_commands.watch import Follower
    from regulars.evaluation import evaluate as run_evaluation
    from regulars.evaluation.dry_run import dry_run as rehearse
    from regulars.evaluation.runs.config import RunConfig
    from regulars.evaluation.runs.folder import CONFIG
    from regulars.evaluation.runs.relived import is_run
    from regulars.evaluation.systems.labels import read_labels
    from regulars.registry import parse_arguments

    if (url := options.pop("base_url")) is not None:
        os.environ["OPENAI_BASE_URL"] = url
    if options.pop("report") and out is None:
        raise ConfigurationError("a report needs a folder", where="--report", remedy="name one with --out")
    if (cuts := options.pop("cutoffs")) is not None:
        options["cutoffs"] = read_cutoffs(cuts)
    for printing in ("wide", "legend", "form", "watch", "dry_run", "given"):
        del options[printing]
    options["judge_kinds"] = read_kinds(judge_kinds)
    options["labels"] = read_labels(options.pop("label"))
    options["limits"] = parse_arguments("limits", limits) if limits else None
    if resume and out and not (Path(out) / CONFIG).exists():
        typer.echo(f"{out} holds no run yet: starting a new one", err=True)
    if data is None:
        options["suite"] = given.suite(suite)
    else:
        given.open_for_data()
    try:
        if data is not None and relive and is_run(data):
            tell_relived(data)
        elif data is not None:
            options["data"] = open_and_tell(data)
        if dry_run:
            with showing() as show:
                estimate = rehearse(RunConfig(**{**options, "limits": options["limits"] or {}}), show)
            print_dry_run(estimate, form)
            return
        with showing() as show:
            run = run_evaluation(**options, progress=show, watch=Follower() if watch else None)
    except KeyboardInterrupt:
        kept = f"; resume with --out {out} --resume" if out is not None else ""
        typer.echo(f"interrupted{kept}", err=True)
        raise typer.Exit(INTERRUPTED) from None
    shown = RunConfig(data=options["data"], suite=options["suite"], feedback=feedback).environment["feedback"]
    parts = [data or "", run.title, f"feedback {shown}", f"noise {noise}" if noise else ""]
    print_outcome(run, ", ".join(filter(None, parts)), wide=wide, legend=legend, form=form)
    if run.out is not None:
        typer.echo(f"written to {write_report(run.out)[0] if report else run.out}", err=form is not TableFormat.TEXT)
    print_usage(run, err=form is not TableFormat.TEXT)
    finish(run)


@app.command(
    epilog=examples("regulars play --sessions 2", "regulars play --browser", "regulars play --seat user --browser")
)
def play(
    seed: Annotated[int, typer.Option(help="Seed of the life.")] = 0,
    users: Annotated[int, typer.Option(help="Number of people, 1 to 4.")] = 1,
    sessions: Annotated[int, typer.Option(help="Number of sessions.")] = 4,
    feedback: Feedback = "evaluative",
    noise: Noise = "",
    probes: Annotated[
        str, typer.Option(help="end: ask the out-of-band probes after the last session; off: skip them.")
    ] = "end",
    seat: Annotated[str, typer.Option(help="Your seat: assistant or user.")] = "assistant",
    assistant: Annotated[
        str, typer.Option(help="Your partner with --seat user, named as in regulars evaluate.")
    ] = "scripted",
    browser: Annotated[bool, typer.Option("--browser", help="Play in a browser, on 127.0.0.1.")] = False,
) -> None:
    """Play a life at the terminal, as the assistant or as the user. Press Ctrl-D to leave.

    As the assistant, answer each message. An empty line is an empty reply.
    As the user, you see your life and your agenda. Speak in your own words.
    An empty line closes the session. A leading + or - rates the last reply.
    """
    from regulars.cli.play import play as play_life
    from regulars.cli.play_user import play_user

    if seat not in SEATS:
        raise ConfigurationError(f"unknown seat {seat!r}", where="--seat", remedy=did_you_mean(seat, SEATS))
    if seat == "user":
        if users != 1:
            raise ConfigurationError(f"{users} users", where="--users", expected="1 with --seat user")
        if noise:
            raise ConfigurationError(f"noise {noise!r}", where="--noise", expected="no noise with --seat user")
        if browser:
            from regulars.cli.pages.viewer.played_user import play_user_in_browser as play_user
        play_user(seed=seed, sessions=sessions, feedback=feedback, assistant=assistant)
        return
    if browser:
        from regulars.cli.pages.viewer.played_life import play_in_browser as play_life
    play_life(seed=seed, users=users, sessions=sessions, feedback=feedback, noise=noise, probes=probes)


app.command(
    epilog=examples(
        "regulars generate --suite core --seeds 10 --out LIVES",
        "regulars generate --suite clinic.toml --lives 50 --out LIVES",
        "regulars generate --suite core --ontology mine --set only_attributes=own --out LIVES",
        "regulars generate --from mine.yaml --out mine.jsonl",
    )
)(generate)
app.command(
    epilog=examples("regulars new attribute --out mine/visits.toml", "regulars new suite --out mine.toml"),
)(new)


app.command(epilog=examples("regulars write --pipeline realmem --model scripted --out MINE"))(write)
app.command(epilog=examples("regulars export RUN --format locomo --out talks.json", "regulars list export"))(export)
app.command("import", epilog=examples("regulars import locomo10.json --format locomo --out talks.jsonl"))(import_)
app.command(epilog=examples("regulars validate mine.yaml", "regulars validate RUN"))(validate)
app.command(epilog=examples("regulars build --suite core --users 100 --out DATA"))(build)


app.command(epilog=examples("regulars replay RUN --wide", "regulars replay RUN --by session"))(replay)
app.command(epilog=examples("regulars judge RUN --judge openai:MODEL --out JUDGED"))(judge)
app.command(epilog=examples("regulars compare RUN BASELINE", "regulars compare RUN --against bm25-turn"))(compare)
app.command(epilog=examples("regulars gate RUN --baseline BASELINE --max-drop .05"))(gate)
app.command(epilog=examples("regulars report RUN", "regulars report RUN --against bm25-turn"))(report)
app.command(epilog=examples("regulars view RUN", "regulars view RUN --serve"))(view)
app.command(epilog=examples("regulars pack RUN --out RUN.zip", "regulars replay RUN.zip"))(pack)
app.command(epilog=examples("regulars show RUN 1 --session 2"))(show)
app.command(
    epilog=examples(
        "regulars explain RUN",
        "regulars explain RUN --system mem0-v3 --by stage --versus bm25-turn",
        "regulars explain RUN 2 13",
        "regulars explain RUN --kind temporal --verdict stale",
    )
)(explain)


@app.command(
    epilog=examples(
        "regulars audit --suite core --n 60 --verdicts core.jsonl",
        "regulars audit --suite core --n 60 --out core.md",
        "regulars audit --suite core --n 60 --verdicts core.jsonl --out core.md --no-ask",
        "regulars audit --suite hard --n 20 --kind contextual-integrity --kind sum --seed 3",
    )
)
def audit(
    suite: Annotated[
        str, typer.Option(help="Suite, or a split of one, whose lives ask the questions. See: regulars list suites.")
    ] = "core",
    n: Annotated[int, typer.Option("--n", help="Questions to draw, in equal numbers of each kind.")] = 60,
    seed: Annotated[int, typer.Option(help="Seed of the lives and of the draw.")] = 0,
    kind: Annotated[
        list[str] | None, typer.Option(help="Kind of questions; give it several times. See: regulars list probes.")
    ] = None,
    verdicts: Annotated[
        Path | None,
        typer.Option(
            help='File of verdicts, one per line: {"id": "...", "verdict": "right|wrong|ambiguous", "note": "..."}. '
            "Questions with a verdict are not asked again."
        ),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Markdown file for the shares and all questions with ids.")] = None,
    ask: Annotated[
        bool | None,
        typer.Option("--ask/--no-ask", help="Ask for verdicts. Default: at a terminal with --verdicts."),
    ] = None,
) -> None:
    """Review questions with evidence and key, record whether keys are right, and print the shares by kind."""
    from regulars.cli.audit import audit as run_audit

    asks = sys.stdin.isatty() and verdicts is not None if ask is None else ask
    run_audit(suite, n, seed, kind or (), verdicts, out, ask=asks)


@app.command()
def schema(
    name: Annotated[str, typer.Argument(help="record (a line of episodes.jsonl), config or results.")] = "record",
) -> None:
    """Print the JSON Schema of a file that regulars evaluate writes."""
    from regulars.cli.schema import print_schema

    print_schema(name)


@app.command(
    "serve-scripted",
    epilog=examples("regulars serve-scripted --port 8000", "regulars serve-scripted --misbehave 429:0.1"),
)
def serve_scripted(
    port: Annotated[int, typer.Option(help="Port on 127.0.0.1. 0 picks a free one.")] = 0,
    latency: Annotated[float, typer.Option(help="Seconds before each answer.")] = 0.0,
    misbehave: Annotated[
        str, typer.Option(help="Faults to inject, as NAME:RATE separated by commas: 429:0.1,drop:0.02.")
    ] = "",
    seed: Annotated[int, typer.Option(help="Seed of the injected faults.")] = 0,
) -> None:
    """Serve scripted policies on this machine over the OpenAI protocol, to rehearse a run without a model."""
    from regulars.cli.serve import serve

    serve(port=port, latency=latency, misbehave=misbehave, seed=seed)


app.command(
    "serve-memory",
    epilog=examples("regulars serve-memory bm25-turn", "regulars serve-memory mem0-v1 --file ann.memory --user ann"),
)(serve_memory)


@app.command()
def doctor() -> None:
    """Check versions, optional packages, keys, folders and a tiny episode. Exit code 1 means problems."""
    from regulars.cli.doctor import examine

    if not examine():
        raise typer.Exit(FAULTS)


@app.command("list", epilog=examples("regulars list memory", "regulars list suites"))
def list_(
    kind: Annotated[
        str | None,
        typer.Argument(
            help="memory, reader, embedder, assistant, user, evaluator, model, feedback, noise, suite, dataset, "
            "export, attribute, rule, probe or prompt. Default: all registered names."
        ),
    ] = None,
) -> None:
    """List the names that other commands accept."""
    from regulars.cli.listing import print_entries

    print_entries(kind)


check_options(app)

if __name__ == "__main__":
    main()
