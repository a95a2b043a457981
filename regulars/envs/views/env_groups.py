"""Groups of environments that a vector steps: in this process, or in a worker process that may die.

An error of one environment, or the death of a worker, ends the episodes that it concerns and no others.
"""

from __future__ import annotations

import multiprocessing
import pickle
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, NamedTuple

import gymnasium

from regulars.envs.life.outcomes import Ending
from regulars.envs.seats.names import ASSISTANT_SEAT
from regulars.errors import ActionError, ConfigurationError, InfrastructureError

MakeEnv = Callable[[], "gymnasium.Env[Any, Any]"]
Call = tuple[str, tuple[Any, ...], dict[str, Any]]
"""The name of a method of an environment, and its arguments by position and by name."""

Command = tuple[int, str, tuple[Any, ...], dict[str, Any]]
"""The number of an environment in its group, and a call."""

_GONE = (EOFError, ConnectionError)


class Stepped(NamedTuple):
    """What a step returned."""

    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


@dataclass(frozen=True, slots=True)
class FailedStep:
    """A step that failed, so that its episode cannot go on.

    Attributes:
        error: The error's class and message.
        ending: An error of the agent's seat if its action was invalid, else `infrastructure_error`.
    """

    error: str
    ending: Ending = Ending.INFRASTRUCTURE_ERROR


class EnvGroup:
    """Environments in this process.

    Args:
        make: Makes one environment.
        count: The number of environments.
    """

    def __init__(self, make: MakeEnv, count: int) -> None:
        self.envs = [make() for _ in range(count)]

    def run(self, commands: Sequence[Command]) -> list[Any]:
        """The results of the commands. An error in a step is a `FailedStep`; other errors are raised."""
        return [self._run(self.envs[number], name, given, named) for number, name, given, named in commands]

    def _run(self, env: gymnasium.Env[Any, Any], name: str, given: tuple[Any, ...], named: dict[str, Any]) -> Any:
        if name == "step":
            try:
                observation, reward, terminated, truncated, info = env.step(*given)
                return Stepped(observation, float(reward), terminated, truncated, info)
            except Exception as error:  # whatever an environment raises, the other ones go on
                return FailedStep(f"{type(error).__name__}: {error}", _ending(env, error))
        if name == "set_attr":
            env.set_wrapper_attr(*given)
            return None
        found = env.get_wrapper_attr(name)
        return found(*given, **named) if callable(found) else found

    def close(self) -> None:
        """Closes the environments."""
        for env in self.envs:
            env.close()


def _ending(env: gymnasium.Env[Any, Any], error: Exception) -> Ending:
    if not isinstance(error, ActionError):
        return Ending.INFRASTRUCTURE_ERROR
    seat = getattr(env.unwrapped, "seat", ASSISTANT_SEAT)
    return Ending(f"{seat.rpartition('_')[0]}_error")


def packed(commands: Sequence[Command]) -> memoryview:
    """Commands of one name as a message to a worker.

    Raises:
        ActionError: An action of a step cannot be pickled.
        ConfigurationError: An argument of another command cannot be pickled.
    """
    try:
        return ForkingPickler.dumps(commands)
    except Exception as error:  # third-party code may raise anything
        name = commands[0][1]
        kind = ActionError if name == "step" else ConfigurationError
        raise kind(
            f"{type(error).__name__}: {error}",
            where=name,
            expected="what can be pickled and sent to a worker process",
            remedy="send something else, or use workers=0",
        ) from error


class WorkerGroup:
    """Environments in a process of their own. `send` and `receive` take turns.

    If an interrupt (Ctrl-C) comes between the two, an answer, or a part of one, is left in the pipe. The next `send`
    ends the process, so that nothing takes that answer for its own.

    Args:
        make: Makes one environment; can be pickled where processes are spawned.
        count: The number of environments.
        timeout: How many seconds an answer may take; None for no limit. A worker that takes longer is ended.
    """

    def __init__(self, make: MakeEnv, count: int, timeout: float | None = None) -> None:
        self._make, self._count, self._timeout = make, count, timeout
        self._start()

    def _start(self) -> None:
        context = multiprocessing.get_context()
        pipe, other = context.Pipe()
        process = context.Process(target=_serve, args=(other, pipe, self._make, self._count), daemon=True)
        process.start()
        other.close()
        self._pipe, self.process = pipe, process
        self._owes = self._interrupted = False

    def send(self, message: memoryview) -> None:
        """Starts commands that are `packed`. A worker that has died is found out by `receive`."""
        self._interrupted = self._owes
        self._owes = True
        if self._interrupted:
            self.process.kill()
            return
        try:
            self._pipe.send_bytes(message)
        except ConnectionError:
            return

    def receive(self) -> list[Any] | None:
        """The results of the commands, as `EnvGroup.run` gives them; None if the worker has died. It is started anew.

        `end` then says what became of the worker.

        Raises:
            Exception: What an environment raised in a method other than `step`.
            InfrastructureError: A result cannot be pickled.
        """
        try:
            if self._interrupted:
                raise EOFError
            if not self._pipe.poll(self._timeout):
                self.process.kill()
                raise TimeoutError
            message = self._pipe.recv_bytes()
        except (*_GONE, TimeoutError) as error:
            self._pipe.close()
            self.process.join()
            self.end = self._told_end(isinstance(error, TimeoutError))
            self._start()
            return None
        self._owes = False
        results = pickle.loads(message)
        if isinstance(results, Exception):
            raise results
        return list(results)

    def _told_end(self, late: bool) -> str:
        """What became of a process that did not answer."""
        if self._interrupted:
            return "was started anew after an interrupt"
        if late:
            return f"gave no answer within {self._timeout:g} seconds and was ended; a longer timeout gives it more time"
        return f"died with exit code {self.process.exitcode}"

    def close(self) -> None:
        """Ends the process."""
        try:
            if self._owes:
                self.process.kill()
            else:
                self._pipe.send(None)
                if not self._pipe.poll(self._timeout):
                    self.process.kill()
                self._pipe.recv()
        except _GONE:
            pass
        self._pipe.close()
        self.process.join()


def _serve(pipe: Connection, callers: Connection, make: MakeEnv, count: int) -> None:
    """The loop of a worker: runs commands until it gets None, or until the caller's end of the pipe is closed."""
    callers.close()
    group = EnvGroup(make, count)
    while True:
        try:
            commands = pipe.recv()
        except (*_GONE, KeyboardInterrupt):
            return
        if commands is None:
            group.close()
            pipe.send(None)
            return
        try:
            results: Any = group.run(commands)
        except Exception as error:  # handed to the caller
            results = error
        pipe.send_bytes(_answer(commands[0][1], results))


def _answer(name: str, results: Any) -> memoryview:
    """The results of a command, or its error, as a message to the caller; what cannot be pickled becomes an error."""
    message = _pickled(results)
    if message is not None:
        return message
    if isinstance(results, Exception):
        return ForkingPickler.dumps(InfrastructureError(repr(results), where="a worker process"))
    unsent = InfrastructureError(
        f"the result of {name!r} cannot be sent from a worker process", where="a vector", remedy="use workers=0"
    )
    if name != "step":
        return ForkingPickler.dumps(unsent)
    failed = FailedStep(f"InfrastructureError: {unsent}")
    return ForkingPickler.dumps([failed if _pickled(one) is None else one for one in results])


def _pickled(result: Any) -> memoryview | None:
    """The pickle of a result or an error; None if it cannot be pickled, or an error not read again."""
    try:
        message = ForkingPickler.dumps(result)
        if isinstance(result, Exception):
            pickle.loads(message)
    except Exception:  # third-party code may raise anything
        return None
    return message
