"""Checks the scenarios of a file together: a policy without memory must not win over all of them.

One scenario cannot show that the longest option is always right, or that one value is always the answer. Many can.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from regulars.scenarios.checks.plan import Planned, values_of
from regulars.scenarios.checks.problems import Problem
from regulars.scenarios.kinds import Form, ScenarioOrigin
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.world import Probe, Scenario

QUESTIONS = 40
"""Least number of multiple choices for the test of option lengths."""

LENGTH_SHARE = 0.40
"""Greatest allowed share of choices whose right option is the longest (or the shortest) one."""

LEAST_OPTIONS = 3
"""Least number of options of a counted choice. Of two options, the longer one is right half the time anyway."""

CHANCE = 3.0
"""Standard deviations above chance that a share must exceed, so that small files raise no false alarm."""

PLACES = 12
PLACE_SHARE = 0.80
"""Least number of choices under a constraint, and the greatest share whose only right option is in one place."""

LIVES = 30
VALUE_SHARE = 0.35
"""Least number of lives that are asked for an attribute, and the greatest share with the same answer."""


COUNT = "count"
"""One name for the counts of all attributes, so that they are compared together."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A question with its options and the right one."""

    probe: str
    options: tuple[str, ...]
    right: str


def lint_file(scenarios: Sequence[Scenario], ontology: Ontology, choices: Iterable[Choice] = ()) -> list[Problem]:
    """Returns the problems of a file's scenarios as a whole.

    Args:
        scenarios: Scenarios that are valid one by one.
        ontology: The ontology that they were generated from.
        choices: Out-of-band multiple choices as they will be asked (`datasets.planned`). Choices that the user leaves
            to the assistant in the conversation are found here.

    Example:
        >>> from regulars.scenarios import generate, load_ontology
        >>> one = generate(7)
        >>> [problem.code for problem in lint_file([one, one], load_ontology())]
        ['duplicate-scenario']
    """
    plans = [Planned(scenario, ontology) for scenario in scenarios if scenario.source is ScenarioOrigin.GENERATED]
    left = [choice for plan in plans for choice in _delegated(plan)]
    return [*_repeated(scenarios), *_lengths([*left, *choices]), *_places(left), *_values(plans)]


def _repeated(scenarios: Sequence[Scenario]) -> Iterable[Problem]:
    for id, count in Counter(scenario.id for scenario in scenarios).items():
        if count > 1:
            yield Problem("duplicate-scenario", id, f"is {count} times in the file; expected different scenarios")


def _delegated(plan: Planned) -> Iterable[Choice]:
    """Yields the choices for which the disclosures leave one single option."""
    for probe in plan.scenario.probes:
        if probe.form is not Form.ANY or probe.attribute not in plan.ontology:
            continue
        options = tuple(probe.value.split("|"))
        out = plan.ruled_out(probe.owner, probe.attribute, plan.moment(probe))
        right = [option for option in options if option not in out]
        if len(right) == 1:
            yield Choice(probe.id, options, right[0])


def _lengths(choices: Sequence[Choice]) -> Iterable[Problem]:
    """Checks that neither the longest nor the shortest option is right much more often than chance."""
    counted = [choice for choice in choices if len(choice.options) >= LEAST_OPTIONS]
    if len(counted) < QUESTIONS:
        return
    rules: Mapping[str, Callable[[Sequence[int]], int]] = {"longest": max, "shortest": min}
    chance = sum(1 / len(choice.options) for choice in counted) / len(counted)
    for name, pick in rules.items():
        won = 0.0
        for choice in counted:
            wanted = pick([len(option) for option in choice.options])
            tied = [option for option in choice.options if len(option) == wanted]
            won += (choice.right in tied) / len(tied)
        share = won / len(counted)
        if share > LENGTH_SHARE and share > chance + CHANCE * sqrt(chance * (1 - chance) / len(counted)):
            message = f"the {name} option is right in {share:.0%} of {len(counted)} multiple choices"
            yield Problem("option-length", "file", f"{message}; expected at most {LENGTH_SHARE:.0%}")


def _places(choices: Sequence[Choice]) -> Iterable[Problem]:
    """Checks that the only right option does not always stand in the same place."""
    if len(choices) < PLACES:
        return
    place, count = Counter(choice.options.index(choice.right) + 1 for choice in choices).most_common(1)[0]
    if count > PLACE_SHARE * len(choices):
        message = f"the only option left is number {place} in {count} of {len(choices)} choices under a constraint"
        yield Problem("gold-place", "file", f"{message}; expected at most {PLACE_SHARE:.0%}")


def _values(plans: Sequence[Planned]) -> Iterable[Problem]:
    """Checks that no question has the same answer in most lives."""
    golds: dict[str, Counter[str]] = {}
    for plan in plans:
        last: dict[tuple[str, str], str] = {}
        for probe in plan.scenario.probes:
            if gold := _gold(probe, plan):
                last[probe.owner, COUNT if probe.form is Form.COUNT else probe.attribute] = gold
        for (_, attribute), gold in last.items():
            golds.setdefault(attribute, Counter())[gold] += 1
    for attribute, counts in golds.items():
        value, count = counts.most_common(1)[0]
        if counts.total() >= LIVES and count > VALUE_SHARE * counts.total():
            message = f"{value!r} is the answer in {count} of the {counts.total()} lives that are asked for it"
            yield Problem("gold-value", attribute, f"{message}; expected at most {VALUE_SHARE:.0%}")


def _gold(probe: Probe, plan: Planned) -> str:
    """The planned answer to a question for one value or for a count; empty if there is none."""
    if probe.attribute not in plan.ontology or probe.other:
        return ""
    if probe.form is Form.COUNT:
        told = values_of(plan.known(probe.owner, probe.attribute, plan.moment(probe)))
        return str(len(told)) if told else ""
    return plan.latest(probe.owner, probe.attribute, plan.moment(probe)) if probe.form is Form.VALUE else ""
