"""What a policy of styles sees and what becomes of its choices: the whole observation, feedback, and settings."""

from __future__ import annotations

import numpy as np
import pytest
from small_lives import ASKS_CITY, IN_CITY, scenario, session

from regulars.agents.style.rules import default_book
from regulars.dialogue import PlanAct
from regulars.envs.numeric.features import TextFeatures, scaled
from regulars.envs.numeric.situation import SITUATION, situation
from regulars.envs.numeric.style import MOST_SLOTS, SLOTS, StyleEnv

SMALL = scenario(session(1, ASKS_CITY), session(2), probes=(IN_CITY,))
ACTS = list(PlanAct)
SIZES = {"situation": 12, "person": 16, "act": len(ACTS), "last": 3, "pleased": 3, "displeased": 3}


def made(slots=2, **options):
    env = StyleEnv(slots, attributes=("length",), scenario=SMALL, **options)
    observation, info = env.reset(seed=0)
    return env, observation, info


def parts(env, observation):
    return {name: observation[start:end] for name, ((start, end), _) in env.layout.items()}


def test_the_parts_of_an_observation_lie_one_after_the_other():
    env, observation, _ = made()
    assert {name: shape for name, (_, shape) in env.layout.items()} == {name: (size,) for name, size in SIZES.items()}
    ends = np.cumsum(list(SIZES.values())).tolist()
    assert [place for place, _ in env.layout.values()] == list(zip([0, *ends], ends, strict=False))
    assert (observation.shape, observation.dtype, env.observation_space.shape) == ((ends[-1],), np.float32, (ends[-1],))


def test_an_observation_says_the_situation_the_person_and_what_the_reply_does():
    env, observation, info = made()
    seen, found = env.aec.observe("assistant_0"), parts(env, observation)
    assert len(SITUATION) == 12
    assert found["situation"] == pytest.approx(situation(seen))
    assert (found["person"] == TextFeatures(width=16).row(seen["speaker"])).all()
    assert [ACTS[place] for place in np.flatnonzero(found["act"])] == [env._plan.act]
    assert info["message"] == seen["message"]
    assert not any(found[name].any() for name in ("last", "pleased", "displeased"))


def shown(env, about, rating=0, satisfaction=-1.0, rated=1):
    seen = env.aec.observe("assistant_0")
    return {**seen, "about": about, "rated": rated, "rating": rating, "satisfaction": satisfaction, "remark": ""}


def test_feedback_counts_once_for_each_setting_of_the_reply_that_it_is_about():
    env, *_ = made()
    env._given = {"s001.t02": (0, 2, 2), "s001.t04": (1,)}
    like, dislike = 1, 2
    for observation in (
        shown(env, "s001.t02", like),
        shown(env, "s001.t02", satisfaction=9.0),
        shown(env, "s001.t04", dislike),
        shown(env, "s001.t04", like, satisfaction=0.0),  # the mean is 0, so it counts neither way
        shown(env, "s001.t04"),  # nothing shown
        shown(env, "another", like),
    ):
        env._take_feedback(observation)
    found = parts(env, env._numbers(shown(env, "s001.t02")))
    assert found["pleased"] == pytest.approx([scaled(2), 0.0, scaled(2)])
    assert found["displeased"] == pytest.approx([0.0, scaled(1), 0.0])
    other = {**shown(env, "s001.t04", dislike), "speaker": "p2"}
    env._take_feedback(other)
    found = parts(env, env._numbers(other))
    assert (found["last"].tolist(), found["pleased"].any()) == ([0.0, 1.0, 0.0], False)
    assert found["displeased"] == pytest.approx([0.0, scaled(1), 0.0])


def test_without_feedback_no_reply_is_spoken_of():
    env, *_ = made()
    env._given = {"s001.t02": (0,)}
    env._take_feedback(shown(env, "s001.t02", 1, rated=0))
    found = parts(env, env._numbers(shown(env, "s001.t02", 1, rated=0)))
    assert not any(found[name].any() for name in ("last", "pleased", "displeased"))


def test_a_reply_is_kept_with_the_settings_that_it_was_given():
    env, *_ = made()
    reply = env.aec.observe("assistant_0")["reply_id"]
    *_, info = env.step([0, 3])
    assert env._given == {reply: (2,)}
    assert info["reply"] == env._reply == env.aec.transcript[1].text
    env.reset(seed=0)
    assert (env._given, env._tallies.keys(), env._reply) == ({}, {"p1"}, "")


def test_nothing_chosen_leaves_the_plain_reply():
    plain, styled = made()[0], made()[0]
    plain.step([0, 0])
    styled.step([3, 0])
    assert plain._reply != styled._reply
    again = made()[0]
    again.step([0, 0])
    assert again._reply == plain._reply


def test_texts_are_in_the_info_only_if_they_are_wanted():
    env, _, info = made(texts=False)
    assert not {"message", "reply"} & info.keys()
    assert not {"message", "reply"} & env.step([0, 0])[-1].keys()


def test_by_default_people_have_wishes_and_the_reward_is_what_they_show():
    env = StyleEnv()
    assert (env.aec.options.suite, env.aec.options.reward_to) == ("procedural", "feedback")
    assert (SLOTS, MOST_SLOTS, env.action_space.nvec.size) == (4, 12, 4)
    assert StyleEnv(pool=1).aec.options.suite == "procedural"
    for options in ({"sessions": 2}, {"users": 1}, {"probes_per_session": 0}, {"scenario": SMALL},
                    {"language": "english"}):  # fmt: skip
        assert StyleEnv(**options).aec.options.suite == ""
    assert StyleEnv(reward_to="trainer").aec.options.reward_to == "trainer"
    assert StyleEnv(suite="core").aec.options.suite == "core"


def test_the_settings_are_those_of_the_book_in_its_order():
    book = default_book().rules
    whole = tuple(setting.id for kind in book.values() for setting in kind.settings.values())
    assert StyleEnv(scenario=SMALL).settings == whole
    two = StyleEnv(attributes=("units", "length"), scenario=SMALL).settings
    assert two == tuple(setting.id for name in ("units", "length") for setting in book[name].settings.values())


def test_a_state_that_is_set_brings_back_what_was_given_and_said():
    env, *_ = made()
    env.step([2, 0])
    state, kept = env.get_state(), (dict(env._given), env._reply)
    env.step([1, 0])
    env.set_state(state)
    assert (env._given, env._reply) == kept
    assert env._seen["reply_id"] == env.aec.observe("assistant_0")["reply_id"]
