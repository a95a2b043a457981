"""Compiles histories of any length: puts filler sessions between planned sessions, up to a number of tokens.

Fillers are general help sessions (`fillers`) or a user's own chats (`chats`). A filler is stored as its short spec and
rendered when an episode reaches it. So a history of a million tokens is stored in little more room than its calendar.
The planned sessions keep their order and their moments. The number of fillers before, between and after them decides
where in the history the evidence of each probe lies (`positions`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from regulars.dialogue import ASSISTANT, count_tokens, turn_id
from regulars.errors import ConfigurationError, did_you_mean
from regulars.scenarios.files import scenario_id
from regulars.scenarios.history.calendar_gaps import CalendarGap, find_gaps, share_out, slots_in
from regulars.scenarios.history.chats import Chat, read_chats
from regulars.scenarios.history.fillers import Fillers, filler_spec, render_filler
from regulars.scenarios.history.positions import PLACEMENTS, gap_weights, session_tokens
from regulars.scenarios.history.screening import Screen
from regulars.scenarios.kinds import Band, ProbeKind, ScenarioOrigin
from regulars.scenarios.world import Probe, RecordedTurn, Scenario, Session
from regulars.seeding import SeedTree, content_hash

_SECOND = timedelta(seconds=1)

FITTING = 96
"""Fillers that may exceed the rest of the budget before the filling ends."""

FRUITLESS = 400
"""Fillers in a row that may be rejected before the filling ends."""

_Filling = str | Chat


def stretch(
    scenario: Scenario,
    tokens: int,
    *,
    seed: int | SeedTree,
    chats: str | Path | None = None,
    placement: str | None = None,
) -> Scenario:
    """Stretches a scenario with filler sessions.

    Fillers are unique, name no value of a fact of the scenario's persons, and never overlap a session. No text is
    truncated: as many fillers are added as fit into `tokens`. `marks` holds the resulting numbers.

    Args:
        scenario: A generated scenario.
        tokens: Length of the whole history in tokens. The length of planned sessions is estimated.
        seed: Decides the fillers and their places.
        chats: A file of chats that are used before fillers, each at most once (`chats.read_chats`).
        placement: `even` (the default): the same number of fillers in each gap. `early` or `late`: where the evidence
            lies. `by-kind`: by the kinds of the probes that rest on each session's disclosures.

    Returns:
        The scenario with the fillers, under a new id, with sessions and references to them renumbered.

    Raises:
        ConfigurationError: The scenario is recorded, the placement is unknown, or the calendar has no room.
        DataError: The file of chats cannot be read, or the language pack has no fillers.

    Example:
        >>> from regulars.scenarios.generator import generate
        >>> longer = stretch(generate(7), 32_000, seed=7)
        >>> 31_000 < int(longer.marks["history_tokens"]) <= 32_000
        True
    """
    placement = placement or "even"
    _check(scenario, tokens, placement)
    node = (seed if isinstance(seed, SeedTree) else SeedTree(seed)).child("history")
    planned = sum(session_tokens(session, scenario.language) for session in scenario.sessions)
    filled = _fill(scenario, tokens - planned, node, chats)
    node.draws("order").shuffle(filled.fillings)
    gaps = find_gaps(scenario)
    weights = gap_weights(scenario, placement)
    counts = share_out(len(filled.fillings), gaps, weights)
    sessions = _merged(scenario, gaps, counts, filled.fillings, node)
    marks = {
        **scenario.marks,
        "history_tokens": str(planned + filled.tokens),
        "history_fillers": str(sum(isinstance(one, str) for one in filled.fillings)),
        "history_chats": str(sum(isinstance(one, Chat) for one in filled.fillings)),
        "history_placement": placement,
    }
    longer = _renumbered(replace(scenario, sessions=sessions, marks=marks, issues=(*scenario.issues, *filled.issues)))
    return replace(longer, id=scenario_id(longer))


def render_turns(session: Session, scenario: Scenario, offset: int = 0) -> tuple[RecordedTurn, ...]:
    """The turns of a filler session, spread evenly over its time.

    Args:
        session: A session whose `filler` is not empty.
        scenario: Gives the language.
        offset: Added to the session's number; above 0 in a stream.
    """
    lines = render_filler(session.filler, scenario.language)
    return tuple(
        replace(turn, id=turn_id(session.number + offset, place))
        for place, turn in enumerate(_turns(lines, session), 1)
    )


def stream_turns(scenario: Scenario) -> Iterator[RecordedTurn]:
    """The turns of all filler sessions in calendar order, rendered one session at a time."""
    for session in scenario.sessions:
        yield from render_turns(session, scenario) if session.filler else session.turns


# Contents


@dataclass(slots=True)
class _Filled:
    """The contents that fill the budget: chats and specs, their tokens, and notes on chats that were left out."""

    fillings: list[_Filling]
    tokens: int
    issues: list[str]


def _fill(scenario: Scenario, room: int, node: SeedTree, chats: str | Path | None) -> _Filled:
    filled = _Filled([], 0, [])
    screen = Screen(scenario.persons)
    if chats is not None:
        _fill_with_chats(filled, room, chats, screen, Screen(scenario.persons, whole=True))
    if room - filled.tokens > 0:
        _fill_with_specs(filled, room, scenario, node, screen)
    return filled


def _fill_with_chats(filled: _Filled, room: int, path: str | Path, own: Screen, others: Screen) -> None:
    """Takes chats in the file's order, except those that name a value of a person."""
    seen: set[str] = set()
    for chat in read_chats(path, filled.issues):
        if filled.tokens >= room:
            break
        text = chat.text
        hash, tokens = content_hash(text), count_tokens(text)
        if hash in seen:
            filled.issues.append(f"{chat.where}: the same chat as an earlier one, left out")
        elif found := own.found(text) or others.found(chat.asked):
            filled.issues.append(f"{chat.where}: names {found[0][1]!r}, which is a {found[0][0]}, left out")
        elif filled.tokens + tokens <= room:
            filled.fillings.append(chat)
            filled.tokens += tokens
        seen.add(hash)


def _fill_with_specs(filled: _Filled, room: int, scenario: Scenario, node: SeedTree, screen: Screen) -> None:
    grammar = Fillers.load(scenario.language)
    narrowed = screen.within(grammar.words())
    used = {session.filler for session in scenario.sessions if session.filler}
    texts: set[str] = set()
    openings: set[str] = set()
    topics: list[str] = []
    rejected = misfits = place = 0
    while misfits < FITTING and rejected < FRUITLESS:
        if not topics:
            topics = list(grammar.topics)
            node.draws("topics", place).shuffle(topics)
        place += 1
        spec = filler_spec(topics.pop(), content_hash(str(node.seed("spec", place)), 10))
        lines = grammar.render(spec)
        text = "\n".join(line for _, line in lines)
        hash, opening = content_hash(text), content_hash(lines[0][1])
        if spec in used or hash in texts or opening in openings or narrowed.found(text):
            rejected += 1
            continue
        tokens = count_tokens(text)
        if filled.tokens + tokens > room:
            misfits += 1
            continue
        rejected = 0
        used.add(spec)
        texts.add(hash)
        openings.add(opening)
        filled.fillings.append(spec)
        filled.tokens += tokens
    if rejected >= FRUITLESS:
        filled.issues.append(f"no further filler session could be found after {len(filled.fillings)}")


# Places


def _merged(
    scenario: Scenario, gaps: Sequence[CalendarGap], counts: Sequence[int], fillings: Sequence[_Filling], node: SeedTree
) -> tuple[Session, ...]:
    """The calendar with all filler sessions, before they are renumbered."""
    persons = sorted({session.person for session in scenario.sessions})
    asked = sorted(probe.time for probe in scenario.probes if probe.band is Band.OUT)
    waiting = iter(fillings)
    merged: list[Session] = []
    for place, gap in enumerate(gaps):
        for nth, (start, budget) in enumerate(slots_in(gap, counts[place], node.child("gap", place))):
            filling = next(waiting)
            person = node.draws("person", place, nth).choice(persons)
            session = Session(0, person, *_clear(start, budget, asked))
            if isinstance(filling, str):
                merged.append(replace(session, filler=filling))
            else:
                merged.append(replace(session, turns=_turns(filling.lines, session)))
        if place < len(scenario.sessions):
            merged.append(scenario.sessions[place])
    return tuple(merged)


def _clear(start: datetime, budget: timedelta, asked: Sequence[datetime]) -> tuple[datetime, timedelta]:
    """The part of a session's time without out-of-band probes."""
    place = bisect_left(asked, start)
    while place < len(asked) and asked[place] <= start + budget:
        before, after = asked[place] - start, start + budget - asked[place]
        if before >= after:
            return start, before - _SECOND
        start, budget = start + before + _SECOND, after - _SECOND
        place += 1
    return start, budget


def _turns(lines: Sequence[tuple[str, str]], session: Session) -> tuple[RecordedTurn, ...]:
    """The lines as turns without ids, spread evenly over the session's time."""
    pace = session.budget / (len(lines) + 1)
    return tuple(
        RecordedTurn("", ASSISTANT if speaker == ASSISTANT else session.person, text, session.start + place * pace)
        for place, (speaker, text) in enumerate(lines, 1)
    )


def _renumbered(scenario: Scenario) -> Scenario:
    """Numbers the sessions in calendar order, and updates all references to them."""
    numbers: dict[int, int] = {}
    sessions = []
    for number, session in enumerate(scenario.sessions, 1):
        if session.number:
            numbers[session.number] = number
        turns = tuple(replace(turn, id=turn_id(number, place)) for place, turn in enumerate(session.turns, 1))
        sessions.append(replace(session, number=number, turns=turns))
    probes = tuple(_pointed(probe, numbers) for probe in scenario.probes)
    return replace(scenario, sessions=tuple(sessions), probes=probes)


def _pointed(probe: Probe, numbers: dict[int, int]) -> Probe:
    target = probe.target
    if probe.kind == ProbeKind.EPISODIC_CUE and target.isdigit():
        target = str(numbers.get(int(target), int(target)))
    return replace(probe, session=numbers.get(probe.session, probe.session), target=target)


def _check(scenario: Scenario, tokens: int, placement: str) -> None:
    where = f"stretch, scenario {scenario.id}"
    if scenario.source is not ScenarioOrigin.GENERATED:
        raise ConfigurationError("a recorded history cannot be stretched", where=where, expected="a generated scenario")
    if placement not in PLACEMENTS:
        remedy = did_you_mean(placement, PLACEMENTS)
        raise ConfigurationError(f"unknown placement {placement!r}", where=where, remedy=remedy)
    if isinstance(tokens, bool) or tokens < 1:
        raise ConfigurationError(f"a history of {tokens} tokens", where=where, expected="a whole number above 0")
    if not scenario.sessions or any(session.budget <= timedelta(0) for session in scenario.sessions):
        raise ConfigurationError("the scenario has no sessions with a length", where=where, expected="a valid scenario")
