"""`regulars:Choice-v0`: at each step the policy chooses one of K candidate replies. All spaces are numeric."""

from __future__ import annotations

from collections.abc import Mapping
from struct import pack_into
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from regulars.dialogue import Turn
from regulars.envs.numeric.actions import read_choice
from regulars.envs.numeric.assistants_life import assistants_life
from regulars.envs.numeric.candidates import CANDIDATES, CandidateKind, CandidateReply, candidates, check_count
from regulars.envs.numeric.features import WIDTH, TextFeatures, scaled
from regulars.envs.numeric.situation import SITUATION, situation
from regulars.envs.numeric.told_figures import CANDIDATE_FIGURES, MESSAGE_FIGURES, ToldFigures
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.envs.options import check_flags
from regulars.envs.state_kind import StateKind
from regulars.errors import ConfigurationError, OrderError

RECOLLECTIONS = 3
"""The default number of recalled turns in an observation."""

RECOLLECTION_FIGURES = ("score", "turns_since", "sessions_since", "by_asker")
"""The names of a recalled turn's numbers: its BM25 score, how long ago it was said, whether the asker said it."""

NEARNESS = ("near_message", "near_recollections")
"""The names of the numbers that follow each candidate's figures: its similarity to the message, and the greatest to a
recalled turn."""

_KINDS = {kind: kind.name.lower() for kind in CandidateKind}

HIGHEST_SCORE = 32.0
"""The BM25 score that counts as 1; higher ones do too."""

_WIDE = len(CANDIDATE_FIGURES) + len(NEARNESS)

Layout = dict[str, tuple[tuple[int, int], tuple[int, ...]]]
"""Where each part of an array of features lies: start and end, and its shape."""


class ChoiceEnv(gymnasium.Env[Any, Any]):
    """A life from the assistant's seat, in which a reply is one of K candidates.

    Args:
        k: The number of candidates, 6 to 32.
        features: `hashed`, or the spec of an embedder, such as `minilm`.
        width: The number of dimensions of a hashed text.
        recollections: The number of recalled turns in an observation.
        flat: Whether the observation is the array `features` alone. The mask is then only in the info.
        texts: Whether the info holds texts: `message`, and of the candidates `candidates` and `kinds`.
        render_mode: As in `regulars:Life-v0`.
        options: The options of `regulars:Life-v0`.

    The action is the number of a candidate: `Discrete(k)`. The observation has `features`, float32 in [-1, 1], and
    `action_mask`, int8 of shape (k,): 1 for a candidate. `layout` says where each part of `features` lies. The reward
    and the info are those of `regulars:Life-v0`, with `action_mask`.

    Raises:
        ConfigurationError: An option is unknown or has an invalid value.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("regulars:Choice-v0", sessions=2)
        >>> observation, info = env.reset(seed=7)
        >>> observation["action_mask"].tolist(), len(info["candidates"])
        ([1, 1, 1, 1, 1, 1, 1, 1], 8)
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012  # Gymnasium expects a plain class attribute

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
        check_count(k)
        if not isinstance(recollections, int) or isinstance(recollections, bool) or not 0 <= recollections <= 64:
            raise ConfigurationError(
                f"recollections is {recollections!r}",
                where="regulars:Choice-v0",
                expected="a whole number from 0 to 64",
            )
        check_flags("regulars:Choice-v0", flat=flat, texts=texts)
        self.k, self.texts, self.flat = k, texts, flat
        self.life_env = assistants_life("regulars:Choice-v0", render_mode, options)
        self.render_mode = render_mode
        self._features = TextFeatures(features, width)
        self._recollections = recollections
        shape = {"fixed": False, "k": k, "features": features, "width": width, "recollections": recollections}
        self._kind = StateKind("regulars:Choice-v0", shape)
        self._told: ToldSoFar | None = None
        self._candidates: tuple[CandidateReply, ...] = ()
        self._masks = np.tri(k + 1, k, k=-1, dtype=np.int8)  # by the number of candidates
        self._mask: NDArray[np.int8] = self._masks[0]
        self.layout = self._lay_out()
        self._size = max(end for (_, end), _ in self.layout.values())
        self._start = {name: start for name, ((start, _), _) in self.layout.items()}
        self.observation_space, self.action_space = spaces_of(self.layout, k, flat=self.flat)

    def _lay_out(self) -> Layout:
        """Where each part of `features` lies: start and end, and its shape."""
        width, some = self._features.width, self._recollections
        shapes = {
            "situation": (len(SITUATION),),
            "message": (width,),
            "message_figures": (len(MESSAGE_FIGURES),),
            "recollections": (some, width),
            "recollection_figures": (some, len(RECOLLECTION_FIGURES)),
            "candidates": (self.k, width),
            "candidate_figures": (self.k, _WIDE),
        }
        layout: Layout = {}
        start = 0
        for name, shape in shapes.items():
            end = start + int(np.prod(shape))
            layout[name] = ((start, end), shape)
            start = end
        return layout

    # ------------------------------------------------------------------ Gymnasium

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Starts an episode. Returns the first observation and the info."""
        super().reset(seed=seed)
        observation, info = self.life_env.reset(seed=seed, options=options)
        return self._see(observation, info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Replies with a candidate. Returns the next observation, the reply's reward, the flags and the info.

        Raises:
            ActionError: The action is no number of a candidate, or is masked. Nothing has changed.
            OrderError: No episode is under way.
        """
        if self._told is None:
            raise OrderError("a step before reset", where="step", remedy="call env.reset() first")
        place = read_choice(action, self._mask)
        observation, reward, terminated, truncated, info = self.life_env.step(self._candidates[place].text)
        seen, info = self._see(observation, info)
        return seen, reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are candidates, as MaskablePPO of sb3-contrib asks for it."""
        return self._mask.astype(bool)

    def get_state(self) -> bytes:
        """The state of the episode, as bytes."""
        return self._kind.pack(self.life_env.get_state())

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options. Nothing has changed.
        """
        self.life_env.set_state(self._kind.unpack(state))
        seat = self.life_env.seat
        self._see(self.aec.observe(seat), dict(self.aec.infos[seat]))

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self.life_env.render()

    def close(self) -> None:
        """Closes the life."""
        self.life_env.close()

    # ------------------------------------------------------------------ looking

    @property
    def aec(self) -> Any:
        """The AEC environment with the life, for runners. Never pass any of it to a policy."""
        return self.life_env.aec

    @property
    def told(self) -> ToldSoFar:
        """What was told so far."""
        if self._told is None:
            raise OrderError("told before reset", where="told", remedy="call env.reset() first")
        return self._told

    @property
    def candidates(self) -> tuple[CandidateReply, ...]:
        """The candidates of this step, in the order of the actions."""
        return self._candidates

    def _see(self, observation: Mapping[str, Any], info: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        life = self.life_env.aec.life
        if self._told is None:
            self._told = ToldSoFar(life.language)
        self._told.take(life)
        found = candidates(observation, self._told, k=self.k, seeds=life.seeds.child("candidates"))
        self._candidates = found
        mask = self._mask = self._masks[len(found)].copy()
        info["action_mask"] = mask
        if self.texts:
            info["message"] = observation["message"]
            info["candidates"] = tuple([one.text for one in found])
            info["kinds"] = tuple([_KINDS[one.kind] for one in found])
        features = self._numbers(observation, self._told, found)
        return (features if self.flat else {"features": features, "action_mask": mask}), info

    def _numbers(
        self, observation: Mapping[str, Any], told: ToldSoFar, found: tuple[CandidateReply, ...]
    ) -> NDArray[np.float32]:
        """The array `features`, in the order of the layout."""
        text, start, size = self._features, self._start, len(found)
        numbers = np.zeros(self._size, dtype=np.float32)
        message, figures = text.row(observation["message"]), ToldFigures(observation, told)
        _put(numbers, start["situation"], situation(observation))
        _put(numbers, start["message"], message)
        _put(numbers, start["message_figures"], figures.of_message())
        vectors = text.rows([one.text for one in found])
        _put(numbers, start["candidates"], vectors)
        nearest = [0.0] * size
        recalled = self._recalled(observation, told)
        if recalled:
            some = text.rows([turn.text for turn, _ in recalled])
            _put(numbers, start["recollections"], some)
            _put(numbers, start["recollection_figures"], _figures_of(recalled, observation, told))
            nearest = vectors.dot(some.T).max(axis=1).tolist()
        own: list[float] = []
        for one, near, nearer in zip(found, vectors.dot(message).tolist(), nearest, strict=True):
            own += figures.of_candidate(one)
            own += (_bounded(near), _bounded(nearer))
        _put(numbers, start["candidate_figures"], own)
        return numbers

    def _recalled(self, observation: Mapping[str, Any], told: ToldSoFar) -> list[tuple[Turn, float]]:
        """The turns nearest to a message that asks for something; none for other messages."""
        message = observation["message"]
        if not self._recollections or not told.asked_in(message).form:
            return []
        return told.recall(message, observation["scope"], self._recollections, besides=observation["turn_id"])


def spaces_of(layout: Layout, k: int, *, flat: bool) -> tuple[spaces.Space[Any], spaces.Space[Any]]:
    """The spaces of observations and actions.

    Args:
        layout: Where the parts of the features lie.
        k: The number of candidates.
        flat: Whether the observation is the array of features alone.
    """
    size = max(end for (_, end), _ in layout.values())
    box = spaces.Box(-1.0, 1.0, shape=(size,), dtype=np.float32)
    seen = box if flat else spaces.Dict({"features": box, "action_mask": spaces.MultiBinary(k)})
    return seen, spaces.Discrete(k)


def _bounded(product: float) -> float:
    """A product of vectors of length 1, without what rounding adds to it."""
    return product if -1.0 <= product <= 1.0 else max(-1.0, min(1.0, product))


def _put(numbers: NDArray[np.float32], start: int, part: list[float] | NDArray[np.float32]) -> None:
    """Puts a part into the array of features. Packing a list takes half the time of making an array of it."""
    if isinstance(part, list):
        pack_into(f"{len(part)}f", numbers.data, numbers.itemsize * start, *part)
    else:
        numbers[start : start + part.size] = part.ravel()


def _figures_of(recalled: list[tuple[Turn, float]], observation: Mapping[str, Any], told: ToldSoFar) -> list[float]:
    """The numbers of `RECOLLECTION_FIGURES` of all recalled turns, one after the other."""
    session, here = int(observation["session"]), len(told.lines)
    figures: list[float] = []
    for turn, score in recalled:
        figures += (
            min(score / HIGHEST_SCORE, 1.0),
            scaled(here - told.places[turn.id]),
            scaled(session - turn.session),
            float(turn.speaker == observation["speaker"]),
        )
    return figures
