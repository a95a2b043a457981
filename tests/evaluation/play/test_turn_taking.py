"""The order in which one event loop continues its episodes."""

from __future__ import annotations

import asyncio

from regulars.evaluation.play.engines.turn_taking import TurnTaking


async def test_one_goes_on_in_a_pass_in_the_order_in_which_they_come():
    turns, passes, gone = TurnTaking(), [0], []
    loop = asyncio.get_running_loop()

    def count():
        passes[0] += 1
        loop.call_soon(count)

    async def take(name):
        await turns.take()
        gone.append((name, passes[0]))

    count()
    await asyncio.gather(*(take(name) for name in "abcdefgh"))
    names, numbers = zip(*gone, strict=True)
    assert "".join(names) == "abcdefgh"
    assert len(set(numbers)) == 8
    assert numbers[-1] - numbers[0] <= 8  # the first needs a pass more, and no pass goes by unused


async def test_a_request_of_several_passes_leaves_before_the_last_of_many_begins():
    turns, log = TurnTaking(), []

    async def go_on(number):
        await turns.take()
        log.append(("began", number))
        for _ in range(3):  # as a client does between the head of a request and its body
            await asyncio.sleep(0)
        log.append(("sent", number))

    await asyncio.gather(*(go_on(number) for number in range(20)))
    assert log.index(("sent", 0)) < log.index(("began", 5))
    assert sorted(number for kind, number in log if kind == "sent") == list(range(20))


async def test_a_cancelled_waiter_does_not_block_the_others():
    turns = TurnTaking()
    await turns.take()
    waiting = [asyncio.create_task(turns.take()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    async with asyncio.timeout(5):
        done = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(one) for one in done] == [type(None), asyncio.CancelledError, type(None)]
    async with asyncio.timeout(5):
        await turns.take()


async def test_a_turn_is_free_again_after_its_release():
    turns = TurnTaking()
    for _ in range(3):
        async with asyncio.timeout(5):
            await turns.take()
        await asyncio.sleep(0.001)
    before = asyncio.get_running_loop().time()
    await turns.take()
    assert asyncio.get_running_loop().time() - before < 1
