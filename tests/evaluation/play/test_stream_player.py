"""A stream goes on from the saved assistant: which lives are played again, and which are not."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

from regulars.dialogue import Phase, Reply
from regulars.envs.life.outcomes import Ending
from regulars.errors import RecordError
from regulars.evaluation.play.curricula import Curriculum, StreamUnit
from regulars.evaluation.play.jobs import Conditions
from regulars.evaluation.play.streams import STATE, StreamPlayer
from regulars.evaluation.systems.systems import systems
from regulars.scenarios.streams.blocks import generate_stream

SMALL = {"blocks": 3, "people": 1, "cohorts": 1, "rules": 1, "sessions": 4, "probes_per_session": 3, "regulars": 0.0}
STREAM = generate_stream(5, **SMALL, rho=1.0, language=False)


class Counts:
    """Says how many lines it has heard. Sessions are counted over the stream: four in each life."""

    heard: list[int] = []  # noqa: RUF012  # one for all copies

    def __init__(self):
        self.lines = self.begun = 0

    def begin(self, episode_id, seed):
        self.begun = seed

    def get_state(self):
        return self.lines

    def set_state(self, state):
        self.lines = state

    def act(self, observation):
        if observation["phase"] == Phase.PROBE:
            return Reply(f"I have heard {self.lines} lines.")
        self.lines += 1
        self.heard.append(int(observation["session"]))
        return Reply("" if observation["phase"] == Phase.CLOSING else f"Line {self.lines} of {self.begun}.")


(COUNTS,) = systems([], assistant=Counts)


def units(seed=5, system=COUNTS, regime="train"):
    curriculum = Curriculum(STREAM, seed, regime, "evaluative")
    return [StreamUnit(curriculum, place, "tiny-1", system) for place in range(len(curriculum.episodes))]


@pytest.fixture
def player(tmp_path):
    return lambda: StreamPlayer(Conditions({"feedback": "evaluative"}), tmp_path)


def played(player, unit):
    """The record, and the sessions in which the seat acted."""
    Counts.heard.clear()
    record = player.play(unit)
    return record, sorted(set(Counts.heard))


FIRST, SECOND, THIRD = [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]


def whole(player):
    one = player()
    return [one.play(unit) for unit in units()]


def test_each_life_is_played_once_and_the_seat_lives_through_all(player):
    one = player()
    found = [played(one, unit) for unit in units()]
    assert [sessions for _, sessions in found] == [FIRST, SECOND, THIRD]
    last = found[2][0].transcript[-2:]
    assert any("Line " in turn.text and int(turn.text.split()[1]) > 20 for turn in last), "it has not begun afresh"


def test_the_assistant_is_saved_when_the_next_episode_begins(player, tmp_path):
    one = player()
    one.play(units()[0])
    assert not (tmp_path / STATE).exists(), "the record of the first life may not be written yet"
    one.play(units()[1])
    stream, place, _, _ = pickle.loads((tmp_path / STATE).read_bytes())
    assert (stream, place) == ((5, "Counts"), 1)


def test_a_resumed_stream_goes_on_from_the_saved_assistant(player):
    expected = whole(player)[1]
    one = player()
    for unit in units()[:2]:
        one.play(unit)
    record, sessions = played(player(), units()[1])
    assert sessions == SECOND
    assert record.hash == expected.hash


def test_lives_after_the_saved_one_are_played_again(player):
    expected = whole(player)[2]
    one = player()
    for unit in units()[:2]:
        one.play(unit)  # the state is that after the first life
    record, sessions = played(player(), units()[2])
    assert sessions == SECOND + THIRD
    assert record.hash == expected.hash


@pytest.mark.parametrize("saved", [None, "another system", "another seed", "a later place"])
def test_without_a_state_that_fits_the_stream_is_lived_from_its_start(player, tmp_path, saved):
    place = 0 if saved == "a later place" else 1
    expected = whole(player)[place]
    (tmp_path / STATE).unlink()
    before = {
        "another system": units(system=replace(COUNTS, name="other"))[:2],
        "another seed": units(seed=6)[:2],
        "a later place": units(),
    }.get(saved, [])
    one = player()
    for unit in before:
        one.play(unit)
    assert (tmp_path / STATE).exists() is bool(saved)
    record, sessions = played(player(), units()[place])
    assert sessions == FIRST + SECOND * place
    assert record.hash == expected.hash


def test_an_exam_is_taken_by_a_fork_with_sealed_feedback(player):
    one = player()
    listed = units(regime="on-policy")
    lines = {}
    for unit in listed:
        record = one.play(unit)
        place = record.config.stream
        assert (place.regime, place.half, place.block, place.trained, place.blocks) == (
            "on-policy", unit.episode.half, unit.episode.block, unit.episode.trained, 3
        )  # fmt: skip
        first = next(turn for turn in record.transcript if turn.text.startswith("Line "))
        lines[unit.episode.name] = int(first.text.split()[1]), first.text.split()[-1]
        sealed = unit.episode.half == "exam"
        assert record.config.feedback == ("sealed" if sealed else "evaluative")
        assert bool(record.feedback) is not sealed
    # no exam is remembered: each begins where training ended
    assert {count for name, (count, _) in lines.items() if name.startswith("after-0")} == {1}
    for trained in (1, 2):
        assert {count for name, (count, _) in lines.items() if name.startswith(f"after-{trained}/")} == {
            lines[f"b{trained + 1}-train-1"][0]
        }
    # the seat began once, with the seed of the stream's first life
    assert len({seed for name, (_, seed) in lines.items() if not name.startswith("after-0")}) == 1


def test_a_twin_gets_no_feedback_in_train_lives(player):
    one = player()
    for unit in units(system=COUNTS.twin, regime="on-policy"):
        record = one.play(unit)
        assert record.key.system == "Counts (sealed)"
        assert (record.config.feedback, bool(record.feedback)) == ("sealed", False)


class Varies(Counts):
    """Says whether it explores."""

    explores = True

    def stop_exploring(self):
        self.explores = False

    def act(self, observation):
        return Reply("" if observation["phase"] == Phase.CLOSING else f"Line 1 of {self.explores}.")


def test_nothing_is_explored_in_exams(player):
    (varies,) = systems([], assistant=Varies)
    one = player()
    for unit in units(system=varies, regime="on-policy"):
        said = {turn.text for turn in one.play(unit).transcript if turn.text.startswith("Line ")}
        assert said == {f"Line 1 of {unit.episode.half == 'train'}."}


def test_exams_after_a_resume_play_the_lives_before_them_once(player):
    listed = units(regime="on-policy")
    place = next(place for place, unit in enumerate(listed) if unit.episode.name == "after-1/b1-exam-1")
    one = player()
    first, sessions = played(one, listed[place])
    assert sessions[:5] == [*FIRST, 5]
    second, _ = played(one, listed[place + 1])
    lines = [next(turn.text for turn in exam.transcript if turn.text.startswith("Line")) for exam in (first, second)]
    assert lines[0] == lines[1], "both exams follow the one life that was lived"


def test_a_file_that_is_no_state_is_refused(player, tmp_path):
    (tmp_path / STATE).write_bytes(b"nonsense")
    with pytest.raises(RecordError, match="is not a saved assistant"):
        player().play(units()[0])


class FailsToBegin(Counts):
    """Fails when it begins for the first time."""

    begins: list[int] = []  # noqa: RUF012  # one for all copies

    def begin(self, episode_id, seed):
        self.begins.append(seed)
        if len(self.begins) == 1:
            raise ZeroDivisionError("by chance")
        super().begin(episode_id, seed)


def test_an_assistant_that_could_not_begin_begins_with_the_next_life(player):
    one, (system,) = player(), systems([], assistant=FailsToBegin)
    FailsToBegin.begins.clear()
    first, second, third = (one.play(unit) for unit in units(system=system)[:3])
    assert (first.ending, first.transcript) == (Ending.ASSISTANT_ERROR, ())
    assert first.fault.startswith("ZeroDivisionError: by chance")
    # It has begun once, with the second life, and goes on in the third.
    assert (second.ending, third.ending) == (Ending.COMPLETED, Ending.COMPLETED)
    assert len(FailsToBegin.begins) == 2
