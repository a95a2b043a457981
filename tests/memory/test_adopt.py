"""Adopting foreign memory objects: what they need, and how their results are read."""

from __future__ import annotations

import copy
import pickle
import threading
import warnings

import pytest

from regulars.dialogue import count_tokens
from regulars.errors import ConfigurationError, RegularsWarning, SeatError, StateError, UnknownNameError
from regulars.memory import Hit, Lesson, Memory, Op, Recollections, adopt, build_memory


class Answering:
    """Brings back whatever it was given."""

    def __init__(self, answer: object, observed: object = None) -> None:
        self.answer = answer
        self.observed = observed

    def observe(self, turn: object) -> object:
        return self.observed

    def recall(self, cue: object) -> object:
        return self.answer


class Stateful(Answering):
    """Keeps its state by itself, and cannot be pickled."""

    def __init__(self) -> None:
        super().__init__(())
        self.count = 0
        self.lock = threading.Lock()

    def observe(self, turn: object) -> None:
        self.count += 1

    def recall(self, cue: object) -> str:
        return f"{self.count} turns"

    def snapshot(self) -> bytes:
        return str(self.count).encode()

    def restore(self, state: bytes) -> None:
        self.count = int(state)


class Locked(Answering):
    """Cannot be pickled at all."""

    def __init__(self) -> None:
        super().__init__(())
        self.lock = threading.Lock()


@pytest.fixture
def asked(make_turn, make_cue):
    """What an adopted memory brings back that answers so, having been told three turns."""

    def ask(answer: object, **options: object) -> Recollections:
        memory = adopt(Answering(answer))
        for number in range(3):
            memory.observe(make_turn(number))
        return memory.recall(make_cue(**options))

    return ask


@pytest.mark.parametrize("verb", ["observe", "recall"])
def test_objects_without_observe_and_recall_are_refused(verb):
    class Half:
        pass

    setattr(Half, verb, lambda self, _: None)
    other = {"observe": "recall", "recall": "observe"}[verb]
    with pytest.raises(SeatError, match=f"Half has no method {other}"):
        adopt(Half())


def test_a_class_is_refused_with_advice():
    with pytest.raises(SeatError, match=r"Stateful is a class.*pass Stateful\(\)"):
        adopt(Stateful)


def test_an_adopted_memory_stays_as_it_is():
    memory = adopt(Answering(()))
    assert adopt(memory) is memory
    own = build_memory("bm25-turn")
    assert adopt(own) is own


def test_turn_ids_become_hits_and_lines(asked, make_turn):
    found = asked([make_turn(2).id, make_turn(0).id])
    assert [hit.sources for hit in found.hits] == [(make_turn(2).id,), (make_turn(0).id,)]
    assert found.context == (
        "[2025-03-01 09:30] Ann: I moved to Bergen last week\n[2025-03-01 09:32] Ann: My dog Pixel hates the rain"
    )
    assert found.tokens == count_tokens(found.context)


def test_turns_and_words_of_turns_stand_for_their_ids(asked, make_turn):
    found = asked([make_turn(1), make_turn(0).text])
    assert [hit.sources for hit in found.hits] == [(make_turn(1).id,), (make_turn(0).id,)]


def test_equal_words_stand_for_each_turn_that_has_them(make_turn, make_cue):
    memory = adopt(Answering(["yes", "yes", "yes"]))
    for number in range(3):
        memory.observe(make_turn(number, "yes" if number != 1 else "no"))
    first, last = (make_turn(0).id,), (make_turn(2).id,)
    for one in (memory, copy.deepcopy(memory)):
        assert [hit.sources for hit in one.recall(make_cue()).hits] == [last, first]
        assert [hit.sources for hit in one.recall(make_cue(as_of=make_turn(1).time)).hits] == [first]


def test_other_strings_are_lines_without_a_source(asked):
    found = asked(["lives in Bergen", "has a\ndog"])
    assert found.context == "lives in Bergen\nhas a dog"
    assert [hit.sources for hit in found.hits] == [(), ()]


def test_a_string_is_the_context(asked):
    assert asked("lives in Bergen").context == "lives in Bergen"
    assert asked("").why


def test_nothing_is_nothing_with_a_reason(asked):
    for answer in (None, [], (), Recollections()):
        found = asked(answer)
        assert not found.hits
        assert found.why


def test_no_foreign_context_breaks_the_budget(asked):
    for answer in ("one two three\nfour five", ["one two three", "four five"]):
        assert asked(answer, budget=3).context == "one two three"
        assert asked(answer, budget=2).context == "four five"
    boastful = Recollections((Hit("a", 1.0, ()),) * 20, "one two three\nfour five", 1)
    found = asked(boastful, budget=3)
    assert (found.context, found.tokens, len(found.hits)) == ("one two three", 3, 10)


def test_what_recollections_say_besides_is_kept(asked):
    lesson = Lesson("length", "short", 0.9)
    found = asked(Recollections((Hit("a", 1.0, ("s001.t01",)),), "x", 1, (lesson,), level="session"))
    assert (found.lessons, found.level, found.context) == ((lesson,), "session", "x")


def test_nothing_later_than_the_cue_comes_back(asked, make_turn):
    found = asked([make_turn(2).id, make_turn(0).id], as_of=make_turn(1).time)
    assert [hit.sources for hit in found.hits] == [(make_turn(0).id,)]
    with pytest.raises(SeatError, match="from after the cue"):
        asked(Recollections((Hit("a", 1.0, (make_turn(2).id,)),), "x", 1), as_of=make_turn(1).time)


@pytest.mark.parametrize(
    "answer", [3, {"a": 1}, [1, 2], [None], Recollections(hits=("a",)), Recollections(context=None)]
)  # type: ignore[arg-type]
def test_nonsense_names_the_class_and_what_was_expected(asked, answer):
    with pytest.raises(SeatError, match=r"Answering\.recall returned"):
        asked(answer)


@pytest.mark.parametrize(
    ("answer", "said"), [([1, 2], "list of int"), ([("s001.t01", 0.5), 3], "list of tuple and int"), (3, "int")]
)
def test_nonsense_in_a_list_is_named_by_its_types(asked, answer, said):
    with pytest.raises(SeatError, match=f"recall returned {said};"):
        asked(answer)


@pytest.mark.parametrize("answer", [["0", "1"], ["m1"], ["3f2b-77", "9a1c-02"]])
def test_ids_of_something_else_are_warned_of(asked, answer):
    with pytest.warns(RegularsWarning, match=r"none of them is the id of a turn, which looks like s001\.t03"):
        assert not asked(answer).hits[0].sources


def test_turn_ids_and_texts_are_not_warned_of(asked, make_turn):
    with warnings.catch_warnings():
        warnings.simplefilter("error", RegularsWarning)
        for answer in ([make_turn(0).id], [make_turn(0).id, "m1"], ["lives in Bergen", "m1"], ["Bergen"], [], ["m 1"]):
            asked(answer)


@pytest.mark.parametrize("observed", [3, "done", [1]])
def test_nonsense_from_observe_is_refused(observed, make_turn):
    with pytest.raises(SeatError, match=r"Answering\.observe returned"):
        adopt(Answering((), observed)).observe(make_turn(0))


def test_operations_of_a_foreign_memory_pass_through(make_turn):
    op = Op("ADD", "note-1", why="heard", cause="s001.t01")
    assert adopt(Answering((), [op])).observe(make_turn(0)) == [op]


def test_errors_of_a_foreign_memory_are_its_own(make_turn):
    class Failing(Answering):
        def observe(self, turn: object) -> None:
            raise RuntimeError("disk full")

    with pytest.raises(RuntimeError, match="disk full"):
        adopt(Failing(())).observe(make_turn(0))


def test_a_state_of_its_own_is_used_where_there_is_one(make_turn, make_cue):
    memory = adopt(Stateful())
    memory.observe(make_turn(0))
    state = memory.snapshot()
    memory.observe(make_turn(1))
    memory.restore(state)
    assert memory.recall(make_cue()).context == "1 turns"


def test_a_memory_that_cannot_be_copied_is_reported():
    memory = adopt(Locked(), "mine.py:Locked")
    with pytest.raises(StateError, match=r"mine.py:Locked cannot be taken.*make Locked picklable"):
        memory.snapshot()
    with pytest.raises(StateError, match="cannot be copied"):
        copy.deepcopy(memory)


def test_a_pickle_of_another_kind_is_no_snapshot():
    with pytest.raises(StateError, match="not a snapshot"):
        adopt(Answering(())).restore(pickle.dumps(1))


def test_a_spec_builds_a_whole_memory(tmp_path, make_turn, make_cue):
    path = tmp_path / "mine.py"
    path.write_text(
        "class Mine:\n"
        "    def __init__(self, keep=2, seed=None):\n"
        "        self.keep, self.seed, self.turns = keep, seed, []\n"
        "    def observe(self, turn):\n"
        "        self.turns.append(turn)\n"
        "    def recall(self, cue):\n"
        "        return [turn.id for turn in self.turns[-self.keep:]]\n"
    )
    memory = build_memory(f"{path}:Mine:keep=1", seed=5)
    assert isinstance(memory, Memory)
    assert memory.adopted.seed == 5
    for number in range(3):
        memory.observe(make_turn(number))
    assert [hit.id for hit in memory.recall(make_cue()).hits] == [make_turn(2).id]


def test_a_spec_that_means_nothing_is_refused(tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean 'bm25-turn'"):
        build_memory("bm25-tunr")
    with pytest.raises(ConfigurationError):
        build_memory(f"{tmp_path / 'missing.py'}:Mine")
