"""The cast: gives every seat its policy, starts and ends the policies, and branches them at probes."""

from __future__ import annotations

import asyncio
import copy
import pickle
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.seats.adapt import (
    as_seat,
    awaited_act,
    begin_seat,
    begins_with_state,
    end_seat,
    is_asynchronous,
    restore_seat,
    seat_state,
    why_unbranched,
)
from regulars.agents.seats.flow import Flow
from regulars.agents.user.scripted import ScriptedUser
from regulars.dialogue import Phase
from regulars.errors import ConfigurationError, OrderError, SeatError, StateError, did_you_mean
from regulars.scenarios.language.packs import Language
from regulars.seeding import fresh_episode_id

PLAIN = "plain"
"""The executor that calls a policy's nodes one after the other."""

EXECUTORS = (PLAIN, "langgraph")
"""The ways to run a policy's nodes."""

_PROBE = int(Phase.PROBE)


def _as_graph(seat: Any) -> Any:
    """The seat with its nodes as a compiled LangGraph; the seat itself if it has no nodes or already is one."""
    from regulars.agents.seats.compiled_graph import GraphSeat

    has_nodes = isinstance(getattr(seat, "flow", None), Flow)
    return GraphSeat(seat) if has_nodes and not isinstance(seat, GraphSeat) else seat


def _has_to_be_awaited(name: str) -> Callable[[dict[str, Any]], Any]:
    def act(observation: dict[str, Any]) -> Any:
        raise OrderError(
            "the seat is asynchronous and must be awaited",
            where=name,
            remedy=f"await cast.arun(), or await cast.aact({name!r}, observation)",
        )

    return act


class Cast:
    """Assigns a policy to each seat of an environment; seats that you leave open get built-in policies.

    Args:
        env: An AEC environment of `regulars.life_v0`.
        assistant: The policy of `assistant_0`: an object with `act(observation)`, a callable, or a compiled LangGraph,
            synchronous or asynchronous. The default is the scripted assistant with the memory `bm25-turn`.
        user: The policy of every user's seat, in the same forms.
        evaluator: The policy of `evaluator_0`, in the same forms.
        executor: `plain`, or `langgraph`, which runs the built-in policies as compiled graphs.
        seats: Policies of single seats, such as `user_1=...`; they override the three above.

    Example:
        >>> from regulars import Cast, life_v0
        >>> env = life_v0.env(sessions=2)
        >>> cast = Cast(env, assistant=lambda observation: "I see.")
        >>> cast.reset(seed=7)
        >>> for agent in env.agent_iter():
        ...     observation, reward, terminated, truncated, info = env.last()
        ...     env.step(None if terminated or truncated else cast[agent](observation))
    """

    def __init__(
        self,
        env: Any,
        *,
        assistant: Any = None,
        user: Any = None,
        evaluator: Any = None,
        executor: str = PLAIN,
        **seats: Any,
    ) -> None:
        self.env = env
        self._inner = env.unwrapped
        if not hasattr(self._inner, "let_fork"):
            raise ConfigurationError(
                f"a {type(self._inner).__name__} has no seats to fill",
                where="Cast",
                expected="an AEC environment: regulars.life_v0.env or raw_env",
            )
        if executor not in EXECUTORS:
            raise ConfigurationError(
                f"unknown executor {executor!r}", where="Cast", remedy=did_you_mean(executor, EXECUTORS)
            )
        roles = {"assistant": assistant, "user": user, "evaluator": evaluator}
        for name in seats:
            if name not in self._inner.possible_agents:
                raise ConfigurationError(
                    f"unknown seat {name!r}",
                    where="Cast",
                    remedy=did_you_mean(name, [*self._inner.possible_agents, *roles]),
                )
        self.seats: dict[str, Any] = {}
        for name in self._inner.possible_agents:
            role = name.rpartition("_")[0]
            given = seats.get(name, roles.get(role))
            seat = self._built_in(role) if given is None else as_seat(given, name)
            self.seats[name] = _as_graph(seat) if executor == "langgraph" else seat
        self._begun = False
        self._unproven: dict[str, str] = {}
        if self._inner.options.probes == "fork":
            self._unproven = self._unbranchable(self.seats)
            self._refuse(name for name in self._unproven if not begins_with_state(self.seats[name]))
            self._inner.let_fork()
        self._wire()

    def _wire(self) -> None:
        self._acts: dict[str, Callable[[dict[str, Any]], Any]] = {}
        self._awaited: dict[str, Callable[[dict[str, Any]], Awaitable[Any]]] = {}
        for name, seat in self.seats.items():
            waiting = awaited_act(seat)
            if waiting is not None:
                self._awaited[name] = self._waiting(name, seat, waiting)
            if is_asynchronous(seat):
                self._acts[name] = _has_to_be_awaited(name)
            else:
                briefed = getattr(seat, "briefed", False)
                self._acts[name] = self._briefed(name, seat) if briefed else self._plain(name, seat)

    def _built_in(self, role: str) -> Any:
        language = Language.load(self._inner.options.language)
        if role == "user":
            return ScriptedUser(language, language.ontology)
        if role == "evaluator":
            return ScriptedEvaluator()
        from regulars.agents.assistant.scripted import ScriptedAssistant

        return ScriptedAssistant("bm25-turn", language=language)

    def _unbranchable(self, names: Iterable[str]) -> dict[str, str]:
        """Why assistants cannot be branched, by seat; those that can are left out."""
        reasons = {name: why_unbranched(self.seats[name]) for name in names if name.startswith("assistant")}
        return {name: reason for name, reason in reasons.items() if reason}

    def _refuse(self, names: Iterable[str]) -> None:
        for name in names:
            raise SeatError(
                f"{type(self.seats[name]).__name__} cannot be branched, so it cannot be probed outside the "
                f"conversation: {self._unproven[name]}",
                where=name,
                expected="get_state and set_state, a picklable object, or a function registered as stateless",
                remedy="use probes='end', which asks all probes after the last session",
            )

    def _plain(self, name: str, seat: Any) -> Callable[[dict[str, Any]], Any]:
        act: Callable[[dict[str, Any]], Any] = seat.act
        if not name.startswith("assistant") or getattr(seat, "branches", False):
            return act

        def act_and_branch(observation: dict[str, Any]) -> Any:
            if not self._leaves_traces(seat, observation):
                return act(observation)
            state = seat_state(seat, name)
            try:
                return act(observation)
            finally:
                restore_seat(seat, state)

        return act_and_branch

    def _leaves_traces(self, seat: Any, observation: dict[str, Any]) -> bool:
        """Whether the seat must be put back to its state after this action. A seat may learn in `begin` that not."""
        asked = observation["phase"] == _PROBE and self._inner.options.probes == "fork"
        return asked and not getattr(seat, "branches", False)

    def _briefed(self, name: str, seat: Any) -> Callable[[dict[str, Any]], Any]:
        def act(observation: dict[str, Any]) -> Any:
            return seat.act(observation, self._inner.briefing(name))

        return act

    def _waiting(
        self, name: str, seat: Any, waiting: Callable[..., Awaitable[Any]]
    ) -> Callable[[dict[str, Any]], Awaitable[Any]]:
        briefed = bool(getattr(seat, "briefed", False))
        assists = name.startswith("assistant")

        async def act(observation: dict[str, Any]) -> Any:
            seen = (observation, self._inner.briefing(name)) if briefed else (observation,)
            if not assists or not self._leaves_traces(seat, observation):
                return await waiting(*seen)
            state = seat_state(seat, name)
            try:
                return await waiting(*seen)
            finally:
                restore_seat(seat, state)

        return act

    @property
    def asynchronous(self) -> bool:
        """Whether any seat is asynchronous, so that `run` must be awaited."""
        return any(is_asynchronous(seat) for seat in self.seats.values())

    def waits(self, agent: str) -> bool:
        """Whether the seat waits for something, such as a model call. If so, use `aact`."""
        return agent in self._awaited

    async def aact(self, agent: str, observation: dict[str, Any]) -> Any:
        """Returns the action of `agent`, and awaits it if the seat waits for something."""
        waiting = self._awaited.get(agent)
        return self[agent](observation) if waiting is None else await waiting(observation)

    def __getitem__(self, agent: str) -> Callable[[dict[str, Any]], Any]:
        """The policy of `agent`, as a callable from its observation to its action.

        The callable raises `OrderError` if the seat must be awaited; use `aact` instead.
        """
        try:
            return self._acts[agent]
        except KeyError:
            raise ConfigurationError(
                f"unknown seat {agent!r}", where="Cast", remedy=did_you_mean(agent, self._acts)
            ) from None

    # ------------------------------------------------------------------ episodes

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        *,
        keep: Iterable[str] = (),
    ) -> None:
        """Starts an episode: resets the environment, ends the last episode's policies and starts new ones.

        Args:
            seed: The root of the seed tree; None continues with the tree's next episode.
            options: Passed on to the environment.
            keep: Roles or seats whose policies are kept, as in a stream. The calendar and the session numbers then
                continue too, and the clock never runs backwards.
        """
        kept = self._kept(keep)
        if kept and not self._begun:
            raise OrderError("the first reset has nothing to keep", where="Cast.reset", remedy="drop keep=")
        passed = dict(options or {})
        if kept:
            passed["stream"] = True
        if not any(name.startswith("assistant") for name in kept):
            passed.setdefault("episode", fresh_episode_id())
        self.env.reset(seed=seed, options=passed)
        for name, seat in self.seats.items():
            if name in kept:
                continue
            if self._begun:
                end_seat(seat, "reset")
            if hasattr(seat, "use_language"):
                seat.use_language(Language.load(self._inner.life.language.name))
            begin_seat(seat, self._inner.life.episode_id, self._inner.seat_seed(name))
        self._begun = True
        self._unproven = self._unbranchable(self._unproven)
        self._refuse(self._unproven)

    def _kept(self, keep: Iterable[str]) -> set[str]:
        names = [keep] if isinstance(keep, str) else list(keep)
        kept: set[str] = set()
        for name in names:
            found = {seat for seat in self.seats if seat == name or seat.rpartition("_")[0] == name}
            if not found:
                raise ConfigurationError(
                    f"unknown seat {name!r} in keep", where="Cast.reset", remedy=did_you_mean(name, self.seats)
                )
            kept |= found
        return kept

    def close(self, reason: str = "closed") -> None:
        """Ends all policies; the next reset starts them again."""
        if self._begun:
            for seat in self.seats.values():
                end_seat(seat, reason)
        self._begun = False

    def run(self) -> None:
        """Plays the episode to its end. Policies live until `close` or a reset that does not keep them.

        Asynchronous seats run in a new event loop.

        Raises:
            OrderError: A seat must be awaited, and an event loop is running already: use `await cast.arun()`.
        """
        if self.asynchronous:
            self._run_awaited()
            return
        env, acts = self.env, self._acts
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else acts[agent](observation))

    def _run_awaited(self) -> None:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(self.arun())
            return
        raise OrderError(
            "a seat must be awaited, and an event loop is running already",
            where="Cast.run",
            remedy="await cast.arun()",
        )

    async def arun(self) -> None:
        """Asynchronous version of `run`: while a seat waits, other tasks can proceed."""
        env = self.env
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else await self.aact(agent, observation))

    # ------------------------------------------------------------------ state

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_acts"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._wire()

    def get_state(self) -> bytes:
        """Returns the state of the environment and of every seat, as bytes.

        Raises:
            SeatError: A seat's state cannot be saved; the message names the seat.
        """
        seats = {name: seat_state(seat, name) for name, seat in self.seats.items()}
        return pickle.dumps((self._inner.get_state(), seats, self._begun))

    def set_state(self, state: bytes) -> None:
        """Restores a state from `get_state` of a cast with the same seats and environment options."""
        try:
            environment, seats, begun = pickle.loads(state)
            names = sorted(seats)
        except Exception as error:  # a user's object may raise anything when unpickled
            raise StateError(
                "the bytes are not a state of a cast",
                where="Cast.set_state",
                expected="bytes from get_state of an equal cast",
            ) from error
        if names != sorted(self.seats):
            raise StateError(f"a state of the seats {names}", where="Cast.set_state", expected=str(sorted(self.seats)))
        self.env.set_state(environment)
        for name, seat in self.seats.items():
            restore_seat(seat, seats[name])
        self._begun = begun

    def fork(self, n: int) -> list[Cast]:
        """Returns `n` independent copies of this cast, each with its own environment, that continue from here."""
        state = self.get_state()
        deeply = {name: seat for name, seat in self.seats.items() if hasattr(type(seat), "__deepcopy__")}
        others = {name: seat for name, seat in self.seats.items() if name not in deeply}
        for name, seat in others.items():
            try:
                pickle.dumps(seat)
            except Exception as error:  # a user's object may raise anything when pickled
                raise SeatError(
                    f"{type(seat).__name__} cannot be copied: {error}",
                    where=name,
                    remedy="define its class or function at the top level of a module, or make it picklable",
                ) from error
        packed = pickle.dumps((self.env, others))
        forks = []
        for _ in range(n):
            env, seats = pickle.loads(packed)
            forked = Cast(env, **seats, **copy.deepcopy(deeply))
            forked.set_state(state)
            forks.append(forked)
        return forks
