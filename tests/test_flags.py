"""A misspelt flag of a seat or a memory is warned about, and nothing else is."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from functools import cached_property

import pytest

from regulars import Cast, RegularsWarning, life_v0
from regulars.agents import ScriptedAssistant, SeatFlags
from regulars.flags import warn_of_misspelt_flags
from regulars.memory import MemoryFlags, adopt, build_memory


class Remembers:
    def observe(self, turn): ...
    def recall(self, cue): ...


class Replies:
    def act(self, observation):
        return ""


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("treaches", "teaches"), ("traceles", "traceless"), ("trace_less", "traceless"), ("Teaches", "teaches")],
)
def test_a_misspelt_flag_of_a_memory_is_warned_about(wrong, meant):
    memory = type("Mine", (Remembers,), {wrong: True})()
    with pytest.warns(RegularsWarning, match=rf"Mine\.{wrong} is not a flag.*did you mean '{meant}'"):
        adopt(memory)


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [("brances", "branches"), ("breifed", "briefed"), ("asyncronous", "asynchronous")],
)
def test_a_misspelt_flag_of_a_seat_is_warned_about(wrong, meant):
    seat = type("Mine", (Replies,), {wrong: True})()
    with pytest.warns(RegularsWarning, match=rf"Mine\.{wrong} is not a flag.*did you mean '{meant}'"):
        Cast(life_v0.env(sessions=1), assistant=seat)


def test_a_misspelt_flag_of_a_function_is_warned_about():
    def reply(observation):
        return ""

    reply.statless = True
    with pytest.warns(RegularsWarning, match="did you mean 'stateless'"):
        Cast(life_v0.env(sessions=1), assistant=reply)


def test_a_misspelt_flag_of_what_makes_memories_is_warned_about():
    def make(seed=0):
        return build_memory("recency", seed)

    make.seedde = True
    with pytest.warns(RegularsWarning, match="did you mean 'seeded'"):
        ScriptedAssistant(make)


def test_flags_in_slots_and_in_properties_are_seen():
    @dataclass(slots=True)
    class Slotted(Remembers):
        teachs: bool = True

    class Told(Remembers):
        @property
        def tracelss(self) -> bool:
            raise RuntimeError("is not run")

    for memory in (Slotted(), Told()):
        with pytest.warns(RegularsWarning, match="did you mean"):
            adopt(memory)


def test_flags_that_are_right_and_names_that_mean_something_else_are_left_alone():
    class Mine(Remembers):
        teaches = traceless = True
        journal = ()
        teacher = "Ms Lind"
        seed = seeds = 3
        stateful = traces = last = True

        def branch(self): ...

    class Ordinary(Remembers, Replies):
        brief = branch = synchronous = journal = teach = True

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_misspelt_flags(Mine(), MemoryFlags)
        warn_of_misspelt_flags(Mine(), SeatFlags)
        warn_of_misspelt_flags(Ordinary(), MemoryFlags)
        warn_of_misspelt_flags(Ordinary(), SeatFlags)
        adopt(Mine())
        adopt(build_memory("bm25-turn"))
        Cast(life_v0.env(sessions=1), assistant=ScriptedAssistant())


def test_looking_for_flags_runs_no_code_of_the_object():
    class Descriptor:
        def __get__(self, instance, owner=None):
            raise RuntimeError("was run")

    class Lazy(Remembers):
        brances = Descriptor()

        @cached_property
        def teachs(self) -> bool:
            raise RuntimeError("was run")

        def __getattr__(self, name):
            raise RuntimeError("was run")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for thing in (Lazy(), Lazy):
            warn_of_misspelt_flags(thing, MemoryFlags)
            warn_of_misspelt_flags(thing, SeatFlags)


def test_attribute_names_that_are_not_strings_are_skipped():
    memory = Remembers()
    vars(memory).update({3: True, "teachs": True})
    with pytest.warns(RegularsWarning, match="did you mean 'teaches'"):
        warn_of_misspelt_flags(memory, MemoryFlags)


def test_an_empty_slot_is_not_a_flag():
    class Slotted(Remembers):
        __slots__ = ("teachs",)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warn_of_misspelt_flags(Slotted(), MemoryFlags)
        warn_of_misspelt_flags(Slotted, MemoryFlags)
