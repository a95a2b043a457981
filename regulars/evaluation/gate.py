"""Decides whether a run is no worse than a baseline, by the interval of each paired difference.

A figure passes if its whole 95 % interval lies above the largest allowed drop, and fails if its whole interval lies
below. Between the two it is in doubt: the lives are too few to tell. An interval decides and not the mean, so one lucky
or unlucky life changes no verdict.

Source: the two one-sided view of non-inferiority in Piaggio et al., Reporting of Noninferiority and Equivalence
Randomized Trials (2012), figure 1.
"""

from __future__ import annotations

from enum import StrEnum
from math import ceil, isfinite
from xml.etree import ElementTree

from msgspec import Struct

from regulars.counted import counted
from regulars.errors import ConfigurationError
from regulars.evaluation.compare import Comparison, Paired

LOWER_IS_BETTER = frozenset({
    "stale", "leaked", "unsupported", "undetermined", "unreached", "late", "tokens", "cost", "should_abstain",
    "model_calls", "model_tokens", "seconds", "assistant_calls", "assistant_tokens", "assistant_cost",
    "integrity_violation", "judge_unreadable", "forgetting",
})  # fmt: skip
"""Metrics of which a rise counts as a drop; so do shares of failure stages."""
_FAILURE = "failed_"
_MOST_SEEDS = 100
"""From here on a doubt names no number: the difference is too close to the limit."""


class GateResult(StrEnum):
    """The result for one figure."""

    PASSED = "passed"
    """The figure dropped by less than the limit, whatever the true value within the interval."""
    FAILED = "failed"
    """It dropped by more."""
    DOUBT = "doubt"
    """The interval holds the limit, or there are too few lives for an interval."""


class GateCheck(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One figure at the gate, or the number of new faults.

    Attributes:
        name: The system and the metric.
        result: The result.
        message: The figures behind it.
    """

    name: str
    result: GateResult
    message: str


def check_gate(found: Comparison, max_drop: float) -> list[GateCheck]:
    """Checks each figure over all questions, and that the run has no more faults than the baseline.

    Args:
        found: The comparison of the run with the baseline.
        max_drop: The largest allowed drop, in the unit of the metric, from 0. At most 1 where no figure is above 1.

    Raises:
        ConfigurationError: `max_drop` is negative or not a number, or above 1 for shares.
    """
    if not (isfinite(max_drop) and max_drop >= 0):
        raise ConfigurationError(f"the drop is {max_drop}", where="--max-drop", expected="a number from 0, such as .05")
    rows = [row for row in found.rows if row.slice == "all"]
    if max_drop > 1 and rows and all(max(abs(row.first), abs(row.second)) <= 1 for row in rows):
        raise ConfigurationError(
            f"a drop of {max_drop:g} is more than these figures can drop", where="--max-drop",
            expected="a share from 0 to 1", remedy="write 5 % as .05",
        )  # fmt: skip
    checks = [_checked(row, max_drop) for row in rows]
    now, before = found.faults
    return [
        *checks,
        GateCheck(
            name="faults",
            result=GateResult.FAILED if now > before else GateResult.PASSED,
            message=f"{counted(now, 'episode')} ended with a fault, {before} in the baseline",
        ),
    ]


def _checked(row: Paired, max_drop: float) -> GateCheck:
    falls = row.metric in LOWER_IS_BETTER or row.metric.startswith(_FAILURE)
    message = f"{row.first:.3f} against {row.second:.3f}, difference {row.value:+.3f}"
    name = f"{row.system}: {row.metric}"
    if row.ci95 is None:
        return GateCheck(
            name=name,
            result=GateResult.DOUBT,
            message=f"{message}; {counted(row.pairs, 'life is', 'lives are')} too few for an interval: "
            "play both runs with more --seeds",
        )
    low, high = (-row.ci95[1], -row.ci95[0]) if falls else row.ci95
    result = GateResult.PASSED if low >= -max_drop else GateResult.FAILED if high < -max_drop else GateResult.DOUBT
    limit = f"a {'rise' if falls else 'drop'} of {max_drop:g}"
    verdict = {
        GateResult.PASSED: f"{limit} is ruled out",
        GateResult.FAILED: f"more than {limit}",
        GateResult.DOUBT: f"{limit} is not ruled out: play both runs with {_more_seeds(low, high, max_drop)}",
    }[result]
    interval = f"[{row.ci95[0]:+.3f} {row.ci95[1]:+.3f}]"
    return GateCheck(name=name, result=result, message=f"{message} {interval} over {row.pairs} lives: {verdict}")


def _more_seeds(low: float, high: float, max_drop: float) -> str:
    """How many more seeds would decide, if the difference stays: an interval narrows with the root of its lives."""
    reach, margin = (high - low) / 2, abs((high + low) / 2 + max_drop)
    if reach > margin * _MOST_SEEDS**0.5:
        return f"more than {_MOST_SEEDS} times as many --seeds"
    return f"about {ceil((reach / margin) ** 2)} times as many --seeds"


def junit(checks: list[GateCheck], *, doubt_fails: bool) -> str:
    """The checks as a JUnit file in UTF-8, which CI servers show as tests. A doubt that does not fail is skipped.

    Args:
        checks: The checks.
        doubt_fails: Whether a figure in doubt counts as a failure.
    """
    failed = sum(fails(check, doubt_fails=doubt_fails) for check in checks)
    skipped = sum(check.result is GateResult.DOUBT for check in checks) if not doubt_fails else 0
    suite = ElementTree.Element(
        "testsuite", name="regulars gate", tests=str(len(checks)), failures=str(failed), errors="0",
        skipped=str(skipped),
    )  # fmt: skip
    for check in checks:
        case = ElementTree.SubElement(suite, "testcase", classname="regulars.gate", name=_plain(check.name))
        if fails(check, doubt_fails=doubt_fails):
            ElementTree.SubElement(case, "failure", message=_plain(check.message), type=str(check.result))
        elif check.result is GateResult.DOUBT:
            ElementTree.SubElement(case, "skipped", message=_plain(check.message))
        else:
            ElementTree.SubElement(case, "system-out").text = _plain(check.message)
    ElementTree.indent(suite)
    written: bytes = ElementTree.tostring(suite, encoding="utf-8", xml_declaration=True)
    return written.decode() + "\n"


def fails(check: GateCheck, *, doubt_fails: bool) -> bool:
    """Whether a check closes the gate."""
    return check.result is GateResult.FAILED or (doubt_fails and check.result is GateResult.DOUBT)


def _plain(text: str) -> str:
    """The text without characters that XML does not allow."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)
