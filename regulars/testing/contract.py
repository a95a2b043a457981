"""How a check says what is wrong: one error, with what, where, what was expected, and the remedy."""

from __future__ import annotations

import pickle
import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from regulars.errors import ContractError, RegularsError, RegularsWarning


def require(holds: bool, what: str, *, where: str, expected: str, remedy: str) -> None:
    """Raises `ContractError` where something does not hold."""
    if not holds:
        raise ContractError(what, where=where, expected=expected, remedy=remedy)


@contextmanager
def obeying(where: str, expected: str, remedy: str) -> Iterator[None]:
    """Turns whatever the code under test raises into `ContractError`, and a warning about a misspelt flag too."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", RegularsWarning)
            yield
    except ContractError:
        raise
    except RegularsWarning as warning:
        raise ContractError(str(warning), where=where, remedy="write the flag as it is spelt in the protocol") from None
    except RegularsError as error:
        raise ContractError(
            error.what,
            where=", ".join(place for place in (where, error.where) if place),
            expected=error.expected or expected,
            remedy=error.remedy or remedy,
        ) from error
    except (Exception, SystemExit) as error:  # a third party's code may raise anything
        raise ContractError(
            f"{type(error).__name__}: {error}", where=where, expected=expected, remedy=remedy
        ) from error


@contextmanager
def global_chance(seed: int) -> Iterator[None]:
    """Sets the global random states from a seed, and puts the former ones back at the end."""
    former = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed)
    try:
        yield
    finally:
        random.setstate(former[0])
        np.random.set_state(former[1])


def state_of_chance() -> bytes:
    """The global random states as bytes, to see whether something drew from them."""
    return pickle.dumps((random.getstate(), np.random.get_state()))
