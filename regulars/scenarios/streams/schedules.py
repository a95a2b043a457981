"""Schedules of a stream: the people of each block, and the rules of the cohorts in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from regulars.scenarios.planning.agenda import apportion
from regulars.scenarios.streams.cohorts import Cohort, Member, drifted
from regulars.seeding import SeedTree

SCHEDULES = ("iid", "blocked", "aba", "gradual", "abrupt", "newcomers")


@dataclass(frozen=True, slots=True)
class Turnout:
    """The people of a block.

    Attributes:
        number: The block's number, from 1.
        cohorts: The cohorts in the block.
        weights: By the cohort's name, its share of the people.
        train: The people of the train half, in order.
        exam: The people of the exam half.
        new: The people of both halves who have not occurred before. An exam person among `train` is an acquaintance.
        drift: The changes at its beginning, in words.
        newcomers: Under the schedule `newcomers`: numbers of the people who come for the first time.
        leavers: Under the schedule `newcomers`: numbers of the people who have left.
    """

    number: int
    cohorts: tuple[Cohort, ...]
    weights: Mapping[str, float]
    train: tuple[Member, ...]
    exam: tuple[Member, ...]
    new: tuple[Member, ...]
    drift: str = ""
    newcomers: tuple[int, ...] = ()
    leavers: tuple[int, ...] = ()


def planned_blocks(
    node: SeedTree,
    schedule: str,
    cohorts: Sequence[Cohort],
    blocks: int,
    people: int,
    regulars: float,
    acquainted: float = 0.0,
) -> list[Turnout]:
    """Plans the blocks of a stream, before lives are generated.

    Args:
        node: The stream's node.
        schedule: One of `SCHEDULES`.
        cohorts: The cohorts of the first block.
        blocks: Number of blocks.
        people: Number of people in each half of a block.
        regulars: Share of a train half's people who come from an earlier one.
        acquainted: Share of an exam half's people who come from the block's train half, those who came back first.
    """
    stands, drifts = _standing(node, schedule, cohorts, blocks)
    names = [cohort.name for cohort in cohorts]
    turnouts: list[Turnout] = []
    known: list[Member] = []
    number = 0
    for block in range(blocks):
        if schedule == "newcomers":
            wanted = _with_newcomer(turnouts[-1].train if turnouts else (), names, block, people)
            weights = {name: sum(one == name for one, _ in wanted) / people for name in names}
        else:
            weights = _weights(schedule, names, block, blocks)
            wanted = _mixed(node, weights, block, people, known, round(regulars * people))
        train: list[Member] = []
        for cohort, member in wanted:
            train.append(member or Member(number, cohort))
            number += member is None
        exam: list[Member] = []
        met = sorted(train, key=lambda member: member not in known)
        left = round(acquainted * people)
        for cohort in _quota(node, weights, block, people, "exam"):
            one = next((member for member in met if member.cohort == cohort), None) if left > 0 else None
            if one is not None:
                met.remove(one)
                left -= 1
            exam.append(one or Member(number, cohort, exam=True))
            number += one is None
        new = [member for member in train if member not in known]
        gone = [one.number for one in (turnouts[-1].train if turnouts else ()) if one not in train]
        arrives = schedule == "newcomers" and block > 0
        turnouts.append(
            Turnout(
                block + 1,
                stands[block],
                weights,
                tuple(train),
                tuple(exam),
                (*new, *(member for member in exam if member.exam)),
                drifts[block],
                tuple(one.number for one in new) if arrives else (),
                tuple(gone) if arrives else (),
            )
        )
        known += new
    return turnouts


def _standing(
    node: SeedTree, schedule: str, cohorts: Sequence[Cohort], blocks: int
) -> tuple[list[tuple[Cohort, ...]], list[str]]:
    """The cohorts in each block, and the changes at its beginning."""
    stands, drifts = [tuple(cohorts)], [""]
    every = list(cohorts)
    for block in range(1, blocks):
        now = list(stands[-1])
        said: list[str] = []
        turns = schedule == "gradual" or (schedule == "abrupt" and block == max(1, blocks // 2))
        for position, cohort in enumerate(now if turns else ()):
            size = len(cohort.rules)
            gradual = [(block - 1) % size] if size else []
            places = gradual if schedule == "gradual" else range(size)
            own = node.child("drift", block, cohort.name)
            changed = drifted(own, cohort, places, every, schedule == "abrupt")
            every.append(changed)
            now[position] = changed
            said += [_change(cohort, changed)]
        stands.append(tuple(now))
        drifts.append("; ".join(said))
    return stands, drifts


def _change(before: Cohort, after: Cohort) -> str:
    moved = [
        f"{'.'.join(old)} -> {'.'.join(new)}" for old, new in zip(before.rules, after.rules, strict=True) if old != new
    ]
    moved += [f"procedure {domain}" for domain, steps in after.procedures.items() if before.procedures[domain] != steps]
    return f"{after.name}: {', '.join(moved)}"


def _weights(schedule: str, names: Sequence[str], block: int, blocks: int) -> dict[str, float]:
    """The shares of the cohorts in a block."""
    if schedule == "blocked":
        here = names[min(block * len(names) // blocks, len(names) - 1)]
    elif schedule == "aba":
        ends = block == 0 or block == blocks - 1
        here = names[0] if ends else names[1 + (block - 1) % (len(names) - 1)]
    else:
        return dict.fromkeys(names, 1 / len(names))
    return {name: float(name == here) for name in names}


def _quota(node: SeedTree, weights: Mapping[str, float], block: int, people: int, half: str) -> list[str]:
    """Assigns cohorts to the people of one half, in mixed order. The blocks take turns with remainders."""
    names = list(weights)
    turn = block % len(names)
    names = names[turn:] + names[:turn]
    counts = apportion([weights[name] for name in names], people)
    listed = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
    node.draws("order", block, half).shuffle(listed)
    return listed


def _mixed(
    node: SeedTree, weights: Mapping[str, float], block: int, people: int, known: Sequence[Member], regulars: int
) -> list[tuple[str, Member | None]]:
    """Pairs of cohort and, for a returning person, the person. The most recent people return first."""
    wanted: list[tuple[str, Member | None]] = []
    waiting = list(reversed(known))
    for cohort in _quota(node, weights, block, people, "train"):
        back = next((member for member in waiting if member.cohort == cohort), None) if regulars > 0 else None
        if back is not None:
            waiting.remove(back)
            regulars -= 1
        wanted.append((cohort, back))
    return wanted


def _with_newcomer(
    last: Sequence[Member], names: Sequence[str], block: int, people: int
) -> list[tuple[str, Member | None]]:
    """Starts with people of one cohort. In each later block the earliest one leaves, and one of another joins."""
    if not last:
        return [(names[0], None)] * people
    newcomer = names[1 + (block - 1) % (len(names) - 1)]
    staying = sorted(last, key=lambda member: member.number)[1:]
    return [*((member.cohort, member) for member in staying), (newcomer, None)]
