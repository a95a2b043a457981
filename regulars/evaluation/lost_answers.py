"""Counts the answers that a system lost, by kind, failure stage, session or distance, and finds the most telling ones.

A lost answer tells most about a system if others gave it: the system that it is compared with, or most of the systems
of the run. What every system loses tells about the question.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from regulars.datasets.episode_record import EpisodeRecord
from regulars.errors import ConfigurationError, UnknownNameError, did_you_mean
from regulars.evaluation.figures.failure_stages import STAGES, FailureStage
from regulars.evaluation.figures.slices import DISTANCE, SESSION, Places, distance_range
from regulars.evaluation.question_lines import RECALLED, questions_of
from regulars.evaluation.runs.finished import row_named
from regulars.evaluation.runs.recorded import RecordedRun
from regulars.evaluation.systems.systems import is_bound

SHOWN = 10
"""The number of telling answers."""
STAGE = "stage"
KIND = "kind"
GROUPS = (KIND, STAGE, SESSION, DISTANCE)
"""What lost answers are counted by."""
SHOULD_ABSTAIN = "should abstain"
_RIGHT = (FailureStage.NONE.value, RECALLED)
LOST = (*(stage.value.replace("_", " ") for stage in STAGES if stage is not FailureStage.NONE), SHOULD_ABSTAIN)
"""The stages at which an answer can be lost, in words."""


class AskedOnce(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A planned question of one episode, and whether its first answer was right.

    Attributes:
        episode: The number of the episode in the run, from 1.
        number: The number of the question in the episode, from 1.
        scenario: The name of the scenario.
        seed: The seed of the episode.
        system: The system.
        probe: The id of the question.
        kind: The kind of the question.
        attribute: The attribute that it is about.
        session: The session in which it was asked; 0 for none.
        distance: Utterances from the evidence to the question; -1 without evidence.
        failed: The failure stage in words; `right` or `recalled` for none.
        verdict: The verdict.
        anchor: Whether the question is about an anchor.
        question: The words of the question.
        gold: What is right.
        reply: The words of the reply.
    """

    episode: int
    number: int
    scenario: str
    seed: int
    system: str
    probe: str
    kind: str
    attribute: str
    session: int
    distance: int
    failed: str
    verdict: str
    anchor: bool
    question: str
    gold: tuple[str, ...]
    reply: str

    @property
    def is_right(self) -> bool:
        """Whether the first answer was right, or for a recording recalled."""
        return self.failed in _RIGHT

    @property
    def place(self) -> tuple[str, int, str]:
        """The question, the same for every system."""
        return self.scenario, self.seed, self.probe


class GroupCount(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The answers of one group.

    Attributes:
        group: The name of the group.
        questions: Questions that can be right or lost.
        right: Right answers of the system.
        lost: Lost ones.
        gained: Answers that the system alone got right; None without another system.
        missed: Answers that the other system alone got right; None without another system.
    """

    group: str
    questions: int
    right: int
    lost: int
    gained: int | None = None
    missed: int | None = None


class TellingAnswer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lost answer.

    Attributes:
        asked: The question and its answer.
        others: The number of other systems that were asked, without floors and ceilings.
        right: How many of them were right.
    """

    asked: AskedOnce
    others: int
    right: int


class LostAnswers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a system lost.

    Attributes:
        system: The system.
        versus: The system that it is compared with; empty for none.
        by: What the counts are by.
        counts: One entry for each group, the most lost first.
        telling: The most telling lost answers.
    """

    system: str
    versus: str
    by: str
    counts: tuple[GroupCount, ...]
    telling: tuple[TellingAnswer, ...]


def lost_answers(
    run: RecordedRun,
    system: str | None = None,
    *,
    by: str = STAGE,
    versus: str | None = None,
    lost: str | None = None,
    slices: Sequence[str] = (),
    shown: int = SHOWN,
) -> LostAnswers:
    """Counts the answers that a system lost, and finds the most telling ones.

    Args:
        run: The run.
        system: The system; None takes the only one that is no floor or ceiling.
        by: What to count by, one of `GROUPS`.
        versus: Another system of the run. Answers that it alone got right are the most telling ones.
        lost: The stage at which answers count as lost, such as `not recalled`; None takes all.
        slices: Questions to look at, such as `kind=update`, `session=3` and `distance=0-50`; all must hold.
        shown: The number of telling answers.

    Raises:
        ConfigurationError: `by`, `lost` or a slice is unknown, or the run has several systems and none is named.
        UnknownNameError: The run has no such system.
    """
    if by not in GROUPS:
        raise ConfigurationError(f"unknown group {by!r}", where="--by", remedy=did_you_mean(by, GROUPS))
    if lost is not None and lost.replace("_", " ") not in LOST:
        raise ConfigurationError(f"unknown stage {lost!r}", where="--lost", remedy=did_you_mean(lost, LOST))
    lost = lost.replace("_", " ") if lost is not None else None
    filters = [_filter(slice_) for slice_ in slices]
    asked: dict[str, dict[tuple[str, int, str], AskedOnce]] = defaultdict(dict)
    for number, record in enumerate(run.records, 1):
        system_asked = asked[record.key.system]
        for one in _asked(record, number):
            if all(holds(one) for holds in filters):
                system_asked[one.place] = one
    name = _system(system, list(asked), str(run.named))
    other = _system(versus, list(asked), str(run.named)) if versus is not None else ""
    if name == other:
        raise ConfigurationError(f"{name!r} is compared with itself", where="--versus", remedy="name another system")
    mine, theirs = asked[name], asked[other] if other else {}
    counts = [
        _count(group, members, theirs if other else None, lost) for group, members in _grouped(mine, by, lost).items()
    ]
    rivals = [found for rival, found in asked.items() if rival != name and not is_bound(rival)]

    def others(one: AskedOnce) -> list[bool]:
        return [rival[one.place].is_right for rival in rivals if one.place in rival]

    def telling(one: AskedOnce) -> tuple[bool, int, bool, int, int]:
        beaten = one.place in theirs and theirs[one.place].is_right
        return not beaten, -sum(others(one)), not one.anchor, one.episode, one.number

    missed = sorted((one for one in mine.values() if _is_lost(one, lost)), key=telling)
    return LostAnswers(
        system=name,
        versus=other,
        by=by,
        counts=tuple(sorted(counts, key=lambda one: (-(one.missed or 0), -one.lost, one.group))),
        telling=tuple(
            TellingAnswer(asked=one, others=len(others(one)), right=sum(others(one))) for one in missed[:shown]
        ),
    )


def _asked(record: EpisodeRecord, episode: int) -> Iterable[AskedOnce]:
    """The questions of an episode that can be right or lost."""
    if not record.valid:
        return
    places = Places(record, (SESSION,))
    turns = {turn.id: place for place, turn in enumerate(record.transcript)}
    for line, probe in zip(questions_of(record), record.probes, strict=True):
        if line.failed not in _RIGHT and line.failed not in LOST:
            continue
        first = probe.first
        reply = turns.get(first.turn) if first is not None else None
        session = next(places.of_probe(probe), f"{SESSION}=0")
        yield AskedOnce(
            episode=episode,
            number=line.number,
            scenario=record.key.scenario,
            seed=record.key.seed,
            system=record.key.system,
            probe=probe.id,
            kind=probe.kind,
            attribute=probe.attribute,
            session=int(session.partition("=")[2]),
            distance=first.horizon if first is not None else -1,
            failed=line.failed,
            verdict=line.verdict,
            anchor=probe.anchor,
            question="" if first is None else record.transcript[reply - 1].text if reply else first.question,
            gold=first.expectation.gold if first is not None and first.expectation is not None else (),
            reply=first.reply if first is not None else "",
        )


def _system(wanted: str | None, systems: Sequence[str], where: str) -> str:
    if wanted is None:
        own = [name for name in systems if not is_bound(name)] or list(systems)
        if len(own) == 1:
            return own[0]
        raise ConfigurationError(
            f"the run has {len(own)} systems", where=where, expected="the name of one", remedy=f"--system {own[0]}"
        )
    name = row_named(wanted, systems)
    if name not in systems:
        raise UnknownNameError(f"no system {wanted!r}", where=where, remedy=did_you_mean(wanted, systems))
    return name


def _filter(slice_: str) -> Callable[[AskedOnce], bool]:
    """Whether a question is in a slice such as `session=3`, `distance=0-50` or `kind=update`."""
    part, equals, value = slice_.partition("=")
    low, dash, high = value.partition("-")
    if equals and part in (KIND, "category"):
        return lambda one: one.kind == value
    if equals and part == SESSION and value.isdecimal():
        return lambda one: one.session == int(value)
    if equals and part == DISTANCE and low.isdecimal() and dash and (high.isdecimal() or not high):
        return lambda one: int(low) <= one.distance <= (int(high) if high else one.distance)
    raise ConfigurationError(
        f"unknown slice {slice_!r}", where="--slice", expected="kind=NAME, session=NUMBER or distance=LOW-HIGH"
    )


def _grouped(
    mine: Mapping[tuple[str, int, str], AskedOnce], by: str, lost: str | None
) -> Mapping[str, list[AskedOnce]]:
    """The questions by group; by stage only those that were lost."""
    groups: defaultdict[str, list[AskedOnce]] = defaultdict(list)
    for one in mine.values():
        if by == STAGE and not _is_lost(one, lost):
            continue
        groups[_group(one, by)].append(one)
    return groups


def _group(one: AskedOnce, by: str) -> str:
    if by == KIND:
        return one.kind
    if by == STAGE:
        return one.failed
    if by == SESSION:
        return str(one.session)
    return distance_range(one.distance) if one.distance >= 0 else "no evidence"


def _is_lost(one: AskedOnce, lost: str | None) -> bool:
    return not one.is_right and lost in (None, one.failed)


def _count(
    group: str, members: Sequence[AskedOnce], theirs: Mapping[tuple[str, int, str], AskedOnce] | None, lost: str | None
) -> GroupCount:
    pairs = [(one, theirs[one.place]) for one in members if one.place in theirs] if theirs is not None else []
    return GroupCount(
        group=group,
        questions=len(members),
        right=sum(one.is_right for one in members),
        lost=sum(_is_lost(one, lost) for one in members),
        gained=sum(one.is_right and not other.is_right for one, other in pairs) if theirs is not None else None,
        missed=sum(_is_lost(one, lost) and other.is_right for one, other in pairs) if theirs is not None else None,
    )
