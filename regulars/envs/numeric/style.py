"""`regulars:Style-v0`: the policy chooses how to reply, and learns people's wishes from their feedback alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from regulars.agents.assistant.wording import occasion_of, plan_in_words, styled
from regulars.agents.style.rules import default_book
from regulars.dialogue import PlanAct, ReplyPlan, feedback_in
from regulars.envs.numeric.actions import read_numbers
from regulars.envs.numeric.assistants_life import assistants_life
from regulars.envs.numeric.features import TextFeatures, scaled
from regulars.envs.numeric.replying import told_plan
from regulars.envs.numeric.situation import SITUATION, situation
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.envs.options import check_flags, check_names
from regulars.envs.state_kind import StateKind
from regulars.errors import ConfigurationError, OrderError, did_you_mean
from regulars.rewards.metrics.reward_terms import feedback_reward

SLOTS = 4
"""The default number of settings that one reply can take: people of the suite `procedural` have four wishes."""

MOST_SLOTS = 12
"""The greatest number of slots; a reply with more settings says little else."""

PERSON = 16
"""The number of dimensions of a person's id."""

SUITE = "procedural"
"""The suite that is played by default: its people have wishes about style."""

_CHOSEN = ("suite", "scenario", "users", "sessions", "probes_per_session", "pool", "language")
_ACTS = tuple(PlanAct)


class StyleEnv(gymnasium.Env[Any, Any]):
    """A life from the assistant's seat, in which the policy chooses the style of each reply.

    The content of a reply is right: it comes from what was told, as if nothing was forgotten. People like a reply that
    keeps their standing rules. The policy chooses up to `slots` settings of style attributes, such as
    `length.one_sentence`, and the reply is reworded to keep them.

    Args:
        slots: The number of settings that a reply can take, 1 to 12.
        attributes: The style attributes to choose from, one name or several; None for all of them.
        texts: Whether the info holds texts: `message` and `reply`, the words of the last reply.
        render_mode: As in `regulars:Life-v0`.
        options: The options of `regulars:Life-v0`. By default the suite is `procedural` and `reward_to` is `feedback`,
            so that the reward is what the person shows: see `regulars.rewards.metrics.reward_terms.feedback_reward`.

    The action is `MultiDiscrete`: for each slot 0 for nothing, or a place in `settings`, from 1. Where two slots hold
    settings of one attribute, the later slot counts. The observation is an array, float32 in [-1, 1], with the parts in
    `layout`: `situation` (phase, times, the last feedback), `person` (the hashed id), `act` (what the coming reply
    does), `last` (for each setting, whether the reply that the feedback is about was given it), and `pleased` and
    `displeased` (for each setting, how often this person's feedback on replies that were given it was above and below
    0, by `feedback_reward`; scaled). Some people show their satisfaction and no thumbs.

    Attributes:
        settings: The settings, as `attribute.setting`.
        layout: For each part of the observation: start and end, and its shape.

    Raises:
        ConfigurationError: An option or a style attribute is unknown, or has an invalid value.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("regulars:Style-v0", attributes=("length",))
        >>> env.unwrapped.settings
        ('length.one_sentence', 'length.two_sentences', 'length.at_least_three')
        >>> observation, info = env.reset(seed=0)
        >>> observation, reward, terminated, truncated, info = env.step([1, 0, 0, 0])
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012  # Gymnasium expects a plain class attribute

    def __init__(
        self,
        slots: int = SLOTS,
        *,
        attributes: str | tuple[str, ...] | list[str] | None = None,
        texts: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if not isinstance(slots, int) or isinstance(slots, bool) or not 1 <= slots <= MOST_SLOTS:
            raise ConfigurationError(
                f"slots is {slots!r}", where="regulars:Style-v0", expected=f"a whole number from 1 to {MOST_SLOTS}"
            )
        names = _read_attributes(attributes)
        self.settings = tuple(setting.id for name in names for setting in default_book().rules[name].settings.values())
        self._kind = StateKind("regulars:Style-v0", {"slots": slots, "attributes": names})
        check_names(options, "regulars:Style-v0", [StyleEnv])
        check_flags("regulars:Style-v0", texts=texts)
        self.texts = texts
        if not any(name in options for name in _CHOSEN if name != "pool"):
            options["suite"] = SUITE
        self.life_env = assistants_life("regulars:Style-v0", render_mode, {"reward_to": "feedback", **options})
        self.render_mode = render_mode
        self._person_features = TextFeatures(width=PERSON)
        self._told: ToldSoFar | None = None
        self._seen: Mapping[str, Any] = {}
        self._begin()
        sizes = {
            "situation": len(SITUATION),
            "person": PERSON,
            "act": len(_ACTS),
            "last": len(self.settings),
            "pleased": len(self.settings),
            "displeased": len(self.settings),
        }
        self.layout: dict[str, tuple[tuple[int, int], tuple[int, ...]]] = {}
        start = 0
        for name, size in sizes.items():
            self.layout[name] = ((start, start + size), (size,))
            start += size
        self.observation_space = spaces.Box(-1.0, 1.0, shape=(start,), dtype=np.float32)
        self._sizes = np.full(slots, len(self.settings) + 1)
        self.action_space = spaces.MultiDiscrete(self._sizes)

    def _begin(self) -> None:
        """Forgets the replies and ratings of the last episode."""
        self._given: dict[str, tuple[int, ...]] = {}
        self._tallies: dict[str, NDArray[np.float32]] = {}
        self._about: tuple[int, ...] = ()
        self._reply = ""

    # ------------------------------------------------------------------ Gymnasium

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode. Returns the first observation and the info. Ratings of the last episode are forgotten."""
        super().reset(seed=seed)
        self._begin()
        observation, info = self.life_env.reset(seed=seed, options=options)
        return self._see(observation, info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Replies in a style. Returns the next observation, the reward, the flags and the info.

        Raises:
            ActionError: The action is not one whole number in range for each slot. Nothing has changed.
            OrderError: No episode is under way.
        """
        if self._told is None:
            raise OrderError("a step before reset", where="step", remedy="call env.reset() first")
        chosen = tuple(number - 1 for number in read_numbers(action, self._sizes) if number)
        self._reply = self._worded(chosen)
        if self._seen["reply_id"]:
            self._given[self._seen["reply_id"]] = chosen
        observation, reward, terminated, truncated, info = self.life_env.step(self._reply)
        seen, info = self._see(observation, info)
        return seen, reward, terminated, truncated, info

    def get_state(self) -> bytes:
        """The state of the episode and of the feedback on its replies, as bytes."""
        return self._kind.pack((self.life_env.get_state(), self._given, self._tallies, self._reply))

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options. Nothing has changed.
        """
        life, given, tallies, reply = self._kind.unpack(state)
        self.life_env.set_state(life)
        self._given, self._tallies, self._reply = given, tallies, reply
        self._look(self.aec.observe(self.life_env.seat))

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self.life_env.render()

    def close(self) -> None:
        """Closes the life."""
        self.life_env.close()

    @property
    def aec(self) -> Any:
        """The AEC environment with the life, for runners. Never pass any of it to a policy."""
        return self.life_env.aec

    # ------------------------------------------------------------------ replying and looking

    def _worded(self, chosen: tuple[int, ...]) -> str:
        """The reply to the current message, in the chosen style."""
        assert self._told is not None
        seen, language, plan = self._seen, self._told.language, self._plan
        draws = self.life_env.aec.life.seeds.draws("style", str(seen["reply_id"] or seen["message"]))
        text = plan_in_words(plan, language, draws)
        settings = dict(self.settings[place].split(".") for place in chosen)
        asked = self._told.asked_in(seen["message"])
        if not settings or asked.domain:  # rules on style do not apply to a plan
            return text
        return styled(text, plan.act, settings, occasion_of(seen, plan, self._when_told, asked.domain, language))

    def _see(self, observation: Mapping[str, Any], info: dict[str, Any]) -> tuple[NDArray[np.float32], dict[str, Any]]:
        self._look(observation)
        self._take_feedback(observation)
        if self.texts:
            info["message"], info["reply"] = observation["message"], self._reply
        return self._numbers(observation), info

    def _look(self, observation: Mapping[str, Any]) -> None:
        """Takes in what was said, and plans the content of the coming reply."""
        life = self.life_env.aec.life
        if self._told is None:
            self._told = ToldSoFar(life.language)
        self._told.take(life)
        self._seen = observation
        self._plan: ReplyPlan
        self._plan, self._when_told = told_plan(observation, self._told)

    def _take_feedback(self, observation: Mapping[str, Any]) -> None:
        """Counts feedback for the settings of the reply that it is about."""
        self._about = self._given.get(observation["about"], ()) if observation["rated"] else ()
        tallies = self._tallies.get(observation["speaker"])
        if tallies is None:
            tallies = np.zeros((2, len(self.settings)), dtype=np.float32)
            self._tallies[observation["speaker"]] = tallies
        shown = feedback_reward(feedback_in(observation))
        if shown:
            tallies[int(shown < 0.0), list(set(self._about))] += 1.0

    def _numbers(self, observation: Mapping[str, Any]) -> NDArray[np.float32]:
        numbers = np.zeros(self.observation_space.shape or (), dtype=np.float32)
        self._part(numbers, "situation")[:] = situation(observation)
        self._part(numbers, "person")[:] = self._person_features.row(observation["speaker"])
        self._part(numbers, "act")[_ACTS.index(self._plan.act)] = 1.0
        self._part(numbers, "last")[list(self._about)] = 1.0
        for name, tally in zip(("pleased", "displeased"), self._tallies[observation["speaker"]], strict=True):
            self._part(numbers, name)[:] = [scaled(float(count)) for count in tally]
        return numbers

    def _part(self, numbers: NDArray[np.float32], name: str) -> NDArray[np.float32]:
        (start, end), _ = self.layout[name]
        return numbers[start:end]


def _read_attributes(given: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """The names of the style attributes to choose from."""
    known = default_book().rules
    names = known if given is None else (given,) if isinstance(given, str) else given
    if not isinstance(names, Iterable):
        raise ConfigurationError(
            f"attributes is {given!r}", where="regulars:Style-v0", expected="names of style attributes, or None"
        )
    names = tuple(dict.fromkeys(names))
    for name in names:
        if name not in known:
            raise ConfigurationError(
                f"unknown style attribute {name!r}", where="regulars:Style-v0", remedy=did_you_mean(str(name), known)
            )
    if not names:
        raise ConfigurationError("no style attributes", where="regulars:Style-v0", expected="one or more")
    return names
