"""Refuses options that do nothing beside the others of a command, such as `generate --from own.yaml --suite core`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import typer
from typer.core import TyperCommand

from regulars.errors import ConfigurationError

GIVEN = "COMMANDLINE"
"""The name of the source of an option that the user wrote."""

_Holds = Callable[[Mapping[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Idle:
    """Options of a command that do nothing while a condition holds.

    Attributes:
        options: The names of their parameters.
        holds: The condition on the values of all parameters.
        why: The condition in words.
        remedy: What to do instead of leaving the option out; empty for nothing else.
    """

    options: tuple[str, ...]
    holds: _Holds
    why: str
    remedy: str = ""


def _models(options: Mapping[str, Any]) -> bool:
    """Whether something is named that may call a model: a provider, a file, a module, or options of one."""
    named = (options["assistant"], options["user"], options["judge"], options["memory"], *(options.get("label") or ()))
    return any(":" in str(one) or "." in str(one) for one in named if one is not None)


IDLE: Mapping[str, tuple[Idle, ...]] = {
    "evaluate": (
        Idle(("suite",), lambda given: given["data"] is not None, "--data takes the place of a suite"),
        Idle(("watch", "report"), lambda given: given["dry_run"], "a dry run shows its estimate alone"),
        Idle(("resume",), lambda given: given["out"] is None, "there is no folder to resume", "name it with --out"),
        Idle(
            ("base_url", "limits", "prices", "prompts"),
            lambda given: not _models(given),
            "no model is in play",
            "name one, such as --assistant openai:MODEL",
        ),
    ),
    "generate": (
        Idle(
            ("suite", "seeds", "language"),
            lambda given: given["own"] is not None,
            "the file of --from is the whole scenario",
            "write it into the file",
        ),
    ),
    "play": (
        Idle(("assistant",), lambda given: given["seat"] != "user", "you play the assistant", "add --seat user"),
        Idle(("probes",), lambda given: given["seat"] == "user", "a person is asked no out-of-band probes"),
    ),
    "serve-scripted": (
        Idle(("seed",), lambda given: not given["misbehave"], "no faults are drawn", "name some with --misbehave"),
    ),
}
"""The options that may do nothing, by command."""


class CheckedCommand(TyperCommand):
    """A command that refuses options which do nothing."""

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]  # Typer's own context
        """Runs the command. Raises `ConfigurationError` for an option that does nothing."""
        for idle in IDLE.get(str(self.name), ()):
            for option in idle.options:
                source = ctx.get_parameter_source(option)
                if source is not None and source.name == GIVEN and idle.holds(ctx.params):
                    written = f"--{option.replace('_', '-')}"
                    raise ConfigurationError(
                        f"{written} does nothing here: {idle.why}",
                        where=f"regulars {self.name}",
                        remedy=f"leave {written} out{f', or {idle.remedy}' if idle.remedy else ''}",
                    )
        return super().invoke(ctx)


def check_options(app: typer.Typer) -> None:
    """Makes all commands of an application refuse options that do nothing."""
    for command in app.registered_commands:
        command.cls = CheckedCommand
