"""The options of commands that generate lives: own content, the size of lives, and single settings.

They become settings of the suite's name, so a suite with them is written, recorded and resumed like any other.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from pathlib import Path
from typing import Annotated, Any, get_type_hints

import typer

from regulars.errors import ConfigurationError


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentOptions:
    """The options as they were given; None where one was not. A command takes them with `with_content_options`."""

    ontology: Annotated[
        Path | None,
        typer.Option(help="Folder with your attributes, which join the built-in ones. See: regulars new attribute."),
    ] = None
    rules: Annotated[
        Path | None, typer.Option(help="Folder with your standing rules, which join the built-in ones.")
    ] = None
    projects: Annotated[
        Path | None, typer.Option(help="Folder with your project domains, which join the built-in ones.")
    ] = None
    personas: Annotated[
        Path | None, typer.Option(help="File with your people (YAML, JSON or TOML), who take turns in the lives.")
    ] = None
    lives: Annotated[
        int | None,
        typer.Option(help="Number of lives, replacing the suite's; the suite's plans take turns.", show_default=False),
    ] = None
    users: Annotated[
        int | None, typer.Option(help="Number of people per life, replacing the suite's.", show_default=False)
    ] = None
    sessions: Annotated[
        int | None, typer.Option(help="Number of sessions per life, replacing the suite's.", show_default=False)
    ] = None
    set: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            help="One more setting of the lives, as NAME=VALUE: only_attributes=own, typos=.05, "
            "modes={open=.6,asked=.4}. Give it several times.",
            show_default=False,
        ),
    ] = None

    def suite(self, suite: str, language: str = "") -> str:
        """The suite's name with these options as settings. Loads it once.

        Raises:
            RegularsError: An option or a file is invalid.
        """
        from regulars.scenarios.worlds import world

        for given in self.set or ():
            if "=" not in given:
                raise ConfigurationError(
                    f"{given!r} has no value", where="--set", expected="NAME=VALUE, such as typos=.05"
                )
        settings = dict(given.split("=", 1) for given in self.set or ())
        sizes = {"lives": self.lives, "users": self.users, "sessions": self.sessions}
        settings |= {name: str(number) for name, number in sizes.items() if number is not None}
        return world(
            suite,
            ontology=self.ontology,
            rules=self.rules,
            projects=self.projects,
            personas=self.personas,
            language=language,
            settings=settings,
        )

    def written(self, suite: str) -> str:
        """The suite and these options as one writes them, with paths by their last part."""
        from regulars.scenarios.suite import GIVEN
        from regulars.scenarios.suites import split_name

        path, settings = split_name(suite)
        parts = ["--suite", GIVEN.join(filter(None, (Path(path).name, settings)))]
        for name in self.__dataclass_fields__:
            value = getattr(self, name)
            for one in value if isinstance(value, list) else [value]:
                parts += [] if one is None else [f"--{name}", one.name if isinstance(one, Path) else str(one)]
        return shlex.join(parts)

    def open_for_data(self) -> None:
        """Opens own content for lives that exist already.

        Raises:
            ConfigurationError: An option is given that only new lives take.
        """
        for name in ("personas", "lives", "users", "sessions", "set"):
            if getattr(self, name):
                raise ConfigurationError(
                    f"--{name} changes lives that are generated, and --data names lives that exist",
                    where=f"--{name}",
                    remedy="leave one of the two out",
                )
        self.open_content()

    def open_content(self) -> str:
        """Opens own content that joins the English pack, and returns the name to give as language."""
        from regulars.scenarios.content import open_content

        return open_content(ontology=self.ontology, rules=self.rules, projects=self.projects)


NO_CONTENT = ContentOptions()
"""No option was given."""


def with_content_options(*left_out: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Gives a command these options in place of its parameter `given`, in which it receives them.

    Args:
        left_out: The names of options that the command lacks, or has with another meaning.
    """

    def extended(command: Callable[..., None]) -> Callable[..., None]:
        kinds = get_type_hints(ContentOptions, include_extras=True)
        taken = [name for name in kinds if name not in left_out]
        parameters: list[Parameter] = []
        for own in signature(command, eval_str=True).parameters.values():
            added = [Parameter(name, own.kind, default=None, annotation=kinds[name]) for name in taken]
            parameters += added if own.name == "given" else [own]

        @wraps(command)
        def called(**options: Any) -> None:
            command(given=ContentOptions(**{name: options.pop(name) for name in taken}), **options)

        del called.__wrapped__
        called.__signature__ = Signature(parameters)  # type: ignore[attr-defined]  # what typer reads
        called.__annotations__ = {one.name: one.annotation for one in parameters}
        return called

    return extended
