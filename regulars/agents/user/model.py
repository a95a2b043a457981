"""A model in a user's seat: the scripted user decides what is said, and the model says it in the person's style.

Reactions, trust, disclosure and the agenda stay scripted. The model sees the drafted line and the speaker, and nothing
beyond the draft, so it knows no future. Its line is checked against the draft before it is said: questions and wishes
must keep their words, disclosures their values, and nothing may be added. A line that fails goes back to the model with
the reason. If it keeps failing, the user's seat is at fault.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from regulars.agents.models import catalogue
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.prompt_files import PromptSet, load_prompts
from regulars.agents.models.protocol import ChatModel, Completion, Message
from regulars.agents.models.structured import words_of
from regulars.agents.user.behaviour import Behaviour
from regulars.agents.user.future_leaks import find_future
from regulars.agents.user.paraphrase_check import find_losses, find_strangers, verbatim_parts
from regulars.agents.user.scripted import ScriptedUser
from regulars.agents.user.state import UserState, UserWork
from regulars.briefing import UserBriefing
from regulars.errors import ModelOutputError
from regulars.scenarios.kinds import Punctuation
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Person
from regulars.seeding import SeedTree

ATTEMPTS = 4
"""The number of attempts at one line before the seat is at fault."""

SHOWN = 1000
"""The number of characters of a failed line that the model sees again."""

QUOTED = 200
"""The number of characters of a failed line in an error."""


_PUNCTUATION = {
    Punctuation.LIGHT.value: ", no full stop at the end",
    Punctuation.DOTS.value: ", three dots at the end",
    Punctuation.LOUD.value: ", an exclamation mark at the end",
}
"""How a model is told of a punctuation."""


@dataclass(slots=True)
class ModelUserWork(UserWork):
    """A user's turn whose words come from a model.

    Attributes:
        draft: The scripted user's words.
        verbatim: Sentences of the draft that must stay unchanged.
        attempt: The number of lines that failed the check.
        problem: What was wrong with the last one.
    """

    draft: str = ""
    verbatim: tuple[str, ...] = ()
    attempt: int = 0
    problem: str = ""


class ModelUser(ScriptedUser):
    """The scripted user, in a model's words.

    Args:
        model: A model, or its spec.
        language: The language pack.
        ontology: The attributes.
        prompts: A folder with your own prompts, or a prompt set.

    Raises:
        ConfigurationError: The model cannot be opened.
    """

    def __init__(
        self,
        model: str | ChatModel,
        language: Language | None = None,
        ontology: Ontology | None = None,
        *,
        prompts: str | Path | PromptSet | None = None,
    ) -> None:
        language = language or Language.load("english")
        super().__init__(language, ontology or language.ontology)
        self.model = open_model(model, "user")
        self.prompts = load_prompts(prompts)

    def __getstate__(self) -> Any:
        return super().__getstate__(), self.model, self.prompts

    def __setstate__(self, state: Any) -> None:
        scripted: tuple[str, tuple[UserState, SeedTree], Behaviour]
        scripted, self.model, self.prompts = state
        super().__setstate__(scripted)

    def work(self, observation: Any, briefing: UserBriefing) -> ModelUserWork:
        """Starts a turn."""
        return ModelUserWork(observation, briefing)

    def phrase(self, work: UserWork) -> None:
        """Writes the line in the model's words."""
        assert isinstance(work, ModelUserWork)
        if self._draft(work):
            messages, seed = self._messages(work), self._seed(work)
            self._take(work, self.model.complete(messages, seed=seed, purpose="user"))

    async def aphrase(self, work: UserWork) -> None:
        """`phrase`, awaited."""
        assert isinstance(work, ModelUserWork)
        if self._draft(work):
            messages, seed = self._messages(work), self._seed(work)
            self._take(work, await self.model.acomplete(messages, seed=seed, purpose="user"))

    def check(self, work: UserWork) -> str | None:
        """Sends the line back to `phrase`, with the reason, if it adds or loses something.

        Raises:
            ModelOutputError: The last attempt fails too.
            ModelOutputError: It still does after the last attempt.
        """
        super().check(work)
        assert isinstance(work, ModelUserWork)
        if work.text == work.draft:
            return None
        briefing = work.briefing
        name = briefing.person.name.lower()
        strangers = find_strangers(work.text, work.draft, self.ontology)
        lost = find_losses(work.text, work.draft, work.line.carried, briefing.facts, self.ontology)
        problems = [
            f"it mentions {found!r}, which the draft does not"
            for found in strangers
            if found.lower() not in (name, *name.split())
        ]
        problems += [
            f"it speaks of what is still to come: {found.message}" for found in find_future(work.text, briefing)
        ]
        problems += [f"it lacks {found!r}" for found in lost]
        if not problems:
            return None
        work.attempt += 1
        work.problem = "; ".join(problems)
        if work.attempt >= ATTEMPTS:
            raise ModelOutputError(
                f"no usable line after {ATTEMPTS} attempts: {work.problem} ({work.text[:QUOTED]!r})",
                where=f"model {self.model.name}, person {briefing.person.id}",
                expected=f"the draft in other words: {work.draft!r}",
            )
        return "phrase"

    def _draft(self, work: ModelUserWork) -> bool:
        """Whether the model has something to say; on the first attempt, also decides what.

        If the person's style has changed a sentence that must stay unchanged, the draft is said as it is.
        """
        if not work.attempt:
            super().phrase(work)
            work.draft = work.text
            work.verbatim = tuple(verbatim_parts(work.line.carried, work.briefing.facts))
        return bool(work.draft) and all(part in work.draft for part in work.verbatim)

    def _messages(self, work: ModelUserWork) -> tuple[Message, ...]:
        briefing = work.briefing
        problem = ""
        if work.problem:
            problem = self.prompts["user_problem"].text(attempt=work.text[:SHOWN], problems=work.problem)
        return self.prompts["user"].messages(
            name=briefing.person.name,
            date=_date(briefing.now),
            persona=_persona(briefing.person),
            style=_style(briefing.person),
            reply=briefing.reply,
            draft=work.draft,
            verbatim="\n".join(work.verbatim) or "(nothing)",
            problem=problem,
        )

    def _seed(self, work: ModelUserWork) -> int:
        return self._seeds.seed("model", str(work.observation["reply_id"]), work.attempt) & 0x7FFFFFFF

    def _take(self, work: ModelUserWork, said: Completion) -> None:
        work.text = words_of(said, f"model {self.model.name}").strip()
        work.mistyped = work.mistyped and work.text == work.draft


def _date(now: datetime) -> str:
    return f"{now:%A} {now.isoformat(timespec='minutes')}"


def _persona(person: Person) -> str:
    persona = person.persona
    known = (persona.notes, persona.stage, ", ".join(persona.traits))
    return "; ".join(part.rstrip(".") for part in known if part) or "nothing in particular is known"


def _style(person: Person) -> str:
    style = person.persona.style
    said = f"{style.length} lines, {style.formality} tone{_PUNCTUATION.get(style.punctuation, '')}"
    return f"{said}; likes to say {', '.join(style.markers)}" if style.markers else said


def _seating(opened: Callable[..., ChatModel]) -> Callable[..., ModelUser]:
    """Makes a user from a provider's spec and the options after the further colon."""

    def user(
        model: str,
        *,
        language: Language | None = None,
        prompts: str | Path | PromptSet | None = None,
        **options: Any,
    ) -> ModelUser:
        return ModelUser(opened(model, **options), language, prompts=prompts)

    return user


openai_user = _seating(catalogue.openai_model)
"""`openai:MODEL` in a user's seat; options after a further colon go to the model."""

responses_user = _seating(catalogue.responses_model)
azure_user = _seating(catalogue.azure_model)
anthropic_user = _seating(catalogue.anthropic_model)
litellm_user = _seating(catalogue.litellm_model)
local_user = _seating(catalogue.local_model)


def replay_user(
    path: str, *, language: Language | None = None, prompts: str | Path | PromptSet | None = None
) -> ModelUser:
    """`replay:FILE` in a user's seat."""
    return ModelUser(catalogue.replay_model(path), language, prompts=prompts)
