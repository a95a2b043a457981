"""Assistants and memories of third parties: what they may do, and how misuse is handled."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import regulars
from regulars.datasets.record_files import read_records
from regulars.errors import ConfigurationError, SeatError
from regulars.memory import Hit, Recollections
from regulars.scenarios.generator import generate

LIVES = [generate(seed, sessions=4) for seed in (1, 2)]


class Plain:
    """The least that a memory is."""

    def __init__(self):
        self.turns = []

    def observe(self, turn):
        self.turns.append(turn)

    def recall(self, cue):
        return [turn.id for turn in self.turns[-5:] if turn.scope == cue.scope]


class Locked(Plain):
    def __init__(self):
        super().__init__()
        self.lock = threading.Lock()


class Numpy(Plain):
    def recall(self, cue):
        hits = tuple(Hit(turn.id, np.float32(0.5), (turn.id,)) for turn in self.turns[-2:])
        return Recollections(hits, "", 0)


class NoScore(Plain):
    def recall(self, cue):
        return Recollections(tuple(Hit(turn.id, None, (turn.id,)) for turn in self.turns[-2:]), "", 0)


class OddLevel(Plain):
    def recall(self, cue):
        return Recollections((), "", 0, level="banana")


class OddWhy(Plain):
    def recall(self, cue):
        return Recollections((), "", 0, why=("a", object()))


class RecallsTheFuture(Plain):
    def recall(self, cue):
        return ["s999.t99"]


def test_a_class_is_a_memory_too():
    run = regulars.evaluate(memory=[Plain, "recency"], data=LIVES[:1])
    assert run.systems == ["Plain", "recency"]
    assert run.forked == run.systems
    assert regulars.evaluate(memory=Plain, data=LIVES[:1]).systems == ["Plain"]


def test_a_memory_that_cannot_be_branched_is_asked_at_the_end():
    run = regulars.evaluate(memory=[Locked, "recency"], data=LIVES[:1])
    assert run.faults == []
    assert run.forked == ["recency"]


def test_numbers_of_any_library_are_numbers(tmp_path):
    run = regulars.evaluate(memory=Numpy, data=LIVES[:1], out=tmp_path / "RUN")
    assert run.faults == []
    record = next(read_records(tmp_path / "RUN/episodes.jsonl"))
    assert any(recalled.hits for recalled in record.recollections)


@pytest.mark.parametrize(
    ("memory", "named"),
    [(NoScore, "numbers"), (OddLevel, "session"), (OddWhy, "text"), (RecallsTheFuture, "never shown")],
)
def test_nonsense_from_a_memory_ends_its_episode_and_says_why(memory, named):
    run = regulars.evaluate(memory=[memory, "recency"], data=LIVES)
    assert len(run.faults) == 2
    assert {key.system for key, _ in run.faults} == {memory.__name__}
    assert named in run.faults[0][1]


class Counter:
    """An object that remembers across episodes, if it is let."""

    def __init__(self):
        self.calls = 0

    def act(self, observation):
        self.calls += 1
        return f"I have spoken {self.calls} times."


def test_an_object_begins_each_episode_afresh(tmp_path):
    regulars.evaluate(assistant=Counter(), data=LIVES, seeds=2, out=tmp_path / "RUN")
    for record in read_records(tmp_path / "RUN/episodes.jsonl"):
        first = next(turn.text for turn in record.transcript if turn.speaker == "assistant")
        assert first == "I have spoken 1 times."


class LogsCalls:
    log: list[str] = []  # noqa: RUF012  # shared on purpose: the test reads what its copies wrote

    def begin(self, episode_id, seed):
        LogsCalls.log.append("begin")

    def end(self, reason):
        LogsCalls.log.append(reason)

    def act(self, observation):
        return "I see."


def test_a_seat_is_told_when_its_episode_is_over():
    LogsCalls.log.clear()
    regulars.evaluate(assistant=LogsCalls(), data=LIVES)
    assert LogsCalls.log == ["begin", "trial", *["begin", "completed"] * 2]


class Slotted:
    __slots__ = ("calls",)

    def __init__(self):
        self.calls = 0

    def act(self, observation):
        self.calls += 1
        return "I see."


class HalfState:
    """Gives its state away and takes none back."""

    def __init__(self):
        self.calls = 0

    def get_state(self):
        return self.calls

    def act(self, observation):
        self.calls += 1
        return "I see."


class ListWithState(list):
    """Holds its state where no attribute is."""

    def act(self, observation):
        self.append(observation["message"])
        return "I see."


class UnsetSlot:
    __slots__ = ("probed",)

    def act(self, observation):
        if observation["phase"] == 3:
            self.probed = True
        return "You asked me." if hasattr(self, "probed") else "I see."


def test_a_slot_that_a_probe_sets_is_unset_again():
    stories = [_story(UnsetSlot(), probes) for probes in ("off", "fork")]
    assert stories[0] == stories[1]


def _story(assistant, probes):
    env = regulars.life_v0.raw_env(sessions=6, probes=probes)
    cast = regulars.Cast(env, assistant=assistant)
    cast.reset(seed=1)
    cast.run()
    return env.transcript


def test_an_object_without_restorable_state_is_probed_at_the_end():
    run = regulars.evaluate(assistant=ListWithState(), data=LIVES[:1])
    assert (run.faults, run.forked) == ([], [])


def test_a_function_that_makes_an_assistant_of_a_memory_is_crossed_with_memories(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine_factory.py").write_text(
        "from regulars.agents.assistant.scripted import ScriptedAssistant\n"
        "def factory(memory):\n    return ScriptedAssistant(memory)\n"
    )
    run = regulars.evaluate(assistant="mine_factory.py:factory", memory="recency", data=LIVES[:1])
    assert run.systems == ["mine_factory.py:factory + recency"]
    assert run.faults == []


@pytest.mark.parametrize("assistant", [Slotted(), HalfState(), Counter()])
def test_objects_of_any_make_are_branched_by_what_they_hold(assistant):
    run = regulars.evaluate(assistant=assistant, data=LIVES[:1])
    assert run.faults == []
    assert run.forked == run.systems


def test_a_policy_that_leaves_the_program_is_a_fault_and_the_program_stays():
    def leave(observation):
        raise SystemExit(0)

    run = regulars.evaluate(assistant=leave, memory="recency", data=LIVES[:1])
    assert "SystemExit" in run.faults[0][1]
    assert run.systems == ["leave", "recency"]
    assert run.value("recency", "faults") == 0


def test_a_fault_says_where():
    def clumsy(observation):
        return {}["no such key"]

    fault = regulars.evaluate(assistant=clumsy, data=LIVES[:1]).faults[0][1]
    assert "KeyError" in fault
    assert "in clumsy" in fault
    assert "test_foreign_systems.py" in fault


@pytest.mark.parametrize("text", ["", "🙂\u202e", "\x00\x1b[31m", "\ud800", "line\nbreak\u2028", '"quoted" \\'])
def test_text_of_any_kind_is_recorded_and_read_back(text, tmp_path):
    def odd(observation):
        return text

    run = regulars.evaluate(assistant=odd, data=LIVES[:1], out=tmp_path / "RUN")
    assert run.faults == []
    record = next(read_records(tmp_path / "RUN/episodes.jsonl"))
    own = [turn.text for turn in record.transcript if turn.speaker == "assistant"]
    assert set(own) <= {text}
    assert regulars.replay(tmp_path / "RUN").notes == []
    assert regulars.replay(tmp_path / "RUN").rows == run.rows


class BadBegin:
    """Fails when its first real episode begins."""

    begun = 0

    def begin(self, episode_id, seed):
        BadBegin.begun += 1
        if BadBegin.begun > 1:
            raise RuntimeError("not today")

    def act(self, observation):
        return "I see."


def test_a_seat_that_cannot_begin_is_at_fault():
    run = regulars.evaluate(assistant=BadBegin(), data=LIVES)
    assert len(run.faults) == 2
    assert "not today" in run.faults[0][1]


@pytest.mark.parametrize(
    ("arguments", "error", "named"),
    [
        ({"memory": "none", "concurrency": 0}, ConfigurationError, "concurrency is 0"),
        ({"memory": "none", "workers": 0}, ConfigurationError, "workers is 0"),
        ({"memory": "none", "workers": 2, "concurrency": 2}, ConfigurationError, "one of the two"),
        ({"memory": "none", "step_timeout": 0}, ConfigurationError, "step_timeout is 0"),
        ({"assistant": 7}, SeatError, "int"),
        ({"memory": 5}, ConfigurationError, "int"),
        ({"memory": [5]}, ConfigurationError, "int"),
        ({"memory": "none", "data": [5]}, ConfigurationError, "scenarios"),
        ({"memory": "none", "data": []}, ConfigurationError, "no scenarios"),
        ({"memory": "none", "data": [LIVES[0], LIVES[0]]}, ConfigurationError, "duplicate scenario"),
        ({"memory": "none", "k": 0}, ConfigurationError, "k is 0"),
        ({"memory": "none", "k": "10"}, ConfigurationError, "k is '10'"),
        ({"memory": "none", "budget": -1}, ConfigurationError, "budget"),
        ({"memory": "none", "seeds": True}, ConfigurationError, "seeds"),
        ({"memory": "none", "out": ""}, ConfigurationError, "name"),
    ],
)
def test_systems_that_cannot_be_evaluated_are_named(arguments, error, named):
    with pytest.raises(error, match=named):
        regulars.evaluate(**{"data": LIVES[:1], **arguments})


def test_a_figure_that_is_not_there_is_named_with_those_that_are():
    run = regulars.evaluate(memory="recency", data=LIVES[:1])
    with pytest.raises(LookupError, match="did you mean 'recency'"):
        run.value("recencie", "accuracy_anchor")
    with pytest.raises(LookupError, match="did you mean 'accuracy_anchor'"):
        run.value("recency", "accuracy_anker")
    assert "accuracy_anchor" in run.metrics("recency")
    assert len(repr(run)) < 1000


def test_a_folder_whose_config_is_gone_is_not_taken_for_another_run(tmp_path):
    regulars.evaluate(memory="recency", data=LIVES[:1], out=tmp_path / "RUN")
    (tmp_path / "RUN/config.json").unlink()
    with pytest.raises(ConfigurationError, match="missing"):
        regulars.evaluate(memory="recency", data=LIVES[:1], out=tmp_path / "RUN", feedback="sealed", resume=True)


def test_a_changed_source_is_not_resumed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    source = "class Mine:\n    def observe(self, turn): pass\n    def recall(self, cue): return []\n"
    (tmp_path / "mine_changing.py").write_text(source)
    regulars.evaluate(memory="mine_changing.py:Mine", data=LIVES[:1], out="RUN")
    (tmp_path / "mine_changing.py").write_text(source + "# changed\n")
    with pytest.raises(ConfigurationError, match=r"mine_changing\.py changed since the run in RUN began"):
        regulars.evaluate(memory="mine_changing.py:Mine", data=LIVES[:1], out="RUN", resume=True)


def test_an_unfinished_and_a_changed_run_are_said_to_be_so(tmp_path):
    out = tmp_path / "RUN"
    regulars.evaluate(memory="recency,none", data=LIVES, out=out)
    lines = (out / "episodes.jsonl").read_text().splitlines(keepends=True)
    (out / "episodes.jsonl").write_text("".join(lines[:3]).replace("I see", "I saw", 1).replace("Noted", "Not", 1))
    notes = " ".join(regulars.replay(out).notes)
    assert "2 of 4 episodes" in notes
    assert "edited" in notes
    (out / "episodes.jsonl").write_text("".join([*lines, lines[0]]))
    assert "line 5 (" in regulars.replay(out).notes[0]
    assert "duplicate episode: line 1 is the same episode" in regulars.replay(out).notes[0]
    (out / "episodes.jsonl").write_text("")
    with pytest.raises(regulars.RegularsError, match="no episodes"):
        regulars.replay(out)
