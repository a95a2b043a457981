"""`regulars:Choice-v0` with `fixed=True`: fixed lives, through which the policy steps by looking up arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from regulars.envs.fixed_lives.episodes import (
    FixedEpisodes,
    FixedLives,
    FollowedPlay,
    scripted,
    shared_lives,
)
from regulars.envs.fixed_lives.fixed_life import FixedLife, fixed_life
from regulars.envs.numeric.actions import read_choice
from regulars.envs.numeric.candidates import CANDIDATES, CandidateKind, CandidateReply
from regulars.envs.numeric.choice import RECOLLECTIONS, ChoiceEnv, spaces_of
from regulars.envs.numeric.features import WIDTH
from regulars.envs.numeric.situation import SITUATION
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.envs.options import check_flags
from regulars.envs.scenario_source import EpisodeChoice
from regulars.envs.state_kind import other_environment
from regulars.errors import OrderError

_WHERE = "regulars:Choice-v0"
_KINDS = {kind: kind.name.lower() for kind in CandidateKind}
_OWN = len(SITUATION)


class FixedChoiceEnv(gymnasium.Env[Any, Any]):
    """Fixed lives from the assistant's seat, in which a reply is one of K candidates.

    Seed k plays life k modulo the number of lives N, in the words of seed k modulo N. It is the same episode as that of
    `ChoiceEnv` with `disclosure="scripted"`: the same observations, rewards and infos.

    The arguments are those of `ChoiceEnv`. `pool` or `scenario` says which lives there are. `disclosure` is
    `"scripted"`. A life is played when it is first met; environments of a process with the same options share it.

    Attributes:
        layout: Where each part of `features` lies.
        cursor: Where the episode stands.

    Raises:
        ConfigurationError: An option is invalid, there is no pool and no scenario, or people could react.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("regulars:Choice-v0", sessions=2, pool=3, fixed=True)
        >>> observation, info = env.reset(seed=7)
        >>> observation["action_mask"].tolist(), len(info["candidates"])
        ([1, 1, 1, 1, 1, 1, 1, 1], 8)
    """

    metadata = ChoiceEnv.metadata

    def __init__(
        self,
        k: int = CANDIDATES,
        *,
        features: str = "hashed",
        width: int = WIDTH,
        recollections: int = RECOLLECTIONS,
        flat: bool = False,
        texts: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_flags(_WHERE, flat=flat, texts=texts)
        options = scripted(options, _WHERE)
        shape = {"k": k, "features": features, "width": width, "recollections": recollections}
        self._given = {**shape, **options}
        inner = ChoiceEnv(**self._given, flat=True, texts=False, render_mode=render_mode)
        self._play = FollowedPlay(inner)
        self._episodes = FixedEpisodes(_WHERE, inner.aec, shape)
        self.k, self.texts, self.flat = k, texts, flat
        self.render_mode = render_mode
        self.layout = inner.layout
        self.observation_space, self.action_space = spaces_of(inner.layout, k, flat=self.flat)
        self._lives = self._shared()
        self.cursor: Cursor | None = None

    # ------------------------------------------------------------------ Gymnasium

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode. Returns the first observation and the info.

        Raises:
            ConfigurationError: `options` has a scenario or continues a stream.
        """
        super().reset(seed=seed)
        last = self.cursor
        choice, number = self._episodes.following(None if last is None else last.choice, seed, options)
        self.cursor = Cursor(choice, number, self._lives.life(number))
        return self._seen(self.cursor)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Replies with a candidate. Returns the next observation, the reply's reward, the flags and the info.

        Raises:
            ActionError: The action is no number of a candidate, or is masked. Nothing has changed.
            OrderError: No episode is under way.
        """
        cursor = self._require("a step before reset", "step")
        if cursor.over:
            raise OrderError("a step after the end", where="step", remedy="call env.reset() first")
        reward = cursor.step(read_choice(action, cursor.mask))
        over, terminates = cursor.over, cursor.life.terminates
        observation, info = self._seen(cursor)
        return observation, reward, over and terminates, over and not terminates, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are candidates, as MaskablePPO of sb3-contrib asks for it."""
        return self._require("action_masks before reset", "action_masks").mask.astype(bool)

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self._played().render()

    def close(self) -> None:
        """Closes the life."""
        self._play.env.close()

    def _seen(self, cursor: Cursor) -> tuple[Any, dict[str, Any]]:
        life, at, chosen = cursor.life, cursor.at, cursor.chosen
        features = life.features[at].copy()
        features[:_OWN] = life.situations[at, chosen]
        mask = life.masks[at].copy()
        info: dict[str, Any] = dict(zip(life.keys, life.infos[at, chosen].tolist(), strict=True))
        info["action_mask"] = mask
        if self.texts:
            info.update(texts_of(life, at))
        return (features if self.flat else {"features": features, "action_mask": mask}), info

    # ------------------------------------------------------------------ looking

    @property
    def candidates(self) -> tuple[CandidateReply, ...]:
        """The candidates of this step, in the order of the actions."""
        cursor = self._require("candidates before reset", "candidates")
        return cursor.life.candidates[cursor.at]

    @property
    def aec(self) -> Any:
        """The AEC environment with the life, played up to this step. Never pass any of it to a policy."""
        return self._played().aec

    @property
    def told(self) -> ToldSoFar:
        """What was told so far."""
        return self._played().told

    def _played(self) -> ChoiceEnv:
        """The environment that plays the life, brought to this step."""
        cursor = self._require("a look before reset", "reset")
        return self._play.at(cursor, cursor.number, cursor.actions)

    def _require(self, what: str, where: str) -> Cursor:
        if self.cursor is None:
            raise OrderError(what, where=where, remedy="call env.reset() first")
        return self.cursor

    # ------------------------------------------------------------------ state

    def get_state(self) -> bytes:
        """The state of the episode, as bytes."""
        cursor = self._require("get_state before reset", "get_state")
        return self._episodes.pack(cursor.choice, cursor.actions)

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options or lives. Nothing has
                changed.
        """
        choice, number, actions = self._episodes.unpack(state)
        life = self._lives.life(number)
        if len(actions) > life.steps:
            raise other_environment()
        self.cursor = Cursor(choice, number, life)
        for chosen in actions:
            self.cursor.step(chosen)

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_lives": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lives = self._shared()

    def _shared(self) -> FixedLives[FixedLife]:
        """The fixed lives of these options; the same object for the same ones."""
        given, options = self._given, replace(self._play.env.aec.options, scenario=None, render_mode=None)
        settings = [given[name] for name in ("k", "features", "width", "recollections")]
        key = ("choice", *settings, options, self._episodes.ids)
        return shared_lives(key, len(self._episodes.ids), lambda: _player(given))


def _player(given: dict[str, Any]) -> Callable[[int], FixedLife]:
    env = ChoiceEnv(**given, flat=True, texts=False)
    return lambda number: fixed_life(env, number)


class Cursor:
    """Where an episode of a fixed life stands.

    Attributes:
        choice: What decided its life.
        number: The number of the life.
        life: The life.
        at: The number of steps so far.
        chosen: The candidate chosen last; 0 at the start.
        actions: All candidates chosen so far.
    """

    __slots__ = ("actions", "at", "choice", "chosen", "life", "number")

    def __init__(self, choice: EpisodeChoice, number: int, life: FixedLife) -> None:
        self.choice, self.number, self.life = choice, number, life
        self.at = self.chosen = 0
        self.actions: list[int] = []

    @property
    def over(self) -> bool:
        """Whether the episode has ended."""
        return self.at == len(self.life.rewards)

    @property
    def mask(self) -> NDArray[np.int8]:
        """Shape (K,): 1 for a candidate. Do not change it."""
        mask: NDArray[np.int8] = self.life.masks[self.at]
        return mask

    def step(self, chosen: int) -> float:
        """Moves on. Returns the reward of the candidate."""
        reward = self.life.rewards[self.at][chosen]
        self.at += 1
        self.chosen = chosen
        self.actions.append(chosen)
        return reward


def texts_of(life: FixedLife, at: int) -> dict[str, Any]:
    """The texts of an info."""
    found = life.candidates[at]
    return {
        "message": life.messages[at],
        "candidates": tuple([one.text for one in found]),
        "kinds": tuple([_KINDS[one.kind] for one in found]),
    }
