"""`regulars:Writer-v0`: the policy reads a chunk of conversation and writes a memory bank. Text in, memory text out.

The task is RoleMemo's writer. The environment plays the people, a fixed reader that answers from the bank, and the
judge of the bank (`bank_judge.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import gymnasium
from gymnasium import spaces

from regulars.dialogue import ASSISTANT, Turn, VerdictKind
from regulars.envs.aec import LifeAEC
from regulars.envs.banks.bank import MOST_FACTS, MOST_INSIGHTS, MOST_LETTERS, Bank, Limits
from regulars.envs.banks.bank_judge import BankJudge, BankScore
from regulars.envs.banks.groups import Rollout, advantages
from regulars.envs.banks.operations import Applied, FaultKind, apply
from regulars.envs.options import check_names
from regulars.envs.reading.fixed_reader import FixedReader
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.envs.spaces import Text
from regulars.envs.state_kind import StateKind, no_state
from regulars.errors import ActionError, ConfigurationError, OrderError
from regulars.memory.context_line import context_line

_WHERE = "regulars:Writer-v0"
_NO_SCORE = BankScore(None, None, 0.0, 0, 0)

Observation = dict[str, str]
Writer = Callable[[Observation, int], str]
"""A policy in a group: from an observation and the member's number to an action."""


class WriterEnv(gymnasium.Env[Any, str]):
    """A life in which the policy writes the assistant's memory bank, chunk by chunk.

    Each step is a chunk of conversation. The policy answers with operations on the bank, and the bank is judged. Then
    the life goes on: a fixed reader, the scripted assistant with `reading=oracle`, answers people from the bank's facts
    and from the chunk that is not written yet.

    Args:
        turns: The number of people's turns in a chunk; None for a whole session.
        facts: The bank's capacity in facts.
        insights: Its capacity in insights.
        letters: The most characters of one text in it.
        render_mode: As in `regulars:Life-v0`.
        options: The options of `regulars:Life-v0`, except `played`. By default `probes` is `fork`: questions outside
            the conversation are asked at their dates and answered from the bank.

    The observation is a `Dict` of two texts: `conversation`, one line for each turn, and `bank`, as JSON. The action
    is a text, a JSON list of operations; `regulars.envs.banks.operations` documents them. The reward is
    `.3 facts + .6 insight + .1 safety`; `regulars.envs.banks.bank_judge` defines the three parts, each from 0 to 1.

    An action that cannot be carried out changes nothing and earns 0; the life goes on. `info["fault"]` is its
    `FaultKind`, and `info["why"]` says what was wrong.

    The info has numbers under constant keys: `facts`, `insight` and `safety` (0 if they do not apply), `told` (the
    values that the chunk told), `due` (the interpretations that follow), `fault`, `asked` and `right` (the questions
    that people asked since the last step for the first time, and how many of them the reader answered right),
    `bank_facts`, `bank_insights`, `session`, `valid` (0 after a fault) and `ending` (0 while the episode runs, then
    `Ending.number`); and the text `why`.

    Raises:
        ConfigurationError: An option is unknown or has an invalid value.

    Example:
        >>> import gymnasium
        >>> env = gymnasium.make("regulars:Writer-v0", sessions=2)
        >>> observation, info = env.reset(seed=7)
        >>> observation["bank"]
        '{"facts": [], "insights": []}'
        >>> observation, reward, terminated, truncated, info = env.step("no JSON")
        >>> reward, FaultKind(int(info["fault"])).name
        (0.0, 'NOT_JSON')
    """

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 4}  # noqa: RUF012  # Gymnasium expects a plain class attribute

    def __init__(
        self,
        turns: int | None = None,
        *,
        facts: int = MOST_FACTS,
        insights: int = MOST_INSIGHTS,
        letters: int = MOST_LETTERS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        check_names(options, _WHERE, [WriterEnv])
        for name, count in (("turns", turns), ("facts", facts), ("insights", insights), ("letters", letters)):
            if count is not None or name != "turns":
                _check_count(name, count)
        if "played" in options:
            raise ConfigurationError(
                "the option 'played' is not available",
                where=_WHERE,
                remedy="leave it out: the environment plays people, reader and evaluator",
            )
        played = ("user", "evaluator")
        self.aec = LifeAEC(**{"probes": "fork", **options, "played": played, "render_mode": render_mode})
        self.aec.let_fork()
        self.render_mode = render_mode
        self._turns = turns
        self._limits = Limits(facts, insights, letters)
        shape = {"turns": turns, "facts": facts, "insights": insights, "letters": letters}
        self._kind = StateKind(_WHERE, shape)
        self._chunk: tuple[Turn, ...] | None = None
        self._begin()
        self._open()
        self.observation_space = spaces.Dict({"conversation": Text(), "bank": Text()})
        self.action_space = Text()

    def _begin(self) -> None:
        """Empties the bank."""
        self._bank = Bank()
        self._heard = 0
        self._judged = 0
        self._score, self._applied = _NO_SCORE, Applied(self._bank)

    def _open(self) -> None:
        """Makes reader and judge, which look at the running episode and hold nothing of their own."""
        self._reader = FixedReader(lambda: self.aec.life)
        self._judge = BankJudge(lambda: self.aec.life)

    # ------------------------------------------------------------------ Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts an episode with an empty bank. Returns the first chunk and the info."""
        super().reset(seed=seed)
        self.aec.reset(seed=seed, options=options)
        self._begin()
        self._begin_reader()
        self._chunk = self._listen()
        return self.observe()

    def step(self, action: str) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Changes the bank. Returns the next chunk, the reward of the bank, the flags and the info.

        Raises:
            ActionError: The action is no text. Nothing has changed.
            OrderError: No episode is under way.
        """
        if self._chunk is None or self._is_over():
            when = "a step before reset" if self._chunk is None else "a step after the end"
            raise OrderError(when, where="step", remedy="call env.reset() first")
        if not isinstance(action, str):
            raise ActionError(f"an action of type {type(action).__name__}", where="step", expected="a string")
        before = self._bank
        applied = self._applied = apply(before, action, self._limits)
        self._bank = applied.bank
        self._score = self._judge.score(self._bank, before, applied.written, self._chunk, self._heard)
        reward = 0.0 if applied.fault is not None else self._score.reward
        self._judged = len(self.aec.life.outcomes)
        self._chunk = self._listen()
        over = self._is_over()
        observation, info = self.observe()
        ending = self.aec.life.ending
        terminates = ending is not None and ending.terminates
        return observation, reward, over and terminates, over and not terminates, info

    def observe(self) -> tuple[Observation, dict[str, Any]]:
        """The present observation and info, as after `set_state`."""
        if self._chunk is None:
            raise OrderError("observe before reset", where="observe", remedy="call env.reset() first")
        return {"conversation": "\n".join(map(_line, self._chunk)), "bank": self._bank.text()}, self._info()

    def render(self) -> Any:
        """Shows the running session in the render mode."""
        return self.aec.render()

    def close(self) -> None:
        """Does nothing: the environment holds no resources."""

    # ------------------------------------------------------------------ listening

    def _listen(self) -> tuple[Turn, ...]:
        """Lets the life go on up to the end of a chunk. Returns the turns that the writer has not seen yet."""
        life = self.aec.life
        while life.ending is None:
            fresh = self._fresh()
            if fresh and self._is_whole(fresh):
                break
            seen = self.aec.observe(ASSISTANT_SEAT)
            lines = [*self._bank.lines(), *map(_line, fresh)]
            self.aec.step(self._reader.answer(seen, lines, ()))
        chunk = tuple(self._fresh())
        self._heard += len(chunk)
        return chunk

    def _fresh(self) -> list[Turn]:
        """The turns that the writer has not seen yet, up to the line that waits for a reply."""
        life = self.aec.life
        waits = life.ending is None and life.aside is None and life.running is not None
        return life.transcript[self._heard : len(life.transcript) - 1 if waits else None]

    def _is_whole(self, fresh: Sequence[Turn]) -> bool:
        """Whether the fresh turns make a chunk: their session is over, or they hold enough of people's turns."""
        running = self.aec.life.running
        if running is None or running.number != fresh[0].session:
            return True
        return self._turns is not None and sum(turn.speaker != ASSISTANT for turn in fresh) >= self._turns

    def _is_over(self) -> bool:
        return self.aec.life.ending is not None and not self._chunk

    # ------------------------------------------------------------------ looking

    @property
    def bank(self) -> Bank:
        """The bank."""
        return self._bank

    def _info(self) -> dict[str, Any]:
        score, fault, life = self._score, self._applied.fault, self.aec.life
        ending = life.ending if self._is_over() else None
        asked = [
            one.verdict
            for one in life.outcomes[self._judged :]
            if one.verdict is not None and one.verdict.kind is not VerdictKind.NONE and one.attempt == 1
        ]
        return {
            "facts": score.facts or 0.0,
            "insight": score.insight or 0.0,
            "safety": score.safety,
            "told": float(score.told),
            "due": float(score.due),
            "fault": float(FaultKind.NONE if fault is None else fault.kind),
            "why": "" if fault is None else fault.why,
            "asked": float(len(asked)),
            "right": float(sum(verdict.kind is VerdictKind.CORRECT for verdict in asked)),
            "bank_facts": float(len(self._bank.facts)),
            "bank_insights": float(len(self._bank.insights)),
            "session": float(self._chunk[-1].session if self._chunk else life.number),
            "valid": float(ending is None or ending.valid),
            "ending": 0.0 if ending is None else float(ending.number),
        }

    # ------------------------------------------------------------------ states and groups

    def get_state(self) -> bytes:
        """The state of the episode and of the bank, as bytes."""
        if self._chunk is None:
            raise OrderError("get_state before reset", where="get_state", remedy="call env.reset() first")
        own = (self._bank, self._chunk, self._heard, self._judged, self._score, self._applied)
        return self._kind.pack((self.aec.get_state(), own))

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of an environment with the same options. `observe` then looks at it.

        Raises:
            StateError: The bytes are not a state of this version, or belong to other options. Nothing has changed.
        """
        life, (bank, chunk, heard, judged, score, applied) = self._kind.unpack(state)
        if not isinstance(bank, Bank):
            raise no_state()
        self.aec.set_state(life)
        self._bank, self._chunk, self._heard = bank, chunk, heard
        self._judged, self._score, self._applied = judged, score, applied
        self._begin_reader()

    def groups(self, n: int, policy: Writer, steps: int = 1) -> list[Rollout]:
        """Rolls out n times from the present state, and returns to it.

        Args:
            n: The number of members, 2 or more; GRPO's groups have 8 or more.
            policy: Called with an observation and the member's number, from 0. It should sample.
            steps: The number of steps of each member; fewer if the episode ends.

        Returns:
            The members, with advantages normalised over the group.

        Raises:
            ConfigurationError: `n` is below 2, or `steps` below 1.
            OrderError: No episode is under way.

        Example:
            >>> env = WriterEnv(sessions=2)
            >>> _ = env.reset(seed=7)
            >>> def policy(observation, member):
            ...     return "[]" if member else "no JSON"
            >>> [member.advantage for member in env.groups(2, policy)]
            [0.0, 0.0]
        """
        _check_count("steps", steps)
        _check_count("n", n, 2)
        state, played = self.get_state(), []
        try:
            for member in range(n):
                self.set_state(state)
                played.append(self._roll(policy, member, steps))
        finally:
            self.set_state(state)
        worth = advantages([sum(rewards) for _, _, rewards in played])
        return [
            Rollout(tuple(prompts), tuple(responses), tuple(rewards), one)
            for (prompts, responses, rewards), one in zip(played, worth, strict=True)
        ]

    def _roll(self, policy: Writer, member: int, steps: int) -> tuple[list[Observation], list[str], list[float]]:
        prompts, responses, rewards = [self.observe()[0]], [], []
        for _ in range(steps):
            responses.append(policy(prompts[-1], member))
            observation, reward, terminated, truncated, _ = self.step(responses[-1])
            rewards.append(reward)
            if terminated or truncated:
                break
            prompts.append(observation)
        return prompts[: len(rewards)], responses, rewards

    def _begin_reader(self) -> None:
        self._reader.use_language(self.aec.life.language)
        self._reader.begin(self.aec.life.episode_id, self.aec.seat_seed(ASSISTANT_SEAT))

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key not in ("_reader", "_judge")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._open()
        if self._chunk is not None:
            self._begin_reader()


def _line(turn: Turn) -> str:
    return context_line(turn.time, turn.name, turn.text)


def _check_count(name: str, count: Any, least: int = 1) -> None:
    if not isinstance(count, int) or isinstance(count, bool) or count < least:
        raise ConfigurationError(f"{name} is {count!r}", where=_WHERE, expected=f"a whole number from {least}")
