"""Choices of the assistant, their effects in a life, and the scores of projects, added up by hand."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace
from datetime import timedelta

import pytest
from small_lives import ANN, LONG_AGO, NOON, aside, begun, close, say, scenario, session

from regulars.briefing import Effect
from regulars.envs.life.goals import GoalScore, project_scores
from regulars.envs.life.outcomes import ConductNote
from regulars.envs.options import LifeOptions
from regulars.scenarios.kinds import ActKind, Band, DisclosureMode, Form, NoiseKind
from regulars.scenarios.world import Act, Fact, Project
from regulars.seeding import content_hash

DISHES = ("ramen", "bouillabaisse", "goulash")
PICK = Act("d1", ActKind.DELEGATE, attribute="favourite_dish", options=DISHES)
ASKED = {"message": "Ramen, bouillabaisse or goulash?", "tells": "d1"}
VEGETARIAN = Fact("f-diet", "p1", "diet", "vegetarian", LONG_AGO)
"""Rules out bouillabaisse and goulash."""

EATER = replace(ANN, facts=(VEGETARIAN,))
LIMITED = replace(
    aside("q-pick", 1, attribute="favourite_dish"), form=Form.ANY, band=Band.IN, value="|".join(DISHES), session=1
)
TELLS_DIET = {"message": "I am a vegetarian.", "tells": "f-diet"}


def played(*lines, act=PICK, sessions=2, persons=(EATER,), probes=()):
    env = begun(scenario(session(1, act), *map(session, range(2, sessions + 1)), persons=persons, probes=probes))
    for line, reply in lines:
        say(env, line, reply, {"verdict": 1})
    return env


def test_a_choice_becomes_a_commitment_of_its_reply():
    env = played((ASKED, "I would take the bouillabaisse."))
    (made,) = env.ledger.commitments
    assert (made.act, made.person, made.attribute, made.value) == ("d1", "p1", "favourite_dish", "bouillabaisse")
    assert (made.turn, made.session, made.time) == ("s001.t02", 1, NOON + timedelta(days=1, seconds=32))
    assert env.life.choices.asked == {"d1"}


def test_a_choice_begins_three_hours_later_and_is_known_in_the_next_session():
    env = played((ASKED, "I would take the bouillabaisse."), sessions=3)
    since = NOON + timedelta(days=1, seconds=32, hours=3)
    effect = env.life.knowledge["p1"].effects["d1"]
    assert (effect.fact.person, effect.fact.attribute, effect.fact.value) == ("p1", "favourite_dish", "bouillabaisse")
    assert (effect.fact.since, effect.fact.until, effect.went_wrong) == (since, None, False)
    (event,) = env.life.choices.caused
    assert (event.person, event.time, event.begins, event.ends) == ("p1", since, (effect.fact.id,), ())
    assert event.cause == "s001.t02"
    assert (effect.fact.id, event.id) == (
        content_hash("d1 bouillabaisse", 12),
        content_hash(f"event {effect.fact.id}", 12),
    )
    assert effect.fact.id not in env.briefing("user_0").facts
    close(env)
    assert env.briefing("user_0").facts[effect.fact.id] == effect.fact
    say(env, {"message": "I had the bouillabaisse.", "tells": effect.fact.id})
    assert [(one.how, one.value) for one in env.ledger.disclosures] == [("outcome", "bouillabaisse")]


def test_an_effect_is_not_known_before_it_begins():
    soon = replace(session(2), start=NOON + timedelta(days=1, hours=3))
    later = replace(session(3), start=NOON + timedelta(days=1, hours=3, seconds=32))
    env = begun(scenario(session(1, PICK), soon, later, persons=(EATER,)))
    say(env, ASKED, "I would take the bouillabaisse.", {"verdict": 1})
    known = []
    for _ in range(3):
        known.append(len(env.briefing("user_0").facts))
        close(env)
    # the diet, and the dish from the third session on, which begins at the very second of the effect
    assert known == [1, 1, 2]


def test_only_the_first_choice_on_a_request_has_an_effect_and_the_last_one_counts():
    env = played((ASKED, "I would take the bouillabaisse."), (ASKED, "I would take the ramen."))
    assert [made.value for made in env.ledger.commitments] == ["bouillabaisse", "ramen"]
    assert env.ledger.commitment("d1").value == "ramen"
    assert env.life.knowledge["p1"].effects["d1"].fact.value == "bouillabaisse"
    assert len(env.life.choices.caused) == 1


@pytest.mark.parametrize(
    "reply", ["Whatever you like.", "Ramen or bouillabaisse.", "I would take the moussaka.", "Not the bouillabaisse."]
)
def test_a_reply_that_chooses_none_or_two_commits_to_nothing(reply):
    env = played((ASKED, reply))
    assert env.ledger.commitments == []
    assert env.life.knowledge["p1"].effects == {}
    assert env.life.choices.asked == {"d1"}


@pytest.mark.parametrize(
    ("reply", "made"),
    [
        ({"message": "I would take the bouillabaisse.", "answer": "bouillabaisse"}, ["bouillabaisse"]),
        ({"message": "I would take the bouillabaisse.", "answer": ""}, ["bouillabaisse"]),
        # the person hears the words alone: a structured answer can contradict them, and cannot stand in for them
        ({"message": "I would take the bouillabaisse.", "answer": "goulash"}, []),
        ({"message": "I would take the bouillabaisse.", "answer": "-"}, []),
        ({"message": "", "answer": "goulash"}, []),
        ({"message": "As you like.", "answer": "goulash"}, []),
    ],
)
def test_the_words_choose_and_the_structured_answer_may_not_contradict_them(reply, made):
    env = played((ASKED, reply))
    assert [commitment.value for commitment in env.ledger.commitments] == made


def test_nothing_is_chosen_without_a_request_or_at_the_closing():
    env = played(("Hello.", "I would take the bouillabaisse."))
    assert env.ledger.commitments == []
    say(env, {**ASKED, "close": 1}, "I would take the bouillabaisse.", {})
    assert env.ledger.commitments == []
    assert env.life.choices.asked == set()


@pytest.mark.parametrize(
    ("told", "reply", "wrong"),
    [
        (True, "I would take the bouillabaisse.", True),
        (True, "I would take the ramen.", False),
        # not told: nothing is ruled out, the probe is void, and no choice is wrong
        (False, "I would take the bouillabaisse.", False),
    ],
)
def test_a_choice_goes_wrong_if_it_ignores_what_was_told(told, reply, wrong):
    lines = [(TELLS_DIET, "I see.")] if told else []
    env = played(*lines, (ASKED, reply), act=replace(PICK, probe="q-pick"), probes=(LIMITED,))
    assert env.life.knowledge["p1"].effects["d1"].went_wrong is wrong
    assert [outcome.status for outcome in env.life.outcomes] == ["asked" if told else "void"]
    # a void choice is still asked for: its verdict counts in the session
    assert len(env.life.running.verdicts) == 1


@pytest.mark.parametrize(("elapsed", "made"), [(30.0, 1), (31.0, 0)])
def test_a_choice_counts_at_the_last_second_and_not_after_it(elapsed, made):
    reply = {"message": "I would take the bouillabaisse.", "elapsed": elapsed}
    env = played((ASKED, reply), act=replace(PICK, within=timedelta(seconds=30)))
    assert len(env.ledger.commitments) == made
    assert [verdict.late for verdict in env.life.running.verdicts] == [not made]


@pytest.mark.parametrize(("due", "within", "last"), [(60, 30, 30), (60, 50, 40), (60, 40, 40)])
def test_of_two_limits_the_earlier_one_counts(due, within, last):
    # asked at 20 s: a deadline at 60 s leaves 40 s
    limited = replace(PICK, due=NOON + timedelta(days=1, seconds=due), within=timedelta(seconds=within))
    for elapsed, late in ((last, False), (last + 1, True)):
        env = played((ASKED, {"message": "The bouillabaisse.", "elapsed": float(elapsed)}), act=limited)
        assert [verdict.late for verdict in env.life.running.verdicts] == [late]


@pytest.mark.parametrize(("elapsed", "late"), [(40.0, False), (41.0, True)])
def test_a_deadline_counts_from_the_arrival_of_the_reply_and_not_from_its_reading(elapsed, late):
    # asked at 20 s, due at 60 s; reading takes 12 s more
    due = NOON + timedelta(days=1, seconds=60)
    env = played((ASKED, {"message": "The bouillabaisse.", "elapsed": elapsed}), act=replace(PICK, due=due))
    assert [verdict.late for verdict in env.life.running.verdicts] == [late]


# ---------------------------------------------------------------- projects


def delegation(number):
    return Act(f"d{number}", ActKind.DELEGATE, attribute="favourite_dish", options=DISHES, probe=f"q{number}")


def state(number, name):
    return Act(f"s{number}", ActKind.PLAN, target="pr", other=name)


def goal(states, asked, choices, told):
    """The score of a project with three choices.

    Args:
        states: What the person says of the project, in order.
        asked: How many of the choices are asked for.
        choices: The choices made.
        told: The numbers of the choices that the person tells to have turned out.
    """
    plans = [state(number, name) for number, name in enumerate(states)]
    picks = [delegation(number) for number in range(3)]
    steps = tuple(act.id for act in (*plans, *picks))
    person = replace(EATER, projects=(Project("pr", "cooking", "a feast", NOON, (*steps, "missing")),))
    probes = tuple(replace(LIMITED, id=f"q{number}") for number in range(3))
    env = begun(scenario(session(1, *plans, *picks), session(2), persons=(person,), probes=probes))
    say(env, TELLS_DIET, "I see.", {})
    for act in plans:
        say(env, {"message": "About the feast.", "tells": act.id}, "I see.", {})
    for act, choice in zip(picks[:asked], [*choices, *["neither"] * 3][:asked], strict=True):
        say(env, {"message": "Which one?", "tells": act.id}, f"I would take the {choice}.", {"verdict": 1})
    close(env)
    effects = env.life.knowledge["p1"].effects
    for number in told:
        fact = effects[f"d{number}"].fact
        say(env, {"message": f"We had {fact.value}.", "tells": fact.id}, "I see.", {})
    (found,) = project_scores(env.life)
    assert (found.project, found.person, found.domain) == ("pr", "p1", "cooking")
    return found.understood, found.solved, found.confirmed, found.closed


@pytest.mark.parametrize(
    ("states", "asked", "choices", "told", "score"),
    [
        ((), 0, (), (), (0, 0, 0, 0)),
        # one of two choices made (30 / 2), it respects the diet (20), it was not told yet
        ((), 2, ("ramen",), (), (20, 15, 0, 0)),
        # three of three made (30), two respect the diet (20 * 2 / 3), one of three was told (30 / 3)
        ((), 3, ("ramen", "bouillabaisse", "ramen"), (0,), (40 / 3, 30, 10, 0)),
        # what went wrong confirms nothing, though it was told
        ((), 3, ("ramen", "bouillabaisse", "ramen"), (0, 1), (40 / 3, 30, 10, 0)),
        ((), 1, ("bouillabaisse",), (0,), (0, 30, 0, 0)),
        ((), 2, ("ramen", "ramen"), (0, 1), (20, 30, 30, 0)),
        (("create", "finish"), 0, (), (), (0, 0, 0, 20)),
        (("create", "downgrade", "finish"), 0, (), (), (0, 0, 0, 10)),
        (("create", "downgrade"), 0, (), (), (0, 0, 0, 0)),
        (("finish", "cancel"), 0, (), (), (0, 0, 0, 0)),
        (("cancel", "finish"), 0, (), (), (0, 0, 0, 20)),
        (("finish", "update"), 0, (), (), (0, 0, 0, 20)),
        (("create", "suspend"), 0, (), (), (0, 0, 0, 0)),
    ],
)
def test_the_score_of_a_project(states, asked, choices, told, score):
    assert goal(states, asked, choices, told) == pytest.approx(score)


def test_a_state_that_was_never_said_does_not_close_a_project():
    person = replace(EATER, projects=(Project("pr", "cooking", "a feast", NOON, ("s0",)),))
    env = begun(scenario(session(1, state(0, "finish")), persons=(person,)))
    assert [found.closed for found in project_scores(env.life)] == [0.0]
    say(env, {"message": "The feast is over.", "tells": "s0"})
    assert [found.closed for found in project_scores(env.life)] == [20.0]


def test_the_total_of_a_project_is_the_sum_of_its_parts():
    assert GoalScore("pr", "p1", "cooking", 20.0, 15.0, 10.0, 5.0).total == 50.0


@pytest.mark.parametrize(
    "value",
    [
        GoalScore("pr", "p1", "cooking", 0.0, 0.0, 0.0, 0.0),
        ConductNote("p1", "s001.t02", ("r1",), ()),
        Effect(VEGETARIAN, False),
        LifeOptions(),
    ],
)
def test_values_that_are_handed_out_cannot_be_changed(value):
    for field in fields(value):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field.name, None)


def test_offers_are_kept_of_acts_that_wait_to_be_asked():
    acts = (
        Act("t1", ActKind.TELL, "f-city", "home_city", DisclosureMode.ASKED),
        Act("t2", ActKind.TELL, "f-car", "car", DisclosureMode.OPEN),
        Act("t3", ActKind.TELL, "f-lease", "lease_end", DisclosureMode.TRUSTED),
        Act("t4", ActKind.TELL, "f-car", "car", noise=NoiseKind.OMISSIONS),
        Act("t5", ActKind.TELL, "f-lease", "lease_end", noise=NoiseKind.VAGUE_DATES),
    )
    env = begun(scenario(session(1, *acts), session(2), persons=(ANN,)))
    assert [act.id for act in env.briefing("user_0").offered] == ["t1", "t4"]
    close(env)
    assert [act.id for act in env.briefing("user_0").offered] == ["t1", "t4"]
