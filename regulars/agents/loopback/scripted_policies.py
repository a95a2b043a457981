"""The loopback endpoint's scripted policies: they read a prompt's text as a model would, and nothing else.

A prompt with a gold answer and a reply is a judge's, one with a draft is a user's, any other an assistant's. The
assistant answers from the remembered lines in its prompt, the user says its draft, and the judge compares words. If a
schema is requested, its fields are filled with the result. Schemas of the writing pipelines are answered by
`scripted_writing`.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.loopback.scripted_writing import scripted_draft
from regulars.agents.loopback.sections import remembered, sections
from regulars.dialogue import Phase, count_tokens
from regulars.memory import Recollections
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.metrics.token_f1 import stems, token_f1

_YES = ("yes", "correct", "true", "right", "supported")
_UNANSWERABLE = ("unanswerable", "not answerable", "not told", "never told", "cannot be known")
AGREES = 0.5
"""The token F1 from which two texts count as the same, if neither contains the other's words."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A policy's answer.

    Attributes:
        text: Its words.
        right: A judge's verdict; None for others.
        tools: The tools to call first, each with its arguments.
        draft: A whole answer in the requested schema; None if the schema is filled with the words.
    """

    text: str
    right: bool | None = None
    tools: tuple[tuple[str, Mapping[str, str]], ...] = ()
    draft: Any = None


class ScriptedPolicies:
    """Says what a scripted assistant, user or judge would say to a prompt. Keeps nothing between prompts."""

    def __init__(self) -> None:
        self._assistant = ScriptedAssistant("none")
        self._lock = threading.Lock()

    def answer(self, messages: Sequence[Mapping[str, Any]], tools: Collection[str] = (), shape: str = "") -> Answer:
        """The answer to a conversation in the protocol's form.

        Args:
            messages: The conversation.
            tools: The names of the tools that may be called. An assistant searches its memory for what it is asked,
                and saves everything else that it is told.
            shape: The name of the requested schema; empty for none.
        """
        texts = [_words(message.get("content")) for message in messages]
        draft = scripted_draft(shape, texts)
        if draft is not None:
            return Answer(json.dumps(draft, ensure_ascii=False), draft=draft)
        found = sections(texts)
        if "gold" in found and "reply" in found:
            right = agrees(found["reply"], found["gold"])
            return Answer("yes" if right else "no", right)
        if "draft" in found:
            return Answer(found["draft"])
        asked = [_words(message.get("content")) for message in messages if message.get("role") == "user"]
        message = found.get("question") or (asked[-1] if asked else "")
        if tools and messages[-1].get("role") != "tool":
            asks = self._assistant.wants_memory({"message": message, "phase": Phase.TALK})
            wanted = [("search_memory", {"query": message})] if asks else [("save_memory", {"text": message})]
            return Answer("", tools=tuple(call for call in wanted if call[0] in tools))
        return Answer(self._reply(message, remembered(texts)))

    def _reply(self, message: str, context: str) -> str:
        """The scripted assistant's reply, read from the context."""
        observation = {"message": message, "reply_id": "", "phase": Phase.PROBE}
        work = AssistantWork(observation, Phase.PROBE)
        with self._lock:
            if self._assistant.wants_memory(observation):
                work.recollections = Recollections(context=context, tokens=count_tokens(context))
                self._assistant.read(work)
            self._assistant.plan(work)
            self._assistant.reply(work)
        return work.reply.text


def agrees(reply: str, gold: str) -> bool:
    """Whether a reply says what a gold answer says: it contains its words, or shares most of them.

    Example:
        >>> agrees("You moved to Bergen in May.", "Bergen"), agrees("I don't know.", "Bergen")
        (True, False)
    """
    lowered = gold.lower()
    if not gold or any(sign in lowered for sign in _UNANSWERABLE) or abstains(gold):
        return abstains(reply)
    if abstains(reply):
        return False
    said, wanted = set(stems(reply)), set(stems(gold))
    return bool(wanted) and (wanted <= said or token_f1(reply, gold) >= AGREES)


def fill(schema: Mapping[str, Any], answer: Answer, root: Mapping[str, Any] | None = None) -> Any:
    """A value that fits a JSON schema and says the answer: strings get its words, the verdict decides the rest.

    Args:
        schema: The schema, or a part of it.
        answer: The answer to put in; one without a verdict counts as right.
        root: The whole schema, which references point into.
    """
    if answer.draft is not None:
        return answer.draft
    root = schema if root is None else root
    right = answer.right is not False
    if "$ref" in schema:
        return fill(_referred(str(schema["$ref"]), root), answer, root)
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            parts = [part for part in schema[several] if part.get("type") != "null"]
            return fill(parts[0], answer, root) if parts else None
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return _chosen(schema["enum"], right)
    kind = schema.get("type")
    if kind == "object" or "properties" in schema:
        return {name: fill(part, answer, root) for name, part in schema.get("properties", {}).items()}
    if kind == "array":
        return [fill(schema.get("items", {}), answer, root) for _ in range(max(1, int(schema.get("minItems", 1))))]
    if kind == "boolean":
        return right
    if kind in ("integer", "number"):
        low, high = schema.get("minimum", 0), schema.get("maximum", 1)
        return high if right else low
    return None if kind == "null" else answer.text


def _chosen(values: Sequence[Any], right: bool) -> Any:
    """The value that says yes or no; the first or the last if no value does."""
    yes = [value for value in values if str(value).lower() in _YES]
    no = [value for value in values if value not in yes]
    if yes and no:
        return yes[0] if right else no[0]
    return values[0] if right else values[-1]


def _referred(reference: str, root: Mapping[str, Any]) -> Mapping[str, Any]:
    node: Any = root
    for name in reference.removeprefix("#/").split("/"):
        node = node[name]
    return node  # type: ignore[no-any-return]


def _words(content: Any) -> str:
    """The text of a message: a string, or its text parts joined."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, Mapping))
    return ""
