"""`regulars:Remember-v0` with `fixed=True`: fixed lives, in which a step looks up what comes of the reader's reply."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from regulars.dialogue import Turn
from regulars.envs.fixed_lives.episodes import (
    FixedEpisodes,
    FixedLives,
    FollowedPlay,
    scripted,
    shared_lives,
)
from regulars.envs.fixed_lives.moments import EpisodeReader
from regulars.envs.fixed_lives.remembered_life import LifePlayer, RememberedLife
from regulars.envs.numeric.features import WIDTH
from regulars.envs.numeric.remember import RememberEnv
from regulars.envs.numeric.remembering import ITEMS, RECALLED, WHERE, PresentTurn, RememberingEnv, ReplyOutcome
from regulars.envs.scenario_source import EpisodeChoice
from regulars.errors import OrderError

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language

_Outcome = Callable[[RememberedLife, int, Any], ReplyOutcome]


class FixedRememberEnv(RememberingEnv):
    """Fixed lives in which the policy is the assistant's memory.

    Seed k plays life k modulo the number of lives N, in the words of seed k modulo N. It is the same episode as that of
    `RememberEnv` with `disclosure="scripted"`: the same observations, rewards and infos.

    The arguments are those of `RememberEnv`. `pool` or `scenario` says which lives there are. `disclosure` is
    `"scripted"`. A life is played when it is first met; environments of a process with the same options share it.

    Attributes:
        cursor: Where the episode stands.

    Raises:
        ConfigurationError: An option is invalid, there is no pool and no scenario, or people could react.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("regulars:Remember-v0", items=8, k=2, sessions=2, pool=3, fixed=True)
        >>> observation, info = env.reset(seed=7)
        >>> env.step([1, 0, 0, 0])[4]["held"]
        1.0
    """

    def __init__(
        self,
        items: int = ITEMS,
        k: int = RECALLED,
        *,
        replies: bool = True,
        masked: str = "skip",
        features: str = "hashed",
        width: int = WIDTH,
        texts: bool = True,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        super().__init__(
            items, k, replies=replies, masked=masked, features=features, width=width, texts=texts,
            render_mode=render_mode,
        )  # fmt: skip
        options = scripted(options, WHERE)
        self._given = {"features": features, "width": width, "texts": False, **options}
        inner = RememberEnv(items, k, replies=replies, masked=masked, render_mode=render_mode, **self._given)
        self._play = FollowedPlay(inner)
        self._episodes = FixedEpisodes(WHERE, inner.aec, self._shape)
        self._lives = self._shared()
        self._reader = EpisodeReader()
        self.cursor: RememberCursor | None = None

    # ------------------------------------------------------------------ Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode with an empty memory. Returns the first observation and the info.

        Raises:
            ConfigurationError: `options` has a scenario or continues a stream.
        """
        super().reset(seed=seed)
        last = self.cursor
        choice, number = self._episodes.following(None if last is None else last.choice, seed, options)
        return self._start(choice, number)

    def _start(self, choice: EpisodeChoice, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
        life = self._lives.life(number)
        self.cursor = RememberCursor(choice, number, life)
        return self._begin(life.presents[0], life.info)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Recalls, replies and writes. See `RememberEnv.step`."""
        result = super().step(action)
        assert self.cursor is not None
        self.cursor.actions.append(self._chosen)
        return result

    def _replied(self, present: PresentTurn, lines: list[str], sources: list[str]) -> ReplyOutcome:
        cursor = self.cursor
        assert cursor is not None
        life, at = cursor.life, cursor.at
        if present.said is not None:
            cursor.transcript.append(present.said)
        outcome = life.read(at, lines)
        if outcome is None:
            outcome = self._answered(cursor, life, present, lines, sources)
        if outcome.said is not None:
            cursor.transcript.append(outcome.said)
        cursor.at = at + 1
        return outcome

    def _answered(
        self, cursor: RememberCursor, life: RememberedLife, present: PresentTurn, lines: list[str], sources: list[str]
    ) -> ReplyOutcome:
        """Lets the reader reply, and keeps what came of it."""
        at = cursor.at
        moment = life.moments[at]
        if moment is None:
            outcome = life.outcome(at, life.replies[at])
            life.keep(at, lines, frozenset(), outcome)
            return outcome
        if not cursor.is_read:
            self._reader.begin(life.played, life.reader_seed, cursor.transcript)
            cursor.is_read = True
        reply = self._reader.answer(moment, present.seen, lines, sources)
        rests_on = self._reader.rests_on()
        outcome = life.outcome(at, reply)
        if rests_on is not None:
            life.keep(at, lines, rests_on, outcome)
        return outcome

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self._played().render()

    # ------------------------------------------------------------------ looking

    @property
    def aec(self) -> Any:
        """The AEC environment with the life, played up to this step. Never pass any of it to a policy."""
        return self._played().aec

    def _played(self) -> RememberEnv:
        """The environment that plays the life, brought to this step."""
        cursor = self._require("aec")
        return self._play.at(cursor, cursor.number, cursor.actions)

    @property
    def _is_over(self) -> bool:
        cursor = self.cursor
        return cursor is None or cursor.at == cursor.life.steps

    @property
    def _language(self) -> Language:
        return self._require("step").life.played.language

    def _require(self, call: str) -> RememberCursor:
        if self.cursor is None:
            raise OrderError(f"{call} before reset", where=call, remedy="call env.reset() first")
        return self.cursor

    # ------------------------------------------------------------------ state

    def get_state(self) -> bytes:
        """The state of the episode and of the memory, as bytes."""
        cursor = self._require("get_state")
        return self._episodes.pack(cursor.choice, cursor.actions)

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options. `observe` then looks at it.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options or lives. Nothing has
                changed.
        """
        choice, number, actions = self._episodes.unpack(state)
        self._start(choice, number)
        strict, self._strict = self._strict, False  # the actions were taken, whatever this one does with masked ones
        try:
            for action in actions:
                self.step(action)
        finally:
            self._strict = strict

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key not in ("_lives", "_reader")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lives, self._reader = self._shared(), EpisodeReader()
        if self.cursor is not None:
            self.cursor.life, self.cursor.is_read = self._lives.life(self.cursor.number), False

    def _shared(self) -> FixedLives[RememberedLife]:
        """The fixed lives of these options; the same object for the same ones."""
        given, options = self._given, replace(self._play.env.aec.options, scenario=None, render_mode=None)
        key = ("remember", given["features"], given["width"], options, self._episodes.ids)
        return shared_lives(key, len(self._episodes.ids), lambda: LifePlayer(RememberEnv(**given)).life)


class RememberCursor:
    """Where an episode of a fixed life stands.

    Attributes:
        choice: What decided its life.
        number: The number of the life.
        life: The life.
        at: The number of steps so far.
        actions: All actions so far.
        transcript: All turns so far.
        is_read: Whether the reader is in this episode.
    """

    __slots__ = ("actions", "at", "choice", "is_read", "life", "number", "transcript")

    def __init__(self, choice: EpisodeChoice, number: int, life: RememberedLife) -> None:
        self.choice, self.number, self.life = choice, number, life
        self.at = 0
        self.actions: list[list[int]] = []
        self.transcript: list[Turn] = []
        self.is_read = False

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """The state without the life, which environments of a process share."""
        return None, {name: getattr(self, name) for name in self.__slots__ if name != "life"}
