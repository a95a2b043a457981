"""How a check reports a broken requirement: one error, with what, where, what was expected, and the remedy.

`requirements.toml` holds what is expected and the remedy, under the name that a check passes here.
"""

from __future__ import annotations

import pickle
import random
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files

import numpy as np

from regulars.errors import ContractError, RegularsError, RegularsWarning


@cache
def requirements() -> dict[str, dict[str, str]]:
    """What each requirement expects, and its remedy, by the requirement's dotted name."""
    text = files("regulars.testing").joinpath("requirements.toml").read_text("utf-8")
    checks: dict[str, dict[str, dict[str, str]]] = tomllib.loads(text)
    return {f"{check}.{name}": texts for check, named in checks.items() for name, texts in named.items()}


def broken(name: str, what: str, where: str) -> ContractError:
    """The error of a broken requirement.

    Args:
        name: The requirement, such as `memory.k`.
        what: What is wrong.
        where: The method or place that breaks it.
    """
    return ContractError(what, where=where, **requirements()[name])


def require(holds: bool, name: str, what: str, where: str) -> None:
    """Raises the error of a requirement unless it holds."""
    if not holds:
        raise broken(name, what, where)


@contextmanager
def obeying(name: str, where: str) -> Iterator[None]:
    """Turns anything that the code under test raises into the error of a requirement.

    Warnings of this package pass unchanged, also where a filter makes them errors.
    """
    try:
        yield
    except (ContractError, RegularsWarning):
        raise
    except RegularsError as error:
        general = broken(name, error.what, ", ".join(place for place in (where, error.where) if place))
        raise ContractError(
            general.what,
            where=general.where,
            expected=error.expected or general.expected,
            remedy=error.remedy or general.remedy,
        ) from error
    except (Exception, SystemExit) as error:  # a third party's code may raise anything
        raise broken(name, f"{type(error).__name__}: {error}", where) from error


@contextmanager
def global_chance(seed: int) -> Iterator[None]:
    """Seeds the global random states for the block, and restores the former states at its end."""
    former = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed)
    try:
        yield
    finally:
        random.setstate(former[0])
        np.random.set_state(former[1])


def state_of_chance() -> bytes:
    """The global random states as bytes, to notice draws from them."""
    return pickle.dumps((random.getstate(), np.random.get_state()))
