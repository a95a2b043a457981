"""Reference assistants that adapt to feedback on style: a fixed style, and a bandit that learns from ratings.

They answer from memory like the scripted assistant. What a learner learns stays in the learner, outside its memory, so
it is a baseline for the lessons of a memory.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from regulars.agents.assistant.conduct_evidence import displeasure
from regulars.agents.assistant.context_reader import PACKS, ContextReader
from regulars.agents.assistant.scripted import AssistantWork, ScriptedAssistant
from regulars.agents.assistant.thompson import choose_settings
from regulars.agents.style.rules import default_book
from regulars.dialogue import Feedback, Phase, PlanAct
from regulars.errors import ConfigurationError
from regulars.memory.parts.learning.wish_posterior import Prior, WishPosterior
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.language.wishes import wishes_of

KEPT_REPLIES = 512
"""The number of replies kept for late feedback."""

JUDGED_REPLIES = 2048
"""The number of judged replies that are cached."""

MOST_SETTINGS = 12
"""The number of settings that one reply is made to keep; with more, a reply says little else."""


@dataclass(frozen=True, slots=True)
class Tried:
    """A reply that may still get feedback.

    Attributes:
        person: The recipient.
        act: What the reply intended to do.
        kept: The settings that its text keeps, as `attribute.setting`.
        broken: The settings that it breaks.
    """

    person: str
    act: PlanAct
    kept: tuple[str, ...]
    broken: tuple[str, ...]


def tried(text: str, person: str, act: PlanAct, occasion: Occasion) -> Tried:
    """Which of all settings a reply keeps and breaks."""
    return Tried(person, act, *_judged(text, occasion))


@lru_cache(maxsize=JUDGED_REPLIES)
def _judged(text: str, occasion: Occasion) -> tuple[tuple[str, ...], tuple[str, ...]]:
    kept: list[str] = []
    broken: list[str] = []
    book = default_book()
    for kind in book.rules.values():
        for name in kind.settings:
            found = book.keeps(text, occasion, kind.style_attribute, name)
            if found is not None:
                (kept if found else broken).append(f"{kind.style_attribute}.{name}")
    return tuple(kept), tuple(broken)


class FixedAssistant(ScriptedAssistant):
    """The scripted assistant in one fixed style for everyone; it ignores feedback.

    Args:
        memory: As for the scripted assistant.
        style: Settings, `length.one_sentence+emoji.none`.
        k: As there.
        budget: As there.
        reading: As there.

    Raises:
        ConfigurationError: The style names an unknown style attribute or setting.
    """

    def __init__(
        self,
        memory: str | Callable[[], Any] = "bm25-turn",
        *,
        style: str = "address.first_name+length.two_sentences+exclamation.none",
        k: int = 10,
        budget: int = 1024,
        reading: str | ContextReader = PACKS,
    ) -> None:
        self.style = dict(_pair(part) for part in style.split("+") if part)
        super().__init__(memory, k=k, budget=budget, reading=reading)

    def settings(self, work: AssistantWork) -> Mapping[str, str]:
        """The style."""
        return self.style


def _pair(written: str) -> tuple[str, str]:
    style_attribute, dot, name = written.partition(".")
    if not dot:
        raise ConfigurationError(
            f"invalid setting {written!r}", where="style", expected="ATTRIBUTE.SETTING, joined by +"
        )
    default_book().setting(style_attribute, name)
    return style_attribute, name


class LearningAssistant(ScriptedAssistant, ABC):
    """A scripted assistant that learns each person's preferred style from feedback.

    A subclass defines what it believes about a person, how feedback changes that belief, and how it chooses settings.
    It learns only from `Feedback`, never from probes.

    Args:
        memory: As for the scripted assistant.
        k: As there.
        budget: As there.
        most: The maximum number of settings that one reply is made to keep.
        reading: As for the scripted assistant.
    """

    def __init__(
        self,
        memory: str | Callable[[], Any] = "bm25-turn",
        *,
        k: int = 10,
        budget: int = 1024,
        most: int = MOST_SETTINGS,
        reading: str | ContextReader = PACKS,
    ) -> None:
        self.most = most
        super().__init__(memory, k=k, budget=budget, reading=reading)

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts without knowledge of any person."""
        super().begin(episode_id, seed)
        self._tried: OrderedDict[str, Tried] = OrderedDict()

    def get_state(self) -> tuple[Any, ...]:
        """The scripted assistant's state, and the replies that may still be rated."""
        return (super().get_state(), tuple(self._tried.items()))

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        own, replies = state
        super().set_state(own)
        self._tried = OrderedDict(replies)

    @property
    def learns(self) -> bool:
        """True, whatever its memory is."""
        return True

    @abstractmethod
    def credit(self, reply: Tried, feedback: Feedback) -> None:
        """Updates the belief about a person from their feedback on a reply."""

    @abstractmethod
    def preferred(self, person: str, reply: str) -> Iterable[tuple[str, str]]:
        """Settings for a reply to a person, most preferred first.

        Args:
            person: The recipient of the reply.
            reply: The name of the reply's draws.
        """

    def learn(self, feedback: Feedback) -> None:
        """Passes feedback on to `credit`, with the reply that it is about."""
        super().learn(feedback)
        reply = self._tried.get(feedback.about)
        if reply is not None:
            self.credit(reply, feedback)

    def settings(self, work: AssistantWork) -> Mapping[str, str]:
        """The person's preferred settings; settings from lessons take precedence."""
        observation = work.observation
        preferred = self.preferred(observation["speaker"], observation["reply_id"] or observation["message"])
        return compatible([*work.guidance.settings.items(), *preferred], self.most)

    def remember(self, work: AssistantWork) -> None:
        """Records which settings the reply kept and broke, for later feedback on it."""
        super().remember(work)
        if work.phase in (Phase.LISTEN, Phase.CLOSING) or work.consulted:
            return
        observation = work.observation
        occasion = self.occasion(work, work.plan)
        reply = tried(work.reply.text, observation["speaker"], work.plan.act, occasion)
        self._tried[observation["reply_id"]] = reply
        if len(self._tried) > KEPT_REPLIES:
            self._tried.popitem(last=False)


class BanditAssistant(LearningAssistant):
    """Thompson sampling per person and style attribute, over its settings and the neutral arm.

    A rating is credited to what the reply kept and broke; words that name a wish are credited directly.

    Args:
        memory: As for the scripted assistant.
        k: As there.
        budget: As there.
        most: The maximum number of settings that one reply is made to keep.
        noise: The assumed share of ratings that say the opposite.
        reading: As for the scripted assistant.
    """

    def __init__(
        self,
        memory: str | Callable[[], Any] = "bm25-turn",
        *,
        k: int = 10,
        budget: int = 1024,
        most: int = MOST_SETTINGS,
        noise: float = 0.05,
        reading: str | ContextReader = PACKS,
    ) -> None:
        self.prior = Prior(noise=noise)
        super().__init__(memory, k=k, budget=budget, most=most, reading=reading)

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts without knowledge of any person."""
        super().begin(episode_id, seed)
        self._known: dict[str, WishPosterior] = {}

    def get_state(self) -> tuple[Any, ...]:
        """The learner's state, and what is believed of people."""
        return (super().get_state(), {person: posterior.counts() for person, posterior in self._known.items()})

    def set_state(self, state: tuple[Any, ...]) -> None:
        """Restores a state from `get_state`."""
        own, known = state
        super().set_state(own)
        self._known = {person: WishPosterior(self.prior, counts) for person, counts in known.items()}

    def belief(self, person: str) -> WishPosterior:
        """What is believed of a person; for a stranger, the prior."""
        return self._known.get(person) or WishPosterior(self.prior)

    def credit(self, reply: Tried, feedback: Feedback) -> None:
        """Updates the person's posteriors: by the words if they name a wish, else by the rating."""
        posterior = self._known.setdefault(reply.person, WishPosterior(self.prior))
        wishes = wishes_of(self.language).named_in(feedback.text) if feedback.text else []
        for wish in wishes:
            posterior.hear(f"{wish.style_attribute}.{wish.setting}", wish.said)
        if not wishes:
            displeased = displeasure(feedback, reply.act)
            if displeased is not None:
                posterior.learn(reply.broken, displeased)

    def preferred(self, person: str, reply: str) -> Iterable[tuple[str, str]]:
        """A sample from what is believed of the person."""
        return choose_settings(
            self.belief(person),
            _style_attributes(),
            lambda style_attribute: self._seeds.draws("explore", person, style_attribute, reply),
        )


def compatible(settings: Iterable[tuple[str, str]], most: int) -> dict[str, str]:
    """The first settings that can be kept together, at most `most`, one for each style attribute."""
    book = default_book()
    chosen: dict[str, str] = {}
    barred: set[str] = set()
    for style_attribute, name in settings:
        if len(chosen) == most:
            break
        if style_attribute in chosen or f"{style_attribute}.{name}" in barred:
            continue
        chosen[style_attribute] = name
        barred |= book.setting(style_attribute, name).conflicts
    return chosen


@cache
def _style_attributes() -> Mapping[str, Sequence[str]]:
    return {style_attribute: tuple(kind.settings) for style_attribute, kind in default_book().rules.items()}
