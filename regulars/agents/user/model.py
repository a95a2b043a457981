"""A model in a user's seat: the scripted user decides what is said, and the model says it in the person's style.

Reactions, trust, disclosure and the agenda stay scripted. The model sees the drafted line and the speaker, and nothing
beyond the draft, so it knows no future. Its line is checked against the draft before it is said: questions and wishes
must keep their words, disclosures their values, and nothing may be added. A line that fails goes back to the model with
the reason. If it keeps failing, the user's seat is at fault. A draft that must stay almost unchanged is said as
it is, without a call.

With `feedback="model"` the model also rates the replies, and its ratings are noted beside those of the scripted rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from regulars.agents.feedback.channel import feedback_node
from regulars.agents.models import catalogue
from regulars.agents.models.answer_log import LineOrigin, running_log
from regulars.agents.models.answer_schemas import RatedReply
from regulars.agents.models.catalogue import open_model
from regulars.agents.models.prompt_files import PromptSet, as_data, load_prompts
from regulars.agents.models.protocol import ChatModel, Completion, Message
from regulars.agents.models.structured import aask, ask, words_of
from regulars.agents.user.behaviour import Behaviour
from regulars.agents.user.future_leaks import find_future
from regulars.agents.user.model_feedback import SCALE, as_feedback, in_common, rating_messages
from regulars.agents.user.paraphrase_check import (
    find_losses,
    find_strangers,
    find_tags,
    kept_share,
    marked,
    unmarked,
    verbatim_parts,
)
from regulars.agents.user.scripted import ScriptedUser
from regulars.agents.user.state import UserState, UserWork
from regulars.briefing import UserBriefing
from regulars.errors import ConfigurationError, ModelOutputError, did_you_mean
from regulars.scenarios.kinds import Punctuation
from regulars.scenarios.language.heard import says
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

KEPT = 0.9
"""The share of a draft that must stay word for word from which the draft is said as it is."""

FEEDBACK = ("scripted", "model")
"""Who rates the replies: the scripted rule, or the model."""


_PUNCTUATION = {
    Punctuation.LIGHT.value: ", a small letter at the beginning and no full stop at the end",
    Punctuation.DOTS.value: ", three dots at the end",
    Punctuation.LOUD.value: ", an exclamation mark at the end",
}
"""How a model is told of a punctuation."""


@dataclass(slots=True)
class ModelUserWork(UserWork):
    """A user's turn whose words come from a model.

    Attributes:
        draft: The scripted user's words.
        verbatim: Parts whose words must stay unchanged in the draft's line.
        asked: Whether the model words the line.
        attempt: The number of lines that failed the check.
        problem: What was wrong with the last one.
    """

    draft: str = ""
    verbatim: tuple[str, ...] = ()
    asked: bool = False
    attempt: int = 0
    problem: str = ""


class ModelUser(ScriptedUser):
    """The scripted user, with its lines reworded by a model.

    Args:
        model: A model, or its spec.
        language: The language pack.
        ontology: The attributes.
        prompts: A folder with your own prompts, or a prompt set.
        feedback: Who rates the replies: `scripted` or `model`. A model's rating replaces the rule-based one; the
            feedback policy decides how much of it is shown.

    Raises:
        ConfigurationError: The model cannot be opened, or `feedback` is unknown.
    """

    def __init__(
        self,
        model: str | ChatModel,
        language: Language | None = None,
        ontology: Ontology | None = None,
        *,
        prompts: str | Path | PromptSet | None = None,
        feedback: str = "scripted",
    ) -> None:
        if feedback not in FEEDBACK:
            raise ConfigurationError(
                f"unknown feedback {feedback!r}", where="user", remedy=did_you_mean(str(feedback), FEEDBACK)
            )
        self.feedback = feedback
        language = language or Language.load("english")
        super().__init__(language, ontology or language.ontology)
        self.model = open_model(model, "user")
        self.prompts = load_prompts(prompts)

    def __getstate__(self) -> Any:
        return super().__getstate__(), self.model, self.prompts, self.feedback

    def __setstate__(self, state: Any) -> None:
        scripted: tuple[str, tuple[UserState, SeedTree], Behaviour]
        scripted, self.model, self.prompts, self.feedback = state
        super().__setstate__(scripted)

    def work(self, observation: Any, briefing: UserBriefing) -> ModelUserWork:
        """Starts a turn."""
        return ModelUserWork(observation, briefing)

    def decide(self, work: UserWork) -> None:
        """Rates the last reply if the model is the rater, then decides as the scripted user does."""
        try:
            if self._rates(work.briefing):
                messages, seed = self._rating(work), self._seed(work, "feedback")
                said = ask(self.model, messages, RatedReply, seed=seed, purpose="user", prompts=self.prompts)
                self._rate_as(work, said)
            super().decide(work)
        finally:
            self._rated = None

    async def adecide(self, work: UserWork) -> None:
        """Asynchronous version of `decide`."""
        try:
            if self._rates(work.briefing):
                messages, seed = self._rating(work), self._seed(work, "feedback")
                said = await aask(self.model, messages, RatedReply, seed=seed, purpose="user", prompts=self.prompts)
                self._rate_as(work, said)
            super().decide(work)
        finally:
            self._rated = None

    def phrase(self, work: UserWork) -> None:
        """Writes the line in the model's words."""
        assert isinstance(work, ModelUserWork)
        if self._draft(work):
            messages, seed = self._messages(work), self._seed(work, "model", work.attempt)
            self._take(work, self.model.complete(messages, seed=seed, purpose="user"))

    async def aphrase(self, work: UserWork) -> None:
        """Asynchronous version of `phrase`."""
        assert isinstance(work, ModelUserWork)
        if self._draft(work):
            messages, seed = self._messages(work), self._seed(work, "model", work.attempt)
            self._take(work, await self.model.acomplete(messages, seed=seed, purpose="user"))

    def check(self, work: UserWork) -> str | None:
        """Sends the line back to `phrase`, with the reason, if it adds or loses content.

        Raises:
            ModelOutputError: The last attempt fails too.
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
        problems += [f"it contains the tag {found}" for found in find_tags(work.text)]
        if not problems:
            return None
        work.attempt += 1
        work.problem = "; ".join(problems)
        if work.attempt >= ATTEMPTS:
            self._note(LineOrigin.FAILED)
            raise ModelOutputError(
                f"no usable line after {ATTEMPTS} attempts: {work.problem} ({work.text[:QUOTED]!r})",
                where=f"model {self.model.name}, person {briefing.person.id}",
                expected=f"the draft in other words: {work.draft!r}",
            )
        return "phrase"

    def speak(self, work: UserWork) -> None:
        """Builds the action, and records how the line was worded."""
        super().speak(work)
        assert isinstance(work, ModelUserWork)
        if work.draft:
            worded = LineOrigin.AGAIN if work.attempt else LineOrigin.FIRST
            self._note(worded if work.asked else LineOrigin.DRAFTED)

    # ------------------------------------------------------------------ wording

    def _draft(self, work: ModelUserWork) -> bool:
        """Whether the model has something to say; on the first attempt, also decides what.

        If the person's style has changed a sentence that must stay unchanged, or almost nothing may change, the draft
        is said as it is.
        """
        if not work.attempt:
            super().phrase(work)
            work.draft = work.text
            work.verbatim = tuple(verbatim_parts(work.line.carried, work.briefing.facts))
            whole = all(says(work.draft, part) for part in work.verbatim)
            work.asked = whole and kept_share(work.draft, work.verbatim) < KEPT
        return work.asked

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
            reply=as_data(briefing.reply),
            draft=marked(work.draft, work.verbatim),
            problem=problem,
        )

    def _seed(self, work: UserWork, what: str, *more: int) -> int:
        return self._seeds.seed(what, str(work.observation["reply_id"]), *more) & 0x7FFFFFFF

    def _take(self, work: ModelUserWork, said: Completion) -> None:
        work.text = unmarked(words_of(said, f"model {self.model.name}"))
        work.mistyped = work.mistyped and work.text == work.draft

    def _note(self, origin: LineOrigin) -> None:
        log = running_log()
        if log is not None:
            log.worded("user", self.model.name, origin)

    # ------------------------------------------------------------------ feedback

    def _rates(self, briefing: UserBriefing) -> bool:
        """Whether the model rates the last reply: only where the feedback policy shows something of it."""
        node = self._reaction_node(briefing) if self.feedback == "model" else None
        if node is None:
            return False
        outbox = self.state.outbox
        return outbox.noted(briefing, self.language, self._seeds, node) is not outbox

    def _rating(self, work: UserWork) -> tuple[Message, ...]:
        briefing = work.briefing
        persona = _persona(briefing.person)
        return rating_messages(self.prompts, briefing, persona, self.state.said, self.language)

    def _rate_as(self, work: UserWork, said: RatedReply) -> None:
        """Lets the model's rating stand, and notes it beside that of the scripted rule."""
        self._rated = as_feedback(said)
        node, log = self._reaction_node(work.briefing), running_log()
        if log is not None and node is not None:
            moment = self.state.outbox.moment(work.briefing, self.language)
            scripted = SCALE.content(moment, feedback_node(node)).action
            log.rated("user", self.model.name, in_common(scripted), in_common(self._rated.action))


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
        feedback: str = "scripted",
        **options: Any,
    ) -> ModelUser:
        return ModelUser(opened(model, **options), language, prompts=prompts, feedback=feedback)

    return user


openai_user = _seating(catalogue.openai_model)
"""`openai:MODEL` in a user's seat; options after a further colon are its own (`feedback`) or the model's."""

responses_user = _seating(catalogue.responses_model)
azure_user = _seating(catalogue.azure_model)
anthropic_user = _seating(catalogue.anthropic_model)
litellm_user = _seating(catalogue.litellm_model)
local_user = _seating(catalogue.local_model)

replay_user = _seating(catalogue.replay_model)
"""`replay:FILE` in a user's seat."""
