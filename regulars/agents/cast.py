"""The cast: who sits where. It gives every seat its policy, begins and ends them, and branches them at probes."""

from __future__ import annotations

import pickle
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from regulars.agents.evaluator import ScriptedEvaluator
from regulars.agents.flow import Flow
from regulars.agents.seats import (
    as_seat,
    awaited_act,
    begin_seat,
    can_branch,
    end_seat,
    is_asynchronous,
    restore_seat,
    seat_state,
)
from regulars.agents.user import ScriptedUser
from regulars.dialogue import Phase
from regulars.errors import ConfigurationError, OrderError, SeatError, StateError, did_you_mean
from regulars.scenarios.language.packs import Language

__all__ = ["Cast"]

EXECUTORS = ("plain", "langgraph")
"""How policies go through their nodes."""

_PROBE = int(Phase.PROBE)


def _as_graph(seat: Any) -> Any:
    """The seat with its nodes as a compiled graph; itself where it has none, or runs as one already."""
    from regulars.agents.graphs import GraphSeat

    has_nodes = isinstance(getattr(seat, "flow", None), Flow)
    return GraphSeat(seat) if has_nodes and not isinstance(seat, GraphSeat) else seat


def _has_to_be_awaited(name: str) -> Callable[[dict[str, Any]], Any]:
    def act(observation: dict[str, Any]) -> Any:
        raise OrderError(
            "the seat is asynchronous, and nobody awaits it",
            where=name,
            remedy=f"await cast.run(), or await cast.aact({name!r}, observation)",
        )

    return act


class Cast:
    """Fills the seats of an environment; built-in policies take those that are left.

    Args:
        env: An AEC environment of `regulars.life_v0`.
        assistant: An object with `act(observation)`, a callable, or a compiled LangGraph, for `assistant_0`, each of
            them plain or asynchronous; by default the scripted assistant with the memory `bm25-turn`.
        user: For every user's seat, likewise.
        evaluator: For `evaluator_0`, likewise.
        executor: `plain`, or `langgraph`, under which every policy that has nodes runs them as a compiled graph.
        seats: Any seat by its name, `user_1=...`; wins over the three above.

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
        executor: str = "plain",
        **seats: Any,
    ) -> None:
        self.env = env
        self._inner = env.unwrapped
        if not hasattr(self._inner, "let_fork"):
            raise ConfigurationError(
                f"a {type(self._inner).__name__} has no seats that a cast could fill",
                where="Cast",
                expected="an AEC environment: regulars.life_v0.env or raw_env",
            )
        if executor not in EXECUTORS:
            raise ConfigurationError(
                f"there is no executor {executor!r}", where="Cast", remedy=did_you_mean(executor, EXECUTORS)
            )
        roles = {"assistant": assistant, "user": user, "evaluator": evaluator}
        for name in seats:
            if name not in self._inner.possible_agents:
                raise ConfigurationError(
                    f"there is no seat {name!r}",
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
        self._check_branching()
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
        from regulars.agents.assistant import ScriptedAssistant

        return ScriptedAssistant("bm25-turn", language=language)

    def _check_branching(self) -> None:
        if self._inner.options.probes != "fork":
            return
        for name, seat in self.seats.items():
            if name.startswith("assistant") and not can_branch(seat):
                raise SeatError(
                    f"{type(seat).__name__} cannot be branched, so nothing can be asked beside the conversation",
                    where=name,
                    expected="get_state and set_state, a picklable object, or a function registered as stateless",
                    remedy="use probes='end', which asks after the last session",
                )
        self._inner.let_fork()

    def _plain(self, name: str, seat: Any) -> Callable[[dict[str, Any]], Any]:
        act: Callable[[dict[str, Any]], Any] = seat.act
        if not name.startswith("assistant") or getattr(seat, "branches", False):
            return act

        def act_and_branch(observation: dict[str, Any]) -> Any:
            if observation["phase"] != _PROBE or self._inner.options.probes != "fork":
                return act(observation)
            state = seat_state(seat, name)
            try:
                return act(observation)
            finally:
                restore_seat(seat, state)

        return act_and_branch

    def _briefed(self, name: str, seat: Any) -> Callable[[dict[str, Any]], Any]:
        def act(observation: dict[str, Any]) -> Any:
            return seat.act(observation, self._inner.briefing(name))

        return act

    def _waiting(
        self, name: str, seat: Any, waiting: Callable[..., Awaitable[Any]]
    ) -> Callable[[dict[str, Any]], Awaitable[Any]]:
        briefed = bool(getattr(seat, "briefed", False))
        leaves_traces = name.startswith("assistant") and not getattr(seat, "branches", False)

        async def act(observation: dict[str, Any]) -> Any:
            seen = (observation, self._inner.briefing(name)) if briefed else (observation,)
            if not leaves_traces or observation["phase"] != _PROBE or self._inner.options.probes != "fork":
                return await waiting(*seen)
            state = seat_state(seat, name)
            try:
                return await waiting(*seen)
            finally:
                restore_seat(seat, state)

        return act

    @property
    def asynchronous(self) -> bool:
        """Whether some seat has to be awaited, so that `run` has to be."""
        return any(is_asynchronous(seat) for seat in self.seats.values())

    def waits(self, agent: str) -> bool:
        """Whether something in the seat waits, such as a model's call, so that it is better awaited."""
        return agent in self._awaited

    async def aact(self, agent: str, observation: dict[str, Any]) -> Any:
        """The action of `agent`, awaited where its seat waits for something."""
        waiting = self._awaited.get(agent)
        return self[agent](observation) if waiting is None else await waiting(observation)

    def __getitem__(self, agent: str) -> Callable[[dict[str, Any]], Any]:
        """What acts for `agent`: a callable from its observation to its action.

        Calling it raises `OrderError` where the seat has to be awaited; `aact` does that.
        """
        try:
            return self._acts[agent]
        except KeyError:
            raise ConfigurationError(
                f"there is no seat {agent!r}", where="Cast", remedy=did_you_mean(agent, self._acts)
            ) from None

    # ------------------------------------------------------------------ episodes

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,
        *,
        keep: Iterable[str] = (),
    ) -> None:
        """Starts an episode: resets the environment, ends the last episode's policies and begins new ones.

        Args:
            seed: The root of the tree of draws; None goes on to the tree's next episode.
            options: Passed on to the environment.
            keep: Roles or seats whose policies live on, as in a stream; the calendar and the numbering of sessions
                then go on too, and the clock never runs backwards.
        """
        kept = self._kept(keep)
        if kept and not self._begun:
            raise OrderError("nothing can be kept at the first reset", where="Cast.reset", remedy="drop keep=")
        passed = dict(options or {})
        if kept:
            passed["stream"] = True
        self.env.reset(seed=seed, options=passed)
        for name, seat in self.seats.items():
            if name in kept:
                continue
            if self._begun:
                end_seat(seat, "reset")
            if hasattr(seat, "use_language"):
                seat.use_language(Language.load(self._inner.life.language.name))
            begin_seat(seat, name, self._inner.seat_seed(name))
        self._begun = True

    def _kept(self, keep: Iterable[str]) -> set[str]:
        names = [keep] if isinstance(keep, str) else list(keep)
        kept: set[str] = set()
        for name in names:
            found = {seat for seat in self.seats if seat == name or seat.rpartition("_")[0] == name}
            if not found:
                raise ConfigurationError(
                    f"there is no seat {name!r} to keep", where="Cast.reset", remedy=did_you_mean(name, self.seats)
                )
            kept |= found
        return kept

    def close(self, reason: str = "closed") -> None:
        """Ends all policies; the next reset begins them anew."""
        if self._begun:
            for seat in self.seats.values():
                end_seat(seat, reason)
        self._begun = False

    def run(self) -> Awaitable[None] | None:
        """Plays the episode to its end. Policies live on until the next reset that does not keep them, or `close`.

        Returns:
            Nothing; where some seat has to be awaited, what is to be awaited in its stead: `await cast.run()`.
            `await cast.arun()` does for any cast.
        """
        if self.asynchronous:
            return self.arun()
        env, acts = self.env, self._acts
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            env.step(None if terminated or truncated else acts[agent](observation))
        return None

    async def arun(self) -> None:
        """`run`, awaited: seats that wait for something let others go on meanwhile."""
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
        """The state of the environment and of every seat, as bytes that survive a pickle.

        Raises:
            SeatError: A seat's state cannot be taken; the error names it.
        """
        seats = {name: seat_state(seat, name) for name, seat in self.seats.items()}
        return pickle.dumps((self._inner.get_state(), seats, self._begun))

    def set_state(self, state: bytes) -> None:
        """Takes environment and seats back to a state from `get_state` of an equal cast."""
        try:
            environment, seats, begun = pickle.loads(state)
            names = sorted(seats)
        except Exception as error:  # a foreign object's pickling may raise anything
            raise StateError("these bytes are no state of a cast", where="Cast.set_state") from error
        if names != sorted(self.seats):
            raise StateError(f"a state of the seats {names}", where="Cast.set_state", expected=str(sorted(self.seats)))
        self.env.set_state(environment)
        for name, seat in self.seats.items():
            restore_seat(seat, seats[name])
        self._begun = begun

    def fork(self, n: int) -> list[Cast]:
        """`n` casts with environments of their own that go on from here, independent of each other and of this."""
        state = self.get_state()
        for name, seat in self.seats.items():
            try:
                pickle.dumps(seat)
            except Exception as error:  # a foreign object's pickling may raise anything
                raise SeatError(
                    f"{type(seat).__name__} cannot be copied: {error}",
                    where=name,
                    remedy="define its class or function at the top level of a module, or make it picklable",
                ) from error
        copy = pickle.dumps((self.env, self.seats))
        forks = []
        for _ in range(n):
            env, seats = pickle.loads(copy)
            forked = Cast(env, **seats)
            forked.set_state(state)
            forks.append(forked)
        return forks
