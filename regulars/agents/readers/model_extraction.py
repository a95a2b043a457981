"""Extracts facts from turns with a model, each with the turns that support it.

`FactExtractor` decides what a memory holds of a turn (the part `hold`); it also takes several turns at
once. Facts that name a turn which was not shown to the model are rejected and reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from regulars.agents.models.answer_schemas import ExtractedFacts
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.models.protocol import ChatModel, Message
from regulars.agents.models.structured import aask, ask
from regulars.dialogue import Turn
from regulars.memory.context_line import context_line
from regulars.memory.journal.operations import Draft


@dataclass(frozen=True, slots=True)
class Extraction:
    """The facts that were extracted from turns.

    Attributes:
        facts: Facts to store, with their sources.
        rejected: Facts whose sources include a turn that was not shown.
    """

    facts: tuple[Draft, ...]
    rejected: tuple[str, ...] = ()


class FactExtractor:
    """Asks a model which facts in some turns are worth remembering.

    Args:
        model: A model, or its spec.
        prompts: A folder with your own prompts, or a prompt set.
    """

    def __init__(self, model: str | ChatModel, prompts: str | Path | PromptSet | None = None) -> None:
        self.model = open_model(model, "memory")
        self.prompts = load_prompts(prompts)

    def __repr__(self) -> str:
        return f"FactExtractor({self.model.name!r})"

    def __call__(self, turn: Turn) -> Sequence[Draft]:
        """The facts of one turn. Raises as `extract` does."""
        return self.extract((turn,)).facts

    def extract(self, turns: Sequence[Turn], *, seed: int | None = None) -> Extraction:
        """The facts of turns of one scope, oldest first.

        Raises:
            ModelOutputError: The model's answer cannot be read.
            InfrastructureError: The endpoint fails.
        """
        if not turns:
            return Extraction(())
        answer = ask(
            self.model, self._messages(turns), ExtractedFacts, seed=seed, purpose="extract", prompts=self.prompts
        )
        return _drafts(answer, turns)

    async def aextract(self, turns: Sequence[Turn], *, seed: int | None = None) -> Extraction:
        """Asynchronous version of `extract`."""
        if not turns:
            return Extraction(())
        answer = await aask(
            self.model, self._messages(turns), ExtractedFacts, seed=seed, purpose="extract", prompts=self.prompts
        )
        return _drafts(answer, turns)

    def _messages(self, turns: Sequence[Turn]) -> tuple[Message, ...]:
        lines = (f"{number}. {context_line(turn.time, turn.name, turn.text)}" for number, turn in enumerate(turns, 1))
        return self.prompts["extract_facts"].messages(turns="\n".join(lines))


def _drafts(answer: ExtractedFacts, turns: Sequence[Turn]) -> Extraction:
    """The facts with their sources; time, session and speaker are those of the last supporting turn."""
    held, rejected = [], []
    for fact in answer.facts:
        numbers = sorted(set(fact.turns))
        if numbers[0] < 1 or numbers[-1] > len(turns):
            rejected.append(fact.text)
            continue
        last = turns[numbers[-1] - 1]
        sources = tuple(turns[number - 1].id for number in numbers)
        held.append(Draft(last.scope, last.session, last.time, last.name, fact.text, sources))
    return Extraction(tuple(held), tuple(rejected))
