"""Stores each step of a written scenario in a file, so that an interrupted run can continue.

A step has a name. If its file exists, its content is used. Otherwise the step is made, written to a temporary file and
renamed, so a step's file is always complete.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from regulars.agents.models.prompt_files import PromptSet
from regulars.agents.models.protocol import ChatModel, Message
from regulars.agents.models.structured import ask
from regulars.errors import ConfigurationError, DataError, ModelOutputError
from regulars.seeding import SeedTree

if TYPE_CHECKING:
    from pydantic import BaseModel


T = TypeVar("T", bound="BaseModel")

ATTEMPTS = 3
"""The number of attempts at one step before the run fails."""

STEPS = "steps"
CONFIG = "config.json"


class Workshop:
    """A folder in which a model writes a scenario, step by step.

    Args:
        folder: The folder for the steps.
        model: The model that writes.
        models: The models of roles that have one of their own, such as `user`; `model` plays all others.
        prompts: The prompts.
        config: The configuration of the run; a folder holds one run.
        resume: Whether to continue the run in the folder.
        seed: The root of the seeds of the model's calls.

    Raises:
        ConfigurationError: The folder holds another run, or a run and `resume` is not set.
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
        models: Mapping[str, ChatModel] | None = None,
    ) -> None:
        self.folder = folder
        self.model = model
        self.models = dict(models or {})
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
                    f"the folder holds another run, with a different {', '.join(differing)}",
                    where=str(self.folder),
                    remedy="choose another folder",
                )
            if not resume:
                raise ConfigurationError(
                    "the folder already holds a run", where=str(self.folder), remedy="use --resume, or another folder"
                )
            return
        try:
            (self.folder / STEPS).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigurationError(
                f"the folder cannot be created: {error.strerror}",
                where=str(self.folder),
                remedy="check its path and permissions",
            ) from error
        if any((self.folder / STEPS).iterdir()):
            raise ConfigurationError("the folder is not empty", where=str(self.folder), remedy="choose another folder")
        _write(place, config)

    def step(
        self,
        name: str,
        schema: type[T],
        messages: Sequence[Message],
        check: Callable[[T], Sequence[str]] = lambda _: (),
        role: str = "",
    ) -> T:
        """What the model wrote for a step, now or before.

        Args:
            name: The step's name.
            schema: The schema of the draft.
            messages: The messages to the model.
            check: Returns faults of a draft beyond its schema; the draft goes back to the model with them.
            role: The role whose model is asked; empty for the model that writes.

        Raises:
            ModelOutputError: The last attempt is unusable too.
            DataError: The step's file is invalid.
        """
        place = self.folder / STEPS / f"{name}.json"
        if place.exists():
            return self._held(place, schema)
        told, model = tuple(messages), self.models.get(role, self.model)
        for attempt in range(ATTEMPTS):
            seed = self.seeds.seed("write", name, attempt) & 0x7FFFFFFF
            draft = ask(model, told, schema, seed=seed, purpose=f"write {name}", prompts=self.prompts)
            problems = list(check(draft))
            if not problems:
                _write(place, draft.model_dump(mode="json"))
                return draft
            wanted = self.prompts["write_problem"].text(problems="; ".join(problems))
            told = (*messages, Message("assistant", draft.model_dump_json()), Message("user", wanted))
        raise ModelOutputError(
            f"no usable draft after {ATTEMPTS} attempts: {'; '.join(problems)}",
            where=f"model {model.name}, step {name}",
            remedy="use --resume to ask again",
        )

    def note(self, name: str, make: Callable[[], Any]) -> Any:
        """The result of `make`, now or before; it must be JSON."""
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
                f"not a valid {schema.__name__}: {error.error_count()} faults",
                where=str(place),
                remedy="remove the file to make the step again",
            ) from error


def _read(place: Path) -> Any:
    try:
        return json.loads(place.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"cannot be read: {error}", where=str(place), expected="JSON") from error


def _write(place: Path, content: Any) -> None:
    """Writes a file completely or not at all."""
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    beside = place.with_suffix(".part")
    with beside.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(place)
