"""The options of a run: what is refused, what they default to, and what they stand for."""

from __future__ import annotations

from dataclasses import fields
from inspect import signature
from math import nan

import pytest

from regulars import registry
from regulars.errors import ConfigurationError, UnknownNameError
from regulars.evaluation.evaluate import evaluate
from regulars.evaluation.play.engines.scheduling import Scheduling
from regulars.evaluation.runs.config import RunConfig
from regulars.evaluation.systems.systems import REFERENCES, STREAM_REFERENCES, TELLING


class Mine:
    def observe(self, turn):
        pass

    def recall(self, cue):
        return []


def test_options_have_the_names_and_defaults_of_evaluate():
    given = {
        name: one.default for name, one in signature(evaluate).parameters.items() if name not in ("progress", "watch")
    }
    config = RunConfig()
    assert [one.name for one in fields(RunConfig)] == list(given)
    assert {name: getattr(config, name) for name in given} == {**given, "limits": {}, "labels": {}}
    # as the documentation of `evaluate` has them
    assert (config.k, config.budget, config.suite, config.feedback, config.workers, config.resume) == (
        10, 1024, "smoke", None, 1, False,
    )  # fmt: skip


def test_streams_explore_and_instruct_by_default():
    life, stream = RunConfig(), RunConfig(suite="stream")
    assert (life.environment, life.standard) == ({"feedback": "evaluative"}, "scripted")
    assert (stream.environment, stream.standard) == ({"feedback": "instructive"}, "scripted:explore=.1")
    assert stream.stream_seeds == 5
    assert RunConfig(suite="stream", feedback="sealed", seeds=2).environment == {"feedback": "sealed"}
    assert RunConfig(suite="stream", seeds=2).stream_seeds == 2
    assert RunConfig(suite="stream", data=[]).environment == {"feedback": "evaluative"}


@pytest.mark.parametrize("name", ["seeds", "k", "budget"])
@pytest.mark.parametrize("value", [0, -1, 1.0, "1", True])
def test_numbers_are_whole_and_start_at_one(name, value):
    with pytest.raises(ConfigurationError, match=f"{name} is {value!r}"):
        RunConfig(**{name: value})
    assert getattr(RunConfig(**{name: 1}), name) == 1


def test_only_the_number_of_seeds_may_be_left_open():
    assert RunConfig(seeds=None).seeds is None
    for name in ("k", "budget"):
        with pytest.raises(ConfigurationError, match=f"{name} is None"):
            RunConfig(**{name: None})


@pytest.mark.parametrize("value", [0, 0.0, -1, "1", True])
def test_a_time_limit_of_a_step_is_above_zero(value):
    with pytest.raises(ConfigurationError, match=f"step_timeout is {value!r}"):
        RunConfig(step_timeout=value)
    for sound in (0.001, 1, None):
        assert RunConfig(step_timeout=sound).step_timeout == sound


@pytest.mark.parametrize(
    ("given", "error", "named"),
    [
        ({"feedback": "loud"}, UnknownNameError, "loud"),
        ({"noise": "hum:.1"}, UnknownNameError, "hum"),
        ({"limits": {"call": 3}}, ConfigurationError, "unknown limit 'call'; did you mean 'calls'"),
        ({"limits": {"calls": 0}}, ConfigurationError, "calls is 0"),
        ({"limits": {"calls": -1}}, ConfigurationError, "calls is -1"),
        ({"limits": {"calls": 3, "cost": "1"}}, ConfigurationError, "cost is '1'"),
    ],
)
def test_names_and_limits_are_checked_at_once(given, error, named):
    with pytest.raises(error, match=named):
        RunConfig(**given)
    sound = {"calls": 1, "tokens": 5, "cost": 0.5, "seconds": 0.1}
    assert RunConfig(limits=sound).limits == sound


@pytest.mark.parametrize("cutoffs", [(1,), [5, 10], (20, 1)])
def test_cutoffs_are_numbers_up_to_k(cutoffs):
    assert RunConfig(cutoffs=cutoffs, k=20).cutoffs == cutoffs


@pytest.mark.parametrize(
    ("cutoffs", "named"),
    [
        ((), "cutoffs are"), ((0,), "cutoffs are"), ((5, 5), "cutoffs are"), ((5.0,), "cutoffs are"),
        ((True,), "cutoffs are"), ("5", "cutoffs are"), (5, "cutoffs are"),
        ((5, 11), "cutoff 11 is above k.*raise k to 11"),
    ],
)  # fmt: skip
def test_other_cutoffs_are_refused(cutoffs, named):
    with pytest.raises(ConfigurationError, match=named):
        RunConfig(cutoffs=cutoffs)


def test_the_default_cutoffs_suit_a_smaller_k():
    assert RunConfig(k=3).cutoffs == (5, 10)


@pytest.mark.parametrize(
    ("concurrency", "workers", "sound"),
    [
        (None, 1, True), (1, 1, True), (2, 1, True), (None, 2, True), (1, 2, True),
        (2, 2, False), (0, 1, False), (1, 0, False), (True, 1, False), (1.0, 1, False), (None, None, False),
    ],
)  # fmt: skip
def test_several_workers_and_several_episodes_at_once_exclude_each_other(concurrency, workers, sound):
    if sound:
        assert RunConfig(concurrency=concurrency, workers=workers).scheduling == Scheduling(concurrency, workers)
    else:
        with pytest.raises(ConfigurationError, match=r"concurrency|workers"):
            RunConfig(concurrency=concurrency, workers=workers)


def test_the_environment_is_told_of_noise_only_if_there_is_some():
    assert RunConfig(feedback="silent").environment == {"feedback": "silent"}
    noisy = RunConfig(noise="omissions:.3+typos:.1").environment
    assert noisy == {"feedback": "evaluative", "noise": RunConfig(noise="omissions:.3+typos:.1").environment["noise"]}
    assert "omissions" in noisy["noise"]
    assert "typos" in noisy["noise"]


# ---------------------------------------------------------------- suites and references


@pytest.mark.parametrize("suite", ["stream", "procedural"])
def test_a_suite_of_streams_is_one_only_without_other_data(suite):
    assert RunConfig(suite=suite).stream_suite().name == suite
    assert RunConfig(suite=suite, concurrency=1, workers=4, regime="train").stream_suite().name == suite
    assert RunConfig(suite=suite, data=[]).stream_suite() is None
    assert RunConfig(suite="smoke").stream_suite() is None


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"suite": "stream", "noise": "typos:.1"}, "cannot be added here"),
        ({"suite": "stream", "concurrency": 2}, "concurrency is 2"),
        ({"suite": "smoke", "regime": "train"}, "regime 'train' needs a suite of streams"),
        ({"suite": "stream", "data": [], "regime": "train"}, "regime 'train' needs a suite of streams"),
    ],
)
def test_what_streams_do_not_take_is_refused(given, named):
    with pytest.raises(ConfigurationError, match=named) as caught:
        RunConfig(**given).stream_suite()
    assert caught.value.where in ("suite stream", "suite smoke", "data", "evaluate")


@pytest.mark.parametrize(
    ("references", "data", "shown"),
    [(None, None, True), (None, [], False), (True, [], True), (True, None, True), (False, None, False)],
)
def test_references_are_shown_where_no_data_are_named_or_they_are_asked_for(references, data, shown):
    config = RunConfig(references=references, data=data)
    assert config.references_shown(stream=False) == (REFERENCES if shown else ())
    assert config.references_shown(stream=True) == (STREAM_REFERENCES if shown else ())


def test_the_reference_rows():
    assert REFERENCES == (
        "none", "recency", "random", "full-context", "bm25-turn", "oracle-recall", "ideal-listener"
    )  # fmt: skip
    assert STREAM_REFERENCES == ("none", "bm25-turn", "oracle-lessons")


# ---------------------------------------------------------------- memories


@pytest.mark.parametrize(
    ("memory", "wanted"),
    [
        ("recency", ["recency"]),
        (" recency , bm25-turn:b=.3;k1=1 ,", ["recency", "bm25-turn:b=.3;k1=1"]),
        ("longmemeval:reader=(noisy-oracle:recall=.5,precision=.5),none", [
            "longmemeval:reader=(noisy-oracle:recall=.5,precision=.5)", "none",
        ]),
        (["recency", Mine], ["recency", Mine]),
        (("none",), ["none"]),
        (Mine, [Mine]),
    ],
)  # fmt: skip
def test_memories_are_named_as_one_several_or_classes(memory, wanted):
    assert RunConfig(memory=memory).memories() == wanted


def test_all_stands_for_every_registered_memory_that_is_not_named_beside_it():
    names = [entry.name for entry in registry.entries("memory")]
    found = RunConfig(memory="mine.py:Mine,all,recency").memories()
    assert found == ["mine.py:Mine", *(name for name in names if name != "recency"), "recency"]
    assert RunConfig(memory="all").memories() == names
    assert "all" not in found


@pytest.mark.parametrize(
    ("assistant", "wanted"),
    [
        ("scripted", list(TELLING)),
        ("oracle-rules", ["bm25-turn"]),  # takes a memory
        (lambda observation: "I see.", []),
    ],
)
def test_a_run_without_named_memories_takes_those_that_suit_the_assistant(assistant, wanted):
    assert RunConfig(assistant=assistant).memories() == wanted


@pytest.mark.parametrize(
    ("memory", "named"),
    [
        ("", "the list of memories is empty"),
        (" , ", "the list of memories is empty"),
        ([], "the list of memories is empty"),
        (5, "invalid memory of type int"),
        (["recency", None], "invalid memory of type NoneType"),
    ],
)
def test_what_is_no_memory_is_refused(memory, named):
    with pytest.raises(ConfigurationError, match=named):
        RunConfig(memory=memory).memories()


def test_nan_is_a_limit_of_nothing():
    assert not nan > 0
    with pytest.raises(ConfigurationError, match="step_timeout"):
        RunConfig(step_timeout=nan)
