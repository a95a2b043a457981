"""Who goes on first of the episodes that one loop plays."""

from __future__ import annotations

import asyncio

from regulars.evaluation.engines.turns import Turns


async def met(lengths, order):
    """Takes a turn for each length at once, in the order given; notes who went on, and in which pass of the loop."""
    turns, passes, gone = Turns(), [0], []
    loop = asyncio.get_running_loop()

    def count():
        passes[0] += 1
        loop.call_soon(count)

    async def take(name):
        await turns.take(lengths[name])
        gone.append((name, passes[0]))

    count()
    await asyncio.gather(*(take(name) for name in order))
    return gone


async def test_the_longest_of_those_who_wait_goes_on_first():
    gone = await met({"a": 1, "b": 5, "c": 9, "d": 5}, "abcd")
    assert [name for name, _ in gone] == ["a", "c", "b", "d"]  # nobody waited when the first came


async def test_one_goes_on_in_a_pass():
    passes = [number for _, number in await met(dict.fromkeys("abcdefgh", 1), "abcdefgh")]
    assert len(set(passes)) == len(passes)
    assert passes[-1] - passes[0] < 2 * len(passes)


async def test_a_request_of_several_passes_leaves_before_the_last_of_many_begins():
    turns, log = Turns(), []

    async def go_on(number):
        await turns.take(1)
        log.append(("began", number))
        for _ in range(3):  # as a client does between the head of a request and its body
            await asyncio.sleep(0)
        log.append(("sent", number))

    await asyncio.gather(*(go_on(number) for number in range(20)))
    assert log.index(("sent", 0)) < log.index(("began", 5))
    assert sorted(number for kind, number in log if kind == "sent") == list(range(20))


async def test_who_is_cancelled_while_waiting_keeps_nobody_waiting():
    turns = Turns()
    await turns.take(1)
    waiting = [asyncio.create_task(turns.take(length)) for length in (3, 2, 1)]
    await asyncio.sleep(0)
    waiting[1].cancel()
    async with asyncio.timeout(5):
        done = await asyncio.gather(*waiting, return_exceptions=True)
    assert [type(one) for one in done] == [type(None), asyncio.CancelledError, type(None)]
    async with asyncio.timeout(5):
        await turns.take(1)


async def test_a_turn_is_there_again_when_nobody_has_it():
    turns = Turns()
    for _ in range(3):
        async with asyncio.timeout(5):
            await turns.take(1)
        await asyncio.sleep(0.001)
    before = asyncio.get_running_loop().time()
    await turns.take(1)
    assert asyncio.get_running_loop().time() - before < 1
