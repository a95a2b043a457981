"""A model with scripted answers, for tests and for rehearsing a run without an endpoint."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from regulars.agents.models.protocol import Call, CallModel, Completion
from regulars.errors import ConfigurationError

Answer = str | Completion | Exception


class ScriptedChat(CallModel):
    """A model that answers from a list or a function.

    Args:
        answers: The answers in order, or a function from the `Call` to the answer. If an answer is an exception, it is
            raised.
        name: Its name.

    Example:
        >>> from regulars.agents.models.protocol import Message
        >>> model = ScriptedChat(["Bergen."])
        >>> model.complete([Message("user", "Where do I live?")]).text
        'Bergen.'
        >>> ScriptedChat(lambda call: call.messages[-1].content.upper()).complete([Message("user", "hello")]).text
        'HELLO'
    """

    def __init__(self, answers: Sequence[Answer] | Callable[[Call], Answer], name: str = "scripted") -> None:
        self.name = name
        self.calls: list[Call] = []
        """The calls it received, oldest first."""
        self._answers = answers

    def answer(self, call: Call) -> Completion:
        """The next answer.

        Raises:
            ConfigurationError: The list is used up.
        """
        self.calls.append(call)
        answer = self._answers(call) if callable(self._answers) else self._next()
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Completion):
            return answer
        prompt = sum(len(message.content.split()) for message in call.messages)
        return Completion(answer, self.name, prompt_tokens=prompt, completion_tokens=len(answer.split()))

    def _next(self) -> Answer:
        assert not callable(self._answers)
        place = len(self.calls) - 1
        if place >= len(self._answers):
            raise ConfigurationError(
                f"the model was called {place + 1} times",
                where=self.name,
                expected=f"{len(self._answers)} calls at most",
                remedy="give it more answers, or a function",
            )
        return self._answers[place]
