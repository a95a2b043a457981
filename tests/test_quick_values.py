"""Values that fill their slots directly are like those of any frozen dataclass."""

from __future__ import annotations

import inspect
import pickle
from dataclasses import FrozenInstanceError, dataclass, fields, replace
from datetime import UTC, datetime

import pytest

from regulars.briefing import Pending
from regulars.dialogue import Feedback, Turn, Verdict
from regulars.envs.ledger import Disclosure
from regulars.envs.life.outcomes import JudgedAnswer
from regulars.envs.probes.gold import AskedProbe
from regulars.rewards.metrics.reward_terms import JudgedQuestion
from regulars.rewards.verdicts.expectation import Expectation
from regulars.scenarios.kinds import ActKind, DisclosureMode
from regulars.scenarios.world import Act, Event, Fact, Probe
from regulars.speed import filled_directly


@dataclass(frozen=True, slots=True)
class Plain:
    """A value with and without defaults."""

    name: str
    size: int = 3
    parts: tuple[str, ...] = ()


@filled_directly
@dataclass(frozen=True, slots=True)
class Quick:
    """The same, filled directly."""

    name: str
    size: int = 3
    parts: tuple[str, ...] = ()


def test_a_quick_value_takes_the_arguments_of_a_plain_one():
    assert inspect.signature(Quick) == inspect.signature(Plain)
    given = [(("a",), {}), (("a", 4), {}), (("a", 4, ("b",)), {}), (("a",), {"parts": ("b",)}), ((), {"name": "a"})]
    for arguments, named in given:
        quick, plain = Quick(*arguments, **named), Plain(*arguments, **named)
        assert [getattr(quick, one.name) for one in fields(Plain)] == [
            getattr(plain, one.name) for one in fields(Plain)
        ]
    for arguments, named in (((), {}), (("a", 4, (), "b"), {}), (("a",), {"colour": "red"}), (("a",), {"name": "b"})):
        with pytest.raises(TypeError):
            Quick(*arguments, **named)


def test_a_quick_value_is_frozen_equal_by_content_and_survives_a_pickle():
    quick = Quick("a", parts=("b",))
    with pytest.raises(FrozenInstanceError):
        quick.size = 4  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del quick.name
    assert quick == Quick("a", 3, ("b",))
    assert hash(quick) == hash(Quick("a", 3, ("b",)))
    assert quick != Quick("a")
    assert replace(quick, size=4) == Quick("a", 4, ("b",))
    assert pickle.loads(pickle.dumps(quick)) == quick
    assert repr(quick) == "Quick(name='a', size=3, parts=('b',))"


def test_a_subclass_of_a_quick_value_stays_a_subclass():
    @dataclass(frozen=True)
    class Larger(Quick):
        colour: str = "red"

    larger = Larger("a", 4, colour="blue")
    assert (type(larger), larger.name, larger.size, larger.colour) == (Larger, "a", 4, "blue")

    class Named(Turn):
        """A turn of somebody's own kind."""

    turn = Named("s001.t01", "p1", "p1", "p1", "Ada", 1, "Hello.", datetime(2025, 1, 6, tzinfo=UTC))
    assert (type(turn), turn.text) == (Named, "Hello.")
    with pytest.raises(FrozenInstanceError):
        turn.text = "Goodbye."  # type: ignore[misc]


QUICK = [
    Act, AskedProbe, Disclosure, Event, Expectation, Fact, Feedback, JudgedAnswer, JudgedQuestion, Pending, Probe, Turn,
    Verdict,
]  # fmt: skip


@pytest.mark.parametrize("kind", QUICK)
def test_each_field_stands_in_its_own_slot(kind):
    values = {one.name: f"the {one.name}" for one in fields(kind)}
    made, in_order = kind(**values), kind(*values.values())
    assert {name: getattr(made, name) for name in values} == values
    assert made == in_order


def test_fields_of_an_act_that_are_not_given_have_their_defaults():
    act = Act("a1", ActKind.TELL, other="Graz")
    assert (act.id, act.kind, act.other) == ("a1", ActKind.TELL, "Graz")
    assert (act.mode, act.options, act.due, act.rest) == (DisclosureMode.OPEN, (), None, 0.0)
