"""How a check says what is wrong: one error, with what, where, what was expected, and the remedy."""

from __future__ import annotations

import random
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np

from regulars.errors import ContractError, RegularsError, RegularsWarning

__all__ = ["keeping_chance", "obeying", "require"]


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
def keeping_chance(seed: int, where: str) -> Iterator[None]:
    """Sets the global random states from a seed, holds the code to leave them, and puts the former ones back."""
    former = random.getstate(), np.random.get_state()
    random.seed(seed)
    np.random.seed(seed)
    begun = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[union-attr]
    try:
        yield
        left = random.getstate(), np.random.get_state()[1].tobytes()  # type: ignore[union-attr]
        require(
            left == begun,
            "the global random state was changed",
            where=where,
            expected="draws from a generator of its own",
            remedy="use random.Random(seed) or numpy.random.default_rng(seed)",
        )
    finally:
        random.setstate(former[0])
        np.random.set_state(former[1])
