"""Puts the scripted assistant's plan into words (`phrases/assistant.toml`), and describes the reply's occasion."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import cache
from importlib.resources import files
from typing import Any

from regulars.agents.style.apply import apply_style
from regulars.dialogue import Phase, PlanAct, ReplyPlan
from regulars.rewards.assertions.abstention import abstains
from regulars.rewards.style_checks.occasions import Occasion
from regulars.scenarios.content import base_of
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Cardinality
from regulars.scenarios.projects.domains import every_domain
from regulars.seeding import Draws

_AS_IT_IS = (Form.COUNT, Form.DURATION, Form.OPTION)
"""Forms whose answer is not a value of the attribute and is used as written."""

_MINE = re.compile(r"\b(?:my|our)\b")
"""Words that the assistant turns into "your" when it repeats the person's question."""


@cache
def agent_phrases(language: str = "english") -> Mapping[str, list[str]]:
    """The phrases of the built-in assistants in a language: the scripted one's by act, and the others'."""
    base = base_of(language)
    own = "assistant.toml" if base == "english" else f"assistant_{base}.toml"
    return {**_phrase_file(own), **_phrase_file("assistant_others.toml")[base]}


def _phrase_file(name: str) -> Mapping[str, Any]:
    return tomllib.loads(files("regulars.agents").joinpath(f"phrases/{name}").read_text("utf-8"))


def plan_in_words(plan: ReplyPlan, language: Language, draws: Draws) -> str:
    """A plan in plain words: a phrase drawn for its act, with values as people write them.

    Args:
        plan: What to say.
        language: Provides the spelling of values and the names of attributes.
        draws: Decide the wording.
    """
    form = str(plan.settings.get("form", Form.VALUE))
    if form == Form.TEXT:
        return plan.content[0]
    if form == Form.PASS_ON and plan.act is PlanAct.ANSWER:
        return _passed_on(plan, language, draws)
    if plan.act is PlanAct.ADVISE:
        return _advice(plan, language, draws)
    phrase = draws.choice(agent_phrases(language.name)[_kind(plan, form)])
    if not plan.content and "attribute" not in plan.settings:
        return phrase
    attribute = str(plan.settings["attribute"])
    if form in _AS_IT_IS:
        return phrase.format(value=plan.content[0])
    words = [language.standing_words(attribute, value) for value in plan.content] or [""]
    named = language.ontology.attribute(attribute)
    asked = _MINE.sub("your", named.asked)
    return phrase.format(value=words[0], values=language.listed(words), label=named.label, asked=asked)


def _passed_on(plan: ReplyPlan, language: Language, draws: Draws) -> str:
    """A message with its contents, from pairs `attribute=value`."""
    phrases = agent_phrases(language.name)
    told: dict[str, list[str]] = {}
    for name, _, value in (pair.partition("=") for pair in plan.content):
        told.setdefault(name, []).append(language.standing_words(name, value))
    items = []
    for name, words in told.items():
        attribute = language.ontology.attribute(name)
        item = phrases["pass_on_item"][-1 if attribute.cardinality is Cardinality.MANY else 0]
        items.append(item.format(label=attribute.label, value=language.listed(words)))
    return draws.choice(phrases["answer_pass_on"]).format(values=language.listed(items))


def _kind(plan: ReplyPlan, form: str) -> str:
    """The list of phrases for a plan."""
    if plan.act is PlanAct.ANSWER:
        return f"answer_{form}"
    if plan.act is PlanAct.REMIND and plan.content:
        return "remind_value"
    if plan.act is PlanAct.ASK and "domain" in plan.settings:
        return "ask_procedure"
    if plan.act is PlanAct.ACKNOWLEDGE and "to" in plan.settings:
        return f"acknowledge_{plan.settings['to']}"
    return plan.act.value


def _advice(plan: ReplyPlan, language: Language, draws: Draws) -> str:
    steps = every_domain()[str(plan.settings["domain"])].steps
    phrase = draws.choice(agent_phrases(language.name)["advise"])
    return phrase.format(steps=language.marks["space"].join(draws.choice(steps[step].say) for step in plan.content))


def occasion_of(
    observation: Mapping[str, Any], plan: ReplyPlan, told: Sequence[str], consulted: str, language: Language
) -> Occasion:
    """What surrounds a reply, from the assistant's point of view.

    People judge a reply by what they wanted: an abstention from a question is judged like an answer.

    Args:
        observation: What the seat sees.
        plan: What is going to be said.
        told: Dates of the lines that support it.
        consulted: The project domain for which the message wants a plan; empty if none.
        language: Tells whether the message asks for something.
    """
    asked = language.requests(observation["message"]) or observation["phase"] == Phase.PROBE
    wanted = PlanAct.ACKNOWLEDGE
    if plan.act is PlanAct.CONFIRM or consulted:
        wanted = PlanAct.ADVISE
    elif asked or plan.act is PlanAct.REMIND:
        wanted = PlanAct.ANSWER
    return Occasion(
        observation["message"],
        observation["name"],
        datetime.fromisoformat(observation["date"]),
        observation["phase"] == Phase.OPENING,
        wanted,
        asked or plan.act is PlanAct.REMIND,
        tuple(day for day in map(_day, told) if day is not None),
        consulted,
    )


def styled(text: str, act: PlanAct, settings: Mapping[str, str], occasion: Occasion) -> str:
    """A reply with settings of style attributes.

    It is first rewritten as the act that it is, a note or an abstention, which other texts can replace; then as wanted,
    unless it would no longer abstain: `I don't think you've told me that yet` without its `you've told me`.
    """
    if act is not occasion.act:
        text = apply_style(text, settings, replace(occasion, act=act))
    found = apply_style(text, settings, occasion)
    return text if act is PlanAct.ABSTAIN and abstains(text) and not abstains(found) else found


def _day(written: str) -> date | None:
    """The day of a context line; a user's own memory may write it in any format."""
    try:
        return date.fromisoformat(written[:10])
    except ValueError:
        return None
