"""What a person means to do in each session: acts in order, and modes of telling."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from regulars.scenarios.attributes import Ontology
from regulars.scenarios.lives import Life, identify
from regulars.scenarios.schedule import Schedule, Slot
from regulars.scenarios.world import Act, ActKind, Mode
from regulars.seeding import Draws, SeedTree

__all__ = ["OPTIONS", "apportion", "compose", "plan_delegations", "plan_tells"]

OPTIONS = 3
"""How many options the assistant is offered to choose from."""


def apportion(shares: Sequence[float], total: int) -> list[int]:
    """Whole numbers that add up to `total`, in proportion to `shares`, by the largest remainder.

    Example:
        >>> apportion([0.6, 0.2, 0.2], 9)
        [5, 2, 2]
    """
    whole = sum(shares)
    exact = [total * share / whole for share in shares]
    counts = [int(number) for number in exact]
    order = sorted(range(len(shares)), key=lambda i: (counts[i] - exact[i], i))
    for position in order[: total - sum(counts)]:
        counts[position] += 1
    return counts


def plan_tells(
    ontology: Ontology, node: SeedTree, life: Life, schedule: Schedule, modes: Mapping[Mode, float]
) -> list[tuple[Slot, Act]]:
    """The `tell` acts of a life.

    The modes' shares are quotas, not odds. Anchors are open and count as such; what is sensitive is rather
    told to the trusted.

    Args:
        ontology: Knows what is sensitive.
        node: The person's node.
        life: Holds the facts.
        schedule: When what is told.
        modes: Shares of the modes.
    """
    granted = _modes(ontology, node.draws("modes"), schedule.slots, modes)
    draws = node.draws("grains")
    tells = []
    for slot, mode in zip(schedule.slots, granted, strict=True):
        fact = life.versions[slot.attribute][slot.version]
        grains = ontology.attribute(slot.attribute).grains
        id = identify(node, "tell", slot.attribute, slot.version)
        grain = draws.choice(grains) if grains else ""
        tells.append((slot, Act(id, ActKind.TELL, fact.id, slot.attribute, mode, grain, slot.anchor)))
    return tells


def _modes(ontology: Ontology, draws: Draws, slots: Sequence[Slot], modes: Mapping[Mode, float]) -> list[Mode]:
    quota = dict(zip(modes, apportion(list(modes.values()), len(slots)), strict=True))
    granted = [Mode.OPEN] * len(slots)
    free = [position for position, slot in enumerate(slots) if not slot.anchor]
    weight = {
        position: ontology.attribute(slots[position].attribute).sensitivity + 1.5 * draws.uniform() for position in free
    }
    free.sort(key=lambda position: -weight[position])
    trusted = free[: quota.get(Mode.TRUSTED, 0)]
    rest = free[len(trusted) :]
    draws.shuffle(rest)
    for position in trusted:
        granted[position] = Mode.TRUSTED
    for position in rest[: quota.get(Mode.ASKED, 0)]:
        granted[position] = Mode.ASKED
    return granted


def plan_delegations(node: SeedTree, hands: Mapping[str, Sequence[str]], schedule: Schedule) -> list[tuple[int, Act]]:
    """The `delegate` acts with their places; `hands` holds the person's options."""
    acts = []
    for attribute, place in schedule.delegations:
        options = node.draws("options", attribute).sample(hands[attribute], OPTIONS)
        id = identify(node, "delegate", attribute)
        acts.append((place, Act(id, ActKind.DELEGATE, attribute=attribute, options=tuple(options))))
    return acts


def compose(node: SeedTree, place: int, tells: Sequence[Act], raised: Sequence[Act]) -> tuple[Act, ...]:
    """One session's agenda: greeting, anchors, the rest shuffled with some small talk, the close.

    Args:
        node: The person's node.
        place: Which of the person's sessions it is.
        tells: Its `tell` acts.
        raised: Its questions, requests and delegations.
    """
    draws = node.draws("agenda", place)
    anchors = [act for act in tells if act.anchor]
    rest = [act for act in tells if not act.anchor] + list(raised)
    rest += [
        Act(identify(node, "small talk", place, number), ActKind.SMALL_TALK) for number in range(draws.between(1, 2))
    ]
    draws.shuffle(rest)
    greet = Act(identify(node, "greet", place), ActKind.GREET)
    close = Act(identify(node, "close", place), ActKind.CLOSE)
    return (greet, *anchors, *rest, close)
