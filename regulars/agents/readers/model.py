"""Lets a model read what a turn claims: `model:SPEC`, where SPEC names any model.

Each claim in its answer names the sentence that supports it, so a statement always has the speaker's own words. An
answer that does not fit the schema is repaired once; after that it is an error.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from regulars.agents.models.answer_schemas import ReadClaim, ReadClaims
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.prompt_files import load_prompts
from regulars.agents.models.protocol import ChatModel
from regulars.agents.models.structured import ask
from regulars.agents.readers.packs import language_of
from regulars.errors import ModelOutputError
from regulars.memory.journal.operations import Claim, Draft
from regulars.memory.parts.extraction.extract import said_by_assistant
from regulars.memory.parts.extraction.statements import Statement
from regulars.memory.parts.text.sentences import sentences
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.ontology.attributes import Ontology
from regulars.values import resolve_value

KEPT = 4096
"""The number of turns whose answers are cached, so that a turn read twice costs one call."""

_ASKS = ("?", "？")


class ModelReader:
    """Asks a model what each turn claims.

    If the model uses the label of a known attribute, the claim gets that attribute's name, cardinality and sensitivity.
    Any other attribute keeps the model's name for it.

    Args:
        model: A model's spec, or a model.
        prompts: A folder with your own prompts; empty for the built-in ones.
        settings: Arguments of the model's spec.
    """

    def __init__(self, model: str | ChatModel, *, prompts: str = "", **settings: Any) -> None:
        written = ";".join(f"{name}={value}" for name, value in settings.items())
        self._spec = f"{model}:{written}" if isinstance(model, str) and written else model
        self._prompts_of = prompts
        self._model = open_model(self._spec, "memory")
        self._prompts = load_prompts(prompts or None)
        self._kept: OrderedDict[tuple[str, str], ReadClaims] = OrderedDict()

    def __repr__(self) -> str:
        return f"ModelReader({self._model.name!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return _remade, (self._spec, self._prompts_of)

    def statements(self, part: Draft) -> Sequence[Statement]:
        """The person's sentences that are not questions, and those in which the model finds claims.

        Raises:
            ModelOutputError: The model's answer is unreadable, or names a sentence that does not exist.
            InfrastructureError: The endpoint fails.
        """
        said = sentences(part.text)
        if said_by_assistant(part) or not said:
            return ()
        ontology = language_of(part.text).ontology
        claims: dict[int, list[Claim]] = {}
        for read in self._read(part, said).claims:
            claims.setdefault(read.sentence, []).append(_claim(part.name, read, ontology))
        return tuple(
            Statement(sentence, tuple(claims.get(number, ())))
            for number, sentence in enumerate(said, 1)
            if number in claims or not sentence.endswith(_ASKS)
        )

    def unwanted(self, part: Draft) -> Sequence[str]:
        """The attributes that a turn asks to forget. Raises as `statements` does."""
        said = sentences(part.text)
        if said_by_assistant(part) or not said:
            return ()
        ontology = language_of(part.text).ontology
        return tuple(_named(label, ontology) for label in self._read(part, said).unwanted)

    def _read(self, part: Draft, said: Sequence[str]) -> ReadClaims:
        key = (part.name, part.text)
        if key not in self._kept:
            listed = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(said, 1))
            messages = self._prompts["read_claims"].messages(name=part.name, sentences=listed)
            answer = ask(self._model, messages, ReadClaims, purpose="read", prompts=self._prompts)
            self._kept[key] = _checked(answer, len(said), self._model.name)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]


def _remade(spec: str | ChatModel, prompts: str) -> ModelReader:
    return ModelReader(spec, prompts=prompts)


def _checked(answer: ReadClaims, sentences: int, model: str) -> ReadClaims:
    """The answer, if it refers to existing sentences only."""
    strange = [claim.sentence for claim in answer.claims if claim.sentence > sentences]
    if strange:
        raise ModelOutputError(
            f"the model finds a claim in sentence {strange[0]} of {sentences}",
            where=f"reader {model}",
            expected="numbers of the sentences that it is shown",
        )
    return answer


def _named(label: str, ontology: Ontology) -> str:
    """The name of the attribute with that label, or the label itself."""
    plain = " ".join(label.casefold().split())
    return next((one.name for one in ontology if plain in (one.label.casefold(), one.name)), plain)


def _claim(name: str, read: ReadClaim, ontology: Ontology) -> Claim:
    attribute = _named(read.attribute, ontology)
    if attribute not in ontology:
        return Claim(name, attribute, read.value, read.holds, read.many)
    known = ontology.attribute(attribute)
    value = (resolve_value(read.value, known.domain) or read.value) if read.holds else ""
    return Claim(name, attribute, value, read.holds, known.cardinality is not Cardinality.ONE, known.sensitivity)
