"""Words of feedback: a remark on what was wrong with a reply, or on what would have been right."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from regulars.dialogue import VerdictKind
from regulars.scenarios.content import base_of
from regulars.scenarios.kinds import Form
from regulars.scenarios.rules.standing import load_rules

if TYPE_CHECKING:
    from regulars.agents.feedback.moment import Moment
    from regulars.scenarios.language.packs import Language
    from regulars.scenarios.world import StandingRule
    from regulars.seeding import Draws, SeedTree


MISSED = (
    VerdictKind.PARTIAL,
    VerdictKind.STALE,
    VerdictKind.WRONG,
    VerdictKind.UNSUPPORTED,
    VerdictKind.LEAKED,
    VerdictKind.ABSTAINED,
    VerdictKind.OFF_TASK,
)
"""Verdicts on answers that are not right."""

_PROCEDURE = "procedure"


@cache
def _phrases(language: str) -> Mapping[str, Mapping[str, list[str]]]:
    given = tomllib.loads(files("regulars.agents.feedback").joinpath("remarks.toml").read_text("utf-8"))
    found: Mapping[str, Mapping[str, list[str]]] = given[base_of(language)]
    return found


def procedure_wordings(language: str) -> Sequence[str]:
    """The wordings, with the slot `{steps}`, in which a person states a procedure as feedback."""
    return _phrases(language)["procedure"]["stated"]


def remark(moment: Moment, node: SeedTree, *, instructive: bool) -> str:
    """The remark on a reply; empty if nothing was wrong with it.

    Args:
        moment: The judged reply.
        node: The act's node; the words are drawn below it.
        instructive: Whether to give the right answer and state the rule, instead of naming the fault. If several rules
            were broken, one is drawn and named.
    """
    parts = []
    language, draws = moment.language, node.draws("remark")
    if moment.verdict.kind in MISSED:
        parts.append(draws.choice(_phrases(language.name)["verdicts"][moment.verdict.kind.name.lower()]))
        if instructive:
            parts += _right(moment, draws)
    if moment.broken:
        rule = node.draws("remark", "which").choice(moment.broken)
        parts.append(node.draws("remark", "rule").choice(rule_wordings(rule, language, instructive=instructive)))
    return language.marks["space"].join(parts)


def _right(moment: Moment, draws: Draws) -> Iterator[str]:
    """The right answer, as far as it was disclosed."""
    expectation, language = moment.expectation, moment.language
    if expectation is None or not moment.attribute:
        return
    if expectation.over and expectation.stale:
        yield language.end(moment.attribute, expectation.stale[-1], draws)
        return
    if not expectation.answerable or not expectation.gold:
        return
    is_plain = expectation.form in (Form.VALUE, Form.SET)
    if is_plain and "correct" in language.ontology.attribute(moment.attribute).phrases:
        mild = moment.verdict.kind in (VerdictKind.ABSTAINED, VerdictKind.OFF_TASK)
        for number, value in enumerate(expectation.gold):
            yield language.correct(moment.attribute, value, draws, mild=mild or number > 0)
        return
    own = expectation.domain.name == moment.attribute
    words = [language.value_words(moment.attribute, value) if own else value for value in expectation.gold]
    listed = language.listed(words, "or" if expectation.form == Form.ANY else "and")
    yield draws.choice(_phrases(language.name)["right"]["values"]).replace("{values}", listed)


def rule_wordings(rule: StandingRule, language: Language, *, instructive: bool) -> Sequence[str]:
    """The phrases that complain about a broken rule, or state it if `instructive`."""
    if rule.kind == _PROCEDURE:
        steps = language.listed([step.replace("_", " ") for step in rule.setting.split()])
        lines = _phrases(language.name)["procedure"]["stated" if instructive else "complaint"]
        return [line.replace("{steps}", steps) for line in lines]
    setting = load_rules()[rule.kind].settings[rule.setting]
    return language.wish(setting, "stated" if instructive else "complaint")
