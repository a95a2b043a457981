"""Where a scenario is written: steps that are each kept in a file, so that a killed run goes on where it was.

A step is asked for by its name. What its file holds is taken as it is; what is missing is made, written to a file
beside it, and renamed, so that a file is there whole or not at all.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from regulars.agents.models.protocol import ChatModel, Message
from regulars.agents.models.structured import ask
from regulars.agents.prompt_files import PromptSet
from regulars.errors import ConfigurationError, DataError, ModelOutputError
from regulars.seeding import SeedTree

if TYPE_CHECKING:
    from pydantic import BaseModel

__all__ = ["ATTEMPTS", "Workshop"]

T = TypeVar("T", bound="BaseModel")

ATTEMPTS = 3
"""Times that one step may be written before the run fails."""

STEPS = "steps"
CONFIG = "config.json"


class Workshop:
    """A folder in which a model writes, step by step.

    Args:
        folder: Where the steps are kept.
        model: Who writes.
        prompts: What it is told.
        config: What the run is made with; a folder holds one run.
        resume: Whether a run that the folder holds goes on.
        seed: The root of the seeds of the model's calls.

    Raises:
        ConfigurationError: The folder holds another run, or one that is not to go on.
    """

    def __init__(
        self,
        folder: Path,
        model: ChatModel,
        prompts: PromptSet,
        config: Mapping[str, Any],
        *,
        resume: bool = False,
        seed: int = 0,
    ) -> None:
        self.folder = folder
        self.model = model
        self.prompts = prompts
        self.seeds = SeedTree(seed)
        self._settle(json.loads(json.dumps(config)), resume)

    def _settle(self, config: Mapping[str, Any], resume: bool) -> None:
        place = self.folder / CONFIG
        if place.exists():
            held = _read(place)
            if held != config:
                differing = sorted(name for name in {*held, *config} if held.get(name) != config.get(name))
                raise ConfigurationError(
                    f"another run is in the folder, with another {', '.join(differing)}",
                    where=str(self.folder),
                    remedy="name another folder",
                )
            if not resume:
                raise ConfigurationError(
                    "a run is in the folder", where=str(self.folder), remedy="go on with --resume, or name another"
                )
            return
        try:
            (self.folder / STEPS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(f"cannot be made: {error.strerror}", where=str(self.folder)) from error
        if any((self.folder / STEPS).iterdir()):
            raise ConfigurationError("the folder is not empty", where=str(self.folder), remedy="name another folder")
        _write(place, config)

    def step(
        self,
        name: str,
        schema: type[T],
        messages: Sequence[Message],
        check: Callable[[T], Sequence[str]] = lambda _: (),
    ) -> T:
        """What the model wrote, now or before.

        Args:
            name: The step's file.
            schema: The shape of what is written.
            messages: What the model is told.
            check: What is wrong with a draft beyond its shape; it goes back with that.

        Raises:
            ModelOutputError: The last attempt cannot be used either.
            DataError: The step's file is no such thing.
        """
        place = self.folder / STEPS / f"{name}.json"
        if place.exists():
            return self._held(place, schema)
        told = tuple(messages)
        for attempt in range(ATTEMPTS):
            seed = self.seeds.seed("write", name, attempt) & 0x7FFFFFFF
            draft = ask(self.model, told, schema, seed=seed, purpose=f"write {name}", prompts=self.prompts)
            problems = list(check(draft))
            if not problems:
                _write(place, draft.model_dump(mode="json"))
                return draft
            wanted = self.prompts["write_problem"].text(problems="; ".join(problems))
            told = (*messages, Message("assistant", draft.model_dump_json()), Message("user", wanted))
        raise ModelOutputError(
            f"after {ATTEMPTS} attempts the step cannot be used: {'; '.join(problems)}",
            where=f"model {self.model.name}, step {name}",
            remedy="--resume asks again",
        )

    def note(self, name: str, make: Callable[[], Any]) -> Any:
        """What `make` gave, now or before; something that JSON holds."""
        place = self.folder / STEPS / f"{name}.json"
        if not place.exists():
            _write(place, make())
        return _read(place)

    def _held(self, place: Path, schema: type[T]) -> T:
        from pydantic import ValidationError

        try:
            return schema.model_validate(_read(place))
        except ValidationError as error:
            raise DataError(
                f"is no {schema.__name__}: {error.error_count()} faults",
                where=str(place),
                remedy="remove the file; the step is then made again",
            ) from error


def _read(place: Path) -> Any:
    try:
        return json.loads(place.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {error}", where=str(place), expected="JSON") from error


def _write(place: Path, content: Any) -> None:
    """Writes a file whole or not at all."""
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    beside = place.with_suffix(".part")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(place)
