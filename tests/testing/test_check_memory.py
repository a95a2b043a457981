"""`check_memory` accepts the built-in memories, and refuses a broken one with words that help."""

from __future__ import annotations

import ast
import random
import sqlite3
import threading
import time
import warnings

import pytest

from regulars.errors import RegularsError, RegularsWarning
from regulars.memory import Hit, Recollections
from regulars.testing import ContractError, check_memory


class Newest:
    """A memory that keeps the contract: the newest turns of the scope."""

    def __init__(self) -> None:
        self.turns = []

    def observe(self, turn):
        self.turns.append(turn)

    def fitting(self, cue):
        return [turn for turn in reversed(self.turns) if turn.scope == cue.scope and turn.time <= cue.as_of][: cue.k]

    def recall(self, cue):
        return self.fitting(cue)


class Written(Newest):
    """Writes its context itself, so that nothing is filtered for it."""

    def recall(self, cue):
        return "\n".join(turn.text for turn in self.turns)


class AllTogether(Newest):
    turns = []  # noqa: RUF012  # shared by all objects: the fault

    def __init__(self) -> None:
        pass


class OneTurnTwice(Newest):
    def recall(self, cue):
        return [turn for turn in self.fitting(cue) for _ in range(2)]


class WorstFirst(Newest):
    def recall(self, cue):
        hits = tuple(Hit(turn.id, float(rank), (turn.id,)) for rank, turn in enumerate(self.fitting(cue)))
        return Recollections(hits, "", 0)


class Invented(Newest):
    def recall(self, cue):
        return Recollections((Hit("a", 1.0, ("s900.t01",)),) if self.turns and cue.k else ())


class Drawn(Newest):
    def recall(self, cue):
        return random.sample(self.fitting(cue), min(3, cue.k, len(self.fitting(cue))))


class ByTheClock(Newest):
    def __init__(self) -> None:
        super().__init__()
        self.begun = time.time()

    def recall(self, cue):
        return self.fitting(cue)[: 1 + int(self.begun) % 7]


class Forgetful(Newest):
    """Its snapshot holds less than it knows."""

    def snapshot(self):
        return b""

    def restore(self, state):
        self.turns = []


class Locked(Newest):
    def __init__(self) -> None:
        super().__init__()
        self.lock = threading.Lock()


class Texts(Newest):
    """Returns the words of turns."""

    def recall(self, cue):
        return [turn.text for turn in self.fitting(cue)]


class InADatabase:
    """Cannot be copied or pickled, but has a snapshot."""

    traceless = True

    def __init__(self) -> None:
        self.held = sqlite3.connect(":memory:")
        self.held.execute("CREATE TABLE turns (id, scope, time)")
        self.lock = threading.Lock()

    def observe(self, turn):
        self.held.execute("INSERT INTO turns VALUES (?, ?, ?)", (turn.id, turn.scope, turn.time.isoformat()))

    def recall(self, cue):
        question = "SELECT id FROM turns WHERE scope = ? AND time <= ? ORDER BY time DESC LIMIT ?"
        return [id for (id,) in self.held.execute(question, (cue.scope, cue.as_of.isoformat(), cue.k))]

    def snapshot(self):
        return repr(self.held.execute("SELECT id, scope, time FROM turns").fetchall()).encode()

    def restore(self, state):
        self.held.execute("DELETE FROM turns")
        self.held.executemany("INSERT INTO turns VALUES (?, ?, ?)", ast.literal_eval(state.decode()))


class LeavesTraces(Newest):
    traceless = True

    def __init__(self) -> None:
        super().__init__()
        self.asked = 0

    def recall(self, cue):
        self.asked += 1
        return self.fitting(cue)[self.asked % 5 :]


class ReadsPatterns(Newest):
    def observe(self, turn):
        super().observe(turn)
        turn.text.format(turn="x")


class Misspelt(Newest):
    teches = True


class Ordinary(Newest):
    journal = teach = True


class FailsAtTheEnd(Newest):
    def feedback(self, feedback, recollections):
        self.rated = recollections.hits


def words(count):
    class Answer(Newest):
        def recall(self, cue):
            return count

    return Answer


BROKEN = [
    (lambda: object(), r"has no method observe and no recall"),
    (AllTogether, r"came back from another|a fresh memory brings back"),
    (OneTurnTwice, r"one item came back twice"),
    (WorstFirst, r"expected the best item first"),
    (Invented, r"items rest on s900\.t01"),
    (Drawn, r"global random state was changed|bring back different things"),
    (ByTheClock, r"the same, whatever the clock"),
    (Forgetful, r"brings back something else after restore"),
    (Locked, r"Locked\.snapshot.*make Locked picklable"),
    (LeavesTraces, r"leaves no trace"),
    (ReadsPatterns, r"ReadsPatterns\.observe: (KeyError|ValueError|IndexError).*any turn is taken in"),
    (FailsAtTheEnd, r"FailsAtTheEnd\.feedback: AttributeError"),
    (Written, r"'Tarkwell' came back, which was said later"),
    (words(3), r"Answer\.recall returned int"),
    (words(None), r"nothing came back for .*holds=False"),
]


@pytest.mark.parametrize(("factory", "told"), BROKEN)
def test_a_broken_memory_is_refused_with_what_is_wrong(factory, told):
    with pytest.raises(ContractError, match=told) as caught:
        check_memory(factory)
    assert isinstance(caught.value, AssertionError)
    assert isinstance(caught.value, RegularsError)
    assert caught.value.where
    assert caught.value.remedy


def test_words_of_another_scope_are_found():
    class Timely(Newest):
        def recall(self, cue):
            return "\n".join(turn.text for turn in self.turns if turn.time <= cue.as_of)

    with pytest.raises(ContractError, match="another person"):
        check_memory(Timely)


def test_a_misspelt_flag_is_a_warning_and_an_ordinary_name_is_not():
    with pytest.warns(RegularsWarning, match=r"teches is not a flag.*did you mean 'teaches'"):
        check_memory(Misspelt)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_memory(Ordinary)
        with pytest.raises(RegularsWarning, match="teches"):
            check_memory(Misspelt)


@pytest.mark.parametrize("memory", [Newest, Texts, InADatabase])
def test_a_memory_that_keeps_the_contract_passes(memory):
    check_memory(memory)


def test_a_memory_that_keeps_nothing_passes():
    check_memory("none", holds=False)


def test_one_that_shows_more_than_its_budget_has_to_say_so():
    with pytest.raises(ContractError, match="unbounded=True"):
        check_memory("full-context")
    check_memory("full-context", unbounded=True)


@pytest.mark.parametrize("spec", ["bm25-turn", "dense-session", "hybrid", "a-mem", "lufy", "rmm", "guarded"])
def test_built_in_memories_pass(spec):
    check_memory(spec)


def test_the_file_of_a_memory_is_checked_by_its_spec(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("class Mine:\n    def observe(self, turn): ...\n    def recall(self, cue): ...\n")
    check_memory(f"{path}:Mine", holds=False)
    with pytest.raises(ContractError, match=r"mine\.py"):
        check_memory(f"{path}:Yours")


def test_a_check_leaves_the_global_random_state_as_it_was():
    random.seed(5)
    expected = random.random()
    random.seed(5)
    check_memory(Newest)
    assert random.random() == expected


class Encoded(Newest):
    """Keeps its texts as bytes."""

    errors = "strict"

    def observe(self, turn):
        turn.text.encode("utf-8", self.errors)
        super().observe(turn)


def test_a_memory_that_cannot_write_lone_surrogates_learns_how(monkeypatch):
    with pytest.raises(ContractError, match="UnicodeEncodeError") as caught:
        check_memory(Encoded)
    assert 'text.encode("utf-8", "surrogatepass")' in caught.value.remedy
    monkeypatch.setattr(Encoded, "errors", "surrogatepass")
    check_memory(Encoded)
