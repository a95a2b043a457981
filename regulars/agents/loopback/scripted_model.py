"""The loopback endpoint's scripted policies as a model in this process: `--model scripted`, without a server."""

from __future__ import annotations

import json

from regulars.agents.loopback.scripted_policies import ScriptedPolicies, fill
from regulars.agents.models.protocol import Call, CallModel, Completion
from regulars.agents.models.schemas import strict_schema
from regulars.dialogue import count_tokens


class ScriptedModel(CallModel):
    """A model that answers as `regulars serve-scripted` does.

    Example:
        >>> from regulars.agents.models.protocol import Message
        >>> ScriptedModel().complete([Message("user", "Draft: I moved to Bergen.")]).text
        'I moved to Bergen.'
    """

    takes_schema = True

    def __init__(self) -> None:
        self.name = "scripted"
        self._policies = ScriptedPolicies()

    def answer(self, call: Call) -> Completion:
        """What the scripted policies say."""
        messages = [{"role": message.role, "content": message.content} for message in call.messages]
        schema = None if call.schema is None else strict_schema(call.schema)
        answer = self._policies.answer(messages, shape="" if schema is None else str(schema.get("title", "")))
        text = answer.text if schema is None else json.dumps(fill(schema, answer), ensure_ascii=False)
        prompt = sum(count_tokens(message.content) for message in call.messages)
        return Completion(text, self.name, prompt_tokens=prompt, completion_tokens=count_tokens(text))
