"""`regulars:Remember-v0`: the policy is the memory. It decides what is kept and recalled; a fixed reader answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from regulars.dialogue import ASSISTANT, Reply, VerdictKind, count_tokens
from regulars.envs.aec import LifeAEC
from regulars.envs.life.exchange import judged_question
from regulars.envs.numeric.features import WIDTH
from regulars.envs.numeric.held_items import TURN_FIGURES, HeldItems, text_figures
from regulars.envs.numeric.remembering import ITEMS, RECALLED, RECALLS, WHERE, PresentTurn, RememberingEnv, ReplyOutcome
from regulars.envs.numeric.remembering import MemoryOp as MemoryOp
from regulars.envs.numeric.situation import situation
from regulars.envs.probes.gold import AskedProbe
from regulars.envs.reading.fixed_reader import FixedReader
from regulars.envs.seats.infos import verdict_in_numbers
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.envs.state_kind import StateKind, no_state
from regulars.errors import ConfigurationError
from regulars.rewards.metrics.reward_terms import assistant_terms

if TYPE_CHECKING:
    from regulars.scenarios.language.packs import Language


class RememberEnv(RememberingEnv):
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
        if "played" in options:
            raise ConfigurationError(
                "the option 'played' is not available",
                where=WHERE,
                remedy="leave it out: the environment plays people, reader and evaluator",
            )
        played = ("user", "evaluator")
        self.aec = LifeAEC(**{"probes": "fork", **options, "played": played, "render_mode": render_mode})
        self.aec.let_fork()
        self._kind = StateKind(WHERE, {"fixed": False, **self._shape})
        self._reader = FixedReader(lambda: self.aec.life)

    # ------------------------------------------------------------------ Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Starts an episode with an empty memory. Returns the first observation and the info."""
        super().reset(seed=seed)
        self.aec.reset(seed=seed, options=options)
        self._begin_reader()
        return self._begin(self._turn(), self.aec.infos[ASSISTANT_SEAT])

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self.aec.render()

    # ------------------------------------------------------------------ replying

    def answer(self, lines: Sequence[str], sources: Sequence[str]) -> Reply:
        """What the fixed reader replies to the present message. See `FixedReader.answer`."""
        return self._reader.answer(self.present.seen, lines, sources)

    def rests_on(self) -> frozenset[str] | None:
        """The lines on which the last answer rests. See `FixedReader.rests_on`."""
        return self._reader.rests_on()

    @property
    def needs_memory(self) -> bool:
        """Whether the reply depends on what is recalled."""
        return self._reader.needs_memory(self.present.seen)

    def reply(self, reply: Reply) -> ReplyOutcome:
        """Replies, and moves the life on. Nothing is written into the items."""
        aec, life = self.aec, self.aec.life
        asked = life.asked if life.aside is not None else None
        place, outcomes = len(life.transcript), len(life.outcomes)
        aec.step(reply)
        reward, info = aec.rewards[ASSISTANT_SEAT], aec.infos[ASSISTANT_SEAT]
        if asked is not None:
            reward += self._pay(asked, reply.text, outcomes, info)
        follows = life.transcript[place] if place < len(life.transcript) else None
        said = follows if follows is not None and follows.speaker == ASSISTANT else None
        over, cut = aec.terminations[ASSISTANT_SEAT], aec.truncations[ASSISTANT_SEAT]
        self._present = self._turn()
        return ReplyOutcome(reward, over, cut, info, said, self._present)

    def _replied(self, present: PresentTurn, lines: list[str], sources: list[str]) -> ReplyOutcome:
        return self.reply(self._reader.answer(present.seen, lines, sources))

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
    def _is_over(self) -> bool:
        return self.aec.life.ending is not None

    @property
    def _language(self) -> Language:
        return self.aec.life.language

    def _turn(self) -> PresentTurn:
        """What is seen now."""
        life, seen = self.aec.life, self.aec.observe(ASSISTANT_SEAT)
        message, width = seen["message"], self._text.width
        turn = np.zeros(width + len(TURN_FIGURES), dtype=np.float32)
        turn[:width] = self._text.row(message)
        if message:
            turn[width:] = (*text_figures(life.language, message), float(seen["speaker"] == ASSISTANT))
        said = life.transcript[-1] if seen["turn_id"] else None
        may_recall = bool(message) and seen["phase"] in RECALLS
        numbers = np.array(situation(seen), dtype=np.float32)
        return PresentTurn(seen, numbers, turn, int(seen["session"]), len(life.transcript), said, may_recall)

    # ------------------------------------------------------------------ state

    def get_state(self) -> bytes:
        """The state of the episode and of the memory, as bytes."""
        self._shown("get_state")
        return self._kind.pack((self.aec.get_state(), self._held, self._masked))

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options. `observe` then looks at it.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options. Nothing has changed.
        """
        life, held, masked = self._kind.unpack(state)
        if not isinstance(held, HeldItems):
            raise no_state()
        self.aec.set_state(life)
        self._held, self._masked, self._mask_is_of = held, masked, None
        self._begin_reader()
        self._look(self._turn(), self.aec.infos[ASSISTANT_SEAT])

    def _begin_reader(self) -> None:
        self._reader.use_language(self.aec.life.language)
        self._reader.begin(self.aec.life.episode_id, self.aec.seat_seed(ASSISTANT_SEAT))

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_reader"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._reader = FixedReader(lambda: self.aec.life)
        if self._present is not None:
            self._begin_reader()
