"""Schedules disclosures: which attribute a person tells in which session, before values are dealt.

The disclosures of an attribute form a chain: a value and its successors, or values that join each other. Chains of
several sorts are taken in turn until the sessions are full. They are laid out so that a successor always comes in a
later session than the value that it replaces. Values that usually last long (`lasts` in the ontology) change seldom,
whether the person tells it or not: a person has one or two dentists in two months, not six.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice
from math import ceil
from operator import attrgetter
from typing import NamedTuple

from regulars.scenarios.ontology.attribute import Attribute, Cardinality, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.ontology.kindred import load_kindred
from regulars.scenarios.planning.sharing import hand_size
from regulars.seeding import Draws, SeedTree
from regulars.values import ValueType

TELLS_PER_SESSION = 2.5
"""Mean number of planned disclosures in a session."""

COLLECTED = (2, 3, 4, 4, 5, 5, 6)
"""Sizes of collections, to draw from. The end of the life cuts some collections off, so short ones are drawn seldom.
The size must not be predictable."""

IN_COMMON = 40
"""Number of attributes that come first for all persons of a scenario, as far as these make sense for them. Each person
tells about half of them."""

DELEGATIONS = 4
"""Number of choices that a person delegates; one less in a short life."""

ENDING = 0.5
"""Share of what can end that does. If all of it ended, that it is over would be the best guess."""

RESTS = 6
"""The successor of a lasting value is told a sixth of the sessions later or more, or sooner if the value lasts less."""

STAYS = 0.23
"""Share of the attributes with `lasts` whose first value is the only one that is told. Some of them change untold."""

_kind_of = attrgetter("type", "cardinality", "change")
_KEEPS = frozenset({Change.STATIC, Change.ENDS})
"""Changes of attributes that never have a second value."""

_SORTS = ("steps", "many", "date", "static", "ends", "counter")


class Slot(NamedTuple):
    """A planned disclosure: which value of the attribute (from 0), and in which of the person's sessions."""

    attribute: str
    version: int
    place: int
    anchor: bool = False


@dataclass(frozen=True, slots=True)
class Schedule:
    """The planned disclosures of a person, and the choices that the person delegates.

    Attributes:
        slots: By place; anchors first within one.
        delegations: Attributes that the assistant chooses, with the places of the requests.
        silent: Attributes that change once more untold, with the place before which they change.
        endings: Attributes that end, with the place at which the end is told.
        unsaid: Disclosures that the person could have made, drawn in the same way from the other attributes.
        unsaid_endings: The same for those of `unsaid`.
    """

    slots: tuple[Slot, ...]
    delegations: tuple[tuple[str, int], ...]
    silent: tuple[tuple[str, int], ...]
    endings: tuple[tuple[str, int], ...] = ()
    unsaid: tuple[Slot, ...] = ()
    unsaid_endings: tuple[tuple[str, int], ...] = ()


@dataclass(slots=True)
class _Chain:
    attribute: str
    sort: str
    length: int
    most: int
    rest: int = 1


def plan_schedule(
    ontology: Ontology,
    scenario: SeedTree,
    node: SeedTree,
    index: int,
    users: int,
    places: int,
    anchors: int,
    stage: str = "",
    given: Sequence[Slot] = (),
    attributes: str = "all",
    changes: int = 0,
    apart: Callable[[str], bool] = lambda _: True,
    might: Sequence[Slot] = (),
    days: int = 0,
) -> Schedule:
    """Schedules one person's disclosures, and as many that the person could have made.

    The attributes are halved at random. One half is told and the other never, and both are scheduled in the same way.
    So the subject of a question does not show whether it has an answer.

    Args:
        ontology: Gives the attributes.
        scenario: The scenario's node. It decides which attributes come first for all persons.
        node: The person's node.
        index: The person's index.
        users: Number of persons.
        places: Number of the person's sessions.
        anchors: Number of attributes told as anchors.
        stage: The person's stage of life. Attributes that make no sense in it are left out.
        given: Disclosures that are fixed already, for projects and interpretations. Nothing else of their attributes is
            told.
        attributes: `all`; `train`, without those reserved for tests; `test`, with the reserved ones first.
        changes: Number of further values of each attribute that changes.
        apart: Whether the person shares no value of an attribute. Anchors are such attributes.
        might: Disclosures that the person could have made, fixed like those of `given`.
        days: The length of the life in days. It limits how often attributes with `lasts` change.
    """
    draws = node.draws("schedule")
    counts = _counts(draws, places)
    fixed = {slot.attribute for slot in (*given, *might)}
    able = [a for a in ontology.told_in(stage) if a.name not in fixed]
    draws.shuffle(able)
    if attributes == "train":  # what is reserved for tests is neither told nor asked about
        able = [attribute for attribute in able if not ontology.is_reserved(attribute.name)]
    if users > 1:
        common = _in_common(ontology, scenario)
        able.sort(key=lambda attribute: common.get(attribute.name, -1))
    if attributes == "test":
        able.sort(key=lambda attribute: ontology.is_reserved(attribute.name))
    told, untold = halved(draws, able)
    slots = _filled(draws, ontology, told, counts, anchors, users, given, changes, apart, days)
    unsaid = _filled(node.draws("unsaid"), ontology, untold, counts, anchors, users, might, changes, apart, days)
    endings = _endings(draws, ontology, slots, places)
    silent = _silent(draws, ontology, slots, endings, users, places, days)
    delegations = _delegations(draws, ontology, places)
    unsaid_endings = _endings(node.draws("unsaid endings"), ontology, unsaid, places)
    return Schedule(tuple(slots), delegations, silent, endings, tuple(unsaid), unsaid_endings)


def _filled(
    draws: Draws,
    ontology: Ontology,
    told: Sequence[Attribute],
    counts: Sequence[int],
    anchors: int,
    users: int,
    given: Sequence[Slot],
    changes: int,
    apart: Callable[[str], bool],
    days: int,
) -> list[Slot]:
    """Fills sessions with disclosures of `told` by count, and adds the given ones.

    Anchors are attributes that nothing else can put in doubt, unless a person among many has none of these.
    """
    left, places = list(counts), len(counts)
    sure = _sure(ontology)
    able = [a for a in told if a.name in sure]
    if users > 1:
        able = [a for a in able if apart(a.name)] or [a for a in told if _can_be_anchor(a) and apart(a.name)]
    slots = _anchors(draws, able, places, min(anchors, sum(left)))
    anchored = {slot.attribute for slot in slots}
    for slot in slots:
        left[slot.place] = max(0, left[slot.place] - 1)
    free = [a for a in told if a.name not in anchored]
    excluded = ontology.excluded  # also by what is true and untold
    chains = _chains(draws, free, sum(left), users, places, excluded, changes, days)
    slots += _lay_out(draws, chains, left)
    slots += given
    return sorted(slots, key=lambda slot: (slot.place, not slot.anchor))


def _can_be_anchor(attribute: Attribute) -> bool:
    """Whether a person has one value of it at a time, and never tells that it is over."""
    return attribute.cardinality is Cardinality.ONE and attribute.change is not Change.ENDS


@lru_cache(maxsize=8)
def _sure(ontology: Ontology) -> frozenset[str]:
    """The names of the possible anchors that no other disclosure can put in doubt."""
    doubtful = load_kindred()
    return frozenset(
        [a.name for a in ontology if _can_be_anchor(a) and a.name not in doubtful and not ontology.unsettling(a.name)]
    )


def _counts(draws: Draws, places: int) -> list[int]:
    """The number of disclosures of each session, `TELLS_PER_SESSION` on average."""
    total = round(TELLS_PER_SESSION * places + 0.01)
    low, more = divmod(total, places)
    counts = [low + 1] * more + [low] * (places - more)
    draws.shuffle(counts)
    return counts


def halved(draws: Draws, able: Sequence[Attribute]) -> tuple[list[Attribute], list[Attribute]]:
    """One of each two attributes of a sort, and the others, in the given order. Either half may have one more."""
    parts: dict[tuple[object, ...], int] = {}
    halves: tuple[list[Attribute], list[Attribute]] = ([], [])
    for attribute, kind in zip(able, map(_kind_of, able), strict=True):
        if kind in parts:
            part = 1 - parts.pop(kind)
        else:
            part = parts[kind] = draws.integer(2)
        halves[part].append(attribute)
    return halves


def _in_common(ontology: Ontology, scenario: SeedTree) -> dict[str, int]:
    """The attributes, with ranks, that come first for all persons of a scenario, so that people can be confused."""
    able = [attribute.name for attribute in ontology.told]
    drawn = scenario.draws("in common").sample(able, IN_COMMON)
    return {name: rank for rank, name in enumerate(drawn)}


def _anchors(draws: Draws, able: Sequence[Attribute], places: int, wanted: int) -> list[Slot]:
    """Anchored slots: at least one date, and in a long enough life a change, which is an anchor too."""
    date = next((a for a in able if a.type is ValueType.DATE), None)
    moving = next((a for a in able if a.changes_value and a.type is not ValueType.DATE), None)
    first = [a for a in (date, moving) if a is not None]
    others = (a for a in able if a is not date and a is not moving)
    chosen = [*first, *islice(others, wanted)][:wanted]
    draws.shuffle(chosen)
    if moving is not None and any(a is moving for a in chosen):
        chosen = [a for a in chosen if a is not moving]
        chosen.insert(draws.integer(2), moving)
    spread = max(1, places - 2)
    slots = [Slot(a.name, 0, position * spread // len(chosen), True) for position, a in enumerate(chosen)]
    for slot in slots:
        later = min(places - 2, slot.place + max(2, places // 2))
        if moving is not None and slot.attribute == moving.name and places >= 6 and later > slot.place + 1:
            return [*slots, Slot(slot.attribute, 1, later, True)]
    return slots


def _chains(
    draws: Draws,
    told: Sequence[Attribute],
    room: int,
    users: int,
    places: int,
    excluded: Set[str],
    changes: int,
    days: int,
) -> list[_Chain]:
    """Chains of all sorts in turn until `room` disclosures are planned; if room is left, longer chains."""
    waiting: dict[str, list[Attribute]] = {sort: [] for sort in _SORTS}
    for attribute, kind in zip(told, map(_kind_of, told), strict=True):
        waiting[_sort(*kind)].append(attribute)
    binding = [one for one in told if one.moves or one.excludes] if changes else []
    bound = {name for attribute in binding for name in (*attribute.moves, *attribute.excludes)}
    chains: list[_Chain] = []
    while room > 0 and any(waiting.values()):
        for sort in _SORTS:
            if waiting[sort] and room > 0:
                attribute = waiting[sort].pop()
                # a move changes a value, too, and each value that excludes others leaves fewer of them
                is_bound = attribute.moves or attribute.excludes or attribute.name in bound
                more = 0 if is_bound else changes
                chain = _chain(draws, attribute, sort, users, places, more, days)
                if users > 1 and attribute.name in excluded:  # some of the person's few values may be ruled out
                    chain.most = min(chain.most, max(1, chain.most // 2))
                    chain.length = min(chain.length, chain.most)
                if chain.length > 1 and attribute.moves:
                    # attributes that move with this one come next, so that some of them are probed
                    waiting["steps"].sort(key=lambda other: other.name in attribute.moves)
                chain.length = min(chain.length, room)
                chains.append(chain)
                room -= chain.length
    growing = [chain for chain in chains if chain.length < chain.most]
    while room > 0 and growing:
        for chain in growing[:room]:
            chain.length += 1
            room -= 1
        growing = [chain for chain in growing if chain.length < chain.most]
    return chains


@cache  # there are few combinations, and each life asks for the sort of each attribute
def _sort(type: ValueType, cardinality: Cardinality, change: Change) -> str:
    if cardinality is Cardinality.MANY:
        return "many"
    if cardinality is Cardinality.COUNTER:
        return "counter"
    if type is ValueType.DATE:
        return "date"
    if change is Change.ENDS:
        return "ends"
    return "steps" if change in (Change.STEPS, Change.DRIFTS) else "static"


def _most_values(attribute: Attribute, users: int, days: int) -> int:
    """The greatest number of values, each replacing the one before, in a life of that many days."""
    most = hand_size(attribute, users)
    return min(most, 1 + max(1, days // attribute.lasts)) if attribute.lasts else most


def _rest(attribute: Attribute, places: int, days: int) -> int:
    """The least number of sessions between the disclosures of a value and its successor."""
    if not attribute.lasts:
        return 1
    return max(1, min(places // RESTS, attribute.lasts * places // max(1, days)))


def _chain(draws: Draws, attribute: Attribute, sort: str, users: int, places: int, changes: int, days: int) -> _Chain:
    if attribute.change in _KEEPS:
        return _Chain(attribute.name, sort, 1, 1)
    if attribute.changes_value:
        more = 0 if sort == "date" else changes
        most = min(1 + max(2, places // (20 if sort == "date" else 10)) + more, _most_values(attribute, users, days))
        if attribute.excludes and users > 1:
            most = min(most, 2 if users < 4 else 1)  # the values of all persons must leave some that none excludes
        share = draws.uniform()
        if attribute.lasts and share < STAYS:
            most = 1
        length = min(most, (2 if share < 0.6 else 3) + more)
        return _Chain(attribute.name, sort, length, most, _rest(attribute, places, days))
    hand = hand_size(attribute, users)
    length = min(hand, draws.choice(COLLECTED))
    return _Chain(attribute.name, sort, length, hand if sort == "counter" else length)  # no one has twelve siblings


def _lay_out(draws: Draws, chains: Sequence[_Chain], counts: Sequence[int]) -> list[Slot]:
    """Puts the links of chains into sessions in order. A link that fits nowhere is left out with its successors."""
    queue: list[tuple[float, str, int]] = []
    for chain in chains:
        if chain.length == 1:
            queue.append((0.6 * draws.uniform(), chain.attribute, 0))
            continue
        marks = sorted([draws.uniform() for _ in range(chain.length)])
        marks[0] *= 0.6
        queue.extend([(mark, chain.attribute, version) for version, mark in enumerate(marks)])
    queue.sort()
    rests = {chain.attribute: chain.rest for chain in chains}
    counts = _thinned(counts, len(queue))
    places = len(counts)
    slots: list[Slot] = []
    reached: dict[str, tuple[int, int]] = {}
    for place, count in enumerate(counts):
        for _ in range(count):
            for position, (_, attribute, version) in enumerate(queue):
                last, at = reached.get(attribute, (-1, -places))
                if version == last + 1 and at + rests[attribute] <= place:
                    slots.append(Slot(attribute, version, place))
                    reached[attribute] = (version, place)
                    del queue[position]
                    break
    return slots


def _thinned(counts: Sequence[int], total: int) -> list[int]:
    """Similar counts with at most `total` disclosures, spread over a long life."""
    room, taken, passed = sum(counts), 0, 0
    if room <= total:
        return list(counts)
    thinned = []
    for count in counts:
        passed += count
        reached = passed * total // room
        thinned.append(reached - taken)
        taken = reached
    return thinned


def _delegations(draws: Draws, ontology: Ontology, places: int) -> tuple[tuple[str, int], ...]:
    chosen = list(ontology.delegated)
    draws.shuffle(chosen)
    chosen = chosen[: DELEGATIONS if places >= DELEGATIONS else DELEGATIONS - 1]
    spread = max(1, 2 * places // 3)
    return tuple((name, position * spread // len(chosen)) for position, name in enumerate(chosen))


def _silent(
    draws: Draws,
    ontology: Ontology,
    slots: Sequence[Slot],
    endings: Sequence[tuple[str, int]],
    users: int,
    places: int,
    days: int,
) -> tuple[tuple[str, int], ...]:
    """Up to two told attributes that change once more without a disclosure. None of them is put in doubt by an end."""
    doubted = doubted_by_ends(ontology, endings)
    last = {slot.attribute: slot.place for slot in slots if not slot.anchor}
    told = Counter(slot.attribute for slot in slots)
    able = [
        name
        for name, place in last.items()
        if ontology.attribute(name).changes_value
        and not (users > 1 and ontology.attribute(name).excludes)
        and name not in doubted
        and place + 1 < places
        and told[name] < _most_values(ontology.attribute(name), users, days)
    ]
    draws.shuffle(able)
    return tuple((name, draws.between(last[name] + 1, places - 1)) for name in able[: _silences(places)])


def _endings(draws: Draws, ontology: Ontology, slots: Sequence[Slot], places: int) -> tuple[tuple[str, int], ...]:
    """Attributes that are told and, some sessions later, told to be over: `ENDING` of those that can end.

    What the end puts in doubt is told before it: no wedding is planned after a separation.
    """
    last = {slot.attribute: slot.place for slot in slots}  # what ends has one slot
    ends = [attribute for attribute in map(ontology.attribute, last) if attribute.change is Change.ENDS]
    after = {one.name: max([last[name] for name in (one.name, *one.unsettles) if name in last]) for one in ends}
    able = sorted(name for name, place in after.items() if place + 1 < places)
    ending = sorted(draws.sample(able, ceil(ENDING * len(able))))
    return tuple((name, draws.between(after[name] + 1, places - 1)) for name in ending)


def doubted_by_ends(ontology: Ontology, endings: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The attributes that ends put in doubt, with the time of the first such end.

    Args:
        ontology: Says which attributes an end puts in doubt (`unsettles`).
        endings: Attributes that end, with the place or session at which the end is told.
    """
    found: dict[str, int] = {}
    for ended, at in endings:
        for name in ontology.attribute(ended).unsettles:
            found[name] = min(at, found.get(name, at))
    return found


def _silences(places: int) -> int:
    return 2 if places >= 8 else 1 if places >= 4 else 0
