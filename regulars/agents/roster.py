"""Registers the built-in users, assistants and evaluators, scripted or with a model's words.

Besides the scripted assistant there are four simple policies that show how a policy changes a user's life.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from regulars import registry
from regulars.agents.assistant.context_reader import PACKS, ContextReader
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.assistant.wording import agent_phrases
from regulars.agents.models.catalogue import PROVIDERS
from regulars.agents.user.scripted import ScriptedUser
from regulars.dialogue import Phase, Reply
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.seeding import SeedTree


class Acknowledger:
    """Acknowledges every message and does nothing else."""

    branches = True

    def act(self, observation: dict[str, Any]) -> Reply:
        """The same reply every time."""
        silent = observation["phase"] in (Phase.CLOSING, Phase.LISTEN)
        return Reply("" if silent else "I see.")


class Asker(ScriptedAssistant):
    """The scripted assistant, except that it asks a question where the other acknowledges."""

    def __init__(
        self,
        memory: str | Callable[[], Any] = "bm25-turn",
        *,
        k: int = 10,
        budget: int = 1024,
        reading: str | ContextReader = PACKS,
    ) -> None:
        super().__init__(memory, k=k, budget=budget, curiosity=1.0, reading=reading)


class Fabricator:
    """Answers every question it understands with a random value of the attribute."""

    branches = True

    def __init__(self) -> None:
        self._language = Language.load("english")
        self._ontology = self._language.ontology
        self._seeds = SeedTree(0)

    def use_language(self, language: Language) -> None:
        """Answers in that language from now on."""
        self._language, self._ontology = language, language.ontology

    def begin(self, episode_id: str, seed: int) -> None:
        """Restarts its draws."""
        self._seeds = SeedTree(seed)

    def act(self, observation: dict[str, Any]) -> Reply:
        """A made-up answer."""
        if observation["phase"] in (Phase.CLOSING, Phase.LISTEN):
            return Reply("")
        message = observation["message"]
        draws = self._seeds.draws("lie", observation["reply_id"] or message)
        offered = self._language.offered(message)
        if offered is not None:
            return Reply(self._say("choose", draws.choice(offered[1])))
        asked = self._language.asked_attribute(message)
        if asked is None:
            return Reply(self._say("see"))
        attribute, form = asked
        if form == Form.COUNT:
            return Reply(self._say("is", str(draws.between(7, 30))))
        grid = self._ontology.attribute(attribute).grid()
        value = (
            draws.choice(grid) if grid else f"20{draws.between(31, 60)}-{draws.between(10, 12)}-{draws.between(10, 28)}"
        )
        return Reply(self._say("is", self._language.standing_words(attribute, value)))

    def _say(self, kind: str, value: str = "") -> str:
        return agent_phrases(self._language.name)[kind][0].format(value=value)


class Interrogator:
    """Asks about one attribute after another, told or not, until people leave."""

    branches = True

    def __init__(self) -> None:
        self.use_language(Language.load("english"))
        self._next = 0

    def use_language(self, language: Language) -> None:
        """Asks in that language from now on."""
        self._words = agent_phrases(language.name)
        self._labels = [attribute.label for attribute in language.ontology if attribute.is_told]

    def begin(self, episode_id: str, seed: int) -> None:
        """Starts again at the first attribute."""
        self._next = 0

    def act(self, observation: dict[str, Any]) -> Reply:
        """Three questions at a time."""
        if observation["phase"] == Phase.PROBE:
            return Reply(self._words["think"][0])
        if observation["phase"] in (Phase.CLOSING, Phase.LISTEN):
            return Reply("")
        label = self._labels[self._next % len(self._labels)]
        self._next += 1
        return Reply(self._words["again"][0].format(label=label))


def scripted_user(*, language: Language | None = None) -> ScriptedUser:
    """The scripted user."""
    language = language or Language.load("english")
    return ScriptedUser(language, language.ontology)


registry.register(
    "assistant", "scripted", ScriptedAssistant, summary="recall, read, answer or abstain, with any memory", memory=True
)
registry.register("assistant", "asker", Asker, summary="the scripted one; asks questions to hear more", memory=True)
registry.register("assistant", "acknowledger", Acknowledger, summary="acknowledges every message, nothing else")
registry.register("assistant", "fabricator", Fabricator, summary="answers with values that it makes up")
registry.register(
    "assistant", "interrogator", Interrogator, summary="asks about everything, told or not, until people leave"
)
_LEARNERS = "regulars.agents.assistant.learners"
for _name, _maker, _summary in (
    ("fixed", f"{_LEARNERS}:FixedAssistant", "the scripted one in one fixed style (style=ATTRIBUTE.SETTING+...)"),
    ("bandit", f"{_LEARNERS}:BanditAssistant", "learns each person's preferred style from feedback"),
    (
        "ideal-observer",
        "regulars.agents.assistant.ideal_observer:IdealObserver",
        "replies by the exact posterior over people's wishes, given the feedback policy",
    ),
):
    registry.register("assistant", _name, _maker, summary=_summary, memory=True)
for _name, _where in PROVIDERS.items():
    registry.register(
        "assistant",
        _name,
        f"regulars.agents.assistant.model:{_name}_assistant",
        summary=f"a model with any memory: {_where}",
        provider=True,
        memory=True,
        prompted=True,
    )
registry.register(
    "assistant",
    "replay",
    "regulars.agents.assistant.model:replay_assistant",
    summary="a model's calls recorded in a file (openai:MODEL:record=FILE), with the memory of the recording",
    provider=True,
    memory=True,
    prompted=True,
)
for _name in ("http", "https"):
    registry.register(
        "assistant",
        _name,
        f"regulars.agents.seats.http_seat:{_name}_assistant",
        summary=f"a bot of yours behind {_name.upper()} that answers JSON ({_name}://HOST:PORT)",
        provider=True,
    )
registry.register(
    "user", "scripted", "regulars.agents.roster:scripted_user", summary="acts and speaks by its life and phrases"
)
for _name, _where in PROVIDERS.items():
    registry.register(
        "user",
        _name,
        f"regulars.agents.user.model:{_name}_user",
        summary=f"the scripted one in a model's words, each line checked: {_where}",
        provider=True,
    )
registry.register(
    "user",
    "replay",
    "regulars.agents.user.model:replay_user",
    summary="the same, from calls recorded in a file",
    provider=True,
)
registry.register(
    "evaluator", "scripted", "regulars.agents.evaluator.scripted:ScriptedEvaluator", summary="the matcher alone"
)
for _name, _where in PROVIDERS.items():
    registry.register(
        "evaluator",
        _name,
        f"regulars.agents.evaluator.model:{_name}_evaluator",
        summary=f"the matcher, and a model where it cannot decide: {_where}",
        provider=True,
    )
registry.register(
    "evaluator",
    "replay",
    "regulars.agents.evaluator.model:replay_evaluator",
    summary="the same, from calls recorded in a file",
    provider=True,
)
