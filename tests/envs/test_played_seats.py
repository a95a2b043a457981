"""The policies of the seats that an environment plays: which there are, who acts, and how they are restored."""

from __future__ import annotations

import pickle

import pytest
from small_lives import ANN, BEN, begun, scenario, session

from regulars.agents.evaluator.scripted import ScriptedEvaluator
from regulars.agents.user.scripted import ScriptedUser
from regulars.envs.aec import LifeAEC
from regulars.envs.seats.infos import add_terms
from regulars.envs.seats.played import PlayedSeats, user_seats
from regulars.scenarios.language.packs import Language

ENGLISH = Language.load("english")
ONE, TWO = scenario(session(1)), scenario(session(1), session(2, person="p2"), persons=(ANN, BEN))


def seats(*played, users=("user_0",)):
    return PlayedSeats(played, users, ENGLISH)


def test_each_played_seat_has_a_policy_of_its_kind():
    policies = seats("user_0", "assistant_0", "evaluator_0").policies
    assert {seat: type(policy).__name__ for seat, policy in policies.items()} == {
        "user_0": "ScriptedUser",
        "assistant_0": "ScriptedAssistant",
        "evaluator_0": "ScriptedEvaluator",
    }


def test_users_are_made_for_each_person_if_all_of_them_are_played():
    played = seats("user_0", "evaluator_0")
    first, judge = played.policies["user_0"], played.policies["evaluator_0"]
    played.seat_people(3)
    assert list(played.policies) == ["user_0", "evaluator_0", "user_1", "user_2"]
    assert {type(played.policies[seat]) for seat in user_seats(3)} == {ScriptedUser}
    assert (played.policies["user_0"], played.policies["evaluator_0"]) == (first, judge)
    played.seat_people(1)
    assert len(played.policies) == 4
    some = seats("user_0", "evaluator_0", users=("user_0", "user_1"))
    some.seat_people(3)
    assert (some.every_user, list(some.policies)) == (False, ["user_0", "evaluator_0"])


@pytest.mark.parametrize(
    ("states", "fit"),
    [
        (["user_0", "evaluator_0"], True),
        (["evaluator_0", "user_1", "user_0"], True),
        (["user_0"], False),
        (["user_0", "assistant_0", "evaluator_0"], False),
        ([], False),
    ],
)
def test_states_of_any_number_of_people_fit_if_all_users_are_played(states, fit):
    assert seats("user_0", "evaluator_0").fits(states) is fit


def test_states_have_to_name_the_same_seats_if_some_users_are_agents():
    some = seats("user_0", "evaluator_0", users=("user_0", "user_1"))
    assert some.fits(["evaluator_0", "user_0"])
    assert not some.fits(["user_0", "user_1", "evaluator_0"])
    assert seats("evaluator_0").fits(["evaluator_0"])
    assert not seats("evaluator_0").fits(["user_0", "evaluator_0"])


def test_every_policy_begins_with_the_seed_of_its_seat_and_the_assistant_in_the_language():
    begun_with, spoken = [], []
    played = seats("user_0", "assistant_0", "evaluator_0")

    class Noting:
        def __init__(self, seat):
            self.seat = seat

        def begin(self, episode_id, seed):
            begun_with.append((self.seat, episode_id, seed))

        def use_language(self, language):
            spoken.append((self.seat, language.name))

        def act(self, observation, briefing=None):
            return self.seat, observation, briefing

        def get_state(self):
            return f"state of {self.seat}"

    played.policies = {seat: Noting(seat) for seat in played.policies}
    played.begin(Language.load("chinese"), "e7", len)
    assert begun_with == [("user_0", "e7", 6), ("assistant_0", "e7", 11), ("evaluator_0", "e7", 11)]
    assert spoken == [("assistant_0", "chinese")]
    # The assistant acts on what it sees, all others on their briefings alone.
    acts = [played.act(seat, "sees {}".format, "knows {}".format) for seat in played.policies]
    assert acts == [
        ("user_0", None, "knows user_0"), ("assistant_0", "sees assistant_0", None),
        ("evaluator_0", None, "knows evaluator_0"),
    ]  # fmt: skip
    assert played.get_state() == {seat: f"state of {seat}" for seat in played.policies}


def test_states_are_restored_to_their_seats_and_missing_users_are_made():
    played, restored = seats("user_0", "evaluator_0"), {}
    played.seat_people(2)
    states = played.get_state()
    fresh = seats("user_0", "evaluator_0")

    class Noting(ScriptedEvaluator):
        def set_state(self, state):
            restored["evaluator_0"] = state

    fresh.policies["evaluator_0"] = Noting()
    fresh.set_state(states)
    assert list(fresh.policies) == ["user_0", "evaluator_0", "user_1"]
    assert restored == {"evaluator_0": states["evaluator_0"]}
    assert fresh.policies["user_1"].get_state() == states["user_1"]


def test_played_seats_survive_a_pickle_with_their_language():
    played = pickle.loads(pickle.dumps(seats("user_0", "evaluator_0")))
    played.seat_people(2)
    assert list(played.policies) == ["user_0", "evaluator_0", "user_1"]
    assert played.__getstate__()["_language"] == "english"


def test_lives_of_other_numbers_of_people_are_played_one_after_the_other():
    env = LifeAEC(scenario=ONE, played=("user", "evaluator"))
    for planned, people in ((ONE, 1), (TWO, 2), (ONE, 1)):
        env.reset(seed=0, options={"scenario": planned})
        while env.ending is None:
            env.step("I see.")
        assert len({turn.person for turn in env.transcript if turn.speaker != "assistant"}) == people


def test_a_state_of_more_people_is_taken_by_an_environment_that_plays_all_users():
    env, other = begun(ONE, played=("user", "evaluator")), begun(ONE, played=("user", "evaluator"))
    env.reset(seed=0, options={"scenario": TWO})
    other.set_state(env.get_state())
    for one in (env, other):
        while one.ending is None:
            one.step("I see.")
    assert [turn.text for turn in other.transcript] == [turn.text for turn in env.transcript]


def test_reward_terms_add_up_in_the_infos_of_their_seats():
    class Note:
        def __init__(self, seat, **terms):
            self.seat, self.terms = seat, terms

    judged = {"assistant_0": {"reward_recall": 0.5, "judged": 1.0}}
    add_terms(
        [Note("assistant", recall=1.0, cost=-0.25), Note("user", served=1.0), Note("user", served=2.0)],
        "user_1",
        judged,
    )
    assert judged == {
        "assistant_0": {"reward_recall": 1.5, "judged": 1.0, "reward_cost": -0.25},
        "user_1": {"reward_served": 3.0},
    }
