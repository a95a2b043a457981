"""Positions of evidence in a history, in tokens from its start, and where they should be.

The target positions follow LongMemEval (arXiv 2410.10813). Of a changed value, the old disclosure belongs in the first
half and the new one in the second. A value told once may lie anywhere. Dates for reasoning are spread out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from regulars.dialogue import count_tokens
from regulars.scenarios.history.fillers import render_filler
from regulars.scenarios.kinds import ActKind, ProbeKind
from regulars.scenarios.world import Act, Probe, Scenario, Session

PLACEMENTS = ("even", "early", "late", "by-kind")

TOKENS_PER_ACT = 50
"""Estimated tokens that a planned act adds to a history: about 25 for the user's line and 25 for the reply."""

_DISCLOSURE = (ActKind.TELL, ActKind.END, ActKind.DELEGATE, ActKind.WISH)

_CHANGING = frozenset({
    ProbeKind.KNOWLEDGE_UPDATE, ProbeKind.DYNAMIC_UPDATING, ProbeKind.LATEST_PREFERENCE, ProbeKind.FULL_EVOLUTION,
    ProbeKind.UPDATE_REASON, ProbeKind.CONFLICT, ProbeKind.CONFLICT_MULTI_HOP, ProbeKind.CONTRADICTION,
})  # fmt: skip
"""Kinds that ask about changed values."""

_SPREAD = frozenset({
    ProbeKind.TEMPORAL, ProbeKind.TEMPORAL_REASONING, ProbeKind.DURATION, ProbeKind.SEQUENCE, ProbeKind.ORDER_RECALL,
    ProbeKind.MULTI_SESSION, ProbeKind.DYNAMIC_INCREMENTAL, ProbeKind.COUNT, ProbeKind.SUM, ProbeKind.COMPARE,
    ProbeKind.MULTI_HOP,
})  # fmt: skip
"""Kinds that need several disclosures. These are spread over the history."""

OLD, NEW = 0.25, 0.75
"""Target shares of the old and the new disclosure of a changed value: the middles of the two halves."""

EVENLY = 0.25
"""Weight that is shared evenly over all gaps, so that planned sessions are not next to each other."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where a disclosure is in the history.

    Attributes:
        act: The disclosure act's id.
        attribute: The attribute that it tells.
        session: The number of its session.
        tokens: Tokens from the beginning of the history to the act.
        share: The same as a share of the whole history, 0 to 1.
    """

    act: str
    attribute: str
    session: int
    tokens: int
    share: float


def session_tokens(session: Session, language: str) -> int:
    """The length of a session: exact for recordings and fillers, estimated for a planned one."""
    if session.filler:
        return sum(count_tokens(text) for _, text in render_filler(session.filler, language))
    if session.turns:
        return sum(count_tokens(turn.text) for turn in session.turns)
    return TOKENS_PER_ACT * len(session.agenda)


def evidence_positions(scenario: Scenario) -> list[Position]:
    """The position of every disclosure, rule statement and delegated choice, in calendar order."""
    placed: list[tuple[Act, int, int]] = []
    passed = 0
    for session in scenario.sessions:
        for place, act in enumerate(session.agenda):
            if act.kind in _DISCLOSURE:
                placed.append((act, session.number, passed + place * TOKENS_PER_ACT))
        passed += session_tokens(session, scenario.language)
    whole = max(passed, 1)
    return [Position(act.id, act.attribute, number, tokens, tokens / whole) for act, number, tokens in placed]


def position_report(scenario: Scenario) -> dict[str, list[int]]:
    """Counts the pieces of evidence in each tenth of the history, by kind of probe.

    Returns:
        By kind, in alphabetical order, ten counts. A disclosure counts once for each probe that rests on it.
    """
    shares = {position.act: position.share for position in evidence_positions(scenario)}
    report: dict[str, list[int]] = {}
    for probe, disclosures in _evidence(scenario):
        for _, act in disclosures:
            tenths = report.setdefault(str(probe.kind), [0] * 10)
            tenths[min(9, int(10 * shares[act.id]))] += 1
    return dict(sorted(report.items()))


def disclosures_of(probe: Probe, scenario: Scenario) -> list[tuple[Session, Act]]:
    """The disclosures that a probe rests on, in order: of its attributes, by its owner, before it is asked."""
    return next((disclosures for one, disclosures in _evidence(scenario) if one.id == probe.id), [])


def _evidence(scenario: Scenario) -> Iterator[tuple[Probe, list[tuple[Session, Act]]]]:
    told: dict[tuple[str, str], list[tuple[Session, Act]]] = {}
    named: dict[str, list[tuple[Session, Act]]] = {}
    attributes = {fact.id: fact.attribute for person in scenario.persons for fact in person.facts}
    for session in scenario.sessions:
        for act in session.agenda:
            if act.kind is ActKind.DELEGATE:
                named[act.id] = [(session, act)]
            elif act.kind is ActKind.WISH:
                named.setdefault(act.target, []).append((session, act))
            elif act.kind in _DISCLOSURE:
                name = attributes.get(act.fact, act.attribute)
                told.setdefault((session.person, name), []).append((session, act))
    for probe in scenario.probes:
        names = dict.fromkeys((probe.attribute, probe.other))
        found = named.get(probe.target) or [one for name in names for one in told.get((probe.owner, name), ())]
        due = [disclosure for disclosure in found if disclosure[0].start <= probe.time]
        if due:
            yield probe, sorted(due, key=lambda disclosure: disclosure[0].number)


# Target positions


def gap_weights(scenario: Scenario, placement: str) -> list[float]:
    """The share of the fillers before each planned session; the last number is the share after all of them.

    Args:
        scenario: A scenario without fillers.
        placement: One of `PLACEMENTS`.
    """
    count = len(scenario.sessions)
    even = [1.0] * (count + 1)
    if placement == "even" or not count:
        return even
    if placement in ("early", "late"):
        ramp = [(place + 0.5) / (count + 1) for place in range(count + 1)]
        return ramp if placement == "early" else ramp[::-1]
    wanted = _monotone(_wanted(scenario))
    return [high - low + EVENLY / (count + 1) for low, high in pairwise([0.0, *wanted, 1.0])]


def _wanted(scenario: Scenario) -> list[float]:
    """For each session, the mean target share of its evidence; without evidence, its place in the order."""
    count = len(scenario.sessions)
    places = {session.number: place for place, session in enumerate(scenario.sessions)}
    shares: dict[int, list[float]] = {}
    for probe, disclosures in _evidence(scenario):
        standing = [places[session.number] for session, _ in disclosures]
        for place, share in zip(standing, _shares(probe, len(standing)), strict=False):
            shares.setdefault(place, []).append(share)
    return [
        sum(shares[place]) / len(shares[place]) if place in shares else (place + 1) / (count + 1)
        for place in range(count)
    ]


def _shares(probe: Probe, size: int) -> list[float]:
    """The target shares of a probe's disclosures; empty if they may lie anywhere."""
    if probe.kind in _CHANGING and size > 1:
        return [OLD] * (size - 1) + [NEW]
    if probe.kind in _SPREAD and size > 1:
        return [(place + 0.5) / size for place in range(size)]
    return []


def _monotone(shares: Sequence[float]) -> list[float]:
    """The nearest shares that never fall (pool adjacent violators), since sessions keep their order."""
    pools: list[tuple[float, int]] = []
    for share in shares:
        total, size = share, 1
        while pools and pools[-1][0] / pools[-1][1] > total / size:
            before = pools.pop()
            total, size = total + before[0], size + before[1]
        pools.append((total, size))
    return [total / size for total, size in pools for _ in range(size)]
