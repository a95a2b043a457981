"""Every argument of a function may be given by its name, as the documentation shows it."""

from __future__ import annotations

import importlib
import pkgutil
from inspect import Parameter, isclass, isfunction, signature

import regulars.evaluation


def functions(module):
    """The functions and methods that a module defines, by their names."""
    for owner in (module, *(each for each in vars(module).values() if isclass(each))):
        for member in vars(owner).values():
            plain = getattr(member, "__func__", getattr(member, "fget", member))
            if isfunction(plain) and plain.__module__ == module.__name__:
                yield f"{module.__name__}.{plain.__qualname__}", plain


def test_no_argument_is_given_by_its_place_alone():
    modules = [
        importlib.import_module(found.name)
        for found in pkgutil.walk_packages(regulars.evaluation.__path__, "regulars.evaluation.")
    ]
    found = dict(each for module in modules for each in functions(module))
    assert "regulars.evaluation.play.episodes.live" in found
    assert "regulars.evaluation.runs.lock.LockOwner.here" in found
    by_place = [
        f"{name}: {one.name}"
        for name, function in found.items()
        for one in signature(function).parameters.values()
        if one.kind is Parameter.POSITIONAL_ONLY
    ]
    assert by_place == []
