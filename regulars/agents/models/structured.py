"""Asks a model for JSON, validates the answer, and gives the model one chance to repair it.

An answer that is still unusable raises a `ModelOutputError`, whose `fault` gives the reason. So a failing judge is
visible as a failure and never counts as a score of zero.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.models.protocol import ChatModel, Completion, Finish, Message
from regulars.agents.models.schemas import instructed, schema_text
from regulars.errors import ModelOutputError

if TYPE_CHECKING:
    from pydantic import BaseModel


T = TypeVar("T", bound="BaseModel")

SHOWN = 2_000
"""The number of characters of an unusable answer that the model sees again."""

QUOTED = 200
"""The number of characters of a refusal in an error."""

PROBLEMS = 8
"""The number of faults of one answer that are described in words."""


_THOUGHT = re.compile(r"<think>.*?(?:</think>|\Z)", re.DOTALL)
_END_OF_THOUGHT = "</think>"


class OutputFault(StrEnum):
    """Why a model's answer cannot be used."""

    TRUNCATED = "truncated"
    NOT_JSON = "not_json"
    WRONG_SCHEMA = "wrong_schema"
    REFUSED = "refused"
    FILTERED = "filtered"
    EMPTY = "empty"
    TOOL_LOOP = "tool_loop"

    @property
    def can_be_repaired(self) -> bool:
        """Whether asking again with a description of the fault may help."""
        return self in (OutputFault.TRUNCATED, OutputFault.NOT_JSON, OutputFault.WRONG_SCHEMA)


@dataclass(frozen=True, slots=True)
class _Problem:
    fault: OutputFault
    words: str


def ask(
    model: ChatModel,
    messages: Sequence[Message],
    schema: type[T],
    *,
    seed: int | None = None,
    purpose: str = "",
    prompts: PromptSet | None = None,
    **parameters: Any,
) -> T:
    """The model's answer as an object of `schema`.

    Args:
        model: The model to ask.
        messages: The conversation so far.
        schema: A pydantic model.
        seed: Passed on to the model.
        purpose: What the call is for.
        prompts: The prompts that ask for JSON and repairs; the built-in ones by default.
        parameters: Passed on to the model.

    Raises:
        ModelOutputError: The answer is unusable, also after one repair; `fault` gives the reason.
        InfrastructureError: The endpoint fails.
    """
    told = _told(model, messages, schema, prompts)
    completion = model.complete(told, schema=schema, seed=seed, purpose=purpose, **parameters)
    found = _parse(completion, schema)
    if isinstance(found, _Problem) and found.fault.can_be_repaired:
        again = _again(told, completion, found, schema, prompts)
        found = _parse(model.complete(again, schema=schema, seed=seed, purpose=purpose, **parameters), schema)
    return _given(found, model, schema, purpose)


async def aask(
    model: ChatModel,
    messages: Sequence[Message],
    schema: type[T],
    *,
    seed: int | None = None,
    purpose: str = "",
    prompts: PromptSet | None = None,
    **parameters: Any,
) -> T:
    """Asynchronous version of `ask`."""
    told = _told(model, messages, schema, prompts)
    completion = await model.acomplete(told, schema=schema, seed=seed, purpose=purpose, **parameters)
    found = _parse(completion, schema)
    if isinstance(found, _Problem) and found.fault.can_be_repaired:
        again = _again(told, completion, found, schema, prompts)
        found = _parse(await model.acomplete(again, schema=schema, seed=seed, purpose=purpose, **parameters), schema)
    return _given(found, model, schema, purpose)


def words_of(completion: Completion, where: str) -> str:
    """The words of a completion in free text, without thoughts.

    Args:
        completion: What the model said.
        where: The model, for the message.

    Raises:
        ModelOutputError: The text is empty or a refusal. A text that was cut off is accepted.
    """
    problem = _silence(completion)
    if problem is None:
        return spoken(completion.text)
    raise _error(problem, where, "words")


def spoken(text: str) -> str:
    """What a model says without its thoughts: the text outside `<think>` tags.

    Thoughts whose start is missing, because the prompt's template holds it, end at the first `</think>`. Thoughts
    without an end, as in an answer that was cut, are all that is left of it.

    Example:
        >>> spoken("<think>She moved in May.</think> Bergen."), spoken("<think>She moved")
        ('Bergen.', '')
    """
    if "think>" not in text:
        return text
    start, end = text.find("<think>"), text.find(_END_OF_THOUGHT)
    if end >= 0 and (start < 0 or end < start):
        text = text[end + len(_END_OF_THOUGHT) :]
    return _THOUGHT.sub("", text).strip()


def _told(
    model: ChatModel, messages: Sequence[Message], schema: type[BaseModel], prompts: PromptSet | None
) -> tuple[Message, ...]:
    """The messages; for a model that does not handle schemas itself, with the schema in words."""
    return tuple(messages) if getattr(model, "takes_schema", False) else instructed(messages, schema, prompts)


def _silence(completion: Completion) -> _Problem | None:
    if completion.finish == Finish.REFUSED:
        return _Problem(OutputFault.REFUSED, f"the model refuses: {completion.text[:QUOTED]}")
    if completion.finish == Finish.FILTERED:
        return _Problem(OutputFault.FILTERED, "the endpoint's filter stopped the answer")
    if completion.finish == Finish.EMPTY or not completion.text.strip():
        return _Problem(OutputFault.EMPTY, "the model gave no words")
    if not spoken(completion.text):
        cut = ", and was cut by the token limit" if completion.finish == Finish.LENGTH else ""
        return _Problem(OutputFault.EMPTY, f"the model gave thoughts and no words{cut}")
    return None


def _parse(completion: Completion, schema: type[T]) -> T | _Problem:
    from pydantic import ValidationError

    silent = _silence(completion)
    if silent is not None:
        return silent
    text = _unfenced(spoken(completion.text))
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        cut = completion.finish == Finish.LENGTH or _is_cut(text, error)
        if cut:
            return _Problem(OutputFault.TRUNCATED, "the JSON breaks off before its end")
        return _Problem(OutputFault.NOT_JSON, f"it is not JSON ({error.msg}, at character {error.pos})")
    except (RecursionError, ValueError):
        return _Problem(OutputFault.NOT_JSON, "it is not JSON that can be read")
    try:
        return schema.model_validate(data)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        words = "; ".join(f"{_place(fault['loc'])}: {fault['msg'].lower()}" for fault in faults[:PROBLEMS])
        return _Problem(OutputFault.WRONG_SCHEMA, f"it does not fit the schema ({words})")


def _unfenced(text: str) -> str:
    """The JSON in a text: the part between code fences, or from the first brace on."""
    text = text.strip()
    if "```" in text:
        inner = text.split("```", 2)[1]
        text = inner.removeprefix("json").strip()
    if not text.startswith(("{", "[")) and "{" in text:
        text = text[text.index("{") :]
        end = text.rfind("}")
        text = text[: end + 1] if end > 0 else text
    return text


def _is_cut(text: str, error: json.JSONDecodeError) -> bool:
    begun = text.startswith(("{", "["))
    return begun and (error.msg.startswith("Unterminated") or not text[error.pos :].strip())


def _place(path: Sequence[int | str]) -> str:
    return ".".join(map(str, path)) or "the answer"


def _again(
    messages: Sequence[Message],
    completion: Completion,
    problem: _Problem,
    schema: type[BaseModel],
    prompts: PromptSet | None,
) -> tuple[Message, ...]:
    wanted = load_prompts(prompts)["structured_repair"].text(problem=problem.words, schema=schema_text(schema))
    return (*messages, Message("assistant", spoken(completion.text)[:SHOWN]), Message("user", wanted))


def _given(found: T | _Problem, model: ChatModel, schema: type[BaseModel], purpose: str) -> T:
    if not isinstance(found, _Problem):
        return found
    where = f"model {model.name}, {purpose}" if purpose else f"model {model.name}"
    fields = ", ".join(schema.model_fields)
    raise _error(found, where, f"a JSON object {schema.__name__} with {fields}")


def _error(problem: _Problem, where: str, expected: str) -> ModelOutputError:
    error = ModelOutputError(problem.words, where=where, expected=expected)
    error.fault = problem.fault.value
    return error
