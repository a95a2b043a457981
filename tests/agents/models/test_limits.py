"""Budgets, meters and concurrency limits of model calls."""

from __future__ import annotations

import asyncio
import pickle
import threading

import pytest

from regulars.agents.models.limits import Budget, Gate, spending
from regulars.agents.models.metered import Meter, Metered, Price, read_prices
from regulars.agents.models.protocol import Completion, Message, Usage
from regulars.agents.models.replay import Replay
from regulars.agents.models.scripted_chat import ScriptedChat
from regulars.errors import BudgetError, ConfigurationError, DataError, InfrastructureError

ASKED = (Message("user", "one two three"),)


def model(prompt=30, said=20):
    return ScriptedChat(lambda call: Completion("yes", "m", prompt_tokens=prompt, completion_tokens=said), "m")


def metered(budget=None, prices=None, **tokens):
    return Metered(model(**tokens), "assistant", Meter(prices), budget)


def test_calls_tokens_cost_and_roles_are_counted():
    meter = Meter({"m": Price(prompt=2.0, completion=10.0)})
    for role, times in (("assistant", 3), ("user", 1)):
        for _ in range(times):
            Metered(model(), role, meter).complete(ASKED)
    assistant = meter.of("assistant")
    assert (assistant.calls, assistant.prompt_tokens, assistant.completion_tokens) == (3, 90, 60)
    assert assistant.cost == pytest.approx(3 * (30 * 2.0 + 20 * 10.0) / 1_000_000)
    assert (meter.total.calls, meter.total.tokens) == (4, 200)
    assert list(meter.roles) == ["assistant", "user"]


def test_a_call_without_a_price_has_no_cost_instead_of_none_at_all():
    counted = metered()
    counted.complete(ASKED)
    assert counted.meter.total.cost is None


@pytest.mark.parametrize(
    ("bounds", "calls"),
    [({"calls": 3}, 3), ({"calls": 0}, 0), ({"tokens": 101}, 3), ({"tokens": 100}, 2), ({"cost": 0.0005}, 2)],
)
def test_a_budget_ends_before_the_call_that_it_does_not_cover(bounds, calls):
    counted = metered(Budget(**bounds), {"m": Price(2.0, 10.0)})
    for _ in range(calls):
        counted.complete(ASKED)
    with pytest.raises(BudgetError, match=next(iter(bounds))):
        counted.complete(ASKED)
    with pytest.raises(BudgetError):
        asyncio.run(counted.acomplete(ASKED))
    assert len(counted.model.calls) == calls


def test_seconds_are_counted_from_the_first_call():
    now = [100.0]
    counted = metered(Budget(seconds=5, clock=lambda: now[0]))
    now[0] = 200.0
    counted.complete(ASKED)
    now[0] = 204.0
    counted.complete(ASKED)
    now[0] = 205.0
    with pytest.raises(BudgetError, match="5 seconds"):
        counted.complete(ASKED)


def test_calls_under_way_together_never_exceed_the_budget():
    counted = metered(Budget(calls=10))
    refused = []

    def call():
        try:
            counted.complete(ASKED)
        except BudgetError as error:
            refused.append(error)

    threads = [threading.Thread(target=call) for _ in range(25)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(counted.model.calls), len(refused)) == (10, 15)


def test_replayed_calls_cost_nothing(tmp_path):
    budget = Budget(calls=1)
    counted = Metered(Replay(tmp_path / "calls.jsonl", model()), "user", Meter({"m": Price(1, 1)}), budget)
    for _ in range(5):
        counted.complete(ASKED)
    assert (budget.used.calls, budget.used.cached, budget.used.tokens) == (1, 4, 50)
    with pytest.raises(BudgetError):
        counted.complete([Message("user", "new")])


def test_a_call_that_fails_is_counted_as_such():
    counted = Metered(ScriptedChat([InfrastructureError("gone")]), "user", Meter(), Budget(calls=1))
    with pytest.raises(InfrastructureError):
        counted.complete(ASKED)
    assert (counted.meter.total.calls, counted.meter.total.failed) == (0, 1)
    with pytest.raises(BudgetError):
        counted.complete(ASKED)


def test_a_budget_of_an_episode_holds_for_all_its_models_and_no_other_episode():
    async def episode(calls):
        seats = [metered(), metered()]
        with spending(Budget(calls=3)) as budget:
            for number in range(calls):
                try:
                    await seats[number % 2].acomplete(ASKED)
                except BudgetError:
                    break
                await asyncio.sleep(0)
        return budget.used.calls

    async def both():
        return await asyncio.gather(episode(2), episode(9))

    assert asyncio.run(both()) == [2, 3]
    outside = metered()
    for _ in range(5):
        outside.complete(ASKED)


def test_a_bound_on_cost_needs_prices():
    with pytest.raises(ConfigurationError, match="no price"):
        metered(Budget(cost=1.0)).complete(ASKED)


@pytest.mark.parametrize("bounds", [{"calls": -1}, {"tokens": "many"}, {"cost": True}])
def test_an_impossible_bound_is_refused(bounds):
    with pytest.raises(ConfigurationError, match=next(iter(bounds))):
        Budget(**bounds)


def test_a_budget_survives_a_pickle():
    budget = Budget(calls=2)
    Metered(model(), "user", Meter(), budget).complete(ASKED)
    contrast = pickle.loads(pickle.dumps(budget))
    assert contrast.used == budget.used
    contrast.admit()
    with pytest.raises(BudgetError):
        contrast.admit()


def test_usages_add_up():
    one, two = Usage(1, 0, 0, 10, 5, 0.5, 1.0), Usage(2, 1, 1, 1, 1, None, 0.5)
    assert one + one == Usage(2, 0, 0, 20, 10, 1.0, 2.0)
    assert one + two == Usage(3, 1, 1, 11, 6, None, 1.5)


def test_prices_are_read_from_a_file(tmp_path):
    path = tmp_path / "prices.toml"
    path.write_text('["some/model"]\nprompt = 2\ncompletion = 10.5\n')
    assert read_prices(path) == {"some/model": Price(2.0, 10.5)}


@pytest.mark.parametrize(
    "written",
    [
        "[m]\nprompt = 1\n",
        "[m]\nprompt = -1\ncompletion = 1\n",
        "m = 1\n",
        "[m\n",
        "[m]\nprompt = 1\ncompletion = 1\nimage = 2\n",
    ],
)
def test_prices_that_are_none_are_refused(tmp_path, written):
    path = tmp_path / "prices.toml"
    path.write_text(written)
    with pytest.raises(DataError, match="prices"):
        read_prices(path)


def test_a_gate_lets_through_only_so_many_and_goes_on_after_an_error():
    gate = Gate(2)
    for _ in range(3):
        with pytest.raises(ValueError, match="oops"), gate.held():
            raise ValueError("oops")

    async def many():
        inside, most = 0, 0

        async def one():
            nonlocal inside, most
            async with gate.aheld():
                inside += 1
                most = max(most, inside)
                await asyncio.sleep(0)
                inside -= 1

        await asyncio.gather(*(one() for _ in range(10)))
        return most

    assert asyncio.run(many()) == 2
    assert asyncio.run(many()) == 2
