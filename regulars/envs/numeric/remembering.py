"""What every kind of `regulars:Remember-v0` has: actions on items, their masks, and the numbers that a policy sees.

The life underneath differs: `RememberEnv` plays it, and fixed lives (`regulars.envs.fixed_lives`) were played before.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from regulars.dialogue import Phase, Turn
from regulars.envs.numeric.actions import read_numbers
from regulars.envs.numeric.features import WIDTH, TextFeatures
from regulars.envs.numeric.held_items import ITEM_FIGURES, TURN_FIGURES, HeldItem, HeldItems
from regulars.envs.numeric.situation import SITUATION
from regulars.envs.options import check_flags
from regulars.errors import ActionError, ConfigurationError, OrderError

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language

WHERE = "regulars:Remember-v0"
"""The id, for messages."""

ITEMS = 32
"""The default capacity."""

RECALLED = 5
"""The default number of items that can be recalled in a step."""

MOST_ITEMS, MOST_RECALLED = 4096, 64

RECALLS = (Phase.OPENING, Phase.TALK, Phase.PROBE)
"""The phases in which a reply is due, so that something can be recalled for it."""


class MemoryOp(IntEnum):
    """What the policy does with the current turn."""

    SKIP = 0
    """It is not kept."""
    WRITE = 1
    """It is written to the first empty slot."""
    UPDATE = 2
    """It replaces the item in the chosen slot."""
    DELETE = 3
    """The item in the chosen slot is deleted, and the turn is not kept."""


_OPS = tuple(MemoryOp)
_OF_SLOTS = (MemoryOp.UPDATE, MemoryOp.DELETE)


@dataclass(frozen=True, slots=True)
class PresentTurn:
    """What is seen at a step, as far as the items do not decide it.

    Attributes:
        seen: The assistant's observation in `regulars:Life-v0`.
        situation: float32, shape (12,), see `SITUATION`.
        turn: float32, shape (width + 4,): the turn's words and `TURN_FIGURES`.
        session: The number of the session.
        here: The number of turns so far.
        said: The turn that can be written; None for none.
        may_recall: Whether items can be recalled for the reply.
    """

    seen: dict[str, Any]
    situation: NDArray[np.float32]
    turn: NDArray[np.float32]
    session: int
    here: int
    said: Turn | None
    may_recall: bool


@dataclass(frozen=True, slots=True)
class ReplyOutcome:
    """What came of a reply.

    Attributes:
        reward: The assistant's reward.
        terminated: Whether the episode is terminated.
        truncated: Whether it is truncated.
        info: The info, as far as the items do not decide it.
        said: The reply as a turn; None if none was said.
        next: What is seen next.
    """

    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]
    said: Turn | None
    next: PresentTurn


class RememberingEnv(gymnasium.Env[Any, Any]):
    """A life in which the policy is the assistant's memory. `RememberEnv` documents the arguments.

    Attributes:
        items: The capacity.
        k: The number of items that can be recalled in a step.
        replies: Whether an item also holds the reply to its turn.
        texts: Whether the info holds texts.
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
    ) -> None:
        _check_count("items", items, MOST_ITEMS)
        _check_count("k", k, MOST_RECALLED)
        if masked not in ("skip", "error"):
            raise ConfigurationError(f"masked is {masked!r}", where=WHERE, expected="'skip' or 'error'")
        self.items, self.k = items, k
        check_flags(WHERE, replies=replies, texts=texts)
        self.replies, self.texts = replies, texts
        self.render_mode = render_mode
        self._strict = masked == "error"
        self._shape = {"items": items, "k": k, "replies": replies, "features": features, "width": width}
        self._text = TextFeatures(features, width)
        self._sizes = np.array([len(MemoryOp), items, *[items + 1] * k])
        self._present: PresentTurn | None = None
        self._info: dict[str, Any] = {}
        self._held = HeldItems(items, self._text)
        self._masked = 0
        self._chosen: list[int] = []
        self._mask = np.zeros(int(self._sizes.sum()), dtype=np.int8)
        self._mask_is_of: tuple[bool, bool, int] | None = None
        self.action_space = spaces.MultiDiscrete(self._sizes)
        self.observation_space = spaces.Dict(
            {
                "situation": _box(len(SITUATION)),
                "turn": _box(self._text.width + len(TURN_FIGURES)),
                "slots": _box(items, self._text.width + len(ITEM_FIGURES)),
                "action_mask": spaces.MultiBinary(self._mask.size),
            }
        )

    # ------------------------------------------------------------------ the life underneath

    @abstractmethod
    def _replied(self, present: PresentTurn, lines: list[str], sources: list[str]) -> ReplyOutcome:
        """Lets the fixed reader reply from recalled lines, and moves the life on."""

    @property
    @abstractmethod
    def _is_over(self) -> bool:
        """Whether the episode has ended."""

    @property
    @abstractmethod
    def _language(self) -> Language:
        """The language in which people speak."""

    # ------------------------------------------------------------------ stepping

    def _begin(self, present: PresentTurn, info: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode with an empty memory. Returns the first observation and the info."""
        self._held = HeldItems(self.items, self._text)
        self._masked, self._mask_is_of = 0, None
        return self._look(present, info)

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Recalls, replies and writes. Returns the next observation, the reply's reward, the flags and the info.

        Raises:
            ActionError: The action has another shape, a number is not whole or out of range, or a part is masked and
                `masked` is `error`. Nothing has changed.
            OrderError: No episode is under way.
        """
        present = self._present
        if present is None or self._is_over:
            when = "a step before reset" if present is None else "a step after the end"
            raise OrderError(when, where="step", remedy="call env.reset() first")
        op, slot, recalled, self._masked = self._read(action, present)
        lines, sources = self._held.recall(recalled)
        outcome = self._replied(present, lines, sources)
        if present.said is not None and op:
            self._write(op, slot, present.said, outcome.said, present.here - 1)
        observation, info = self._look(outcome.next, outcome.info)
        return observation, outcome.reward, outcome.terminated, outcome.truncated, info

    def _write(self, op: MemoryOp, slot: int, turn: Turn, reply: Turn | None, place: int) -> None:
        """Carries out the operation on a turn before which `place` turns were said."""
        if op is MemoryOp.DELETE:
            self._held.drop(slot)
            return
        where = self._held.free() if op is MemoryOp.WRITE else slot
        self._held.put(where, HeldItem.of(turn, reply if self.replies else None), place, self._language)

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""

    # ------------------------------------------------------------------ masks

    def masks(self) -> tuple[NDArray[np.int8], ...]:
        """The masks of all parts of the action, as `action_space.sample(mask=env.unwrapped.masks())` asks for them."""
        return tuple(np.split(self._mask.copy(), np.cumsum(self._sizes)[:-1]))

    def action_masks(self) -> NDArray[np.bool_]:
        """The masks of all parts one after the other, as MaskablePPO of sb3-contrib asks for them."""
        return self._mask.astype(bool)

    def _new_mask(self, present: PresentTurn) -> NDArray[np.int8]:
        """What can be done now. A slot that cannot count is not masked if no slot can."""
        held = self._held
        can_write, can_recall = present.said is not None, present.may_recall and held.count > 0
        if self._mask_is_of == (can_write, can_recall, held.pattern):
            return self._mask
        self._mask_is_of = (can_write, can_recall, held.pattern)
        mask = np.zeros(self._mask.size, dtype=np.int8)
        can_change = can_write and held.count > 0
        ops = len(MemoryOp)
        mask[:ops] = (1, can_write and held.count < self.items, can_change, can_change)
        mask[ops : ops + self.items] = held.held if can_change else 1
        recall = mask[ops + self.items :].reshape(self.k, self.items + 1)
        recall[:, 0] = 1
        if can_recall:
            recall[:, 1:] = held.held
        return mask

    def _read(self, action: Any, present: PresentTurn) -> tuple[MemoryOp, int, list[int], int]:
        """The operation, its slot and the slots to recall, without what is masked, and the number of masked parts."""
        chosen = read_numbers(action, self._sizes)
        number, slot, *recalled = chosen
        op, items = _OPS[number], self._held.items
        wrong: list[str] = []
        if not self._mask[number] or (op in _OF_SLOTS and items[slot] is None):
            wrong.append(f"{op.name} of slot {slot}" if self._mask[number] else op.name)
            op = MemoryOp.SKIP
        slots = [one - 1 for one in recalled if one]
        can_recall = [one for one in slots if items[one] is not None] if present.may_recall else []
        if len(can_recall) < len(slots):
            held = items if present.may_recall else ()
            wrong += [f"recalling {one + 1}" for one in slots if not held or held[one] is None]
        if wrong and self._strict:
            raise ActionError(
                f"a masked action: {', '.join(wrong)}",
                where="step",
                expected="parts whose mask is 1",
                remedy="choose by observation['action_mask'], or make the environment with masked='skip'",
            )
        self._chosen = chosen
        return op, slot, can_recall, len(wrong)

    # ------------------------------------------------------------------ looking

    @property
    def held(self) -> tuple[HeldItem | None, ...]:
        """The item in each slot; None in an empty one."""
        return tuple(self._held.items)

    @property
    def present(self) -> PresentTurn:
        """What is seen at this step, as far as the items do not decide it. Do not change its arrays."""
        return self._shown("present")

    @property
    def seen(self) -> Mapping[str, Any]:
        """What the assistant sees at this step, as in `regulars:Life-v0`."""
        return self._shown("seen").seen

    def observe(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """The present observation and info, as after `set_state`."""
        return self._look(self._shown("observe"), self._info)

    def _shown(self, call: str) -> PresentTurn:
        if self._present is None:
            raise OrderError(f"{call} before reset", where=call, remedy="call env.reset() first")
        return self._present

    def _look(self, present: PresentTurn, info: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Makes it the present step. Returns the observation and the info."""
        self._present, self._info = present, info
        held, seen = self._held, present.seen
        self._mask = self._new_mask(present)
        mask = self._mask.copy()
        info = {**info, "action_mask": mask, "held": float(held.count), "masked": float(self._masked)}
        if self.texts:
            info["message"] = seen["message"]
            info["items"] = tuple(["" if item is None else item.turn.text for item in held.items])
        words = present.turn[: self._text.width]
        return {
            "situation": present.situation.copy(),
            "turn": present.turn.copy(),
            "slots": held.numbers(words, seen["scope"], present.session, present.here),
            "action_mask": mask,
        }, info


def _box(*shape: int) -> spaces.Box:
    return spaces.Box(-1.0, 1.0, shape=shape, dtype=np.float32)


def _check_count(name: str, count: Any, most: int) -> None:
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= most:
        raise ConfigurationError(f"{name} is {count!r}", where=WHERE, expected=f"a whole number from 1 to {most}")
