"""Writes a scenario with a model: the function behind `regulars write`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any

from regulars.agents.models.catalogue import open_model
from regulars.agents.models.prompt_files import load_prompts
from regulars.agents.models.protocol import ChatModel
from regulars.agents.seats.compiled_graph import run_compiled
from regulars.agents.seats.flow import Flow, run
from regulars.agents.writing.persona_file import read_persona
from regulars.agents.writing.realmem import RealMemWriter
from regulars.agents.writing.rolememo import RoleMemoWriter
from regulars.agents.writing.workshop import Workshop
from regulars.errors import ConfigurationError, did_you_mean
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.world import Scenario

PIPELINES: Mapping[str, Callable[..., Any]] = {"realmem": RealMemWriter, "rolememo": RoleMemoWriter}

SIZES: Mapping[str, tuple[str, ...]] = {"realmem": ("projects", "events"), "rolememo": ("each",)}
"""The sizes that can be set for each pipeline."""

ROLES: Mapping[str, tuple[str, ...]] = {"realmem": ("user", "assistant", "evaluator", "memory"), "rolememo": ()}
"""The roles of each pipeline that may have a model of their own."""

SCENARIOS = "scenarios.jsonl"
START = datetime(2025, 1, 6, tzinfo=UTC)
"""The default first day."""


def write(
    pipeline: str,
    model: str | ChatModel,
    out: str | PathLike[str],
    *,
    resume: bool = False,
    seed: int = 0,
    start: datetime = START,
    language: str = "english",
    hints: str = "",
    prompts: str | PathLike[str] | None = None,
    executor: str = "langgraph",
    sizes: Mapping[str, int] | None = None,
    roles: Mapping[str, str | ChatModel] | None = None,
    persona: str | PathLike[str] | None = None,
) -> Scenario:
    """Writes a scenario into a folder, step by step.

    Args:
        pipeline: `realmem` or `rolememo`.
        model: The model that writes, or its spec; `scripted` works offline.
        out: The folder: a file for each step, and finally `scenarios.jsonl`.
        resume: Whether to continue the run in the folder; existing steps are not made again.
        seed: The root of the draws of order and dates, and of the seeds of the model's calls.
        start: The first day, with a time zone.
        language: The language of the conversations.
        hints: Wishes about the person.
        prompts: A folder with your own prompts.
        executor: `langgraph` or `plain`.
        sizes: `projects` and `events` for realmem, `each` for rolememo; whole numbers from 1.
        roles: Models for single roles of realmem: `user`, `assistant`, `evaluator`, `memory`.
        persona: For rolememo, a persona file. Its insights are used if it has `each` of each type.

    Raises:
        ConfigurationError: An option is invalid, or the folder holds another run.
        DataError: The persona file cannot be read.
        ModelOutputError: The model's drafts are unusable; the steps before stay in the folder.
        InfrastructureError: The endpoint fails; the steps before stay in the folder.
    """
    if pipeline not in PIPELINES:
        raise ConfigurationError(
            f"unknown pipeline {pipeline!r}", where="write", remedy=did_you_mean(pipeline, PIPELINES)
        )
    if executor not in ("langgraph", "plain"):
        raise ConfigurationError(f"unknown executor {executor!r}", where="write", expected="langgraph or plain")
    if start.tzinfo is None:
        raise ConfigurationError(f"the start {start} has no time zone", where="write", expected="a time with its zone")
    chosen = dict(sizes or {})
    for name, size in chosen.items():
        if name not in SIZES[pipeline]:
            raise ConfigurationError(
                f"{pipeline} has no size {name!r}", where="write", remedy=did_you_mean(name, SIZES[pipeline])
            )
        if type(size) is not int or size < 1:
            raise ConfigurationError(f"{name} is {size!r}", where="write", expected="a whole number from 1")
    for name in roles or {}:
        if name not in ROLES[pipeline]:
            own = did_you_mean(name, ROLES[pipeline]) if ROLES[pipeline] else "leave it out"
            raise ConfigurationError(f"{pipeline} has no role {name!r}", where="write", remedy=own)
    if persona is not None and pipeline != "rolememo":
        raise ConfigurationError(f"{pipeline} takes no persona file", where="write", remedy="describe it in hints")
    models = {name: open_model(one, f"writer {name}") for name, one in (roles or {}).items()}
    extra = {} if persona is None else {"persona": read_persona(persona)}
    opened, told = open_model(model, "writer"), load_prompts(Path(prompts) if prompts is not None else None)
    config = {
        "pipeline": pipeline,
        "model": opened.name,
        "seed": seed,
        "start": start.isoformat(),
        "language": language,
        "hints": hints,
        "sizes": chosen,
        **({"roles": {name: one.name for name, one in models.items()}} if models else {}),
        **({"persona": asdict(extra["persona"])} if extra else {}),
        "prompts": {name: hash for name, hash in told.hashes.items() if name.startswith(("write_", "judge"))},
    }
    folder = Path(out)
    workshop = Workshop(folder, opened, told, config, resume=resume, seed=seed, models=models)
    writer = PIPELINES[pipeline](workshop, start, language=language, hints=hints, **chosen, **extra)
    work = writer.work()
    (run_compiled if executor == "langgraph" else run)(writer, work)
    scenario: Scenario = work.scenario
    write_scenarios(folder / SCENARIOS, [scenario])
    return scenario


def pipeline_flow(pipeline: str) -> Flow:
    """The nodes of a pipeline, for drawing."""
    flow: Flow = PIPELINES[pipeline].flow  # type: ignore[attr-defined]
    return flow
