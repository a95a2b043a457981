"""`regulars:Remember-v0`: the policy is the memory. It decides what is kept and recalled; a fixed reader answers."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from enum import IntEnum
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from regulars.dialogue import ASSISTANT, Phase, Turn, VerdictKind, count_tokens
from regulars.envs.aec import LifeAEC
from regulars.envs.life.exchange import judged_question
from regulars.envs.numeric.actions import read_numbers
from regulars.envs.numeric.features import WIDTH, TextFeatures
from regulars.envs.numeric.held_items import ITEM_FIGURES, TURN_FIGURES, HeldItem, HeldItems, text_figures
from regulars.envs.numeric.situation import SITUATION, situation
from regulars.envs.probes.gold import AskedProbe
from regulars.envs.reading.fixed_reader import FixedReader
from regulars.envs.seats.infos import verdict_in_numbers
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import ActionError, ConfigurationError, OrderError, StateError
from regulars.rewards.metrics.reward_terms import assistant_terms

ITEMS = 32
"""The default capacity."""

RECALLED = 5
"""The default number of items that can be recalled in a step."""

MOST_ITEMS, MOST_RECALLED = 4096, 64

_VERSION = 2
_WHERE = "regulars:Remember-v0"
_RECALLS = (Phase.OPENING, Phase.TALK, Phase.PROBE)
"""The phases in which a reply is due, so that something can be recalled for it."""


class MemoryOp(IntEnum):
    """What the policy does with the present turn."""

    SKIP = 0
    """It is not kept."""
    WRITE = 1
    """It is put into the first empty slot."""
    UPDATE = 2
    """It takes the place of the item in the chosen slot."""
    DELETE = 3
    """The item in the chosen slot is deleted, and the turn is not kept."""


_OPS = tuple(MemoryOp)
_OF_SLOTS = (MemoryOp.UPDATE, MemoryOp.DELETE)


class RememberEnv(gymnasium.Env[Any, Any]):
    """A life in which the policy is the assistant's memory.

    Each step is a turn that reached the assistant. First the policy recalls up to `k` items. The fixed reader, the
    scripted assistant with `reading=oracle`, replies from them alone: its answer is right where the evidence stands in
    them. Then the policy writes, skips, updates or deletes. It decides the same at every turn, and no part of an
    observation says whether a turn is a question that counts. Questions outside the conversation are steps of the phase
    `PROBE`: what is recalled counts, and nothing can be written.

    Args:
        items: The capacity B: the number of slots, 1 to 4096.
        k: The number of items that can be recalled in a step, 1 to 64.
        replies: Whether an item also holds the assistant's reply to its turn. Replies tell what the assistant chose.
        masked: What a masked part of an action does. `skip`: the part does nothing, and `info["masked"]` counts it.
            `error`: it raises `ActionError`.
        features: `hashed`, or the spec of an embedder, such as `minilm`.
        width: The number of dimensions of a hashed text.
        texts: Whether the info holds texts: `message`, and `items`, one text for each slot.
        render_mode: As in `regulars:Life-v0`.
        options: The options of `regulars:Life-v0`, except `played`. By default `probes` is `fork`: questions outside
            the conversation are asked at their dates.

    The action is `MultiDiscrete([4, B, B + 1, ...])`: a `MemoryOp`; a slot, which counts for `UPDATE` and `DELETE`; and
    `k` numbers of items to recall: 0 for nothing, 1 + the slot for an item. An item that is named twice is recalled
    once.

    The observation is a `Dict` of arrays: `situation`, shape (12,), see `SITUATION`; `turn`, shape (width + 4,), the
    present turn's words and `TURN_FIGURES`; `slots`, shape (B, width + 10), each slot's words and `ITEM_FIGURES`; and
    `action_mask`, int8 of shape (4 + B + k * (B + 1),), the masks of all parts of the action one after the other. All
    numbers are float32 in [-1, 1].

    The reward is the assistant's in the life. An answer outside the conversation earns what it would earn in it. The
    info is that of `regulars:Life-v0`, with `action_mask`, `held` (the number of items) and `masked`.

    Raises:
        ConfigurationError: An option is unknown or has an invalid value.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("regulars:Remember-v0", items=8, k=2, sessions=2)
        >>> observation, info = env.reset(seed=7)
        >>> observation["slots"].shape, env.action_space
        ((8, 74), MultiDiscrete([4 8 9 9]))
        >>> observation, reward, terminated, truncated, info = env.step([MemoryOp.WRITE, 0, 0, 0])
        >>> info["held"]
        1.0
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012  # Gymnasium expects a plain class attribute

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
        _check_count("items", items, MOST_ITEMS)
        _check_count("k", k, MOST_RECALLED)
        if masked not in ("skip", "error"):
            raise ConfigurationError(f"masked is {masked!r}", where=_WHERE, expected="'skip' or 'error'")
        if "played" in options:
            raise ConfigurationError(
                "the option 'played' is not available",
                where=_WHERE,
                remedy="leave it out: the environment plays people, reader and evaluator",
            )
        self.items, self.k = items, k
        self.replies, self.texts = bool(replies), bool(texts)
        self._strict = masked == "error"
        played = ("user", "evaluator")
        self.aec = LifeAEC(**{"probes": "fork", **options, "played": played, "render_mode": render_mode})
        self.aec.let_fork()
        self.render_mode = render_mode
        self._text = TextFeatures(features, width)
        self._reader = FixedReader(lambda: self.aec.life)
        self._held = HeldItems(items, self._text)
        self._seen: dict[str, Any] | None = None
        self._masked = 0
        self._sizes = np.array([len(MemoryOp), items, *[items + 1] * k])
        self.action_space = spaces.MultiDiscrete(self._sizes)
        self._mask = np.zeros(int(self._sizes.sum()), dtype=np.int8)
        self.observation_space = spaces.Dict(
            {
                "situation": _box(len(SITUATION)),
                "turn": _box(self._text.width + len(TURN_FIGURES)),
                "slots": _box(items, self._text.width + len(ITEM_FIGURES)),
                "action_mask": spaces.MultiBinary(self._mask.size),
            }
        )

    # ------------------------------------------------------------------ Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode with an empty memory. Returns the first observation and the info."""
        super().reset(seed=seed)
        self.aec.reset(seed=seed, options=options)
        self._begin_reader()
        self._held = HeldItems(self.items, self._text)
        self._masked = 0
        return self._see(self.aec.infos[ASSISTANT_SEAT])

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Recalls, replies and writes. Returns the next observation, the reply's reward, the flags and the info.

        Raises:
            ActionError: The action has another shape, a number is not whole or out of range, or a part is masked and
                `masked` is `error`. Nothing has changed.
            OrderError: No episode is under way.
        """
        seen, aec = self._seen, self.aec
        if seen is None or aec.life.ending is not None:
            when = "a step before reset" if seen is None else "a step after the end"
            raise OrderError(when, where="step", remedy="call env.reset() first")
        op, slot, recalled, self._masked = self._read(action)
        life, asked = aec.life, aec.life.asked if aec.life.aside is not None else None
        lines, sources = self._held.recall(recalled)
        place = len(life.transcript)
        present = life.transcript[-1] if seen["turn_id"] else None
        reply = self._reader.answer(seen, lines, sources)
        outcomes = len(life.outcomes)
        aec.step(reply)
        if present is not None:
            self._write(op, slot, present, place)
        reward, info = aec.rewards[ASSISTANT_SEAT], aec.infos[ASSISTANT_SEAT]
        if asked is not None:
            reward += self._pay(asked, reply.text, outcomes, info)
        observation, info = self._see(info)
        return observation, reward, aec.terminations[ASSISTANT_SEAT], aec.truncations[ASSISTANT_SEAT], info

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self.aec.render()

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""

    # ------------------------------------------------------------------ masks

    def masks(self) -> tuple[NDArray[np.int8], ...]:
        """The masks of all parts of the action, as `action_space.sample(mask=env.unwrapped.masks())` asks for them."""
        return tuple(np.split(self._mask, np.cumsum(self._sizes)[:-1]))

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks of all parts one after the other, as MaskablePPO of sb3-contrib asks for them."""
        return self._mask.astype(bool)

    def _new_mask(self, seen: Mapping[str, Any]) -> NDArray[np.int8]:
        """What can be done now. A slot that cannot count is not masked if no slot can."""
        mask = np.zeros(self._mask.size, dtype=np.int8)
        held, can_write = self._held.held, bool(seen["turn_id"])
        count = self._held.count
        can_change = can_write and count > 0
        mask[: len(MemoryOp)] = (1, can_write and count < self.items, can_change, can_change)
        mask[len(MemoryOp) : len(MemoryOp) + self.items] = held if can_change else 1
        recall = mask[len(MemoryOp) + self.items :].reshape(self.k, self.items + 1)
        recall[:, 0] = 1
        if count and seen["message"] and seen["phase"] in _RECALLS:
            recall[:, 1:] = held
        return mask

    def _read(self, action: Any) -> tuple[MemoryOp, int, list[int], int]:
        """The operation, its slot and the slots to recall, without what is masked, and the number of masked parts."""
        number, slot, *recalled = read_numbers(action, self._sizes)
        op = _OPS[number]
        wrong: list[str] = []
        if not self._mask[op] or (op in _OF_SLOTS and self._held.items[slot] is None):
            wrong.append(f"{op.name} of slot {slot}" if self._mask[op] else op.name)
            op = MemoryOp.SKIP
        first = len(_OPS) + self.items
        can_recall = self._mask[first : first + self.items + 1].tolist()
        allowed = [one for one in recalled if can_recall[one]]
        wrong += [f"recalling {one}" for one in recalled if not can_recall[one]]
        if wrong and self._strict:
            raise ActionError(
                f"a masked action: {', '.join(wrong)}",
                where="step",
                expected="parts whose mask is 1",
                remedy="choose by observation['action_mask'], or make the environment with masked='skip'",
            )
        return op, slot, [one - 1 for one in allowed if one], len(wrong)

    # ------------------------------------------------------------------ remembering

    def _write(self, op: MemoryOp, slot: int, turn: Turn, place: int) -> None:
        """Carries out the operation on the turn that stood at `place` - 1."""
        if op is MemoryOp.DELETE:
            self._held.drop(slot)
        if op not in (MemoryOp.WRITE, MemoryOp.UPDATE):
            return
        said = self.aec.life.transcript
        follows = said[place] if self.replies and place < len(said) else None
        reply = follows if follows is not None and follows.speaker == ASSISTANT else None
        where = self._held.free() if op is MemoryOp.WRITE else slot
        self._held.put(where, HeldItem.of(turn, reply), place - 1, self.aec.life.language)

    def _pay(self, asked: AskedProbe, reply: str, outcomes: int, info: dict[str, Any]) -> float:
        """The reward of an answer outside the conversation; also writes it into the info."""
        found = [one for one in self.aec.life.outcomes[outcomes:] if one.probe is asked.probe]
        verdict = found[0].verdict if found else None
        if verdict is None or verdict.kind is VerdictKind.NONE:
            return 0.0
        question = judged_question(asked.pending)
        options = self.aec.options
        terms = assistant_terms(verdict, count_tokens(reply), options.weights, question)
        info.update({f"reward_{name}": value for name, value in terms.items()})
        info.update(verdict_in_numbers(verdict.kind, question))
        return sum(terms.values()) if options.reward_to == "trainer" else 0.0

    # ------------------------------------------------------------------ looking

    @property
    def held(self) -> tuple[HeldItem | None, ...]:
        """The item in each slot; None in an empty one."""
        return tuple(self._held.items)

    @property
    def seen(self) -> Mapping[str, Any]:
        """What the assistant sees at this step, as in `regulars:Life-v0`."""
        if self._seen is None:
            raise OrderError("seen before reset", where="seen", remedy="call env.reset() first")
        return self._seen

    def observe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The present observation and info, as after `set_state`."""
        if self._seen is None:
            raise OrderError("observe before reset", where="observe", remedy="call env.reset() first")
        return self._see(self.aec.infos[ASSISTANT_SEAT])

    def _see(self, info: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        aec = self.aec
        seen = self._seen = aec.observe(ASSISTANT_SEAT)
        mask = self._mask = self._new_mask(seen)
        info["action_mask"] = mask
        info["held"] = float(self._held.count)
        info["masked"] = float(self._masked)
        if self.texts:
            info["message"] = seen["message"]
            info["items"] = tuple("" if item is None else item.turn.text for item in self._held.items)
        return self._numbers(seen, mask), info

    def _numbers(self, seen: Mapping[str, Any], mask: NDArray[np.int8]) -> dict[str, Any]:
        life, message = self.aec.life, seen["message"]
        width = self._text.width
        words = self._text.row(message)
        turn = np.zeros(width + len(TURN_FIGURES), dtype=np.float32)
        turn[:width] = words
        if message:
            turn[width:] = (*text_figures(life.language, message), float(seen["speaker"] == ASSISTANT))
        return {
            "situation": np.array(situation(seen), dtype=np.float32),
            "turn": turn,
            "slots": self._held.numbers(words, seen["scope"], int(seen["session"]), len(life.transcript)),
            "action_mask": mask,
        }

    # ------------------------------------------------------------------ state

    def get_state(self) -> bytes:
        """The state of the episode and of the memory, as bytes."""
        if self._seen is None:
            raise OrderError("get_state before reset", where="get_state", remedy="call env.reset() first")
        return pickle.dumps((_VERSION, self.aec.get_state(), self._held, self._masked))

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options. `observe` then looks at it.

        Raises:
            StateError: The bytes are not such a state. Nothing has changed.
        """
        try:
            version, life, held, masked = pickle.loads(state)
        except Exception as error:  # unpickling foreign bytes may raise anything
            raise StateError("the bytes are not a state of an environment", where="set_state") from error
        if version != _VERSION or not isinstance(held, HeldItems) or len(held.items) != self.items:
            raise StateError(
                "a state of another environment",
                where="set_state",
                expected=f"a state of {_WHERE} with {self.items} items",
                remedy="make both environments with the same options",
            )
        self.aec.set_state(life)
        self._held, self._masked = held, masked
        self._begin_reader()
        self._see(self.aec.infos[ASSISTANT_SEAT])

    def _begin_reader(self) -> None:
        self._reader.use_language(self.aec.life.language)
        self._reader.begin(self.aec.life.episode_id, self.aec.seat_seed(ASSISTANT_SEAT))

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_reader"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._reader = FixedReader(lambda: self.aec.life)
        if self._seen is not None:
            self._begin_reader()


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(-1.0, 1.0, shape=shape, dtype=np.float32)


def _check_count(name: str, count: Any, most: int) -> None:
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= most:
        raise ConfigurationError(f"{name} is {count!r}", where=_WHERE, expected=f"a whole number from 1 to {most}")
