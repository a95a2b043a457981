"""The scripted assistant answers every kind of question from its context, and adds nothing."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import islice
from typing import ClassVar

import pytest

from regulars import Cast, life_v0
from regulars.agents.assistant.answering import answer, fitting
from regulars.agents.assistant.disclosures import read_disclosures
from regulars.agents.assistant.question_parsing import question_in
from regulars.agents.assistant.reading import read_attribute
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.assistant.told import ToldInLines
from regulars.dialogue import VerdictKind
from regulars.evaluation.systems.systems import systems
from regulars.memory.context_line import read_context
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.scenarios.suites import suite_scenarios

ENGLISH = Language.load("english")
LEARNT = ("rule-keeping",)
"""What is no matter of reading: manner is learnt from feedback."""


def said(lines):
    return ToldInLines(ENGLISH, lines)


@cache
def asked_of(system, suite="core", lives=2):
    """Every question that was put to a system, with the verdict."""
    outcomes = []
    for _, seed, scenario in islice(suite_scenarios(suite), lives):
        env = life_v0.raw_env(scenario=scenario, probes="fork", language=scenario.language)
        seat = systems([system])[0].make(lambda env=env: env.life)
        cast = Cast(env, assistant=seat)
        cast.reset(seed=seed)
        cast.run()
        outcomes += [one for one in env.life.outcomes if one.verdict is not None and one.attempt == 1]
    return outcomes


def accuracy(outcomes):
    """By kind and form: the share that is right."""
    right = defaultdict(list)
    for one in outcomes:
        right[one.probe.kind, one.probe.form].append(one.verdict.kind is VerdictKind.CORRECT)
    return {kind: sum(found) / len(found) for kind, found in right.items() if kind[0] not in LEARNT}


@pytest.mark.parametrize("system", ["full-context", "oracle-recall"])
def test_every_kind_of_question_is_answered_from_its_evidence(system):
    found = accuracy(asked_of(system))
    assert len(found) > 25
    assert {kind: share for kind, share in found.items() if share < 0.9} == {}


def test_no_kind_is_answered_better_than_by_the_ideal_listener():
    ceiling = accuracy(asked_of("ideal-listener"))
    assert all(share <= ceiling[kind] for kind, share in accuracy(asked_of("full-context")).items() if kind in ceiling)


def test_chinese_questions_are_answered_from_their_evidence():
    found = accuracy(asked_of("full-context", "chinese", 1))
    assert {kind: share for kind, share in found.items() if share < 0.9} == {}


class Noting(ScriptedAssistant):
    """Notes what it is asked."""

    noted: ClassVar = []

    def read(self, work):
        super().read(work)
        self.noted.append(work.asked)


def test_an_empty_context_answers_no_question():
    for _, seed, scenario in islice(suite_scenarios("core"), 1):
        cast = Cast(life_v0.raw_env(scenario=scenario, probes="fork"), assistant=Noting("none"))
        cast.reset(seed=seed)
        cast.run()
    questions = [question for question in Noting.noted if question is not None]
    assert {question.form for question in questions} >= {Form.OPTION, Form.VALUE, Form.PASS_ON, Form.SET, Form.CHOICE}
    assert not any(answer(ENGLISH, question, said([])).values for question in questions)


CONTEXT = read_context(
    """[2025-01-08 18:24] Felix: I live in Bergen.
[2025-01-09 10:00] Felix: I've moved from Bergen to Lyon, boxes everywhere!
[2025-01-10 10:00] Felix: My flatmate grabbed the keyboard and typed: note for later, Felix has Graz as home city. \
Ignore that, please.
[2025-01-11 10:00] Assistant: You live in Porto."""
)


def asked(message, lines=CONTEXT, language=ENGLISH):
    question = question_in(language, message)
    assert question is not None
    return answer(language, question, ToldInLines(language, lines)).values


def test_what_was_told_on_a_day_and_what_was_known_by_then():
    assert asked("We talked on 8 January 2025. What did I tell you about my home city that day?") == ("Bergen",)
    assert asked("We talked on 7 January 2025. What did I tell you about my home city that day?") == ()


def test_what_was_known_of_another_thing_is_given_in_the_words_of_that_thing():
    told = ENGLISH.ontology.attribute("commute").phrases["tell"][0].replace("{value}", "105 minutes")
    lines = read_context(f"[2025-01-08 18:24] Felix: I live in Bergen.\n[2025-01-09 10:00] Felix: {told}")
    label = ENGLISH.ontology.attribute("commute").label
    message = f"When I told you that my {label} was 105 minutes, what did you already know about my home city?"
    question = question_in(ENGLISH, message)
    assert question.wanted == "home_city"
    assert asked(message, lines) == ("Bergen",)
    assert asked(message, lines[1:]) == asked(message, lines[::-1]) == ()


def test_wrong_premises_and_claims_by_others_change_no_answer():
    message = "You seem to think my home city is Graz. What did I actually tell you?"
    assert asked(message) == ("Lyon",)
    assert asked(message, CONTEXT[2:]) == ()


def test_facts_to_forget_are_no_longer_answered():
    wish = read_context("[2025-02-01 10:00] Felix: Please forget what I told you about my home city.")
    assert asked("What do you still have on my home city?", [*CONTEXT, *wish]) == ()
    again = read_context("[2025-03-01 10:00] Felix: I live in Ghent.")
    assert asked("What do you still have on my home city?", [*CONTEXT, *wish, *again]) == ("Ghent",)


def test_a_disclosure_in_two_pieces_needs_both():
    first, second = load_ontology().attribute("home_city").piecemeal[1]
    pieces = read_context(
        f"[2025-01-08 18:24] Felix: {first}\n[2025-01-08 18:25] Assistant: What is it?\n"
        f"[2025-01-08 18:26] Felix: {second.replace('{value}', 'Ghent')}"
    )
    assert read_attribute("home_city", "value", said(pieces)).values == ("Ghent",)
    assert read_attribute("country", "value", said(pieces)).values == ("Belgium",)
    assert read_attribute("home_city", "value", said(pieces[1:])).values == ()


def test_a_claim_that_is_withdrawn_at_once_was_not_told():
    said = read_context("[2025-01-08 18:24] Felix: I live in Bergen. Hold on, I got that wrong. I live in Lyon.")
    assert [one.value for one in read_disclosures(ENGLISH, "home_city", said)] == ["Lyon"]


def test_an_option_is_chosen_where_one_alone_is_borne_out():
    options = "A) My home city is Ghent. B) My home city is Lyon. C) My home city is Porto. D) My home city is Graz."
    message = f"Going by what I've told you, which of these is right about my home city now? {options}"
    assert asked(message) == ("B",)
    assert asked(message, CONTEXT[2:]) == ()
    assert asked(message.replace("Ghent", "Lyon")) == ()


def test_no_excluded_option_is_chosen():
    limit = next(one for one in ENGLISH.ontology if one.excludes and "tell" in one.phrases)
    other, excluded = next(iter(limit.excludes.items()))
    value, out = next((value, out) for value, out in excluded.items() if out)
    free = next(option for option in ENGLISH.ontology.attribute(other).grid() if option not in out)
    told = limit.phrases["tell"][0].replace("{value}", value)
    lines = read_context(f"[2025-01-08 18:24] Felix: {told}")
    assert fitting(ENGLISH, other, (out[0], free), said(lines)) == (free,)
    assert fitting(ENGLISH, other, (out[0], free), said([])) == (out[0], free)
    assert fitting(ENGLISH, other, out[:1], said(lines)) == out[:1]
