"""The episodes of a run in order: scenarios, seeds and systems, and the halves of a stream under each regime."""

from __future__ import annotations

from dataclasses import replace

import pytest

from regulars.errors import ConfigurationError, DataError, ScenarioError
from regulars.evaluation.play.curricula import (
    REGIMES,
    Curriculum,
    CurriculumEpisode,
    StreamUnit,
    check_regime,
    stream_units,
)
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.runs.planned_units import single_lives
from regulars.evaluation.systems.systems import System, systems
from regulars.scenarios.files import write_scenarios
from regulars.scenarios.generator import generate
from regulars.scenarios.streams.blocks import generate_stream
from regulars.scenarios.suite import Suite

LIVES = [generate(seed, sessions=1) for seed in (1, 2)]
A, B = System("a", lambda life: None), System("b", lambda life: None)


def units(systems=(A, B), **options):
    return [(unit.name, unit.seed, unit.system.name) for unit in single_lives(RunConfig(**options), systems)]


# ---------------------------------------------------------------- single lives


def test_scenarios_come_before_seeds_and_seeds_before_systems():
    first, second = (life.id for life in LIVES)
    assert units(data=LIVES, seeds=2) == [
        (first, 0, "a"), (first, 0, "b"), (first, 1, "a"), (first, 1, "b"),
        (second, 0, "a"), (second, 0, "b"), (second, 1, "a"), (second, 1, "b"),
    ]  # fmt: skip
    assert units(data=LIVES) == [(name, 0, system) for name in (first, second) for system in "ab"]


def test_generated_lives_have_three_seeds_and_another_scenario_for_each():
    found = list(single_lives(RunConfig(), [A]))
    assert [(unit.name, unit.seed) for unit in found[:4]] == [
        ("smoke-23/1", 0), ("smoke-23/1", 1), ("smoke-23/1", 2), ("smoke-23/2", 0),
    ]  # fmt: skip
    assert len(found) == 3 * 4
    assert len({unit.scenario.id for unit in found}) == len(found)
    assert len(units((A,), seeds=1)) == 4


def test_units_hold_scenario_name_and_system():
    (unit,) = single_lives(RunConfig(data=LIVES[:1]), [B])
    assert (unit.scenario, unit.system) == (LIVES[0], B)
    assert str(unit.key) == f"{LIVES[0].id}/0/b"


def test_a_scenario_is_called_by_its_own_name_in_the_data(tmp_path):
    named = replace(LIVES[0], marks={"sample_id": "talk-1"})
    assert units((A,), data=[named, LIVES[1]]) == [("talk-1", 0, "a"), (LIVES[1].id, 0, "a")]
    write_scenarios(tmp_path / "lives.jsonl", LIVES)
    for path in (str(tmp_path / "lives.jsonl"), tmp_path):
        assert units((A,), data=path) == [(life.id, 0, "a") for life in LIVES]


@pytest.mark.parametrize(
    ("data", "error", "said"),
    [
        ([], ConfigurationError, "the data holds no scenarios"),
        ([LIVES[0], 5], ConfigurationError, "data is not a list of scenarios"),
        (5, ConfigurationError, "data is not a list of scenarios"),
        ([LIVES[0], LIVES[0]], ConfigurationError, f"duplicate scenario {LIVES[0].id}"),
        ([replace(life, marks={"sample_id": "x"}) for life in LIVES], ConfigurationError, "duplicate scenario x"),
        ([LIVES[0], replace(LIVES[1], sessions=())], ScenarioError, "no-session"),
        ("gone.json", DataError, "does not exist"),
    ],
)
def test_data_that_cannot_be_played_are_refused(data, error, said):
    with pytest.raises(error, match=said):
        units(data=data)


# ---------------------------------------------------------------- streams

SMALL = {"blocks": 2, "people": 2, "cohorts": 1, "rules": 1, "sessions": 4, "probes_per_session": 3, "regulars": 0.0}
STREAM = generate_stream(5, **SMALL, rho=1.0, language=False)


def exams(trained):
    return [(f"after-{trained}/b{block}-exam-{n}", block, "exam", n, trained) for block in (1, 2) for n in (1, 2)]


def lives(half, block):
    return [(f"b{block}-{half}-{n}", block, half, n, block) for n in (1, 2)]


@pytest.mark.parametrize(
    ("regime", "expected"),
    [
        ("on-policy", [*exams(0), *lives("train", 1), *exams(1), *lives("train", 2), *exams(2)]),
        ("stepwise", [*exams(0), *lives("heard", 1), *exams(1), *lives("heard", 2), *exams(2)]),
        ("off-policy", [*exams(0), *lives("heard", 1), *lives("heard", 2), *exams(2)]),
        ("train", [*lives("train", 1), *lives("train", 2)]),
    ],
)
def test_a_curriculum_lists_its_episodes_with_block_place_and_training(regime, expected):
    assert Curriculum(STREAM, 5, regime, "evaluative").episodes == [CurriculumEpisode(*one) for one in expected]


def test_each_episode_plays_the_life_of_its_block_and_place():
    curriculum = Curriculum(STREAM, 5, "on-policy", "evaluative")
    for episode in curriculum.episodes:
        block = STREAM.blocks[episode.block - 1]
        life = curriculum.scenario(episode)
        if episode.half == "train":
            assert life is block.train[episode.place - 1]
        elif episode.trained == episode.block:
            assert life is block.exam[episode.place - 1]
        else:
            planned = block.exam[episode.place - 1]
            assert [one.name for one in life.persons] == [one.name for one in planned.persons]
            assert life == STREAM.exam(episode.block, episode.trained)[episode.place - 1]
    # an exam after the second block begins later than the one before the first
    first, last = (curriculum.scenario(curriculum.episodes[place]).start for place in (0, -4))
    assert first < last


def test_heard_lives_are_the_recordings_of_their_block_and_place():
    curriculum = Curriculum(STREAM, 5, "stepwise", "evaluative")
    heard = [one for one in curriculum.episodes if one.half == "heard"]
    for episode in heard:
        life, recorded = STREAM.blocks[episode.block - 1].train[episode.place - 1], curriculum.scenario(episode)
        assert recorded.source.value == "recorded"
        assert [person.id for person in recorded.persons] == [person.id for person in life.persons]
        assert [session.start for session in recorded.sessions] == [session.start for session in life.sessions]
        assert recorded is curriculum.scenario(episode), "all systems hear the same recording"


def test_units_of_streams_come_by_seed_system_and_place():
    suite = Suite("tiny", 3, "", (), stream={**SMALL, "people": 1, "rho": 1.0, "language": False})
    curricula, found = stream_units(suite, 2, "train", "sealed", [B, A])
    assert [(one.seed, one.regime, one.feedback) for one in curricula] == [
        (0, "train", "sealed"), (1, "train", "sealed")
    ]  # fmt: skip
    names = ["tiny-3/b1-train-1", "tiny-3/b2-train-1"]
    assert [(unit.name, unit.seed, unit.system.name) for unit in found] == [
        (name, seed, system) for seed in (0, 1) for system in "ba" for name in names
    ]
    assert [str(unit.key) for unit in found[:3]] == [f"{names[0]}/0/b", f"{names[1]}/0/b", f"{names[0]}/0/a"]
    assert curricula[0].stream.id != curricula[1].stream.id
    assert found[3] == StreamUnit(curricula[0], 1, "tiny-3", A)
    assert found[3].episode is curricula[0].episodes[1]


def test_regimes_are_known_by_name_and_exams_need_a_fork():
    def keeps_no_state(observation):
        return "I see."

    (plain,) = systems([], assistant=keeps_no_state)
    memories = systems(["recency"])
    for regime in REGIMES:
        check_regime(regime, memories)
        if regime == "train":
            check_regime(regime, [*memories, plain])
        else:
            with pytest.raises(ConfigurationError, match="keeps_no_state cannot be forked") as caught:
                check_regime(regime, [*memories, plain])
            assert "choose the regime train" in caught.value.remedy
    assert REGIMES == ("on-policy", "off-policy", "stepwise", "train"), "the default comes first"
    with pytest.raises(ConfigurationError, match="unknown regime 'on-polcy'"):
        check_regime("on-polcy", [])
