"""The options of an environment. They are checked here, and can be written as JSON, as part of an `EnvSpec`."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from inspect import Parameter, signature
from os import PathLike
from typing import Any

import numpy as np

from regulars.agents.feedback import feedback_policy
from regulars.errors import ConfigurationError, RenderModeError, UnknownOptionError, did_you_mean
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.noise import read_noise
from regulars.scenarios.world import Scenario

_CHOICES = {
    "probes": ("off", "fork", "end"),
    "disclosure": ("default", "scripted"),
    "reward_to": ("trainer", "nobody", "feedback"),
    "horizon": ("turn", "session"),
    "render_mode": (None, "ansi", "human"),
}
_RESET_OPTIONS = ("scenario", "stream", "episode")
_SHAPING = ("probes", "noise", "disclosure", "reward_to", "weights", "horizon", "language")
_DECIDED_BY_SUITES = ("users", "sessions", "probes_per_session")


@dataclass(frozen=True, slots=True)
class LifeOptions:
    """The options of an environment.

    Attributes:
        users: The number of people; each has a seat.
        sessions: The number of sessions of all people together.
        scenario: A scenario, or the path of a scenario file, or of a folder of them; None generates a life from the
            seed at each reset. A seed k plays life k modulo the number of lives; a reset without a seed plays the next.
        suite: A suite whose lives are played, or one split of it, such as `core@train`; empty for none. A seed k plays
            life k: number k modulo P of the suite's seed k div P, where P is the number of lives of one seed. A reset
            without a seed plays the next life. Excludes `scenario`, and the counts that a suite decides: `users`,
            `sessions` and `probes_per_session`.
        pool: The number of lives to generate once, when the environment is made; None for no pool. The pool holds the
            lives of the seeds 0 to `pool` - 1. A seed k plays life k modulo `pool`; a reset without a seed draws one of
            them. Environments of one process, and workers that are forked from it, share the pool.
        probes_per_session: The number of planned probes per session, in-session and out-of-band together.
        probes: `off`; `fork` asks out-of-band probes on a branch of the assistant (needs a `Cast`); `end` asks them
            after the last session.
        feedback: What the user shows the assistant, a spec of `regulars.agents.feedback`: `evaluative` shows like,
            dislike, copy and satisfaction; `diagnostic` and `instructive` add remarks; `silent` shows no feedback;
            `sealed` also withholds reactions, and freezes trust and patience. Wrappers follow after plus signs.
        noise: The noise in what people say, a spec of `regulars.scenarios.noise`: kinds with their shares, such as
            `typos:.1+vague-dates:.2`; empty for none. Recordings accept none.
        disclosure: `default`, or `scripted`, in which people tell everything, whatever the assistant does.
        played: Seats that the environment plays, so that they are not agents: `user`, `evaluator`, `assistant`, or a
            seat's name. An assistant that it plays is the scripted one with the memory `bm25-turn`.
        reward_to: What `step` returns as reward: `trainer` (the reward), `nobody` (0; the reward is only recorded), or
            `feedback` (computed from the visible feedback by `regulars.rewards.feedback_reward`).
        weights: Reward weights that differ from the defaults.
        horizon: For recordings: whether a recorded question is asked before its `turn` or before its `session`.
        max_steps: The number of steps of all agents together after which the episode is truncated; None for no limit.
            Out-of-band probes do not count.
        max_cycles: The same limit as PettingZoo counts it: in rounds, in which each agent of the person in session, the
            assistant and the evaluator acts once. Through Gymnasium and the parallel view, a round is one step, except
            in `regulars:Writer-v0`: there a round is a reply of the fixed reader, and a step spans several. Steps of
            the phase `PROBE`, as in `regulars:Remember-v0`, do not count.
        language: The language pack.
        render_mode: `ansi` returns the running session as text, `human` prints it.
    """

    users: int = 1
    sessions: int = 12
    scenario: Scenario | str | PathLike[str] | None = None
    suite: str = ""
    pool: int | None = None
    probes_per_session: int = 5
    probes: str = "off"
    feedback: str = "evaluative"
    noise: str = ""
    disclosure: str = "default"
    played: tuple[str, ...] = ()
    reward_to: str = "trainer"
    weights: Weights = Weights()  # noqa: RUF009  # frozen, so all instances may share it
    horizon: str = "turn"
    max_steps: int | None = None
    max_cycles: int | None = None
    language: str = "english"
    render_mode: str | None = None

    def shaping(self) -> dict[str, Any]:
        """Returns the options that affect the state of an episode, besides its scenario and seats.

        Feedback is left out: an exam without feedback can continue a state from training.
        """
        return {name: getattr(self, name) for name in _SHAPING}

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> LifeOptions:
        """Checks the options of a caller. Raises `ConfigurationError` if one is unknown or invalid."""
        check_names(given, "regulars.life_v0")
        for name, value in given.items():
            _check(name, value)
        _check_pairs(given)
        read = dict(given)
        if "feedback" in read:
            read["feedback"] = read["feedback"].strip()
        if "noise" in read:
            read["noise"] = read_noise(read["noise"]).spec
        if isinstance(read.get("played"), str):
            read["played"] = (read["played"],)
        if isinstance(read.get("played"), Sequence):
            read["played"] = tuple(read["played"])
        if not isinstance(read.get("weights", Weights()), Weights):
            read["weights"] = Weights.read(read["weights"])
        return cls(**read)


def check_names(
    given: Iterable[str], where: str, makers: Iterable[Callable[..., Any]] = (), also: Iterable[str] = ()
) -> None:
    """Checks that each option is one of a life, or of the environment or vector around it.

    Args:
        given: The names of the options.
        where: The id of the environment, for messages.
        makers: What makes the environment. The parameters are options.
        also: Other options.

    Raises:
        UnknownOptionError: An option is unknown. The message has the words of Python's own error for an unknown
            argument, by which libraries such as TorchRL recognise it.
    """
    named = (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY)
    known = {*(field.name for field in fields(LifeOptions)), *also}
    known |= {one.name for maker in makers for one in signature(maker).parameters.values() if one.kind in named}
    for name in given:
        if name not in known:
            raise UnknownOptionError(
                f"unknown option {name!r} (unexpected keyword argument {name!r})",
                where=where,
                remedy=did_you_mean(name, known),
            )


def check_flags(where: str, **given: Any) -> None:
    """Raises `ConfigurationError` for an option that is neither True nor False."""
    for name, value in given.items():
        if not isinstance(value, (bool, np.bool_)):
            raise ConfigurationError(f"{name} is {value!r}", where=where, expected="True or False")


def warn_misspelt(options: Mapping[str, Any]) -> None:
    """Warns of options of a reset that resemble a known one; others are ignored without a word."""
    for key in options:
        if key not in _RESET_OPTIONS:
            advice = did_you_mean(str(key), _RESET_OPTIONS)
            if advice.startswith("did you mean"):
                warnings.warn(f"reset ignores the unknown option {key!r}: {advice}", stacklevel=3)


def _check_pairs(given: Mapping[str, Any]) -> None:
    """Refuses options that contradict each other."""
    suite, scenario = given.get("suite"), given.get("scenario")
    decided = [name for name in _DECIDED_BY_SUITES if name in given]
    if suite and scenario is not None:
        clash, remedy = "suite and scenario", "pass one of them"
    elif suite and decided:
        clash, remedy = f"suite and {decided[0]}", f"leave out {decided[0]}: the suite decides it"
    elif scenario is not None and given.get("pool") is not None:
        clash, remedy = "pool and scenario", "leave out pool: the scenarios of files are read once"
    elif given.get("max_cycles") is not None and given.get("max_steps") is not None:
        clash, remedy = "max_cycles and max_steps", "pass one of them"
    else:
        return
    raise ConfigurationError(f"{clash} contradict each other", where="regulars.life_v0", remedy=remedy)


def _check(name: str, value: Any) -> None:
    if name in _CHOICES and value not in _CHOICES[name]:
        kind = RenderModeError if name == "render_mode" else ConfigurationError
        raise _wrong(name, value, " or ".join(repr(choice) for choice in _CHOICES[name]), kind)
    if name == "feedback":
        if not isinstance(value, str):
            raise _wrong(name, value, "the spec of a feedback policy, such as 'evaluative+noisy:rate=.05'")
        feedback_policy(value)
    if name == "noise":
        if not isinstance(value, str):
            raise _wrong(name, value, "kinds of noise with their shares, such as 'typos:.1+vague-dates:.2'")
        read_noise(value)
    if name in ("users", "sessions") and not (_is_count(value) and value >= 1):
        raise _wrong(name, value, "a whole number from 1")
    if name == "probes_per_session" and not (_is_count(value) and value >= 0):
        raise _wrong(name, value, "a whole number from 0")
    if name in ("max_steps", "max_cycles") and value is not None and not (_is_count(value) and value >= 1):
        raise _wrong(name, value, "a whole number from 1, or None")
    if name == "pool" and value is not None and not (_is_count(value) and value >= 1):
        raise _wrong(name, value, "a whole number from 1, or None for no pool")
    if name == "suite" and not isinstance(value, str):
        raise _wrong(name, value, "the name of a suite, such as 'core@train', or an empty text")
    if name == "scenario" and not (value is None or isinstance(value, (Scenario, str, PathLike))):
        raise _wrong(name, value, "a Scenario, the path of a scenario file or of a folder of them, or None")
    if name == "played" and not (
        isinstance(value, str) or (isinstance(value, Sequence) and all(isinstance(seat, str) for seat in value))
    ):
        raise _wrong(name, value, "names of seats")
    if name == "language" and not isinstance(value, str):
        raise _wrong(name, value, "the name of a language pack")


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(
    name: str, value: Any, expected: str, kind: type[ConfigurationError] = ConfigurationError
) -> ConfigurationError:
    return kind(f"option {name!r} is {value!r}", where="regulars.life_v0", expected=expected)
