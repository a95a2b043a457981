"""Memories learn from feedback that teaches, and from no other."""

from __future__ import annotations

import pickle
from functools import cache
from statistics import mean

import pytest

from regulars import Cast, registry
from regulars.agents import roster
from regulars.agents.readers.lessons import LessonsInWords
from regulars.agents.style.rules import RuleBook
from regulars.dialogue import Feedback, FeedbackAction
from regulars.envs.aec import LifeAEC
from regulars.memory import Draft
from regulars.scenarios.projects.domains import load_domains
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.world import Scenario

assert roster.__name__

READER = LessonsInWords()
TEACHING = (
    "lesson-counts",
    "reme",
    *(pytest.param(name, marks=pytest.mark.slow) for name in ("rememberer", "exprag", "exprecent", "remem")),
)
SETTLED = 8
"""Judged replies after which there has been something to learn from."""
LIVES = 24
"""Lives over which compliance is compared."""
ALIKE = 8
"""Lives that are compared one by one, where nothing is learnt."""


def said(text: str, name: str = "Anna") -> Draft:
    return Draft("p1", 1, None, name, text, ("s001.t01",))


@cache
def people(seed: int, count: int, rho: float = 1.0, sessions: int = 4) -> tuple[Scenario, ...]:
    """Lives of people of one cohort."""
    options = {"rho": rho, "sessions": sessions, "language": False, "regulars": 0.0}
    return generate_stream(seed, blocks=1, people=count, cohorts=1, **options).blocks[0].train


def kept_by(env: LifeAEC, first: int, last: int | None = None) -> float:
    """The share of tested rules that were kept, from one judged reply to another."""
    notes = env.life.conduct[first:last]
    kept = sum(len(note.kept) for note in notes)
    return kept / max(1, kept + sum(len(note.broken) for note in notes))


@cache
def kept_in(seed: int, memory: str, feedback: str) -> float:
    """The share of rules that were kept in a life, after the first judged replies."""
    env = LifeAEC(scenario=people(seed, 1)[0], reward_to="nobody", feedback=feedback)
    cast = Cast(env, assistant=registry.build("assistant", "scripted:explore=0.1", memory=memory))
    cast.reset(seed=0)
    cast.run()
    return kept_by(env, SETTLED)


def compliance(memory: str, feedback: str, lives: int = LIVES) -> float:
    """The mean share of rules that were kept in some lives, after the first judged replies."""
    return mean(kept_in(seed, memory, feedback) for seed in range(lives))


def untaught(lives: int = LIVES) -> float:
    """The same without lessons."""
    return compliance("lesson-counts:reader=none", "sealed", lives)


@pytest.mark.parametrize("kind", list(RuleBook().rules.values()), ids=lambda kind: kind.style_attribute)
def test_every_wording_of_a_wish_is_read_as_a_lesson(kind) -> None:
    attempt = READER.attempt(said("I went out today."), said("I see.", "Assistant"), False)
    for setting in kind.settings.values():
        for how in ("stated", "complaint", "lifted"):
            for remark in getattr(setting, how):
                found = {(one.lesson, one.said) for one in READER.said(remark, attempt)}
                assert (f"{setting.style_attribute}={setting.name}", how) in found


def test_a_reply_is_read_for_what_it_keeps_and_what_was_wanted() -> None:
    note = READER.attempt(said("I went out today."), said("I see, Anna.", "Assistant"), False)
    assert note.task == "note"
    assert "address=first_name" in note.kept
    assert "address=first_name" not in note.broken
    question = said("Where do I live now?")
    assert READER.attempt(question, said("It is Bergen.", "Assistant"), False).task == "question"
    assert READER.attempt(question, said("I don't know that.", "Assistant"), False).task == "unknown"
    assert READER.attempt(None, said("I see.", "Assistant"), True).task == "note"


def test_steps_are_read_from_a_plan_and_from_a_statement() -> None:
    travel = load_domains()["travel"]
    goal = travel.goals[0]
    message = said(travel.lines("ask_plan")[0].replace("{goal}", goal))
    first, second = list(travel.steps)[:2]
    plan = " ".join(travel.steps[step].say[0] for step in (second, first))
    attempt = READER.attempt(message, said(plan, "Assistant"), False)
    assert (attempt.task, attempt.kept) == ("procedure.travel", (f"procedure.travel={second} {first}",))
    remark = f"I do it in this order: {second.replace('_', ' ')} and {first.replace('_', ' ')}."
    assert [(one.lesson, one.said) for one in READER.said(remark, attempt)] == [
        (f"procedure.travel={second} {first}", "stated")
    ]


def test_a_wrong_answer_is_disliked_whatever_its_manner() -> None:
    dislike = Feedback("s001.t02", FeedbackAction.DISLIKE, 2.0)
    note = READER.attempt(said("I went out."), said("I see."), False)
    question = READER.attempt(said("Where do I live?"), said("It is Bergen."), False)
    of_note, of_answer = READER.displeased(dislike, note), READER.displeased(dislike, question)
    assert of_note is not None
    assert of_answer is not None
    assert of_note > of_answer
    assert READER.displeased(Feedback("s001.t02"), note) is None
    assert pickle.loads(pickle.dumps(READER)) == READER


@pytest.mark.parametrize("memory", TEACHING)
def test_memories_learn_from_what_teaches_and_from_nothing_else(memory: str) -> None:
    # A memory that recalls other turns gives other answers, and a check or two of their form differ.
    sealed = compliance(memory, "sealed", ALIKE)
    assert sealed == pytest.approx(untaught(ALIKE), abs=0.005), "sealed feedback teaches nothing"
    assert compliance(memory, "diagnostic") > untaught() + 0.1


def test_instruction_teaches_and_a_placebo_of_it_does_not() -> None:
    memory = "lesson-counts"
    untaught = compliance(memory, "sealed")
    assert compliance(memory, "instructive") > untaught + 0.1
    assert compliance(memory, "placebo:of=instructive") < untaught + 0.06


def newcomer(seed: int, rho: float, pool: bool) -> float:
    """Compliance of the first replies to the second of two people, whom one memory meets, under instruction."""
    lives = people(seed, 2, rho, sessions=5)
    env = LifeAEC(scenario=lives[0], reward_to="nobody", feedback="instructive")
    cast = Cast(
        env, assistant=registry.build("assistant", "scripted", memory=f"lesson-counts:pool={str(pool).lower()}")
    )
    for place, scenario in enumerate(lives):
        cast.reset(seed=seed, options={"scenario": scenario}, keep=("assistant_0",) if place else ())
        cast.run()
    return kept_by(env, 0, 12)


def test_pooled_lessons_help_newcomers_where_people_are_alike_and_not_where_they_are_not() -> None:
    alike, strangers = (
        mean(newcomer(seed, rho, True) - newcomer(seed, rho, False) for seed in range(8)) for rho in (1.0, 0.0)
    )
    assert alike > 0.03
    assert strangers < 0.02
