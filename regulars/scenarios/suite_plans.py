"""Checks the plans of suites, the settings of streams, and the options of both.

A plan says how many lives there are and which arguments of `generate` they have. A stream has the arguments of
`generate_stream`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from inspect import signature
from typing import Any

from regulars.errors import ConfigurationError, DataError, RegularsError, did_you_mean
from regulars.registry import parse_arguments
from regulars.scenarios.options import GenerationOptions

_OPTIONS = {one.name for one in fields(GenerationOptions)}
_PLAN = {"lives", "users", "sessions", "probes_per_session", "anchors"}
SETTINGS = frozenset({*_PLAN, *_OPTIONS, "language"})
"""What a plan may set."""
MOST_LIVES = 1_000_000
"""The largest number of lives of a suite."""


def read_plans(plans: list[Any], options: Mapping[str, Any], where: str) -> list[dict[str, Any]]:
    """The arguments of `generate` for each scenario. A plan's own options override the suite's.

    Args:
        plans: The plans of the suite's file.
        options: The options of all its lives.
        where: The file, for messages.

    Raises:
        DataError: A plan is not a table, an option is unknown, or a number is out of range.
        ConfigurationError: A generation option has an invalid value.
    """
    read = []
    for plan in plans:
        if not isinstance(plan, dict):
            raise DataError(f"cannot be read: {plan}", where=f"{where}, plans", expected="tables under [[plans]]")
        for name in (*plan, *options):
            if name not in SETTINGS:
                table = "plans" if name in plan else "options"
                raise DataError(
                    f"unknown option {name!r}", where=f"{where}, {table}", remedy=did_you_mean(name, SETTINGS)
                )
        arguments = {**options, **{name: value for name, value in plan.items() if name != "lives"}}
        GenerationOptions.read({name: value for name, value in arguments.items() if name in _OPTIONS}, where)
        for name in _PLAN & arguments.keys():
            whole_number(name, arguments[name], f"{where}, plans", least=int(name in ("users", "sessions")))
        read += [arguments] * whole_number("lives", plan.get("lives", 1), f"{where}, plans", least=1, most=MOST_LIVES)
    return read


def read_stream(stream: Mapping[str, Any], options: Mapping[str, Any], where: str) -> dict[str, Any]:
    """The arguments of `generate_stream`: the stream's own settings, and the options of its lives.

    Raises:
        DataError: A setting is unknown.
        ConfigurationError: An option is unknown or has an invalid value.
    """
    from regulars.scenarios.streams.blocks import generate_stream

    known = set(signature(generate_stream).parameters) - {"seed", "suite", "start", "options"}
    for name in stream:
        if name not in known:
            raise DataError(f"unknown setting {name!r}", where=f"{where}, stream", remedy=did_you_mean(name, known))
    GenerationOptions.read(options, where)
    return {**stream, **options}


def stream_settings(name: str, given: str) -> dict[str, Any]:
    """Settings of a stream as they are given with the suite's name, such as `rho=0;blocks=4`.

    Raises:
        ConfigurationError: A setting is unknown.
    """
    from regulars.scenarios.streams.blocks import generate_stream

    settings = parse_arguments(name, given) if given else {}
    known = sorted(set(signature(generate_stream).parameters) - {"seed", "suite", "start", "options"})
    for setting in settings:
        if setting not in known:
            raise ConfigurationError(
                f"unknown setting {setting!r}", where=f"suite {name}", expected=", ".join(known),
                remedy=did_you_mean(setting, known),
            )  # fmt: skip
    return settings


def whole_number(
    name: str,
    value: Any,
    where: str,
    *,
    least: int = 0,
    most: int | None = None,
    error: type[RegularsError] = DataError,
) -> int:
    """The value of a setting that is a whole number. Raises `error` for any other value, or one out of range."""
    if type(value) is int and least <= value and (most is None or value <= most):
        return value
    quoted = isinstance(value, str) and value.isdecimal()
    raise error(
        f"{name} is {value!r}",
        where=where,
        expected=f"a whole number from {least}" + (f" to {most:,}" if most is not None else ""),
        remedy=f"write {name} = {value}, without quotes" if quoted else "",
    )
