"""CandidateReply replies: what is among them, and what does not show in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from statistics import mean

import pytest
from small_lives import CAR, CITY
from told_lives import BERGEN, LYON, WHERE, candidates_in, life, say, single_values, told_in

from regulars.agents.assistant.question_parsing import Question
from regulars.envs.ledger import Commitment
from regulars.envs.numeric.asking import Asking
from regulars.envs.numeric.candidates import CandidateKind, candidates
from regulars.envs.numeric.contents import subsets
from regulars.envs.numeric.near_values import near_numbers
from regulars.envs.numeric.told_so_far import ToldSoFar
from regulars.errors import StateError
from regulars.scenarios.kinds import Form
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attributes import load_ontology
from regulars.seeding import SeedTree

ALWAYS = {CandidateKind.ABSTAIN, CandidateKind.ASK, CandidateKind.ACKNOWLEDGE, CandidateKind.OVER}


def test_the_present_and_the_former_value_are_among_the_candidates():
    env = life()
    say(env, BERGEN, LYON, WHERE)
    assert {"Bergen", "Lyon"} <= single_values(candidates_in(env))


def test_abstaining_asking_noting_and_denying_are_always_there_once():
    for lines in ((BERGEN,), (WHERE,), (BERGEN, LYON, WHERE)):
        env = life()
        say(env, *lines)
        found = Counter(one.kind for one in candidates_in(env) if one.kind in ALWAYS)
        assert found == dict.fromkeys(ALWAYS, 1)


def test_a_question_has_three_values_and_one_pair_of_them():
    env = life()
    say(env, BERGEN, WHERE)
    values = [one.values for one in candidates_in(env) if one.kind is CandidateKind.VALUE]
    pair = next(one for one in values if len(one) == 2)
    assert sorted(map(len, values)) == [1, 1, 1, 2]
    assert set(pair) <= single_values(candidates_in(env))


def test_answered_or_not_a_question_has_the_same_number_kinds_and_forms():
    shapes = []
    for lines in ((BERGEN, WHERE), ({"message": "Nice day."}, WHERE)):
        env = life()
        say(env, *lines)
        shapes.append(sorted((one.kind, one.form, len(one.values)) for one in candidates_in(env)))
    assert shapes[0] == shapes[1]


def test_an_untold_fact_changes_no_candidate():
    texts = []
    for city in ("Bergen", "Ghent"):
        env = life(replace(CITY, value=city), CAR)
        say(env, {"message": "Nice day."}, WHERE)
        texts.append([one.text for one in candidates_in(env)])
    assert texts[0] == texts[1]


def test_the_seed_alone_decides_wording_and_order():
    env = life()
    say(env, BERGEN, WHERE)
    assert candidates_in(env, seed=3) == candidates_in(env, seed=3)
    assert len({candidates_in(env, seed=seed) for seed in range(5)}) == 5


def test_the_right_value_stands_at_each_place_equally_often():
    # 400 seeds and 8 places: 50 each, with a standard deviation of sqrt(400 * 1/8 * 7/8) = 6.6. Four of them are 26.
    env = life()
    say(env, BERGEN, WHERE)
    places = Counter(
        next(place for place, one in enumerate(candidates_in(env, seed)) if one.values == ("Bergen",))
        for seed in range(400)
    )
    assert set(places) == set(range(8))
    assert all(abs(count - 50) <= 26 for count in places.values())


def test_the_hedge_holds_the_right_value_as_often_as_any_other():
    # Two of three values are in the pair: 2/3 of 300 seeds are 200, with a standard deviation of 8.2.
    env = life()
    say(env, BERGEN, WHERE)
    held = sum(
        any(len(one.values) == 2 and "Bergen" in one.values for one in candidates_in(env, s)) for s in range(300)
    )
    assert abs(held - 200) <= 33


def test_answered_or_not_candidates_are_as_long():
    # Told or drawn, a city comes from the same list of 16, so over all cities the mean lengths agree.
    cities = load_ontology().attribute("home_city").grid()
    lengths: dict[bool, list[int]] = {True: [], False: []}
    for place, city in enumerate(cities):
        for is_told in (True, False):
            env = life(replace(CITY, value=city))
            line = {"message": f"I live in {city}.", "tells": "f-city"} if is_told else {"message": "Nice day."}
            say(env, line, WHERE)
            lengths[is_told] += [len(one.text) for seed in range(4) for one in candidates_in(env, 16 * seed + place)]
    assert abs(mean(lengths[True]) - mean(lengths[False])) < 1.0


def test_a_choice_offers_its_options_to_confirm():
    told = ToldSoFar(Language.load("english"))
    told.asking = Asking(attribute="home_city", options=("Graz", "Porto"))
    found = candidates(_line("Graz or Porto?"), told)
    confirmed = {one.values[0] for one in found if one.kind is CandidateKind.CONFIRM}
    assert {"Graz", "Porto"} < confirmed
    assert len(confirmed) == 4


def test_what_the_assistant_chose_is_among_the_candidates():
    env = life()
    say(env, BERGEN)
    told = told_in(env)
    moment = told.lines[-1].time
    for turn, value in enumerate(("Graz", "Porto")):
        told.ledger.commit(Commitment("act", "p1", "home_city", value, f"s000.t0{turn}", 0, moment))
    told.asking = Asking(_question(told, "choice"))
    assert {"Graz", "Porto"} <= single_values(candidates(env.observe("assistant_0"), told))


def test_lists_that_could_be_right_differ_by_the_same_values():
    # Three told values and one that is not: with two of four values in or out, each list is one of four combinations.
    for seed in range(20):
        lists = subsets(["a", "b", "c"], ["x", "y"], 4, SeedTree(seed).draws("lists"))
        assert set(lists[0]) == {"a", "b", "c"}
        sets = [frozenset(one) for one in lists]
        assert len(set(sets)) == 4
        toggled = frozenset.union(*sets) - frozenset.intersection(*sets)
        assert len(toggled) == 2
        assert frozenset.intersection(*sets)


def test_of_lists_the_right_one_is_short_long_or_between():
    ranks = Counter()
    for seed in range(300):
        lists = subsets(["a", "b", "c"], ["x", "y"], 4, SeedTree(seed).draws("lists"))
        ranks[sum(len(one) < len(lists[0]) for one in lists)] += 1
    # No, one or two of the changing values are right, each in a third of the cases: 100 with deviation 8.2.
    assert set(ranks) == {0, 1, 3}
    assert all(abs(count - 100) <= 33 for count in ranks.values())


def test_a_wrong_value_stands_anywhere_in_a_list():
    # Of the three values of a list with one wrong one, that one is the last in a third of the cases.
    found = [one for seed in range(300) for one in subsets(["a", "b"], ["x", "y"], 4, SeedTree(seed).draws("lists"))]
    last = [one[-1] in ("x", "y") for one in found if len(one) == 3 and {"a", "b"} < set(one)]
    assert 0.2 < mean(last) < 0.47


def test_near_numbers_leave_each_rank_equally_likely():
    # 0 to 3 of 3 lie below: a quarter of 400 seeds each, 100 with a standard deviation of 8.7.
    ranks = Counter(sum(one < 1000 for one in near_numbers(1000, 5, 3, SeedTree(s).draws("n"))) for s in range(400))
    assert set(ranks) == {0, 1, 2, 3}
    assert all(abs(count - 100) <= 35 for count in ranks.values())


def test_near_numbers_are_never_negative():
    assert min(min(near_numbers(1, 1, 4, SeedTree(seed).draws("n"))) for seed in range(50)) >= 0


def test_a_snapshot_keeps_what_was_told():
    env = life()
    say(env, BERGEN, WHERE)
    told, again = told_in(env), ToldSoFar(Language.load("english"))
    again.restore(told.snapshot())
    observation = env.observe("assistant_0")
    assert candidates(observation, again) == candidates(observation, told)
    assert [turn.id for turn, _ in again.recall("Bergen", "scope-1", 3)] == ["s000.t01"]
    with pytest.raises(StateError, match="not a snapshot"):
        again.restore(b"something else")


def test_a_state_that_was_set_back_forgets_what_came_later():
    env = life()
    say(env, BERGEN)
    state, told = env.get_state(), told_in(env)
    say_rest(env)
    told.take(env.life)
    assert [one.value for one in told.ledger.of("p1", "home_city")] == ["Bergen", "Lyon"]
    env.set_state(state)
    told.take(env.life)
    assert [one.value for one in told.ledger.of("p1", "home_city")] == ["Bergen"]


def say_rest(env):
    env.step("Noted.")
    env.step({})
    say(env, LYON)


def _line(message):
    return {"message": message, "speaker": "p1", "scope": "p1", "reply_id": "s001.t02", "date": "", "phase": 1}


def _question(told, form):
    return Question("", Form(form), "home_city")
