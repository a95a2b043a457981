"""A life as a chat: messages in, the assistant's words or tool calls out. All adapters for trainers use this.

Messages are dicts in the form of OpenAI's chat completions, because all of these libraries read it. The environment
plays the people and the evaluator; rewards are those of the Gymnasium view.
"""

from __future__ import annotations

import json
import pickle
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.agents.assistant.conversation import moment_words
from regulars.agents.assistant.tool_rounds import MOST_CALLS, REPEATS, ROUNDS
from regulars.agents.models.prompt_files import load_prompts
from regulars.agents.models.protocol import ToolCall
from regulars.agents.models.structured import OutputFault
from regulars.dialogue import ASSISTANT, Phase, Turn, VerdictKind
from regulars.envs.life.outcomes import ProbeOutcome
from regulars.envs.views.gym import LifeEnv
from regulars.errors import ConfigurationError, OrderError, StateError
from regulars.integrations.chat_answers import read_answer
from regulars.integrations.chat_episode import TERMS, ChatEpisode, ChatMessage, ChatStep
from regulars.integrations.chat_play import Policy, check_seed, play_lives
from regulars.memory import Memory, build_memory
from regulars.memory.adopt import Adopted, adopt
from regulars.memory.tools import MemoryTools, ToolFault, function_schemas
from regulars.seeding import fresh_episode_id

ALL, SESSION = "all", "session"
HISTORIES = (ALL, SESSION)
"""What the messages hold: everything since the first session, or the running session."""

_TERM = "reward_"
_VERSION = 1
_WHERE = "ChatLife"


class ChatLife:
    """A life as a chat: `reset` returns messages, `step` takes the assistant's answer and returns the next ones.

    A line that needs no reply, such as a goodbye, comes together with the next line that does.

    With `memory`, the model manages its own memory with the tools `search_memory`, `save_memory`, `update_memory` and
    `forget`. It also gets a turn at the end of each session to save the rest; the person does not see what it writes
    then. A call that cannot be carried out returns an error. A model that keeps calling tools loses its turn: the
    person gets an empty reply, and the step's fault is `tool_loop`.

    Args:
        history: `all` for one conversation that only grows; `session` for one that starts over in each session.
        memory: A memory's spec, or a callable that makes one; None for no tools.
        system: The system message; by default the one of this package.
        options: The options of `regulars:Life-v0`, except `played`, such as `suite="core@train"`.

    Attributes:
        messages: The conversation that the model should see now.
        episode: The messages, rewards, verdicts and faults of the life so far.
        tools: The tools that the model may call now, in the form of OpenAI's `tools` parameter.

    Raises:
        ConfigurationError: An option is unknown or has an invalid value.

    Example:
        >>> life = ChatLife(sessions=2)
        >>> [message["role"] for message in life.reset(seed=7)]
        ['system', 'user']
        >>> step = life.step("Tell me more.")
        >>> step.messages[0]["role"], step.done
        ('user', False)
    """

    def __init__(
        self,
        *,
        history: str = ALL,
        memory: str | Callable[[], Any] | None = None,
        system: str | None = None,
        **options: Any,
    ) -> None:
        if history not in HISTORIES:
            raise ConfigurationError(f"history is {history!r}", where=_WHERE, expected=" or ".join(HISTORIES))
        if "played" in options:
            raise ConfigurationError(
                "the option 'played' is not available", where=_WHERE,
                remedy="leave it out: the environment plays the people and the evaluator",
            )  # fmt: skip
        self.history = history
        self.messages: list[ChatMessage] = []
        self._memory, self._system, self._options = memory, system, options
        self._envs: dict[str, LifeEnv] = {}
        self._env = self._env_of("")
        self._seen: dict[str, Any] | None = None
        self._notebook: MemoryTools | None = None
        self._is_over = True
        self._begin_turn()

    # ------------------------------------------------------------------ playing

    def reset(self, seed: int = 0, task: str = "") -> list[ChatMessage]:
        """Begins a life. Returns the messages to answer: the system message, and a person's first line.

        Args:
            seed: The seed of the life, 0 or more. In a suite it also picks the life.
            task: A suite, such as `core@train`; empty for the life that the options decide.

        Raises:
            ConfigurationError: The suite is unknown, or contradicts the options.
        """
        check_seed(seed, _WHERE)
        env = self._env_of(task)
        self._end_memory("reset")
        notebook = self._opened(seed)
        self._seen = None  # if the environment cannot be reset, no life is under way
        seen, _ = env.reset(seed=seed)
        self._env, self._task, self._notebook, self._seen = env, task, notebook, seen
        self._is_over = False
        self._place: tuple[Any, ...] = ()
        self._heard_at = ""
        self.messages = []
        self._begin_turn()
        self._listen()
        self.episode = ChatEpisode(seed, task, tuple(self.messages))
        return list(self.messages)

    def step(self, answer: str | Mapping[str, Any]) -> ChatStep:
        """Takes the assistant's answer, and plays on to the next line that needs one.

        Args:
            answer: The reply as a string, or an assistant's message in OpenAI's form: `content`, and perhaps
                `tool_calls`. With tool calls, the person keeps waiting for the reply.

        Raises:
            ActionError: The answer is neither. Nothing has changed.
            OrderError: No life is under way.
        """
        if self._seen is None or self._is_over:
            when = "a step before reset" if self._seen is None else "a step after the end"
            raise OrderError(when, where="step", remedy="call reset() first")
        text, calls = read_answer(answer)
        said: ChatMessage = {"role": "assistant", "content": text}
        if calls:
            said["tool_calls"] = [_written(call) for call in calls]
        self.messages.append(said)
        step = self._use_tools(calls) if calls else self._reply(text)
        self.episode = self.episode.after(step, self.messages)
        return step

    @property
    def tools(self) -> list[dict[str, Any]]:
        """The tools that may be called now; none without a memory."""
        return [] if self._memory is None else function_schemas(probing=self._is_probe)

    @property
    def has_begun(self) -> bool:
        """Whether a life was begun."""
        return self._seen is not None

    @property
    def is_over(self) -> bool:
        """Whether the life is over, or has not begun."""
        return self._seen is None or self._is_over

    # ------------------------------------------------------------------ state

    def get_state(self) -> bytes:
        """The state of the life, the conversation and the memory, as bytes."""
        if self._seen is None:
            raise OrderError("get_state before reset", where="get_state", remedy="call reset() first")
        own = (self._is_over, self._place, self._heard_at, self.messages, self._rounds, self._made, self.episode)
        kept = None if self._notebook is None else (self._notebook.memory.snapshot(), self._notebook.notes)
        return pickle.dumps((_VERSION, self._task, self._env.get_state(), own, kept))

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of a life with the same options. `messages` then shows it.

        Raises:
            StateError: The bytes are not such a state. Nothing has changed.
        """
        try:
            version, task, life, own, kept = pickle.loads(state)
            is_over, place, heard_at, messages, rounds, made, episode = own
            seed = episode.seed
        except Exception as error:  # unpickling foreign bytes may raise anything
            raise StateError("the bytes are not a state of a life as a chat", where="set_state") from error
        if version != _VERSION or (kept is None) != (self._memory is None):
            raise StateError(
                "the state is of another version, or of a life with other options", where="set_state",
                expected="a state of get_state, with the same options",
            )  # fmt: skip
        env, notebook = self._env_of(task), self._opened(seed)
        if notebook is not None:
            notebook.memory.restore(kept[0])
            notebook.notes = kept[1]
        env.set_state(life)
        self._end_memory("reset")
        self._env, self._task, self._notebook = env, task, notebook
        self._is_over, self._place, self._heard_at, self.messages = is_over, place, heard_at, messages
        self._rounds, self._made, self.episode = rounds, made, episode
        self._seen = env.aec.observe(env.seat)

    def fork(self) -> ChatLife:
        """Returns an independent copy in the same state, for example as one member of a group."""
        other = ChatLife(history=self.history, memory=self._memory, system=self._system, **self._options)
        other.set_state(self.get_state())
        return other

    # ------------------------------------------------------------------ many lives

    @classmethod
    async def play(
        cls,
        policy: Policy,
        seeds: Iterable[int],
        *,
        task: str = "",
        at_once: int = 64,
        most_steps: int | None = None,
        **options: Any,
    ) -> list[ChatEpisode]:
        """Plays many lives concurrently with asyncio, one for each seed.

        A policy that raises, or answers with anything but a reply, ends its own life: that episode has an `error` and
        no reward, and the others go on. If the environment or a memory raises an error, the episode's `error` begins
        with "the environment", so that it is not counted as the policy's.

        Args:
            policy: Called with the messages and the tools; returns an answer of `step`, or an awaitable of one.
            seeds: The seeds of the lives.
            task: As in `reset`.
            at_once: How many lives are under way at the same time.
            most_steps: The number of answers after which a life is left; None for no limit.
            options: The options of `ChatLife`.

        Returns:
            The episodes in the order of the seeds.
        """
        return await play_lives(
            lambda: cls(**options), policy, seeds, task=task, at_once=at_once, most_steps=most_steps
        )

    # ------------------------------------------------------------------ inside

    def _env_of(self, task: str) -> LifeEnv:
        """The environment of a task. That of the options and the one used last are kept."""
        if task not in self._envs:
            chosen = {"suite": task} if task else {}
            made = LifeEnv(**{**self._options, **chosen})
            self._envs = {"": self._envs.get("", made), task: made}
        return self._envs[task]

    def _opened(self, seed: int) -> MemoryTools | None:
        if self._memory is None:
            return None
        made: Memory = build_memory(self._memory, seed=seed) if isinstance(self._memory, str) else adopt(self._memory())
        if isinstance(made, Adopted):
            made.begin(fresh_episode_id(), seed)
        return MemoryTools(made)

    def _end_memory(self, reason: str) -> None:
        """Tells a memory of the user's own that a running life ends, if it has `end`."""
        if not self._is_over and self._notebook is not None and isinstance(self._notebook.memory, Adopted):
            self._notebook.memory.end(reason)

    def _begin_turn(self) -> None:
        self._rounds = 0
        self._made = Counter[tuple[str, str]]()

    @property
    def _is_probe(self) -> bool:
        return self._seen is not None and self._seen["phase"] == Phase.PROBE

    def _use_tools(self, calls: Sequence[ToolCall]) -> ChatStep:
        """Answers calls of tools; a model that goes in circles loses its turn."""
        self._rounds += 1
        self._made.update((call.name, call.arguments) for call in calls)
        circles = self._rounds > ROUNDS or len(calls) > MOST_CALLS or max(self._made.values()) >= REPEATS
        results, faults = [], []
        for call in calls:
            if circles:
                text = json.dumps({"error": "too many calls of tools; this turn is over"})
            else:
                text, fault = self._carry_out(call)
                faults += [fault] if fault else []
            results.append({"role": "tool", "tool_call_id": call.id, "content": text})
        self.messages += results
        if circles:
            step = self._reply("", OutputFault.TOOL_LOOP)
            return step if step.new_conversation else replace(step, messages=(*results, *step.messages))
        return ChatStep(tuple(results), fault=faults[0] if faults else "")

    def _carry_out(self, call: ToolCall) -> tuple[str, str]:
        if self._notebook is None:
            return json.dumps({"error": "there are no tools; reply in words"}), ToolFault.UNKNOWN_TOOL
        result = self._notebook.call(call.name, call.arguments, _turn(self._now), probing=self._is_probe)
        return result.text, result.fault or ""

    @property
    def _now(self) -> dict[str, Any]:
        if self._seen is None:
            raise OrderError("no life has begun", where=_WHERE, remedy="call reset() first")
        return self._seen

    def _reply(self, text: str, fault: str = "") -> ChatStep:
        outcomes = self._env.aec.life.outcomes
        before = len(outcomes)
        reward, terms = self._act("" if self._now["phase"] == Phase.CLOSING else text)
        verdict, attempt = _judged(outcomes[before:])
        self._begin_turn()
        messages, is_new, late = self._listen()
        return ChatStep(
            messages, reward + late["reward"], {name: value + late[name] for name, value in terms.items()},
            self._is_over, verdict, attempt, fault, is_new,
        )  # fmt: skip

    def _act(self, text: str) -> tuple[float, dict[str, float]]:
        """Steps the environment. Returns the reward and its terms."""
        self._seen, reward, terminated, truncated, info = self._env.step(text)
        if terminated or truncated:
            ending = self._env.aec.life.ending
            self._end_memory("closed" if ending is None else ending.value)
            self._is_over = True
        return reward, {name: info[f"{_TERM}{name}"] for name in TERMS}

    def _listen(self) -> tuple[tuple[ChatMessage, ...], bool, Mapping[str, float]]:
        """Hears lines up to one that wants an answer.

        Returns:
            The new messages, whether they start a new conversation, and what was earned meanwhile: the
            `reward` and its terms.
        """
        heard: list[str] = []
        starts_new, late = False, defaultdict[str, float](float)
        while not self._is_over:
            heard, is_new = self._heard(heard)
            starts_new |= is_new
            if not self._passes():
                break
            reward, terms = self._act("")
            for name, value in (("reward", reward), *terms.items()):
                late[name] += value
        if not heard:
            return (), starts_new, late
        if starts_new:
            self.messages = [{"role": "system", "content": self._told()}]
        self.messages.append({"role": "user", "content": "\n\n".join(heard)})
        new = tuple(self.messages) if starts_new else (self.messages[-1],)
        return (() if self._is_over else new), starts_new, late

    def _heard(self, before: list[str]) -> tuple[list[str], bool]:
        """The lines with the one that is heard now, and whether it starts a new conversation."""
        seen = self._now
        self._keep(seen)
        place = (seen["session"], seen["scope"], seen["phase"] == Phase.PROBE)
        words = f"{seen['name']}: {seen['message']}" if seen["phase"] == Phase.LISTEN else seen["message"]
        if place == self._place and not self._is_probe:
            return [*before, words], False
        begins = not self._place or self.history == SESSION
        self._place = place
        who = "" if seen["speaker"] == ASSISTANT else f"{seen['name']}, "
        line = f"({who}{moment_words(seen['date'])})\n{words}"
        return ([line] if begins else [*before, line]), begins

    def _keep(self, seen: Mapping[str, Any]) -> None:
        """Keeps recorded turns in memory, since the model is not asked there, and closes the sessions of the memory."""
        if self._notebook is None:
            return
        if self._place and self._place[0] != seen["session"]:
            self._notebook.memory.close_session(datetime.fromisoformat(self._heard_at))
        self._heard_at = seen["date"]
        if seen["phase"] == Phase.LISTEN:
            self._notebook.memory.observe(_turn(seen))

    def _passes(self) -> bool:
        """Whether the line wants no answer. A model with tools is asked at a session's end, to save the rest."""
        phase = self._now["phase"]
        return phase == Phase.LISTEN or (phase == Phase.CLOSING and self._notebook is None)

    def _told(self) -> str:
        if self._system is not None:
            return self._system
        texts = _texts()
        parts = [texts["system"], load_prompts(None)["fair_answer"].text()]
        return "\n\n".join(part.strip() for part in (*parts, *([texts["with_tools"]] if self._notebook else [])))


def _judged(outcomes: Iterable[ProbeOutcome]) -> tuple[str, int]:
    """The verdict on a reply and the attempt, from what was judged at it."""
    for one in outcomes:
        if one.verdict is not None and one.verdict.kind is not VerdictKind.NONE:
            return one.verdict.kind.name.lower(), one.attempt
    return "", 0


def _turn(seen: Mapping[str, Any]) -> Turn:
    """The turn that is being heard; tools act at its time, for its person."""
    person = seen["scope"] if seen["speaker"] == ASSISTANT else seen["speaker"]
    return Turn(
        seen["turn_id"], seen["scope"], person, seen["speaker"], seen["name"], int(seen["session"]),
        seen["message"], datetime.fromisoformat(seen["date"]),
    )  # fmt: skip


def _written(call: ToolCall) -> dict[str, Any]:
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments}}


@cache
def _texts() -> dict[str, str]:
    found: dict[str, str] = tomllib.loads((files("regulars.integrations") / "chat_life.toml").read_text("utf-8"))
    return found
