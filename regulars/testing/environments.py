"""The contract of an environment with given options: PettingZoo's and Gymnasium's checks, and the laws of a life."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from typing import Any

import gymnasium

from regulars.agents.cast import Cast
from regulars.envs import life_v0
from regulars.errors import OrderError
from regulars.scenarios.checks.validate import check_playable
from regulars.scenarios.language.packs import ontology_of
from regulars.testing.contract import obeying, require

STEPS = 200
"""Steps that the checks of PettingZoo and the walks of this module take at most."""
SEED = 7
OWN = ("probes", "render_mode")
"""Options that some checks set themselves."""


def check_environment(**options: Any) -> None:
    """Holds the environment that these options make to the contract that the default one keeps.

    PettingZoo's `api_test`, `seed_test` and `parallel_api_test` and Gymnasium's `check_env` pass. Observations and
    sampled actions are of their spaces, infos are numbers under constant keys, one seed gives one life, seats end
    together, calls before `reset` are refused, and a question beside the conversation changes no life.

    Args:
        options: Those of `regulars.life_v0.env`, such as `scenario=`, the scenario or file that you wrote.

    Raises:
        ContractError: It breaks the contract, or the options are not possible.

    Example:
        >>> check_environment(users=2, sessions=3)
    """
    from gymnasium.utils.env_checker import check_env

    pettingzoo_checks: Any = import_module("pettingzoo.test")
    told = ", ".join(f"{name}={value!r:.40}" for name, value in options.items())
    where = f"life_v0.env({told})"
    chosen = {name: value for name, value in options.items() if name not in OWN}
    with obeying(where, "options of regulars.life_v0.env", "help(regulars.envs.LifeOptions) lists them"):
        life_v0.env(**options)
    with obeying(where, "a scenario that is sound", "regulars validate FILE says what is wrong"):
        env: Any = life_v0.env(**chosen)
        env.reset(seed=SEED)
        scenario = env.unwrapped.life.scenario
        check_playable(scenario, ontology_of(scenario.language))
    _refuses_calls_before_reset(chosen, where)
    _keeps_its_spaces(chosen, where)
    _grows_from_its_seed(chosen, where)
    _is_changed_by_no_question(chosen, where)
    with _foreign_check("PettingZoo's api_test", where):
        pettingzoo_checks.api_test(life_v0.env(**chosen), num_cycles=STEPS)
    with _foreign_check("PettingZoo's seed_test", where):
        pettingzoo_checks.seed_test(lambda: life_v0.env(**chosen), num_cycles=STEPS)
    with _foreign_check("PettingZoo's parallel_api_test", where):
        pettingzoo_checks.parallel_api_test(life_v0.parallel_env(**chosen), num_cycles=STEPS)
    with _foreign_check("Gymnasium's check_env", where):
        check_env(gymnasium.make("regulars:Life-v0", **chosen).unwrapped, skip_render_check=True)


@contextmanager
def _foreign_check(name: str, where: str) -> Iterator[None]:
    """Runs a check of PettingZoo or Gymnasium in silence; their warnings are about text in spaces."""
    with (
        obeying(f"{where}, {name}", "an environment that passes it", "follow what the check says"),
        warnings.catch_warnings(),
        redirect_stdout(io.StringIO()),
    ):
        warnings.simplefilter("ignore")
        yield


def _refuses_calls_before_reset(options: dict[str, Any], where: str) -> None:
    env = life_v0.env(**options)
    calls: dict[str, Callable[[], Any]] = {
        "step": lambda: env.step(""),
        "last": env.last,
        "observe": lambda: env.observe("assistant_0"),
    }
    for name, call in calls.items():
        try:
            call()
        except OrderError:
            continue
        require(
            False, f"{name}() before reset() is taken", where=where, expected="an OrderError", remedy="refuse the call"
        )


def _keeps_its_spaces(options: dict[str, Any], where: str) -> None:
    """Any sample is a legal action, and whatever is returned has its form."""
    env: Any = life_v0.env(**options)
    for seat in env.possible_agents:
        env.action_space(seat).seed(SEED)
    env.reset(seed=SEED)
    keys: dict[str, set[str]] = {}
    for agent in env.agent_iter(STEPS):
        observation, reward, terminated, truncated, info = env.last()
        place = f"{where}, {agent}"
        require(
            env.observation_space(agent).contains(observation),
            f"the observation {_outside(env.observation_space(agent), observation)} is not of its space",
            where=place,
            expected="an element of observation_space",
            remedy="change the space or the value",
        )
        with obeying(f"{place}, info", "numbers that JSON can hold", "put richer things where a runner reads them"):
            json.dumps(info)
        require(
            type(reward) is float
            and all(type(value) is float for value in info.values())
            and keys.setdefault(agent, set(info)) == set(info),
            f"the reward is {reward!r}, the info {info!r}",
            where=place,
            expected="floats, under the same keys in every step",
            remedy="convert them, and fill keys that have no value with 0.0",
        )
        flags = {(env.terminations[seat], env.truncations[seat]) for seat in env.agents}
        require(
            len(flags) <= 1, f"seats end by {flags}", where=place, expected="one flag", remedy="end all seats at once"
        )
        with obeying(place, "every sample of action_space is a legal action", "narrow the space or take the action"):
            env.step(None if terminated or truncated else env.action_space(agent).sample())


def _outside(space: Any, observation: dict[str, Any]) -> str:
    """The fields of an observation that their spaces do not contain."""
    outside = [key for key in space if key not in observation or not space[key].contains(observation[key])]
    return ", ".join(f"{key}={observation.get(key)!r}" for key in outside) or f"with {sorted(observation)}"


def _life(options: dict[str, Any], where: str, probes: str = "off") -> list[tuple[str, ...]]:
    """A life with built-in seats: who said what, and when."""
    with obeying(where, "a life that built-in seats can play", "regulars validate FILE says what is wrong"):
        env: Any = life_v0.env(**options, probes=probes)
        cast = Cast(env, assistant=lambda observation: "I see.") if probes == "off" else Cast(env, assistant=_silent)
        cast.reset(seed=SEED)
        cast.run()
    return [(turn.id, turn.speaker, turn.text, turn.time.isoformat()) for turn in env.unwrapped.transcript]


def _silent(observation: dict[str, Any]) -> str:
    return "I see."


_silent.stateless = True  # type: ignore[attr-defined]  # the flag of `SeatFlags` that a function says


def _grows_from_its_seed(options: dict[str, Any], where: str) -> None:
    require(
        _life(options, where) == _life(options, where),
        "one seed gave two lives",
        where=where,
        expected="the same turns at the same times",
        remedy="name every draw in the seed's tree, and use no global random state",
    )


def _is_changed_by_no_question(options: dict[str, Any], where: str) -> None:
    require(
        _life(options, where, "fork") == _life(options, where),
        "questions beside the conversation changed the life",
        where=where,
        expected="the same turns with probes='fork' and 'off'",
        remedy="let a probe move no clock and draw from a branch of its own",
    )
