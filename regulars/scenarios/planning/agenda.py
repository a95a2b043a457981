"""Plans the acts of each session in order, with their disclosure modes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from math import ceil

from regulars.scenarios.kinds import ActKind, DisclosureMode, DisclosurePhrasing, NoiseKind
from regulars.scenarios.language.exchanges import SmallTalk, SmallTalkOrder, TalkMoment
from regulars.scenarios.language.packs import Language
from regulars.scenarios.ontology.attribute import Attribute, Change
from regulars.scenarios.ontology.attributes import Ontology
from regulars.scenarios.options import GenerationOptions
from regulars.scenarios.planning.dealing import Values
from regulars.scenarios.planning.ledger import Unsaid
from regulars.scenarios.planning.lives import LifePlan, identify
from regulars.scenarios.planning.schedule import Schedule, Slot
from regulars.scenarios.planning.sharing import OPTIONS
from regulars.scenarios.world import Act, Conduct, Persona
from regulars.seeding import Draws, SeedTree
from regulars.values import ValueType

ROUNDS = 16
SPARE_ROUNDS = 6
"""Greatest number of rounds of a session, and the rounds left for repeated questions."""

LONG, OPEN_CHAINS = 2, 0.7
"""The least number of disclosures of an attribute that counts as changing, and the share of these told openly."""

MOST_SMALL_TALK = 6
"""Greatest mean number of messages of small talk in a session, so that talkative people too come for a purpose."""

_AROUND = frozenset({ActKind.GREET, ActKind.CLOSE})
"""What stands around the rounds of a session and takes none."""

_SMALL_TALK, _PIECEMEAL = ActKind.SMALL_TALK, DisclosurePhrasing.PIECEMEAL
"""Members that are compared with often. Looking one up in its enum takes several times as long."""

_ANY_MOMENT = TalkMoment()
"""A moment at noon in January, of a person without traits."""


def apportion(shares: Sequence[float], total: int) -> list[int]:
    """Splits `total` into whole numbers in proportion to `shares`, by the largest remainder.

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


def spread(shares: Sequence[float], total: int) -> list[int]:
    """Splits `total` into whole numbers in proportion to `shares`, so that each beginning of the list has its share.

    Example:
        >>> spread([1.0, 1.0, 1.0, 1.0, 1.0, 1.0], 3)
        [0, 1, 0, 1, 0, 1]
    """
    whole, due, counts = sum(shares), 0.0, list[int]()
    for share in shares:
        due += total * share / whole
        counts.append(int(due + 1e-9) - sum(counts))
    return counts


def plan_tells(
    ontology: Ontology,
    node: SeedTree,
    life: LifePlan,
    schedule: Schedule,
    values: Values,
    persona: Persona,
    options: GenerationOptions,
    surely: Set[str] = frozenset(),
    language: str = "english",
) -> list[tuple[Slot, Act]]:
    """Plans the `tell` acts of a life.

    The shares of modes and phrasings are quotas, not odds. Anchors are open and direct, and count towards the quotas.
    Sensitive attributes are preferred for the mode `trusted`.

    Args:
        ontology: Gives the sensitivity of attributes.
        node: The person's node.
        life: The life with the facts.
        schedule: The planned disclosures.
        values: Gives the values of wrong assumptions.
        persona: The persona, whose candour shifts the modes and whose drips shift the phrasings.
        options: Shares of the modes and phrasings, and of changes with a reason.
        surely: Attributes that are told openly in any case.
        language: The language pack's name.
    """
    if options.changes:
        surely = surely | _opened(ontology, node, schedule.slots)
    granted = _modes(ontology, node.draws("modes"), schedule.slots, _shares(persona, options), surely)
    shares = with_drips(options.phrasings, persona.conduct.drips)
    phrasings = _phrasings(ontology, node.draws("ways"), schedule.slots, shares)
    draws = node.draws("grains")
    pack = Language.load(language, options.phrasing)
    tell, assumed, unmarked = ActKind.TELL, DisclosurePhrasing.ASSUMED, DisclosurePhrasing.UNMARKED
    tells = []
    for slot, mode, phrasing in zip(schedule.slots, granted, phrasings, strict=True):
        fact = life.versions[slot.attribute][slot.version]
        attribute = ontology.attribute(slot.attribute)
        id = identify(node, "tell", f"{slot.attribute} {slot.version}")
        granularity = draws.choice(attribute.granularities) if attribute.granularities else ""
        other = values.spare(slot.attribute) if phrasing is assumed else ""
        reason = ""
        is_change = slot.version > 0 and attribute.changes_value and phrasing is not unmarked
        if options.reasons and is_change and _is_decided(attribute):
            why = node.draws("reason", slot.attribute, slot.version)
            reasons = pack.fitting_reasons(slot.attribute)
            reason = why.choice(reasons) if reasons and why.uniform() < options.reasons else ""
        act = Act(
            id, tell, fact.id, slot.attribute, mode, granularity, slot.anchor, phrasing=phrasing, other=other,
            reason=reason,
        )  # fmt: skip
        tells.append((slot, act))
    return tells


def _is_decided(attribute: Attribute) -> bool:
    """Whether a change is the person's own decision, which has a reason: what people plan, unlike dates and limits."""
    if attribute.type is ValueType.DATE:
        return False
    return "planned" in attribute.phrases or {"quoted", "of_others"}.isdisjoint(attribute.phrases)


def _opened(ontology: Ontology, node: SeedTree, slots: Sequence[Slot]) -> Set[str]:
    """The attributes told openly so that every assistant hears of updates and ends: all that end, most that change."""
    told = Counter(slot.attribute for slot in slots)
    many = [name for name, count in told.items() if count >= LONG]
    often = {name for name in many if node.draws("open", name).uniform() < OPEN_CHAINS}
    return often | {name for name in told if ontology.attribute(name).change is Change.ENDS}


def plan_unsaid(
    ontology: Ontology,
    node: SeedTree,
    schedule: Schedule,
    persona: Persona,
    options: GenerationOptions,
    openly: Set[str] = frozenset(),
) -> list[Unsaid]:
    """Plans what is never told: each attribute, whether it would have been told openly, and at which places.

    Args:
        ontology: Gives the sensitivity of attributes.
        node: The person's node.
        schedule: The schedule, with the disclosures that the person could have made.
        persona: The persona, whose candour shifts the modes.
        options: Shares of the modes.
        openly: Attributes that would have been told openly.
    """
    slots, over = schedule.unsaid, dict(schedule.unsaid_endings)
    surely = _opened(ontology, node, slots) | openly if options.changes else openly
    modes = _modes(ontology, node.draws("modes", "unsaid"), slots, _shares(persona, options), surely)
    closed = {slot.attribute for slot, mode in zip(slots, modes, strict=True) if mode is not DisclosureMode.OPEN}
    chains: dict[str, list[Slot]] = {}
    for slot in slots:
        chains.setdefault(slot.attribute, []).append(slot)
    return [
        Unsaid(name, name not in closed, chain[0].anchor, tuple(slot.place for slot in chain), over.get(name))
        for name, chain in chains.items()
    ]


def _shares(persona: Persona, options: GenerationOptions) -> Mapping[DisclosureMode, float]:
    """The shares of the modes for a person with that candour."""
    if not options.personas:
        return options.modes
    from regulars.scenarios.personas.sampling import candour_shift

    return candour_shift(options.modes, persona.candour)


def with_drips(shares: Mapping[DisclosurePhrasing, float], drips: float) -> Mapping[DisclosurePhrasing, float]:
    """Moves a share of the direct disclosures to those in two lines.

    Example:
        >>> mixed = with_drips({DisclosurePhrasing.DIRECT: 0.5, DisclosurePhrasing.IN_PASSING: 0.5}, 0.2)
        >>> {phrasing.value: share for phrasing, share in mixed.items()}
        {'direct': 0.4, 'in_passing': 0.5, 'piecemeal': 0.1}
    """
    direct = shares.get(DisclosurePhrasing.DIRECT, 0.0)
    if not drips or not direct:
        return shares
    pieces = shares.get(DisclosurePhrasing.PIECEMEAL, 0.0) + direct * drips
    return {**shares, DisclosurePhrasing.DIRECT: direct * (1 - drips), DisclosurePhrasing.PIECEMEAL: pieces}


def _phrasings(
    ontology: Ontology, draws: Draws, slots: Sequence[Slot], shares: Mapping[DisclosurePhrasing, float]
) -> list[DisclosurePhrasing]:
    """Grants each phrasing its quota, among the disclosures that have phrases for it."""
    granted = [DisclosurePhrasing.DIRECT] * len(slots)
    free = [position for position, slot in enumerate(slots) if not slot.anchor]
    draws.shuffle(free)
    quota = dict(zip(shares, apportion(list(shares.values()), len(free)), strict=True)) if free else {}
    for phrasing, count in quota.items():
        if phrasing is DisclosurePhrasing.DIRECT:
            continue
        able = [at for at in free if _suits(ontology.attribute(slots[at].attribute), slots[at], phrasing)]
        for position in able[:count]:
            granted[position] = phrasing
            free.remove(position)
    return granted


def _suits(attribute: Attribute, slot: Slot, phrasing: DisclosurePhrasing) -> bool:
    if phrasing is DisclosurePhrasing.UNMARKED:
        return slot.version > 0 and attribute.changes_value
    if slot.version > 0 and attribute.change in (Change.STEPS, Change.DRIFTS, Change.ACCUMULATES):
        return False
    if phrasing is DisclosurePhrasing.PIECEMEAL:
        return bool(attribute.piecemeal)
    return phrasing.value in attribute.phrases


def _modes(
    ontology: Ontology,
    draws: Draws,
    slots: Sequence[Slot],
    modes: Mapping[DisclosureMode, float],
    surely: Set[str] = frozenset(),
) -> list[DisclosureMode]:
    """Grants each mode its quota. As far as the quotas allow, an attribute is told in one mode only.

    Otherwise hardly any change and hardly any collection would be told openly as a whole.
    """
    counted = sum(slot.attribute not in surely for slot in slots)
    quota = dict(zip(modes, apportion(list(modes.values()), counted), strict=True))
    granted = [DisclosureMode.OPEN] * len(slots)
    surely = surely | {slot.attribute for slot in slots if slot.anchor or ontology.attribute(slot.attribute).project}
    free = [at for at, slot in enumerate(slots) if slot.attribute not in surely]
    order = list(dict.fromkeys(slots[position].attribute for position in free))
    weight = {name: ontology.attribute(name).sensitivity + 1.5 * draws.uniform() for name in order}
    free.sort(key=lambda position: -weight[slots[position].attribute])
    trusted = free[: quota.get(DisclosureMode.TRUSTED, 0)]
    rest = free[len(trusted) :]
    draws.shuffle(order)
    rank = {name: place for place, name in enumerate(order)}
    rest.sort(key=lambda position: rank[slots[position].attribute])
    for position in trusted:
        granted[position] = DisclosureMode.TRUSTED
    asked = quota.get(DisclosureMode.ASKED, 0)
    for position in rest[:asked]:
        granted[position] = DisclosureMode.ASKED
    for position in rest[asked : asked + quota.get(DisclosureMode.RELEVANT, 0)]:
        granted[position] = DisclosureMode.RELEVANT
    return granted


def plan_delegations(node: SeedTree, hands: Mapping[str, Sequence[str]], schedule: Schedule) -> list[tuple[int, Act]]:
    """Plans the `delegate` acts with their sessions. `hands` holds the person's values of each attribute."""
    acts = []
    for attribute, place in schedule.delegations:
        options = node.draws("options", attribute).sample(hands[attribute], OPTIONS)
        id = identify(node, "delegate", attribute)
        acts.append((place, Act(id, ActKind.DELEGATE, attribute=attribute, options=tuple(options))))
    return acts


def compose(
    node: SeedTree,
    place: int,
    tells: Sequence[Act],
    raised: Sequence[Act],
    order: SmallTalkOrder,
    greet: Act | None = None,
    small_talk: float | None = None,
    moment: TalkMoment = _ANY_MOMENT,
) -> tuple[Act, ...]:
    """Composes a session's agenda: greeting, anchors, the other acts with small talk in any order, close.

    Args:
        node: The person's node.
        place: The place of the session among the person's sessions.
        tells: The `tell` acts of the session.
        raised: Its other acts: questions, requests, delegations and so on.
        order: The life's small talk, from which the session takes the next exchanges.
        greet: The greeting, if it asks a probe.
        small_talk: The share of messages of small talk among those messages and the person's other acts, 0 to 1;
            None for one message or two, or the one exchange that has as many.
        moment: Who talks, and when. Only small talk that suits both is used.
    """
    draws = node.draws("agenda", place)
    greet_id, close_id = draws.digits(), draws.digits()
    anchors = [act for act in tells if act.anchor]
    rest: list[Act | str] = [act for act in tells if not act.anchor]
    rest += raised
    acts = len(anchors) + len(rest)
    if small_talk is None:
        count = ceil(draws.between(1, 2) / order.length)
    else:
        count = _exchanges(draws, small_talk, acts, order.length)
    rest += [draws.digits() for _ in range(count)]
    draws.shuffle(rest)  # the ids of small talk get their exchanges in the order of the session
    talk = [Act(one, _SMALL_TALK, other=order.take(moment).id) if isinstance(one, str) else one for one in rest]
    greet = greet or Act(greet_id, ActKind.GREET)
    close = Act(close_id, ActKind.CLOSE)
    return (greet, *anchors, *talk, close)


def _exchanges(draws: Draws, share: float, acts: int, length: float) -> int:
    """The number of exchanges of `length` messages that make up `share` of a session, rounded by a draw."""
    messages = min(float(MOST_SMALL_TALK), acts * share / (1 - share)) if share < 1 else float(MOST_SMALL_TALK)
    exact = messages / length
    return int(exact) + (draws.uniform() < exact % 1)


def rounds_of(act: Act, small_talk: Mapping[str, SmallTalk]) -> int:
    """The number of rounds that an act takes: pieces and messages of small talk take one each.

    A greeting and a close take none of their own. `small_talk` holds the exchanges of the language pack.
    """
    if act.kind in _AROUND:
        return 0
    if act.kind is _SMALL_TALK and act.other in small_talk:
        return len(small_talk[act.other].messages)
    return 2 if act.phrasing is _PIECEMEAL else 1


def session_rounds(agenda: Sequence[Act], language: Language, conduct: Conduct) -> int:
    """The greatest number of rounds of a session with that agenda.

    A vague announcement, a reaction, and an answer to the assistant's question, or each half of it, may take a line of
    its own.
    """
    small_talk, asked = language.small_talk, DisclosureMode.ASKED
    omitted, consult = NoiseKind.OMISSIONS, ActKind.CONSULT
    taken = reactions = answers = consults = 0
    for act in agenda:
        taken += rounds_of(act, small_talk)
        reactions += bool(act.probe)
        answers += act.mode is asked or act.noise is omitted
        consults += act.kind is consult
    return (
        max(ROUNDS, taken + SPARE_ROUNDS)
        + (reactions if conduct.pauses else 0)
        + (2 * answers if conduct.half else answers)
        + consults
        + (conduct.vague > 0)
    )
