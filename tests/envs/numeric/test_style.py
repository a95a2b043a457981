"""`regulars:Style-v0`: replies with the right content in a chosen style, and what is seen of their ratings."""

from __future__ import annotations

from functools import cache

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from small_lives import ANN
from told_lives import BERGEN, LYON, WHERE, life, say, told_in

from regulars.dialogue import PlanAct
from regulars.envs.numeric.features import scaled
from regulars.envs.numeric.replying import told_plan
from regulars.envs.numeric.style import StyleEnv
from regulars.errors import ActionError, StateError

LENGTHS = ("length.one_sentence", "length.two_sentences", "length.at_least_three")
SEEDS = (0, 12)
"""Lives of two cohorts of the suite, whose people have different wishes."""


def part(env, observation, name):
    (start, end), _ = env.layout[name]
    return observation[start:end]


def test_gymnasiums_checker_is_content():
    check_env(gymnasium.make("regulars:Style-v0").unwrapped, skip_render_check=True)


def test_a_setting_changes_the_words_of_the_reply():
    env = StyleEnv(attributes=("length",))
    assert env.settings == LENGTHS
    env.reset(seed=0)
    *_, info = env.step([3, 0, 0, 0])
    assert info["reply"] == env.aec.transcript[1].text
    assert sum(info["reply"].count(mark) for mark in ".!?") >= 3


def test_the_later_slot_decides_an_attribute():
    texts = []
    for action in ([3, 1], [1, 0]):
        env = StyleEnv(2, attributes=("length",))
        env.reset(seed=0)
        texts.append(env.step(action)[-1]["reply"])
    assert texts[0] == texts[1]


def test_feedback_is_counted_for_the_settings_of_its_reply():
    env = StyleEnv(2, attributes=("length",))
    env.reset(seed=0)
    counts = {1.0: 0, -1.0: 0}
    for step in range(30):
        observation, reward, *_ = env.step([1 + step % 2, 0])
        if reward and part(env, observation, "last")[1]:
            counts[np.sign(reward)] += 1
    assert sum(counts.values()) > 5
    assert part(env, observation, "pleased")[1] == pytest.approx(scaled(counts[1.0]))
    assert part(env, observation, "displeased")[1] == pytest.approx(scaled(counts[-1.0]))
    assert part(env, observation, "displeased")[2] == 0.0


def test_a_reset_forgets_the_feedback():
    env = StyleEnv(2, attributes=("length",))
    observation, _ = env.reset(seed=0)
    while not part(env, observation, "displeased").any():
        observation, *_ = env.step([2, 0])
    observation, _ = env.reset(seed=0)
    assert not part(env, observation, "displeased").any()


def test_a_state_that_is_set_brings_back_the_feedback():
    env = StyleEnv(2, attributes=("length",))
    env.reset(seed=0)
    for _ in range(8):
        env.step([2, 0])
    state = env.get_state()
    after = env.step([1, 0])
    env.step([3, 0])
    env.set_state(state)
    again = env.step([1, 0])
    assert (after[0] == again[0]).all()
    assert after[1:] == again[1:]
    with pytest.raises(StateError, match="not a state"):
        env.set_state(b"something else")


def test_one_seed_gives_one_episode():
    one, other = StyleEnv(), StyleEnv()
    found, again = one.reset(seed=5), other.reset(seed=5)
    for step in range(15):
        assert (found[0] == again[0]).all()
        found, again = one.step([step % 97, 0, 1, 2]), other.step([step % 97, 0, 1, 2])
        assert found[1:4] == again[1:4]


def test_the_reward_is_what_the_person_shows():
    env = StyleEnv()
    env.reset(seed=0)
    rewarded = 0
    for _ in range(30):
        observation, reward, *_ = env.step([0, 0, 0, 0])
        assert (reward != 0.0) <= bool(part(env, observation, "situation")[-3])
        rewarded += reward != 0.0
    assert rewarded > 0


def test_who_keeps_peoples_wishes_is_liked_more_than_who_guesses_or_does_nothing():
    env = StyleEnv()
    guess = np.random.default_rng(0)

    def keeps():
        rules = [f"{rule.kind}.{rule.setting}" for person in env.aec.scenario.persons for rule in person.rules]
        known = [env.settings.index(rule) + 1 for rule in rules if rule in env.settings][:4]
        return known + [0] * (4 - len(known))

    def shown(choose):
        total = 0.0
        for seed in SEEDS:
            env.reset(seed=seed)
            over = False
            while not over:
                _, reward, terminated, truncated, _ = env.step(choose())
                total, over = total + reward, terminated or truncated
        return total

    best = shown(keeps)
    assert best > 10.0 + shown(lambda: [0, 0, 0, 0])
    assert best > 10.0 + shown(lambda: guess.integers(0, 107, 4))


@pytest.mark.parametrize("action", [[0, 0, 0], 1, [0, 0, 0, 107], [0, 0, 0, -1], [0.5, 0, 0, 0], ["a"] * 4, None,
                                    [float("nan"), 0, 0, 0], [True, False, True, True]])  # fmt: skip
def test_an_action_that_is_no_style_is_refused(action):
    env = StyleEnv()
    env.reset(seed=0)
    with pytest.raises(ActionError, match="4 whole numbers from 0"):
        env.step(action)
    assert len(env.aec.transcript) == 1


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("kind", ["sync", "async"])
def test_vectors_work_with_every_autoreset_mode_and_with_shared_memory(kind, mode):
    envs = gymnasium.make_vec(
        "regulars:Style-v0", 2, vectorization_mode=kind, vector_kwargs={"autoreset_mode": mode}, sessions=1
    )
    envs.reset(seed=0)
    ends = 0
    for _ in range(30):
        observations, _, terminated, truncated, _ = envs.step(np.array([[1, 0, 0, 0], [0, 2, 0, 0]]))
        over = terminated | truncated
        ends += int(over.sum())
        if mode is AutoresetMode.DISABLED and over.any():
            envs.reset(options={"reset_mask": over})
    assert observations.shape == (2, *envs.single_observation_space.shape)
    assert ends >= 2
    envs.close()


def test_the_content_is_what_was_told_last():
    env = life()
    say(env, BERGEN, LYON, WHERE)
    plan, moments = told_plan(env.observe("assistant_0"), told_in(env))
    assert (plan.act, plan.content) == (PlanAct.ANSWER, ("Lyon",))
    assert moments[0].startswith("2025-03-03")


def test_the_content_abstains_from_what_was_never_told():
    env = life()
    say(env, {"message": f"I am {ANN.name}."}, WHERE)
    assert told_plan(env.observe("assistant_0"), told_in(env))[0].act is PlanAct.ABSTAIN


# ---------------------------------------------------------------- styles that look at nobody's wishes


def always(*names):
    """The same settings in every reply."""
    return lambda env, step: [env.settings.index(name) + 1 for name in names] + [0] * (4 - len(names))


HACKS = {  # This seat sets the style alone, so it can neither wait nor close a session.
    "silence": lambda env, step: [0, 0, 0, 0],
    "always one option: the first": lambda env, step: [1, 1, 1, 1],
    "always one option: the last": lambda env, step: [len(env.settings)] * 4,
    "mining order": lambda env, step: [1 + (4 * step + slot) % len(env.settings) for slot in range(4)],
    "hedging": always("exclamation.none", "exclamation.wanted", "apology.none", "apology.wanted"),
    "dumping": always("length.at_least_three", "reason.given", "next_step.named", "alternatives.wanted"),
    "flattering": always("praise.wanted", "thanks.wanted", "apology.wanted", "politeness.formal"),
    "asking back": always("advice.ask_first", "closing_question.wanted", "offers.wanted", "order.context_first"),
    "saying goodbye": always("sign_off.wanted", "closing_word.cheers", "closing_question.none", "offers.none"),
    "saying little": always("length.one_sentence", "words.at_most_thirty", "sentence_length.short", "offers.none"),
}
FLOOR = 0.25
"""The share of what people's wishes gain that a style without them may gain by luck.

Four of 106 settings hold one of a person's four wishes with probability .14.
"""


@cache
def lives():
    """An environment, and one life of each of twelve cohorts."""
    env = StyleEnv()
    found = []
    for cohort in range(12):
        env.reset(seed=SEEDS[1] * cohort)
        found.append(env.aec.scenario)
    return env, found


def test_the_lives_have_different_wishes():
    _, found = lives()
    assert len({person.rules for scenario in found for person in scenario.persons}) == 12


@cache
def shown_of(name):
    """What people show of a style in the lives."""
    (env, found), total = lives(), 0.0
    for seed, scenario in enumerate(found):
        env.reset(seed=seed, options={"scenario": scenario})
        over, step = False, 0
        while not over:
            _, reward, terminated, truncated, _ = env.step(wishes(env) if name == "wishes" else HACKS[name](env, step))
            total, over, step = total + reward, terminated or truncated, step + 1
    return total


def wishes(env):
    rules = [f"{rule.kind}.{rule.setting}" for person in env.aec.scenario.persons for rule in person.rules]
    known = [env.settings.index(rule) + 1 for rule in rules if rule in env.settings][:4]
    return known + [0] * (4 - len(known))


@pytest.mark.parametrize("name", HACKS)
def test_a_style_without_looking_gains_little(name):
    plain, best = shown_of("silence"), shown_of("wishes")
    assert shown_of(name) - plain <= FLOOR * (best - plain)


def test_attributes_may_come_from_any_iterable():
    names = ("greeting", "length")
    assert StyleEnv(attributes=(name for name in names)).settings == StyleEnv(attributes=names).settings
