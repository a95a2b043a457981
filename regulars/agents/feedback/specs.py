"""Builds feedback policies from their specs: `evaluative`, `instructive+noisy:rate=.1+delayed:turns=2`.

A spec is a policy and any number of wrappers, each after a plus sign and applied in that order. `placebo:of=...` wraps
everything after it. `mixed:evaluative=2;strict=1` is a population; a wrapper's name in it means that wrapper around
`evaluative`. Your own policy is a subclass of `FeedbackPolicy`, written `FILE.py:NAME`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from regulars import registry
from regulars.agents.feedback.mixed import Mixed
from regulars.agents.feedback.moment import FeedbackPolicy
from regulars.agents.feedback.placebo import Placebo
from regulars.errors import ConfigurationError, did_you_mean

_WHERE = "feedback"
_DEFAULT = "evaluative"
"""The policy that a wrapper wraps in a population."""

_PLACEBO = "placebo"
_SEALED = "sealed"


@lru_cache(maxsize=256)
def feedback_policy(spec: str) -> FeedbackPolicy:
    """Builds the feedback policy that a spec describes.

    Args:
        spec: A policy, followed by any wrappers after plus signs, each with arguments after a colon.

    Raises:
        UnknownNameError: A policy or wrapper of that name is not registered.
        ConfigurationError: An argument is unknown or out of range, or a wrapper has nothing to wrap.

    Example:
        >>> feedback_policy("evaluative+noisy:rate=.1").spec
        'evaluative+noisy:rate=0.1'
    """
    spec = spec.strip()
    head, plus, behind = spec.partition(":")[0].partition("+")
    if head.strip() == _PLACEBO:
        if plus:
            raise ConfigurationError(
                f"{spec!r} puts a wrapper around a placebo",
                where=_WHERE,
                remedy=f"put the wrapper inside: {_PLACEBO}:of={_DEFAULT}+{behind}",
            )
        return placebo(spec.partition(":")[2])
    first, *wrappers = (part.strip() for part in spec.split("+"))
    policy = _first(first)
    for place, wrapper in enumerate(wrappers, start=1):
        policy = _wrapped(policy, wrapper, place)
    return policy


def _first(text: str) -> FeedbackPolicy:
    entry = registry.find("feedback", text)
    if entry is not None and entry.marks.get("wraps"):
        raise ConfigurationError(
            f"{text!r} is a wrapper and needs a policy before it", where=_WHERE, remedy=f"write {_DEFAULT}+{text}"
        )
    policy: Any = registry.build("feedback", text)
    if not isinstance(policy, FeedbackPolicy):
        raise ConfigurationError(
            f"{text!r} is a {type(policy).__name__}",
            where=_WHERE,
            expected="a subclass of regulars.agents.feedback.FeedbackPolicy",
        )
    return policy


def _wrapped(policy: FeedbackPolicy, text: str, place: int) -> FeedbackPolicy:
    entry = registry.find("feedback", text)
    if entry is not None and not entry.marks.get("wraps"):
        known = [one.name for one in registry.entries("feedback") if one.marks.get("wraps")]
        raise ConfigurationError(
            f"{text!r} is a policy and cannot wrap another",
            where=_WHERE,
            expected=f"after the plus: {', '.join(known)}",
        )
    if policy.withheld:
        raise ConfigurationError(
            f"{text!r} has nothing to wrap",
            where=_WHERE,
            remedy=f"{policy.spec} shows nothing: write it alone, or wrap {_DEFAULT}",
        )
    wrapped: Any = registry.build("feedback", text, of=policy, place=place)
    if not isinstance(wrapped, FeedbackPolicy):
        raise ConfigurationError(f"{text!r} is a {type(wrapped).__name__}", where=_WHERE, expected="a feedback policy")
    return wrapped


def placebo(of: str) -> Placebo:
    """The placebo of the policy after `of=`; of the evaluative policy if it is missing."""
    key, equals, inner = of.partition("=")
    if of and (key.strip() != "of" or not equals):
        raise ConfigurationError(
            f"{_PLACEBO!r} takes no argument {key!r}", where=_WHERE, remedy=f"write {_PLACEBO}:of=diagnostic"
        )
    if inner.strip() == _SEALED:
        raise ConfigurationError(
            f"{_SEALED!r} has no placebo", where=_WHERE, remedy=f"it shows nothing: write {_SEALED} alone"
        )
    return Placebo(feedback_policy(inner if of else _DEFAULT))


def mixed(**weights: float) -> Mixed:
    """A population of the named policies, by weight."""
    options = []
    for name in weights:
        entry = registry.find("feedback", name)
        if name in (_SEALED, "mixed") or entry is None:
            known = [one.name for one in registry.entries("feedback") if one.name not in (_SEALED, "mixed", "delayed")]
            raise ConfigurationError(
                f"{name!r} cannot be part of a population", where=f"{_WHERE} mixed", remedy=did_you_mean(name, known)
            )
        options.append(feedback_policy(f"{_DEFAULT}+{name}" if entry.marks.get("wraps") else name))
    return Mixed(tuple(options), tuple(weights.values()), tuple(weights))
