"""The contract of an environment. `check_environment` runs PettingZoo's, Gymnasium's and its own checks."""

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
from regulars.testing.contract import broken, obeying, require

STEPS = 200
"""The maximum number of steps of each check."""
SEED = 7
OWN = ("probes", "render_mode")
"""Options that some checks set."""


def check_environment(**options: Any) -> None:
    """Checks that an environment with these options keeps the contract of the default environment.

    - It passes PettingZoo's `api_test`, `seed_test` and `parallel_api_test`, and Gymnasium's `check_env`.
    - Observations belong to their space, every sample of an action space is legal, and infos are numbers under constant
      keys.
    - One seed gives one life, all seats end together, and calls before `reset` raise an error.
    - Out-of-band probes do not change the conversation.

    Args:
        options: Options of `regulars.life_v0.env`, such as `scenario=`, a scenario or file that you wrote.

    Raises:
        ContractError: The environment breaks the contract, or an option is invalid.

    Example:
        >>> check_environment(users=2, sessions=3)
    """
    from gymnasium.utils.env_checker import check_env

    pettingzoo_checks: Any = import_module("pettingzoo.test")
    told = ", ".join(f"{name}={value!r:.40}" for name, value in options.items())
    where = f"life_v0.env({told})"
    chosen = {name: value for name, value in options.items() if name not in OWN}
    with obeying("environment.options", where):
        life_v0.env(**options)
    with obeying("environment.sound_scenario", where):
        env: Any = life_v0.env(**chosen)
        env.reset(seed=SEED)
        scenario = env.unwrapped.life.scenario
        check_playable(scenario, ontology_of(scenario.language))
    _refuses_calls_before_reset(chosen, where)
    _keeps_its_spaces(chosen, where)
    _grows_from_its_seed(chosen, where)
    _keeps_its_life_with_probes(chosen, where)
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
    """Runs a check of PettingZoo or Gymnasium without its output and its warnings about text spaces."""
    with (
        obeying("environment.foreign_check", f"{where}, {name}"),
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
        raise broken("environment.order", f"{name}() before reset() is taken", where)


def _keeps_its_spaces(options: dict[str, Any], where: str) -> None:
    """Plays with sampled actions and checks observations, rewards, infos and flags."""
    env: Any = life_v0.env(**options)
    for seat in env.possible_agents:
        env.action_space(seat).seed(SEED)
    env.reset(seed=SEED)
    keys: dict[str, set[str]] = {}
    for agent in env.agent_iter(STEPS):
        observation, reward, terminated, truncated, info = env.last()
        place = f"{where}, {agent}"
        space = env.observation_space(agent)
        what = f"the observation {_outside(space, observation)} is not of its space"
        require(space.contains(observation), "environment.observations", what, place)
        with obeying("environment.infos", f"{place}, info"):
            json.dumps(info)
        are_floats = all(type(value) is float for value in (reward, *info.values()))
        same_keys = keys.setdefault(agent, set(info)) == set(info)
        what = f"the reward is {reward!r}, the info {info!r}"
        require(are_floats and same_keys, "environment.floats", what, place)
        flags = {(env.terminations[seat], env.truncations[seat]) for seat in env.agents}
        require(len(flags) <= 1, "environment.one_end", f"seats end by {flags}", place)
        with obeying("environment.actions", place):
            env.step(None if terminated or truncated else env.action_space(agent).sample())


def _outside(space: Any, observation: dict[str, Any]) -> str:
    """The fields of an observation that lie outside their spaces."""
    outside = [key for key in space if key not in observation or not space[key].contains(observation[key])]
    return ", ".join(f"{key}={observation.get(key)!r}" for key in outside) or f"with {sorted(observation)}"


def _life(options: dict[str, Any], where: str, probes: str = "off") -> list[tuple[str, ...]]:
    """The turns of a life that built-in policies play, with speakers, texts and times."""
    with obeying("environment.playable", where):
        env: Any = life_v0.env(**options, probes=probes)
        cast = Cast(env, assistant=lambda observation: "I see.") if probes == "off" else Cast(env, assistant=_silent)
        cast.reset(seed=SEED)
        cast.run()
    return [(turn.id, turn.speaker, turn.text, turn.time.isoformat()) for turn in env.unwrapped.transcript]


def _silent(observation: dict[str, Any]) -> str:
    return "I see."


_silent.stateless = True  # type: ignore[attr-defined]  # a flag of `SeatFlags`


def _grows_from_its_seed(options: dict[str, Any], where: str) -> None:
    require(_life(options, where) == _life(options, where), "environment.seed", "one seed gave two lives", where)


def _keeps_its_life_with_probes(options: dict[str, Any], where: str) -> None:
    is_kept = _life(options, where, "fork") == _life(options, where)
    require(is_kept, "environment.probes", "out-of-band probes changed the conversation", where)
