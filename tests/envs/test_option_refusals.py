"""Every option of a life: the ends of its range are taken, and what lies beyond is refused with the whole message."""

from __future__ import annotations

from functools import cache

import pytest
from gymnasium.spaces import utils as space_utils
from refusals import message
from small_lives import ANN, BEN, scenario, session

from regulars.envs.aec import LifeAEC
from regulars.envs.options import LifeOptions, warn_misspelt
from regulars.envs.scenario_source import EpisodeChoice, ScenarioSource, check_fits
from regulars.envs.seats.names import played_seats
from regulars.envs.spaces import action_space
from regulars.envs.views.gym import LifeEnv
from regulars.errors import ConfigurationError, DataError, RenderModeError, StateError
from regulars.rewards.metrics.reward_terms import Weights
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate
from regulars.seeding import SeedTree

SMALL = scenario(session(1))
PLACE = "regulars.life_v0: "


@cache
def made(seed):
    """A short life."""
    return generate(seed, sessions=1, probes_per_session=0)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"users": 0}, "option 'users' is 0; expected a whole number from 1."),
        ({"users": True}, "option 'users' is True; expected a whole number from 1."),
        ({"sessions": 0}, "option 'sessions' is 0; expected a whole number from 1."),
        ({"sessions": 2.0}, "option 'sessions' is 2.0; expected a whole number from 1."),
        ({"probes_per_session": -1}, "option 'probes_per_session' is -1; expected a whole number from 0."),
        ({"probes_per_session": False}, "option 'probes_per_session' is False; expected a whole number from 0."),
        ({"max_steps": 0}, "option 'max_steps' is 0; expected a whole number from 1, or None."),
        ({"max_steps": 1.0}, "option 'max_steps' is 1.0; expected a whole number from 1, or None."),
        ({"max_cycles": 0}, "option 'max_cycles' is 0; expected a whole number from 1, or None."),
        ({"pool": 0}, "option 'pool' is 0; expected a whole number from 1, or None for no pool."),
        ({"pool": True}, "option 'pool' is True; expected a whole number from 1, or None for no pool."),
        ({"probes": "on"}, "option 'probes' is 'on'; expected 'off' or 'fork' or 'end'."),
        ({"disclosure": None}, "option 'disclosure' is None; expected 'default' or 'scripted'."),
        ({"reward_to": "me"}, "option 'reward_to' is 'me'; expected 'trainer' or 'nobody' or 'feedback'."),
        ({"horizon": ""}, "option 'horizon' is ''; expected 'turn' or 'session'."),
        ({"suite": None}, "option 'suite' is None; expected the name of a suite, such as 'core@train', or an empty "
                          "text."),
        ({"scenario": 3}, "option 'scenario' is 3; expected a Scenario, the path of a scenario file or of a folder of "
                          "them, or None."),
        ({"played": 3}, "option 'played' is 3; expected names of seats."),
        ({"played": ["user", 3]}, "option 'played' is ['user', 3]; expected names of seats."),
        ({"language": None}, "option 'language' is None; expected the name of a language pack."),
        ({"suite": "core", "scenario": "x"}, "suite and scenario contradict each other; pass one of them."),
        ({"suite": "core", "sessions": 2}, "suite and sessions contradict each other; leave out sessions: the suite "
                                           "decides it."),
        ({"suite": "core", "users": 1}, "suite and users contradict each other; leave out users: the suite decides "
                                        "it."),
        ({"suite": "core", "probes_per_session": 5}, "suite and probes_per_session contradict each other; leave out "
                                                     "probes_per_session: the suite decides it."),
        ({"scenario": "x", "pool": 2}, "pool and scenario contradict each other; leave out pool: the scenarios of "
                                       "files are read once."),
        ({"max_cycles": 2, "max_steps": 2}, "max_cycles and max_steps contradict each other; pass one of them."),
    ],
)  # fmt: skip
def test_an_option_out_of_its_range_is_refused(options, text):
    assert message(lambda: LifeOptions.read(options), ConfigurationError) == PLACE + text


def test_another_render_mode_is_a_type_error_too():
    assert message(lambda: LifeOptions.read({"render_mode": "rgb_array"}), RenderModeError) == (
        f"{PLACE}option 'render_mode' is 'rgb_array'; expected None or 'ansi' or 'human'."
    )


@pytest.mark.parametrize(
    "options",
    [
        {"users": 1},
        {"sessions": 1},
        {"probes_per_session": 0},
        {"max_steps": 1},
        {"max_steps": None, "max_cycles": 1},
        {"max_steps": 1, "max_cycles": None},
        {"pool": 1, "suite": "core"},
        {"pool": None, "scenario": "x"},
        {"suite": "", "scenario": "x"},
        {"suite": "", "sessions": 2},
        {"suite": "core", "scenario": None},
        {"probes": "off", "disclosure": "scripted", "reward_to": "nobody", "horizon": "session"},
        {"probes": "fork", "disclosure": "default", "reward_to": "feedback", "horizon": "turn"},
        {"language": "chinese"},
        {"render_mode": None},
        {"render_mode": "human"},
    ],
)
def test_what_lies_in_its_range_is_taken_as_it_is(options):
    read = LifeOptions.read(options)
    assert {name: getattr(read, name) for name in options} == options


def test_what_is_written_in_several_ways_is_read_as_one():
    read = LifeOptions.read(
        {"feedback": " evaluative ", "noise": "typos:.10", "played": "user", "weights": {"correct": 2.0}}
    )
    assert (read.feedback, read.noise, read.played) == ("evaluative", "typos:0.1", ("user",))
    assert read.weights == Weights.read({"correct": 2.0})
    assert LifeOptions.read({"played": ["user_0", "evaluator"]}).played == ("user_0", "evaluator")
    assert LifeOptions.read({"weights": Weights()}).weights == Weights()


def test_a_misspelt_option_of_a_reset_is_named_once_and_others_are_ignored():
    with pytest.warns(UserWarning, match="reset ignores") as caught:
        warn_misspelt({"stream": True, "scenaro": None, "colour": 1, "episode": "e"})
    assert [str(one.message) for one in caught] == [
        "reset ignores the unknown option 'scenaro': did you mean 'scenario'?"
    ]


# ---------------------------------------------------------------- seats


def test_played_seats_are_named_by_role_or_by_seat_and_each_once():
    seats = ["user_0", "user_1", "assistant_0", "evaluator_0"]
    assert played_seats(("user_1", "evaluator", "user"), seats) == ["user_1", "evaluator_0", "user_0"]
    assert played_seats((), seats) == []
    assert message(lambda: played_seats(("usr",), seats), ConfigurationError).startswith("there is no seat 'usr'; ")


def test_an_assistant_that_is_played_cannot_be_branched():
    assert message(lambda: LifeAEC(scenario=SMALL, played="assistant", probes="fork"), ConfigurationError) == (
        f"{PLACE}probes='fork' branches an assistant that is an agent, and the environment plays it; use probes='end' "
        "or 'off', or regulars.Cast."
    )


def test_one_seat_is_left_for_the_agent():
    for played, seat in (
        ((), "assistant_0"),
        ("user_1", "assistant_0"),
        (("assistant",), "user_0"),
        (("assistant_0", "user_0"), "user_1"),
        (("assistant", "user"), "evaluator_0"),
    ):
        env = LifeEnv(scenario=scenario(session(1), persons=(ANN, BEN)), played=played)
        assert (env.seat, env.aec.possible_agents) == (seat, [seat])


# ---------------------------------------------------------------- scenarios


def test_a_folder_without_a_scenario_file_is_refused(tmp_path):
    (tmp_path / "notes.json").write_text("{}")
    assert message(lambda: LifeAEC(scenario=tmp_path), DataError) == (
        f"{tmp_path}: holds no scenario file; expected files named *.jsonl."
    )


def test_the_lives_of_a_folder_are_played_by_the_names_of_its_files(tmp_path):
    for name, seeds in (("b.jsonl", [2]), ("a.jsonl", [3, 1])):
        write_scenarios(tmp_path / name, [made(seed) for seed in seeds])
    source = ScenarioSource(LifeOptions.read({"scenario": tmp_path}))
    played = [source.scenario(EpisodeChoice(SeedTree(0), number, 1)).id for number in range(4)]
    assert played == [made(seed).id for seed in (1, 2, 3, 1)]
    assert [source.following(None, seed).first for seed in (None, 1)] == [0, 1]


def test_a_file_that_was_written_anew_is_read_anew(tmp_path):
    path = tmp_path / "life.jsonl"
    for seeds in ([1], [2, 3]):
        write_scenarios(path, [made(seed) for seed in seeds])
        env = LifeAEC(scenario=path)
        env.reset(seed=0)
        assert env.scenario.id == made(seeds[0]).id


def test_without_a_file_a_reset_without_a_seed_begins_at_a_fresh_number():
    source = ScenarioSource(LifeOptions.read({}))
    assert len({source.following(None, None).first for _ in range(3)}) == 3
    seven = source.following(None, 7)
    assert (seven.first, seven.number) == (7, 0)
    assert source.following(seven, None) == EpisodeChoice(SeedTree(7), 1, 7)
    assert source.following(seven, 8).first == 8


def test_a_scenario_has_to_fit_the_seats():
    assert check_fits(SMALL, 1) is check_fits(SMALL, None) is SMALL
    text = "reset: the scenario does not fit the environment's seats; expected a Scenario"
    assert message(lambda: check_fits("small", None), ConfigurationError) == f"{text}."
    for given, seats in ((SMALL, 2), ("small", 1)):
        assert message(lambda given=given, seats=seats: check_fits(given, seats), ConfigurationError) == (
            f"{text} of {seats} people; make the environment with played='user' for any number of people."
        )


def test_a_state_of_a_life_that_is_not_played_here_is_refused():
    env, other = (LifeAEC(sessions=sessions, probes_per_session=0) for sessions in (1, 2))
    env.reset(seed=0)
    other.reset(seed=1)
    assert message(lambda: env.set_state(other.get_state()), StateError) == (
        f"set_state: a state of the scenario {other.scenario.id}, which this environment does not play; make the "
        "environment with the options of the one that gave the state."
    )


def test_spaces_with_texts_cannot_be_flattened():
    space = action_space()["message"]
    text = (
        "gymnasium.spaces.utils: a text has no fixed size, so a space that holds texts cannot be flattened; expected "
        "numeric spaces; use a numeric environment, such as regulars:Choice-v0, or keep the numeric keys alone with "
        "gymnasium.wrappers.FilterObservation before FlattenObservation."
    )
    for call in (
        lambda: space_utils.flatdim(space),
        lambda: space_utils.flatten(space, "a"),
        lambda: space_utils.unflatten(space, None),
        lambda: space_utils.flatten_space(space),
    ):
        assert message(call, ConfigurationError) == text
