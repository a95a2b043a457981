"""The life of seats and memories: begin with an episode's id, end with a reason, and probes that leave no trace."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, ClassVar

import gymnasium
import pytest

from regulars import Cast, life_v0
from regulars.agents.assistant.scripted import ScriptedAssistant
from regulars.agents.seats.adapt import begin_seat, can_branch, unbranched
from regulars.errors import ContractError, SeatError, StateError
from regulars.evaluation.systems.systems import systems
from regulars.memory import adopt
from regulars.testing import check_memory


class Seat:
    """Notes the ids that it sees."""

    def __init__(self) -> None:
        self.log: list[Any] = []
        self.seen: set[str] = set()

    def begin(self, episode_id: str, seed: int) -> None:
        self.log.append(("begin", episode_id, seed))
        self.seen = set()

    def act(self, observation: dict[str, Any]) -> str:
        self.seen.add(observation["episode"])
        return "I see."

    def end(self, reason: str) -> None:
        self.log.append(("end", reason))


# ---------------------------------------------------------------------- ids of episodes


def test_a_seat_sees_the_id_that_it_was_begun_with_and_another_in_every_playing():
    seat = Seat()
    env = life_v0.env(sessions=2)
    cast = Cast(env, assistant=seat)
    begun = []
    for seed in (3, 3, None):
        cast.reset(seed=seed)
        cast.run()
        verb, episode, _ = seat.log[-1]
        assert (verb, seat.seen) == ("begin", {episode})
        begun.append(episode)
    cast.close()
    assert len(set(begun)) == 3
    assert all(len(episode) == 32 and set(episode) <= set("0123456789abcdef") for episode in begun)
    assert [entry for entry in seat.log if entry[0] == "end"] == [("end", "reset"), ("end", "reset"), ("end", "closed")]
    seeds = [entry[2] for entry in seat.log if entry[0] == "begin"]
    assert seeds[0] == seeds[1]


def test_all_seats_of_an_episode_see_one_id():
    env = life_v0.env(users=2, sessions=2)
    env.reset(seed=1)
    assert len({env.observe(seat)["episode"] for seat in env.possible_agents}) == 1


def test_without_a_cast_the_id_follows_from_the_seed():
    env, other = life_v0.env(sessions=1), life_v0.env(sessions=1)
    ids = []
    for one, seed in ((env, 3), (other, 3), (env, 3), (env, 4), (env, None)):
        one.reset(seed=seed)
        ids.append(one.observe("assistant_0")["episode"])
    assert ids[0] == ids[1] == ids[2]
    assert len(set(ids)) == 3


def test_a_caller_may_choose_the_id_and_a_stream_keeps_it():
    env = life_v0.env(sessions=1)
    env.reset(seed=3, options={"episode": "mine"})
    env.reset(options={"stream": True})
    assert env.observe("assistant_0")["episode"] == "mine"
    env.reset()
    assert env.observe("assistant_0")["episode"] != "mine"


def test_members_of_a_group_with_one_seed_are_told_apart_by_ids_of_their_own():
    members = [gymnasium.make("regulars:Life-v0", sessions=1) for _ in range(2)]
    assert len({env.reset(seed=1)[0]["episode"] for env in members}) == 1
    assert [env.reset(seed=1, options={"episode": f"member-{number}"})[0]["episode"]
            for number, env in enumerate(members)] == ["member-0", "member-1"]  # fmt: skip


def test_a_kept_assistant_sees_its_id_and_one_that_begins_anew_another():
    seat = Seat()
    cast = Cast(life_v0.env(sessions=1), assistant=seat)
    cast.reset(seed=3)
    first = seat.log[-1][1]
    cast.reset(seed=4, keep="assistant")
    cast.run()
    assert seat.seen == {first}
    cast.reset(seed=5, keep="user")
    assert seat.log[-1][1] != first


def test_a_fork_goes_on_under_the_id_of_its_episode():
    cast = Cast(life_v0.env(sessions=2), assistant=Seat())
    cast.reset(seed=3)
    (fork,) = cast.fork(1)
    assert fork.env.observe("assistant_0")["episode"] == cast.env.observe("assistant_0")["episode"]


# ---------------------------------------------------------------------- seats that cannot be put back


class Says(Seat):
    branches = False


class Connected(Seat):
    def __init__(self) -> None:
        super().__init__()
        self.database = sqlite3.connect(":memory:")


class Vouching(Connected):
    branches = True


class Keeping(Connected):
    def __init__(self) -> None:
        super().__init__()
        self.database.execute("CREATE TABLE lines (line TEXT)")

    def get_state(self) -> bytes:
        return self.database.serialize()

    def set_state(self, state: bytes) -> None:
        self.database.deserialize(state)


class KeepingButSays(Keeping):
    branches = False


class Unable(Seat):
    def get_state(self) -> int:
        return 3

    def set_state(self, state: int) -> None:
        raise ValueError("no")


@pytest.mark.parametrize(
    ("make", "what", "remedy"),
    [
        (Says, "Says says branches = False", "give it get_state() and set_state(state) instead"),
        (KeepingButSays, "KeepingButSays says branches = False", "give it get_state() and set_state(state) instead"),
        (
            Connected,
            "Connected holds a connection (sqlite3.Connection) in `database`",
            "give it get_state() and set_state(state), or branches = True if a probe changes nothing in it",
        ),
        (
            Unable,
            "its state cannot be restored: ValueError: no",
            "let set_state of Unable take what get_state returned",
        ),
    ],
)
def test_why_a_seat_is_probed_at_the_end_and_what_to_do(make, what, remedy):
    seat = make()
    begin_seat(seat, "e", 0)
    error = unbranched(seat)
    assert error is not None
    assert (error.what, error.remedy) == (what, remedy)
    (row,) = systems([], make)
    assert row.unforked == f"{what}; {remedy}"


@pytest.mark.parametrize("make", [Seat, Vouching, Keeping])
def test_a_seat_is_probed_on_the_way_if_it_can_be_put_back(make):
    assert can_branch(make())


def test_a_function_names_its_remedy():
    def reply(observation: dict[str, Any]) -> str:
        return "I see."

    (row,) = systems([], reply)
    assert row.unforked.startswith("a function may keep state that cannot be saved; set ")
    assert "stateless = True if it keeps nothing between calls" in row.unforked


# ---------------------------------------------------------------------- memories


class Noting:
    """A memory that notes its life in a list of the class."""

    log: ClassVar[list[Any]] = []

    def begin(self, episode_id: str, seed: int) -> None:
        self.log.append(("begin", episode_id, seed))

    def end(self, reason: str) -> None:
        self.log.append(("end", reason))

    def observe(self, turn: Any) -> None:
        self.log.append("observe")

    def recall(self, cue: Any) -> None: ...


def test_a_memory_begins_and_ends_with_its_assistant(monkeypatch):
    monkeypatch.setattr(Noting, "log", [])
    seat = ScriptedAssistant(Noting)
    assert Noting.log == []
    seat.begin("e1", 7)
    seat.end("terminated")
    seat.begin("e2", 8)
    assert Noting.log == [("begin", "e1", 7), ("end", "terminated"), ("begin", "e2", 8)]


def test_a_memory_without_begin_and_end_needs_neither():
    seat = ScriptedAssistant("recency")
    seat.begin("e1", 7)
    seat.end("closed")
    plain = adopt(type("Plain", (), {"observe": lambda self, turn: None, "recall": lambda self, cue: None})())
    plain.begin("e1", 7)
    plain.end("closed")


@pytest.mark.parametrize("verb", ["begin", "end"])
def test_begin_and_end_of_a_memory_are_plain_methods(verb):
    async def later(self, *_: Any) -> None: ...

    kind = type("Later", (), {"observe": lambda self, turn: None, "recall": lambda self, cue: None, verb: later})
    memory = adopt(kind())
    with pytest.raises(SeatError, match=f"{verb} is asynchronous"):
        memory.begin("e", 0) if verb == "begin" else memory.end("closed")


class InFile:
    """A memory that appends to one file, whichever episode is played."""

    folder = Path()

    def __init__(self) -> None:
        self.path = self.folder / "notes.txt"

    def observe(self, turn: Any) -> None:
        with self.path.open("a") as file:
            file.write(f"{turn.id}\n")

    def recall(self, cue: Any) -> list[str]:
        return self.path.read_text().split() if self.path.exists() else []


class InOwnFile(InFile):
    def begin(self, episode_id: str, seed: int) -> None:
        self.path = self.folder / f"{episode_id}.txt"


class InDatabase:
    def __init__(self) -> None:
        self.database = sqlite3.connect(":memory:")

    observe = recall = lambda self, _: None


class SaysNo(Noting):
    branches = False


def played(memory: type, seed: int) -> Cast:
    cast = Cast(life_v0.env(sessions=2), assistant=ScriptedAssistant(memory))
    cast.reset(seed=seed)
    cast.run()
    cast.close()
    return cast


def test_a_file_of_the_last_episode_is_named(tmp_path, monkeypatch):
    monkeypatch.setattr(InFile, "folder", tmp_path)
    played(InFile, 1)
    with pytest.raises(SeatError) as caught:
        played(InFile, 2)
    assert f"the file {tmp_path / 'notes.txt'} holds turns of another episode" in str(caught.value)
    assert "begin(episode_id, seed)" in caught.value.remedy


def test_a_turn_that_was_never_shown_is_told_with_the_file_it_stands_in(tmp_path, monkeypatch):
    monkeypatch.setattr(InFile, "folder", tmp_path)
    played(InFile, 1)
    cue = type("Cue", (), {"scope": "p1"})()
    with pytest.raises(
        SeatError, match=r"brought back s001\.t01, which it was never shown; the file .*notes\.txt holds"
    ):
        adopt(InFile()).recall(cue)


def test_a_file_for_each_episode_is_no_fault(tmp_path, monkeypatch):
    monkeypatch.setattr(InFile, "folder", tmp_path)
    played(InOwnFile, 1)
    played(InOwnFile, 1)
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize(
    ("memory", "what", "remedy"),
    [
        (InFile, "InFile opens files in `observe`", "traceless = True"),
        (
            InDatabase,
            "InDatabase holds a connection (sqlite3.Connection) in `database`",
            "snapshot() and restore(state)",
        ),
        (SaysNo, "SaysNo says branches = False", "give it snapshot() and restore(state) instead"),
    ],
)
def test_why_a_memory_cannot_be_put_back(memory, what, remedy):
    adopted = adopt(memory())
    adopted.begin("e", 0)
    with pytest.raises(StateError) as caught:
        adopted.snapshot()
    assert (caught.value.what, remedy in caught.value.remedy) == (what, True)
    (row,) = systems([memory])
    assert row.unforked.startswith(what)


def test_check_memory_begins_and_ends_every_memory(monkeypatch):
    monkeypatch.setattr(Noting, "log", [])
    check_memory(SaysNo, holds=False)
    begun = [entry[1] for entry in Noting.log if entry[0] == "begin"]
    assert len(set(begun)) == len(begun) > 3
    assert sum(entry == ("end", "check") for entry in Noting.log) == len(begun)


def test_check_memory_finds_a_file_that_memories_share(tmp_path, monkeypatch):
    monkeypatch.setattr(InFile, "folder", tmp_path)
    with pytest.raises(ContractError, match=r"holds turns of another episode|what was told to one object"):
        check_memory(InFile)
